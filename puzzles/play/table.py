"""A game on the table: all that the loop of terminal play, saving and sharing need to know of it, whatever the game.

What may be done is decided by the rules of the game alone; a table only says what keys and texts mean, and what is to
be told.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from solver.budget import Budget
from solver.errors import InputError
from solver.strict_json import as_object, as_text, as_whole_number, shown

if TYPE_CHECKING:
    from rich.console import RenderableType

FORMAT = "opendeal-game/1"
MOST_COUNTED = 10**9
HINT_BUDGET = Budget(time_limit=20.0)
"""What a hint may take; Ctrl-C ends the search before."""


@dataclass(slots=True)
class Help:
    """How much help was taken: steps taken back, hint steps asked for, and times asked whether it is possible."""

    undos: int = 0
    hints: int = 0
    asked: int = 0


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game as data, whatever the game.

    ``deal``: its identifier. ``puzzle``: the puzzle's JSON data, or ``None`` for a bare deal. ``line``: what was
    played. ``starter``: the player who starts, in The Game and once the team has chosen one.
    """

    deal: str
    puzzle: Any
    line: str
    help: Help
    starter: int | None = None

    def to_json(self) -> dict[str, Any]:
        """JSON data that ``saved_from_json`` reads."""
        said = {"deal": self.deal, "puzzle": self.puzzle, "starter": self.starter, "line": self.line}
        return {"format": FORMAT, **said, **asdict(self.help)}


def saved_from_json(value: object) -> Saved:
    """The saved game in JSON data; only its form is checked. Raises ``InputError`` that names what is wrong."""
    counts = ("undos", "hints", "asked")
    data = as_object(value, "game", ("format", "deal", "puzzle", "starter", "line", *counts))
    if data["format"] != FORMAT:
        raise InputError(f"format: expected {shown(FORMAT)}, not {shown(data['format'])}")
    deal, line = as_text(data["deal"], "deal"), as_text(data["line"], "line")
    undos, hints, asked = (as_whole_number(data[key], key, 0, MOST_COUNTED) for key in counts)
    starter = data["starter"]
    if starter is not None:
        as_whole_number(starter, "starter", 0, MOST_COUNTED)
    return Saved(deal, data["puzzle"], line, Help(undos, hints, asked), starter)


class UnderWay(Protocol):
    """A game under way, whose steps can all be taken back."""

    help: Help

    @property
    def untouched(self) -> bool:
        """Was nothing done so far?"""

    @property
    def over(self) -> bool:
        """Can nothing more be done?"""

    def undo(self) -> bool:
        """Take the last step back; was there one?"""

    def restart(self) -> None:
        """Take everything back."""

    def saved(self) -> Saved:
        """The game as data, from which it can go on."""


G = TypeVar("G", bound=UnderWay)
H = TypeVar("H")


class Table(ABC, Generic[G, H]):
    """A game under way, what is asked of the player, and the hint that was given; ``H`` is the type of its hints."""

    keys: ClassVar[Sequence[str]]
    """All keys and what they mean, as lines for reading."""
    example: ClassVar[str]
    """What may be typed instead of keys, as an example."""
    levels: ClassVar[int]
    """Into how many sentences a hint is divided."""

    def __init__(self, game: G, task: str) -> None:
        self.game = game
        self.task = task
        self._hint: tuple[H, int] | None = None

    # -- what differs between the games ------------------------------------------------------------------------

    @abstractmethod
    def board(self, said: Sequence[str]) -> RenderableType:
        """Everything that the player needs to see. ``said``: the last messages."""

    @abstractmethod
    def verdict(self) -> Sequence[str]:
        """What came of a game that is over."""

    @abstractmethod
    def result(self) -> str:
        """One line to share: words, figures and the deal's identifier; nothing that gives the solution away."""

    @abstractmethod
    def press(self, key: str) -> Sequence[str] | None:
        """Do what a key of this game means, and return what is to be said; ``None`` if it means nothing.

        Raises ``IllegalPlay`` with the reason when the rules do not allow it.
        """

    @abstractmethod
    def type(self, text: str) -> Sequence[str]:
        """Play a text from here on, as far as the rules allow, and return what is to be said.

        Raises ``InputError`` for a text that cannot be read, ``IllegalPlay`` with the reason.
        """

    @abstractmethod
    def possible(self) -> str:
        """Can the goal still be reached? Searches, and may take seconds."""

    @abstractmethod
    def _searched_hints(self) -> H:
        """The hints for the next step; searches, and may take seconds."""

    @abstractmethod
    def _in_words(self, hints: H, level: int) -> Sequence[str]:
        """The sentences of a hint up to a level, from 1."""

    # -- what does not -----------------------------------------------------------------------------------------

    def let_go(self) -> None:
        """Forget a card that waits for its place. Where cards are played at once there is none."""

    def undo(self) -> bool:
        """Take the last step back; was there one?"""
        self._changed()
        return self.game.undo()

    def restart(self) -> None:
        """Take everything back."""
        self._changed()
        self.game.restart()

    def hint(self) -> Sequence[str]:
        """The hint for the next step, each time one sentence more; the first time it searches."""
        found, level = (self._searched_hints(), 0) if self._hint is None else self._hint
        level = min(level + 1, self.levels)
        self._hint = found, level
        return self._in_words(found, level)

    def _changed(self) -> None:
        """The hint was for the moment before."""
        self._hint = None
        self.let_go()


AnyTable = Table[Any, Any]
"""The table of any game."""
