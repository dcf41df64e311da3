"""Where a game is kept, so that no file is lost to it.

A game that was resumed from a file goes back there. ``--save FILE`` may name a new file or that of another saved game,
which is then replaced; a file of anything else is refused before play begins. A game without either gets a new file:
``opendeal-game.json`` or, where that is there already, ``opendeal-game-2.json`` and so on.
"""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

from puzzles.play.table import FORMAT, Saved
from solver.errors import InputError
from solver.strict_json import loads

NEW = "opendeal-game{}.json"


class Place:
    """The file of one game; raises ``InputError`` when it was named and holds something else than a saved game."""

    def __init__(self, named: str | None = None, resumed_from: str | None = None) -> None:
        found = named or resumed_from
        self._path = None if found is None else Path(found)
        if named is not None and named != resumed_from and _is_something_else(Path(named)):
            raise InputError(f"--save {named}: is there already and is no saved game; it would be lost")

    def keep(self, saved: Saved) -> Path:
        """Write the game, and return where it is; raises ``InputError`` when it cannot be written."""
        text = json.dumps(saved.to_json()) + "\n"
        if self._path is None:
            self._path = _new_file(text)
            return self._path
        try:
            self._path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise InputError(f"{self._path}: cannot be written: {error.strerror}") from None
        return self._path


def _new_file(text: str) -> Path:
    """Write a text to the first of the names for new games that is free."""
    for number in count(1):
        path = Path(NEW.format("" if number == 1 else f"-{number}"))
        try:
            with path.open("x", encoding="utf-8") as stream:
                stream.write(text)
        except FileExistsError:
            continue
        except OSError as error:
            raise InputError(f"{path}: cannot be written: {error.strerror}") from None
        return path
    raise AssertionError("there is always another number")


def _is_something_else(path: Path) -> bool:
    """Is there a file, and is it no saved game? What is no file, or cannot be read, is left for writing to judge."""
    try:
        if not path.is_file():
            return False
        data = loads(path.read_text(encoding="utf-8"), str(path))
    except OSError:
        return False
    except ValueError:  # no text, or no JSON
        return True
    return not isinstance(data, dict) or data.get("format") != FORMAT
