"""The kind *par*: win in the fewest turns, or with the fewest backwards tricks."""

from __future__ import annotations

from puzzles.kind import Rejected, TheGameKind, proven
from puzzles.kinds._fresh import Setting, is_of, one_for, small
from puzzles.puzzle import Goal, Puzzle, Tier
from solver.budget import Budget
from solver.result import Objective
from solver.text import count
from solver.the_game.deal import Deal
from solver.the_game.notation import Line, as_line

OBJECTIVES: dict[Setting, Objective] = {
    small(16, 1, 4): "turns",
    small(20, 1, 6): "turns",
    small(20, 2, 3): "turns",
    small(24, 2, 3): "turns",
    small(12, 1, 3): "tricks",
    small(16, 1, 3): "tricks",
    small(20, 1, 4): "tricks",
    small(20, 1, 5): "tricks",
    small(20, 2, 2): "tricks",
    small(16, 1, 3, players=2): "tricks",
    small(20, 1, 3, players=2): "tricks",
}
"""What is counted, by the small deck: tricks with the smaller hands, which need them, turns with the larger ones."""
SETTINGS: dict[Tier, tuple[Setting, ...]] = {
    "easy": (small(12, 1, 3),),
    "medium": (small(20, 2, 3), small(20, 1, 5)),
    "hard": tuple(OBJECTIVES),
    "expert": (small(16, 1, 4), small(20, 1, 4), small(16, 1, 3, players=2), small(20, 1, 3, players=2)),
}
"""Those that often come out as hard as the tier. Few are easy: who plays what looks best does not count."""


class Par(TheGameKind):
    """A fresh deal of a small deck that can be won, with the proven fewest turns or backwards tricks of a win."""

    name = "par"
    task = "Win in as few turns, or with as few backwards tricks, as possible."

    def candidate(self, seed: str, tier: Tier | None) -> Deal:
        return one_for(tier, SETTINGS, seed)

    def why_not(self, deal: Deal) -> str | None:
        return None if is_of(OBJECTIVES, deal) else "not a fresh deal of a small deck"

    def goal(self, deal: Deal, budget: Budget) -> tuple[Goal, Line]:
        objective = OBJECTIVES[Setting(deal.rules, deal.players)]
        result = proven(deal, objective, budget)
        if result.status != "winnable":
            raise Rejected("cannot be won")
        return Goal(objective=objective, value=result.value), as_line(result.line)

    def asks(self, puzzle: Puzzle) -> str:
        if puzzle.goal.objective == "turns":
            return f"Win in at most {count(puzzle.goal.value, 'turn')}."
        if puzzle.goal.value == 0:
            return "Win without a single backwards trick."
        return f"Win with at most {count(puzzle.goal.value, 'backwards trick')}."


KIND = Par()
