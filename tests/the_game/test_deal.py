from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from solver.the_game.deal import Deal, deal_from_json, deal_to_json, rules_from_json, rules_to_json
from solver.the_game.rules import PRESETS, Rules
from tests.the_game.strategies import JSON, damaged, random_deals, random_rules

EXAMPLE: dict[str, Any] = {
    "game": "the-game",
    "rules": "standard",
    "hands": [[2, 8, 11, 20, 24, 53, 57, 92]],
    "deck": [6, 51, 33],
    "piles": {"ascending": [1, 1], "descending": [100, 100]},
    "to_play": 0,
    "played_this_turn": 0,
}
THREE: dict[str, Any] = {"game": "the-game", "hands": [[10, 20], [30, 40], [50, 60]], "deck": [70, 80]}
UNDER_WAY = {"ascending": [5, 1], "descending": [100, 90]}


def read(base: dict[str, Any], **changes: Any) -> Deal:
    return deal_from_json({**base, **changes})


# -- what is read ----------------------------------------------------------------------------------------------


def test_the_example_of_the_format() -> None:
    deal = deal_from_json(EXAMPLE)
    assert deal == Deal(Rules(), ((2, 8, 11, 20, 24, 53, 57, 92),), (6, 51, 33), (1, 1, 100, 100), 0, 0)
    assert (deal.players, deal.cards_left, deal.hand_limit, deal.seed) == (1, 11, 8, None)


def test_defaults() -> None:
    deal = deal_from_json({"game": "the-game", "hands": [[9, 3], [4]]})
    assert deal == Deal(Rules(), ((3, 9), (4,)))
    assert (deal.deck, deal.piles, deal.to_play, deal.played_this_turn) == ((), (1, 1, 100, 100), None, 0)


def test_hands_are_sorted_and_the_deck_keeps_its_order() -> None:
    deal = Deal(Rules(), ((9, 3, 7),), (80, 12, 50))
    assert (deal.hands, deal.deck) == (((3, 7, 9),), (80, 12, 50))


def test_alone_there_is_no_choice_of_who_starts() -> None:
    assert Deal(Rules(), ((5,),)).to_play == 0
    assert Deal(Rules(), ((5,),)) == Deal(Rules(), ((5,),), to_play=0)
    assert Deal(Rules(), ((5,), (6,))) != Deal(Rules(), ((5,), (6,)), to_play=0)


def test_the_seed_is_no_part_of_what_a_deal_is() -> None:
    deal = Deal(Rules(), ((5,),), seed="tg1:standard/1p#1")
    assert deal == Deal(Rules(), ((5,),))
    assert hash(deal) == hash(Deal(Rules(), ((5,),)))


def test_a_deal_without_cards_is_won() -> None:
    deal = deal_from_json({"game": "the-game", "hands": [[], []]})
    assert deal.cards_left == 0
    (start,) = Deal(Rules(), ((), ()), to_play=0).starts()
    assert start.won


def test_rules_as_preset_base_and_overrides() -> None:
    assert rules_from_json("expert") == PRESETS["expert"]
    assert rules_from_json({}) == Rules()
    assert rules_from_json({"hand_size": 5}) == Rules(hand_size=5)
    assert rules_from_json({"base": "no-trick", "low": 5}) == Rules(low=5, step=0)
    assert rules_from_json({"hand_size": None}) == Rules()


def test_rules_are_written_by_name_where_they_have_one() -> None:
    assert rules_to_json(Rules(min_plays=3)) == "expert"
    assert rules_to_json(Rules(high=20, min_plays=3)) == {"high": 20, "min_plays": 3}


def test_piles_of_a_direction_without_piles_need_not_be_written() -> None:
    rules = {"descending": 0, "ascending": 1}
    for piles in ({"ascending": [7]}, {"ascending": [7], "descending": []}):
        assert read(THREE, rules=rules, piles=piles, to_play=1).piles == (7,)


# -- who is to play --------------------------------------------------------------------------------------------


def test_to_play_defaults_to_null_at_the_start_piles_only() -> None:
    assert deal_from_json(THREE).to_play is None
    assert read(THREE, piles={"ascending": [1, 1], "descending": [100, 100]}).to_play is None
    with pytest.raises(InputError, match="'to_play' is missing"):
        read(THREE, piles=UNDER_WAY)
    assert read(THREE, piles=UNDER_WAY, to_play=None).to_play is None
    assert read(THREE, piles=UNDER_WAY, to_play=2).to_play == 2


def test_null_in_mid_turn_is_an_error() -> None:
    for changes in ({"to_play": None}, {}):
        with pytest.raises(InputError, match=r"to_play: null, but 'played_this_turn' is 1"):
            read(THREE, played_this_turn=1, **changes)
    assert read(THREE, to_play=1, played_this_turn=1).played_this_turn == 1


def test_starts_one_for_each_player_who_may_begin() -> None:
    starts = deal_from_json(THREE).starts()
    assert [(start.to_play, start.hand, start.played) for start in starts] == [
        (0, (10, 20), 0),
        (1, (30, 40), 0),
        (2, (50, 60), 0),
    ]
    (only,) = read(THREE, to_play=1, played_this_turn=2).starts()
    assert (only.to_play, only.played) == (1, 2)


def test_starts_skip_empty_hands() -> None:
    assert [start.to_play for start in read(THREE, hands=[[], [30], [50]], deck=[]).starts()] == [1, 2]
    (start,) = read(THREE, hands=[[], [30], [50]], deck=[], to_play=0, played_this_turn=2).starts()
    assert (start.to_play, start.played) == (1, 0)


def test_an_empty_hand_at_the_start_draws_while_the_deck_lasts() -> None:
    rules = {"hand_size": 1}
    (start,) = read(THREE, rules=rules, hands=[[], [30], [50]], to_play=0).starts()
    assert (start.to_play, start.hands, start.deck, start.played) == (1, ((70,), (30,), (50,)), (80,), 0)


def test_a_turn_under_way_whose_player_has_laid_all_is_still_to_be_ended() -> None:
    (start,) = read(THREE, hands=[[], [30], [50]], to_play=0, played_this_turn=2).starts()
    assert (start.to_play, start.hand, start.played, start.may_end_turn) == (0, (), 2, True)
    assert list(start.plays()) == []


# -- what is refused -------------------------------------------------------------------------------------------

BAD = [
    ({"game": "6-nimmt"}, 'game: expected "the-game", not "6-nimmt"'),
    ({"game": None}, "game: expected"),
    ({"colour": 1}, 'deal: unknown key "colour"'),
    ({"rules": "stnadard"}, 'rules: expected a preset (standard, always-two, expert, no-trick), not "stnadard"'),
    ({"rules": None}, "rules: expected a preset or an object of parameters, not null"),
    ({"rules": {"base": "easy"}}, 'rules.base: expected a preset (standard, always-two, expert, no-trick), not "easy"'),
    ({"rules": {"base": ["standard"]}}, "no-trick), not a list of 1"),
    ({"rules": {"hand": 3}}, 'rules: unknown key "hand"'),
    ({"rules": {"low": "2"}}, 'rules.low: expected a whole number from 0 to 999999, not "2"'),
    ({"rules": {"step": True}}, "rules.step: expected a whole number from 0 to 999999, not true"),
    ({"rules": {"min_plays": None}}, "rules.min_plays: expected a whole number from 0 to 999999, not null"),
    ({"rules": {"high": 10**3000}}, "rules.high: expected a whole number from 0 to 999999, not a number of 9966 bits"),
    ({"rules": {"low": 50, "high": 40}}, "'high' is 40; it must be from 50"),
    ({"hands": []}, "hands: expected one list for each of 1 to 5 players"),
    ({"hands": [[]] * 6}, "hands: holds 6 entries; at most 5"),
    ({"hands": {"0": [3]}}, "hands: expected a list, not an object"),
    ({"hands": "abc"}, 'hands: expected a list, not "abc"'),
    ({"hands": [[10], 20]}, r"hands[1]: expected a list, not 20"),
    ({"hands": [[10, 11, 12], []], "rules": {"hand_size": 2}}, "hands[0]: holds 3 cards; a full hand has 2"),
    ({"hands": [[10], [30, 1]]}, "hands[1][1]: expected a card from 2 to 99, not 1"),
    ({"hands": [[10], [30, 100]]}, "hands[1][1]: expected a card from 2 to 99, not 100"),
    ({"hands": [[10], [True]]}, "hands[1][0]: expected a card from 2 to 99, not true"),
    ({"hands": [[10.0]]}, "hands[0][0]: expected a card from 2 to 99, not 10.0"),
    ({"hands": [["10"]]}, 'hands[0][0]: expected a card from 2 to 99, not "10"'),
    ({"hands": [[10, 20], [20]]}, "hands[1][0]: the card 20 is also at hands[0][1]"),
    ({"deck": [10]}, "deck[0]: the card 10 is also at hands[0][0]"),
    ({"deck": [70, 71, 70]}, "deck[2]: the card 70 is also at deck[0]"),
    ({"deck": None}, "deck: expected a list, not null"),
    ({"deck": [[70]]}, "deck[0]: expected a card from 2 to 99, not a list of 1"),
    ({"piles": None}, "piles: expected an object, not null"),
    ({"piles": {"ascending": [1, 1]}}, "piles: the key 'descending' is missing"),
    ({"piles": {**UNDER_WAY, "sideways": []}}, 'piles: unknown key "sideways"'),
    ({"piles": {**UNDER_WAY, "ascending": [1]}}, "piles.ascending: expected a list of 2 tops, not a list of 1"),
    ({"piles": {**UNDER_WAY, "ascending": 1}}, "piles.ascending: expected a list of 2 tops, not 1"),
    (
        {"piles": {"ascending": [1, 100], "descending": [100, 100]}, "to_play": 0},
        "piles.ascending[1]: expected a card from 2 to 99 or the start value 1, not 100",
    ),
    (
        {"piles": {"ascending": [True, 1], "descending": [100, 100]}, "to_play": 0},
        "piles.ascending[0]: expected a card from 2 to 99 or the start value 1, not true",
    ),
    (
        {"piles": {"ascending": [1, 1], "descending": [100, 100.0]}, "to_play": 0},
        "piles.descending[1]: expected a card from 2 to 99 or the start value 100, not 100.0",
    ),
    (
        {"piles": {"ascending": [5, 5], "descending": [100, 100]}, "to_play": 0},
        "piles.ascending[1]: the card 5 is also at piles.ascending[0]",
    ),
    (
        {"piles": {"ascending": [1, 1], "descending": [60, 100]}, "to_play": 0},
        "piles.descending[0]: the card 60 is also at hands[2][1]",
    ),
    ({"to_play": 3}, "to_play: expected a whole number from 0 to 2, not 3"),
    ({"to_play": -1}, "to_play: expected a whole number from 0 to 2, not -1"),
    ({"to_play": False}, "to_play: expected a whole number from 0 to 2, not false"),
    ({"to_play": 0, "played_this_turn": -1}, "played_this_turn: expected a whole number from 0 to 6, not -1"),
    ({"to_play": 0, "played_this_turn": 1.0}, "played_this_turn: expected a whole number from 0 to 6, not 1.0"),
    ({"to_play": 0, "played_this_turn": None}, "played_this_turn: expected a whole number from 0 to 6, not null"),
    ({"to_play": 0, "played_this_turn": 5}, "played_this_turn: 5, but player 0 still holds 2 cards"),
]


@pytest.mark.parametrize(("changes", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_bad_deals_are_refused_with_the_place(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        read(THREE, **changes)
    assert message in str(error.value)


@pytest.mark.parametrize("key", ["game", "hands"])
def test_missing_keys_are_named(key: str) -> None:
    with pytest.raises(InputError, match=f"the key '{key}' is missing"):
        deal_from_json({name: value for name, value in THREE.items() if name != key})


@pytest.mark.parametrize("value", [None, [], "deal", 3, True])
def test_what_is_no_object_is_no_deal(value: object) -> None:
    with pytest.raises(InputError, match="deal: expected an object"):
        deal_from_json(value)


def test_huge_input_is_refused_by_its_length_alone() -> None:
    class Unread(list[Any]):
        """A list whose entries must not be looked at."""

        def __len__(self) -> int:
            return 10_000_000

        def __iter__(self) -> Any:
            raise AssertionError("the entries were read")

    piles = {**UNDER_WAY, "ascending": Unread()}
    for changes in ({"hands": Unread()}, {"hands": [Unread()]}, {"deck": Unread()}, {"piles": piles}):
        with pytest.raises(InputError, match="10000000"):
            read(THREE, to_play=0, **changes)


def test_no_more_cards_than_a_deal_may_hold() -> None:
    cards = list(range(1000, 1127))
    rules = {"low": 1000, "high": 2000}
    assert read(THREE, rules=rules, hands=[cards[:6]], deck=cards[6:126]).cards_left == 126
    with pytest.raises(InputError, match="hold 127 cards; at most 126"):
        read(THREE, rules=rules, hands=[cards[:6]], deck=cards[6:])


def test_messages_stay_short() -> None:
    for changes in ({"game": "x" * 10**6}, {"y" * 10**6: 1}, {"hands": [[10**4000]]}, {"deck": ["z" * 10**6]}):
        with pytest.raises(InputError) as error:
            read(THREE, **changes)
        assert len(str(error.value)) < 300


def test_python_callers_are_held_to_the_same() -> None:
    with pytest.raises(InputError, match="the card 5 is also at"):
        Deal(Rules(), ((5,),), (5,))
    with pytest.raises(InputError, match="piles: expected 4 tops, not 3"):
        Deal(Rules(), ((5,),), piles=(1, 1, 100))
    with pytest.raises(InputError, match="rules: expected Rules"):
        Deal("standard", ((5,),))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="seed: expected a text"):
        Deal(Rules(), ((5,),), seed=5)  # type: ignore[arg-type]


# -- round trips -----------------------------------------------------------------------------------------------


def test_canonical_json_is_minimal_but_says_who_plays() -> None:
    assert deal_to_json(deal_from_json(EXAMPLE)) == {
        key: value for key, value in EXAMPLE.items() if key not in ("to_play", "played_this_turn")
    }
    assert "to_play" not in deal_to_json(deal_from_json(THREE))
    assert deal_to_json(read(THREE, to_play=0))["to_play"] == 0
    assert deal_to_json(read(THREE, piles=UNDER_WAY, to_play=None))["to_play"] is None
    assert deal_to_json(read(THREE, to_play=2, played_this_turn=1))["played_this_turn"] == 1


@given(random_deals())
def test_deals_survive_json(deal: Deal) -> None:
    written = deal_to_json(deal)
    assert deal_from_json(json.loads(json.dumps(written))) == deal
    assert deal_to_json(deal_from_json(written)) == written


@given(random_rules())
def test_rules_survive_json(rules: Rules) -> None:
    assert rules_from_json(json.loads(json.dumps(rules_to_json(rules)))) == rules


def test_the_toy_deals_survive_json() -> None:
    lines = (Path(__file__).parents[1] / "data" / "toy_truth.jsonl").read_text().splitlines()
    deals = [deal_from_json(json.loads(line)["deal"]) for line in lines]
    assert len(deals) == 210
    assert [deal_from_json(deal_to_json(deal)) for deal in deals] == deals


# -- fuzz ------------------------------------------------------------------------------------------------------


@given(JSON)
def test_any_json_is_a_deal_or_an_input_error(value: object) -> None:
    with pytest.raises(InputError):
        deal_from_json(value)


@given(st.data())
def test_damaged_deals_are_deals_or_input_errors(data: st.DataObject) -> None:
    value = data.draw(damaged(deal_to_json(data.draw(random_deals()))))
    try:
        deal = deal_from_json(value)
    except InputError:
        return
    assert deal_from_json(deal_to_json(deal)) == deal
