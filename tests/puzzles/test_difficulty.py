"""Difficulty: verdicts on choices against brute force, features of small puzzles by hand, and the score's laws."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from math import log2
from typing import Any

import pytest

from benchmarks.random_deals import solved_deals
from puzzles.difficulty import VERSION, assess
from puzzles.difficulty.bottlenecks import bottlenecks
from puzzles.difficulty.decisions import Choice, Decision, Judge, Lay, choices_of, decisions
from puzzles.difficulty.features import CHOICE_BUDGET, MOST_DECISIONS, SAMPLE, Features
from puzzles.difficulty.formula import CUTS, HALF, WEIGHTS, score_of, tier_of
from puzzles.players.ladder import LADDER
from puzzles.players.rollouts import Rollouts
from puzzles.puzzle import TIERS, Goal
from solver import Budget, InputError, Rules, parse_line, solve, verify
from solver.result import OBJECTIVES, Objective
from solver.the_game.deal import Deal, deal_from_json
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.notation import Play
from solver.the_game.rules import Position
from tests.conftest import ROOT
from tests.the_game.corners import CORNERS

nx: Any = import_module("networkx")  # it comes without types

Ends = frozenset[tuple[int, int, int]]
"""(cards left, turns, tricks) of every line from a position."""


@cache
def ends(position: Position, laid: bool) -> Ends:
    """How every line from here ends. ``laid``: does the turn under way count already?"""
    found = {(position.cards_left, 0, 0)}
    if position.may_end_turn and not position.won:
        found |= ends(position.end_turn(), False)
    for card, pile in position.plays():
        trick = position.is_trick(card, pile)
        found |= {
            (left, turns + (not laid), tricks + trick) for left, turns, tricks in ends(position.play(card, pile), True)
        }
    return frozenset(found)


def keeps(goal: Goal, choice: Choice) -> bool:
    """By brute force: can the goal be reached after the choice?"""
    for left, turns, tricks in ends(choice.after, choice.laid):
        costs = {"cards": left, "turns": choice.turns + turns, "tricks": choice.tricks + tricks}
        if left <= goal.cards_left and costs[goal.objective] <= goal.value:
            return True
    return False


def puzzles(objective: Objective, count: int) -> Iterator[tuple[Deal, Goal]]:
    """Small deals with the goal to do best, as brute force says."""
    for deal, outcome in solved_deals(5, count, objective=objective):
        left = verify(deal, outcome.line).cards_left or 0
        yield deal, Goal("line", objective, left if objective == "cards" else outcome.bound, left)


# -- verdicts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_verdicts_are_those_of_brute_force(objective: Objective) -> None:
    seen = {True: 0, False: 0, None: 0}
    for deal, goal in puzzles(objective, 60):
        judge = Judge(goal, CHOICE_BUDGET)
        for decision in decisions(deal, parse_line(solve(deal, objective=objective).line)):
            assert keeps(goal, decision.choices[decision.taken])
            for choice in decision.choices:
                found = judge.verdict(choice).keeps
                seen[found] += 1
                assert found in (None, keeps(goal, choice))
    assert seen[True] > 200
    assert seen[False] > 100
    assert seen[None] == 0


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_what_the_budget_leaves_open_is_no_verdict(objective: Objective) -> None:
    seen = {True: 0, False: 0, None: 0}
    for deal, goal in puzzles(objective, 30):
        judge = Judge(goal, Budget(max_nodes=8))
        for decision in decisions(deal, parse_line(solve(deal, objective=objective).line)):
            for choice in decision.choices:
                found = judge.verdict(choice).keeps
                seen[found] += 1
                assert found in (None, keeps(goal, choice))
    assert min(seen.values()) > 10


def test_first_choices_of_the_known_cases() -> None:
    compared = 0
    for text in (ROOT / "tests/data/toy_truth.jsonl").read_text().splitlines():
        case = json.loads(text)
        deal, truth = deal_from_json(case["deal"]), case["truth"]
        expected = {(play["card"], play["pile"]): play["wins"] for play in truth["first_plays"]}
        choices = list(choices_of(deal.starts(), 0, 0, deal.played_this_turn > 0))
        judge = Judge(Goal(), CHOICE_BUDGET)
        found = {choice.lay: judge.verdict(choice).keeps for choice in choices}
        assert found.pop(None, None) == truth["end_turn_wins"]
        for number, top in enumerate(deal.tops):
            for card in sorted(card for hand in deal.hands for card in hand):
                wins = expected.pop((card, deal.rules.pile_name(number)), None)
                assert wins is found.get(Lay(card, deal.rules.is_ascending(number), top))
                compared += wins is not None
        assert not expected
    assert compared > 1000


# -- decisions -----------------------------------------------------------------------------------------------------

ONE_PILE = Rules(high=30, ascending=1, descending=0, hand_size=4, min_plays=1)


def looks(decision: Decision) -> list[tuple[int | None, int]]:
    return [(choice.lay.card if choice.lay else None, choice.looks) for choice in decision.choices]


def test_the_natural_choice_is_that_of_the_player() -> None:
    compared = 0
    for deal, _ in puzzles("cards", 120):
        choices = tuple(choices_of(deal.starts(), 0, 0, False))
        if not choices or len({start.deck for start in deal.starts()}) > 1:
            continue  # nothing to do, or somebody would draw first, whom the player never chooses
        natural = choices[Decision(choices, 0).natural].lay
        first = next(Rollouts(deal, LADDER["gap"]).games(1)).first
        if first is None:
            assert natural is None
        else:
            number = deal.rules.pile_names.index(first.pile)
            assert natural == Lay(first.card, deal.rules.is_ascending(number), deal.tops[number])
            compared += 1
    assert compared > 80


def test_choices_of_a_short_line() -> None:
    deal = Deal(ONE_PILE, ((4, 14, 20),), (), (3,), 0)
    found = list(decisions(deal, parse_line("14@A1 4@A1* | 20@A1")))
    assert [looks(decision) for decision in found] == [
        [(4, 1), (14, 11), (20, 17)],
        [(None, 2), (4, -10), (20, 6)],
        [(None, 2), (20, 16)],
    ]
    assert [decision.taken for decision in found] == [1, 1, 0]
    assert [decision.natural for decision in found] == [0, 1, 0]
    last = found[-1].choices
    assert [(choice.turns, choice.tricks) for choice in last] == [(1, 1), (1, 1)]


def test_equal_piles_are_one_choice() -> None:
    deal = Deal(replace(ONE_PILE, ascending=2), ((4, 20),), ())
    first = next(decisions(deal, parse_line("4@A2 20@A2")))
    assert looks(first) == [(4, 3), (20, 19)]
    assert first.taken == 0


def test_whoever_may_start_has_choices() -> None:
    deal = Deal(replace(ONE_PILE, ascending=1), ((4,), (20,)), ())
    first = next(decisions(deal, parse_line("p0: 4@A1 | p1: 20@A1")))
    assert looks(first) == [(4, 3), (20, 19)]


# -- features ------------------------------------------------------------------------------------------------------


def test_features_of_a_puzzle_worked_out_by_hand() -> None:
    # Only 20 at the beginning, and 20 after the 4, lose.
    deal = Deal(ONE_PILE, ((4, 14, 20),), (), (3,), 0)
    difficulty = assess(deal, Goal(), solution=parse_line("4@A1 14@A1 20@A1"))
    assert difficulty.version == VERSION
    features = difficulty.features
    expected = {
        "cards": 3, "players": 1, "decisions": 3, "measured": 3, "start_share": 2 / 3, "mean_share": 7 / 9,
        "undecided": 0, "bits": 2 * log2(3 / 2), "only_plays": 0, "only_run": 0, "traps": 0, "trap_depth": 0,
        "counterintuitive": 0, "detour": 0, "tricks": 0, "tricks_needed": 0, "bottlenecks": 0, "win_gap": 1,
        "win_tricks": 1, "win_ahead": 1,
    }  # fmt: skip
    assert {name: features[name] for name in expected} == pytest.approx(expected, abs=1e-4)


def test_features_are_those_that_brute_force_counts() -> None:
    traps = 0
    for deal, goal in puzzles("cards", 60):
        solution = parse_line(solve(deal).line)
        features = assess(deal, goal, solution=solution).features
        shares, losses, only, hidden = [], [], "", 0
        for decision in decisions(deal, solution):
            good = [choice for choice in decision.choices if keeps(goal, choice)]
            shares.append(len(good) / len(decision.choices))
            only += "x" if len(good) == 1 else " "
            hidden += min(choice.looks for choice in good) > min(choice.looks for choice in decision.choices)
            natural = decision.choices[decision.natural]
            if natural not in good:
                fewest = min(left for left, _, _ in ends(natural.after, natural.laid))
                losses.append(natural.after.cards_left - fewest)
        assert features["decisions"] == len(shares)
        if len(shares) <= MOST_DECISIONS:
            assert features["start_share"] == pytest.approx(shares[0] if shares else 1, abs=1e-4)
            assert features["mean_share"] == pytest.approx(sum(shares) / max(1, len(shares)) or 1, abs=1e-4)
            assert (features["traps"], features["trap_depth"]) == (len(losses), max(losses, default=0))
            assert features["counterintuitive"] == hidden
            assert features["only_plays"] == only.count("x")
            assert features["only_run"] == max(map(len, only.split()), default=0)
            traps += len(losses)
    assert traps > 5


def test_a_position_that_every_win_passes() -> None:
    # After the 4, which has to go first; then the turn may go on or end.
    assert bottlenecks(Deal(ONE_PILE, ((4, 20),), (), (3,), 0)) == 1
    assert bottlenecks(Deal(ONE_PILE, ((4, 20),), (), (25,), 0)) is None
    assert bottlenecks(Deal(ONE_PILE, ((4,),), (), (3,), 0)) == 0


def test_bottlenecks_are_the_dominators() -> None:
    """By networkx, in a graph whose positions are merged in no way but by being equal, the won ones apart."""
    found = 0
    for deal, outcome in solved_deals(8, 60, players=1):
        if outcome.cards_left_bound or deal.rules.ascending > 1 or deal.rules.descending > 1:
            continue
        graph = nx.DiGraph()
        start = deal.starts()[0]
        todo = [start]
        while todo:
            position = todo.pop()
            for choice in choices_of((position,), 0, 0, True):
                after: Position | str = "won" if choice.after.won else choice.after
                if after not in graph and isinstance(after, Position):
                    todo.append(after)
                graph.add_edge(position, after)
        if "won" not in graph:
            continue
        wins = graph.subgraph({"won", *nx.ancestors(graph, "won")})
        passed, node = 0, nx.immediate_dominators(wins, start).get("won")
        while node not in (start, None):
            passed, node = passed + 1, nx.immediate_dominators(wins, start)[node]
        assert bottlenecks(deal) in (passed, None)
        found += passed > 0
    assert found > 5


def test_long_solutions_are_sampled() -> None:
    deal = deal_from_seed(Rules(), 1, "3")
    features = assess(deal, Goal()).features
    assert (features["decisions"] or 0) > MOST_DECISIONS
    assert features["measured"] == SAMPLE
    assert features["only_run"] is None
    assert features["tricks_needed"] is None


def test_win_rates_are_those_of_the_roll_outs() -> None:
    deal = deal_from_seed(Rules(high=21, hand_size=3, min_plays=1, ascending=1, descending=1), 1, "2")
    features = assess(deal, Goal()).features
    for name, player in LADDER.items():
        games = list(Rollouts(deal, player).games(200))
        assert features[f"win_{name}"] == pytest.approx(sum(not game.cards_left for game in games) / 200, abs=1e-4)


def test_a_play_alone_is_asked_for() -> None:
    # 4, the smallest gap, keeps the goal; so does 14, and the random player lays each of the three as often.
    deal = Deal(ONE_PILE, ((4, 14, 20),), (), (3,), 0)
    features = assess(deal, Goal("play"), solution=parse_line("4@A1 14@A1 20@A1")).features
    assert features["win_gap"] == features["win_ahead"] == 1
    games = Rollouts(deal, LADDER["random"]).games(200)
    right = sum(game.first in (Play(4, "A1"), Play(14, "A1")) for game in games)
    assert features["win_random"] == pytest.approx(right / 200)
    assert 0.5 < right / 200 < 0.8


@pytest.mark.parametrize(
    ("deal", "goal"),
    [
        (CORNERS["an empty hand in mid-turn"], Goal()),
        (CORNERS["an empty hand in mid-turn"], Goal("play")),
        (Deal(ONE_PILE, ((),)), Goal()),
        (Deal(ONE_PILE, ((3,),)), Goal("play")),
    ],
)
def test_puzzles_that_solve_themselves(deal: Deal, goal: Goal) -> None:
    found = assess(deal, goal)
    assert found.features["measured"] == found.features["decisions"] == found.features["bits"] == 0
    assert found.features["start_share"] == found.features["mean_share"] == 1
    assert all(found.features[f"win_{name}"] == 1 for name in LADDER)
    assert (found.score, found.tier) == (0, "easy")


@pytest.mark.parametrize("name", CORNERS)
def test_corners_are_assessed(name: str) -> None:
    for objective in OBJECTIVES:
        result = solve(CORNERS[name], objective=objective)
        goal = Goal("line", objective, result.value, result.cards_left)
        difficulty = assess(CORNERS[name], goal)
        assert difficulty == assess(CORNERS[name], goal, solution=parse_line(result.line))
        assert 0 <= difficulty.score <= 100


def test_what_is_no_solution_is_refused() -> None:
    deal = Deal(ONE_PILE, ((4, 14, 20),), (), (3,), 0)
    with pytest.raises(InputError, match="solution"):
        assess(deal, Goal(), solution=parse_line("20@A1"))
    with pytest.raises(InputError, match="solution"):
        assess(deal, Goal(), solution=parse_line("14@A1 5@A1"))
    with pytest.raises(InputError, match="solution"):
        assess(deal, Goal("line", "tricks", 0, 0), solution=parse_line("14@A1 4@A1 20@A1"))
    with pytest.raises(InputError, match="budget"):
        assess(deal_from_seed(Rules(), 1, "1"), Goal(), budget=Budget(max_nodes=1))


def test_ctrl_c_ends_the_assessment(monkeypatch: pytest.MonkeyPatch) -> None:
    result = replace(solve(deal_from_seed(Rules(), 1, "1"), budget=Budget(max_nodes=1)), stopped_by="interrupt")
    monkeypatch.setattr("puzzles.difficulty.decisions.solve", lambda *_, **__: result)
    with pytest.raises(KeyboardInterrupt):
        assess(deal_from_seed(Rules(), 1, "1"), Goal())


# -- the score -----------------------------------------------------------------------------------------------------


def some_features() -> list[Features]:
    deals = [deal_from_seed(Rules(high=21, hand_size=3, ascending=1, descending=1), 1, str(seed)) for seed in range(8)]
    return [assess(deal, Goal()).features for deal in deals if solve(deal).cards_left == 0]


def test_the_score_falls_when_a_player_wins_more() -> None:
    compared = 0
    for features in some_features():
        for name in LADDER:
            rate = features[f"win_{name}"] or 0
            if rate < 0.9:
                assert score_of(features | {f"win_{name}": rate + 0.1}) < score_of(features)
                compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    "name", ["bits", "counterintuitive", "traps", "trap_depth", "only_plays", "decisions", "left_mean"]
)
def test_the_score_rises_with_what_makes_it_hard(name: str) -> None:
    for features in some_features():
        assert score_of(features | {name: (features[name] or 0) + 1}) > score_of(features)


def test_the_weights_are_a_hundred_points() -> None:
    assert sum(WEIGHTS.values()) == 100
    nothing: Features = dict.fromkeys(some_features()[0], 0)
    assert score_of(nothing | {f"win_{name}": 1 for name in LADDER}) == 0


def test_tiers_are_cut_from_the_score() -> None:
    assert [tier_of(cut) for cut in CUTS] == list(TIERS[1:])
    assert [tier_of(cut - 0.1) for cut in CUTS] == list(TIERS[:-1])
    assert (tier_of(0), tier_of(100)) == (TIERS[0], TIERS[-1])


def test_golden_difficulties() -> None:
    found = [
        assess(deal_from_seed(Rules(high=31, hand_size=4, ascending=1, descending=1), 1, seed), Goal()) for seed in "12"
    ]
    assert [(difficulty.score, difficulty.tier) for difficulty in found] == [(44.4, "medium"), (66.7, "hard")]


@pytest.mark.parametrize(
    ("rules", "seed", "undecided", "bits"),
    [
        (Rules(hand_size=6), "0", 0.5646, 228.8571),
        (Rules(high=50, hand_size=5, ascending=1, descending=1), "6", 0.0455, 51.8564),
    ],
)
def test_what_stays_undecided_is_part_of_the_version(rules: Rules, seed: str, undecided: float, bits: float) -> None:
    """If the engine now decides other choices with as many nodes, published difficulties change: raise ``VERSION``."""
    features = assess(deal_from_seed(rules, 1, seed), Goal()).features
    assert (features["undecided"], features["bits"]) == (undecided, bits)


def test_the_example_of_the_documentation(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "difficulty.md").read_text(encoding="utf-8")
    example = re.search(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert example is not None
    exec(example[1], {})
    assert capsys.readouterr().out == example[2]


def test_the_documentation_has_every_feature_and_weight() -> None:
    page = (ROOT / "docs" / "difficulty.md").read_text(encoding="utf-8")
    names = [name for name in some_features()[0] if not name.startswith("win_")]
    assert [name for name in names if f"`{name}`" not in page] == []
    for hardship, weight in WEIGHTS.items():
        half = f"{HALF[hardship]:g} " if hardship in HALF else ""
        assert re.search(rf"^\| {hardship} \| {weight} \| [^|]+ \| {half}\|$", page, re.MULTILINE)
    assert "From {:g} points on a puzzle is medium, from {:g} hard, from {:g} expert.".format(*CUTS) in page
