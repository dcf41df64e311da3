"""Roll-outs: games of a human-like player on one deal, in the deal's own terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puzzles.players import _rollouts
from puzzles.players.ladder import Player
from solver.strict_json import as_whole_number
from solver.the_game.deal import Deal, require_deal
from solver.the_game.notation import Line, Play, Turn
from solver.the_game.referee import replay

SLICE = 64
"""Games that the kernel plays before it hands back control, so that Ctrl-C is heard."""
MAX_SEED = 2**63 - 1

_STYLES = {
    "random": _rollouts.Style.RANDOM,
    "gap": _rollouts.Style.GAP,
    "tricks": _rollouts.Style.TRICKS,
    "ahead": _rollouts.Style.AHEAD,
}


class Game(NamedTuple):
    """How a game ended, and how it began.

    ``cards_left``, ``turns`` and ``tricks`` count as in the referee's report. ``first``: the first play, or ``None`` if
    the turn under way was ended first or nothing could be laid.
    """

    cards_left: int
    turns: int
    tricks: int
    first: Play | None


class Rollouts:
    """The games of one player, who plays all hands, on one deal.

    A game depends on deal, player, ``seed`` (0 to 2**63 - 1) and its number alone, on every machine. Raises
    ``InputError`` for a seed out of range.
    """

    def __init__(self, deal: Deal, player: Player, seed: int = 0) -> None:
        require_deal(deal)
        self._deal = deal
        self._seed = as_whole_number(seed, "the seed", 0, MAX_SEED)
        starts = deal.starts()
        # Nobody is chosen to start who would only draw: a line could not say so.
        self._starts = [start for start in starts if start.hands == deal.hands] or starts[:1]
        rules = deal.rules
        self._names = rules.pile_names
        self._table = _rollouts.Table(
            starts=[(s.hands, len(deal.deck) - len(s.deck), s.to_play, s.played) for s in self._starts],
            deck=list(deal.deck),
            tops=list(deal.tops),
            ascending=rules.ascending,
            step=rules.step,
            hand_limit=deal.hand_limit,
            min_plays=rules.min_plays,
            min_plays_empty=rules.min_plays_empty,
            style=int(_STYLES[player.style]),
            noise=round(player.noise * _rollouts.ALWAYS),
        )

    def games(self, count: int) -> Iterator[Game]:
        """The games of numbers 0 to ``count`` - 1."""
        for first in range(0, count, SLICE):
            for left, turns, tricks, card, pile in self._table.games(self._seed, first, min(SLICE, count - first)):
                yield Game(left, turns, tricks, Play(card, self._names[pile]) if card >= 0 else None)

    def line(self, game: int = 0) -> Line:
        """The whole line of one game, replayed by the referee; ``IllegalPlay`` would be a defect."""
        start, moves = self._table.moves(self._seed, game)
        player: int | None = self._starts[start].to_play  # the others follow from the rules
        turns: list[Turn] = []
        plays: list[Play] = []
        for card, pile in moves:
            if card == _rollouts.Mark.END_OF_TURN:
                turns.append(Turn(tuple(plays), player))
                plays, player = [], None
            else:
                plays.append(Play(card, self._names[pile]))
        if plays:
            turns.append(Turn(tuple(plays), player))
        replayed = replay(self._deal, Line(tuple(turns), closed=not plays))
        replayed.require_legal()
        return replayed.line
