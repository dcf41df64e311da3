"""When two puzzles are the same: the canonical form of a deal, and the identifier of a puzzle that is derived from it.

The Game has symmetries that change nothing about a puzzle: the **mirror** (card c becomes low + high - c, and ascending
and descending piles change places), the order of the **piles** of one direction, and the names of the **players**, who
sit in a circle: player 1 may be called player 0 as long as the turns go round the same way. Of all the deals that are
equal in this sense, the canonical one has the first identifier in the order of text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from solver.the_game.deal import Deal
from solver.the_game.identifiers import encode_deal

ID_DIGITS = 12
"""48 bits: among a million puzzles two share an identifier by chance once in 500 such collections."""


def mirrored(deal: Deal) -> Deal:
    """The deal with the cards counted from the other end, and the directions of the piles exchanged."""
    rules = deal.rules
    end = rules.low + rules.high
    tops = [end - top for top in deal.tops]
    return Deal(
        replace(rules, ascending=rules.descending, descending=rules.ascending),
        tuple(tuple(end - card for card in hand) for hand in deal.hands),
        tuple(end - card for card in deal.deck),
        (*tops[rules.ascending :], *tops[: rules.ascending]),
        deal.to_play,
        deal.played_this_turn,
    )


def canonical_identifier(deal: Deal) -> str:
    """The identifier of the canonical one among the deals that are equal to this one."""
    return min(encode_deal(equal) for equal in _renamed(deal))


def puzzle_id(asked: str, deal_identifier: str) -> str:
    """The identifier of the puzzle that asks this of the deal with this canonical identifier."""
    from hashlib import sha256

    return sha256(f"{asked}\0{deal_identifier}".encode()).hexdigest()[:ID_DIGITS]


def _renamed(deal: Deal) -> Iterator[Deal]:
    """The deal and its mirror with piles in order and each player as the first; a deal may come several times."""
    for one in (deal, mirrored(deal)):
        ascending = one.rules.ascending
        piles = (*sorted(one.tops[:ascending]), *sorted(one.tops[ascending:]))
        for first in range(one.players):
            hands = (*one.hands[first:], *one.hands[:first])
            to_play = None if one.to_play is None else (one.to_play - first) % one.players
            yield Deal(one.rules, hands, one.deck, piles, to_play, one.played_this_turn)
