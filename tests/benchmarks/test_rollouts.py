"""The benchmark of the roll-outs: what it counts, never times."""

from __future__ import annotations

import json

import pytest

from benchmarks import rollouts
from puzzles.players.ladder import LADDER
from puzzles.players.rollouts import Rollouts
from solver import InputError, Rules
from solver.the_game.identifiers import deal_from_seed


def test_rows_are_those_of_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert rollouts.main(["--players", "2", "--seeds", "3..4", "--games", "5", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["results"]
    assert [row["name"] for row in rows] == list(LADDER)
    for row in rows:
        deals = [deal_from_seed(Rules(), 2, seed) for seed in "34"]
        left = [game.cards_left for deal in deals for game in Rollouts(deal, LADDER[row["name"]]).games(5)]
        assert (row["players"], row["games"], row["won"]) == (2, 10, left.count(0))
        assert row["mean_cards_left"] == sum(left) / 10
        assert row["games_per_second"] > 0


def test_bad_options_are_named() -> None:
    with pytest.raises(InputError, match="--players"):
        rollouts.main(["--players", "6"])
    with pytest.raises(InputError, match="--games"):
        rollouts.main(["--games", "0"])
