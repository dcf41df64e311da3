"""The rules, identifiers and search of 6 nimmt! in the page, held to those of Python in a real browser."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page

from puzzles.play.six_nimmt.game import Moment
from solver.errors import InputError
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import decode, encode_deal, seed_identifier
from solver.six_nimmt.referee import play_turn
from solver.six_nimmt.rules import PRESETS, Rules
from tests.conftest import ROOT
from tests.page.conftest import asked
from tests.puzzles.examples import fewest
from tests.six_nimmt.deals import random_deal

SCENARIOS = [
    json.loads(line) for line in (ROOT / "tests" / "data" / "six_nimmt_scenarios.jsonl").read_text().splitlines()
]


def as_data(deal: Deal) -> dict[str, Any]:
    """The deal as the page's scripts hold it."""
    return {
        "rules": {"high": deal.rules.high or 0, "hand_size": deal.rules.hand_size, "target": deal.rules.target},
        "rows": [list(row) for row in deal.rows],
        "hands": [list(hand) for hand in deal.hands],
        "scripts": [None if order is None else list(order) for order in deal.script],
        "choices": [list(rows) for rows in deal.row_choices],
        "taken": list(deal.taken),
    }


def test_the_scenarios_come_out_as_they_should(engine: Page) -> None:
    turns, expected = [], []
    for case in SCENARIOS:
        if case["kind"] == "turn":
            cards = [play["card"] for play in sorted(case["plays"], key=lambda play: play["player"])]
            turns.append({"rows": case["rows"], "cards": cards, "choices": case["row_choices"]})
            expected.append({"laid": case["expected"]["laid"], "rows": case["expected"]["rows_after"]})
        elif case["kind"] == "card":
            for choice in case["expected"].get("choices", [case["expected"]]):
                turns.append({"rows": case["rows"], "cards": [case["card"]], "choices": [choice["row"]]})
                laid = {"player": 0, "card": case["card"], "row": choice["row"], "why": case["expected"]["why"]}
                row = [] if choice["taken"] else case["rows"][choice["row"] - 1]
                after = [[*row, case["card"]] if n == choice["row"] else old for n, old in enumerate(case["rows"], 1)]
                laid |= {"taken": choice["taken"], "bullheads": choice["bullheads"]}
                expected.append({"laid": [laid], "rows": after})
    assert len(turns) > len(SCENARIOS) // 2
    assert asked(engine, "resolved", turns) == expected


def random_round(rng: random.Random) -> tuple[dict[str, Any], list[Any]]:
    """A deal with random choices for its whole round, and what Python says it leads through."""
    players = rng.randint(1, 10)
    deal = random_deal(rng, players, rng.randint(1, 5), rng.randint(0, players - 1))
    turns, rounds, now = [], [], deal
    while now.turns_left:
        cards = [order[0] if order else rng.choice(now.hands[player]) for player, order in enumerate(now.script)]
        row = rng.randint(1, 4)
        chosen_here = now.script[cards.index(min(cards))] is None
        _, now = play_turn(now, dict(enumerate(cards)), row if chosen_here else None)
        turns.append({"cards": cards, "row": row - 1})
        data = as_data(now)
        rounds.append([data[key] for key in ("rows", "hands", "scripts", "choices", "taken")])
    return {"deal": as_data(deal), "turns": turns}, rounds


def test_random_rounds_go_as_they_do_in_python(engine: Page) -> None:
    rng = random.Random(1)
    played = [random_round(rng) for _ in range(300)]
    assert asked(engine, "roundsAfter", [data for data, _ in played]) == [rounds for _, rounds in played]


def played(moment: Moment, line: list[str]) -> int:
    """The bullheads of the movers once these actions are done."""
    for action in line:
        moment = moment.take(int(action[1:])) if action[0] == "r" else moment.choose(int(action))
    assert not moment.deal.turns_left
    return sum(moment.deal.taken[player] for player in moment.deal.open_seats)


def as_list(chosen: Mapping[int, int], players: int) -> list[int | None]:
    return [chosen.get(player) for player in range(players)] if chosen else []


@pytest.mark.parametrize(("players", "turns", "scripted"), [(3, 4, 2), (2, 3, 0), (1, 4, 0)])
def test_the_search_finds_the_fewest(engine: Page, players: int, turns: int, scripted: int) -> None:
    """Also in the middle of a turn; with fewer than brute force finds, it says no."""
    rng = random.Random(f"search {players}")
    questions, moments, truths = [], [], []
    for _ in range(40):
        moment = Moment(random_deal(rng, players, turns, scripted, 50))
        for _ in range(rng.randint(0, turns)):
            if not moment.deal.turns_left:
                break
            chooser = moment.chooser
            moment = moment.take(1) if chooser is None else moment.choose(rng.choice(moment.deal.hands[chooser]))
        truth = fewest(moment)
        taken = sum(moment.deal.taken[player] for player in moment.deal.open_seats)
        chosen = as_list(moment.chosen, players)
        questions.append({"deal": as_data(moment.deal), "chosen": chosen, "fewest": truth - taken})
        moments.append(moment)
        truths.append(truth)
    answers = asked(engine, "nimmtVerdicts", [{**it, "chosen": it["chosen"]} for it in questions])
    assert sum(question["chosen"] != [] for question in questions) >= 3
    for answer, question, moment, truth in zip(answers, questions, moments, truths, strict=True):
        assert answer[:3] == ["yes", "no", question["fewest"]]
        assert played(moment, answer[3]) == truth


def test_a_search_that_runs_out_of_budget_says_so(engine: Page) -> None:
    deal = as_data(decode("sn1:standard/10p#1"))
    answer = asked(engine, "(round) => nimmtAnswer({ round, chosen: [], limit: 0 })", [deal])
    assert answer == [{"verdict": "undecided", "line": None}]
    deal = as_data(decode("sn1:n6/3p#2"))
    assert asked(engine, "(round) => nimmtAnswer({ round, chosen: [], limit: 0 }, 500)", [deal])[0]["line"] is None


def test_identifiers_stand_for_the_same_deals(engine: Page) -> None:
    rng = random.Random(3)
    deals = [random_deal(rng, rng.randint(1, 10), rng.randint(0, 4), 0) for _ in range(30)]
    deals += [random_deal(rng, 4, 3, rng.randint(1, 4)) for _ in range(50)]
    seeds = [
        seed_identifier(rules, players, seed)
        for rules in (*PRESETS.values(), Rules(hand_size=7, target=100), Rules(high=64, hand_size=4))
        for players, seed in ((1, "1"), (3, "a b"), (10, "ä#%<script>"), (2, "x" * 200))
    ]
    pairs = [(encode_deal(deal), deal) for deal in deals] + [(seed, decode(seed)) for seed in seeds]
    assert asked(engine, "opendeal.identifier.decode", [text for text, _ in pairs]) == [
        as_data(deal) for _, deal in pairs
    ]
    encoded = asked(engine, "opendeal.identifier.codecs.sn1.encode", [as_data(deal) for _, deal in pairs])
    assert encoded == [encode_deal(deal) for _, deal in pairs]


def test_what_is_no_identifier_is_refused_as_in_python(engine: Page) -> None:
    good = encode_deal(decode("sn1:n3/2p#9"))
    texts = [
        "", "sn1:", "sn1:standard", "sn2:standard/1p#1", "sn1:standard/0p#1", "sn1:standard/11p#1", "sn1:standard/1p#",
        "sn1:standard/01p#1", "sn1:standard/1p# 1", "sn1:standard/1p#a\tb", "sn1:standard/1p#" + "x" * 201,
        "sn1:n10/1p#1", "sn1:n11/1p#1", "sn1:n0/1p#1", "sn1:t0/1p#1", "sn1:h4/1p#1", "sn1:h105/1p#1", "sn1:h0/1p#1",
        "sn1:h10n5/4p#1", "sn1:n3h90/1p#1", "sn1:__proto__/1p#1", "sn1:constructor/1p#1", "sn1::AA", "sn1:standard:",
        "sn1:standard:AA", good[:-1], good[:-1] + "A", good.replace("n3", "n4"), good.replace(":", ":A", 2), "x" * 5000,
    ]  # fmt: skip
    for text in texts:
        with pytest.raises(InputError):
            decode(text)
    assert asked(engine, "isRefused", texts) == [True] * len(texts)
