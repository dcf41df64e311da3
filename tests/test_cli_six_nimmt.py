"""The verbs on deals of 6 nimmt!."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from solver.six_nimmt.deal import deal_from_json, deal_to_json
from solver.six_nimmt.identifiers import encode_deal
from solver.sources import read_any_deal
from tests.conftest import Opendeal

TURN: dict[str, Any] = {
    "game": "6-nimmt",
    "rows": [[7], [23, 25, 30, 41, 44], [52], [88]],
    "hands": [[3], [45], [46], [53]],
    "row_choices": {"0": [1]},
}
ROUND: dict[str, Any] = {
    "game": "6-nimmt",
    "rows": [[12], [37], [43, 44, 45, 46, 47], [58]],
    "hands": [[48, 90], [15, 49]],
    "script": {"0": [48, 90], "1": [49, 15]},
}
OPEN = {key: value for key, value in ROUND.items() if key != "script"}


def given(value: dict[str, Any]) -> bytes:
    return json.dumps(value).encode()


def test_explain_a_turn(opendeal: Opendeal) -> None:
    completed = opendeal("explain", "-", stdin=given(TURN))
    assert (completed.status, completed.err) == (0, "")
    assert (
        "player 1: 45 would be the sixth card behind 44, the highest end below it, above 3: its owner takes 5 cards "
        "with 12 bullheads (23 25 30 41 44), 45 starts row 2\n"
        "player 2: 46 goes behind 45 in row 2, the highest end below it, above 3\n"
    ) in completed.out
    assert completed.out.endswith("\nbullheads: player 0 1, player 1 12, player 2 0, player 3 0\n")
    assert "assumed" not in completed.out


def test_explain_as_json_is_the_outcome_in_order(opendeal: Opendeal) -> None:
    found = json.loads(opendeal("explain", "-", "--json", stdin=given(TURN)).out)
    assert list(found) == ["turns", "line", "assumed", "taken", "over", "leaders"]
    assert (found["line"], found["taken"], found["assumed"]) == ("3@1* 45@2* 46@2 53@3", [1, 12, 0, 0], [])
    (turn,) = found["turns"]
    assert (turn["turn"], turn["rows"]) == (1, [[3], [45, 46], [52, 53], [88]])
    keys = ("player", "card", "row", "taken", "bullheads", "why")
    assert [tuple(laid[key] for key in keys) for laid in turn["laid"]] == [
        (0, 3, 1, [7], 1, "lowest"),
        (1, 45, 2, [23, 25, 30, 41, 44], 12, "sixth"),
        (2, 46, 2, [], 0, "nearest"),
        (3, 53, 3, [], 0, "nearest"),
    ]


def test_explain_a_round_says_which_row_choice_is_assumed(opendeal: Opendeal) -> None:
    completed = opendeal("explain", "-", stdin=given(TURN | {"row_choices": {}}))
    assert "(which row player 0 chose is not recorded; the cheapest one is assumed)" in completed.out
    whole = opendeal("explain", "-", stdin=given(ROUND)).out
    assert "turn 1\n" in whole
    assert "turn 2\n" in whole


def test_explain_one_turn_of_a_round(opendeal: Opendeal) -> None:
    whole = opendeal("explain", "-", stdin=given(ROUND)).out
    first, second = (opendeal("explain", "-", "--turn", turn, stdin=given(ROUND)).out for turn in "12")
    rows, body, middle, *_ = whole.split("\n\n")
    assert first.startswith(f"{rows}\n\n{body}\n\n{middle}\n\nbullheads so far: ")
    assert second == f"{middle}\n\n" + whole.split(f"{middle}\n\n")[1]
    assert "\n\nturn 1\n" in first
    assert "\n\nturn 2\n" in second
    assert first.splitlines()[-1] == whole.splitlines()[-1]
    found = json.loads(opendeal("explain", "-", "--json", stdin=given(ROUND)).out)
    one = json.loads(opendeal("explain", "-", "--json", "--turn", "2", stdin=given(ROUND)).out)
    assert one == found | {"turns": found["turns"][1:2]}
    taken = [0, 0]
    for laid in found["turns"][0]["laid"]:
        taken[laid["player"]] += laid["bullheads"]
    assert f"bullheads so far: player 0 {taken[0]}, player 1 {taken[1]}\n" in first


@pytest.mark.parametrize("turn", ["0", "99"])
def test_explain_knows_its_turns(opendeal: Opendeal, turn: str) -> None:
    completed = opendeal("explain", "-", "--turn", turn, stdin=given(ROUND))
    assert completed.status == 2
    assert f"--turn: {turn} is none of the deal's turns, which are 1 to" in completed.err
    completed = opendeal("explain", "tg1:standard/1p#1", "--turn", "1")
    assert completed.status == 2
    assert "--turn is for 6-nimmt only" in completed.err


def test_explain_needs_to_know_the_order(opendeal: Opendeal) -> None:
    completed = opendeal("explain", "-", stdin=given(OPEN))
    assert (completed.status, completed.out) == (2, "")
    assert "the order of player 0, 1 is not known" in completed.err


@pytest.mark.parametrize(
    ("record", "status", "sentence"),
    [
        ("48 49@3 | 15 90@4", 0, "right: 2 turns, the round is complete; bullheads: player 0 10, player 1 0"),
        ("48@3 49", 0, "right: 1 turn, 1 turn left; bullheads: player 0 10, player 1 0"),
        (
            "48@4 49",
            1,
            "wrong: turn 1, card 1: the record says row 4, right is 3: 48 would be the sixth card behind 47",
        ),
        ("48", 1, "wrong: turn 1: player 1 plays no card"),
    ],
)
def test_verify(opendeal: Opendeal, record: str, status: int, sentence: str) -> None:
    completed = opendeal("verify", "-", record, stdin=given(OPEN))
    assert (completed.status, completed.err) == (status, "")
    assert completed.out.startswith(sentence)
    found = json.loads(opendeal("verify", "-", record, "--json", stdin=given(OPEN)).out)
    assert list(found) == ["legal", "turns", "turns_left", "taken", "over", "leaders", "fault"]
    assert found["legal"] == (status == 0)


def test_verify_tells_who_has_won(opendeal: Opendeal) -> None:
    deal = OPEN | {"taken": [60, 70]}
    completed = opendeal("verify", "-", "48 49@3 | 15 90@4", stdin=given(deal))
    assert completed.out.endswith(
        "bullheads: player 0 70, player 1 70; the game is over, player 0 and 1 share the win\n"
    )


def test_text_that_is_no_record_is_bad_input(opendeal: Opendeal) -> None:
    completed = opendeal("verify", "-", "48@D1", stdin=given(OPEN))
    assert (completed.status, completed.out) == (2, "")
    assert completed.err.count("\n") == 1


def test_show(opendeal: Opendeal) -> None:
    lines = opendeal("show", "-", stdin=given(ROUND | {"taken": [3, 0]})).out.splitlines()
    assert lines[0] == "6 nimmt!, rules standard, 2 players, 2 turns left"
    assert lines[3].split() == ["row", "3", "43", "44", "45", "46", "47", "(10", "bullheads)"]
    assert lines[5].split() == ["player", "0", "48", "90", "(3", "bullheads", "so", "far)"]
    assert lines[8].split() == ["script", "1", "49", "15"]
    deal = read_any_deal(ROUND)
    found = json.loads(opendeal("show", "-", "--json", stdin=given(ROUND)).out)
    assert found == {
        "deal": deal_to_json(deal),  # type: ignore[arg-type]
        "identifier": encode_deal(deal),  # type: ignore[arg-type]
        "seed": None,
        "players": 2,
        "turns_left": 2,
    }


def test_deals_are_made_in_every_format(opendeal: Opendeal) -> None:
    made = ("deal", "--game", "6-nimmt", "--rules", "tactics", "--players", "3", "--seed", "x")
    assert opendeal(*made).out == "sn1:tactics/3p#x\n"
    deal = read_any_deal("sn1:tactics/3p#x")
    for form in ("seed", "id", "json", "jsonl"):
        again = opendeal("show", "-", "--json", stdin=opendeal(*made, "--format", form).out.encode())
        assert json.loads(again.out)["deal"] == deal_to_json(deal)  # type: ignore[arg-type]
    assert opendeal("deal", "--game", "6-nimmt", "--rules", '{"hand_size": 5}', "--seed", "1").out == "sn1:n5/1p#1\n"
    refused = opendeal("deal", "--game", "bridge")
    assert (refused.status, refused.out) == (2, "")
    assert "must be one of the-game, 6-nimmt" in refused.err


def test_solve_a_seat_with_its_post_mortem(opendeal: Opendeal) -> None:
    found = json.loads(opendeal("solve", "-", "--seat", "0", "--json", stdin=given(ROUND)).out)
    assert (found["format"], found["status"], found["objective"], found["seat"]) == (
        "opendeal-result/1", "solved", "own", 0,
    )  # fmt: skip
    assert (found["value"], found["exact"], found["bound"], found["optimal"]) == (0, "0", 0, True)
    assert found["post_mortem"] == [
        {"turn": 1, "card": 48, "value": 10, "best": 0, "regret": 10, "better": 90, "better_row": None},
        {"turn": 2, "card": 90, "value": 10, "best": 10, "regret": 0, "better": None, "better_row": None},
    ]
    readable = opendeal("solve", "-", "--seat", "0", stdin=given(ROUND))
    assert readable.status == 0
    assert readable.out.startswith("solved: player 0 takes 0 bullheads, proven; 1 order of the cards reaches it\n")


@pytest.mark.parametrize(
    ("objective", "value", "sentence"),
    [
        ("own", 0, "solved: player 0 takes 0 bullheads, proven"),
        ("margin", -10, "solved: player 0 takes 10 bullheads fewer than the others' mean, proven"),
        ("inflict", 10, "solved: the others of player 0 take 10 bullheads together, proven"),
    ],
)
def test_objectives_of_a_seat(opendeal: Opendeal, objective: str, value: int, sentence: str) -> None:
    deal = {
        "game": "6-nimmt",
        "rows": [[12], [37], [43, 44, 45, 46], [58]],
        "hands": [[47, 90], [48, 99]],
        "script": {"1": [99, 48]},
    }
    found = json.loads(opendeal("solve", "-", "--objective", objective, "--json", stdin=given(deal)).out)
    assert (found["value"], found["bound"], found["taken"]) == (value, value, [0, 10])
    assert opendeal("solve", "-", "--objective", objective, stdin=given(deal)).out.startswith(sentence)


def test_solve_many_of_both_games(opendeal: Opendeal) -> None:
    lines = ["tg1:standard/1p#1", "sn1:h0n4/3p#5", json.dumps(TURN), "sn1:standard/5p#1", "sn1:x"]
    completed = opendeal("solve", "-", "--json", stdin="\n".join(lines).encode())
    found = [json.loads(line) for line in completed.out.splitlines()]
    assert completed.status == 2
    assert [answer.get("status") for answer in found] == ["winnable", "solved", "solved", None, None]
    assert "50 cards are without a script" in found[3]["error"]
    readable = opendeal("solve", "-", stdin="\n".join(lines[:2]).encode())
    assert (readable.status, readable.out.count("\n")) == (0, 8)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--seat", "0", "tg1:standard/1p#1"), "--seat is for 6-nimmt"),
        (("--objective", "own", "tg1:standard/1p#1"), 'the objective "own" is unknown'),
        (("--objective", "turns", "sn1:h0n4/3p#5"), 'the objective "turns" is unknown; for 6-nimmt'),
        (("--engine", "dfs", "sn1:h0n4/3p#5"), 'the engine "dfs" is for the-game; 6-nimmt has auto and cpsat'),
        (("--objective", "own", "sn1:h0n4/3p#5"), "name it with --seat"),
    ],
)
def test_options_of_the_other_game_are_refused(opendeal: Opendeal, arguments: tuple[str, ...], expected: str) -> None:
    completed = opendeal("solve", *arguments)
    assert (completed.status, completed.out) == (2, "")
    assert expected in completed.err


def test_a_search_that_was_cut_short_is_undecided(opendeal: Opendeal) -> None:
    completed = opendeal("solve", "sn1:n8/2p#1", "--json", "--max-nodes", "100")
    found = json.loads(completed.out)
    assert completed.status == 3
    assert (found["status"], found["stopped_by"], found["value"], found["line"]) == ("unknown", "nodes", None, "")
    readable = opendeal("solve", "sn1:n8/2p#1", "--max-nodes", "100")
    assert readable.out.startswith("unknown: nothing was found before the search ended; stopped by the node budget\n")


# -- a whole game ----------------------------------------------------------------------------------------------------


def game_of(*rounds: tuple[object, object]) -> bytes:
    return given({"game": "6-nimmt", "rounds": [{"deal": deal, "record": record} for deal, record in rounds]})


FIRST: dict[str, Any] = {
    "game": "6-nimmt",
    "rules": {"target": 20},
    "rows": [[12], [37], [43, 44, 45, 46, 47], [58]],
    "hands": [[48], [15]],
}
"""Player 0 takes 10 bullheads with the 48."""


def test_a_game_goes_on_until_the_target_is_reached(opendeal: Opendeal) -> None:
    completed = opendeal("match", "-", stdin=game_of((FIRST, "48 15")))
    assert (completed.status, completed.err) == (0, "")
    assert completed.out.splitlines() == [
        "round  player 0  player 1",
        "    1        10         0",
        "",
        "right: 1 round, nobody has reached the target, the game goes on",
    ]
    second = encode_deal(deal_from_json(FIRST))
    completed = opendeal(
        "match", "-", stdin=game_of((FIRST, "48 15"), (second, [{"laid": [{"card": 15}, {"card": 48}]}]))
    )
    assert completed.out.splitlines()[1:] == [
        "    1        10         0",
        "    2        20         0",
        "",
        "right: 2 rounds, player 1 wins",
    ]
    found = json.loads(opendeal("match", "-", "--json", stdin=game_of((FIRST, "48 15"), (second, "48 15"))).out)
    assert found == {"legal": True, "rounds": 2, "taken": [20, 0], "over": True, "winners": [1], "fault": None}


def test_the_first_wrong_card_of_a_game_is_found(opendeal: Opendeal) -> None:
    completed = opendeal("match", "-", stdin=game_of((FIRST, "48 15"), (FIRST, "15 48@4")))
    assert completed.status == 1
    assert (
        "    1        10         0\n\nwrong: round 2, turn 1, card 2: the record says row 4, right is 3"
        in completed.out
    )
    found = json.loads(
        opendeal(
            "match",
            "-",
            "--json",
            stdin=game_of(
                (FIRST, "15"),
            ),
        ).out
    )
    assert (found["legal"], found["rounds"]) == (False, 0)
    assert (found["fault"]["round"], found["fault"]["turn"], found["fault"]["play"]) == (1, 1, 0)
    assert opendeal(
        "match",
        "-",
        stdin=game_of(
            (FIRST, "15"),
        ),
    ).out.startswith("wrong: round 1, turn 1: player 0 plays")


@pytest.mark.parametrize(
    ("rounds", "message"),
    [
        (((FIRST, "48 15"), (FIRST | {"taken": [9, 0]}, "48 15")), "round 2: rules, players or bullheads"),
        (((FIRST, "48 15"), (FIRST, "48 15"), (FIRST, "48 15")), "round 3: the game was over after round 2"),
        (((OPEN, "48 49"), (OPEN, "48 49")), "round 1: it was not played to its end"),
        (((FIRST, "x"),), 'rounds[0]: record: turn 1, card 1: "x" is no card'),
        (((FIRST, 3),), "rounds[0]: record: expected a list, not 3"),
        ((("tg1:standard/1p#1", ""),), "rounds[0]: deal: expected one of 6-nimmt"),
        (((3, ""),), "rounds[0]: deal: expected an object, not 3"),
    ],
)
def test_rounds_that_are_no_game_are_bad_input(opendeal: Opendeal, rounds: Any, message: str) -> None:
    completed = opendeal("match", "-", stdin=game_of(*rounds))
    assert (completed.status, completed.out) == (2, "")
    assert message in completed.err


@pytest.mark.parametrize(("text", "said"), [("{}", "game: the key 'game' is missing"), ("{", "not valid JSON")])
def test_a_game_that_cannot_be_read_is_named(opendeal: Opendeal, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    completed = opendeal("match", str(file))
    assert completed.status == 2
    assert completed.err.startswith(f"opendeal: error: {file}: {said}")
