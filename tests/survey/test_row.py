"""One deal of a survey: its row, its group, when it is worth another try."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from solver.budget import Budget
from solver.errors import EngineError, InputError
from solver.result import Result
from solver.survey import row as row_module
from solver.survey.row import Failure, Group, Row, attempt, usual_rules
from solver.the_game.identifiers import deal_from_seed, decode
from solver.the_game.portfolio import solve
from solver.the_game.rules import PRESETS, Rules
from tests.survey.rows import lost, undecided, won


def test_a_row_says_what_solve_says() -> None:
    budget = Budget(max_nodes=40_000)
    for identifier in ("tg1:n3/1p#4", "tg1:n5/1p#9", "tg1:expert/3p#17"):
        row = attempt(budget, identifier)
        result = solve(decode(identifier), budget=budget)
        assert isinstance(row, Row)
        assert (row.deal, row.verdict, row.cards_left, row.bound) == (
            identifier, result.status, result.cards_left, result.cards_left_bound
        )  # fmt: skip
        assert (row.nodes, row.engine, row.stopped_by, row.version) == (
            result.nodes, result.engine, result.stopped_by, result.version
        )  # fmt: skip
        assert (row.max_nodes, row.time_limit, row.memory_mib) == (40_000, None, budget.memory_mib)
        assert row.seconds > 0
    assert isinstance(row, Row)
    assert (row.group, row.seed) == (Group("expert", 3, 6), 17)


def test_the_hand_size_is_no_part_of_the_groups_rules() -> None:
    assert Group.of(Rules(hand_size=3), 2) == Group("standard", 2, 3)
    assert Group.of(PRESETS["expert"], 1) == Group("expert", 1, 8)
    assert Group.of(Rules(high=50, hand_size=5), 5) == Group("h50", 5, 5)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_the_usual_hand_size_is_left_out(players: int) -> None:
    usual = Rules().hand_limit(players)
    assert usual_rules(Rules(hand_size=usual), players) == Rules()
    assert usual_rules(Rules(hand_size=usual - 1), players) == Rules(hand_size=usual - 1)
    same = deal_from_seed(Rules(hand_size=usual), players, "1"), deal_from_seed(Rules(), players, "1")
    assert same[0].hands == same[1].hands


@pytest.mark.parametrize("row", [won(), lost(), lost(left=9, bound=1)])
def test_a_decided_deal_is_never_solved_again(row: Row) -> None:
    unlimited = Budget(memory_mib=10_000)
    assert row.is_settled(unlimited)
    assert replace(row, version="0.0.1").is_settled(unlimited)


@pytest.mark.parametrize(
    ("stopped_by", "budget", "settled"),
    [
        ("nodes", Budget(1000, 60.0, 2048), True),  # the same
        ("nodes", Budget(1001, 60.0, 2048), False),
        ("nodes", Budget(None, 60.0, 2048), False),
        ("nodes", Budget(1001, None, 4096), False),
        ("nodes", Budget(1000, 61.0, 4096), True),  # what stopped it is as it was
        ("nodes", Budget(1001, 59.0, 2048), True),  # may not come as far as before
        ("nodes", Budget(999, 60.0, 2048), True),
        ("time", Budget(1000, 60.5, 2048), False),
        ("time", Budget(2000, 60.0, 2048), True),
        ("memory", Budget(1000, 60.0, 2049), False),
        ("memory", Budget(None, None, 2048), True),
    ],
)
def test_an_undecided_deal_is_tried_again_if_what_stopped_it_has_grown(
    stopped_by: Any, budget: Budget, settled: bool
) -> None:
    assert replace(undecided(), stopped_by=stopped_by).is_settled(budget) == settled


def test_another_version_may_try_an_undecided_deal_again() -> None:
    row = replace(undecided(), version="0.0.1")
    assert not row.is_settled(Budget(1000, 60.0, 2048))
    assert row.is_settled(Budget(999, 60.0, 2048))


def test_no_limit_is_the_largest() -> None:
    row = replace(undecided(), max_nodes=None, stopped_by="time")
    assert row.is_settled(Budget(10**12, 61.0, 2048))
    assert not row.is_settled(Budget(None, 61.0, 2048))


def test_rows_that_exclude_each_other() -> None:
    assert won().contradicts(lost())
    assert lost(left=9, bound=5).contradicts(lost(left=4, bound=2))
    assert lost(left=4, bound=2).contradicts(lost(left=9, bound=5))
    assert not lost(left=9, bound=1).contradicts(lost(left=4, bound=4))
    assert not undecided().contradicts(won())
    assert not undecided().contradicts(lost())
    assert undecided(left=3).contradicts(lost(left=4, bound=4))


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (InputError("no such card"), Failure("tg1:standard/1p#1", "no such card")),
        (ImportError("not compiled"), Failure("tg1:standard/1p#1", "not compiled")),
        (EngineError("contradiction"), Failure("tg1:standard/1p#1", "contradiction", defect=True)),
        (ZeroDivisionError("by zero"), Failure("tg1:standard/1p#1", "ZeroDivisionError: by zero", defect=True)),
    ],
)
def test_whatever_goes_wrong_with_a_deal_is_said_of_it(
    error: Exception, failure: Failure, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(deal: object, *, budget: Budget) -> Result:
        raise error

    monkeypatch.setattr(row_module, "solve", fails)
    assert attempt(Budget(), "tg1:standard/1p#1") == failure


def test_too_little_memory_is_no_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(deal: object, *, budget: Budget) -> Result:
        raise MemoryError

    monkeypatch.setattr(row_module, "solve", fails)
    failure = attempt(Budget(), "tg1:standard/1p#1")
    assert isinstance(failure, Failure)
    assert (failure.defect, "too little memory" in failure.why) == (False, True)


def test_an_interrupted_search_becomes_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    result = replace(solve(decode("tg1:n3/1p#1")), stopped_by="interrupt")
    monkeypatch.setattr(row_module, "solve", lambda deal, budget: result)
    with pytest.raises(KeyboardInterrupt):
        attempt(Budget(), "tg1:n3/1p#1")
