"""The referee: replays a line of play by the rules and says what it is worth.

It uses nothing but ``rules.Position``: no search, no shortcut. Every line that an engine finds passes through here
before anyone sees it, and so does every line that a user writes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from solver.errors import IllegalPlay
from solver.the_game.deal import Deal
from solver.the_game.notation import Line, Play, Turn, format_line, line_to_json
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


@dataclass(frozen=True, slots=True)
class ReplayedPlay:
    """A card as it was laid: ``trick`` tells whether it was the backwards trick."""

    card: int
    pile: str
    trick: bool


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
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

    There are several only if no turn was played and the team still chooses who starts.
    """

    turns: tuple[ReplayedTurn, ...]
    positions: tuple[Position, ...]
    fault: Fault | None


# -- what callers ask ------------------------------------------------------------------------------------------


def verify(deal: Deal, line: Line) -> Report:
    """Replay the line and report what it is worth, or where it breaks the rules."""
    replayed = replay(deal, line)
    legal = replayed.fault is None
    position = replayed.positions[0]
    return Report(
        legal=legal,
        won=legal and position.won,
        cards_left=position.cards_left if legal else None,
        turns=sum(bool(turn.plays) for turn in replayed.turns),
        tricks=sum(play.trick for turn in replayed.turns for play in turn.plays),
        stuck=legal and not any(choice.can_reach_minimum() for choice in replayed.positions),
        fault=replayed.fault,
    )


def annotate(deal: Deal, line: Line) -> list[ReplayedTurn]:
    """The turns of a legal line as they happened, for printing; raises ``IllegalPlay`` when the line is not legal."""
    replayed = replay(deal, line)
    if replayed.fault is not None:
        fault = replayed.fault
        raise IllegalPlay(f"turn {fault.turn}, play {fault.play}: {fault.why}")
    return list(replayed.turns)


def line_text(deal: Deal, line: Line) -> str:
    """The canonical text of a legal line: players named when there are several, every trick starred."""
    turns = annotate(deal, line)
    tricks = {(t, p) for t, turn in enumerate(turns) for p, play in enumerate(turn.plays) if play.trick}
    return format_line(_canonical(line, turns, name_players=deal.players > 1), tricks)


def line_json(deal: Deal, line: Line) -> list[dict[str, Any]]:
    """The canonical JSON form of a legal line, the player in every turn.

    ``"ended"`` appears only where it says something: in a last turn that its player could have continued.
    """
    turns = annotate(deal, line)
    named = _canonical(line, turns, name_players=True)
    implied = annotate(deal, replace(named, closed=False)) == turns
    return line_to_json(replace(named, closed=named.closed and not implied))


def _canonical(line: Line, turns: list[ReplayedTurn], name_players: bool) -> Line:
    """The line as it was replayed."""
    return Line(
        tuple(
            Turn(tuple(Play(play.card, play.pile) for play in turn.plays), turn.player if name_players else None)
            for turn in turns
        ),
        closed=line.closed or len(turns) < len(line.turns),
    )


# -- the replay ------------------------------------------------------------------------------------------------


def replay(deal: Deal, line: Line) -> Replay:
    """Replay the line as far as the rules allow.

    Where the team chooses who starts, the line decides by its first player or else its first card. Where that leaves
    several beginnings (an empty-handed starter only draws, and the turn passes), one in which the line is legal is
    taken, first of all one without such a draw.
    """
    starts = deal.starts()
    if not line.turns:
        return Replay((), starts, None)
    beginnings = sorted((*starts, *_other_beginnings(deal)), key=lambda beginning: beginning.hands != deal.hands)
    possible = [beginning for beginning in beginnings if _begins(beginning, line.turns[0])]
    replays = [_replay_from(beginning, line) for beginning in possible or starts[:1]]
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


def _replay_from(start: Position, line: Line) -> Replay:
    position = start
    turns: list[ReplayedTurn] = []
    for number, turn in enumerate(line.turns, 1):
        ends = line.closed or number < len(line.turns)
        try:
            replayed, position = _replay_turn(position, turn, ends)
        except _TurnFault as fault:
            return Replay(tuple(turns), (position,), Fault(number, fault.play, fault.why))
        # A last turn without cards that is not ended only says who is to play.
        if replayed.plays or replayed.ended:
            turns.append(replayed)
    return Replay(tuple(turns), (position,), None)


def _replay_turn(position: Position, turn: Turn, ends: bool) -> tuple[ReplayedTurn, Position]:
    """The turn as it happened and the position after it. ``ends``: the line says that the turn was ended."""
    _check_player(position, turn)
    player = position.to_play
    plays = []
    for number, play in enumerate(turn.plays, 1):
        try:
            trick, position = _replay_play(position, play)
        except IllegalPlay as error:
            raise _TurnFault(number, str(error)) from None
        plays.append(ReplayedPlay(play.card, play.pile, trick))

    hand, piles = position.hand, position.piles
    # The last turn's end may go unsaid where the player can lay nothing more.
    ended = ends or (bool(plays) and position.may_end_turn and not any(position.plays()))
    if ended:
        try:
            position = position.end_turn()
        except IllegalPlay as error:
            raise _TurnFault(0, str(error)) from None
    held = position.hands[player]
    drawn = tuple(card for card in held if card not in hand)
    return ReplayedTurn(player, tuple(plays), piles, held, drawn, ended), position


def _check_player(position: Position, turn: Turn) -> None:
    # A position in the middle of a turn may be won already; that turn may still be ended.
    if position.won and (turn.plays or not position.played):
        raise _TurnFault(1 if turn.plays else 0, "every card has been played; the deal is won and the game over")
    if turn.player is not None and turn.player != position.to_play:
        if turn.player >= len(position.hands):
            why = f"there is no player {turn.player}; players count from 0 to {len(position.hands) - 1}"
        else:
            why = f"it is the turn of player {position.to_play}, not of player {turn.player}"
        raise _TurnFault(0, why)


def _replay_play(position: Position, play: Play) -> tuple[bool, Position]:
    """Whether the play is a backwards trick, and the position after it; raises ``IllegalPlay``."""
    rules = position.rules
    pile = rules.pile_index(play.pile)
    if pile is None:
        names = ", ".join(rules.pile_name(index) for index in range(rules.pile_count))
        raise IllegalPlay(f"there is no pile {play.pile}; the piles are {names}")
    if play.card not in position.hand:
        place = _whereabouts(position, play.card)
        raise IllegalPlay(f"player {position.to_play} does not hold {play.card}: {place}")
    return position.is_trick(play.card, pile), position.play(play.card, pile)


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
