"""Lines of play as text and as JSON.

Text: ``12@A1 15@A1 | 88@D1 98@D1* |``: card@pile, ``|`` ends a turn, ``*`` marks a backwards trick for the reader and
means nothing to the parser, ``p1:`` before a turn names its player.
JSON: ``[{"player": 0, "plays": [{"card": 12, "pile": "A1"}]}]``, one object a turn; ``"ended": true`` in the last one
stands for a trailing ``|``.

Nothing here knows the rules: whether a line is legal, and what the piles are, is for the referee to say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from solver.errors import InputError
from solver.strict_json import as_list, as_object, as_whole_number, loads, shown

MAX_CHARACTERS = 100_000
"""Longest text of a line; a full deal takes about a hundredth of it."""
MAX_WRITTEN_NUMBER = 9_999_999
"""Greatest card that a line may name: seven digits."""
MAX_WRITTEN_PLAYER = 99

PILE = re.compile(r"[A-Za-z]{1,8}[0-9]{1,7}")
"""What the name of a pile looks like; which of them exist depends on the rules."""

TOKEN = re.compile(
    rf"""\s*(?:
        (?P<end>\|)
        | [pP](?P<player>[0-9]{{1,2}}):
        | (?P<card>[0-9]{{1,7}})@(?P<pile>{PILE.pattern})\*?(?=[\s|]|$)
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Play:
    """One card laid on one pile, which goes by its public name (``A1``, ``D2``)."""

    card: int
    pile: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The plays of one turn and, where the line says so, its player."""

    plays: tuple[Play, ...] = ()
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A sequence of turns. ``closed``: the last turn was ended explicitly, as by a trailing ``|``.

    Two ways to say the same are made one: a last turn that is not ended and says neither a card nor a player is no
    turn, and the turn before it was ended.
    """

    turns: tuple[Turn, ...] = ()
    closed: bool = True

    def __post_init__(self) -> None:
        turns, closed = tuple(self.turns), self.closed
        if not closed and turns and turns[-1] == Turn():
            turns, closed = turns[:-1], True
        object.__setattr__(self, "turns", turns)
        object.__setattr__(self, "closed", closed or not turns)


# -- text ------------------------------------------------------------------------------------------------------


def parse_line(text: str) -> Line:
    """The line in a text, or in JSON when the text begins with ``[``.

    Raises ``InputError`` naming column, turn and play when the text is no line. A line that is merely illegal is read.
    """
    if not isinstance(text, str):
        raise InputError(f"line: expected a text, not {shown(text)}")
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"line: {len(text)} characters; at most {MAX_CHARACTERS} are read")
    if text.lstrip().startswith("["):
        return line_from_json(loads(text, "line"))
    turns: list[Turn] = []
    plays: list[Play] = []
    player: int | None = None
    column, end = 0, len(text.rstrip())
    while column < end:
        token = TOKEN.match(text, column)
        if token is None or (token["player"] is not None and (plays or player is not None)):
            raise _no_line(text, column, len(turns) + 1, len(plays) + 1)
        if token["end"]:
            turns.append(Turn(tuple(plays), player))
            plays, player = [], None
        elif token["player"] is not None:
            player = int(token["player"])
        else:
            plays.append(Play(int(token["card"]), token["pile"].upper()))
        column = token.end()
    open_turn = Turn(tuple(plays), player)
    return Line((*turns, open_turn), closed=False)


def as_line(value: Line | str | Sequence[object]) -> Line:
    """The line that a caller means: a ``Line``, its text, or its JSON form as a list. Raises ``InputError``."""
    if isinstance(value, Line):
        return value
    if isinstance(value, str):
        return parse_line(value)
    if isinstance(value, list | tuple):
        return line_from_json(value)
    raise InputError(f"line: expected a Line, its text or its JSON form as a list, not {shown(value)}")


def _no_line(text: str, column: int, turn: int, play: int) -> InputError:
    rest = text[column:].lstrip()
    at = len(text) - len(rest) + 1
    word = shown(rest.split(maxsplit=1)[0])
    return InputError(
        f"line: column {at} (turn {turn}, play {play}): cannot read {word}; expected a play such as 12@A1, "
        "a | that ends the turn, or a player such as p0: at the beginning of a turn"
    )


def format_line(line: Line, tricks: Collection[tuple[int, int]] = ()) -> str:
    """The text of a line. ``tricks`` holds (turn, play) of the plays to be starred, both counted from 0."""
    words: list[str] = []
    for number, turn in enumerate(line.turns):
        if turn.player is not None:
            words.append(f"p{turn.player}:")
        for index, play in enumerate(turn.plays):
            star = "*" if (number, index) in tricks else ""
            words.append(f"{play.card}@{play.pile}{star}")
        if line.closed or number + 1 < len(line.turns):
            words.append("|")
    return " ".join(words)


# -- JSON ------------------------------------------------------------------------------------------------------


def line_from_json(value: object) -> Line:
    """The line in a parsed JSON value; raises ``InputError`` with the path of what is wrong.

    ``player`` may be left out, like the prefix in the text form.
    """
    listed = as_list(value, "line", MAX_CHARACTERS)
    turns = []
    ended = False
    for index, entry in enumerate(listed):
        path = f"line[{index}]"
        found = as_object(entry, path, ("plays",), ("player", "ended"))
        player = found.get("player")
        if player is not None:
            player = as_whole_number(player, f"{path}.player", 0, MAX_WRITTEN_PLAYER)
        plays = as_list(found["plays"], f"{path}.plays", MAX_CHARACTERS)
        turns.append(Turn(tuple(_play_from_json(p, f"{path}.plays[{i}]") for i, p in enumerate(plays)), player))
        ended = found.get("ended", False)
        if not isinstance(ended, bool):
            raise InputError(f"{path}.ended: expected true or false, not {shown(ended)}")
        if index + 1 < len(listed) and found.get("ended") is False:
            raise InputError(f"{path}.ended: false, but another turn follows")
    return Line(tuple(turns), closed=ended)


def _play_from_json(value: object, path: str) -> Play:
    found = as_object(value, path, ("card", "pile"))
    card = as_whole_number(found["card"], f"{path}.card", 0, MAX_WRITTEN_NUMBER)
    pile = found["pile"]
    if not isinstance(pile, str) or PILE.fullmatch(pile) is None:
        raise InputError(f'{path}.pile: expected a pile such as "A1", not {shown(pile)}')
    return Play(card, pile.upper())


def line_to_json(line: Line) -> list[dict[str, Any]]:
    """The JSON form of a line, one object a turn. The last one says ``"ended": true`` when the line is closed."""
    written: list[dict[str, Any]] = []
    for turn in line.turns:
        entry: dict[str, Any] = {} if turn.player is None else {"player": turn.player}
        entry["plays"] = [{"card": play.card, "pile": play.pile} for play in turn.plays]
        written.append(entry)
    if written and line.closed:
        written[-1]["ended"] = True
    return written
