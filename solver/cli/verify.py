"""``opendeal verify``: what the referee says about a line."""

from __future__ import annotations

import json

from solver.cli.terminal import emit
from solver.errors import InputError
from solver.sources import STANDARD_INPUT, read_any_deal, read_text
from solver.the_game.deal import Deal
from solver.the_game.notation import parse_line
from solver.the_game.referee import verify
from solver.the_game.show import report_line

_A_LINE = "after the @ the file of a line is expected; a line can also be given as text, or as - for standard input"


def run(source: str, line: str, as_json: bool) -> int:
    """Replay a line, print the report, and return the exit status: 0 legal, 1 illegal."""
    if source == line == STANDARD_INPUT:
        raise InputError("standard input (-) can be the deal or the line, not both")
    deal = read_any_deal(source)
    text = _line_text(line)
    if not isinstance(deal, Deal):
        from solver.cli import six_nimmt

        return six_nimmt.verify(deal, text, as_json)
    report = verify(deal, parse_line(text))
    emit([json.dumps(report.to_json()) if as_json else report_line(report)])
    return 0 if report.legal else 1


def _line_text(line: str) -> str:
    """The text itself, or what ``-`` or ``@FILE`` names. No line of play begins with these characters."""
    if line == STANDARD_INPUT:
        return read_text(line, _A_LINE)
    return read_text(line[1:], _A_LINE) if line.startswith("@") else line
