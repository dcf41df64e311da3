"""The calendar of daily puzzles: a file to which days are added and in which nothing is ever changed.

JSON Lines, one day a line, the days without a gap:

``{"number": 1, "date": "2026-12-01", "identifier": "tg1:...", "hash": "...", "chain": "...", "puzzle": {...}}``

``hash`` is the SHA-256 of the puzzle's compact JSON, in hexadecimal; ``chain`` that of the chain of the day before
(nothing on the first day), the number, the date and the hash, with a space between each. So a day that was changed,
taken out or put elsewhere does not fit any more, and reading the file finds it.
"""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from puzzles.kind import AnyPuzzle
from puzzles.lines import place, puzzle_from_value, text_lines
from solver.errors import InputError
from solver.strict_json import as_object, loads, shown

SHIPPED = Path(__file__).parent / "data" / "calendar.jsonl"
"""The calendar that comes with opendeal."""
ONE_DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Day:
    """A published day. ``data`` is the puzzle's JSON as it was published; ``puzzle`` reads it."""

    number: int
    date: datetime.date
    identifier: str
    hash: str
    chain: str
    data: dict[str, Any]

    def puzzle(self) -> AnyPuzzle:
        """The puzzle; raises ``InputError`` that names the day if this version cannot read it."""
        try:
            return puzzle_from_value(self.data)
        except InputError as error:
            raise InputError(f"the puzzle of {self.date}: {error}") from None

    def text(self) -> str:
        """The day's line in the calendar, without the end of the line."""
        data: dict[str, Any] = {
            "number": self.number,
            "date": self.date.isoformat(),
            "identifier": self.identifier,
            "hash": self.hash,
            "chain": self.chain,
            "puzzle": self.data,
        }
        return _compact(data)


class Calendar:
    """A calendar that has been read and checked; ``add`` is all that can be done to its file.

    Raises ``InputError`` that names the line of the first day that does not fit.
    """

    def __init__(self, path: str | os.PathLike[str], *, new: bool = False) -> None:
        """``new``: a file that does not exist is a calendar without days; the first day added makes it."""
        self._path = path
        self.days: list[Day] = []
        self._size = 0
        if new and not os.path.lexists(path):
            return
        for number, text in text_lines(path):
            try:
                self._append(_day(text, self.days))
            except InputError as error:
                raise InputError(f"{place(path)}, line {number}: {error}") from None
        if os.path.getsize(path) != self._size:
            raise InputError(f"{place(path)}: blank lines, foreign line ends, or a last line without its end")

    def on(self, date: datetime.date) -> Day | None:
        """The published day of this date, if there is one."""
        number = (date - self.days[0].date).days if self.days else -1
        return self.days[number] if 0 <= number < len(self.days) else None

    def known(self) -> dict[str, str]:
        """The puzzles that are in it, as ``generate.Search`` wants to know them."""
        return {str(day.data.get("id")): day.identifier for day in self.days}

    def add(self, date: datetime.date, puzzle: AnyPuzzle) -> Day:
        """Publish a puzzle on the day after the last one; in a calendar without days the date is free.

        Raises ``InputError`` when the file cannot be written, or when someone else has written to it in the meantime.
        """
        data = puzzle.to_json()
        digest = _digest(_compact(data))
        number, chain = len(self.days) + 1, _chain(self.days, date, digest)
        day = Day(number, date, puzzle.identifier, digest, chain, data)
        try:
            with open(self._path, "ab") as stream:
                if stream.tell() != self._size:
                    raise InputError(f"{place(self._path)}: it was changed while days were being added")
                stream.write(f"{day.text()}\n".encode())
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise InputError(f"{place(self._path)}: cannot be written: {error.strerror}") from None
        self._append(day)
        return day

    def _append(self, day: Day) -> None:
        self.days.append(day)
        self._size += len(day.text().encode()) + 1


def date_asked_for(text: str) -> datetime.date:
    """A civil date, or the ``today`` of the place where the reader is."""
    return datetime.date.today() if text == "today" else civil_date(text)


def civil_date(text: object, name: str = "date") -> datetime.date:
    """The date in a text such as ``2026-12-01``; raises ``InputError`` that names it.

    No other form counts, and no clock is asked.
    """
    try:
        date = datetime.date.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        date = None
    if date is None or date.isoformat() != text:
        raise InputError(f"{name}: expected a day of the calendar such as 2026-12-01, not {shown(text)}")
    return date


def _day(text: str, days: Sequence[Day]) -> Day:
    """The day in a line, which has to follow these."""
    found = as_object(loads(text, "the day"), "day", ("number", "date", "identifier", "hash", "chain", "puzzle"))
    number, date, puzzle = found["number"], civil_date(found["date"]), found["puzzle"]
    if isinstance(number, bool) or number != len(days) + 1:
        raise InputError(f"number: expected {len(days) + 1}, not {shown(number)}; days are only ever added at the end")
    if days and date != days[-1].date + ONE_DAY:
        raise InputError(f"date: expected {days[-1].date + ONE_DAY}, the day after the one before, not {date}")
    if not isinstance(puzzle, dict) or puzzle.get("deal") != found["identifier"]:
        raise InputError("identifier: it is not that of the puzzle's deal")
    digest = _digest(_compact(puzzle))
    if found["hash"] != digest:
        raise InputError("hash: the puzzle is not the one that was published")
    if found["chain"] != _chain(days, date, digest):
        raise InputError("chain: this day, or one before it, is not what was published")
    day = Day(len(days) + 1, date, found["identifier"], digest, found["chain"], puzzle)
    if day.text() != text:
        raise InputError("it says the same as what was published, but in other characters")
    return day


def _chain(days: Sequence[Day], date: datetime.date, digest: str) -> str:
    before = days[-1].chain if days else ""
    return _digest(f"{before} {len(days) + 1} {date.isoformat()} {digest}")


def _compact(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
