"""6 nimmt! on the table: a key plays a card and, where one has to be chosen, another one takes a row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.console import RenderableType

from puzzles.kinds import kind_named
from puzzles.play import keys
from puzzles.play.screen import name_of, result_line
from puzzles.play.six_nimmt.board import NAME, board
from puzzles.play.six_nimmt.game import Game
from puzzles.play.table import HINT_BUDGET, Table
from puzzles.six_nimmt.hint_text import hint_lines, state_line
from puzzles.six_nimmt.hints import LEVELS, Hints, hints_for
from solver.errors import InputError
from solver.six_nimmt.identifiers import encode_deal
from solver.six_nimmt.resolve import reason
from solver.six_nimmt.rules import ROW_COUNT
from solver.text import count

EXPLAIN = "e"
ALONE = "The others play in the order shown: take as few bullheads as possible."
TOGETHER = "Play the cards of all players: take as few bullheads as possible together."


class SixNimmtTable(Table[Game, Hints]):
    """A puzzle or a deal of 6 nimmt!"""

    keys: ClassVar[Sequence[str]] = (
        "1-9, 0  play a card of the hand         a b c d  take that row, if asked to",
        "e       why the last cards lie there    u        undo, also across turns",
        "h       a hint, each time a step more   w        is the goal within reach?",
        "R       start again                     s        save",
        ":       type cards: 23 7@2              q        save and quit",
    )
    example: ClassVar[str] = "23 7@2"

    levels: ClassVar[int] = LEVELS[-1]

    def __init__(self, game: Game) -> None:
        if game.puzzle is not None:
            task = kind_named(game.puzzle.kind).asks(game.puzzle)
        else:
            task = TOGETHER if game.together else ALONE
        super().__init__(game, task)

    def board(self, said: Sequence[str]) -> RenderableType:
        return board(self.game, self.task, said)

    def verdict(self) -> Sequence[str]:
        game = self.game
        taken = count(game.taken, "bullhead")
        if game.puzzle is None:
            return [f"All cards are played: {taken} taken."]
        try:
            solved = game.solved()
        except InputError as error:
            return [str(error)]
        if solved:
            return ["Solved!"]
        return ["Not this card: it gives the goal away." if game.asks_one_card else f"Not solved: {taken} taken."]

    def result(self) -> str:
        game = self.game
        taken = count(game.taken, "bullhead")
        done = "solved" if game.solved() else taken if game.over else f"{taken} so far"
        facts = [count(len(game.moment.turns), "turn")]
        return result_line(name_of(NAME, game.puzzle), done, facts, game.help, game.deal.seed or encode_deal(game.deal))

    # -- what the player does ----------------------------------------------------------------------------------

    def press(self, key: str) -> Sequence[str] | None:
        if key in keys.CARDS:
            return self._card(keys.CARDS.index(key), key)
        if key in keys.PLACES[:ROW_COUNT]:
            return self._do(lambda: self.game.take(1 + keys.PLACES.index(key)))
        return self._explanation() if key == EXPLAIN else None

    def type(self, text: str) -> Sequence[str]:
        return self._do(lambda: self.game.play(text))

    def _card(self, index: int, key: str) -> Sequence[str]:
        moment = self.game.moment
        player = moment.chooser
        if player is None:
            return [f"choose first the row that the {moment.low_card} takes: a, b, c or d"]
        hand = moment.deal.hands[player]
        if index >= len(hand):
            return [f"the hand has no card {key}"]
        return self._do(lambda: self.game.choose(hand[index]))

    def _do(self, action: Callable[[], None]) -> Sequence[str]:
        self._changed()
        action()
        moment, left = self.game.moment, self.game.left
        if self.game.over:
            return []
        if moment.low_card is not None:
            return [f"{moment.low_card} is below all ends: which row does it take? a, b, c or d"]
        if left is not None and left < 0 and not moment.chosen:
            return ["more is taken than the goal allows; u takes the last step back"]
        return []

    def _explanation(self) -> Sequence[str]:
        turns = self.game.moment.turns
        if not turns:
            return ["no turn has been played yet"]
        return [f"player {laid.player}: {reason(laid)}" for laid in turns[-1]]

    # -- help --------------------------------------------------------------------------------------------------

    def possible(self) -> str:
        return state_line(self._searched_hints())

    def _searched_hints(self) -> Hints:
        moment = self.game.moment
        return hints_for(moment.deal, moment.chosen, self.game.left, HINT_BUDGET)

    def _in_words(self, hints: Hints, level: int) -> Sequence[str]:
        return hint_lines(hints, level, self.game.together)
