"""Reading JSON strictly, with messages that name the place and never print a huge value.

Deals, rules and lines arrive as parsed JSON from files and from strangers. The functions here turn one value into
what is expected, or raise :class:`InputError` with the path of the value (such as ``hands[1][3]``), the value itself,
shortened, and what was expected in its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, TypeVar

from solver.errors import InputError

SHOWN_CHARACTERS = 40
"""Longest piece of a user's text that a message repeats."""
_Name = TypeVar("_Name", bound=str)


def shown(value: object) -> str:
    """The value in the words of JSON, short whatever its size: for error messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        # Python refuses to print integers of more than some thousand digits, so ask for the size first.
        return str(value) if value.bit_length() <= 64 else f"a number of {value.bit_length()} bits"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        short = value[:SHOWN_CHARACTERS]
        return json.dumps(short, ensure_ascii=True) + ("…" if len(value) > len(short) else "")
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return f"a value of type {type(value).__name__}"


def one_line(text: str, most: int) -> str:
    """The text on one line: at most so many characters of it, those that do not print escaped."""
    short = text if len(text) <= most else f"{text[:most]}…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)


def as_object(value: object, path: str, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """The value as an object with all the required keys and none but these and the optional ones."""
    if not isinstance(value, dict):
        raise InputError(f"{path}: expected an object, not {shown(value)}")
    for key in value:
        if key not in required and key not in optional:
            known = ", ".join(f"'{name}'" for name in (*required, *optional))
            raise InputError(f"{path}: unknown key {shown(key)}; known are {known}")
    for key in required:
        if key not in value:
            raise InputError(f"{path}: the key '{key}' is missing")
    return value


def as_list(value: object, path: str, most: int) -> Sequence[object]:
    """The value as a list of at most ``most`` entries; the length is checked before anything else is read."""
    if not isinstance(value, list | tuple):
        raise InputError(f"{path}: expected a list, not {shown(value)}")
    if len(value) > most:
        raise InputError(f"{path}: holds {len(value)} entries; at most {most} are possible")
    return value


def as_text(value: object, path: str) -> str:
    """The text; raises ``InputError`` if it is none."""
    if not isinstance(value, str):
        raise InputError(f"{path}: expected a text, not {shown(value)}")
    return value


def as_one_of(names: tuple[_Name, ...], value: object, path: str) -> _Name:
    """The name among these; raises ``InputError`` that lists them if it is none of them."""
    for name in names:
        if value == name:
            return name
    raise InputError(f"{path}: expected one of {', '.join(names)}, not {shown(value)}")


def as_whole_number(value: object, path: str, least: int, most: int) -> int:
    """The value as a whole number from ``least`` to ``most``; ``true`` and ``1.0`` are none."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"{path}: expected a whole number from {least} to {most}, not {shown(value)}")
    return value


def loads(text: str, what: str, first_line: int = 1) -> Any:
    """The value of a JSON text. Unlike ``json.loads``, refuses a key given twice, ``NaN`` and ``Infinity``.

    ``what`` names the text in messages ("the deal", a file's name). Syntax errors give line and column, where
    ``first_line`` is the line of the file in which the text begins.
    """
    try:
        return json.loads(text, object_pairs_hook=_object_of_distinct_keys, parse_constant=_refuse_constant)
    except InputError as error:
        raise InputError(f"{what}: {error}") from None
    except json.JSONDecodeError as error:
        place = f"line {first_line + error.lineno - 1}, column {error.colno}"
        raise InputError(f"{what}: not valid JSON at {place}: {error.msg}") from None
    except RecursionError:
        raise InputError(f"{what}: the JSON is nested too deeply") from None
    except ValueError:
        # The one other complaint of the parser: an integer with more digits than Python converts.
        raise InputError(f"{what}: holds a number with far too many digits") from None


def _object_of_distinct_keys(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"the key {shown(key)} is given twice in one object")
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise InputError(f"{name} is not a number of JSON")
