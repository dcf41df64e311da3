"""Puzzles as text: one JSON object, compact, on one line; a file of such lines is JSON Lines."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from gzip import GzipFile
from tempfile import NamedTemporaryFile
from typing import IO, cast

from puzzles.kind import AnyPuzzle
from puzzles.kinds import kind_named
from solver.errors import InputError
from solver.strict_json import loads, one_line, shown

MAX_LINE = 100_000
"""Longest line of a file of puzzles, in bytes; a full deal takes a thirtieth of it."""
MAX_NAME = 200
"""Longest name of a file that a message repeats."""


def compact(puzzle: AnyPuzzle) -> str:
    """The puzzle as JSON on one line: the same puzzle always gives the same characters."""
    return json.dumps(puzzle.to_json(), separators=(",", ":"))


def puzzle_from_text(text: str) -> AnyPuzzle:
    """The puzzle in a JSON text, of whatever kind; raises ``InputError``."""
    return puzzle_from_value(loads(text, "the puzzle"))


def puzzle_from_value(value: object) -> AnyPuzzle:
    """The puzzle in JSON data, of whatever kind; raises ``InputError``."""
    if not isinstance(value, dict):
        raise InputError(f"a puzzle is a JSON object, not {shown(value)}")
    if "kind" not in value:
        raise InputError("puzzle: the key 'kind' is missing")
    puzzle: AnyPuzzle = kind_named(value["kind"]).read(value)
    return puzzle


def place(path: str | os.PathLike[str]) -> str:
    """The file as messages name it."""
    return one_line(os.fspath(path), MAX_NAME) or "the empty name"


def text_lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, str]]:
    """The lines of a text file with their numbers, from 1, blank ones left out; of a ``.gz`` those of the text within.

    Raises ``InputError`` that names the file, and the line where it is one that is to blame.
    """
    name = os.fspath(path)
    try:
        with cast("IO[bytes]", gzip.open(name) if name.endswith(".gz") else open(name, "rb")) as stream:
            number = 0
            while content := stream.readline(MAX_LINE + 1):
                number += 1
                if len(content) > MAX_LINE:
                    raise InputError(f"{place(name)}, line {number}: longer than {MAX_LINE:,} bytes")
                text = _decoded(content, f"{place(name)}, line {number}")
                if text.strip():
                    yield number, text.rstrip("\r\n")
    except FileNotFoundError:
        raise InputError(f"{place(name)}: no such file") from None
    except (OSError, EOFError, zlib.error, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{place(name)}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def read_puzzles(path: str | os.PathLike[str]) -> Iterator[AnyPuzzle]:
    """The puzzles in a file of JSON Lines; raises ``InputError`` that names the line of the first that is none."""
    for number, text in text_lines(path):
        try:
            yield puzzle_from_text(text)
        except InputError as error:
            raise InputError(f"{place(path)}, line {number}: {error}") from None


def write_lines(path: str | os.PathLike[str], lines: Iterable[str]) -> int:
    """Write the lines to a file, packed if it ends in ``.gz``, and return how many they were.

    The file is there whole or not at all, and the same lines always make the same bytes. Raises ``InputError``.
    """
    name = os.fspath(path)
    number = 0
    try:
        with NamedTemporaryFile(dir=os.path.dirname(name) or ".", delete=False) as stream:
            try:
                packed = GzipFile("", "wb", fileobj=stream, mtime=0) if name.endswith(".gz") else nullcontext(stream)
                with packed as target:
                    for line in lines:
                        target.write(f"{line}\n".encode())
                        number += 1
                os.chmod(stream.name, 0o644)
                os.replace(stream.name, name)
            except BaseException:
                os.unlink(stream.name)
                raise
    except OSError as error:
        raise InputError(f"{place(name)}: cannot be written: {error.strerror}") from None
    return number


def _decoded(content: bytes, where: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: not valid UTF-8 at byte {error.start + 1}") from None
