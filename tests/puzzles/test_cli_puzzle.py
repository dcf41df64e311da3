"""``opendeal puzzle`` and ``opendeal daily``: what they print, keep and refuse, and how they end."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.bank import Bank, open_bank
from puzzles.calendar import Calendar, civil_date
from puzzles.generate import Search
from puzzles.kinds import kind_named
from puzzles.lines import compact, puzzle_from_text, write_lines
from puzzles.puzzle import Puzzle
from solver.version import VERSION
from tests.conftest import ROOT, Opendeal, start
from tests.puzzles.examples import example


@pytest.fixture(scope="module")
def real() -> list[Puzzle]:
    """Two puzzles as they are made."""
    search = Search(kind_named("mini"), "medium", "cli")
    return [puzzle for puzzle, _ in zip(search.puzzles(100), range(2), strict=False) if isinstance(puzzle, Puzzle)]


@pytest.fixture
def bank(tmp_path: Path, real: list[Puzzle]) -> str:
    path = tmp_path / "bank.db"
    with open_bank(path, writable=True, create=True) as bank:
        bank.add(real)
    return str(path)


def lines(text: str) -> list[str]:
    return text.splitlines()


# -- make ----------------------------------------------------------------------------------------------------------


def test_make_prints_puzzles_and_counts_what_was_rejected(opendeal: Opendeal) -> None:
    arguments = ("puzzle", "make", "--kind", "mini", "--difficulty", "medium", "--count", "2", "--seed", "cli")
    made, again = opendeal(*arguments), opendeal(*arguments)
    assert (made.status, made.out) == (0, again.out)
    puzzles = [puzzle_from_text(line) for line in lines(made.out)]
    assert [(puzzle.kind, puzzle.difficulty.tier) for puzzle in puzzles] == [("mini", "medium")] * 2
    assert "opendeal: 2 puzzles from " in made.err
    assert " rejected: " in made.err


def test_make_keeps_puzzles_in_a_bank_and_makes_none_twice(opendeal: Opendeal, tmp_path: Path) -> None:
    path = str(tmp_path / "new.db")
    arguments = ("puzzle", "make", "--kind", "mini", "--difficulty", "medium", "--seed", "cli", "--bank", path)
    assert opendeal(*arguments).status == 0
    second = opendeal(*arguments)
    assert second.status == 0
    assert "1 duplicate" in second.err
    with open_bank(path) as bank:
        assert len(bank) == 2


def test_make_says_when_there_are_too_few(opendeal: Opendeal) -> None:
    made = opendeal("puzzle", "make", "--kind", "rescue", "--seed", "x", "--count", "3", "--candidates", "1")
    assert made.status == 3
    assert "0 puzzles from 1 candidate; 1 rejected: 1 " in made.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--kind", "chess", "--seed", "1"), "kind: expected one of"),
        (("--kind", "mini", "--seed", "1", "--difficulty", "brutal"), 'the difficulty "brutal" is unknown'),
        (("--kind", "mini", "--seed", "1", "--count", "0"), "--count is 0; it must be from 1"),
        (("--kind", "mini", "--seed", "1", "--candidates", "0"), "--candidates is 0"),
        (("--kind", "mini"), "'--seed'"),
        (("--kind", "mini", "--seed", "a\nb"), "only printable characters"),
    ],
)
def test_make_refuses_what_it_does_not_know(opendeal: Opendeal, arguments: tuple[str, ...], said: str) -> None:
    made = opendeal("puzzle", "make", *arguments)
    assert (made.status, made.out) == (2, "")
    assert said in made.err


def test_ctrl_c_leaves_what_was_made(tmp_path: Path) -> None:
    path = tmp_path / "bank.db"
    process = start("puzzle", "make", "--kind", "mini", "--seed", "x", "--count", "100000", "--bank", str(path))
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 3
    assert b"interrupted: " in err
    assert b"Traceback" not in err
    with open_bank(path) as bank:
        assert len(bank) == 1 + len(out.splitlines())


# -- list, show, export, import ------------------------------------------------------------------------------------


def test_list_is_a_table_or_json(opendeal: Opendeal, bank: str, real: list[Puzzle]) -> None:
    listed = opendeal("puzzle", "list", "--bank", bank)
    assert listed.status == 0
    assert [line.split()[0] for line in lines(listed.out)] == ["id", *(puzzle.id for puzzle in real)]
    assert listed.err == "opendeal: 2 of 2 puzzles\n"
    data = [json.loads(line) for line in lines(opendeal("puzzle", "list", "--bank", bank, "--json").out)]
    assert [record["features"] for record in data] == [puzzle.difficulty.features for puzzle in real]


def test_list_takes_conditions(opendeal: Opendeal, bank: str, real: list[Puzzle]) -> None:
    score = real[0].difficulty.score
    listed = opendeal("puzzle", "list", "--bank", bank, "--json", "--where", f"score={score}", "--where", "cards>=1")
    assert [json.loads(line)["id"] for line in lines(listed.out)] == [p.id for p in real if p.difficulty.score == score]
    assert opendeal("puzzle", "list", "--bank", bank, "--kind", "par").out == ""
    wrong = opendeal("puzzle", "list", "--bank", bank, "--where", "1=1; DROP TABLE puzzle")
    assert (wrong.status, wrong.out) == (2, "")
    assert "expected a feature" in wrong.err


def test_show_gives_nothing_away_unless_asked(opendeal: Opendeal, bank: str, real: list[Puzzle]) -> None:
    puzzle = real[1]
    plain = opendeal("puzzle", "show", puzzle.id, "--bank", bank)
    solved = opendeal("puzzle", "show", puzzle.id[:6], "--bank", bank, "--solution")
    solution = puzzle.to_json()["solution"]
    assert (plain.status, solved.status) == (0, 0)
    assert f"puzzle {puzzle.id}: mini, medium" in plain.out
    assert "Win the small game: play every card." in plain.out
    assert puzzle.identifier in plain.out
    assert solution not in plain.out
    assert solution in solved.out
    data = json.loads(opendeal("puzzle", "show", puzzle.id, "--bank", bank, "--json").out)
    assert data["task"] == "Win the small game: play every card."
    assert "solution" not in data
    assert "solution" in json.loads(opendeal("puzzle", "show", puzzle.id, "--bank", bank, "--json", "--solution").out)


def test_export_and_import_go_round(opendeal: Opendeal, bank: str, tmp_path: Path, real: list[Puzzle]) -> None:
    exported = opendeal("puzzle", "export", "--bank", bank)
    packed, other = str(tmp_path / "out.jsonl.gz"), str(tmp_path / "other.db")
    assert exported.out == "".join(f"{compact(puzzle)}\n" for puzzle in real)
    assert "2 puzzles written" in opendeal("puzzle", "export", "--bank", bank, "-o", packed).err
    for said in ("2 puzzles added, 0 there already", "0 puzzles added, 2 there already"):
        imported = opendeal("puzzle", "import", packed, "--bank", other)
        assert imported.status == 0
        assert said in imported.err
    assert opendeal("puzzle", "export", "--bank", other).out == exported.out


def test_a_wrong_line_is_named_and_nothing_is_imported(opendeal: Opendeal, bank: str, tmp_path: Path) -> None:
    source, fresh = tmp_path / "some.jsonl", tmp_path / "fresh.db"
    write_lines(source, [compact(example(1)), compact(example(2)).replace('"mini"', '"maxi"')])
    before = Path(bank).read_bytes()
    for target in (bank, str(fresh)):
        imported = opendeal("puzzle", "import", str(source), "--bank", target)
        assert imported.status == 2
        assert "some.jsonl, line 2: kind: expected one of" in imported.err
    assert Path(bank).read_bytes() == before
    assert not fresh.exists()


def test_a_foreign_file_is_no_bank(opendeal: Opendeal, tmp_path: Path) -> None:
    path = tmp_path / "foreign.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE holidays (day TEXT)")
    source = tmp_path / "some.jsonl"
    write_lines(source, [compact(example(1))])
    before = path.read_bytes()
    for arguments in (("list",), ("export",), ("verify",), ("import", str(source))):
        done = opendeal("puzzle", *arguments, "--bank", str(path))
        assert done.status == 2
        assert "foreign.db: an SQLite file, but no bank of opendeal" in done.err
    assert path.read_bytes() == before


# -- verify --------------------------------------------------------------------------------------------------------


def test_verify_proves_everything_and_remembers_it(opendeal: Opendeal, bank: str) -> None:
    first = opendeal("puzzle", "verify", "--bank", bank)
    assert (first.status, first.out) == (0, "")
    assert "2 puzzles proven, 0 wrong" in first.err
    second = opendeal("puzzle", "verify", "--bank", bank)
    assert second.status == 0
    assert "2 puzzles proven before by this version" in second.err
    assert "0 puzzles proven, 0 wrong" in second.err
    assert "2 puzzles proven, 0 wrong" in opendeal("puzzle", "verify", "--bank", bank, "--again", "--jobs", "2").err
    with open_bank(bank) as opened:
        assert opened.unverified(VERSION) == []


def test_verify_names_what_is_false_and_does_not_remember_it(
    opendeal: Opendeal, tmp_path: Path, real: list[Puzzle]
) -> None:
    false = replace(real[0], difficulty=replace(real[0].difficulty, tier="hard"))
    path = tmp_path / "bank.db"
    with open_bank(path, writable=True, create=True) as bank:
        bank.add([false, real[1]])
    for _ in range(2):
        verified = opendeal("puzzle", "verify", "--bank", str(path))
        assert verified.status == 1
        assert verified.out.startswith(f"puzzle {false.id}: the difficulty is hard")
    assert "1 puzzle proven before" in verified.err


def test_verify_names_what_a_bank_says_wrongly_about_a_puzzle(
    opendeal: Opendeal, bank: str, real: list[Puzzle]
) -> None:
    with sqlite3.connect(bank) as connection:
        connection.execute("UPDATE puzzle SET tier = 'easy' WHERE number = 1")
    verified = opendeal("puzzle", "verify", "--bank", bank)
    assert verified.status == 1
    assert verified.out == f"puzzle {real[0].id}: the bank lists it as something else than it is\n"


def test_verify_reads_lines_as_well(opendeal: Opendeal, tmp_path: Path, real: list[Puzzle]) -> None:
    path = tmp_path / "some.jsonl"
    write_lines(path, map(compact, real))
    assert "2 puzzles proven, 0 wrong" in opendeal("puzzle", "verify", "--bank", str(path)).err


# -- daily ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def calendar(tmp_path: Path, real: list[Puzzle]) -> str:
    path = tmp_path / "calendar.jsonl"
    opened = Calendar(path, new=True)
    for number, puzzle in enumerate(real):
        opened.add(civil_date(f"2026-12-0{number + 1}"), puzzle)
    return str(path)


def test_daily_shows_the_puzzle_of_a_date(opendeal: Opendeal, calendar: str, real: list[Puzzle]) -> None:
    for arguments in (("2026-12-02",), ("show", "2026-12-02")):
        shown = opendeal("daily", *arguments, "--calendar", calendar)
        assert (shown.status, shown.err) == (0, "")
        assert shown.out.startswith(f"daily puzzle of Wednesday, 2026-12-02, number 2\npuzzle {real[1].id}: mini")
        assert real[1].to_json()["solution"] not in shown.out
    data = json.loads(opendeal("daily", "2026-12-02", "--calendar", calendar, "--json", "--solution").out)
    assert (data["number"], data["puzzle"]["solution"]) == (2, real[1].to_json()["solution"])


def test_a_day_that_is_not_published_is_made_and_said_to_be(opendeal: Opendeal, calendar: str) -> None:
    shown = opendeal("daily", "2026-11-30", "--calendar", calendar)
    assert shown.status == 0
    assert shown.out.startswith("daily puzzle of Monday, 2026-11-30, not published\n")
    assert "2026-11-30 is not in the calendar" in shown.err


def test_daily_without_a_date_is_todays(opendeal: Opendeal, monkeypatch: pytest.MonkeyPatch, calendar: str) -> None:
    import datetime

    class Today(datetime.date):
        @classmethod
        def today(cls) -> datetime.date:  # type: ignore[override]
            return datetime.date(2026, 12, 1)

    monkeypatch.setattr("puzzles.calendar.datetime.date", Today)
    for given in ((), ("today",)):
        shown = opendeal("daily", *given, "--calendar", calendar)
        assert shown.out.startswith("daily puzzle of Tuesday, 2026-12-01, number 1\n")


@pytest.mark.parametrize("text", ["tomorrow", "2026-02-30", "1.12.2026"])
def test_daily_refuses_what_is_no_date(opendeal: Opendeal, calendar: str, text: str) -> None:
    shown = opendeal("daily", text, "--calendar", calendar)
    assert (shown.status, shown.out) == (2, "")
    assert "date: expected a day of the calendar such as 2026-12-01" in shown.err


def test_build_publishes_days_and_leaves_published_ones(opendeal: Opendeal, tmp_path: Path) -> None:
    path = tmp_path / "days.jsonl"
    arguments = ("daily", "build", "--from", "2026-11-30", "--to", "2026-11-30", "--calendar", str(path))
    built = opendeal(*arguments)
    assert built.status == 0
    assert f"1 day added to the 0 in {path}" in built.err
    before = path.read_bytes()
    again = opendeal(*arguments)
    assert (again.status, path.read_bytes()) == (0, before)
    assert "0 days added to the 1 in" in again.err


def test_build_refuses_a_calendar_that_was_changed(opendeal: Opendeal, calendar: str) -> None:
    path = Path(calendar)
    path.write_text(path.read_text().replace('"medium"', '"expert"', 1))
    before = path.read_bytes()
    built = opendeal("daily", "build", "--from", "2026-12-03", "--to", "2026-12-03", "--calendar", calendar)
    assert built.status == 2
    assert "calendar.jsonl, line 1: hash: the puzzle is not the one that was published" in built.err
    assert path.read_bytes() == before


def test_daily_verify_proves_the_calendar(
    opendeal: Opendeal, calendar: str, tmp_path: Path, real: list[Puzzle]
) -> None:
    assert "2 puzzles proven, 0 wrong" in opendeal("daily", "verify", "--calendar", calendar).err
    path = tmp_path / "false.jsonl"
    false = replace(real[0], difficulty=replace(real[0].difficulty, score=1.0))
    Calendar(path, new=True).add(civil_date("2026-12-01"), false)
    verified = opendeal("daily", "verify", "--calendar", str(path))
    assert verified.status == 1
    assert verified.out.startswith("2026-12-01: the difficulty is")


def test_every_verb_has_help_with_an_example(opendeal: Opendeal) -> None:
    for group, verbs in (
        ("puzzle", ("make", "list", "show", "export", "import", "verify")),
        ("daily", ("show", "build", "verify")),
        ("page", ("build",)),
        ("survey", ("run", "report", "merge")),
    ):
        for verb in ((), *((verb,) for verb in verbs)):
            shown = opendeal(group, *verb, "--help")
            assert shown.status == 0
            assert f"  opendeal {group}" in shown.out


@pytest.mark.parametrize("group", ["page", "puzzle", "survey"])
def test_a_group_without_a_verb_is_bad_usage(opendeal: Opendeal, group: str) -> None:
    shown = opendeal(group)
    assert (shown.status, shown.out) == (2, "")
    assert shown.err == "opendeal: error: Missing command. (opendeal --help lists verbs and options)\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("puzzle", "list", "--bank"),
        ("puzzle", "export", "--out"),
        ("daily", "--calendar"),
        ("page", "build", "--out"),
        ("play", "tg1:standard/1p#1", "--save"),
        ("survey", "report", "survey.sqlite", "--plots"),
        ("prove", "tg1:standard/1p#1", "-o"),
    ],
)
def test_an_empty_name_is_not_the_current_directory(opendeal: Opendeal, arguments: tuple[str, ...]) -> None:
    completed = opendeal(*arguments, "")
    assert completed.status == 2
    assert arguments[-1] in completed.err
    assert "expected the name of a file or directory" in completed.err


@pytest.mark.parametrize("verb", ["list", "export"])
def test_a_feature_that_no_puzzle_has_is_named(opendeal: Opendeal, verb: str) -> None:
    completed = opendeal("puzzle", verb, "--where", "trick>=2")
    assert (completed.status, completed.out) == (2, "")
    assert 'has the feature "trick"; there are score, ' in completed.err
    assert "tricks_needed" in completed.err


def test_puzzles_that_the_pages_and_the_help_name_are_there(opendeal: Opendeal) -> None:
    text = (ROOT / "docs" / "puzzles.md").read_text() + opendeal("puzzle", "show", "--help").out
    named = re.findall(r"opendeal (?:puzzle show|play) ([0-9a-f]{4,12})\b(?!-)", text)
    assert len(named) == 3
    for beginning in named:
        assert opendeal("puzzle", "show", beginning).status == 0


def test_a_puzzle_that_another_process_added_meanwhile_does_not_count(
    opendeal: Opendeal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank = str(tmp_path / "bank.db")
    make = ("puzzle", "make", "--kind", "mini", "--seed", "a", "--bank", bank)
    first = opendeal(*make)
    monkeypatch.setattr(Bank, "known", lambda self: {})  # as it was before the other process added one
    second = opendeal(*make)
    assert (first.status, second.status) == (0, 0)
    assert first.out != second.out
    assert "1 duplicate" in second.err
    assert len(opendeal("puzzle", "list", "--bank", bank, "--json").out.splitlines()) == 2
