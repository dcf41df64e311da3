"""What can be played: a puzzle of a file, the bank or the calendar, a saved game, or any deal."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, cast

from puzzles.lines import puzzle_from_value
from puzzles.play.six_nimmt.game import Game as SixNimmtGame
from puzzles.play.six_nimmt.game import game_of as six_nimmt_game_of
from puzzles.play.six_nimmt.table import SixNimmtTable
from puzzles.play.table import FORMAT as GAME_FORMAT
from puzzles.play.table import AnyTable, Saved, saved_from_json
from puzzles.play.the_game.game import Game, game_of
from puzzles.play.the_game.table import TheGameTable
from puzzles.puzzle import FORMAT as PUZZLE_FORMAT
from puzzles.puzzle import Puzzle
from puzzles.six_nimmt.puzzle import Puzzle as SixNimmtPuzzle
from solver.errors import InputError
from solver.sources import STANDARD_INPUT, deal_from_identifier, is_identifier, read_any_deal, read_text
from solver.strict_json import loads
from solver.the_game.deal import Deal

if TYPE_CHECKING:
    from puzzles.kind import AnyPuzzle
    from solver.sources import AnyDeal

_DATE = re.compile(r"today|[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ID = re.compile(r"[0-9a-f]{6,12}")
_EXPECTED = (
    "a puzzle, a saved game or a deal: a file, an identifier (tg1:... or sn1:...), the id of a puzzle, a date or today"
)


def open_table(source: str) -> tuple[AnyTable, str | None]:
    """The game for the argument of ``play``, and the file it was kept in if it goes on from one.

    Raises ``InputError`` that names file and key.
    """
    if source == STANDARD_INPUT:
        raise InputError("play reads its keys from standard input (-); give the puzzle as a file or an identifier")
    if is_identifier(source):
        return _of_deal(read_any_deal(source)), None
    if not os.path.exists(source):
        if _DATE.fullmatch(source):
            return _of_puzzle(_of_day(source)), None
        if _ID.fullmatch(source):
            return _of_puzzle(_of_bank(source)), None
    text = read_text(source, _EXPECTED)
    if not text.lstrip().startswith("{"):
        return _of_deal(read_any_deal(source)), None
    data = loads(text, source)
    try:
        if isinstance(data, dict) and data.get("format") == GAME_FORMAT:
            return _of_saved(saved_from_json(data)), source
        return _of_data(data), None
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


def _of_data(data: Any) -> AnyTable:
    if isinstance(data, dict) and data.get("format") == PUZZLE_FORMAT:
        return _of_puzzle(puzzle_from_value(data))
    return _of_deal(read_any_deal(data))


# -- the table of each game ----------------------------------------------------------------------------------------


def _of_deal(deal: AnyDeal) -> AnyTable:
    return TheGameTable(Game(deal)) if isinstance(deal, Deal) else SixNimmtTable(SixNimmtGame(deal))


def _of_puzzle(puzzle: AnyPuzzle) -> AnyTable:
    if isinstance(puzzle, Puzzle):
        return TheGameTable(Game(puzzle.deal, puzzle))
    return SixNimmtTable(SixNimmtGame(puzzle.deal, cast(SixNimmtPuzzle, puzzle)))


def _of_saved(saved: Saved) -> AnyTable:
    of_the_game = isinstance(deal_from_identifier(saved.deal), Deal)
    return TheGameTable(game_of(saved)) if of_the_game else SixNimmtTable(six_nimmt_game_of(saved))


# -- where puzzles are found -----------------------------------------------------------------------------------------


def _of_day(source: str) -> AnyPuzzle:
    """The published puzzle of a day; the date is that of the place where the player is."""
    from puzzles.calendar import SHIPPED, Calendar, date_asked_for

    date = date_asked_for(source)
    day = Calendar(SHIPPED).on(date)
    if day is None:
        raise InputError(f"{date}: no puzzle is published for this day; opendeal daily makes one")
    return day.puzzle()


def _of_bank(source: str) -> AnyPuzzle:
    from puzzles.bank import open_bank

    with open_bank(None) as bank:
        return bank.find(source).puzzle()
