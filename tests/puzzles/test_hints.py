"""Hints are true, and each level says no more than it should."""

from __future__ import annotations

import json
import re

import pytest

from puzzles.hint_text import ORDINALS, hint_lines, pile_in_words
from puzzles.hints import LEVELS, hints_for
from solver import Budget, Deal, Rules, parse_line, read_deal, solve
from solver.six_nimmt.identifiers import decode
from solver.six_nimmt.solve import solve as solve_six_nimmt
from solver.the_game.deal import deal_of
from solver.the_game.referee import annotate
from solver.the_game.rules import MAX_PILES
from tests.conftest import ROOT, Opendeal

TOY = [json.loads(line) for line in (ROOT / "tests/data/toy_truth.jsonl").read_text().splitlines()]
FULL = [f"tg1:standard/{players}p#{seed}" for players in (1, 2, 3) for seed in range(8)]
SOLO = "tg1:a1d1n4:ElXNvj5amxuWO"


def deals() -> list[tuple[Deal, bool | None]]:
    """Small deals with the truth about them, and full ones."""
    toys: list[tuple[Deal, bool | None]] = [(read_deal(toy["deal"]), toy["truth"]["winnable"]) for toy in TOY]
    return toys + [(read_deal(name), None) for name in FULL]


def test_each_level_says_no_more_than_it_should() -> None:
    nudges = set()
    for deal, winnable in deals():
        found = hints_for(deal)
        one, two, three, four = (hint_lines(found, level) for level in LEVELS)
        assert four[: len(three)] == three
        assert three[: len(two)] == two
        assert two[: len(one)] == one
        assert len(one) == 1
        assert not re.search(r"pile|card on|\d", one[0])
        assert not re.search(r"\d", " ".join(two))
        assert not re.search(r"\d", " ".join(three))
        assert len(two) <= 2
        assert len(three) <= 3
        if winnable is not None:
            assert (found.state == "winnable") == winnable
        nudges.add(found.nudge)
    assert {"leave", "good", "start"} <= nudges


def test_hints_are_true_to_a_line_that_keeps_what_they_promise() -> None:
    for deal, _ in deals():
        found = hints_for(deal)
        result = solve(deal)
        if found.nudge is None:
            assert not result.turns
            continue
        first = annotate(deal, parse_line(result.line))[0]
        assert found.player == first.player
        served = {play.pile for play in first.plays}
        assert (found.nudge == "leave") <= (found.about not in served)
        assert (found.nudge == "good") <= (found.about in served)
        assert (found.nudge == "serve") <= (served == set(deal.rules.pile_names))
        assert (found.nudge == "end") == (found.play is None)
        if found.play is not None:
            position = deal.moment(first.player)
            pile = deal.rules.pile_index(found.play.pile)
            assert pile is not None
            assert found.play.trick == position.is_trick(found.play.card, pile)
            assert solve(deal_of(position.play(found.play.card, pile))).cards_left == result.cards_left


def test_json_says_no_more_than_the_level_either() -> None:
    for level in LEVELS:
        said = hints_for(read_deal(FULL[0])).to_json(level)
        assert ("nudge" in said) == (level >= 2)
        assert ("pile" in said) == ("direction" in said) == (level >= 3)
        assert ("card" in said) == (level >= 4)


def test_a_turn_that_should_end_is_said_to() -> None:
    """Hand 3 5, one ascending pile at 2, deck 4: laying 5 before 4 is drawn would lose."""
    deal = Deal(Rules(ascending=1, descending=0, step=0, min_plays=1, hand_size=2), ((5,),), (4,), (3,), 0, 1)
    found = hints_for(deal)
    assert (found.state, found.nudge, found.play) == ("winnable", "end", None)
    assert hint_lines(found, 4)[-1] == "End the turn now."


def test_a_pile_that_no_card_fits_is_not_said_to_get_one() -> None:
    deal = Deal(Rules(ascending=1, descending=1, step=0), ((50,),), (), (10, 5), 0)
    found = hints_for(deal)
    assert (found.nudge, found.about, found.play and found.play.pile) == ("leave", "D1", "A1")


def test_a_game_that_is_over_has_no_hints() -> None:
    stuck = Deal(Rules(ascending=1, descending=0), ((5,),), (), piles=(9,), to_play=0)
    assert hint_lines(hints_for(stuck), 4) == ["No card can be laid any more."]
    assert hint_lines(hints_for(Deal(Rules(), ((),))), 4) == ["It can still be won."]


def test_a_budget_that_ends_the_search_is_said() -> None:
    found = hints_for(read_deal("tg1:n4/1p#1"), budget=Budget(max_nodes=1000))
    assert found.state == "unknown"
    assert hint_lines(found, 1) == ["It is not decided within the budget; what follows is the best line found."]


def test_piles_have_words_up_to_the_limit() -> None:
    assert len(ORDINALS) == MAX_PILES
    assert pile_in_words("A2", 2, 2) == "the second ascending pile"
    assert pile_in_words("D1", 2, 1) == "the descending pile"
    assert pile_in_words("D16", 0, 16) == "the sixteenth descending pile"


# -- the command ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_the_command_says_how_to_ask_for_more(opendeal: Opendeal, level: int) -> None:
    completed = opendeal("hint", SOLO, "--level", str(level))
    assert (completed.status, completed.err) == (0, "")
    lines = completed.out.splitlines()
    assert len(lines) == level + (level < 4)
    assert (lines[-1] == f"(more with --level {level + 1})") == (level < 4)


def test_the_command_prints_json(opendeal: Opendeal) -> None:
    said = json.loads(opendeal("hint", SOLO, "--level", "4", "--json").out)
    assert (said["state"], said["level"]) == ("winnable", 4)
    assert f"Lay {said['card']} on" in said["text"][-1]


def test_hints_keep_the_objective() -> None:
    """The play that is told costs what the best line costs, in tricks as in cards."""
    followed = 0
    for toy in TOY[:60]:
        deal = read_deal(toy["deal"])
        found = hints_for(deal, objective="tricks")
        if found.play is None or found.player is None:
            continue
        pile = deal.rules.pile_index(found.play.pile)
        assert pile is not None
        rest = deal_of(deal.moment(found.player).play(found.play.card, pile))
        assert solve(rest, objective="tricks").value + found.play.trick == toy["truth"]["tricks"]
        followed += 1
    assert followed > 40


def test_undecided_has_its_own_status(opendeal: Opendeal) -> None:
    assert opendeal("hint", "tg1:n4/1p#1", "--max-nodes", "1000").status == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--level", "5"), "--level is 5; it must be from 1 to 4"),
        (("--objective", "luck"), "'luck' is unknown"),
        (("--max-nodes", "0"), "the node budget"),
    ],
)
def test_bad_options_are_named(opendeal: Opendeal, arguments: tuple[str, ...], said: str) -> None:
    completed = opendeal("hint", SOLO, *arguments)
    assert (completed.status, completed.out) == (2, "")
    assert said.replace("'", "") in completed.err.replace("'", "").replace('"', "")


# -- 6 nimmt! ------------------------------------------------------------------------------------------------------

TOGETHER = "sn1:h0n3/2p#5"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_of_6_nimmt_there_are_three_steps(opendeal: Opendeal, level: int) -> None:
    completed = opendeal("hint", TOGETHER, "--level", str(level))
    assert (completed.status, completed.err) == (0, "")
    lines = completed.out.splitlines()
    assert len(lines) == level + (level < 3)
    assert re.fullmatch(r"From here, ([0-9]+ bullheads? more at the least|no more bullheads need be taken)\.", lines[0])
    assert (lines[-1] == f"(more with --level {level + 1})") == (level < 3)


def test_the_card_of_6_nimmt_keeps_the_fewest(opendeal: Opendeal) -> None:
    said = json.loads(opendeal("hint", TOGETHER, "--level", "3", "--json").out)
    deal = decode(TOGETHER)
    assert said["more"] == solve_six_nimmt(deal).value
    assert said["card"] in deal.hands[said["player"]]
    assert f"Play the {said['card']}" in said["text"][2]
    assert (said["game"], said["level"], said["state"]) == ("6-nimmt", 3, "best")
    first = json.loads(opendeal("hint", TOGETHER, "--json").out)
    assert list(first) == ["game", "deal", "level", "state", "more", "text"]


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("sn1:h0n3/2p#5", "--level", "4"), 2, "--level is 4; it must be from 1 to 3"),
        (("sn1:h0n3/2p#5", "--objective", "turns"), 2, "--objective is for the-game"),
        (("sn1:standard/10p#1",), 2, "at most 28 can be searched"),
        (("sn1:n7/2p#1", "--max-nodes", "10"), 3, ""),
    ],
)
def test_what_a_hint_of_6_nimmt_cannot_say(
    opendeal: Opendeal, arguments: tuple[str, ...], status: int, said: str
) -> None:
    completed = opendeal("hint", *arguments)
    assert completed.status == status
    assert said in completed.err
