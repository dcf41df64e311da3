"""The rules, identifiers and search of the page, held to those of Python in a real browser."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page

from solver import Deal, InputError, Rules, read_deal
from solver.the_game.deal import deal_from_json
from solver.the_game.identifiers import decode, encode_deal, seed_identifier
from solver.the_game.rules import PRESETS, Position
from tests.conftest import ROOT
from tests.page.conftest import asked

TRUTH = [json.loads(line) for line in (ROOT / "tests" / "data" / "toy_truth.jsonl").read_text().splitlines()]


def as_data(deal: Deal) -> dict[str, Any]:
    """The deal as the page's scripts hold it."""
    rules = {name: getattr(deal.rules, name) for name in Rules.__dataclass_fields__}
    return {
        "rules": rules,
        "hands": [list(hand) for hand in deal.hands],
        "deck": list(deal.deck),
        "piles": list(deal.tops),
        "toPlay": deal.to_play,
        "played": deal.played_this_turn,
    }


def random_deal(source: random.Random) -> Deal:
    """A fresh deal under random rules, often with tricks in reach."""
    high = source.randint(6, 40)
    rules = Rules(
        high=high,
        ascending=source.randint(0, 3),
        descending=source.randint(1, 3),
        step=source.choice((0, 2, 3, 5, 10)),
        hand_size=source.choice((None, 1, 2, 3, 5, 8)),
        min_plays=source.randint(1, 3),
        min_plays_empty=source.randint(1, 3),
    )
    players = source.randint(1, 4)
    cards = source.sample(range(2, high + 1), source.randint(1, high - 1))
    limit = rules.hand_limit(players)
    hands = [cards[player * limit : (player + 1) * limit] for player in range(players)]
    return Deal(rules, tuple(map(tuple, hands)), tuple(cards[players * limit :]), to_play=source.choice((None, 0)))


def facts(position: Position) -> dict[str, Any]:
    """What can be asked about a position."""
    return {
        "hands": [list(hand) for hand in position.hands],
        "deck": list(position.deck),
        "piles": list(position.piles),
        "toPlay": position.to_play,
        "played": position.played,
        "left": position.cards_left,
        "minimum": position.minimum,
        "mayEnd": position.may_end_turn,
        "canReach": position.can_reach_minimum(),
        "plays": [list(play) for play in position.plays()],
    }


def play_out(source: random.Random, deal: Deal) -> dict[str, Any]:
    """A random game, with the facts of every position."""
    starts = deal.starts()
    choice = source.randrange(len(starts))
    position = starts[choice]
    steps: list[dict[str, Any]] = []
    while True:
        plays = list(position.plays())
        steps.append({"facts": facts(position), "action": None})
        if position.may_end_turn and (not plays or source.random() < 0.4):
            steps[-1]["action"], position = "|", position.end_turn()
        elif plays:
            play = source.choice(plays)
            steps[-1]["action"], position = list(play), position.play(*play)
        else:
            return {
                "deal": as_data(deal),
                "starts": [facts(start) for start in starts],
                "choice": choice,
                "steps": steps,
            }


def test_random_games_go_as_they_do_in_python(engine: Page) -> None:
    source = random.Random(1)
    games = [play_out(source, random_deal(source)) for _ in range(300)]
    assert sum(len(game["steps"]) for game in games) > 2000
    assert asked(engine, "replayedAsWell", games) == [None] * len(games)


def test_a_difference_in_the_rules_would_be_seen(engine: Page) -> None:
    game = play_out(random.Random(2), random_deal(random.Random(2)))
    game["steps"][-1]["facts"]["canReach"] = not game["steps"][-1]["facts"]["canReach"]
    assert asked(engine, "replayedAsWell", [game]) != [None]


@pytest.mark.parametrize("objective", ["cards", "turns", "tricks"])
def test_the_search_finds_the_known_truth(engine: Page, objective: str) -> None:
    """What is possible is found, and one less is refuted, for all deals with known values."""
    cases = [{"deal": as_data(deal_from_json(case["deal"])), "truth": case["truth"]} for case in TRUTH]
    answers = asked(engine, f"(it) => verdicts(it, '{objective}')", cases)
    expected = [
        ["yes", "no" if case["truth"][{"cards": "cards_left"}.get(objective, objective)] > 0 else None]
        for case in TRUTH
    ]
    assert answers == expected


def test_every_first_play_has_its_true_value(engine: Page) -> None:
    """As in a puzzle that asks for one play: which plays keep the win, with the turn already under way."""
    cases = [
        {
            "deal": as_data(deal_from_json(case["deal"])),
            "plays": [[play["card"], play["pile"]] for play in case["truth"]["first_plays"]],
        }
        for case in TRUTH
    ]
    answers = asked(engine, "firstPlays", cases)
    assert answers == [["yes" if play["wins"] else "no" for play in case["truth"]["first_plays"]] for case in TRUTH]


def test_full_deals_are_won_with_lines_that_python_accepts(engine: Page) -> None:
    from solver import parse_line, verify

    for text in ("tg1:standard/1p#1", "tg1:standard/3p#2", "tg1:n7/1p#3", "tg1:expert/2p#4"):
        deal = read_deal(text)
        assert isinstance(deal, Deal)
        line = asked(engine, "winningLine", [as_data(deal)])[0]
        assert verify(deal, parse_line(line)).won


def test_a_search_that_runs_out_of_budget_says_so(engine: Page) -> None:
    deal = read_deal("tg1:n5/1p#4")
    assert isinstance(deal, Deal)
    assert asked(engine, "(deal) => undecided(deal, 5000)", [as_data(deal)]) == ["undecided"]


def test_identifiers_stand_for_the_same_deals(engine: Page) -> None:
    source = random.Random(3)
    deals = [random_deal(source) for _ in range(100)] + [
        deal_from_json(case["deal"])
        for case in TRUTH
        if case["deal"].get("played_this_turn") or case["deal"].get("piles")
    ]
    seeds = [
        seed_identifier(rules, players, seed)
        for rules in (*PRESETS.values(), Rules(hand_size=7, min_plays=3))
        for players, seed in ((1, "1"), (3, "a b"), (5, "ä#%<script>"), (2, "x" * 200))
    ]
    pairs = [(encode_deal(deal), deal) for deal in deals] + [(seed, decode(seed)) for seed in seeds]
    assert asked(engine, "opendeal.identifier.decode", [text for text, _ in pairs]) == [
        as_data(deal) for _, deal in pairs
    ]
    assert asked(engine, "opendeal.identifier.codecs.tg1.encode", [as_data(deal) for _, deal in pairs]) == [
        encode_deal(deal) for _, deal in pairs
    ]


def test_what_is_no_identifier_is_refused_as_in_python(engine: Page) -> None:
    good = encode_deal(decode("tg1:n3/2p#9"))
    texts = [
        "", "tg1:", "tg1:standard", "tg2:standard/1p#1", "tg1:standard/0p#1", "tg1:standard/6p#1", "tg1:standard/1p#",
        "tg1:standard/1p# 1", "tg1:standard/1p#a\tb", "tg1:standard/1p#\u200b", "tg1:standard/1p#" + "x" * 201,
        "tg1:n8m2/1p#1", "tg1:m1n2/1p#1", "tg1:h1/1p#1", "tg1:h999/1p#1", "tg1:a0d0/1p#1", "tg1:a99/1p#1",
        "tg1:n0/1p#1",
        "tg1:__proto__/1p#1", "tg1:constructor/1p#1", "tg1:standard:", "tg1:standard:AA", good[:-1], good[:-1] + "A",
        good.replace("n3", "n4"), good.replace(":", ":A", 2), "x" * 5000,
    ]  # fmt: skip
    for text in texts:
        with pytest.raises(InputError):
            decode(text)
    assert asked(engine, "isRefused", texts) == [True] * len(texts)
