"""Runs the compiled search on a deal: which seats are open, what a bullhead costs, bounds, budgets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from solver.budget import Budget, StopReason
from solver.errors import InputError
from solver.six_nimmt._layers import CROWDED, DONE, OUT_OF_MEMORY, UNBOUNDED, Layers
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.looks import Stop
from solver.six_nimmt.resolve import heads
from solver.six_nimmt.rules import LAST_CARD, bullheads

MOST_OPEN_CARDS = 28
"""Most cards of open seats: with the counters of nine scripts, as many as the search has bits for."""

_STATES_AT_ONCE = 20_000
"""States expanded between two looks at the clock: some milliseconds."""
_BEAM = 2_000
"""States of a layer that the quick searches keep, which find a line to begin with."""
_WIDE_BEAM = 20_000
"""The same of the second one, where somebody gains: there a better line saves much more than it costs."""
_CROWD = 100_000
"""States of a layer from which on a skeleton is worth its time."""
_HEADS = [0, *map(bullheads, range(1, LAST_CARD + 1))]

_BYTES_A_BEGINNING = 400
"""About what the states cost that some beginning of an order may have led to."""

Move = tuple[dict[int, int], int]
"""The cards of the open seats in a turn, by player, and which row one of them chose: from 1, by height of their ends
(0: none did)."""
NodeCallback = Callable[[int], None]
"""Called now and then with the number of states expanded so far."""


@dataclass(frozen=True, slots=True)
class Found:
    """The cheapest round found. ``cost`` is in the unit of the weights; ``bound``: proven that none costs less, if any.

    ``ways``: in how many ways the least cost is reached (orders of the open cards, and rows chosen by their owners),
    known when the search is complete; ``orders``: in how many orders of the open cards alone, with rows chosen well,
    if memory and time allowed to count them too. ``moves`` is empty when no round was found before a budget ended the
    search.
    """

    cost: int | None
    bound: int | None
    ways: int | None
    orders: int | None
    moves: tuple[Move, ...]
    nodes: int
    stopped_by: StopReason | None = None


def cheapest(
    deal: Deal,
    weights: Sequence[int],
    budget: Budget,
    progress: NodeCallback | None = None,
    *,
    cheapest_rows: bool = False,
) -> Found:
    """The round of least cost, where each bullhead that player ``p`` takes costs ``weights[p]``.

    The seats without a script choose their cards, and rows, together; with ``cheapest_rows`` they may only take rows
    that no other undercuts. Ends early on a budget or ``KeyboardInterrupt``.
    """
    open_cards = len(deal.open_seats) * deal.turns_left
    if open_cards > MOST_OPEN_CARDS:
        raise InputError(f"hands: {open_cards} cards are without a script; at most {MOST_OPEN_CARDS} can be searched")
    memory, skeleton = budget.memory_mib << 20, None
    if min(weights) < 0 <= min(weights[seat] for seat in deal.open_seats):
        memory //= 2
        skeleton = new_layers(deal, weights, memory, is_skeleton=True)
    layers = new_layers(deal, weights, memory, cheapest_rows)
    search = _Search(layers, skeleton, deal.turns_left, min(weights) >= 0, budget, progress)
    try:
        return search.run()
    except Stop as stop:
        return search.found(None, stop.reason)
    except KeyboardInterrupt:
        return search.found(None, "interrupt")


def new_layers(
    deal: Deal, weights: Sequence[int], memory_bytes: int, cheapest_rows: bool = False, is_skeleton: bool = False
) -> Layers:
    """The compiled search over the turns of this deal, or the skeleton of it."""
    hands = [hand if order is None else None for hand, order in zip(deal.hands, deal.script, strict=True)]
    rows = [(row[-1], len(row), heads(row)) for row in deal.rows]
    choices = [[row - 1 for row in known] for known in deal.row_choices]
    return Layers(rows, hands, deal.script, choices, weights, _HEADS, memory_bytes, cheapest_rows, is_skeleton)


class _Search:
    def __init__(
        self,
        layers: Layers,
        skeleton: Layers | None,
        turns: int,
        one_sided: bool,
        budget: Budget,
        progress: NodeCallback | None,
    ) -> None:
        self._layers = layers
        self._skeleton = skeleton
        self._turns = turns
        self._one_sided = one_sided
        self._budget = budget
        self._deadline = None if budget.time_limit is None else monotonic() + budget.time_limit
        self._progress = progress
        self._best: tuple[int, tuple[Move, ...]] | None = None
        self._bound: int | None = None

    def run(self) -> Found:
        """Quick narrow searches for a first line, then a complete one.

        Where no cost is negative: complete ones under a rising bound, until one finds a round. Else the bound is the
        best line's cost; and where many states are left all the same, the skeleton says from there on what can still
        be taken, and leads another quick search to a better line.
        """
        self._search(UNBOUNDED, _BEAM)
        if self._one_sided:
            self._bound = 0
            while not self._search(self._bound):
                self._bound = self._layers.next_bound
        else:
            self._search(self._least(), _WIDE_BEAM)
            self._search_with_skeleton()
        self._bound = self._least()
        return self.found(self._layers.ways, None, self._orders())

    def _orders(self) -> int | None:
        """In how many orders of the open cards the least cost can be reached; ``None`` if that takes too long.

        All else is known by then, so time that runs out takes nothing else away.
        """
        try:
            return self._count_orders()
        except Stop:
            return None

    def _count_orders(self) -> int | None:
        """The number of these orders; ``None`` if memory is too small. Raises ``Stop`` when the time is up.

        An order that allows several choices of rows must be counted once. So the states that the beginning of an order
        may have led to are followed together, and beginnings that may have led to the same ones go on together.
        """
        layers = self._layers
        if not layers.find_best_steps():
            return None
        total = 0
        beginnings = {frozenset({0}): 1}
        for turn in range(self._turns):
            longer: dict[frozenset[int], int] = defaultdict(int)
            for states, orders in beginnings.items():
                self._look_at_clock()
                if len(states) == 1 and (known := layers.orders_from(turn, *states)) is not None:
                    total += orders * known
                    continue
                by_cards: dict[int, set[int]] = defaultdict(set)
                for state in states:
                    for played, after in layers.best_steps(turn, state):
                        by_cards[played].add(after)
                for reached in by_cards.values():
                    longer[frozenset(reached)] += orders
                if len(longer) * _BYTES_A_BEGINNING > self._budget.memory_mib << 20:
                    return None
            beginnings = longer
        return total + sum(beginnings.values())

    def _search_with_skeleton(self) -> None:
        layers, skeleton = self._layers, self._skeleton
        layers.crowd = 0 if skeleton is None else _CROWD
        layers.begin(self._least())
        if not self._advance(layers) and skeleton is not None:
            if self._weigh(skeleton):
                layers.use(skeleton)
                layers.begin_where_skeleton_does(self._least(), _BEAM)
                self._advance(layers)
                self._keep_best()
                layers.begin_where_skeleton_does(self._least())
            layers.crowd = 0
            self._advance(layers)
        self._keep_best()

    def _weigh(self, skeleton: Layers) -> bool:
        """Search and weigh the skeleton from the layer on that the search has reached, if memory allows."""
        skeleton.begin_below(self._layers)
        while (state := skeleton.advance(self._chunk())) != DONE:
            if state == OUT_OF_MEMORY:
                return False
            self._tell()
        for turn in range(self._turns, skeleton.first_turn - 1, -1):
            self._chunk()
            if not skeleton.weigh(turn):
                return False
            self._tell()
        return True

    @property
    def _nodes(self) -> int:
        return self._layers.nodes + (0 if self._skeleton is None else self._skeleton.nodes)

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(self._nodes)

    def _least(self) -> int:
        """The cost of the best line so far."""
        return UNBOUNDED if self._best is None else self._best[0]

    def found(self, ways: int | None, stopped_by: StopReason | None, orders: int | None = None) -> Found:
        """What is known now; ``ways`` and ``orders`` are given when the search is complete."""
        cost, moves = self._best or (None, ())
        return Found(cost, self._bound, ways, orders, moves, self._nodes, stopped_by)

    def _search(self, bound: int, width: int = 0) -> bool:
        """One search to its end; was a round found within the bound?"""
        self._layers.begin(bound, width)
        self._advance(self._layers)
        return self._keep_best()

    def _advance(self, layers: Layers) -> bool:
        """Go on with a search; is it at its end now? Else a layer is crowded."""
        while (state := layers.advance(self._chunk())) != DONE:
            if state == OUT_OF_MEMORY:
                raise Stop("memory")
            self._tell()
            if state == CROWDED:
                return False
        return True

    def _keep_best(self) -> bool:
        """Was a round found? It is kept if it is the best so far."""
        best = self._layers.best
        if best is None:
            return False
        if self._best is None or best < self._best[0]:
            self._best = (best, tuple(self._layers.moves()))
        return True

    def _look_at_clock(self) -> None:
        if self._deadline is not None and monotonic() >= self._deadline:
            raise Stop("time")

    def _chunk(self) -> int:
        """States to expand before the next look; raises when a budget is spent."""
        self._look_at_clock()
        if self._budget.max_nodes is None:
            return _STATES_AT_ONCE
        left = self._budget.max_nodes - self._nodes
        if left <= 0:
            raise Stop("nodes")
        return min(left, _STATES_AT_ONCE)
