"""The daily puzzle: which puzzle a date has.

A date decides kind and tier by ``PLAN``: easy on Monday to expert on Sunday, and of each weekday's kinds one after the
other, week by week. Wednesday is the day of 6 nimmt!, as are some Mondays and Sundays. The seed text
``daily/<version>/<date>`` decides the rest: the first candidate that the generator accepts is the day's puzzle. So a
day needs nothing but its date, and a year can be built by several processes.

A change of the generator would change days that were played long ago. That is why published days are in a calendar
(``puzzles.calendar``), from which they are read, and why ``VERSION`` changes with the plan.

Dates are civil dates: there is no clock in here, and no time zone.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from puzzles.calendar import ONE_DAY, Calendar, Day
from puzzles.generate import CANDIDATES, Search
from puzzles.kind import AnyPuzzle
from puzzles.kinds import kind_named
from puzzles.parallel import in_order
from puzzles.puzzle import Tier
from solver.errors import InputError

VERSION = 2
"""Part of every seed text."""
PLAN: tuple[tuple[Tier, tuple[str, ...]], ...] = (
    ("easy", ("mini", "take-nothing", "mini", "nobody-takes")),
    ("medium", ("endgame", "rescue", "mini", "par", "only-play")),
    ("medium", ("nobody-takes", "only-card", "sacrifice", "take-nothing")),
    ("hard", ("only-play", "par")),
    ("hard", ("rescue", "endgame", "mini")),
    ("hard", ("small-hand", "full-deal")),
    ("expert", ("mini", "endgame", "nobody-takes", "par", "take-nothing", "small-hand")),
)
"""Tier and kinds of Monday to Sunday."""
MOST_DAYS = 36_600
"""Most days in one build: a hundred years."""


def planned(date: datetime.date) -> tuple[str, Tier]:
    """Kind and tier of the puzzle of a date."""
    tier, names = PLAN[date.weekday()]
    return names[(date.toordinal() - 1) // 7 % len(names)], tier


def puzzle_of(date: datetime.date, known: dict[str, str] | None = None) -> AnyPuzzle:
    """The puzzle that a date has by today's generator; the same on every machine.

    ``known``: puzzles of earlier days, which are passed over, as ``generate.Search`` wants them. Raises ``InputError``
    if no candidate is accepted.
    """
    name, tier = planned(date)
    search = Search(kind_named(name), tier, f"daily/{VERSION}/{date.isoformat()}", dict(known or {}))
    found = next(search.puzzles(CANDIDATES), None)
    if found is None:
        reasons = ", ".join(f"{number} {reason}" for reason, number in search.rejected.most_common())
        raise InputError(f"{date}: none of {CANDIDATES} candidates is a puzzle ({name}, {tier}): {reasons}")
    return found


def build(calendar: Calendar, first: datetime.date, last: datetime.date, jobs: int = 1) -> Iterator[Day]:
    """Add the days from ``first`` to ``last`` that the calendar does not have yet; gives each once it is in the file.

    Days that are there are left as they are. Raises ``InputError`` when the days do not go on where the calendar ends.
    """
    days = calendar.days
    if last < first:
        raise InputError(f"the last day, {last}, is before the first, {first}")
    if days and first < days[0].date:
        raise InputError(f"the calendar begins on {days[0].date}; no day is put before it")
    begin = days[-1].date + ONE_DAY if days else first
    if first > begin:
        raise InputError(f"the calendar ends on {days[-1].date}; begin with {begin}, so that there is no gap")
    count = max(0, (last - begin).days + 1)
    if count > MOST_DAYS:
        raise InputError(f"{count:,} days; at most {MOST_DAYS:,} are built at a time")
    dates = [begin + ONE_DAY * number for number in range(count)]
    known = calendar.known()
    for date, puzzle in zip(dates, in_order(puzzle_of, dates, jobs), strict=True):
        if puzzle.id in known:  # each day is made without knowing of the others
            puzzle = puzzle_of(date, known)
        known[puzzle.id] = puzzle.identifier
        yield calendar.add(date, puzzle)
