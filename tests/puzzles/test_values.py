"""Values of plays and their classes, held to brute force."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from benchmarks.random_deals import solved_deals
from puzzles.analysis.classes import Laid, Undecided, classes_of, twin
from puzzles.analysis.values import Choice, Values, value_plays
from solver import Budget, Deal, InputError, Position, Rules, parse_line, read_deal, verify
from solver.the_game import portfolio, reference
from solver.the_game.deal import deal_from_json, deal_of

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parents[1] / "data" / "toy_truth.jsonl").read_text().splitlines()
]
FULL = read_deal("tg1:standard/1p#1")


def played(choice: Choice) -> tuple[int, int, str]:
    assert choice.play is not None
    return choice.player, choice.play.card, choice.play.pile


def assert_line_is_worth_what_is_said(deal: Deal, choice: Choice) -> None:
    line = parse_line(choice.line)
    report = verify(deal, line)
    assert (report.legal, report.cards_left) == (True, choice.cards_left)
    assert line.turns[0].plays[:1] == (() if choice.play is None else (choice.play,))
    for cost, objective in ((choice.turns, "turns"), (choice.tricks, "tricks")):
        if cost is not None:
            report = verify(deal, parse_line(cost.line))
            assert (getattr(report, objective), report.cards_left) == (cost.value, choice.cards_left)
            assert cost.bound <= cost.value


# -- against brute force -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_known_cases(case: dict[str, Any]) -> None:
    deal, truth = deal_from_json(case["deal"]), case["truth"]
    found = value_plays(deal)
    listed = [
        {"card": choice.play.card, "pile": choice.play.pile, "wins": choice.status == "winnable"}
        | {"cards_left": choice.cards_left}
        for choice in found.choices
        if choice.play is not None
    ]

    def place(play: dict[str, Any]) -> tuple[int, str]:
        return play["card"], play["pile"]

    assert sorted(listed, key=place) == sorted(truth["first_plays"], key=place)
    assert sum(choice.status == "winnable" for choice in found.plays) == truth["winning_first_plays"]
    assert (None if found.end_turn is None else found.end_turn.status == "winnable") == truth["end_turn_wins"]
    assert found.status == ("winnable" if truth["winnable"] else "unwinnable")
    assert (found.stopped_by, found.undecided, found.classes_proven) == (None, (), True)
    for choice in found.choices:
        assert choice.cards_left_bound == choice.cards_left
        assert_line_is_worth_what_is_said(deal, choice)


def test_turns_and_tricks_of_every_choice() -> None:
    checked = 0
    for deal, _ in solved_deals(61, 120):
        expected, found = reference.values(deal), value_plays(deal, objectives=("turns", "tricks"))
        moves = [((move.player, move.card, move.pile), move.value) for move in expected.plays]
        assert [played(choice) for choice in found.plays] == [move for move, _ in moves]
        worth = [value for _, value in moves] + ([] if expected.end_turn is None else [expected.end_turn])
        for choice, value in zip(found.choices, worth, strict=True):
            assert choice.cards_left == value.cards_left
            assert choice.turns is not None
            assert choice.tricks is not None
            assert (choice.turns.value, choice.turns.bound) == (value.turns, value.turns)
            assert (choice.tricks.value, choice.tricks.bound) == (value.tricks, value.tricks)
            assert_line_is_worth_what_is_said(deal, choice)
            checked += 1
    assert checked > 300


def winning_turns(position: Position) -> set[tuple[Laid, ...]]:
    """What the rest of the turn lays in the winning lines from here, by trying out everything."""

    def wins(later: Position) -> bool:
        return later.won or reference.solve(deal_of(later)).cards_left_bound == 0

    found: set[tuple[Laid, ...]] = set()
    todo: list[tuple[Position, tuple[Laid, ...]]] = [(position, ())]
    while todo:
        here, laid = todo.pop()
        # Where one player holds all cards that are left, the rest is one turn.
        matters = any(hand for player, hand in enumerate(here.hands) if player != here.to_play) or here.deck
        if here.won or (matters and here.may_end_turn and wins(here.end_turn())):
            found.add(laid)
        todo += [(here.play(*play), (*laid, play)) for play in here.plays()]
    return found


def can_begin_with(position: Position, turn: tuple[Laid, ...], wanted: Laid) -> bool:
    """Is there an order of the turn, each pile's cards in their order, and are there names of piles that show the same,
    with which it begins with the wanted play?"""

    def per_pile(plays: tuple[Laid, ...]) -> list[list[int]]:
        return [[card for card, on in plays if on == pile] for pile in range(len(position.piles))]

    card, pile = wanted
    return any(
        order[0][0] == card
        and twin(position, order[0][1]) == twin(position, pile)
        and per_pile(order) == per_pile(turn)
        for order in permutations(turn)
    )


def test_classes_are_the_same_wins() -> None:
    sizes = set()
    for deal, outcome in solved_deals(62, 60):
        starts = deal.starts()
        if outcome.cards_left_bound or len({start.to_play for start in starts}) < len(starts):
            continue
        found = value_plays(deal)
        assert found.classes_proven
        for start in starts:
            mine = [choice for choice in found.winning if choice.player == start.to_play and choice.play]
            turns = winning_turns(start)
            wins = {}
            for choice in mine:
                _, card, name = played(choice)
                pile = deal.rules.pile_index(name)
                assert pile is not None
                wins[choice] = {turn for turn in turns if can_begin_with(start, turn, (card, pile))}
            for first in mine:
                for second in mine:
                    assert (first.class_number == second.class_number) == (wins[first] == wins[second])
        numbers = {choice.class_number for choice in found.winning}
        assert numbers == set(range(found.classes))
        assert found.only_play == (found.classes == 1)
        sizes.add(len(found.winning) - found.classes)
    assert len(sizes) > 3


def test_classes_without_a_verdict_are_kept_apart_and_not_proven() -> None:
    """Whether 20 needs 5 as well is only known if the positions in between are."""
    start = small((5, 20), (19, 6), rules={"step": 0}).starts()[0]

    def undecided(_: Position) -> Sequence[Laid]:
        raise Undecided

    assert classes_of(start, [(5, 1), (20, 0)], undecided) == ([[(5, 1)], [(20, 0)]], False)
    assert classes_of(start, [(5, 1)], undecided) == ([[(5, 1)]], True)


# -- what a position's notions mean --------------------------------------------------------------------------------


def small(hand: tuple[int, ...], piles: tuple[int, int], **more: Any) -> Deal:
    """A hand on one pile of each direction, cards 2 to 30, no draw pile unless said."""
    return Deal(Rules(high=30, ascending=1, descending=1, **more.pop("rules", {})), (hand,), piles=piles, **more)


def test_an_order_that_does_not_matter_is_one_class() -> None:
    """10 up and 9 down go together, whichever comes first. With 9 up, 10 may go up or down; so may 9 after 10 down."""
    found = value_plays(small((9, 10), (8, 11)))
    classes = {played(choice)[1:]: choice.class_number for choice in found.winning}
    assert classes == {(9, "A1"): 0, (9, "D1"): 1, (10, "A1"): 1, (10, "D1"): 2}
    assert (found.classes, found.only_play) == (3, False)


def test_only_play_and_single_play() -> None:
    """20 must go up and 5 down: two plays, one class."""
    found = value_plays(small((5, 20), (19, 6), rules={"step": 0}))
    assert [played(choice)[1:] for choice in found.winning] == [(5, "D1"), (20, "A1")]
    assert (found.classes, found.only_play, found.single_play) == (1, True, False)
    alone = value_plays(small((5,), (19, 6)))
    assert (alone.classes, alone.only_play, alone.single_play) == (1, True, True)


def test_equal_piles_are_listed_one_by_one_and_count_as_one() -> None:
    found = value_plays(Deal(Rules(descending=0), ((5,),)))
    assert [played(choice)[1:] for choice in found.winning] == [(5, "A1"), (5, "A2")]
    assert (found.classes, found.only_play, found.single_play) == (1, True, True)


def test_where_turns_do_not_matter_ending_one_is_no_choice() -> None:
    found = value_plays(small((5,), (4, 6), to_play=0, played_this_turn=1))
    assert found.end_turn is not None
    assert (found.end_turn.status, found.end_turn.class_number) == ("winnable", None)
    assert (found.classes, found.only_play) == (2, False)


def test_ending_the_turn_is_a_class_of_its_own() -> None:
    deal = Deal(
        Rules(high=9, ascending=1, descending=0, step=0, hand_size=2, min_plays=1),
        ((4,),), (3,), (2,), 0, 1,
    )  # fmt: skip
    found = value_plays(deal)
    assert found.end_turn is not None
    assert (found.end_turn.status, found.plays[0].status) == ("winnable", "unwinnable")
    assert (found.only_play, found.single_play, found.end_turn.class_number) == (True, True, 0)


def test_nothing_to_choose() -> None:
    won = value_plays(Deal(Rules(), ((),)))
    assert (won.choices, won.status, won.only_play) == ((), "winnable", False)
    stuck = value_plays(small((10,), (15, 5), rules={"step": 0}))
    assert (stuck.choices, stuck.status, stuck.only_play) == ((), "unwinnable", False)


def test_where_the_team_chooses_every_player_is_listed() -> None:
    deal = Deal(Rules(high=9, hand_size=1, ascending=1, descending=0, step=0), ((3,), (2,)))
    found = value_plays(deal)
    assert [(choice.player, choice.status) for choice in found.choices] == [(0, "unwinnable"), (1, "winnable")]
    assert found.only_play is True


# -- budgets -------------------------------------------------------------------------------------------------------


def assert_honest(found: Values) -> None:
    """Undecided choices say so, and why."""
    for choice in found.choices:
        assert (choice.status == "unknown") == (choice.stopped_by is not None)
        assert (choice.status == "winnable") == (choice.class_number is not None)  # turns matter
        assert_line_is_worth_what_is_said(found.deal, choice)


def test_a_budget_of_nodes_is_kept_and_repeatable() -> None:
    budget = Budget(max_nodes=25_000)
    found = value_plays(FULL, budget=budget)
    assert found == value_plays(FULL, budget=budget)
    assert found.nodes <= 25_000
    assert found.undecided
    assert {choice.stopped_by for choice in found.undecided} == {"nodes"}
    assert found.status == "winnable"
    assert_honest(found)


def test_no_verdict_without_proof() -> None:
    """A lost deal under a budget that proves nothing: no only play, no verdict."""
    deal = read_deal("tg1:n5/1p#0")
    found = value_plays(deal, budget=Budget(max_nodes=1_000))
    assert found.undecided
    assert (found.only_play, found.single_play) in {(None, None), (False, False)}
    assert_honest(found)


@pytest.mark.parametrize("interrupted", [0, 1, 5])
def test_ctrl_c_keeps_what_is_known(monkeypatch: pytest.MonkeyPatch, interrupted: int) -> None:
    calls = 0

    def solve(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > interrupted:
            raise KeyboardInterrupt
        return portfolio.solve(*arguments, **options)

    monkeypatch.setattr("puzzles.analysis.shared_budget.solve", solve)
    found = value_plays(FULL)
    assert found.stopped_by == "interrupt"
    assert len({choice.play and choice.play.card for choice in found.winning}) == -(-interrupted // 2)
    assert_honest(found)


def test_progress_is_told_in_words() -> None:
    said: list[str] = []
    value_plays(FULL, progress=said.append)
    assert any("play 1 of 16" in text for text in said)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(InputError, match="objectives"):
        value_plays(FULL, objectives=("speed",))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="budget"):
        value_plays(FULL, budget=5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="deal"):
        value_plays("tg1:standard/1p#1")  # type: ignore[arg-type]
