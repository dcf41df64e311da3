"""``opendeal survey``: options, messages, exit statuses; going on with a larger budget; failures and defects."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from solver.budget import Budget
from solver.cli import processes
from solver.errors import EngineError
from solver.result import Result
from solver.survey import row as row_module
from solver.survey.row import Failure, attempt
from solver.survey.run import Tally, record
from solver.survey.store import open_to_write
from solver.the_game.deal import Deal
from solver.the_game.portfolio import solve
from tests.conftest import ROOT, Opendeal
from tests.survey.rows import lost, read, undecided, without_times, won, write

SELECTION = ("survey", "run", "--hand-size", "3,8", "--players", "1-2", "--rules", "h40,h40m3", "--seeds", "5..7")


def test_a_run_decides_what_is_chosen(tmp_path: Path, opendeal: Opendeal) -> None:
    path = tmp_path / "survey.sqlite"
    completed = opendeal(*SELECTION, "--out", str(path))
    assert (completed.status, completed.out) == (0, f"{path}: 24 of 24 deals decided\n")
    rows = read(path)
    # 8 is the hand of one player anyway.
    parts = ["h40n3/1p", "h40n3/2p", "h40/1p", "h40n8/2p", "h40n3m3/1p", "h40n3m3/2p", "h40m3/1p", "h40n8m3/2p"]
    assert {row.deal for row in rows} == {f"tg1:{part}#{seed}" for part in parts for seed in (5, 6, 7)}
    assert without_times(rows) == without_times(
        row for row in (attempt(Budget(), row.deal) for row in rows) if not isinstance(row, Failure)
    )


def test_a_complete_survey_is_left_as_it_is(
    tmp_path: Path, opendeal: Opendeal, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "survey.sqlite"
    opendeal(*SELECTION, "--out", str(path))
    before = read(path)
    monkeypatch.setattr(processes, "answers_of_processes", lambda *arguments, **options: pytest.fail("solved"))
    completed = opendeal(*SELECTION, "--out", str(path), "--jobs", "2", "--max-nodes", "1")
    assert (completed.status, completed.out, completed.err) == (0, f"{path}: 24 of 24 deals decided\n", "")
    assert read(path) == before


def test_a_larger_budget_tries_undecided_deals_again(tmp_path: Path, opendeal: Opendeal) -> None:
    path = tmp_path / "survey.sqlite"
    command = ("survey", "run", "--hand-size", "3", "--seeds", "0..9", "--out", str(path), "--max-nodes")
    small = opendeal(*command, "40000")
    decided = [row for row in read(path) if row.is_decided]
    assert 0 < len(decided) < 10
    assert (small.status, small.out) == (3, f"{path}: {len(decided)} of 10 deals decided\n")
    left = (
        f"opendeal: {10 - len(decided)} deals undecided; the same command tries them again once a limit that stopped "
        "them is larger\n"
    )
    assert small.err.endswith(left)  # a slow machine shows progress before it
    again = opendeal(*command, "40000")
    assert (again.status, again.out, again.err) == (3, small.out, left)
    large = opendeal(*command, "100000")
    assert (large.status, large.out) == (0, f"{path}: 10 of 10 deals decided\n")
    rows = read(path)
    assert set(decided) <= set(rows)
    assert {row.max_nodes for row in rows} == {40_000, 100_000}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--players", "0-2"), '--players "0-2": expected numbers from 1 to 5, such as 1-3 or 1,3'),
        (("--players", "1-6"), '--players "1-6": expected numbers from 1 to 5'),
        (("--players", "3-1"), '--players "3-1": expected numbers from 1 to 5'),
        (("--players", ""), '--players "": expected numbers from 1 to 5'),
        (("--hand-size", "3,x"), '--hand-size "3,x": expected numbers from 1 to 126'),
        (("--seeds", "9..3"), '--seeds "9..3": expected A..B with A not above B'),
        (("--seeds", "7"), '--seeds "7": expected A..B'),
        (("--seeds", "07..9"), '--seeds "07..9": expected A..B'),
        (("--rules", "standard,poker"), 'rules "poker": expected a preset'),
        (("--rules", "h500"), "at most 126 can be dealt"),
        (("--seeds", "0..999999999"), "1,000,000,000 deals are too many for one run"),
        (("--jobs", "0"), "--jobs is 0; it must be from 1 to 256"),
        (("--max-nodes", "0"), "the node budget: expected a whole number from 1"),
        (("--memory", "x"), "expected a whole number"),
    ],
)
def test_bad_options_are_refused_before_there_is_a_file(
    options: tuple[str, ...], said: str, tmp_path: Path, opendeal: Opendeal
) -> None:
    completed = opendeal("survey", "run", "--out", str(tmp_path / "survey.sqlite"), *options)
    assert (completed.status, completed.out) == (2, "")
    assert said in completed.err
    assert completed.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_defect_is_named_and_the_others_go_on(
    tmp_path: Path, opendeal: Opendeal, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "survey.sqlite"

    def sometimes_wrong(deal: Deal, *, budget: Budget) -> Result:
        if deal.seed == "tg1:n3/1p#1":
            raise EngineError("two engines differ; the deal is tg1:x")
        return solve(deal, budget=budget)

    monkeypatch.setattr(row_module, "solve", sometimes_wrong)
    completed = opendeal("survey", "run", "--hand-size", "3", "--seeds", "0..2", "--out", str(path))
    assert (completed.status, completed.out) == (70, f"{path}: 2 of 3 deals decided\n")
    assert "error: tg1:n3/1p#1: a defect of opendeal" in completed.err
    assert "two engines differ" in completed.err
    assert [row.seed for row in read(path)] == [0, 2]


def test_an_answer_that_contradicts_an_earlier_row_is_a_defect(tmp_path: Path) -> None:
    path = write(tmp_path / "survey.sqlite", [undecided(left=3)])
    with open_to_write(path) as store:
        with pytest.raises(EngineError, match=r"tg1:n7/1p#0: at least 4 cards left now"):
            record(store, lost(left=9, bound=4), Tally(1, 0, 0))
        assert store.row("tg1:n7/1p#0") == undecided(left=3)


def test_the_tally_gives_rate_and_time_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    now = [100.0]
    monkeypatch.setattr("solver.survey.run.monotonic", lambda: now[0])
    with open_to_write(tmp_path / "survey.sqlite") as store:
        tally = Tally(1010, 10, 0, begun=100.0)
        assert tally.progress() == "10 of 1,010 deals"
        for answer in (won(0), undecided(1), lost(2), won(3), Failure("tg1:n7/1p#4", "why")):
            record(store, answer, tally)
        now[0] = 102.0
        # 2 deals a second, and 1000 - 4 - 1 deals to go
        assert tally.progress() == "14 of 1,010 deals, 1 undecided, 1 failed, 2 deals/s, 8 min left"


def test_report_and_merge_on_the_command_line(tmp_path: Path, opendeal: Opendeal) -> None:
    one = write(tmp_path / "one.sqlite", [won(0), lost(1)])
    other = write(tmp_path / "other.sqlite", [lost(1), undecided(2)])
    both = tmp_path / "both.sqlite"
    completed = opendeal("survey", "merge", str(one), str(other), "--out", str(both))
    assert (completed.status, completed.out, completed.err) == (0, f"{both}: 3 deals\n", "")
    assert opendeal("survey", "report", str(both)).out.startswith("| rules | players | hand | seeds |")
    (group,) = json.loads(opendeal("survey", "report", str(both), "--format", "json").out)["groups"]
    assert (group["won"], group["lost"], group["undecided"]) == (1, 1, 1)
    drawn = opendeal("survey", "report", str(both), "--format", "csv", "--plots", str(tmp_path / "plots"))
    assert (drawn.status, len(drawn.out.splitlines())) == (0, 2)
    assert drawn.err.splitlines() == [
        f"opendeal: drawn: {tmp_path / 'plots' / name}.png" for name in ("winnability", "nodes", "seconds")
    ]


def test_contradictory_files_are_an_error(tmp_path: Path, opendeal: Opendeal) -> None:
    paths = [write(tmp_path / "a", [won(7)]), write(tmp_path / "b", [lost(7)])]
    completed = opendeal("survey", "merge", *map(str, paths), "--out", str(tmp_path / "c"))
    assert (completed.status, completed.out) == (2, "")
    assert completed.err.startswith(f"opendeal: error: tg1:n7/1p#7: winnable in {paths[0]} ")
    assert completed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("report", "{}/none"), "there is no such file; opendeal survey run makes one"),
        (("report", "{}/foreign"), "not a file of an opendeal survey"),
        (("report", "{}/nothing"), "no deal in it yet"),
        (("report", "{}/nothing", "--format", "xml"), 'the format "xml" is unknown; it must be one of md, csv, json'),
        (("run", "--out", "{}/foreign"), "not a file of an opendeal survey"),
        (("merge", "{}/foreign", "--out", "{}/new"), "not a file of an opendeal survey"),
        (("merge", "{}/nothing", "--out", "{}/none/new"), "cannot be opened"),
    ],
)
def test_files_that_will_not_do(arguments: tuple[str, ...], said: str, tmp_path: Path, opendeal: Opendeal) -> None:
    (tmp_path / "foreign").write_text("not a database")
    write(tmp_path / "nothing", [])
    completed = opendeal("survey", *(argument.format(tmp_path) for argument in arguments))
    assert (completed.status, completed.out) == (2, "")
    assert said in completed.err
    assert completed.err.count("\n") == 1
    assert (tmp_path / "foreign").read_text() == "not a database"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["foreign", "nothing"]


@pytest.mark.parametrize("extra", ["matplotlib", "distributed"])
def test_an_extra_that_is_not_installed_is_named(extra: str, tmp_path: Path) -> None:
    path = write(tmp_path / "survey.sqlite", [won()])
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / f"{extra}.py").write_text("raise ImportError\n")
    options = {
        "matplotlib": ("report", str(path), "--plots", str(tmp_path / "plots")),
        "distributed": ("run", "--out", str(path), "--cluster", "tcp://127.0.0.1:1"),
    }
    command = [sys.executable, "-m", "puzzles.cli", "survey", *options[extra]]
    paths = {"PYTHONPATH": f"{hidden}{os.pathsep}{ROOT}"}
    done = subprocess.run(command, env=os.environ | paths, capture_output=True, text=True, check=False)
    name = {"matplotlib": "plots", "distributed": "cluster"}[extra]
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"install it with: pip install 'opendeal[{name}]'\n")
    assert done.stderr.count("\n") == 1


def test_a_run_and_a_report_import_no_more_than_they_need(tmp_path: Path) -> None:
    code = (
        "import sys; from solver.cli.app import run; from puzzles.cli import app; run(app(), sys.argv[1:]);"
        "print([name for name in ('rich', 'numpy', 'matplotlib', 'dask', 'distributed', 'networkx')"
        " if name in sys.modules], file=sys.stderr)"
    )
    path = str(tmp_path / "survey.sqlite")
    for arguments in (("run", "--seeds", "0..1", "--out", path), ("report", path)):
        command = [sys.executable, "-c", code, "survey", *arguments]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
        assert done.stderr.splitlines()[-1] == b"[]"
