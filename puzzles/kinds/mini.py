"""The kind *mini*: a game of 16 to 40 cards, which fits a coffee break."""

from __future__ import annotations

from puzzles.kind import TheGameKind
from puzzles.kinds._fresh import Setting, all_of, is_of, one_for, small
from puzzles.puzzle import Tier
from solver.the_game.deal import Deal

SETTINGS: dict[Tier, tuple[Setting, ...]] = {
    "easy": (small(16, 1, 4), small(20, 2, 2), small(20, 1, 4, players=2)),
    "medium": (small(20, 1, 3), small(24, 1, 4), small(30, 1, 5), small(40, 2, 3), small(20, 1, 4, players=2)),
    "hard": (small(24, 1, 4), small(30, 1, 4), small(30, 2, 2), small(36, 1, 5), small(30, 2, 2, players=2)),
    "expert": (small(36, 1, 4), small(40, 1, 5), small(30, 2, 2, players=2)),
}
"""Cards, piles of each direction, hand and players that often come out as hard as the tier."""


class Mini(TheGameKind):
    """A fresh deal of a small deck."""

    name = "mini"
    task = "Win the small game: play every card."

    def candidate(self, seed: str, tier: Tier | None) -> Deal:
        return one_for(tier, SETTINGS, seed)

    def why_not(self, deal: Deal) -> str | None:
        return None if is_of(all_of(SETTINGS), deal) else "not a fresh deal of one of the small decks"


KIND = Mini()
