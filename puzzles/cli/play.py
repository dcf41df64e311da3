"""``opendeal play``: a puzzle, a deal, or a game that was saved, in the terminal."""

from __future__ import annotations

import sys
from contextlib import nullcontext

from puzzles.play import keys
from puzzles.play.loop import Player
from puzzles.play.saving import Place
from puzzles.play.screen import console
from puzzles.play.source import open_table
from solver.cli.exit_status import DONE
from solver.cli.terminal import emit
from solver.errors import InputError


def run(source: str, save_to: str | None) -> int:
    """Play until it is over or left, print the line to share, and return the exit status 0."""
    if sys.stdin is None:  # a process that was started without one
        raise InputError("standard input is closed; play reads its keys there")
    table, resumed_from = open_table(source)
    place = Place(save_to, resumed_from)
    with keys.terminal_keys() if sys.stdin.isatty() else nullcontext(keys.piped_keys()) as read_key:
        Player(table, read_key, console(), place).play()
    emit([table.result()])
    return DONE
