"""A duel: two players who both know everything and play at the same time; the exact value of the round.

A position is worth the value of the matrix game over all pairs of cards, each pair worth what it costs at once and the
position after it; whoever lies below all ends takes the row that is best for what then follows (any of the four: the
cheapest is not always best).

Few of these positions have to be solved. If player 0 had to show the card first in each turn, the round could only get
worse for that player; if player 1 had to, better. These two *open* duels are quick to solve, and bound the duel from
both sides. Where they agree, nothing is left to do. Where not, they bound every cell of the matrix, and cells are
solved one by one, those first that good play leads to, until the best mix against the upper bounds and the best mix
against the lower bounds prove the same value. After Bosansky, Lisy, Cermak, Vitek and Pechoucek, "Using double-oracle
method and serialized alpha-beta search for pruning in simultaneous move games" (2013).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solver.budget import Budget, StopReason
from solver.errors import EngineError
from solver.six_nimmt import matrix_game
from solver.six_nimmt._guess import most_wanted
from solver.six_nimmt._minimax import Minimax
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.looks import Looks, Stop
from solver.six_nimmt.matrix_game import Exact, Solution
from solver.six_nimmt.resolve import heads

_BYTES_A_POSITION = 500
"""About what a solved position costs in memory."""
_CLOSE = 1e-7
"""So close together the bounds of a value seem when an exact proof is tried."""

_Position = tuple[int, int]
"""As ``Minimax`` names it."""
_Matrix = list[list[Exact]]


@dataclass(frozen=True, slots=True)
class Duel:
    """The value of a round for two: bullheads of player 0 less those of player 1, both playing best.

    ``least`` and ``most``: the bounds of it that are proven, if any; the value when both agree. ``solution``: the
    value, and a best mix of each player's cards as the first play; ``against``: for each player what each card leads to
    against the other's mix. When a budget ended the search there is no ``solution``, and nothing in ``against``.
    """

    least: Exact | None
    most: Exact | None
    solution: Solution | None
    against: tuple[tuple[Exact, ...], ...]
    nodes: int
    stopped_by: StopReason | None = None


def duel(deal: Deal, budget: Budget, progress: Callable[[int], None] | None = None) -> Duel:
    """Solve a deal of two players."""
    if deal.turns_left == 0:
        return Duel(0, 0, matrix_game.solve([[0]]), ((), ()), 0)
    search = _Search(deal, budget, progress)
    try:
        return search.run()
    except Stop as stop:
        return search.so_far(stop.reason)
    except KeyboardInterrupt:
        return search.so_far("interrupt")


class _Search:
    def __init__(self, deal: Deal, budget: Budget, progress: Callable[[int], None] | None) -> None:
        self._deal = deal
        self._looks = Looks(budget, progress)
        self._most_bytes = budget.memory_mib << 19
        first, second = deal.hands
        self.open = Minimax(first, second, [0] * deal.turns_left, self._most_bytes, self._look)
        self._solved: dict[_Position, Exact] = {}
        self._bounds: tuple[int, int] | tuple[None, None] = None, None
        self._root: _Game | None = None

    def run(self) -> Duel:
        first, second = self._deal.hands
        rows = [(row[-1], len(row), heads(row)) for row in self._deal.rows]
        position = self.open.position(rows, first, second)
        self._bounds = self.open.bounds(*position)
        self._root = _Game(self, position)
        best = self._root.solve()
        against = self._root.against_rows(best), self._root.against_columns(best)
        return Duel(best.value, best.value, best, against, self.open.nodes)

    def so_far(self, reason: StopReason) -> Duel:
        """What is known of the round when the search ends early."""
        least, most = self._bounds if self._root is None else self._root.bounds()
        return Duel(least, most, None, (), self._looks.nodes, reason)

    def value(self, position: _Position) -> Exact:
        """The value of a position, the bullheads of the past not counted."""
        known = self._solved.get(position)
        if known is None:
            low, high = self.open.bounds(*position)
            known = self._solved[position] = low if low == high else _Game(self, position).solve().value
        return known

    def bounds(self, position: _Position) -> tuple[Exact, Exact]:
        known = self._solved.get(position)
        return self.open.bounds(*position) if known is None else (known, known)

    def _look(self, nodes: int) -> int:
        """Called by the open duels at so many nodes; when to call again. Raises when a budget is spent."""
        if len(self._solved) * _BYTES_A_POSITION > self._most_bytes:
            raise Stop("memory")
        return self._looks.look(nodes)


class _Game:
    """The matrix game of a position, of whose cells bounds are known; cells are solved when they are needed."""

    def __init__(self, search: _Search, position: _Position) -> None:
        self._search = search
        self._position = position
        low, high = search.open.bounds_after(*position)
        self._low: _Matrix = list(map(list, low))
        self._high: _Matrix = list(map(list, high))

    def solve(self) -> Solution:
        """The value and a best mix of each player, proven: one against the upper bounds, one against the lower."""
        while True:
            apart, wanted = most_wanted(self._low, self._high)
            if (apart < _CLOSE or wanted is None) and (proven := self._proof()) is not None:
                return proven
            if wanted is None:
                raise EngineError("the bounds of a duel's value do not meet though all of its matrix is known")
            self._settled(*wanted)

    def _proof(self) -> Solution | None:
        """The value and mixes, if the bounds of the cells prove them: no column pays more, and no row less."""
        high = matrix_game.solve(self._high)
        columns = high.columns
        if min(matrix_game.against_rows(self._low, columns)) < high.value:
            low = matrix_game.solve(self._low)
            if low.value < high.value:
                return None
            columns = low.columns
        return Solution(high.value, high.rows, columns)

    def _settled(self, row: int, column: int) -> Exact:
        """The exact value of a cell."""
        if self._low[row][column] != self._high[row][column]:
            chooser, outcomes = self._search.open.outcomes(*self._position, row, column)
            value = self._chosen(1 if chooser == 0 else -1, outcomes)
            self._low[row][column] = self._high[row][column] = value
        return self._low[row][column]

    def _chosen(self, sign: int, outcomes: list[tuple[int, int, int]]) -> Exact:
        """The value of the outcome that is best for its chooser, who wants little (``sign`` 1) or much (-1).

        What bounds exclude is not solved.
        """
        losses = []
        for cost, *names in outcomes:
            position = names[0], names[1]
            least, most = sorted(sign * (cost + bound) for bound in self._search.bounds(position))
            losses.append((least, most, cost, position))
        best = min(most for _, most, _, _ in losses)
        for least, _, cost, position in sorted(losses):
            if least >= best:
                break
            best = min(best, sign * (cost + self._search.value(position)))
        return sign * best

    def bounds(self) -> tuple[Exact, Exact]:
        """What the position is worth at least and at most, as far as is known."""
        return matrix_game.solve(self._low).value, matrix_game.solve(self._high).value

    def against_rows(self, best: Solution) -> tuple[Exact, ...]:
        """What each card of player 0 leads to against the best mix of player 1."""
        columns = [column for column, share in enumerate(best.columns) if share]
        return tuple(
            sum((best.columns[column] * self._settled(row, column) for column in columns), matrix_game.ZERO)
            for row in range(len(best.rows))
        )

    def against_columns(self, best: Solution) -> tuple[Exact, ...]:
        """What each card of player 1 leads to against the best mix of player 0."""
        rows = [row for row, share in enumerate(best.rows) if share]
        return tuple(
            sum((best.rows[row] * self._settled(row, column) for row in rows), matrix_game.ZERO)
            for column in range(len(best.columns))
        )
