"""``opendeal play``: a puzzle, a deal, or a game that was saved, in the terminal."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

from puzzles.play import keys
from puzzles.play.board import console
from puzzles.play.game import Game, result_text
from puzzles.play.loop import Player
from puzzles.play.source import open_game, task
from solver.cli.exit_status import DONE
from solver.cli.terminal import emit
from solver.errors import InputError

SAVE_TO = "opendeal-game.json"
"""Where a game is kept that was not in a file of its own before."""


def run(source: str, save_to: str | None) -> int:
    """Play until it is over or left, print the line to share, and return the exit status 0."""
    if sys.stdin is None:  # a process that was started without one
        raise InputError("standard input is closed; play reads its keys there")
    game: Game = open_game(source)
    kept_in = save_to or game.kept_in or SAVE_TO
    with keys.terminal_keys() if sys.stdin.isatty() else nullcontext(keys.piped_keys()) as read_key:
        Player(game, task(game), read_key, console(), Path(kept_in)).play()
    emit([result_text(game)])
    return DONE
