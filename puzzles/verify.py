"""Proving puzzles anew: each in its kind's words, many at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from puzzles.interrupt import all_or_interrupted
from puzzles.kind import AnyPuzzle, Unproven
from puzzles.kinds import kind_named
from puzzles.lines import puzzle_from_text
from puzzles.parallel import in_order
from solver.errors import InputError


def fault(puzzle: AnyPuzzle) -> str | None:
    """What the puzzle says that the engines do not prove, or ``None`` if they prove everything."""
    try:
        with all_or_interrupted():
            kind_named(puzzle.kind).verify(puzzle)
    except (Unproven, InputError) as error:  # an InputError is of a position that cannot be decided
        return str(error)
    return None


def faults(texts: Iterable[str], jobs: int = 1) -> Iterator[str | None]:
    """The fault of each puzzle, given as JSON text, in their order; a text that is no puzzle is a fault as well."""
    return in_order(_fault_of_text, texts, jobs)


def _fault_of_text(text: str) -> str | None:
    try:
        return fault(puzzle_from_text(text))
    except InputError as error:
        return str(error)
