"""The kind *endgame*: the draw pile is empty or nearly, and the game can still be won."""

from __future__ import annotations

from puzzles.kind import Rejected, TheGameKind
from puzzles.kinds._endings import MOST_IN_DECK, endings
from puzzles.puzzle import Tier
from solver.the_game.deal import Deal, deal_of


class Endgame(TheGameKind):
    """A position near the end of a human-like player's game, at the beginning of a turn.

    A hard one is the last that could be won, so that at least this player fails. For an easier one the position is the
    first with few cards, whatever the player made of it.
    """

    name = "endgame"
    task = "Win from here: play every card that is left."

    def candidate(self, seed: str, tier: Tier | None) -> Deal:
        for ending in endings(seed, tier):
            position = ending.early(MOST_CARDS[tier]) if tier in MOST_CARDS else ending.before_turn
            if position is not None and position.cards_left >= FEWEST_CARDS:
                return deal_of(position)
        raise Rejected("no game came to such a position")

    def why_not(self, deal: Deal) -> str | None:
        if deal.at_start_piles or len(deal.deck) > MOST_IN_DECK:
            return f"not a position with at most {MOST_IN_DECK} cards in the draw pile"
        return None if deal.cards_left >= FEWEST_CARDS else f"fewer than {FEWEST_CARDS} cards left"


FEWEST_CARDS = 5
"""With fewer cards a person tries all orders."""
MOST_CARDS: dict[Tier | None, int] = {"easy": 10, "medium": 13}
"""Most cards in an easier one."""
KIND = Endgame()
