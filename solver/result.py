"""The result of solving a deal, the same for every game and engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from solver.budget import StopReason

FORMAT = "opendeal-result/1"

Status = Literal["winnable", "unwinnable", "unknown"]
Objective = Literal["cards", "turns", "tricks"]
OBJECTIVES: tuple[Objective, ...] = ("cards", "turns", "tricks")


@dataclass(frozen=True, slots=True)
class Result:
    """A verdict with its evidence.

    ``line`` leaves ``cards_left`` cards unplayed and has been replayed by the referee; no line leaves fewer than
    ``cards_left_bound``. ``value`` and ``bound`` are the line's value and the proven lower bound in the unit of
    ``objective`` (cards, turns or backwards tricks). ``unwinnable`` is only ever the outcome of a completed exhaustive
    search; ``stopped_by`` says which budget ended a search that did not complete.
    """

    deal: str
    status: Status
    cards_left: int
    cards_left_bound: int
    objective: Objective
    value: int
    bound: int
    line: str
    turns: tuple[dict[str, Any], ...]
    engine: str
    stopped_by: StopReason | None
    nodes: int
    seconds: float
    version: str

    @property
    def optimal(self) -> bool:
        """Is the line proven to be the best possible for the objective?"""
        return self.cards_left == self.cards_left_bound and self.value == self.bound

    def to_json(self) -> dict[str, Any]:
        """The object that ``solve --json`` prints, keys in the order of the contract."""
        return {
            "format": FORMAT,
            "deal": self.deal,
            "status": self.status,
            "cards_left": self.cards_left,
            "cards_left_bound": self.cards_left_bound,
            "objective": self.objective,
            "value": self.value,
            "bound": self.bound,
            "optimal": self.optimal,
            "line": self.line,
            "turns": list(self.turns),
            "engine": self.engine,
            "stopped_by": self.stopped_by,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "version": self.version,
        }
