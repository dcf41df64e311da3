"""Many deals solved by several processes, answered in the order of the input.

The main thread hands out deals, one to a process at a time, and collects the answers; a thread of its own reads the
input, so that waiting for more of it never holds back an answer. Only so many deals are in flight that memory stays
bounded however long the input is. A process that dies takes one deal with it, whose answer says so, and is replaced.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from threading import Thread

from solver.cli.batch import Answer
from solver.cli.exit_status import TERMINATED
from solver.errors import InputError
from solver.sources import Entry

IN_FLIGHT = 16
"""Deals per process that are handed out or answered out of turn; so many hide one slow deal at the head."""

# Forked processes start at once and inherit what is imported; where there are none, new ones import it again.
_CONTEXT = multiprocessing.get_context("fork" if hasattr(os, "fork") else None)


def answers_of_processes(answer: Callable[[Entry], Answer], entries: Iterable[Entry], jobs: int) -> Iterator[Answer]:
    """``answer(entry)`` for every entry, in their order, worked out by so many processes."""
    before = signal.signal(signal.SIGTERM, _exit)
    try:
        idle = [_Worker(answer) for _ in range(jobs)]
        busy: dict[Connection, tuple[_Worker, int]] = {}
        out_of_turn: dict[int, Answer] = {}
        incoming = _read_ahead(entries)
        reading = True
        taken = given = 0
        while reading or given < taken:
            room = reading and idle and taken - given < jobs * IN_FLIGHT
            for connection in wait([*busy, *([incoming] if room else [])]):
                if connection in busy:
                    worker, place = busy.pop(connection)
                    out_of_turn[place] = worker.finish()
                    idle.append(worker)
                    continue
                entry = incoming.recv()
                if isinstance(entry, Exception):
                    raise entry
                if entry is None:
                    reading = False
                    continue
                worker = idle.pop()
                busy[worker.begin(entry)] = worker, taken
                taken += 1
            while given in out_of_turn:
                yield out_of_turn.pop(given)
                given += 1
    finally:
        # Whatever they are at, nobody waits for it any more. Not by SIGTERM: a process that has only just been forked
        # still has the parent's handler, and may be where its exception gets lost.
        for child in multiprocessing.active_children():
            child.kill()
            child.join()
        signal.signal(signal.SIGTERM, before)


class _Worker:
    """A process that answers one entry after the other, and its replacement when it dies."""

    def __init__(self, answer: Callable[[Entry], Answer]) -> None:
        self._answer = answer
        self._start()

    def begin(self, entry: Entry) -> Connection:
        """Have the process work out an answer; the connection is ready when it is there, or the process dead."""
        self._index = entry.index
        try:
            self._connection.send(entry)
        except OSError:  # killed while it was idle: that is no fault of this entry
            self._start()
            self._connection.send(entry)
        return self._connection

    def finish(self) -> Answer:
        """The answer that ``begin`` asked for; waits for it."""
        try:
            answer: Answer = self._connection.recv()
            return answer
        except (EOFError, OSError):
            self._process.join()
            code = self._process.exitcode or 0
            how = f"by signal {-code}" if code < 0 else f"with status {code}"
            self._start()
            return Answer(
                self._index, None, f"the process that was solving this deal ended {how}; was there too little memory?"
            )

    def _start(self) -> None:
        try:
            self._connection, theirs = _CONTEXT.Pipe()
            with _interrupt_held_back():
                self._process = _CONTEXT.Process(target=_work, args=(theirs, self._answer), daemon=True)
                self._process.start()
            theirs.close()
        except OSError as error:
            raise InputError(f"no more processes can be started: {error.strerror}; try fewer --jobs") from None


def _work(connection: Connection, answer: Callable[[Entry], Answer]) -> None:
    """What a worker does until its parent closes the connection, or is gone."""
    # Ctrl-C reaches every process of the terminal, but only the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with suppress(EOFError, OSError):
        while True:
            connection.send(answer(connection.recv()))


@contextmanager
def _interrupt_held_back() -> Iterator[None]:
    """Ctrl-C takes effect at the end of this block: Python cannot raise an exception in the middle of a fork."""
    held: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        raise KeyboardInterrupt


def _read_ahead(entries: Iterable[Entry]) -> Connection:
    """A connection from which the entries come, then ``None`` or the exception in which reading ended.

    They are read by a thread as far ahead as a pipe holds.
    """
    incoming, outgoing = _CONTEXT.Pipe(duplex=False)

    def read() -> None:
        try:
            for entry in entries:
                outgoing.send(entry)
            outgoing.send(None)
        except BrokenPipeError:  # nobody listens any more
            return
        except Exception as error:
            with suppress(BrokenPipeError):
                outgoing.send(error)

    Thread(target=read, daemon=True).start()
    return incoming


def _exit(_number: int, _frame: object) -> None:
    """Ends the parent by an exception, so that it takes its workers along."""
    raise SystemExit(TERMINATED)
