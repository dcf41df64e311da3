"""Winning without tricks: the formula against brute force, its lines by the referee, and what the engines make of
it."""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pysat.solvers import Solver

from benchmarks.random_deals import random_deal
from solver.budget import Budget
from solver.errors import EngineError
from solver.the_game import dfs, portfolio, reference, trickless
from solver.the_game.deal import Deal
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.referee import verify
from solver.the_game.rules import Rules
from solver.the_game.trickless import Answer, engine
from solver.the_game.trickless.line import line_of
from solver.the_game.trickless.model import formula_of

LOST = deal_from_seed(Rules(high=61, step=0, hand_size=4), 1, "1")
"""Sixty cards: a refutation of 1,400 conflicts."""
HARD = deal_from_seed(Rules(step=0), 1, "0")
"""A full deal that no search decides."""


def small_deals(seed: int, count: int) -> Iterator[tuple[Deal, bool]]:
    """Random deals to which the formula applies, and whether brute force wins them without a trick."""
    rng = random.Random(seed)
    while count:
        deal = random_deal(rng, 1)
        if not trickless.applies(deal):
            continue
        if rng.random() < 0.5:
            deal = replace(deal, rules=replace(deal.rules, step=0))
        outcome = reference.solve(deal, "tricks", Budget(max_nodes=3000))
        if outcome.stopped_by is None:
            count -= 1
            yield deal, outcome.cards_left_bound == 0 == outcome.bound


def test_the_formula_says_what_brute_force_says_and_its_lines_win_without_a_trick() -> None:
    won = lost = 0
    for deal, truth in small_deals(1, 400):
        formula = formula_of(deal)
        with Solver(name="glucose42", bootstrap_with=formula.clauses) as solver:
            assert solver.solve() == truth, deal
            if not truth:
                lost += 1
                continue
            won += 1
            report = verify(deal, line_of(deal, formula, {literal for literal in solver.get_model() if literal > 0}))
        assert report.won, (deal, report.fault)
        assert report.tricks == 0
    assert won > 100
    assert lost > 100


def test_a_turn_longer_than_the_minimum_is_found() -> None:
    deal = Deal(Rules(low=2, high=7, ascending=1, descending=0, step=0, hand_size=3), ((2, 3, 4),), (6, 7, 5))
    answer = engine.ask(deal)
    assert answer.line is not None
    assert [len(turn.plays) for turn in answer.line.turns] == [3, 3]
    assert verify(deal, answer.line).won


def test_a_card_that_fits_no_pile_is_lost() -> None:
    rules = Rules(low=2, high=9, ascending=1, descending=0, step=0, hand_size=2, min_plays=1)
    assert engine.ask(Deal(rules, ((4, 6),), (5, 8), (3,), 0)).line is not None
    assert engine.ask(Deal(rules, ((4, 6),), (5, 8), (7,), 0)).refuted


def test_what_the_formula_cannot_express_is_left_out() -> None:
    assert trickless.applies(LOST)
    assert not trickless.applies(replace(LOST, hands=(LOST.hands[0][:-1],), played_this_turn=1))
    assert not trickless.applies(replace(LOST, hands=(LOST.hands[0][:-1],)))
    assert trickless.applies(replace(LOST, hands=(LOST.hands[0][:-1],), deck=()))
    assert not trickless.applies(deal_from_seed(Rules(), 2, "1"))
    assert not trickless.applies(Deal(Rules(), ((),)))


def test_answers_and_counts_do_not_depend_on_the_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = engine.ask(LOST)
    assert answer.refuted
    assert answer.nodes > 1000 * engine.NODES_PER_CONFLICT
    monkeypatch.setattr(engine, "SLICE", 1000)
    assert engine.ask(LOST) == answer


def test_budgets_end_the_question() -> None:
    nodes = 100 * engine.NODES_PER_CONFLICT
    assert engine.ask(LOST, Budget(max_nodes=nodes)) == Answer(None, False, nodes, "nodes")
    assert engine.ask(LOST, Budget(memory_mib=1)) == Answer(None, False, 0, "memory")
    assert engine.ask(HARD, Budget(time_limit=0.001)).stopped_by == "time"


def test_an_answer_beyond_the_node_budget_is_none() -> None:
    """It may come at once: the solver goes on to its next restart, however few conflicts it was allowed."""
    deal = deal_from_seed(Rules(high=40, step=0, hand_size=3), 1, "1")
    answer = engine.ask(deal)
    assert answer.refuted
    assert engine.ask(deal, Budget(max_nodes=answer.nodes + 1)) == answer
    for nodes in (1, answer.nodes):
        assert engine.ask(deal, Budget(max_nodes=nodes)) == Answer(None, False, nodes, "nodes")


def test_ctrl_c_in_the_solver_is_an_ordinary_one_and_the_search_keeps_its_best() -> None:
    """The solver runs in C++; python-sat by itself would make an error of its own of Ctrl-C there."""

    def asked(deal: Deal, budget: Budget, report: object) -> Answer:
        started: list[subprocess.Popen[bytes]] = []

        def interrupt_soon(nodes: int) -> None:
            if not started:
                started.append(subprocess.Popen(["sh", "-c", f"sleep 0.1; kill -INT {os.getpid()}"]))

        try:
            return engine.ask(deal, Budget(time_limit=60), interrupt_soon)
        finally:
            started[0].wait()

    outcome = dfs.solve(HARD, ask=asked)
    assert outcome.stopped_by == "interrupt"
    assert outcome.line.turns


def test_a_proof_that_is_wrong_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solver, "get_proof", lambda _: ["0"])
    with pytest.raises(EngineError, match="proof"):
        engine.ask(LOST)


def test_the_search_asks_and_goes_on_with_the_answer() -> None:
    budget = Budget(max_nodes=600_000)
    plain = dfs.solve(HARD, budget=budget)
    assert (plain.cards_left_bound, plain.nodes, plain.stopped_by) == (0, 600_000, "nodes")
    refuted = dfs.solve(HARD, budget=budget, ask=lambda *_: Answer(None, True, 500))
    assert (refuted.cards_left_bound, refuted.bound, refuted.stopped_by) == (1, 1, "nodes")
    overdrawn = dfs.solve(HARD, budget=budget, ask=lambda *_: Answer(None, True, 700_000))
    assert (overdrawn.cards_left_bound, overdrawn.stopped_by) == (1, "nodes")
    budgets: list[Budget] = []

    def no_answer(deal: Deal, part: Budget, report: object) -> Answer:
        budgets.append(part)
        return Answer(None, False, 500, "nodes")

    open_end = dfs.solve(HARD, budget=budget, ask=no_answer)
    assert (open_end.cards_left_bound, open_end.nodes) == (0, 600_000)
    assert 0 < (budgets[0].max_nodes or 0) < 300_000  # a part of it: the search goes on without an answer


def test_a_deal_that_no_search_decides_is_lost() -> None:
    deal = deal_from_seed(Rules(high=71, step=0, hand_size=5), 1, "0")
    result = portfolio.solve(deal, budget=Budget(max_nodes=7_000_000))
    assert (result.status, result.engine) == ("unwinnable", "dfs+sat")


def test_a_full_deal_needs_a_trick() -> None:
    deal = deal_from_seed(Rules(), 1, "2")
    answers = iter([Answer(None, True, 500)])
    outcome = dfs.solve(deal, "tricks", Budget(max_nodes=1_500_000), ask=lambda *_: next(answers))
    assert outcome.bound == 1
    assert verify(deal, outcome.line).won


def test_a_line_without_tricks_is_the_optimum() -> None:
    deal = deal_from_seed(Rules(), 1, "3")
    line = dfs.solve(deal, "tricks").line
    hard = deal_from_seed(Rules(), 1, "2")
    assert verify(deal, line).tricks == 0
    with pytest.raises(AssertionError):
        dfs.solve(hard, "tricks", ask=_fail)


def _fail(*_: object) -> Answer:
    raise AssertionError("asked")
