"""A duel: two players who both know everything and play at the same time; the exact value of the round.

Backward induction: with every pair of cards the turn is resolved, whoever lies below all ends takes the row that is
best for what then follows (any of the four: the cheapest is not always best), and the position is worth the value of
the matrix game over all pairs. Positions of three cards and more are kept in an exact memo; a position is the rows,
each with its end, number of cards and bullheads, and the two hands. The last two turns are compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic

from solver.budget import Budget, StopReason
from solver.six_nimmt import matrix_game
from solver.six_nimmt._endgame import value_of_one, value_of_two
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.matrix_game import Exact
from solver.six_nimmt.resolve import Row, heads
from solver.six_nimmt.rules import FULL_ROW, LAST_CARD, ROW_COUNT, bullheads

_NODES_BETWEEN_LOOKS = 1_000
_BYTES_A_POSITION = 700
"""About what a position in the memo costs."""
_HEADS = [0, *map(bullheads, range(1, LAST_CARD + 1))]

_Row = tuple[int, int, int]
"""End, number of cards, bullheads."""
_Rows = tuple[_Row, ...]


@dataclass(frozen=True, slots=True)
class Duel:
    """The value of a round for two: bullheads of player 0 less those of player 1, both playing best.

    ``matrix``: that difference for each card of player 0 (row) and of player 1 (column) played first, with best play
    from then on. ``solution``: its value and best mixes. Both are ``None`` when a budget ended the search.
    """

    matrix: tuple[tuple[Exact, ...], ...] | None
    solution: matrix_game.Solution | None
    nodes: int
    stopped_by: StopReason | None = None


def duel(deal: Deal, budget: Budget, progress: Callable[[int], None] | None = None) -> Duel:
    """Solve a deal of two players."""
    search = _Search(budget, progress)
    rows = tuple(sorted((row[-1], len(row), heads(row)) for row in deal.rows))
    if deal.turns_left == 0:
        return Duel(((0,),), matrix_game.solve([[0]]), 0)
    try:
        matrix = search.matrix(rows, *deal.hands)
    except _Stop as stop:
        return Duel(None, None, search.nodes, stop.reason)
    except KeyboardInterrupt:
        return Duel(None, None, search.nodes, "interrupt")
    return Duel(tuple(map(tuple, matrix)), matrix_game.solve(matrix), search.nodes)


class _Stop(Exception):
    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason: StopReason = reason


class _Search:
    def __init__(self, budget: Budget, progress: Callable[[int], None] | None) -> None:
        self.nodes = 0
        self._budget = budget
        self._deadline = None if budget.time_limit is None else monotonic() + budget.time_limit
        self._progress = progress
        self._known: dict[tuple[_Rows, Row, Row], Exact] = {}

    def value(self, rows: _Rows, first: Row, second: Row) -> Exact:
        """The value of a position, the bullheads of the past not counted."""
        if not first:
            return 0
        if len(first) <= 2:
            self._count()
            return value_of_one(rows, first[0], second[0]) if len(first) == 1 else _value_of_two(rows, first, second)
        key = rows, first, second
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = matrix_game.value(self.matrix(rows, first, second))
        return known

    def matrix(self, rows: _Rows, first: Row, second: Row) -> list[list[Exact]]:
        """The value of a position after each pair of cards."""
        self._count()
        firsts = [(card, tuple(other for other in first if other != card)) for card in first]
        seconds = [(card, tuple(other for other in second if other != card)) for card in second]
        return [[self._after(rows, *one, *other) for other in seconds] for one in firsts]

    def _after(self, rows: _Rows, card: int, first: Row, other: int, second: Row) -> Exact:
        """The value once these two cards are played and the hands are what is left of them."""
        low, high, sign = (card, other, 1) if card < other else (other, card, -1)
        if low > rows[0][0]:
            between, cost = _laid(rows, low)
            after, more = _laid(between, high)
            return sign * (cost - more) + self.value(after, first, second)
        values = []
        for choice in range(ROW_COUNT):
            # The lower card takes the row and ends lower than all others: the rows stay sorted.
            between = ((low, 1, _HEADS[low]), *rows[:choice], *rows[choice + 1 :])
            after, more = _laid(between, high)
            values.append(sign * (rows[choice][2] - more) + self.value(after, first, second))
        return min(values) if sign > 0 else max(values)

    def _count(self) -> None:
        """One more node; raises when a budget is spent."""
        if self.nodes == self._budget.max_nodes:
            raise _Stop("nodes")
        self.nodes += 1
        if self.nodes % _NODES_BETWEEN_LOOKS == 0:
            if self._deadline is not None and monotonic() >= self._deadline:
                raise _Stop("time")
            if len(self._known) * _BYTES_A_POSITION > self._budget.memory_mib << 20:
                raise _Stop("memory")
            if self._progress is not None:
                self._progress(self.nodes)


def _value_of_two(rows: _Rows, first: Row, second: Row) -> Exact:
    numerator, denominator = value_of_two(rows, first, second)
    whole, rest = divmod(numerator, denominator)
    return Fraction(numerator, denominator) if rest else whole


def _laid(rows: _Rows, card: int) -> tuple[_Rows, int]:
    """The sorted rows after a card that is above some end, and the bullheads that it takes.

    It goes behind the highest end below it, so the rows stay sorted.
    """
    number = ROW_COUNT - 1
    while rows[number][0] > card:
        number -= 1
    _, cards, on_row = rows[number]
    if cards >= FULL_ROW:
        return (*rows[:number], (card, 1, _HEADS[card]), *rows[number + 1 :]), on_row
    return (*rows[:number], (card, cards + 1, on_row + _HEADS[card]), *rows[number + 1 :]), 0
