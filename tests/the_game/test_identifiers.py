from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from solver.mixed_radix import check_digits
from solver.the_game.deal import Deal, deal_from_json
from solver.the_game.identifiers import (
    deal_from_seed,
    decode,
    decode_rules,
    encode_deal,
    encode_rules,
    seed_identifier,
)
from solver.the_game.rules import PRESETS, Rules
from tests.the_game.strategies import random_deals, random_rules

SOLO_1 = "tg1:standard:EO9ZCEVf_URrQYeyjYNrelg8OSzt6UbW8Lm64jqKoamiDjurNJh3INCE28pRh4J88LsGGw3r2VaW7ak3AZ6BKaHUC"


# -- rules -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (Rules(), "standard"),
        (Rules(step=0), "no-trick"),
        (Rules(high=17, ascending=2), "h17"),
        (Rules(high=17, ascending=3), "h17a3"),
        (Rules(hand_size=8), "n8"),
        (Rules(min_plays=3, min_plays_empty=2), "m3e2"),
        (Rules(0, 999_999, 1, 0, 5, 4, 3, 2), "l0h999999a1d0s5n4m3e2"),
    ],
)
def test_compact_rules(rules: Rules, text: str) -> None:
    assert encode_rules(rules) == text
    assert decode_rules(text) == rules


@pytest.mark.parametrize(
    "text",
    [
        "",
        "easy",
        "Standard",
        "h99",
        "m3",
        "h017",
        "h17a2",
        "a3h17",
        "h",
        "h17h17",
        "h-1",
        "h1000000",
        "h\u0661\u0667",
        "x3",
        "h17 ",
    ],
)
def test_rules_that_are_not_canonical_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="rules"):
        decode_rules(text)


def test_rules_out_of_range_are_refused() -> None:
    with pytest.raises(InputError, match="'hand_size' is 0"):
        decode_rules("n0")


@given(random_rules())
def test_rules_round_trip(rules: Rules) -> None:
    assert decode_rules(encode_rules(rules)) == rules


# -- the self-contained form -----------------------------------------------------------------------------------


def test_golden_identifiers() -> None:
    assert encode_deal(decode("tg1:standard/1p#1")) == SOLO_1
    assert encode_deal(decode("tg1:h17a1d1n5/2p#x")) == "tg1:h17a1d1n5:-EWQjJUaF_"
    assert encode_deal(Deal(Rules(), ((),))) == "tg1:standard:D_"


def test_a_small_deal_by_hand() -> None:
    # Places, lowest first: players - 1 = 0 of 5; hand size 2 of 9; the 4, rank 2 of 98; the 6 is rank 1 of the 95
    # numbers above 4; deck size 1 of 0..96; the 2, rank 0 of 96; the rest is 0 for fresh piles and turn.
    number = 0 + 5 * (2 + 9 * (2 + 98 * (1 + 95 * (1 + 97 * 0))))
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    digits = ""
    while number:
        digits = alphabet[number % 64] + digits
        number //= 64
    written = encode_deal(Deal(Rules(), ((4, 6),), (2,)))
    assert written.startswith(f"tg1:standard:{digits}")
    assert len(written) == len(f"tg1:standard:{digits}") + 2


def test_an_identifier_holds_every_field() -> None:
    deal = Deal(PRESETS["expert"], ((10, 20), (), (30,)), (40, 35), (5, 1, 60, 100), 2, 3)
    assert decode(encode_deal(deal)) == deal
    for other in (
        Deal(PRESETS["standard"], ((10, 20), (), (30,)), (40, 35), (5, 1, 60, 100), 2, 3),
        Deal(PRESETS["expert"], ((10, 20), (), (30,)), (35, 40), (5, 1, 60, 100), 2, 3),
        Deal(PRESETS["expert"], ((10, 20), (), (30,)), (40, 35), (1, 5, 60, 100), 2, 3),
        Deal(PRESETS["expert"], ((10, 20), (), (30,)), (40, 35), (5, 1, 60, 100), 2, 2),
        Deal(PRESETS["expert"], ((10, 20), (), (30,)), (40, 35), (5, 1, 60, 100), 0, 3),
        Deal(PRESETS["expert"], ((10, 20), (), (30,)), (40, 35), (5, 1, 60, 100), None, 0),
    ):
        assert decode(encode_deal(other)) == other
        assert encode_deal(other) != encode_deal(deal)


@pytest.mark.parametrize("hand", [range(2, 10), range(92, 100), range(2, 99, 13)])
def test_a_standard_solo_deal_is_short(hand: range) -> None:
    deck = [card for card in range(99, 1, -1) if card not in hand]
    code = encode_deal(Deal(Rules(), (tuple(hand),), tuple(deck))).removeprefix("tg1:standard:")
    assert len(code) <= 91


@given(random_deals())
def test_deals_survive_their_identifier(deal: Deal) -> None:
    identifier = encode_deal(deal)
    assert decode(identifier) == deal
    assert encode_deal(decode(identifier)) == identifier
    assert decode(identifier).seed is None


def test_the_toy_deals_survive_their_identifiers_and_differ() -> None:
    lines = (Path(__file__).parents[1] / "data" / "toy_truth.jsonl").read_text().splitlines()
    deals = [deal_from_json(json.loads(line)["deal"]) for line in lines]
    identifiers = [encode_deal(deal) for deal in deals]
    assert [decode(identifier) for identifier in identifiers] == deals
    assert len(set(identifiers)) == len(set(deals))


def test_the_longest_deal_is_read() -> None:
    rules = Rules(low=0, high=999_999, ascending=16, descending=16, hand_size=126)
    cards = tuple(range(999_999, 999_999 - 126, -1))
    deal = Deal(rules, ((), (), (), (), cards[:100]), cards[100:], tuple(range(500_000, 500_032)), 4, 26)
    assert decode(encode_deal(deal)) == deal
    assert len(encode_deal(deal)) < 4096 / 5


# -- what is refused -------------------------------------------------------------------------------------------


def test_every_slip_of_one_digit_is_noticed() -> None:
    for index in range(len("tg1:standard:"), len(SOLO_1)):
        for digit in "AZaz09-_":
            if digit != SOLO_1[index]:
                with pytest.raises(InputError):
                    decode(SOLO_1[:index] + digit + SOLO_1[index + 1 :])


def test_cut_and_swapped_identifiers_are_refused() -> None:
    for cut in range(1, len(SOLO_1)):
        with pytest.raises(InputError):
            decode(SOLO_1[:cut])
    with pytest.raises(InputError, match="check sum"):
        decode(SOLO_1.replace("standard", "expert"))


@pytest.mark.parametrize(
    "identifier",
    [
        "",
        "tg1",
        "tg1:",
        "tg1:standard",
        "tg1:standard:",
        "tg1:standard:D",
        "tg2:standard:D_",
        "TG1:standard:D_",
        " tg1:standard:D_",
        "tg1:standard:D_\n",
        "tg1:standard:D_=",
        "tg1:standard:D+",
        "tg1:standard:D/",
        "tg1:standard/1p:D_",
        "tg1:standard/p#1",
        "tg1:standard/1#1",
        "tg1:standard/1p",
        "tg1:" + "h" * 81 + ":D_",
    ],
)
def test_what_is_no_identifier_is_refused(identifier: str) -> None:
    with pytest.raises(InputError, match="identifier"):
        decode(identifier)


def test_a_number_longer_than_its_deal_is_refused() -> None:
    # Valid check sums, so that it is the digits that are judged: leading zeros, and more than the deal has places for.
    for digits in ("A", "AAAA", "_" * 200, "_" * 4000):
        with pytest.raises(InputError):
            decode(with_check_sum(f"tg1:standard:{digits}"))


def test_a_deck_of_a_million_cards_is_refused_by_its_size() -> None:
    # Players 1 (place 0 of 5), hand size 0 of 9, deck size 900000: the lowest places of the number.
    number, digits = 5 * 9 * 900_000, ""
    while number:
        number, value = divmod(number, 64)
        digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[value] + digits
    with pytest.raises(InputError, match="its deck holds 900000 cards; at most 126"):
        decode(with_check_sum(f"tg1:h999999:{digits}"))


@given(st.from_regex("[A-Za-z0-9_-]{0,40}", fullmatch=True), random_rules())
def test_any_number_is_a_canonical_deal_or_refused(digits: str, rules: Rules) -> None:
    identifier = with_check_sum(f"tg1:{encode_rules(rules)}:{digits}")
    try:
        deal = decode(identifier)
    except InputError:
        return
    assert encode_deal(deal) == identifier


def with_check_sum(stem: str) -> str:
    return stem + check_digits(stem)


def test_hostile_identifiers_get_a_short_answer() -> None:
    for identifier in ("tg1:standard:" + "_" * 10**7, "tg1:standard/1p#" + "x" * 10**7, "x" * 10**7):
        with pytest.raises(InputError) as error:
            decode(identifier)
        assert len(str(error.value)) < 200


@given(st.text(max_size=60) | st.text(max_size=60).map("tg1:standard:".__add__) | st.text().map("tg1:".__add__))
def test_any_text_is_an_identifier_or_an_input_error(text: str) -> None:
    try:
        deal = decode(text)
    except InputError:
        return
    assert encode_deal(deal) == text or deal.seed == text


# -- seeds -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seed", "first", "digest"),
    [
        (
            "1",
            [49, 29, 68, 14, 5, 86, 51, 36, 69, 65],
            "e924a2840ecccaab85340e691cf9e358eb343fcf5666c94b120af925ba663969",
        ),
        (
            "2",
            [30, 78, 81, 43, 11, 73, 89, 74, 80, 76],
            "763b3c18a119ba3a26a93cb4645641b83c40c59537e5f4dcda8e5df541207c0d",
        ),
        (
            "Grüße 7 ♠",
            [86, 46, 39, 3, 24, 32, 8, 26, 34, 80],
            "06809c1f112a5d6130c4080f4058dba573ff790fe4e1cfcf503c4f80a289054a",
        ),
    ],
)
@pytest.mark.parametrize(("players", "limit"), [(1, 8), (2, 7), (3, 6), (4, 6), (5, 6)])
def test_golden_seeds(seed: str, first: list[int], digest: str, players: int, limit: int) -> None:
    """The order of all cards is the same for every number of players; hands are cut from it in player order."""
    deal = decode(f"tg1:standard/{players}p#{seed}")
    assert [len(hand) for hand in deal.hands] == [limit] * players
    assert deal.hands[0] == tuple(sorted(first[:limit]))
    assert (deal.to_play, deal.piles) == (0 if players == 1 else None, (1, 1, 100, 100))

    solo = decode(f"tg1:n1/1p#{seed}")
    order = [*solo.hands[0], *solo.deck]
    assert order[:10] == first
    assert hashlib.sha256(",".join(map(str, order)).encode()).hexdigest() == digest
    for player, hand in enumerate(deal.hands):
        assert hand == tuple(sorted(order[player * limit : (player + 1) * limit]))
    assert list(deal.deck) == order[players * limit :]


def test_a_golden_seed_under_other_rules() -> None:
    deal = decode("tg1:h17a1d1n5/2p#x")
    assert deal.hands == ((2, 5, 12, 13, 17), (3, 8, 10, 11, 15))
    assert deal.deck == (4, 16, 14, 6, 9, 7)
    assert deal.piles == (1, 18)


def test_hands_are_filled_in_player_order_as_far_as_the_cards_last() -> None:
    deal = deal_from_seed(Rules(high=10, hand_size=4), 4, "few")
    assert [len(hand) for hand in deal.hands] == [4, 4, 1, 0]
    assert deal.deck == ()


@given(random_rules(), st.integers(1, 5), st.text(min_size=1, max_size=30))
def test_seed_identifiers_round_trip(rules: Rules, players: int, seed: str) -> None:
    try:
        deal = deal_from_seed(rules, players, seed)
    except InputError:
        assert rules.high - rules.low >= 126 or not seed.isprintable() or seed != seed.strip()
        return
    identifier = seed_identifier(rules, players, seed)
    assert deal.seed == identifier
    assert (decode(identifier), decode(identifier).seed) == (deal, identifier)
    dealt = [*deal.deck, *(card for hand in deal.hands for card in hand)]
    assert sorted(dealt) == list(range(rules.low, rules.high + 1))


@pytest.mark.parametrize("seed", ["", " a", "a ", "a\nb", "a\x00", "a\ud800", "\u200b", "x" * 201])
def test_bad_seed_texts_are_refused(seed: str) -> None:
    with pytest.raises(InputError, match="seed"):
        deal_from_seed(Rules(), 1, seed)
    with pytest.raises(InputError, match="seed"):
        decode(f"tg1:standard/1p#{seed}")


def test_seed_texts_may_hold_the_characters_of_identifiers() -> None:
    for seed in ("x" * 200, "a b", "tg1:standard/1p#1", "#:/", "ß"):
        assert decode(f"tg1:expert/2p#{seed}").seed == f"tg1:expert/2p#{seed}"


@pytest.mark.parametrize("players", [0, 6, 9])
def test_bad_player_counts_are_refused(players: int) -> None:
    with pytest.raises(InputError, match="players: expected a whole number from 1 to 5"):
        decode(f"tg1:standard/{players}p#1")


def test_more_cards_than_a_deal_may_hold_are_refused() -> None:
    assert deal_from_seed(Rules(high=127), 1, "1").cards_left == 126
    with pytest.raises(InputError, match="the rules have 127 cards, 2 to 128; at most 126"):
        deal_from_seed(Rules(high=128), 1, "1")
