"""``opendeal analyse``: what every play is worth; with a line, where the win was lost."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from puzzles.analysis import export, post_mortem, space, values
from puzzles.analysis.explore import TooLarge
from puzzles.analysis.game_log import read_line
from puzzles.analysis.show import post_mortem_lines, space_lines, values_lines
from solver.budget import Budget
from solver.cli.batch import naming
from solver.cli.exit_status import DONE, ILLEGAL, UNDECIDED
from solver.cli.line_argument import LineArgument, read_deal_and_line
from solver.cli.terminal import StatusLine, emit
from solver.errors import InputError
from solver.result import Objective
from solver.sources import read_any_deal
from solver.strict_json import as_whole_number
from solver.text import count
from solver.the_game.deal import Deal
from solver.the_game.identifiers import encode_deal
from solver.version import VERSION

FORMAT = "opendeal-analysis/1"
QUICK_POSITIONS = 4_000
"""Most positions of a solution space that nobody asked for: two seconds at most."""
MOST_POSITIONS = 1_000_000
"""Greatest limit of positions: about ten minutes and 10 GB."""
INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked about a position: objectives beside cards left, a file for the graph, a limit for its positions."""

    objectives: tuple[Objective, ...] = ()
    graph: Path | None = None
    positions: int | None = None


def run(source: str, line: str | None, wanted: Wanted, budget: Budget, as_json: bool) -> int:
    """Print the analysis, and return the exit status: 0 all decided, 3 something undecided, 1 an illegal line.

    A budget that limits neither nodes nor time gets the analysis' own limit of nodes.
    """
    if wanted.graph is not None:
        export.writer_for(wanted.graph)  # a wrong name is not worth a long search
    if wanted.positions is not None:
        as_whole_number(wanted.positions, "--positions", 1, MOST_POSITIONS)
    deal, argument = (read_any_deal(source), None) if line is None else read_deal_and_line(source, line)
    if not isinstance(deal, Deal):
        raise InputError("analyse is for deals of the-game; for 6-nimmt, opendeal solve --seat gives a post-mortem")
    if argument is None:
        return _position(deal, wanted, budget, as_json)
    if wanted != Wanted():
        raise InputError("--turns, --tricks, --graph and --positions are for a position without a line")
    return _post_mortem(deal, argument, budget, as_json)


def _position(deal: Deal, wanted: Wanted, budget: Budget, as_json: bool) -> int:
    budget = _limited(budget, values.DEFAULT_BUDGET)
    status = StatusLine()
    wins, why_not = None, None
    with naming(deal):
        if wanted.graph is not None:  # first, as it may be refused
            wins, why_not = _solution_space(deal, wanted, status)
            if wins is not None:
                export.write_graph(wins, wanted.graph)
        found = values.value_plays(deal, budget=budget, objectives=wanted.objectives, progress=status.update)
        if wins is None and found.stopped_by == "interrupt":
            why_not = INTERRUPTED
        elif wins is None and found.status != "unwinnable":
            wins, why_not = _solution_space(deal, wanted, status)
    status.clear()
    if as_json:
        _emit_json(deal, values=found.to_json(), space=wins and wins.to_json(), no_space=why_not)
    else:
        about_wins = space_lines(wins) if wins is not None else [f"solution space: {why_not}"] if why_not else []
        emit([*values_lines(found), *([""] if about_wins else []), *about_wins])
    return DONE if found.stopped_by is None and why_not != INTERRUPTED else UNDECIDED


def _solution_space(deal: Deal, wanted: Wanted, status: StatusLine) -> tuple[space.Space | None, str | None]:
    """The solution space, or why there is none. If its graph is wanted, that is an error."""
    limit = wanted.positions or (QUICK_POSITIONS if wanted.graph is None else space.MAX_POSITIONS)
    try:
        found = space.solution_space(deal, most_positions=limit, progress=status.update)
    except TooLarge as error:
        if wanted.graph is not None:
            raise InputError(f"--graph: {error}; --positions raises the limit") from None
        return None, f"not counted, it has more than {count(limit, 'position')} (--positions raises the limit)"
    except KeyboardInterrupt:
        if wanted.graph is not None:
            raise
        return None, INTERRUPTED
    if wanted.graph is not None and not found.winnable:
        raise InputError("--graph: the deal cannot be won, so there is no graph of wins")
    return found, None


def _post_mortem(deal: Deal, argument: LineArgument, budget: Budget, as_json: bool) -> int:
    line = argument.read_by(read_line)
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
    said = {"format": FORMAT, "deal": encode_deal(deal), "seed": deal.seed, "values": None}
    said |= {"space": None, "no_space": None, "post_mortem": None}
    emit([json.dumps({**said, **parts, "version": VERSION})])
