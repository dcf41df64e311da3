"""What puzzles need to know of a round: the fewest bullheads, what each first play keeps, what greedy players do.

The *movers* are the players without a script: one seat against the scripts of all others, or all players together. Only
their bullheads count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from solver.budget import Budget
from solver.errors import InputError
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.objectives import Objective
from solver.six_nimmt.referee import play_turn
from solver.six_nimmt.resolve import Laid, nearest_row
from solver.six_nimmt.result import Result
from solver.six_nimmt.rules import ROW_COUNT
from solver.six_nimmt.search import NodeCallback, cheapest
from solver.six_nimmt.solve import solve
from solver.text import count

Cards = Mapping[int, int]
"""The card of each player in a turn."""


def require_movers(deal: Deal) -> None:
    """Raises ``InputError`` for a deal in which no single person could choose: all scripts, or some of several open."""
    if len(deal.open_seats) not in {1, deal.players}:
        raise InputError("script: exactly one player may be without a script here, or all of them")
    if not deal.turns_left:
        raise InputError("hands: they are empty; there is nothing to play")


def best_round(deal: Deal, budget: Budget, progress: NodeCallback | None = None) -> Result:
    """The round in which the movers take the fewest bullheads."""
    objective: Objective = "own" if len(deal.open_seats) == 1 else "total"
    return solve(deal, objective=objective, budget=budget, progress=progress)


def least_with_cheapest_rows(deal: Deal, budget: Budget) -> int | None:
    """The fewest bullheads of the movers if they may only take cheapest rows; ``None`` when the budget ended."""
    weights = [int(player in deal.open_seats) for player in range(deal.players)]
    found = cheapest(deal, weights, budget, cheapest_rows=True)
    return found.cost if found.stopped_by is None else None


@dataclass(frozen=True, slots=True)
class FirstPlay:
    """The cards of a turn, the row that is taken by a mover's card below all ends (else ``None``), and what follows.

    ``paid``: the bullheads that the movers take in the turn.
    """

    cards: Cards
    row: int | None
    turn: tuple[Laid, ...]
    after: Deal
    paid: int

    def keeps(self, value: int, budget: Budget) -> bool:
        """Can the movers still take as few as ``value`` from before this turn on?

        Raises ``InputError`` when the budget does not suffice to tell.
        """
        if self.paid > value:
            return False
        rest = best_round(self.after, budget)
        if rest.value is not None and self.paid + rest.value <= value:
            return True
        if rest.bound is None or self.paid + rest.bound <= value:
            raise InputError(f"not decided within {count(rest.nodes, 'position')}")
        return False


def first_plays(deal: Deal) -> Iterator[FirstPlay]:
    """All that the movers may do in the first turn: every combination of cards, every row for one below all ends."""
    movers = deal.open_seats
    for chosen in product(*(deal.hands[player] for player in movers)):
        cards = {player: order[0] for player, order in enumerate(deal.script) if order} | dict(
            zip(movers, chosen, strict=True)
        )
        lowest = min(cards, key=lambda player: cards[player])
        free = lowest in movers and nearest_row(deal.rows, cards[lowest]) is None
        for row in range(1, ROW_COUNT + 1) if free else (None,):
            turn, after = play_turn(deal, cards, row)
            paid = sum(laid.bullheads for laid in turn if laid.player in movers)
            yield FirstPlay(cards, row, turn, after, paid)


# -- greedy players ------------------------------------------------------------------------------------------------


def _gap(play: FirstPlay) -> int:
    """How far the movers' cards lie above the ends that they go behind."""
    cards = (laid for laid in play.turn if laid.player in play.after.open_seats and laid.why != "lowest")
    return sum(laid.card - laid.rows_before[laid.row - 1][-1] for laid in cards)


def _height(play: FirstPlay) -> int:
    """The sum of the movers' cards."""
    return sum(play.cards[player] for player in play.after.open_seats)


GREEDY: Mapping[str, Callable[[FirstPlay], int]] = {
    "gap": _gap,
    "low": _height,
    "high": lambda play: -_height(play),
}
"""Players who take as little as possible now; of such plays they choose the closest, lowest or highest cards."""


def greedy_play(deal: Deal, name: str) -> FirstPlay:
    """What this greedy player does in the first turn."""
    return min(first_plays(deal), key=lambda play: (play.paid, GREEDY[name](play)))


def greedy_total(deal: Deal, name: str) -> int:
    """The bullheads that the movers take over the round if they play like this greedy player."""
    total = 0
    while deal.turns_left:
        play = greedy_play(deal, name)
        deal, total = play.after, total + play.paid
    return total


def along(deal: Deal, turns: Sequence[Sequence[Laid]]) -> Iterator[Deal]:
    """The deals before each turn of a round that was replayed."""
    for turn in turns:
        yield deal
        cards = {laid.player: laid.card for laid in turn}
        _, deal = play_turn(deal, cards, turn[0].row if turn[0].why == "lowest" else None)
