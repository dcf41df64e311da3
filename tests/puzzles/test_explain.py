"""The stuck check and explained lines: held to the rules by brute force, and the sentences people get."""

from __future__ import annotations

import json
import random
from itertools import permutations

import pytest

from puzzles.explain.check import MOST_WAYS, check, check_deal
from puzzles.explain.line import explain_line
from puzzles.explain.ways import ways_to_lay
from solver import Deal, IllegalPlay, InputError, Position, Rules, read_deal
from solver.the_game.identifiers import encode_deal
from tests.conftest import ROOT, Opendeal

TOY = [json.loads(line) for line in (ROOT / "tests/data/toy_truth.jsonl").read_text().splitlines()]
SOLO = "tg1:a1d1n4:ElXNvj5amxuWO"  # hand 12 22 48 75, deck 30 38 65 91


def moments(seed: int, count: int) -> list[Position]:
    """Positions of random play-outs of small deals under all sorts of rules."""
    generator = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = generator.choice(read_deal(generator.choice(TOY)["deal"]).starts())
        while not position.won and (plays := list(position.plays())):
            found.append(position)
            position = position.play(*generator.choice(plays))
            if position.may_end_turn and generator.random() < 0.5:
                position = position.end_turn()
    return found[:count]


def brute_force_ways(position: Position, cards: int) -> set[tuple[tuple[int, int], ...]]:
    """All orders of all plays, written pile by pile."""
    found: set[tuple[tuple[int, int], ...]] = set()
    for order in permutations(position.hand, cards):
        reached: list[tuple[Position, tuple[tuple[int, int], ...]]] = [(position, ())]
        for card in order:
            reached = [
                (before.play(card, pile), (*plays, (card, pile)))
                for before, plays in reached
                for pile in range(len(before.piles))
                if before.fits(card, pile)
            ]
        found |= {tuple(sorted(plays, key=lambda play: play[1])) for _, plays in reached}
    return found


def test_ways_are_those_of_brute_force() -> None:
    several = 0
    for position in moments(1, 150):
        for cards in range(1, min(3, len(position.hand)) + 1):
            expected = brute_force_ways(position, cards)
            found, more = ways_to_lay(position, cards, 10_000)
            assert (sorted(found), more) == (sorted(expected), False)
            few, more = ways_to_lay(position, cards, 3)
            assert (few, more) == (found[:3], len(expected) > 3)
            several += len(expected) > 3
    assert several > 50


def test_the_verdict_is_that_of_the_rules_and_of_brute_force() -> None:
    seen: dict[str, int] = {}
    for position in moments(2, 800):
        found = check(position)
        seen[found.verdict] = seen.get(found.verdict, 0) + 1
        assert (found.verdict != "lost") == position.can_reach_minimum()
        assert (found.verdict == "may end") == position.may_end_turn
        assert brute_force_ways(position, found.can_lay)
        assert not brute_force_ways(position, found.can_lay + 1)
        if found.verdict == "must play" and not found.more_ways:
            assert len(found.ways) == len(brute_force_ways(position, found.missing))
        assert len(found.ways) <= MOST_WAYS
    assert min(seen[verdict] for verdict in ("lost", "may end", "must play")) > 20


def test_every_card_is_held_against_every_pile() -> None:
    position = Position(Rules(), ((50, 60, 70),), (), (60, 20, 50, 70), 0)
    found = {card: [(fit.pile, fit.fits, fit.gap) for fit in fits] for card, fits in check(position).fits}
    assert found == {
        50: [("A1", "trick", -10), ("A2", "on", 30), ("D1", "no", 0), ("D2", "on", 20)],
        60: [("A1", "no", 0), ("A2", "on", 40), ("D1", "trick", -10), ("D2", "on", 10)],
        70: [("A1", "on", 10), ("A2", "on", 50), ("D1", "no", -20), ("D2", "no", 0)],
    }


@pytest.mark.parametrize(
    ("hand", "deck", "played", "least", "minimum", "missing"),
    [
        ((50, 51), (9,), 0, 2, 2, 2),
        ((50, 51), (), 0, 1, 1, 1),
        ((50, 51), (9,), 1, 2, 2, 1),
        ((50,), (9,), 0, 2, 1, 1),
        ((50,), (9,), 2, 2, 2, 0),
    ],
)
def test_the_minimum_depends_on_deck_hand_and_turn(
    hand: tuple[int, ...], deck: tuple[int, ...], played: int, least: int, minimum: int, missing: int
) -> None:
    found = check(Position(Rules(), (hand,), deck, (1, 1, 100, 100), 0, played))
    assert (found.least, found.minimum, found.missing) == (least, minimum, missing)


def test_where_the_team_chooses_every_player_is_checked() -> None:
    deal = Deal(Rules(), ((2,), (3,), ()), ())
    assert [found.player for found in check_deal(deal)] == [0, 1]


@pytest.mark.parametrize(
    ("line", "where", "why"),
    [
        ("pass", (1, 1), "passing is not allowed: a turn may end only after 2 cards, and so far 0 cards"),
        ("12@A1 pass", (1, 2), "passing is not allowed"),
        ("12@A1 draw 22@A1 |", (1, 2), "drawing early is not allowed: cards are drawn only at the end of a turn"),
        ("12@A1 | draw", (1, 2), "drawing early is not allowed"),
        ("12@A1 22@A1 | discard 48", (2, 1), "discarding is not allowed: a card leaves the hand only onto a pile; 48"),
        ("12@A1 22@A1 | discard", (2, 1), "discarding is not allowed"),
        ("12@A1 |", (1, 0), "passing, discarding and drawing early are not allowed"),
        ("12@A1 22@A1 | |", (2, 0), "passing, discarding and drawing early are not allowed"),
        ("12@A1 22@A1 48@A1 75@A1 | 91@D1 30@D1 38@D1 pass pass", (2, 3), "38 does not fit on D1"),
        ("75@A1 48@D1 | 38@D1 30@D1 | 22@A1", (3, 1), "there is exactly 10 back, the 65"),
    ],
)
def test_what_is_not_allowed_is_named(line: str, where: tuple[int, int], why: str) -> None:
    found = explain_line(read_deal(SOLO), line)
    assert found.fault is not None
    assert (found.fault.turn, found.fault.play) == where
    assert why in found.fault.why


def test_a_stuck_player_may_not_pass() -> None:
    deal = Deal(Rules(ascending=1, descending=0), ((5,),), (), piles=(9,), to_play=0)
    found = explain_line(deal, "pass")
    assert found.fault is not None
    assert "the game is lost" in found.fault.why


@pytest.mark.parametrize("line", ["12@A1 22@A1 draw 48@A1 75@A1 draw", "12@A1 22@A1 | draw 48@A1 75@A1 pass"])
def test_draw_and_pass_where_the_turn_may_end_are_its_end(line: str) -> None:
    found = explain_line(read_deal(SOLO), line)
    assert found.fault is None
    assert found.drawn == ((30, 38), (65, 91))


def test_every_play_has_its_reason() -> None:
    found = explain_line(read_deal(SOLO), "12@A1 22@A1 48@A1 75@A1 | 38@D1 65@A1*")
    assert [play.why for play in found.plays][-2:] == ["62 below 100", "exactly 10 below 75: the backwards trick"]
    assert [play.trick for play in found.plays] == [False] * 5 + [True]


@pytest.mark.parametrize(
    ("pile", "top", "card"),
    [("A1", 46, 56), ("D1", 66, 56)],
)
def test_a_play_in_the_direction_of_the_pile_is_no_trick_even_if_it_is_ten_away(pile: str, top: int, card: int) -> None:
    """A printed rule text calls 56 on an ascending 46 a trick."""
    piles = (top, 1, 100, 100) if pile == "A1" else (1, 1, top, 100)
    deal = Deal(Rules(), ((card,),), (), piles=piles, to_play=0)
    found = explain_line(deal, f"{card}@{pile}*")
    assert found.fault is None
    assert len(found.notes) == 1
    assert "an ordinary play and no backwards trick" in found.notes[0]
    assert explain_line(deal, f"{card}@{pile}").notes == ()


def test_a_printed_trick_that_is_eleven_away_is_illegal() -> None:
    """Another rule text prints 66 on an ascending 77."""
    deal = Deal(Rules(), ((66,),), (), piles=(77, 1, 100, 2), to_play=0)
    found = explain_line(deal, "66@A1*")
    assert found.fault is not None
    assert "the backwards trick there is exactly 10 back, the 67" in found.fault.why
    with pytest.raises(IllegalPlay):
        deal.starts()[0].play(66, 0)


def test_lines_as_json_are_explained_too() -> None:
    line = json.dumps([{"player": 0, "plays": [{"card": 12, "pile": "A1"}, {"card": 22, "pile": "A1"}]}])
    assert len(explain_line(read_deal(SOLO), line).plays) == 2


def test_what_is_no_line_says_what_can_be_read() -> None:
    with pytest.raises(InputError, match="explain also reads pass, draw and discard 12"):
        explain_line(read_deal(SOLO), "12@A1 whatever")


# -- the command ---------------------------------------------------------------------------------------------------


def test_the_command_says_that_a_game_is_lost_and_what_is_left(opendeal: Opendeal) -> None:
    deal = Deal(Rules(ascending=1, descending=1), ((31, 40, 95),), (7, 8), piles=(90, 20), to_play=0)
    completed = opendeal("explain", encode_deal(deal))
    assert completed.status == 0
    assert "lost: 2 must be laid and only 1 can be; the game ends with 4 cards left (great) at best" in completed.out
    assert "1 way to lay 1 card (piles in any order):\n  95@A1\n" in completed.out


def test_the_command_prints_json(opendeal: Opendeal) -> None:
    completed = opendeal("explain", SOLO, "12@A1 22@A1 |", "--json")
    said = json.loads(completed.out)
    assert said["line"]["fault"] is None
    assert [check["verdict"] for check in said["checks"]] == ["must play"]
    assert said["checks"][0]["piles"] == {"A1": 22, "D1": 100}
    assert json.loads(opendeal("explain", SOLO, "--json").out)["line"] is None


def test_a_line_that_breaks_the_rules_has_its_own_status(opendeal: Opendeal) -> None:
    completed = opendeal("explain", SOLO, "pass")
    assert (completed.status, completed.err) == (1, "")
    assert completed.out.startswith("not allowed: turn 1, play 1: passing")


@pytest.mark.parametrize("line", ["x", "@no-such-file"])
def test_bad_input_is_no_verdict(opendeal: Opendeal, line: str) -> None:
    completed = opendeal("explain", SOLO, line)
    assert (completed.status, completed.out) == (2, "")
    assert completed.err.startswith("opendeal: error: ")


def test_a_line_for_6_nimmt_is_refused(opendeal: Opendeal) -> None:
    completed = opendeal("explain", "sn1:standard/2p#1", "12")
    assert completed.status == 2
    assert "explain takes a line for the-game only" in completed.err
