"""The report: hand-made rows, and the figures worked out by hand or published."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.survey.report import NOTE, as_csv, as_json, as_markdown, group_reports
from solver.survey.row import Row
from solver.survey.statistics import wilson
from solver.survey.store import open_to_read
from tests.survey.rows import lost, undecided, won, write


def groups(tmp_path: Path, rows: list[Row]) -> list[dict[str, Any]]:
    with open_to_read(write(tmp_path / "survey.sqlite", rows)) as store:
        found = json.loads(as_json(group_reports(store)))
    assert found["format"] == "opendeal-survey/1"
    return list(found["groups"])


def test_the_published_interval(tmp_path: Path) -> None:
    """81 of 263: 0.2553 to 0.3662, R. G. Newcombe, "Two-sided confidence intervals for the single proportion:
    comparison of seven methods", Statistics in Medicine 17 (1998), table I, method 3."""
    (group,) = groups(tmp_path, [won(seed) if seed < 81 else lost(seed) for seed in range(263)])
    assert (group["deals"], group["won"], group["lost"], group["undecided"]) == (263, 81, 182, 0)
    assert (group["won_share_low"], group["won_share_high"]) == pytest.approx((0.2553, 0.3662), abs=5e-5)


def test_undecided_deals_widen_the_interval_at_both_ends(tmp_path: Path) -> None:
    """2 won, 1 lost, 1 undecided of 4. Lower end, p = 2/4: (0.5 + z²/8 - z √(1/16 + z²/64)) / (1 + z²/4); upper end,
    p = 3/4: (0.75 + z²/8 + z √(3/64 + z²/64)) / (1 + z²/4), with z² = 3.84146: 0.15004 and 0.95441."""
    rows = [won(0), won(1), lost(2), undecided(3)]
    (group,) = groups(tmp_path, rows)
    assert (group["won_share_low"], group["won_share_high"]) == pytest.approx((0.15004, 0.95441), abs=1e-5)
    assert group["won_share_low"] < wilson(2, 4)[1] < group["won_share_high"]


def test_the_figures_of_a_group(tmp_path: Path) -> None:
    rows = [
        replace(won(5), nodes=10, seconds=1.0),
        replace(lost(6, left=3, bound=3), nodes=20, seconds=2.0),
        replace(lost(7, left=9, bound=1), nodes=60, seconds=6.0),
        replace(undecided(9), nodes=1000, seconds=0.5),
    ]
    (group,) = groups(tmp_path, rows)
    assert {key: group[key] for key in ("rules", "players", "hand_size", "first_seed", "last_seed", "deals")} == {
        "rules": "standard", "players": 1, "hand_size": 7, "first_seed": 5, "last_seed": 9, "deals": 4,
    }  # fmt: skip
    figures = {
        name: [group[f"{name}_{what}"] for what in ("mean", "min", "median", "p99", "max")]
        for name in ("left_when_lost", "nodes", "seconds")
    }
    assert figures == {
        "left_when_lost": [6, 3, 3, 9, 9],
        "nodes": [272.5, 10, 20, 1000, 1000],
        "seconds": [2.375, 0.5, 1.0, 6.0, 6.0],
    }
    assert group["fewest_left_proven"] == 1


def several_groups() -> list[Row]:
    return [
        replace(won(0), deal="tg1:n9m4/1p#0", rules="m4", hand_size=9),
        replace(won(0), deal="tg1:no-trick/2p#0", rules="no-trick", players=2),
        replace(won(0), deal="tg1:n9m3/2p#0", rules="expert", players=2, hand_size=9),
        replace(won(10), deal="tg1:n10/1p#10", hand_size=10),
        won(2),
        undecided(0),
        lost(1, left=5, bound=5),
    ]


def test_the_order_of_groups_does_not_depend_on_the_order_of_rows(tmp_path: Path) -> None:
    reports = []
    for name, rows in (("a", several_groups()), ("b", several_groups()[::-1])):
        with open_to_read(write(tmp_path / name, rows)) as store:
            found = group_reports(store)
        reports.append((as_markdown(found), as_csv(found), as_json(found)))
        assert [tuple(report.group) for report in found] == [
            ("standard", 1, 7), ("standard", 1, 10), ("expert", 2, 9), ("no-trick", 2, 7), ("m4", 1, 9)
        ]  # fmt: skip
    assert reports[0] == reports[1]


def test_markdown(tmp_path: Path) -> None:
    with open_to_read(write(tmp_path / "survey.sqlite", several_groups())) as store:
        verdicts, efforts, note, undecided_deals = as_markdown(group_reports(store)).split("\n\n")
    assert verdicts.splitlines()[2:4] == [
        "| standard | 1 | 7 | 0..2 | 3 | 1 | 1 | 1 | 6.15 to 93.85 % | 5 / 5 / 5 | 1 |",
        "| standard | 1 | 10 | 10..10 | 1 | 1 | 0 | 0 | 20.65 to 100.00 % | – | – |",
    ]
    assert efforts.splitlines()[2] == "| standard | 1 | 7 | 400 | 100 | 1,000 | 1,000 | 0.500 | 0.500 | 0.500 | 0.500 |"
    assert note == NOTE
    assert undecided_deals == "Undecided: `tg1:n7/1p#0`."


def test_seeds_with_gaps_are_not_called_a_range(tmp_path: Path) -> None:
    with open_to_read(write(tmp_path / "survey.sqlite", [won(0), won(2)])) as store:
        assert "| of 0..2 | 2 |" in as_markdown(group_reports(store))


def test_many_undecided_deals_are_counted(tmp_path: Path) -> None:
    with open_to_read(write(tmp_path / "survey.sqlite", map(undecided, range(1025)))) as store:
        reports = group_reports(store)
    assert as_markdown(reports).endswith("`tg1:n7/1p#1014` and 1,005 more.")
    assert len(json.loads(as_json(reports))["undecided"]) == 1025


def test_csv_holds_the_same_as_json(tmp_path: Path) -> None:
    with open_to_read(write(tmp_path / "survey.sqlite", several_groups())) as store:
        reports = group_reports(store)
    lines = list(csv.DictReader(as_csv(reports).splitlines()))
    expected = json.loads(as_json(reports))["groups"]
    assert lines == [{key: "" if value is None else str(value) for key, value in group.items()} for group in expected]
