# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Matrix games in floating point: fast, and never believed. What is found here is proven elsewhere or only says where to look."""

from libc.math cimport INFINITY

cdef enum:
    MOST = 10           # rows, and columns
    MOST_PIVOTS = 200

cdef double TINY = 1e-9
cdef double SMALL = 1e-3

cdef struct Game:
    int height, width
    double[MOST][MOST] cells

cdef struct Mixes:
    double value
    double[MOST] rows
    double[MOST] columns


def mixes(matrix):
    """About the value of a game of at most ten rows and columns, and about the best mixes of both players."""
    cdef Game game = _game(matrix)
    cdef Mixes best = _solve(&game)
    cdef int number
    return (
        best.value, [best.rows[number] for number in range(game.height)], [best.columns[number] for number in range(game.width)]
    )


def most_wanted(low, high):
    """Where to look next in a game whose cells are known to lie between two bounds.

    Returns how far apart the values of both bounds are, about, and the row and the column of a cell with different bounds
    that good play leads to most often, or ``None`` if there is none.
    """
    cdef Game least = _game(low), most = _game(high)
    cdef Mixes hoped = _solve(&least), feared = _solve(&most)
    cdef int row, column, best_row = -1, best_column = -1
    cdef double wanted, best = -1
    for row in range(least.height):
        for column in range(least.width):
            if least.cells[row][column] == most.cells[row][column]:
                continue
            # Small shares and none at all are close: any cell may be wanted in the end.
            wanted = (SMALL + feared.rows[row] + hoped.rows[row]) * (SMALL + feared.columns[column] + hoped.columns[column])
            wanted *= most.cells[row][column] - least.cells[row][column]
            if wanted > best:
                best, best_row, best_column = wanted, row, column
    return feared.value - hoped.value, None if best_row < 0 else (best_row, best_column)


cdef Game _game(matrix):
    cdef Game game
    cdef int row, column
    game.height, game.width = len(matrix), len(matrix[0])
    if game.height > MOST or game.width > MOST:
        raise ValueError("the matrix has too many rows or columns")
    for row, cells in enumerate(matrix):
        for column, cell in enumerate(cells):
            game.cells[row][column] = cell
    return game


cdef Mixes _solve(const Game *game) noexcept:
    """The simplex of ``matrix_game``, the steepest price first; it ends after some pivots, right or not."""
    cdef double[MOST + 1][2 * MOST + 1] table
    cdef int[MOST] basis
    cdef int height = game.height, width = game.width, last = game.height + game.width
    cdef int row, column, entering, leaving, pivots
    cdef double most = 0, pivot, factor, ratio, best
    cdef Mixes found
    for row in range(height):
        for column in range(width):
            if row + column == 0 or game.cells[row][column] > most:
                most = game.cells[row][column]
    most += 1
    for row in range(height):
        for column in range(last + 1):
            table[row][column] = 0
        for column in range(width):
            table[row][column] = most - game.cells[row][column]
        table[row][width + row] = 1
        table[row][last] = 1
        basis[row] = width + row
    for column in range(last + 1):
        table[height][column] = -1 if column < width else 0
    for pivots in range(MOST_PIVOTS):
        entering, best = -1, -TINY
        for column in range(last):
            if table[height][column] < best:
                entering, best = column, table[height][column]
        if entering < 0:
            break
        leaving, best = -1, INFINITY
        for row in range(height):
            if table[row][entering] > TINY:
                ratio = table[row][last] / table[row][entering]
                if ratio < best:
                    leaving, best = row, ratio
        if leaving < 0:
            break
        pivot = table[leaving][entering]
        for column in range(last + 1):
            table[leaving][column] /= pivot
        for row in range(height + 1):
            factor = table[row][entering]
            if row != leaving and factor != 0:
                for column in range(last + 1):
                    table[row][column] -= factor * table[leaving][column]
        basis[leaving] = entering
    pivot = table[height][last]
    for column in range(width):
        found.columns[column] = 0
    for row in range(height):
        if basis[row] < width:
            found.columns[basis[row]] = table[row][last] / pivot
        found.rows[row] = table[height][width + row] / pivot
    found.value = most - 1 / pivot
    return found
