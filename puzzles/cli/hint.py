"""``opendeal hint``: the next play, in steps that say no more than they are asked for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.budget import Budget
from solver.cli.batch import naming
from solver.cli.exit_status import DONE, UNDECIDED
from solver.cli.terminal import StatusLine, emit
from solver.errors import InputError
from solver.sources import read_any_deal
from solver.text import count
from solver.the_game.deal import Deal
from solver.the_game.identifiers import encode_deal

if TYPE_CHECKING:
    from solver.six_nimmt.deal import Deal as SixNimmtDeal


class _Said(NamedTuple):
    """What a hint says up to a level: sentences, and facts as JSON. ``is_last``: is there nothing more to say?"""

    lines: list[str]
    facts: dict[str, Any]
    is_last: bool


def run(source: str, level: int, objective: str, budget: Budget, as_json: bool) -> int:
    """Print the hints up to a level, and return the exit status: 3 if the deal was not decided, else 0."""
    deal = read_any_deal(source)
    with naming(deal):
        if isinstance(deal, Deal):
            said = _of_the_game(deal, level, objective, budget)
        else:
            said = _of_six_nimmt(deal, level, objective, budget)
    if as_json:
        emit([json.dumps({**said.facts, "text": said.lines})])
    else:
        emit([*said.lines, *([] if said.is_last else [f"(more with --level {level + 1})"])])
    return UNDECIDED if said.facts["state"] == "unknown" else DONE


def _of_the_game(deal: Deal, level: int, objective: str, budget: Budget) -> _Said:
    from puzzles.hint_text import hint_lines
    from puzzles.hints import LEVELS, hints_for
    from solver.the_game.portfolio import check_objective

    _check_level(level, LEVELS)
    wanted = check_objective(objective)
    status = StatusLine()
    found = hints_for(
        deal, objective=wanted, budget=budget, progress=lambda now: status.update(count(now.nodes, "node"))
    )
    status.clear()
    facts = {"game": "the-game", "deal": encode_deal(deal), **found.to_json(level)}
    return _Said(hint_lines(found, level), facts, level == LEVELS[-1] or found.nudge is None)


def _of_six_nimmt(deal: SixNimmtDeal, level: int, objective: str, budget: Budget) -> _Said:
    from puzzles.six_nimmt.hint_text import hint_lines
    from puzzles.six_nimmt.hints import LEVELS, hints_for
    from puzzles.six_nimmt.rounds import require_movers
    from solver.six_nimmt.identifiers import encode_deal
    from solver.six_nimmt.rules import GAME

    _check_level(level, LEVELS)
    if objective != "cards":
        raise InputError("--objective is for the-game; hints for 6-nimmt are about the fewest bullheads")
    require_movers(deal)
    status = StatusLine()
    found = hints_for(deal, {}, None, budget, status.update)
    status.clear()
    facts = {"game": GAME, "deal": encode_deal(deal), **found.to_json(level)}
    lines = hint_lines(found, level, len(deal.open_seats) > 1)
    return _Said(lines, facts, level == LEVELS[-1] or found.nudge is None)


def _check_level(level: int, levels: Sequence[int]) -> None:
    if level not in levels:
        raise InputError(f"--level is {level}; it must be from {levels[0]} to {levels[-1]}")
