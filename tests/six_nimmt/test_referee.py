"""Recorded rounds: what is right, the first thing that is wrong, and whole games."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from solver.errors import InputError
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import deal_from_seed
from solver.six_nimmt.match import Match, replay_match, round_from_seed
from solver.six_nimmt.record import (
    Note,
    Record,
    parse_record,
    record_from_json,
    record_of,
    record_text,
    turn_to_json,
)
from solver.six_nimmt.referee import play_script, replay
from solver.six_nimmt.rules import Rules

DEAL = Deal(Rules(), ((7,), (23, 25, 30, 41, 44), (52,), (88,)), ((3, 60), (45, 61), (46, 62), (53, 63)))
RIGHT = "3@1* 45@2* 46@2 53@3 | 60 61 62@3 63"


def random_round(seed: str, players: int = 4, taken: tuple[int, ...] = ()) -> Deal:
    """A fresh deal with scripts and row choices for everybody."""
    rng = random.Random(seed)
    deal = replace(deal_from_seed(Rules(), players, seed), taken=taken or (0,) * players, seed=None)
    script = tuple(tuple(rng.sample(hand, len(hand))) for hand in deal.hands)
    return replace(deal, script=script, row_choices=tuple((rng.randint(1, 4),) * 3 for _ in range(players)))


def test_a_right_record() -> None:
    played = replay(DEAL, parse_record(RIGHT))
    assert played.report() == {
        "legal": True,
        "turns": 2,
        "turns_left": 0,
        "taken": [1, 12, 0, 7],
        "over": False,
        "leaders": [2],
        "fault": None,
    }
    assert record_text(played.turns) == "3@1* 45@2* 46@2 53@3 | 60@3 61@3 62@3 63@3*"


def test_a_record_may_stop_after_any_turn() -> None:
    assert replay(DEAL, parse_record("")).report()["turns_left"] == 2
    played = replay(DEAL, parse_record("53 46 45 3@4 |"))
    assert (played.legal, played.deal.taken, played.deal.turns_left) == (True, (5, 12, 0, 0), 1)
    assert played.deal.rows == ((7,), (45, 46), (52, 53), (3,))


@pytest.mark.parametrize(
    ("record", "turn", "play", "why"),
    [
        ("3@1 45@3 46 53", 1, 2, "the record says row 3, right is 2: 45 would be the sixth card behind 44"),
        ("3@1 45 46 53@2", 1, 4, "the record says row 2, right is 3: 53 goes behind 52 in row 3"),
        ("3 45 46 53", 1, 1, "3 is below all ends (7, 44, 52, 88): the row that its owner takes is missing, as in 3@1"),
        ("53 46 45 3@5", 1, 4, "3 takes row 5, but the rows are 1 to 4"),
        ("3@1 45 46", 1, 0, "player 3 plays no card"),
        ("3@1 45 46 61", 1, 4, "player 1 has played the 45 already in this turn"),
        ("3@1 45 46 54", 1, 4, "nobody holds the 54"),
        ("3@1 45 46 52", 1, 4, "nobody holds the 52; it lies in row 3"),
        (f"{RIGHT} | 3", 3, 1, "nobody holds the 3"),
        ("3@1 45 46 53 | 60 61 62 53", 2, 4, "nobody holds the 53; it lies in row 3"),
    ],
)
def test_the_first_fault_is_found(record: str, turn: int, play: int, why: str) -> None:
    report = replay(DEAL, parse_record(record)).report()
    assert (report["legal"], report["taken"], report["leaders"], report["over"]) == (False, None, None, False)
    assert (report["fault"]["turn"], report["fault"]["play"]) == (turn, play)
    assert report["fault"]["why"].startswith(why)


@pytest.mark.parametrize(
    ("note", "why"),
    [
        ({"player": 0}, "player 1 holds the 45, not player 0"),
        ({"why": "nearest"}, "the record says why nearest, right is sixth"),
        ({"taken": [23, 25]}, "the record says taken 23 25, right is 23 25 30 41 44"),
        ({"taken": []}, "the record says taken nothing, right is 23 25 30 41 44"),
        ({"bullheads": 13}, "the record says bullheads 13, right is 12"),
    ],
)
def test_everything_noted_is_checked(note: dict[str, Any], why: str) -> None:
    laid = [{"card": 3, "row": 1}, {"card": 45} | note, {"card": 46}, {"card": 53}]
    fault = replay(DEAL, record_from_json([{"laid": laid}])).fault
    assert fault is not None
    assert (fault.turn, fault.play) == (1, 2)
    assert fault.why.startswith(why)


def test_what_explain_prints_is_a_right_record() -> None:
    for seed in map(str, range(5)):
        deal = random_round(seed, 10)
        played = play_script(deal)
        written = [turn_to_json(number, turn) for number, turn in enumerate(played.turns, 1)]
        for record in (record_from_json(written), parse_record(record_text(played.turns)), record_of(played.turns)):
            again = replay(deal, record)
            assert (again.legal, again.deal.taken) == (True, played.deal.taken)


def test_a_wrong_row_is_found_wherever_it_is() -> None:
    rng = random.Random(6)
    deal = random_round("fault")
    turns = play_script(deal).turns
    for _ in range(40):
        turn, play = rng.randrange(10), rng.randrange(1, 4)
        record = [list(notes) for notes in record_of(turns)]
        note = record[turn][play]
        record[turn][play] = replace(note, row=note.row % 4 + 1 if note.row else None)
        fault = replay(deal, tuple(map(tuple, record))).fault
        assert fault is not None
        assert (fault.turn, fault.play) == (turn + 1, play + 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3@1 x", 'turn 1, card 2: "x" is no card'),
        ("3@ 4", "turn 1, card 1"),
        ("3 | | 4", "turn 2 has no cards"),
        ("3@A1", "turn 1, card 1"),
        ("[3]", "record[0]: expected an object, not 3"),
        ('[{"laid": [{}]}]', "record[0].laid[0]: the key 'card' is missing"),
        ('[{"laid": [{"card": 105}]}]', "record[0].laid[0].card: expected a whole number from 1 to 104"),
        ('[{"laid": [{"card": 5, "why": "far"}]}]', "expected nearest, sixth or lowest"),
        ('[{"laid": [{"card": 5, "colour": 1}]}]', 'unknown key "colour"'),
        ("[", "not valid JSON"),
        ("1 " * 10_000, "20000 characters"),
    ],
)
def test_text_that_is_no_record_is_refused(text: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_record(text)
    assert expected in str(caught.value)


def test_a_round_without_scripts_cannot_be_played() -> None:
    with pytest.raises(InputError, match="the order of player 0, 1, 2, 3 is not known"):
        play_script(DEAL)


# -- whole games ---------------------------------------------------------------------------------------------------


def play_game(seed: str) -> tuple[list[tuple[Deal, Record]], Match]:
    """Rounds at random until the game is over."""
    rounds: list[tuple[Deal, Record]] = []
    taken: tuple[int, ...] = ()
    while True:
        deal = random_round(f"{seed}-{len(rounds) + 1}", taken=taken)
        played = play_script(deal)
        rounds.append((deal, record_of(played.turns)))
        taken = played.deal.taken
        if max(taken) >= 66:
            return rounds, replay_match(rounds)


def test_a_game_ends_after_the_round_in_which_somebody_reaches_66() -> None:
    rounds, match = play_game("game")
    assert (match.rounds, match.over, match.fault) == (len(rounds), True, None)
    assert match.winners == tuple(player for player in range(4) if match.taken[player] == min(match.taken))
    before = replay_match(rounds[:-1])
    assert (before.over, before.winners) == (False, ())
    assert max(before.taken) < 66 <= max(match.taken)
    with pytest.raises(InputError, match=f"the game was over after round {len(rounds)}"):
        replay_match([*rounds, (random_round("more", taken=match.taken), ())])


def test_66_within_a_round_ends_nothing_yet() -> None:
    deal = replace(DEAL, taken=(0, 60, 0, 0))
    first = replay(deal, parse_record("3@1 45 46 53"))
    assert (first.deal.taken[1], first.over) == (72, False)
    last = replay(deal, parse_record(RIGHT))
    assert (last.over, last.leaders) == (True, (2,))


def test_ties_share_and_another_target_counts() -> None:
    deal = Deal(Rules(target=5), ((1,), (2,), (3,), (4, 5, 6, 7, 8)), ((20,), (30,), (40,)), (4, 0, 0))
    played = replay(deal, parse_record("20 30 40"))
    assert (played.deal.taken, played.over, played.leaders) == ((10, 0, 0), True, (1, 2))
    assert replay_match([(deal, parse_record("20 30 40"))]).winners == (1, 2)
    assert not replay(replace(deal, rules=Rules()), parse_record("20 30 40")).over


def test_rounds_that_do_not_belong_together_are_refused() -> None:
    rounds, _ = play_game("other")
    (first, record), (second, _) = rounds[:2]
    with pytest.raises(InputError, match="round 2: rules, players or bullheads"):
        replay_match([(first, record), (replace(second, taken=(0, 0, 0, 0)), ())])
    with pytest.raises(InputError, match="round 1: it was not played to its end"):
        replay_match([(first, record[:3]), (second, ())])
    wrong: Record = ((Note(first.hands[0][0]),),)
    match = replay_match([(first, record), (second, wrong)])
    assert (match.rounds, match.round, match.over) == (1, 2, False)
    assert match.fault is not None


def test_the_rounds_of_a_game_are_dealt_from_its_seed() -> None:
    deals = [round_from_seed(Rules(), 3, "x", number, (1, 2, 3)) for number in (1, 2)]
    assert deals[0].hands != deals[1].hands
    assert deals[0].hands == deal_from_seed(Rules(), 3, "x-1").hands
    assert (deals[0].taken, deals[0].seed) == ((1, 2, 3), None)
