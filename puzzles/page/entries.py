"""What the page is told about a puzzle: no more than it shows, and only what the referee has seen to be true."""

from __future__ import annotations

from typing import Any

from puzzles.puzzle import FORMAT, Puzzle, puzzle_from_json
from solver.errors import InputError
from solver.strict_json import shown
from solver.the_game.identifiers import encode_deal
from solver.the_game.referee import line_text, verify


class LeftOut(Exception):
    """A puzzle that this page cannot show, though it may well be right. The message says why."""


def entry(data: object, kinds: frozenset[str]) -> dict[str, Any]:
    """The puzzle in JSON data as the page knows it.

    Raises ``LeftOut`` for another game, format or kind than the page has words for, and ``InputError`` for what is no
    puzzle or whose solution does not reach its goal.
    """
    if isinstance(data, dict):
        if data.get("format") != FORMAT:
            raise LeftOut(f"the format {shown(data.get('format'))} is not {FORMAT}")
        if data.get("kind") not in kinds:
            raise LeftOut(f"the kind {shown(data.get('kind'))} has no words in the page's strings")
    puzzle = puzzle_from_json(data)
    require_solved(puzzle)
    goal = puzzle.goal
    return {
        "kind": puzzle.kind,
        "tier": puzzle.difficulty.tier,
        "deal": encode_deal(puzzle.deal),
        "goal": {
            "answer": goal.answer,
            "objective": goal.objective,
            "value": goal.value,
            "cards_left": goal.cards_left,
        },
        "solution": line_text(puzzle.deal, puzzle.solution),
    }


def require_solved(puzzle: Puzzle) -> None:
    """Raises ``InputError`` when the stored solution does not reach the puzzle's goal."""
    report, goal = verify(puzzle.deal, puzzle.solution), puzzle.goal
    if report.fault is not None or report.cards_left is None:
        raise InputError(f"solution: illegal: {report.fault.why if report.fault else 'it cannot be replayed'}")
    value = {"cards": report.cards_left, "turns": report.turns, "tricks": report.tricks}[goal.objective]
    if report.cards_left > goal.cards_left or value > goal.value:
        raise InputError(
            f"solution: it leaves {report.cards_left} cards at {value} {goal.objective}; "
            f"the goal is {goal.cards_left} at {goal.value}"
        )
