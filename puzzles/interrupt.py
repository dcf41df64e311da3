"""Ctrl-C in the middle of work that is worth nothing by halves."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def all_or_interrupted() -> Iterator[None]:
    """Ctrl-C within the block ends it in ``KeyboardInterrupt``, whatever happened to the exception inside.

    A search takes Ctrl-C for the end of its budget and hands back what it has. A puzzle that was proven or assessed by
    such searches would be another one than the generator makes undisturbed, so it must not come out of the block.
    """
    if threading.current_thread() is not threading.main_thread():  # Ctrl-C does not come here
        yield
        return
    noticed: list[int] = []

    def notice(number: int, _frame: object) -> None:
        noticed.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, notice)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if noticed:
            raise KeyboardInterrupt
