"""Exact values of matrix games: two players choose at the same time, one pays the other what the matrix says.

The row player wants little, the column player much. A saddle point is looked for first; then the two-by-two formula;
else a simplex on fractions. Whatever was found is accepted only with its proof: the row player's mix keeps every column
down to the value, the column player's mix keeps every row up to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solver.errors import EngineError

Exact = int | Fraction
"""Whole numbers stay ``int``: most positions are worth one, and fractions are ten times as slow."""
Matrix = Sequence[Sequence[Exact]]
Mix = tuple[Fraction, ...]

_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a game and a best mix of each player."""

    value: Exact
    rows: Mix
    columns: Mix


def solve(matrix: Matrix) -> Solution:
    """The value of a game with at least one row and column, and optimal mixes."""
    found = _saddle(matrix) or _simplex(matrix)
    if max(against_columns(matrix, found.rows)) > found.value or min(against_rows(matrix, found.columns)) < found.value:
        raise EngineError(f"the mixes found for a matrix game do not prove its value {found.value}")
    return found


def value(matrix: Matrix) -> Exact:
    """The value alone, with the two-by-two formula where there is no saddle point."""
    best_row, best_column = _pure(matrix)
    if best_row == best_column:
        return best_row
    if len(matrix) == 2 and len(matrix[0]) == 2:
        (a, b), (c, d) = matrix
        return _whole_if_possible(Fraction(a * d - b * c) / (a + d - b - c))
    return solve(matrix).value


def against_columns(matrix: Matrix, mix: Mix) -> list[Exact]:
    """What each column pays when the row player plays the mix."""
    return [
        sum((share * row[column] for share, row in zip(mix, matrix, strict=True)), _ZERO)
        for column in range(len(matrix[0]))
    ]


def against_rows(matrix: Matrix, mix: Mix) -> list[Exact]:
    """What each row pays when the column player plays the mix."""
    return [sum((share * cell for share, cell in zip(mix, row, strict=True)), _ZERO) for row in matrix]


def _whole_if_possible(number: Fraction) -> Exact:
    return number.numerator if number.denominator == 1 else number


def _pure(matrix: Matrix) -> tuple[Exact, Exact]:
    """The least that a single row ensures, and the most that a single column does."""
    return min(map(max, matrix)), max(map(min, zip(*matrix, strict=True)))


def _saddle(matrix: Matrix) -> Solution | None:
    best_row, best_column = _pure(matrix)
    if best_row != best_column:
        return None
    row = next(number for number, cells in enumerate(matrix) if max(cells) == best_row)
    column = next(number for number, cells in enumerate(zip(*matrix, strict=True)) if min(cells) == best_row)
    return Solution(best_row, _single(row, len(matrix)), _single(column, len(matrix[0])))


def _single(chosen: int, count: int) -> Mix:
    return tuple(_ONE if number == chosen else _ZERO for number in range(count))


def _simplex(matrix: Matrix) -> Solution:
    """Maximise the sum of ``u`` where ``A u <= 1``, ``u >= 0``, with ``A`` made positive: that sum is 1 over the value.

    ``u`` scaled to 1 is the column player's mix against a row player who wants little, if ``A`` holds what the column
    player does *not* get; the prices of the rows, scaled, are the row player's. Bland's rule keeps it from cycling.
    """
    most = 1 + max(map(max, matrix))
    height, width = len(matrix), len(matrix[0])
    table = [
        [Fraction(most - cell) for cell in row]
        + [_ONE if number == other else _ZERO for other in range(height)]
        + [_ONE]
        for number, row in enumerate(matrix)
    ]
    prices = [-_ONE] * width + [_ZERO] * (height + 1)
    basis = [width + number for number in range(height)]
    while (entering := next((column for column, price in enumerate(prices[:-1]) if price < 0), None)) is not None:
        ratios = [
            (row[-1] / row[entering], basis[number], number) for number, row in enumerate(table) if row[entering] > 0
        ]
        leaving = min(ratios)[2]
        pivot = table[leaving][entering]
        table[leaving] = [cell / pivot for cell in table[leaving]]
        for row in (*table[:leaving], *table[leaving + 1 :], prices):
            factor = row[entering]
            if factor:
                row[:] = [cell - factor * other for cell, other in zip(row, table[leaving], strict=True)]
        basis[leaving] = entering
    total = prices[-1]
    columns = [_ZERO] * width
    for number, variable in enumerate(basis):
        if variable < width:
            columns[variable] = table[number][-1] / total
    rows = tuple(price / total for price in prices[width:-1])
    return Solution(_whole_if_possible(most - 1 / total), rows, tuple(columns))
