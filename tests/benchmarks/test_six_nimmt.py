"""The benchmark of 6 nimmt! on a single seed: values and node counts, never times."""

from __future__ import annotations

import json

import pytest

from benchmarks import six_nimmt
from solver.six_nimmt.identifiers import deal_from_seed
from solver.six_nimmt.rules import Rules
from solver.six_nimmt.solve import solve


def test_every_group_is_solved(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    groups = [
        ("own", "auto", 10, 10),
        ("margin", "auto", 3, 3),
        ("inflict", "auto", 3, 3),
        ("total", "auto", 2, 5),
        ("total", "cpsat", 2, 3),
        ("open", "auto", 2, 4),
        ("duel", "auto", 2, 4),
    ]
    monkeypatch.setattr(six_nimmt, "_groups", lambda: iter(groups))
    assert six_nimmt.main(["--seeds", "0..1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["results"]
    keys = ("objective", "engine", "players", "cards", "deals", "solved")
    assert [tuple(row[key] for key in keys) for row in rows] == [(*group, 2, 2) for group in groups]
    expected = [solve(deal_from_seed(Rules(hand_size=5), 2, seed)) for seed in ("0", "1")]
    assert rows[3]["mean_value"] == sum(float(result.value or 0) for result in expected) / 2
    assert rows[3]["nodes"]["max"] == max(result.nodes for result in expected)


def test_a_budget_that_is_too_small_is_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(six_nimmt, "_groups", lambda: iter([("total", "auto", 2, 8)]))
    assert six_nimmt.main(["--seeds", "1..1", "--max-nodes", "1000"]) == 1
    assert "| total | auto | 2 × 8 | 1 | 0 |" in capsys.readouterr().out


def test_the_groups_are_those_of_the_published_table() -> None:
    groups = list(six_nimmt._groups())
    assert groups[0] == ("own", "auto", 2, 10)
    assert len(groups) == 3 * 9 + 5 + 5 + 3 + 4
