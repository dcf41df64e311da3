"""What the tests of the command line share: running it inside this process and as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from puzzles.cli import app
from solver.cli.app import run

# What a shell starts in the background ignores Ctrl-C, and so would the processes that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "puzzles.cli"]


@dataclass(frozen=True)
class Completed:
    """What a command left behind."""

    status: int
    out: str
    err: str


Opendeal = Callable[..., Completed]


@pytest.fixture
def opendeal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Opendeal:
    """Runs the command in this process: ``opendeal("solve", "-", stdin=b"…")``."""

    def call(*arguments: str, stdin: bytes = b"") -> Completed:
        with tempfile.TemporaryFile("w+") as stream:
            stream.buffer.write(stdin)
            stream.seek(0)
            monkeypatch.setattr(sys, "stdin", stream)
            status = run(app(), arguments)
        captured = capsys.readouterr()
        return Completed(status, captured.out, captured.err)

    return call


def alive(process_group: int) -> list[int]:
    """The processes of a process group that have not ended, where the system has ``/proc``."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            state, _, group = (folder / "stat").read_text().rpartition(") ")[2].split()[:3]
        except (OSError, ValueError):  # none of a process, or of one that has ended meanwhile
            continue
        if int(group) == process_group and state not in "ZX":
            found.append(int(folder.name))
    return found


def kill_alone(process: subprocess.Popen[bytes]) -> None:
    """Kill the first process of a group and wait until those that it has started see for themselves that it is gone."""
    process.kill()
    process.wait()
    deadline = time.monotonic() + 30
    while left := alive(process.pid):
        if time.monotonic() > deadline:
            os.killpg(process.pid, signal.SIGKILL)
            raise AssertionError(f"{len(left)} processes went on")
        time.sleep(0.005)
    process.communicate()


def start(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """Starts the command as a process of its own, all three streams as pipes unless said otherwise."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process: subprocess.Popen[bytes] = subprocess.Popen([*COMMAND, *arguments], cwd=ROOT, **(pipes | options))
    return process
