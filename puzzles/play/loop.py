"""Terminal play: shows the board, takes a key, does what it means, until the puzzle is over or left."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from puzzles.hint_text import STATES, hint_lines
from puzzles.hints import LEVELS, Hints, hints_for
from puzzles.play import keys
from puzzles.play.board import board
from puzzles.play.game import Game
from solver.budget import Budget
from solver.errors import IllegalPlay, InputError
from solver.the_game.notation import format_line, parse_line

BUDGET = Budget(time_limit=20.0)
"""What a hint may take; Ctrl-C ends the search before."""


class Player:
    """One sitting: the game, the keys, the screen, and the file the game is kept in."""

    def __init__(self, game: Game, task: str, read_key: keys.ReadKey, screen: Console, save_to: Path) -> None:
        self._game = game
        self._task = task
        self._read_key = read_key
        self._screen = screen
        self._save_to = save_to
        self._chosen: int | None = None
        self._said: Sequence[str] = ()
        self._hint: tuple[Hints, int] | None = None
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
        if self._game.over:
            self._say(*self._said, *self._verdict(), "u takes the last step back, R starts again, q leaves")
        self._screen.clear()
        self._screen.print(board(self._game, self._task, self._chosen, self._said))
        self._say()

    def _verdict(self) -> list[str]:
        left = self._game.now().cards_left
        try:
            solved = self._game.solved()
        except InputError as error:
            return [str(error)]
        if solved:
            return ["Solved!"]
        if self._game.goal.answer == "play":
            return ["Not this play: it gives the goal away."]
        return [
            f"Not solved: {left} cards left." if left else "Not solved: all cards are played, but not within the goal."
        ]

    # -- keys --------------------------------------------------------------------------------------------------

    def _press(self, key: str) -> None:
        game = self._game
        before = self._chosen
        self._chosen = None
        if key == "" or key in keys.QUIT:
            self._leave()
        elif key in keys.UNDO:
            self._undo()
        elif key == keys.RESTART:
            game.restart()
            self._forget_hint()
        elif key == keys.SHOW_HELP:
            self._say(*keys.HELP)
        elif key == keys.SAVE:
            self._save_now()
        elif game.over:
            self._say("it is over")
        elif key in keys.END_TURN:
            self._try(game.end_turn)
        elif key == keys.HINT:
            self._give_hint()
        elif key == keys.WINNABLE:
            self._answer_winnable()
        elif key == keys.TYPED:
            self._typed()
        elif key in keys.CARDS:
            self._choose(keys.CARDS.index(key), key)
        elif key in keys.PILES:
            self._lay(before, keys.PILES.index(key), key)
        elif key != keys.ESCAPE:
            self._say(f"the key {key!r} means nothing here; ? shows all keys")

    def _choose(self, index: int, key: str) -> None:
        position = self._game.position
        if position is None:
            self._try(lambda: self._game.start(int(key)))
        elif index < len(position.hand):
            self._chosen = position.hand[index]
            self._say(f"{self._chosen}: on which pile?")
        else:
            self._say(f"the hand has no card {key}")

    def _lay(self, card: int | None, pile: int, key: str) -> None:
        if card is None:
            self._say("choose a card first, by its number, then the pile")
        elif pile >= self._game.deal.rules.pile_count:
            self._say(f"there is no pile {key}")
        else:
            self._try(lambda: self._game.lay(card, pile))

    def _typed(self) -> None:
        """A play or an end of turn in the notation of lines, up to Enter; for hands and piles beyond the keys."""
        self._screen.print("play, such as 12@A1, or |, then Enter (; in a pipe): ", end="")
        text = ""
        while (key := self._read_key()) not in ("", "\r", "\n", ";", *keys.QUIT[1:]):
            text = text[:-1] if key in keys.UNDO[1:] else text + key
        try:
            line = parse_line(text)
        except InputError as error:
            self._say(str(error))
            return
        self._try(lambda: self._game.play(line))

    def _try(self, action: Callable[[], None]) -> None:
        try:
            action()
        except IllegalPlay as error:
            self._say(f"not allowed: {error}")
            return
        self._forget_hint()
        if self._game.stuck and not self._game.over:
            self._say("stuck: the minimum of this turn is out of reach; what fits may still be laid, or u")

    def _undo(self) -> None:
        if not self._game.undo():
            self._say("there is nothing to take back")
        self._forget_hint()

    # -- help --------------------------------------------------------------------------------------------------

    def _forget_hint(self) -> None:
        self._hint = None

    def _hints(self) -> Hints:
        self._screen.print("thinking (Ctrl-C stops) …")
        return hints_for(self._game.now(), objective=self._game.goal.objective, budget=BUDGET)

    def _give_hint(self) -> None:
        found, level = (self._hints(), 0) if self._hint is None else self._hint
        level = min(level + 1, LEVELS[-1])
        self._hint = found, level
        self._game.help.hints += 1
        self._say(*hint_lines(found, level))

    def _answer_winnable(self) -> None:
        self._game.help.asked += 1
        self._say(STATES[self._hints().state].split("; what follows")[0].rstrip(".") + ".")

    # -- leaving -----------------------------------------------------------------------------------------------

    def _save_now(self) -> None:
        """Save in the middle of the game, which goes on if that fails."""
        try:
            self._save()
            self._say(f"kept in {self._save_to}")
        except InputError as error:
            self._say(str(error))

    def _save(self) -> None:
        try:
            self._save_to.write_text(json.dumps(self._game.to_json()) + "\n", encoding="utf-8")
        except OSError as error:
            raise InputError(f"{self._save_to}: cannot be written: {error.strerror}") from None

    def _leave(self) -> None:
        self._left = True
        if not self._game.untouched and not self._game.over:
            try:
                self._save()
            except InputError as error:  # then the message is where the game is kept
                raise InputError(f"{error}; what was played: {format_line(self._game.line)}") from None
            self._screen.print(f"kept in {self._save_to}; go on with: opendeal play {self._save_to}")
