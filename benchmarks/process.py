"""Times the command as a whole process, from start to exit, in turns with an interpreter that does nothing."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

from benchmarks._common import ROOT, Summary, measured_with, new_parser, publish, run, summary, table
from solver import InputError

HEADS = ("", "first", "min", "median", "max")

NOTHING = [sys.executable, "-c", "pass"]
ANSWERED = {0, 1, 3}
"""Exit statuses of ``opendeal solve`` with a result: winnable, unwinnable, undecided."""


@dataclass(frozen=True, slots=True)
class Timed:
    """What was measured of one kind of process: the first run, and those after it. Milliseconds, or a ratio."""

    what: str
    first: float
    later: Summary


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and return the exit status."""
    parser = new_parser("process", __doc__)
    parser.add_argument("--deal", default="tg1:standard/1p#1", metavar="DEAL", help="the deal to solve")
    parser.add_argument("--runs", type=int, default=20, metavar="N", help="pairs of runs after the first pair (20)")
    options = parser.parse_args(arguments)
    if options.runs < 1:
        raise InputError(f"--runs is {options.runs}; it must be at least 1")
    measured = measured_with("process", arguments)

    shown, command = _opendeal()
    pairs = [_pair([*command, "solve", options.deal]) for _ in range(1 + options.runs)]
    timed = [
        _timed(f"`{shown} solve {shlex.quote(options.deal)}`, ms", [1000 * solve for solve, _ in pairs]),
        _timed("`python -c pass`, ms", [1000 * nothing for _, nothing in pairs]),
        _timed("ratio of each pair", [solve / nothing for solve, nothing in pairs]),
    ]
    title = "The whole process"
    publish(options, title, measured, [table(HEADS, map(_cells, timed))], [asdict(row) for row in timed])
    return 0


def _opendeal() -> tuple[str, list[str]]:
    """The command beside this interpreter, or its module when it is not installed there; as shown and as run."""
    script = Path(sys.executable).parent / "opendeal"
    if script.exists():
        return "opendeal", [str(script)]
    return "python -m puzzles.cli", [sys.executable, "-m", "puzzles.cli"]


def _pair(command: list[str]) -> tuple[float, float]:
    """Seconds of the command and, right after it, of the interpreter alone: what slows one mostly slows both."""
    return _seconds(command, ANSWERED), _seconds(NOTHING, {0})


def _seconds(command: list[str], expected: set[int]) -> float:
    begun = perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    seconds = perf_counter() - begun
    if done.returncode not in expected:
        raise InputError(f"{shlex.join(command)} ended with status {done.returncode}: {done.stderr.strip()}")
    return seconds


def _timed(what: str, values: list[float]) -> Timed:
    return Timed(what, values[0], summary(values[1:]))


def _cells(row: Timed) -> list[str]:
    return [row.what, *(f"{value:.1f}" for value in (row.first, row.later.min, row.later.median, row.later.max))]


if __name__ == "__main__":
    run(main)
