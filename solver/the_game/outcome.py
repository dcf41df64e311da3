"""What an engine hands back, before the referee has seen it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solver.budget import StopReason
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
class Progress:
    """How far a running search is; engines report it about ten times a second."""

    phase: str
    nodes: int
    best_cards_left: int
    cards_left_bound: int


ProgressCallback = Callable[[Progress], None]
