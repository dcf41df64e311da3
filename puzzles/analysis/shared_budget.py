"""One budget for many searches: an analysis asks the solver hundreds of questions and stays within one limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import ceil
from time import monotonic

from solver.budget import Budget, StopReason
from solver.errors import InputError
from solver.result import Objective, Result
from solver.strict_json import shown
from solver.text import count
from solver.the_game.deal import Deal
from solver.the_game.outcome import Progress
from solver.the_game.portfolio import solve

ProgressCallback = Callable[[str], None]
"""Is told in words how far an analysis is, about ten times a second at most."""

LEAST_SECONDS = 0.001
"""A time limit that has just run out still is a positive number for the solver."""


class SharedBudget:
    """Counts down what the searches of one analysis spend.

    ``stopped_by`` says why the analysis may search no more; it is ``None`` as long as it may. Without a time limit the
    same questions in the same order get the same answers on every machine.
    """

    def __init__(self, budget: Budget, progress: ProgressCallback | None = None) -> None:
        if not isinstance(budget, Budget):
            raise InputError(f"budget: expected a Budget, not {shown(budget)}")
        self.nodes = 0
        self.doing = "searching"
        self.stopped_by: StopReason | None = None
        self._budget = budget
        self._progress = progress
        self._deadline = None if budget.time_limit is None else monotonic() + budget.time_limit

    def solve(self, deal: Deal, most: int | None = None, objective: Objective = "cards") -> Result | None:
        """The solver's result within what is left, and within ``most`` nodes for this search alone.

        ``None`` when nothing is left. A search that Ctrl-C ends still gives its result, and ends the analysis.
        """
        left = None if self._budget.max_nodes is None else self._budget.max_nodes - self.nodes
        if left == 0:
            self.stop("nodes")
        if self._deadline is not None and monotonic() >= self._deadline:
            self.stop("time")
        if self.stopped_by is not None:
            return None
        seconds = None if self._deadline is None else max(LEAST_SECONDS, self._deadline - monotonic())
        nodes = min((limit for limit in (left, most) if limit is not None), default=None)
        budget = replace(self._budget, max_nodes=nodes, time_limit=seconds)
        self.tell()
        result = solve(deal, objective=objective, budget=budget, progress=self._pass_on)
        self.nodes += result.nodes
        if result.stopped_by in ("time", "interrupt"):
            self.stop(result.stopped_by)
        return result

    def part(self, share: float, most: int) -> int:
        """At most ``most`` nodes, and no more than brings what is spent up to this share of a node budget."""
        limit = self._budget.max_nodes
        return most if limit is None else min(most, max(0, ceil(limit * share) - self.nodes))

    def rest(self, share: float) -> Budget | None:
        """A budget for work that keeps count itself, up to this share of a node budget; ``None`` if nothing is left.

        What is spent of it comes back through ``take_over``.
        """
        limit, now = self._budget.max_nodes, monotonic()
        nodes = None if limit is None else ceil(limit * share) - self.nodes
        seconds = None if self._deadline is None else self._deadline - now
        if self.stopped_by is not None or (nodes is not None and nodes < 1) or (seconds is not None and seconds <= 0):
            return None
        return replace(self._budget, max_nodes=nodes, time_limit=seconds)

    def take_over(self, nodes: int, stopped_by: StopReason | None) -> None:
        """Count what was spent of a ``rest``."""
        self.nodes += nodes
        if stopped_by in ("time", "interrupt"):
            self.stop(stopped_by)

    def stop(self, reason: StopReason) -> None:
        """No further search, for this reason; the first reason counts."""
        self.stopped_by = self.stopped_by or reason

    def tell(self, under_way: int = 0) -> None:
        """Report what the analysis is doing. ``under_way``: nodes of a search that has not ended."""
        if self._progress is not None:
            self._progress(f"{self.doing}, {count(self.nodes + under_way, 'node')}")

    def _pass_on(self, progress: Progress) -> None:
        self.tell(progress.nodes)
