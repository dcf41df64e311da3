"""What the page is told about a puzzle: no more than it shows."""

from __future__ import annotations

from typing import Any

from puzzles.kinds import kinds
from puzzles.lines import puzzle_from_value
from puzzles.puzzle import FORMAT
from solver.strict_json import shown


class LeftOut(Exception):
    """A puzzle that this page cannot show, though it may well be right. The message says why."""


def entry(data: object) -> dict[str, Any]:
    """The puzzle in JSON data as the page knows it.

    Raises ``LeftOut`` for another format or kind than is known here, and ``InputError`` for what is no puzzle or
    whose solution does not reach its goal.
    """
    if isinstance(data, dict):
        if data.get("format") != FORMAT:
            raise LeftOut(f"the format {shown(data.get('format'))} is not {FORMAT}")
        if data.get("kind") not in kinds():
            raise LeftOut(f"the kind {shown(data.get('kind'))} is not known")
    puzzle = puzzle_from_value(data)
    plain = puzzle.to_json()  # in which the solution of The Game is a line of the referee's
    shown_keys = {key: plain[key] for key in ("kind", "deal", "goal", "solution")}
    return {**shown_keys, "tier": puzzle.difficulty.tier}
