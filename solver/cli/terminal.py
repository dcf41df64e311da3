"""What the commands write: results to standard output, one status line and messages to standard error.

Colour is an overlay: the characters are the same with and without it. It is used on a terminal only, not when
``NO_COLOR`` is set; only then is rich imported, which would cost a short command a third of its time.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import TextIOWrapper
from time import monotonic
from typing import TextIO

from solver.errors import EngineError
from solver.strict_json import one_line
from solver.version import VERSION

QUIET_SECONDS = 1.0
"""A search shorter than this shows no progress."""
MOST_SECONDS_BETWEEN = 60.0
"""Without a terminal, the time between two progress lines doubles up to this."""
MAX_MESSAGE = 2000
"""Longest text of an unexpected error that is repeated; the identifier of any deal fits in."""
TRACEBACK = "OPENDEAL_TRACEBACK"
"""The environment variable that adds the traceback to the message of a defect."""


class OutputError(Exception):
    """Standard output takes no more: a closed pipe or a full disk."""

    def __init__(self, cause: OSError) -> None:
        super().__init__(cause.strerror)
        self.strerror = cause.strerror
        self.closed_pipe = isinstance(cause, BrokenPipeError)


def write_utf_8() -> None:
    """Have both streams write UTF-8, whatever the locale: what goes out can then be read again as it was."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # What is no character, such as a byte of a file's name that is not UTF-8, is written as an escape.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def emit(lines: Iterable[str]) -> None:
    """Write lines to standard output at once, in colour where the terminal has it."""
    text = "".join(f"{line}\n" for line in lines)
    if sys.stdout is None:  # a process that was started without one
        raise OutputError(OSError(errno.EBADF, "it is closed"))
    try:
        if _in_colour(sys.stdout):
            _emit_coloured(text)
        else:
            sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        raise OutputError(error) from None


def message(text: str) -> None:
    """Write one message to standard error, if there is one (``print`` would turn to standard output instead).

    Nobody may be reading it; that changes nothing about the result and its exit status.
    """
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"opendeal: {text}", file=sys.stderr, flush=True)


def defect_message(error: Exception) -> str:
    """One sentence about a defect of opendeal: what happened, and what to do about it."""
    what = str(error) if isinstance(error, EngineError) else f"{type(error).__name__}: {error}"
    return f"a defect of opendeal {VERSION}, please report it as the README says: {one_line(what, MAX_MESSAGE)}"


def report_defect(error: Exception) -> None:
    """The message of a defect and, if ``OPENDEAL_TRACEBACK`` is set in the environment, where it happened."""
    message(f"error: {defect_message(error)}")
    if os.environ.get(TRACEBACK) and sys.stderr is not None:
        from traceback import print_exception

        print_exception(error)


def _in_colour(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _emit_coloured(text: str) -> None:
    from rich.console import Console
    from rich.text import Text

    styled = Text(text, end="")
    styled.highlight_regex(r"\b\d+@[AD]\d+\*", "bold yellow")
    for words, style in (("winnable|legal", "green"), ("unwinnable|illegal", "red"), ("unknown", "yellow")):
        styled.highlight_regex(rf"(?m)^(?:\d+: )?(?:{words})\b", f"bold {style}")
    styled.highlight_regex(r"(?m)^turn  .*$", "bold")
    Console().print(styled, soft_wrap=True, end="")


def give_up_output() -> None:
    """Let what is still held back for standard output vanish, or it would fail again at exit, with a traceback."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class StatusLine:
    """The progress of a command on standard error, once it has lasted over a second.

    On a terminal one line is rewritten; elsewhere (a log) there are few lines, at doubling distances.
    """

    def __init__(self) -> None:
        self._stream = sys.stderr
        self._on_terminal = self._stream is not None and self._stream.isatty()
        self._begun = monotonic()
        self._next = QUIET_SECONDS
        self._shown = False

    def update(self, text: str) -> None:
        """Show the text if it is time for it."""
        elapsed = monotonic() - self._begun
        if elapsed < self._next or self._stream is None:
            return
        said = f"opendeal: {elapsed:.0f} s: {text}"
        if self._on_terminal:
            width = os.get_terminal_size(self._stream.fileno()).columns
            self._write(f"\r\x1b[K{said[: width - 1]}")
        else:
            self._write(f"{said}\n")
            self._next = elapsed + min(elapsed, MOST_SECONDS_BETWEEN)
        self._shown = True

    def clear(self) -> None:
        """Take the line off the terminal, so that what follows begins at its start."""
        if self._shown and self._on_terminal:
            self._write("\r\x1b[K")
            self._shown = False

    def _write(self, text: str) -> None:
        with suppress(OSError):  # nobody reads it
            self._stream.write(text)
            self._stream.flush()
