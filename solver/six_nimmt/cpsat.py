"""A second opinion on the joint goal by CP-SAT: a complete model of small rounds. Needs the extra ``opendeal[cpsat]``.

The cards of a round are laid one after the other. For each place in this order there are a card, the row that it goes
to, and the four rows before it, each as end, number of cards and bullheads. Nothing is shared with the search of
``search.py`` but the deal, and the round that is found goes through the referee.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import ceil
from threading import Thread
from time import monotonic

from ortools.sat.python import cp_model

from solver.budget import Budget, StopReason
from solver.errors import EngineError, InputError
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.referee import play_turn
from solver.six_nimmt.resolve import Laid, heads
from solver.six_nimmt.rules import FULL_ROW, LAST_CARD, ROW_COUNT, bullheads

MOST_CARDS = 16
"""Most cards in all hands together; the model of more takes minutes."""
NODES_PER_UNIT = 1_000_000
"""Nodes of a budget for one unit of OR-Tools' deterministic time, roughly a second."""
PROGRESS_SECONDS = 0.1
_MOST_ON_ROW = 27
"""Bullheads of the dearest possible row: 7 and four times 5."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What CP-SAT says: a round and its bullheads, if it found one, and how few no round undercuts."""

    turns: tuple[tuple[Laid, ...], ...] | None
    cost: int | None
    bound: int
    nodes: int
    stopped_by: StopReason | None = None


def fewest_together(deal: Deal, budget: Budget, progress: Callable[[int], None] | None = None) -> Claim:
    """The round in which all players, none of whom has a script, take the fewest bullheads together.

    Without a time limit the same deal gives the same answer. Raises ``InputError`` for a deal that does not fit.
    """
    cards = deal.players * deal.turns_left
    if len(deal.open_seats) < deal.players:
        raise InputError("the engine 'cpsat' is for deals without scripts")
    if cards > MOST_CARDS:
        raise InputError(f"hands: the engine 'cpsat' takes at most {MOST_CARDS} cards together, not {cards}")
    if cards == 0:
        return Claim((), 0, 0, 0)
    model = _Model(deal)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.catch_sigint_signal = False
    solver.parameters.max_memory_in_mb = budget.memory_mib
    if budget.max_nodes is not None:
        solver.parameters.max_deterministic_time = budget.max_nodes / NODES_PER_UNIT
    if budget.time_limit is not None:
        solver.parameters.max_time_in_seconds = budget.time_limit
    status, interrupted = _solved(solver, model.model, progress)
    nodes = ceil(solver.deterministic_time * NODES_PER_UNIT)
    if budget.max_nodes is not None:
        nodes = min(nodes, budget.max_nodes)
    if status == cp_model.INFEASIBLE or status == cp_model.MODEL_INVALID:
        raise EngineError(f"CP-SAT finds no round at all, or no model: {model.model.validate()}")
    stopped_by: StopReason | None = None
    if status != cp_model.OPTIMAL:
        stopped_by = "interrupt" if interrupted else "nodes" if nodes == budget.max_nodes else "time"
    if status == cp_model.UNKNOWN:
        return Claim(None, None, 0, nodes, stopped_by)
    turns = model.turns(solver)
    cost = round(solver.objective_value)
    return Claim(turns, cost, max(0, ceil(solver.best_objective_bound - 1e-6)), nodes, stopped_by)


def _solved(
    solver: cp_model.CpSolver, model: cp_model.CpModel, progress: Callable[[int], None] | None
) -> tuple[int, bool]:
    """The status in which the search ended, and whether it was interrupted."""
    statuses: list[int] = []
    begun = monotonic()
    # In a thread of its own, because Python sees Ctrl-C only when the solver has returned.
    worker = Thread(target=lambda: statuses.append(int(solver.solve(model))), daemon=True)
    worker.start()
    interrupted = False
    while worker.is_alive():
        try:
            worker.join(PROGRESS_SECONDS)
            if interrupted:
                solver.stop_search()
            elif progress is not None:
                progress(int((monotonic() - begun) * NODES_PER_UNIT))
        except KeyboardInterrupt:
            interrupted = True
    if not statuses:
        raise EngineError("CP-SAT ended without an answer")
    return statuses[0], interrupted


class _Model:
    """The round as constraints; bullheads taken together are to be few."""

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._players = deal.players
        self.model = cp_model.CpModel()
        cards = [card for hand in deal.hands for card in hand]
        self._laid = [{card: self.model.new_bool_var("") for card in cards} for _ in cards]
        self._places = [[self.model.new_bool_var("") for _ in range(ROW_COUNT)] for _ in cards]
        self._order_cards(cards)
        rows = [_RowState(*map(self.model.new_constant, (row[-1], len(row), heads(row)))) for row in deal.rows]
        costs: list[cp_model.LinearExprT] = []
        for number in range(len(cards)):
            rows, cost = self._lay(number, rows)
            costs.append(cost)
        self.model.minimize(sum(costs))

    def turns(self, solver: cp_model.CpSolver) -> tuple[tuple[Laid, ...], ...]:
        """The turns of the solution, resolved by the rules."""
        turns, deal = [], self._deal
        for first in range(0, len(self._laid), self._players):
            numbers = range(first, first + self._players)
            laid = [card for number in numbers for card, var in self._laid[number].items() if solver.value(var)]
            cards = {player: card for card in laid for player, hand in enumerate(deal.hands) if card in hand}
            row = next(row for row, var in enumerate(self._places[first], 1) if solver.value(var))
            turn, deal = play_turn(deal, cards, row)
            turns.append(turn)
        return tuple(turns)

    def _order_cards(self, cards: list[int]) -> None:
        """Every card is laid once, each player lays one in every turn, and in a turn the cards rise."""
        for number in range(len(cards)):
            self.model.add_exactly_one(self._laid[number].values())
            if number % self._players:
                self.model.add(self._card(number - 1) < self._card(number))
        for card in cards:
            self.model.add_exactly_one(laid[card] for laid in self._laid)
        for hand, turn in product(self._deal.hands, range(self._deal.turns_left)):
            numbers = range(turn * self._players, (turn + 1) * self._players)
            self.model.add_exactly_one(self._laid[number][card] for number, card in product(numbers, hand))

    def _card(self, number: int) -> cp_model.LinearExpr:
        laid = self._laid[number]
        return cp_model.LinearExpr.weighted_sum(list(laid.values()), list(laid))

    def _heads(self, number: int) -> cp_model.LinearExpr:
        laid = self._laid[number]
        return cp_model.LinearExpr.weighted_sum(list(laid.values()), list(map(bullheads, laid)))

    def _lay(self, number: int, rows: list[_RowState]) -> tuple[list[_RowState], cp_model.LinearExprT]:
        """One card meets these rows: the rows after it, and the bullheads that its owner takes."""
        model, card, places = self.model, self._card(number), self._places[number]
        model.add_exactly_one(places)
        below = [self._holds(row.end < card, row.end > card) for row in rows]
        low = model.new_bool_var("")  # below all ends: its owner has the choice
        model.add_bool_or([*below, low])
        for end_is_below in below:
            model.add_implication(end_is_below, ~low)
        cost = model.new_int_var(0, _MOST_ON_ROW, "")
        after = []
        for index, row in enumerate(rows):
            placed = places[index]
            model.add_bool_or([~placed, low, below[index]])
            for other in range(ROW_COUNT):
                if other != index:
                    model.add(rows[other].end <= row.end).only_enforce_if(placed, below[other])
            full = self._holds(row.cards >= FULL_ROW, row.cards < FULL_ROW)
            takes = model.new_bool_var("")
            model.add_bool_or([~placed, ~low, takes])
            model.add_bool_or([~placed, ~full, takes])
            model.add_implication(takes, placed)
            model.add_bool_or([~takes, low, full])
            model.add(cost >= row.heads).only_enforce_if(takes)
            after.append(self._row_after(number, row, placed, takes))
        return after, cost

    def _row_after(self, number: int, row: _RowState, placed: cp_model.IntVar, takes: cp_model.IntVar) -> _RowState:
        model = self.model
        new = _RowState(
            model.new_int_var(1, LAST_CARD, ""),
            model.new_int_var(1, FULL_ROW, ""),
            model.new_int_var(1, _MOST_ON_ROW, ""),
        )
        model.add(new.end == self._card(number)).only_enforce_if(placed)
        model.add(new.cards == 1).only_enforce_if(takes)
        model.add(new.heads == self._heads(number)).only_enforce_if(takes)
        model.add(new.cards == row.cards + 1).only_enforce_if(placed, ~takes)
        model.add(new.heads == row.heads + self._heads(number)).only_enforce_if(placed, ~takes)
        for before, after in ((row.end, new.end), (row.cards, new.cards), (row.heads, new.heads)):
            model.add(after == before).only_enforce_if(~placed)
        return new

    def _holds(
        self, condition: cp_model.BoundedLinearExpression | bool, opposite: cp_model.BoundedLinearExpression | bool
    ) -> cp_model.IntVar:
        """Whether a condition holds, as a variable."""
        var = self.model.new_bool_var("")
        self.model.add(condition).only_enforce_if(var)
        self.model.add(opposite).only_enforce_if(~var)
        return var


@dataclass(frozen=True, slots=True)
class _RowState:
    """A row before some card is laid."""

    end: cp_model.IntVar
    cards: cp_model.IntVar
    heads: cp_model.IntVar
