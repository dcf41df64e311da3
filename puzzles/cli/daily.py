"""``opendeal daily``: the puzzle of a date, and the calendar of published days."""

from __future__ import annotations

import datetime
import json

from puzzles.calendar import SHIPPED, Calendar, Day, civil_date, date_asked_for
from puzzles.cli.puzzle import check_jobs, puzzle_json, puzzle_lines, report_faults
from puzzles.daily import build as build_days
from puzzles.daily import puzzle_of
from solver.cli.exit_status import DONE, INTERRUPTED, UNDECIDED
from solver.cli.terminal import StatusLine, emit, message
from solver.text import count


def show(date_text: str | None, calendar_path: str | None, with_solution: bool, as_json: bool) -> int:
    """Show the puzzle of a date, and return the exit status 0."""
    date = date_asked_for(date_text or "today")
    day = Calendar(calendar_path or SHIPPED).on(date)
    if day is None:
        message(f"{date} is not in the calendar: this is what the generator makes of it, not a published puzzle")
    puzzle = puzzle_of(date) if day is None else day.puzzle()
    if as_json:
        number, digest = (None, None) if day is None else (day.number, day.hash)
        said = {"number": number, "date": date.isoformat(), "identifier": puzzle.identifier, "hash": digest}
        emit([json.dumps({**said, "puzzle": puzzle_json(puzzle, with_solution)})])
    else:
        emit([_headline(date, day), *puzzle_lines(puzzle, with_solution)])
    return DONE


def build(first: str, last: str, calendar_path: str, jobs: int) -> int:
    """Add days to a calendar, and return the exit status."""
    check_jobs(jobs)
    begin, end = civil_date(first), civil_date(last)
    calendar = Calendar(calendar_path, new=True)
    published = len(calendar.days)
    status = StatusLine()
    new = 0
    interrupted = False
    try:
        for day in build_days(calendar, begin, end, jobs):
            new += 1
            status.update(f"{day.date}: {count(new, 'day')} built")
    except KeyboardInterrupt:
        interrupted = True
    status.clear()
    said = f"{count(new, 'day')} added to the {published:,} in {calendar_path}"
    message(f"interrupted: {said}; the same command goes on from there" if interrupted else said)
    if interrupted:
        return UNDECIDED if new else INTERRUPTED
    return DONE


def verify(calendar_path: str | None, jobs: int) -> int:
    """Check a calendar and prove its puzzles anew, and return the exit status."""
    check_jobs(jobs)
    days = Calendar(calendar_path or SHIPPED).days
    puzzles = [(f"{day.date}", json.dumps(day.data)) for day in days]
    return report_faults(puzzles, jobs, lambda _: None)


def _headline(date: datetime.date, day: Day | None) -> str:
    number = "not published" if day is None else f"number {day.number:,}"
    return f"daily puzzle of {date:%A}, {date}, {number}"
