"""What an engine hands back, before the referee has seen it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solver.budget import StopReason
from solver.result import Objective
from solver.the_game.notation import Line


@dataclass(frozen=True, slots=True)
class Outcome:
    """The best line an engine found and what it proved.

    ``line`` is legal and the best found for the objective; it may be empty. ``cards_left_bound``: proven that no line
    leaves fewer cards; it is at least 1 exactly when the engine has proved the deal unwinnable. ``bound``: proven lower
    bound in the unit of the objective (for ``turns`` and ``tricks``: among the lines that leave the fewest cards).
    ``stopped_by`` is ``None`` when the search was complete.
    """

    line: Line
    cards_left_bound: int
    bound: int
    nodes: int
    stopped_by: StopReason | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """What is still open of an objective: the best line so far has this ``value``, and ``bound`` is proven.

    Both are in the unit of the objective and hold among the lines that leave the fewest cards.
    """

    objective: Objective
    value: int
    bound: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a running search is; engines report it about ten times a second.

    ``gap``: of turns or tricks; ``None`` while the best line is not known to leave the fewest cards, because a line
    that leaves fewer may need more of them.
    """

    phase: str
    nodes: int
    best_cards_left: int
    cards_left_bound: int
    gap: Gap | None = None


ProgressCallback = Callable[[Progress], None]
