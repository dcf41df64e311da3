"""A puzzle as data: JSON round trip, and errors that name the key."""

from __future__ import annotations

from typing import Any

import pytest

from puzzles.puzzle import Difficulty, Goal, Puzzle, puzzle_from_json
from solver import Deal, InputError, Rules, parse_line, read_deal

DEAL = Deal(Rules(), ((2, 3),), (50,))
PUZZLE = Puzzle("mini", DEAL, Goal(), parse_line("2@A1 3@A1 | 50@A1 |"), Difficulty(1, "easy", 1.5, {"tricks": 0}))


def changed(path: str, value: object) -> dict[str, Any]:
    """The puzzle's JSON with the value at a dotted path exchanged."""
    data = PUZZLE.to_json()
    *parents, last = path.split(".")
    place: Any = data
    for key in parents:
        place = place[key]
    place[last] = value
    return data


def test_it_comes_back_as_it_was() -> None:
    assert puzzle_from_json(PUZZLE.to_json()) == PUZZLE


def test_a_seed_is_kept() -> None:
    seeded = read_deal("tg1:standard/1p#1")
    puzzle = Puzzle("full-deal", seeded, Goal(), parse_line(""), PUZZLE.difficulty)
    assert puzzle_from_json(puzzle.to_json()).deal.seed == "tg1:standard/1p#1"


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("format", "opendeal-puzzle/2", "format: expected"),
        ("kind", 3, "kind: expected a text"),
        ("deal", "tg1:nonsense", "tg1:nonsense"),
        ("seed", "tg1:standard/1p#1", "another deal"),
        ("goal.answer", "word", "goal.answer: expected one of line, play"),
        ("goal.objective", "luck", "goal.objective: expected one of cards, turns, tricks"),
        ("goal.value", -1, "goal.value"),
        ("goal.more", 1, "more"),
        ("difficulty.tier", "brutal", "difficulty.tier: expected one of easy, medium, hard, expert"),
        ("difficulty.score", True, "difficulty.score: expected a number"),
        ("difficulty.features", [], "difficulty.features: expected an object"),
        ("difficulty.features", {"tricks": "no"}, "difficulty.features.tricks: expected a number"),
        ("solution", "2@", "2@"),
        ("surprise", 1, "surprise"),
    ],
)
def test_what_is_wrong_is_named(path: str, value: object, said: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzle_from_json(changed(path, value))
    assert said in str(caught.value)
