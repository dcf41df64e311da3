"""The kind *sacrifice* of 6 nimmt!: whoever has to take a row must now take a dearer one than the cheapest."""

from __future__ import annotations

from typing import ClassVar

from puzzles.kind import PROOF
from puzzles.six_nimmt.kind import SixNimmtKind, Sizes
from puzzles.six_nimmt.puzzle import Puzzle
from puzzles.six_nimmt.rounds import least_with_cheapest_rows
from solver.six_nimmt.deal import Deal
from solver.text import count


class Sacrifice(SixNimmtKind):
    """Player 0 has to take a row with a low card, and taking only cheapest rows takes more bullheads in the end.

    Of several cheapest rows any may be taken: still every such answer loses.
    """

    name = "sacrifice"
    task = "The others play in the order shown: take as few bullheads as possible, which a cheapest row spoils."
    sizes: ClassVar[Sizes] = {
        "easy": ((2, 4), (3, 4)),
        "medium": ((3, 5), (4, 5)),
        "hard": ((4, 6), (5, 6)),
        "expert": ((5, 7), (5, 8)),
    }

    def why_not(self, deal: Deal, value: int) -> str | None:
        greedy = least_with_cheapest_rows(deal, PROOF)
        if greedy is None:
            return "not proven within the budget"
        return None if greedy > value else "the cheapest rows do as well"

    def asks(self, puzzle: Puzzle) -> str:
        taken = count(puzzle.goal.value, "bullhead")
        return (
            f"The others play in the order shown: order your cards, and choose the rows of low ones, so that you take "
            f"no more than {taken}; with cheapest rows alone you always take more."
        )


KIND = Sacrifice()
