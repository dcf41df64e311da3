"""The CP-SAT engine: agreement with the reference, budgets, and the second opinion on what it claims."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest

from benchmarks.random_deals import solved_deals
from solver import Budget, EngineError, InputError, Rules, parse_line, solve, verify
from solver.result import Objective
from solver.the_game import cpsat, dfs, portfolio, reference
from solver.the_game.confirm import confirmed, worth
from solver.the_game.deal import Deal, deal_from_json
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.notation import Line
from solver.the_game.outcome import Gap, Outcome, Progress
from tests.conftest import ROOT, Opendeal
from tests.the_game.corners import CORNERS

CASES = [json.loads(line) for line in (ROOT / "tests" / "data" / "toy_truth.jsonl").read_text().splitlines()]
COUNTED: tuple[Objective, ...] = ("turns", "tricks")
"""The objectives whose optimum includes that of ``cards``."""

LOST = deal_from_seed(Rules(high=21, ascending=1, descending=1, hand_size=2), 1, "1")
WON = deal_from_seed(Rules(high=21, ascending=1, descending=1, hand_size=3), 2, "1")


def assert_optimum(deal: Deal, objective: Objective, outcome: Outcome, cards_left: int, bound: int) -> None:
    """Complete, proven, and the line is worth it."""
    assert outcome.stopped_by is None, deal
    assert (outcome.cards_left_bound, outcome.bound) == (cards_left, bound), (deal, objective)
    assert worth(deal, objective, outcome.line) == (cards_left, bound), (deal, objective)


# -- agreement -----------------------------------------------------------------------------------------------------


def test_agrees_with_the_reference_on_200_deals() -> None:
    """Half of the deals for the fewest turns, half for the fewest tricks; with and without the quick line."""
    for objective, warm_start in product(COUNTED, (True, False)):
        seed = 61 + 2 * COUNTED.index(objective) + warm_start
        for deal, truth in solved_deals(seed, 50, objective=objective):
            outcome = cpsat.solve(deal, objective, warm_start=warm_start)
            assert_optimum(deal, objective, outcome, truth.cards_left_bound, truth.bound)


def test_agrees_without_what_only_helps() -> None:
    for objective in COUNTED:
        for deal, truth in solved_deals(65, 30, objective=objective):
            outcome = cpsat.solve(deal, objective, warm_start=False, helped=False)
            assert_optimum(deal, objective, outcome, truth.cards_left_bound, truth.bound)


def test_known_cases_within_a_budget() -> None:
    """Turns and tricks take turns. What the budget decides is right, and the rest is not claimed."""
    decided = 0
    for case, objective in zip(CASES, cycle(COUNTED), strict=False):
        deal, truth = deal_from_json(case["deal"]), case["truth"]
        outcome = cpsat.solve(deal, objective, Budget(max_nodes=60_000))
        if outcome.stopped_by is None:
            assert_optimum(deal, objective, outcome, truth["cards_left"], truth[objective])
            decided += 1
        else:
            assert outcome.stopped_by == "nodes"
            assert outcome.cards_left_bound <= truth["cards_left"] <= worth(deal, objective, outcome.line)[0]
            assert outcome.bound <= truth[objective]
    assert decided > 0.7 * len(CASES)


@pytest.mark.parametrize("name", CORNERS)
def test_corners(name: str) -> None:
    deal = CORNERS[name]
    for objective, warm_start, helped in product(COUNTED, (True, False), (True, False)):
        outcome = cpsat.solve(deal, objective, warm_start=warm_start, helped=helped)
        assert_optimum(deal, objective, outcome, 0, reference.solve(deal, objective).bound)


@pytest.mark.parametrize(
    "deal",
    [
        Deal(Rules(), ((),)),
        Deal(Rules(), ((), ()), to_play=1),
        # Nothing fits: the best line is empty.
        Deal(Rules(high=9, ascending=1, descending=0, step=0), ((3,),), piles=(9,), to_play=0),
    ],
    ids=["no card", "no card for two", "nothing fits"],
)
def test_lines_without_a_card(deal: Deal) -> None:
    for objective, warm_start in product(COUNTED, (True, False)):
        outcome = cpsat.solve(deal, objective, warm_start=warm_start)
        assert_optimum(deal, objective, outcome, deal.cards_left, 0)
        assert outcome.line.turns == ()


def test_agrees_with_the_fast_engine_on_larger_deals() -> None:
    lost = 0
    for players, seed in product((1, 2), range(4)):
        deal = deal_from_seed(Rules(high=25, ascending=1, descending=1, hand_size=2), players, str(seed))
        truth = dfs.solve(deal)
        assert_optimum(deal, "cards", cpsat.solve(deal, warm_start=False), truth.cards_left_bound, truth.bound)
        lost += truth.cards_left_bound > 0
    assert lost >= 1


# -- budgets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 10_000, 60_000])
def test_a_node_budget_gives_the_same_answer_every_time(nodes: int) -> None:
    first, second = (cpsat.solve(WON, "tricks", Budget(max_nodes=nodes)) for _ in range(2))
    assert first == second
    assert (first.stopped_by, first.nodes) == ("nodes", nodes)
    assert first.bound <= worth(WON, "tricks", first.line)[1]


def test_a_time_limit_ends_the_search() -> None:
    outcome = cpsat.solve(WON, "tricks", Budget(time_limit=1e-6), warm_start=False)
    assert (outcome.stopped_by, outcome.cards_left_bound, outcome.bound) == ("time", 0, 0)
    assert outcome.line.turns == ()


def test_ctrl_c_ends_the_search_with_the_best_line_so_far() -> None:
    reports: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        reports.append(progress)
        raise KeyboardInterrupt

    deal = deal_from_seed(Rules(high=41, ascending=1, descending=1, hand_size=3), 2, "1")
    outcome = cpsat.solve(deal, "tricks", progress=interrupt)
    assert outcome.stopped_by == "interrupt"
    assert len(reports) == 1
    assert reports[0].phase == "cpsat, tricks"
    assert worth(deal, "tricks", outcome.line)[0] == reports[0].best_cards_left
    assert reports[0].gap is None


def test_progress_shows_the_gap_of_the_line_that_ctrl_c_would_leave() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.gap is not None:
            gaps.append(progress.gap)
            raise KeyboardInterrupt

    gaps: list[Gap] = []
    deal = deal_from_seed(Rules(high=31, hand_size=4), 1, "1")
    outcome = cpsat.solve(deal, "turns", progress=interrupt)
    assert outcome.stopped_by == "interrupt"
    assert gaps == [Gap("turns", worth(deal, "turns", outcome.line)[1], outcome.bound)]


# -- through the portfolio -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", ["cards", "turns", "tricks"])
def test_a_lost_deal_is_confirmed(objective: Objective) -> None:
    result, expected = solve(LOST, objective=objective, engine="cpsat"), dfs.solve(LOST)
    assert (result.engine, result.status, result.optimal) == ("cpsat", "unwinnable", True)
    assert result.cards_left == result.cards_left_bound == expected.cards_left_bound > 0
    assert verify(LOST, parse_line(result.line)).cards_left == result.cards_left


def test_what_the_others_cannot_confirm_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = cpsat.solve(LOST)
    assert claim.cards_left_bound > 0
    outcome = confirmed(LOST, "cards", claim, Budget(max_nodes=1))
    assert (outcome.cards_left_bound, outcome.bound, outcome.stopped_by) == (0, 0, "nodes")
    assert outcome.line == claim.line
    monkeypatch.setattr(portfolio, "_engine", lambda name: lambda *arguments: claim)
    result = solve(LOST, engine="cpsat", budget=Budget(max_nodes=claim.nodes + 1))
    assert (result.status, result.stopped_by) == ("unknown", "nodes")


@pytest.mark.parametrize("objective", COUNTED)
def test_the_better_line_is_kept(objective: Objective) -> None:
    """The bound is what the other engine proves in its budget, the line the one of CP-SAT."""
    claim = cpsat.solve(WON, objective)
    outcome = confirmed(WON, objective, claim, Budget(max_nodes=40))
    assert outcome.line == claim.line
    assert outcome.bound < claim.bound == worth(WON, objective, outcome.line)[1]
    assert outcome.stopped_by == "nodes"
    assert outcome.nodes == claim.nodes + 40


def test_what_cpsat_left_open_is_filled_in() -> None:
    claim = cpsat.solve(WON, "tricks", Budget(max_nodes=1))
    assert claim.stopped_by == "nodes"
    outcome = confirmed(WON, "tricks", claim, Budget())
    assert_optimum(WON, "tricks", outcome, 0, dfs.solve(WON, "tricks").bound)


WRONG: dict[str, tuple[Objective, int, int]] = {
    "unwinnable": ("cards", 1, 1),
    "too many turns": ("turns", 0, 20),
    "too many tricks": ("tricks", 0, 20),
}
"""An objective, and for a deal that can be won wrong claims: bounds of cards left and of the objective."""


@pytest.mark.parametrize("name", WRONG)
def test_a_disagreement_is_saved_and_no_verdict(
    name: str, opendeal: Opendeal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    objective, cards_left_bound, bound = WRONG[name]
    deal = deal_from_seed(Rules(high=11, ascending=1, descending=1, hand_size=3), 1, "2")
    truth = cpsat.solve(deal, objective)
    assert truth.cards_left_bound == 0
    lied = replace(truth, cards_left_bound=cards_left_bound, bound=bound)
    if objective == "cards":
        lied = replace(lied, line=Line())

    monkeypatch.setattr(cpsat, "solve", lambda *arguments: lied)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(EngineError, match="disagree"):
        solve(deal, objective=objective, engine="cpsat")
    (path,) = tmp_path.iterdir()
    saved: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    assert deal_from_json(saved["deal_json"]) == deal
    assert (saved["format"], saved["objective"]) == ("opendeal-disagreement/1", objective)
    assert [claim["engine"] for claim in saved["claims"]][:2] == ["cpsat", "dfs"]
    assert [saved["claims"][0][key] for key in ("cards_left_bound", "bound")] == [cards_left_bound, bound]
    assert "random_seed: 1" in saved["parameters"]
    assert all("constraints" in question["model"] for question in saved["models"])
    assert saved["models"][-1]["objective"] == objective

    completed = opendeal("solve", saved["deal"], "--engine", "cpsat", "--objective", objective)
    assert (completed.status, completed.out) == (70, "")
    assert "disagree" in completed.err


def test_without_or_tools_the_message_says_what_to_install(opendeal: Opendeal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "_is_installed", lambda module: module != "ortools")
    with pytest.raises(InputError, match=r"pip install 'opendeal\[cpsat\]'"):
        solve(WON, engine="cpsat")
    completed = opendeal("solve", "tg1:standard/1p#1", "--engine", "cpsat")
    assert (completed.status, completed.out) == (2, "")
    assert "pip install 'opendeal[cpsat]'" in completed.err
