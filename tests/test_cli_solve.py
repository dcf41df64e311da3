"""``opendeal solve``: statuses, formats and streams."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from solver.cli import batch, show
from solver.errors import EngineError
from solver.sources import read_deal
from solver.the_game.deal import Deal
from solver.the_game.identifiers import encode_deal
from solver.the_game.notation import parse_line
from solver.the_game.portfolio import solve
from solver.the_game.referee import verify
from tests.conftest import Completed, Opendeal

WON = {"game": "the-game", "hands": [[2, 3]], "deck": [50]}
LOST = {
    "game": "the-game",
    "rules": {"ascending": 1, "descending": 0, "step": 0},
    "hands": [[5]],
    "piles": {"ascending": [9]},
    "to_play": 0,
}
WON_LINE, LOST_LINE = json.dumps(WON), json.dumps(LOST)
FULL = "tg1:standard/1p#1"

RESULT_KEYS = [
    "format",
    "deal",
    "status",
    "cards_left",
    "cards_left_bound",
    "objective",
    "value",
    "bound",
    "optimal",
    "line",
    "turns",
    "engine",
    "stopped_by",
    "nodes",
    "seconds",
    "version",
]


def result(completed: Completed) -> dict[str, Any]:
    """The one JSON object on standard output, and nothing on standard error."""
    assert completed.err == ""
    (line,) = completed.out.splitlines()
    value = json.loads(line)
    assert isinstance(value, dict)
    return value


# -- one deal ------------------------------------------------------------------------------------------------------


def test_a_full_deal_is_winnable_and_its_line_wins(opendeal: Opendeal) -> None:
    completed = opendeal("solve", FULL, "--json")
    found = result(completed)
    assert completed.status == 0
    assert list(found) == RESULT_KEYS
    assert found["format"] == "opendeal-result/1"
    assert (found["status"], found["cards_left"], found["optimal"], found["engine"]) == ("winnable", 0, True, "dfs")
    deal = read_deal(FULL)
    assert found["deal"] == encode_deal(deal)
    assert verify(deal, parse_line(found["line"])).won
    assert verify(deal, parse_line(json.dumps(found["turns"]))).won


def test_a_lost_deal_exits_with_1(opendeal: Opendeal) -> None:
    completed = opendeal("solve", "-", "--json", stdin=LOST_LINE.encode())
    found = result(completed)
    assert completed.status == 1
    assert (found["status"], found["cards_left"], found["cards_left_bound"]) == ("unwinnable", 1, 1)
    assert (found["line"], found["turns"], found["stopped_by"]) == ("", [], None)


def test_an_exhausted_budget_exits_with_3(opendeal: Opendeal) -> None:
    completed = opendeal("solve", FULL, "--json", "--max-nodes", "1")
    found = result(completed)
    assert completed.status == 3
    assert (found["status"], found["stopped_by"], found["optimal"]) == ("unknown", "nodes", False)
    assert verify(read_deal(FULL), parse_line(found["line"])).cards_left == found["cards_left"]


def test_the_same_input_gives_the_same_answer(opendeal: Opendeal) -> None:
    first, second = (result(opendeal("solve", "tg1:n5/1p#7", "--json", "--max-nodes", "20000")) for _ in range(2))
    del first["seconds"], second["seconds"]
    assert first == second


def test_threads_give_the_same_answer(opendeal: Opendeal) -> None:
    arguments = ("tg1:n4/1p#7", "--json", "--memory", "100")
    one, two = (result(opendeal("solve", *arguments, "--threads", count)) for count in ("1", "2"))
    assert one.pop("seconds") > 0
    assert two.pop("seconds") > 0
    assert one == two
    refused = opendeal("solve", *arguments, "--threads", "0")
    assert (refused.status, refused.out) == (2, "")
    assert "the number of threads: expected a whole number from 1 to 256, not 0" in refused.err


@pytest.mark.parametrize(("objective", "value"), [("cards", 0), ("turns", 2), ("tricks", 0)])
@pytest.mark.parametrize("engine", ["auto", "reference"])
def test_objectives_and_engines_can_be_chosen(opendeal: Opendeal, objective: str, value: int, engine: str) -> None:
    arguments = ("solve", "-", "--json", "--objective", objective, "--engine", engine)
    found = result(opendeal(*arguments, stdin=WON_LINE.encode()))
    assert (found["objective"], found["value"], found["optimal"]) == (objective, value, True)
    assert found["engine"] == ("dfs" if engine == "auto" else engine)


@pytest.mark.parametrize("objective", ["turns", "tricks"])
def test_an_open_objective_exits_by_its_verdict(opendeal: Opendeal, objective: str) -> None:
    arguments = ("--json", "--objective", objective, "--engine", "dfs", "--max-nodes", "20000")
    for source, stdin, status, verdict in ((FULL, "", 0, "winnable"), ("-", LOST_LINE, 1, "unwinnable")):
        completed = opendeal("solve", source, *arguments, stdin=stdin.encode())
        found = result(completed)
        assert (completed.status, found["status"]) == (status, verdict)
        assert found["optimal"] == (found["value"] == found["bound"]) == (found["stopped_by"] is None)
    assert found["optimal"]


def test_the_readable_result_says_all_there_is(opendeal: Opendeal) -> None:
    completed = opendeal("solve", "tg1:standard/2p#1")
    assert (completed.status, completed.err) == (0, "")
    lines = completed.out.splitlines()
    assert lines[0] == "winnable: 0 cards left (perfect)"
    assert lines[2].split() == ["turn", "player", "plays", "A1", "A2", "D1", "D2", "drawn"]
    facts = dict(line.split(maxsplit=1) for line in lines[-4:])
    deal = read_deal("tg1:standard/2p#1")
    assert facts["identifier"] == encode_deal(deal)
    assert facts["seed"] == "tg1:standard/2p#1"
    assert facts["engine"].startswith("dfs, ")
    assert verify(deal, parse_line(facts["line"])).won
    stars = sum(line.count("*") for line in lines[3:-5])
    assert stars == facts["line"].count("*") == verify(deal, parse_line(facts["line"])).tricks
    assert "\x1b" not in completed.out


def test_the_table_shows_the_piles_after_each_turn(opendeal: Opendeal) -> None:
    deal = {"game": "the-game", "rules": {"ascending": 1, "descending": 0}, "hands": [[12, 22]], "deck": [30]}
    completed = opendeal("solve", "-", "--engine", "reference", stdin=json.dumps(deal).encode())
    assert completed.out.splitlines()[2:5] == [
        "turn  plays        A1  drawn",
        "   1  12@A1 22@A1  22  30",
        "   2  30@A1        30",
    ]


@pytest.mark.parametrize(
    ("arguments", "stdin", "sentence"),
    [
        ((), LOST_LINE, "unwinnable: 1 card left (great) is proven to be the best"),
        (("--objective", "turns"), WON_LINE, "winnable: 0 cards left (perfect), 2 turns, the fewest"),
        (("--objective", "tricks"), LOST_LINE, "unwinnable: 1 card left (great) is proven to be the best, 0 tricks, "
         "the fewest"),
    ],
)  # fmt: skip
def test_verdicts_in_words(opendeal: Opendeal, arguments: tuple[str, ...], stdin: str, sentence: str) -> None:
    assert opendeal("solve", "-", *arguments, stdin=stdin.encode()).out.splitlines()[0] == sentence


def test_an_undecided_verdict_names_the_budget(opendeal: Opendeal) -> None:
    said = opendeal("solve", FULL, "--max-nodes", "1").out.splitlines()[0]
    assert said.startswith("unknown: the search found no win before its end; the best line has ")
    assert said.endswith("(could be better); stopped by the node budget")


# -- many deals ----------------------------------------------------------------------------------------------------


def answers(completed: Completed) -> list[dict[str, Any]]:
    return [json.loads(line) for line in completed.out.splitlines()]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_many_deals_are_answered_in_order(opendeal: Opendeal, tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(f"{LOST_LINE}\n\nnonsense\n{WON_LINE}\n{encode_deal(read_deal(WON))}\n")
    completed = opendeal("solve", str(path), "--json", "--jobs", jobs)
    assert completed.status == 2
    found = answers(completed)
    assert [answer["index"] for answer in found] == [0, 2, 3, 4]
    assert [answer.get("status") for answer in found] == ["unwinnable", None, "winnable", "winnable"]
    assert list(found[0]) == ["index", *RESULT_KEYS]
    assert list(found[1]) == ["index", "error"]
    assert found[1]["error"].startswith(f"{path}, line 3: ")


@pytest.mark.parametrize(
    ("lines", "status"), [([WON_LINE, LOST_LINE], 0), ([WON_LINE, FULL], 3), ([FULL, "{}"], 2), ([WON_LINE, "{}"], 2)]
)
def test_the_exit_status_of_many(opendeal: Opendeal, lines: list[str], status: int) -> None:
    completed = opendeal("solve", "-", "--json", "--max-nodes", "50", stdin="\n".join(lines).encode())
    assert (completed.status, completed.err) == (status, "")
    assert len(answers(completed)) == 2


def test_several_arguments_are_many_deals(opendeal: Opendeal, tmp_path: Path) -> None:
    completed = opendeal("solve", FULL, str(tmp_path / "none"), "-", "--json", stdin=LOST_LINE.encode())
    assert completed.status == 2
    found = answers(completed)
    assert [answer["index"] for answer in found] == [0, 1, 2]
    assert [answer.get("status") for answer in found] == ["winnable", None, "unwinnable"]


def test_many_deals_for_reading(opendeal: Opendeal) -> None:
    completed = opendeal("solve", "-", FULL, stdin=LOST_LINE.encode())
    lines = completed.out.splitlines()
    assert lines.pop(5).strip() == FULL
    assert lines[0].startswith("0: unwinnable: 1 card left (great) is proven to be the best; dfs, ")
    assert (lines[1].strip(), lines[2].strip()) == (encode_deal(read_deal(LOST)), "no line")
    assert lines[3].startswith("1: winnable: 0 cards left (perfect); dfs, ")
    assert lines[4].strip() == encode_deal(read_deal(FULL))
    assert verify(read_deal(FULL), parse_line(lines[5])).won


def test_deals_flow_from_deal_to_solve(opendeal: Opendeal) -> None:
    made = opendeal("deal", "--count", "3", "--seed", "5")
    found = answers(opendeal("solve", "-", "--json", stdin=made.out.encode()))
    assert [answer["deal"] for answer in found] == [encode_deal(read_deal(f"tg1:standard/1p#{n}")) for n in (5, 6, 7)]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    "lines", [["nonsense", "more of it"], ['{"game": "the-g', '{"game": "the-'], ["{bad}", "", "tg2:x"]]
)
def test_lines_that_are_all_bad_get_an_answer_each(opendeal: Opendeal, lines: list[str], jobs: str) -> None:
    completed = opendeal("solve", "-", "--json", "--jobs", jobs, stdin="\n".join(lines).encode())
    assert (completed.status, completed.err) == (2, "")
    found = answers(completed)
    assert [answer["index"] for answer in found] == [number for number, line in enumerate(lines) if line]
    assert all(answer["error"].startswith(f"standard input, line {answer['index'] + 1}: ") for answer in found)


def test_one_bad_deal_over_several_lines_is_one_error(opendeal: Opendeal) -> None:
    for text in (
        '{\n "game": "the-game",\n "hands": [[2,, 3]]\n}',
        '\ufeff{"game": "the-game",\n "hands": [[2]]}',
        "[\n]",
    ):
        completed = opendeal("solve", "-", "--json", stdin=text.encode())
        assert (completed.status, completed.out) == (2, "")
        assert completed.err.startswith("opendeal: error: standard input: ")


# -- errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "Missing command"),
        (("solve",), "Missing argument 'DEAL...'"),
        (("slove", FULL), "slove"),
        (("solve", FULL, "--fast"), "--fast"),
        (("solve", FULL, "--max-nodes", "many"), "--max-nodes"),
        (
            ("solve", FULL, "--max-nodes", "0"),
            "the node budget: expected a whole number from 1 to 4611686018427387903, not 0",
        ),
        (("solve", FULL, "--max-nodes", str(2**62)), "the node budget: expected a whole number from 1 to "),
        (("solve", FULL, "--max-nodes", "1_000"), "'--max-nodes': expected a whole number of at most 19 digits"),
        (("solve", FULL, "--max-nodes", "\uff11\uff10"), "'--max-nodes': expected a whole number"),
        (("solve", FULL, "--memory", "٣٤"), "'--memory': expected a whole number"),
        (
            ("solve", FULL, "--memory", str(2**20 + 1)),
            "the memory budget (MiB): expected a whole number from 1 to 1048576",
        ),
        (("solve", FULL, "--jobs", "1_0"), "'--jobs': expected a whole number"),
        (("deal", "--count", "1_0"), "'--count': expected a whole number"),
        (("deal", "--players", "²"), "'--players': expected a whole number"),
        (("solve", FULL, "--max-nodes", "9" * 5000), "--max-nodes"),
        (("solve", FULL, "--time-limit", "nan"), "'--time-limit': expected a number of seconds"),
        (("solve", FULL, "--time-limit", "1_0"), "'--time-limit': expected a number of seconds"),
        (("solve", FULL, "--time-limit", "٣"), "'--time-limit': expected a number of seconds"),
        (("solve", FULL, "--time-limit", "-1"), "the time limit: expected a positive number of seconds, not -1.0"),
        (("solve", FULL, "--memory", "0"), "the memory budget (MiB): expected a whole number from 1 to 1048576, not 0"),
        (("solve", FULL, "--jobs", "0"), "--jobs is 0"),
        (("solve", FULL, "--jobs", "1000000"), "--jobs is 1000000"),
        (("solve", FULL, "--engine", "magic"), '"magic" is unknown; it must be one of auto, dfs, cpsat, reference'),
        (("solve", FULL, "--objective", "points"), '"points" is unknown; it must be one of cards, turns, tricks'),
        (("solve", "no such file"), "no such file: no such file"),
        (("solve", ""), "the empty name: no such file; a deal is a file"),
        (("solve", "/"), "/: cannot be read: Is a directory"),
        (("solve", "/dev/zero"), "longer than 1,048,576 bytes"),
        (("solve", "-"), "standard input: empty"),
        (("solve", "-", "-"), "only once"),
        (("solve", "tg1:standard:"), "tg1:standard:"),
        (("solve", "sn1:abc"), "expected sn1:<rules>:<deal>"),
        (("verify", FULL), "Missing argument 'LINE'"),
        (("verify", FULL, "abc"), "column 1"),
        (("show", FULL, FULL), "unexpected extra argument"),
        (("deal", "--players", "6"), "players"),
    ],
)
def test_every_error_is_one_message_and_status_2(opendeal: Opendeal, arguments: tuple[str, ...], expected: str) -> None:
    completed = opendeal(*arguments)
    assert (completed.status, completed.out) == (2, "")
    assert completed.err.startswith("opendeal: error: ")
    assert completed.err.count("\n") == 1
    assert expected in completed.err


HUGE = "9" * 5000


@pytest.mark.parametrize(
    "arguments",
    [
        *(
            ("solve", FULL, option, HUGE)
            for option in ("--max-nodes", "--time-limit", "--memory", "--jobs", "--engine")
        ),
        ("solve", FULL, "--objective", HUGE),
        ("solve", FULL, f"--{HUGE}"),
        ("deal", "--count", HUGE),
        ("deal", "--format", HUGE),
        (HUGE,),
    ],
)
def test_what_is_absurdly_long_is_not_repeated_in_full(opendeal: Opendeal, arguments: tuple[str, ...]) -> None:
    completed = opendeal(*arguments)
    assert (completed.status, completed.out) == (2, "")
    assert completed.err.count("\n") == 1
    assert len(completed.err) < 500


DEFECT = "opendeal: error: a defect of opendeal 0.1.0, please report it as the README says: "


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (EngineError("an engine erred"), "an engine erred"),
        (KeyError("x"), f"KeyError: 'x'; the deal is {encode_deal(read_deal(FULL))}"),
    ],
)
def test_a_defect_is_never_a_verdict(
    opendeal: Opendeal, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def caught(*arguments: object, **options: object) -> None:
        raise error

    monkeypatch.setattr(batch, "solve", caught)
    completed = opendeal("solve", FULL)
    assert (completed.status, completed.out, completed.err) == (70, "", f"{DEFECT}{said}\n")
    monkeypatch.setenv("OPENDEAL_TRACEBACK", "1")
    completed = opendeal("solve", FULL)
    assert (completed.status, completed.out) == (70, "")
    assert completed.err.startswith(f"{DEFECT}{said}\nTraceback ")


def test_a_defect_outside_the_search_is_no_verdict_either(opendeal: Opendeal, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("no way")

    monkeypatch.setattr(show, "deal_lines", broken)
    completed = opendeal("show", FULL)
    assert (completed.status, completed.out, completed.err) == (70, "", f"{DEFECT}ZeroDivisionError: no way\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_defect_in_one_of_many_deals_leaves_the_others(
    opendeal: Opendeal, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    def caught(deal: Deal, **options: Any) -> Any:
        if deal.cards_left == 1:
            raise IndexError("out of range")
        return solve(deal, **options)

    monkeypatch.setattr(batch, "solve", caught)
    stdin = "\n".join([WON_LINE, LOST_LINE, "{}", WON_LINE]).encode()
    completed = opendeal("solve", "-", "--json", "--jobs", jobs, stdin=stdin)
    assert (completed.status, completed.err) == (70, "")
    found = answers(completed)
    assert [answer["index"] for answer in found] == [0, 1, 2, 3]
    assert [answer.get("status") for answer in found] == ["winnable", None, None, "winnable"]
    assert list(found[1]) == ["index", "error"]
    assert found[1]["error"].startswith("a defect of opendeal 0.1.0")
    assert found[1]["error"].endswith(f"IndexError: out of range; the deal is {encode_deal(read_deal(LOST))}")


def test_too_little_memory_is_no_defect(opendeal: Opendeal, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*arguments: object, **options: object) -> None:
        raise MemoryError

    monkeypatch.setattr(batch, "solve", exhausted)
    completed = opendeal("solve", FULL)
    assert (completed.status, completed.out) == (2, "")
    assert "--memory" in completed.err


def test_an_incomplete_installation_is_no_verdict(opendeal: Opendeal, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*arguments: object, **options: object) -> None:
        raise ImportError("the kernel is not there")

    monkeypatch.setattr(batch, "solve", missing)
    completed = opendeal("solve", FULL)
    assert (completed.status, completed.out, completed.err) == (2, "", "opendeal: error: the kernel is not there\n")


def test_the_help_of_solve_shows_that_it_takes_many(opendeal: Opendeal) -> None:
    assert "DEAL..." in opendeal("solve", "--help").out


def test_help_has_an_example_in_every_command(opendeal: Opendeal) -> None:
    for verb in ((), ("solve",), ("verify",), ("show",), ("deal",), ("prove",), ("check",)):
        completed = opendeal(*verb, "--help")
        assert (completed.status, completed.err) == (0, "")
        assert "Example" in completed.out
        assert f"  opendeal {verb[0] if verb else 'solve'} " in completed.out


def test_the_version(opendeal: Opendeal) -> None:
    completed = opendeal("--version")
    assert (completed.status, completed.out, completed.err) == (0, "opendeal 0.1.0\n", "")
