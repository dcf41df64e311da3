"""The verbs that understand and publish: their options and help. Each verb's module is imported when it runs."""

from __future__ import annotations

import typer

from solver.cli.app import AsJson, DealSource


def add_verbs(app: typer.Typer) -> None:
    """Give the command the verbs of this package."""
    app.command()(explain)


def explain(deal: DealSource, as_json: AsJson = False) -> int:
    """Say why the cards go where they go: one turn of 6 nimmt!, or a round in which every order is known.

    \b
    Example:
      opendeal explain turn.json
    """
    from puzzles.cli.explain import run

    return run(deal, as_json)
