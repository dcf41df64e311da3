"""One turn, card by card: the scenarios, the published examples, and what must not matter."""

from __future__ import annotations

import json
import random
from itertools import permutations
from typing import Any

import pytest

from solver.errors import IllegalPlay
from solver.six_nimmt.resolve import Laid, Rows, cheapest_row, heads, lay, nearest_row, reason, resolve
from tests.conftest import ROOT

SCENARIOS = [
    json.loads(line) for line in (ROOT / "tests" / "data" / "six_nimmt_scenarios.jsonl").read_text().splitlines()
]


def rows_of(value: Any) -> Rows:
    return tuple(map(tuple, value))


def first_row(_player: int, _card: int, _rows: Rows) -> int:
    return 1


def outcome(laid: Laid) -> dict[str, Any]:
    return {key: value for key, value in laid.to_json().items() if key != "reason"}


@pytest.mark.parametrize("case", [case for case in SCENARIOS if case["kind"] == "card"], ids=lambda case: case["id"])
def test_cards_of_the_scenarios(case: dict[str, Any]) -> None:
    rows, expected = rows_of(case["rows"]), case["expected"]
    for choice in expected.get("choices", [expected]):
        laid = lay(rows, 0, case["card"], lambda *_, row=choice["row"]: row)
        assert outcome(laid) == {"player": 0, "card": case["card"], "why": expected["why"]} | {
            key: choice[key] for key in ("row", "taken", "bullheads")
        }


@pytest.mark.parametrize("case", [case for case in SCENARIOS if case["kind"] == "turn"], ids=lambda case: case["id"])
def test_turns_of_the_scenarios(case: dict[str, Any]) -> None:
    choices = iter(case["row_choices"])
    cards = {play["player"]: play["card"] for play in case["plays"]}
    turn = resolve(rows_of(case["rows"]), cards, lambda *_: next(choices))
    assert list(map(outcome, turn)) == case["expected"]["laid"]
    assert turn[-1].rows == rows_of(case["expected"]["rows_after"])
    assert next(choices, None) is None


def test_the_example_of_the_rules() -> None:
    turn = resolve(((12,), (37,), (43,), (58,)), {0: 14, 1: 15, 2: 44, 3: 61}, first_row)
    assert turn[-1].rows == ((12, 14, 15), (37,), (43, 44), (58, 61))
    assert [laid.bullheads for laid in turn] == [0, 0, 0, 0]


def test_a_published_turn_with_a_low_card_and_a_sixth_card() -> None:
    rows = ((7,), (23, 25, 30, 41, 44), (52,), (88,))
    turn = resolve(rows, {0: 3, 1: 45, 2: 46, 3: 53}, first_row)
    assert [(laid.why, laid.bullheads) for laid in turn] == [
        ("lowest", 1),
        ("sixth", 12),
        ("nearest", 0),
        ("nearest", 0),
    ]
    assert turn[-1].rows == ((3,), (45, 46), (52, 53), (88,))
    assert list(map(reason, turn)) == [
        "3 is below all ends (7, 44, 52, 88): its owner chooses row 1 and takes 1 card with 1 bullhead (7), "
        "3 starts the row",
        "45 would be the sixth card behind 44, the highest end below it, above 3: its owner takes 5 cards with "
        "12 bullheads (23 25 30 41 44), 45 starts row 2",
        "46 goes behind 45 in row 2, the highest end below it, above 3",
        "53 goes behind 52 in row 3, the highest end below it, above 46",
    ]


def test_the_card_laid_is_not_among_those_taken() -> None:
    sixth = lay(((11, 22, 33, 44, 54), (90,), (91,), (92,)), 0, 55, first_row)
    lowest = lay(((60,), (61,), (62,), (63,)), 0, 55, first_row)
    assert (sixth.bullheads, lowest.bullheads) == (21, 3)


def test_after_a_low_card_the_next_low_card_fits_behind_it() -> None:
    turn = resolve(((60,), (61,), (62,), (63,)), {0: 5, 1: 4}, lambda *_: 3)
    assert [(laid.player, laid.card, laid.why, laid.row) for laid in turn] == [
        (1, 4, "lowest", 3),
        (0, 5, "nearest", 3),
    ]


def test_a_full_row_may_be_chosen() -> None:
    laid = lay(((60, 61, 62, 63, 64), (70,), (80,), (90,)), 0, 5, first_row)
    assert (laid.why, laid.taken, laid.rows[0]) == ("lowest", (60, 61, 62, 63, 64), (5,))


def test_the_choice_is_made_when_the_card_is_laid_and_sees_all_rows() -> None:
    asked: list[tuple[int, int, Rows]] = []

    def choose(player: int, card: int, rows: Rows) -> int:
        asked.append((player, card, rows))
        return 2

    rows = ((10,), (20,), (30,), (40,))
    resolve(rows, {0: 41, 1: 7, 2: 8}, choose)
    assert asked == [(1, 7, rows)]


@pytest.mark.parametrize("row", [0, 5, -1])
def test_a_row_that_is_none_is_refused(row: int) -> None:
    with pytest.raises(IllegalPlay, match=f"row {row}"):
        lay(((10,), (20,), (30,), (40,)), 0, 5, lambda *_: row)


def test_the_cheapest_row_and_of_equal_ones_the_lowest_end() -> None:
    assert cheapest_row(((10,), (2, 3), (30,), (40, 41))) == 2
    assert cheapest_row(((90,), (20,), (30,), (40,))) == 2
    assert cheapest_row(((55,), (20, 21), (9,), (8,))) == 4


def test_only_the_only_end_below_is_said_to_be_the_only_one() -> None:
    assert reason(lay(((10,), (20,), (30,), (40,)), 0, 15, first_row)).endswith("in row 1, the only end below it")


def test_neither_the_order_of_rows_nor_that_of_players_matters() -> None:
    rng = random.Random(2)
    for _ in range(50):
        cards = rng.sample(range(1, 105), 16)
        rows = tuple(tuple(sorted(cards.pop() for _ in range(rng.randint(1, 3)))) for _ in range(4))
        plays = dict(enumerate(cards))

        def cheapest(_player: int, _card: int, now: Rows) -> int:
            return cheapest_row(now)

        expected = resolve(rows, plays, cheapest)
        took = {laid.card: laid.taken for laid in expected}
        for order in permutations(range(4)):
            turn = resolve(tuple(rows[place] for place in order), plays, cheapest)
            assert {laid.card: laid.taken for laid in turn} == took
            assert sorted(turn[-1].rows) == sorted(expected[-1].rows)
        turn = resolve(rows, {99 - player: card for player, card in reversed(plays.items())}, cheapest)
        assert [(laid.card, laid.row, 99 - laid.player) for laid in turn] == [
            (laid.card, laid.row, laid.player) for laid in expected
        ]


def test_no_card_is_lost_and_rows_stay_rows() -> None:
    rng = random.Random(3)
    for _ in range(100):
        cards = rng.sample(range(1, 105), 104)
        rows: Rows = tuple((cards.pop(),) for _ in range(4))
        seen = {card for row in rows for card in row}
        took = 0
        for _ in range(10):
            plays = {player: cards.pop() for player in range(10)}
            seen |= set(plays.values())
            turn = resolve(rows, plays, lambda *_: rng.randint(1, 4))
            assert [laid.card for laid in turn] == sorted(plays.values())
            assert sum(laid.why == "lowest" for laid in turn) <= 1
            rows = turn[-1].rows
            took += sum(laid.bullheads for laid in turn)
            assert all(1 <= len(row) <= 5 and list(row) == sorted(row) for row in rows)
        assert took + sum(map(heads, rows)) == heads(sorted(seen)) == 171


def test_the_nearest_row_is_none_below_all_ends() -> None:
    assert nearest_row(((10,), (20,), (30,), (40,)), 9) is None
    assert nearest_row(((10,), (20,), (30,), (40,)), 39) == 3
