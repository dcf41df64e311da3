"""What can be played: a puzzle of a file, the bank or the calendar, a saved game, or any deal of The Game."""

from __future__ import annotations

import datetime
import os
import re
from typing import TYPE_CHECKING

from puzzles.kinds import kind_named
from puzzles.lines import puzzle_from_value
from puzzles.play.game import FORMAT as GAME_FORMAT
from puzzles.play.game import Game, game_from_json
from puzzles.puzzle import FORMAT as PUZZLE_FORMAT
from puzzles.puzzle import Puzzle
from solver.errors import InputError
from solver.sources import STANDARD_INPUT, is_identifier, read_deal, read_text
from solver.strict_json import loads

if TYPE_CHECKING:
    from puzzles.kind import AnyPuzzle

TODAY = "today"
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ID = re.compile(r"[0-9a-f]{6,12}")
_EXPECTED = "a puzzle, a saved game or a deal: a file, an identifier (tg1:...), the id of a puzzle, a date or today"
WIN = "Win: play every card."


def open_game(source: str) -> Game:
    """The game for the argument of ``play``; raises ``InputError`` that names file and key."""
    if source == STANDARD_INPUT:
        raise InputError("play reads its keys from standard input (-); give the puzzle as a file or an identifier")
    if is_identifier(source):
        return Game(read_deal(source))
    if not os.path.exists(source):
        if source == TODAY or _DATE.fullmatch(source):
            return _game(_of_day(source), source)
        if _ID.fullmatch(source):
            return _game(_of_bank(source), source)
    text = read_text(source, _EXPECTED)
    if not text.lstrip().startswith("{"):
        return Game(read_deal(source))
    data = loads(text, source)
    try:
        if isinstance(data, dict) and data.get("format") == GAME_FORMAT:
            game = game_from_json(data)
            game.kept_in = source
            return game
        if isinstance(data, dict) and data.get("format") == PUZZLE_FORMAT:
            return _game(puzzle_from_value(data), source)
        return Game(read_deal(data))
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


def task(game: Game) -> str:
    """What is to be done, in one sentence."""
    return WIN if game.puzzle is None else kind_named(game.puzzle.kind).asks(game.puzzle)


def _game(puzzle: AnyPuzzle, source: str) -> Game:
    if not isinstance(puzzle, Puzzle):
        raise InputError(f"{source}: a puzzle of the kind {puzzle.kind}; only puzzles of the-game can be played here")
    return Game(puzzle.deal, puzzle)


def _of_day(source: str) -> AnyPuzzle:
    """The published puzzle of a day; the date is that of the place where the player is."""
    from puzzles.calendar import SHIPPED, Calendar, civil_date

    date = datetime.date.today() if source == TODAY else civil_date(source)
    day = Calendar(SHIPPED).on(date)
    if day is None:
        raise InputError(f"{date}: no puzzle is published for this day; opendeal daily makes one")
    return day.puzzle()


def _of_bank(source: str) -> AnyPuzzle:
    from puzzles.bank import open_bank

    with open_bank(None) as bank:
        return bank.find(source).puzzle()
