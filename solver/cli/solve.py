"""``opendeal solve``: one deal, or many."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from solver.cli.batch import Answer, Settings, answers, anything_left, naming
from solver.cli.exit_status import BAD_INPUT, DEFECT, DONE, INTERRUPTED, UNDECIDED, UNWINNABLE
from solver.cli.terminal import StatusLine, emit, message
from solver.result import Result
from solver.sources import Entry, open_deals
from solver.text import count
from solver.the_game.deal import Deal
from solver.the_game.notation import parse_line
from solver.the_game.referee import annotate
from solver.the_game.show import result_lines, short_result_lines

if TYPE_CHECKING:
    from solver.cli.batch import AnyResult
    from solver.sources import AnyDeal

STATUSES = {"winnable": DONE, "solved": DONE, "unwinnable": UNWINNABLE, "unknown": UNDECIDED}


def run(sources: Sequence[str], settings: Settings, jobs: int, as_json: bool) -> int:
    """Solve what the sources hold, print the results, and return the exit status."""
    opened = open_deals(sources)
    if isinstance(opened, Iterator):
        return _solve_many(opened, settings, jobs, as_json)
    return _solve_one(opened, settings, as_json)


def _solve_one(deal: AnyDeal, settings: Settings, as_json: bool) -> int:
    status = StatusLine()
    with naming(deal):
        result = settings.solve(deal, status.update)
    status.clear()
    if as_json:
        emit([json.dumps(result.to_json())])
    else:
        emit(_result_lines(deal, result))
    return STATUSES[result.status]


def _result_lines(deal: AnyDeal, result: AnyResult) -> list[str]:
    """The result of one deal in full, in the words of its game."""
    if isinstance(result, Result):
        assert isinstance(deal, Deal)  # the result is of the deal's game
        return result_lines(deal, result, annotate(deal, parse_line(result.line)))
    from solver.six_nimmt import show

    return show.result_lines(result, deal.seed)


def _short_result_lines(index: int, result: AnyResult, seed: str | None) -> list[str]:
    """A result among many, in the words of its game."""
    if isinstance(result, Result):
        return short_result_lines(index, result, seed)
    from solver.six_nimmt import show

    return show.short_result_lines(index, result, seed)


def _solve_many(entries: Iterator[Entry], settings: Settings, jobs: int, as_json: bool) -> int:
    status = StatusLine()
    done = undecided = bad = defects = 0
    interrupted = False
    try:
        for answer in answers(entries, settings, jobs):
            done += 1
            bad += answer.result is None
            defects += answer.defect
            undecided += answer.result is not None and answer.result.status == "unknown"
            status.clear()
            emit(_answer_lines(answer, as_json))
            if answer.result is not None and answer.result.stopped_by == "interrupt":
                interrupted = anything_left(entries)
                break
            status.update(f"{count(done, 'deal')} done, {undecided} undecided, {bad} bad")
    except KeyboardInterrupt:
        interrupted = True
    status.clear()
    if interrupted:
        message(f"interrupted after {count(done, 'deal')}; the rest was not solved")
    if defects:
        return DEFECT
    if bad:
        return BAD_INPUT
    if interrupted and not done:
        return INTERRUPTED
    return UNDECIDED if undecided or interrupted else DONE


def _answer_lines(answer: Answer, as_json: bool) -> list[str]:
    if answer.result is None:
        if as_json:
            return [json.dumps({"index": answer.index, "error": answer.error})]
        return [f"{answer.index}: error: {answer.error}"]
    if as_json:
        return [json.dumps({"index": answer.index, **answer.result.to_json()})]
    return _short_result_lines(answer.index, answer.result, answer.seed)
