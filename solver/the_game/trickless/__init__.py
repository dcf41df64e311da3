"""Can a deal be won alone without a backwards trick? A question to a SAT solver, answered with a checked proof.

Without tricks the cards of a pile lie in the order of their numbers, so a line comes down to who shares a pile, and
that to a formula (``model``), which a solver decides where a search through positions cannot (``engine``). The
argument is in docs/trickless.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solver.budget import Budget, StopReason
from solver.the_game.deal import Deal
from solver.the_game.notation import Line


@dataclass(frozen=True, slots=True)
class Answer:
    """``line``: one that wins without a trick. ``refuted``: proven that there is none. Neither when a budget ended."""

    line: Line | None
    refuted: bool
    nodes: int
    stopped_by: StopReason | None = None


Ask = Callable[[Deal, Budget, Callable[[int], None] | None], Answer]
"""Answers the question for a deal within a budget, counting no more nodes than that has; is told whom to tell the nodes
so far."""


def applies(deal: Deal) -> bool:
    """Can the formula be made of this deal? One player, at the beginning of a turn, who draws what was laid."""
    full_hand = len(deal.hands[0]) == deal.hand_limit
    return deal.players == 1 and deal.cards_left > 0 and deal.played_this_turn == 0 and (full_hand or not deal.deck)
