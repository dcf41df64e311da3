"""Many questions, such as deals, answered by several processes: in the order of the input, or as they are answered.

The main thread hands out questions, one to a process at a time, and collects the answers; a thread of its own reads the
input, so that waiting for more of it never holds back an answer. Only so many questions are in flight that memory stays
bounded however long the input is. A process that dies takes one question with it, whose answer says so, and is
replaced. When this process dies, those that it has started end at once, in the middle of whatever they are at.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Generic, TypeVar

from solver.cli.exit_status import TERMINATED
from solver.errors import InputError

_Question = TypeVar("_Question")
_Answer = TypeVar("_Answer")

IN_FLIGHT = 16
"""Questions per process that are handed out or answered out of turn; so many hide one slow one at the head."""
MEANWHILE_SECONDS = 1.0

# Forked processes start at once and inherit what is imported; where there are none, new ones import it again.
_CONTEXT = multiprocessing.get_context("fork" if hasattr(os, "fork") else None)


def answers_of_processes(
    answer: Callable[[_Question], _Answer],
    questions: Iterable[_Question],
    jobs: int,
    lost: Callable[[_Question, str], _Answer],
    *,
    in_order: bool = True,
    meanwhile: Callable[[], None] | None = None,
) -> Iterator[_Answer]:
    """``answer(question)`` for every question, in their order or as they come, worked out by so many processes.

    ``lost(question, how)`` makes the answer to a question whose process died; ``how`` says by what. ``meanwhile`` is
    called every second without news.
    """
    before = signal.signal(signal.SIGTERM, _exit)
    try:
        idle = [_Worker(answer, lost) for _ in range(jobs)]
        busy: dict[Connection, tuple[_Worker[_Question, _Answer], int]] = {}
        answered: dict[int, _Answer] = {}
        incoming = _read_ahead(questions)
        reading = True
        taken = given = 0
        while reading or given < taken:
            room = reading and idle and taken - given < jobs * IN_FLIGHT
            ready = wait([*busy, *([incoming] if room else [])], None if meanwhile is None else MEANWHILE_SECONDS)
            if meanwhile is not None and not ready:
                meanwhile()
            for connection in ready:
                if connection in busy:
                    worker, place = busy.pop(connection)
                    answered[place] = worker.finish()
                    idle.append(worker)
                    continue
                question = incoming.recv()
                if isinstance(question, Exception):
                    raise question
                if question is None:
                    reading = False
                    continue
                worker = idle.pop()
                busy[worker.begin(question)] = worker, taken
                taken += 1
            while answered and (place := given if in_order else next(iter(answered))) in answered:
                yield answered.pop(place)
                given += 1
    finally:
        # Whatever they are at, nobody waits for it any more. Not by SIGTERM: a process that has only just been forked
        # still has the parent's handler, and may be where its exception gets lost.
        for child in multiprocessing.active_children():
            child.kill()
            child.join()
        signal.signal(signal.SIGTERM, before)


class _Worker(Generic[_Question, _Answer]):
    """A process that answers one question after the other, and its replacement when it dies."""

    def __init__(self, answer: Callable[[_Question], _Answer], lost: Callable[[_Question, str], _Answer]) -> None:
        self._answer = answer
        self._lost = lost
        self._start()

    def begin(self, question: _Question) -> Connection:
        """Have the process work out an answer; the connection is ready when it is there, or the process dead."""
        self._question = question
        try:
            self._connection.send(question)
        except OSError:  # killed while it was idle: that is no fault of this question
            self._start()
            self._connection.send(question)
        return self._connection

    def finish(self) -> _Answer:
        """The answer that ``begin`` asked for; waits for it."""
        try:
            answer: _Answer = self._connection.recv()
            return answer
        except (EOFError, OSError):
            self._process.join()
            code = self._process.exitcode or 0
            how = f"by signal {-code}" if code < 0 else f"with status {code}"
            self._start()
            return self._lost(
                self._question, f"the process that was solving this deal ended {how}; was there too little memory?"
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


def _work(connection: Connection, answer: Callable[[_Question], _Answer]) -> None:
    """What a worker does until its parent closes the connection, or is gone."""
    # Ctrl-C reaches every process of the terminal, but only the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            connection.send(answer(connection.recv()))


def _end_with_parent() -> None:
    """Wait for the parent's end, then end this process: nobody is left to take its answer, which may be hours away."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(TERMINATED)


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


def _read_ahead(questions: Iterable[_Question]) -> Connection:
    """A connection from which the questions come, then ``None`` or the exception in which reading ended.

    They are read by a thread as far ahead as a pipe holds.
    """
    incoming, outgoing = _CONTEXT.Pipe(duplex=False)

    def read() -> None:
        try:
            for question in questions:
                outgoing.send(question)
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
