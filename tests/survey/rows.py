"""Rows for the tests of a survey: made up, or solved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from solver.survey.row import Row
from solver.survey.store import open_to_read, open_to_write
from solver.version import VERSION

WON = Row(
    deal="tg1:n7/1p#0",
    rules="standard",
    players=1,
    hand_size=7,
    seed=0,
    verdict="winnable",
    cards_left=0,
    bound=0,
    nodes=100,
    seconds=0.5,
    engine="dfs",
    stopped_by=None,
    version=VERSION,
    max_nodes=1000,
    time_limit=60.0,
    memory_mib=2048,
)


def won(seed: int = 0) -> Row:
    return replace(WON, deal=f"tg1:n7/1p#{seed}", seed=seed)


def lost(seed: int = 0, left: int = 4, bound: int = 4) -> Row:
    return replace(won(seed), verdict="unwinnable", cards_left=left, bound=bound)


def undecided(seed: int = 0, left: int = 9) -> Row:
    return replace(won(seed), verdict="unknown", cards_left=left, stopped_by="nodes", nodes=1000)


def write(path: Path, rows: Iterable[Row]) -> Path:
    with open_to_write(path) as store:
        store.record(rows)
    return path


def read(path: Path) -> list[Row]:
    """All rows of a file, by deal."""
    with open_to_read(path) as store:
        return sorted((row for group in store.groups() for row in store.rows(group)), key=lambda row: row.deal)


def without_times(rows: Iterable[Row]) -> list[Row]:
    return [replace(row, seconds=0.0) for row in rows]
