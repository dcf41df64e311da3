"""The referee of 6 nimmt!: replays rounds with nothing but ``resolve`` and says where a record is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.errors import IllegalPlay, InputError
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.record import Note, Record
from solver.six_nimmt.resolve import Laid, Rows, cheapest_row, reason, resolve


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a record is wrong: turn and play (the place within the turn as recorded) count from 1; 0: all of it."""

    turn: int
    play: int
    why: str


@dataclass(frozen=True, slots=True)
class Round:
    """Turns as they were resolved, the deal after them, and where the record went wrong, if it did.

    ``deal`` holds the bullheads of each player in ``taken``, those from before the round included. ``assumed``: the
    turns, from 1, in which a row choice was not known and the cheapest row was taken.
    """

    turns: tuple[tuple[Laid, ...], ...]
    deal: Deal
    fault: Fault | None = None
    assumed: tuple[int, ...] = ()

    @property
    def legal(self) -> bool:
        return self.fault is None

    @property
    def over(self) -> bool:
        """Has the game ended: all hands empty, and somebody at the target?"""
        return self.legal and self.deal.turns_left == 0 and max(self.deal.taken) >= self.deal.rules.target

    @property
    def leaders(self) -> tuple[int, ...]:
        """The players with the fewest bullheads; ties share. They have won if the game is over."""
        return tuple(player for player, heads in enumerate(self.deal.taken) if heads == min(self.deal.taken))

    def report(self) -> dict[str, Any]:
        """The object that ``verify --json`` prints."""
        fault = self.fault
        return {
            "legal": self.legal,
            "turns": len(self.turns),
            "turns_left": self.deal.turns_left,
            "taken": list(self.deal.taken) if self.legal else None,
            "over": self.over,
            "leaders": list(self.leaders) if self.legal else None,
            "fault": None if fault is None else {"turn": fault.turn, "play": fault.play, "why": fault.why},
        }


# -- a record ----------------------------------------------------------------------------------------------------


def replay(deal: Deal, record: Record) -> Round:
    """Replay a record as far as it is right. Of a turn at fault nothing counts.

    The record alone decides: scripts and row choices of the deal are not asked.
    """
    turns: list[tuple[Laid, ...]] = []
    for number, notes in enumerate(record, 1):
        try:
            laid = _replay_turn(deal, notes)
        except _TurnFault as fault:
            return Round(tuple(turns), deal, Fault(number, fault.play, str(fault)))
        turns.append(laid)
        deal = _after(deal, laid)
    return Round(tuple(turns), deal)


def _replay_turn(deal: Deal, notes: tuple[Note, ...]) -> tuple[Laid, ...]:
    cards: dict[int, int] = {}
    places: dict[int, int] = {}
    for play, note in enumerate(notes, 1):
        player = _owner(deal, note, play)
        if player in cards:
            raise _TurnFault(play, f"player {player} has played the {cards[player]} already in this turn")
        cards[player] = note.card
        places[note.card] = play
    for player in range(deal.players):
        if player not in cards:
            what = "all cards have been played" if deal.turns_left == 0 else f"player {player} plays no card"
            raise _TurnFault(0, what)

    def choose(_player: int, card: int, rows: Rows) -> int:
        row = notes[places[card] - 1].row
        if row is None:
            ends = ", ".join(str(row[-1]) for row in rows)
            raise _TurnFault(
                places[card],
                f"{card} is below all ends ({ends}): the row that its owner takes is missing, as in {card}@1",
            )
        return row

    try:
        turn = resolve(deal.rows, cards, choose)
    except IllegalPlay as error:
        raise _TurnFault(places[min(cards.values())], str(error)) from None
    for laid in turn:
        _compare(laid, notes[places[laid.card] - 1], places[laid.card])
    return turn


def _owner(deal: Deal, note: Note, play: int) -> int:
    holder = next((player for player, hand in enumerate(deal.hands) if note.card in hand), None)
    if holder is None:
        where = next((f"; it lies in row {n}" for n, row in enumerate(deal.rows, 1) if note.card in row), "")
        raise _TurnFault(play, f"nobody holds the {note.card}{where}")
    if note.player not in (None, holder):
        raise _TurnFault(play, f"player {holder} holds the {note.card}, not player {note.player}")
    return holder


def _compare(laid: Laid, note: Note, play: int) -> None:
    """What is noted of a card against what happened."""
    noted: dict[str, object] = {
        "row": note.row,
        "why": note.why,
        "taken": note.taken and tuple(sorted(note.taken)),
        "bullheads": note.bullheads,
    }
    for key, value in noted.items():
        right = getattr(laid, key)
        if value is not None and value != right:
            said = f"row {value}" if key == "row" else f"{key} {_worded(value)}"
            raise _TurnFault(play, f"the record says {said}, right is {_worded(right)}: {reason(laid)}")


def _worded(value: object) -> str:
    return (" ".join(map(str, value)) or "nothing") if isinstance(value, tuple) else str(value)


class _TurnFault(Exception):
    """A fault within one turn: the place of the card, from 1, or 0 for the whole turn, and why."""

    def __init__(self, play: int, why: str) -> None:
        super().__init__(why)
        self.play = play


# -- a script ----------------------------------------------------------------------------------------------------


def play_turn(deal: Deal, cards: Mapping[int, int], row: int | None = None) -> tuple[tuple[Laid, ...], Deal]:
    """Resolve one turn of a deal: the cards as they were laid, and the deal after it.

    Who lies below all ends takes ``row`` or, when that is ``None``, the next of the deal's known choices of that player
    and without one the cheapest row, of equally cheap ones that with the lowest end.
    """

    def choose(player: int, _card: int, rows: Rows) -> int:
        known = deal.row_choices[player]
        return row or (known[0] if known else cheapest_row(rows))

    turn = resolve(deal.rows, cards, choose)
    return turn, _after(deal, turn)


def play_script(deal: Deal) -> Round:
    """Play a deal to its end in which every order is known: by scripts, or because one card is left in each hand.

    Raises ``InputError`` naming the players whose order is not known.
    """
    if deal.turns_left > 1 and deal.open_seats:
        missing = ", ".join(map(str, deal.open_seats))
        raise InputError(
            f"script: the order of player {missing} is not known; it is needed unless each hand is one card"
        )
    turns: list[tuple[Laid, ...]] = []
    assumed = []
    while deal.turns_left:
        cards = {player: (deal.script[player] or hand)[0] for player, hand in enumerate(deal.hands)}
        turn, following = play_turn(deal, cards)
        turns.append(turn)
        if turn[0].why == "lowest" and not deal.row_choices[turn[0].player]:
            assumed.append(len(turns))
        deal = following
    return Round(tuple(turns), deal, assumed=tuple(assumed))


def _after(deal: Deal, turn: tuple[Laid, ...]) -> Deal:
    cards = {laid.player: laid.card for laid in turn}
    taken = {laid.player: laid.bullheads for laid in turn}
    chose = {laid.player: int(laid.why == "lowest") for laid in turn}
    everybody = range(deal.players)
    return deal.after(turn[-1].rows, cards, [taken[p] for p in everybody], [chose[p] for p in everybody])
