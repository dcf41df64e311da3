"""The kind *take nothing* of 6 nimmt!: in which order does one player come away without a bullhead?"""

from __future__ import annotations

from typing import ClassVar

from puzzles.six_nimmt.kind import SixNimmtKind, Sizes
from solver.six_nimmt.deal import Deal


class TakeNothing(SixNimmtKind):
    """The orders of all others are known, and some order of player 0 takes no row; greedy play takes one."""

    name = "take-nothing"
    task = "The others play in the order shown: order your cards so that you take no bullheads."
    sizes: ClassVar[Sizes] = {
        "easy": ((2, 4), (3, 4)),
        "medium": ((3, 5), (4, 5)),
        "hard": ((4, 6), (5, 6)),
        "expert": ((4, 8), (5, 8)),
    }

    def why_not(self, deal: Deal, value: int) -> str | None:
        return None if value == 0 else "bullheads cannot be avoided"


KIND = TakeNothing()
