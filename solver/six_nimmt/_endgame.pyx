# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled end of a duel: positions in which each player holds two cards, or one.

They are most of a duel's positions, and their values need no more than whole numbers and one division. The rules here are
a fast copy of ``resolve.py`` and are held to it by tests. Rows are sorted by their ends, and stay so.
"""

from solver.six_nimmt.rules import LAST_CARD, bullheads

cdef enum:
    ROWS = 4
    FULL = 5
    CARDS = 128

cdef int[CARDS] HEADS

for card in range(1, LAST_CARD + 1):
    HEADS[card] = bullheads(card)


cdef struct Row:
    int end
    int cards
    int heads


cdef struct Table:
    Row[ROWS] rows


def value_of_two(tuple rows, tuple first, tuple second):
    """The value of a position with two cards in each hand, as numerator and denominator, not reduced.

    ``rows``: (end, cards, bullheads) of each row, sorted; the value is bullheads of player 0 less those of player 1.
    """
    cdef int a = _after(rows, first[0], first[1], second[0], second[1])
    cdef int b = _after(rows, first[0], first[1], second[1], second[0])
    cdef int c = _after(rows, first[1], first[0], second[0], second[1])
    cdef int d = _after(rows, first[1], first[0], second[1], second[0])
    cdef int ensured = min(max(a, b), max(c, d))
    if ensured == max(min(a, c), min(b, d)):
        return ensured, 1
    return a * d - b * c, a + d - b - c


def value_of_one(tuple rows, int card, int other):
    """The value of a position with one card in each hand."""
    return _last_turn(_table(rows), card, other)


cdef Table _table(tuple rows):
    cdef Table table
    cdef int number
    for number in range(ROWS):
        table.rows[number].end, table.rows[number].cards, table.rows[number].heads = rows[number]
    return table


cdef int _after(tuple rows, int card, int card_left, int other, int other_left):
    """What the position is worth once the first two of these cards are played."""
    return _turn(_table(rows), card, other, card_left, other_left)


cdef int _last_turn(Table table, int card, int other) noexcept nogil:
    return _turn(table, card, other, 0, 0)


cdef int _turn(Table table, int card, int other, int card_left, int other_left) noexcept nogil:
    """A turn and, if cards are left (not 0), the one after it; who lies below all ends takes the row that is best."""
    cdef Table chosen
    cdef int low, high, sign, choice, row, value, best = 0
    if card < other:
        low, high, sign = card, other, 1
    else:
        low, high, sign = other, card, -1
    if low > table.rows[0].end:
        value = _lay(&table, low)
        value = sign * (value - _lay(&table, high))
        return value + _last_turn(table, card_left, other_left) if card_left else value
    for choice in range(ROWS):
        chosen = table
        # The rows before it move up: the low card ends lower than all of them.
        for row in range(choice, 0, -1):
            chosen.rows[row] = chosen.rows[row - 1]
        chosen.rows[0].end = low
        chosen.rows[0].cards = 1
        chosen.rows[0].heads = HEADS[low]
        value = sign * (table.rows[choice].heads - _lay(&chosen, high))
        if card_left:
            value += _last_turn(chosen, card_left, other_left)
        if choice == 0 or sign * value < sign * best:
            best = value
    return best


cdef int _lay(Table *table, int card) noexcept nogil:
    """Lay a card that is above some end; the bullheads that it takes."""
    cdef int row = ROWS - 1, taken
    while table.rows[row].end > card:
        row -= 1
    table.rows[row].end = card
    if table.rows[row].cards < FULL:
        table.rows[row].cards += 1
        table.rows[row].heads += HEADS[card]
        return 0
    taken = table.rows[row].heads
    table.rows[row].cards = 1
    table.rows[row].heads = HEADS[card]
    return taken
