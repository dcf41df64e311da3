"""A deal laid out on a line of time: what the model takes for given.

A line of play is a row of *slots*, one for each card that is laid, and *ends*: end t (t = 0, 1, …) is true when a turn
ends after slot t and another one follows. End 0 ends the turn under way before another card is laid.

**Draws without counting.** Every turn is followed by a draw to the full hand. So if all hands are full at the
beginning, each laid card is replaced by one from the deck, in order: the card that replaces slot r is drawn by the
player of slot r at the first end from r on. Who owns a deck card is who plays its slot, and how many cards are drawn by
an end depends on its slot alone; so does the question whether the deck is empty.

**Hands that are not full.** Cards missing in the hand of a player who is known to begin shift all draws: with
``offset`` cards missing, card j of the deck (from 0) replaces slot j + 1 − offset, and a slot below 1 stands for the
end of the first turn. What other players miss is made up for by *ghosts*: slots without a card at the beginning of
their first turn. A player without cards has a first turn of ghosts alone, which is what "plays nothing, draws, and the
turn passes" comes to. (Cards laid earlier in a turn under way are missing like any others.)
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.the_game.deal import Deal


@dataclass(frozen=True, slots=True)
class Timeline:
    """Constants of a deal. ``starter`` is ``None`` where the team chooses who begins."""

    deal: Deal
    starter: int | None
    offset: int
    ghosts: tuple[int, ...]
    """By player: slots without a card at the beginning of the first turn."""

    @staticmethod
    def of(deal: Deal) -> Timeline:
        """The timeline of a deal."""
        missing = [deal.hand_limit - len(hand) if deal.deck else 0 for hand in deal.hands]
        offset = 0
        if deal.to_play is not None:
            offset, missing[deal.to_play] = missing[deal.to_play], 0
        return Timeline(deal, deal.to_play, offset, tuple(missing))

    @property
    def hand_limit(self) -> int:
        return self.deal.hand_limit

    def replaces(self, place: int) -> int:
        """The slot that card ``place`` of the deck replaces; 0 for a card that is drawn at the very first end."""
        return max(0, place + 1 - self.offset)

    def deck_is_empty(self, slot: int) -> bool:
        """Is nothing left to draw after a turn that ends with this slot?"""
        return slot + self.offset >= len(self.deal.deck)

    def least(self, slot: int) -> int:
        """The minimum of the rules for a turn that begins after an end at this slot, should the hand hold so many."""
        return self._least(self.deck_is_empty(slot))

    def _least(self, empty: bool) -> int:
        rules = self.deal.rules
        return rules.min_plays_empty if empty else rules.min_plays

    @property
    def first_turn_at_least(self) -> int:
        """Slots that the turn under way must still have before it may end (a known player begins)."""
        assert self.starter is not None
        missing = self._least(not self.deal.deck) - self.deal.played_this_turn
        return min(max(0, missing), len(self.deal.hands[self.starter]))
