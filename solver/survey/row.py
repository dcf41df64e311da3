"""One deal of a survey: the row that it becomes, or why it became none."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from solver.budget import Budget, StopReason
from solver.errors import EngineError, InputError
from solver.result import Status
from solver.the_game.deal import Deal
from solver.the_game.identifiers import decode, encode_rules
from solver.the_game.portfolio import solve
from solver.the_game.rules import Rules
from solver.version import VERSION


class Group(NamedTuple):
    """The deals that are counted together: the rules but for the hand size, the players, the hand size.

    ``rules`` is written as in identifiers. A hand size that these rules give to so many players anyway is no change of
    the rules: there is one group, and one identifier a seed, for both ways to ask for it.
    """

    rules: str
    players: int
    hand_size: int

    @classmethod
    def of(cls, rules: Rules, players: int) -> Group:
        """The group of fresh deals under these rules."""
        return cls(encode_rules(replace(rules, hand_size=None)), players, rules.hand_limit(players))


def usual_rules(rules: Rules, players: int) -> Rules:
    """The same rules without a hand size where it is the one that so many players have anyway."""
    usual = replace(rules, hand_size=None)
    return usual if usual.hand_limit(players) == rules.hand_limit(players) else rules


@dataclass(frozen=True, slots=True)
class Row:
    """What was found out about one deal, and within which budget.

    ``deal`` is the seed identifier, ``rules`` those of the group, ``seed`` the number in it. ``cards_left`` is what the
    best line leaves, ``bound`` what every line leaves at least; ``seconds`` are of the wall clock. ``stopped_by`` is
    the budget that ended the search, if one did.
    """

    deal: str
    rules: str
    players: int
    hand_size: int
    seed: int
    verdict: Status
    cards_left: int
    bound: int
    nodes: int
    seconds: float
    engine: str
    stopped_by: StopReason | None
    version: str
    max_nodes: int | None
    time_limit: float | None
    memory_mib: int

    @property
    def group(self) -> Group:
        return Group(self.rules, self.players, self.hand_size)

    @property
    def is_decided(self) -> bool:
        """Is it known whether the deal can be won? A decided deal is never solved again."""
        return self.verdict != "unknown"

    def contradicts(self, other: Row) -> bool:
        """Do the two rows of one deal exclude each other: does a line leave less than every line is said to leave?"""
        return self.cards_left < other.bound or other.cards_left < self.bound

    def is_settled(self, budget: Budget) -> bool:
        """Would solving the deal again within this budget, by this version, be a mere repetition?

        It is worth another try when it is undecided and the new search can go further: when the limit that stopped it
        has grown and no other has shrunk, or when another version of opendeal gave up within no more than this budget.
        """
        if self.is_decided:
            return True
        before = {
            "nodes": _limit(self.max_nodes),
            "time": _limit(self.time_limit),
            "memory": float(self.memory_mib),
        }
        now = {
            "nodes": _limit(budget.max_nodes),
            "time": _limit(budget.time_limit),
            "memory": float(budget.memory_mib),
        }
        if any(now[name] < before[name] for name in before):  # it may not even come as far
            return True
        return self.version == VERSION and self.stopped_by in before and now[self.stopped_by] <= before[self.stopped_by]


COLUMNS = tuple(field.name for field in fields(Row))
"""The columns of a row, in their order."""


def _limit(value: float | None) -> float:
    return float("inf") if value is None else value


@dataclass(frozen=True, slots=True)
class Failure:
    """A deal that became no row: it stays to be done. ``defect``: the fault is opendeal's."""

    deal: str
    why: str
    defect: bool = False


def attempt(budget: Budget, identifier: str) -> Row | Failure:
    """Solve the deal of a seed identifier whose seed is a whole number.

    Whatever goes wrong with it is a ``Failure``, so that the others go on.
    """
    try:
        return _solved(decode(identifier), budget)
    except MemoryError:
        return Failure(identifier, "this machine has too little memory for the search; --memory limits what it takes")
    except (InputError, ImportError) as error:
        return Failure(identifier, str(error))
    except EngineError as error:
        return Failure(identifier, str(error), defect=True)
    except Exception as error:
        return Failure(identifier, f"{type(error).__name__}: {error}", defect=True)


def lost(identifier: str, how: str) -> Failure:
    """The failure of a deal whose process died."""
    return Failure(identifier, how)


def _solved(deal: Deal, budget: Budget) -> Row:
    result = solve(deal, budget=budget)
    if result.stopped_by == "interrupt":  # what was found by then says nothing about the budget
        raise KeyboardInterrupt
    rules, players, hand_size = Group.of(deal.rules, deal.players)
    assert deal.seed is not None  # decoded from a seed identifier
    return Row(
        deal=deal.seed,
        rules=rules,
        players=players,
        hand_size=hand_size,
        seed=int(deal.seed.partition("#")[2]),
        verdict=result.status,
        cards_left=result.cards_left,
        bound=result.cards_left_bound,
        nodes=result.nodes,
        seconds=result.seconds,
        engine=result.engine,
        stopped_by=result.stopped_by,
        version=result.version,
        max_nodes=budget.max_nodes,
        time_limit=budget.time_limit,
        memory_mib=budget.memory_mib,
    )
