"""Terminal play: shows the board, takes a key, does what it means, until the game is over or left."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console

from puzzles.play import keys
from puzzles.play.saving import Place
from puzzles.play.table import AnyTable
from solver.errors import IllegalPlay, InputError


class Player:
    """One sitting: the table, the keys, the screen, and the place where the game is kept."""

    def __init__(self, table: AnyTable, read_key: keys.ReadKey, screen: Console, place: Place) -> None:
        self._table = table
        self._read_key = read_key
        self._screen = screen
        self._place = place
        self._said: Sequence[str] = ()
        self._left = False

    def play(self) -> None:
        """Until the game is over or the player leaves; Ctrl-C and the end of input leave too."""
        self._say("? shows all keys")
        try:
            while not self._left:
                self._show()
                self._press(self._read_key())
        except KeyboardInterrupt:
            self._leave()

    # -- the screen --------------------------------------------------------------------------------------------

    def _say(self, *lines: str) -> None:
        self._said = lines

    def _show(self) -> None:
        if self._table.game.over:
            self._say(*self._said, *self._table.verdict(), "u takes the last step back, R starts again, q leaves")
        self._screen.clear()
        self._screen.print(self._table.board(self._said))
        self._say()

    # -- keys --------------------------------------------------------------------------------------------------

    def _press(self, key: str) -> None:
        table = self._table
        if key == "" or key in keys.QUIT:
            self._leave()
        elif key in keys.UNDO:
            if not table.undo():
                self._say("there is nothing to take back")
        elif key == keys.RESTART:
            table.restart()
        elif key == keys.SHOW_HELP:
            self._say(*table.keys)
        elif key == keys.SAVE:
            self._save_now()
        elif key == keys.ESCAPE:
            table.let_go()
        elif table.game.over:
            self._say("it is over")
        elif key == keys.HINT:
            table.game.help.hints += 1
            self._think(table.hint)
        elif key == keys.POSSIBLE:
            table.game.help.asked += 1
            self._think(lambda: [table.possible()])
        elif key == keys.TYPED:
            text = self._typed()
            self._try(lambda: table.type(text))
        else:
            self._try(lambda: self._meant(key))

    def _meant(self, key: str) -> Sequence[str]:
        said = self._table.press(key)
        return [f"the key {key!r} means nothing here; ? shows all keys"] if said is None else said

    def _typed(self) -> str:
        """A text in the notation of the game, up to Enter; for hands and piles beyond the keys."""
        self._screen.print(f"play, such as {self._table.example}, then Enter (; in a pipe): ", end="")
        text = ""
        while (key := self._read_key()) not in ("", "\r", "\n", ";", *keys.QUIT[1:]):
            text = text[:-1] if key in keys.UNDO[1:] else text + key
        return text

    def _try(self, action: Callable[[], Sequence[str]]) -> None:
        try:
            self._say(*action())
        except IllegalPlay as error:
            self._say(f"not allowed: {error}")
        except InputError as error:
            self._say(str(error))

    def _think(self, question: Callable[[], Sequence[str]]) -> None:
        self._screen.print("thinking (Ctrl-C stops) …")
        try:
            self._try(question)
        except KeyboardInterrupt:  # most searches end with what they have instead
            self._say("stopped; nothing is decided")

    # -- leaving -----------------------------------------------------------------------------------------------

    def _save_now(self) -> None:
        """Save in the middle of the game, which goes on if that fails."""
        try:
            self._say(f"kept in {self._place.keep(self._table.game.saved())}")
        except InputError as error:
            self._say(str(error))

    def _leave(self) -> None:
        self._left = True
        game = self._table.game
        if game.untouched or game.over:
            return
        saved = game.saved()
        try:
            kept_in = self._place.keep(saved)
        except InputError as error:  # then the message is where the game is kept
            raise InputError(f"{error}; what was played: {saved.line}") from None
        self._screen.print(f"kept in {kept_in}; go on with: opendeal play {kept_in}")
