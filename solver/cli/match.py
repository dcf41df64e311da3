"""``opendeal match``: a whole game of 6 nimmt!, round by round."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from solver.cli.exit_status import DONE, ILLEGAL
from solver.cli.terminal import emit
from solver.errors import InputError
from solver.six_nimmt.deal import Deal, deal_from_json
from solver.six_nimmt.match import Match
from solver.six_nimmt.record import Record, parse_record, record_from_json
from solver.six_nimmt.rules import GAME
from solver.sources import MAX_NAME, STANDARD_INPUT, deal_from_identifier, read_text
from solver.strict_json import as_list, as_object, loads, one_line, shown
from solver.text import count, table

MAX_ROUNDS = 1_000


def run(source: str, as_json: bool) -> int:
    """Replay the game in a file, print how it stands, and return the exit status: 0 right, 1 wrong."""
    text = read_text(source, "expected a file with a game, or - for standard input")
    where = "standard input" if source == STANDARD_INPUT else one_line(source, MAX_NAME)
    data = loads(text, where)
    try:
        standings = _standings(data)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    emit([json.dumps(_to_json(standings[-1]))] if as_json else _lines(standings))
    return DONE if standings[-1].fault is None else ILLEGAL


def _standings(data: object) -> list[Match]:
    """How the game stands before the first round and after each one, up to the first record that is wrong."""
    game = as_object(data, "game", ("game", "rounds"))
    if game["game"] != GAME:
        raise InputError(f'game: expected "{GAME}", not {shown(game["game"])}')
    standings = [Match()]
    for index, value in enumerate(as_list(game["rounds"], "rounds", MAX_ROUNDS)):
        standings.append(standings[-1].after(*_round(value, f"rounds[{index}]", standings[-1].taken)))
        if standings[-1].fault is not None:
            break
    return standings


def _round(value: object, path: str, taken: tuple[int, ...]) -> tuple[Deal, Record]:
    """The deal and the record of a round. Where the deal does not say what was taken before, it is filled in."""
    found = as_object(value, path, ("deal", "record"))
    record = found["record"]
    try:
        return _deal(found["deal"], taken), parse_record(record) if isinstance(record, str) else record_from_json(
            record
        )
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _deal(value: object, taken: tuple[int, ...]) -> Deal:
    if isinstance(value, str):
        deal = deal_from_identifier(value)
        if not isinstance(deal, Deal):
            raise InputError(f"deal: expected one of {GAME}, not {shown(value)}")
        says = any(deal.taken)
    else:
        deal = deal_from_json(value)
        says = isinstance(value, dict) and "taken" in value
    return deal if says or len(taken) != deal.players else replace(deal, taken=taken, seed=None)


def _lines(standings: list[Match]) -> list[str]:
    """A line for each round with the bullheads after it, and what that means."""
    match = standings[-1]
    rows = [[str(standing.rounds), *map(str, standing.taken)] for standing in standings[1:] if not standing.fault]
    lines = [*table([["round", *(f"player {player}" for player in range(len(match.taken)))], *rows]), ""]
    if not rows:
        lines = []
    if match.fault is not None:
        place = f", card {match.fault.play}" if match.fault.play else ""
        return [*lines, f"wrong: round {match.round}, turn {match.fault.turn}{place}: {match.fault.why}"]
    if not match.over:
        return [*lines, f"right: {count(match.rounds, 'round')}, nobody has reached the target, the game goes on"]
    word = "share the win" if len(match.winners) > 1 else "wins"
    return [*lines, f"right: {count(match.rounds, 'round')}, player {' and '.join(map(str, match.winners))} {word}"]


def _to_json(match: Match) -> dict[str, Any]:
    fault = match.fault
    return {
        "legal": fault is None,
        "rounds": match.rounds,
        "taken": list(match.taken),
        "over": match.over,
        "winners": list(match.winners),
        "fault": fault and {"round": match.round, "turn": fault.turn, "play": fault.play, "why": fault.why},
    }
