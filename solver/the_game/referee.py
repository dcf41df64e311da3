"""The referee: replays a line of play by the rules and says what it is worth.

It uses nothing but ``rules.Position``: no search, no shortcut. Every line that an engine finds passes through here
before anyone sees it, and so does every line that a user writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from solver.errors import IllegalPlay
from solver.result import Objective
from solver.strict_json import shown
from solver.the_game.deal import Deal, require_deal
from solver.the_game.notation import Line, Play, Turn, as_line, format_line, line_to_json
from solver.the_game.rules import Position


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a line breaks the rules: turn and play count from 1; play 0 is a fault of the whole turn."""

    turn: int
    play: int
    why: str


@dataclass(frozen=True, slots=True)
class Report:
    """What the referee found.

    ``cards_left``: cards that the line leaves unplayed, ``None`` for an illegal line. ``turns``: turns of the line in
    which at least one card was laid. ``tricks``: backwards tricks. ``stuck``: not won, and the player to play cannot
    reach the minimum. Of an illegal line, turns and tricks count the whole turns before the fault.
    """

    legal: bool
    won: bool
    cards_left: int | None
    turns: int
    tricks: int
    stuck: bool
    fault: Fault | None

    def value(self, objective: Objective) -> int:
        """What a legal line is worth in the unit of the objective; raises ``IllegalPlay`` for an illegal one."""
        if self.cards_left is None:
            raise IllegalPlay("an illegal line is worth nothing")
        return {"cards": self.cards_left, "turns": self.turns, "tricks": self.tricks}[objective]

    def to_json(self) -> dict[str, Any]:
        """The object that ``verify --json`` prints, keys in the order of the contract."""
        fault = self.fault
        return {
            "legal": self.legal,
            "won": self.won,
            "cards_left": self.cards_left,
            "turns": self.turns,
            "tricks": self.tricks,
            "stuck": self.stuck,
            "fault": None if fault is None else {"turn": fault.turn, "play": fault.play, "why": fault.why},
        }


class ReplayedPlay(NamedTuple):
    """A card as it was laid: ``trick`` tells whether it was the backwards trick."""

    card: int
    pile: str
    trick: bool


class ReplayedTurn(NamedTuple):
    """A turn as it happened. ``piles`` are the tops and ``hand`` the player's cards after it, the draw included."""

    player: int
    plays: tuple[ReplayedPlay, ...]
    piles: tuple[int, ...]
    hand: tuple[int, ...]
    drawn: tuple[int, ...]
    ended: bool


@dataclass(frozen=True, slots=True)
class Replay:
    """A line replayed as far as it is legal, and the positions that may come then.

    There are several positions only if no turn was played and the team still chooses who starts. ``line`` is what was
    replayed, with the player named in every turn and without turns that say nothing. ``end_goes_without_saying``: the
    line would mean the same if the end of its last turn were left out.
    """

    line: Line
    turns: tuple[ReplayedTurn, ...]
    positions: tuple[Position, ...]
    fault: Fault | None
    end_goes_without_saying: bool = False

    def require_legal(self) -> None:
        """Raises ``IllegalPlay``, with the place and the reason, when the line is not legal."""
        if self.fault is not None:
            raise IllegalPlay(f"turn {self.fault.turn}, play {self.fault.play}: {self.fault.why}")

    def report(self) -> Report:
        """What the line is worth, or where it breaks the rules."""
        legal, position = self.fault is None, self.positions[0]
        return Report(
            legal=legal,
            won=legal and position.won,
            cards_left=position.cards_left if legal else None,
            turns=sum(bool(turn.plays) for turn in self.turns),
            tricks=sum(play.trick for turn in self.turns for play in turn.plays),
            stuck=legal and not any(choice.can_reach_minimum() for choice in self.positions),
            fault=self.fault,
        )

    def text(self) -> str:
        """The canonical text of a legal line: players named when there are several, every trick starred."""
        self.require_legal()
        tricks = {
            (number, index)
            for number, turn in enumerate(self.turns)
            for index, play in enumerate(turn.plays)
            if play.trick
        }
        alone = len(self.positions[0].hands) == 1
        return format_line(_without_players(self.line) if alone else self.line, tricks)

    def to_json(self) -> list[dict[str, Any]]:
        """The canonical JSON form of a legal line, the player in every turn.

        ``"ended"`` appears only where it says something: in a last turn that its player could have continued, or
        whose end tells in which of two ways the line began.
        """
        self.require_legal()
        written = line_to_json(self.line)
        if self.end_goes_without_saying:
            del written[-1]["ended"]
        return written


# -- what callers ask ------------------------------------------------------------------------------------------


def verify(deal: Deal, line: Line | str | Sequence[object]) -> Report:
    """Replay the line and report what it is worth, or where it breaks the rules.

    The line may also be its text, or its JSON form as a list; raises ``InputError`` when that is no line.
    """
    require_deal(deal)
    return replay(deal, as_line(line)).report()


def annotate(deal: Deal, line: Line) -> list[ReplayedTurn]:
    """The turns of a legal line as they happened, for printing; raises ``IllegalPlay`` when the line is not legal."""
    replayed = replay(deal, line)
    replayed.require_legal()
    return list(replayed.turns)


def line_text(deal: Deal, line: Line) -> str:
    """The canonical text of a legal line, as ``Replay.text``; raises ``IllegalPlay`` when the line is not legal."""
    return replay(deal, line).text()


def line_json(deal: Deal, line: Line) -> list[dict[str, Any]]:
    """The canonical JSON of a legal line, as ``Replay.to_json``; raises ``IllegalPlay`` when the line is not legal."""
    return replay(deal, line).to_json()


def _without_players(line: Line) -> Line:
    return Line(tuple(Turn(turn.plays) for turn in line.turns), line.closed)


# -- the replay ------------------------------------------------------------------------------------------------


def replay(deal: Deal, line: Line) -> Replay:
    """Replay the line as far as the rules allow.

    Where the team chooses who starts, the line decides by its first player or else its first card. Where that leaves
    several beginnings (an empty-handed starter only draws, and the turn passes), one in which the line is legal is
    taken, first of all one without such a draw.
    """
    starts = deal.starts()
    if not line.turns:
        return Replay(line, (), starts, None)
    beginnings = sorted((*starts, *_other_beginnings(deal)), key=lambda beginning: beginning.hands != deal.hands)
    possible = [beginning for beginning in beginnings if _begins(beginning, line.turns[0])] or starts[:1]
    replays = [_replay_from(beginning, line, len(possible) == 1) for beginning in possible]
    return next((found for found in replays if found.fault is None), replays[0])


def _other_beginnings(deal: Deal) -> tuple[Position, ...]:
    """Where the player of the turn under way has laid the whole hand, a line may end that turn or take it as ended."""
    if deal.to_play is None or not deal.played_this_turn or deal.hands[deal.to_play]:
        return ()
    moment = deal.moment(deal.to_play)
    return moment, moment.settled()


def _begins(beginning: Position, turn: Turn) -> bool:
    """May a line with this first turn be meant to begin here?"""
    if turn.player is not None:
        return beginning.to_play == turn.player
    return not turn.plays or turn.plays[0].card in beginning.hand


def _replay_from(start: Position, line: Line, only_beginning: bool) -> Replay:
    position = start
    turns: list[ReplayedTurn] = []
    named: list[Turn] = []
    over = False
    for number, turn in enumerate(line.turns, 1):
        said = line.closed or number < len(line.turns)
        try:
            _check_player(position, turn)
            plays, laid = _lay(position, turn.plays)
            # Asked only where it matters: at the end of the line, which may be followed by a turn without cards.
            unsaid = bool(plays) and number >= len(line.turns) - 1 and _over(laid)
            following = _end(laid) if said or unsaid else laid
        except _TurnFault as fault:
            return Replay(Line(tuple(named)), tuple(turns), (position,), Fault(number, fault.play, fault.why))
        # A last turn without cards that is not ended only says who is to play.
        if plays or said:
            player, hand = position.to_play, laid.hand
            held = following.hands[player]
            drawn = tuple(card for card in held if card not in hand)
            turns.append(ReplayedTurn(player, plays, laid.piles, held, drawn, said or unsaid))
            named.append(Turn(turn.plays, player))
            over = unsaid
        position = following
    closed = line.closed or len(named) < len(line.turns)
    return Replay(Line(tuple(named), closed), tuple(turns), (position,), None, closed and over and only_beginning)


def _lay(position: Position, plays: tuple[Play, ...]) -> tuple[tuple[ReplayedPlay, ...], Position]:
    """The plays of one turn as they happened and the position after them."""
    rules = position.rules
    laid = []
    for number, play in enumerate(plays, 1):
        card, pile = play.card, rules.pile_index(play.pile)
        if pile is None:
            raise _TurnFault(number, f"there is no pile {play.pile}; the piles are {', '.join(rules.pile_names)}")
        try:
            following = position.play(card, pile)
        except IllegalPlay as error:
            place = "" if card in position.hand else f": {_whereabouts(position, card)}"
            raise _TurnFault(number, f"{error}{place}") from None
        laid.append(ReplayedPlay(card, play.pile, position.is_trick(card, pile)))
        position = following
    return tuple(laid), position


def _over(position: Position) -> bool:
    """Is the turn over, said or not: the minimum reached, and nothing left that could be laid?"""
    return position.may_end_turn and not any(position.plays())


def _end(position: Position) -> Position:
    try:
        return position.end_turn()
    except IllegalPlay as error:
        raise _TurnFault(0, str(error)) from None


def _check_player(position: Position, turn: Turn) -> None:
    # A position in the middle of a turn may be won already; that turn may still be ended.
    if position.won and (turn.plays or not position.played):
        raise _TurnFault(1 if turn.plays else 0, "every card has been played; the deal is won and the game over")
    if turn.player is not None and turn.player != position.to_play:
        if turn.player >= len(position.hands):
            why = f"there is no player {shown(turn.player)}; players count from 0 to {len(position.hands) - 1}"
        else:
            why = f"it is the turn of player {position.to_play}, not of player {turn.player}"
        raise _TurnFault(0, why)


def _whereabouts(position: Position, card: int) -> str:
    if card in position.deck:
        return "it is still in the draw pile"
    for player, hand in enumerate(position.hands):
        if card in hand:
            return f"player {player} holds it"
    return "it has been played already or is not in this deal"


class _TurnFault(Exception):
    """A fault within one turn: the play, counted from 1, or 0 for the whole turn, and why."""

    def __init__(self, play: int, why: str) -> None:
        super().__init__(why)
        self.play = play
        self.why = why
