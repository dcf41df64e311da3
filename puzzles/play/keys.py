"""The keys of terminal play: where they come from and what they mean."""

from __future__ import annotations

import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

ReadKey = Callable[[], str]
"""Returns the next key, or ``""`` when there are no more."""

CARDS = "1234567890"
"""Keys of the cards in hand, in their order."""
PLACES = "abcdefgijklmnop"
"""Keys of the piles or rows, in their order: letters that no command uses."""
UNDO = ("u", "\x7f", "\x08")
RESTART = "R"
HINT = "h"
POSSIBLE = "w"
SAVE = "s"
QUIT = ("q", "\x04")
TYPED = ":"
SHOW_HELP = "?"
ESCAPE = "\x1b"

_SEQUENCE = re.compile(r"\x1b(\[[0-9;]*[A-Za-z~]|O.)")
"""What arrow and function keys send; they mean nothing here."""


@contextmanager
def terminal_keys() -> Iterator[ReadKey]:
    """Single keys from a terminal, which stays in this mode meanwhile: what is typed ahead is not lost."""
    if sys.platform == "win32":
        from msvcrt import getwch

        yield getwch
        return
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield partial(_next_key, descriptor, deque())
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _next_key(descriptor: int, typed: deque[str]) -> str:
    while not typed:
        read = os.read(descriptor, 1024)
        if not read:
            return ""
        typed.extend(_SEQUENCE.sub("", read.decode(errors="replace")))
    return typed.popleft()


def piped_keys() -> ReadKey:
    """Keys from a pipe or file, a character each; the ends of its lines are no keys."""

    def read() -> str:
        key = sys.stdin.read(1)
        while key in ("\n", "\r") and key:
            key = sys.stdin.read(1)
        return key

    return read
