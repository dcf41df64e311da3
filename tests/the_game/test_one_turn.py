"""How many cards one turn can lay: known cases, and the plain search over all plays as the measure."""

from __future__ import annotations

import random

import pytest

from benchmarks.random_deals import random_deal
from solver.the_game.one_turn import most_cards
from solver.the_game.rules import Position, Rules


def turn(hand: tuple[int, ...], ascending: tuple[int, ...], descending: tuple[int, ...], step: int) -> Position:
    """The beginning of a turn with this hand on these piles, the deck not empty."""
    high = 300
    rules = Rules(high=high, ascending=len(ascending), descending=len(descending), step=step, hand_size=126)
    return Position(rules, (hand,), (high,), (*ascending, *descending), 0)


def positions_within_the_turn(position: Position) -> set[Position]:
    """Every position that the player to play can reach without ending the turn, found by trying everything out."""
    seen, open_ = {position}, [position]
    while open_:
        for child in [here.play(card, pile) for here in [open_.pop()] for card, pile in here.plays()]:
            if child not in seen:
                seen.add(child)
                open_.append(child)
    return seen


def found_by_trying(position: Position) -> int:
    return max(reached.played for reached in positions_within_the_turn(position)) - position.played


@pytest.mark.parametrize(
    ("hand", "ascending", "descending", "step", "most"),
    [
        ((), (50,), (40,), 10, 0),
        ((45,), (50,), (40,), 10, 0),
        ((45, 51, 39), (50,), (40,), 10, 2),
        ((40, 45), (50,), (30,), 10, 2),  # the trick with the 40 opens the way for the 45
        ((40, 45), (50,), (30,), 0, 0),
        ((30, 35, 40, 45), (50,), (), 10, 4),  # 40, 45, 35, or 40, 30 and then in rising order
        ((32, 35, 42), (50, 52), (), 10, 3),  # from the higher of two piles
        ((43, 45, 53), (50,), (), 10, 3),  # 53 first, then back to the 43
        ((43, 45, 53), (), (50,), 10, 3),  # 45 43 53
        ((46, 54, 56), (50,), (60,), 10, 3),
        ((16, 20, 23), (30,), (10,), 10, 2),  # both directions need the 20
        ((9, 11, 12, 14), (17,), (6,), 6, 4),  # each direction leaps past the other: 11 and 12 change sides
        ((1, 10, 13, 14, 16), (18,), (9,), 5, 5),
        ((2, 3, 4), (), (5,), 10, 3),
    ],
)
def test_known_turns(
    hand: tuple[int, ...], ascending: tuple[int, ...], descending: tuple[int, ...], step: int, most: int
) -> None:
    assert most_cards(hand, ascending, descending, step) == most
    assert found_by_trying(turn(hand, ascending, descending, step)) == most


def random_turn(rng: random.Random) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int]:
    """Hand, tops and step. High ascending and low descending tops leave cards between them that only tricks reach."""
    up, down = rng.choice(((1, 0), (0, 1), (1, 1), (1, 1), (1, 1), (2, 1), (1, 2), (2, 2)))
    numbers = rng.sample(range(2, 22), up + down + rng.randint(0, 5))
    tops = sorted(numbers[: up + down], reverse=True)
    return tuple(sorted(numbers[up + down :])), tuple(tops[:up]), tuple(tops[up:]), rng.randint(0, 6)


def contested_turn(rng: random.Random) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int]:
    """The same, with a card that is a trick for both directions."""
    step = rng.randint(3, 6)
    card = rng.randint(step + 2, 21 - step)
    tops = (card + step, card - step)
    others = [number for number in range(2, 22) if number not in (card, *tops)]
    hand = sorted((card, *rng.sample(others, rng.randint(1, 4))))
    return tuple(hand), tops[:1], tops[1:], step


def test_agrees_with_trying_everything_out() -> None:
    rng = random.Random(7)
    fought_for = 0
    for number in range(2000):
        hand, ascending, descending, step = (random_turn if number % 2 else contested_turn)(rng)
        most = most_cards(hand, ascending, descending, step)
        assert most == found_by_trying(turn(hand, ascending, descending, step)), (hand, ascending, descending, step)
        alone = most_cards(hand, ascending, (), step) + most_cards(hand, (), descending, step)
        fought_for += most < len(hand) < alone
    assert fought_for > 20


def test_the_minimum_is_in_reach_exactly_if_trying_finds_a_way() -> None:
    rng = random.Random(8)
    answers: list[bool] = []
    while len(answers) < 1000:
        for start in random_deal(rng).starts():
            within = positions_within_the_turn(start)
            for position in rng.sample(sorted(within), min(3, len(within))):
                reached = positions_within_the_turn(position)
                expected = any(later.won or later.may_end_turn for later in reached)
                assert position.can_reach_minimum() == expected, position
                answers.append(expected)
    assert 50 < answers.count(False) < 950


@pytest.mark.parametrize(("last", "reached"), [(147, False), (161, True)])
def test_a_large_minimum_on_many_piles_is_no_burden(last: int, reached: bool) -> None:
    # Ten cards fit on any of eight piles, so trying everything out would take ages; it all hangs on the last card.
    hand = (*range(170, 180), last)
    rules = Rules(high=400, ascending=8, descending=0, hand_size=11, min_plays=11)
    position = Position(rules, (hand,), (300,), tuple(range(160, 168)), 0)
    assert position.can_reach_minimum() == reached


def test_a_hand_as_large_as_possible_that_both_directions_fight_for() -> None:
    # Either direction can win its side of the cards with the 200, but not both.
    lower, upper = range(101, 163), range(230, 293)
    assert most_cards((*lower, 200, *upper), (300,), (100,), 100) == 97
