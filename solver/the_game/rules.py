"""The rules of The Game, written once and in plain Python.

``Rules`` holds the parameters of a rule set; ``Position`` is a moment of play, with every operation that the rules
allow: lay a card, end the turn (which draws). The referee and the reference engine use nothing else, and the
compiled kernel's fast copy of the rules is held to this file by tests. Nothing here prunes or guesses.

Rules as published by Steffen Benndorf / NSV, "The Game" (2015). Where the published texts differ there is a
parameter: the minimum once the deck is empty is 1 in the German text, still 2 in the Czech and the Finnish one.

Values: a card is an ``int`` between ``Rules.low`` and ``Rules.high``. A pile is an index ``0 … ascending +
descending - 1``, ascending piles first; its public name is ``A1 A2 … D1 D2 …``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeVar

from solver.errors import IllegalPlay, InputError
from solver.strict_json import shown
from solver.the_game.one_turn import most_cards

_Item = TypeVar("_Item")

MAX_PLAYERS = 5
MAX_PILES = 16
"""Most piles of one direction. The published game has 2; a pile more than there are cards is never needed."""
MAX_CARDS = 126
"""Most unplayed cards in one deal (the published game has 98). The kernel stores ranks in seven bits."""
MAX_NUMBER = 999_999
"""Highest number a card may carry."""

STANDARD_HAND_SIZES = (8, 7, 6, 6, 6)
"""Cards in a full hand for 1 to 5 players, by the published rules."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The parameters of a rule set; the defaults are the published standard rules.

    Raises ``InputError`` naming the parameter when a value is out of range.
    """

    low: int = 2
    high: int = 99
    ascending: int = 2
    descending: int = 2
    step: int = 10
    hand_size: int | None = None
    min_plays: int = 2
    min_plays_empty: int = 1

    def __post_init__(self) -> None:
        self._check("low", 0, MAX_NUMBER)
        self._check("high", self.low, MAX_NUMBER)
        self._check("ascending", 0, MAX_PILES)
        self._check("descending", 0, MAX_PILES)
        self._check("step", 0, MAX_NUMBER)
        if self.hand_size is not None:
            self._check("hand_size", 1, MAX_CARDS)
        self._check("min_plays", 1, MAX_CARDS)
        self._check("min_plays_empty", 1, MAX_CARDS)
        if self.ascending + self.descending == 0:
            raise InputError("rules: 'ascending' and 'descending' are both 0; at least one pile is needed")

    def _check(self, name: str, least: int, most: int) -> None:
        value = getattr(self, name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise InputError(f"rules: '{name}' must be a whole number, not {shown(value)}")
        if not least <= value <= most:
            raise InputError(f"rules: '{name}' is {shown(value)}; it must be from {least} to {most}")

    def hand_limit(self, players: int) -> int:
        """Cards in a full hand with this many players (1 to 5)."""
        return STANDARD_HAND_SIZES[players - 1] if self.hand_size is None else self.hand_size

    @property
    def pile_count(self) -> int:
        return self.ascending + self.descending

    @property
    def start_piles(self) -> tuple[int, ...]:
        """The tops before the first play: one below the lowest card, one above the highest."""
        return (self.low - 1,) * self.ascending + (self.high + 1,) * self.descending

    def is_ascending(self, pile: int) -> bool:
        return pile < self.ascending

    @property
    def pile_names(self) -> tuple[str, ...]:
        """The public names ``A1 A2 … D1 D2 …``, by pile index."""
        return _pile_names(self.ascending, self.descending)

    def pile_name(self, pile: int) -> str:
        return self.pile_names[pile]

    def pile_index(self, name: str) -> int | None:
        """The index of the pile with this public name, or ``None`` if these rules have no such pile."""
        names = self.pile_names
        return names.index(name) if name in names else None


@cache
def _pile_names(ascending: int, descending: int) -> tuple[str, ...]:
    return (*(f"A{number + 1}" for number in range(ascending)), *(f"D{number + 1}" for number in range(descending)))


PRESETS: dict[str, Rules] = {
    "standard": Rules(),
    "always-two": Rules(min_plays_empty=2),
    "expert": Rules(min_plays=3),
    "no-trick": Rules(step=0),
}


class Position(NamedTuple):
    """A moment of play in which it is settled who plays: everything is known, nothing can change but by a play.

    ``hands`` are sorted, ``deck`` has the next card to be drawn first, ``piles`` are the visible tops in the order of
    pile indices, ``played`` counts the cards that ``to_play`` has put down this turn. Positions are immutable and
    hashable; operations return new ones. Make the first one with ``Deal.starts``.
    """

    # A tuple, since one replay makes hundreds of positions, and a frozen dataclass takes twice as long to make.

    rules: Rules
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    piles: tuple[int, ...]
    to_play: int
    played: int = 0

    # -- questions ---------------------------------------------------------------------------------------------

    @property
    def hand(self) -> tuple[int, ...]:
        """The cards of the player to play."""
        return self.hands[self.to_play]

    @property
    def cards_left(self) -> int:
        """Cards not yet played, in hands and deck: the official score, 0 is a win."""
        return sum(map(len, self.hands)) + len(self.deck)

    @property
    def won(self) -> bool:
        return not self.deck and not any(self.hands)

    @property
    def minimum(self) -> int:
        """Cards the player must put down in this turn before it may end.

        The deck does not change within a turn, so whether it was empty at the start of the turn can be seen now. A
        player who began the turn with fewer cards than the minimum has to play all of them.
        """
        least = self.rules.min_plays if self.deck else self.rules.min_plays_empty
        return min(least, self.played + len(self.hand))

    @property
    def may_end_turn(self) -> bool:
        return self.played > 0 and self.played >= self.minimum

    def is_trick(self, card: int, pile: int) -> bool:
        """Is this card exactly ``step`` against the direction of the pile: the backwards trick?"""
        step, top = self.rules.step, self.piles[pile]
        return step > 0 and card == (top - step if self.rules.is_ascending(pile) else top + step)

    def fits(self, card: int, pile: int) -> bool:
        """May this card, whoever holds it, lie on this pile now?"""
        top = self.piles[pile]
        return (card > top if self.rules.is_ascending(pile) else card < top) or self.is_trick(card, pile)

    def gap(self, card: int, pile: int) -> int:
        """By how much this card would move the top in the pile's direction; below 0 it is against it, as a trick."""
        top = self.piles[pile]
        return card - top if self.rules.is_ascending(pile) else top - card

    def plays(self) -> Iterator[tuple[int, int]]:
        """Every legal (card, pile) of the player to play, by card and then by pile."""
        for card in self.hand:
            for pile in range(len(self.piles)):
                if self.fits(card, pile):
                    yield card, pile

    def can_reach_minimum(self) -> bool:
        """Can the player to play still put down as many cards as the turn demands?"""
        if self.won or self.may_end_turn:
            return True
        return max(1, self.minimum) - self.played <= self.most_plays()

    def most_plays(self) -> int:
        """The most cards that the player to play can still put down in this turn."""
        ascending = self.rules.ascending
        return most_cards(self.hand, self.piles[:ascending], self.piles[ascending:], self.rules.step)

    # -- operations --------------------------------------------------------------------------------------------

    def play(self, card: int, pile: int) -> Position:
        """The position after laying ``card`` on ``pile``; the turn goes on until ``end_turn``.

        Raises ``IllegalPlay`` with the reason when the player does not hold the card or it does not fit.
        """
        hand = self.hand
        if card not in hand:
            raise IllegalPlay(f"player {self.to_play} does not hold {shown(card)}")
        if not self.fits(card, pile):
            raise IllegalPlay(self._why_not(card, pile))
        place = hand.index(card)
        return Position(
            self.rules,
            _with(self.hands, self.to_play, hand[:place] + hand[place + 1 :]),
            self.deck,
            _with(self.piles, pile, card),
            self.to_play,
            self.played + 1,
        )

    def end_turn(self) -> Position:
        """The position after the player draws to a full hand and the next player who can act is to play.

        Raises ``IllegalPlay`` when fewer cards than the minimum were put down.
        """
        if not self.may_end_turn:
            least = max(1, self.minimum)
            raise IllegalPlay(
                f"player {self.to_play} has put down {self.played} of at least {least} card{'s' if least > 1 else ''}; "
                "passing, discarding and drawing early are not allowed"
            )
        return self._pass_turn().settled()

    def settled(self) -> Position:
        """This position with turns that cannot be played passed on, until someone can act or all is played.

        A player with an empty hand is skipped once the deck is empty; while the deck lasts such a player plays
        nothing and draws. Within a turn an empty hand is no reason to skip: that turn is ended by its player.
        """
        position = self
        while not position.hand and not position.won:
            position = position._pass_turn()
        return position

    def _pass_turn(self) -> Position:
        """Draw to a full hand and hand the turn to the next player, whoever that is."""
        players, hand = len(self.hands), self.hand
        missing = max(0, self.rules.hand_limit(players) - len(hand))
        drawn = tuple(sorted(hand + self.deck[:missing]))
        return Position(
            self.rules,
            _with(self.hands, self.to_play, drawn),
            self.deck[missing:],
            self.piles,
            (self.to_play + 1) % players,
        )

    def _why_not(self, card: int, pile: int) -> str:
        name, top, step = self.rules.pile_name(pile), self.piles[pile], self.rules.step
        if self.rules.is_ascending(pile):
            direction, side, back = "ascending", "higher", top - step
        else:
            direction, side, back = "descending", "lower", top + step
        reason = f"{card} does not fit on {name}, {direction} at {top}: it is not {side}"
        if step == 0:
            return reason + ", and these rules have no backwards trick"
        if not self.rules.low <= back <= self.rules.high:
            return reason + f", and there is no card exactly {step} back"
        return reason + f", and the backwards trick there is exactly {step} back, the {back}"


def _with(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    """The items with one of them exchanged."""
    return (*items[:index], item, *items[index + 1 :])
