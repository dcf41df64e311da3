"""The helpers of the benchmarks: statistics, options, the line that says what was measured with."""

from __future__ import annotations

import platform
from argparse import ArgumentTypeError
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from benchmarks import _common
from benchmarks._common import (
    Solved,
    having,
    listed,
    measured_line,
    measured_with,
    run,
    seed_range,
    solve_seeds,
    table,
    whole_numbers,
)
from solver import Budget, EngineError, InputError, Rules, solve
from solver.the_game.identifiers import deal_from_seed
from solver.version import VERSION


def test_options_are_read() -> None:
    assert seed_range("3..7") == range(3, 8)
    assert seed_range("5..5") == range(5, 6)
    assert whole_numbers("2-4") == (2, 3, 4)
    assert whole_numbers("5,1") == (5, 1)


@pytest.mark.parametrize("text", ["", "3", "7..3", "a..b", "-1..3", "1..2..3"])
def test_a_bad_seed_range_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=r"expected a range A\.\.B"):
        seed_range(text)


@pytest.mark.parametrize("text", ["", "3-1", "1,", "x", "1-2-3"])
def test_bad_numbers_are_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="expected numbers"):
        whole_numbers(text)


def test_markdown() -> None:
    assert table(("a", "b"), [("1", "2"), ("3", "4")]) == "| a | b |\n| --- | ---: |\n| 1 | 2 |\n| 3 | 4 |"
    assert listed("Lost", ["x", "y"]) == ["Lost: `x`, `y`."]
    assert listed("Lost", []) == []


def test_what_was_measured_with_has_no_name_of_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "node", lambda: pytest.fail("the host was asked for its name"))
    measured = measured_with("standard", ["--rules", '{"step": 0}'])
    assert list(measured) == ["version", "commit", "python", "machine", "date", "command"]
    assert all(measured.values())
    assert measured["version"] == VERSION
    assert measured["command"] == """python -m benchmarks.standard --rules '{"step": 0}'"""
    line = measured_line(measured)
    assert all(value in line for value in measured.values())
    assert "\n" not in line


def test_outside_a_repository_the_commit_is_unknown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(_common, "ROOT", tmp_path)
    assert measured_with("standard", [])["commit"] == "unknown"
    (tmp_path / ".git").mkdir()
    assert measured_with("standard", [])["commit"] == "unknown"


# -- solving -------------------------------------------------------------------------------------------------------

SMALL = Rules(hand_size=3)


def test_every_seed_is_solved_as_solve_does_it() -> None:
    solved = solve_seeds(SMALL, 1, range(4, 6), Budget(), "small")
    assert [deal.seed for deal in solved] == ["tg1:n3/1p#4", "tg1:n3/1p#5"]
    for seed, deal in zip(("4", "5"), solved, strict=True):
        alone = solve(deal_from_seed(SMALL, 1, seed))
        assert (deal.result.line, deal.result.nodes) == (alone.line, alone.nodes)
        assert deal.solving > 0
        assert deal.dealing > 0
    assert having(solved, "unwinnable") == ["tg1:n3/1p#4", "tg1:n3/1p#5"]
    assert having(solved, "winnable") == []


class Clock:
    """Stands in for ``perf_counter`` and ``process_time``: each look takes a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_dealing_and_solving_are_timed_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    result = solve(deal_from_seed(Rules(), 1, "1"))
    monkeypatch.setattr(_common, "solve", lambda *arguments, **options: result)
    monkeypatch.setattr(_common, "perf_counter", Clock())
    monkeypatch.setattr(_common, "process_time", Clock())
    (solved,) = solve_seeds(SMALL, 1, [1], Budget(), "small")
    assert solved == Solved("tg1:n3/1p#1", result, dealing=1, solving=1, processor=1)


def test_an_interrupted_search_ends_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    result = replace(solve(deal_from_seed(SMALL, 1, "1")), stopped_by="interrupt")
    monkeypatch.setattr(_common, "solve", lambda *arguments, **options: result)
    with pytest.raises(KeyboardInterrupt):
        solve_seeds(SMALL, 1, [1, 2], Budget(), "small")


def test_a_defect_names_its_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    def defective(deal: object, *, objective: str = "cards", budget: Budget) -> None:
        if budget.max_nodes is None:
            raise EngineError("contradiction")

    monkeypatch.setattr(_common, "solve", defective)
    with pytest.raises(EngineError) as raised:
        solve_seeds(SMALL, 2, [7], Budget(), "small")
    assert raised.value.__notes__ == ["while solving tg1:n3/2p#7"]


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (InputError("no such rule"), 2, "opendeal: error: no such rule\n"),
        (OSError("disk full"), 2, "opendeal: error: disk full\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_errors_become_exit_statuses(
    error: BaseException, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def main(arguments: object) -> NoReturn:
        raise error

    with pytest.raises(SystemExit) as ended:
        run(main)
    assert ended.value.code == status
    assert capsys.readouterr() == ("", said)
