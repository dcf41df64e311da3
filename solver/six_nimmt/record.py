"""A recorded round of 6 nimmt!: which cards were played in each turn, and what was noted about where they went.

Text: ``14@1 15@1 44@3 61@4 | 20@1 37@2``: one card for each player in every turn, in any order, ``|`` between turns.
The owner of a card is known from the hands. ``@`` and a row number say where the card went; a card below all ends needs
it, because its owner chose the row, for others it may be left out. A ``*`` says that the card took a row, and is not
read.

JSON: one object a turn, ``{"laid": [{"player": 0, "card": 3, "row": 1, "why": "lowest", "taken": [7]}]}``, as
``explain --json`` prints it. Only ``card`` is required; whatever else is noted is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from solver.errors import InputError
from solver.six_nimmt.resolve import Laid
from solver.six_nimmt.rules import LAST_CARD, MAX_HAND, MAX_PLAYERS, ROW_COUNT
from solver.strict_json import as_list, as_object, as_whole_number, loads, shown

MAX_CHARACTERS = 10_000
_NOTE = re.compile(r"([0-9]{1,6})(?:@([0-9]{1,6}))?\*?")
_MOST_HEADS = 27
"""Bullheads of the dearest possible row: 7 and four times 5."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is noted of one card; ``None``: nothing noted."""

    card: int
    player: int | None = None
    row: int | None = None
    why: str | None = None
    taken: tuple[int, ...] | None = None
    bullheads: int | None = None


Record = tuple[tuple[Note, ...], ...]
"""The turns of a round, each with a note for every card."""


def parse_record(text: str) -> Record:
    """The record in a text, or in JSON when it begins with ``[``; ``InputError`` with turn and place if it is none."""
    if len(text) > MAX_CHARACTERS and not text.lstrip().startswith("["):
        raise InputError(f"record: {len(text)} characters; at most {MAX_CHARACTERS} are read")
    if text.lstrip().startswith("["):
        return record_from_json(loads(text, "record"))
    turns = text.split("|")
    if not turns[-1].strip():
        turns.pop()
    return tuple(_turn(number, turn) for number, turn in enumerate(turns, 1))


def _turn(number: int, text: str) -> tuple[Note, ...]:
    notes = []
    for place, token in enumerate(text.split(), 1):
        match = _NOTE.fullmatch(token)
        if match is None:
            raise InputError(
                f"record: turn {number}, card {place}: {shown(token)} is no card with a row, such as 14@1; "
                "turns are separated by |"
            )
        notes.append(Note(int(match[1]), row=None if match[2] is None else int(match[2])))
    if not notes:
        raise InputError(f"record: turn {number} has no cards")
    return tuple(notes)


def record_from_json(value: object) -> Record:
    """The record in a parsed JSON value; ``InputError`` with the path when it is none."""
    turns = []
    for index, turn in enumerate(as_list(value, "record", MAX_HAND)):
        path = f"record[{index}].laid"
        found = as_object(turn, f"record[{index}]", ("laid",), ("turn", "rows", "heads"))
        laid = as_list(found["laid"], path, MAX_PLAYERS)
        turns.append(tuple(_note(note, f"{path}[{place}]") for place, note in enumerate(laid)))
    return tuple(turns)


def _note(value: object, path: str) -> Note:
    found = as_object(value, path, ("card",), ("player", "row", "why", "taken", "bullheads", "reason"))

    def number(key: str, least: int, most: int) -> int | None:
        return as_whole_number(found[key], f"{path}.{key}", least, most) if key in found else None

    why, taken = found.get("why"), found.get("taken")
    if why is not None and why not in ("nearest", "sixth", "lowest"):
        raise InputError(f"{path}.why: expected nearest, sixth or lowest, not {shown(why)}")
    return Note(
        as_whole_number(found["card"], f"{path}.card", 1, LAST_CARD),
        number("player", 0, MAX_PLAYERS - 1),
        number("row", 1, ROW_COUNT),
        why,
        None
        if taken is None
        else tuple(as_whole_number(card, f"{path}.taken", 1, LAST_CARD) for card in as_list(taken, f"{path}.taken", 5)),
        number("bullheads", 0, _MOST_HEADS),
    )


def record_of(turns: Iterable[Sequence[Laid]]) -> Record:
    """The record of turns as they were resolved: players, cards and rows."""
    return tuple(tuple(Note(laid.card, laid.player, laid.row) for laid in turn) for turn in turns)


def record_text(turns: Iterable[Sequence[Laid]]) -> str:
    """The canonical text of turns: every card with its row, as they were laid, a star where a row was taken."""
    return " | ".join(" ".join(f"{laid.card}@{laid.row}{'*' if laid.taken else ''}" for laid in turn) for turn in turns)


def turn_to_json(number: int, turn: Sequence[Laid]) -> dict[str, Any]:
    """A turn as JSON: its number, from 1, the outcome of each card as it was laid, and the rows after it."""
    return {"turn": number, "laid": [laid.to_json() for laid in turn], "rows": [list(row) for row in turn[-1].rows]}
