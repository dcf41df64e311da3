from __future__ import annotations

import pytest

from solver.errors import IllegalPlay, InputError
from solver.the_game.rules import PRESETS, Position, Rules

STANDARD = Rules()


def position(
    hands: tuple[tuple[int, ...], ...],
    deck: tuple[int, ...] = (),
    piles: tuple[int, ...] = (1, 1, 100, 100),
    rules: Rules = STANDARD,
    to_play: int = 0,
    played: int = 0,
) -> Position:
    return Position(rules, hands, deck, piles, to_play, played)


# -- rule sets -------------------------------------------------------------------------------------------------


def test_standard_rules_are_the_published_ones() -> None:
    assert (STANDARD.low, STANDARD.high, STANDARD.step) == (2, 99, 10)
    assert STANDARD.start_piles == (1, 1, 100, 100)
    assert [STANDARD.hand_limit(players) for players in range(1, 6)] == [8, 7, 6, 6, 6]
    assert (STANDARD.min_plays, STANDARD.min_plays_empty) == (2, 1)


def test_presets_differ_in_one_parameter_each() -> None:
    assert list(PRESETS) == ["standard", "always-two", "expert", "no-trick"]
    assert PRESETS["standard"] == Rules()
    assert PRESETS["always-two"] == Rules(min_plays_empty=2)
    assert PRESETS["expert"] == Rules(min_plays=3)
    assert PRESETS["no-trick"] == Rules(step=0)


def test_pile_names() -> None:
    rules = Rules(ascending=1, descending=3)
    assert [rules.pile_name(pile) for pile in range(4)] == ["A1", "D1", "D2", "D3"]
    assert [rules.pile_index(rules.pile_name(pile)) for pile in range(4)] == [0, 1, 2, 3]
    for name in ("A2", "D4", "D0", "D01", "d1", "X1", "A", "", "A-1", "A\u0661"):
        assert rules.pile_index(name) is None


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"low": -1}, "low"),
        ({"low": 10, "high": 9}, "high"),
        ({"high": 1_000_000}, "high"),
        ({"ascending": -1}, "ascending"),
        ({"descending": 17}, "descending"),
        ({"ascending": 0, "descending": 0}, "ascending"),
        ({"step": -1}, "step"),
        ({"hand_size": 0}, "hand_size"),
        ({"min_plays": 0}, "min_plays"),
        ({"min_plays_empty": 0}, "min_plays_empty"),
        ({"min_plays": True}, "min_plays"),
        ({"step": 1.0}, "step"),
    ],
)
def test_parameters_out_of_range_are_named(parameters: dict[str, int], name: str) -> None:
    with pytest.raises(InputError, match=f"'{name}'"):
        Rules(**parameters)


@pytest.mark.parametrize("sign", [1, -1])
def test_numbers_too_long_to_print_are_refused_like_others(sign: int) -> None:
    number = sign * 10**5000
    with pytest.raises(InputError, match=r"rules: 'low' is a number of \d+ bits; it must be from 0"):
        Rules(low=number)
    with pytest.raises(IllegalPlay, match=r"does not hold a number of \d+ bits"):
        position(((66,),)).play(number, 0)


# -- what fits -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "pile", "top", "fits", "trick"),
    [
        (78, 0, 77, True, False),
        (76, 0, 77, False, False),
        (67, 0, 77, True, True),
        (66, 0, 77, False, False),  # a wrong example in a published rule text: 66 on an ascending 77
        (56, 0, 46, True, False),  # a wrong example too: an ordinary play in the pile's direction, no trick
        (33, 2, 34, True, False),
        (35, 2, 34, False, False),
        (44, 2, 34, True, True),
        (45, 2, 34, False, False),
        (24, 2, 34, True, False),
    ],
)
def test_what_fits_and_what_is_a_trick(card: int, pile: int, top: int, fits: bool, trick: bool) -> None:
    piles = (top, 1, top, 100)
    here = position(((card,),), piles=piles)
    assert here.fits(card, pile) is fits
    assert here.is_trick(card, pile) is trick


def test_the_step_is_a_parameter_and_zero_means_no_trick() -> None:
    assert position(((17,),), piles=(20, 1, 100, 100), rules=Rules(step=3)).is_trick(17, 0)
    assert not position(((20,),), piles=(20, 1, 100, 100), rules=Rules(step=0)).fits(20, 0)
    assert not position(((10,),), piles=(20, 1, 100, 100), rules=Rules(step=0)).fits(10, 0)


def test_plays_come_by_card_and_then_by_pile() -> None:
    here = position(((5, 15),), piles=(10, 15, 20, 5))
    assert list(here.plays()) == [(5, 1), (5, 2), (15, 0), (15, 2), (15, 3)]


# -- turns -----------------------------------------------------------------------------------------------------


def test_a_turn_draws_to_a_full_hand_at_its_end_only() -> None:
    rules = Rules(hand_size=3)
    here = position(((10, 20, 30),), (4, 3, 2), rules=rules)
    after_one = here.play(10, 0)
    assert (after_one.hand, after_one.deck, after_one.played) == ((20, 30), (4, 3, 2), 1)
    ended = after_one.play(20, 0).end_turn()
    assert (ended.hand, ended.deck, ended.played) == ((3, 4, 30), (2,), 0)


def test_the_minimum_holds_while_the_deck_lasts_at_the_start_of_the_turn() -> None:
    here = position(((10, 20, 30),), (40,), rules=Rules(hand_size=3))
    with pytest.raises(IllegalPlay, match="player 0 has put down 1 of at least 2 cards;"):
        here.play(10, 0).end_turn()
    last_draw = here.play(10, 0).play(20, 0).end_turn()
    assert (last_draw.deck, last_draw.minimum) == ((), 1)
    assert last_draw.play(30, 0).end_turn().hand == (40,)


def test_always_two_keeps_the_minimum_but_a_last_single_card_may_be_played_alone() -> None:
    rules = PRESETS["always-two"]
    assert position(((10, 20),), rules=rules).minimum == 2
    assert position(((10,),), rules=rules).minimum == 1
    assert position(((10,),), rules=rules).play(10, 0).may_end_turn


def test_fewer_cards_than_the_minimum_have_to_be_played_all() -> None:
    here = position(((10, 20), (30,)), (40,), rules=PRESETS["expert"])
    assert here.minimum == 2
    assert not here.play(10, 0).may_end_turn
    assert here.play(10, 0).play(20, 0).may_end_turn


def test_a_turn_without_a_card_cannot_be_ended() -> None:
    with pytest.raises(IllegalPlay, match="0 of at least 1 card;"):
        position(((10,),)).end_turn()


def test_empty_hands_are_skipped_once_the_deck_is_empty() -> None:
    here = position(((10,), (), (20, 30)), to_play=0)
    assert here.play(10, 0).end_turn().to_play == 2
    assert position(((10,), (), ()), to_play=1).settled().to_play == 0


def test_an_empty_hand_draws_and_passes_while_the_deck_lasts() -> None:
    here = position(((10,), ()), (40, 50, 60), rules=Rules(hand_size=2), to_play=1).settled()
    assert (here.to_play, here.hands, here.deck) == (0, ((10,), (40, 50)), (60,))


def test_won_means_every_card_played() -> None:
    here = position(((10,), ()))
    assert (here.won, here.cards_left) == (False, 1)
    done = here.play(10, 0)
    assert (done.won, done.cards_left) == (True, 0)
    assert done.end_turn().won


def test_the_minimum_may_be_out_of_reach_although_a_card_fits() -> None:
    piles = (50, 60, 40, 30)
    here = position(((35, 45),), (2,), piles)
    assert not position(((45, 46),), (2,), piles).can_reach_minimum()
    # 35 fits on D1 at 40, and the 45 is then the backwards trick on it.
    assert here.can_reach_minimum()
    assert list(position(((35, 46),), (2,), piles).plays()) == [(35, 2)]
    assert not position(((35, 46),), (2,), piles).can_reach_minimum()


def test_illegal_plays_say_why() -> None:
    here = position(((66,), (70,)), piles=(77, 90, 34, 20))
    with pytest.raises(IllegalPlay, match=r"66 does not fit on A1, ascending at 77.*exactly 10 back, the 67"):
        here.play(66, 0)
    with pytest.raises(IllegalPlay, match=r"66 does not fit on D1, descending at 34.*exactly 10 back, the 44"):
        here.play(66, 2)
    with pytest.raises(IllegalPlay, match="player 0 does not hold 70"):
        here.play(70, 0)
    # The 1 and the 100 are no cards, so there is nothing to name.
    edge = position(((2, 99),), piles=(11, 1, 90, 20))
    with pytest.raises(IllegalPlay, match=r"it is not higher, and there is no card exactly 10 back$"):
        edge.play(2, 0)
    with pytest.raises(IllegalPlay, match=r"it is not lower, and there is no card exactly 10 back$"):
        edge.play(99, 2)
    with pytest.raises(IllegalPlay, match=r"exactly 10 back, the 2$"):
        position(((3,),), piles=(12, 1, 100, 100)).play(3, 0)
    with pytest.raises(IllegalPlay, match="no backwards trick"):
        position(((66,),), piles=(77, 90, 34, 20), rules=PRESETS["no-trick"]).play(66, 0)
