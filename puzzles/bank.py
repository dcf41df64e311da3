"""A bank of puzzles: one SQLite file, in which every puzzle is there once whatever its cards and players are called.

A bank file carries a mark of its own, so that any other SQLite file, or one of a later version, is refused before
anything is read or written. JSON Lines, one puzzle a line, are the form in which puzzles travel. What is added comes in
whole or not at all.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from puzzles.kind import AnyPuzzle
from puzzles.lines import MAX_NAME, compact, place, puzzle_from_text, read_puzzles, text_lines
from puzzles.puzzle import Tier
from puzzles.query import Condition
from solver.errors import InputError
from solver.strict_json import one_line, shown

MARK = 0x4F444231
"""SQLite's ``application_id`` of a bank: ``ODB1``."""
SCHEMA_VERSION = 1
SQLITE = b"SQLite format 3\0"
"""How every SQLite file begins."""
SHIPPED = Path(__file__).parent / "data" / "bank.jsonl.gz"
"""The bank that comes with opendeal."""

_SCHEMA = f"""
PRAGMA application_id = {MARK};
PRAGMA user_version = {SCHEMA_VERSION};
CREATE TABLE puzzle (
    number INTEGER PRIMARY KEY,  -- in the order in which they came
    id TEXT NOT NULL UNIQUE,     -- of the canonical form
    kind TEXT NOT NULL,
    tier TEXT NOT NULL,
    score REAL NOT NULL,
    features TEXT NOT NULL,      -- JSON
    json TEXT NOT NULL,          -- the whole puzzle, compact
    verified TEXT                -- the version of opendeal that last proved everything in it
) STRICT;
CREATE INDEX by_kind_and_tier ON puzzle (kind, tier);
"""


_COLUMNS = "id, kind, tier, score, features, json"


class Record(NamedTuple):
    """A puzzle as it stands in a bank, not yet read: for lists, which show many."""

    id: str
    kind: str
    tier: Tier
    score: float
    features: dict[str, int | float | None]
    json: str

    @classmethod
    def of_row(cls, row: tuple[Any, ...]) -> Record:
        """The record in a row of ``_COLUMNS``."""
        id_, kind, tier, score, features, text = row
        return cls(id_, kind, tier, score, json.loads(features), text)

    @property
    def is_listed_rightly(self) -> bool:
        """Is what the bank lists the puzzle under what the puzzle says?"""
        listed = (self.id, self.kind, self.tier, self.score, json.dumps(self.features), self.json)
        try:
            return listed == _row(json.loads(self.json), self.json)
        except (ValueError, KeyError, TypeError):
            return False

    def puzzle(self) -> AnyPuzzle:
        """The puzzle itself; raises ``InputError`` that names it when the bank holds something else."""
        try:
            return puzzle_from_text(self.json)
        except InputError as error:
            raise InputError(f"puzzle {self.id}: {error}") from None


@dataclass(frozen=True, slots=True)
class Query:
    """Which puzzles: of a kind, of a tier, with features that fulfil all conditions; ``None`` and empty ask nothing."""

    kind: str | None = None
    tier: Tier | None = None
    conditions: Sequence[Condition] = ()

    def where(self) -> tuple[str, list[object]]:
        """The condition in SQL and its values. Nothing that a user wrote becomes SQL."""
        parts: list[str] = ["1"]
        values: list[object] = []
        for column, wanted in (("kind", self.kind), ("tier", self.tier)):
            if wanted is not None:
                parts.append(f"{column} = ?")
                values.append(wanted)
        for condition in self.conditions:
            if condition.name == "score":
                parts.append(f"score {condition.operator} ?")
            else:
                parts.append(f"json_extract(features, ?) {condition.operator} ?")
                values.append(f"$.{condition.name}")
            values.append(condition.number)
        return " AND ".join(parts), values


class Bank:
    """An open bank. Use it as a context manager, or ``close`` it."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self._connection = connection
        self._name = name

    def __enter__(self) -> Bank:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __len__(self) -> int:
        with self._errors():
            return int(self._connection.execute("SELECT count(*) FROM puzzle").fetchone()[0])

    def records(self, query: Query | None = None) -> Iterator[Record]:
        """The puzzles that the query asks for, in the order in which they came."""
        where, values = (query or Query()).where()
        sql = f"SELECT {_COLUMNS} FROM puzzle WHERE {where} ORDER BY number"
        with self._errors(), closing(self._connection.execute(sql, values)) as rows:
            yield from map(Record.of_row, rows)

    def require_features(self, query: Query) -> None:
        """Raises ``InputError`` for a condition on a feature that no puzzle here has: surely a slip."""
        with self._errors():
            rows = self._connection.execute("SELECT DISTINCT key FROM puzzle, json_each(features)").fetchall()
        known = {name for (name,) in rows}
        for condition in query.conditions if known else ():
            if condition.name not in {"score", *known}:
                raise InputError(
                    f"condition: no puzzle of {self._name} has the feature {shown(condition.name)}; "
                    f"there are score, {', '.join(sorted(known))}"
                )

    def find(self, beginning: str) -> Record:
        """The one puzzle whose identifier begins like this; raises ``InputError`` if there is none, or several."""
        if not beginning or not set(beginning) <= set("0123456789abcdef"):
            raise InputError(
                f"{shown(beginning)} is no identifier of a puzzle: 12 digits of 0-9 a-f, or their beginning"
            )
        sql = f"SELECT {_COLUMNS} FROM puzzle WHERE substr(id, 1, ?) = ? LIMIT 2"
        with self._errors():
            rows = self._connection.execute(sql, (len(beginning), beginning)).fetchall()
        if not rows:
            said = f"no puzzle begins with {beginning}; a puzzle of the calendar is found by its date"
            raise InputError(f"{self._name}: {said}")
        if len(rows) > 1:
            raise InputError(f"{self._name}: several puzzles begin with {beginning}")
        return Record.of_row(rows[0])

    def known(self) -> dict[str, str]:
        """The puzzles' identifiers with those of their deals, as the generator wants to know them."""
        with self._errors():
            return dict(self._connection.execute("SELECT id, json_extract(json, '$.deal') FROM puzzle"))

    def add(self, puzzles: Iterable[AnyPuzzle]) -> int:
        """Add the puzzles that are not there yet, all or, if anything goes wrong, none; returns how many these were."""
        return self._insert(_row(puzzle.to_json(), compact(puzzle)) for puzzle in puzzles)

    def unverified(self, version: str) -> list[Record]:
        """The puzzles that this version has not proven yet."""
        sql = f"SELECT {_COLUMNS} FROM puzzle WHERE verified IS NOT ? ORDER BY number"
        with self._errors():
            return list(map(Record.of_row, self._connection.execute(sql, (version,))))

    def set_verified(self, id_: str, version: str) -> None:
        """Remember that this version has proven everything in the puzzle."""
        with self._errors(), self._connection:
            self._connection.execute("UPDATE puzzle SET verified = ? WHERE id = ?", (version, id_))

    def _insert(self, rows: Iterable[tuple[object, ...]]) -> int:
        sql = "INSERT OR IGNORE INTO puzzle (id, kind, tier, score, features, json) VALUES (?, ?, ?, ?, ?, ?)"
        with self._errors(), self._connection:
            before = self._connection.total_changes
            self._connection.executemany(sql, rows)
            return self._connection.total_changes - before

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise InputError(f"{self._name}: {error}") from None
        except json.JSONDecodeError:
            raise InputError(f"{self._name}: holds what is no JSON") from None


# -- opening -------------------------------------------------------------------------------------------------------


def open_bank(path: str | os.PathLike[str] | None, *, writable: bool = False, create: bool = False) -> Bank:
    """The bank in a file, SQLite or JSON Lines; without a path the one that comes with opendeal.

    Of JSON Lines, and of what comes with opendeal, a copy in memory is opened: it can only be read. ``create``: make
    the file if it is not there. Raises ``InputError`` for a file that is no bank, before anything in it is changed.
    """
    if path is None:
        if writable:
            raise InputError("the bank that comes with opendeal is not changed; name a file with --bank")
        return _shipped()
    name = place(path)
    if create and not os.path.lexists(path):
        return _created(path, name)
    if not is_bank_file(path):
        if writable:
            raise InputError(f"{name}: not a bank that can be changed; import it into one: opendeal puzzle import")
        bank = _in_memory(name)
        bank.add(read_puzzles(path))
        return bank
    mode = "rw" if writable else "ro"
    bank = Bank(_connected(f"{Path(path).absolute().as_uri()}?mode={mode}", name), name)
    try:
        _check(bank, name)
    except InputError:
        bank.close()
        raise
    return bank


def is_bank_file(path: str | os.PathLike[str]) -> bool:
    """Is this an SQLite file, so that it can remember? Raises ``InputError`` if it cannot be read."""
    return _begins(path, place(path)) == SQLITE


def _check(bank: Bank, name: str) -> None:
    """Is this SQLite file a bank of ours, whole, and of this version?"""
    with bank._errors():
        connection = bank._connection
        mark, version = (connection.execute(f"PRAGMA {it}").fetchone()[0] for it in ("application_id", "user_version"))
        if mark != MARK:
            raise InputError(f"{name}: an SQLite file, but no bank of opendeal")
        if version != SCHEMA_VERSION:
            raise InputError(f"{name}: a bank of version {version}; this opendeal reads version {SCHEMA_VERSION}")
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise InputError(f"{name}: the bank is damaged: {one_line(str(found), MAX_NAME)}")


def _begins(path: str | os.PathLike[str], name: str) -> bytes:
    try:
        with open(path, "rb") as stream:
            return stream.read(len(SQLITE))
    except FileNotFoundError:
        raise InputError(f"{name}: no such bank; opendeal puzzle import makes one") from None
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror}") from None


def _created(path: str | os.PathLike[str], name: str) -> Bank:
    bank = Bank(_connected(Path(path).absolute().as_uri(), name), name)
    with bank._errors():
        bank._connection.executescript(_SCHEMA)
    return bank


def _in_memory(name: str) -> Bank:
    bank = Bank(_connected(":memory:", name), name)
    bank._connection.executescript(_SCHEMA)
    return bank


def _connected(uri: str, name: str) -> sqlite3.Connection:
    try:
        return sqlite3.connect(uri, uri=True)
    except sqlite3.Error as error:
        raise InputError(f"{name}: cannot be opened: {error}") from None


def _shipped() -> Bank:
    """The bank that comes with opendeal; the tests have read every line, so its lines are taken as they are."""
    bank = _in_memory("the bank of opendeal")
    bank._insert(_row(json.loads(text), text) for _, text in text_lines(SHIPPED))
    return bank


def _row(data: dict[str, Any], text: str) -> tuple[object, ...]:
    difficulty = data["difficulty"]
    features = json.dumps(difficulty["features"])
    return data["id"], data["kind"], difficulty["tier"], difficulty["score"], features, text
