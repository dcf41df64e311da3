"""The file of a refutation: what it claims, and the layers of positions that prove it, written and read as streams.

``docs/refutations.md`` describes the file byte by byte and says what it proves. This module knows the form alone:
what is well-formed may still prove nothing, which is for ``checker.py`` to find out. The file is a gzip stream; inside
are a line of JSON, the claim, and then the layers, of which the last one is empty.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BufferedReader
from typing import BinaryIO, NamedTuple, cast

from solver.errors import InputError
from solver.strict_json import as_object, as_whole_number, loads, one_line, shown
from solver.the_game.deal import Deal
from solver.the_game.identifiers import PREFIX, decode, encode_deal

FORMAT = "opendeal-refutation/2"
MAX_HEADER_BYTES = 1 << 16
"""Most bytes of the line with the claim. Deal and line of 126 cards and five players take about 2,000."""
MAX_POSITIONS = (1 << 32) - 1
"""Most positions of one group, and most groups of one layer: they are counted in four bytes."""
GROUP_BYTES = 250
"""What a group costs in memory beside its bytes: two objects and their place in a dictionary."""
COMPRESSION = 6
CHUNK = 1 << 20
"""Most bytes that are read at a time."""
_MAX_NAME = 200


class OutOfMemory(Exception):
    """Two layers of the file do not fit into the memory that may be used."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a refutation says: no line of the deal leaves fewer than ``cards_left_bound`` cards, and ``line`` leaves
    ``cards_left``. If both numbers are equal, the line is proven to be the best."""

    deal: Deal
    cards_left_bound: int
    line: str
    cards_left: int


class Group(NamedTuple):
    """The positions of a layer that differ in their tops alone.

    ``drawn``: cards drawn from the deck so far. ``player`` is to lay the next card and has laid ``played`` in this
    turn. ``hands``: the cards that each player holds. Cards are numbers, 0 for the lowest unplayed one at the start.
    """

    drawn: int
    player: int
    played: int
    hands: tuple[tuple[int, ...], ...]

    def to_bytes(self) -> bytes:
        """The group as it stands in the file, and as positions of it are looked up."""
        key = bytearray((self.drawn, self.player, self.played))
        for hand in self.hands:
            key.append(len(hand))
            key += bytes(hand)
        return bytes(key)

    @staticmethod
    def from_bytes(key: bytes) -> Group:
        hands = []
        place = 3
        while place < len(key):
            end = place + 1 + key[place]
            hands.append(tuple(key[place + 1 : end]))
            place = end
        return Group(key[0], key[1], key[2], tuple(hands))


Layer = dict[bytes, bytes]
"""The positions of one layer: for each group, as bytes, their tops: those of the first pile of all positions, then
those of the second pile, and so on. A top is a byte: the number of the card that it shows or, from the number of cards
on, the pile (the first is 0) of which it is the top at the start."""


# -- writing -------------------------------------------------------------------------------------------------------


class Writer:
    """Writes one refutation: first the claim, then layer by layer. Made by ``written``."""

    def __init__(self, stream: BinaryIO) -> None:
        self.positions = 0
        self.layers = 0
        self._stream = stream
        self._piles = 0

    def claim(self, claim: Claim) -> None:
        """Write what is claimed."""
        header = {
            "format": FORMAT,
            "deal": encode_deal(claim.deal),
            "cards_left_bound": claim.cards_left_bound,
            "line": claim.line,
            "cards_left": claim.cards_left,
        }
        self._stream.write(json.dumps(header).encode() + b"\n")
        self._piles = claim.deal.rules.pile_count

    def layer(self, groups: int, layer: Iterable[tuple[bytes, bytes]]) -> None:
        """Write a layer of so many groups, each with its key and the tops of its positions as in ``Layer``."""
        self._stream.write(groups.to_bytes(4, "little"))
        for key, tops in layer:
            count = len(tops) // self._piles
            self._stream.write(key + count.to_bytes(4, "little") + tops)
            self.positions += count
        self.layers += 1


@contextmanager
def written(path: str) -> Iterator[Writer]:
    """A writer to a file, which comes into being only when all is written; an error or Ctrl-C leaves nothing behind.

    Until then it is ``path`` with ``.part`` behind it. Raises ``InputError`` when the file cannot be written.
    """
    part = f"{path}.part"
    try:
        with _created(part) as file:
            # Without name and time the same refutation is the same file.
            with gzip.GzipFile(filename="", mode="wb", compresslevel=COMPRESSION, fileobj=file, mtime=0) as stream:
                yield Writer(cast(BinaryIO, stream))
            file.flush()
            os.fsync(file.fileno())
            os.replace(part, path)
    except FileExistsError:
        raise InputError(f"{_place(part)}: is in the way; remove it if nothing else is writing it") from None
    except OSError as error:
        raise InputError(f"{_place(path)}: cannot be written: {error.strerror or error}") from None


@contextmanager
def _created(path: str) -> Iterator[BinaryIO]:
    """A new file, which is removed in the end unless it has been renamed."""
    with open(path, "xb") as file:
        try:
            yield file
        finally:
            with suppress(FileNotFoundError):
                os.unlink(path)


# -- reading -------------------------------------------------------------------------------------------------------


class Reader:
    """Reads one refutation. Made by ``opened``; whatever is not of the form raises ``InputError``."""

    def __init__(self, stream: BufferedReader, memory: int) -> None:
        self._stream = stream
        self._memory = memory
        self._held = [0, 0]  # bytes of the two newest layers
        self.claim = self._claim()
        self._players = self.claim.deal.players
        self._piles = self.claim.deal.rules.pile_count

    def layers(self) -> Iterator[Layer]:
        """The layers in their order, the empty one at the end included.

        Raises ``OutOfMemory`` when two that follow each other need more than ``memory`` bytes.
        """
        while True:
            self._held = [self._held[1], 0]
            layer: Layer = {}
            for _ in range(self._number()):
                key = self._key()
                size = self._number() * self._piles
                self._hold(GROUP_BYTES)
                if key in layer:
                    raise InputError("a layer has the same group twice")
                layer[key] = self._bytes(size)
            yield layer
            if not layer:
                break
        if self._stream.read(1):
            raise InputError("there is more behind the last layer")

    def _claim(self) -> Claim:
        line = self._stream.readline(MAX_HEADER_BYTES)
        if not line.startswith(b"{") or not line.endswith(b"\n"):
            raise InputError("not a refutation: it does not begin with a claim")
        try:
            found = loads(line.decode(), "the claim")
        except UnicodeDecodeError:
            raise InputError("the claim is not valid UTF-8") from None
        if found.get("format") != FORMAT:
            raise InputError(f'the claim: expected the format "{FORMAT}", not {shown(found.get("format"))}')
        as_object(found, "the claim", ("format", "deal", "cards_left_bound", "line", "cards_left"))
        for name in ("deal", "line"):
            if not isinstance(found[name], str):
                raise InputError(f"the claim: {name}: expected a text, not {shown(found[name])}")
        if not found["deal"].startswith(f"{PREFIX}:"):
            raise InputError(f"the claim: deal: expected an identifier of the-game, not {shown(found['deal'])}")
        deal = decode(found["deal"])
        bound = as_whole_number(found["cards_left_bound"], "the claim: cards_left_bound", 1, max(1, deal.cards_left))
        left = as_whole_number(found["cards_left"], "the claim: cards_left", 0, deal.cards_left)
        return Claim(deal, bound, found["line"], left)

    def _key(self) -> bytes:
        key = self._bytes(3)
        for _ in range(self._players):
            size = self._bytes(1)
            key += size + self._bytes(size[0])
        return key

    def _number(self) -> int:
        return int.from_bytes(self._bytes(4), "little")

    def _bytes(self, count: int) -> bytes:
        """The next bytes. A count that nothing stands behind costs no memory, as no more is taken than there is."""
        found = b""
        while count > len(found):
            more = self._stream.read(min(count - len(found), CHUNK))
            if not more:
                raise InputError("cut off in the middle")
            self._hold(len(more))
            found += more
        return found

    def _hold(self, size: int) -> None:
        self._held[1] += size
        if sum(self._held) > self._memory:
            raise OutOfMemory


@contextmanager
def opened(path: str, memory: int) -> Iterator[Reader]:
    """A reader of a file that keeps at most about ``memory`` bytes of it.

    Raises ``InputError`` that names the file when it cannot be read, is no refutation, or is damaged.
    """
    place = _place(path)
    try:
        with gzip.open(path, "rb") as stream:
            yield Reader(BufferedReader(stream, 1 << 16), memory)
    except FileNotFoundError:
        raise InputError(f"{place}: no such file; the file of a refutation is expected, as prove writes it") from None
    except gzip.BadGzipFile as error:
        raise InputError(f"{place}: not a refutation, or damaged: {error}") from None
    except (EOFError, zlib.error):
        raise InputError(f"{place}: damaged: its compressed data is cut off or wrong") from None
    except OSError as error:
        raise InputError(f"{place}: cannot be read: {error.strerror or error}") from None
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def _place(path: str) -> str:
    return one_line(path, _MAX_NAME) if path else "the empty name"
