"""Answers to puzzles of 6 nimmt!, as a person writes them, and what they are worth.

One seat against scripts: its cards in the order in which they are played, ``23 7@2 45``; ``@`` and a row's number where
a card lies below all ends. The cards of the others may be there too, so that a whole record is an answer. All players
together: a record of the whole round, ``2 3 11 | 5 6 12``.
"""

from __future__ import annotations

from solver.errors import InputError
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.record import Note, Record, parse_record
from solver.six_nimmt.referee import play_turn, replay
from solver.six_nimmt.resolve import nearest_row


def bullheads_of(deal: Deal, text: str) -> int | None:
    """The bullheads that the players without a script take in this answer; ``None`` if it is wrong or not complete.

    Raises ``InputError`` for a text that is no answer at all, or in which a row is missing.
    """
    record = parse_record(text)
    if len(deal.open_seats) == 1:
        return _of_one_seat(deal, own_notes(deal, record))
    played = replay(deal, record)
    return sum(played.deal.taken) if played.legal and not played.deal.turns_left else None


def own_notes(deal: Deal, record: Record) -> list[Note]:
    """The cards of the one player without a script, in the order in which they come in a record.

    Raises ``InputError`` for a card that nobody holds, or one that comes twice.
    """
    hand = deal.hands[deal.open_seats[0]]
    notes = [note for turn in record for note in turn]
    for place, note in enumerate(notes):
        if not any(note.card in cards for cards in deal.hands):
            raise InputError(f"answer: nobody holds the {note.card}")
        if any(other.card == note.card for other in notes[:place]):
            raise InputError(f"answer: the {note.card} comes twice")
    return [note for note in notes if note.card in hand]


def _of_one_seat(deal: Deal, notes: list[Note]) -> int | None:
    seat = deal.open_seats[0]
    if len(notes) != deal.turns_left:
        return None
    total = 0
    for note in notes:
        cards = {player: order[0] for player, order in enumerate(deal.script) if order} | {seat: note.card}
        row = None
        if note.card == min(cards.values()) and nearest_row(deal.rows, note.card) is None:
            if note.row is None:
                raise InputError(
                    f"answer: {note.card} is below all ends: the row that it takes is missing, as in {note.card}@1"
                )
            if not 1 <= note.row <= len(deal.rows):
                return None
            row = note.row
        turn, deal = play_turn(deal, cards, row)
        laid = next(laid for laid in turn if laid.player == seat)
        if note.row not in (None, laid.row):
            return None
        total += laid.bullheads
    return total
