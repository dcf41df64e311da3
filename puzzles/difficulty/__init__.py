"""How hard a puzzle is for people: ``assess(deal, goal)``.

The features are counted (``features.py``), the score is a formula over them and the tier is cut from the score
(``formula.py``). ``docs/difficulty.md`` argues for both and shows how they relate in a sample.
"""

from __future__ import annotations

from puzzles.difficulty.features import measure
from puzzles.difficulty.formula import VERSION, score_of, tier_of
from puzzles.puzzle import Difficulty, Goal
from solver.budget import Budget
from solver.the_game.deal import Deal
from solver.the_game.notation import Line

__all__ = ["VERSION", "assess"]


def assess(deal: Deal, goal: Goal, *, solution: Line | None = None, budget: Budget | None = None) -> Difficulty:
    """How hard it is to reach the goal.

    ``solution``: a line that reaches the goal. Where it is not given one is searched for, within ``budget``; the rest
    of the work has node budgets of its own, which are part of the version. Several features are counted along the
    solution, so a puzzle that keeps one is to be assessed with it: the same version then gives the same features,
    score and tier. Raises ``InputError`` when the solution does not reach the goal or none was found, and lets
    ``KeyboardInterrupt`` through.
    """
    features = measure(deal, goal, solution, budget or Budget())
    score = score_of(features)
    return Difficulty(VERSION, tier_of(score), score, features)
