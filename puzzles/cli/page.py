"""``opendeal page build``: the site, from a calendar of daily puzzles and a bank for practice."""

from __future__ import annotations

import datetime
import gzip
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from puzzles.page.build import Site, first_page_bytes, known_kinds, site_files, write
from puzzles.page.entries import LeftOut, entry
from puzzles.page.theme import Theme
from solver.cli.terminal import StatusLine, emit, message
from solver.errors import InputError
from solver.strict_json import as_object, loads, one_line, shown
from solver.text import count

MAX_NAME = 200
SHIPPED_CALENDARS = ("calendar.jsonl", "calendar.jsonl.gz")
SHIPPED_BANKS = ("bank.jsonl", "bank.jsonl.gz")


def build(out: str, calendar: str | None, bank: str | None, site: Site) -> int:
    """Write the site into the directory ``out``, and return the exit status."""
    progress = StatusLine()
    days = _days(calendar, site.start, progress)
    puzzles = [puzzle for _, puzzle in _entries(_lines(bank, SHIPPED_BANKS), progress)]
    progress.clear()
    if not days and not puzzles:
        raise InputError("there is no puzzle to publish: give --calendar, --bank or both")
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


def _kilobytes(size: int) -> str:
    return f"{size / 1000:.0f} kB"


def _days(path: str | None, start: str | None, progress: StatusLine) -> list[dict[str, Any]]:
    """The days of the calendar from ``start`` on, numbered from there."""
    first = _date(start, "--start") if start is not None else None
    days: list[dict[str, Any]] = []
    for place, value in _lines(path, SHIPPED_CALENDARS):
        found = as_object(value, place, ("number", "date", "puzzle"), ("identifier", "hash", "chain"))
        date = _date(found["date"], f"{place}: date")
        if days and date.isoformat() <= days[-1]["date"]:
            raise InputError(f"{place}: date: {date} does not come after {days[-1]['date']}")
        if first is not None and date < first:
            continue
        for _, puzzle in _entries(iter([(place, found["puzzle"])]), progress):
            number = found["number"] if first is None else (date - first).days + 1
            days.append({"number": number, "date": date.isoformat(), **puzzle})
    return days


def _entries(values: Iterator[tuple[str, Any]], progress: StatusLine) -> Iterator[tuple[str, dict[str, Any]]]:
    """The puzzles as the page knows them; what it cannot show is left out with a warning that names it."""
    kinds = known_kinds()
    for place, value in values:
        progress.update(f"replaying the solutions: {place}")
        try:
            yield place, entry(value, kinds)
        except LeftOut as why:
            message(f"warning: {place}: left out: {why}")
        except InputError as error:
            raise InputError(f"{place}: {error}") from None


def _lines(path: str | None, shipped: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """The JSON values of a file, each with its place; without a path, of the file that comes with opendeal."""
    if path is not None:
        yield from _read(Path(path))
        return
    for name in shipped:
        data = files("puzzles").joinpath("data", name)
        if data.is_file():
            with as_file(data) as real:
                yield from _read(real)
            return


def _read(path: Path) -> Iterator[tuple[str, Any]]:
    name = one_line(str(path), MAX_NAME)
    try:
        content = path.read_bytes()
        text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    except UnicodeDecodeError:
        raise InputError(f"{name}: not valid UTF-8") from None
    except (OSError, EOFError) as error:
        raise InputError(f"{name}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"{name}, line {number}", loads(line, f"{name}, line {number}", number)


def _date(text: object, what: str) -> datetime.date:
    try:
        date = datetime.date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        date = None
    if date is None or date.isoformat() != text:
        raise InputError(f"{what}: expected a date such as 2026-12-01, not {shown(text)}")
    return date


def site(name: str, accent: str, accent_dark: str, start: str | None) -> Site:
    """The settings of a publisher; raises ``InputError`` that names the option."""
    return Site(name, Theme(accent, accent_dark), start)
