"""Where deals come from: every way to name one, many at once, and every way in which it goes wrong."""

from __future__ import annotations

import json
import os
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from solver.sources import (
    MAX_DEAL_BYTES,
    MAX_DEAL_LINES,
    MAX_SKIPPED_BYTES,
    Entry,
    deal_from_text,
    open_deals,
    read_deal,
    read_text,
)
from solver.the_game.deal import Deal
from solver.the_game.identifiers import deal_from_seed, encode_deal
from solver.the_game.rules import Rules

DEAL: dict[str, Any] = {"game": "the-game", "hands": [[2, 3]], "deck": [50]}
EXPECTED = Deal(Rules(), ((2, 3),), (50,))
OTHER = Deal(Rules(), ((4,),), (50,))
JSON = json.dumps(DEAL)


def entries(*sources: str | Path) -> list[Entry]:
    opened = open_deals([str(source) for source in sources])
    assert isinstance(opened, Iterator)
    return list(opened)


def message(source: object) -> str:
    """The message of the one error that reading the source ends in."""
    with pytest.raises(InputError) as caught:
        read_deal(source)  # type: ignore[arg-type]
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 500
    return text


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def write(content: str | bytes, name: str = "deal.json") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


# -- one deal ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content", [JSON, json.dumps(DEAL, indent=1), f"\n\n {JSON} \n\n", f"{encode_deal(EXPECTED)}\n"]
)
def test_a_file_holds_a_deal_as_json_or_as_identifier(file: Any, content: str) -> None:
    assert read_deal(file(content)) == EXPECTED
    assert read_deal(str(file(content))) == EXPECTED
    assert open_deals([str(file(content))]) == EXPECTED


def test_identifiers_and_data_are_read_directly() -> None:
    assert read_deal(encode_deal(EXPECTED)) == EXPECTED
    assert read_deal(DEAL) == EXPECTED
    seeded = read_deal("tg1:standard/2p#some seed")
    assert seeded == deal_from_seed(Rules(), 2, "some seed")
    assert seeded.seed == "tg1:standard/2p#some seed"


def test_a_jsonl_file_with_one_deal_can_be_read_as_one(file: Any) -> None:
    path = file(f"\n{JSON}\n", "one.jsonl")
    assert read_deal(path) == EXPECTED
    assert entries(path) == [Entry(1, EXPECTED)]


def test_an_indented_deal_with_an_object_alone_on_a_line_is_one_deal(file: Any) -> None:
    text = '{"game": "the-game", "hands": [[2, 3]], "deck": [50], "rules":\n{"base": "standard"}\n}'
    assert read_deal(file(text)) == EXPECTED


# -- many deals ----------------------------------------------------------------------------------------------------


def test_lines_are_numbered_with_blank_ones_counted_and_bad_ones_reported(file: Any) -> None:
    path = file(f"{JSON}\n\n{{]\r\n{encode_deal(OTHER)}\n", "deals.jsonl")
    first, bad, last = entries(path)
    assert first == Entry(0, EXPECTED)
    assert (bad.index, bad.deal) == (2, None)
    assert str(bad.error).startswith(f"{path}, line 3: not valid JSON at line 3, column 2")
    assert last == Entry(3, OTHER)


def test_a_line_that_breaks_off_is_at_fault_at_its_own_end(file: Any) -> None:
    path = file(f'{JSON}\n{{"game":\n{JSON}\n', "deals.jsonl")
    _, bad, _ = entries(path)
    assert str(bad.error) == f"{path}, line 2: not valid JSON at line 2, column 9: Expecting value"


@pytest.mark.parametrize("first", [JSON, encode_deal(EXPECTED)])
def test_several_lines_that_are_deals_make_many_whatever_the_name(file: Any, first: str) -> None:
    assert entries(file(f"{first}\n{JSON}")) == [Entry(0, EXPECTED), Entry(1, EXPECTED)]


def test_a_bad_first_line_spoils_only_itself(file: Any) -> None:
    found = entries(file(f"garbage\n{JSON}\n{encode_deal(OTHER)}\n", "deals.txt"))
    assert [(entry.index, entry.deal) for entry in found] == [(0, None), (1, EXPECTED), (2, OTHER)]
    many = file("garbage\n" + f"{JSON}\n" * (2 * MAX_DEAL_LINES), "many.txt")
    found = entries(many)
    assert found[0].deal is None
    assert {entry.deal for entry in found[1:]} == {EXPECTED}
    assert [entry.index for entry in found] == list(range(len(found)))


def test_several_sources_are_numbered_through(file: Any, tmp_path: Path) -> None:
    jsonl = file(f"{JSON}\n\n{JSON}\n", "deals.jsonl")
    found = entries(encode_deal(OTHER), jsonl, tmp_path / "missing", encode_deal(OTHER))
    assert [entry.index for entry in found] == [0, 1, 3, 4, 5]
    assert [entry.deal for entry in found] == [OTHER, EXPECTED, EXPECTED, None, OTHER]
    assert "missing: no such file" in str(found[3].error)


def test_blank_lines_of_several_sources_are_all_counted(file: Any) -> None:
    blank, empty = file("\n \n\n", "blank.jsonl"), file("", "empty.jsonl")
    trailing = file(f"\n{JSON}\n\n\n", "trailing.jsonl")
    single = file(f"{JSON}\n\n", "single.json")
    found = entries(blank, trailing, empty, single, blank, encode_deal(OTHER))
    assert found == [Entry(4, EXPECTED), Entry(7, EXPECTED), Entry(11, OTHER)]
    with pytest.raises(InputError, match="2 sources: there is no deal in them"):
        open_deals([str(blank), str(empty)])


def test_one_source_with_several_deals_is_refused_where_one_is_needed(file: Any) -> None:
    assert "several deals" in message(file(f"{JSON}\n{JSON}\n"))


def test_standard_input_is_given_at_most_once() -> None:
    with pytest.raises(InputError, match="only once"):
        open_deals(["-", "-"])


def test_lines_of_a_pipe_are_answered_before_it_ends() -> None:
    reader, writer = os.pipe()
    os.write(writer, f"{JSON}\n{JSON}\n".encode())
    opened = open_deals([f"/dev/fd/{reader}"])
    assert isinstance(opened, Iterator)
    assert next(opened) == Entry(0, EXPECTED)
    assert next(opened) == Entry(1, EXPECTED)
    os.write(writer, f"{encode_deal(OTHER)}\n".encode())
    assert next(opened) == Entry(2, OTHER)
    os.close(writer)
    assert list(opened) == []
    os.close(reader)


def test_an_overlong_line_is_an_error_of_its_own(file: Any) -> None:
    path = file(f"{JSON}\n{'x' * (3 * MAX_DEAL_BYTES)}\n{JSON}\n", "deals.jsonl")
    first, bad, last = entries(path)
    assert (first.deal, last.deal) == (EXPECTED, EXPECTED)
    assert (bad.index, last.index) == (1, 2)
    assert "line 2: longer than 1,048,576 bytes" in str(bad.error)


def test_a_line_without_end_ends_the_reading(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(f"{JSON}\n")
    os.truncate(path, 8 * MAX_SKIPPED_BYTES)
    first, bad = entries(path)
    assert first.deal == EXPECTED
    assert "nothing after it is read" in str(bad.error)


# -- what cannot be read -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "empty; a deal as JSON or a deal identifier was expected"),
        (" \n\n ", "empty; a deal"),
        ('{"game": "the-game",\n "hands": [[2,, 3]]}', "line 2, column 15: Expecting value"),
        ('{"game": "the-game", "hands": [[2]], "hands": [[3]]}', '"hands"'),
        ('{"game": "the-game", "hands": [[NaN]]}', "NaN"),
        ('{"game": "the-game", "hands": [[-Infinity]]}', "Infinity"),
        ('{"game": "the-game", "hands": [[' + "7" * 5000 + "]]}", "digits"),
        ("[" * 200_000, "nested"),
        ('{"game": "the-game", "hands": ' + "[" * 200_000 + "]" * 200_000 + "}", "nested"),
        ("\ufeff" + JSON, "byte order mark"),
        (b'{"game": "\xff"}', "not valid UTF-8 at byte 11"),
        (b"\x00" * 100, "not valid JSON"),
        ("[1, 2]", "a deal is a JSON object, not a list of 2"),
        ("7", "a deal is a JSON object, not 7"),
        ('{"hands": [[2]]}', "the key 'game' is missing"),
        ('{"game": "bridge"}', "'game' is \"bridge\""),
        ('{"game": ["the-game"]}', "'game' is a list of 1"),
        ('{"game": "6-nimmt"}', "the key 'rows' is missing"),
        ("sn1:x", "expected sn1:<rules>:<deal>"),
        ("sn1:standard/2p#1", "a deal of the-game is needed here"),
        ('{"game": "the-game", "hands": [[2]], "colour": 1}', "colour"),
        ('{"game": "the-game", "hands": [[2, 2]]}', "hands[0][1]"),
        ("tg1:standard:!", "tg1:standard:!"),
        (" " * (MAX_DEAL_BYTES + 1), "longer than 1,048,576 bytes"),
        ("\n" * MAX_DEAL_BYTES, "longer than 10,000 lines"),
        ("{" + " " * MAX_DEAL_BYTES + "}", "longer than 1,048,576 bytes"),
        ("{\n" * MAX_DEAL_BYTES, "longer than 10,000 lines"),
    ],
)
def test_the_error_names_file_and_fault(file: Any, content: str | bytes, expected: str) -> None:
    path = file(content)
    said = message(path)
    assert said.startswith(f"{path}: ")
    assert expected in said


def test_a_jsonl_file_without_deals_is_an_error(file: Any) -> None:
    assert message(file("\n \n", "deals.jsonl")).endswith("deals.jsonl: there is no deal in it")


def test_errors_of_opening_name_the_place(tmp_path: Path) -> None:
    assert message(tmp_path) == f"{tmp_path}: cannot be read: Is a directory"
    assert message(tmp_path / "none").startswith(f"{tmp_path}/none: no such file; a deal is")
    assert "JSON text goes through a file or standard input" in message(JSON)
    assert "\\x1b" in message("\x1b[31mred")
    assert "cannot be read" in message("nul\0byte")
    assert message("x" * 100_000).endswith("File name too long")


def test_endless_and_huge_files_cost_little_memory(tmp_path: Path) -> None:
    zeros = tmp_path / "zeros"
    zeros.touch()
    os.truncate(zeros, 1 << 30)
    tracemalloc.start()
    try:
        assert "longer than 1,048,576 bytes" in message(zeros)
        assert "longer than 1,048,576 bytes" in message("/dev/zero")
        assert tracemalloc.get_traced_memory()[1] < 8 * MAX_DEAL_BYTES
    finally:
        tracemalloc.stop()
    with pytest.raises(InputError, match="longer than"):
        read_text(str(zeros), "")


@given(st.binary(max_size=60))
def test_any_bytes_end_in_a_deal_or_in_one_error(content: bytes) -> None:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    for tried in (text, f"tg1:{text}", f'{{"game": "the-game", "hands": {text}}}'):
        try:
            assert isinstance(deal_from_text(tried, "fuzz"), Deal)
        except InputError as error:
            assert str(error).startswith("fuzz: ")  # noqa: PT017  (both ways out are right)


def test_damaged_deals_end_in_a_deal_or_in_one_error(file: Any) -> None:
    rng = random.Random(5)
    piles = {"ascending": [1, 1], "descending": [100, 100]}
    good = json.dumps(DEAL | {"rules": {"base": "expert", "step": 5}, "piles": piles}, indent=1).encode()
    assert isinstance(read_deal(file(good)), Deal)
    refused = 0
    for _ in range(400):
        damaged = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.choice(b'{}[]",:0179-.eE \n\x00\xffntf')
        path = file(bytes(damaged))
        try:
            opened = open_deals([str(path)])
        except InputError:
            refused += 1
        else:
            assert not isinstance(opened, Iterator) or all(isinstance(entry, Entry) for entry in opened)
    assert 300 < refused < 400
