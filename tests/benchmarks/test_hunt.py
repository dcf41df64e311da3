"""The hunt for unwinnable decks, and the study of layers, on deals that take a moment."""

from __future__ import annotations

import json
import math
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from benchmarks import hunt, layers
from solver import InputError, Rules, solve
from solver.the_game.deal import deal_from_json
from solver.the_game.identifiers import decode

DATA = Path(__file__).parent.parent / "data"
EASY = ["--rules", "h40n4", "--width", "8", "--steps", "20", "--widest", "256", "--max-nodes", "2000", "--seed", "3"]
HARD = [
    "--rules",
    "h40d1n3",
    "--hand",
    "2",
    "--width",
    "0",
    "--plays",
    "36",
    "--steps",
    "5",
    "--widest",
    "256",
    "--seed",
    "3",
]


def trials(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_deck_is_proven_unwinnable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "decks.jsonl"
    assert hunt.main([str(path), *HARD]) == 0
    *_, found = trials(path)
    assert found == json.loads(capsys.readouterr().out.splitlines()[-1])
    assert found["status"] == "unwinnable"
    deal = decode(found["deal"])
    assert deal == hunt.dealt(tuple(found["deck"]), Rules(high=40, descending=1, hand_size=3))
    assert solve(deal).status == "unwinnable"
    assert hunt.main([str(path), *HARD]) == 0  # it is there already
    assert trials(path)[-1] == found


def test_a_hunt_goes_on_as_if_it_had_not_ended(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    hunt.main([str(whole), *EASY, "--rounds", "3"])
    hunt.main([str(parts), *EASY, "--rounds", "3"])
    lines = parts.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 3
    parts.write_text(lines[0], encoding="utf-8")
    hunt.main([str(parts), *EASY, "--rounds", "3"])
    assert trials(parts) == trials(whole)


def test_annealing_makes_a_deck_harder_and_keeps_its_first_cards() -> None:
    rules = Rules(hand_size=6)
    deck = hunt.STARTS["random"](rules, random.Random(0))
    judge = hunt.Judge(rules, width=4, plays=70, apart=0.01)
    harder, score = hunt.anneal(deck, judge, 20, random.Random(1), 60, 0.5, lambda step, score: None)
    assert sorted(harder) == sorted(deck)
    assert harder[:20] == deck[:20]
    assert score == judge.score(harder) < judge.score(deck) - 10


def test_a_score_above_the_limit_is_none() -> None:
    rules = Rules(hand_size=3)
    deck = hunt.STARTS["random"](rules, random.Random(0))
    judge = hunt.Judge(rules, width=0, plays=40, apart=0.01)
    found = judge.score(deck)
    assert judge.score(deck, found) == found
    assert judge.score(deck, found - 0.001) == math.inf


def test_trick_partners_start_far_apart() -> None:
    rules = Rules()
    for seed in range(3):
        deck = hunt.STARTS["apart"](rules, random.Random(seed))
        shuffled = hunt.STARTS["random"](rules, random.Random(seed))
        assert hunt.nearness(deck, 10, 49) < 60 < 1200 < hunt.nearness(shuffled, 10, 49)
    assert hunt.nearness((2, 12, 99, 22), 10, 3) == 2 + 1
    assert hunt.nearness((2, 12, 22), 0, 3) == 0


@pytest.mark.parametrize("name", hunt.STARTS)
def test_every_start_holds_every_card_once(name: str) -> None:
    for rules in (Rules(), Rules(high=40, step=0)):
        deck = hunt.STARTS[name](rules, random.Random(0))
        assert sorted(deck) == list(range(rules.low, rules.high + 1))
        assert hunt.STARTS[name](rules, random.Random(0)) == deck


@pytest.mark.parametrize("line", ["not JSON", "{}", '{"laid": 3}', '{"deck": [], "laid": []}'])
def test_a_file_of_something_else_is_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"other\.jsonl, line 1: expected a line that an earlier hunt wrote"):
        hunt.main([str(path), *EASY])


def test_a_file_that_is_no_text_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(b"\x9d\xff" * 1000)
    with pytest.raises(
        InputError, match=r"other\.jsonl: not valid UTF-8; expected the lines that an earlier hunt wrote"
    ):
        hunt.main([str(path), *EASY])
    assert path.read_bytes() == b"\x9d\xff" * 1000


def test_another_hunt_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "decks.jsonl"
    hunt.main([str(path), *EASY, "--rounds", "1"])
    with pytest.raises(InputError, match="holds the hunt of rules h40n4 and seed 3; use another file"):
        hunt.main([str(path), *EASY[:-1], "4"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--keep", "38"], "--keep: expected a whole number from 0 to 34, not 38"),
        (["--plays", "40"], "--plays: expected a whole number from 1 to 39, not 40"),
        (["--start", "tg1:h40n4/2p#1"], "--start: expected a solo deal, not one of 2 players"),
        (["--start", "tg1:h41n4/1p#1"], "--start: expected a deal of all cards from 2 to 40, as the rules say"),
    ],
)
def test_options_that_do_not_fit_are_refused(arguments: list[str], message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        hunt.main([str(tmp_path / "decks.jsonl"), *EASY, "--plays", "32", *arguments])
    assert str(caught.value) == message
    assert list(tmp_path.iterdir()) == []


def test_the_last_cards_that_may_change_do(tmp_path: Path) -> None:
    path = tmp_path / "decks.jsonl"
    hunt.main([str(path), *EASY, "--plays", "32", "--keep", "34", "--rounds", "1"])
    start = hunt.STARTS["apart"](Rules(high=40, hand_size=4), random.Random(3))
    assert tuple(trials(path)[0]["deck"][:34]) == start[:34]


@pytest.mark.parametrize("case", trials(DATA / "hard_decks.jsonl"), ids=lambda case: case["id"])
def test_decks_that_misled_narrow_searches_are_won(case: dict[str, Any]) -> None:
    result = solve(deal_from_json(case["deal"]))
    assert (result.status, result.cards_left) == ("winnable", 0)


# -- layers --------------------------------------------------------------------------------------------------------


def test_layers_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--rules", "n3", "--seeds", "0..1", "--json"]
    assert layers.main(arguments) == 0
    ordered = json.loads(capsys.readouterr().out)["results"]
    assert layers.main([*arguments, "--without", "order"]) == 0
    free = json.loads(capsys.readouterr().out)["results"]
    assert [layer["positions"] for layer in ordered] == [layer["positions"] for layer in free]
    assert ordered[0]["positions"] == 2  # one start of each deal
    for layer, after in pairwise(ordered):
        assert layer["stored"] == after["positions"] <= 2 * layer["children"]
    assert ordered[-1]["stored"] == 0
    for with_order, without in zip(ordered, free, strict=True):
        assert without["swapped"] == 0
        assert with_order["children"] <= without["children"]
    assert sum(layer["children"] + layer["swapped"] for layer in ordered) > sum(layer["children"] for layer in free)


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(InputError, match="--without: 'gravity' is no rule; expected some of dominance, dead_cards"):
        layers.main(["--without", "gravity"])
