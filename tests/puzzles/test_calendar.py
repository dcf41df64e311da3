"""The calendar: days are added at the end, and whatever was published stays as it was, to the byte."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from puzzles.calendar import ONE_DAY, Calendar, civil_date
from puzzles.lines import compact
from solver import InputError
from tests.puzzles.examples import example

FIRST = datetime.date(2026, 12, 30)
PUZZLES = [example(number) for number in range(4)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A calendar of three days over the end of a year."""
    path = tmp_path / "calendar.jsonl"
    calendar = Calendar(path, new=True)
    for number, puzzle in enumerate(PUZZLES[:3]):
        calendar.add(FIRST + ONE_DAY * number, puzzle)
    return path


def test_days_come_back_as_they_were_published(path: Path) -> None:
    days = Calendar(path).days
    assert [day.number for day in days] == [1, 2, 3]
    assert [str(day.date) for day in days] == ["2026-12-30", "2026-12-31", "2027-01-01"]
    assert [day.puzzle() for day in days] == PUZZLES[:3]
    assert [day.identifier for day in days] == [puzzle.identifier for puzzle in PUZZLES[:3]]


def test_a_line_has_the_keys_of_the_contract_and_hashes_that_anyone_can_work_out(path: Path) -> None:
    chain = ""
    for line, puzzle in zip(path.read_text().splitlines(), PUZZLES, strict=False):
        day = json.loads(line)
        assert list(day) == ["number", "date", "identifier", "hash", "chain", "puzzle"]
        assert day["hash"] == sha256(compact(puzzle).encode()).hexdigest()
        chain = sha256(f"{chain} {day['number']} {day['date']} {day['hash']}".encode()).hexdigest()
        assert day["chain"] == chain


def test_adding_leaves_what_is_there_untouched(path: Path) -> None:
    before = path.read_bytes()
    Calendar(path).add(FIRST + ONE_DAY * 3, PUZZLES[3])
    after = path.read_bytes()
    assert after.startswith(before)
    assert after[len(before) :].count(b"\n") == 1
    assert len(Calendar(path).days) == 4


def test_on_finds_the_day(path: Path) -> None:
    calendar = Calendar(path)
    found = calendar.on(datetime.date(2027, 1, 1))
    assert found is not None
    assert found.number == 3
    assert calendar.on(FIRST - ONE_DAY) is None
    assert calendar.on(FIRST + ONE_DAY * 3) is None
    assert Calendar(path.with_name("none"), new=True).on(FIRST) is None


def edited(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[str], str]:
    """A change of the days as data, written as compactly as the calendar is."""

    def edit(text: str) -> str:
        days = [json.loads(line) for line in text.splitlines()]
        change(days)
        return "".join(f"{json.dumps(day, separators=(',', ':'))}\n" for day in days)

    return edit


def rehashed(day: dict[str, Any]) -> None:
    """A hash that fits a puzzle which was not published."""
    text = json.dumps(day["puzzle"], separators=(",", ":"))
    day["hash"] = sha256(text.encode()).hexdigest()


def falsify(days: list[dict[str, Any]]) -> None:
    days[1]["puzzle"]["difficulty"]["tier"] = "hard"
    rehashed(days[1])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (edited(lambda days: days.pop(0)), "line 1: number: expected 1, not 2"),
        (edited(lambda days: days.pop(1)), "line 2: number: expected 2, not 3"),
        (edited(lambda days: days.reverse()), "line 1: number: expected 1"),
        (edited(lambda days: days[1].update(date="2027-01-02")), "line 2: date: expected 2026-12-31"),
        (edited(lambda days: days[1].update(date="2026-1-1")), "line 2: date: expected a day"),
        (edited(lambda days: days[0].update(date="2026-12-29")), "line 1: chain"),
        (edited(lambda days: days[1]["puzzle"]["goal"].update(value=1)), "line 2: hash: the puzzle is not the one"),
        (edited(falsify), "line 2: chain"),
        (edited(lambda days: days[2].update(identifier="tg1:standard/1p#1")), "line 3: identifier"),
        (edited(lambda days: days[2].update(number=True)), "line 3: number"),
        (edited(lambda days: days[2].update(chain=7)), "line 3: chain"),
        (edited(lambda days: days[2].update(more=1)), 'line 3: day: unknown key "more"'),
        (edited(lambda days: days[2].pop("hash")), "line 3: day: the key 'hash' is missing"),
        (lambda text: text.replace('{"number":2,', '{"number": 2,'), "line 2: it says the same"),
        (lambda text: text[:-1], "a last line without its end"),
        (lambda text: text[:-20], "line 3: the day: not valid JSON"),
        (lambda text: text.replace("\n", "\r\n"), "foreign line ends"),
        (lambda text: text.replace("\n", "\n\n", 1), "blank lines"),
    ],
)
def test_any_change_is_found_and_named(path: Path, change: Callable[[str], str], said: str) -> None:
    path.write_bytes(change(path.read_text()).encode())
    with pytest.raises(InputError) as caught:
        Calendar(path)
    assert "calendar.jsonl" in str(caught.value)
    assert said in str(caught.value)


def test_who_else_writes_is_noticed(path: Path) -> None:
    one, other = Calendar(path), Calendar(path)
    one.add(FIRST + ONE_DAY * 3, PUZZLES[3])
    before = path.read_bytes()
    with pytest.raises(InputError, match="it was changed while days were being added"):
        other.add(FIRST + ONE_DAY * 3, PUZZLES[3])
    assert path.read_bytes() == before


def test_a_calendar_that_is_not_there_is_only_made_when_asked_for(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        Calendar(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="cannot be written"):
        Calendar(tmp_path / "no directory" / "calendar.jsonl", new=True).add(FIRST, PUZZLES[0])


@pytest.mark.parametrize(
    "text", ["2026-02-29", "2026-1-1", "20261201", "2026-12-01T00:00", "today", "", "\u0662026-12-01", None, 5]
)
def test_only_civil_dates_are_dates(text: object) -> None:
    with pytest.raises(InputError, match="date: expected a day of the calendar such as 2026-12-01"):
        civil_date(text)


def test_leap_days_exist() -> None:
    assert civil_date("2028-02-29") == datetime.date(2028, 2, 29)
