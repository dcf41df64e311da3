"""``opendeal explain``: what the rules make of a position, with reasons."""

from __future__ import annotations

from solver.errors import InputError
from solver.sources import read_any_deal
from solver.the_game.deal import Deal


def run(source: str, as_json: bool) -> int:
    """Print the explanation, and return the exit status."""
    deal = read_any_deal(source)
    if isinstance(deal, Deal):
        raise InputError(
            "explain is for deals of 6-nimmt so far; the-game is not explained by this version of opendeal"
        )
    from solver.cli import six_nimmt

    return six_nimmt.explain(deal, as_json)
