# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled search of an open duel: in each turn one player leads a card face up and the other answers it.

It also bounds a duel in which both play at the same time: to answer is never worse than that, to lead never better.

Alpha-beta over exact keys. A position is the four rows and the cards left of both players; with how many cards are left
it is also known who leads. The table has a fixed size and forgets: a position that was forgotten is searched again.
"""

from libc.stdint cimport int16_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from solver.six_nimmt._rows cimport (
    CARDS_BITS,
    FULL,
    HEADS_BITS,
    LAST_CARD,
    ONE_CARD,
    ROWS,
    below_all,
    cards_in,
    end_of,
    heads_in,
    lay,
    leading_zeros,
    lower_ends,
    may_get_below_all,
    popcount,
    started,
)

from solver.six_nimmt.rules import bullheads

cdef enum:
    MOST_CARDS = 20     # in both hands
    MOST_TURNS = 10
    LOOKED_AT = 4       # places of the table where a position may be
    INFINITE = 10_000   # more than any difference
    NO_RANK = 31

cdef struct Entry:
    uint64_t rows
    uint32_t cards      # left, by rank, and whether MIRRORED; and between the rank of the card that was best to lead
    int16_t low
    int16_t high

cdef uint32_t RANKS = (1 << MOST_CARDS) - 1
cdef uint32_t MIRRORED = <uint32_t> 1 << 31


cdef class Minimax:
    """All positions of a duel in which it is settled who leads in which turn.

    Values are bullheads of player 0 less those of player 1 from a position on, both playing best. Every question names
    a position by its rows (end, cards, bullheads of each) and the cards left of each player.
    """

    cdef Entry *table
    cdef size_t places
    cdef int turns
    cdef int[MOST_CARDS] card
    cdef int[MOST_CARDS] heads
    cdef uint32_t[2] hands
    cdef uint32_t[LAST_CARD + 1] above
    cdef int[MOST_TURNS + 1] leader      # by cards left in a hand
    cdef uint32_t mirrored               # MIRRORED while the other player leads in each turn, else 0
    cdef object look
    cdef public int64_t nodes
    """Positions searched so far."""
    cdef int64_t next_look

    def __cinit__(self, first, second, leaders, size_t memory_bytes, look):
        """``first``, ``second``: the cards of the players; ``leaders``: who leads in each turn. ``look`` is called with
        the number of nodes before it grows beyond what its last call returned; it may raise to end the search."""
        cdef int rank
        self.turns = len(first)
        ranked = sorted([(card, 0) for card in first] + [(card, 1) for card in second])
        if len(second) != self.turns or len(ranked) > MOST_CARDS or len(leaders) != self.turns:
            raise ValueError("two hands of the same length and a leader for each turn are needed")
        for rank, (card, player) in enumerate(ranked):
            self.card[rank] = card
            self.heads[rank] = bullheads(card)
            self.hands[player] |= <uint32_t> 1 << rank
            for end in range(card):
                self.above[end] |= <uint32_t> 1 << rank
        for turn, player in enumerate(leaders):
            self.leader[self.turns - turn] = player
        self.places = 1 << 10
        while self.places * 2 * sizeof(Entry) <= memory_bytes and self.places < <size_t> 1 << 5 + 2 * self.turns:
            self.places *= 2
        self.table = <Entry *> calloc(self.places + LOOKED_AT, sizeof(Entry))
        if self.table == NULL:
            raise MemoryError
        self.look = look
        self.next_look = 0

    def __dealloc__(self):
        free(self.table)

    # -- questions ---------------------------------------------------------------------------------------------------

    def value(self, rows, first, second):
        """The value of a position."""
        return self._value(self._packed(rows), self._ranks(first) | self._ranks(second), -INFINITE, INFINITE)

    def lead(self, rows, first, second, int card):
        """Its value when this card is led, before it is answered."""
        cdef uint16_t[ROWS] unpacked
        cdef uint32_t left = self._ranks(first) | self._ranks(second)
        cdef int leader = self._leader(len(first))
        cdef int sign = 1 if leader == 0 else -1
        cdef int rank = self._rank(card), other, one, two, best = -INFINITE
        self._unpack(self._packed(rows), unpacked)
        for answer in second if leader == 0 else first:
            other = self._rank(answer)
            one, two = (rank, other) if leader == 0 else (other, rank)
            best = max(best, sign * self._after(unpacked, left, one, two, -INFINITE, INFINITE))
        return sign * best

    def after(self, rows, first, second, int card, int other):
        """Its value when these two cards are played, ``card`` by player 0, before a row is chosen."""
        cdef uint16_t[ROWS] unpacked
        self._unpack(self._packed(rows), unpacked)
        return self._after(
            unpacked, self._ranks(first) | self._ranks(second), self._rank(card), self._rank(other), -INFINITE, INFINITE
        )

    # -- questions of a duel in which both play at the same time, for a search in which player 0 always leads ---------

    def position(self, rows, first, second):
        """A position as the next questions name it, and the answers too: two numbers, the same for equal positions."""
        cdef uint16_t[ROWS] unpacked
        cdef uint32_t left = self._ranks(first) | self._ranks(second)
        self._unpack(self._packed(rows), unpacked)
        return self._simplified(unpacked, left), left

    def bounds(self, uint64_t packed, uint32_t left):
        """The least and the most that a position can be worth: as if player 1 led in each turn, or player 0."""
        cdef int low, high
        try:
            self.mirrored = MIRRORED
            low = self._value(packed, left, -INFINITE, INFINITE)
        finally:
            self.mirrored = 0
        high = self._value(packed, left, -INFINITE, INFINITE)
        return low, high

    def bounds_after(self, uint64_t packed, uint32_t left):
        """The same after each pair of cards, as two matrices: rows are the cards of player 0, columns those of player 1."""
        try:
            self.mirrored = MIRRORED
            low = self._matrix(packed, left)
        finally:
            self.mirrored = 0
        return low, self._matrix(packed, left)

    cdef list _matrix(self, uint64_t packed, uint32_t left):
        cdef uint16_t[ROWS] rows
        cdef int one, other
        self._unpack(packed, rows)
        return [
            [
                self._after(rows, left, one, other, -INFINITE, INFINITE)
                for other in range(2 * self.turns)
                if (left & self.hands[1]) >> other & 1
            ]
            for one in range(2 * self.turns)
            if (left & self.hands[0]) >> one & 1
        ]

    def outcomes(self, uint64_t packed, uint32_t left, int row, int column):
        """What can follow when the cards of this row and column are played: who chooses, and the outcomes to choose from.

        Each outcome is what the turn costs player 0 more than player 1, and the position after it.
        """
        cdef uint16_t[ROWS] before
        cdef uint16_t[ROWS] rows
        cdef int one = self._nth(left & self.hands[0], row), other = self._nth(left & self.hands[1], column)
        cdef int low, high, sign, cost, choice
        low, high, sign = (one, other, 1) if one < other else (other, one, -1)
        left &= ~(<uint32_t> 1 << one | <uint32_t> 1 << other)
        self._unpack(packed, before)
        found = []
        if below_all(before, self.card[low]):
            for choice in range(ROWS):
                cost = sign * self._take(before, choice, low, high, rows)
                found.append((cost, self._simplified(rows, left) if left else 0, left))
        else:
            cost = lay(before, self.card[low], self.heads[low])
            cost = sign * (cost - lay(before, self.card[high], self.heads[high]))
            found.append((cost, self._simplified(before, left) if left else 0, left))
        return 0 if sign > 0 else 1, found

    cdef int _nth(self, uint32_t ranks, int number):
        while number:
            ranks &= ranks - 1
            number -= 1
        return popcount((ranks & -ranks) - 1)

    cdef inline int _leader(self, int count) noexcept:
        """Who leads when so many cards are left in each hand."""
        return 1 - self.leader[count] if self.mirrored else self.leader[count]

    cdef int _rank(self, int card):
        cdef int rank
        for rank in range(2 * self.turns):
            if self.card[rank] == card:
                return rank
        raise ValueError(f"nobody holds the {card}")

    cdef uint32_t _ranks(self, cards):
        cdef uint32_t ranks = 0
        for card in cards:
            ranks |= <uint32_t> 1 << self._rank(card)
        return ranks

    cdef uint64_t _packed(self, rows):
        cdef uint64_t packed = 0
        for number, (end, cards, heads) in enumerate(sorted(rows)):
            packed |= <uint64_t> ((end << 9) | (cards << 6) | heads) << (16 * number)
        return packed

    cdef void _unpack(self, uint64_t packed, uint16_t *rows) noexcept:
        cdef int row
        for row in range(ROWS):
            rows[row] = <uint16_t> (packed >> 16 * row)

    # -- the search --------------------------------------------------------------------------------------------------

    cdef int _value(self, uint64_t packed, uint32_t left, int alpha, int beta) except? INFINITE:
        """The value if it is within the window, else a bound of it on the same side of the window."""
        cdef uint16_t[ROWS] rows
        cdef int[MOST_TURNS] leads
        cdef int[MOST_TURNS] answers
        cdef int[MOST_TURNS] order
        cdef int count, leader, sign, one, other, value, worst, best = INFINITE, best_rank = NO_RANK, lowest, highest
        cdef int rank, found = NO_RANK
        cdef Entry *entry
        if left == 0:
            return 0
        if self.nodes == self.next_look:
            self.next_look = self.look(self.nodes)
        self.nodes += 1
        self._unpack(packed, rows)
        packed = self._simplified(rows, left)
        lowest, highest = -INFINITE, INFINITE
        entry = self._find(packed, left)
        if entry != NULL:
            if entry.low >= beta or entry.low == entry.high:
                return entry.low
            if entry.high <= alpha:
                return entry.high
            alpha = max(alpha, entry.low)
            beta = min(beta, entry.high)
            lowest, highest = entry.low, entry.high
            found = (entry.cards & ~MIRRORED) >> MOST_CARDS
        count = popcount(left) // 2
        leader = self._leader(count)
        # From here on the leader wants little.
        sign = 1 if leader == 0 else -1
        if sign < 0:
            alpha, beta = -beta, -alpha
        self._order_leads(rows, left, leader, found, leads)
        for one in range(count):
            rank = leads[one]
            self._order_answers(rows, left, leader, rank, answers)
            worst = -INFINITE
            for other in range(count):
                if sign > 0:
                    value = self._after(rows, left, rank, answers[other], max(alpha, worst), min(beta, best))
                else:
                    value = -self._after(rows, left, answers[other], rank, -min(beta, best), -max(alpha, worst))
                worst = max(worst, value)
                if worst >= min(beta, best):
                    break
            if worst < best:
                best, best_rank = worst, rank
            if best <= alpha:
                break
        if sign < 0:
            best, alpha, beta = -best, -beta, -alpha
        if best > alpha:
            lowest = best
        if best < beta:
            highest = best
        self._keep(packed, left, best_rank, lowest, highest)
        return best

    cdef int _after(self, const uint16_t *before, uint32_t left, int rank, int other, int alpha, int beta) except? INFINITE:
        """The value once player 0 plays the card of ``rank`` and player 1 that of ``other``; rows are chosen for the best."""
        cdef uint16_t[ROWS] rows
        cdef int low, high, sign, cost, choice, row, value, best = INFINITE
        low, high, sign = (rank, other, 1) if rank < other else (other, rank, -1)
        left &= ~(<uint32_t> 1 << rank | <uint32_t> 1 << other)
        for row in range(ROWS):
            rows[row] = before[row]
        if not below_all(rows, self.card[low]):
            cost = lay(rows, self.card[low], self.heads[low])
            cost = sign * (cost - lay(rows, self.card[high], self.heads[high]))
            return cost + self._value(self._pack(rows), left, alpha - cost, beta - cost)
        if sign < 0:
            alpha, beta = -beta, -alpha
        for choice in range(ROWS):
            cost = self._take(before, choice, low, high, rows)
            value = sign * (sign * cost + (
                self._value(self._pack(rows), left, alpha - cost, min(beta, best) - cost)
                if sign > 0
                else self._value(self._pack(rows), left, cost - min(beta, best), cost - alpha)
            ))
            best = min(best, value)
            if best <= alpha:
                break
        return sign * best

    cdef int _take(self, const uint16_t *before, int choice, int low, int high, uint16_t *rows) noexcept:
        """Lay a card below all ends, which takes the row ``choice``, then the other; what its owner loses more by it."""
        cdef int row, cost = heads_in(before[choice])
        # It ends lower than all other rows, so they stay sorted.
        rows[0] = started(self.card[low], self.heads[low])
        for row in range(ROWS):
            if row != choice:
                rows[row + (row < choice)] = before[row]
        return cost - lay(rows, self.card[high], self.heads[high])

    cdef uint64_t _pack(self, const uint16_t *rows) noexcept:
        return rows[0] | <uint64_t> rows[1] << 16 | <uint64_t> rows[2] << 32 | <uint64_t> rows[3] << 48

    # -- which play first --------------------------------------------------------------------------------------------

    cdef int _at_once(self, const uint16_t *before, int rank, int other) noexcept:
        """What the turn costs player 0 more than player 1 if a low card takes the cheapest row."""
        cdef uint16_t[ROWS] rows
        cdef int low, high, sign, row, choice = 0, cost
        low, high, sign = (rank, other, 1) if rank < other else (other, rank, -1)
        for row in range(ROWS):
            rows[row] = before[row]
            if heads_in(before[row]) < heads_in(before[choice]):
                choice = row
        if below_all(before, self.card[low]):
            return sign * self._take(before, choice, low, high, rows)
        cost = lay(rows, self.card[low], self.heads[low])
        return sign * (cost - lay(rows, self.card[high], self.heads[high]))

    cdef void _order_leads(self, const uint16_t *rows, uint32_t left, int leader, int found, int *leads) noexcept:
        """The leader's cards, the most promising first: what was best before, then by what the turn costs at most."""
        cdef int[MOST_TURNS] costs
        cdef int rank, other, cost, worst, place, count = 0
        for rank in range(2 * self.turns):
            if not (left & self.hands[leader]) >> rank & 1:
                continue
            worst = -INFINITE
            for other in range(2 * self.turns):
                if (left & self.hands[1 - leader]) >> other & 1:
                    cost = self._at_once(rows, rank, other) if leader == 0 else -self._at_once(rows, other, rank)
                    worst = max(worst, cost)
            if rank == found:
                worst = -INFINITE
            place = count
            while place > 0 and costs[place - 1] > worst:
                costs[place] = costs[place - 1]
                leads[place] = leads[place - 1]
                place -= 1
            costs[place] = worst
            leads[place] = rank
            count += 1

    cdef void _order_answers(self, const uint16_t *rows, uint32_t left, int leader, int rank, int *answers) noexcept:
        """The other's cards, by what the turn costs the leader, the dearest first."""
        cdef int[MOST_TURNS] costs
        cdef int other, cost, place, count = 0
        for other in range(2 * self.turns):
            if not (left & self.hands[1 - leader]) >> other & 1:
                continue
            cost = self._at_once(rows, rank, other) if leader == 0 else -self._at_once(rows, other, rank)
            place = count
            while place > 0 and costs[place - 1] < cost:
                costs[place] = costs[place - 1]
                answers[place] = answers[place - 1]
                place -= 1
            costs[place] = cost
            answers[place] = other
            count += 1

    # -- the table ---------------------------------------------------------------------------------------------------

    cdef uint64_t _simplified(self, uint16_t *rows, uint32_t left) noexcept:
        """The position without what cannot matter any more.

        Ends: see ``lower_ends``. The number of cards in a row matters only as long as enough cards above its end are to
        come for a sixth; the bullheads in such a row only as long as a card may get below all ends and take it.
        """
        cdef int[ROWS] gaps
        cdef uint32_t below
        cdef int row, lowest = self.card[popcount((left & -left) - 1)]
        cdef bint low = may_get_below_all(rows, lowest, popcount(left) // 2 - 1)
        for row in range(ROWS):
            below = left & ~self.above[end_of(rows[row])]
            gaps[row] = self.card[63 - leading_zeros(below)] if below else 0
            if popcount(left & self.above[end_of(rows[row])]) <= FULL - cards_in(rows[row]):
                rows[row] = rows[row] & ~CARDS_BITS | ONE_CARD
                if not low:
                    rows[row] = rows[row] & ~HEADS_BITS
        lower_ends(rows, gaps)
        return self._pack(rows)

    cdef inline size_t _place(self, uint64_t rows, uint32_t left) noexcept:
        cdef uint64_t mixed = (rows ^ left * <uint64_t> 0x9E3779B97F4A7C15) * <uint64_t> 0xD6E8FEB86659FD93
        mixed = (mixed ^ mixed >> 32) * <uint64_t> 0xD6E8FEB86659FD93
        return <size_t> (mixed ^ mixed >> 29) & self.places - 1

    cdef Entry *_find(self, uint64_t rows, uint32_t left) noexcept:
        cdef uint32_t named = left | self.mirrored
        cdef Entry *entry = &self.table[self._place(rows, named)]
        cdef int step
        for step in range(LOOKED_AT):
            if entry[step].rows == rows and entry[step].cards & (RANKS | MIRRORED) == named:
                return &entry[step]
        return NULL

    cdef void _keep(self, uint64_t rows, uint32_t left, int rank, int low, int high) noexcept:
        """Enter bounds of a position: over what is known of it, in a free place, or over the one with the fewest cards."""
        cdef uint32_t named = left | self.mirrored
        cdef Entry *entry = &self.table[self._place(rows, named)]
        cdef int step, chosen = 0
        for step in range(LOOKED_AT):
            if entry[step].rows == 0 or (entry[step].rows == rows and entry[step].cards & (RANKS | MIRRORED) == named):
                chosen = step
                break
            if popcount(entry[step].cards & RANKS) < popcount(entry[chosen].cards & RANKS):
                chosen = step
        entry[chosen].rows = rows
        entry[chosen].cards = named | <uint32_t> rank << MOST_CARDS
        entry[chosen].low = <int16_t> low
        entry[chosen].high = <int16_t> high
