"""The code inside self-contained deal identifiers: one large number in mixed radix, in base 64, with a check sum.

Every game writes its deals with the same parts: cards as ranks among the numbers that no earlier card has taken,
places with a radix each, URL-safe digits, and two digits of check sum over the whole text.
"""

from __future__ import annotations

from binascii import crc32
from bisect import bisect_left, insort

from solver.errors import InputError
from solver.strict_json import as_whole_number, shown

MAX_CHARACTERS = 4096
"""Longest identifier that is read; the longest possible one has less than a fifth of that."""
MAX_SEED_CHARACTERS = 200

CHECK_DIGITS = 2
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}


class Unused:
    """The numbers up to ``high`` that no card so far has taken, counted and ranked without listing them all."""

    def __init__(self, high: int) -> None:
        self._high = high
        self._used: list[int] = []

    def remove(self, card: int) -> None:
        insort(self._used, card)

    def count(self, least: int) -> int:
        """How many unused numbers there are from ``least`` up."""
        return self._high + 1 - least - (len(self._used) - bisect_left(self._used, least))

    def rank(self, card: int, least: int) -> int:
        """How many unused numbers from ``least`` up are lower than ``card``."""
        return card - least - (bisect_left(self._used, card) - bisect_left(self._used, least))

    def card(self, rank: int, least: int) -> int:
        """The unused number from ``least`` up with this rank."""
        card = least + rank
        for used in self._used[bisect_left(self._used, least) :]:
            if used > card:
                break
            card += 1
        return card


class Number:
    """A large number in mixed radix, read place by place, the lowest first."""

    def __init__(self, digits: str) -> None:
        self._rest = 0
        for digit in digits:
            self._rest = self._rest * len(_DIGITS) + _VALUES[digit]

    def take(self, radix: int) -> int:
        if radix < 1:
            raise InputError("identifier: it names more cards than its rules have")
        self._rest, value = divmod(self._rest, radix)
        return value


def to_number(places: list[tuple[int, int]]) -> int:
    """The number with these (value, radix) places, the lowest first."""
    number = 0
    for value, radix in reversed(places):
        number = number * radix + value
    return number


def to_digits(number: int) -> str:
    digits = []
    while number:
        number, value = divmod(number, len(_DIGITS))
        digits.append(_DIGITS[value])
    return "".join(reversed(digits))


def check_digits(stem: str) -> str:
    """Two digits of check sum over everything in the identifier before them."""
    high, low = divmod(crc32(stem.encode()) % len(_DIGITS) ** CHECK_DIGITS, len(_DIGITS))
    return _DIGITS[high] + _DIGITS[low]


def unchecked_digits(identifier: str, digits: str) -> str:
    """The digits of a self-contained identifier without their check sum, which is verified."""
    stem, check = identifier[:-CHECK_DIGITS], identifier[-CHECK_DIGITS:]
    if len(digits) < CHECK_DIGITS or check != check_digits(stem):
        raise InputError(f"identifier {shown(identifier)}: the check sum does not fit; it is mistyped or cut off")
    return digits[:-CHECK_DIGITS]


def require_canonical(what: str, text: str, canonical: str) -> None:
    """Raises ``InputError`` when the text is not written as it is in its canonical form."""
    if text != canonical:
        raise InputError(f"{what} {shown(text)}: not in its canonical form, which is {canonical}")


def require_length(identifier: str) -> None:
    """Raises ``InputError`` when an identifier is too long to be read."""
    if len(identifier) > MAX_CHARACTERS:
        raise InputError(f"identifier: {len(identifier)} characters; at most {MAX_CHARACTERS} are read")


def require_seed(players: int, most_players: int, seed_text: str) -> None:
    """Raises ``InputError`` when the seed form of an identifier cannot hold this number of players or seed text."""
    as_whole_number(players, "players", 1, most_players)
    if not 1 <= len(seed_text) <= MAX_SEED_CHARACTERS:
        raise InputError(f"seed: {len(seed_text)} characters; it must have 1 to {MAX_SEED_CHARACTERS}")
    if not seed_text.isprintable() or seed_text != seed_text.strip():
        raise InputError(f"seed {shown(seed_text)}: only printable characters, and no space at either end, are allowed")
