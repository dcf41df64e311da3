"""A deal and a line of play as arguments of a command: the line as text, ``@FILE``, or ``-`` for standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.errors import InputError
from solver.sources import STANDARD_INPUT, read_any_deal, read_text

if TYPE_CHECKING:
    from solver.sources import AnyDeal

_A_LINE = "after the @ the file of a line is expected; a line can also be given as text, or as - for standard input"


def read_deal_and_line(source: str, line: str) -> tuple[AnyDeal, str]:
    """The deal and the text of the line; raises ``InputError`` for what cannot be read."""
    if source == line == STANDARD_INPUT:
        raise InputError("standard input (-) can be the deal or the line, not both")
    return read_any_deal(source), _line_text(line)


def _line_text(line: str) -> str:
    """The text itself, or what ``-`` or ``@FILE`` names. No line of play begins with these characters."""
    if line == STANDARD_INPUT:
        return read_text(line, _A_LINE)
    return read_text(line[1:], _A_LINE) if line.startswith("@") else line
