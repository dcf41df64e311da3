"""The ways to lay a number of cards within one turn.

Within a turn nothing is drawn, so piles do not depend on each other: a card comes from the same hand whichever pile was
served before. A *way* is therefore what each pile gets, in its order; in which order the piles are served is left open,
and a way is written pile by pile.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from solver.the_game.one_turn import most_cards
from solver.the_game.rules import Position

Way = tuple[tuple[int, int], ...]
"""(card, pile index) in the order of the piles."""


def ways_to_lay(position: Position, cards: int, most: int) -> tuple[list[Way], bool]:
    """The first ``most`` ways to lay so many cards this turn, and whether there are more."""
    found = list(islice(_ways(position, cards, 0), most + 1))
    return found[:most], len(found) > most


def _ways(position: Position, cards: int, first_pile: int) -> Iterator[Way]:
    """The ways that serve piles from this index on. Every branch that is entered leads to a way, so that the first
    few are found fast however many there are."""
    if cards == 0:
        yield ()
        return
    rules = position.rules
    for pile in range(first_pile, rules.pile_count):
        for card in position.hand:
            if not position.fits(card, pile):
                continue
            following = position.play(card, pile)
            up = following.piles[pile : rules.ascending]
            down = following.piles[max(pile, rules.ascending) :]
            if most_cards(following.hand, up, down, rules.step) >= cards - 1:
                for rest in _ways(following, cards - 1, pile):
                    yield ((card, pile), *rest)
