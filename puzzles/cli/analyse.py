"""``opendeal analyse``: what every play is worth; with a line, where the win was lost."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from puzzles.analysis import post_mortem, values
from puzzles.analysis.game_log import read_line
from puzzles.analysis.show import post_mortem_lines, values_lines
from solver.budget import Budget
from solver.cli.batch import naming
from solver.cli.exit_status import DONE, ILLEGAL, UNDECIDED
from solver.cli.line_argument import read_deal_and_line
from solver.cli.terminal import StatusLine, emit
from solver.errors import InputError
from solver.result import Objective
from solver.sources import read_any_deal
from solver.the_game.deal import Deal
from solver.the_game.identifiers import encode_deal
from solver.version import VERSION

FORMAT = "opendeal-analysis/1"


def run(source: str, line: str | None, turns: bool, tricks: bool, budget: Budget, as_json: bool) -> int:
    """Print the analysis, and return the exit status: 0 all decided, 3 something undecided, 1 an illegal line.

    A budget that limits neither nodes nor time gets the analysis' own limit of nodes.
    """
    deal, text = (read_any_deal(source), None) if line is None else read_deal_and_line(source, line)
    if not isinstance(deal, Deal):
        raise InputError("analyse is for deals of the-game; for 6-nimmt, opendeal solve --seat gives a post-mortem")
    objectives: list[Objective] = []
    if turns:
        objectives.append("turns")
    if tricks:
        objectives.append("tricks")
    return _values(deal, objectives, budget, as_json) if text is None else _post_mortem(deal, text, budget, as_json)


def _values(deal: Deal, objectives: Sequence[Objective], budget: Budget, as_json: bool) -> int:
    budget = _limited(budget, values.DEFAULT_BUDGET)
    status = StatusLine()
    with naming(deal):
        found = values.value_plays(deal, budget=budget, objectives=objectives, progress=status.update)
    status.clear()
    if as_json:
        _emit_json(deal, values=found.to_json())
    else:
        emit(values_lines(found))
    return DONE if found.stopped_by is None else UNDECIDED


def _post_mortem(deal: Deal, text: str, budget: Budget, as_json: bool) -> int:
    line = read_line(text)
    budget = _limited(budget, post_mortem.DEFAULT_BUDGET)
    status = StatusLine()
    with naming(deal):
        found = post_mortem.post_mortem(deal, line, budget=budget, progress=status.update)
    status.clear()
    if as_json:
        _emit_json(deal, post_mortem=found.to_json())
    else:
        emit(post_mortem_lines(found))
    if found.report.fault is not None:
        return ILLEGAL
    return DONE if found.stopped_by is None else UNDECIDED


def _limited(budget: Budget, default: Budget) -> Budget:
    given = budget.max_nodes is not None or budget.time_limit is not None
    return budget if given else replace(budget, max_nodes=default.max_nodes)


def _emit_json(deal: Deal, **parts: Any) -> None:
    said = {"format": FORMAT, "deal": encode_deal(deal), "seed": deal.seed, "values": None, "post_mortem": None}
    emit([json.dumps({**said, **parts, "version": VERSION})])
