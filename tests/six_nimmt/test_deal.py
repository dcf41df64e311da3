"""Deals as data: JSON, the conditions on a deal, identifiers, seeds."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from solver.mixed_radix import check_digits
from solver.six_nimmt.deal import Deal, deal_from_json, deal_to_json, rules_from_json
from solver.six_nimmt.identifiers import deal_from_seed, decode, decode_rules, encode_deal, encode_rules
from solver.six_nimmt.rules import PRESETS, Rules
from solver.sources import read_any_deal
from tests.six_nimmt.deals import random_deal

JSON: dict[str, Any] = {
    "game": "6-nimmt",
    "rows": [[12], [37], [43], [58]],
    "hands": [[20, 14], [15, 61]],
    "taken": [0, 3],
    "script": {"1": [61, 15]},
    "row_choices": {"1": [3]},
}
DEAL = Deal(
    Rules(),
    ((12,), (37,), (43,), (58,)),
    ((14, 20), (15, 61)),
    taken=(0, 3),
    script=(None, (61, 15)),
    row_choices=((), (3,)),
)

GOLDEN_DEAL = "sn1:standard:rBvfM2CTy_FTiZ-YHvR"
GOLDEN_SEED = (
    ((69,), (25,), (11,), (31,)),
    ((16, 35, 41, 45, 51, 71, 87, 91, 99, 104), (17, 22, 33, 53, 57, 58, 68, 77, 96, 101)),
)


def test_the_format_is_read_and_written() -> None:
    assert read_any_deal(JSON) == DEAL
    assert deal_to_json(DEAL) == JSON | {"rules": "standard", "hands": [[14, 20], [15, 61]]}
    assert deal_from_json(deal_to_json(DEAL)) == DEAL
    assert (DEAL.players, DEAL.turns_left, DEAL.open_seats) == (2, 2, (0,))


def test_what_may_be_left_out() -> None:
    deal = deal_from_json({key: JSON[key] for key in ("game", "rows", "hands")})
    assert (deal.rules, deal.taken, deal.script, deal.row_choices) == (Rules(), (0, 0), (None, None), ((), ()))
    assert list(deal_to_json(deal)) == ["game", "rules", "rows", "hands", "taken"]


def test_a_single_card_needs_no_script_for_its_row_choice() -> None:
    deal = deal_from_json({"game": "6-nimmt", "rows": JSON["rows"], "hands": [[3], [4]], "row_choices": {"0": [2]}})
    assert (deal.script, deal.row_choices) == (((3,), None), ((2,), ()))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"rows": [[12], [37], [43]]}, "rows: expected 4 rows, not 3"),
        ({"rows": [[12], [37], [43], []]}, "rows[3]: expected 1 to 5 cards"),
        ({"rows": [[1, 2, 3, 4, 5, 6], [37], [43], [58]]}, "rows[0]: holds 6 entries; at most 5"),
        ({"rows": [[12, 11], [37], [43], [58]]}, "rows[0][1]: 11 cannot lie behind 12"),
        ({"rows": [[12], [37], [43], [105]]}, "rows[3][0]: expected a whole number from 1 to 104, not 105"),
        ({"rows": [[12], [37], [43], [14]]}, "hands[0][1]: the card 14 is also at rows[3][0]"),
        ({"rows": 7}, "rows: expected a list, not 7"),
        ({"hands": []}, "hands: expected one list for each of 1 to 10 players"),
        ({"hands": [[14], [15, 61]]}, "hands[1]: holds 2 cards, but hands[0] holds 1"),
        ({"hands": [[14, 0], [15, 61]]}, "hands[0][1]: expected a whole number from 1 to 104, not 0"),
        ({"hands": [[14, True], [15, 61]]}, "hands[0][1]: expected a whole number from 1 to 104, not true"),
        ({"hands": [[14, 14], [15, 61]]}, "hands[0][1]: the card 14 is also at hands[0][0]"),
        ({"hands": [list(range(1, 12)), [15, 61]]}, "hands[0]: holds 11 entries; at most 10"),
        ({"hands": [[n] for n in range(1, 12)]}, "hands: holds 11 entries; at most 10"),
        ({"taken": [1]}, "taken: expected 2 entries"),
        ({"taken": [1, -1]}, "taken[1]: expected a whole number from 0"),
        ({"script": {"1": [61]}}, "script.1: expected the cards of this hand in some order: 15 61"),
        ({"script": {"1": [61, 61]}}, "script.1: expected the cards of this hand"),
        ({"script": {"2": [61]}}, 'script: there is no player "2"; players are 0 to 1'),
        ({"script": {"1": None}}, "script.1: expected a list, not null"),
        ({"script": [61]}, "script: expected an object"),
        ({"row_choices": {"1": [5]}}, "row_choices.1[0]: expected a whole number from 1 to 4, not 5"),
        ({"row_choices": {"0": [1]}}, "row_choices.0: choices are known only with a script"),
        ({"colour": 1}, 'unknown key "colour"'),
        ({"deck": []}, 'unknown key "deck"'),
        ({"rules": "hard"}, "rules: expected a preset (standard, tactics, logic)"),
        ({"rules": {"high": 200}}, "rules.high: expected a whole number from 5 to 104"),
        ({"rules": {"step": 10}}, 'unknown key "step"'),
        ({"rules": {"high": 60}}, "hands[1][1]: expected a whole number from 1 to 60, not 61"),
        ({"game": "the-game"}, 'game: expected "6-nimmt"'),
    ],
)
def test_what_is_no_deal_is_refused_by_name(change: dict[str, Any], expected: str) -> None:
    with pytest.raises(InputError) as caught:
        deal_from_json(JSON | change)
    assert expected in str(caught.value)


def test_missing_keys_are_named() -> None:
    for key in ("rows", "hands"):
        with pytest.raises(InputError, match=f"the key '{key}' is missing"):
            deal_from_json({name: value for name, value in JSON.items() if name != key})


# -- rules ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "rules", "text"),
    [
        ("standard", Rules(), "standard"),
        ("tactics", Rules(high=None), "tactics"),
        ("logic", Rules(high=None), "tactics"),
        ({"base": "tactics", "target": 100}, Rules(None, 10, 100), "h0t100"),
        ({"hand_size": 5}, Rules(hand_size=5), "n5"),
        ({"high": 64, "hand_size": 6, "target": 7}, Rules(64, 6, 7), "h64n6t7"),
        ({}, Rules(), "standard"),
    ],
)
def test_rules_have_a_name_or_parameters(value: Any, rules: Rules, text: str) -> None:
    assert rules_from_json(value) == rules
    assert encode_rules(rules) == text
    assert decode_rules(text) == rules


@pytest.mark.parametrize("text", ["", "hard", "h104", "h0", "n5h60", "n10", "h060", "t0", "logic"])
def test_rules_are_read_strictly(text: str) -> None:
    with pytest.raises(InputError):
        decode_rules(text)


# -- identifiers -----------------------------------------------------------------------------------------------------


def test_identifiers_are_permanent() -> None:
    assert encode_deal(DEAL) == GOLDEN_DEAL
    deal = deal_from_seed(Rules(), 2, "1")
    assert (deal.rows, deal.hands) == GOLDEN_SEED
    assert deal.seed == "sn1:standard/2p#1"
    assert decode("sn1:tactics/10p#x").turns_left == 10


def test_every_deal_survives_its_identifier_and_its_json() -> None:
    rng = random.Random(4)
    for _ in range(300):
        players, turns = rng.randint(1, 6), rng.randint(0, 6)
        deal = random_deal(rng, players, turns, rng.randint(0, players)) if turns else None
        deal = deal or Deal(Rules(high=None, target=9), ((1,), (2, 4), (3,), (5,)), ((),) * players, (7,) * players)
        text = encode_deal(deal)
        assert decode(text) == deal
        assert read_any_deal(text) == deal
        assert encode_deal(decode(text)) == text
        assert deal_from_json(json.loads(json.dumps(deal_to_json(deal)))) == deal


def test_a_seed_deals_every_player_count_and_says_who_made_it() -> None:
    for rules in (Rules(), PRESETS["tactics"], Rules(hand_size=3)):
        for players in range(1, 11):
            deal = deal_from_seed(rules, players, "a b")
            cards = [card for group in (*deal.rows, *deal.hands) for card in group]
            assert len(set(cards)) == len(cards) == 4 + players * rules.hand_size
            assert max(cards) <= rules.highest(players)
            assert decode(str(deal.seed)) == deal
    assert deal_from_seed(Rules(), 2, "1").hands == deal_from_seed(Rules(), 3, "1").hands[:2]
    assert deal_from_seed(Rules(), 2, "1") != deal_from_seed(Rules(), 2, "2")


@pytest.mark.parametrize(
    "text",
    [
        "sn1:standard/0p#1",
        "sn1:standard/11p#1",
        "sn1:standard/02p#1",
        "sn1:standard/2p#",
        "sn1:standard/2p# 1",
        "sn1:h60/9p#1",
        "sn1:standard",
        "sn1:standard:",
        "sn1:standard:AAAA",
        "sn2:standard/2p#1",
        "sn1:" + "x" * 5000,
    ],
)
def test_what_is_no_identifier_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        decode(text)


def test_a_mistyped_identifier_is_refused() -> None:
    rng = random.Random(5)
    good = encode_deal(DEAL)
    start = good.rindex(":") + 1
    refused = 0
    for _ in range(300):
        place = rng.randrange(start, len(good))
        wrong = good[:place] + rng.choice("ABCxyz019-_") + good[place + 1 :]
        if wrong != good:
            with pytest.raises(InputError):
                decode(wrong)
            refused += 1
    assert refused > 200


@given(st.text("ABCDEFxyz0189-_", max_size=40))
def test_any_digits_with_a_right_check_sum_are_a_deal_or_one_error(digits: str) -> None:
    stem = f"sn1:standard:{digits}"
    text = stem + check_digits(stem)
    try:
        assert encode_deal(decode(text)) == text
    except InputError as error:
        assert len(str(error)) < 400  # noqa: PT017  (both ways out are right)
