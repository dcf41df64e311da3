"""The search: questions to CP-SAT, one after the other, until the best line is known or the budget is spent.

A line may stop anywhere, so "is there a line of exactly k cards?" is all there is to ask: first whether all cards can
be laid; if not, for more cards than the best line so far lays, until the answer is no. A quick line of the DFS engine
is the first "best line so far" (the warm start). Where turns or tricks count too, CP-SAT minimises them among the lines
of the most cards, and only looks for less than the best line so far has.

One worker and a fixed seed make the search deterministic. The node budget becomes a deterministic time: OR-Tools
counts its own steps, and ``NODES_PER_UNIT`` of our nodes are one unit of them, roughly a second.
"""

from __future__ import annotations

from math import ceil
from threading import Thread
from time import monotonic

from ortools.sat.python import cp_model

from solver.budget import Budget, StopReason
from solver.errors import EngineError
from solver.result import Objective
from solver.the_game import dfs
from solver.the_game.cpsat.model import LineModel
from solver.the_game.cpsat.timeline import Timeline
from solver.the_game.deal import Deal
from solver.the_game.notation import Line
from solver.the_game.outcome import Gap, Outcome, Progress, ProgressCallback
from solver.the_game.referee import Report, verify

NODES_PER_UNIT = 1_000_000
"""Nodes for one unit of OR-Tools' deterministic time."""
QUICK_NODES = 1000
"""What the search for the quick line may spend."""
PROGRESS_SECONDS = 0.1

DEFAULT_BUDGET = Budget()


def solve(
    deal: Deal,
    objective: Objective = "cards",
    budget: Budget = DEFAULT_BUDGET,
    progress: ProgressCallback | None = None,
    *,
    warm_start: bool = True,
    helped: bool = True,
) -> Outcome:
    """The best line for the objective and what CP-SAT says is proven of it.

    Whoever reports a bound of this engine has it confirmed first (see ``confirm``). ``warm_start`` begins with a
    quick line of the DFS engine, ``helped`` adds the families of constraints that only help the search; neither
    changes the optimum. Without a time limit the same input gives the same answer and the same number of nodes.
    """
    run = _Run(deal, objective, budget, progress, helped)
    try:
        if warm_start:
            run.start_with(dfs.solve(deal, "cards", Budget(max_nodes=QUICK_NODES)).line)
        run.find_fewest_cards_left()
        if objective != "cards":
            run.minimise()
    except _Stopped as stopped:
        run.stopped_by = stopped.reason
    except KeyboardInterrupt:
        run.stopped_by = "interrupt"
    return run.outcome()


def new_solver() -> cp_model.CpSolver:
    """A solver with the parameters of all questions."""
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = 1
    parameters.catch_sigint_signal = False
    # Both only cost time here: probing a third of it, the search for symmetries (the model has few left) two thirds.
    parameters.cp_model_probing_level = 0
    parameters.symmetry_level = 0
    return solver


class _Stopped(Exception):
    """A budget is spent."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason: StopReason = reason


class _Run:
    """One ``solve``: its budget, the best line so far, and what is proven."""

    def __init__(
        self, deal: Deal, objective: Objective, budget: Budget, progress: ProgressCallback | None, helped: bool
    ) -> None:
        self.stopped_by: StopReason | None = None
        self._deal = deal
        self._objective: Objective = objective
        self._budget = budget
        self._deadline = None if budget.time_limit is None else monotonic() + budget.time_limit
        self._progress = progress
        self._helped = helped
        self._timeline = Timeline.of(deal)
        self._nodes = 0
        self._line = Line()
        self._laid = 0
        self._most = deal.cards_left  # no line lays more
        self._bound: int | None = None  # of turns or tricks, once CP-SAT has said one

    # -- the questions -----------------------------------------------------------------------------------------

    def start_with(self, line: Line) -> None:
        """Take a line as the best one so far."""
        self._line = line
        self._laid = self._deal.cards_left - _cards_left(verify(self._deal, line))

    def find_fewest_cards_left(self) -> None:
        """Can all cards be laid? If not, how many? Steps double while the answer is yes."""
        if self._laid == self._most or self._can_lay(self._most):
            return
        self._most -= 1
        step = 1
        while self._laid < self._most:
            length = min(self._laid + step, self._most)
            if self._can_lay(length):
                step *= 2
            else:
                self._most = length - 1
                step = 1

    def _can_lay(self, length: int) -> bool:
        """Is there a line of so many cards? If so, it becomes the best line."""
        model = self._model(length, "cards")
        solver, status = self._ask(model)
        if status == cp_model.INFEASIBLE:
            return False
        if status != cp_model.OPTIMAL:
            raise _Stopped(self._why_stopped())
        self._line, self._laid = model.line(solver), length
        return True

    def minimise(self) -> None:
        """Among the lines of the most cards, find one with the fewest turns or tricks."""
        value = self._value(self._line)
        self._bound = self._plain_bound()
        if value == self._bound:
            return
        model = self._model(self._laid, self._objective)
        model.ask_for_at_most(value - 1)
        solver, status = self._ask(model)
        if status == cp_model.INFEASIBLE:
            self._bound = value
            return
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            self._line = model.line(solver)
            value = self._value(self._line)
        # Whole numbers; the solver gives them as floats. What it proved holds for lines better than the one before.
        self._bound = min(value, max(self._bound, round(solver.best_objective_bound)))
        if status != cp_model.OPTIMAL:
            raise _Stopped(self._why_stopped())

    def _model(self, length: int, objective: Objective) -> LineModel:
        return LineModel(self._timeline, length, objective, helped=self._helped, checkpoint=self._check_time)

    # -- one question to CP-SAT --------------------------------------------------------------------------------

    def _ask(self, model: LineModel) -> tuple[cp_model.CpSolver, int]:
        """Solve the model within what is left of the budget."""
        solver = new_solver()
        self._limit(solver)
        statuses: list[int] = []
        # In a thread of its own, because Python sees Ctrl-C only when the solver has returned.
        worker = Thread(target=lambda: statuses.append(int(solver.solve(model.model))), daemon=True)
        worker.start()
        interrupted = False
        while worker.is_alive():
            try:
                worker.join(PROGRESS_SECONDS)
                if interrupted:
                    solver.stop_search()
                elif self._progress is not None:
                    self._progress(self._how_far())
            except KeyboardInterrupt:
                interrupted = True
        if not statuses or statuses[0] == cp_model.MODEL_INVALID:
            raise EngineError(f"CP-SAT could not read the model: {model.model.validate()}")
        self._nodes += ceil(solver.deterministic_time * NODES_PER_UNIT)
        if self._budget.max_nodes is not None:
            self._nodes = min(self._nodes, self._budget.max_nodes)  # the solver looks at its limit now and then only
        if interrupted:
            raise KeyboardInterrupt
        return solver, statuses[0]

    def _limit(self, solver: cp_model.CpSolver) -> None:
        """Hand what is left of the budget to the solver; raises ``_Stopped`` if nothing is."""
        solver.parameters.max_memory_in_mb = self._budget.memory_mib
        if self._budget.max_nodes is not None:
            left = self._budget.max_nodes - self._nodes
            if left <= 0:
                raise _Stopped("nodes")
            solver.parameters.max_deterministic_time = left / NODES_PER_UNIT
        if self._deadline is not None:
            left_seconds = self._deadline - monotonic()
            if left_seconds <= 0:
                raise _Stopped("time")
            solver.parameters.max_time_in_seconds = left_seconds

    def _why_stopped(self) -> StopReason:
        """Which budget has ended the solver's search? It does not say; what has no other reason is memory."""
        if self._deadline is not None and monotonic() >= self._deadline:
            return "time"
        return "memory" if self._budget.max_nodes is None else "nodes"

    def _check_time(self) -> None:
        if self._deadline is not None and monotonic() >= self._deadline:
            raise _Stopped("time")

    def _how_far(self) -> Progress:
        """The lines that CP-SAT meets while it minimises do not count before it hands one back: Ctrl-C loses them."""
        left, proven = self._deal.cards_left - self._laid, self._deal.cards_left - self._most
        gap = None if self._bound is None else Gap(self._objective, self._value(self._line), self._bound)
        return Progress(f"cpsat, {self._objective}", self._nodes, left, proven, gap)

    # -- what came out -----------------------------------------------------------------------------------------

    def outcome(self) -> Outcome:
        """The best line and what is proven."""
        left = self._deal.cards_left - self._most
        if self._objective == "cards":
            return Outcome(self._line, left, left, self._nodes, self.stopped_by)
        bound = self._plain_bound() if self._bound is None else self._bound
        return Outcome(self._line, left, bound, self._nodes, self.stopped_by)

    def _value(self, line: Line) -> int:
        report = verify(self._deal, line)
        _cards_left(report)
        return report.turns if self._objective == "turns" else report.tricks

    def _plain_bound(self) -> int:
        """Turns of full hands; no trick."""
        return -(-self._laid // self._deal.hand_limit) if self._objective == "turns" else 0


def _cards_left(report: Report) -> int:
    """Of a line that has to be legal."""
    if report.cards_left is None:
        raise EngineError(f"the engine cpsat made an illegal line: {report.fault}")
    return report.cards_left
