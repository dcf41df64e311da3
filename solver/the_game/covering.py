# cython: annotation_typing=False, boundscheck=False, wraparound=False
# The annotations are for readers and mypy; what is compiled has its types from covering.pxd.
"""The inner loop of the checker: is every position that one card leads to covered, or beyond hope?

This is plain Python and can be read and run as such. ``covering.pxd`` adds types, with which Cython compiles the same
source to something about thirty times as fast; tests hold both to each other.

Cards go by number, 0 for the lowest that was unplayed at the start, and a set of cards is an ``int`` with these bits
set. A top goes by number too (see ``refutation.py``); what it shows matters only through the set of cards that fit it.

The two lemmas that this file stands on are proved in ``docs/refutations.md``:

*Dominance.*  Of two positions that differ in their tops alone, one covers the other if their piles can be matched,
direction by direction, such that each unplayed card that fits a pile of the other fits its partner too.

*Dead cards.*  A card is dead if no pile can come to it: neither does it fit a top, nor any card that a pile can come
to. Dead cards stay unplayed in every line.
"""

from __future__ import annotations

from collections.abc import Sequence

MOST_TOPS = 256
"""Tops are bytes."""
MOST_PILES = 32


class Covering:
    """What fits where, in one deal.

    ``up[t]`` and ``down[t]``: the cards that fit an ascending and a descending pile with top ``t``, each list as long
    as there are tops. Of ``piles`` piles the first ``ascending`` are ascending ones. ``cards``: how many there are.
    """

    def __init__(self, up: Sequence[int], down: Sequence[int], ascending: int, piles: int, cards: int) -> None:
        self.up = [*up, *[0] * (MOST_TOPS - len(up))]
        self.down = [*down, *[0] * (MOST_TOPS - len(down))]
        self.ascending = ascending
        self.piles = piles
        self.cards = cards
        # The position at hand: for each of its piles the unplayed cards that fit.
        self.needs = list(bytes(MOST_PILES))
        # A matching under way: for each pile of the cover the pile that it is matched with, or -1; and was it tried?
        self.matched = list(bytes(MOST_PILES))
        self.tried = list(bytes(MOST_PILES))

    def uncovered(
        self, parents: bytes, parent_count: int, card: int, unplayed: int, covers: bytes, cover_count: int, allowed: int
    ) -> int:
        """The first play of ``card`` that leads to a position which nothing covers and which has hope, or -1.

        ``parents`` and ``covers`` are positions of one group each: the tops of the first pile of all of them, then
        those of the second pile, and so on. ``unplayed``: the cards left once ``card`` is laid. A position has hope
        if at most ``allowed`` of them are dead. The play is returned as the parent's number times the number of
        piles, plus the pile.
        """
        for parent in range(parent_count):
            for pile in range(self.piles):
                self.needs[pile] = self.fitting(pile, parents[pile * parent_count + parent]) & unplayed
            for pile in range(self.piles):
                if self.fitting(pile, parents[pile * parent_count + parent]) >> card & 1:
                    before = self.needs[pile]
                    self.needs[pile] = self.fitting(pile, card) & unplayed
                    if not self.is_covered(covers, cover_count) and not self.is_hopeless(unplayed, allowed):
                        return parent * self.piles + pile
                    self.needs[pile] = before
        return -1

    def is_open(self, tops: bytes, unplayed: int, covers: bytes, cover_count: int, allowed: int) -> bool:
        """Is the position with these tops one that nothing covers and which has hope?"""
        for pile in range(self.piles):
            self.needs[pile] = self.fitting(pile, tops[pile]) & unplayed
        return not self.is_covered(covers, cover_count) and not self.is_hopeless(unplayed, allowed)

    def fitting(self, pile: int, top: int) -> int:
        """The cards that fit this pile if this is its top."""
        return self.up[top] if pile < self.ascending else self.down[top]

    # -- dominance ---------------------------------------------------------------------------------------------

    def is_covered(self, covers: bytes, count: int) -> bool:
        """Does any of the covers take, pile by pile, all that the position at hand needs?"""
        for cover in range(count):
            if self.has_matching(0, self.ascending, covers, count, cover) and self.has_matching(
                self.ascending, self.piles, covers, count, cover
            ):
                return True
        return False

    def has_matching(self, first: int, end: int, covers: bytes, count: int, cover: int) -> bool:
        """Can the piles from ``first`` up to ``end`` be matched with those of one cover?"""
        for pile in range(first, end):
            if self.needs[pile] & ~self.fitting(pile, covers[pile * count + cover]):
                break  # not in order; for two piles that leaves one other way
        else:
            return True
        if end - first < 2:
            return False
        for pile in range(first, end):
            self.matched[pile] = -1
        for pile in range(first, end):
            for partner in range(first, end):
                self.tried[partner] = 0
            if not self.match(pile, first, end, covers, count, cover):
                return False
        return True

    def match(self, pile: int, first: int, end: int, covers: bytes, count: int, cover: int) -> bool:
        """Find a partner for one more pile, along an augmenting path: those that have one may have to find another."""
        for partner in range(first, end):
            if not self.tried[partner] and not self.needs[pile] & ~self.fitting(pile, covers[partner * count + cover]):
                self.tried[partner] = 1
                owner = self.matched[partner]
                if owner < 0 or self.match(owner, first, end, covers, count, cover):
                    self.matched[partner] = pile
                    return True
        return False

    # -- dead cards --------------------------------------------------------------------------------------------

    def is_hopeless(self, unplayed: int, allowed: int) -> bool:
        """Are more than ``allowed`` of the unplayed cards dead in the position at hand?"""
        reached_up = self.reached(0, self.ascending, unplayed)
        reached_down = self.reached(self.ascending, self.piles, unplayed)
        dead = unplayed & ~(reached_up | reached_down)
        for card in range(self.cards):
            if dead >> card & 1:
                allowed -= 1
        return allowed < 0

    def reached(self, first: int, end: int, unplayed: int) -> int:
        """The unplayed cards that the piles from ``first`` up to ``end`` can come to, all of one direction.

        That a card is laid only once is ignored, so these are never too few.
        """
        found = before = 0
        for pile in range(first, end):
            found |= self.needs[pile]
        while found != before:
            before = found
            for card in range(self.cards):
                if found >> card & 1:
                    found |= self.fitting(first, card) & unplayed
        return found
