"""What the tests of the command line share: running it inside this process and as a process of its own."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from puzzles.cli import app
from solver.cli.app import run

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


def start(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """Starts the command as a process of its own, all three streams as pipes unless said otherwise."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process: subprocess.Popen[bytes] = subprocess.Popen([*COMMAND, *arguments], cwd=ROOT, **(pipes | options))
    return process
