"""Budgets: what a search may spend, and why it stopped."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from solver.errors import InputError

StopReason = Literal["nodes", "time", "memory", "interrupt"]

DEFAULT_MEMORY_MIB = 2048


@dataclass(frozen=True, slots=True)
class Budget:
    """What one ``solve`` may spend. ``None`` means no limit.

    A search that only meets ``max_nodes`` or ``memory_mib`` is deterministic: the same input gives the same answer and
    the same node count on every machine. ``time_limit`` (seconds) makes no such promise. ``memory_mib`` bounds what the
    search stores, by its own accounting (MiB), not the size of the process.
    """

    max_nodes: int | None = None
    time_limit: float | None = None
    memory_mib: int = DEFAULT_MEMORY_MIB

    def __post_init__(self) -> None:
        if self.max_nodes is not None and self.max_nodes < 1:
            raise InputError(f"the node budget is {self.max_nodes}; it must be at least 1")
        if self.time_limit is not None and not 0 < self.time_limit < float("inf"):
            raise InputError(f"the time limit is {self.time_limit}; it must be a positive number of seconds")
        if self.memory_mib < 1:
            raise InputError(f"the memory budget is {self.memory_mib} MiB; it must be at least 1")
