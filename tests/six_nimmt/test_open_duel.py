"""The open duel, in which the cards are played in turn and face up, against plain minimax by the rules alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from solver.budget import Budget
from solver.errors import EngineError, InputError
from solver.six_nimmt import open_duel
from solver.six_nimmt._minimax import Minimax
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.duel import duel
from solver.six_nimmt.identifiers import deal_from_seed
from solver.six_nimmt.record import parse_record
from solver.six_nimmt.referee import replay
from solver.six_nimmt.resolve import Row, Rows, heads, resolve
from solver.six_nimmt.rules import Rules
from solver.six_nimmt.solve import solve
from tests.six_nimmt.deals import random_deal


def by_brute_force(rows: Rows, hands: tuple[Row, Row], leaders: Sequence[int]) -> int:
    """Every lead, every answer, every row, no memo: bullheads of player 0 less those of player 1."""
    if not leaders:
        return 0
    pick = (min, max)
    leader, answerer = leaders[0], 1 - leaders[0]
    return pick[leader](
        pick[answerer](after(rows, hands, leaders, {leader: card, answerer: answer}) for answer in hands[answerer])
        for card in hands[leader]
    )


def after(rows: Rows, hands: tuple[Row, Row], leaders: Sequence[int], cards: dict[int, int]) -> int:
    """The same once both cards of the turn lie face up."""
    low = min(cards.values())
    outcomes = []
    for choice in (1, 2, 3, 4) if all(row[-1] > low for row in rows) else (0,):
        turn = resolve(rows, cards, lambda *_, choice=choice: choice)
        took = {laid.player: laid.bullheads for laid in turn}
        first, second = (tuple(card for card in hand if card not in cards.values()) for hand in hands)
        outcomes.append(took[0] - took[1] + by_brute_force(turn[-1].rows, (first, second), leaders[1:]))
    return min(outcomes) if cards[0] == low else max(outcomes)


def minimax(deal: Deal, leaders: Sequence[int], memory_bytes: int = 1 << 20) -> int:
    """The value by the compiled search."""
    first, second = deal.hands
    search = Minimax(first, second, leaders, memory_bytes, lambda nodes: nodes + 1000)
    return search.value([(row[-1], len(row), heads(row)) for row in deal.rows], first, second)


def test_open_duels_are_brute_force_on_a_thousand_deals() -> None:
    rng = random.Random("open")
    for _ in range(1000):
        deal = random_deal(rng, 2, rng.choice((1, 2, 2, 2, 2, 3)), 0, rng.choice((50, 104)))
        hands = deal.hands[0], deal.hands[1]
        leaders = [turn % 2 for turn in range(deal.turns_left)]
        result = solve(deal, objective="open")
        assert result.value == result.bound == by_brute_force(deal.rows, hands, leaders)
        played = replay(deal, parse_record(result.line))
        assert played.deal.turns_left == 0
        assert played.deal.taken == result.taken
        assert played.deal.taken[0] - played.deal.taken[1] == result.value


def test_first_plays_are_the_values_of_leads_and_answers() -> None:
    rng = random.Random("first plays")
    for _ in range(100):
        deal = random_deal(rng, 2, 3, 0, 50)
        hands = deal.hands[0], deal.hands[1]
        result = solve(deal, objective="open")
        led = next(laid["card"] for laid in result.turns[0]["laid"] if laid["player"] == 0)
        for play in result.first_plays[0]:
            answers = [after(deal.rows, hands, (0, 1, 0), {0: play.card, 1: answer}) for answer in hands[1]]
            assert play.value == max(answers)
            assert (play.share == 1) == (play.card == led)
        for play in result.first_plays[1]:
            assert play.value == after(deal.rows, hands, (0, 1, 0), {0: led, 1: play.card})


@pytest.mark.parametrize("leaders", [(0, 0, 0), (1, 1, 1), (1, 0, 1), (0, 1, 1)])
def test_whoever_leads_it_is_brute_force(leaders: tuple[int, ...]) -> None:
    rng = random.Random(f"leaders {leaders}")
    for _ in range(40):
        deal = random_deal(rng, 2, 3, 0, rng.choice((40, 104)))
        assert minimax(deal, leaders) == by_brute_force(deal.rows, (deal.hands[0], deal.hands[1]), leaders)


def test_to_answer_is_never_worse_than_to_play_at_the_same_time() -> None:
    rng = random.Random("serial")
    strictly = 0
    for _ in range(60):
        deal = random_deal(rng, 2, 4, 0)
        solution = duel(deal, Budget()).solution
        assert solution is not None
        first_always, second_always = minimax(deal, (0,) * 4), minimax(deal, (1,) * 4)
        assert second_always <= solution.value <= first_always
        strictly += second_always < first_always
    assert strictly


def test_seats_and_row_order_change_names_only_and_a_small_table_nothing() -> None:
    rng = random.Random("seats")
    for _ in range(20):
        deal = random_deal(rng, 2, 5, 0)
        leaders = tuple(rng.randrange(2) for _ in range(5))
        value = minimax(deal, leaders)
        turned = replace(deal, hands=deal.hands[::-1], rows=deal.rows[::-1])
        assert minimax(turned, [1 - leader for leader in leaders]) == -value
        assert minimax(deal, leaders, memory_bytes=0) == value


def test_budgets_end_an_open_duel() -> None:
    deal = deal_from_seed(Rules(hand_size=7), 2, "1")
    results = [solve(deal, objective="open", budget=Budget(max_nodes=50_001)) for _ in range(2)]
    assert [(r.status, r.value, r.stopped_by, r.nodes, r.line) for r in results] == [
        ("unknown", None, "nodes", 50_001, "")
    ] * 2
    assert solve(deal, objective="open", budget=Budget(time_limit=1e-9)).stopped_by == "time"

    def interrupt(_nodes: int) -> None:
        raise KeyboardInterrupt

    assert solve(deal, objective="open", progress=interrupt).stopped_by == "interrupt"


def test_empty_hands_and_other_numbers_of_players() -> None:
    rows = ((10,), (20,), (30,), (40,))
    result = solve(Deal(Rules(), rows, ((), ())), objective="open")
    assert result.value == 0
    assert (result.line, result.taken) == ("", (0, 0))
    for deal in (Deal(Rules(), rows, ((1,),)), Deal(Rules(), rows, ((1, 3), (2, 4)), script=(None, (2, 4)))):
        with pytest.raises(InputError, match="'open' is for two players without scripts"):
            solve(deal, objective="open")


def test_a_false_claim_of_the_search_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = Deal(Rules(), ((10,), (20,), (30,), (40,)), ((1, 3), (2, 4)))
    right = open_duel.open_duel(deal, Budget())
    assert right.value is not None
    false = replace(right, value=right.value + 1)
    monkeypatch.setattr(open_duel, "open_duel", lambda *_: false)
    with pytest.raises(EngineError, match="the referee finds"):
        solve(deal, objective="open")
