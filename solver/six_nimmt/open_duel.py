"""An open duel: two players who know both hands and play in turn, face up; the exact value of the round by minimax.

In each turn one player leads a card and the other answers it; then the two are laid as always, and whoever lies below
all ends takes the row that is best for what follows. Player 0 leads in the first turn, and the lead alternates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solver.budget import Budget, StopReason
from solver.errors import EngineError
from solver.six_nimmt._minimax import Minimax
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.looks import Looks, Stop
from solver.six_nimmt.referee import play_turn
from solver.six_nimmt.resolve import Laid, heads


@dataclass(frozen=True, slots=True)
class OpenDuel:
    """The value of an open duel: bullheads of player 0 less those of player 1, both playing best.

    ``turns``: the round that best play makes. ``leads``: each card of player 0 with the value that leading it has;
    ``answers``: each card of player 1 with the value of answering the first card of ``turns``. All are empty, and
    ``value`` is ``None``, when a budget ended the search.
    """

    value: int | None
    turns: tuple[tuple[Laid, ...], ...]
    leads: tuple[tuple[int, int], ...]
    answers: tuple[tuple[int, int], ...]
    nodes: int
    stopped_by: StopReason | None = None


def open_duel(deal: Deal, budget: Budget, progress: Callable[[int], None] | None = None) -> OpenDuel:
    """Solve a deal of two players. Both only see the cards that are played; row choices of the deal are not asked."""
    search = _Search(deal, budget, progress)
    try:
        return search.run()
    except Stop as stop:
        return OpenDuel(None, (), (), (), search.looks.nodes, stop.reason)
    except KeyboardInterrupt:
        return OpenDuel(None, (), (), (), search.looks.nodes, "interrupt")


def leader_of(turn: int) -> int:
    """Who leads in a turn, counted from 0."""
    return turn % 2


class _Search:
    def __init__(self, deal: Deal, budget: Budget, progress: Callable[[int], None] | None) -> None:
        self._deal = deal
        self.looks = Looks(budget, progress)
        first, second = deal.hands
        leaders = [leader_of(turn) for turn in range(deal.turns_left)]
        self._minimax = Minimax(first, second, leaders, budget.memory_mib << 20, self.looks.look)

    def run(self) -> OpenDuel:
        deal, minimax = self._deal, self._minimax
        leads = tuple((card, minimax.lead(*_position(deal), card)) for card in deal.hands[0])
        value = min((worth for _, worth in leads), default=0)
        turns, first = self._line(value)
        answers = tuple((card, minimax.after(*_position(deal), first, card)) for card in deal.hands[1])
        return OpenDuel(value, turns, leads, answers, minimax.nodes)

    def _line(self, value: int) -> tuple[tuple[tuple[Laid, ...], ...], int]:
        """A round of best play of that value, and the card that is led first in it."""
        deal = self._deal
        turns: list[tuple[Laid, ...]] = []
        led: list[int] = []
        while deal.turns_left:
            leader = leader_of(len(turns))
            card = next(card for card in deal.hands[leader] if self._minimax.lead(*_position(deal), card) == value)
            turn, deal, value = self._answered(deal, leader, card, value)
            turns.append(turn)
            led.append(card)
        if value:
            raise EngineError(f"the round that an open duel's best play makes is {value} off its value")
        return tuple(turns), led[0] if led else 0

    def _answered(self, deal: Deal, leader: int, card: int, value: int) -> tuple[tuple[Laid, ...], Deal, int]:
        """The turn in which the card led is answered in a best way, the deal after it, and the value of that."""
        for answer in deal.hands[1 - leader]:
            cards = {leader: card, 1 - leader: answer}
            if self._minimax.after(*_position(deal), cards[0], cards[1]) != value:
                continue
            for row in range(1, len(deal.rows) + 1):
                turn, following = play_turn(deal, cards, row)
                rest = value - (following.taken[0] - deal.taken[0]) + (following.taken[1] - deal.taken[1])
                if self._minimax.value(*_position(following)) == rest:
                    return turn, following, rest
        raise EngineError(f"no answer to the {card} has the value {value} that an open duel's search claims")


def _position(deal: Deal) -> tuple[list[tuple[int, int, int]], tuple[int, ...], tuple[int, ...]]:
    """A deal as the search is asked about it: rows (end, cards, bullheads) and both hands."""
    first, second = deal.hands
    return [(row[-1], len(row), heads(row)) for row in deal.rows], first, second
