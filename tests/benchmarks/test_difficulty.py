"""The sample behind the difficulty: its statistics, its yardstick, its report."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from benchmarks import difficulty
from benchmarks._assessed import PERSON_LIMIT, ranks, spearman
from benchmarks.difficulty import Puzzle, person
from puzzles.difficulty import assess
from puzzles.puzzle import Goal
from solver import Rules, parse_line, verify
from solver.result import Objective
from solver.the_game.deal import Deal
from solver.the_game.identifiers import decode

ONE_PILE = Rules(high=30, ascending=1, descending=0, hand_size=4, min_plays=1)


def test_equal_values_share_their_rank() -> None:
    assert ranks([30, 10, 20, 10]) == [4, 1.5, 3, 1.5]


def test_rank_correlation() -> None:
    assert spearman([1, 2, 3, 4], [1, 10, 100, 1000]) == pytest.approx(1)
    assert spearman([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    # By hand: the differences of the ranks are 0 -1 1 -1 1, so it is 1 - 6 * 4 / (5 * 24).
    assert spearman([1, 2, 3, 4, 5], [1, 3, 2, 5, 4]) == pytest.approx(0.8)
    assert spearman([1, 1, 1], [1, 2, 3]) == 0


@pytest.mark.parametrize(
    ("hand", "top", "objective", "value", "in_vain"),
    [
        # 4 14 20, each the smallest gap.
        ((4, 14, 20), 3, "cards", 0, 0),
        # In one turn: to stop after the 4, and after the 14, looks better than to lay another card.
        ((4, 14, 20), 3, "turns", 1, 2),
    ],
)
def test_positions_looked_at_in_vain(
    hand: tuple[int, ...], top: int, objective: Objective, value: int, in_vain: int
) -> None:
    puzzle = Puzzle("", Deal(ONE_PILE, (hand,), (), (top,), 0), Goal("line", objective, value), parse_line(""))
    assert person(puzzle, PERSON_LIMIT) == in_vain


def test_the_person_gives_up() -> None:
    lost = Puzzle("", Deal(ONE_PILE, ((4,),), (5,), (20,), 0), Goal(), parse_line(""))
    assert person(lost, 100) == 100


def test_the_sample_is_of_puzzles_whose_solution_reaches_the_goal() -> None:
    few = [*difficulty._endgames(3), *difficulty._endgames(4), *difficulty._minis(0), *difficulty._minis(5)]
    assert {"endgame", "small deck", "turns", "tricks"} <= {puzzle.kind for puzzle in few}
    for puzzle in few:
        report = verify(puzzle.deal, puzzle.solution)
        worth = {"cards": report.cards_left, "turns": report.turns, "tricks": report.tricks}
        assert report.cards_left == puzzle.goal.cards_left
        assert worth[puzzle.goal.objective] == puzzle.goal.value


def test_the_report(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = list(islice(difficulty._minis(0), 3))
    monkeypatch.setattr(difficulty, "sample", lambda size: iter(few))
    plot = tmp_path / "plot.png"
    assert difficulty.main(["--json", "--plot", str(plot), "--out", str(tmp_path / "first.md")]) == 0
    printed = capsys.readouterr().out
    rows = json.loads(printed)["results"]
    for row, puzzle in zip(rows, few, strict=True):
        expected = assess(puzzle.deal, puzzle.goal, solution=puzzle.solution)
        assert decode(row["deal"]) == puzzle.deal
        assert (row["tier"], row["score"], row["features"]) == (expected.tier, expected.score, expected.features)
    assert plot.read_bytes().startswith(b"\x89PNG")

    (tmp_path / "earlier.json").write_text(printed, encoding="utf-8")
    assert difficulty.main(["--again", str(tmp_path / "earlier.json")]) == 0
    document = capsys.readouterr().out
    assert document == (tmp_path / "first.md").read_text(encoding="utf-8")
    heads = [line.split(" | ")[0] for line in document.splitlines() if line.startswith("| ")]
    assert heads[: 3 + len({puzzle.kind for puzzle in few})][-1] == "| all"
    for name in ("failing", "score", "bits"):
        assert f"| {name}" in heads
