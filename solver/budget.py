"""Budgets: what a search may spend, and why it stopped."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import Literal

from solver.errors import InputError
from solver.strict_json import as_whole_number, shown

StopReason = Literal["nodes", "time", "memory", "interrupt"]
STOPS: dict[StopReason, str] = {
    "nodes": "the node budget",
    "time": "the time limit",
    "memory": "the memory budget",
    "interrupt": "an interrupt",
}
"""What ended a search, in words for people."""

DEFAULT_MEMORY_MIB = 2048
MAX_NODES = 2**62 - 1
"""Greatest node budget: engines count nodes in 64 bits."""
MAX_MEMORY_MIB = 2**20
"""Greatest memory budget: one TiB."""
MAX_THREADS = 256


@dataclass(frozen=True, slots=True)
class Budget:
    """What one ``solve`` may spend. ``None`` means no limit.

    A search that only meets ``max_nodes`` or ``memory_mib`` is deterministic: the same input gives the same answer and
    the same node count on every machine. ``time_limit`` (seconds) makes no such promise. ``memory_mib`` bounds what the
    search stores, by its own accounting (MiB), not the size of the process.

    ``threads``: how many threads may work on the deal; the ``dfs`` engine can use more than one. Answers and node
    counts are the same for any number; only large searches gain by it.

    Raises ``InputError`` for a value of another type or out of range.
    """

    max_nodes: int | None = None
    time_limit: float | None = None
    memory_mib: int = DEFAULT_MEMORY_MIB
    threads: int = 1

    def __post_init__(self) -> None:
        if self.max_nodes is not None:
            as_whole_number(self.max_nodes, "the node budget", 1, MAX_NODES)
        limit = self.time_limit
        if limit is not None and (
            isinstance(limit, bool) or not isinstance(limit, int | float) or not 0 < limit <= sys.float_info.max
        ):
            raise InputError(f"the time limit: expected a positive number of seconds, not {shown(limit)}")
        as_whole_number(self.memory_mib, "the memory budget (MiB)", 1, MAX_MEMORY_MIB)
        as_whole_number(self.threads, "the number of threads", 1, MAX_THREADS)

    def rest(self, nodes: int, seconds: float) -> Budget | None:
        """What is left of it once so much is spent, or ``None`` if nothing is."""
        left = None if self.max_nodes is None else self.max_nodes - nodes
        time = None if self.time_limit is None else self.time_limit - seconds
        if (left is not None and left <= 0) or (time is not None and time <= 0):
            return None
        return replace(self, max_nodes=left, time_limit=time)

    def part(self, share: float) -> Budget:
        """This share of its nodes and seconds, for a search that must not spend all of them."""
        return replace(
            self,
            max_nodes=None if self.max_nodes is None else max(1, int(self.max_nodes * share)),
            time_limit=None if self.time_limit is None else self.time_limit * share,
        )
