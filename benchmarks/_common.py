"""What the benchmarks share: their options, solving seeds by the clock, statistics, Markdown, and the line that says
on what and with what the figures were measured."""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import subprocess
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from solver import Budget, EngineError, InputError, Result, Rules, solve
from solver.cli.terminal import StatusLine, message
from solver.result import Objective
from solver.survey.statistics import Summary as Summary
from solver.survey.statistics import quantile as quantile
from solver.survey.statistics import summary as summary
from solver.survey.statistics import wilson as wilson
from solver.text import markdown_table
from solver.the_game.identifiers import deal_from_seed, seed_identifier
from solver.version import VERSION

ROOT = Path(__file__).parent.parent
BAD_INPUT = 2
INTERRUPTED = 130


# -- the program ---------------------------------------------------------------------------------------------------


def new_parser(program: str, description: str | None) -> ArgumentParser:
    """A parser with the options of every benchmark: where the results go, and in which form."""
    parser = ArgumentParser(prog=f"python -m benchmarks.{program}", description=description)
    parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON instead of Markdown")
    parser.add_argument("--out", type=Path, metavar="FILE", help="also write the Markdown to this file")
    return parser


def add_budget(parser: ArgumentParser, *, seconds: float | None, memory_mib: int) -> None:
    """The options of what one deal may spend, with their defaults."""
    parser.add_argument("--max-nodes", type=int, metavar="N", help="most positions to search for one deal (none)")
    limit = "none" if seconds is None else f"{seconds:g}"
    parser.add_argument(
        "--time-limit", type=float, default=seconds, metavar="SECONDS", help=f"longest time for one deal ({limit})"
    )
    parser.add_argument(
        "--memory", type=int, default=memory_mib, metavar="MIB", help=f"most memory for one deal ({memory_mib})"
    )


def budget_of(options: Namespace) -> Budget:
    """The budget that these options ask for."""
    return Budget(options.max_nodes, options.time_limit, options.memory)


def add_seeds(parser: ArgumentParser, seeds: range) -> None:
    """The option of which seeds are dealt, with its default."""
    default = f"{seeds[0]}..{seeds[-1]}"
    parser.add_argument("--seeds", type=seed_range, default=seeds, metavar="A..B", help=f"seeds A to B ({default})")


def seed_range(text: str) -> range:
    """``3..7`` as the seeds 3, 4, 5, 6, 7."""
    match = re.fullmatch(r"([0-9]{1,15})\.\.([0-9]{1,15})", text)
    seeds = range(int(match[1]), int(match[2]) + 1) if match else range(0)
    if not seeds:
        raise ArgumentTypeError(f"{text!r}: expected a range A..B with A not above B, such as 0..999")
    return seeds


def whole_numbers(text: str) -> tuple[int, ...]:
    """``1-3`` or ``1,2,3`` as these numbers."""
    if match := re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", text):
        numbers = tuple(range(int(match[1]), int(match[2]) + 1))
    elif re.fullmatch(r"[0-9]{1,3}(,[0-9]{1,3})*", text):
        numbers = tuple(map(int, text.split(",")))
    else:
        numbers = ()
    if not numbers:
        raise ArgumentTypeError(f"{text!r}: expected numbers such as 1-5 or 1,3")
    return numbers


def run(main: Callable[[Sequence[str]], int]) -> None:
    """Run a benchmark's ``main`` with the process's arguments and end the process with its status."""
    try:
        status = main(sys.argv[1:])
    except (InputError, OSError) as error:
        message(f"error: {error}")
        status = BAD_INPUT
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def publish(options: Namespace, title: str, measured: dict[str, str], sections: Iterable[str], data: Any) -> None:
    """Print the results in the form asked for; the Markdown also goes to the file of ``--out``."""
    document = "\n\n".join([f"# {title}", measured_line(measured), *sections])
    print(json.dumps({"measured": measured, "results": data}, indent=2) if options.as_json else document, flush=True)
    if options.out is not None:
        options.out.write_text(document + "\n", encoding="utf-8")


# -- solving -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Solved:
    """One deal, solved. Times in seconds, of the wall clock but for ``processor``.

    ``dealing``: making the deal from its seed. ``solving``: the whole of ``solve``, with the referee's replay;
    ``processor``: the same in processor time.
    """

    seed: str
    result: Result
    dealing: float
    solving: float
    processor: float


def solve_seeds(
    rules: Rules, players: int, seeds: Iterable[int], budget: Budget, group: str, objective: Objective = "cards"
) -> list[Solved]:
    """Solve the seeds' deals one after the other, with progress on standard error. ``group`` names them there.

    A first search that is not counted loads the engine. Raises ``KeyboardInterrupt`` as soon as a search was
    interrupted; an ``EngineError`` carries the deal's identifier as a note.
    """
    solve(deal_from_seed(rules, players, "warm-up"), budget=Budget(max_nodes=1))
    status = StatusLine()
    solved: list[Solved] = []
    try:
        for seed in map(str, seeds):
            status.update(f"{group}: {len(solved)} deals done")
            solved.append(_solve_seed(rules, players, seed, budget, objective))
            if solved[-1].result.stopped_by == "interrupt":
                raise KeyboardInterrupt
    except EngineError as error:
        error.add_note(f"while solving {seed_identifier(rules, players, seed)}")
        raise
    finally:
        status.clear()
    return solved


def _solve_seed(rules: Rules, players: int, seed: str, budget: Budget, objective: Objective) -> Solved:
    begun = perf_counter()
    deal = deal_from_seed(rules, players, seed)
    dealt, spent = perf_counter(), process_time()
    result = solve(deal, objective=objective, budget=budget)
    solving, processor = perf_counter() - dealt, process_time() - spent
    return Solved(seed_identifier(rules, players, seed), result, dealt - begun, solving, processor)


def having(solved: Iterable[Solved], status: str) -> list[str]:
    """The identifiers of the deals with this status."""
    return [deal.seed for deal in solved if deal.result.status == status]


# -- writing -------------------------------------------------------------------------------------------------------


table = markdown_table


def listed(what: str, identifiers: Sequence[str]) -> list[str]:
    """A paragraph that names the deals, or nothing if there are none."""
    return [f"{what}: {', '.join(f'`{name}`' for name in identifiers)}."] if identifiers else []


def measured_with(program: str, arguments: Sequence[str]) -> dict[str, str]:
    """What the figures depend on: version, commit, Python, processor and system, day (UTC), command; no host's name."""
    return {
        "version": VERSION,
        "commit": _commit(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{_processor()}, {platform.system()} {platform.machine()}",
        "date": datetime.now(UTC).date().isoformat(),
        "command": shlex.join(["python", "-m", f"benchmarks.{program}", *arguments]),
    }


def measured_line(measured: dict[str, str]) -> str:
    """The same as one line of Markdown."""
    return (
        f"opendeal {measured['version']} (commit {measured['commit']}), {measured['python']}, {measured['machine']}, "
        f"{measured['date']}: `{measured['command']}`"
    )


def _commit() -> str:
    """The commit of the source tree, with ``-dirty`` when files differ from it, or ``unknown``."""
    if not (ROOT / ".git").exists():
        return "unknown"
    command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _processor() -> str:
    """The model of the processor as the system names it, and how many cores it shows."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    model = found[1].strip() if found else platform.processor() or "unknown processor"
    return f"{model} ({os.cpu_count()} cores)"
