"""The file of a survey: what is in it after a kill, beside another writer, and when it is none."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.errors import InputError
from solver.survey.row import Group, Row
from solver.survey.store import SCHEMA, open_to_read, open_to_write
from tests.conftest import ROOT
from tests.survey.rows import WON, lost, read, undecided, won, write

GROUP = WON.group


def journal(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    return str(mode)


def test_rows_come_back_as_they_were(tmp_path: Path) -> None:
    rows = [won(0), lost(1), undecided(2), replace(won(3), max_nodes=None, time_limit=None, seconds=1 / 3)]
    path = write(tmp_path / "survey.sqlite", reversed(rows))
    assert read(path) == rows
    with open_to_read(path) as store:
        assert store.groups() == [GROUP]
        assert sorted(store.decided_seeds(GROUP)) == [0, 1, 3]
        assert list(store.undecided_rows(GROUP)) == [rows[2]]
        assert store.row("tg1:n7/1p#1") == rows[1]
        assert store.row("tg1:n7/1p#9") is None
        assert list(store.rows(Group("expert", 1, 7))) == []


def test_a_deal_has_one_row(tmp_path: Path) -> None:
    path = write(tmp_path / "survey.sqlite", [undecided()])
    assert read(write(path, [lost()])) == [lost()]


def test_a_finished_file_is_one_file_that_can_be_read_anywhere(tmp_path: Path) -> None:
    path = write(tmp_path / "survey.sqlite", [won()])
    assert [file.name for file in tmp_path.iterdir()] == ["survey.sqlite"]
    assert journal(path) == "delete"


def test_each_row_is_safe_at_once_and_seen_by_a_reader(tmp_path: Path) -> None:
    path = tmp_path / "survey.sqlite"
    with open_to_write(path) as store:
        for seed in range(5):
            store.record([won(seed)])
            assert len(read(path)) == seed + 1
        with open_to_read(path) as reader:
            store.record([won(5)])
            assert len(list(reader.rows(GROUP))) == 5  # what a reader sees stays
        assert len(read(path)) == 6


KILLED = """
import os, sys
from pathlib import Path
from solver.survey.store import open_to_write
from tests.survey.rows import won
with open_to_write(Path(sys.argv[1])) as store:
    store.record([won(1)])
    store.record([won(2)])
    store._connection.execute("DELETE FROM deals")  # under way, not committed
    os.kill(os.getpid(), 9)
"""


def test_after_a_kill_everything_that_was_committed_is_there(tmp_path: Path) -> None:
    path = tmp_path / "survey.sqlite"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT, check=False, capture_output=True)
    assert done.returncode == -9, done.stderr
    assert (tmp_path / "survey.sqlite-wal").exists()
    assert read(path) == [won(1), won(2)]
    assert read(write(path, [won(3)])) == [won(1), won(2), won(3)]
    assert [file.name for file in tmp_path.iterdir()] == ["survey.sqlite"]


def test_a_run_does_not_begin_while_a_finished_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "survey.sqlite", [won(1)])
    with open_to_read(path):
        monkeypatch.setattr("solver.survey.store.BUSY_SECONDS", 0.2)
        with pytest.raises(InputError, match="another opendeal survey is using it"), open_to_write(path):
            pytest.fail("the journal was changed under the reader")
    assert read(write(path, [won(3)])) == [won(1), won(3)]


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "survey.sqlite"
    with open_to_write(path) as store:
        store.record([won(1)])
        with pytest.raises(InputError, match="another opendeal survey is using it"), open_to_write(path):
            pytest.fail("both write")
        store.record([won(2)])
    assert read(path) == [won(1), won(2)]


def foreign_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE deals (deal TEXT)")
        connection.commit()


def foreign_mark(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA application_id = 7")
        connection.commit()


def other_schema(path: Path) -> None:
    write(path, [won()])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
        connection.commit()


def text(path: Path) -> None:
    path.write_text("deal,verdict\n")


def long_text(path: Path) -> None:
    path.write_bytes(b"\x00opendeal" * 5000)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (foreign_database, "an SQLite file of another program"),
        (foreign_mark, "an SQLite file of another program"),
        (other_schema, f"in version {SCHEMA + 1} of its format; this opendeal knows version {SCHEMA}"),
        (text, "not a file of an opendeal survey"),
        (long_text, "not a file of an opendeal survey"),
    ],
)
def test_a_file_of_something_else_is_named_and_left_as_it_is(tmp_path: Path, make: object, said: str) -> None:
    path = tmp_path / "other"
    assert callable(make)
    make(path)
    before = path.read_bytes()
    for opened in (open_to_write, open_to_read):
        with pytest.raises(InputError, match=said) as raised, opened(path):
            pytest.fail("opened")
        assert str(raised.value).startswith(f"{path}: ")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["other"]


def test_an_empty_file_becomes_a_survey_only_by_a_run(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    with pytest.raises(InputError, match="empty, no survey yet"), open_to_read(path):
        pytest.fail("opened")
    assert path.read_bytes() == b""
    assert read(write(path, [won()])) == [won()]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"), open_to_read(tmp_path / "none"):
        pytest.fail("opened")
    for path in (tmp_path, tmp_path / "none" / "survey.sqlite"):
        with pytest.raises(InputError, match="cannot be opened"), open_to_write(path):
            pytest.fail("opened")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    path = write(tmp_path / "survey.sqlite", map(won, range(2000)))
    content = bytearray(path.read_bytes())
    content[4096 : len(content) // 2] = os.urandom(len(content) // 2 - 4096)
    path.write_bytes(content)
    with pytest.raises(InputError) as raised:
        read(path)
    assert str(raised.value).startswith(f"{path}: ")


NO_VERDICT: Any = "perhaps"


@pytest.mark.parametrize("row", [replace(won(), verdict=NO_VERDICT), lost(left=3, bound=4)])
def test_nonsense_is_not_written(tmp_path: Path, row: Row) -> None:
    path = write(tmp_path / "survey.sqlite", [won(1)])
    with pytest.raises(InputError, match="CHECK constraint failed"), open_to_write(path) as store:
        store.record([won(2), row])
    assert read(path) == [won(1)]
