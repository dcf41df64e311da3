"""The work of ``opendeal survey``: options become a selection and a file; progress and messages to standard error."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from solver.budget import Budget
from solver.cli.exit_status import DEFECT, DONE, UNDECIDED
from solver.cli.options import require_jobs
from solver.cli.terminal import StatusLine, defect_message, emit, message
from solver.errors import EngineError, InputError
from solver.strict_json import shown
from solver.survey.row import Failure, Row, attempt, lost
from solver.survey.run import Tally, record
from solver.survey.selection import Selection, ToDo
from solver.survey.store import open_to_read, open_to_write
from solver.text import count
from solver.the_game.identifiers import deal_from_seed, decode_rules
from solver.the_game.portfolio import solve
from solver.the_game.rules import MAX_CARDS, MAX_PLAYERS

MOST_NAMED = 10
"""Failures that a run's end names; the others are counted."""


# -- run -----------------------------------------------------------------------------------------------------------


def run(
    out: str,
    chosen: tuple[str, str | None, str, str],
    budget: Budget,
    jobs: int | None,
    cluster: str | None,
) -> int:
    """Decide what is not decided yet, and return the exit status. ``chosen``: rules, hand sizes, players, seeds."""
    if jobs is not None and cluster is not None:
        raise InputError("--jobs and --cluster exclude each other; a cluster has its own workers")
    processes = 1 if jobs is None else require_jobs(jobs)
    selection = _selection(*chosen)
    client = None
    if cluster is not None:
        from solver.survey.cluster import connected

        client = connected(cluster)  # before there is a file: if nobody is there, nothing is left behind
    status = StatusLine()
    with open_to_write(Path(out)) as store:
        to_do = ToDo(selection, store, budget)
        tally = Tally(len(selection), len(selection) - len(to_do), to_do.undecided)

        def tell() -> None:
            status.update(tally.progress())

        try:
            with closing(_answers(to_do, budget, processes, client, tell)) as answers:
                for answer in answers:
                    record(store, answer, tally)
                    tell()
        except KeyboardInterrupt:
            status.clear()
            message(f"interrupted; {count(tally.left, 'deal')} left, and the same command goes on")
            return UNDECIDED
        finally:
            status.clear()
    return _end(out, tally)


def _selection(rules: str, hand_sizes: str | None, players: str, seeds: str) -> Selection:
    return Selection(
        [decode_rules(text) for text in rules.split(",")],
        [None] if hand_sizes is None else _numbers("--hand-size", hand_sizes, MAX_CARDS),
        _numbers("--players", players, MAX_PLAYERS),
        _seeds(seeds),
    )


def _numbers(option: str, text: str, most: int) -> list[int]:
    """``1-3,5`` as the numbers 1, 2, 3, 5."""
    numbers: list[int] = []
    for piece in text.split(","):
        match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", piece)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= most:
            raise InputError(f"{option} {shown(text)}: expected numbers from 1 to {most}, such as 1-3 or 1,3")
        numbers += range(first, last + 1)
    return numbers


def _seeds(text: str) -> range:
    match = re.fullmatch(r"(0|[1-9][0-9]{0,14})\.\.(0|[1-9][0-9]{0,14})", text)
    seeds = range(int(match[1]), int(match[2]) + 1) if match else range(0)
    if not seeds:
        raise InputError(f"--seeds {shown(text)}: expected A..B with A not above B, such as 0..999")
    return seeds


def _answers(to_do: ToDo, budget: Budget, jobs: int, client: Any, tell: Callable[[], None]) -> Generator[Row | Failure]:
    """The answers to all deals that are to be solved, as they come; of a cluster if there is a client of one."""
    if client is not None:
        from solver.survey.cluster import answers_of_cluster

        yield from answers_of_cluster(client, budget, to_do.identifiers(), tell)
        return
    if not len(to_do):
        return
    from solver.cli.processes import answers_of_processes

    # Loads the engine once for all processes, and fails here if it is missing.
    solve(deal_from_seed(*to_do.selection.parts[0], "0"), budget=Budget(max_nodes=1))
    work = partial(attempt, budget)
    yield from answers_of_processes(work, to_do.identifiers(), jobs, lost, in_order=False, meanwhile=tell)


def _end(out: str, tally: Tally) -> int:
    """Say what is decided and what is not, and return the exit status."""
    emit([f"{out}: {tally.total - tally.left - tally.undecided:,} of {count(tally.total, 'deal')} decided"])
    for failure in tally.failures[:MOST_NAMED]:
        why = defect_message(EngineError(failure.why)) if failure.defect else failure.why
        message(f"error: {failure.deal}: {why}")
    if len(tally.failures) > MOST_NAMED:
        message(f"error: {count(len(tally.failures) - MOST_NAMED, 'more deal')} failed")
    if tally.undecided:
        message(
            f"{count(tally.undecided, 'deal')} undecided; the same command tries them again once a limit that "
            "stopped them is larger"
        )
    if any(failure.defect for failure in tally.failures):
        return DEFECT
    return UNDECIDED if tally.left or tally.undecided else DONE


# -- report and merge ----------------------------------------------------------------------------------------------


def report(file: str, form: str, plots: str | None) -> int:
    """Print the report in one of its forms, draw the plots if asked to, and return the exit status 0."""
    from solver.survey.report import as_csv, as_json, as_markdown, group_reports

    forms = {"md": as_markdown, "csv": as_csv, "json": as_json}
    if form not in forms:
        raise InputError(f"the format {shown(form)} is unknown; it must be one of {', '.join(forms)}")
    with open_to_read(Path(file)) as store:
        reports = group_reports(store)
        if not reports:
            raise InputError(f"{file}: no deal in it yet")
        if plots is not None:
            from solver.survey.plots import draw

            for path in draw(store, reports, Path(plots)):
                message(f"drawn: {path}")
    emit([forms[form](reports)])
    return DONE


def merge(files: Sequence[str], out: str) -> int:
    """Merge files into a new one, say how many deals it has, and return the exit status 0."""
    from solver.survey.merge import merge

    emit([f"{out}: {count(merge([Path(file) for file in files], Path(out)), 'deal')}"])
    return DONE
