"""A puzzle of 6 nimmt! as data.

Its deal has either one player without a script, who plays against the scripts of all others, or none with one: then all
play together. Player 0 is the one who has none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from puzzles.canonical import puzzle_id
from puzzles.puzzle import FORMAT, Difficulty, difficulty_from_json
from solver.errors import InputError
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import decode, encode_deal
from solver.strict_json import as_object, as_one_of, as_text, as_whole_number, shown

Answer = Literal["line", "play"]
Objective = Literal["own", "total"]
ANSWERS: tuple[Answer, ...] = get_args(Answer)
OBJECTIVES: tuple[Objective, ...] = get_args(Objective)
MAX_VALUE = 171
"""All the bullheads that there are."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What the player is to find.

    ``answer``: the order of all cards (a ``line``), or only the first card (a ``play``). ``objective``: the bullheads
    of the one player without a script (``own``), or of all players (``total``). ``value``: the fewest that there can
    be, which the answer is to reach.
    """

    answer: Answer
    objective: Objective
    value: int


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A proven puzzle of 6 nimmt!.

    ``solution``: the record of a round that reaches the goal; any other answer that reaches it solves the puzzle too.
    """

    kind: str
    deal: Deal
    goal: Goal
    solution: str
    difficulty: Difficulty

    @property
    def identifier(self) -> str:
        """The self-contained identifier of the deal."""
        return encode_deal(self.deal)

    @property
    def id(self) -> str:
        """The puzzle's own identifier: equal for puzzles that ask the same of deals that are equal but for names."""
        return puzzle_id(f"{self.kind} {self.goal.answer} {self.goal.objective}", encode_deal(canonical(self.deal)))

    def to_json(self) -> dict[str, Any]:
        """The puzzle as JSON data, keys in a fixed order."""
        return {
            "format": FORMAT,
            "id": self.id,
            "kind": self.kind,
            "deal": self.identifier,
            "goal": {"answer": self.goal.answer, "objective": self.goal.objective, "value": self.goal.value},
            "solution": self.solution,
            "difficulty": self.difficulty.to_json(),
        }


def canonical(deal: Deal) -> Deal:
    """The deal with its rows by height of their ends, and the players in a fixed order, those without a script first.

    Neither matters to a puzzle: rows are told apart by their ends, and who sits where changes nothing.
    """
    seats = sorted(range(deal.players), key=lambda p: (deal.script[p] is not None, deal.script[p] or deal.hands[p]))
    return replace(
        deal,
        rows=tuple(sorted(deal.rows, key=lambda row: row[-1])),
        hands=tuple(deal.hands[seat] for seat in seats),
        taken=tuple(deal.taken[seat] for seat in seats),
        script=tuple(deal.script[seat] for seat in seats),
        seed=None,
    )


def puzzle_from_json(value: object) -> Puzzle:
    """The puzzle in JSON data; raises ``InputError`` that names the key and what was expected.

    Only the form is checked: whether the solution is right and the goal proven is for the puzzle's kind to verify.
    """
    data = as_object(value, "puzzle", ("format", "kind", "deal", "goal", "solution", "difficulty"), ("id",))
    if data["format"] != FORMAT:
        raise InputError(f"format: expected {shown(FORMAT)}, not {shown(data['format'])}")
    deal = decode(as_text(data["deal"], "deal"))
    if deal.open_seats not in ((0,), tuple(range(deal.players))) or any(deal.row_choices) or any(deal.taken):
        raise InputError("deal: expected scripts for all but player 0 or for nobody, no row choices and nothing taken")
    goal = as_object(data["goal"], "goal", ("answer", "objective", "value"))
    puzzle = Puzzle(
        as_text(data["kind"], "kind"),
        deal,
        Goal(
            as_one_of(ANSWERS, goal["answer"], "goal.answer"),
            as_one_of(OBJECTIVES, goal["objective"], "goal.objective"),
            as_whole_number(goal["value"], "goal.value", 0, MAX_VALUE),
        ),
        as_text(data["solution"], "solution"),
        difficulty_from_json(data["difficulty"]),
    )
    if data.get("id", puzzle.id) != puzzle.id:
        raise InputError(f"id: {shown(data['id'])} is another puzzle's; this one is {puzzle.id}")
    return puzzle
