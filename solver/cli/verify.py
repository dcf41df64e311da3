"""``opendeal verify``: what the referee says about a line."""

from __future__ import annotations

import json

from solver.cli.exit_status import DONE, ILLEGAL
from solver.cli.line_argument import read_deal_and_line
from solver.cli.terminal import emit
from solver.the_game.deal import Deal
from solver.the_game.notation import parse_line
from solver.the_game.referee import verify
from solver.the_game.show import report_line


def run(source: str, line: str, as_json: bool) -> int:
    """Replay a line, print the report, and return the exit status: 0 legal, 1 illegal."""
    deal, argument = read_deal_and_line(source, line)
    if not isinstance(deal, Deal):
        from solver.cli import six_nimmt

        return six_nimmt.verify(deal, argument, as_json)
    report = verify(deal, argument.read_by(parse_line))
    emit([json.dumps(report.to_json()) if as_json else report_line(report)])
    return DONE if report.legal else ILLEGAL
