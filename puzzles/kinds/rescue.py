"""The kind *rescue*: the game is lost, and as few cards as possible are to be left."""

from __future__ import annotations

from puzzles.kind import Rejected, TheGameKind, proven
from puzzles.kinds._endings import endings
from puzzles.puzzle import Goal, Puzzle, Tier
from solver.budget import Budget
from solver.text import count
from solver.the_game.deal import Deal, deal_of
from solver.the_game.notation import Line, as_line


class Rescue(TheGameKind):
    """The first position of a human-like player's game, at the beginning of a turn, that could no longer be won."""

    name = "rescue"
    task = "The game is lost: leave as few cards as possible."

    def candidate(self, seed: str, tier: Tier | None) -> Deal:
        for ending in endings(seed, tier):
            position = ending.after_turn
            if position is not None and position.cards_left >= FEWEST_CARDS:
                return deal_of(position)
        raise Rejected("no game came to such a position")

    def why_not(self, deal: Deal) -> str | None:
        if deal.at_start_piles:
            return "not a position in the middle of a game"
        return None if deal.cards_left >= FEWEST_CARDS else f"fewer than {FEWEST_CARDS} cards left"

    def goal(self, deal: Deal, budget: Budget) -> tuple[Goal, Line]:
        result = proven(deal, "cards", budget)
        if result.status != "unwinnable":
            raise Rejected("can be won")
        return Goal(value=result.cards_left, cards_left=result.cards_left), as_line(result.line)

    def asks(self, puzzle: Puzzle) -> str:
        return f"The game is lost: leave at most {count(puzzle.goal.cards_left, 'card')}."


FEWEST_CARDS = 5
"""With fewer cards a person tries all orders."""
KIND = Rescue()
