# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The compiled roll-outs: whole games of the players of ``ladder.py``, which defines what they do.

The rules here are a fast copy of ``solver/the_game/rules.py`` and are held to it by tests; the players are held to a plain
version in the tests.

Both directions read alike: a card on a descending pile counts as its negative, so every pile goes up, and a backwards
trick goes ``step`` down.

Random numbers.  Every game has its own generator, SplitMix64 (Steele, Lea, Flood 2014), so that a game depends on the
seed and its number alone, on every machine. Its state is made of both by the same mixing function. A number below n is
the upper half of the next output, times n, divided by 2**32; what that prefers some numbers by is less than 1e-7.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memmove

cpdef enum Style:
    RANDOM = 0
    GAP
    TRICKS
    AHEAD

cdef enum:
    MAX_PLAYERS = 5
    MAX_CARDS = 126
    MAX_PILES = 32
    FREE_GAP = 1             # a play with at most this gap is free
    FREE_PAIR = 2            # and a pair with at most this sum
    NONE = 1 << 30           # the gap of a play that there is none of

cpdef enum Mark:             # what stands in the place of a card
    END_OF_TURN = -1         # the turn was ended
    NOTHING = -2             # nothing could be done

ALWAYS = 1 << 32             # the noise of probability 1

cdef struct Moment:
    int32_t[5][126] hands    # sorted; MAX_PLAYERS, MAX_CARDS
    int[5] held
    int32_t[32] tops         # MAX_PILES; negative on descending piles
    int drawn                # cards of the deck that are drawn
    int to_play
    int played               # cards that the player has laid this turn
    int left                 # cards that nobody has laid

cdef struct Choice:          # a play, and what decides between plays: the lower of bad, then value, then gap
    int bad                  # wastes a trick, or leaves no second play
    int32_t value
    int32_t gap
    int index                # of the card in hand
    int pile


cdef inline uint64_t mixed(uint64_t word) noexcept nogil:
    word = (word ^ (word >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    word = (word ^ (word >> 27)) * <uint64_t>0x94D049BB133111EB
    return word ^ (word >> 31)


cdef inline uint64_t next_number(uint64_t* state) noexcept nogil:
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    return mixed(state[0])


cdef inline uint64_t first_state(uint64_t seed, uint64_t game) noexcept nogil:
    """The state at the beginning of a game; game 0 of seed 0 has state 0."""
    return mixed(mixed(seed) + game)


cdef inline uint32_t below(uint64_t* state, uint32_t limit) noexcept nogil:
    return <uint32_t>(((next_number(state) >> 32) * limit) >> 32)


def numbers(uint64_t seed, uint64_t game, int count):
    """The first outputs of a game's generator."""
    cdef uint64_t state = first_state(seed, game)
    return [next_number(&state) for _ in range(count)]


cdef inline bint better(const Choice* a, const Choice* b) noexcept nogil:
    if a.bad != b.bad:
        return a.bad < b.bad
    if a.value != b.value:
        return a.value < b.value
    return a.gap < b.gap


cdef class Table:
    """One deal and one player, who plays all hands.

    ``starts``: (hands, cards drawn, player to play, cards laid this turn) of each position in which play may begin.
    ``deck``: the whole draw pile, next card first. ``noise``: the probability of any legal play, as a share of 2**32.
    """

    cdef list starts
    cdef int32_t[126] deck
    cdef int deck_size, players, piles, ascending, hand_limit, min_plays, min_plays_empty
    cdef int32_t[32] tops
    cdef int32_t step
    cdef int style
    cdef uint64_t noise, state
    cdef Moment now
    cdef int turns, tricks
    cdef bint laid_this_turn
    cdef list record

    def __init__(
        self, list starts, list deck, list tops, int ascending, int step, int hand_limit, int min_plays,
        int min_plays_empty, int style, uint64_t noise,
    ):
        cdef int index
        self.starts, self.ascending, self.step, self.hand_limit = starts, ascending, step, hand_limit
        self.min_plays, self.min_plays_empty, self.style, self.noise = min_plays, min_plays_empty, style, noise
        self.deck_size, self.piles, self.players = len(deck), len(tops), len(starts[0][0])
        if self.deck_size > MAX_CARDS or self.piles > MAX_PILES or self.players > MAX_PLAYERS:
            raise ValueError("too many cards, piles or players")
        for index in range(self.deck_size):
            self.deck[index] = deck[index]
        for index in range(self.piles):
            self.tops[index] = tops[index] if index < ascending else -tops[index]

    def games(self, uint64_t seed, uint64_t first, int count):
        """(cards left, turns, tricks, first card, first pile) of ``count`` games, the first of them of number ``first``.

        The first card is ``END_OF_TURN`` or ``NOTHING`` where no card is laid first.
        """
        cdef int number
        cdef list found = []
        for number in range(count):
            self.record = None
            start, card, pile = self.play(seed, first + number)
            found.append((self.now.left, self.turns, self.tricks, card, pile))
        return found

    def moves(self, uint64_t seed, uint64_t game):
        """The index of the start, and (card, pile) of each move of one game; an end of turn is ``(END_OF_TURN, 0)``."""
        self.record = []
        start, _, _ = self.play(seed, game)
        return start, self.record

    # -- the game --------------------------------------------------------------------------------------------------

    cdef tuple play(self, uint64_t seed, uint64_t game):
        """Play a game to its end; returns the index of the start, and the first card and pile."""
        cdef int start, index, first_card = NOTHING, first_pile = 0
        cdef bint lays
        cdef Choice choice
        self.state = first_state(seed, game)
        self.turns = self.tricks = 0
        self.laid_this_turn = False
        start = self.choose_start()
        while self.now.left:
            if self.now.played > 0 and self.now.played >= self.minimum():
                lays = self.wants_more(&choice)
            elif self.choose_demanded(&choice):
                lays = True
            else:
                break
            if first_card == NOTHING:
                first_card = self.now.hands[self.now.to_play][choice.index] if lays else END_OF_TURN
                first_pile = choice.pile if lays else 0
            if lays:
                self.lay(choice.index, choice.pile)
            else:
                if self.record is not None:
                    self.record.append((int(END_OF_TURN), 0))
                self.end_turn()
        return start, first_card, first_pile

    cdef int choose_start(self):
        """Take up the position in which this game begins."""
        cdef int start, chosen = 0
        cdef Choice choice, best
        cdef bint found = False
        if len(self.starts) > 1:
            if self.style == RANDOM:
                chosen = below(&self.state, len(self.starts))
            else:
                for start in range(len(self.starts)):
                    self.take_up(start)
                    if self.favourite(&choice) and (not found or better(&choice, &best)):
                        found = True
                        best = choice
                        chosen = start
        self.take_up(chosen)
        return chosen

    cdef void take_up(self, int start):
        cdef int player, index
        hands, drawn, to_play, played = self.starts[start]
        self.now.left = self.deck_size - drawn
        for player in range(self.players):
            hand = hands[player]
            self.now.held[player] = len(hand)
            self.now.left += self.now.held[player]
            for index in range(len(hand)):
                self.now.hands[player][index] = hand[index]
        for index in range(self.piles):
            self.now.tops[index] = self.tops[index]
        self.now.drawn, self.now.to_play, self.now.played = drawn, to_play, played

    cdef int minimum(self) noexcept nogil:
        cdef int least = self.min_plays if self.now.drawn < self.deck_size else self.min_plays_empty
        return min(least, self.now.played + self.now.held[self.now.to_play])

    cdef void lay(self, int index, int pile):
        cdef int player = self.now.to_play
        cdef int32_t* hand = self.now.hands[player]
        cdef int32_t card = hand[index]
        cdef int32_t height = card if pile < self.ascending else -card
        if self.record is not None:
            self.record.append((card, pile))
        if height < self.now.tops[pile]:
            self.tricks += 1
        if not self.laid_this_turn:
            self.laid_this_turn = True
            self.turns += 1
        self.now.tops[pile] = height
        self.now.held[player] -= 1
        memmove(hand + index, hand + index + 1, (self.now.held[player] - index) * sizeof(int32_t))
        self.now.left -= 1
        self.now.played += 1

    cdef void end_turn(self) noexcept nogil:
        """Draw, and pass the turn to the next player who can act."""
        self.laid_this_turn = False
        self.pass_turn()
        while self.now.left and not self.now.held[self.now.to_play]:
            self.pass_turn()

    cdef void pass_turn(self) noexcept nogil:
        cdef int player = self.now.to_play, place
        cdef int32_t* hand = self.now.hands[player]
        cdef int32_t card
        while self.now.held[player] < self.hand_limit and self.now.drawn < self.deck_size:
            card = self.deck[self.now.drawn]
            self.now.drawn += 1
            place = self.now.held[player]
            while place and hand[place - 1] > card:
                hand[place] = hand[place - 1]
                place -= 1
            hand[place] = card
            self.now.held[player] += 1
        self.now.to_play = (player + 1) % self.players
        self.now.played = 0

    # -- the player ------------------------------------------------------------------------------------------------

    cdef bint choose_demanded(self, Choice* choice) noexcept nogil:
        """A play that the turn demands, if any card fits."""
        if self.style == RANDOM or (self.noise and next_number(&self.state) >> 32 < self.noise):
            return self.any_play(choice)
        return self.favourite(choice)

    cdef bint wants_more(self, Choice* choice) noexcept nogil:
        """Is there a play that the player adds to a turn that may end?"""
        if self.style == RANDOM or not self.favourite(choice) or choice.bad:
            return False
        return choice.gap <= FREE_GAP or (
            self.style == AHEAD and self.now.held[self.now.to_play] > 1 and choice.value <= FREE_PAIR
        )

    cdef bint any_play(self, Choice* choice) noexcept nogil:
        """A legal play, all equally likely, if there is one."""
        cdef int player = self.now.to_play, index, pile, count = 0, chosen
        for index in range(self.now.held[player]):
            for pile in range(self.piles):
                count += self.gap(self.now.hands[player][index], pile, self.now.tops[pile]) != NONE
        if not count:
            return False
        chosen = below(&self.state, count)
        for index in range(self.now.held[player]):
            for pile in range(self.piles):
                if self.gap(self.now.hands[player][index], pile, self.now.tops[pile]) != NONE:
                    if not chosen:
                        choice.index, choice.pile = index, pile
                        return True
                    chosen -= 1
        return False

    cdef bint favourite(self, Choice* best) noexcept nogil:
        """The play that the style likes best, if any card fits."""
        cdef int player = self.now.to_play, index, pile
        cdef int32_t card, second
        cdef Choice choice
        cdef int[32] nearest         # AHEAD: of each pile, the card in hand with the smallest gap,
        cdef int32_t[32] smallest    # that gap,
        cdef int32_t[32] next_gap    # and the smallest gap of the other cards
        cdef bint found = False
        if self.style == AHEAD:
            self.look_at_piles(nearest, smallest, next_gap)
        for index in range(self.now.held[player]):
            card = self.now.hands[player][index]
            for pile in range(self.piles):
                choice.gap = self.gap(card, pile, self.now.tops[pile])
                if choice.gap == NONE:
                    continue
                choice.index, choice.pile = index, pile
                choice.bad, choice.value = 0, choice.gap
                if self.style == TRICKS:
                    choice.bad = self.wastes_trick(card, pile, choice.gap)
                elif self.style == AHEAD and self.now.held[player] > 1:
                    second = self.second_gap(index, pile, nearest, smallest, next_gap)
                    choice.bad = second == NONE
                    if second != NONE:
                        choice.value += second
                if not found or better(&choice, best):
                    best[0] = choice
                    found = True
        return found

    cdef inline int32_t gap(self, int32_t card, int pile, int32_t top) noexcept nogil:
        """How far the card moves this pile on from this top, ``NONE`` if it does not fit."""
        cdef int32_t moved = (card if pile < self.ascending else -card) - top
        return moved if moved > 0 or (self.step and moved == -self.step) else NONE

    cdef bint wastes_trick(self, int32_t card, int pile, int32_t gap) noexcept nogil:
        """Does this play bury a top that a card in hand could go back to, or lay the card that should come back?"""
        cdef int32_t sign = 1 if pile < self.ascending else -1
        if not self.step or gap < 0:
            return False
        return self.holds(sign * (self.now.tops[pile] - self.step)) or self.holds(card + sign * self.step)

    cdef bint holds(self, int32_t card) noexcept nogil:
        cdef int player = self.now.to_play, index
        for index in range(self.now.held[player]):
            if self.now.hands[player][index] == card:
                return True
        return False

    cdef void look_at_piles(self, int* nearest, int32_t* smallest, int32_t* next_gap) noexcept nogil:
        cdef int player = self.now.to_play, index, pile
        cdef int32_t gap
        for pile in range(self.piles):
            nearest[pile], smallest[pile], next_gap[pile] = -1, NONE, NONE
            for index in range(self.now.held[player]):
                gap = self.gap(self.now.hands[player][index], pile, self.now.tops[pile])
                if gap < smallest[pile]:
                    nearest[pile], smallest[pile], next_gap[pile] = index, gap, smallest[pile]
                elif gap < next_gap[pile]:
                    next_gap[pile] = gap

    cdef int32_t second_gap(
        self, int first, int first_pile, int* nearest, int32_t* smallest, int32_t* next_gap
    ) noexcept nogil:
        """The smallest gap of a second play, after the card of index ``first`` went on this pile."""
        cdef int player = self.now.to_play, index, pile
        cdef int32_t card = self.now.hands[player][first]
        cdef int32_t top = card if first_pile < self.ascending else -card
        cdef int32_t least = NONE
        for index in range(self.now.held[player]):
            if index != first:
                least = min(least, self.gap(self.now.hands[player][index], first_pile, top))
        for pile in range(self.piles):
            if pile != first_pile:
                least = min(least, next_gap[pile] if nearest[pile] == first else smallest[pile])
        return least
