from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from benchmarks.random_deals import solved_deals
from solver.budget import Budget
from solver.errors import InputError
from solver.result import OBJECTIVES, Objective
from solver.the_game import reference
from solver.the_game.deal import Deal, deal_from_json
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.notation import Line, parse_line
from solver.the_game.outcome import Outcome, Progress
from solver.the_game.referee import verify
from solver.the_game.reference import FirstValues, PlayValue, Value, solve, values
from solver.the_game.rules import Rules

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parents[1] / "data" / "toy_truth.jsonl").read_text().splitlines()
]


def small_rules(**parameters: Any) -> Rules:
    """Cards 2 to 9, one ascending pile, no trick, at least one card a turn, unless said otherwise."""
    plain: dict[str, Any] = {"high": 9, "ascending": 1, "descending": 0, "step": 0, "min_plays": 1}
    return Rules(**(plain | parameters))


def replayed(deal: Deal, outcome: Outcome) -> Value:
    """What the referee finds the line of an outcome to be worth."""
    report = verify(deal, outcome.line)
    assert report.legal, report.fault
    assert report.cards_left is not None
    return Value(report.cards_left, report.turns, report.tricks)


def assert_optimum(deal: Deal, objective: Objective, outcome: Outcome, cards_left: int, bound: int) -> None:
    assert (outcome.stopped_by, outcome.cards_left_bound, outcome.bound) == (None, cards_left, bound)
    assert replayed(deal, outcome).rank(objective) == (cards_left, bound)


# -- cases with known answers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_values_of_first_moves_of_known_cases(case: dict[str, Any]) -> None:
    truth = case["truth"]
    found = values(deal_from_json(case["deal"]))
    listed = {(play.card, play.pile, play.value.cards_left) for play in found.plays}
    assert listed == {(play["card"], play["pile"], play["cards_left"]) for play in truth["first_plays"]}
    assert len(found.plays) == len(truth["first_plays"])
    assert sum(play.value.cards_left == 0 for play in found.plays) == truth["winning_first_plays"]
    assert (None if found.end_turn is None else found.end_turn.cards_left == 0) == truth["end_turn_wins"]

    # The best first move is worth what the whole deal is worth, except where nothing can be done at all.
    moves = [play.value for play in found.plays] + ([] if found.end_turn is None else [found.end_turn])
    if moves:
        assert min(value.rank("turns") for value in moves) == (truth["cards_left"], truth["turns"])
        assert min(value.rank("tricks") for value in moves) == (truth["cards_left"], truth["tricks"])
    else:
        assert (truth["turns"], truth["tricks"]) == (0, 0)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_lines_of_known_cases(case: dict[str, Any], objective: Objective) -> None:
    """Optimal and worth what is claimed; or, where the small budget does not suffice, legal and without any claim."""
    deal, truth = deal_from_json(case["deal"]), case["truth"]
    outcome = solve(deal, objective, Budget(max_nodes=1000))
    if outcome.stopped_by is None:
        bound = truth["cards_left" if objective == "cards" else objective]
        assert_optimum(deal, objective, outcome, truth["cards_left"], bound)
        assert (outcome.cards_left_bound == 0) == truth["winnable"]
    else:
        assert (outcome.stopped_by, outcome.nodes) == ("nodes", 1000)
        assert (outcome.cards_left_bound, outcome.bound) == (0, 0)
        assert replayed(deal, outcome).cards_left >= truth["cards_left"]


def test_the_small_budget_decides_most_known_cases() -> None:
    """Keeps the test above from becoming empty."""
    stopped = [solve(deal_from_json(case["deal"]), budget=Budget(max_nodes=1000)).stopped_by for case in CASES]
    assert stopped.count(None) > len(CASES) // 2


# -- deals small enough to reason about ------------------------------------------------------------------------


def test_one_ascending_pile_takes_cards_in_order() -> None:
    # 2 3 4 in order is the only win; what is skipped can never be laid again.
    deal = Deal(small_rules(), ((2, 3, 4),))
    assert values(deal) == FirstValues(
        (
            PlayValue(0, 2, "A1", Value(0, 1, 0)),
            PlayValue(0, 3, "A1", Value(1, 1, 0)),
            PlayValue(0, 4, "A1", Value(2, 1, 0)),
        ),
        end_turn=None,
    )
    assert solve(deal).line == parse_line("2@A1 3@A1 4@A1")


def test_fewest_turns_and_fewest_tricks_can_exclude_each_other() -> None:
    # Four cards and a hand of two take two turns at least: 2 and 6, then 3 as a trick and 5. Without a trick 6 comes
    # last, and then 2, 3 and 5 are drawn for one at a time.
    deal = Deal(small_rules(high=6, step=3, hand_size=2), ((2, 6),), (3, 5))
    fast, straight = solve(deal, "turns"), solve(deal, "tricks")
    assert (fast.bound, replayed(deal, fast)) == (2, Value(0, 2, 1))
    assert (straight.bound, replayed(deal, straight)) == (0, Value(0, 3, 0))
    assert straight.line == parse_line("2@A1 | 3@A1 | 5@A1 6@A1")
    assert values(deal).plays[0] == PlayValue(0, 2, "A1", Value(0, 2, 0))


def test_cards_of_a_turn_that_gets_stuck_are_played_and_the_turn_counts() -> None:
    # Two cards must be laid first, 2 and 4; of 3 and 5 only 5 fits then, and the minimum of two stays out of reach.
    deal = Deal(small_rules(hand_size=2, min_plays=2, min_plays_empty=2), ((2, 4),), (3, 5))
    outcome = solve(deal, "turns")
    assert_optimum(deal, "turns", outcome, cards_left=1, bound=2)
    assert outcome.line == parse_line("2@A1 4@A1 | 5@A1")


def test_in_mid_turn_ending_it_may_be_all_that_wins() -> None:
    # 4 now would lock 3 out. The turn under way counts only if a card is laid in it from now on.
    deal = Deal(small_rules(hand_size=2), ((4,),), (3,), piles=(2,), to_play=0, played_this_turn=1)
    assert values(deal) == FirstValues((PlayValue(0, 4, "A1", Value(1, 1, 0)),), end_turn=Value(0, 1, 0))
    outcome = solve(deal, "turns")
    assert_optimum(deal, "turns", outcome, cards_left=0, bound=1)
    assert outcome.line == parse_line("| 3@A1 4@A1")


def test_in_mid_turn_the_turn_counts_from_the_next_card_on() -> None:
    # The minimum of three asks for one card more; then 5 is drawn, so that there are two turns.
    deal = Deal(small_rules(hand_size=3, min_plays=3), ((4,),), (5,), piles=(3,), to_play=0, played_this_turn=2)
    outcome = solve(deal, "turns")
    assert_optimum(deal, "turns", outcome, cards_left=0, bound=2)
    assert outcome.line == parse_line("4@A1 | 5@A1")


def test_the_team_chooses_who_starts() -> None:
    hands = ((3,), (2,))
    chosen, forced = Deal(small_rules(hand_size=1), hands), Deal(small_rules(hand_size=1), hands, to_play=0)
    assert solve(chosen).line == parse_line("p1: 2@A1 | p0: 3@A1")
    assert values(chosen).plays == (PlayValue(0, 3, "A1", Value(1, 1, 0)), PlayValue(1, 2, "A1", Value(0, 2, 0)))
    assert_optimum(forced, "cards", solve(forced), cards_left=1, bound=1)


def test_an_empty_hand_draws_and_passes_without_a_turn_that_counts() -> None:
    # Player 0 only draws 4; player 1 has to begin with 2 and draws 3, which comes after 4 and is lost.
    deal = Deal(small_rules(hand_size=1), ((), (2,)), (4, 3), to_play=0)
    outcome = solve(deal, "turns")
    assert_optimum(deal, "turns", outcome, cards_left=1, bound=2)
    assert outcome.line == parse_line("p1: 2@A1 | p0: 4@A1")


def test_nothing_to_play_is_won_and_nothing_that_fits_is_lost() -> None:
    won, lost = Deal(small_rules(), ((),)), Deal(small_rules(), ((2, 3),), piles=(9,), to_play=0)
    assert solve(won, "turns") == Outcome(Line(), 0, 0, nodes=1)
    assert solve(lost, "turns") == Outcome(Line(), 2, 0, nodes=1)
    assert solve(lost, "cards") == Outcome(Line(), 2, 2, nodes=1)
    assert values(won) == values(lost) == FirstValues((), None)


def test_the_longest_possible_line() -> None:
    # 126 cards in order, one at a time: each is laid and, as there is a hand of one, ends its turn.
    deal = Deal(small_rules(high=127, hand_size=1), ((2,),), tuple(range(3, 128)))
    outcome = solve(deal, "turns")
    assert_optimum(deal, "turns", outcome, cards_left=0, bound=126)


# -- random deals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_lines_of_random_deals_are_worth_what_is_claimed(objective: Objective) -> None:
    for deal, outcome in solved_deals(1, 100, objective=objective):
        assert_optimum(deal, objective, outcome, outcome.cards_left_bound, outcome.bound)


# -- budgets ---------------------------------------------------------------------------------------------------

MIDDLING = deal_from_json(next(case["deal"] for case in CASES if case["id"] == "shared-0022"))
"""Winnable; brute force takes 4,823 nodes."""


class Clock:
    """Stands in for the clock of the engine: every look at it takes one second."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._seconds = count()
        monkeypatch.setattr(reference, "monotonic", lambda: float(next(self._seconds)))


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_node_budget(objective: Objective) -> None:
    deal, whole = next((d, o) for d, o in solved_deals(3, 50, objective=objective) if 100 <= o.nodes <= 200)
    best_so_far: list[tuple[int, int]] = []
    for nodes in range(1, whole.nodes):
        outcome = solve(deal, objective, Budget(max_nodes=nodes))
        assert (outcome.stopped_by, outcome.nodes) == ("nodes", nodes)
        assert (outcome.cards_left_bound, outcome.bound) == (0, 0)
        best_so_far.append(replayed(deal, outcome).rank(objective))
    assert best_so_far == sorted(best_so_far, reverse=True)
    assert best_so_far[-1] >= (whole.cards_left_bound, whole.bound)
    assert solve(deal, objective, Budget(max_nodes=whole.nodes)) == whole


def test_memory_is_bounded_by_positions() -> None:
    outcome = solve(MIDDLING, budget=Budget(memory_mib=1))
    assert (outcome.stopped_by, outcome.nodes) == ("memory", 2**20 // reference.BYTES_PER_POSITION)
    assert (outcome.cards_left_bound, outcome.bound) == (0, 0)
    assert 0 <= replayed(MIDDLING, outcome).cards_left < MIDDLING.cards_left


def test_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    # One look at the clock at the beginning and one before each node: at second 11 the eleventh node is not begun.
    Clock(monkeypatch)
    outcome = solve(MIDDLING, budget=Budget(time_limit=10.5))
    assert (outcome.stopped_by, outcome.nodes) == ("time", 10)
    assert outcome.line == solve(MIDDLING, budget=Budget(max_nodes=10)).line


def test_progress_is_reported_while_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)
    reports: list[Progress] = []
    outcome = solve(MIDDLING, budget=Budget(max_nodes=100), progress=reports.append)
    assert [report.nodes for report in reports] == list(range(1, 100))
    assert reports[-1].best_cards_left == replayed(MIDDLING, outcome).cards_left
    assert {(report.phase, report.cards_left_bound) for report in reports} == {("reference", 0)}


@pytest.mark.parametrize("objective", ["turns", "tricks"])
def test_progress_shows_the_gap_once_nothing_is_left(monkeypatch: pytest.MonkeyPatch, objective: Objective) -> None:
    Clock(monkeypatch)
    deal = deal_from_seed(Rules(high=11, hand_size=3), 1, "1")
    reports: list[Progress] = []
    outcome = solve(deal, objective, Budget(max_nodes=2000), progress=reports.append)
    best = replayed(deal, outcome)
    assert best.cards_left == 0
    for report in reports:
        assert (report.gap is None) == (report.best_cards_left > 0)
    gaps = [report.gap for report in reports if report.gap is not None]
    assert {(gap.objective, gap.bound) for gap in gaps} == {(objective, 0)}
    assert [gap.value for gap in gaps] == sorted((gap.value for gap in gaps), reverse=True)
    assert gaps[-1].value == best.rank(objective)[1]


def test_no_progress_while_no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "monotonic", lambda: 0.0)
    reports: list[Progress] = []
    solve(MIDDLING, budget=Budget(max_nodes=100), progress=reports.append)
    assert reports == []


def test_an_interrupt_keeps_the_best_line(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)

    def interrupt(progress: Progress) -> None:
        if progress.nodes == 50:
            raise KeyboardInterrupt

    outcome = solve(MIDDLING, progress=interrupt)
    assert (outcome.stopped_by, outcome.nodes) == ("interrupt", 50)
    assert (outcome.cards_left_bound, outcome.bound) == (0, 0)
    assert outcome.line == solve(MIDDLING, budget=Budget(max_nodes=50)).line


def test_an_interrupt_before_the_first_node_leaves_an_empty_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(reference, "_moves", interrupt)
    assert solve(MIDDLING) == Outcome(Line(), 0, 0, nodes=0, stopped_by="interrupt")


def test_values_are_all_known_or_refused() -> None:
    with pytest.raises(InputError, match="too large for brute force: the nodes budget was spent after 100 nodes"):
        values(MIDDLING, Budget(max_nodes=100))


def test_a_full_deal_under_a_small_budget() -> None:
    deal = Deal(Rules(), (tuple(range(2, 10)),), tuple(range(10, 100)))
    outcome = solve(deal, budget=Budget(max_nodes=200))
    assert (outcome.stopped_by, outcome.nodes) == ("nodes", 200)
    assert replayed(deal, outcome).cards_left == 0  # in this order the first way down lays every card
