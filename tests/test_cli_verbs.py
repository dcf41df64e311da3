"""``opendeal verify``, ``show`` and ``deal``."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from solver.sources import read_deal
from solver.the_game.deal import deal_to_json
from solver.the_game.identifiers import encode_deal
from solver.the_game.show import score_band
from tests.conftest import Opendeal

DEAL = json.dumps({"game": "the-game", "hands": [[2, 3]], "deck": [50, 40]}).encode()
SEED = "tg1:standard/2p#1"


# -- verify --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "status", "report", "sentence"),
    [
        (
            "2@A1 3@A1 | 40@A1 50@A1",
            0,
            {"legal": True, "won": True, "cards_left": 0, "turns": 2, "tricks": 0, "stuck": False, "fault": None},
            "legal: won, 0 cards left (perfect), 2 turns, 0 tricks",
        ),
        (
            "2@A1 3@A1 | 50@A1",
            0,
            {"legal": True, "won": False, "cards_left": 1, "turns": 2, "tricks": 0, "stuck": False, "fault": None},
            "legal: not won, 1 card left (great), 2 turns, 0 tricks",
        ),
        (
            "2@A1 | 3@A1",
            1,
            {"legal": False, "won": False, "cards_left": None, "stuck": False},
            "illegal: turn 1: ",
        ),
        (
            "3@A1 2@A1",
            1,
            {"legal": False, "won": False, "cards_left": None, "stuck": False},
            "illegal: turn 1, play 2: 2 does not fit on A1",
        ),
    ],
)
def test_verify(opendeal: Opendeal, line: str, status: int, report: dict[str, object], sentence: str) -> None:
    readable = opendeal("verify", "-", line, stdin=DEAL)
    assert (readable.status, readable.err) == (status, "")
    assert readable.out.startswith(sentence)
    assert readable.out.count("\n") == 1
    found = json.loads(opendeal("verify", "-", line, "--json", stdin=DEAL).out)
    assert list(found) == ["legal", "won", "cards_left", "turns", "tricks", "stuck", "fault"]
    assert {key: found[key] for key in report} == report
    if status == 1:
        assert list(found["fault"]) == ["turn", "play", "why"]
        assert found["fault"]["turn"] == 1


def test_a_line_that_gets_stuck_says_so(opendeal: Opendeal) -> None:
    deal = {"game": "the-game", "rules": {"ascending": 1, "descending": 0}, "hands": [[3, 99]], "deck": [50]}
    completed = opendeal("verify", "-", "3@A1 99@A1", stdin=json.dumps(deal).encode())
    assert completed.status == 0
    assert completed.out.endswith("stuck: the player to play cannot reach the minimum\n")


def test_the_line_is_read_from_a_file_or_standard_input_as_text_or_json(opendeal: Opendeal, tmp_path: Path) -> None:
    deal, text, data = tmp_path / "deal.json", tmp_path / "line.txt", tmp_path / "line.json"
    deal.write_bytes(DEAL)
    text.write_text("2@A1 3@A1 |\n")
    data.write_text('[{"plays": [{"card": 2, "pile": "A1"}, {"card": 3, "pile": "A1"}]}]')
    reports = [
        opendeal("verify", str(deal), "2@A1 3@A1 |"),
        opendeal("verify", str(deal), f"@{text}"),
        opendeal("verify", str(deal), f"@{data}"),
        opendeal("verify", str(deal), data.read_text()),
        opendeal("verify", str(deal), "-", stdin=text.read_bytes()),
    ]
    assert {(report.status, report.out) for report in reports} == {
        (0, "legal: not won, 2 cards left (great), 1 turn, 0 tricks\n")
    }


@pytest.mark.parametrize("line", ["12A1", "@/no/such/file", "[{", "@/", "12@", "[NaN]"])
def test_text_that_is_no_line_is_bad_input(opendeal: Opendeal, line: str) -> None:
    completed = opendeal("verify", SEED, line)
    assert (completed.status, completed.out) == (2, "")
    assert completed.err.startswith("opendeal: error: ")
    assert completed.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [("verify", SEED), ("explain", SEED), ("analyse", SEED), ("verify", "sn1:standard/2p#1")]
)
def test_a_file_with_a_wrong_line_is_named(opendeal: Opendeal, tmp_path: Path, arguments: tuple[str, str]) -> None:
    line = tmp_path / "line.txt"
    line.write_text("12A1")
    named, plain = opendeal(*arguments, f"@{line}"), opendeal(*arguments, "12A1")
    assert named.status == plain.status == 2
    assert named.err == plain.err.replace("opendeal: error: ", f"opendeal: error: {line}: ", 1) != plain.err


@pytest.mark.parametrize(("line", "named"), [("@/no/such/file", "/no/such/file"), ("@", "the empty name")])
def test_a_missing_file_of_a_line_is_called_one(opendeal: Opendeal, line: str, named: str) -> None:
    completed = opendeal("verify", SEED, line)
    assert completed.status == 2
    assert completed.err.startswith(
        f"opendeal: error: {named}: no such file; after the @ the file of a line is expected"
    )


def test_standard_input_cannot_be_both(opendeal: Opendeal) -> None:
    completed = opendeal("verify", "-", "-", stdin=DEAL)
    assert (completed.status, completed.out) == (2, "")
    assert "not both" in completed.err


# -- show ----------------------------------------------------------------------------------------------------------


def test_show_prints_everything_that_is_known(opendeal: Opendeal) -> None:
    completed = opendeal("show", SEED)
    assert (completed.status, completed.err) == (0, "")
    lines = completed.out.splitlines()
    deal = read_deal(SEED)
    assert lines[0] == "The Game, rules standard, 2 players, 98 cards left (could be better)"
    assert lines[1].split() == ["piles", "A1", "1", "A2", "1", "D1", "100", "D2", "100"]
    assert lines[2].split() == ["player", "0", *map(str, deal.hands[0])]
    assert lines[3].split() == ["player", "1", *map(str, deal.hands[1])]
    deck = " ".join(lines[4:-3]).split()
    assert deck == ["deck", *map(str, deal.deck), "(next", "card", "first)"]
    assert lines[-3].endswith("the team chooses who starts")
    assert lines[-2].split() == ["identifier", encode_deal(deal)]
    assert lines[-1].split() == ["seed", SEED]


def test_show_tells_who_is_to_play_in_the_middle_of_a_turn(opendeal: Opendeal) -> None:
    position = {"game": "the-game", "hands": [[2], [5]], "to_play": 1, "played_this_turn": 1}
    lines = opendeal("show", "-", stdin=json.dumps(position).encode()).out.splitlines()
    assert lines[0].endswith("2 cards left (great)")
    assert lines[2:5] == [
        "player 0    2",
        "player 1    5 (to play, 1 card played this turn)",
        "deck        none",
    ]
    assert lines[-1] == "seed        none known"


def test_show_as_json_holds_deal_and_identifiers(opendeal: Opendeal) -> None:
    found = json.loads(opendeal("show", SEED, "--json").out)
    deal = read_deal(SEED)
    assert found == {
        "deal": deal_to_json(deal),
        "identifier": encode_deal(deal),
        "seed": SEED,
        "players": 2,
        "cards_left": 98,
        "score_band": "could be better",
    }
    assert read_deal(found["deal"]) == deal


@pytest.mark.parametrize(
    ("cards", "band"),
    [(0, "perfect"), (1, "great"), (10, "great"), (11, "good"), (20, "good"), (21, "could be better")],
)
def test_score_bands(cards: int, band: str) -> None:
    assert score_band(cards) == band


def test_an_empty_name_is_no_deal(opendeal: Opendeal) -> None:
    completed = opendeal("show", "")
    assert (completed.status, completed.out) == (2, "")
    assert completed.err.startswith("opendeal: error: the empty name: no such file; a deal is a file, - or ")


@pytest.mark.parametrize("stdin", ["nonsense\nmore\n", f'{{"a": 1}}\n{DEAL.decode()}\n'])
def test_of_many_deals_where_one_is_needed_the_first_error_is_told(opendeal: Opendeal, stdin: str) -> None:
    completed = opendeal("show", "-", stdin=stdin.encode())
    assert (completed.status, completed.out) == (2, "")
    assert completed.err.startswith("opendeal: error: standard input, line 1: ")


# -- deal ----------------------------------------------------------------------------------------------------------


def test_every_format_stands_for_the_same_deal(opendeal: Opendeal) -> None:
    deal = read_deal("tg1:expert/3p#x")
    made = ("deal", "--rules", "expert", "--players", "3", "--seed", "x")
    assert opendeal(*made).out == "tg1:expert/3p#x\n"
    for form in ("seed", "id", "json", "jsonl"):
        completed = opendeal(*made, "--format", form)
        assert (completed.status, completed.err) == (0, "")
        assert completed.out.count("\n") == 1 or form == "json"
        again = opendeal("show", "-", "--json", stdin=completed.out.encode())
        assert json.loads(again.out)["deal"] == deal_to_json(deal)


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        ("8", ["8", "9", "10"]),
        ("a b", ["a b-0", "a b-1", "a b-2"]),
        ("08", ["08-0", "08-1", "08-2"]),
        ("-5", ["-5-0", "-5-1", "-5-2"]),
        ("٣", ["٣-0", "٣-1", "٣-2"]),
    ],
)
def test_many_deals_have_seeds_of_their_own(opendeal: Opendeal, seed: str, expected: list[str]) -> None:
    completed = opendeal("deal", "--seed", seed, "--count", "3")
    assert completed.out.splitlines() == [f"tg1:standard/1p#{text}" for text in expected]


@pytest.mark.parametrize("rules", ["n7m3", '{"hand_size": 7, "min_plays": 3}', '{"base": "expert", "hand_size": 7}'])
def test_rules_are_a_preset_parameters_or_json(opendeal: Opendeal, rules: str) -> None:
    assert opendeal("deal", "--rules", rules, "--seed", "1").out == "tg1:n7m3/1p#1\n"


def test_a_random_seed_is_told(opendeal: Opendeal) -> None:
    first, second = opendeal("deal", "--format", "id"), opendeal("deal", "--format", "id")
    assert first.out != second.out
    seed = first.err.removeprefix("opendeal: seed ").strip()
    assert encode_deal(read_deal(seed)) == first.out.strip()
    assert opendeal("deal").err == ""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--count", "0"), "--count is 0"),
        (("--count", "99999999999"), "--count is 99999999999"),
        (("--count", "2", "--format", "json"), "use jsonl"),
        (("--format", "xml"), "must be one of seed, id, json, jsonl"),
        (("--players", "0"), "players"),
        (("--rules", "hard"), "hard"),
        (("--rules", "{"), "--rules"),
        (("--rules", '{"colour": 1}'), "colour"),
        (("--rules", '{"high": 999999}'), "at most 126"),
        (("--seed", ""), "seed"),
        (("--seed", "a\nb"), "seed"),
        (("--seed", "x" * 201), "seed"),
        (("--seed", "x" * 199, "--count", "2"), "seed"),
    ],
)
def test_impossible_deals_are_refused_before_anything_is_written(
    opendeal: Opendeal, arguments: tuple[str, ...], expected: str
) -> None:
    completed = opendeal("deal", *arguments)
    assert (completed.status, completed.out) == (2, "")
    assert completed.err.startswith("opendeal: error: ")
    assert completed.err.count("\n") == 1
    assert expected in completed.err


def test_the_lines_in_the_help_fit_their_deals(opendeal: Opendeal) -> None:
    for verb in ("verify", "explain"):
        (example,) = [
            line for line in opendeal(verb, "--help").out.splitlines() if "opendeal" in line and "@A1" in line
        ]
        _, *arguments = shlex.split(example)
        done = opendeal(*arguments)
        assert ("turn 1" in done.out, done.err) == (False, "")
