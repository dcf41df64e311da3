"""A puzzle as data: a deal, what is asked of the player, a solution, and how hard it is.

What a kind of puzzle asks comes down to a ``Goal``, so that whoever plays or checks puzzles needs to know goals only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from puzzles.canonical import canonical_identifier, puzzle_id
from solver.errors import InputError
from solver.result import OBJECTIVES, Objective
from solver.strict_json import as_object, as_one_of, as_text, as_whole_number, shown
from solver.the_game.deal import Deal
from solver.the_game.identifiers import decode, encode_deal
from solver.the_game.notation import Line, as_line
from solver.the_game.referee import line_text

FORMAT = "opendeal-puzzle/1"

Answer = Literal["line", "play"]
Tier = Literal["easy", "medium", "hard", "expert"]
ANSWERS: tuple[Answer, ...] = get_args(Answer)
TIERS: tuple[Tier, ...] = get_args(Tier)


@dataclass(frozen=True, slots=True)
class Goal:
    """What the player is to find.

    ``answer``: a whole ``line``, or only the first ``play`` of one. ``objective`` and ``value``: the line is to leave
    the fewest cards possible and to be worth at most ``value`` in the unit of the objective (cards, turns, tricks).
    ``cards_left``: the fewest cards that can be left, 0 for a win; it equals ``value`` for the objective ``cards``.
    """

    answer: Answer = "line"
    objective: Objective = "cards"
    value: int = 0
    cards_left: int = 0


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is for people: a tier, the score that it is cut from, and the raw features behind the score.

    ``version`` names the formula; features are numbers, or ``None`` where a feature was not measured.
    """

    version: int
    tier: Tier
    score: float
    features: dict[str, int | float | None]

    def to_json(self) -> dict[str, Any]:
        """The difficulty as JSON data, keys in a fixed order."""
        return {
            "version": self.version,
            "tier": self.tier,
            "score": self.score,
            "features": dict(self.features),
        }


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A proven puzzle of The Game.

    ``kind``: the name of its kind in the registry. ``solution``: one line that reaches the goal; any other line that
    reaches it solves the puzzle as well.
    """

    kind: str
    deal: Deal
    goal: Goal
    solution: Line
    difficulty: Difficulty

    @property
    def identifier(self) -> str:
        """The self-contained identifier of the deal."""
        return encode_deal(self.deal)

    @property
    def id(self) -> str:
        """The puzzle's own identifier: equal for puzzles that ask the same of deals that are equal but for names."""
        return puzzle_id(f"{self.goal.answer} {self.goal.objective}", canonical_identifier(self.deal))

    def to_json(self) -> dict[str, Any]:
        """The puzzle as JSON data, keys in a fixed order."""
        return {
            "format": FORMAT,
            "id": self.id,
            "kind": self.kind,
            "deal": encode_deal(self.deal),
            "seed": self.deal.seed,
            "goal": {
                "answer": self.goal.answer,
                "objective": self.goal.objective,
                "value": self.goal.value,
                "cards_left": self.goal.cards_left,
            },
            "solution": line_text(self.deal, self.solution),
            "difficulty": self.difficulty.to_json(),
        }


def puzzle_from_json(value: object) -> Puzzle:
    """The puzzle in JSON data; raises ``InputError`` that names the key and what was expected.

    The identifier may be left out, but not be another puzzle's. Only the form is checked: whether the solution is right
    and the goal proven is for the puzzle's kind to verify.
    """
    required = ("format", "kind", "deal", "goal", "solution", "difficulty")
    data = as_object(value, "puzzle", required, ("id", "seed"))
    if data["format"] != FORMAT:
        raise InputError(f"format: expected {shown(FORMAT)}, not {shown(data['format'])}")
    deal = decode(as_text(data["deal"], "deal"))
    seed = data.get("seed")
    if seed is not None:
        named = decode(as_text(seed, "seed"))
        if named != deal:
            raise InputError(f"seed: {shown(seed)} is another deal than {shown(data['deal'])}")
        deal = named
    puzzle = Puzzle(
        as_text(data["kind"], "kind"),
        deal,
        _goal_from_json(data["goal"]),
        as_line(as_text(data["solution"], "solution")),
        difficulty_from_json(data["difficulty"]),
    )
    if data.get("id", puzzle.id) != puzzle.id:
        raise InputError(f"id: {shown(data['id'])} is another puzzle's; this one is {puzzle.id}")
    return puzzle


def _goal_from_json(value: object) -> Goal:
    data = as_object(value, "goal", ("answer", "objective", "value", "cards_left"))
    return Goal(
        as_one_of(ANSWERS, data["answer"], "goal.answer"),
        as_one_of(OBJECTIVES, data["objective"], "goal.objective"),
        as_whole_number(data["value"], "goal.value", 0, 10**6),
        as_whole_number(data["cards_left"], "goal.cards_left", 0, 10**6),
    )


def difficulty_from_json(value: object) -> Difficulty:
    """The difficulty in JSON data, whatever the game of the puzzle; raises ``InputError``."""
    data = as_object(value, "difficulty", ("version", "tier", "score", "features"))
    features = data["features"]
    if not isinstance(features, dict):
        raise InputError(f"difficulty.features: expected an object, not {shown(features)}")
    return Difficulty(
        as_whole_number(data["version"], "difficulty.version", 1, 10**6),
        as_one_of(TIERS, data["tier"], "difficulty.tier"),
        _number(data["score"], "difficulty.score"),
        {name: None if it is None else _number(it, f"difficulty.features.{name}") for name, it in features.items()},
    )


def _number(value: object, path: str) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{path}: expected a number, not {shown(value)}")
    return value
