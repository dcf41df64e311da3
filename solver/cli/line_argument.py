"""A deal and a line of play as arguments of a command: the line as text, ``@FILE``, or ``-`` for standard input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from solver.errors import InputError
from solver.sources import STANDARD_INPUT, place_name, read_any_deal, read_text

if TYPE_CHECKING:
    from solver.sources import AnyDeal

T = TypeVar("T")

_A_LINE = "after the @ the file of a line is expected; a line can also be given as text, or as - for standard input"


@dataclass(frozen=True, slots=True)
class LineArgument:
    """The text of a line, and the file that it came from; ``None`` if it is the argument itself."""

    text: str
    file: str | None

    def read_by(self, read: Callable[[str], T]) -> T:
        """What ``read`` makes of the text; an ``InputError`` of it names the file."""
        try:
            return read(self.text)
        except InputError as error:
            if self.file is None:
                raise
            raise InputError(f"{place_name(self.file)}: {error}") from None


def read_deal_and_line(source: str, line: str) -> tuple[AnyDeal, LineArgument]:
    """The deal and the line, not read yet; raises ``InputError`` for files that cannot be read."""
    if source == line == STANDARD_INPUT:
        raise InputError("standard input (-) can be the deal or the line, not both")
    return read_any_deal(source), _line_argument(line)


def _line_argument(line: str) -> LineArgument:
    """The text itself, or what ``-`` or ``@FILE`` names. No line of play begins with these characters."""
    file = line if line == STANDARD_INPUT else line[1:] if line.startswith("@") else None
    return LineArgument(line if file is None else read_text(file, _A_LINE), file)
