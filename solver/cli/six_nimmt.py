"""The verbs for deals of 6 nimmt!."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from solver.cli.terminal import emit
from solver.errors import InputError
from solver.six_nimmt.deal import deal_to_json
from solver.six_nimmt.identifiers import encode_deal
from solver.six_nimmt.record import parse_record, record_text, turn_to_json
from solver.six_nimmt.referee import play_script, replay
from solver.six_nimmt.show import deal_lines, explained_lines, report_line

if TYPE_CHECKING:
    from solver.cli.line_argument import LineArgument
    from solver.six_nimmt.deal import Deal


def show(deal: Deal, as_json: bool) -> int:
    """Print a deal, and return the exit status 0."""
    if not as_json:
        emit(deal_lines(deal))
        return 0
    shown = {
        "deal": deal_to_json(deal),
        "identifier": encode_deal(deal),
        "seed": deal.seed,
        "players": deal.players,
        "turns_left": deal.turns_left,
    }
    emit([json.dumps(shown)])
    return 0


def verify(deal: Deal, record: LineArgument, as_json: bool) -> int:
    """Replay a recorded round, print the report, and return the exit status: 0 right, 1 wrong."""
    played = replay(deal, record.read_by(parse_record))
    emit([json.dumps(played.report()) if as_json else report_line(played)])
    return 0 if played.legal else 1


def explain(deal: Deal, turn: int | None, as_json: bool) -> int:
    """Resolve one turn, or a scripted round turn by turn, with the reason for each card; return the exit status 0.

    ``turn``: say only this one, from 1, of a round.
    """
    played = play_script(deal)
    turns = range(1, len(played.turns) + 1)
    if turn is not None and turn not in turns:
        raise InputError(f"--turn: {turn} is none of the deal's turns, which are 1 to {len(turns)}")
    said = turns if turn is None else range(turn, turn + 1)
    if not as_json:
        emit(explained_lines(deal, played, said))
        return 0
    explained = {
        "turns": [turn_to_json(number, played.turns[number - 1]) for number in said],
        "line": record_text(played.turns),
        "assumed": list(played.assumed),
        "taken": list(played.deal.taken),
        "over": played.over,
        "leaders": list(played.leaders),
    }
    emit([json.dumps(explained)])
    return 0
