"""The ladder of human-like players, from one who lays anything to one who thinks two plays ahead.

None of them searches. In an open deal everything is known, but these players act on what they would see at a table, as
people do: **the hand and the piles of the player to play**, no other hand, no draw pile, and no memory of what was
played. So one who knows the deal can do better than all of them, and how much better is what makes a puzzle hard.

The *gap* of a play is how many numbers the pile moves on: 3 for a 20 on an ascending 17. A backwards trick moves the
pile back, so its gap is ``-step``, the smallest of all. What a style likes best:

``random``: every legal play (card and pile) is as likely as any other.
``gap``: the smallest gap. Backwards tricks come first of themselves.
``tricks``: the smallest gap among the plays that waste no backwards trick, if there are any. A play in the pile's
    direction wastes one if it buries a top onto which a card in hand could be laid backwards, or if it lays the card
    that should come back: the lower one of two cards in hand that are ``step`` apart on an ascending pile, or the
    higher one on a descending pile.
``ahead``: of all pairs of plays, one after the other with the cards in hand, the pair with the smallest sum of gaps. A
    play after which no card in hand fits comes last, unless it is the last card in hand.

What is equally good is settled by the smaller gap, the lower card, the pile that is named first.

*End of a turn.* A player stops as soon as the turn may end, except for a free play: if the play that the style likes
best has a gap of 1 or less (the next number, or a backwards trick), it is laid as well. To ``tricks`` nothing is free
that wastes a trick. To ``ahead`` a play is also free if it and the second one of its pair together have a sum of 2 or
less, which is how a 25 and then a 15 go on a 14. ``random`` always stops.

*Who starts*, where the team chooses: the player whose favourite play is the best by the same measure, or for ``random``
anyone, but never one with an empty hand.

*Noise*: with this probability a play that the turn demands is any legal one instead. Free plays and the choice of who
starts are never noisy.

A game ends when all is played, or when nothing fits and the turn may not end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from solver.errors import InputError
from solver.strict_json import shown

Style = Literal["random", "gap", "tricks", "ahead"]
STYLES: tuple[Style, ...] = get_args(Style)


@dataclass(frozen=True, slots=True)
class Player:
    """A human-like player: a style, and the probability (0 to 1) of any legal play instead of the favourite one."""

    style: Style
    noise: float = 0.0

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise InputError(f"the style {shown(self.style)} is unknown; it must be one of {', '.join(STYLES)}")
        if isinstance(self.noise, bool) or not isinstance(self.noise, int | float) or not 0 <= self.noise <= 1:
            raise InputError(f"noise: expected a probability from 0 to 1, not {shown(self.noise)}")

    @property
    def varies(self) -> bool:
        """Do two games of one deal differ?"""
        return self.style == "random" or self.noise > 0


NOISE = 0.05
"""One play in twenty goes wrong. (Of full solo deals a player with 0.1 leaves twice the cards of one with 0.)"""

LADDER: dict[str, Player] = {
    "random": Player("random"),
    "gap_noisy": Player("gap", NOISE),
    "gap": Player("gap"),
    "tricks_noisy": Player("tricks", NOISE),
    "tricks": Player("tricks"),
    "ahead_noisy": Player("ahead", NOISE),
    "ahead": Player("ahead"),
}
"""The players whose win rates make up a difficulty, by name."""
