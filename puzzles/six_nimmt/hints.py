"""Hints for a round of 6 nimmt! in three steps: the facts, without words.

All steps speak of one best way on, as the exact engine finds it:

1. ``state``: can the goal still be reached?
2. ``nudge``: something about the next choice that names no card and no row.
3. ``card`` or ``row``: the next choice.

``hint_text`` puts them into words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from puzzles.analysis.shared_budget import ProgressCallback, SharedBudget
from puzzles.six_nimmt.rounds import Cards, best_round, first_plays
from solver.budget import Budget
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.referee import play_turn
from solver.six_nimmt.resolve import Laid, heads
from solver.six_nimmt.result import Result

LEVELS = (1, 2, 3)

State = Literal["reachable", "lost", "best", "unknown"]
Nudge = Literal["take", "last", "lowest", "highest", "middle", "cheapest", "dearer"]


@dataclass(frozen=True, slots=True)
class Hints:
    """What can be said about the next choice.

    ``state``: whether the goal is ``reachable`` or ``lost`` is proven, as is ``best``, where there is no goal but to
    take as little as possible; ``unknown`` when the budget ended the search. ``more``: the fewest bullheads that are
    still to be taken, as far as known. ``player``: whose card or row is next. ``nudge``: the card takes a row, by
    ``take``, or it is the ``last``, ``lowest``, ``highest`` or a ``middle`` one of the hand; the row is a ``cheapest``
    one, or ``dearer``. ``card``: the next card; ``row``: the row to take with it, or, if ``card`` is ``None``, to take
    now. Everything but ``state`` is ``None`` where no way on was found.
    """

    state: State
    more: int | None = None
    player: int | None = None
    nudge: Nudge | None = None
    card: int | None = None
    row: int | None = None

    def to_json(self, level: int) -> dict[str, Any]:
        """The facts up to a level, and none beyond."""
        said: dict[str, Any] = {"level": level, "state": self.state}
        if self.nudge is None:
            return said
        said |= {"more": self.more}
        if level >= 2:
            said |= {"player": self.player, "nudge": self.nudge}
        if level >= 3:
            said |= {"card": self.card, "row": self.row}
        return said


def hints_for(
    deal: Deal,
    chosen: Cards,
    limit: int | None,
    budget: Budget | None = None,
    progress: ProgressCallback | None = None,
) -> Hints:
    """The hints for the next choice of the movers, once they have ``chosen`` these cards for the turn under way.

    If all are chosen, it is the row for the card below all ends. ``limit``: how many bullheads they may still take.
    Under a node budget the same question always gets the same answer.
    """
    way = _best_way(deal, chosen, SharedBudget(budget or Budget(), progress))
    if way is None:
        return Hints("unknown")
    state: State = "unknown"
    if limit is not None and way.cost <= limit:
        state = "reachable"
    elif way.is_proven:
        state = "best" if limit is None else "lost"
    player = next((player for player in deal.open_seats if player not in chosen), None)
    low = way.turn[0]
    row = low.row if low.why == "lowest" and low.player in deal.open_seats else None
    if player is None:
        least = min(map(heads, deal.rows))
        nudge: Nudge = "cheapest" if low.bullheads == least else "dearer"
        return Hints(state, way.cost, low.player, nudge, None, row)
    laid = next(laid for laid in way.turn if laid.player == player)
    return Hints(
        state, way.cost, player, _nudge(deal.hands[player], laid), laid.card, row if low.player == player else None
    )


def _nudge(hand: tuple[int, ...], laid: Laid) -> Nudge:
    if len(hand) == 1:
        return "last"
    if laid.taken:
        return "take"
    if laid.card == hand[0]:
        return "lowest"
    return "highest" if laid.card == hand[-1] else "middle"


# -- the best way on ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Way:
    """The next turn of the best way on, what the movers take from it on, and whether that is proven to be the least."""

    turn: tuple[Laid, ...]
    cost: int
    is_proven: bool


def _best_way(deal: Deal, chosen: Cards, shared: SharedBudget) -> _Way | None:
    """The best way on with the cards that are chosen already; ``None`` if the budget did not suffice to find one."""
    if not chosen:
        return _free_way(deal, shared)
    best: _Way | None = None
    is_proven = True
    for play in first_plays(deal):
        if any(play.cards[player] != card for player, card in chosen.items()):
            continue
        rest = _searched(play.after, shared)
        if rest is None or rest.value is None or not rest.optimal:
            is_proven = False
            break
        cost = play.paid + int(rest.value)
        if best is None or cost < best.cost:
            best = _Way(play.turn, cost, True)
        if cost == 0:
            break
    return None if best is None else _Way(best.turn, best.cost, is_proven)


def _free_way(deal: Deal, shared: SharedBudget) -> _Way | None:
    found = _searched(deal, shared)
    if found is None or found.value is None:
        return None
    laid = found.turns[0]["laid"]
    cards = {card["player"]: card["card"] for card in laid}
    turn, _ = play_turn(deal, cards, laid[0]["row"] if laid[0]["why"] == "lowest" else None)
    return _Way(turn, int(found.value), found.optimal)


def _searched(deal: Deal, shared: SharedBudget) -> Result | None:
    """The best round within what is left of the budget; ``None`` if nothing is left."""
    budget = shared.rest(1)
    if budget is None:
        return None
    found = best_round(deal, budget, shared.tell)
    shared.take_over(found.nodes, found.stopped_by)
    return found
