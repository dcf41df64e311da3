"""Which puzzles are the same: mirrors, the order of piles, the names of players."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.canonical import canonical_identifier, mirrored, puzzle_id
from solver import Deal, Rules
from solver.the_game.identifiers import deal_from_seed, encode_deal
from solver.the_game.portfolio import solve

THREE = Deal(Rules(), ((2, 30), (40, 55), (60, 98)), (17, 81), (12, 20, 90, 70), 1)


def turned(deal: Deal, by: int) -> Deal:
    """The deal with each player called ``by`` less, round the table."""
    to_play = None if deal.to_play is None else (deal.to_play - by) % deal.players
    return replace(deal, hands=(*deal.hands[by:], *deal.hands[:by]), to_play=to_play)


@pytest.mark.parametrize(
    "same",
    [
        mirrored(THREE),
        turned(THREE, 1),
        turned(mirrored(THREE), 2),
        replace(THREE, piles=(20, 12, 70, 90)),
        replace(turned(THREE, 2), piles=(20, 12, 90, 70)),
    ],
)
def test_what_is_only_renamed_has_the_same_form(same: Deal) -> None:
    assert encode_deal(same) != encode_deal(THREE)
    assert canonical_identifier(same) == canonical_identifier(THREE)


@pytest.mark.parametrize(
    "other",
    [
        replace(THREE, hands=((40, 55), (2, 30), (60, 98))),  # the turns go round the other way
        replace(THREE, deck=(81, 17)),
        replace(THREE, piles=(12, 20, 90, 71)),
        replace(THREE, to_play=2),
        replace(THREE, hands=((2, 30), (40,), (60, 98)), played_this_turn=1),
        replace(THREE, rules=Rules(min_plays_empty=2)),
        replace(THREE, hands=((2, 31), (40, 55), (60, 98))),
    ],
)
def test_what_plays_differently_has_another_form(other: Deal) -> None:
    assert canonical_identifier(other) != canonical_identifier(THREE)


def test_a_mirror_swaps_directions() -> None:
    deal = Deal(Rules(high=11, ascending=1, descending=2, step=3), ((2, 5),), (7,), (4, 11, 9))
    assert mirrored(deal) == Deal(Rules(high=11, ascending=2, descending=1, step=3), ((8, 11),), (6,), (2, 4, 9))
    assert mirrored(mirrored(deal)) == deal


@given(st.integers(0, 10**6), st.integers(1, 3))
def test_the_form_is_one_of_the_equal_deals_and_its_own_form(seed: int, players: int) -> None:
    deal = deal_from_seed(Rules(high=13, ascending=1, descending=2, hand_size=2), players, str(seed))
    form = canonical_identifier(deal)
    assert form == canonical_identifier(mirrored(deal))
    assert form <= encode_deal(deal)
    assert solve(deal).cards_left == solve(mirrored(deal)).cards_left


def test_an_identifier_depends_on_what_is_asked() -> None:
    form = canonical_identifier(THREE)
    assert puzzle_id("line cards", form) != puzzle_id("play cards", form)
    assert puzzle_id("line cards", form) == puzzle_id("line cards", canonical_identifier(mirrored(THREE)))
    assert len(puzzle_id("line cards", form)) == 12
