"""What somebody needs who looks into a wrong answer of CP-SAT: the questions as models, and the parameters."""

from __future__ import annotations

from typing import Any

from solver.result import Objective
from solver.the_game.cpsat.engine import new_solver
from solver.the_game.cpsat.model import LineModel
from solver.the_game.cpsat.timeline import Timeline
from solver.the_game.deal import Deal
from solver.the_game.outcome import Outcome


def evidence(deal: Deal, objective: Objective, claim: Outcome) -> dict[str, Any]:
    """Parameters and models, in OR-Tools' text format, of the questions whose answers the claim rests on.

    They are the one for a card more than can be laid, as the engine says, and the one for the fewest turns or tricks.
    """
    length = deal.cards_left - claim.cards_left_bound
    questions: list[tuple[int, Objective]] = []
    if claim.cards_left_bound:
        questions.append((length + 1, "cards"))
    if objective != "cards" and length:
        questions.append((length, objective))
    timeline = Timeline.of(deal)
    return {
        "parameters": str(new_solver().parameters),
        "models": [
            {"cards": cards, "objective": of, "model": str(LineModel(timeline, cards, of).model.proto)}
            for cards, of in questions
        ],
    }
