"""The file of a survey: one SQLite table, one row a deal.

What keeps the rows whole:

- Each row is committed by itself as soon as its deal is answered. A kill, at whatever moment, costs the deals that are
  being solved then, and nothing else; they are solved in the next run.
- The journal is a write-ahead log (WAL): a commit costs some 20 microseconds, where the rollback journal waits for the
  disk two or three times, and a report can be made while a survey is running. With ``synchronous`` NORMAL a power
  failure may cost the last commits, never the file. When a run ends, the log goes into the file and the journal
  changes back, so that a finished file can be copied by itself, and read where nothing can be written. After a kill
  the log is in ``FILE-wal`` until the next run, and belongs to the file.
- A run holds a write transaction open at all times but between a commit and the next row. So a second run on the same
  file is refused by SQLite itself, and a killed one leaves no lock behind.
- ``application_id`` marks the file as ours, ``user_version`` counts versions of this table. A file without the mark is
  refused before anything is written to it, unless it is empty.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from solver.errors import InputError
from solver.strict_json import one_line
from solver.survey.row import COLUMNS, Group, Row

APPLICATION_ID = 0x6F64_7376
"""``odsv`` in ASCII."""
SCHEMA = 1
BUSY_SECONDS = 10.0
"""How long reader and writer wait for each other, where SQLite cannot have both at once."""

_LOCKED = "locked"
"""In SQLite's message that somebody else uses the file."""

_TABLE = """
CREATE TABLE deals (
    deal TEXT PRIMARY KEY NOT NULL,
    rules TEXT NOT NULL,
    players INTEGER NOT NULL,
    hand_size INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    verdict TEXT NOT NULL CHECK (verdict IN ('winnable', 'unwinnable', 'unknown')),
    cards_left INTEGER NOT NULL,
    bound INTEGER NOT NULL CHECK (bound BETWEEN 0 AND cards_left),
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    engine TEXT NOT NULL,
    stopped_by TEXT,
    version TEXT NOT NULL,
    max_nodes INTEGER,
    time_limit REAL,
    memory_mib INTEGER NOT NULL
) WITHOUT ROWID
"""
_INDEX = "CREATE INDEX groups ON deals (rules, players, hand_size)"
_OF_GROUP = "rules = ? AND players = ? AND hand_size = ?"
_RECORD = f"INSERT OR REPLACE INTO deals ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
_SEEDS = "SELECT seed FROM deals"
_ROWS = f"SELECT {', '.join(COLUMNS)} FROM deals"


class Store:
    """An open file of a survey. Use ``open_to_write`` and ``open_to_read``.

    Everything that SQLite finds wrong is an ``InputError`` that names the file.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    # -- writing -----------------------------------------------------------------------------------------------

    def record(self, rows: Iterable[Row]) -> int:
        """Write rows, in one transaction, and return their number; each replaces the row that its deal may have had."""
        with _naming(self.path):
            written = self._connection.executemany(_RECORD, map(_values, rows)).rowcount
            self._connection.execute("COMMIT")
            self._connection.execute("BEGIN IMMEDIATE")
        return written

    # -- reading -----------------------------------------------------------------------------------------------

    def groups(self) -> list[Group]:
        """The groups that have rows, in a fixed order."""
        with _naming(self.path):
            found = self._connection.execute("SELECT DISTINCT rules, players, hand_size FROM deals")
            return sorted(Group(*row) for row in found)

    def rows(self, group: Group) -> Iterator[Row]:
        """The rows of a group, in the order of the deals' identifiers."""
        with _naming(self.path):
            for values in self._connection.execute(f"{_ROWS} WHERE {_OF_GROUP} ORDER BY deal", group):
                yield Row(*values)

    def row(self, deal: str) -> Row | None:
        """The row of a deal, if there is one."""
        with _naming(self.path):
            values = self._connection.execute(f"{_ROWS} WHERE deal = ?", [deal]).fetchone()
        return None if values is None else Row(*values)

    def decided_seeds(self, group: Group) -> Iterator[int]:
        """The seeds of a group's decided deals: as ``rows``, but quick enough for millions."""
        with _naming(self.path):
            for (seed,) in self._connection.execute(f"{_SEEDS} WHERE {_OF_GROUP} AND verdict <> 'unknown'", group):
                yield seed

    def undecided_rows(self, group: Group) -> Iterator[Row]:
        """The rows of a group's undecided deals."""
        with _naming(self.path):
            for values in self._connection.execute(f"{_ROWS} WHERE {_OF_GROUP} AND verdict = 'unknown'", group):
                yield Row(*values)


def _values(row: Row) -> list[object]:
    return [getattr(row, column) for column in COLUMNS]


@contextmanager
def open_to_write(path: Path) -> Iterator[Store]:
    """The file for a run, made if it is not there; nobody else can write to it meanwhile.

    Raises ``InputError`` for a file that is none of ours, and leaves it as it is.
    """
    with _naming(path):
        connection = _connect(path, "rwc", 0.0)
    try:
        with _naming(path):
            if not _is_survey(path, connection):
                connection.execute("BEGIN IMMEDIATE")
                if not _is_survey(path, connection):  # nobody was faster
                    connection.execute(_TABLE)
                    connection.execute(_INDEX)
                    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                    connection.execute(f"PRAGMA user_version = {SCHEMA}")
                connection.execute("COMMIT")
            _wait(connection, BUSY_SECONDS)
            try:
                connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if _LOCKED in str(error):  # a report of a finished file does not end
                    raise
                # No shared memory on this file system: the rollback journal is as right, but slower.
            connection.execute("PRAGMA synchronous = NORMAL")
            _wait(connection, 0)
            connection.execute("BEGIN IMMEDIATE")
            _wait(connection, BUSY_SECONDS)
        yield Store(path, connection)
    finally:
        with suppress(sqlite3.Error):  # someone is reading it: then the next run does it
            connection.rollback()
            _wait(connection, 0)
            connection.execute("PRAGMA journal_mode = DELETE")
        connection.close()


@contextmanager
def open_to_read(path: Path) -> Iterator[Store]:
    """The file for a report: what is in it now stays in view, whatever is written meanwhile."""
    if not path.exists():
        raise InputError(f"{_place(path)}: there is no such file; opendeal survey run makes one")
    with _naming(path):
        connection = _connect(path, "ro", BUSY_SECONDS)
    try:
        with _naming(path):
            connection.execute("BEGIN")
            if not _is_survey(path, connection):
                raise InputError(f"{_place(path)}: empty, no survey yet")
        yield Store(path, connection)
    finally:
        connection.close()


def _connect(path: Path, mode: str, timeout: float) -> sqlite3.Connection:
    if path.is_dir():  # of which SQLite says "disk I/O error"
        raise InputError(f"{_place(path)}: a directory cannot be opened as a file of a survey")
    address = f"file:{quote(os.fsencode(os.path.abspath(path)))}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=timeout, isolation_level=None)


def _wait(connection: sqlite3.Connection, seconds: float) -> None:
    """Let statements wait so long for others that use the file."""
    connection.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")


def _is_survey(path: Path, connection: sqlite3.Connection) -> bool:
    """Is this a file of a survey (``True``), or an empty one? ``InputError`` if it is neither."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark == APPLICATION_ID and schema == SCHEMA:
        return True
    if mark == APPLICATION_ID:
        raise InputError(
            f"{_place(path)}: a survey in version {schema} of its format; this opendeal knows version {SCHEMA} only"
        )
    if mark or schema or things:
        raise InputError(f"{_place(path)}: an SQLite file of another program, not of an opendeal survey")
    return False


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Whatever SQLite complains about becomes an ``InputError`` with the file's name."""
    try:
        yield
    except sqlite3.Error as error:
        what = str(error)
        if _LOCKED in what:
            what = "another opendeal survey is using it"
        elif "not a database" in what:
            what = "not a file of an opendeal survey (nor of SQLite)"
        elif "unable to open" in what:
            what = "it cannot be opened as a file of a survey"
        raise InputError(f"{_place(path)}: {what}") from None


def _place(path: Path) -> str:
    return one_line(str(path), 200)
