"""Makes a deal that shows a fault as small as possible: what is left is what the fault needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from solver.errors import InputError
from solver.the_game.deal import Deal


def shrink(deal: Deal, fails: Callable[[Deal], bool]) -> Deal:
    """The deal after as many simplifications as keep it failing, one at a time; ``fails(deal)`` holds for the result.

    Each step is the first one that keeps the fault, so that the same deal shrinks to the same one. No single further
    simplification keeps the fault.
    """
    while (smaller := next((candidate for candidate in simpler(deal) if fails(candidate)), None)) is not None:
        deal = smaller
    return deal


def simpler(deal: Deal) -> Iterator[Deal]:
    """Deals that are one step simpler, the greatest steps first. Every one is smaller in some respect and larger in
    none, so that simplifying comes to an end."""
    for changes in _changes(deal):
        try:
            candidate = replace(deal, seed=None, **changes)
        except InputError:  # a card that does not exist under simpler rules, a player with too many cards
            continue
        if candidate != deal:
            yield candidate


def _changes(deal: Deal) -> Iterator[dict[str, Any]]:
    yield from _without_a_player(deal)
    yield from _without_a_pile(deal)
    for player, hand in enumerate(deal.hands):
        for place in range(len(hand)):
            yield {"hands": _with(deal.hands, player, _without(hand, place))}
    for place in range(len(deal.deck)):
        yield {"deck": _without(deal.deck, place)}
    for pile, start in enumerate(deal.rules.start_piles):
        yield {"piles": _with(deal.tops, pile, start)}
    if deal.played_this_turn:
        yield {"played_this_turn": deal.played_this_turn - 1}
    rules = deal.rules
    if rules.hand_size is None:
        yield {"rules": replace(rules, hand_size=deal.hand_limit)}
    elif rules.hand_size > 1:
        yield {"rules": replace(rules, hand_size=rules.hand_size - 1)}
    if rules.step:
        yield {"rules": replace(rules, step=0)}
    if rules.min_plays > 1:
        yield {"rules": replace(rules, min_plays=rules.min_plays - 1)}
    if rules.min_plays_empty > 1:
        yield {"rules": replace(rules, min_plays_empty=rules.min_plays_empty - 1)}


def _without_a_player(deal: Deal) -> Iterator[dict[str, Any]]:
    """Without a player who is not to play, and that hand."""
    if deal.players == 1:
        return
    rules = replace(deal.rules, hand_size=deal.hand_limit)  # the default depends on the number of players
    for player in range(deal.players):
        if player != deal.to_play:
            to_play = None if deal.to_play is None else deal.to_play - (player < deal.to_play)
            yield {"rules": rules, "hands": _without(deal.hands, player), "to_play": to_play}


def _without_a_pile(deal: Deal) -> Iterator[dict[str, Any]]:
    rules = deal.rules
    if rules.pile_count == 1:
        return
    for pile in range(rules.pile_count):
        direction = "ascending" if rules.is_ascending(pile) else "descending"
        fewer = replace(rules, **{direction: getattr(rules, direction) - 1})
        yield {"rules": fewer, "piles": _without(deal.tops, pile)}


def _without(items: tuple[Any, ...], place: int) -> tuple[Any, ...]:
    return items[:place] + items[place + 1 :]


def _with(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])
