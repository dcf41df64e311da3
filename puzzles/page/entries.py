"""What the page is told about a puzzle: no more than it shows."""

from __future__ import annotations

from typing import Any

from puzzles.kinds import kinds
from puzzles.lines import puzzle_from_value
from puzzles.puzzle import FORMAT, Puzzle
from solver.strict_json import shown
from solver.the_game.referee import line_text


class LeftOut(Exception):
    """A puzzle that this page cannot show, though it may well be right. The message says why."""


def entry(data: object) -> dict[str, Any]:
    """The puzzle in JSON data as the page knows it.

    Raises ``LeftOut`` for another game, format or kind than is known here, and ``InputError`` for what is no puzzle or
    whose solution does not reach its goal.
    """
    if isinstance(data, dict):
        if data.get("format") != FORMAT:
            raise LeftOut(f"the format {shown(data.get('format'))} is not {FORMAT}")
        if data.get("kind") not in kinds():
            raise LeftOut(f"the kind {shown(data.get('kind'))} is not known")
    puzzle = puzzle_from_value(data)
    if not isinstance(puzzle, Puzzle):
        raise LeftOut("it is of another game")
    goal = puzzle.goal
    return {
        "kind": puzzle.kind,
        "tier": puzzle.difficulty.tier,
        "deal": puzzle.identifier,
        "goal": {
            "answer": goal.answer,
            "objective": goal.objective,
            "value": goal.value,
            "cards_left": goal.cards_left,
        },
        "solution": line_text(puzzle.deal, puzzle.solution),
    }
