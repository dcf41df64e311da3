"""The result of solving a round of 6 nimmt!."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from solver.budget import StopReason
from solver.result import FORMAT
from solver.six_nimmt.objectives import Objective

Status = Literal["solved", "unknown"]


@dataclass(frozen=True, slots=True)
class Regret:
    """What one turn of a recorded round cost: the objective's value with best play after it, against that before it.

    ``made`` and ``best``: those two values; ``card``: the card played; ``better``: one that reaches ``best``, and
    ``better_row`` the row to take with it, if it lies below all ends.
    """

    turn: int
    card: int
    made: Fraction
    best: Fraction
    better: int
    better_row: int | None

    @property
    def regret(self) -> Fraction:
        """Never negative, in the unit of the objective."""
        return abs(self.made - self.best)

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "card": self.card,
            "value": number(self.made),
            "best": number(self.best),
            "regret": number(self.regret),
            "better": None if self.regret == 0 else self.better,
            "better_row": None if self.regret == 0 else self.better_row,
        }


@dataclass(frozen=True, slots=True)
class FirstPlay:
    """A card as the first play of a duel.

    ``share``: how often an optimal mix plays it. ``value``: what it leads to against the other's optimal mix, as the
    difference of the whole duel (bullheads of player 0 less those of player 1). Cards in the mix reach the value of the
    duel; another that does too costs nothing against that mix; the rest are blunders against it.

    In an open duel ``share`` is 1 for the card of ``line`` and 0 for all others; ``value`` is what a lead of player 0
    is worth, and what an answer of player 1 to the lead of ``line`` is.
    """

    card: int
    share: Fraction
    value: Fraction

    def to_json(self) -> dict[str, Any]:
        return {"card": self.card, "share": str(self.share), "value": number(self.value), "exact": str(self.value)}


@dataclass(frozen=True, slots=True)
class Result:
    """The value of a round for an objective, with its evidence.

    ``value``: what ``line`` reaches, in bullheads; exact. ``bound``: proven that no play does better (``None``:
    nothing is proven). ``status`` is ``solved`` when both agree. ``line`` is the whole round as a record, ``turns``
    the same as JSON, both replayed by the referee; empty when no round was found. ``optimal_lines``: in how many ways
    the value is reached, counting orders of the cards without a script and rows chosen by their owners;
    ``optimal_orders``: in how many of these orders alone, with rows chosen well (``None`` if memory or time ran out
    while they were counted). ``taken``: each player's bullheads after the round. ``seat``: whose round it is
    (``None`` where all count alike). ``post_mortem``: for a seat whose own play is recorded, turn by turn.
    ``first_plays``: of a duel or an open one, every card of each player. Of a duel that a budget has ended ``value``
    is what player 0 can be sure of, and ``bound`` what player 1 can.
    """

    deal: str
    objective: Objective
    seat: int | None
    value: Fraction | None
    bound: Fraction | None
    optimal_lines: int | None
    optimal_orders: int | None
    line: str
    turns: tuple[dict[str, Any], ...]
    taken: tuple[int, ...] | None
    post_mortem: tuple[Regret, ...]
    first_plays: tuple[tuple[FirstPlay, ...], ...]
    engine: str
    stopped_by: StopReason | None
    nodes: int
    seconds: float
    version: str

    @property
    def optimal(self) -> bool:
        """Is the line proven to be the best possible for the objective?"""
        return self.value is not None and self.value == self.bound

    @property
    def status(self) -> Status:
        return "solved" if self.optimal else "unknown"

    def to_json(self) -> dict[str, Any]:
        """The object that ``solve --json`` prints. Fractions are rounded numbers; ``exact`` has the value as text."""
        return {
            "format": FORMAT,
            "deal": self.deal,
            "status": self.status,
            "objective": self.objective,
            "seat": self.seat,
            "value": number(self.value),
            "exact": None if self.value is None else str(self.value),
            "bound": number(self.bound),
            "optimal": self.optimal,
            "optimal_lines": self.optimal_lines,
            "optimal_orders": self.optimal_orders,
            "line": self.line,
            "turns": list(self.turns),
            "taken": None if self.taken is None else list(self.taken),
            "post_mortem": [regret.to_json() for regret in self.post_mortem],
            "first_plays": [[play.to_json() for play in plays] for plays in self.first_plays],
            "engine": self.engine,
            "stopped_by": self.stopped_by,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "version": self.version,
        }


def number(value: Fraction | None) -> int | float | None:
    """A fraction as a number of JSON: whole if it is, else rounded."""
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else round(float(value), 9)
