"""How a compiled search keeps to its budget: from time to time it looks up how far it may go on."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from solver.budget import MAX_NODES, Budget, StopReason

_NODES_BETWEEN_LOOKS = 20_000
"""Some milliseconds of a search."""


class Stop(Exception):
    """A budget is spent."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason: StopReason = reason


class Looks:
    """The looks of one search at its budget; ``nodes``: how many it had at the last one."""

    def __init__(self, budget: Budget, progress: Callable[[int], None] | None) -> None:
        self.nodes = 0
        self._most = budget.max_nodes
        self._deadline = None if budget.time_limit is None else monotonic() + budget.time_limit
        self._progress = progress

    def look(self, nodes: int) -> int:
        """Tell the progress at so many nodes; at how many to look again. Raises ``Stop`` when a budget is spent."""
        self.nodes = nodes
        if nodes == self._most:
            raise Stop("nodes")
        if self._deadline is not None and monotonic() >= self._deadline:
            raise Stop("time")
        if nodes and self._progress is not None:
            self._progress(nodes)
        return min(nodes + _NODES_BETWEEN_LOOKS, self._most or MAX_NODES)
