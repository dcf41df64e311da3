"""The bank: each puzzle once, found by what it is; whatever is no bank or no puzzle is named and changes nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.bank import MARK, Bank, Query, open_bank
from puzzles.canonical import mirrored
from puzzles.lines import compact, read_puzzles, write_lines
from puzzles.puzzle import Puzzle
from puzzles.query import parse_condition
from solver import InputError, parse_line
from solver.the_game.portfolio import solve
from tests.puzzles.examples import endgame, example

PUZZLES = [example(0), example(1, "hard", 2), example(2, "hard", None), endgame()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a bank?.db"


@pytest.fixture
def bank(path: Path) -> Iterator[Bank]:
    with open_bank(path, writable=True, create=True) as bank:
        bank.add(PUZZLES)
        yield bank


def ids(bank: Bank, **asked: object) -> list[str]:
    return [record.id for record in bank.records(Query(**asked))]  # type: ignore[arg-type]


def test_puzzles_come_back_as_they_were_and_in_order(bank: Bank, path: Path) -> None:
    bank.close()
    with open_bank(path) as again:
        assert [record.puzzle() for record in again.records()] == PUZZLES
        assert len(again) == 4


def test_a_puzzle_is_there_once_also_as_its_mirror(bank: Bank) -> None:
    deal = mirrored(PUZZLES[1].deal)
    mirror = replace(PUZZLES[1], deal=deal, solution=parse_line(solve(deal).line))
    assert compact(mirror) != compact(PUZZLES[1])
    assert bank.add([PUZZLES[0], mirror, example(3)]) == 1
    assert len(bank) == 5
    assert bank.known()[mirror.id] == PUZZLES[1].identifier


def test_queries(bank: Bank) -> None:
    first, second, third, last = (puzzle.id for puzzle in PUZZLES)
    assert ids(bank, kind="mini") == [first, second, third]
    assert ids(bank, tier="hard") == [second, third]
    assert ids(bank, kind="endgame", tier="hard") == []
    assert ids(bank, conditions=[parse_condition("tricks>=2")]) == [second]
    assert ids(bank, conditions=[parse_condition("tricks<2")]) == [first, last]  # what was not measured is no number
    assert ids(bank, conditions=[parse_condition("nothing!=3")]) == []
    assert ids(bank, conditions=[parse_condition("cards=8"), parse_condition("score>=10")]) == [second, third]


def test_find_takes_the_beginning_of_an_identifier(bank: Bank) -> None:
    assert bank.find(PUZZLES[2].id[:8]).puzzle() == PUZZLES[2]
    for wrong, said in (("", "no identifier"), ("%", "no identifier"), ("0" * 12, "calendar is found by its date")):
        with pytest.raises(InputError, match=said):
            bank.find(wrong)


def test_find_refuses_to_guess(bank: Bank) -> None:
    bank.add(example(number) for number in range(3, 20))
    with pytest.raises(InputError, match="several puzzles begin with"):
        bank.find(next(digit for digit in "0123456789abcdef" if sum(id_[0] == digit for id_ in ids(bank)) > 1))


def test_what_is_added_comes_in_whole_or_not_at_all(bank: Bank) -> None:
    def some() -> Iterator[Puzzle]:
        yield example(7)
        raise InputError("line 2: no puzzle")

    with pytest.raises(InputError, match="line 2"):
        bank.add(some())
    assert ids(bank) == [puzzle.id for puzzle in PUZZLES]


def test_what_was_verified_is_remembered_by_version(bank: Bank, path: Path) -> None:
    bank.set_verified(PUZZLES[0].id, "1.0")
    bank.close()
    with open_bank(path, writable=True) as again:
        assert [record.id for record in again.unverified("1.0")] == [puzzle.id for puzzle in PUZZLES[1:]]
        assert len(again.unverified("1.1")) == 4


# -- foreign and damaged files -------------------------------------------------------------------------------------


def test_another_sqlite_file_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "foreign.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE puzzle (id TEXT)")
    before = path.read_bytes()
    for writable in (False, True):
        with pytest.raises(InputError, match=r"foreign\.db: an SQLite file, but no bank of opendeal"):
            open_bank(path, writable=writable, create=True)
    assert path.read_bytes() == before


def test_a_bank_of_a_later_version_is_refused(bank: Bank, path: Path) -> None:
    bank.close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 2")
    with pytest.raises(InputError, match="a bank of version 2; this opendeal reads version 1"):
        open_bank(path)


def test_a_damaged_bank_is_refused(bank: Bank, path: Path) -> None:
    bank.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x55" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"a bank\?\.db"):
        open_bank(path)


def test_a_file_that_only_claims_to_be_a_bank_is_named(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA application_id = {MARK}")
        connection.execute("PRAGMA user_version = 1")
    with open_bank(path) as bank, pytest.raises(InputError, match=r"empty\.db: no such table"):
        len(bank)


def test_a_wrong_record_in_a_bank_is_named(bank: Bank, path: Path) -> None:
    bank.close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE puzzle SET json = replace(json, 'mini', 'maxi') WHERE number = 2")
    with open_bank(path) as again:
        record = list(again.records())[1]
        with pytest.raises(InputError, match=rf"puzzle {PUZZLES[1].id}: kind: expected one of .*\"maxi\""):
            record.puzzle()


def test_a_missing_bank_is_not_made_by_reading(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such bank"):
        open_bank(tmp_path / "none.db")
    assert not list(tmp_path.iterdir())


# -- JSON Lines ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["puzzles.jsonl", "puzzles.jsonl.gz"])
def test_lines_come_back_and_are_the_same_bytes_each_time(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert write_lines(path, map(compact, PUZZLES)) == 4
    before = path.read_bytes()
    assert list(read_puzzles(path)) == PUZZLES
    write_lines(path, map(compact, read_puzzles(path)))
    assert path.read_bytes() == before
    with open_bank(path) as bank:
        assert ids(bank) == [puzzle.id for puzzle in PUZZLES]


def test_lines_are_read_but_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    write_lines(path, map(compact, PUZZLES))
    with pytest.raises(InputError, match="not a bank that can be changed"):
        open_bank(path, writable=True)


def changed(text: str, **changes: object) -> str:
    return json.dumps({**json.loads(text), **changes})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("{", "not valid JSON"),
        ("[]", "a puzzle is a JSON object"),
        ("{}", "the key 'kind' is missing"),
        (changed(compact(PUZZLES[1]), kind="chess"), 'kind: expected one of .* not "chess"'),
        (changed(compact(PUZZLES[1]), format="opendeal-puzzle/9"), "format: expected"),
        (changed(compact(PUZZLES[1]), id=PUZZLES[0].id), "id: .* is another puzzle's"),
        (changed(compact(PUZZLES[1]), solution="2@A1 |"), "solution: it does not reach the goal"),
        (changed(compact(PUZZLES[1]), solution="99@A1 |"), "solution: it does not reach the goal"),
        (changed(compact(PUZZLES[1]), extra=1), "unknown key"),
        ("\x00", "not valid JSON"),
    ],
)
def test_the_line_that_is_wrong_is_named(tmp_path: Path, wrong: str, said: str) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(f"{compact(PUZZLES[0])}\n\n{wrong}\n")
    with pytest.raises(InputError, match=rf"puzzles\.jsonl, line 3: .*{said}"):
        list(read_puzzles(path))


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "latin.jsonl").write_bytes(b"\n\xe4\n")
    (tmp_path / "false.jsonl.gz").write_bytes(b"no gzip")
    (tmp_path / "long.jsonl").write_bytes(b" " * 100_001)
    for name, said in (
        ("latin.jsonl", "line 2: not valid UTF-8"),
        ("false.jsonl.gz", "cannot be read"),
        ("long.jsonl", "line 1: longer than"),
        ("none.jsonl", "no such file"),
    ):
        with pytest.raises(InputError, match=rf"{name}.*{said}"):
            list(read_puzzles(tmp_path / name))


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(InputError, match="taken: cannot be written"):
        write_lines(tmp_path / "taken", ["{}"])
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
