"""A round of 6 nimmt! being played: every step can be taken back, and the whole can be saved.

The player chooses for all who have no script: one card each, in the order of the seats, and then the row that is taken,
if the lowest card of the turn is theirs and lies below all ends. Nothing here prints or reads keys; where cards go is
decided by ``solver.six_nimmt.resolve`` alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzles.kinds import kind_named
from puzzles.play.table import Help, Saved
from puzzles.six_nimmt.answers import own_notes
from puzzles.six_nimmt.puzzle import Puzzle, puzzle_from_json
from puzzles.six_nimmt.rounds import require_movers
from solver.errors import IllegalPlay, InputError
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import decode, encode_deal
from solver.six_nimmt.record import parse_record
from solver.six_nimmt.referee import play_turn
from solver.six_nimmt.resolve import Laid, nearest_row, reason
from solver.six_nimmt.rules import ROW_COUNT


@dataclass(frozen=True, slots=True)
class Moment:
    """What the player sees between two steps.

    ``deal``: the round as the last turn left it. ``chosen``: the cards chosen for the turn under way, by player, in the
    order of choice. ``turns``: all turns so far, as they were resolved.
    """

    deal: Deal
    chosen: Mapping[int, int] = field(default_factory=dict)
    turns: tuple[tuple[Laid, ...], ...] = ()

    @property
    def chooser(self) -> int | None:
        """The player whose card is to be chosen next; ``None`` when a row is, or when the round is over."""
        if not self.deal.turns_left:
            return None
        return next((player for player in self.deal.open_seats if player not in self.chosen), None)

    @property
    def low_card(self) -> int | None:
        """The card below all ends for which a row is to be chosen now, if there is one."""
        if not self.chosen or self.chooser is not None:
            return None
        cards = self.cards()
        lowest = min(cards, key=lambda player: cards[player])
        is_low = lowest in self.chosen and nearest_row(self.deal.rows, cards[lowest]) is None
        return cards[lowest] if is_low else None

    def cards(self) -> dict[int, int]:
        """The cards of the turn under way, as far as they are known: those of the scripts, and the chosen ones."""
        return {player: order[0] for player, order in enumerate(self.deal.script) if order} | dict(self.chosen)

    def choose(self, card: int) -> Moment:
        """Play a card of a player who has none in this turn; raises ``IllegalPlay`` with the reason.

        The turn is resolved once all cards are there, unless a row has to be chosen first.
        """
        if not self.deal.turns_left:
            raise IllegalPlay("all cards are played")
        if self.low_card is not None:
            raise IllegalPlay(f"choose first the row that the {self.low_card} takes")
        player = next((player for player in self.deal.open_seats if card in self.deal.hands[player]), None)
        if player is None:
            raise IllegalPlay(f"the {card} is in no hand that you play")
        if player in self.chosen:
            raise IllegalPlay(f"player {player} has played the {self.chosen[player]} already in this turn")
        moment = Moment(self.deal, {**self.chosen, player: card}, self.turns)
        return moment if moment.chooser is not None or moment.low_card is not None else moment._resolved(None)

    def take(self, row: int) -> Moment:
        """Let the card below all ends take this row, from 1; raises ``IllegalPlay`` with the reason."""
        if self.low_card is None:
            raise IllegalPlay("no card is below all ends: where the cards go is settled")
        if not 1 <= row <= ROW_COUNT:
            raise IllegalPlay(f"there is no row {row}; rows are 1 to {ROW_COUNT}")
        return self._resolved(row)

    def _resolved(self, row: int | None) -> Moment:
        turn, after = play_turn(self.deal, self.cards(), row)
        return Moment(after, {}, (*self.turns, turn))


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the player did: chose a card, or a row (from 1) for the card below all ends."""

    card: int | None = None
    row: int | None = None


@dataclass(slots=True)
class Game:
    """The state of play. ``puzzle`` is ``None`` for a bare deal, in which as little as possible is to be taken.

    Raises ``InputError`` for a deal that ``require_movers`` does not let pass.
    """

    deal: Deal
    puzzle: Puzzle | None = None
    help: Help = field(default_factory=Help)
    _steps: list[Step] = field(default_factory=list)
    _moments: list[Moment] = field(default_factory=list)

    def __post_init__(self) -> None:
        require_movers(self.deal)
        self._moments.append(Moment(self.deal))

    # -- questions ---------------------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        """The moment now."""
        return self._moments[-1]

    @property
    def untouched(self) -> bool:
        """Was nothing done so far?"""
        return not self._steps

    @property
    def together(self) -> bool:
        """Are all players' cards chosen here?"""
        return len(self.deal.open_seats) == self.deal.players > 1

    @property
    def asks_one_card(self) -> bool:
        """Is only the first card asked for?"""
        return self.puzzle is not None and self.puzzle.goal.answer == "play"

    @property
    def over(self) -> bool:
        """Can nothing more be done? A puzzle that asks for one card is over after it."""
        return not self.untouched if self.asks_one_card else not self.moment.deal.turns_left

    @property
    def taken(self) -> int:
        """The bullheads that those took in this round whose cards are chosen here."""
        now = self.moment.deal
        return sum(now.taken[player] - self.deal.taken[player] for player in self.deal.open_seats)

    @property
    def left(self) -> int | None:
        """How many bullheads the goal of the puzzle still allows; below 0 it is missed. ``None`` without a puzzle."""
        return None if self.puzzle is None else self.puzzle.goal.value - self.taken

    def solved(self) -> bool:
        """Is it over, and the goal of the puzzle reached? Raises ``InputError`` if a card cannot be judged."""
        if self.puzzle is None or not self.over:
            return False
        if self.asks_one_card:
            return bool(kind_named(self.puzzle.kind).accepts(self.puzzle, str(self._steps[0].card)))
        return self.taken <= self.puzzle.goal.value

    def line(self) -> str:
        """What was chosen, as ``play`` reads it: ``23 | 7@2 | 45``, the row that was chosen behind its card."""
        words: list[str] = []
        for before, step, after in zip(self._moments[:-1], self._steps, self._moments[1:], strict=True):
            if step.card is not None:
                words.append(str(step.card))
            else:
                place = next(n for n in reversed(range(len(words))) if words[n] == str(before.low_card))
                words[place] += f"@{step.row}"
            if len(after.turns) > len(before.turns) and after.deal.turns_left:
                words.append("|")
        return " ".join(words)

    # -- what the player does ----------------------------------------------------------------------------------

    def choose(self, card: int) -> None:
        """Play a card; raises ``IllegalPlay`` with the reason."""
        self._do(Step(card=card), self.moment.choose(card))

    def take(self, row: int) -> None:
        """Take a row with the card below all ends; raises ``IllegalPlay`` with the reason."""
        self._do(Step(row=row), self.moment.take(row))

    def play(self, text: str) -> None:
        """Play the cards in a text such as ``23 7@2 45``, or the player's cards in a record of the round.

        Raises ``InputError`` for a text that is none, ``IllegalPlay`` with the reason; what came before it is played.
        """
        record = parse_record(text)
        notes = [note for turn in record for note in turn] if self.together else own_notes(self.deal, record)
        rows = {note.card: note.row for note in notes}
        for note in notes:
            if self.over:
                raise IllegalPlay("it is over")
            after = self.moment.choose(note.card)
            low = after.low_card
            row = None if low is None else rows.get(low)
            ends_turn = after if row is None else after.take(row)
            _compare(ends_turn, len(self.moment.turns), rows)
            self._do(Step(card=note.card), after)
            if row is not None:
                self._do(Step(row=row), ends_turn)

    def undo(self) -> bool:
        """Take the last step back; was there one?"""
        if not self._steps:
            return False
        self._steps.pop()
        self._moments.pop()
        self.help.undos += 1
        return True

    def restart(self) -> None:
        """Take everything back."""
        while self.undo():
            pass

    def _do(self, step: Step, moment: Moment) -> None:
        self._steps.append(step)
        self._moments.append(moment)

    # -- saving ------------------------------------------------------------------------------------------------

    def saved(self) -> Saved:
        """The game as data; ``game_of`` resumes it."""
        puzzle = None if self.puzzle is None else self.puzzle.to_json()
        return Saved(encode_deal(self.deal), puzzle, self.line(), self.help)


def _compare(moment: Moment, turns_before: int, rows: Mapping[int, int | None]) -> None:
    """A row that is noted of a card has to be the one it goes to; raises ``IllegalPlay``."""
    for turn in moment.turns[turns_before:]:
        for laid in turn:
            if rows.get(laid.card) not in (None, laid.row):
                raise IllegalPlay(f"{reason(laid)}, not to row {rows[laid.card]}")


def game_of(saved: Saved) -> Game:
    """The game that was saved, every step of it replayed; raises ``InputError`` that names what is wrong."""
    deal = decode(saved.deal)
    puzzle = None if saved.puzzle is None else puzzle_from_json(saved.puzzle)
    if puzzle is not None and puzzle.deal != deal:
        raise InputError("puzzle: its deal is another one than the deal of the game")
    if saved.starter is not None:
        raise InputError("starter: expected null; nobody starts in 6 nimmt!")
    game = Game(deal, puzzle, saved.help)
    try:
        game.play(saved.line)
    except (IllegalPlay, InputError) as error:
        raise InputError(f"line: {error}") from None
    return game
