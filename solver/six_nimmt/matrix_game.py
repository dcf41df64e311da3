"""Exact values of matrix games: two players choose at the same time, one pays the other what the matrix says.

The row player wants little, the column player much. A saddle point is looked for first; then it is guessed in floating
point which rows and columns good mixes hold, and the mixes of these are computed exactly; if that fails, a simplex on
fractions. Whatever was found is accepted only with its proof: the row player's mix keeps every column down to the
value, the column player's mix keeps every row up to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solver.errors import EngineError
from solver.six_nimmt._guess import mixes

Exact = int | Fraction
"""Whole numbers stay ``int``: most positions are worth one, and fractions are ten times as slow."""
Matrix = Sequence[Sequence[Exact]]
Mix = tuple[Fraction, ...]

ZERO, _ONE = Fraction(0), Fraction(1)
_SHARE = 1e-7
"""Smaller shares of a guessed mix are taken for none."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a game and a best mix of each player."""

    value: Exact
    rows: Mix
    columns: Mix


def solve(matrix: Matrix) -> Solution:
    """The value of a game with at least one row and column, and optimal mixes."""
    for method in (_saddle, _guessed, _simplex):
        found = method(matrix)
        if found is not None and _is_proven(matrix, found):
            return found
    raise EngineError("the mixes found for a matrix game do not prove its value")


def _is_proven(matrix: Matrix, found: Solution) -> bool:
    """Do the mixes, which have to be mixes, prove the value?"""
    if min(*found.rows, *found.columns) < 0 or sum(found.rows) != 1 or sum(found.columns) != 1:
        return False
    return max(against_columns(matrix, found.rows)) <= found.value <= min(against_rows(matrix, found.columns))


def against_columns(matrix: Matrix, mix: Mix) -> list[Exact]:
    """What each column pays when the row player plays the mix."""
    played = [(share, row) for share, row in zip(mix, matrix, strict=True) if share]
    return [sum((share * row[column] for share, row in played), ZERO) for column in range(len(matrix[0]))]


def against_rows(matrix: Matrix, mix: Mix) -> list[Exact]:
    """What each row pays when the column player plays the mix."""
    played = [(share, column) for column, share in enumerate(mix) if share]
    return [sum((share * row[column] for share, column in played), ZERO) for row in matrix]


def _whole_if_possible(number: Fraction) -> Exact:
    return number.numerator if number.denominator == 1 else number


def _saddle(matrix: Matrix) -> Solution | None:
    """A single row and a single column, if what the row ensures is what the column does."""
    best_row, best_column = min(map(max, matrix)), max(map(min, zip(*matrix, strict=True)))
    if best_row != best_column:
        return None
    row = next(number for number, cells in enumerate(matrix) if max(cells) == best_row)
    column = next(number for number, cells in enumerate(zip(*matrix, strict=True)) if min(cells) == best_row)
    return Solution(best_row, _single(row, len(matrix)), _single(column, len(matrix[0])))


def _single(chosen: int, count: int) -> Mix:
    return tuple(_ONE if number == chosen else ZERO for number in range(count))


def _guessed(matrix: Matrix) -> Solution | None:
    """The mixes of the rows and columns that best mixes seem to hold, if these are equally many and have such mixes.

    Each makes equally good what the other holds: with ``A`` made positive, as in ``_simplex``, ``A u = 1`` and
    ``w A = 1``, and ``u`` and ``w`` scaled to 1 are the mixes.
    """
    _, *shares = mixes(matrix)
    rows, columns = ([number for number, share in enumerate(mix) if share > _SHARE] for mix in shares)
    if len(rows) != len(columns):
        return None
    most = 1 + max(matrix[row][column] for row in rows for column in columns)
    part = [[most - matrix[row][column] for column in columns] for row in rows]
    found = _with_sums_of_one(part)
    against = _with_sums_of_one([list(column) for column in zip(*part, strict=True)])
    if found is None or against is None:
        return None
    total = sum(found)
    if total == 0 or sum(against) != total:
        return None
    return Solution(
        _whole_if_possible(most - 1 / total),
        _spread(rows, [share / total for share in against], len(matrix)),
        _spread(columns, [share / total for share in found], len(matrix[0])),
    )


def _with_sums_of_one(matrix: Matrix) -> list[Fraction] | None:
    """The ``u`` with ``A u = 1`` for a square ``A``, by elimination; ``None`` if there is none or more than one."""
    size = len(matrix)
    table = [[*map(Fraction, row), _ONE] for row in matrix]
    for step in range(size):
        pivot = next((number for number in range(step, size) if table[number][step]), None)
        if pivot is None:
            return None
        table[step], table[pivot] = table[pivot], table[step]
        table[step] = [cell / table[step][step] for cell in table[step]]
        for number in range(size):
            factor = table[number][step]
            if number != step and factor:
                table[number] = [cell - factor * other for cell, other in zip(table[number], table[step], strict=True)]
    return [row[-1] for row in table]


def _spread(chosen: Sequence[int], shares: Sequence[Fraction], count: int) -> Mix:
    mix = [ZERO] * count
    for number, share in zip(chosen, shares, strict=True):
        mix[number] = share
    return tuple(mix)


def _simplex(matrix: Matrix) -> Solution:
    """Maximise the sum of ``u`` where ``A u <= 1``, ``u >= 0``, with ``A`` made positive: that sum is 1 over the value.

    ``u`` scaled to 1 is the column player's mix against a row player who wants little, if ``A`` holds what the column
    player does *not* get; the prices of the rows, scaled, are the row player's. Bland's rule keeps it from cycling.
    """
    most = 1 + max(map(max, matrix))
    height, width = len(matrix), len(matrix[0])
    table = [
        [Fraction(most - cell) for cell in row]
        + [_ONE if number == other else ZERO for other in range(height)]
        + [_ONE]
        for number, row in enumerate(matrix)
    ]
    prices = [-_ONE] * width + [ZERO] * (height + 1)
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
    columns = [ZERO] * width
    for number, variable in enumerate(basis):
        if variable < width:
            columns[variable] = table[number][-1] / total
    rows = tuple(price / total for price in prices[width:-1])
    return Solution(_whole_if_possible(most - 1 / total), rows, tuple(columns))
