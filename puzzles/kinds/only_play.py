"""The kind *only play*: of all the plays in a position, a single one keeps the win. Which?"""

from __future__ import annotations

from puzzles.analysis.values import value_plays
from puzzles.kind import PROOF, Rejected, TheGameKind
from puzzles.kinds._endings import MOST_IN_DECK, endings
from puzzles.puzzle import Goal, Tier
from solver.budget import Budget
from solver.the_game.deal import Deal, deal_of
from solver.the_game.notation import Line
from solver.the_game.rules import Position


class OnlyPlay(TheGameKind):
    """A position, at the beginning or in the middle of a turn, in which one card on one pile wins and all else loses.

    Piles of one direction that show the same count as one pile. Where ending the turn would be allowed, it loses too.
    """

    name = "only-play"
    task = "Find the only play that keeps the win."

    def candidate(self, seed: str, tier: Tier | None) -> Deal:
        for ending in endings(seed, tier):
            earliest = max(0, ending.winnable + 1 - LOOK_BACK)
            for position in reversed(ending.positions[earliest : ending.winnable + 1]):
                if _different_plays(position) >= FEWEST_PLAYS and _why_not_one(deal_of(position), PROOF) is None:
                    return deal_of(position)
        raise Rejected("no game came to such a position")

    def why_not(self, deal: Deal) -> str | None:
        if deal.at_start_piles or len(deal.deck) > MOST_IN_DECK or len(deal.starts()) > 1:
            return f"not a position with at most {MOST_IN_DECK} cards in the draw pile and a player to play"
        fewer = _different_plays(deal.starts()[0]) < FEWEST_PLAYS
        return f"fewer than {FEWEST_PLAYS} plays to choose from" if fewer else None

    def goal(self, deal: Deal, budget: Budget) -> tuple[Goal, Line]:
        _, solution = super().goal(deal, budget)
        reason = _why_not_one(deal, budget)
        if reason is not None:
            raise Rejected(reason)
        return Goal(answer="play"), solution


FEWEST_PLAYS = 4
"""With fewer there is nothing to find."""
LOOK_BACK = 8
"""Positions that are looked at in one game, back from the last one that can be won. Further back most plays win."""


def _different_plays(position: Position) -> int:
    """The number of legal plays; plays on equal piles of one direction count as one."""
    return len({(c, position.piles[pile], position.rules.is_ascending(pile)) for c, pile in position.plays()})


def _why_not_one(deal: Deal, budget: Budget) -> str | None:
    """Why it is not proven that one play keeps the win and nothing else does; ``None`` if it is."""
    values = value_plays(deal, budget=budget)
    if values.single_play is None:
        return "not proven within the budget"
    if not values.single_play:
        return "several plays keep the win, or none"
    return None if values.winning[0].play is not None else "only the end of the turn keeps the win"


KIND = OnlyPlay()
