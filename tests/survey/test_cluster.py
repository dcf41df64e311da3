"""A survey on the workers of a dask scheduler on this machine, one of which is killed in the middle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT, Opendeal, start
from tests.survey.rows import read, without_times
from tests.survey.test_kill import rows_so_far, wait_for

SEEDS = 120
CHOSEN = ("--hand-size", "3", "--seeds", f"0..{SEEDS - 1}")


def dask(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *arguments, "--host", "127.0.0.1"]
    quiet = subprocess.DEVNULL
    return subprocess.Popen([*command, "--no-dashboard"], cwd=ROOT, stdout=quiet, stderr=quiet)


def start_worker(address: str) -> subprocess.Popen[bytes]:
    """A worker without the process that would start it again."""
    return dask("worker", address, "--no-nanny", "--nthreads", "1")


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of a scheduler, and its process."""
    file = tmp_path / "scheduler.json"
    process = dask("scheduler", "--port", "0", "--scheduler-file", str(file))
    try:
        deadline = time.monotonic() + 60
        while not (file.exists() and file.read_text().endswith("}")):
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"], process
    finally:
        process.kill()
        process.wait()


def test_with_a_worker_killed_in_the_middle_the_rows_are_the_same(
    scheduler: tuple[str, subprocess.Popen[bytes]], tmp_path: Path, opendeal: Opendeal
) -> None:
    address, scheduler_process = scheduler
    path, alone = tmp_path / "cluster.sqlite", tmp_path / "alone.sqlite"
    workers = [start_worker(address) for _ in range(2)]
    try:
        process = start("survey", "run", *CHOSEN, "--out", str(path), "--cluster", address)
        wait_for(lambda: len(rows_so_far(path)) >= 5, process)
        workers[0].kill()
        assert len(rows_so_far(path)) < SEEDS
        out, err = process.communicate(timeout=120)
        assert (process.returncode, out.decode()) == (0, f"{path}: {SEEDS} of {SEEDS} deals decided\n"), err
        assert workers[1].poll() is None
        assert opendeal("survey", "run", *CHOSEN, "--out", str(alone), "--jobs", "2").status == 0
        assert without_times(read(path)) == without_times(read(alone))

        # The scheduler goes: what is answered stays, and the same command goes on.
        more = ("survey", "run", "--hand-size", "4", "--seeds", "0..99", "--out", str(path))
        process = start(*more, "--cluster", address)
        wait_for(lambda: len(rows_so_far(path)) > SEEDS, process)
        scheduler_process.kill()
        out, err = process.communicate(timeout=120)
        assert (process.returncode, out) == (2, b"")
        assert b"the connection to the cluster's scheduler is lost" in err
        assert b"Traceback" not in err
        assert SEEDS < len(read(path)) < SEEDS + 100
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "nothing://127.0.0.1:8786", "tcp://127.0.0.1:x"])
def test_what_is_no_address_is_refused(address: str, tmp_path: Path, opendeal: Opendeal) -> None:
    completed = opendeal("survey", "run", "--out", str(tmp_path / "a"), "--cluster", address)
    assert (completed.status, completed.out) == (2, "")
    assert completed.err.startswith(f'opendeal: error: --cluster "{address}": expected the address of a scheduler')
    assert list(tmp_path.iterdir()) == []


def test_where_no_scheduler_is(tmp_path: Path, opendeal: Opendeal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.survey.cluster.CONNECT_SECONDS", 1)
    completed = opendeal("survey", "run", "--out", str(tmp_path / "a"), "--cluster", "tcp://127.0.0.1:1")
    assert (completed.status, completed.out) == (2, "")
    assert "--cluster tcp://127.0.0.1:1: no scheduler can be reached there" in completed.err
    assert list(tmp_path.iterdir()) == []


def test_processes_and_a_cluster_exclude_each_other(tmp_path: Path, opendeal: Opendeal) -> None:
    options = ("--jobs", "2", "--cluster", "tcp://127.0.0.1:1")
    completed = opendeal("survey", "run", "--out", str(tmp_path / "a"), *options)
    assert (completed.status, completed.err) == (
        2, "opendeal: error: --jobs and --cluster exclude each other; a cluster has its own workers\n"
    )  # fmt: skip
    assert os.listdir(tmp_path) == []
