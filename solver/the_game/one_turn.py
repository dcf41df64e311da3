"""How many cards of a hand one turn can lay, found without trying the turns out.

Here *low* is the lowest top that any ascending pile shows in the course of a turn, its beginning included, and *high*
the highest top that any descending pile shows.

**What can be laid depends on low and high alone.** A card on an ascending pile was its top, so it is not below low;
one on a descending pile is not above high. So a card strictly between high and low is not laid. Every other card can
be: as soon as a pile shows low, lay there, in rising order, all cards above low that are left; as soon as a pile shows
high, lay there, in falling order, those below high. One pile of each direction is enough for that.

**One direction alone.** Low falls only by a backwards trick, onto a card ``step`` below a top of the beginning or below
a card that has been laid, which can be any card above low. All cards on the way down lie above the card it ends with,
and it needs no card twice: a way that comes back to a card might as well have gone on from there the first time.

**Two directions** share the hand. While low is above high, they do not meet: ascending piles have only taken cards from
low up, descending ones only cards up to high. So the hand can be split at a number in between, and each direction does
its best with its own side. If low ever gets below high, every card can be laid. The play that brings this about is a
trick onto a card from the other side, and until then the sides were separate. So among all splits in which at most one
card has changed sides there is one that yields the most; and what a split yields can be laid, since no card is on both
sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf


def most_cards(hand: Sequence[int], ascending: Sequence[int], descending: Sequence[int], step: int) -> int:
    """The most cards of ``hand`` that can be laid in one turn on piles with these tops, if nothing is drawn.

    ``step`` is the size of the backwards trick, 0 for none. The time grows with the cube of the hand at the worst.
    """
    low, high = _lowest(hand, ascending, step), _highest(hand, descending, step)
    if high < low:
        # Each direction had the whole hand to itself, and still they did not meet.
        return len(hand) - _between(hand, high, low)
    fewest_left = len(hand)
    for falling, rising in _splits(sorted(hand)):
        low, high = _lowest(rising, ascending, step), _highest(falling, descending, step)
        fewest_left = min(fewest_left, _between(hand, high, low))
        if fewest_left == 0:
            break
    return len(hand) - fewest_left


def _lowest(cards: Iterable[int], tops: Sequence[int], step: int) -> float:
    """The lowest top that an ascending pile can show if these cards may be laid; infinity if there is no pile."""
    held = set(cards)
    low = min(tops, default=inf)
    # From high to low, so that low has fallen as far as it can before the cards below it are looked at.
    for card in sorted(held, reverse=True):
        above = card + step
        if card < low and (above in tops or (above >= low and above in held)):
            low = card
    return low


def _highest(cards: Iterable[int], tops: Sequence[int], step: int) -> float:
    """The highest top that a descending pile can show: the mirror image of ``_lowest``."""
    return -_lowest([-card for card in cards], [-top for top in tops], step)


def _between(cards: Iterable[int], high: float, low: float) -> int:
    """How many of the cards no pile can take."""
    return sum(high < card < low for card in cards)


def _splits(cards: list[int]) -> Iterator[tuple[list[int], list[int]]]:
    """Every split of the sorted cards into lower ones, for the descending piles, and upper ones, for the ascending
    piles, in which at most one card has changed sides."""
    for place in range(len(cards) + 1):
        lower, upper = cards[:place], cards[place:]
        yield lower, upper
        for changed in lower:
            yield [card for card in lower if card != changed], [*upper, changed]
        for changed in upper:
            yield [*lower, changed], [card for card in upper if card != changed]
