"""``opendeal page build``: the site, from a calendar of daily puzzles and a bank for practice."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from puzzles import bank as banks
from puzzles.calendar import SHIPPED, Calendar, civil_date
from puzzles.lines import place, text_lines
from puzzles.page.build import Site, first_page_bytes, site_files, write
from puzzles.page.entries import LeftOut, entry
from puzzles.page.theme import Theme
from solver.cli.terminal import StatusLine, emit, message
from solver.errors import InputError
from solver.strict_json import loads
from solver.text import count


def build(out: str, calendar: str | None, bank: str | None, site: Site, start: datetime.date | None = None) -> int:
    """Write the site into the directory ``out``, and return the exit status.

    Days before ``start`` are left out, and it is number 1.
    """
    progress = StatusLine()
    days = [
        {"number": number, "date": date.isoformat(), **puzzle}
        for (number, date), puzzle in _shown(_days(calendar, start), progress)
    ]
    puzzles = [puzzle for _, puzzle in _shown(_bank(bank), progress)]
    progress.clear()
    if not days and not puzzles:
        raise InputError("there is no puzzle to publish in this calendar and bank, from this start on")
    written = site_files(site, days, puzzles)
    write(written, Path(out))
    first_and_last = f", {days[0]['date']} to {days[-1]['date']}" if days else ""
    emit(
        [
            f"{out}: {count(len(days), 'day')}{first_and_last}; {count(len(puzzles), 'puzzle')} for practice",
            f"first page {_kilobytes(first_page_bytes(written))}, calendar {_kilobytes(len(written['calendar.js']))}",
        ]
    )
    return 0


def site(name: str, accent: str, accent_dark: str) -> Site:
    """The settings of a publisher; raises ``InputError`` that names the option."""
    return Site(name, Theme(accent, accent_dark))


def start_date(text: str | None) -> datetime.date | None:
    """The date in the option ``--start``; raises ``InputError`` that names it."""
    return None if text is None else civil_date(text, "--start")


_Numbered = tuple[int, datetime.date]


def _days(path: str | None, start: datetime.date | None) -> Iterator[tuple[str, _Numbered, Any]]:
    """The days of the calendar from ``start`` on: place for messages, number and date, puzzle as JSON data."""
    name = place(path or SHIPPED)
    for day in Calendar(path or SHIPPED).days:
        if start is None:
            yield f"{name}, {day.date}", (day.number, day.date), day.data
        elif day.date >= start:
            yield f"{name}, {day.date}", ((day.date - start).days + 1, day.date), day.data


def _bank(path: str | None) -> Iterator[tuple[str, None, Any]]:
    """The puzzles for practice in the same way; a puzzle that this version does not know is no error here."""
    if path is not None and banks.is_bank_file(path):
        with banks.open_bank(path) as bank:
            for record in bank.records():
                yield f"{place(path)}, puzzle {record.id}", None, loads(record.json, place(path))
        return
    name = place(path or banks.SHIPPED)
    for number, text in text_lines(path or banks.SHIPPED):
        yield f"{name}, line {number}", None, loads(text, f"{name}, line {number}", number)


def _shown(values: Iterable[tuple[str, Any, Any]], progress: StatusLine) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The puzzles as the page knows them; what it cannot show is left out, with one warning for each reason."""
    left_out: dict[str, list[str]] = {}
    for where, about, data in values:
        progress.update(f"replaying the solutions: {where}")
        try:
            yield about, entry(data)
        except LeftOut as why:
            left_out.setdefault(str(why), []).append(where)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
    for reason, places in left_out.items():
        message(f"warning: {count(len(places), 'puzzle')} left out, the first at {places[0]}: {reason}")


def _kilobytes(size: int) -> str:
    return f"{size / 1000:.0f} kB"
