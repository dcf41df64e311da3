"""The kind *nobody takes* of 6 nimmt!: together the players lay all their cards, and nobody takes a row."""

from __future__ import annotations

from typing import ClassVar

from puzzles.six_nimmt.kind import SixNimmtKind, Sizes
from solver.six_nimmt.deal import Deal


class NobodyTakes(SixNimmtKind):
    """Four cards lie in the rows, so at most sixteen can follow; some orders of all hands lay them all."""

    name = "nobody-takes"
    task = "Order the cards of all players together so that nobody takes a row."
    objective = "total"
    sizes: ClassVar[Sizes] = {
        "easy": ((2, 3), (3, 2)),
        "medium": ((2, 4), (3, 3)),
        "hard": ((2, 6), (3, 4), (4, 3)),
        "expert": ((2, 7), (3, 5), (4, 4)),
    }

    def why_not(self, deal: Deal, value: int) -> str | None:
        return None if value == 0 else "somebody has to take a row"


KIND = NobodyTakes()
