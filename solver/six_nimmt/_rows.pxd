"""Rows as the compiled searches keep them: 16 bits each, ``end << 9 | cards << 6 | bullheads``.

So rows sort by their ends; which cards lie under the end does not matter for what can still happen. The rules here are a
fast copy of ``resolve.py`` and are held to it by tests.
"""

from libc.stdint cimport uint16_t, uint64_t

cdef extern from *:
    int popcount "__builtin_popcountll"(uint64_t) noexcept nogil
    int leading_zeros "__builtin_clzll"(uint64_t) noexcept nogil

cdef enum:
    ROWS = 4
    FULL = 5
    LAST_CARD = 104
    HEADS_BITS = 0x3F
    CARDS_BITS = 0x1C0
    ONE_CARD = 0x40
    END_SHIFT = 9


cdef inline int end_of(uint16_t row) noexcept nogil:
    return row >> END_SHIFT


cdef inline int cards_in(uint16_t row) noexcept nogil:
    return row >> 6 & 7


cdef inline int heads_in(uint16_t row) noexcept nogil:
    return row & HEADS_BITS


cdef inline uint16_t started(int card, int heads) noexcept nogil:
    """The row that a card with so many bullheads starts."""
    return <uint16_t> (card << END_SHIFT | ONE_CARD | heads)


cdef inline int lay(uint16_t *rows, int card, int heads) noexcept nogil:
    """Lay a card that is above some end; the bullheads that it takes. Rows that were sorted stay so."""
    cdef int row, nearest = -1, taken
    for row in range(ROWS):
        if end_of(rows[row]) < card and (nearest < 0 or rows[row] > rows[nearest]):
            nearest = row
    if cards_in(rows[nearest]) >= FULL:
        taken = heads_in(rows[nearest])
        rows[nearest] = started(card, heads)
        return taken
    rows[nearest] = <uint16_t> (card << END_SHIFT | (rows[nearest] & (CARDS_BITS | HEADS_BITS)) + ONE_CARD + heads)
    return 0


cdef inline bint below_all(const uint16_t *rows, int card) noexcept nogil:
    cdef int row
    for row in range(ROWS):
        if end_of(rows[row]) < card:
            return False
    return True


cdef inline bint may_get_below_all(const uint16_t *rows, int card, int turns) noexcept nogil:
    """Can this card be below all ends when so many turns have been played before it?

    With ``j`` ends below it now that takes ``j`` turns at least: each of these rows needs a card above it, and of two
    such cards the lower is laid later, so not in the same turn.
    """
    cdef int row, below = 0
    for row in range(ROWS):
        below += end_of(rows[row]) < card
    return below <= turns


cdef inline void lower_ends(uint16_t *rows, const int *gaps) noexcept nogil:
    """Make rows equal whose ends differ only in what cannot matter any more.

    Ends are compared with cards to come and with each other only. So each becomes the lowest number in its gap between
    cards to come, in the order of the ends in that gap. ``gaps``: for each row the highest card to come below its end.
    """
    cdef int row, other
    cdef int[ROWS] ends
    for row in range(ROWS):
        ends[row] = gaps[row] + 1
        for other in range(ROWS):
            ends[row] += gaps[other] == gaps[row] and rows[other] < rows[row]
    for row in range(ROWS):
        rows[row] = <uint16_t> (ends[row] << END_SHIFT | rows[row] & (CARDS_BITS | HEADS_BITS))
