"""The public Python interface: what ``import solver`` offers, and the portfolio behind ``solve``."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

import solver
from solver import (
    Budget,
    Deal,
    EngineError,
    InputError,
    Line,
    OpendealError,
    Result,
    Rules,
    parse_line,
    read_deal,
    solve,
    verify,
)
from solver.the_game import portfolio
from solver.the_game.outcome import Outcome

WON = Deal(Rules(), ((2, 3),), (50,))
LOST = Deal(Rules(ascending=1, descending=0, step=0), ((5,),), (), piles=(9,), to_play=0)
"""One card that does not fit on the one pile: it stays."""


def test_every_name_is_exported_and_the_package_is_free_until_then() -> None:
    assert set(solver.__all__) <= set(dir(solver))
    for name in solver.__all__:
        assert getattr(solver, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        solver.no_such_name  # noqa: B018
    loaded = "import sys; before = set(sys.modules); import solver; print(sorted(set(sys.modules) - before))"
    out = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout
    assert "solver.the_game" not in out


def test_a_deal_is_read_solved_and_verified() -> None:
    deal = read_deal({"game": "the-game", "hands": [[2, 3]], "deck": [50]})
    assert deal == WON
    result = solve(deal)
    assert isinstance(result, Result)
    assert (result.status, result.cards_left, result.optimal) == ("winnable", 0, True)
    assert read_deal(result.deal) == deal
    report = verify(deal, parse_line(result.line))
    assert (report.legal, report.won, report.cards_left) == (True, True, 0)
    assert result.version == solver.__version__


@pytest.mark.parametrize("engine", ["auto", "dfs", "reference"])
def test_a_lost_deal_is_proven_lost(engine: Any) -> None:
    result = solve(LOST, engine=engine)
    assert (result.status, result.cards_left, result.cards_left_bound) == ("unwinnable", 1, 1)
    assert (result.value, result.bound, result.optimal, result.stopped_by) == (1, 1, True, None)
    assert (result.line, result.turns) == ("", ())


@pytest.mark.parametrize(("objective", "value"), [("cards", 0), ("turns", 2), ("tricks", 0)])
def test_objectives_have_their_own_values(objective: Any, value: int) -> None:
    result = solve(WON, objective=objective)
    assert (result.objective, result.value, result.bound, result.optimal) == (objective, value, value, True)
    assert result.engine == ("dfs" if objective == "cards" else "reference")


def test_turns_of_a_full_deal_are_bounded_under_a_budget() -> None:
    result = solve(read_deal("tg1:standard/1p#1"), objective="turns", budget=Budget(max_nodes=20_000))
    assert (result.engine, result.status, result.cards_left) == ("dfs", "winnable", 0)
    assert 13 <= result.bound < result.value < 40
    assert (result.stopped_by, result.optimal) == ("nodes", False)


def test_a_node_budget_ends_the_search_with_a_legal_line() -> None:
    deal = read_deal("tg1:standard/1p#1")
    result = solve(deal, budget=Budget(max_nodes=1))
    assert (result.status, result.stopped_by, result.cards_left_bound) == ("unknown", "nodes", 0)
    assert verify(deal, parse_line(result.line)).cards_left == result.cards_left
    assert not result.optimal


@pytest.mark.parametrize(("name", "value"), [("engine", "cpsat"), ("engine", "magic"), ("objective", "points")])
def test_unknown_names_are_refused(name: str, value: str) -> None:
    with pytest.raises(InputError, match=value):
        solve(WON, **{name: value})  # type: ignore[arg-type]


def test_errors_are_one_family() -> None:
    assert issubclass(InputError, OpendealError)
    assert issubclass(EngineError, OpendealError)
    assert not issubclass(EngineError, InputError)


# -- which engine --------------------------------------------------------------------------------------------------

TWELVE = Deal(Rules(), ((2, 3),), tuple(range(4, 14)))
THIRTEEN = Deal(Rules(), ((2, 3),), tuple(range(4, 15)))


class Engines:
    """Stands in for the engines: each spends its whole node budget, or 7 nodes if it has none, and finds nothing."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int | None]] = []

    def __call__(self, name: str) -> Any:
        def run(deal: Deal, objective: str, budget: Budget, progress: object) -> Outcome:
            self.asked.append((name, budget.max_nodes))
            return Outcome(Line(), 0, 0, budget.max_nodes or 7, "nodes" if budget.max_nodes else "time")

        return run


@pytest.mark.parametrize(
    ("deal", "objective", "budget", "asked", "engine", "nodes"),
    [
        (TWELVE, "cards", Budget(), [("dfs", None)], "dfs", 7),
        (THIRTEEN, "turns", Budget(), [("dfs", None)], "dfs", 7),
        (TWELVE, "turns", Budget(), [("reference", 50_000), ("dfs", None)], "dfs", 50_007),
        (TWELVE, "tricks", Budget(60_000), [("reference", 50_000), ("dfs", 10_000)], "dfs", 60_000),
        (TWELVE, "tricks", Budget(50_000), [("reference", 50_000)], "reference", 50_000),
        (TWELVE, "tricks", Budget(9), [("reference", 9)], "reference", 9),
    ],
)
def test_auto_spends_the_budget_on_the_right_engines(
    monkeypatch: pytest.MonkeyPatch,
    deal: Deal,
    objective: Any,
    budget: Budget,
    asked: list[tuple[str, int | None]],
    engine: str,
    nodes: int,
) -> None:
    engines = Engines()
    monkeypatch.setattr(portfolio, "_engine", engines)
    result = solve(deal, objective=objective, budget=budget)
    assert engines.asked == asked
    assert (result.engine, result.nodes) == (engine, nodes)


def test_a_tiny_deal_that_is_too_much_for_the_memory_of_the_reference_goes_to_the_dfs() -> None:
    deal = read_deal("tg1:h12a1d1n4/1p#5")
    for memory, engine in ((2048, "reference"), (1, "dfs")):
        result = solve(deal, objective="tricks", budget=Budget(memory_mib=memory))
        assert (result.engine, result.status, result.stopped_by) == (engine, "winnable", None)


# -- the referee has the last word -----------------------------------------------------------------------------------

GOOD = Outcome(parse_line("2@A1 3@A1 | 50@A1"), 0, 0, 7)


@pytest.fixture
def claims(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes the engine answer with a given outcome."""

    def claim(outcome: Outcome) -> None:
        monkeypatch.setattr(portfolio, "_engine", lambda name: lambda *arguments: outcome)

    return claim


def test_a_true_claim_is_accepted(claims: Any) -> None:
    claims(GOOD)
    result = solve(WON)
    assert (result.status, result.line, result.nodes) == ("winnable", "2@A1 3@A1 | 50@A1", 7)
    assert result.turns[1]["plays"] == [{"card": 50, "pile": "A1"}]


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (replace(GOOD, line=parse_line("3@A1 2@A1 | 50@A1")), "illegal line in turn 1, play 2"),
        (replace(GOOD, cards_left_bound=1, bound=1), "proven at least 1 cards left, but its line leaves 0"),
        (replace(GOOD, line=parse_line("2@A1")), "complete, but its line is not proven best"),
        (replace(GOOD, line=parse_line("2@A1"), bound=1, cards_left_bound=1), "complete, but its line is not"),
        (Outcome(Line(), 1, 0, 5, "time"), "two bounds of cards left, 0 and 1"),
        (replace(GOOD, bound=1), "proven at least 1 cards, but its line needs 0"),
    ],
)
def test_a_false_claim_is_an_engine_error(claims: Any, outcome: Outcome, expected: str) -> None:
    claims(outcome)
    with pytest.raises(EngineError, match=expected):
        solve(WON)


def test_an_unfinished_search_may_have_proven_the_loss_or_nothing(claims: Any) -> None:
    claims(Outcome(Line(), 1, 1, 5, "time"))
    assert solve(WON).status == "unwinnable"
    claims(Outcome(Line(), 0, 0, 5, "time"))
    result = solve(WON)
    assert (result.status, result.cards_left, result.stopped_by, result.optimal) == ("unknown", 3, "time", False)


def test_a_worse_line_with_fewer_turns_than_the_bound_is_no_contradiction(claims: Any) -> None:
    claims(Outcome(parse_line("2@A1 3@A1 |"), 0, 2, 5, "nodes"))
    result = solve(WON, objective="turns", engine="dfs")
    assert (result.status, result.value, result.bound, result.optimal) == ("unknown", 1, 2, False)
