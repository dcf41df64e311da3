"""``solve``: picks the engine, has every line replayed by the referee, and words the verdict.

An engine's ``Outcome`` is a claim. It becomes a ``Result`` only after the referee has replayed the line and the claim
fits what the referee saw; otherwise ``EngineError`` is raised, because the claim is then a defect and no verdict.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING, Literal, Protocol, cast, get_args

from solver.budget import Budget
from solver.errors import EngineError, InputError
from solver.result import OBJECTIVES, Objective, Result, Status
from solver.strict_json import shown
from solver.the_game import trickless
from solver.the_game.deal import Deal, require_deal
from solver.the_game.identifiers import encode_deal
from solver.the_game.referee import Report, replay
from solver.version import VERSION

if TYPE_CHECKING:
    from solver.the_game.outcome import Outcome, ProgressCallback

EngineName = Literal["auto", "dfs", "cpsat", "reference"]
ENGINES: tuple[EngineName, ...] = get_args(EngineName)

LEAST_SECONDS = 0.1
"""What a second opinion may take when the first one has used up the time limit."""


class _Solve(Protocol):
    def __call__(
        self, deal: Deal, objective: Objective, budget: Budget, progress: ProgressCallback | None, *more: trickless.Ask
    ) -> Outcome: ...


def solve(
    deal: Deal,
    *,
    objective: Objective = "cards",
    engine: EngineName = "auto",
    budget: Budget | None = None,
    progress: ProgressCallback | None = None,
) -> Result:
    """Decide a deal and find the best line for the objective, within the budget.

    ``objective``: the fewest cards left, and among those lines the fewest ``turns`` or backwards ``tricks``.
    ``engine``: ``auto`` is ``dfs``, which alone asks a SAT solver for lines without tricks. ``progress`` is called
    about ten times a second. ``KeyboardInterrupt`` during the search ends it with the best line so far. Raises
    ``InputError`` for an argument that is not what it should be, ``EngineError`` with the deal's identifier when an
    engine is caught in an error, and ``ImportError`` where the compiled kernel is missing.
    """
    require_deal(deal)
    check_objective(objective)
    check_engine(engine)
    if not (budget is None or isinstance(budget, Budget)):
        raise InputError(f"budget: expected a Budget, not {shown(budget)}")
    if not (progress is None or callable(progress)):
        raise InputError(f"progress: expected a function, not {shown(progress)}")
    try:
        return _solve(deal, objective, engine, budget or Budget(), progress)
    except EngineError as error:
        raise EngineError(f"{error}; the deal is {encode_deal(deal)}") from error


def _solve(
    deal: Deal, objective: Objective, engine: EngineName, budget: Budget, progress: ProgressCallback | None
) -> Result:
    """The result, once the referee has seen what the engine says."""
    begun = perf_counter()
    name, outcome = _run(deal, objective, engine, budget, progress)
    replayed = replay(deal, outcome.line)
    report = replayed.report()
    status = _verdict(name, objective, outcome, report)
    return Result(
        deal=encode_deal(deal),
        status=status,
        cards_left=_cards_left(report),
        cards_left_bound=outcome.cards_left_bound,
        objective=objective,
        value=report.value(objective),
        bound=outcome.bound,
        line=replayed.text(),
        turns=tuple(replayed.to_json()),
        engine=name,
        stopped_by=outcome.stopped_by,
        nodes=outcome.nodes,
        seconds=perf_counter() - begun,
        version=VERSION,
    )


def check_objective(name: str) -> Objective:
    """The objective with this name; raises ``InputError`` if there is none."""
    if name not in OBJECTIVES:
        raise InputError(f"the objective {shown(name)} is unknown; it must be one of {', '.join(OBJECTIVES)}")
    return name


def check_engine(name: str) -> EngineName:
    """The engine with this name; raises ``InputError`` if there is none, or if what it needs is not installed."""
    if name not in ENGINES:
        raise InputError(f"the engine {shown(name)} is unknown; it must be one of {', '.join(ENGINES)}")
    if name == "cpsat" and not _is_installed("ortools"):
        raise InputError("the engine 'cpsat' needs OR-Tools; install it with: pip install 'opendeal[cpsat]'")
    return name


def _run(
    deal: Deal, objective: Objective, engine: EngineName, budget: Budget, progress: ProgressCallback | None
) -> tuple[str, Outcome]:
    """The engine that answered, and its outcome."""
    if engine == "cpsat":
        return engine, _cpsat(deal, objective, budget, progress)
    if engine == "auto" and _tricks_matter(deal, objective):
        return _dfs_and_sat(deal, objective, budget, progress)
    # Measured on deals of 10 to 30 cards for 1 to 3 players: for every objective the DFS takes about a hundredth of the
    # time of CP-SAT, and that less than brute force. So there is no border below which another engine would do.
    name = "dfs" if engine == "auto" else engine
    return name, _engine(name)(deal, objective, budget, progress)


def _tricks_matter(deal: Deal, objective: Objective) -> bool:
    """Is a line without backwards tricks what is asked for, and can a formula tell whether there is one?"""
    return (objective == "tricks" or (objective == "cards" and deal.rules.step == 0)) and trickless.applies(deal)


def _dfs_and_sat(
    deal: Deal, objective: Objective, budget: Budget, progress: ProgressCallback | None
) -> tuple[str, Outcome]:
    """The DFS, which asks the SAT solver when it has not decided soon; the name tells whether it did."""
    asked = False

    def ask(deal: Deal, budget: Budget, report: Callable[[int], None] | None) -> trickless.Answer:
        from solver.the_game.trickless import engine

        nonlocal asked
        asked = True
        return engine.ask(deal, budget, report)

    outcome = _engine("dfs")(deal, objective, budget, progress, ask)
    return "dfs+sat" if asked else "dfs", outcome


def _cpsat(deal: Deal, objective: Objective, budget: Budget, progress: ProgressCallback | None) -> Outcome:
    """CP-SAT's outcome, as far as the DFS confirms it with what is left of the budget."""
    from solver.the_game.confirm import confirmed

    begun = perf_counter()
    claim = _engine("cpsat")(deal, objective, budget, progress)
    if budget.max_nodes is not None:
        budget = replace(budget, max_nodes=max(1, budget.max_nodes - claim.nodes))
    if budget.time_limit is not None:
        budget = replace(budget, time_limit=max(LEAST_SECONDS, budget.time_limit - (perf_counter() - begun)))
    return confirmed(deal, objective, claim, budget, progress)


def _engine(name: str) -> _Solve:
    """The ``solve`` of an engine's module, imported when it is needed: each costs start-up time."""
    try:
        return cast(_Solve, import_module(f"solver.the_game.{name}").solve)
    except ImportError as error:
        if _is_installed(_KERNEL):
            raise
        raise ImportError(_NO_KERNEL, name=_KERNEL) from error


def _is_installed(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None


_KERNEL = "solver.the_game._kernel"
_NO_KERNEL = (
    f"opendeal's search kernel is not compiled in {os.path.dirname(__file__)}. In a clone Python prefers the source "
    "files to an installed package: run from another directory, or compile in place with: pip install -e ."
)


def _verdict(engine: str, objective: Objective, outcome: Outcome, report: Report) -> Status:
    """The status that outcome and report justify together; ``EngineError`` when they contradict each other."""
    if not report.legal:
        fault = report.fault
        where = "" if fault is None else f" in turn {fault.turn}, play {fault.play}: {fault.why}"
        raise EngineError(f"the engine {engine} returned an illegal line{where}")
    left, proven = _cards_left(report), outcome.cards_left_bound
    if proven > left:
        raise EngineError(
            f"the engine {engine} claims to have proven at least {proven} cards left, but its line leaves {left}"
        )
    if left == proven and outcome.bound > report.value(objective):
        raise EngineError(
            f"the engine {engine} claims to have proven at least {outcome.bound} {objective}, "
            f"but its line needs {report.value(objective)}"
        )
    if outcome.stopped_by is None and left != proven:
        raise EngineError(f"the engine {engine} says that its search is complete, but its line is not proven best")
    if objective == "cards" and outcome.bound != proven:
        raise EngineError(f"the engine {engine} gives two bounds of cards left, {outcome.bound} and {proven}")
    if report.won:
        return "winnable"
    return "unwinnable" if proven > 0 else "unknown"


def _cards_left(report: Report) -> int:
    if report.cards_left is None:
        raise EngineError("the referee gives no score for a legal line")
    return report.cards_left
