"""``solve`` for 6 nimmt!: what is asked of a deal, the search, the referee's replay, and the post-mortem of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from time import monotonic, perf_counter
from typing import TYPE_CHECKING

from solver.budget import Budget, StopReason
from solver.errors import EngineError, InputError
from solver.six_nimmt.identifiers import encode_deal
from solver.six_nimmt.objectives import OF_ONE_SEAT, OF_TWO, Engine, Objective, check_objective
from solver.six_nimmt.record import parse_record, record_text, turn_to_json
from solver.six_nimmt.referee import Round, play_turn, replay
from solver.six_nimmt.result import FirstPlay, Regret, Result
from solver.version import VERSION

if TYPE_CHECKING:
    from solver.six_nimmt.deal import Deal
    from solver.six_nimmt.search import Move, NodeCallback


def solve(
    deal: Deal,
    *,
    objective: Objective | None = None,
    seat: int | None = None,
    engine: Engine = "auto",
    budget: Budget | None = None,
    progress: NodeCallback | None = None,
) -> Result:
    """The best play of a round, and what it is worth, within the budget.

    ``seat``: whose play is sought; it may be left out when exactly one player has no script. ``objective``: by default
    ``own`` where there is such a seat, else ``total``. A seat that has a script gets a post-mortem of it besides.
    ``engine``: ``cpsat`` has the objective ``total`` solved by CP-SAT too, and a disagreement is an ``EngineError``.
    ``progress`` is called now and then with the number of positions searched. ``KeyboardInterrupt`` ends the search
    with the best round so far. Raises ``InputError`` when the deal does not fit the objective, ``EngineError`` when the
    search is caught in an error.
    """
    begun = perf_counter()
    budget = budget or Budget()
    asked = _asked(deal, objective, seat)
    if engine == "cpsat" and asked.objective != "total":
        raise InputError(f"the engine 'cpsat' is for the objective 'total', not for '{asked.objective}'")
    if asked.objective == "duel":
        return _duel(deal, budget, progress, begun)
    if asked.objective == "open":
        return _open_duel(deal, asked, budget, progress, begun)
    allowance = _Allowance(budget)
    best = (_confirmed_round if engine == "cpsat" else _best_round)(deal, asked, allowance, progress)
    stopped_by = best.stopped_by
    regrets: tuple[Regret, ...] = ()
    seat = asked.seat
    if stopped_by is None and seat is not None and deal.script[seat] is not None:
        regrets, stopped_by = _post_mortem(deal, asked, seat, best, allowance, progress)
    turns = () if best.round is None else best.round.turns
    return Result(
        deal=encode_deal(deal),
        objective=asked.objective,
        seat=asked.seat,
        value=best.value,
        bound=best.bound,
        optimal_lines=best.ways,
        optimal_orders=best.orders,
        line=record_text(turns),
        turns=tuple(turn_to_json(number, turn) for number, turn in enumerate(turns, 1)),
        taken=None if best.round is None else best.round.deal.taken,
        post_mortem=regrets,
        first_plays=(),
        engine="cpsat" if engine == "cpsat" else "layers",
        stopped_by=stopped_by,
        nodes=allowance.nodes,
        seconds=perf_counter() - begun,
        version=VERSION,
    )


# -- what is asked ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Asked:
    """An objective as costs: ``weights`` per bullhead and player; cost divided by ``scale`` is the value."""

    objective: Objective
    seat: int | None
    weights: tuple[int, ...]
    scale: int

    def value(self, cost: int) -> Fraction:
        return Fraction(cost, self.scale)

    def cost(self, before: Deal, after: Deal) -> int:
        """What the bullheads cost that were taken between two moments of a round."""
        return sum(w * (a - b) for w, a, b in zip(self.weights, after.taken, before.taken, strict=True))


def _asked(deal: Deal, objective: Objective | None, seat: int | None) -> _Asked:
    players = deal.players
    if objective is None:
        objective = "total" if seat is None and len(deal.open_seats) != 1 else "own"
    check_objective(objective)
    if objective not in OF_ONE_SEAT:
        if seat is not None:
            raise InputError(f"--seat is for the objectives {', '.join(OF_ONE_SEAT)}; '{objective}' has no seat")
        if objective in OF_TWO:
            if players != 2 or len(deal.open_seats) != 2:
                raise InputError(f"the objective '{objective}' is for two players without scripts")
            return _Asked(objective, None, (1, -1), 1)
        return _Asked(objective, None, (1,) * players, 1)
    chosen = _seat(deal, objective, seat)
    if objective == "own":
        return _Asked(objective, chosen, tuple(int(player == chosen) for player in range(players)), 1)
    if players == 1:
        raise InputError(f"the objective '{objective}' needs other players")
    if objective == "margin":
        weights = tuple(players - 1 if player == chosen else -1 for player in range(players))
        return _Asked(objective, chosen, weights, players - 1)
    return _Asked(objective, chosen, tuple(-int(player != chosen) for player in range(players)), -1)


def _seat(deal: Deal, objective: Objective, seat: int | None) -> int:
    """The seat that is asked about: all others need a script."""
    if seat is None:
        if len(deal.open_seats) != 1:
            players = ", ".join(map(str, deal.open_seats)) or "nobody"
            raise InputError(
                f"the objective '{objective}' is about one seat; name it with --seat, or leave exactly one player "
                f"without a script (now: {players})"
            )
        return deal.open_seats[0]
    if not 0 <= seat < deal.players:
        raise InputError(f"there is no seat {seat}; players are 0 to {deal.players - 1}")
    missing = [player for player in deal.open_seats if player != seat]
    if missing:
        raise InputError(
            f"script: the order of player {', '.join(map(str, missing))} is missing; "
            f"the objective '{objective}' needs everybody's but the seat's"
        )
    return seat


# -- the search and the referee --------------------------------------------------------------------------------------


class _Allowance:
    """What is left of the budget over several searches."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._deadline = None if budget.time_limit is None else monotonic() + budget.time_limit
        self.nodes = 0

    def left(self) -> Budget | StopReason:
        """The budget of the next search, or why there is none."""
        nodes, seconds = self._budget.max_nodes, None
        if nodes is not None:
            nodes -= self.nodes
            if nodes < 1:
                return "nodes"
        if self._deadline is not None:
            seconds = self._deadline - monotonic()
            if seconds <= 0:
                return "time"
        return Budget(nodes, seconds, self._budget.memory_mib)


@dataclass(frozen=True, slots=True)
class _Best:
    """The best round found, its value, the proven bound, in how many ways and orders of the cards it is reached if that
    is known, and what ended the search.

    Bullheads from before the round do not count.
    """

    round: Round | None
    value: Fraction | None
    bound: Fraction | None
    ways: int | None
    orders: int | None
    stopped_by: StopReason | None


def _best_round(deal: Deal, asked: _Asked, allowance: _Allowance, progress: NodeCallback | None) -> _Best:
    from solver.six_nimmt.search import cheapest

    if asked.seat is not None:
        deal = _with_open(deal, asked.seat)
    if deal.turns_left == 0:
        return _Best(Round((), deal), Fraction(0), Fraction(0), 1, 1, None)
    budget = allowance.left()
    if not isinstance(budget, Budget):
        return _Best(None, None, None, None, None, budget)
    found = cheapest(deal, asked.weights, budget, progress)
    allowance.nodes += found.nodes
    bound = None if found.bound is None else asked.value(found.bound)
    if found.cost is None:
        return _Best(None, None, bound, None, None, found.stopped_by)
    played = _replayed(deal, found.moves)
    cost = asked.cost(deal, played.deal)
    if not played.legal or played.deal.turns_left or cost != found.cost:
        raise EngineError(f"the search claims a cost of {found.cost}, the referee finds {cost}")
    return _Best(played, asked.value(cost), bound, found.ways, found.orders, found.stopped_by)


def _confirmed_round(deal: Deal, asked: _Asked, allowance: _Allowance, progress: NodeCallback | None) -> _Best:
    """What the search finds, once CP-SAT has said the same; ``EngineError`` if one excludes what the other found.

    OR-Tools has open reports of wrong answers, so a bound is never reported on the word of CP-SAT alone.
    """
    from solver.six_nimmt.cpsat import fewest_together

    budget = allowance.left()
    if not isinstance(budget, Budget):
        return _Best(None, None, None, None, None, budget)
    claim = fewest_together(deal, budget, progress)
    allowance.nodes += claim.nodes
    claimed = None if claim.turns is None else replay(deal, parse_record(record_text(claim.turns)))
    if claimed is not None and (
        not claimed.legal or claimed.deal.turns_left or asked.cost(deal, claimed.deal) != claim.cost
    ):
        raise EngineError(f"CP-SAT claims a round of {claim.cost} bullheads, the referee finds another")
    found = _best_round(deal, asked, allowance, progress)
    too_good = claim.cost is not None and found.bound is not None and claim.cost < found.bound
    if too_good or (found.value is not None and found.value < claim.bound):
        raise EngineError(
            f"the engines disagree: CP-SAT finds {claim.cost} and at least {claim.bound}, "
            f"the search finds {found.value} and at least {found.bound}; the deal is {encode_deal(deal)}"
        )
    if claimed is not None and claim.cost is not None and (found.value is None or claim.cost < found.value):
        found = replace(found, round=claimed, value=Fraction(claim.cost))
    return replace(found, stopped_by=found.stopped_by or claim.stopped_by)


def _with_open(deal: Deal, seat: int) -> Deal:
    """The deal without this seat's script."""

    return replace(
        deal,
        script=tuple(None if player == seat else order for player, order in enumerate(deal.script)),
        row_choices=tuple(() if player == seat else rows for player, rows in enumerate(deal.row_choices)),
    )


def _replayed(deal: Deal, moves: Sequence[Move]) -> Round:
    """The round that the moves of the open seats make, once more by the referee as a record of what was laid."""
    turns, now = [], deal
    for cards, place in moves:
        everybody = {player: order[0] for player, order in enumerate(now.script) if order is not None} | cards
        turn, now = play_turn(now, everybody, _row_at(now, place))
        turns.append(turn)
    return replay(deal, parse_record(record_text(turns)))


def _row_at(deal: Deal, place: int) -> int | None:
    """The number of the row with the lowest end (1), the second lowest (2) and so on; ``None`` for 0."""
    by_end = sorted(range(1, len(deal.rows) + 1), key=lambda number: deal.rows[number - 1][-1])
    return by_end[place - 1] if place else None


# -- the duel --------------------------------------------------------------------------------------------------------


def _duel(deal: Deal, budget: Budget, progress: NodeCallback | None, begun: float) -> Result:
    from solver.six_nimmt.duel import duel

    found = duel(deal, budget, progress)
    first_plays: tuple[tuple[FirstPlay, ...], ...] = ()
    if found.solution is not None:
        mixes = zip((found.solution.rows, found.solution.columns), found.against, strict=True)
        first_plays = tuple(
            tuple(FirstPlay(card, share, Fraction(worth)) for card, share, worth in zip(hand, *mix, strict=True))
            for hand, mix in zip(deal.hands, mixes, strict=True)
        )
    return Result(
        deal=encode_deal(deal),
        objective="duel",
        seat=None,
        value=None if found.most is None else Fraction(found.most),
        bound=None if found.least is None else Fraction(found.least),
        optimal_lines=None,
        optimal_orders=None,
        line="",
        turns=(),
        taken=None,
        post_mortem=(),
        first_plays=first_plays,
        engine="duel",
        stopped_by=found.stopped_by,
        nodes=found.nodes,
        seconds=perf_counter() - begun,
        version=VERSION,
    )


def _open_duel(deal: Deal, asked: _Asked, budget: Budget, progress: NodeCallback | None, begun: float) -> Result:
    from solver.six_nimmt.open_duel import open_duel

    found = open_duel(deal, budget, progress)
    played = replay(deal, parse_record(record_text(found.turns)))
    value: Fraction | None = None
    if found.value is not None:
        value = Fraction(found.value)
        cost = asked.cost(deal, played.deal)
        if not played.legal or played.deal.turns_left or cost != value:
            raise EngineError(f"the search claims a difference of {value}, the referee finds {cost}")
    first = {laid.card for laid in found.turns[0]} if found.turns else set()
    return Result(
        deal=encode_deal(deal),
        objective="open",
        seat=None,
        value=value,
        bound=value,
        optimal_lines=None,
        optimal_orders=None,
        line=record_text(found.turns),
        turns=tuple(turn_to_json(number, turn) for number, turn in enumerate(found.turns, 1)),
        taken=None if value is None else played.deal.taken,
        post_mortem=(),
        first_plays=tuple(
            tuple(FirstPlay(card, Fraction(card in first), Fraction(worth)) for card, worth in plays)
            for plays in (found.leads, found.answers)
        ),
        engine="minimax",
        stopped_by=found.stopped_by,
        nodes=found.nodes,
        seconds=perf_counter() - begun,
        version=VERSION,
    )


# -- the post-mortem -------------------------------------------------------------------------------------------------


def _post_mortem(
    deal: Deal, asked: _Asked, seat: int, before: _Best, allowance: _Allowance, progress: NodeCallback | None
) -> tuple[tuple[Regret, ...], StopReason | None]:
    """What each turn of the seat's recorded play cost; cut short when a budget ends a search."""
    regrets: list[Regret] = []
    spent = Fraction(0)
    for turn in range(1, deal.turns_left + 1):
        cards = {player: order[0] for player, order in enumerate(deal.script) if order is not None}
        _, following = play_turn(deal, cards)
        after = _best_round(following, asked, allowance, progress)
        if after.stopped_by is not None or before.round is None or before.value is None or after.value is None:
            return tuple(regrets), after.stopped_by
        best = spent + before.value
        spent += asked.value(asked.cost(deal, following))
        regrets.append(Regret(turn, cards[seat], spent + after.value, best, *_first_play(before.round, seat)))
        deal, before = following, after
    return tuple(regrets), None


def _first_play(round_: Round, seat: int) -> tuple[int, int | None]:
    """The card that the seat plays first in a round, and the row it takes if the card lies below all ends."""
    laid = next(laid for laid in round_.turns[0] if laid.player == seat)
    return laid.card, laid.row if laid.why == "lowest" else None
