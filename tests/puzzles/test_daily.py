"""The daily puzzle: a date decides it, a build adds to the calendar and nothing else, and goes on where it ended."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from puzzles import daily
from puzzles.calendar import ONE_DAY, Calendar
from puzzles.daily import PLAN, build, planned, puzzle_of
from puzzles.kinds import kinds
from puzzles.puzzle import TIERS, Puzzle
from puzzles.six_nimmt.kind import SixNimmtKind
from solver import InputError
from tests.puzzles.examples import example

MONDAY = datetime.date(2026, 11, 30)


def test_the_week_goes_from_easy_to_expert() -> None:
    tiers = [planned(MONDAY + ONE_DAY * number)[1] for number in range(7)]
    assert tiers[0] == "easy"
    assert tiers[-1] == "expert"
    assert tiers == sorted(tiers, key=TIERS.index)


def test_the_plan_shows_all_kinds() -> None:
    assert {name for _, of_day in PLAN for name in of_day} == set(kinds())


def test_one_or_two_days_a_week_are_of_6_nimmt() -> None:
    weeks = [[planned(MONDAY + ONE_DAY * (7 * week + day))[0] for day in range(7)] for week in range(60)]
    assert {sum(isinstance(kinds()[name], SixNimmtKind) for name in week) for week in weeks} == {1, 2}


def test_each_weekday_goes_through_its_kinds_week_by_week() -> None:
    for weekday, (_, names) in enumerate(PLAN):
        dates = [MONDAY + ONE_DAY * (weekday + 7 * week) for week in range(len(names))]
        assert {planned(date)[0] for date in dates} == set(names)


def test_the_plan_is_fixed_for_all_time() -> None:
    assert planned(datetime.date.min)[1] == "easy"
    assert planned(datetime.date(2026, 12, 1)) == ("mini", "medium")
    assert planned(datetime.date(2026, 12, 2)) == ("take-nothing", "medium")
    assert planned(datetime.date(2026, 12, 6)) == ("small-hand", "expert")


def test_a_date_has_the_puzzle_that_was_planned_for_it_each_time() -> None:
    tuesday = MONDAY + ONE_DAY
    puzzle = puzzle_of(tuesday)
    assert (puzzle.kind, puzzle.difficulty.tier) == planned(tuesday)
    assert puzzle == puzzle_of(tuesday)
    assert "#daily/2/2026-12-01/mini/medium/" in puzzle.deal.seed


def test_known_puzzles_are_passed_over() -> None:
    puzzle = puzzle_of(MONDAY)
    assert puzzle_of(MONDAY, {puzzle.id: puzzle.identifier}).id != puzzle.id


def test_a_date_without_a_puzzle_is_an_error_that_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "CANDIDATES", 1)
    monkeypatch.setattr(daily, "PLAN", (("easy", ("sacrifice",)),) * 7)
    with pytest.raises(InputError, match=r"2026-11-30: none of 1 candidates is a puzzle \(sacrifice, easy\): 1 "):
        puzzle_of(MONDAY)


# -- building ------------------------------------------------------------------------------------------------------


def by_number(date: datetime.date, known: dict[str, str] | None = None) -> Puzzle:
    """Instead of the generator: a puzzle made by hand for every date, every third one like the one before."""
    number = date.toordinal()
    puzzle = example(number - (number % 3 == 0))
    return example(-number) if known and puzzle.id in known else puzzle


@pytest.fixture
def made_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "puzzle_of", by_number)


def built(path: Path, first: datetime.date, last: datetime.date) -> int:
    return len(list(build(Calendar(path, new=True), first, last)))


@pytest.mark.usefixtures("made_by_hand")
def test_building_again_gives_the_same_bytes_and_in_parts_as_well(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    assert built(whole, MONDAY, MONDAY + ONE_DAY * 19) == 20
    for last in (0, 4, 19):
        built(parts, MONDAY, MONDAY + ONE_DAY * last)
    assert whole.read_bytes() == parts.read_bytes()
    assert built(whole, MONDAY, MONDAY + ONE_DAY * 19) == 0
    assert whole.read_bytes() == parts.read_bytes()


@pytest.mark.usefixtures("made_by_hand")
def test_no_puzzle_comes_twice(tmp_path: Path) -> None:
    built(tmp_path / "days.jsonl", MONDAY, MONDAY + ONE_DAY * 19)
    days = Calendar(tmp_path / "days.jsonl").days
    assert len({day.data["id"] for day in days}) == 20


def test_a_changed_generator_changes_no_published_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "days.jsonl"
    monkeypatch.setattr(daily, "puzzle_of", by_number)
    built(path, MONDAY, MONDAY + ONE_DAY * 2)
    before = path.read_bytes()
    monkeypatch.setattr(daily, "puzzle_of", lambda date, known=None: example(date.toordinal() + 10**6))
    assert built(path, MONDAY, MONDAY + ONE_DAY * 4) == 2
    assert path.read_bytes().startswith(before)
    assert path.read_bytes().count(b"\n") == 5


@pytest.mark.usefixtures("made_by_hand")
def test_what_does_not_go_on_where_the_calendar_ends_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "days.jsonl"
    built(path, MONDAY, MONDAY + ONE_DAY)
    before = path.read_bytes()
    for first, last, said in (
        (MONDAY - ONE_DAY, MONDAY, "the calendar begins on 2026-11-30; no day is put before it"),
        (MONDAY + ONE_DAY * 3, MONDAY + ONE_DAY * 4, "the calendar ends on 2026-12-01; begin with 2026-12-02"),
        (MONDAY, MONDAY - ONE_DAY, "the last day, 2026-11-29, is before the first, 2026-11-30"),
        (MONDAY, datetime.date(9000, 1, 1), "at most 36,600 are built at a time"),
    ):
        with pytest.raises(InputError, match=said):
            built(path, first, last)
    assert path.read_bytes() == before


def test_several_processes_build_the_same_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    list(build(Calendar(one, new=True), MONDAY, MONDAY + ONE_DAY, jobs=1))
    list(build(Calendar(two, new=True), MONDAY, MONDAY + ONE_DAY, jobs=2))
    assert one.read_bytes() == two.read_bytes()
    assert [day.puzzle().kind for day in Calendar(one).days] == [planned(MONDAY + ONE_DAY * n)[0] for n in range(2)]
