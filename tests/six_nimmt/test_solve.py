"""The search against brute force, for every objective; scripts, post-mortems, budgets."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from solver.budget import Budget
from solver.errors import EngineError, InputError
from solver.six_nimmt import search
from solver.six_nimmt._layers import DONE, UNBOUNDED
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import deal_from_seed, decode
from solver.six_nimmt.looks import Stop
from solver.six_nimmt.objectives import Objective
from solver.six_nimmt.record import parse_record
from solver.six_nimmt.referee import play_script, play_turn, replay
from solver.six_nimmt.rules import Rules
from solver.six_nimmt.show import verdict_line
from solver.six_nimmt.solve import solve
from tests.six_nimmt.deals import Taken, best, best_for_first, every_way, random_deal


def value_of(objective: Objective, players: int) -> Callable[[Taken], int]:
    """The objective for seat 0 as a number to be made small, in whole numbers."""
    return {
        "own": lambda taken: taken[0],
        "margin": lambda taken: (players - 1) * taken[0] - sum(taken[1:]),
        "inflict": lambda taken: -sum(taken[1:]),
        "total": sum,
    }[objective]


def scale(objective: Objective, players: int) -> int:
    return {"margin": players - 1, "inflict": -1}.get(objective, 1)


def check(deal: Deal, objective: Objective) -> None:
    """The result is what brute force finds, and its line reaches it."""
    value, ways, orders = best(deal, value_of(objective, deal.players))
    result = solve(deal, objective=objective)
    expected = Fraction(value, scale(objective, deal.players))
    assert (result.value, result.bound) == (expected, expected)
    assert (result.optimal_lines, result.optimal_orders) == (ways, orders)
    assert (result.status, result.optimal, result.stopped_by) == ("solved", True, None)
    played = replay(deal, parse_record(result.line))
    assert played.legal
    assert played.deal.turns_left == 0
    assert played.deal.taken == result.taken
    assert value_of(objective, deal.players)(played.deal.taken) == value


@pytest.mark.parametrize("objective", ["own", "margin", "inflict"])
def test_one_seat_is_brute_force_on_a_thousand_deals(objective: Objective) -> None:
    rng = random.Random(f"seat {objective}")
    for _ in range(1000):
        players = rng.choice((2, 2, 3, 4, 6))
        check(random_deal(rng, players, rng.choice((2, 3, 3, 4)), players - 1, rng.choice((60, 104))), objective)


def test_together_is_brute_force_on_a_thousand_deals() -> None:
    rng = random.Random("together")
    sizes = ((1, 4), (1, 5), (2, 2), (2, 3), (3, 2), (4, 2), (5, 1), (10, 1))
    for _ in range(1000):
        players, turns = rng.choice(sizes)
        check(random_deal(rng, players, turns, 0, rng.choice((60, 104))), "total")


def test_some_seats_together_against_scripts_of_the_others() -> None:
    rng = random.Random("some")
    for _ in range(200):
        check(random_deal(rng, 4, 2, rng.choice((1, 2)), 60), "total")


def test_every_card_below_all_ends() -> None:
    rng = random.Random("low")
    for _ in range(100):
        hands = tuple(tuple(sorted(hand)) for hand in (lambda c: (c[:3], c[3:]))(rng.sample(range(1, 40), 6)))
        rows = tuple((start, start + 1 + n) for n, start in enumerate(range(60, 100, 10)))
        deal = Deal(Rules(), rows, hands, script=(None, tuple(rng.sample(hands[1], 3))))
        for objective in ("own", "margin", "inflict", "total"):
            check(deal, objective)


def test_recorded_row_choices_are_used_in_order_and_then_the_cheapest_row() -> None:
    deal = Deal(
        Rules(),
        ((50, 55), (60,), (70,), (80,)),
        ((90, 91, 92), (1, 2, 3)),
        script=((90, 91, 92), (3, 2, 1)),
        row_choices=((), (1,)),
    )
    played = play_script(deal)
    assert [turn[0].row for turn in played.turns] == [1, 1, 1]
    assert [turn[0].bullheads for turn in played.turns] == [10, 1, 1]
    assert played.assumed == (2, 3)


# -- post-mortem -----------------------------------------------------------------------------------------------------


def best_from(deal: Deal, value: Callable[[Taken], int]) -> int:
    return min(value(taken) for _, taken in every_way(replace(deal, script=(None, *deal.script[1:]))))


@pytest.mark.parametrize("objective", ["own", "margin", "inflict"])
def test_the_regret_of_each_turn_is_what_brute_force_loses_by_it(objective: Objective) -> None:
    rng = random.Random(f"regret {objective}")
    for _ in range(40):
        deal = random_deal(rng, 3, 3, 3, 60)
        value, unit = value_of(objective, 3), scale(objective, 3)
        open_deal = replace(deal, script=(None, *deal.script[1:]), row_choices=((), *deal.row_choices[1:]))
        result = solve(deal, objective=objective, seat=0)
        assert result.value == Fraction(best(open_deal, value)[0], unit)
        now = deal
        for regret in result.post_mortem:
            opened = replace(now, script=(None, *now.script[1:]), row_choices=((), *now.row_choices[1:]))
            assert regret.best == Fraction(best_from(opened, value), unit)
            cards = {player: order[0] for player, order in enumerate(now.script) if order}
            others = {player: card for player, card in cards.items() if player}
            _, better = play_turn(opened, others | {0: regret.better}, regret.better_row)
            assert Fraction(best_from(better, value), unit) == regret.best
            _, now = play_turn(now, cards)
            opened = replace(now, script=(None, *now.script[1:]), row_choices=((), *now.row_choices[1:]))
            assert regret.made == Fraction(best_from(opened, value), unit)
            assert regret.card == cards[0]
            assert regret.regret == (regret.made - regret.best) * (-1 if objective == "inflict" else 1) >= 0
        assert len(result.post_mortem) == 3
        assert result.post_mortem[-1].made == Fraction(value(play_script(deal).deal.taken), unit)


# -- large ones ------------------------------------------------------------------------------------------------------


def scripted(players: int, seed: str) -> Deal:
    """A full deal in which everybody but player 0 plays the hand in an order that the seed gives."""
    deal, rng = deal_from_seed(Rules(), players, seed), random.Random(seed)
    return replace(deal, script=(None, *(tuple(rng.sample(hand, 10)) for hand in deal.hands[1:])))


def test_ten_full_hands() -> None:
    deal = scripted(10, "0")
    for objective in ("own", "margin", "inflict"):
        result = solve(deal, objective=objective)
        assert result.optimal
        assert search_without_bounds(deal, objective) == (result.value, result.optimal_lines)


@pytest.mark.parametrize("objective", ["own", "margin", "inflict"])
def test_bounds_cut_off_nothing_that_counts(objective: Objective) -> None:
    rng = random.Random(f"bounds {objective}")
    for _ in range(20):
        deal = random_deal(rng, rng.choice((2, 3, 5)), 7, 0)
        deal = replace(deal, script=(None, *(tuple(rng.sample(hand, 7)) for hand in deal.hands[1:])))
        result = solve(deal, objective=objective)
        assert search_without_bounds(deal, objective) == (result.value, result.optimal_lines)


@pytest.mark.parametrize("objective", ["margin", "inflict"])
def test_a_skeleton_from_any_layer_cuts_off_nothing_that_counts(
    objective: Objective, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"skeleton {objective}")
    weigh, begun = search._Search._weigh, []

    def noted(self: Any, skeleton: Any) -> bool:
        weighed = weigh(self, skeleton)
        begun.append(skeleton.first_turn)
        return weighed

    monkeypatch.setattr(search._Search, "_weigh", noted)
    for _ in range(300):
        monkeypatch.setattr(search, "_CROWD", rng.choice((1, 4, 12)))
        players = rng.choice((2, 3, 4, 6))
        check(random_deal(rng, players, rng.choice((3, 4)), players - 1, rng.choice((60, 104))), objective)
    for _ in range(10):
        monkeypatch.setattr(search, "_CROWD", rng.choice((1, 100, 1000)))
        players = rng.choice((2, 3, 5))
        deal = random_deal(rng, players, 7, players - 1)
        result = solve(deal, objective=objective)
        assert search_without_bounds(deal, objective) == (result.value, result.optimal_lines)
    assert len(begun) > 200
    assert {1, 2, 3} <= set(begun)


def search_without_bounds(deal: Deal, objective: Objective) -> tuple[Fraction | None, int]:
    """Value and number of ways for seat 0, from one search of all states."""
    players = deal.players
    unit = [tuple(int(player == seat) for player in range(players)) for seat in range(players)]
    weights = [value_of(objective, players)(heads) for heads in unit]
    layers = search.new_layers(deal, weights, 1 << 30)
    layers.begin(UNBOUNDED)
    while layers.advance(1_000_000) != DONE:
        pass
    return Fraction(layers.best or 0, scale(objective, players)), layers.ways


@pytest.mark.parametrize("objective", ["own", "margin", "inflict"])
def test_merging_states_loses_nothing_over_many_turns(objective: Objective) -> None:
    rng = random.Random(f"merging {objective}")
    for _ in range(12):
        players = rng.choice((2, 2, 3, 5))
        deal = random_deal(rng, players, 5, 0, rng.choice((50, 104)))
        deal = replace(deal, script=(None, *(tuple(rng.sample(hand, len(hand))) for hand in deal.hands[1:])))
        unit = [tuple(int(player == seat) for player in range(players)) for seat in range(players)]
        value, ways = best_for_first(deal, tuple(value_of(objective, players)(heads) for heads in unit))
        result = solve(deal, objective=objective)
        assert (result.value, result.optimal_lines) == (Fraction(value, scale(objective, players)), ways)


def test_row_and_player_order_change_names_only() -> None:
    rng = random.Random("laws")
    for _ in range(50):
        deal = replace(random_deal(rng, 3, 3, 2, 60), row_choices=())
        expected = solve(deal, objective="margin")
        turned = replace(deal, rows=deal.rows[::-1])
        moved = replace(deal, hands=deal.hands[::-1], script=deal.script[::-1], row_choices=(), taken=())
        for other in (turned, moved):
            found = solve(other, objective="margin")
            assert (found.value, found.optimal_lines) == (expected.value, expected.optimal_lines)


def test_an_order_that_allows_several_choices_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # 1 then 2: four rows for the 1, behind which the 2 goes. 2 then 1: four rows for each.
    deal = Deal(Rules(), ((50,), (60,), (70,), (80,)), ((1, 2), (90, 91)), script=(None, (90, 91)))
    result = solve(deal, objective="inflict")
    assert (result.optimal_lines, result.optimal_orders) == (4 + 16, 2)
    assert verdict_line(result).endswith("proven; 2 orders of the cards reach it, in 20 ways with choices of rows")
    monkeypatch.setattr(search, "_BYTES_A_BEGINNING", 1 << 60)
    result = solve(deal, objective="inflict")
    assert (result.status, result.optimal_lines, result.optimal_orders) == ("solved", 20, None)
    assert verdict_line(result).endswith("proven; 20 ways to reach it, with choices of rows")


def test_ctrl_c_while_orders_are_counted_keeps_what_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(search._Search, "_orders", interrupt)
    result = solve(scripted(2, "1"))
    assert result.value == 0
    assert (result.status, result.stopped_by, result.optimal_orders) == ("solved", "interrupt", None)


def test_time_that_runs_out_while_orders_are_counted_takes_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def time_up(_: object) -> None:
        raise Stop("time")

    monkeypatch.setattr(search._Search, "_count_orders", time_up)
    result = solve(scripted(2, "1"))
    assert result.optimal_lines is not None
    assert (result.status, result.stopped_by, result.optimal_orders) == ("solved", None, None)


def test_nobody_takes_a_row() -> None:
    deal = decode("sn1:h0n4/3p#5")
    result = solve(deal)
    assert result.objective == "total"
    assert result.value == 0
    assert result.taken == (0, 0, 0)


def test_empty_hands_are_solved() -> None:
    deal = Deal(Rules(), ((1,), (2,), (3,), (4,)), ((), ()))
    result = solve(deal)
    assert result.value == 0
    assert (result.optimal_lines, result.optimal_orders, result.line, result.taken) == (1, 1, "", (0, 0))


# -- budgets, wrong questions ----------------------------------------------------------------------------------------


def test_a_node_budget_ends_the_search_deterministically() -> None:
    deal = scripted(4, "1")
    results = [solve(deal, objective="inflict", budget=Budget(max_nodes=30_000)) for _ in range(2)]
    assert [(r.status, r.stopped_by, r.nodes, r.bound) for r in results] == [("unknown", "nodes", 30_000, None)] * 2
    assert results[0].line == results[1].line
    assert replay(deal, parse_record(results[0].line)).deal.taken == results[0].taken


def test_a_line_that_takes_nothing_is_proven_best_at_once() -> None:
    result = solve(scripted(4, "1"), budget=Budget(max_nodes=15_000))
    assert result.value == 0
    assert (result.status, result.stopped_by) == ("solved", "nodes")


def test_time_memory_and_interrupts_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = scripted(4, "1")
    assert solve(deal, budget=Budget(time_limit=1e-9)).stopped_by == "time"
    assert solve(deal, objective="inflict", budget=Budget(memory_mib=1)).stopped_by == "memory"

    def interrupt(_nodes: int) -> None:
        raise KeyboardInterrupt

    assert solve(deal, progress=interrupt).stopped_by == "interrupt"


def test_a_small_budget_covers_the_post_mortem_too() -> None:
    deal = scripted(2, "1")
    deal = replace(deal, script=(deal.hands[0], *deal.script[1:]))
    whole = solve(deal, seat=0)
    cut = solve(deal, seat=0, budget=Budget(max_nodes=whole.nodes - 1))
    assert len(whole.post_mortem) == 10
    assert len(cut.post_mortem) < 10
    assert (cut.stopped_by, cut.value, cut.status) == ("nodes", whole.value, "solved")


ROWS = ((10,), (20,), (30,), (40,))
OPEN = Deal(Rules(), ROWS, ((1, 2), (3, 4), (5, 6)))
ONE_OPEN = replace(OPEN, script=(None, (3, 4), (5, 6)))


@pytest.mark.parametrize(
    ("deal", "options", "expected"),
    [
        (OPEN, {"objective": "own"}, "name it with --seat"),
        (OPEN, {"seat": 1}, "the order of player 0, 2 is missing"),
        (ONE_OPEN, {"seat": 1}, "the order of player 0 is missing"),
        (ONE_OPEN, {"seat": 3}, "there is no seat 3"),
        (ONE_OPEN, {"seat": 0, "objective": "total"}, "has no seat"),
        (ONE_OPEN, {"objective": "points"}, '"points" is unknown'),
        (Deal(Rules(), ROWS, ((1,),)), {"objective": "margin"}, "needs other players"),
        (deal_from_seed(Rules(), 3, "1"), {}, "30 cards are without a script"),
    ],
)
def test_questions_that_do_not_fit_are_refused(deal: Deal, options: dict[str, Any], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        solve(deal, **options)


def test_a_false_claim_of_the_search_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    right = search.cheapest

    def lies(deal: Deal, weights: Sequence[int], budget: Budget, progress: Any = None) -> search.Found:
        found = right(deal, weights, budget, progress)
        return replace(found, cost=(found.cost or 0) - 1)

    monkeypatch.setattr(search, "cheapest", lies)
    with pytest.raises(EngineError, match="the referee finds"):
        solve(ONE_OPEN)
