# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled search over the positions of one deal of The Game.

The kernel sees ranks and tops; it knows nothing of files, names or printing (``search.py`` translates).

Ranks.  The unplayed cards of the deal are numbered 1 … n by value. For descending piles ranks are mirrored
(rank r becomes n + 1 - r), so that both directions read alike: every pile goes up, lower is better.

Tops.  A top t matters to the future only through (R, L). R is the highest unplayed rank below t: exactly the ranks above R
fit as ordinary plays. If the card `step` behind t is unplayed, of rank e, then L = e - 1, else L = R. Two tops with the
same (R, L) are the same to every future play, whatever their numbers: each unplayed card fits both or neither, and leads
to the same top. Which cards are unplayed changes with every play, so the (R, L) of all piles are kept up to date.

Dominance.  (R', L') is at least as good as (R, L) if both are equal or R' <= L: then every card that fits the second in its
direction fits the first, and the backwards trick e of the second fits the first as an ordinary play (e > L >= R'). After
the play both piles show the same card, or the relation still holds; so whatever can be done from the second can be
done from the first. The plain rule "lower is better" is wrong: a higher top whose trick partner is still unplayed may
win where the lower one loses. Piles of one direction are interchangeable and may be matched either way.

Layers.  Every play adds one card: positions after k plays form layer k. A *group* is what two positions must share to be
compared: who holds what, how much of the deck is drawn, who plays, and how many cards were put down this turn. Children are
generated group by group: what depends on the group alone is computed once, and the children of one group are sorted by total
travel, so that a position comes after all that dominate it. The end of a turn is made together with its last play: a play
leads to a position in which the turn goes on (at least one more play follows) and, once the minimum is reached, to one in
which it has ended. Where it leads to both, their tops are generated and sifted once (`expand_twins`).

Cost.  A search may also count turns or backwards tricks and drop what exceeds a limit. Positions that differ in cost alone belong
to one group; those of lower cost are generated first, and dominate the others as if the costs were equal.

Order.  Two plays in a row that the same player could have made the other way round (on different piles, the second card held
before the first was laid) lead to the same position. The complete layered search makes them with the lower card first
only. Nothing is lost: let the position C come from M by playing y, which is left out because M came from G by playing
x > y. Then G also has the child N by y, and N the child C by x. N is kept, or N' that dominates it is, whose child by x is C or
dominates C. Should that play be left out at N' as well, then the same argument goes on from there with a last card above
x; as it rises each time, it ends: C is stored, or what dominates it. So every layer holds the same positions as without
the rule, and only the children fall, by more than a third.

A search runs in one of two ways.
*Layered*: all of a layer (or, as a beam, the `width` best of it) is expanded before the next layer; what is expanded
is kept only as far as a line needs it, and in a temporary file if memory runs short. Several threads may share the groups of
a layer; what leads to the groups of a large layer is listed share by share. Without a width that is the complete search with complete dominance.
*Chunked* (`memo`): depth first, the `width` best pending positions of the deepest layer at a time, until nothing is pending.
All positions seen are remembered and keep dominated arrivals out. When memory runs short, closed positions are
forgotten, deepest layers first; they may then be searched again, but an answer never rests on what was forgotten.
"""

from os import SEEK_END
from sys import byteorder

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memmove, memset

from solver.the_game._sorting cimport MOST_KEYS, distribute, select_words, sort_spread, sort_words

cdef extern from "_bits.h" nogil:
    ctypedef unsigned long long set128  # a set of ranks; 128 bits wide in C
    const uint64_t LOW_BYTES, BIT7, BIT15, SECONDS  # of each lane; SECONDS: bit 7 of the second one of each direction
    set128 set_of(int rank)
    bint set_has(set128 s, int rank)
    int set_count(set128 s)
    int set_lowest(set128 s)
    int set_highest(set128 s)
    uint64_t hash_word(uint64_t hash, set128 word)
    bint any_dominates4(const uint64_t* kept, int64_t n, uint64_t t)
    bint any_dominates4_plain(const uint64_t* kept, int64_t n, uint64_t t)
    void give_back_memory()
    void prefetch(const void* place)
    int lowest_bit(uint64_t word)
    int lane_count(uint64_t lanes)
    uint64_t crosswise(uint64_t lanes)

cpdef enum Status:
    RUNNING = 0
    WON                  # a position with every card played was reached
    EXHAUSTED            # nothing is left to expand
    OUT_OF_NODES
    OUT_OF_MEMORY

cpdef enum Cost:
    FREE = 0             # nothing is counted
    TURNS
    TRICKS

cpdef enum Slack:
    UNLIMITED = 127      # as `slack`: a turn may be as long as the hand

cdef enum:
    MAX_RANK = 126       # ranks, R and L fit in seven bits
    NO_PILE = 127        # R and L of a lane that stands for no pile: nothing fits it
    UNKNOWN = 255
    GONE = 0xFFFFFFFF
    SCORE_BASE = 1 << 16 # keeps scores above 0
    MOST = 0x7FFFFFF0    # entries, segments or pairs of one layer: indices have 32 bits
    META_COST = 24       # where the cost stands in the meta word
    MOVE_PLACE = 9       # the lane before and after the lanes were sorted again: two bits each where there are four
    MOVE_ENDED = 12      # 0 if the turn goes on, else 1 + the cards drawn then, at most MANY
    MANY = 15
    NO_TWIN = 0          # a pair leads to one group
    TWIN = 1             # or also to the one in which the turn goes on
    TWIN_DONE = 2        # which has its children already
    ALL_PLAYS = 0
    ORDINARY = 1         # plays in the direction of the pile
    BACKWARDS = 2        # tricks
    MAX_LANES = 32
    MAX_WORDS = 8
    MAX_PLAYERS = 5
    PART = 4096          # pairs that a helper expands at a time
    LISTED = 1 << 24     # pairs that are listed at a time, see `listed`
    FEW_PAIRS = 32       # and positions that are not worth it
    FEW_POSITIONS = 4096
    PENDING = 0
    CLOSED = 1           # expanded, or dominated by a later arrival

cdef struct Layer:
    # Segments: runs of entries of one group, in the order of arrival.
    set128* keys         # players + 1 words a segment: the hands, and the meta word, see `child_key`
    uint32_t* start      # first entry of the segment; it ends where the next one starts
    int32_t* older       # memo: the segment before it in its hash bucket, or -1
    int64_t segments, segment_room
    # Entries: one position each.
    uint64_t* tops       # a 16-bit lane R << 8 | L for each pile, four lanes a word
    uint32_t* parent     # the entry of the previous layer that it came from, if that is recorded
    uint16_t* move       # rank | lane << 7 | ended << MOVE_ENDED; small: also the lane where the card lies << MOVE_PLACE
    uint8_t* mark        # memo: PENDING or CLOSED
    int64_t entries, entry_room
    # Scores: score << 32 | entry; smaller is better. With memo a heap of what is pending, else in order of arrival.
    uint64_t* ranked
    int64_t ranked_count, ranked_room
    uint32_t best        # the best score so far
    bint expanded        # layered: done with
    int64_t links_at     # where the file `links` has its parents and moves
    bint links_away      # they have been put into the file `links`
    int32_t* buckets     # memo: hash table of segments
    int64_t bucket_count

cdef struct Run:         # entries of one segment that are to be expanded: those in the places first … first + count - 1
    uint32_t segment, first, count

cdef struct Pair:        # a run and a card that its player lays
    uint32_t run
    uint8_t card, cost, ended, twin

cdef struct Origin:      # where a buffered child comes from
    uint32_t parent
    uint16_t move


cdef class Search:
    """One search of one deal; ``search.py`` makes it and says what the switches mean.

    ``cards``: the unplayed cards, sorted. ``deck``: those to be drawn, in order. ``lanes_up``, ``lanes_down``: (R, L) of each
    pile. ``starts``: (hands, cards drawn, player, cards put down this turn) of each position that play may begin with.
    ``dead_limit``: most dead cards of a position; ``improving``: also fewer than the deepest layer so far leaves unplayed.
    ``cost_limit``: most of ``cost`` that is allowed. ``target``: the layer to reach. ``max_nodes`` -1: no limit.
    ``max_memory`` in bytes. Without ``recording`` nothing is kept of how positions were reached: there is no line then.
    """

    # the deal and the rules
    cdef int n, players, hand_limit, min_plays, min_plays_empty, deck_size
    cdef readonly int ascending               # lanes of ascending piles
    cdef readonly int lanes                   # of one position, those that stand for no pile included
    cdef int words, key_words
    cdef bint small                           # at most two piles a direction: four lanes in one word
    cdef uint8_t down[128]                    # the rank exactly `step` lower, 0 if that is no card of the deal
    cdef uint8_t up[128]
    cdef int shift                            # ranks between trick partners where the numbers have no gaps, else 0
    cdef uint8_t deck[128]
    cdef int deck_place[128]                  # where in the deck a card stood, far below 0 if it was in a hand
    cdef set128 deck_rest[128]                # cards from this deck position on
    cdef set128 upto[128]                     # ranks 1 … r
    cdef set128 window_up[128]                # ranks e <= r with up[e] > r
    cdef set128 window_down[128]              # ranks x >= r with 0 < down[x] < r
    # the parts that can be switched
    cdef bint use_dominance, use_dead, use_symmetry, use_order, memo, improving, recording
    cdef int64_t width
    cdef int slack, dead_limit, trick_bonus, partner_bonus, cost_weight
    cdef int cost, cost_limit                 # what is counted, and the most of it that is allowed
    cdef int target                           # the layer to reach: WON
    # budgets and what has been spent
    cdef readonly int status
    cdef readonly int64_t nodes               # positions expanded
    cdef readonly int64_t children            # plays generated and not cut at once
    cdef readonly int64_t swapped             # piles passed over because the other order of the last two plays is made
    cdef readonly int64_t doomed              # children cut at once for their dead cards
    cdef readonly int64_t groups              # groups expanded
    cdef readonly int64_t memory              # bytes in use
    cdef int64_t max_nodes, max_memory
    # what has been found
    cdef Layer* layers
    cdef object links                         # a file with parents and moves of layers that memory is too short for
    cdef readonly int deepest                 # the deepest layer reached: the most cards that a line lays
    cdef readonly bint truncated              # a beam left something out
    cdef bint cut_short                       # the node budget kept part of a layer from being expanded
    cdef readonly int start_dead              # dead cards that every start has: no line leaves fewer
    cdef readonly int64_t forgotten           # closed positions that the memo let go
    # handing out whole layers
    cdef public bint pausing                  # `run` returns when a layer is complete, before it is expanded
    cdef readonly int complete                # the newest layer that it returned with so far, or -1
    # the expansion under way
    cdef int source_index
    cdef bint whole                           # all of the layer is expanded: `chosen` is not needed
    cdef uint32_t* chosen
    cdef int64_t chosen_count, chosen_room
    cdef Run* runs
    cdef int64_t run_count, run_room
    cdef Pair* pairs
    cdef uint64_t* pair_order
    cdef uint64_t* pair_spare
    cdef int64_t pair_count, pair_room, pair_next
    cdef public int64_t listed                # most pairs to be listed at a time, roughly: they take much memory
    cdef int shares, share_bits               # so they are listed in so many shares; see `share_of`
    cdef int next_share                       # the next one to be listed
    # the group of children at hand
    cdef set128 unplayed, partners_up, partners_down
    cdef int dead_allowed, group_score
    cdef bint quiet                           # no trick may follow
    cdef uint8_t reach_up[128]                # by the lowest L of a direction, how far piles can reach, or UNKNOWN; see `dead_cards`
    cdef uint8_t reach_down[128]
    cdef Origin* origins
    cdef uint64_t* buffer                     # tops of the children
    cdef uint64_t* order                      # travel << 32 | index in the buffer
    cdef uint64_t* sorted_order
    cdef uint32_t* kept                       # children that nothing dominates, and their tops
    cdef uint64_t* kept_tops
    cdef int64_t buffer_count, buffer_room
    cdef int64_t kept_before                  # of them, those of lower cost
    cdef uint64_t* over_tops                  # handed over from the groups in which the turn goes on
    cdef uint64_t* over_order
    cdef Origin* over_origins
    cdef int64_t over_count, over_room
    # threads
    cdef list helpers                         # searches of the same deal that expand parts of this one's layers
    cdef object submit                        # starts a call in a thread and returns its future
    cdef Layer output                         # of a helper: the children of its part
    cdef bint stopping                        # of a helper: to end before its share does, which is of no use any more

    def __init__(
        self, *, list cards, int step, int players, int hand_limit, int min_plays, int min_plays_empty, list deck,
        list lanes_up, list lanes_down, list starts, int64_t width, bint memo, bint dominance, bint dead_cards,
        bint symmetry, bint order, int slack, int dead_limit, bint improving, int cost, int cost_limit, int target,
        int trick_bonus, int partner_bonus, int cost_weight, int64_t max_nodes, int64_t max_memory, bint recording,
    ):
        cdef int i, r, low, limit
        cdef uint8_t lane_low[MAX_LANES]
        cdef uint8_t lane_limit[MAX_LANES]
        cdef uint64_t tops[MAX_WORDS]
        cdef set128 key[MAX_PLAYERS + 1]
        if len(cards) > MAX_RANK or players > MAX_PLAYERS or max(len(lanes_up), len(lanes_down)) > MAX_LANES // 2:
            raise ValueError("more cards, players or piles than the kernel can hold")
        if memo and not recording:
            raise ValueError("the memo needs to know how positions were reached")
        self.n = len(cards)
        self.players = players
        self.key_words = players + 1
        self.hand_limit = hand_limit
        self.min_plays = min_plays
        self.min_plays_empty = min_plays_empty
        self.width = width
        self.memo = memo
        self.use_dominance = dominance
        self.use_dead = dead_cards
        self.use_symmetry = symmetry
        self.use_order = order and width == 0 and not memo  # a beam would lose what it left out of the other order
        self.slack = slack
        self.dead_limit = dead_limit
        self.improving = improving
        self.recording = recording
        self.trick_bonus = trick_bonus
        self.partner_bonus = partner_bonus
        self.cost_weight = cost_weight
        self.cost = cost
        self.cost_limit = cost_limit
        self.target = target
        self.max_nodes = max_nodes
        self.max_memory = max_memory
        self.listed = LISTED
        self.complete = -1

        ranks = {card: r for r, card in enumerate(cards, 1)}
        if step > 0:
            for card, r in ranks.items():
                self.down[r] = ranks.get(card - step, 0)
                self.up[r] = ranks.get(card + step, 0)
            if 0 < self.n == cards[self.n - 1] - cards[0] + 1 and step < self.n:
                self.shift = step
        for i in range(1, self.n + 2):
            self.upto[i] = self.upto[i - 1]
            # Partners drop out of window_up once the higher one is reached, and enter window_down behind the lower one.
            self.window_up[i] = self.window_up[i - 1] & ~set_of(self.down[i])
            self.window_down[i] = self.window_down[i - 1] & ~set_of(i - 1)
            if i <= self.n: self.upto[i] |= set_of(i)
            if self.up[i]: self.window_up[i] |= set_of(i)
            if self.up[i - 1]: self.window_down[i] |= set_of(self.up[i - 1])
        self.deck_size = len(deck)
        for i in range(128):
            self.deck_place[i] = -128
        for i, card in enumerate(deck):
            self.deck[i] = ranks[card]
            self.deck_place[self.deck[i]] = i
        for i in range(self.deck_size - 1, -1, -1):
            self.deck_rest[i] = self.deck_rest[i + 1] | set_of(self.deck[i])

        self.small = len(lanes_up) <= 2 and len(lanes_down) <= 2
        self.ascending = 2 if self.small else len(lanes_up)
        self.lanes = 4 if self.small else (len(lanes_up) + len(lanes_down) + 3) // 4 * 4
        self.words = self.lanes // 4
        memset(lane_low, NO_PILE, MAX_LANES)
        memset(lane_limit, NO_PILE, MAX_LANES)
        for i, (low, limit) in enumerate(lanes_up):
            lane_low[i] = low
            lane_limit[i] = limit
        for i, (low, limit) in enumerate(lanes_down, self.ascending):
            lane_low[i] = low
            lane_limit[i] = limit
        self.sort_lanes(lane_low, lane_limit)
        self.pack(lane_low, lane_limit, tops)

        self.layers = <Layer*>calloc(self.n + 2, sizeof(Layer))
        if self.layers == NULL:
            raise MemoryError()
        self.start_dead = self.n
        for hands, drawn, player, played in starts:
            for i in range(players):
                key[i] = 0
                for card in hands[i]:
                    key[i] |= set_of(<int>ranks[card])
            # Plays beyond the minimum count for nothing, and a slack is counted from here.
            played = min(played, min_plays if drawn < self.deck_size else min_plays_empty)
            i = cost == TURNS and played > 0  # a turn under way counts with the next card, which is no first one
            key[players] = <set128><int>(drawn | player << 8 | played << 16 | i << META_COST)
            self.enter_group(key)
            self.start_dead = min(self.start_dead, set_count(self.dead_cards(
                min([limit for _, limit in lanes_up], default=NO_PILE), min([limit for _, limit in lanes_down], default=NO_PILE)
            )))
            self.open_segment(&self.layers[0], key)
            self.add_entry(&self.layers[0], tops, 0, 0)
            if self.memo:
                self.index_segment(&self.layers[0])
        self.status = WON if target == 0 else RUNNING

    def __dealloc__(self):
        cdef int i
        if self.layers != NULL:
            for i in range(self.n + 2):
                self.release(&self.layers[i], True)
            self.release(&self.output, True)
            free(self.layers)
        if self.memory > 1 << 24:
            give_back_memory()
        free(self.chosen)
        free(self.runs)
        free(self.pairs)
        free(self.pair_order)
        free(self.pair_spare)
        free(self.origins)
        free(self.buffer)
        free(self.order)
        free(self.sorted_order)
        free(self.kept)
        free(self.kept_tops)
        free(self.over_tops)
        free(self.over_order)
        free(self.over_origins)

    # -- the loop ----------------------------------------------------------------------------------------------

    def run(self, int64_t work):
        """Search until about `work` more children are generated or the search has ended; returns ``status``.

        How the work is divided among calls changes nothing about the search.
        """
        cdef int64_t until = self.children + work
        cdef int index
        with nogil:
            while self.status == RUNNING:
                if self.pair_next < self.pair_count or self.next_share < self.shares:
                    self.expand_some()
                    if self.memory > self.max_memory and not self.memo:
                        self.status = OUT_OF_MEMORY
                    if self.children >= until:
                        break
                    continue
                index = self.source_index + 1 if self.nodes > 0 else 0
                if self.pausing and self.complete < index:
                    self.complete = index
                    break
                if not self.memo and self.nodes > 0:
                    self.release(&self.layers[self.source_index], False)
                index = self.deepest
                while index >= 0 and not self.has_pending(&self.layers[index]):
                    index -= 1
                if index < 0:
                    self.status = OUT_OF_NODES if self.cut_short and not self.memo else EXHAUSTED
                    break
                if self.memory > self.max_memory and self.memo:
                    self.forget()
                if self.memory > self.max_memory // 2 and self.recording and not self.memo:
                    with gil:
                        self.put_links_away(index)
                if self.memory > self.max_memory:
                    self.status = OUT_OF_MEMORY
                elif self.max_nodes >= 0 and self.nodes >= self.max_nodes:
                    self.status = OUT_OF_NODES
                elif self.status == RUNNING:
                    self.begin(index)
        return self.status

    cdef int expand_some(self) except -1 nogil:
        """Expand a group of the layer under way, or with helpers as much as each of them does at a time."""
        if self.pair_next < self.pair_count:
            if self.is_worth_sharing():
                with gil:
                    self.expand_together()
            else:
                self.expand_group()
        elif self.helpers is None or self.memo or self.layers[self.source_index + 1].entries == 0:
            # Alone also as long as there is no first position of the next layer: `is_worth_sharing` says why.
            self.find_pairs(&self.layers[self.source_index])
            self.next_share += 1
        else:
            with gil:
                self.expand_shares_together()
        return 0

    def best_moves(self):
        """How the deepest layer was reached first: the index of the start, and a list of (rank, lane, turn ended)."""
        cdef int index = self.deepest
        cdef uint32_t entry = 0
        cdef int move
        cdef Layer* layer
        if not self.recording:
            raise ValueError("how positions were reached was not recorded")
        moves = []
        while index > 0:
            layer = &self.layers[index]
            if layer.links_away:
                move = self.link(layer.links_at + layer.entries * 4 + <int64_t>entry * 2, 2)
                entry = self.link(layer.links_at + <int64_t>entry * 4, 4)
            else:
                move = layer.move[entry]
                entry = layer.parent[entry]
            moves.append((move & 127, (move >> 7) & (3 if self.small else 31), bool(move >> MOVE_ENDED)))
            index -= 1
        moves.reverse()
        return entry, moves

    def layer_sizes(self):
        """Positions stored in each layer so far, before a beam leaves any out; with ``memo``, those remembered."""
        cdef int i
        return [self.layers[i].entries for i in range(self.deepest + 1)]

    def best_scores(self):
        """The best score in each layer that a search with a width has reached, in ranks; lower is better."""
        cdef int i
        return [(<int64_t>self.layers[i].best - SCORE_BASE) / 16 for i in range(self.deepest + 1)]

    def layer_groups(self):
        """How many groups `layer` yields."""
        return self.layers[self.complete].segments

    def layer(self):
        """Yields the groups of the newest complete layer when ``pausing``.

        A group is (hands, cards drawn, player, cards put down this turn, lanes). Hands are sets of ranks as numbers with
        these bits set; lanes are 16-bit numbers R << 8 | L, ``lanes`` of them for each position.
        """
        cdef Layer* layer = &self.layers[self.complete]
        cdef int64_t segment, first, end
        cdef int i, meta
        for segment in range(layer.segments):
            first = layer.start[segment]
            end = self.segment_end(layer, segment)
            hands = []
            for i in range(self.players):
                hands.append(layer.keys[segment * self.key_words + i])
            meta = <int>layer.keys[segment * self.key_words + self.players]
            # On a little-endian machine the lanes of a word lie in memory in their order.
            lanes = (<char*>(layer.tops + first * self.words))[:(end - first) * self.words * 8]
            yield hands, meta & 255, (meta >> 8) & 255, (meta >> 16) & 255, lanes

    # -- storage -----------------------------------------------------------------------------------------------

    cdef void* resized(self, void* block, int64_t old, int64_t new) except? NULL nogil:
        """The block with room for `new` instead of `old` bytes, accounted for."""
        cdef void* fresh
        if new == 0:
            free(block)
            fresh = NULL
        else:
            fresh = realloc(block, new)
            if fresh == NULL:
                with gil:
                    raise MemoryError()
        self.memory += new - old
        return fresh

    cdef int check_room(self, int64_t room) except -1 nogil:
        if room > MOST:
            with gil:
                raise MemoryError()
        return 0

    cdef void* scratch(self, int64_t size) except NULL nogil:
        """Zeroed memory for a moment."""
        cdef void* block = calloc(max(1, size), 1)
        if block == NULL:
            with gil:
                raise MemoryError()
        return block

    cdef int resize_segments(self, Layer* layer, int64_t room) except -1 nogil:
        cdef int64_t old = layer.segment_room
        self.check_room(room)
        layer.keys = <set128*>self.resized(layer.keys, old * self.key_words * sizeof(set128), room * self.key_words * sizeof(set128))
        layer.start = <uint32_t*>self.resized(layer.start, old * 4, room * 4)
        if self.memo:
            layer.older = <int32_t*>self.resized(layer.older, old * 4, room * 4)
        layer.segment_room = room
        return 0

    cdef int resize_entries(self, Layer* layer, int64_t room) except -1 nogil:
        cdef int64_t old = layer.entry_room
        self.check_room(room)
        layer.tops = <uint64_t*>self.resized(layer.tops, old * self.words * 8, room * self.words * 8)
        if self.recording:
            layer.parent = <uint32_t*>self.resized(layer.parent, old * 4, room * 4)
        layer.move = <uint16_t*>self.resized(layer.move, old * 2, room * 2)
        if self.memo:
            layer.mark = <uint8_t*>self.resized(layer.mark, old, room)
        if self.width > 0:
            layer.ranked = <uint64_t*>self.resized(layer.ranked, old * 8, room * 8)
        layer.entry_room = room
        return 0

    cdef int release(self, Layer* layer, bint whole) except -1 nogil:
        """Give back what an expanded layer no longer needs: all but how its entries were reached, or all."""
        layer.keys = <set128*>self.resized(layer.keys, layer.segment_room * self.key_words * sizeof(set128), 0)
        layer.start = <uint32_t*>self.resized(layer.start, layer.segment_room * 4, 0)
        layer.tops = <uint64_t*>self.resized(layer.tops, layer.entry_room * self.words * 8, 0)
        if self.width > 0:
            layer.ranked = <uint64_t*>self.resized(layer.ranked, layer.entry_room * 8, 0)
        layer.segment_room = 0
        if whole:
            free(layer.older)
            free(layer.parent)
            free(layer.move)
            free(layer.mark)
            free(layer.buckets)
        elif not self.recording:
            layer.move = <uint16_t*>self.resized(layer.move, layer.entry_room * 2, 0)
        elif layer.entries > 0:
            layer.parent = <uint32_t*>self.resized(layer.parent, layer.entry_room * 4, layer.entries * 4)
            layer.move = <uint16_t*>self.resized(layer.move, layer.entry_room * 2, layer.entries * 2)
        layer.entry_room = layer.entries
        return 0

    cdef inline int64_t more_segments(self, int64_t room) noexcept nogil:
        return room * 2 if room else 16

    cdef inline int64_t more_entries(self, int64_t room) noexcept nogil:
        return room + (room >> 1) + 64

    cdef int put_links_away(self, int until) except -1:
        """Write parents and moves of the layers before this one to a file: only the line at the end needs them."""
        cdef int index
        cdef Layer* layer
        try:
            if self.links is None:
                from tempfile import TemporaryFile
                self.links = TemporaryFile()
            for index in range(1, until):
                layer = &self.layers[index]
                if not layer.links_away:
                    layer.links_at = self.links.seek(0, SEEK_END)
                    self.links.write(<uint8_t[:layer.entries * 4]><uint8_t*>layer.parent)
                    self.links.write(<uint8_t[:layer.entries * 2]><uint8_t*>layer.move)
                    self.links.flush()
                    layer.parent = <uint32_t*>self.resized(layer.parent, layer.entries * 4, 0)
                    layer.move = <uint16_t*>self.resized(layer.move, layer.entries * 2, 0)
                    layer.links_away = True
        except OSError:
            self.status = OUT_OF_MEMORY  # no room there either
        return 0

    cdef int64_t link(self, int64_t place, int size) except -1:
        self.links.seek(place)
        return int.from_bytes(self.links.read(size), byteorder)

    cdef int open_segment(self, Layer* layer, set128* key) except -1 nogil:
        if layer.segments == layer.segment_room:
            self.resize_segments(layer, self.more_segments(layer.segment_room))
        memcpy(layer.keys + layer.segments * self.key_words, key, self.key_words * sizeof(set128))
        layer.start[layer.segments] = <uint32_t>layer.entries
        layer.segments += 1
        return 0

    cdef int add_entry(self, Layer* layer, uint64_t* tops, uint32_t parent, uint16_t move) except -1 nogil:
        cdef int64_t entry = layer.entries
        cdef uint32_t score
        if entry == layer.entry_room:
            self.resize_entries(layer, self.more_entries(entry))
        memcpy(layer.tops + entry * self.words, tops, self.words * 8)
        if self.recording:
            layer.parent[entry] = parent
        layer.move[entry] = move
        layer.entries += 1
        if self.memo:
            layer.mark[entry] = PENDING
        if self.width > 0:
            score = self.score(tops)
            layer.best = score if entry == 0 else min(layer.best, score)
            self.rank(layer, <uint64_t>score << 32 | <uint64_t>entry)
        return 0

    cdef inline int64_t segment_end(self, Layer* layer, int64_t segment) noexcept nogil:
        return layer.start[segment + 1] if segment + 1 < layer.segments else layer.entries

    cdef int64_t segment_of(self, Layer* layer, uint32_t entry) noexcept nogil:
        cdef int64_t first = 0, last = layer.segments - 1, middle
        while first < last:
            middle = (first + last + 1) >> 1
            if layer.start[middle] <= entry:
                first = middle
            else:
                last = middle - 1
        return first

    cdef void rank(self, Layer* layer, uint64_t scored) noexcept nogil:
        """Add an entry to `ranked`; with memo that is a heap."""
        cdef int64_t i = layer.ranked_count, above
        layer.ranked_count += 1
        while self.memo and i > 0:
            above = (i - 1) >> 1
            if layer.ranked[above] <= scored:
                break
            layer.ranked[i] = layer.ranked[above]
            i = above
        layer.ranked[i] = scored

    cdef uint32_t pop(self, Layer* layer) noexcept nogil:
        """Take the best entry from the heap."""
        cdef uint32_t best = <uint32_t>layer.ranked[0]
        cdef int64_t i = 0, child, size = layer.ranked_count - 1
        cdef uint64_t moved = layer.ranked[size]
        layer.ranked_count = size
        while True:
            child = 2 * i + 1
            if child >= size:
                break
            if child + 1 < size and layer.ranked[child + 1] < layer.ranked[child]:
                child += 1
            if layer.ranked[child] >= moved:
                break
            layer.ranked[i] = layer.ranked[child]
            i = child
        if size > 0:
            layer.ranked[i] = moved
        return best

    cdef bint has_pending(self, Layer* layer) noexcept nogil:
        if not self.memo:
            return layer.entries > 0 and not layer.expanded
        while layer.ranked_count > 0 and layer.mark[<uint32_t>layer.ranked[0]] != PENDING:
            self.pop(layer)
        return layer.ranked_count > 0

    # -- the memo ----------------------------------------------------------------------------------------------

    cdef uint64_t hash_key(self, set128* key) noexcept nogil:
        """A hash of the group, whatever the cost."""
        cdef uint64_t h = 0
        cdef int i
        for i in range(self.players):
            h = hash_word(h, key[i])
        return hash_word(h, without_cost(key[self.players]))

    cdef inline bint same_key(self, set128* x, set128* y) noexcept nogil:
        cdef int i
        for i in range(self.key_words):
            if x[i] != y[i]:
                return False
        return True

    cdef int index_segment(self, Layer* layer) except -1 nogil:
        """Enter the newest segment in the hash table; it is built anew when it is full or gone."""
        cdef int64_t first = layer.segments - 1, room, i
        cdef uint64_t bucket
        if layer.segments > layer.bucket_count:
            room = 64
            while room < layer.segments:
                room *= 2
            layer.buckets = <int32_t*>self.resized(layer.buckets, layer.bucket_count * 4, room * 4)
            layer.bucket_count = room
            memset(layer.buckets, 255, room * 4)
            first = 0
        for i in range(first, layer.segments):
            bucket = self.hash_key(layer.keys + i * self.key_words) & <uint64_t>(layer.bucket_count - 1)
            layer.older[i] = layer.buckets[bucket]
            layer.buckets[bucket] = <int32_t>i
        return 0

    cdef int64_t drop_known(self, Layer* target, set128* key, int64_t first, int64_t end) except -1 nogil:
        """Of `kept[first : end]`, keep what no position of the layer dominates, and close what they dominate there.

        Returns the new end.
        """
        cdef int64_t fresh = first, i, e, last
        cdef int32_t segment
        cdef uint64_t* tops
        cdef bint known
        cdef uint64_t bucket
        if target.bucket_count == 0:
            return end
        bucket = self.hash_key(key) & <uint64_t>(target.bucket_count - 1)
        for i in range(first, end):
            tops = self.kept_tops + i * self.words
            known = False
            segment = target.buckets[bucket]
            while segment >= 0 and not known:
                if self.same_key(target.keys + segment * self.key_words, key):
                    e = target.start[segment]
                    last = self.segment_end(target, segment)
                    known = self.any_dominates(target.tops + e * self.words, last - e, tops)
                    while e < last and not known:
                        if target.mark[e] == PENDING and self.any_dominates(tops, 1, target.tops + e * self.words):
                            target.mark[e] = CLOSED
                        e += 1
                segment = target.older[segment]
            if not known:
                self.kept[fresh] = self.kept[i]
                memcpy(self.kept_tops + fresh * self.words, tops, self.words * 8)
                fresh += 1
        return fresh

    cdef int forget(self) except -1 nogil:
        """Free memory: let go of closed positions, deepest layers first, until half of the budget is free.

        Kept are pending positions and all their ancestors (a line may still go through them), and the best line. What is
        let go may be reached and searched again.
        """
        cdef int index
        cdef int64_t e, entries, segment, segments, end, ranked
        cdef uint32_t moved
        cdef Layer* layer
        cdef Layer* below
        cdef uint8_t* needed = NULL               # entries of this layer with descendants that are kept
        cdef uint8_t* needed_above = NULL
        cdef uint32_t* place = NULL               # where the entries of this layer have moved to
        cdef bint keep
        needed = <uint8_t*>self.scratch(self.layers[self.deepest].entries)
        needed[0] = 1                             # the end of the best line
        for index in range(self.deepest, -1, -1):
            layer = &self.layers[index]
            if index > 0:
                needed_above = <uint8_t*>self.scratch(self.layers[index - 1].entries)
            # The starts are known by their place.
            keep = index == 0 or self.memory <= self.max_memory // 2
            place = <uint32_t*>self.scratch(layer.entries * 4)
            memset(place, 255, layer.entries * 4)
            entries = 0
            segments = 0
            for segment in range(layer.segments):
                e = layer.start[segment]
                end = self.segment_end(layer, segment)
                layer.start[segments] = <uint32_t>entries
                while e < end:
                    if layer.mark[e] == PENDING or needed[e] or keep:
                        if index > 0 and (layer.mark[e] == PENDING or needed[e]):
                            needed_above[layer.parent[e]] = 1
                        place[e] = <uint32_t>entries
                        memmove(layer.tops + entries * self.words, layer.tops + e * self.words, self.words * 8)
                        layer.parent[entries] = layer.parent[e]
                        layer.move[entries] = layer.move[e]
                        layer.mark[entries] = layer.mark[e]
                        entries += 1
                    e += 1
                if entries > layer.start[segments]:
                    memmove(
                        layer.keys + segments * self.key_words,
                        layer.keys + segment * self.key_words,
                        self.key_words * sizeof(set128),
                    )
                    segments += 1
            self.forgotten += layer.entries - entries
            layer.entries = entries
            layer.segments = segments
            if index < self.deepest:
                below = layer + 1
                for e in range(below.entries):
                    below.parent[e] = place[below.parent[e]]
            ranked = layer.ranked_count
            layer.ranked_count = 0
            for e in range(ranked):
                moved = place[<uint32_t>layer.ranked[e]]
                if moved != GONE and layer.mark[moved] == PENDING:
                    self.rank(layer, (layer.ranked[e] & 0xFFFFFFFF00000000ULL) | moved)
            self.resize_segments(layer, max(1, segments))
            self.resize_entries(layer, max(1, entries))
            layer.buckets = <int32_t*>self.resized(layer.buckets, layer.bucket_count * 4, 0)
            layer.bucket_count = 0
            self.index_segment(layer)
            free(place)
            free(needed)
            needed = needed_above
            needed_above = NULL
        give_back_memory()
        return 0

    # -- threads -----------------------------------------------------------------------------------------------

    def share(self, list helpers, submit):
        """Expand with these searches, made like this one, each in a thread of its own that `submit` starts.

        Parts of a layer are expanded at the same time and put together in their order: positions, counters and memory
        are what they are without helpers, but for what the parts hold while they are made. (Only how much has been made
        of a layer for which there is no room may differ.)
        """
        cdef Search helper
        for helper in helpers:
            helper.release(&helper.layers[0], True)
            memset(&helper.layers[0], 0, sizeof(Layer))
        self.helpers = helpers
        self.submit = submit

    cdef inline bint is_worth_sharing(self) noexcept nogil:
        # The first position of a layer is made alone: it may win, and it says how many dead cards the others may have.
        return (
            self.helpers is not None and not self.memo and self.layers[self.source_index + 1].entries > 0
            and self.chosen_count > FEW_POSITIONS and self.pair_count - self.pair_next > FEW_PAIRS
        )

    cdef int expand_together(self) except -1:
        """Let each helper expand a part of the pairs that are left, and add what it found to the next layer."""
        cdef int64_t first = self.pair_next, end
        cdef int64_t size = min(PART, (self.pair_count - first + len(self.helpers) - 1) // len(self.helpers))
        cdef Search helper
        parts = []
        for helper in self.helpers:
            end = min(self.pair_count, first + size)
            # Pairs that may lead to one group stay together.
            while end > first and end < self.pair_count and self.pair_order[end] >> 32 == self.pair_order[end - 1] >> 32:
                end += 1
            parts.append((helper, self.submit(helper.expand_part, self, first, end)))
            first = end
        for helper, part in parts:
            part.result()
            self.append(helper)
        self.pair_next = first
        return 0

    cdef int expand_shares_together(self) except -1:
        """Let each helper list and expand a share of the pairs, and add what it found to the next layer."""
        cdef Search helper
        parts = []
        for helper in self.helpers:
            if self.next_share < self.shares:
                parts.append((helper, self.submit(helper.expand_share, self, self.next_share)))
                self.next_share += 1
        try:
            for helper, part in parts:
                part.result()
                self.append(helper)
        except BaseException:
            # A share may take seconds, and whoever wants to stop shall not wait for it.
            for helper, part in parts:
                helper.stopping = True
            raise
        return 0

    def expand_part(self, Search owner, int64_t first, int64_t end):
        """As a helper: make the children of the owner's pairs from `first` to `end`."""
        cdef Pair* pairs = self.pairs
        cdef uint64_t* pair_order = self.pair_order
        self.borrow(owner)
        self.pairs = owner.pairs
        self.pair_order = owner.pair_order
        self.pair_next = first
        self.pair_count = end
        try:
            with nogil:
                while self.pair_next < self.pair_count:
                    self.expand_group()
        finally:
            self.pairs = pairs
            self.pair_order = pair_order
            self.give_back()

    def expand_share(self, Search owner, int share):
        """As a helper: list this share of the owner's pairs, and make their children."""
        self.borrow(owner)
        self.next_share = share
        try:
            with nogil:
                self.find_pairs(&self.layers[self.source_index])
                while self.pair_next < self.pair_count and not self.stopping:
                    self.expand_group()
        finally:
            self.give_back()

    cdef void borrow(self, Search owner) noexcept:
        """As a helper: get ready to expand parts of the owner's layer."""
        cdef Layer* target = &self.layers[owner.source_index + 1]
        self.source_index = owner.source_index
        self.layers[self.source_index] = owner.layers[self.source_index]
        target[0] = self.output
        target.segments = target.entries = target.ranked_count = 0
        self.whole = owner.whole
        self.chosen = owner.chosen
        self.runs = owner.runs
        self.run_count = owner.run_count
        self.share_bits = owner.share_bits
        self.deepest = owner.deepest
        self.children = self.swapped = self.doomed = 0

    cdef void give_back(self) noexcept:
        """As a helper: keep what was made, and nothing that is the owner's and not for this search to free."""
        cdef Layer* target = &self.layers[self.source_index + 1]
        self.output = target[0]
        memset(target, 0, sizeof(Layer))
        memset(&self.layers[self.source_index], 0, sizeof(Layer))
        self.chosen = NULL
        self.runs = NULL

    cdef int append(self, Search helper) except -1:
        """Add what a helper made to the next layer, as if it had been made here."""
        cdef Layer* target = &self.layers[self.source_index + 1]
        cdef Layer* part = &helper.output
        cdef int64_t i, room, first = target.entries, segments = target.segments
        with nogil:
            room = target.segment_room
            while room < segments + part.segments:
                room = self.more_segments(room)
            if room > target.segment_room:
                self.resize_segments(target, room)
            room = target.entry_room
            while room < first + part.entries:
                room = self.more_entries(room)
            if room > target.entry_room:
                self.resize_entries(target, room)
            memcpy(target.keys + segments * self.key_words, part.keys, part.segments * self.key_words * sizeof(set128))
            for i in range(part.segments):
                target.start[segments + i] = <uint32_t>(first + part.start[i])
            memcpy(target.tops + first * self.words, part.tops, part.entries * self.words * 8)
            if self.recording:
                memcpy(target.parent + first, part.parent, part.entries * 4)
            memcpy(target.move + first, part.move, part.entries * 2)
            for i in range(part.ranked_count):
                target.ranked[first + i] = part.ranked[i] + <uint64_t>first
            if part.ranked_count > 0:
                target.ranked_count += part.ranked_count
                target.best = min(target.best, part.best)
            target.segments += part.segments
            target.entries += part.entries
            self.children += helper.children
            self.swapped += helper.swapped
            self.doomed += helper.doomed
            self.reserve_buffer(helper.buffer_room)
            self.reserve_over(helper.over_room)
            if helper.pair_room > self.pair_room:
                self.resize_pairs(helper.pair_room)
        return 0

    # -- lanes -------------------------------------------------------------------------------------------------

    cdef void pack(self, uint8_t* low, uint8_t* limit, uint64_t* tops) noexcept nogil:
        cdef int i
        memset(tops, 0, self.words * 8)
        for i in range(self.lanes):
            tops[i >> 2] |= <uint64_t>(low[i] << 8 | limit[i]) << (16 * (i & 3))

    cdef void unpack(self, uint64_t* tops, uint8_t* low, uint8_t* limit) noexcept nogil:
        cdef int i
        for i in range(self.lanes):
            limit[i] = (tops[i >> 2] >> (16 * (i & 3))) & 255
            low[i] = (tops[i >> 2] >> (16 * (i & 3) + 8)) & 255

    cdef void sort_lanes(self, uint8_t* low, uint8_t* limit) noexcept nogil:
        """Put the interchangeable piles of each direction in the order of (R, L)."""
        cdef int direction, first, end, i, j
        cdef uint8_t r, l
        if not self.use_symmetry:
            return
        for direction in range(2):
            first = self.ascending if direction else 0
            end = self.lanes if direction else self.ascending
            for i in range(first + 1, end):
                r = low[i]
                l = limit[i]
                j = i - 1
                while j >= first and (low[j] > r or (low[j] == r and limit[j] > l)):
                    low[j + 1] = low[j]
                    limit[j + 1] = limit[j]
                    j -= 1
                low[j + 1] = r
                limit[j + 1] = l

    cdef inline bint any_dominates(self, uint64_t* kept, int64_t n, uint64_t* t) noexcept nogil:
        """Does any of the n positions with tops `kept` dominate the one with tops `t`?"""
        cdef int64_t k
        cdef int i
        cdef uint64_t limit, good
        if self.small and self.use_dominance:
            return any_dominates4(kept, n, t[0])
        for k in range(n):
            for i in range(self.words):
                if self.use_dominance:
                    # As in `any_dominates4`, but piles are only matched in order: that misses dominators, never errs.
                    limit = (t[i] & 0x00FF00FF00FF00FFULL) | 0x0080008000800080ULL
                    good = limit - ((kept[i] >> 8) & 0x00FF00FF00FF00FFULL)
                    good |= (0x8000800080008000ULL - (kept[i] ^ t[i])) >> 8
                    if good & 0x0080008000800080ULL != 0x0080008000800080ULL:
                        break
                elif kept[i] != t[i]:
                    break
            else:
                return True
            kept += self.words
        return False

    cdef uint32_t score(self, uint64_t* tops) noexcept nogil:
        """Smaller is tried first: how far the piles have gone, less a bonus for each backwards trick in reach.

        In sixteenths of a rank; `group_score` holds what is the same for the whole group.
        """
        cdef int i, low, limit, total = self.group_score
        for i in range(self.lanes):
            limit = (tops[i >> 2] >> (16 * (i & 3))) & 255
            low = (tops[i >> 2] >> (16 * (i & 3) + 8)) & 255
            total += 16 * low
            if low != limit:
                total -= self.trick_bonus
        return total

    # -- expansion ---------------------------------------------------------------------------------------------

    cdef void child_key(self, set128* parent, int card, bint ends, set128* key) noexcept nogil:
        """The group after the player of `parent` lays `card` and, if `ends`, draws and passes the turn on.

        The meta word: cards drawn, player << 8, cards put down this turn << 16, cost << META_COST. A trick's own cost is
        not yet in it.
        """
        cdef int meta = <int>parent[self.players]
        cdef int drawn = meta & 255, player = (meta >> 8) & 255, played = (meta >> 16) & 255, cost = meta >> META_COST
        cdef int least, after, passed
        if self.cost == TURNS and played == 0:
            cost += 1
        memcpy(key, parent, self.players * sizeof(set128))
        key[player] &= ~set_of(card)
        if ends:
            played = 0
            # Players without cards draw and pass; once the deck is empty they are skipped.
            for passed in range(self.players + 1):
                after = min(self.deck_size, drawn + max(0, self.hand_limit - set_count(key[player])))
                key[player] |= self.deck_rest[drawn] & ~self.deck_rest[after]
                drawn = after
                player = player + 1 if player + 1 < self.players else 0
                if key[player] != 0:
                    break
        else:
            # Past the minimum, plays are counted only where their number is limited.
            least = self.min_plays if drawn < self.deck_size else self.min_plays_empty
            if played < least or self.slack < UNLIMITED:
                played += 1
        key[self.players] = <set128>(drawn | player << 8 | played << 16 | cost << META_COST)

    cdef int begin(self, int index) except -1 nogil:
        """Choose what to expand in this layer, and list the groups that result."""
        cdef Layer* layer = &self.layers[index]
        cdef int64_t take = self.width if self.width > 0 else layer.entries, i
        if self.max_nodes >= 0 and self.max_nodes - self.nodes < min(take, layer.entries):
            take = self.max_nodes - self.nodes
            self.cut_short = True
        self.whole = not self.memo and take >= layer.entries
        if self.memo:
            self.reserve_chosen(take)
            self.chosen_count = 0
            while self.chosen_count < take and self.has_pending(layer):
                i = self.pop(layer)
                layer.mark[i] = CLOSED
                self.chosen[self.chosen_count] = <uint32_t>i
                self.chosen_count += 1
        else:
            layer.expanded = True
            if self.whole:
                take = layer.entries
            else:
                self.truncated = True
                self.reserve_chosen(take)
                if self.width > 0:
                    select_words(layer.ranked, layer.entries, take)
                    for i in range(take):
                        layer.ranked[i] &= 0xFFFFFFFFULL
                    sort_words(layer.ranked, take)
                for i in range(take):
                    self.chosen[i] = <uint32_t>layer.ranked[i] if self.width > 0 else <uint32_t>i
            self.chosen_count = take
        self.nodes += self.chosen_count
        self.source_index = index
        self.find_runs(layer)
        self.groups += self.run_count
        self.share_bits = 0
        while self.run_count * self.hand_limit >> self.share_bits > self.listed:
            self.share_bits += 1
        self.shares = 1 << self.share_bits
        self.next_share = 0
        return 0

    cdef inline set128 held(self, set128* key) noexcept nogil:
        """The cards in all hands of the group."""
        cdef set128 cards = 0
        cdef int player
        for player in range(self.players):
            cards |= key[player]
        return cards

    cdef inline int share_of(self, set128 unplayed) noexcept nogil:
        """In which share of the pairs are those that leave these cards unplayed? Those that lead to one group are together."""
        cdef uint64_t mixed = <uint64_t>unplayed * 0x9E3779B97F4A7C15ULL + <uint64_t>(unplayed >> 64) * 0xC2B2AE3D27D4EB4FULL
        return <int>(mixed >> (64 - self.share_bits)) if self.share_bits else 0

    cdef int reserve_chosen(self, int64_t room) except -1 nogil:
        if room > self.chosen_room:
            self.chosen = <uint32_t*>self.resized(self.chosen, self.chosen_room * 4, room * 4)
            self.chosen_room = room
        return 0

    cdef inline uint32_t entry_of(self, int64_t i) noexcept nogil:
        """The entry at this place of what is to be expanded."""
        return <uint32_t>i if self.whole else self.chosen[i]

    cdef int find_runs(self, Layer* layer) except -1 nogil:
        """Cut what is to be expanded into runs of one segment each."""
        cdef int64_t i = 0, end, segment = 0, room
        self.run_count = 0
        while i < self.chosen_count:
            if self.run_count == self.run_room:
                room = self.run_room * 2 if self.run_room else 64
                self.runs = <Run*>self.resized(self.runs, self.run_room * sizeof(Run), room * sizeof(Run))
                self.run_room = room
            if not self.whole:
                segment = self.segment_of(layer, self.chosen[i])
            end = self.segment_end(layer, segment)
            self.runs[self.run_count].segment = <uint32_t>segment
            self.runs[self.run_count].first = <uint32_t>i
            if self.whole:
                i = end
            else:
                i += 1
                while i < self.chosen_count and self.chosen[i] < end and self.chosen[i] > self.chosen[i - 1]:
                    i += 1
            self.runs[self.run_count].count = <uint32_t>(i - self.runs[self.run_count].first)
            self.run_count += 1
            segment += 1
        return 0

    cdef int find_pairs(self, Layer* layer) except -1 nogil:
        """List every run with every card that its player may lay, sorted by the group that results; or a share of them."""
        cdef int64_t i
        cdef int meta, drawn, player, played, least, size, card, cost, left
        cdef set128* key
        cdef set128 hand, unplayed
        cdef bint may_end, may_go_on, twin
        self.pair_count = 0
        self.pair_next = 0
        for i in range(self.run_count):
            key = layer.keys + self.runs[i].segment * self.key_words
            meta = <int>key[self.players]
            drawn = meta & 255
            player = (meta >> 8) & 255
            played = ((meta >> 16) & 255) + 1
            least = self.min_plays if drawn < self.deck_size else self.min_plays_empty
            hand = key[player]
            size = set_count(hand)
            may_end = played >= least or size == 1
            may_go_on = size > 1 and (not may_end or played < least + self.slack)
            if may_end and self.players == 1 and self.cost != TURNS and self.hand_limit - (size - 1) >= self.deck_size - drawn:
                may_go_on = False  # alone, once all is drawn, a new turn allows whatever the old one did
            if self.cost == TURNS:
                # No turn lays more than a full hand.
                cost = (meta >> META_COST) + (played == 1)
                left = self.target - self.source_index - 1
                may_end = may_end and cost + (left + self.hand_limit - 1) // self.hand_limit <= self.cost_limit
                left = max(0, left - (size - 1))
                may_go_on = may_go_on and cost + (left + self.hand_limit - 1) // self.hand_limit <= self.cost_limit
            if self.pair_count + 2 * size > self.pair_room:
                self.resize_pairs(self.pair_room * 2 + 256)
            unplayed = self.held(key) | self.deck_rest[drawn]
            while hand != 0:
                card = set_lowest(hand)
                hand &= hand - 1
                if self.share_of(unplayed & ~set_of(card)) != self.next_share:
                    continue
                twin = may_end and may_go_on and self.cost == FREE and not self.memo
                if may_end:
                    self.add_pair(key, i, card, True, TWIN if twin else NO_TWIN)
                if may_go_on and not twin:
                    self.add_pair(key, i, card, False, NO_TWIN)
        if self.pair_count < FEW_POSITIONS:
            sort_words(self.pair_order, self.pair_count)
        else:
            sort_spread(self.pair_order, self.pair_spare, self.pair_count)
            self.pair_order, self.pair_spare = self.pair_spare, self.pair_order
        return 0

    cdef int resize_pairs(self, int64_t room) except -1 nogil:
        cdef int64_t old = self.pair_room
        self.check_room(room)
        self.pairs = <Pair*>self.resized(self.pairs, old * sizeof(Pair), room * sizeof(Pair))
        self.pair_order = <uint64_t*>self.resized(self.pair_order, old * 8, room * 8)
        self.pair_spare = <uint64_t*>self.resized(self.pair_spare, old * 8, room * 8)
        self.pair_room = room
        return 0

    cdef void add_pair(self, set128* key, int64_t run, int card, bint ends, uint8_t twin) noexcept nogil:
        cdef set128 child[MAX_PLAYERS + 1]
        cdef Pair* pair = &self.pairs[self.pair_count]
        self.child_key(key, card, ends, child)
        pair.run = <uint32_t>run
        pair.card = card
        pair.twin = twin
        pair.ended = min(MANY, 1 + (<int>child[self.players] & 255) - (<int>key[self.players] & 255)) if ends else 0
        pair.cost = <int>child[self.players] >> META_COST
        # The upper half of the hash brings the pairs of one group together, the index keeps the order definite.
        self.pair_order[self.pair_count] = (self.hash_key(child) & 0xFFFFFFFF00000000ULL) | <uint64_t>self.pair_count
        self.pair_count += 1

    cdef inline void pair_key(self, int64_t i, set128* key) noexcept nogil:
        cdef Pair* pair = &self.pairs[<uint32_t>self.pair_order[i]]
        cdef set128* parent = self.layers[self.source_index].keys + self.runs[pair.run].segment * self.key_words
        self.child_key(parent, pair.card, pair.ended > 0, key)

    cdef void fetch_ahead(self, int64_t first, int64_t end) noexcept nogil:
        """Ask the processor for what the pairs behind these will need. They are in the order of a hash, so that all of it
        lies somewhere else in memory, one thing known by the one before: a pair, its run, the positions of the run.
        """
        cdef Layer* source = &self.layers[self.source_index]
        cdef int64_t i
        cdef uint32_t run, entry
        for i in range(first, end):
            if i + 32 < self.pair_count:
                prefetch(&self.pairs[<uint32_t>self.pair_order[i + 32]])
                run = self.pairs[<uint32_t>self.pair_order[i + 24]].run
                prefetch(&self.runs[run])
                if not self.memo:
                    prefetch(source.keys + <int64_t>run * self.key_words)
                run = self.pairs[<uint32_t>self.pair_order[i + 16]].run
                entry = self.entry_of(self.runs[run].first)
                prefetch(source.tops + <int64_t>entry * self.words)
                prefetch(source.move + entry)

    cdef int expand_group(self) except -1 nogil:
        """Generate the children of the next group and store those that nothing dominates."""
        cdef set128 key[MAX_PLAYERS + 1]
        cdef set128 other[MAX_PLAYERS + 1]
        cdef int64_t first = self.pair_next, end = first, i
        cdef int cost, least = 255, most = 0
        cdef int base_score
        cdef Pair* pair
        cdef uint64_t swap
        self.pair_key(first, key)
        key[self.players] = without_cost(key[self.players])
        # Pairs with the same half of the hash but another group get a turn of their own, behind this one.
        i = first
        while i < self.pair_count and self.pair_order[i] >> 32 == self.pair_order[first] >> 32:
            self.pair_key(i, other)
            other[self.players] = without_cost(other[self.players])
            if self.same_key(key, other):
                swap = self.pair_order[i]
                self.pair_order[i] = self.pair_order[end]
                self.pair_order[end] = swap
                cost = self.pairs[<uint32_t>swap].cost
                least = min(least, cost)
                most = max(most, cost)
                end += 1
            i += 1
        self.pair_next = end
        self.fetch_ahead(first, end)
        self.expand_twins(first, end)
        self.enter_group(key)
        self.take_over()
        if self.cost == TRICKS:
            most = min(most + 1, self.cost_limit)
        base_score = self.group_score
        self.kept_before = 0
        for cost in range(least, most + 1):
            if self.cost == TRICKS and cost == self.cost_limit:
                self.forbid_tricks()
            for i in range(first, end):
                pair = &self.pairs[<uint32_t>self.pair_order[i]]
                if pair.twin == TWIN_DONE:
                    continue
                if pair.cost == cost:
                    self.generate(pair, ORDINARY if self.cost == TRICKS else ALL_PLAYS)
                elif pair.cost == cost - 1 and self.cost == TRICKS:
                    self.generate(pair, BACKWARDS)
            if self.buffer_count > 0:
                self.group_score = base_score + self.cost_weight * cost
                key[self.players] = without_cost(key[self.players]) | <set128>(cost << META_COST)
                self.store(key, False)
        return 0

    cdef int expand_twins(self, int64_t first, int64_t end) except -1 nogil:
        """Store the children of these pairs for the groups in which the turn goes on, and keep them for the one at hand.

        A turn that may end or go on leads to the same tops either way. What is dominated among these children is so in
        both groups, so they are generated and sifted once.
        """
        cdef set128 key[MAX_PLAYERS + 1]
        cdef set128 other[MAX_PLAYERS + 1]
        cdef int64_t begin, i
        cdef Pair* pair
        self.over_count = 0
        for begin in range(first, end):
            if self.pairs[<uint32_t>self.pair_order[begin]].twin != TWIN:
                continue
            self.going_on_key(begin, key)
            self.enter_group(key)
            self.kept_before = 0
            for i in range(begin, end):
                pair = &self.pairs[<uint32_t>self.pair_order[i]]
                if pair.twin == TWIN:
                    self.going_on_key(i, other)
                    if self.same_key(key, other):
                        self.generate(pair, ALL_PLAYS)
                        pair.twin = TWIN_DONE
            if self.buffer_count > 0:
                self.store(key, True)
        return 0

    cdef int hand_over(self, int64_t kept) except -1 nogil:
        """Keep the first positions of `kept_tops` for the next `take_over`."""
        cdef int64_t k
        self.reserve_over(self.over_count + kept)
        memcpy(self.over_tops + self.over_count * self.words, self.kept_tops, kept * self.words * 8)
        for k in range(kept):
            self.over_origins[self.over_count + k] = self.origins[self.kept[k]]
            self.over_order[self.over_count + k] = self.sorted_order[k]
        self.over_count += kept
        return 0

    cdef int reserve_over(self, int64_t need) except -1 nogil:
        cdef int64_t old = self.over_room, room = rounded(need)
        if need > old:
            self.over_tops = <uint64_t*>self.resized(self.over_tops, old * self.words * 8, room * self.words * 8)
            self.over_order = <uint64_t*>self.resized(self.over_order, old * 8, room * 8)
            self.over_origins = <Origin*>self.resized(self.over_origins, old * sizeof(Origin), room * sizeof(Origin))
            self.over_room = room
        return 0

    cdef int take_over(self) except -1 nogil:
        """Begin the buffer with what `hand_over` kept."""
        cdef int64_t k
        self.reserve_buffer(self.kept_before + self.buffer_count + self.over_count)
        memcpy(self.buffer, self.over_tops, self.over_count * self.words * 8)
        memcpy(self.origins, self.over_origins, self.over_count * sizeof(Origin))
        for k in range(self.over_count):
            self.order[k] = (self.over_order[k] & 0xFFFFFFFF00000000ULL) | <uint64_t>k
        self.buffer_count = self.over_count
        self.children -= self.over_count  # they were counted
        return 0

    cdef inline void going_on_key(self, int64_t i, set128* key) noexcept nogil:
        cdef Pair* pair = &self.pairs[<uint32_t>self.pair_order[i]]
        self.child_key(self.layers[self.source_index].keys + self.runs[pair.run].segment * self.key_words, pair.card, False, key)

    cdef void forbid_tricks(self) noexcept nogil:
        """The children to come have used up the tricks: nothing is in reach but what lies ahead of a pile."""
        self.quiet = True
        self.partners_up = 0
        self.partners_down = 0
        memset(self.reach_up, UNKNOWN, 128)
        memset(self.reach_down, UNKNOWN, 128)

    cdef void enter_group(self, set128* key) noexcept nogil:
        """What all children of one group share."""
        cdef int r
        cdef set128 rest, held = self.held(key)
        self.buffer_count = 0
        self.quiet = False
        self.unplayed = held | self.deck_rest[<int>key[self.players] & 255]
        self.dead_allowed = self.dead_limit
        if self.improving:
            self.dead_allowed = min(self.dead_allowed, self.n - self.deepest - 1)
        if self.shift:
            self.partners_up = self.unplayed & (self.unplayed >> self.shift)
            self.partners_down = self.unplayed & (self.unplayed << self.shift)
        else:
            self.partners_up = 0
            self.partners_down = 0
            rest = self.unplayed
            while rest != 0:
                r = set_lowest(rest)
                rest &= rest - 1
                if self.up[r] and set_has(self.unplayed, self.up[r]):
                    self.partners_up |= set_of(r)
                    self.partners_down |= set_of(self.up[r])
        # Cards in hand whose trick partner is still to come are worth something.
        self.group_score = SCORE_BASE
        self.group_score -= self.partner_bonus * (set_count(held & self.partners_up) + set_count(held & self.partners_down))
        memset(self.reach_up, UNKNOWN, 128)
        memset(self.reach_down, UNKNOWN, 128)

    cdef set128 dead_cards(self, int up_limit, int down_limit) noexcept nogil:
        """The unplayed cards that no pile can ever take, if the lowest L of each direction is this.

        Ascending piles reach every rank above L, and below it what tricks open: an unplayed e <= L whose partner step above
        it is unplayed and in reach brings a pile down to e. That a card is used only once is ignored.
        """
        cdef int low = up_limit, high = self.n + 1 - down_limit
        cdef set128 found
        if self.reach_up[up_limit] == UNKNOWN:
            if up_limit == NO_PILE:
                low = self.n
            else:
                found = self.partners_up & self.window_up[low]
                while found != 0:
                    low = set_lowest(found) - 1
                    found = self.partners_up & self.window_up[low]
            self.reach_up[up_limit] = low
        if self.reach_down[down_limit] == UNKNOWN:
            if down_limit == NO_PILE:
                high = 1
            else:
                found = self.partners_down & self.window_down[high]
                while found != 0:
                    high = set_highest(found) + 1
                    found = self.partners_down & self.window_down[high]
            self.reach_down[down_limit] = high
        low = self.reach_up[up_limit]
        high = self.reach_down[down_limit]
        return self.unplayed & self.upto[low] & ~self.upto[high - 1] if high <= low else 0

    cdef inline bint is_doomed(self, int up_limit, int down_limit) noexcept nogil:
        """Are more cards dead than allowed?"""
        # Mostly the piles of the two directions leave nothing between them.
        return up_limit + down_limit > self.n and self.has_too_many_dead(up_limit, down_limit)

    cdef bint has_too_many_dead(self, int up_limit, int down_limit) noexcept nogil:
        cdef set128 dead = self.dead_cards(up_limit, down_limit)
        return dead != 0 and set_count(dead) > self.dead_allowed

    cdef int reserve_buffer(self, int64_t need) except -1 nogil:
        cdef int64_t old = self.buffer_room, room = rounded(need)
        if need <= old:
            return 0
        self.origins = <Origin*>self.resized(self.origins, old * sizeof(Origin), room * sizeof(Origin))
        self.buffer = <uint64_t*>self.resized(self.buffer, old * self.words * 8, room * self.words * 8)
        self.order = <uint64_t*>self.resized(self.order, old * 8, room * 8)
        self.sorted_order = <uint64_t*>self.resized(self.sorted_order, old * 8, room * 8)
        self.kept = <uint32_t*>self.resized(self.kept, old * 4, room * 4)
        self.kept_tops = <uint64_t*>self.resized(self.kept_tops, old * self.words * 8, room * self.words * 8)
        self.buffer_room = room
        return 0

    cdef int generate(self, Pair* pair, int kind) except -1 nogil:
        """Buffer the children of one run and one card by plays of this kind."""
        cdef int card = pair.card, r, l
        cdef uint64_t up_lane, down_lane
        cdef set128 above = self.unplayed & ~self.upto[card]
        # The lane of the pile that takes the card: ascending, and (mirrored) descending.
        r = set_highest(self.unplayed & self.upto[card])
        l = self.down[card]
        up_lane = r << 8 | (l - 1 if l and set_has(self.unplayed, l) else r)
        r = self.n + 1 - set_lowest(above) if above != 0 else 0
        l = self.up[card]
        down_lane = r << 8 | (self.n - l if l and set_has(self.unplayed, l) else r)
        if self.quiet:
            up_lane = flat(up_lane)
            down_lane = flat(down_lane)
        self.reserve_buffer(self.kept_before + self.buffer_count + <int64_t>self.runs[pair.run].count * self.lanes)
        if self.small:
            self.generate4(pair, kind, up_lane, down_lane)
        else:
            self.generate_many(pair, kind, up_lane, down_lane)
        return 0

    cdef void generate4(self, Pair* pair, int kind, uint64_t up_lane, uint64_t down_lane) noexcept nogil:
        """`generate` for at most two piles a direction, on whole words.

        Sets of lanes are words with bit 7 of each lane that is in the set. That no lane borrows from its neighbour is
        argued in ``_bits.h``.
        """
        cdef int card = pair.card, mirrored = self.n + 1 - card, i
        cdef uint16_t move = card | pair.ended << MOVE_ENDED, last
        cdef Run* run = &self.runs[pair.run]
        cdef uint64_t* tops = self.layers[self.source_index].tops
        cdef uint16_t* moves = self.layers[self.source_index].move
        cdef uint64_t before, other, after, child, lane, low, x, y, p, q, above, fitting, same, lanes
        cdef uint64_t below = both_ways(card - 1, mirrored - 1)  # what L is where the card is the trick
        cdef uint64_t touched = below | both_ways(card, mirrored) << 8
        cdef uint32_t entry
        cdef int place, held = self.held_for(pair)
        cdef bint flip_up = False, flip_down = False
        cdef int64_t e, count = self.buffer_count
        for e in range(run.first, run.first + run.count):
            entry = self.entry_of(e)
            before = tops[entry]
            last = moves[entry]
            low = (before >> 8) & LOW_BYTES
            other = crosswise(before)
            above = ((below | BIT7) - low) & BIT7
            fitting = above
            if kind != ORDINARY:
                x = (BIT7 - ((before & LOW_BYTES) ^ below)) & BIT7  # the card is the trick
                fitting = above | x if kind == ALL_PLAYS else x & ~above
            same = ((BIT15 - (before ^ other)) & BIT15) >> 8
            lanes = BIT7 & ~(same & SECONDS)  # not the same as the pile before
            if self.use_order and <int>(last & 127) > card and held > last >> MOVE_ENDED:
                # Elsewhere than on the pile of the last play, the other order of the two is made elsewhere.
                place = 16 * ((last >> MOVE_PLACE) & 3)
                x = ((before >> place) & 0xFFFF) * 0x0001000100010001ULL
                x = ((BIT15 - (before ^ x)) & BIT15) >> 8
                self.swapped += lane_count(lanes & ~x)
                lanes &= x
            lanes &= fitting
            if self.use_dominance:
                # Where the card also fits the other pile, and this one is the better one to keep, not this one.
                lanes &= ~(((other & LOW_BYTES | BIT7) - low) & crosswise(fitting if kind == ALL_PLAYS else above) & ~same)
            if lanes == 0:
                continue
            after = before
            x = before ^ touched
            if (x - 0x0101010101010101ULL) & ~x & 0x8080808080808080ULL:
                # A lane may have R = card or L = card - 1, which changes with the card played.
                after = 0
                for i in range(4):
                    lane = (before >> (16 * i)) & 0xFFFF
                    after |= without(lane, card if i < 2 else mirrored, (up_lane if i < 2 else down_lane) >> 8) << (16 * i)
            if self.quiet:
                after = flat(after)
            while lanes != 0:
                place = lowest_bit(lanes) - 7
                lanes &= lanes - 1
                child = (after & ~(<uint64_t>0xFFFF << place)) | (up_lane if place < 32 else down_lane) << place
                x = child & 0xFFFF
                y = (child >> 16) & 0xFFFF
                p = (child >> 32) & 0xFFFF
                q = child >> 48
                if self.use_dead and self.is_doomed(min(x & 255, y & 255), min(p & 255, q & 255)):
                    self.doomed += 1
                    continue
                if self.use_symmetry:
                    flip_up = x > y
                    flip_down = p > q
                    child = min(x, y) | max(x, y) << 16 | min(p, q) << 32 | max(p, q) << 48
                i = place >> 4
                self.buffer[count] = child
                self.origins[count].parent = entry
                self.origins[count].move = move | i << 7 | (i ^ (flip_up if i < 2 else flip_down)) << MOVE_PLACE
                x = ((child >> 8) & LOW_BYTES) * 0x0001000100010001ULL >> 48  # the sum of all R
                y = ((child ^ (child >> 8)) & LOW_BYTES) + 0x007F007F007F007FULL
                y = 4 - lane_count(y & BIT7)  # lanes without a trick
                self.order[count] = (5 * x + y) << 32 | <uint64_t>count
                count += 1
        self.buffer_count = count

    cdef int held_for(self, Pair* pair) noexcept nogil:
        """The `ended` of a last move, from this value on, after which the player may first have held this card."""
        cdef int drawn = <int>self.layers[self.source_index].keys[self.runs[pair.run].segment * self.key_words + self.players] & 255
        # With several players the last play was this player's only if it did not end the turn.
        return min(MANY, 1 + drawn - self.deck_place[pair.card]) if self.players == 1 else 1

    cdef void generate_many(self, Pair* pair, int kind, uint64_t up_lane, uint64_t down_lane) noexcept nogil:
        """`generate` for any number of piles."""
        cdef int card = pair.card, mirrored = self.n + 1 - card, i, j, r, up_limit, down_limit
        cdef Run* run = &self.runs[pair.run]
        cdef uint8_t low[MAX_LANES]
        cdef uint8_t limit[MAX_LANES]
        cdef uint8_t child_low[MAX_LANES]
        cdef uint8_t child_limit[MAX_LANES]
        cdef uint64_t lane, sum_low, quiet
        cdef uint32_t entry
        cdef int64_t e
        for e in range(run.first, run.first + run.count):
            entry = self.entry_of(e)
            self.unpack(self.layers[self.source_index].tops + <int64_t>entry * self.words, low, limit)
            for i in range(self.lanes):
                r = card if i < self.ascending else mirrored
                if r <= low[i] and r - 1 != limit[i]:
                    continue
                if i != 0 and i != self.ascending and low[i] == low[i - 1] and limit[i] == limit[i - 1]:
                    continue
                if kind == BACKWARDS if r > low[i] else kind == ORDINARY:
                    continue
                up_limit = NO_PILE
                down_limit = NO_PILE
                sum_low = 0
                quiet = 0
                for j in range(self.lanes):
                    if j == i:
                        lane = up_lane if j < self.ascending else down_lane
                    elif j < self.ascending:
                        lane = without(low[j] << 8 | limit[j], card, up_lane >> 8)
                    else:
                        lane = without(low[j] << 8 | limit[j], mirrored, down_lane >> 8)
                    if self.quiet:
                        lane = flat(lane)
                    child_low[j] = lane >> 8
                    child_limit[j] = lane & 255
                    sum_low += child_low[j]
                    quiet += child_low[j] == child_limit[j]
                    if j < self.ascending:
                        up_limit = min(up_limit, <int>child_limit[j])
                    else:
                        down_limit = min(down_limit, <int>child_limit[j])
                if self.use_dead and self.is_doomed(up_limit, down_limit):
                    self.doomed += 1
                    continue
                self.sort_lanes(child_low, child_limit)
                self.pack(child_low, child_limit, self.buffer + self.buffer_count * self.words)
                self.origins[self.buffer_count].parent = entry
                self.origins[self.buffer_count].move = card | i << 7 | pair.ended << MOVE_ENDED
                self.order[self.buffer_count] = (sum_low * (self.lanes + 1) + quiet) << 32 | <uint64_t>self.buffer_count
                self.buffer_count += 1

    cdef void sort_order(self) noexcept nogil:
        """Sort the buffered children by travel, then by lanes without an open trick: dominators come first.

        Travel is the sum of all R. A dominator's is not larger; if it is equal, so is every R, and where a lane
        differs the dominator's has an open trick and the other's has none.
        """
        cdef int64_t i, count = self.buffer_count
        cdef uint64_t least = <uint64_t>-1, most = 0, key
        cdef uint64_t* order = self.order
        if count < 20:
            sort_words(order, count)
            return
        for i in range(count):
            key = order[i] >> 32
            least = min(least, key)
            most = max(most, key)
        if most - least >= MOST_KEYS:
            sort_words(order, count)
            return
        distribute(order, self.sorted_order, count, 32, least, most - least + 1)
        self.order = self.sorted_order
        self.sorted_order = order

    cdef int store(self, set128* key, bint going_on) except -1 nogil:
        """Add the buffered children that nothing dominates to the next layer, as one segment, and empty the buffer.

        The first `kept_before` positions of `kept_tops` may dominate them too; those stored join them. With ``going_on`` the turn goes
        on, though the children were made as if it ended, and they are handed over to the group in which it does.
        """
        cdef Layer* target = &self.layers[self.source_index + 1]
        cdef int64_t i, k, before = self.kept_before, kept = before
        cdef uint32_t child
        cdef uint16_t move
        cdef uint64_t* tops
        self.children += self.buffer_count
        self.sort_order()
        for i in range(self.buffer_count):
            child = <uint32_t>self.order[i]
            tops = self.buffer + child * self.words
            if not self.any_dominates(self.kept_tops, kept, tops):
                memcpy(self.kept_tops + kept * self.words, tops, self.words * 8)
                self.kept[kept] = child
                if going_on:
                    self.sorted_order[kept] = self.order[i]
                kept += 1
        self.buffer_count = 0
        if going_on:
            self.hand_over(kept)
        if self.memo:
            kept = self.drop_known(target, key, before, kept)
        self.kept_before = kept
        if kept == before:
            return 0
        self.open_segment(target, key)
        for k in range(before, kept):
            child = self.kept[k]
            move = self.origins[child].move
            if going_on:
                move &= (1 << MOVE_ENDED) - 1
            self.add_entry(target, self.kept_tops + k * self.words, self.origins[child].parent, move)
        if self.memo:
            self.index_segment(target)
        if self.source_index + 1 > self.deepest:
            self.deepest = self.source_index + 1
            if self.deepest == self.target:
                self.status = WON
        return 0


cdef inline int64_t rounded(int64_t need) noexcept nogil:
    """Room for so much: a power of two, so that it depends on the greatest need alone and not on those before."""
    cdef int64_t room = 64
    while room < need:
        room *= 2
    return room


cdef inline set128 without_cost(set128 meta) noexcept nogil:
    return meta & 0xFFFFFF


cdef inline uint64_t both_ways(int up, int down) noexcept nogil:
    """Four lanes: for the ascending piles the one number, for the descending ones the other."""
    return <uint64_t>up * 0x00010001ULL | <uint64_t>down * 0x0001000100000000ULL


cdef inline uint64_t flat(uint64_t lanes) noexcept nogil:
    """The lanes without tricks: L = R."""
    cdef uint64_t low = (lanes >> 8) & 0x00FF00FF00FF00FFULL
    return low << 8 | low


cdef inline uint64_t without(uint64_t lane, int rank, uint64_t below) noexcept nogil:
    """The lane once `rank` is played; `below` is the highest unplayed rank below that."""
    cdef int low = lane >> 8, limit = lane & 255
    if low == rank:
        # L falls with R, unless a trick to a lower card stays open.
        return below << 8 | (<uint64_t>limit if limit < rank - 1 else below)
    if limit == rank - 1:
        return <uint64_t>low << 8 | low  # the trick partner is gone
    return lane


def dominated(list kept, uint64_t tops, bint plain):
    """Does any of ``kept`` dominate ``tops``? For tests: ``plain`` without the instructions that only some processors have."""
    cdef uint64_t words[64]
    cdef int i
    for i in range(len(kept)):
        words[i] = kept[i]
    return any_dominates4_plain(words, len(kept), tops) if plain else any_dominates4(words, len(kept), tops)
