"""Where deals come from: files, standard input, identifiers, and JSON Lines that hold many.

Everything here reads bounded amounts, so that no input, however large or strange, costs more than its size limit
in memory; whatever cannot be read ends in one ``InputError`` that names the place.

Which game a deal belongs to is in the deal: the key ``game`` in JSON, the prefix of an identifier. ``GAMES`` is the
only list of games here.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from solver.errors import InputError
from solver.strict_json import loads, one_line, shown
from solver.the_game.deal import Deal

if TYPE_CHECKING:
    from solver.six_nimmt.deal import Deal as SixNimmtDeal

    AnyDeal = Deal | SixNimmtDeal

MAX_DEAL_BYTES = 1 << 20
"""Most bytes of one deal as text. A full deal needs about 500; the limit keeps hostile files cheap."""
MAX_DEAL_LINES = 10_000
"""Most lines of one deal; with one number a line it has about 150."""
MAX_SKIPPED_BYTES = 1 << 24
"""Most bytes of one overlong line that are skipped in search of its end, before the rest of the input is given up."""
MAX_NAME = 200
"""Most characters of a file's name that a message repeats."""

STANDARD_INPUT = "-"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_A_DEAL = "a deal is a file, - or an identifier such as tg1:standard/1p#1"
_TOO_LONG = f"longer than {MAX_DEAL_BYTES:,} bytes, which no deal is"


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the outside names it, and the package that reads its deals, imported when it is needed."""

    name: str
    prefix: str
    package: str

    def from_json(self, value: object) -> AnyDeal:
        """The deal in a JSON value."""
        return cast("AnyDeal", import_module(f"{self.package}.deal").deal_from_json(value))

    def from_identifier(self, text: str) -> AnyDeal:
        """The deal of an identifier."""
        return cast("AnyDeal", import_module(f"{self.package}.identifiers").decode(text))


GAMES = (
    Game("the-game", "tg1:", "solver.the_game"),
    Game("6-nimmt", "sn1:", "solver.six_nimmt"),
)
_GAME_NAMES = " or ".join(f'"{game.name}"' for game in GAMES)
_PREFIXES = tuple(game.prefix for game in GAMES)


@dataclass(frozen=True, slots=True)
class Entry:
    """One of many deals: ``index`` is its 0-based line in the input; ``deal`` or, if it cannot be read, ``error``."""

    index: int
    deal: AnyDeal | None
    error: str | None = None

    @property
    def is_blank(self) -> bool:
        """Is this a line without a deal? Such lines are counted, but never handed to the outside."""
        return self.deal is None and self.error is None


# -- one deal ------------------------------------------------------------------------------------------------------


def read_deal(source: str | os.PathLike[str] | Mapping[str, Any] | AnyDeal) -> Deal:
    """The deal of The Game that ``source`` names, as ``read_any_deal``; a deal of another game is an ``InputError``."""
    deal = read_any_deal(source)
    if not isinstance(deal, Deal):
        place = f"{place_name(os.fspath(source))}: " if isinstance(source, str | os.PathLike) else ""
        raise InputError(f"{place}a deal of 6-nimmt; a deal of the-game is needed here")
    return deal


def read_any_deal(source: str | os.PathLike[str] | Mapping[str, Any] | AnyDeal) -> AnyDeal:
    """The deal that ``source`` names: an identifier, the path of a file, ``-`` for standard input, or JSON data.

    A file holds the deal as JSON or an identifier; the game is in the deal. A deal is returned as it is. Raises
    ``InputError`` when there is no deal, or more than one.
    """
    if isinstance(source, Deal):
        return source
    if isinstance(source, Mapping):
        return deal_from_value(dict(source))
    name = os.fspath(source) if isinstance(source, str | os.PathLike) else None
    if not isinstance(name, str):
        from solver.six_nimmt.deal import Deal as SixNimmtDeal

        if isinstance(source, SixNimmtDeal):
            return source
        raise InputError(f"deal: expected an identifier, a path, JSON data as a dict or a Deal, not {shown(source)}")
    opened = open_deals([name])
    if not isinstance(opened, Iterator):
        return opened
    first = next(opened)
    if first.deal is None:
        raise InputError(str(first.error))
    if next(opened, None) is not None:
        raise InputError(f"{place_name(name)}: holds several deals; exactly one is needed here")
    return first.deal


def deal_from_text(text: str, place: str, first_line: int = 1) -> AnyDeal:
    """The one deal in a text: JSON or an identifier.

    ``place`` names the text in error messages, ``first_line`` is the line of the file in which it begins.
    """
    stripped = text.strip()
    # Without the end of the text's last line: an object that is not closed ends in that line, not in the next.
    value = stripped if is_identifier(stripped) else loads(text.rstrip(), place, first_line)
    try:
        return deal_from_identifier(stripped) if value is stripped else deal_from_value(value)
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def deal_from_value(value: object) -> AnyDeal:
    """The deal in a JSON value, whatever its game."""
    if not isinstance(value, dict):
        raise InputError(f"a deal is a JSON object, not {shown(value)}")
    if "game" not in value:
        raise InputError(f"the key 'game' is missing; it must be {_GAME_NAMES}")
    for game in GAMES:
        if value["game"] == game.name:
            return game.from_json(value)
    raise InputError(f"'game' is {shown(value['game'])}; it must be {_GAME_NAMES}")


def is_identifier(text: str) -> bool:
    """Does the text claim to be a deal identifier, by its prefix?"""
    return text.startswith(_PREFIXES)


def deal_from_identifier(text: str) -> AnyDeal:
    """The deal of an identifier, whatever its game."""
    for game in GAMES:
        if text.startswith(game.prefix):
            return game.from_identifier(text)
    raise InputError(f"{shown(text)} is no deal identifier; one begins with {' or '.join(_PREFIXES)}")


# -- many deals ----------------------------------------------------------------------------------------------------


def open_deals(sources: Sequence[str]) -> AnyDeal | Iterator[Entry]:
    """What the sources of a command hold: one deal, or many as a stream of entries in the order of the input.

    Many means: several sources; a file named ``*.jsonl``; a text whose lines are deals of their own (JSON objects or
    identifiers); or lines on standard input that are no deals, but no single one either. A single source that cannot be
    opened, and sources that hold nothing at all, raise ``InputError`` at once; in a stream of many each deal that
    cannot be read becomes an entry with its error. The index of an entry is its line; blank lines are counted and
    skipped. Several sources are numbered through, a source with one deal, or one that cannot be read, as one line.
    """
    if sources.count(STANDARD_INPUT) > 1:
        raise InputError("standard input (-) can be given only once")
    if len(sources) == 1:
        opened = _open(sources[0])
        if not isinstance(opened, Iterator):
            return opened
        place = place_name(sources[0])
    else:
        opened = _numbered_through(sources)
        place = f"{len(sources)} sources"
    entries = (entry for entry in opened if not entry.is_blank)
    first = next(entries, None)
    if first is None:
        raise InputError(f"{place}: there is no deal in {'it' if len(sources) == 1 else 'them'}")
    return chain([first], entries)


def _numbered_through(sources: Sequence[str]) -> Iterator[Entry]:
    base = 0
    for source in sources:
        lines = 0
        try:
            opened = _open(source)
            for entry in opened if isinstance(opened, Iterator) else [Entry(0, opened)]:
                lines = entry.index + 1
                yield replace(entry, index=base + entry.index)
        except InputError as error:
            yield Entry(base + lines, None, str(error))
            lines += 1
        base += lines


def _open(source: str) -> AnyDeal | Iterator[Entry]:
    """The one deal of a source, or its lines with the blank ones."""
    if is_identifier(source):
        return deal_from_identifier(source)
    found = _read(source)
    first = next(found, None)
    if not (first is None or isinstance(first, Entry)):
        return first
    return chain([] if first is None else [first], (entry for entry in found if isinstance(entry, Entry)))


def _read(source: str) -> Iterator[AnyDeal | Entry]:
    """What a file holds: its one deal, or an entry for each of its lines.

    Lines that are deals are handed on as they come, so that a pipe is answered before it ends: nothing is read ahead
    beyond what shows that there are several. A text that is no deal, but has a line that is, counts as many deals of
    which some are wrong. On standard input lines are expected rather than one deal: there it is enough that the text
    does not look like one JSON text over several lines.
    """
    place = place_name(source)
    with _opened(source, place) as stream:
        lines = _lines(stream)
        if source.endswith(".jsonl"):
            yield from _entries(lines, place)
            return
        expects_lines = source == STANDARD_INPUT
        head = _up_to_text(lines)
        if head and (_stands_alone(head[-1]) or (expects_lines and not _opens(head[-1]))):
            head += _up_to_text(lines)
            several = sum(map(Line.has_text, head)) > 1
        else:
            head += _up_to_limit(lines)
            several = False
        if not several:
            try:
                yield _only_deal(head, place)
            except InputError:
                texts = list(filter(Line.has_text, head))
                several = len(texts) > 1 and (
                    any(map(_stands_alone, texts)) or (expects_lines and not _goes_on(texts[0], texts[1]))
                )
                if not several:
                    raise
        if several:
            yield from _entries(chain(head, lines), place)


def _only_deal(lines: list[Line], place: str) -> AnyDeal:
    problem = next((line.problem for line in lines if line.problem), None)
    content = b"".join(line.content for line in lines)
    if problem or len(content) > MAX_DEAL_BYTES:
        raise InputError(f"{place}: {problem or _TOO_LONG}")
    if len(lines) > MAX_DEAL_LINES:
        raise InputError(f"{place}: longer than {MAX_DEAL_LINES:,} lines, which no deal is")
    if not content.strip():
        raise InputError(f"{place}: empty; a deal as JSON or a deal identifier was expected")
    return deal_from_text(_decoded(content, place), place)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an input as it was read; ``problem`` says why its content is not all there."""

    content: bytes
    problem: str | None = None

    def has_text(self) -> bool:
        return bool(self.problem or self.content.strip())


def _lines(stream: BinaryIO) -> Iterator[Line]:
    """The lines of a stream, each in bounded memory; after a line without end there are no more."""
    while content := stream.readline(MAX_DEAL_BYTES + 1):
        if len(content) <= MAX_DEAL_BYTES:
            yield Line(content)
            continue
        skipped = 0
        while not content.endswith(b"\n") and skipped <= MAX_SKIPPED_BYTES:
            content = stream.readline(MAX_DEAL_BYTES)
            skipped += len(content)
            if not content:
                break
        if skipped > MAX_SKIPPED_BYTES:
            yield Line(b"", f"{_TOO_LONG}; its end was not found, and nothing after it is read")
            return
        yield Line(b"", _TOO_LONG)


def _up_to_text(lines: Iterator[Line]) -> list[Line]:
    """The next lines up to the first that is not blank; of blank ones no more than a deal may have lines."""
    taken: list[Line] = []
    for line in lines:
        taken.append(line)
        if line.has_text() or len(taken) > MAX_DEAL_LINES:
            break
    return taken


def _up_to_limit(lines: Iterator[Line]) -> list[Line]:
    """The next lines until they are more than one deal can be."""
    taken: list[Line] = []
    size = 0
    for line in lines:
        taken.append(line)
        size += len(line.content)
        if line.problem or size > MAX_DEAL_BYTES or len(taken) > MAX_DEAL_LINES:
            break
    return taken


def _entries(lines: Iterator[Line], place: str) -> Iterator[Entry]:
    for index, line in enumerate(lines):
        spot = f"{place}, line {index + 1}"
        if line.problem:
            yield Entry(index, None, f"{spot}: {line.problem}")
        elif not line.has_text():
            yield Entry(index, None)
        else:
            try:
                yield Entry(index, deal_from_text(_decoded(line.content, spot), spot, index + 1))
            except InputError as error:
                yield Entry(index, None, str(error))


def _stands_alone(line: Line) -> bool:
    """Is this line a deal of its own, right or wrong: an identifier or a complete JSON object?"""
    text = line.content.decode("utf-8", "replace").strip()
    if is_identifier(text):
        return True
    try:
        return text.startswith("{") and text.endswith("}") and isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _opens(line: Line) -> bool:
    """May this line be the beginning of a JSON text?"""
    return line.content.removeprefix(_BYTE_ORDER_MARK).lstrip().startswith((b"{", b"["))


def _goes_on(line: Line, following: Line) -> bool:
    """Does this line look like the beginning of a JSON text that goes on in the line after it?"""
    if not _opens(line):
        return False
    text = line.content.removeprefix(_BYTE_ORDER_MARK).strip()
    closed = text.endswith(b"}") or following.content.lstrip().startswith(b"{")
    return text == b"{" or text.startswith(b"[") or not closed


# -- bytes, text, JSON ---------------------------------------------------------------------------------------------


def read_text(source: str, expected: str) -> str:
    """The text of a small file or of standard input (``-``), at most one MiB.

    ``expected`` says, for the message that there is no such file, what the source can be.
    """
    place = place_name(source)
    with _opened(source, place, expected) as stream:
        content = stream.read(MAX_DEAL_BYTES + 1)
        if len(content) > MAX_DEAL_BYTES:
            raise InputError(f"{place}: {_TOO_LONG}")
        return _decoded(content, place)


def place_name(source: str) -> str:
    """The source as messages name it: on one line, whatever characters the name of a file holds."""
    if source == STANDARD_INPUT:
        return "standard input"
    if not source:
        return "the empty name"
    return one_line(source, MAX_NAME)


@contextmanager
def _opened(source: str, place: str, expected: str = _A_DEAL) -> Iterator[BinaryIO]:
    try:
        if source == STANDARD_INPUT:
            if sys.stdin is None:
                raise InputError("standard input is closed")
            # A reader of its own: a thread may be waiting in it when the process ends, and Python, which closes
            # ``sys.stdin`` then, would abort over that.
            with open(sys.stdin.fileno(), "rb", closefd=False) as stream:
                yield stream
            return
        with open(source, "rb") as stream:
            yield stream
    except FileNotFoundError:
        hint = f"; {expected}"
        if source.lstrip().startswith("{"):
            hint = "; JSON text goes through a file or standard input (-)"
        raise InputError(f"{place}: no such file{hint}") from None
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{place}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _decoded(content: bytes, place: str) -> str:
    if content.startswith(_BYTE_ORDER_MARK):
        raise InputError(f"{place}: begins with a byte order mark; save it as UTF-8 without one")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{place}: not valid UTF-8 at byte {error.start + 1}") from None
