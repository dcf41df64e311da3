"""The player who always lays the nearest card: what is tempting in a position."""

from __future__ import annotations

from puzzles.analysis.classes import Laid
from solver.the_game.rules import Position


def nearest(position: Position) -> list[Laid | None]:
    """What a player may do who always lays the nearest card: plays, or ``None`` for the end of the turn.

    Such a player, as ``gap`` in ``puzzles.players``, lays the card with the smallest gap, a backwards trick before all
    others, and ends the turn as soon as the rules allow it unless a trick or a card with gap 1 can be laid. Here all
    cards with the smallest gap are named, so that nothing depends on how a player decides between them.
    """
    gaps = {laid: _gap(position, *laid) for laid in position.plays()}
    least = min(gaps.values(), default=None)
    if position.may_end_turn and (least is None or least > 1):
        return [None]
    return [laid for laid, gap in gaps.items() if gap == least]


def _gap(position: Position, card: int, pile: int) -> int:
    return 0 if position.is_trick(card, pile) else position.gap(card, pile)
