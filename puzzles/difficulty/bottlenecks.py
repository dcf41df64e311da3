"""Bottlenecks: the positions that every winning line passes.

All positions of a deal are walked, equal ones merged whatever the order of their piles, and ways are counted from both
ends. A position lies on every winning line if and only if the ways to it, times the winning ways from it, are all the
winning ways there are. The counts are exact whole numbers, so no search for dominators is needed.
"""

from __future__ import annotations

from collections import defaultdict

from puzzles.difficulty.decisions import choices_of
from solver.the_game.deal import Deal
from solver.the_game.rules import Position

MOST_CARDS, MOST_POSITIONS = 12, 3000
"""Deals with more cards are not walked, and those with more positions are given up, after a tenth of a second or so."""

_Key = tuple[object, ...]
_WON: _Key = ("won",)


def bottlenecks(deal: Deal) -> int | None:
    """How many positions every winning line passes, its beginning and its end not counted.

    ``None`` if there is no winning line, or if the deal is too large.
    """
    starts = {_key(start) for start in deal.starts()}
    following = _walk(deal, MOST_POSITIONS) if deal.cards_left <= MOST_CARDS else None
    if following is None:
        return None
    ways_from: dict[_Key, int] = {_WON: 1}
    for key in reversed(following):
        ways_from[key] = sum(ways_from[after] for after in following[key])
    ways_to: defaultdict[_Key, int] = defaultdict(int, dict.fromkeys(starts, 1))
    for key, afters in following.items():
        for after in afters:
            ways_to[after] += ways_to[key]
    if not ways_to[_WON]:
        return None
    return sum(key not in starts and ways_to[key] * ways_from[key] == ways_to[_WON] for key in following)


def _walk(deal: Deal, most: int) -> dict[_Key, list[_Key]] | None:
    """The positions in which something is to be done, each before those that follow it, and what follows.

    ``None`` if there are more than ``most``. A play leaves one card less, and the end of a turn leads from a turn under
    way to one that has not begun. So positions come in order by cards left, turns under way first.
    """
    waiting: defaultdict[tuple[int, bool], dict[_Key, Position]] = defaultdict(dict)
    for start in deal.starts():
        waiting[start.cards_left, start.played == 0][_key(start)] = start
    following: dict[_Key, list[_Key]] = {}
    for left in range(deal.cards_left, 0, -1):
        for fresh in (False, True):
            for key, position in waiting.pop((left, fresh), {}).items():
                if len(following) == most:
                    return None
                afters = [choice.after for choice in choices_of((position,), 0, 0, True)]
                following[key] = [_key(after) for after in afters]
                for after in afters:
                    waiting[after.cards_left, after.played == 0][_key(after)] = after
    return following


def _key(position: Position) -> _Key:
    """The position up to what makes no difference: the order of equal piles, and cards laid beyond the minimum."""
    if position.won:
        return _WON
    ascending = position.rules.ascending
    return (
        position.hands,
        len(position.deck),
        position.to_play,
        min(position.played, position.minimum),
        tuple(sorted(position.piles[:ascending])),
        tuple(sorted(position.piles[ascending:])),
    )
