"""A puzzle being played: every step can be taken back, across turns too, and the whole can be saved.

Nothing here prints or reads keys; what may be done is decided by the rules alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from puzzles.play.table import Help, Saved
from puzzles.puzzle import Goal, Puzzle, puzzle_from_json
from solver.errors import IllegalPlay, InputError
from solver.the_game.deal import Deal, deal_of
from solver.the_game.identifiers import decode, encode_deal
from solver.the_game.notation import Line, Play, Turn, format_line, parse_line
from solver.the_game.rules import Position


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the player did: chose who starts (``player``), laid a card (``play``), or ended the turn."""

    player: int | None = None
    play: Play | None = None


END = Step()


@dataclass(slots=True)
class Game:
    """The state of play. ``puzzle`` is ``None`` for a bare deal, whose goal is to win."""

    deal: Deal
    puzzle: Puzzle | None = None
    help: Help = field(default_factory=Help)
    _steps: list[Step] = field(default_factory=list)
    _positions: list[Position] = field(default_factory=list)

    def __post_init__(self) -> None:
        starts = self.deal.starts()
        if len(starts) == 1:
            self._positions.append(starts[0])

    # -- questions ---------------------------------------------------------------------------------------------

    @property
    def goal(self) -> Goal:
        return Goal() if self.puzzle is None else self.puzzle.goal

    @property
    def position(self) -> Position | None:
        """The position now, or ``None`` while the team has not chosen who starts."""
        return self._positions[-1] if self._positions else None

    @property
    def untouched(self) -> bool:
        """Was nothing done so far?"""
        return not self._steps

    @property
    def line(self) -> Line:
        """What was played, as a line."""
        turns: list[Turn] = []
        plays: list[Play] = []
        for step in self._steps:
            if step.play is not None:
                plays.append(step.play)
            elif step == END:
                turns.append(Turn(tuple(plays)))
                plays = []
        return Line((*turns, Turn(tuple(plays))), closed=False)

    @property
    def laid(self) -> tuple[Play, ...]:
        """The cards laid in the turn under way."""
        return self.line.turns[-1].plays if self._steps and self._steps[-1].play is not None else ()

    @property
    def over(self) -> bool:
        """Can nothing more be done? A puzzle that asks for one play is over after it."""
        position = self.position
        if position is None:
            return False
        if self.goal.answer == "play" and any(step.play is not None or step == END for step in self._steps):
            return True
        return position.won or not (position.may_end_turn or any(position.plays()))

    @property
    def stuck(self) -> bool:
        """Is the minimum of the turn out of reach? What fits may still be laid."""
        position = self.position
        return position is not None and not position.can_reach_minimum()

    def now(self) -> Deal:
        """The position now as a deal of its own."""
        position = self.position
        return self.deal if position is None else deal_of(position)

    def solved(self) -> bool:
        """Does what was played reach the goal? Raises ``InputError`` if a single play cannot be judged."""
        from puzzles.kind import reaches

        return reaches(self.deal, self.goal, self.line)

    # -- what the player does ----------------------------------------------------------------------------------

    def start(self, player: int) -> None:
        """Choose who starts; raises ``IllegalPlay`` for a player who cannot."""
        for start in self.deal.starts():
            if self.position is None and start.to_play == player:
                self._do(Step(player=player), start)
                return
        raise IllegalPlay(f"player {player} cannot start")

    def lay(self, card: int, pile: int) -> None:
        """Lay a card; raises ``IllegalPlay`` with the reason."""
        position = self._moment()
        self._do(Step(play=Play(card, position.rules.pile_name(pile))), position.play(card, pile))

    def end_turn(self) -> None:
        """End the turn and draw; raises ``IllegalPlay`` with the reason."""
        self._do(END, self._moment().end_turn())

    def play(self, line: Line) -> None:
        """Play a line from here on, as far as the rules allow; raises ``IllegalPlay`` with the reason."""
        for number, turn in enumerate(line.turns, 1):
            for play in turn.plays:
                pile = self.deal.rules.pile_index(play.pile)
                if pile is None:
                    raise IllegalPlay(f"there is no pile {play.pile}")
                self.lay(play.card, pile)
            if line.closed or number < len(line.turns):
                self.end_turn()

    def undo(self) -> bool:
        """Take the last step back; was there one?"""
        if not self._steps:
            return False
        self._steps.pop()
        self._positions.pop()
        self.help.undos += 1
        return True

    def restart(self) -> None:
        """Take everything back."""
        while self.undo():
            pass

    def _moment(self) -> Position:
        if self.position is None:
            raise IllegalPlay("choose first who starts")
        return self.position

    def _do(self, step: Step, position: Position) -> None:
        self._steps.append(step)
        self._positions.append(position)

    # -- saving ------------------------------------------------------------------------------------------------

    def saved(self) -> Saved:
        """The game as data; ``game_of`` resumes it."""
        starter = next((step.player for step in self._steps if step.player is not None), None)
        puzzle = None if self.puzzle is None else self.puzzle.to_json()
        return Saved(encode_deal(self.deal), puzzle, format_line(self.line), self.help, starter)


def game_of(saved: Saved) -> Game:
    """The game that was saved, every step of it replayed; raises ``InputError`` that names what is wrong."""
    deal = decode(saved.deal)
    puzzle = None if saved.puzzle is None else puzzle_from_json(saved.puzzle)
    if puzzle is not None and puzzle.deal != deal:
        raise InputError("puzzle: its deal is another one than the deal of the game")
    game = Game(deal if puzzle is None else puzzle.deal, puzzle, saved.help)
    if saved.starter is not None:
        try:
            game.start(saved.starter)
        except IllegalPlay as error:
            raise InputError(f"starter: {error}") from None
    try:
        game.play(parse_line(saved.line))
    except IllegalPlay as error:
        raise InputError(f"line: {error}") from None
    return game
