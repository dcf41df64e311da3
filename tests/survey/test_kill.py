"""A survey that is killed at random moments, interrupted, or loses its processes: nothing lost, nothing done twice."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import Popen

import pytest

from solver.errors import InputError
from solver.survey.row import Row
from tests.conftest import Opendeal, alive, kill_alone, start
from tests.survey.rows import read, without_times

KILLS = 20
SEEDS = 150
SMALL = ("survey", "run", "--hand-size", "3", "--seeds", f"0..{SEEDS - 1}", "--jobs", "2", "--out")
"""About 10 ms a deal."""
LARGE = ("survey", "run", "--hand-size", "4", "--seeds", "0..999", "--jobs", "2", "--out")
"""Does not end within the time of a test."""

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="this system has no /proc")


def rows_so_far(path: Path) -> list[Row]:
    """What a file holds, which may not be there yet or have no table yet."""
    if not path.exists():
        return []
    try:
        return read(path)
    except InputError as error:
        if "no survey yet" not in str(error):
            raise
        return []


def wait_for(condition: Callable[[], bool], process: Popen[bytes]) -> None:
    """Wait until the condition holds or the process ends."""
    deadline = time.monotonic() + 60
    while not condition() and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_killed_20_times_the_rows_are_those_of_an_uninterrupted_run(tmp_path: Path, opendeal: Opendeal) -> None:
    rng = random.Random(4)
    path, whole = tmp_path / "killed.sqlite", tmp_path / "whole.sqlite"
    before: list[Row] = []
    partial = 0
    for _ in range(KILLS):
        process = start(*SMALL, str(path), start_new_session=True)
        if rng.random() < 0.7:  # in the middle of the work: a few rows later, and a little more
            wanted = len(before) + rng.randint(1, 5)
            wait_for(lambda wanted=wanted: len(rows_so_far(path)) >= wanted, process)  # type: ignore[misc]
            time.sleep(rng.uniform(0, 0.02))
        else:  # anywhere, most likely while it starts
            time.sleep(rng.uniform(0, 0.5))
        kill_alone(process)
        after = rows_so_far(path)
        # Each row is as it was, its time included: it was neither lost nor done again.
        assert {row.deal: row for row in before}.items() <= {row.deal: row for row in after}.items()
        partial += 0 < len(after) < SEEDS
        before = after
    assert partial >= KILLS // 2
    completed = opendeal(*SMALL, str(path))
    assert (completed.status, completed.out) == (0, f"{path}: {SEEDS} of {SEEDS} deals decided\n")
    assert set(before) <= set(read(path))
    assert opendeal(*SMALL, str(whole)).status == 0
    assert without_times(read(path)) == without_times(read(whole))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["killed.sqlite", "whole.sqlite"]


def test_ctrl_c_stops_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "survey.sqlite"
    process = start(*LARGE, str(path), start_new_session=True)
    wait_for(lambda: len(rows_so_far(path)) >= 2, process)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    done = len(read(path))
    assert (process.returncode, out) == (3, b"")
    assert err.decode().endswith(f"opendeal: interrupted; {1000 - done} deals left, and the same command goes on\n")
    assert b"Traceback" not in err
    assert alive(process.pid) == []
    assert [file.name for file in tmp_path.iterdir()] == ["survey.sqlite"]


def test_a_terminated_survey_takes_its_processes_along(tmp_path: Path) -> None:
    path = tmp_path / "survey.sqlite"
    process = start(*LARGE, str(path), start_new_session=True)
    wait_for(lambda: len(rows_so_far(path)) >= 1, process)
    process.terminate()
    _, err = process.communicate(timeout=30)
    assert process.returncode == 128 + signal.SIGTERM
    assert b"Traceback" not in err
    assert alive(process.pid) == []
    assert len(read(path)) >= 1


def test_a_second_run_on_the_same_file_is_refused(tmp_path: Path, opendeal: Opendeal) -> None:
    path = tmp_path / "survey.sqlite"
    process = start(*LARGE, str(path), start_new_session=True)
    try:
        wait_for(lambda: len(rows_so_far(path)) >= 1, process)
        completed = opendeal(*LARGE, str(path))
        assert (completed.status, completed.out) == (2, "")
        assert completed.err == f"opendeal: error: {path}: another opendeal survey is using it\n"
        reported = opendeal("survey", "report", str(path), "--format", "csv")
        assert (reported.status, reported.err) == (0, "")
        assert len(reported.out.splitlines()) == 2
    finally:
        kill_alone(process)


def test_a_deal_whose_process_dies_stays_to_be_done(tmp_path: Path, opendeal: Opendeal) -> None:
    path = tmp_path / "survey.sqlite"
    command = ("survey", "run", "--hand-size", "4", "--seeds", "0..5", "--out", str(path))
    process = start(*command, start_new_session=True)
    wait_for(lambda: len(rows_so_far(path)) >= 1, process)
    (worker,) = set(alive(process.pid)) - {process.pid}
    os.kill(worker, signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out.decode()) == (3, f"{path}: 5 of 6 deals decided\n")
    assert b"1p#" in err
    assert b"ended by signal 9; was there too little memory?" in err
    assert len(read(path)) == 5
    assert opendeal(*command).out == f"{path}: 6 of 6 deals decided\n"
