"""The public Python interface: what ``import solver`` offers, and the portfolio behind ``solve``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
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
from solver.result import Objective
from solver.the_game import dfs, portfolio
from solver.the_game.identifiers import deal_from_seed, encode_deal
from solver.the_game.outcome import Gap, Outcome, Progress
from tests.conftest import ROOT

WON = Deal(Rules(), ((2, 3),), (50,))
LOST = Deal(Rules(ascending=1, descending=0, step=0), ((5,),), (), piles=(9,), to_play=0)
"""One card that does not fit on the one pile: it stays."""


SHORT = Rules(high=61, ascending=1, descending=1, hand_size=6)
"""Rules under which some bounds of turns and tricks rise soon."""


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


@pytest.mark.parametrize("engine", ["auto", "reference"])
@pytest.mark.parametrize(("objective", "value"), [("cards", 0), ("turns", 2), ("tricks", 0)])
def test_objectives_have_their_own_values(objective: Any, value: int, engine: Any) -> None:
    result = solve(WON, objective=objective, engine=engine)
    assert (result.objective, result.value, result.bound, result.optimal) == (objective, value, value, True)
    assert result.engine == ("dfs" if engine == "auto" else engine)


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


@pytest.mark.parametrize(("name", "value"), [("engine", "magic"), ("objective", "points")])
def test_unknown_names_are_refused(name: str, value: str) -> None:
    with pytest.raises(InputError, match=value):
        solve(WON, **{name: value})  # type: ignore[arg-type]


def test_errors_are_one_family() -> None:
    assert issubclass(InputError, OpendealError)
    assert issubclass(EngineError, OpendealError)
    assert not issubclass(EngineError, InputError)


# -- arguments of the wrong type --------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [None, 7, True, 1.5, [], b"tg1:standard/1p#1", object(), Rules()])
def test_what_is_no_deal_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match="deal: expected an identifier, a path, JSON data as a dict or a Deal, not "):
        read_deal(wrong)
    for ask in (solve, lambda deal: verify(deal, "2@A1")):
        with pytest.raises(InputError, match="deal: expected a Deal, as read_deal returns it, not "):
            ask(wrong)


@pytest.mark.parametrize("wrong", [None, 7, {"plays": []}, b"2@A1", WON])
def test_what_is_no_line_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match="line: expected a Line, its text or its JSON form as a list, not "):
        verify(WON, wrong)
    with pytest.raises(InputError, match="line: expected a text, not "):
        parse_line(wrong)


def test_a_line_may_be_text_or_json_and_a_deal_is_read_as_it_is() -> None:
    assert read_deal(WON) is WON
    data = [{"plays": [{"card": 2, "pile": "A1"}, {"card": 3, "pile": "A1"}], "ended": True}]
    reports = [verify(WON, line) for line in ("2@A1 3@A1 |", data, parse_line("2@A1 3@A1 |"))]
    assert [(report.legal, report.cards_left, report.turns) for report in reports] == [(True, 1, 1)] * 3
    with pytest.raises(InputError, match="column 1"):
        verify(WON, "two")
    with pytest.raises(InputError, match=r"line\[0\]: expected an object"):
        verify(WON, ["2@A1"])


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("objective", None),
        ("objective", ["cards"]),
        ("engine", None),
        ("engine", 7),
        ("budget", 1000),
        ("budget", {"max_nodes": 5}),
        ("progress", "loud"),
    ],
)
def test_options_of_the_wrong_type_are_refused(name: str, wrong: Any) -> None:
    with pytest.raises(InputError, match=name):
        solve(WON, **{name: wrong})


@pytest.fixture
def all_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports after every slice of the search, however short."""
    monkeypatch.setattr(dfs, "PROGRESS_SECONDS", 0)


@pytest.mark.usefixtures("all_progress")
@pytest.mark.parametrize("objective", ["turns", "tricks"])
@pytest.mark.parametrize(
    ("deal", "bound_rises"),
    [(deal_from_seed(Rules(), 1, "1"), False), (deal_from_seed(SHORT, 1, "0"), True)],
)
def test_progress_shows_a_gap_that_closes(deal: Deal, bound_rises: bool, objective: Objective) -> None:
    reports: list[Progress] = []
    result = solve(deal, objective=objective, budget=Budget(max_nodes=400_000), progress=reports.append)
    assert result.stopped_by == "nodes"
    gaps = [report.gap for report in reports if report.gap is not None]
    assert reports[-len(gaps) :] == [report for report in reports if report.gap is not None]
    phases = {f"lowering {objective}", "asking for a line without tricks"}
    assert all(report.phase in phases and report.best_cards_left == 0 for report in reports[-len(gaps) :])
    found, proven = [gap.value for gap in gaps], [gap.bound for gap in gaps]
    assert {gap.objective for gap in gaps} == {objective}
    assert all(bound <= value for bound, value in zip(proven, found, strict=True))
    assert found == sorted(found, reverse=True)
    assert proven == sorted(proven)
    assert found[0] > found[-1] == result.value
    assert proven[-1] <= result.bound  # it may rise after the last report
    assert (proven[0] < proven[-1]) == bound_rises


@pytest.mark.usefixtures("all_progress")
@pytest.mark.parametrize("reports_before", [0, 1, 2, 4, 8, 16])
def test_the_gap_is_that_of_the_line_that_ctrl_c_leaves(reports_before: int) -> None:
    gaps: list[Gap] = []

    def interrupt(progress: Progress) -> None:
        if progress.gap is not None:
            gaps.append(progress.gap)
            if len(gaps) > reports_before:
                raise KeyboardInterrupt

    result = solve(deal_from_seed(SHORT, 1, "0"), objective="turns", progress=interrupt)
    assert result.stopped_by == "interrupt"
    assert len(gaps) == reports_before + 1
    assert gaps[-1] == Gap("turns", result.value, result.bound)


@pytest.mark.usefixtures("all_progress")
def test_cards_have_no_gap() -> None:
    reports: list[Progress] = []
    solve(deal_from_seed(SHORT, 1, "0"), budget=Budget(max_nodes=400_000), progress=reports.append)
    assert {(report.phase, report.gap) for report in reports} == {("searching", None)}


def test_without_its_kernel_the_package_says_what_to_do(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "solver", tmp_path / "solver", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    code = "import solver; solver.solve(solver.read_deal('tg1:standard/1p#1'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: opendeal's search kernel is not compiled in {tmp_path}/solver/the_game.")
    assert last.endswith("run from another directory, or compile in place with: pip install -e .")


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
    with pytest.raises(EngineError, match=expected) as caught:
        solve(WON)
    assert str(caught.value).endswith(f"; the deal is {encode_deal(WON)}")


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
