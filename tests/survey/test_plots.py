"""The plots: what is drawn is what the rows say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.errors import InputError
from solver.survey.plots import ASIDE, distribution, draw, winnability
from solver.survey.report import group_reports
from solver.survey.store import open_to_read
from tests.survey.rows import lost, undecided, won, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    two_players = replace(won(0), deal="tg1:n6/2p#0", players=2, hand_size=6)
    smaller = [replace(lost(seed), deal=f"tg1:n5/1p#{seed}", hand_size=5) for seed in range(3)]
    expert = replace(won(0), deal="tg1:n7m3/1p#0", rules="expert")
    rows = [replace(won(0), nodes=30), replace(lost(1), nodes=10), replace(undecided(2), nodes=90)]
    return write(tmp_path / "survey.sqlite", [*rows, *smaller, two_players, expert])


def points(line: Any) -> Any:
    return [(float(x), float(y)) for x, y in zip(*line.get_data(), strict=True)]


def test_winnability(path: Path) -> None:
    with open_to_read(path) as store:
        reports = group_reports(store)
    standard, expert = winnability(reports).axes
    assert (standard.get_title(), expert.get_title()) == ("rules standard", "rules expert")
    alone, two = standard.containers
    assert (alone.get_label(), two.get_label()) == ("alone", "2 players")
    assert points(alone[0]) == [(5, 0), (7, pytest.approx(1 / 3))]
    assert points(two[0]) == [(6 + ASIDE, 1)]
    (bars,) = alone[2]
    low, high = reports[1].won_share
    assert bars.get_segments()[1].tolist() == [[7, pytest.approx(low)], [7, pytest.approx(high)]]


def test_distributions(path: Path) -> None:
    with open_to_read(path) as store:
        standard, _ = distribution(store, "nodes", "positions searched").axes
        assert standard.get_xscale() == "log"
        lines = {str(line.get_label()): line for line in standard.lines}
        assert [label for label in lines if not label.startswith("_")] == ["alone, hands 5 to 7", "2 players, hand 6"]
        assert len(standard.lines) == 3
    assert points(lines["alone, hands 5 to 7"]) == [
        (10, pytest.approx(1 / 3)), (30, pytest.approx(2 / 3)), (90, pytest.approx(1))
    ]  # fmt: skip


def test_the_files_are_pictures_and_the_same_each_time(path: Path, tmp_path: Path) -> None:
    contents = []
    for name in ("a", "b"):
        with open_to_read(path) as store:
            written = draw(store, group_reports(store), tmp_path / name)
        assert [file.name for file in written] == ["winnability.png", "nodes.png", "seconds.png"]
        contents.append([file.read_bytes() for file in written])
        assert all(content.startswith(b"\x89PNG\r\n") for content in contents[-1])
    assert contents[0] == contents[1]


def test_a_folder_that_cannot_be_made_is_an_error(path: Path) -> None:
    with open_to_read(path) as store, pytest.raises(InputError, match="--plots "):
        draw(store, group_reports(store), path / "below a file")
