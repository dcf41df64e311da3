"""``opendeal explain``: what the rules make of a position or a line, with reasons."""

from __future__ import annotations

import json
from functools import partial

from puzzles.explain.check import check, check_deal
from puzzles.explain.line import explain_line
from puzzles.explain.show import check_lines, line_lines
from solver.cli.exit_status import DONE, ILLEGAL
from solver.cli.line_argument import LineArgument, read_deal_and_line
from solver.cli.terminal import emit
from solver.errors import InputError
from solver.sources import read_any_deal
from solver.the_game.deal import Deal
from solver.the_game.identifiers import encode_deal


def run(source: str, line: str | None, turn: int | None, as_json: bool) -> int:
    """Print the explanation, and return the exit status: 1 if the line breaks the rules, else 0."""
    deal, argument = (read_any_deal(source), None) if line is None else read_deal_and_line(source, line)
    if isinstance(deal, Deal):
        if turn is not None:
            raise InputError("--turn is for 6-nimmt only; a line of the-game is explained play by play")
        return _the_game(deal, argument, as_json)
    if argument is not None:
        raise InputError("explain takes a line for the-game only; a deal of 6-nimmt has its plays in its script")
    from solver.cli import six_nimmt

    return six_nimmt.explain(deal, turn, as_json)


def _the_game(deal: Deal, line: LineArgument | None, as_json: bool) -> int:
    explained = None if line is None else line.read_by(partial(explain_line, deal))
    if explained is None:
        checks = check_deal(deal)
    else:
        # After a fault there is nothing to go on with: the position before it is not where the line meant to be.
        checks = () if explained.fault else tuple(map(check, explained.positions))
    if as_json:
        said = {"game": "the-game", "deal": encode_deal(deal), "line": explained and explained.to_json()}
        emit([json.dumps({**said, "checks": [each.to_json() for each in checks]})])
    else:
        parts = [] if explained is None else [line_lines(explained, deal.players > 1)]
        parts += [check_lines(each) for each in checks]
        emit([text for index, part in enumerate(filter(None, parts)) for text in ([""] if index else []) + part])
    return ILLEGAL if explained is not None and explained.fault is not None else DONE
