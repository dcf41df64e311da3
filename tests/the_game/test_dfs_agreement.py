"""The DFS engine against the reference engine, on random small deals of every kind: same verdict, same optimum."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, product
from typing import Any

import pytest

from benchmarks.random_deals import solved_deals
from solver.budget import Budget
from solver.result import Objective
from solver.the_game import dfs, reference
from solver.the_game._kernel import Cost, Slack, Status
from solver.the_game.deal import Deal
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.notation import Line
from solver.the_game.referee import verify
from solver.the_game.rules import Rules
from solver.the_game.search import Goal, Options, Search
from tests.the_game.corners import CORNERS

WIDTHS = (0, 1, 2, 7, 32)
"""Positions of a layer expanded at a time; 0 is the whole layer."""
SLACKS = (None, Slack.UNLIMITED)
"""As many cards beyond the minimum as can matter, and any number."""
COMPLETE = Options()


def settings() -> list[Options]:
    """Every combination of the parts that can be switched off. All are complete."""
    several = [
        Options(dominance=dominance, dead_cards=dead_cards, symmetry=symmetry, slack=slack)
        for dominance, dead_cards, symmetry, slack in product((True, False), (True, False), (True, False), SLACKS)
    ]
    return [*several, Options(order=False)]


def searched(
    deal: Deal,
    options: Options = COMPLETE,
    *,
    dead_limit: int | None = None,
    slice_work: int = 50_000,
    max_nodes: int | None = None,
    max_bytes: int = 1 << 30,
) -> Search:
    """A search run to its end."""
    search = Search(deal, options, dead_limit=dead_limit, max_nodes=max_nodes, max_bytes=max_bytes)
    while search.run(slice_work) == Status.RUNNING:
        pass
    return search


def cards_left_by(deal: Deal, search: Search) -> int:
    """Cards that the line of a search leaves, which must be what the search says."""
    report = verify(deal, search.line())
    assert report.legal, report.fault
    assert report.cards_left is not None
    assert report.cards_left == deal.cards_left - search.kernel.deepest
    return report.cards_left


def assert_decides(deal: Deal, options: Options, cards_left: int) -> None:
    """Both ways to ask give the truth: "can it be won?" and "how few cards can be left?"."""
    verdict = searched(deal, options, dead_limit=0)
    assert verdict.kernel.status == (Status.EXHAUSTED if cards_left else Status.WON), (deal, options)
    assert cards_left_by(deal, verdict) >= cards_left
    assert cards_left_by(deal, searched(deal, options)) == cards_left, (deal, options)


def test_solve_agrees_on_2000_deals() -> None:
    lost = 0
    for deal, truth in solved_deals(2000, 2000):
        outcome = dfs.solve(deal, "cards", Budget())
        assert outcome.stopped_by is None
        assert (outcome.cards_left_bound, outcome.bound) == (truth.cards_left_bound, truth.bound), deal
        report = verify(deal, outcome.line)
        assert report.legal, (deal, report.fault)
        assert report.cards_left == truth.cards_left_bound, deal
        lost += truth.cards_left_bound > 0
    assert 800 <= lost <= 1200


@pytest.mark.parametrize("name", CORNERS)
def test_corners(name: str) -> None:
    deal = CORNERS[name]
    assert reference.solve(deal).cards_left_bound == 0
    for width, options in product(WIDTHS, settings()):
        assert_decides(deal, replace(options, width=width, memo=width > 0), 0)
    outcome = dfs.solve(deal, "cards", Budget())
    assert (outcome.stopped_by, verify(deal, outcome.line).won) == (None, True)


def test_every_setting_and_every_width() -> None:
    """Each deal meets all widths with one setting; the settings take turns."""
    turns = cycle(settings())
    for deal, truth in solved_deals(1, 480):
        options = next(turns)
        for width in WIDTHS:
            assert_decides(deal, replace(options, width=width, memo=width > 0), truth.cards_left_bound)


def test_the_order_of_plays_changes_no_layer() -> None:
    """Plays that could be swapped are made in one order only, and yet every layer holds as many positions."""
    fewer = 0
    for deal, _ in solved_deals(12, 300):
        # Without both, positions that differ in the piles' names alone would count twice in one of the searches.
        merging = (Options(), Options(symmetry=False), Options(dominance=False))
        for options, dead_limit in product(merging, (0, 2)):
            ordered = searched(deal, options, dead_limit=dead_limit)
            free = searched(deal, replace(options, order=False), dead_limit=dead_limit)
            # The search ends in the middle of the layer in which the deal is won.
            whole = -1 if free.kernel.status == Status.WON else None
            assert ordered.kernel.layer_sizes()[:whole] == free.kernel.layer_sizes()[:whole], (deal, options)
            assert ordered.kernel.status == free.kernel.status
            assert ordered.kernel.nodes == free.kernel.nodes
            fewer += ordered.kernel.children < free.kernel.children
    assert fewer > 300


@pytest.mark.parametrize(("hand", "step", "minimum"), [(3, 10, 2), (3, 0, 2), (4, 10, 3)])
def test_the_order_of_plays_changes_no_layer_of_large_deals(hand: int, step: int, minimum: int) -> None:
    """As above, where most of the deck is still to come and every turn draws."""
    rules = Rules(hand_size=hand, step=step, min_plays=minimum)
    for seed in range(3):
        deal = deal_from_seed(rules, 1, str(seed))
        ordered = searched(deal, dead_limit=0)
        free = searched(deal, Options(order=False), dead_limit=0)
        assert ordered.kernel.layer_sizes() == free.kernel.layer_sizes()
        assert ordered.kernel.children < 0.8 * free.kernel.children


def test_a_beam_that_left_nothing_out_is_right_and_others_claim_nothing_wrong() -> None:
    complete = lacking = 0
    for deal, truth in solved_deals(6, 200):
        for width in (1, 2, 4, 16, 64):
            search = searched(deal, Options(width))
            left = cards_left_by(deal, search)
            assert left >= truth.cards_left_bound
            assert (search.kernel.status == Status.WON) == (left == 0)
            if not search.kernel.truncated:
                assert left == truth.cards_left_bound
                complete += 1
            lacking += left > truth.cards_left_bound
    assert complete > 200
    assert lacking > 20


def test_turns_of_bounded_length_claim_nothing_wrong() -> None:
    lacking = 0
    for deal, truth in solved_deals(7, 200):
        for slack in (0, 1):
            left = cards_left_by(deal, searched(deal, Options(slack=slack)))
            assert left >= truth.cards_left_bound
            lacking += left > truth.cards_left_bound
    assert lacking > 2


def test_how_the_work_is_sliced_changes_nothing() -> None:
    for deal, _ in solved_deals(2, 80):
        for dead_limit in (0, None):
            whole = searched(deal, dead_limit=dead_limit)
            for work in (1, 2, 13):
                sliced = searched(deal, dead_limit=dead_limit, slice_work=work)
                assert sliced.kernel.status == whole.kernel.status
                assert sliced.kernel.nodes == whole.kernel.nodes
                assert sliced.line() == whole.line()


def test_a_search_short_of_nodes_claims_nothing_wrong() -> None:
    stopped = 0
    for deal, truth in solved_deals(3, 60):
        for nodes in (1, 2, 3, 5, 8, 13, 21, 34, 55):
            search = searched(deal, max_nodes=nodes)
            left = cards_left_by(deal, search)
            stopped += search.kernel.status == Status.OUT_OF_NODES
            assert left >= truth.cards_left_bound
            if search.kernel.status != Status.OUT_OF_NODES:
                assert left == truth.cards_left_bound
    assert stopped > 60


def test_a_search_short_of_memory_claims_nothing_wrong() -> None:
    stopped = 0
    for deal, truth in solved_deals(4, 60):
        for size in (1, 1000, 4000, 16_000, 64_000, 1_000_000):
            search = searched(deal, max_bytes=size)
            left = cards_left_by(deal, search)
            stopped += search.kernel.status == Status.OUT_OF_MEMORY
            assert left >= truth.cards_left_bound
            if search.kernel.status != Status.OUT_OF_MEMORY:
                assert left == truth.cards_left_bound
    assert stopped > 60


def test_budgets_of_solve() -> None:
    """Under any node budget: a legal line, no bound above the truth, the truth itself if nothing stopped it; and
    the same again for the same budget."""
    stopped = 0
    for deal, truth in solved_deals(5, 80):
        for nodes in (1, 3, 10, 30, 100):
            outcome = dfs.solve(deal, "cards", Budget(max_nodes=nodes))
            report = verify(deal, outcome.line)
            assert report.legal, (deal, report.fault)
            assert report.cards_left is not None
            assert outcome.cards_left_bound <= truth.cards_left_bound <= report.cards_left
            assert outcome.nodes <= nodes
            if outcome.stopped_by is None:
                assert outcome.cards_left_bound == report.cards_left
            else:
                stopped += 1
                assert outcome.stopped_by == "nodes"
            assert outcome == dfs.solve(deal, "cards", Budget(max_nodes=nodes))
    assert stopped > 40


def test_solve_goes_on_with_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole layers and beams that run out of memory give way to the search in chunks, which gives the same answers."""
    given_way = 0

    class Forgetful(Search):
        def __init__(self, deal: Deal, options: Options, *, max_bytes: int, **others: Any) -> None:
            nonlocal given_way
            given_way += options.memo
            super().__init__(deal, options, max_bytes=max_bytes if options.memo else 2000, **others)

    monkeypatch.setattr(dfs, "Search", Forgetful)
    monkeypatch.setattr(dfs, "CHUNK_WIDTHS", (2,))
    for deal, truth in solved_deals(8, 150):
        outcome = dfs.solve(deal, "cards", Budget())
        assert (outcome.stopped_by, outcome.cards_left_bound) == (None, truth.cards_left_bound)
        assert verify(deal, outcome.line).cards_left == truth.cards_left_bound
    assert given_way > 50


COSTS = {"turns": Cost.TURNS, "tricks": Cost.TRICKS}


def cost_of(deal: Deal, search_line: Line, objective: Objective) -> int:
    report = verify(deal, search_line)
    return report.turns if objective == "turns" else report.tricks


@pytest.mark.parametrize("objective", ["turns", "tricks"])
def test_optimum_of_other_objectives(objective: Objective) -> None:
    """The line leaves the fewest cards at the least cost, and both are proven."""
    needed = 0
    for deal, truth in solved_deals(9, 500, objective=objective):
        outcome = dfs.solve(deal, objective, Budget())
        assert verify(deal, outcome.line).cards_left == outcome.cards_left_bound == truth.cards_left_bound
        assert cost_of(deal, outcome.line, objective) == outcome.bound == truth.bound
        assert outcome.stopped_by is None
        needed += outcome.bound > 0
    assert needed > 100


@pytest.mark.parametrize("objective", ["turns", "tricks"])
@pytest.mark.parametrize(
    "options", [Options(), Options(dominance=False), Options(dead_cards=False), Options(3, memo=True)]
)
def test_cost_limits(objective: Objective, options: Options) -> None:
    """With the optimum as the limit a complete search succeeds, with one less it fails, whatever is switched off."""
    for deal, truth in solved_deals(10, 100, objective=objective):
        for limit in (truth.bound, truth.bound - 1):
            goal = Goal(truth.cards_left_bound, COSTS[objective], limit)
            search = Search(deal, options, dead_limit=truth.cards_left_bound, goal=goal)
            if limit < 0 or (limit == 0 and objective == "turns"):
                continue
            while search.run(20) == Status.RUNNING:
                pass
            assert search.kernel.status == (Status.WON if limit == truth.bound else Status.EXHAUSTED)
            if limit == truth.bound:
                assert cost_of(deal, search.line(), objective) == limit


@pytest.mark.parametrize("objective", ["turns", "tricks"])
def test_other_objectives_under_a_node_budget(objective: Objective) -> None:
    """Whatever the budget, the bound is no more than the optimum and the line no better; and it is the same twice."""
    for deal, truth in solved_deals(11, 40, objective=objective):
        for nodes in (1, 5, 20, 100):
            outcome = dfs.solve(deal, objective, Budget(max_nodes=nodes))
            assert outcome == dfs.solve(deal, objective, Budget(max_nodes=nodes))
            assert outcome.nodes <= nodes
            left = verify(deal, outcome.line).cards_left
            assert left is not None
            assert outcome.cards_left_bound <= truth.cards_left_bound <= left
            if left == truth.cards_left_bound:
                assert outcome.bound <= truth.bound <= cost_of(deal, outcome.line, objective)
