"""Many deals: each solved in turn or by several processes, answered in the order of the input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

from solver.budget import Budget
from solver.cli.terminal import defect_message
from solver.errors import EngineError, InputError, OpendealError
from solver.result import OBJECTIVES
from solver.six_nimmt.objectives import OBJECTIVES as SIX_NIMMT_OBJECTIVES
from solver.strict_json import shown
from solver.text import count
from solver.the_game.deal import Deal
from solver.the_game.identifiers import encode_deal
from solver.the_game.portfolio import check_engine, check_objective, solve

if TYPE_CHECKING:
    from solver.result import Result
    from solver.six_nimmt.deal import Deal as SixNimmtDeal
    from solver.six_nimmt.result import Result as SixNimmtResult
    from solver.sources import AnyDeal, Entry
    from solver.the_game.outcome import Progress

    AnyResult = Result | SixNimmtResult


@dataclass(frozen=True, slots=True)
class Settings:
    """How to solve: the same for every deal of a command. ``None``: what the game does by itself.

    Raises ``InputError`` for what is wrong whatever the deal; what does not fit a deal's game shows when it is solved.
    """

    objective: str | None
    engine: str
    seat: int | None
    budget: Budget

    def __post_init__(self) -> None:
        check_engine(self.engine)
        if self.objective is not None and self.objective not in (*OBJECTIVES, *SIX_NIMMT_OBJECTIVES):
            raise InputError(
                f"the objective {shown(self.objective)} is unknown; it must be one of {', '.join(OBJECTIVES)} "
                f"for the-game, {', '.join(SIX_NIMMT_OBJECTIVES)} for 6-nimmt"
            )

    def solve(self, deal: AnyDeal, tell: Callable[[str], None] | None = None) -> AnyResult:
        """Solve a deal; ``tell`` is handed a line about the progress now and then."""
        return self._solve_the_game(deal, tell) if isinstance(deal, Deal) else self._solve_six_nimmt(deal, tell)

    def _solve_the_game(self, deal: Deal, tell: Callable[[str], None] | None) -> Result:
        if self.seat is not None:
            raise InputError("--seat is for 6-nimmt; in the-game all players win or lose together")
        return solve(
            deal,
            objective=check_objective(self.objective or "cards"),
            engine=check_engine(self.engine),
            budget=self.budget,
            progress=None if tell is None else lambda progress: tell(progress_text(progress)),
        )

    def _solve_six_nimmt(self, deal: SixNimmtDeal, tell: Callable[[str], None] | None) -> SixNimmtResult:
        from solver.six_nimmt.objectives import check_engine as check_six_nimmt_engine
        from solver.six_nimmt.objectives import check_objective as check_six_nimmt_objective
        from solver.six_nimmt.solve import solve as solve_six_nimmt

        return solve_six_nimmt(
            deal,
            objective=None if self.objective is None else check_six_nimmt_objective(self.objective),
            seat=self.seat,
            engine=check_six_nimmt_engine(self.engine),
            budget=self.budget,
            progress=None if tell is None else lambda nodes: tell(count(nodes, "position")),
        )


def progress_text(progress: Progress) -> str:
    """How far a search is, for the status line."""
    gap = progress.gap
    if gap is None:
        best, bound = f"leaves {progress.best_cards_left}", progress.cards_left_bound
    else:
        best, bound = f"takes {count(gap.value, gap.objective.removesuffix('s'))}", gap.bound
    return f"{progress.phase}, {count(progress.nodes, 'node')}, best line {best}, at least {bound} proven"


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one of many deals or, if it could not be read or solved, the error.

    ``seed``: the seed identifier of the deal, where it is known. ``defect``: the error is a defect of opendeal.
    """

    index: int
    result: AnyResult | None
    error: str | None = None
    seed: str | None = None
    defect: bool = False


def answers(entries: Iterable[Entry], settings: Settings, jobs: int) -> Iterator[Answer]:
    """The answer to every entry, in their order. ``KeyboardInterrupt`` during a search ends that search alone."""
    answer = partial(_answer, settings)
    if jobs == 1:
        return map(answer, entries)
    from solver.cli.processes import answers_of_processes

    return answers_of_processes(answer, entries, jobs, _lost)


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


def _lost(entry: Entry, how: str) -> Answer:
    return Answer(entry.index, None, how)


@contextmanager
def naming(deal: AnyDeal) -> Iterator[None]:
    """Whatever goes wrong with this deal unexpectedly becomes an ``EngineError`` that says which deal it was."""
    try:
        yield
    except (OpendealError, ImportError):
        raise
    except MemoryError:
        raise InputError("this machine has too little memory for the search; --memory limits what it takes") from None
    except Exception as error:
        raise EngineError(f"{type(error).__name__}: {error}; the deal is {_identifier(deal)}") from error


def _identifier(deal: AnyDeal) -> str:
    if isinstance(deal, Deal):
        return encode_deal(deal)
    from solver.six_nimmt.identifiers import encode_deal as encode_six_nimmt_deal

    return encode_six_nimmt_deal(deal)


def anything_left(entries: Iterator[Entry], seconds: float = 0.2) -> bool:
    """Are there more entries, as far as can be told in so little time? A pipe that says nothing may have more."""
    found: list[Entry | None] = []
    reader = Thread(target=lambda: found.append(next(entries, None)), daemon=True)
    reader.start()
    reader.join(seconds)
    return found != [None]
