"""Puzzles of 6 nimmt!: every kind proven against brute force, answers right and wrong, and false puzzles."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from puzzles.bank import open_bank
from puzzles.kind import Rejected, Unproven
from puzzles.kinds import kind_named, kinds
from puzzles.puzzle import Tier
from puzzles.six_nimmt.answers import bullheads_of
from puzzles.six_nimmt.puzzle import Puzzle, canonical
from puzzles.six_nimmt.rounds import GREEDY, greedy_total, least_with_cheapest_rows
from solver.budget import Budget
from solver.errors import InputError
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import decode, encode_deal
from solver.six_nimmt.record import parse_record
from solver.six_nimmt.referee import play_turn, replay
from solver.six_nimmt.resolve import heads
from solver.six_nimmt.rules import Rules
from tests.conftest import Opendeal
from tests.six_nimmt.deals import every_way, random_deal

NAMES = ("nobody-takes", "only-card", "sacrifice", "take-nothing")
SEAT = ("only-card", "sacrifice", "take-nothing")


def puzzles_of(name: str, tier: Tier, wanted: int, most: int = 400) -> list[Puzzle]:
    """The first puzzles among the candidates of a kind and tier."""
    kind, found = kind_named(name), []
    for number in range(most):
        try:
            found.append(kind.puzzle(kind.candidate(f"test/{number}", tier)))
        except Rejected:
            continue
        if len(found) == wanted:
            return found
    raise AssertionError(f"only {len(found)} puzzles of the kind {name}")


@pytest.fixture(scope="module")
def some() -> dict[str, list[Puzzle]]:
    """Small puzzles of every kind."""
    wanted: dict[str, tuple[Tier, int]] = {
        "nobody-takes": ("easy", 4), "only-card": ("medium", 5), "sacrifice": ("medium", 3), "take-nothing": ("easy", 5)
    }  # fmt: skip
    return {name: puzzles_of(name, tier, count) for name, (tier, count) in wanted.items()}


Order = tuple[tuple[int, int], ...]
"""Player 0's cards as they are played, each with the row that it takes if it is below all ends, else 0."""


def orders(deal: Deal, cheapest: bool = False) -> dict[Order, int]:
    """The bullheads of player 0 by what it may play; with ``cheapest`` it only takes rows that no other undercuts."""
    if not deal.turns_left:
        return {(): deal.taken[0]}
    found: dict[Order, int] = {}
    for card in deal.hands[0]:
        cards = {player: order[0] for player, order in enumerate(deal.script) if order} | {0: card}
        low = card == min(cards.values()) and all(row[-1] > card for row in deal.rows)
        least = min(map(heads, deal.rows))
        for row in (1, 2, 3, 4) if low else (0,):
            if not (low and cheapest and heads(deal.rows[row - 1]) > least):
                _, after = play_turn(deal, cards, row or None)
                found |= {((card, row), *rest): taken for rest, taken in orders(after, cheapest).items()}
    return found


# -- the kinds against brute force ---------------------------------------------------------------------------------


def test_the_registry_has_them() -> None:
    assert set(NAMES) <= set(kinds())
    for name in NAMES:
        assert kind_named(name).task.endswith(".")


def test_every_goal_is_brute_force(some: dict[str, list[Puzzle]]) -> None:
    for name in NAMES:
        for puzzle in some[name]:
            movers = puzzle.deal.open_seats
            assert movers == ((0,) if name in SEAT else tuple(range(puzzle.deal.players)))
            values = [sum(taken[player] for player in movers) for _, taken in every_way(puzzle.deal)]
            assert min(values) == puzzle.goal.value
            assert values.count(puzzle.goal.value) == puzzle.difficulty.features["ways"]
            if name in ("take-nothing", "nobody-takes"):
                assert puzzle.goal.value == 0


def test_a_single_card_may_be_played_and_no_other(some: dict[str, list[Puzzle]]) -> None:
    kind = kind_named("only-card")
    for puzzle in some["only-card"]:
        best = {order[0][0] for order, taken in orders(puzzle.deal).items() if taken == puzzle.goal.value}
        assert len(best) == 1
        for card in puzzle.deal.hands[0]:
            assert kind.accepts(puzzle, str(card)) == (card in best)


def test_only_a_dearer_row_saves(some: dict[str, list[Puzzle]]) -> None:
    for puzzle in some["sacrifice"]:
        cheap = min(orders(puzzle.deal, cheapest=True).values())
        assert cheap > puzzle.goal.value
        assert least_with_cheapest_rows(puzzle.deal, Budget()) == cheap


def test_cheapest_rows_alone_are_brute_force() -> None:
    rng = random.Random("cheapest")
    dearer = 0
    for _ in range(150):
        deal = replace(random_deal(rng, 2, 3, 1, 60), row_choices=())
        cheap = min(orders(deal, cheapest=True).values())
        assert least_with_cheapest_rows(deal, Budget()) == cheap
        dearer += cheap > min(orders(deal).values())
    assert dearer


def test_greedy_players_do_not_do_it_all(some: dict[str, list[Puzzle]]) -> None:
    for name in NAMES:
        for puzzle in some[name]:
            wins = {greedy: greedy_total(puzzle.deal, greedy) <= puzzle.goal.value for greedy in GREEDY}
            assert {greedy: puzzle.difficulty.features[f"win_{greedy}"] for greedy in GREEDY} == wins
            assert not all(wins.values())


# -- answers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["take-nothing", "sacrifice"])
def test_an_order_solves_a_puzzle_if_it_reaches_the_goal(some: dict[str, list[Puzzle]], name: str) -> None:
    kind = kind_named(name)
    for puzzle in some[name][:2]:
        assert kind.accepts(puzzle, puzzle.solution)
        for order, taken in orders(puzzle.deal).items():
            answer = " ".join(f"{card}@{row}" if row else str(card) for card, row in order)
            assert kind.accepts(puzzle, answer) == (taken == puzzle.goal.value)


def test_all_together_answer_with_a_record(some: dict[str, list[Puzzle]]) -> None:
    kind = kind_named("nobody-takes")
    for puzzle in some["nobody-takes"]:
        assert kind.accepts(puzzle, puzzle.solution)
        assert not kind.accepts(puzzle, puzzle.solution.partition("|")[0])
        lowest_first = " | ".join(
            " ".join(f"{card}@1" for card in turn) for turn in zip(*puzzle.deal.hands, strict=True)
        )
        played = replay(puzzle.deal, parse_record(lowest_first))
        assert kind.accepts(puzzle, lowest_first) == (played.legal and sum(played.deal.taken) == 0)


DEAL = Deal(Rules(), ((50,), (60,), (70,), (80,)), ((10, 90), (20, 55)), script=(None, (55, 20)))


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("90 10@2", 1 + 2),
        ("10@4 90", 3),
        ("90 55 10@3 20", 3),
        ("90 | 10@3", 3),
        ("90", None),
        ("90@1 10@3", None),
        ("90@4 10@9", None),
    ],
)
def test_what_an_answer_is_worth(text: str, taken: int | None) -> None:
    assert bullheads_of(DEAL, text) == taken


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("90 10", "10 is below all ends: the row that it takes is missing, as in 10@1"),
        ("91 10@1", "nobody holds the 91"),
        ("90 90", "the 90 comes twice"),
        ("90@D1 10", "is no card with a row"),
    ],
)
def test_what_is_no_answer_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        bullheads_of(DEAL, text)
    assert message in str(caught.value)


# -- the command ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_bank_keeps_them_and_proves_them_anew(opendeal: Opendeal, tmp_path: Path, name: str) -> None:
    bank = str(tmp_path / "bank")
    asked = ("--kind", name, "--difficulty", "medium", "--count", "1", "--seed", "six", "--bank", bank)
    assert opendeal("puzzle", "make", *asked).status == 0
    (listed,) = map(json.loads, opendeal("puzzle", "list", "--bank", bank, "--json").out.splitlines())
    assert (listed["kind"], listed["tier"]) == (name, "medium")
    shown = opendeal("puzzle", "show", listed["id"], "--bank", bank, "--solution").out
    assert "6 nimmt!, rules" in shown
    assert kind_named(name).accepts(puzzle_of(bank, listed["id"]), shown.rpartition("solution")[2].strip())
    verified = opendeal("puzzle", "verify", "--bank", bank)
    assert (verified.status, verified.out) == (0, "")
    assert "1 puzzle proven, 0 wrong" in verified.err


def puzzle_of(bank: str, id_: str) -> Puzzle:
    with open_bank(bank) as opened:
        found = opened.find(id_).puzzle()
    assert isinstance(found, Puzzle)
    return found


# -- as data -------------------------------------------------------------------------------------------------------


def test_a_puzzle_is_read_as_it_was_written_and_proven_anew(some: dict[str, list[Puzzle]]) -> None:
    for name in NAMES:
        for puzzle in some[name][:2]:
            data = puzzle.to_json()
            assert list(data) == ["format", "id", "kind", "deal", "goal", "solution", "difficulty"]
            read = kind_named(name).read(data)
            assert read == puzzle
            kind_named(name).verify(read)


def test_a_seed_gives_the_same_puzzle_everywhere() -> None:
    (puzzle,) = puzzles_of("take-nothing", "medium", 1)
    assert puzzle.id == "d1c04cac2304"


def test_rows_and_players_are_names_only(some: dict[str, list[Puzzle]]) -> None:
    for name in NAMES:
        puzzle = some[name][0]
        deal = puzzle.deal
        seats = (0, *reversed(range(1, deal.players)))
        renamed = replace(
            deal,
            rows=deal.rows[::-1],
            hands=tuple(deal.hands[seat] for seat in seats),
            script=tuple(deal.script[seat] for seat in seats),
        )
        assert canonical(renamed) == canonical(deal)
        assert replace(puzzle, deal=renamed).id == puzzle.id
        assert decode(encode_deal(canonical(deal))).open_seats == deal.open_seats


def falsified(puzzle: Puzzle, key: str, value: Any) -> dict[str, Any]:
    """The puzzle's JSON with another value at a path such as ``goal.value``, without its identifier."""
    data = puzzle.to_json()
    del data["id"]
    *path, last = key.split(".")
    inner = data
    for name in path:
        inner = inner[name]
    inner[last] = value
    return data


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("goal.value", 3, "solution: it does not reach the goal"),
        ("goal.answer", "play", "goal: it is not what puzzles of the kind take-nothing ask"),
        ("goal.objective", "all", "goal.objective: expected one of own, total"),
        ("deal", "sn1:h0n4/3p#5", "goal: it is not what puzzles of the kind take-nothing ask"),
        ("deal", "sn1:n5:SM1mY-3x08DEoOO3uQkn20cgkXBUfncMQZvzcb1dG_iI", "deal: expected scripts"),
        ("solution", "1@1", "nobody holds the 1"),
        ("colour", 1, 'unknown key "colour"'),
    ],
)
def test_a_false_puzzle_is_not_read(some: dict[str, list[Puzzle]], key: str, value: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        kind_named("take-nothing").read(falsified(some["take-nothing"][0], key, value))
    assert message in str(caught.value)


def test_what_is_not_proven_is_found(some: dict[str, list[Puzzle]]) -> None:
    puzzle = some["take-nothing"][0]
    kind = kind_named("take-nothing")
    harder = replace(puzzle, difficulty=replace(puzzle.difficulty, score=99.0))
    with pytest.raises(Unproven, match="the difficulty is"):
        kind.verify(harder)
    with pytest.raises(Unproven, match="the goal is"):
        kind.verify(replace(puzzle, goal=replace(puzzle.goal, value=1)))
    values = orders(puzzle.deal)
    worst = max(values, key=lambda order: values[order])
    with pytest.raises(Unproven, match="the solution does not reach"):
        kind.verify(replace(puzzle, solution=" ".join(f"{card}@{row or 1}" for card, row in worst)))
    other = some["only-card"][0]
    if other.goal.value:
        with pytest.raises(Unproven, match="no puzzle of the kind take-nothing"):
            kind.verify(replace(other, goal=puzzle.goal))
