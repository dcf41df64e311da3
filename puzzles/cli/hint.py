"""``opendeal hint``: the next play, in steps that say no more than they are asked for."""

from __future__ import annotations

import json

from puzzles.hint_text import hint_lines
from puzzles.hints import LEVELS, hints_for
from solver.budget import Budget
from solver.cli.batch import naming
from solver.cli.exit_status import DONE, UNDECIDED
from solver.cli.terminal import StatusLine, emit
from solver.errors import InputError
from solver.sources import read_deal
from solver.text import count
from solver.the_game.identifiers import encode_deal
from solver.the_game.portfolio import check_objective


def run(source: str, level: int, objective: str, budget: Budget, as_json: bool) -> int:
    """Print the hints up to a level, and return the exit status: 3 if the deal was not decided, else 0."""
    if level not in LEVELS:
        raise InputError(f"--level is {level}; it must be from {LEVELS[0]} to {LEVELS[-1]}")
    wanted = check_objective(objective)
    deal = read_deal(source)
    status = StatusLine()
    with naming(deal):
        found = hints_for(
            deal, objective=wanted, budget=budget, progress=lambda now: status.update(count(now.nodes, "node"))
        )
    status.clear()
    lines = hint_lines(found, level)
    if as_json:
        emit([json.dumps({"game": "the-game", "deal": encode_deal(deal), **found.to_json(level), "text": lines})])
    else:
        more = [f"(more with --level {level + 1})"] if level < LEVELS[-1] and found.nudge is not None else []
        emit([*lines, *more])
    return UNDECIDED if found.state == "unknown" else DONE
