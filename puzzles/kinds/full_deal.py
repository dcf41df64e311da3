"""The kind *full deal*: the whole game, as it comes out of the box."""

from __future__ import annotations

from puzzles.kind import TheGameKind
from puzzles.kinds._fresh import Setting, is_of, one_of
from puzzles.puzzle import Tier
from solver.the_game.deal import Deal
from solver.the_game.rules import PRESETS

SETTINGS = (
    Setting(PRESETS["standard"], 1),
    Setting(PRESETS["standard"], 2),
    Setting(PRESETS["standard"], 3),
    Setting(PRESETS["expert"], 1),
)


class FullDeal(TheGameKind):
    """A fresh deal of all 98 cards."""

    name = "full-deal"
    task = "Win the whole game: play every card."

    def candidate(self, seed: str, tier: Tier | None) -> Deal:
        return one_of(SETTINGS, seed)

    def why_not(self, deal: Deal) -> str | None:
        return None if is_of(SETTINGS, deal) else "not a fresh deal of all cards"


KIND = FullDeal()
