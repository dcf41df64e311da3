"""The kind *only card* of 6 nimmt!: a single card of the hand may be played first."""

from __future__ import annotations

from typing import ClassVar

from puzzles.kind import PROOF
from puzzles.six_nimmt.kind import SixNimmtKind, Sizes
from puzzles.six_nimmt.puzzle import Puzzle
from puzzles.six_nimmt.rounds import first_plays, greedy_play
from solver.six_nimmt.deal import Deal
from solver.text import count


class OnlyCard(SixNimmtKind):
    """All cards but one cost player 0 bullheads in the end, and it is not the card that looks best."""

    name = "only-card"
    task = "The others play in the order shown: find the only card that keeps your bullheads fewest."
    answer = "play"
    sizes: ClassVar[Sizes] = {
        "easy": ((2, 3), (3, 3)),
        "medium": ((3, 4), (4, 4)),
        "hard": ((4, 5), (5, 5)),
        "expert": ((5, 6), (6, 6)),
    }

    def why_not(self, deal: Deal, value: int) -> str | None:
        keeping = {play.cards[0] for play in first_plays(deal) if play.keeps(value, PROOF)}
        if len(keeping) != 1:
            return "several cards may be played"
        if greedy_play(deal, "gap").cards[0] in keeping:
            return "it is the card that looks best"
        return None

    def asks(self, puzzle: Puzzle) -> str:
        taken = count(puzzle.goal.value, "bullhead")
        return (
            f"The others play in the order shown: after which card, the only one, can you still come away with {taken}?"
        )


KIND = OnlyCard()
