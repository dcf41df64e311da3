"""``opendeal show``: a deal or position for reading."""

from __future__ import annotations

import json

from solver.cli.terminal import emit
from solver.sources import read_any_deal
from solver.the_game.deal import Deal, deal_to_json
from solver.the_game.identifiers import encode_deal
from solver.the_game.show import deal_lines, score_band


def run(source: str, as_json: bool) -> int:
    """Print a deal, and return the exit status 0."""
    deal = read_any_deal(source)
    if not isinstance(deal, Deal):
        from solver.cli import six_nimmt

        return six_nimmt.show(deal, as_json)
    if not as_json:
        emit(deal_lines(deal))
        return 0
    shown = {
        "deal": deal_to_json(deal),
        "identifier": encode_deal(deal),
        "seed": deal.seed,
        "players": deal.players,
        "cards_left": deal.cards_left,
        "score_band": score_band(deal.cards_left),
    }
    emit([json.dumps(shown)])
    return 0
