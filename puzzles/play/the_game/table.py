"""The Game on the table: a key chooses a card, the next one its pile, and the space bar ends the turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.console import RenderableType

from puzzles.hint_text import STATES, hint_lines
from puzzles.hints import LEVELS, Hints, hints_for
from puzzles.kinds import kind_named
from puzzles.play import keys
from puzzles.play.screen import name_of, result_line
from puzzles.play.table import HINT_BUDGET, Table
from puzzles.play.the_game.board import board
from puzzles.play.the_game.game import Game
from solver.errors import InputError
from solver.text import count
from solver.the_game.identifiers import encode_deal
from solver.the_game.notation import parse_line
from solver.the_game.referee import replay

END_TURN = (" ", "\r", "\n")
WIN = "Win: play every card."


class TheGameTable(Table[Game, Hints]):
    """A puzzle or a deal of The Game."""

    keys: ClassVar[Sequence[str]] = (
        "1-9, 0  choose a card of the hand       a b c …  lay it on that pile",
        "space   end the turn                    u        undo, also across turns",
        "h       a hint, each time a step more   w        is it still winnable?",
        "R       start again                     s        save",
        ":       type a play: 12@A1, or |        q        save and quit",
    )
    example: ClassVar[str] = "12@A1, or |"

    levels: ClassVar[int] = LEVELS[-1]

    def __init__(self, game: Game) -> None:
        super().__init__(game, WIN if game.puzzle is None else kind_named(game.puzzle.kind).asks(game.puzzle))
        self._chosen: int | None = None

    def board(self, said: Sequence[str]) -> RenderableType:
        return board(self.game, self.task, self._chosen, said)

    def verdict(self) -> Sequence[str]:
        left = self.game.now().cards_left
        try:
            solved = self.game.solved()
        except InputError as error:
            return [str(error)]
        if solved:
            return ["Solved!"]
        if self.game.goal.answer == "play":
            return ["Not this play: it gives the goal away."]
        return [
            f"Not solved: {left} cards left." if left else "Not solved: all cards are played, but not within the goal."
        ]

    def result(self) -> str:
        game = self.game
        report = replay(game.deal, game.line).report()
        done = "solved" if game.over and game.solved() else f"{count(game.now().cards_left, 'card')} left"
        facts = [count(report.turns, "turn"), count(report.tricks, "trick")]
        return result_line(
            name_of("The Game", game.puzzle), done, facts, game.help, game.deal.seed or encode_deal(game.deal)
        )

    # -- what the player does ----------------------------------------------------------------------------------

    def press(self, key: str) -> Sequence[str] | None:
        before = self._chosen
        self._chosen = None
        if key in END_TURN:
            return self._do(self.game.end_turn)
        if key in keys.CARDS:
            return self._choose(keys.CARDS.index(key), key)
        if key in keys.PLACES:
            return self._lay(before, keys.PLACES.index(key), key)
        return None

    def let_go(self) -> None:
        self._chosen = None

    def type(self, text: str) -> Sequence[str]:
        line = parse_line(text)
        return self._do(lambda: self.game.play(line))

    def _choose(self, index: int, key: str) -> Sequence[str]:
        position = self.game.position
        if position is None:
            return self._do(lambda: self.game.start(int(key)))
        if index < len(position.hand):
            self._chosen = position.hand[index]
            return [f"{self._chosen}: on which pile?"]
        return [f"the hand has no card {key}"]

    def _lay(self, card: int | None, pile: int, key: str) -> Sequence[str]:
        if card is None:
            return ["choose a card first, by its number, then the pile"]
        if pile >= self.game.deal.rules.pile_count:
            return [f"there is no pile {key}"]
        return self._do(lambda: self.game.lay(card, pile))

    def _do(self, action: Callable[[], None]) -> Sequence[str]:
        self._changed()
        action()
        if self.game.stuck and not self.game.over:
            return ["stuck: the minimum of this turn is out of reach; what fits may still be laid, or u"]
        return []

    # -- help --------------------------------------------------------------------------------------------------

    def possible(self) -> str:
        return STATES[self._searched_hints().state].split("; what follows")[0].rstrip(".") + "."

    def _searched_hints(self) -> Hints:
        return hints_for(self.game.now(), objective=self.game.goal.objective, budget=HINT_BUDGET)

    def _in_words(self, hints: Hints, level: int) -> Sequence[str]:
        return hint_lines(hints, level)
