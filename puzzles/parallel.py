"""The same work on many items, by several processes, answered in order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from solver.errors import InputError

T = TypeVar("T")
R = TypeVar("R")


def in_order(work: Callable[[T], R], items: Iterable[T], jobs: int) -> Iterator[R]:
    """``work(item)`` for each item, in their order; with one job in this process. What work raises is raised here.

    ``work`` is a function of a module. When the caller stops early, what is under way is ended and the rest dropped.
    Raises ``InputError`` when a process dies.
    """
    if jobs == 1:
        yield from map(work, items)
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    # Ctrl-C reaches every process of the terminal, but only this one decides what it means.
    executor = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield from executor.map(work, items)
    except BrokenExecutor:
        raise InputError(
            "a process ended before its work was done; was there too little memory? Try fewer --jobs"
        ) from None
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
