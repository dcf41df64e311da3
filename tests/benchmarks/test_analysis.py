"""The benchmark of analyses on two deals: what it counts, never times."""

from __future__ import annotations

import json

import pytest

from benchmarks import analysis
from puzzles.analysis.values import value_plays
from solver import InputError, Rules
from solver.the_game.identifiers import deal_from_seed


def test_what_is_decided_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert analysis.main(["--seeds", "3..4", "--players", "1", "--json"]) == 0
    judged, looked_at = json.loads(capsys.readouterr().out)["results"]
    assert (judged["deals"], judged["undecided"], looked_at["deals"]) == (2, [], 2)
    nodes = [value_plays(deal_from_seed(Rules(), 1, str(seed))).nodes for seed in (3, 4)]
    assert judged["nodes"]["mean"] == sum(nodes) / 2


def test_bad_player_counts_are_refused() -> None:
    with pytest.raises(InputError, match="--players"):
        analysis.main(["--players", "6"])
