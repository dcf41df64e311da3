"""Bullheads, the deck and the variants."""

from __future__ import annotations

from typing import Any

import pytest

from solver.errors import InputError
from solver.six_nimmt.rules import PRESETS, Rules, bullheads


@pytest.mark.parametrize(
    ("card", "expected"),
    [(1, 1), (5, 2), (10, 3), (11, 5), (50, 3), (51, 1), (54, 1), (55, 7), (66, 5), (75, 2), (99, 5), (104, 1)],
)
def test_bullheads_of_a_card(card: int, expected: int) -> None:
    assert bullheads(card) == expected


def test_the_deck_holds_171_bullheads_in_the_printed_shares() -> None:
    counts = [bullheads(card) for card in range(1, 105)]
    assert sum(counts) == 171
    assert {heads: counts.count(heads) for heads in sorted(set(counts))} == {1: 76, 2: 9, 3: 10, 5: 8, 7: 1}


def test_the_tactics_deck_has_four_cards_more_than_the_hands() -> None:
    assert [PRESETS["tactics"].highest(players) for players in (2, 3, 10)] == [24, 34, 104]
    assert [Rules().highest(players) for players in (2, 10)] == [104, 104]
    assert Rules(high=None, hand_size=5).highest(4) == 24


@pytest.mark.parametrize(
    "wrong", [{"high": 105}, {"high": 4}, {"hand_size": 0}, {"hand_size": 11}, {"target": 0}, {"target": True}]
)
def test_numbers_outside_their_limits_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=f"rules.{next(iter(wrong))}"):
        Rules(**wrong)
