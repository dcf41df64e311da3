"""Many deals: each solved in turn or by several processes, answered in the order of the input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

from solver.budget import Budget
from solver.cli.terminal import defect_message
from solver.errors import EngineError, InputError, OpendealError
from solver.the_game.identifiers import encode_deal
from solver.the_game.portfolio import EngineName, solve

if TYPE_CHECKING:
    from solver.result import Objective, Result
    from solver.sources import Entry
    from solver.the_game.deal import Deal
    from solver.the_game.outcome import ProgressCallback


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
    """The result of one of many deals or, if it could not be read or solved, the error.

    ``seed``: the seed identifier of the deal, where it is known. ``defect``: the error is a defect of opendeal.
    """

    index: int
    result: Result | None
    error: str | None = None
    seed: str | None = None
    defect: bool = False


def answers(entries: Iterable[Entry], settings: Settings, jobs: int) -> Iterator[Answer]:
    """The answer to every entry, in their order. ``KeyboardInterrupt`` during a search ends that search alone."""
    answer = partial(_answer, settings)
    if jobs == 1:
        return map(answer, entries)
    from solver.cli.processes import answers_of_processes

    return answers_of_processes(answer, entries, jobs)


def _answer(settings: Settings, entry: Entry) -> Answer:
    if entry.deal is None:
        return Answer(entry.index, None, entry.error)
    try:
        with naming(entry.deal):
            result = settings.solve(entry.deal)
    except (InputError, ImportError) as error:
        return Answer(entry.index, None, str(error))
    except EngineError as error:
        return Answer(entry.index, None, defect_message(error), defect=True)
    return Answer(entry.index, result, seed=entry.deal.seed)


@contextmanager
def naming(deal: Deal) -> Iterator[None]:
    """Whatever goes wrong with this deal unexpectedly becomes an ``EngineError`` that says which deal it was."""
    try:
        yield
    except (OpendealError, ImportError):
        raise
    except MemoryError:
        raise InputError("this machine has too little memory for the search; --memory limits what it takes") from None
    except Exception as error:
        raise EngineError(f"{type(error).__name__}: {error}; the deal is {encode_deal(deal)}") from error


def anything_left(entries: Iterator[Entry], seconds: float = 0.2) -> bool:
    """Are there more entries, as far as can be told in so little time? A pipe that says nothing may have more."""
    found: list[Entry | None] = []
    reader = Thread(target=lambda: found.append(next(entries, None)), daemon=True)
    reader.start()
    reader.join(seconds)
    return found != [None]
