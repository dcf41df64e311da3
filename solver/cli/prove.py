"""``opendeal prove``: a refutation that anyone can check, as a file."""

from __future__ import annotations

import json

from solver.budget import STOPS, Budget
from solver.cli.batch import progress_text
from solver.cli.exit_status import DISPROVED, DONE, UNDECIDED
from solver.cli.terminal import StatusLine, emit
from solver.sources import read_deal
from solver.text import count, facts
from solver.the_game.prove import Proof, prove, require_claim
from solver.the_game.show import score

STATUSES = {"proven": DONE, "false": DISPROVED, "unknown": UNDECIDED}


def run(source: str, path: str, cards_left: int | None, budget: Budget, as_json: bool) -> int:
    """Write the refutation, print what it says, and return the exit status."""
    deal = read_deal(source)
    require_claim(deal, cards_left, "--cards-left")
    status = StatusLine()
    proof = prove(
        deal,
        path,
        cards_left=cards_left,
        budget=budget,
        progress=lambda progress: status.update(progress_text(progress)),
    )
    status.clear()
    emit([json.dumps(proof.to_json())] if as_json else _lines(proof, deal.seed))
    return STATUSES[proof.status]


def _lines(proof: Proof, seed: str | None) -> list[str]:
    named = [("line", proof.line or "none"), ("identifier", proof.deal), ("seed", seed or "none known")]
    if proof.status == "proven":
        size = f"{count(proof.layers, 'layer')}, {count(proof.positions, 'position')}, {count(proof.size, 'byte')}"
        named.append(("file", size))
    return [_verdict(proof), *facts(named)]


def _verdict(proof: Proof) -> str:
    if proof.status == "unknown":
        assert proof.stopped_by is not None  # nothing else leaves a claim open
        return f"unknown: the search was stopped by {STOPS[proof.stopped_by]}; nothing was written"
    if proof.status == "false":
        best = score(proof.cards_left)
        if proof.cards_left == 0:
            return f"winnable: {best}; there is nothing to refute, and nothing was written"
        return f"false: a line has {best}, fewer than claimed; nothing was written"
    said = f"proven: no line leaves fewer than {count(proof.cards_left_bound, 'card')}"
    return f"{said}; the line has {score(proof.cards_left)}" + (", the best" if proof.optimal else "")
