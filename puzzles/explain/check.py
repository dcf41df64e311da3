"""The stuck check: every card in hand against every pile, and whether the turn's minimum can be reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from puzzles.explain.ways import Way, ways_to_lay
from solver.the_game.deal import Deal
from solver.the_game.rules import Position

MOST_WAYS = 12
"""As many ways are listed; where there are more, that is said instead."""

Fits = Literal["on", "trick", "no"]
Verdict = Literal["won", "may end", "must play", "lost"]


@dataclass(frozen=True, slots=True)
class Fit:
    """A card against a pile: it goes ``on`` in the pile's direction, is the backwards ``trick``, or does not fit.

    ``gap``: by how much the top moves in the pile's direction; below 0 it is against the direction.
    """

    pile: str
    fits: Fits
    gap: int


@dataclass(frozen=True, slots=True)
class Check:
    """The stuck check of one player.

    ``minimum``: cards this turn has to lay in all, ``least``: what the rules ask for before the size of the hand is
    looked at. ``missing``: cards still to be laid before the turn may end. ``can_lay``: the most cards that can be laid
    before the next draw. ``ways``: ways to lay the missing cards or, where that cannot be done, as many as can be
    laid; ``more_ways``: there are more than are listed. ``verdict``: ``won``, all is played; ``may end``, the minimum
    is reached; ``must play``, it can be reached; ``lost``, it cannot. ``cards_left``: unplayed cards now.
    """

    player: int
    hand: tuple[int, ...]
    tops: tuple[tuple[str, int], ...]
    deck: int
    played: int
    least: int
    minimum: int
    missing: int
    can_lay: int
    cards_left: int
    fits: tuple[tuple[int, tuple[Fit, ...]], ...]
    ways: tuple[tuple[tuple[int, str], ...], ...]
    more_ways: bool
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        """The object that ``explain --json`` prints for one player."""
        return {
            "player": self.player,
            "hand": list(self.hand),
            "piles": dict(self.tops),
            "deck": self.deck,
            "played_this_turn": self.played,
            "minimum": self.minimum,
            "missing": self.missing,
            "can_lay": self.can_lay,
            "cards_left": self.cards_left,
            "cards": [
                {"card": card, "piles": [{"pile": fit.pile, "fits": fit.fits, "gap": fit.gap} for fit in fits]}
                for card, fits in self.fits
            ],
            "ways": [[{"card": card, "pile": pile} for card, pile in way] for way in self.ways],
            "more_ways": self.more_ways,
            "verdict": self.verdict,
        }


def check_deal(deal: Deal) -> tuple[Check, ...]:
    """The stuck check of whoever may play now: one player or, where the team chooses who starts, each of them."""
    return tuple(check(position) for position in deal.starts())


def check(position: Position) -> Check:
    """The stuck check of the player to play."""
    rules = position.rules
    names = rules.pile_names
    can_lay = position.most_plays()
    missing = 0 if position.won or position.may_end_turn else max(1, position.minimum) - position.played
    ways, more = ways_to_lay(position, min(missing, can_lay), MOST_WAYS) if missing and can_lay else ([], False)
    return Check(
        player=position.to_play,
        hand=position.hand,
        tops=tuple(zip(names, position.piles, strict=True)),
        deck=len(position.deck),
        played=position.played,
        least=rules.min_plays if position.deck else rules.min_plays_empty,
        minimum=position.minimum,
        missing=missing,
        can_lay=can_lay,
        cards_left=position.cards_left,
        fits=tuple((card, tuple(_fit(position, card, pile) for pile in range(len(names)))) for card in position.hand),
        ways=tuple(_named(way, names) for way in ways),
        more_ways=more,
        verdict=_verdict(position, missing, can_lay),
    )


def _fit(position: Position, card: int, pile: int) -> Fit:
    fits: Fits = "no"
    if position.fits(card, pile):
        fits = "trick" if position.is_trick(card, pile) else "on"
    return Fit(position.rules.pile_name(pile), fits, position.gap(card, pile))


def _named(way: Way, names: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    return tuple((card, names[pile]) for card, pile in way)


def _verdict(position: Position, missing: int, can_lay: int) -> Verdict:
    if position.won:
        return "won"
    if missing == 0:
        return "may end"
    return "must play" if missing <= can_lay else "lost"
