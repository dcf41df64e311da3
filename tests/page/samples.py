"""A few small puzzles of every kind, made with the solver, for the tests of the page."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

from puzzles.calendar import Calendar
from puzzles.puzzle import Difficulty, Goal, Puzzle, Tier
from solver import Budget, Deal, Rules, parse_line, read_deal, solve
from solver.result import Objective
from solver.the_game.deal import deal_of
from solver.the_game.identifiers import deal_from_seed

FIRST_DAY = datetime.date(2026, 12, 1)
TODAY = FIRST_DAY + datetime.timedelta(days=6)
"""The day that the tests' browser believes in: a week of puzzles is published, and one more is not."""

SHORT = Deal(Rules(high=12, ascending=1, descending=1, hand_size=3), ((3, 5, 9),), (12, 7, 4))
"""A few plays long, so that the tests can play it by hand."""


def proven(kind: str, deal: Deal, tier: Tier = "easy", objective: Objective = "cards", **goal: Any) -> Puzzle:
    """The puzzle of a deal, its goal as the solver proves it."""
    result = solve(deal, objective=objective, budget=Budget(max_nodes=1_000_000))
    assert result.optimal
    found = Goal(objective=objective, value=result.value, cards_left=result.cards_left, **goal)
    return Puzzle(kind, deal, found, parse_line(result.line), Difficulty(1, tier, 1.0, {}))


def small(seed: int, rules: Rules, players: int = 1) -> Deal:
    """A fresh deal of a small deck."""
    return deal_from_seed(rules, players, f"page-{seed}")


def puzzles() -> list[Puzzle]:
    """One puzzle for each day of ``calendar``; the first days come first."""
    tiny = Rules(high=21, ascending=1, descending=1, hand_size=4)
    return [
        proven("mini", SHORT),
        proven("endgame", _endgame(), "medium"),
        proven("par", small(3, tiny), "medium", "turns"),
        proven("rescue", _lost(), "hard"),
        proven("only-play", _single(), "hard", answer="play"),
        proven("small-hand", read_deal("tg1:n7/1p#3"), "expert"),
        proven("full-deal", read_deal("tg1:standard/1p#1"), "medium"),
        proven("mini", small(5, Rules(high=16, ascending=1, descending=1, hand_size=3), 2), "easy"),
    ]


def _endgame() -> Deal:
    return Deal(Rules(), ((31, 33, 43, 48, 60, 62, 71, 90),), (), (41, 47, 50, 72), 0)


def _lost() -> Deal:
    """The first small deal that cannot be won."""
    rules = Rules(high=26, ascending=1, descending=1, hand_size=2)
    return next(deal for deal in (small(seed, rules) for seed in range(50)) if solve(deal).status == "unwinnable")


def _single() -> Deal:
    """The first small deal in which a single play keeps the win."""
    rules = Rules(high=24, ascending=1, descending=1, hand_size=3)
    for deal in (small(seed, rules) for seed in range(500)):
        position = deal.starts()[0]
        if sum(solve(deal_of(position.play(*play))).status == "winnable" for play in position.plays()) == 1:
            return deal
    raise AssertionError("no such deal")


def write_calendar(path: Path, days: list[Puzzle]) -> None:
    """A calendar with these puzzles on consecutive days."""
    path.unlink(missing_ok=True)
    calendar = Calendar(path, new=True)
    for index, puzzle in enumerate(days):
        calendar.add(FIRST_DAY + datetime.timedelta(days=index), puzzle)


def write_samples(directory: Path) -> tuple[Path, Path]:
    """The files of a calendar and of a bank."""
    days = puzzles()
    calendar_file, bank_file = directory / "calendar.jsonl", directory / "bank.jsonl"
    write_calendar(calendar_file, days)
    bank_file.write_text("".join(json.dumps(puzzle.to_json()) + "\n" for puzzle in days[1:]), encoding="utf-8")
    return calendar_file, bank_file
