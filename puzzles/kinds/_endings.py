"""Positions from games of a human-like player: where the deal could still be won, and from where on no longer.

A player who does not search plays a fresh deal; that deal can nearly always be won, and the player nearly always loses
it. Winnability only falls along a game, so bisection finds the last position that can be won. What the player did next
is a trap by construction: the play looked best, and it loses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzles.kind import PROOF, proven
from puzzles.kinds._fresh import DOMAIN, Setting, all_of
from puzzles.players.ladder import Player, Style
from puzzles.puzzle import Tier
from solver.shuffle import below, words
from solver.the_game.deal import Deal, deal_of
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.notation import Line
from solver.the_game.rules import PRESETS, Position, Rules

_STANDARD = tuple(Setting(PRESETS["standard"], players) for players in (1, 2, 3))
SETTINGS: dict[Tier, tuple[Setting, ...]] = {
    "easy": (Setting(Rules(hand_size=8), 2), Setting(Rules(hand_size=9), 2)),
    "medium": (*_STANDARD[1:], Setting(Rules(hand_size=8), 2)),
    "hard": _STANDARD,
    "expert": _STANDARD,
}
"""What is played, by the difficulty that is aimed at: larger hands bring these players further, with less trouble."""
STYLES: tuple[Style, ...] = ("gap", "tricks", "ahead")
NOISE = 0.02
"""So that the games of one deal differ; every fiftieth play is any legal one."""
GAMES = 12
"""Games that are tried on one deal."""
MOST_IN_DECK = 8
"""Most cards in the draw pile for a position to be called an endgame."""
IN_DECK: dict[Tier, int] = {"easy": 0, "medium": 2, "hard": 5, "expert": MOST_IN_DECK}
"""The same by the difficulty that is aimed at: the more cards are still to come, the harder."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A game's end: the positions before each play, before each end of a turn, and at the end; the first can be won.

    ``winnable``: index of the last one that can be won.
    """

    positions: tuple[Position, ...]
    winnable: int

    def early(self, most_cards: int) -> Position | None:
        """The first position with at most so many cards left that can be won and is the beginning of a turn."""
        winnable = self.positions[: self.winnable + 1]
        return next((p for p in winnable if not p.played and p.cards_left <= most_cards), None)

    @property
    def before_turn(self) -> Position:
        """The last position that can be won and is the beginning of a turn."""
        return next(p for p in reversed(self.positions[: self.winnable + 1]) if not p.played)

    @property
    def after_turn(self) -> Position | None:
        """The first position that is lost and the beginning of a turn, if the game came so far."""
        return next((p for p in self.positions[self.winnable + 1 :] if not p.played), None)


def endings(seed: str, tier: Tier | None) -> Iterator[Ending]:
    """The ends of games of the fresh deal that the seed text decides, with few cards in the draw pile.

    Raises ``Rejected`` at a position that cannot be decided.
    """
    from puzzles.players.rollouts import Rollouts

    stream = words(seed, DOMAIN)
    settings = all_of(SETTINGS) if tier is None else SETTINGS[tier]
    rules, players = settings[below(len(settings), stream)]
    deal = deal_from_seed(rules, players, seed)
    rollouts = Rollouts(deal, Player(STYLES[below(len(STYLES), stream)], NOISE), next(stream))
    most_in_deck = MOST_IN_DECK if tier is None else IN_DECK[tier]
    for game in range(GAMES):
        late = tuple(p for p in _positions(deal, rollouts.line(game)) if len(p.deck) <= most_in_deck)
        # Within a turn the draw pile does not change, so the first of them is the beginning of a turn.
        if late and late[0].cards_left and _winnable(late[0]):
            yield Ending(late, len(late) - 1 if late[-1].won else _last_winnable(late))


def _positions(deal: Deal, line: Line) -> Iterator[Position]:
    """The positions of a legal line: before each play, before each turn, and at the end."""
    position = next(start for start in deal.starts() if line.turns[0].player in (None, start.to_play))
    for number, turn in enumerate(line.turns, 1):
        for play in turn.plays:
            yield position
            position = position.play(play.card, _index(position, play.pile))
        if number < len(line.turns) or line.closed:
            yield position
            position = position.end_turn()
    yield position


def _index(position: Position, pile: str) -> int:
    index = position.rules.pile_index(pile)
    assert index is not None  # the line is legal
    return index


def _winnable(position: Position) -> bool:
    return proven(deal_of(position), "cards", PROOF).status == "winnable"


def _last_winnable(positions: tuple[Position, ...]) -> int:
    """The index of the last position that can be won; the first one can, the last one cannot."""
    won, lost = 0, len(positions) - 1
    while lost - won > 1:
        middle = (won + lost) // 2
        won, lost = (middle, lost) if _winnable(positions[middle]) else (won, middle)
    return won
