"""What comes with opendeal: a bank and a calendar in which everything can be read, and a sample is proven anew."""

from __future__ import annotations

import datetime
from collections import Counter

import pytest

from puzzles import bank, calendar
from puzzles.calendar import ONE_DAY, Calendar
from puzzles.daily import planned, puzzle_of
from puzzles.kinds import kinds
from puzzles.lines import compact, read_puzzles
from puzzles.puzzle import TIERS, Puzzle
from puzzles.verify import fault

SIX_NIMMT = ("nobody-takes", "only-card", "sacrifice", "take-nothing")
CHEAP = ("endgame", "mini", "only-play", "par", "rescue", *SIX_NIMMT)
BANK = list(read_puzzles(bank.SHIPPED))  # every solution is replayed by the referee here
DAYS = Calendar(calendar.SHIPPED).days


def test_the_bank_has_a_thousand_puzzles_of_all_kinds_and_tiers() -> None:
    assert {puzzle.kind for puzzle in BANK} == set(kinds())
    of_the_game = [puzzle for puzzle in BANK if isinstance(puzzle, Puzzle)]
    assert len(of_the_game) >= 1000
    assert {puzzle.difficulty.tier for puzzle in of_the_game} == set(TIERS)
    numbers = Counter((puzzle.kind, puzzle.difficulty.tier) for puzzle in BANK if not isinstance(puzzle, Puzzle))
    assert numbers == {(name, tier): 25 for name in SIX_NIMMT for tier in TIERS}
    assert bank.SHIPPED.stat().st_size < 600_000


def test_no_puzzle_is_there_twice() -> None:
    assert max(Counter(puzzle.id for puzzle in BANK).values()) == 1


def test_the_bank_is_listed_as_it_is_without_reading_each_line() -> None:
    with bank.open_bank(None) as opened:
        records = list(opened.records())
    assert [(record.id, record.kind, record.tier) for record in records] == [
        (puzzle.id, puzzle.kind, puzzle.difficulty.tier) for puzzle in BANK
    ]
    assert all(record.is_listed_rightly for record in records)
    assert [record.json for record in records] == [compact(puzzle) for puzzle in BANK]


@pytest.mark.parametrize("name", CHEAP)
def test_a_sample_of_the_bank_is_proven_anew(name: str) -> None:
    of_kind = [puzzle for puzzle in BANK if puzzle.kind == name]
    for puzzle in of_kind[:: len(of_kind) // 2]:
        assert fault(puzzle) is None, puzzle.id


def test_the_calendar_is_a_year_as_planned() -> None:
    first = datetime.date(2026, 12, 1)
    assert [day.date for day in DAYS] == [first + ONE_DAY * number for number in range(365)]
    for day in DAYS:
        puzzle = day.puzzle()
        assert (puzzle.kind, puzzle.difficulty.tier) == planned(day.date)
        assert puzzle.identifier == day.identifier
    assert len({day.data["id"] for day in DAYS}) == 365


def test_a_sample_of_the_calendar_is_proven_anew() -> None:
    sample = [puzzle for puzzle in (day.puzzle() for day in DAYS[::37]) if puzzle.kind in CHEAP]
    assert len(sample) > 5
    for puzzle in sample:
        assert fault(puzzle) is None, puzzle.id


def test_a_shipped_day_is_made_again_byte_for_byte() -> None:
    """The first days whose kinds are cheap to make, by today's generator and engines."""
    cheap = [day for day in DAYS if day.puzzle().kind in ("mini", "rescue", "take-nothing")][:3]
    assert [compact(puzzle_of(day.date)) for day in cheap] == [compact(day.puzzle()) for day in cheap]
