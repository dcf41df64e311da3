"""The log of a real game as a line of play: one play a line, as people write it down.

::

    # our game of Friday            a comment
    12 A1                           also 12@A1, 12 -> A1, 12 on A1, A1 12, p0: 12 A1
    15 A1
                                    a blank line ends a turn; so do |, --, draw, end and pass on a line of their own
    88 D1 |                         or after a play

Whether a turn may end there is for the referee to say.
"""

from __future__ import annotations

import re

from solver.errors import InputError
from solver.strict_json import shown
from solver.the_game.notation import MAX_CHARACTERS, MAX_WRITTEN_PLAYER, PILE, Line, Play, Turn, parse_line

_END = r"(?:\|+|-{2,}|draws?|end|pass(?:es)?)"
_PLAYER = r"(?:p(?:layer)? ?(?P<player>[0-9]{1,2})(?:: ?| ))"
_CARD_FIRST = rf"(?P<card>[0-9]{{1,7}})(?: ?(?:@|->|→|=>|,|:) ?| on | to | )(?P<pile>{PILE.pattern})"
_PILE_FIRST = rf"(?P<first_pile>{PILE.pattern})(?: ?(?:<-|←|,|:|=) ?| )(?P<last_card>[0-9]{{1,7}})"
_ENTRY = re.compile(rf"{_PLAYER}?(?:(?:{_CARD_FIRST}|{_PILE_FIRST}) ?\*?)? ?(?P<end>{_END})? ?[.;,]?", re.IGNORECASE)
"""One line of a log, blanks in it reduced to single ones: then no text takes long to refuse."""
_COMMENT = re.compile(r"#.*")


def read_line(text: str) -> Line:
    """The line of play in a text: a log if it has several lines with one play each, else notation or JSON.

    Raises ``InputError`` that names the place when it is neither.
    """
    return parse_log(text) if looks_like_log(text) else parse_line(text)


def looks_like_log(text: str) -> bool:
    """Is the text written one play a line? Text of one line is notation, unless only a log may say it so."""
    if not isinstance(text, str) or text.lstrip().startswith("["):
        return False
    lines = [line for line in (_COMMENT.sub("", line).strip() for line in text.splitlines()) if line]
    if "#" not in text and len(lines) < 2:
        try:
            parse_line(text)
        except InputError:
            return any(_ENTRY.fullmatch(" ".join(line.split())) for line in lines)
        return False
    return all(len(re.findall(r"[0-9]\s*@", line)) < 2 for line in lines)


def parse_log(text: str) -> Line:
    """The line in a log; raises ``InputError`` that names the line and says what was expected."""
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"log: {len(text)} characters; at most {MAX_CHARACTERS} are read")
    turns: list[Turn] = []
    plays: list[Play] = []
    player: int | None = None
    ended_by_blank = False
    lines = text.splitlines()
    while lines and not lines[-1].strip():
        lines.pop()  # blank lines at the end of a file say nothing
    for number, written in enumerate(lines, 1):
        said = _COMMENT.sub("", written)
        if not said.strip():
            if plays and not written.strip():
                turns.append(Turn(tuple(plays), player))
                plays, player, ended_by_blank = [], None, True
            continue
        entry = _ENTRY.fullmatch(" ".join(said.split()))
        if entry is None:
            raise _no_entry(number, said)
        named = entry["player"]
        if named is not None:
            if plays and player != int(named):
                turns.append(Turn(tuple(plays), player))  # another player's play: the turn before is over
                plays = []
            player = int(named)
        card, pile = entry["card"] or entry["last_card"], entry["pile"] or entry["first_pile"]
        if card is not None:
            plays.append(Play(int(card), pile.upper()))
            ended_by_blank = False
        if entry["end"] is not None:
            # "draw" after a blank line is the same end of the same turn.
            if not (ended_by_blank and not plays and card is None):
                turns.append(Turn(tuple(plays), player))
            plays, player, ended_by_blank = [], None, False
    return Line((*turns, Turn(tuple(plays), player)), closed=False)


def _no_entry(number: int, said: str) -> InputError:
    said = said.strip()
    if re.match(r"discard", said, re.IGNORECASE):
        return InputError(
            f"log, line {number}: {shown(said)}: discarding is not allowed; cards leave a hand onto a pile"
        )
    return InputError(
        f"log, line {number}: cannot read {shown(said)}; expected one play such as 12 A1 or 12@A1, "
        f"with p0: to p{MAX_WRITTEN_PLAYER}: before it where players are named, or the end of a turn: "
        "a blank line, |, -- or draw"
    )
