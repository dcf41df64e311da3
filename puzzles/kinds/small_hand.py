"""The kind *small hand*: the whole game alone, with a hand of six or seven instead of eight."""

from __future__ import annotations

from puzzles.kind import TheGameKind
from puzzles.kinds._fresh import Setting, is_of, one_of
from puzzles.puzzle import Tier
from solver.the_game.deal import Deal
from solver.the_game.rules import Rules

SETTINGS = (Setting(Rules(hand_size=7)), Setting(Rules(hand_size=6)))


class SmallHand(TheGameKind):
    """A fresh deal of all 98 cards for one player with a hand of 6 or 7."""

    name = "small-hand"
    task = "Win the whole game with a smaller hand: play every card."

    def candidate(self, seed: str, tier: Tier | None) -> Deal:
        return one_of(SETTINGS, seed)

    def why_not(self, deal: Deal) -> str | None:
        return None if is_of(SETTINGS, deal) else "not a fresh solo deal with a hand of 6 or 7"


KIND = SmallHand()
