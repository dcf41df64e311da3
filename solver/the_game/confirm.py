"""A second opinion on what CP-SAT claims.

OR-Tools has open reports of wrong INFEASIBLE answers, so no bound of the engine ``cpsat`` is reported on its word. The
DFS engine solves the deal too; what it proves is reported, with the better one of both lines. Where the two exclude
each other, that is a defect of one of them and no verdict: deal, claims, options and models go into one file, and
``EngineError`` names it.
"""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any, NamedTuple

from solver.budget import Budget
from solver.errors import EngineError
from solver.result import Objective
from solver.the_game import dfs
from solver.the_game.deal import Deal, deal_to_json
from solver.the_game.identifiers import encode_deal
from solver.the_game.notation import Line
from solver.the_game.outcome import Outcome, ProgressCallback
from solver.the_game.referee import line_text, verify
from solver.version import VERSION

FORMAT = "opendeal-disagreement/1"


class _Claim(NamedTuple):
    """What an engine says, and what its line is worth: (cards left, value of the objective)."""

    engine: str
    outcome: Outcome
    reached: tuple[int, int]

    @property
    def proven(self) -> tuple[int, int]:
        """No line ranks before this one."""
        return self.outcome.cards_left_bound, self.outcome.bound

    def excludes(self, other: _Claim) -> bool:
        """Is the line of ``other`` better than this engine says is possible?

        A bound of turns or tricks is one among the lines that leave the fewest cards, so cards left come first.
        """
        return other.reached < self.proven


def confirmed(
    deal: Deal, objective: Objective, claim: Outcome, budget: Budget, progress: ProgressCallback | None = None
) -> Outcome:
    """What remains of an outcome of ``cpsat`` when the DFS engine has been asked; ``budget`` is for that alone.

    Raises ``EngineError`` on a disagreement.
    """
    claimed = _claim(deal, objective, "cpsat", claim)
    second = _claim(deal, objective, "dfs", dfs.solve(deal, objective, budget, progress))
    for one, other in ((claimed, second), (second, claimed)):
        if one.excludes(other):
            path = _save(deal, objective, [claimed, second])
            raise EngineError(
                f"the engines {one.engine} and {other.engine} disagree: {one.engine} claims that no line is better "
                f"than {one.proven} (cards left, {objective}), but a line of {other.engine} reaches {other.reached}; "
                f"deal, claims and models are in {path}"
            )
    best = min(claimed, second, key=lambda one: one.reached)
    open_end = best.reached != second.proven
    return Outcome(
        best.outcome.line,
        second.outcome.cards_left_bound,
        second.outcome.bound,
        claim.nodes + second.outcome.nodes,
        (claim.stopped_by or second.outcome.stopped_by) if open_end else None,
    )


def _claim(deal: Deal, objective: Objective, engine: str, outcome: Outcome) -> _Claim:
    return _Claim(engine, outcome, worth(deal, objective, outcome.line))


def _claim_to_json(deal: Deal, claim: _Claim) -> dict[str, Any]:
    outcome = claim.outcome
    return {
        "engine": claim.engine,
        "line": line_text(deal, outcome.line),
        "cards_left": claim.reached[0],
        "cards_left_bound": outcome.cards_left_bound,
        "value": claim.reached[1],
        "bound": outcome.bound,
        "nodes": outcome.nodes,
        "stopped_by": outcome.stopped_by,
    }


def worth(deal: Deal, objective: Objective, line: Line) -> tuple[int, int]:
    """Cards left and the objective in its own unit, of a line that has to be legal."""
    report = verify(deal, line)
    if report.cards_left is None:
        raise EngineError(f"an engine returned an illegal line: {report.fault}")
    return report.cards_left, report.value(objective)


def _save(deal: Deal, objective: Objective, claims: list[_Claim]) -> str:
    """Write deal, claims, options and models into one new file; returns its path."""
    from solver.the_game.cpsat.evidence import evidence

    written: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "deal": encode_deal(deal),
        "deal_json": deal_to_json(deal),
        "objective": objective,
        "claims": [_claim_to_json(deal, one) for one in claims],
        **evidence(deal, objective, claims[0].outcome),
    }
    number, path = tempfile.mkstemp(prefix="opendeal-disagreement-", suffix=".json", text=True)
    with os.fdopen(number, "w", encoding="utf-8") as file:
        json.dump(written, file, indent=1)
    return path
