# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled search over the turns of a round: layer by layer, with exact keys.

A *seat* is open when the order of its cards is free; all others follow a script. A state is the four rows, which cards
of the open seats have been played and how many recorded row choices each scripted player has used up. Every turn plays
one card of every open seat, so the states of a round form layers, and a layer needs each state only once: with the
least cost so far, the number of ways that reach it at that cost, and one predecessor on such a way.

Row order matters only where row numbers were recorded.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memset

from solver.six_nimmt._rows cimport (
    CARDS_BITS,
    END_SHIFT,
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

cdef enum:
    MOST_PLAYERS = 10
    MOST_TURNS = 10
    MOST_LAYERS = 11
    MOST_OPEN = 64
    COUNTER_BITS = 4
    SUBSETS = 16
    KINDS_OF_HEADS = 4
    NEVER = -10_000     # less than any number of bullheads

cdef int *LOWEST_BIT = [0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0]

# The bullheads on cards: 1, and more for those that have at least RICH many (MORE[i] more each).
cdef int *RICH = [2, 3, 5, 7]
cdef int *MORE = [1, 1, 2, 2]

RUNNING = 0
DONE = 1
OUT_OF_MEMORY = 2
CROWDED = 3

UNBOUNDED = 2**30

cdef int UNKNOWN_WORTH = 10_000     # more than there are bullheads: nothing is cut off

cdef uint64_t INDEX_BITS = 0xFFFFFFFF
cdef uint32_t CUT_OFF = 0xFFFFFFFF
# In place of a state's ``least``, once the search is complete: part of a round of least cost; and with several ways.
cdef int32_t BEST = 2**30
cdef int32_t SEVERAL = 2**30 + 1

cdef struct State:
    uint64_t rows      # four rows, the first in the lowest 16 bits
    uint64_t played    # open cards, by rank, then the counters of used row choices
    uint64_t ways
    int32_t cost
    int32_t least      # that a whole round costs which passes through here
    uint32_t parent    # index in the layer before
    uint32_t chosen    # which row an open seat chose in the turn that led here, by height of ends from 1, or 0

cdef struct Step:
    uint32_t before    # index of the state that a turn starts from, and of the one that it leads to
    uint32_t after
    int16_t cost       # of the cheapest way with this turn at its end
    uint8_t chosen     # as in State
    uint8_t is_best    # does it belong to a round of least cost?

cdef struct Layer:
    State *states
    size_t count
    size_t room


cdef int _by_value(const void *left, const void *right) noexcept nogil:
    cdef int32_t a = (<const int32_t *> left)[0]
    cdef int32_t b = (<const int32_t *> right)[0]
    return (a > b) - (a < b)


cdef class Layers:
    """One search: ``begin`` with a bound, ``advance`` until it is ``DONE``, then read ``best``, ``ways``, ``moves()``.

    ``CROWDED`` says that a layer is complete and holds more than ``crowd`` states: a skeleton may now be worth its time.
    """

    cdef Layer layers[MOST_LAYERS]
    cdef uint64_t *table                # by hash: its upper half, to tell most states apart, and the index + 1 of a state
    cdef size_t slots
    cdef size_t limit_bytes, used_bytes
    cdef int turns, seats, players
    cdef int turn                       # the layer that is being expanded
    cdef size_t position                # the next state of it
    cdef size_t width
    cdef int32_t bound
    cdef int32_t least_weight
    cdef bint in_order
    # open cards by rank
    cdef int open_count
    cdef int open_card[MOST_OPEN]
    cdef int open_owner[MOST_OPEN]
    cdef uint64_t seat_bits[MOST_PLAYERS]
    # scripted cards by turn
    cdef int fixed_card[MOST_TURNS][MOST_PLAYERS]
    cdef int fixed_owner[MOST_TURNS][MOST_PLAYERS]
    cdef int fixed_count
    cdef int fixed_lowest[MOST_TURNS]
    # of the scripted cards of this turn and all later ones: how many are above an end, and the highest below it
    cdef int fixed_above[MOST_LAYERS][LAST_CARD + 1]
    cdef int fixed_below[MOST_LAYERS][LAST_CARD + 1]
    cdef int fixed_rich[MOST_LAYERS][KINDS_OF_HEADS]    # with at least RICH bullheads
    cdef uint64_t all_open                              # ranks
    cdef uint64_t open_above[LAST_CARD + 1]
    cdef uint64_t open_rich[KINDS_OF_HEADS]
    cdef bint open_pays                                 # does a bullhead of an open seat cost anything?
    cdef bint cheapest_rows                             # may open seats take cheapest rows only?
    # the skeleton of a search: see ``weigh``
    cdef Layers skeleton
    cdef readonly int first_turn
    """Of a skeleton: the turns played before the layer with which it begins."""
    cdef bint is_skeleton
    cdef bint weighing
    cdef int16_t *worth[MOST_LAYERS]                    # SUBSETS numbers for each state
    cdef uint64_t *places[MOST_LAYERS]                  # by hash: the index + 1 of a state
    cdef size_t place_count[MOST_LAYERS]
    cdef int real_heads[LAST_CARD + 1]
    cdef int weight[MOST_PLAYERS]
    cdef bint is_open[MOST_PLAYERS]
    cdef int choice_shift[MOST_PLAYERS]
    cdef int choice_count[MOST_PLAYERS]
    cdef int choice[MOST_PLAYERS][MOST_TURNS]
    cdef int heads[LAST_CARD + 1]
    # the turn being put together
    cdef State *from_state
    cdef uint32_t from_index
    # the cheapest ways to reach each state, as they were searched; of a skeleton all ways
    cdef Step *steps
    cdef size_t step_count, step_room
    cdef size_t first_step[MOST_LAYERS]                 # from the states of each layer
    cdef bint steps_fit
    cdef uint64_t turn_bits
    cdef int turn_card[MOST_PLAYERS]
    cdef int turn_owner[MOST_PLAYERS]
    cdef bint failed

    cdef public int64_t nodes
    """States expanded so far, over all searches of this object."""
    cdef public size_t crowd
    """How many states make a layer ``CROWDED``, as long as no skeleton is in use; 0: never."""
    cdef public int64_t next_bound
    """The least cost that was cut off by the bound: no way outside the search costs less."""

    def __cinit__(self, rows, hands, script, choices, weights, heads, size_t memory_bytes, bint cheapest_rows=False,
                  bint is_skeleton=False):
        """``rows``: (end, cards, bullheads) of each; ``hands``: each player's cards if open, else ``None``; ``script``:
        the cards in order if not; ``choices``: recorded rows, from 0; ``weights``: cost of a bullhead by player;
        ``heads``: bullheads by card; ``cheapest_rows``: an open seat may only take a row that no other undercuts."""
        cdef int player, turn, rank, shift
        self.players = len(hands)
        self.turns = max(len(hand if hand is not None else order) for hand, order in zip(hands, script))
        self.limit_bytes = memory_bytes
        self.cheapest_rows = cheapest_rows
        self.is_skeleton = is_skeleton
        for card, number in enumerate(heads):
            self.real_heads[card] = number
            self.heads[card] = 0 if is_skeleton else number
        ranked = sorted((card, player) for player, hand in enumerate(hands) if hand is not None for card in hand)
        if len(ranked) > MOST_OPEN or self.turns > MOST_TURNS or self.players > MOST_PLAYERS:
            raise ValueError("too many open cards, turns or players")
        self.open_count = len(ranked)
        for rank, (card, player) in enumerate(ranked):
            self.open_card[rank] = card
            self.open_owner[rank] = player
        shift = self.open_count
        self.in_order = False
        self.least_weight = min(weights)
        for player in range(self.players):
            self.weight[player] = weights[player]
            self.is_open[player] = hands[player] is not None
            self.choice_shift[player] = 0
            self.choice_count[player] = 0
            if self.is_open[player]:
                bits = sum(1 << rank for rank, (_, owner) in enumerate(ranked) if owner == player)
                self.seat_bits[self.seats] = bits
                self.seats += 1
                continue
            for turn in range(self.turns):
                self.fixed_card[turn][self.fixed_count] = script[player][turn]
                self.fixed_owner[turn][self.fixed_count] = player
            self.fixed_count += 1
            if choices[player]:
                self.in_order = True
                self.choice_shift[player] = shift
                self.choice_count[player] = len(choices[player])
                for turn, row in enumerate(choices[player]):
                    self.choice[player][turn] = row
                shift += COUNTER_BITS
        self.open_pays = any(self.is_open[player] and self.weight[player] for player in range(self.players))
        self._prepare_bounds()
        if shift > 64:
            raise ValueError("too many open cards and recorded row choices")
        self._reserve(0, 1)
        self.layers[0].states[0].rows = self._packed(rows)
        self.layers[0].states[0].played = 0
        self.layers[0].states[0].ways = 1
        self.layers[0].states[0].cost = 0
        self.layers[0].count = 1
        self.slots = 1 << 12
        self.table = <uint64_t *> malloc(self.slots * sizeof(uint64_t))
        if self.table == NULL:
            raise MemoryError
        self.used_bytes += self.slots * sizeof(uint64_t)

    def __dealloc__(self):
        for turn in range(MOST_LAYERS):
            free(self.layers[turn].states)
            free(self.worth[turn])
            free(self.places[turn])
        free(self.table)
        free(self.steps)

    cdef void _prepare_bounds(self):
        cdef int turn, number, card, end, kind, rank
        for turn in range(self.turns - 1, -1, -1):
            self.fixed_lowest[turn] = LAST_CARD
            for end in range(LAST_CARD + 1):
                self.fixed_above[turn][end] = self.fixed_above[turn + 1][end]
                self.fixed_below[turn][end] = self.fixed_below[turn + 1][end]
            for kind in range(KINDS_OF_HEADS):
                self.fixed_rich[turn][kind] = self.fixed_rich[turn + 1][kind]
            for number in range(self.fixed_count):
                card = self.fixed_card[turn][number]
                self.fixed_lowest[turn] = min(self.fixed_lowest[turn], card)
                for end in range(LAST_CARD + 1):
                    if card > end:
                        self.fixed_above[turn][end] += 1
                    else:
                        self.fixed_below[turn][end] = max(self.fixed_below[turn][end], card)
                for kind in range(KINDS_OF_HEADS):
                    self.fixed_rich[turn][kind] += self.heads[card] >= RICH[kind]
        for rank in range(self.open_count):
            self.all_open |= <uint64_t> 1 << rank
            for end in range(self.open_card[rank]):
                self.open_above[end] |= <uint64_t> 1 << rank
            for kind in range(KINDS_OF_HEADS):
                if self.heads[self.open_card[rank]] >= RICH[kind]:
                    self.open_rich[kind] |= <uint64_t> 1 << rank

    cdef uint64_t _packed(self, rows):
        ordered = rows if self.in_order else sorted(rows)
        packed = 0
        for number, (end, cards, heads) in enumerate(ordered):
            packed |= (end << 9 | cards << 6 | (0 if self.is_skeleton else heads)) << (16 * number)
        return packed

    # -- the search ------------------------------------------------------------------------------------------------

    def begin(self, int bound, size_t width=0):
        """Search anew for ways that cost at most ``bound``; with a ``width`` only the best so many of each layer go on."""
        self._begin_at(0, bound, width)

    def begin_where_skeleton_does(self, int bound, size_t width=0):
        """The same from the layer on with which the skeleton begins; that layer has to be complete."""
        self._begin_at(self.skeleton.first_turn, bound, width)

    cdef void _begin_at(self, int turn, int bound, size_t width):
        self.bound = bound
        self.width = width
        self.next_bound = UNBOUNDED
        self.turn = turn
        self.position = 0
        self.step_count = self.first_step[turn]
        self.steps_fit = True
        self.failed = False
        for turn in range(turn + 1, MOST_LAYERS):
            self.layers[turn].count = 0
        memset(self.table, 0, self.slots * sizeof(uint64_t))

    def advance(self, int64_t most):
        """Expand about so many states; ``RUNNING``, ``DONE``, ``OUT_OF_MEMORY`` or ``CROWDED``."""
        cdef int64_t end = self.nodes + most
        cdef Layer *layer
        while self.turn < self.turns:
            layer = &self.layers[self.turn]
            if self.position == 0:
                self.first_step[self.turn] = self.step_count
            while self.position < layer.count:
                if self.nodes >= end:
                    return RUNNING
                self._expand(<uint32_t> self.position)
                if self.failed:
                    return OUT_OF_MEMORY
                self.position += 1
                self.nodes += 1
            self.turn += 1
            self.position = 0
            memset(self.table, 0, self.slots * sizeof(uint64_t))
            if self.width and self.layers[self.turn].count > self.width:
                self._narrow()
            if self.crowd and self.skeleton is None and self.layers[self.turn].count > self.crowd:
                return CROWDED
        return DONE

    @property
    def best(self):
        """The least cost of a whole round in this search, or ``None`` when none is within the bound."""
        found = self._best_index()
        return None if found is None else self.layers[self.turns].states[<size_t> found].cost

    @property
    def ways(self):
        """In how many ways (cards in order, and rows chosen by open seats) that cost can be reached."""
        best = self.best
        total = 0
        for index in range(self.layers[self.turns].count):
            if self.layers[self.turns].states[<size_t> index].cost == best:
                total += self.layers[self.turns].states[<size_t> index].ways
        return total

    def moves(self):
        """One of these ways: for each turn the open seats' cards by player, and the end of the row chosen (or 0)."""
        cdef State *state
        cdef size_t index = self._best_index()
        way = []
        for turn in range(self.turns, 0, -1):
            state = &self.layers[turn].states[index]
            index = state.parent
            laid = state.played & ~self.layers[turn - 1].states[index].played
            cards = {self.open_owner[rank]: self.open_card[rank] for rank in range(self.open_count) if laid >> rank & 1}
            way.append((cards, state.chosen))
        return way[::-1]

    def find_best_steps(self):
        """Find the steps of all rounds of least cost; false if memory was too small for them. It ends the search.

        Of each state of such a round it becomes known in how many ways the round can go on from there, and whether one
        order of the cards has several ways from there on, because a choice of rows leads to different states.
        """
        cdef int turn
        cdef size_t number, index
        cdef Step *step
        cdef Step *last
        cdef State *before
        cdef State *after
        cdef Layer *layer
        cdef int32_t best = self.best
        if not self.steps_fit:
            return False
        self.first_step[self.turns] = self.step_count
        layer = &self.layers[self.turns]
        for index in range(layer.count):
            after = &layer.states[index]
            after.least = BEST if after.cost == best else 0
            after.ways = 1
        for turn in range(self.turns - 1, -1, -1):
            layer = &self.layers[turn]
            for index in range(layer.count):
                before = &layer.states[index]
                before.least = before.ways = 0
            last = NULL
            for number in range(self.first_step[turn], self.first_step[turn + 1]):
                step = &self.steps[number]
                after = &self.layers[turn + 1].states[step.after]
                step.is_best = after.least >= BEST and after.cost == step.cost
                if not step.is_best:
                    continue
                before = &layer.states[step.before]
                before.ways += after.ways
                # All steps from a state follow each other, and among them those with the same cards.
                if after.least == SEVERAL or before.least == SEVERAL or (
                    last != NULL and last.before == step.before
                    and self._same_cards(after, &self.layers[turn + 1].states[last.after])
                ):
                    before.least = SEVERAL
                else:
                    before.least = BEST
                last = step
        return True

    cdef inline bint _same_cards(self, const State *one, const State *other) noexcept:
        return (one.played ^ other.played) & self.all_open == 0

    def orders_from(self, int turn, size_t index):
        """How many orders a round of least cost can go on in from a state, if no order has several ways, else ``None``."""
        cdef State *state = &self.layers[turn].states[index]
        return None if state.least == SEVERAL else state.ways

    def best_steps(self, int turn, size_t index):
        """Those from a state: the open cards that are played afterwards, as bits, and the state that a step leads to."""
        cdef size_t low = self.first_step[turn], high = self.first_step[turn + 1], middle
        while low < high:
            middle = (low + high) // 2
            if self.steps[middle].before < index:
                low = middle + 1
            else:
                high = middle
        steps = []
        while low < self.first_step[turn + 1] and self.steps[low].before == index:
            if self.steps[low].is_best:
                after = self.steps[low].after
                steps.append((self.layers[turn + 1].states[<size_t> after].played & self.all_open, after))
            low += 1
        return steps

    def _best_index(self):
        cdef size_t index, best = 0
        cdef Layer *last = &self.layers[self.turns]
        if last.count == 0:
            return None
        for index in range(1, last.count):
            if last.states[index].cost < last.states[best].cost:
                best = index
        return best

    cdef void _narrow(self) noexcept:
        """Keep the ``width`` most promising states of the layer that was just completed."""
        cdef Layer *layer = &self.layers[self.turn]
        cdef size_t index, kept = 0
        cdef int32_t *costs = <int32_t *> malloc(layer.count * sizeof(int32_t))
        cdef int32_t most
        if costs == NULL:
            self.failed = True
            return
        for index in range(layer.count):
            costs[index] = layer.states[index].least
        qsort(costs, layer.count, sizeof(int32_t), _by_value)
        most = costs[self.width - 1]
        free(costs)
        for index in range(layer.count):
            if layer.states[index].least <= most and kept < self.width:
                layer.states[kept] = layer.states[index]
                kept += 1
        layer.count = kept

    # -- one turn ----------------------------------------------------------------------------------------------------

    cdef void _expand(self, uint32_t index) noexcept:
        cdef int number
        self.from_index = index
        self.from_state = &self.layers[self.turn].states[index]
        self.turn_bits = 0
        for number in range(self.fixed_count):
            self._insert(number, self.fixed_card[self.turn][number], self.fixed_owner[self.turn][number])
        self._combine(0)

    cdef void _insert(self, int count, int card, int owner) noexcept:
        """Sort a card into the first ``count`` of the turn."""
        while count > 0 and self.turn_card[count - 1] > card:
            self.turn_card[count] = self.turn_card[count - 1]
            self.turn_owner[count] = self.turn_owner[count - 1]
            count -= 1
        self.turn_card[count] = card
        self.turn_owner[count] = owner

    cdef void _remove(self, int count, int card) noexcept:
        """Take a card out of the first ``count`` of the turn."""
        cdef int place = 0
        while self.turn_card[place] != card:
            place += 1
        for place in range(place, count - 1):
            self.turn_card[place] = self.turn_card[place + 1]
            self.turn_owner[place] = self.turn_owner[place + 1]

    cdef void _combine(self, int seat) noexcept:
        """Every combination of cards of the seats from this one on."""
        cdef uint64_t left
        cdef int rank, count = self.fixed_count + seat
        if seat == self.seats:
            self._resolve()
            return
        left = self.seat_bits[seat] & ~self.from_state.played
        for rank in range(self.open_count):
            if left >> rank & 1 and not self.failed:
                self._insert(count, self.open_card[rank], self.open_owner[rank])
                self.turn_bits |= <uint64_t> 1 << rank
                self._combine(seat + 1)
                self.turn_bits ^= <uint64_t> 1 << rank
                self._remove(count + 1, self.open_card[rank])

    cdef void _resolve(self) noexcept:
        """Lay the cards of the turn, in every way if an open seat has to choose a row."""
        cdef uint16_t rows[ROWS]
        cdef uint64_t played = self.from_state.played | self.turn_bits
        cdef int row, used, cheapest, owner = self.turn_owner[0]
        for row in range(ROWS):
            rows[row] = <uint16_t> (self.from_state.rows >> (16 * row))
        if not below_all(rows, self.turn_card[0]):
            self._lay(rows, played, -1)
            return
        if self.choice_count[owner]:
            used = played >> self.choice_shift[owner] & ((1 << COUNTER_BITS) - 1)
            if used < self.choice_count[owner]:
                self._lay(rows, played + (<uint64_t> 1 << self.choice_shift[owner]), self.choice[owner][used])
                return
        cheapest = self._cheapest(rows)
        if not self.is_open[owner] and not self.is_skeleton:
            self._lay(rows, played, cheapest)
            return
        for row in range(ROWS):
            if not self.cheapest_rows or heads_in(rows[row]) == heads_in(rows[cheapest]):
                self._lay(rows, played, row)

    cdef int _cheapest(self, const uint16_t *rows) noexcept:
        """The row with the fewest bullheads, of equal ones the lowest end."""
        cdef int row, best = 0
        for row in range(1, ROWS):
            if heads_in(rows[row]) < heads_in(rows[best]) or (
                heads_in(rows[row]) == heads_in(rows[best]) and rows[row] < rows[best]
            ):
                best = row
        return best

    cdef void _lay(self, const uint16_t *before, uint64_t played, int choice) noexcept:
        """Lay the turn's cards; the first takes the row ``choice`` unless that is -1."""
        cdef uint16_t rows[ROWS]
        cdef int32_t cost = self.from_state.cost
        cdef int number, row, card, first = 0
        if self.weighing:
            self._weigh_turn(before, choice)
            return
        cdef uint32_t chosen = 0
        for row in range(ROWS):
            rows[row] = before[row]
        if choice >= 0:
            card = self.turn_card[0]
            cost += self.weight[self.turn_owner[0]] * heads_in(rows[choice])
            if self.is_open[self.turn_owner[0]]:
                chosen = 1
                for row in range(ROWS):
                    chosen += rows[row] < rows[choice]
            rows[choice] = started(card, self.heads[card])
            first = 1
        for number in range(first, self.players):
            card = self.turn_card[number]
            cost += self.weight[self.turn_owner[number]] * lay(rows, card, self.heads[card])
        self._reach(rows, played, cost, chosen)

    cdef void _simplify(self, uint16_t *rows, uint64_t left) noexcept:
        """Make states equal that differ only in what cannot matter any more; ``left``: open cards to come.

        Ends: see ``lower_ends``. The number of cards in a row matters only as long as enough cards above its end are to
        come for a sixth (and for the bound of ``_least_taken``), its bullheads only as long as somebody can take it to
        whom they count, or a scripted player compares them to choose the cheapest row.
        """
        cdef uint64_t below
        cdef int[ROWS] gaps
        cdef int row, end, turn = self.turn + 1
        cdef bint low = not self.is_skeleton and self._low_may_matter(rows, left)
        for row in range(ROWS):
            end = end_of(rows[row])
            below = left & ~self.open_above[end]
            gaps[row] = self.fixed_below[turn][end]
            if below:
                gaps[row] = max(gaps[row], self.open_card[63 - leading_zeros(below)])
            if self._above(end, left) <= FULL - cards_in(rows[row]):
                if self.least_weight < 0:
                    rows[row] = rows[row] & ~CARDS_BITS | ONE_CARD
                if not low:
                    rows[row] = rows[row] & ~HEADS_BITS
            elif not low and not self.open_pays and self.fixed_above[turn][end] == 0:
                rows[row] = rows[row] & ~HEADS_BITS
        lower_ends(rows, gaps)

    cdef inline int _above(self, int end, uint64_t left) noexcept:
        """How many cards to come are above an end."""
        return self.fixed_above[self.turn + 1][end] + popcount(left & self.open_above[end])

    cdef bint _low_may_matter(self, const uint16_t *rows, uint64_t left) noexcept:
        """May a card be below all ends in a later turn, so that the bullheads in all rows count?"""
        cdef int turn
        for turn in range(self.turn + 1, self.turns):
            if may_get_below_all(rows, self.fixed_lowest[turn], turn - self.turn - 1):
                return True
        if not left or not (self.open_pays or self.cheapest_rows):
            return False
        # The lowest open card has the fewest ends below it, and may be kept for the last turn.
        return may_get_below_all(rows, self.open_card[popcount((left & -left) - 1)], self.turns - self.turn - 2)

    cdef int32_t _least_to_come(self, const uint16_t *rows, uint64_t played) noexcept:
        """A cost that the rest of the round has at least."""
        cdef uint64_t left = ~played & self.all_open
        if self.is_skeleton:
            return 0
        if self.skeleton is not None and self.turn + 1 >= self.skeleton.first_turn:
            return self.least_weight * self.skeleton._most_worth(self.turn + 1, rows, played)
        if self.least_weight < 0:
            return self.least_weight * self._most_taken(rows, left)
        if self.least_weight == 0:
            return 0
        return self.least_weight * self._least_taken(rows, left)

    cdef int _least_taken(self, const uint16_t *rows, uint64_t left) noexcept:
        """Bullheads that all players together take at least.

        The rows hold twenty cards: all others in play will have been taken by then, each with one bullhead at least.
        And the lowest card still in hand stays below all ends if it is so now: whatever takes a row before it is higher.
        """
        cdef int row, cards = self._to_come()
        for row in range(ROWS):
            cards += cards_in(rows[row])
        if cards > ROWS * FULL:
            return cards - ROWS * FULL
        if self.fixed_count or not left:
            return 0
        return below_all(rows, self.open_card[popcount((left & -left) - 1)])

    cdef int _most_taken(self, const uint16_t *rows, uint64_t left) noexcept:
        """Bullheads that the scripted players together take at most.

        At most everything on the table and to come, but for one in each row that still counts. More closely: what
        sixth cards take, and what cards below all ends take.

        Sixth cards. To take a row as it lies now, enough cards to fill it and one of a scripted player have to come that
        are above its end, other ones for each row that is taken so. Apart from these rows five cards to come are taken
        at most for every five cards to come that are left.

        Cards below all ends: see ``_most_by_low_cards``; after a recorded choice they may take any row.
        """
        cdef int row, place, end, rest, subset, kind, fillers
        cdef int everything, table = 0, counting = 0, most = 0, lowest, to_come = self._to_come()
        cdef int[SUBSETS] cards     # that fill these rows and take them
        cdef int[SUBSETS] rows_in
        cdef int[SUBSETS] heads
        cdef int[KINDS_OF_HEADS] rich
        cdef int[ROWS] by_end
        if to_come == 0:
            return 0
        for kind in range(KINDS_OF_HEADS):
            rich[kind] = self.fixed_rich[self.turn + 1][kind] + popcount(left & self.open_rich[kind])
        for row in range(ROWS):
            table += heads_in(rows[row])
            counting += heads_in(rows[row]) > 0
            place = row
            while place > 0 and rows[by_end[place - 1]] > rows[row]:
                by_end[place] = by_end[place - 1]
                place -= 1
            by_end[place] = row
        everything = table + self._richest(rich, to_come) - counting
        lowest = self._most_by_low_cards(rows, rich)
        if lowest and self.in_order:
            return everything
        cards[0] = rows_in[0] = heads[0] = 0
        for subset in range(SUBSETS):
            if subset:
                # Rows are added from the highest end down, so all cards so far go to rows that end as high or higher.
                row = by_end[LOWEST_BIT[subset]]
                end = end_of(rows[row])
                rest = subset & (subset - 1)
                cards[subset] = cards[rest] + FULL + 1 - cards_in(rows[row])
                rows_in[subset] = rows_in[rest] + 1
                heads[subset] = heads[rest] + heads_in(rows[row])
                if (
                    cards[rest] > to_come
                    or cards[subset] > self._above(end, left)
                    or rows_in[subset] > self.fixed_above[self.turn + 1][end]
                ):
                    cards[subset] = to_come + 1
            if cards[subset] <= to_come:
                fillers = cards[subset] - rows_in[subset] + (to_come - cards[subset]) // FULL * FULL
                most = max(most, heads[subset] + self._richest(rich, fillers))
        return min(most + lowest, everything)

    cdef int _most_by_low_cards(self, const uint16_t *rows, const int *rich) noexcept:
        """Bullheads that scripted cards below all ends take at most, each the cheapest row.

        What lies in the cheapest row is at most the mean of the ``n`` cheapest rows, with all cards laid by then among
        them. And a low card has started a row itself, which then holds that card and what was laid since, or less.
        """
        cdef int turn, before, row, place, cheap, total = 0, taken
        cdef int[ROWS] by_heads
        cdef int[MOST_TURNS] most    # up to and with that turn, if its lowest card is below all ends
        for row in range(ROWS):
            place = row
            while place > 0 and by_heads[place - 1] > heads_in(rows[row]):
                by_heads[place] = by_heads[place - 1]
                place -= 1
            by_heads[place] = heads_in(rows[row])
        for turn in range(self.turn + 1, self.turns):
            most[turn] = 0
            if not may_get_below_all(rows, self.fixed_lowest[turn], turn - self.turn - 1):
                continue
            cheap = taken = self._richest(rich, self.players * (turn - self.turn - 1))
            for row in range(ROWS):
                taken += by_heads[row]
                cheap = taken if row == 0 else min(cheap, taken // (row + 1))
            most[turn] = cheap
            for before in range(self.turn + 1, turn):
                if most[before]:
                    taken = self.heads[self.fixed_lowest[before]]
                    taken += self._richest(rich, self.players * (turn - before) - 1)
                    most[turn] = max(most[turn], most[before] + min(cheap, taken))
            total = max(total, most[turn])
        return total

    cdef inline int _to_come(self) noexcept:
        """Cards that are played after this turn."""
        return self.players * (self.turns - self.turn - 1)

    cdef inline int _richest(self, const int *rich, int cards) noexcept:
        """The bullheads on the richest so many cards to come."""
        cdef int kind, heads = cards
        for kind in range(KINDS_OF_HEADS):
            heads += MORE[kind] * min(cards, rich[kind])
        return heads

    # -- the skeleton ------------------------------------------------------------------------------------------------

    def begin_below(self, Layers search):
        """Make this the skeleton of a search from its layer on that was completed last."""
        cdef Layer *layer = &search.layers[search.turn]
        cdef State *state
        cdef State nowhere
        cdef uint16_t[ROWS] rows
        cdef size_t index
        cdef int row
        self.first_step[search.turn] = 0
        self._begin_at(search.turn, UNBOUNDED, 0)
        self.layers[search.turn].count = 0
        self.first_turn = search.turn
        nowhere.ways = 0
        self.from_state = &nowhere
        self.from_index = 0
        for index in range(layer.count):
            state = &layer.states[index]
            for row in range(ROWS):
                rows[row] = <uint16_t> (state.rows >> (16 * row)) & ~HEADS_BITS
            self._enter(search.turn, rows, state.played, 0, 0, 0)
        self.step_count = 0
        memset(self.table, 0, self.slots * sizeof(uint64_t))

    def weigh(self, int turn):
        """Weigh the states of the layer of this turn, the last one first; false: there is too little memory.

        The *skeleton* of a search are its states without bullheads: ends and lengths of the rows, and the cards played.
        These are few, and decide what can happen next, but for the cheapest row that a scripted low card takes: here it
        may take any. For a state and each set of rows, the worth is the most that the scripted players can still take in
        cards to come while they also take what lies in the rows of the set now, and in no other row. So the most that
        they can take from a state with bullheads is the maximum over the sets: what lies in their rows, and the worth.
        """
        cdef size_t index, count = self.layers[turn].count, slot
        cdef Layer *layer = &self.layers[turn]
        cdef int subset
        self.place_count[turn] = 16
        while self.place_count[turn] < 2 * count:
            self.place_count[turn] *= 2
        self.used_bytes += count * SUBSETS * sizeof(int16_t) + self.place_count[turn] * sizeof(uint64_t)
        if self.used_bytes > self.limit_bytes:
            return False
        free(self.worth[turn])
        free(self.places[turn])
        self.worth[turn] = <int16_t *> malloc(count * SUBSETS * sizeof(int16_t) + 1)
        self.places[turn] = <uint64_t *> malloc(self.place_count[turn] * sizeof(uint64_t))
        if self.worth[turn] == NULL or self.places[turn] == NULL:
            raise MemoryError
        memset(self.places[turn], 0, self.place_count[turn] * sizeof(uint64_t))
        self.turn = turn
        self.step_count = self.first_step[turn]
        self.weighing = True
        for index in range(count):
            slot = <size_t> self._hash(layer.states[index].rows, layer.states[index].played) & self.place_count[turn] - 1
            while self.places[turn][slot]:
                slot = slot + 1 & self.place_count[turn] - 1
            self.places[turn][slot] = index + 1
            for subset in range(SUBSETS):
                self.worth[turn][index * SUBSETS + subset] = NEVER
            if turn == self.turns:
                self.worth[turn][index * SUBSETS] = 0
            else:
                self._expand(<uint32_t> index)
        self.weighing = False
        return True

    def use(self, Layers skeleton):
        """Bound what scripted players can still take by a skeleton of this search that has been weighed."""
        cdef Layer *layer = &self.layers[skeleton.first_turn]
        cdef State *state
        cdef uint16_t[ROWS] rows
        cdef size_t index, kept = 0, number
        cdef int row
        cdef uint32_t *places = <uint32_t *> malloc(layer.count * sizeof(uint32_t) + 1)
        if places == NULL:
            raise MemoryError
        self.skeleton = skeleton
        for index in range(layer.count):
            state = &layer.states[index]
            for row in range(ROWS):
                rows[row] = <uint16_t> (state.rows >> (16 * row))
            state.least = state.cost + self.least_weight * skeleton._most_worth(skeleton.first_turn, rows, state.played)
            places[index] = CUT_OFF
            if state.least <= self.bound:
                places[index] = <uint32_t> kept
                layer.states[kept] = state[0]
                kept += 1
        layer.count = kept
        kept = number = self.first_step[skeleton.first_turn - 1]
        for number in range(number, self.step_count):
            if places[self.steps[number].after] != CUT_OFF:
                self.steps[kept] = self.steps[number]
                self.steps[kept].after = places[self.steps[number].after]
                kept += 1
        self.first_step[skeleton.first_turn] = kept
        free(places)

    cdef int16_t *_worth_of(self, int turn, const uint16_t *rows, uint64_t played) noexcept:
        """The worth of the sets of rows of a state, or ``NULL``. Bullheads do not matter."""
        cdef uint64_t packed = 0
        cdef int row
        cdef size_t slot
        cdef State *state
        for row in range(ROWS):
            packed |= <uint64_t> (rows[row] & ~HEADS_BITS) << (16 * row)
        slot = <size_t> self._hash(packed, played) & self.place_count[turn] - 1
        while self.places[turn][slot]:
            state = &self.layers[turn].states[self.places[turn][slot] - 1]
            if state.rows == packed and state.played == played:
                return &self.worth[turn][(self.places[turn][slot] - 1) * SUBSETS]
            slot = slot + 1 & self.place_count[turn] - 1
        return NULL

    cdef int _most_worth(self, int turn, const uint16_t *rows, uint64_t played) noexcept:
        """The most that scripted players can still take from a state."""
        cdef int16_t *worth = self._worth_of(turn, rows, played)
        cdef int[SUBSETS] heads
        cdef int subset, most = 0
        if worth == NULL:
            return UNKNOWN_WORTH
        heads[0] = 0
        most = worth[0]
        for subset in range(1, SUBSETS):
            heads[subset] = heads[subset & (subset - 1)] + heads_in(rows[LOWEST_BIT[subset]])
            most = max(most, heads[subset] + worth[subset])
        return most

    cdef void _weigh_turn(self, const uint16_t *before, int choice) noexcept:
        """What this way to lay the turn adds to the worth of the state that it starts from."""
        cdef uint16_t[ROWS] rows
        cdef int[ROWS] place        # of each row in the state after the turn
        cdef int[ROWS] laid         # bullheads of the cards of this turn that lie in it
        cdef int number, row, other, card, gain = 0, taken = 0, started_anew = 0, subset, at_first, value
        cdef int16_t *worth = &self.worth[self.turn][self.from_index * SUBSETS]
        cdef int16_t *after = &self.worth[self.turn + 1][self.steps[self.step_count].after * SUBSETS]
        self.step_count += 1
        for row in range(ROWS):
            rows[row] = before[row]
            laid[row] = 0
        for number in range(self.players):
            card = self.turn_card[number]
            row = choice
            if number or choice < 0:
                row = -1
                for other in range(ROWS):
                    if end_of(rows[other]) < card and (row < 0 or rows[other] > rows[row]):
                        row = other
            if (number == 0 and choice >= 0) or cards_in(rows[row]) >= FULL:
                if not self.is_open[self.turn_owner[number]]:
                    gain += laid[row]
                    if not started_anew >> row & 1:
                        taken |= 1 << row
                started_anew |= 1 << row
                laid[row] = self.real_heads[card]
                rows[row] = started(card, 0)
            else:
                laid[row] += self.real_heads[card]
                rows[row] = <uint16_t> (card << END_SHIFT | (rows[row] & CARDS_BITS) + ONE_CARD)
        for row in range(ROWS):
            place[row] = row if self.in_order else 0
            for other in range(0 if self.in_order else ROWS):
                place[row] += rows[other] < rows[row]
        for subset in range(SUBSETS):
            if after[subset] == NEVER:
                continue
            value = gain + after[subset]
            at_first = taken
            for row in range(ROWS):
                if subset >> place[row] & 1:
                    value += laid[row]
                    at_first |= 1 << row & ~started_anew
            worth[at_first] = max(worth[at_first], <int16_t> value)

    # -- the next layer ----------------------------------------------------------------------------------------------

    cdef void _reach(self, uint16_t *rows, uint64_t played, int32_t cost, uint32_t chosen) noexcept:
        """Enter a state into the next layer, unless it costs too much."""
        cdef uint64_t left = ~played & self.all_open
        cdef int32_t least
        cdef uint16_t swap
        cdef int row, place
        if not self.in_order:
            for row in range(1, ROWS):
                place = row
                while place > 0 and rows[place - 1] > rows[place]:
                    swap = rows[place]
                    rows[place] = rows[place - 1]
                    rows[place - 1] = swap
                    place -= 1
        self._simplify(rows, left)
        least = cost + self._least_to_come(rows, played)
        if least > self.bound:
            if least < self.next_bound:
                self.next_bound = least
            return
        self._enter(self.turn + 1, rows, played, cost, least, chosen)

    cdef void _enter(
        self, int turn, const uint16_t *rows, uint64_t played, int32_t cost, int32_t least, uint32_t chosen
    ) noexcept:
        """Enter a state into a layer, or this way to reach it if it is there already."""
        cdef uint64_t packed = 0, hashed
        cdef Layer *layer = &self.layers[turn]
        cdef State *state
        cdef size_t slot
        cdef int row
        for row in range(ROWS):
            packed |= <uint64_t> rows[row] << (16 * row)
        hashed = self._hash(packed, played)
        slot = <size_t> hashed & self.slots - 1
        while self.table[slot]:
            state = &layer.states[(self.table[slot] & INDEX_BITS) - 1]
            if self.table[slot] >> 32 == hashed >> 32 and state.rows == packed and state.played == played:
                if cost > state.cost:
                    return
                if cost == state.cost:
                    state.ways += self.from_state.ways
                else:
                    state.cost = cost
                    state.least = least
                    state.ways = self.from_state.ways
                    state.parent = self.from_index
                    state.chosen = chosen
                self._note_step(<uint32_t> (state - layer.states), cost, chosen)
                return
            slot = slot + 1 & self.slots - 1
        if layer.count == layer.room and not self._reserve(turn, layer.room + layer.room // 2 + 1024):
            self.failed = True
            return
        state = &layer.states[layer.count]
        layer.count += 1
        state.rows = packed
        state.played = played
        state.ways = self.from_state.ways
        state.cost = cost
        state.least = least
        state.parent = self.from_index
        state.chosen = chosen
        self.table[slot] = hashed >> 32 << 32 | layer.count
        self._note_step(<uint32_t> (layer.count - 1), cost, chosen)
        if 2 * layer.count > self.slots and not self._grow_table(layer):
            self.failed = True

    cdef inline void _note_step(self, uint32_t after, int32_t cost, uint32_t chosen) noexcept:
        cdef Step *step
        if self.step_count == self.step_room and self.steps_fit:
            self.steps_fit = self._reserve_steps(2 * self.step_room + 1024)
        if not self.steps_fit:
            # Only a skeleton cannot do without them.
            self.failed = self.failed or self.is_skeleton
            return
        step = &self.steps[self.step_count]
        self.step_count += 1
        step.before = self.from_index
        step.after = after
        step.cost = <int16_t> cost
        step.chosen = <uint8_t> chosen
        step.is_best = False

    cdef bint _reserve_steps(self, size_t room) noexcept:
        cdef size_t more = (room - self.step_room) * sizeof(Step)
        cdef Step *steps
        if self.used_bytes + more > self.limit_bytes:
            return False
        steps = <Step *> realloc(self.steps, room * sizeof(Step))
        if steps == NULL:
            return False
        self.steps = steps
        self.step_room = room
        self.used_bytes += more
        return True

    cdef inline uint64_t _hash(self, uint64_t rows, uint64_t played) noexcept:
        cdef uint64_t mixed = (rows ^ played * <uint64_t> 0x9E3779B97F4A7C15) * <uint64_t> 0xD6E8FEB86659FD93
        mixed = (mixed ^ mixed >> 32) * <uint64_t> 0xD6E8FEB86659FD93
        return mixed ^ mixed >> 29

    cdef bint _reserve(self, int turn, size_t room) noexcept:
        """Room for so many states in a layer, within the memory allowed."""
        cdef Layer *layer = &self.layers[turn]
        cdef size_t more = (room - layer.room) * sizeof(State)
        cdef State *states
        if room > 0xFFFFFFFE or self.used_bytes + more > self.limit_bytes:
            return False
        states = <State *> realloc(layer.states, room * sizeof(State))
        if states == NULL:
            return False
        layer.states = states
        layer.room = room
        self.used_bytes += more
        return True

    cdef bint _grow_table(self, const Layer *layer) noexcept:
        cdef size_t slots = 2 * self.slots, index, slot
        cdef uint64_t hashed
        cdef uint64_t *table
        if self.used_bytes + self.slots * sizeof(uint64_t) > self.limit_bytes:
            return False
        table = <uint64_t *> realloc(self.table, slots * sizeof(uint64_t))
        if table == NULL:
            return False
        self.used_bytes += self.slots * sizeof(uint64_t)
        self.table = table
        self.slots = slots
        memset(table, 0, slots * sizeof(uint64_t))
        for index in range(layer.count):
            hashed = self._hash(layer.states[index].rows, layer.states[index].played)
            slot = <size_t> hashed & slots - 1
            while table[slot]:
                slot = slot + 1 & slots - 1
            table[slot] = hashed >> 32 << 32 | index + 1
        return True
