"""The numbers of 6 nimmt!: cards, bullheads, rows, and what its published variants change."""

from __future__ import annotations

from dataclasses import dataclass

from solver.strict_json import as_whole_number

GAME = "6-nimmt"

ROW_COUNT = 4
FULL_ROW = 5
"""Cards in a full row; the next one that comes to it takes them."""
LAST_CARD = 104
"""The highest card that exists."""
MAX_PLAYERS = 10
MAX_HAND = 10
MAX_TARGET = 9_999
MAX_TAKEN = 9_999
"""Most bullheads that a deal may say a player has."""


def bullheads(card: int) -> int:
    """The bullheads on a card: 7 on the 55, 5 on multiples of 11, 3 of 10, 2 on other cards that end in 5, else 1."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


@dataclass(frozen=True, slots=True)
class Rules:
    """What may differ between rounds.

    ``high``: the highest card of the deck, or ``None`` for exactly as many cards as are dealt, four more than the full
    hands hold (the Tactics variant). ``hand_size``: cards in a full hand. ``target``: the game ends after the round in
    which somebody reaches this many bullheads. Raises ``InputError`` for numbers outside their limits.
    """

    high: int | None = LAST_CARD
    hand_size: int = MAX_HAND
    target: int = 66

    def __post_init__(self) -> None:
        if self.high is not None:
            as_whole_number(self.high, "rules.high", ROW_COUNT + 1, LAST_CARD)
        as_whole_number(self.hand_size, "rules.hand_size", 1, MAX_HAND)
        as_whole_number(self.target, "rules.target", 1, MAX_TARGET)

    def dealt(self, players: int) -> int:
        """The cards of a full deal: all hands and one card for each row."""
        return ROW_COUNT + players * self.hand_size

    def highest(self, players: int) -> int:
        """The highest card of the deck with so many players."""
        return self.dealt(players) if self.high is None else self.high


PRESETS = {"standard": Rules(), "tactics": Rules(high=None)}
"""The named rules. A round of the Logic variant (hands drafted openly, the four last cards start the rows) is, once
drafted, a round under ``tactics``."""
