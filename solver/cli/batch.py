"""Many deals: each solved in turn or by several processes, answered in the order of the input.

Deals are read while others are solved, and only so many are in flight that memory stays bounded however long the
input is.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.budget import Budget
from solver.errors import InputError
from solver.the_game.portfolio import EngineName, solve

if TYPE_CHECKING:
    from concurrent.futures import Future

    from solver.result import Objective, Result
    from solver.sources import Entry
    from solver.the_game.deal import Deal
    from solver.the_game.outcome import ProgressCallback

IN_FLIGHT = 16
"""Deals per process that are handed out or answered out of turn; so many hide one slow deal at the head."""
TERMINATED = 128 + signal.SIGTERM


@dataclass(frozen=True, slots=True)
class Settings:
    """How to solve: the same for every deal of a command."""

    objective: Objective
    engine: EngineName
    budget: Budget

    def solve(self, deal: Deal, progress: ProgressCallback | None = None) -> Result:
        return solve(deal, objective=self.objective, engine=self.engine, budget=self.budget, progress=progress)


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one of many deals or, if it could not be read or solved, the error."""

    index: int
    result: Result | None
    error: str | None = None


def answers(entries: Iterable[Entry], settings: Settings, jobs: int) -> Iterator[Answer]:
    """The answer to every entry, in their order. ``KeyboardInterrupt`` during a search ends that search alone."""
    if jobs == 1:
        return (_answer(entry, settings) for entry in entries)
    return _answers_of_processes(entries, settings, jobs)


def _answer(entry: Entry, settings: Settings) -> Answer:
    if entry.deal is None:
        return Answer(entry.index, None, entry.error)
    try:
        return Answer(entry.index, settings.solve(entry.deal))
    except InputError as error:
        return Answer(entry.index, None, str(error))


def _answers_of_processes(entries: Iterable[Entry], settings: Settings, jobs: int) -> Iterator[Answer]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    pool = ProcessPoolExecutor(jobs, initializer=_leave_signals_to_parent)
    waiting: deque[Future[Answer]] = deque()
    finished = False
    before = signal.signal(signal.SIGTERM, _exit)
    try:
        for entry in entries:
            waiting.append(pool.submit(_answer, entry, settings))
            while waiting and (waiting[0].done() or len(waiting) >= jobs * IN_FLIGHT):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        finished = True
    finally:
        # Searches that nobody waits for any more are ended; otherwise the workers have nothing left to do.
        if not finished:
            for child in active_children():
                child.terminate()
        pool.shutdown(wait=finished, cancel_futures=True)
        signal.signal(signal.SIGTERM, before)


def _leave_signals_to_parent() -> None:
    """In a worker: Ctrl-C reaches every process of the terminal, but only the parent decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _exit(_number: int, _frame: object) -> None:
    """Ends the parent by an exception, so that it takes its workers along."""
    raise SystemExit(TERMINATED)
