"""The screen of terminal play: where boards are printed, and what all of them look like, within 80 columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from puzzles.kind import AnyPuzzle
from puzzles.play.table import Help
from solver.text import count

WIDTH = 80


def console() -> Console:
    """The console for the board: colours only on a terminal that has them and without ``NO_COLOR``.

    It is standard error, so that the line to share is all that standard output gets.
    """
    found = Console(stderr=True, highlight=False)
    found.width = min(found.width, WIDTH)
    return found


def name_of(game: str, puzzle: AnyPuzzle | None) -> str:
    """What is played: the kind and difficulty of a puzzle, or the game."""
    return game if puzzle is None else f"{puzzle.kind}, {puzzle.difficulty.tier}"


def framed(name: str, task: str, parts: Sequence[RenderableType], said: Sequence[str], key_line: str) -> RenderableType:
    """A board: the task, the parts of the game, the last messages, and the keys to remember."""
    return Group(
        Panel(Text(task), title=name, title_align="left"),
        *parts,
        *(Text(f"> {line}", style="bold") for line in said),
        Text(key_line, style="dim"),
    )


def result_line(name: str, done: str, facts: Sequence[str], help_taken: Help, identifier: str) -> str:
    """The line to share: what was played and what came of it, in figures, and the deal."""
    counted = [*facts, count(help_taken.hints, "hint"), count(help_taken.undos, "undo")]
    return f"opendeal, {name}: {done}. {', '.join(counted)}. {identifier}"
