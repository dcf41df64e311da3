"""Lets the engines check each other on random small deals under random rules, for every objective.

Each seed gives one deal. Brute force says what is true; deals that are too much for it are passed over. What an engine
proves must be that, its line must be worth what it says, and what it leaves open must leave room for the truth. A deal
on which an engine fails is shrunk and saved.

Exit status: 0 all agree, 1 some do not, 2 bad usage.
"""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from random import Random

from benchmarks._common import add_seeds, measured_with, new_parser, publish, run, table
from benchmarks.random_deals import MOST_NODES, random_deal
from benchmarks.shrink import shrink
from solver.budget import Budget
from solver.cli.terminal import StatusLine, message
from solver.result import OBJECTIVES, Objective
from solver.the_game import reference, trickless
from solver.the_game.confirm import worth
from solver.the_game.deal import Deal, deal_to_json
from solver.the_game.identifiers import encode_deal
from solver.the_game.outcome import Outcome

ENGINES = ("dfs", "cpsat", "sat")
"""What is held to the reference. ``sat`` is the formula, which only says whether one player needs a trick."""
BUDGET = Budget(max_nodes=MOST_NODES)
"""What brute force may spend on a deal; about one in ten takes more."""
HEADS = ("engine", "objective", "deals", "proven", "left open", "disagreements")


@dataclass(slots=True)
class Row:
    """One engine and objective. ``proven``: the engine gave the optimum and called it proven."""

    engine: str
    objective: Objective
    deals: int = 0
    proven: int = 0
    left_open: int = 0
    disagreements: int = 0


def main(arguments: Sequence[str]) -> int:
    """Run the harness and return the exit status."""
    parser = new_parser("agree", __doc__)
    add_seeds(parser, range(300))
    parser.add_argument(
        "--engines", type=_names(ENGINES), default=ENGINES, metavar="A,B", help=f"of {', '.join(ENGINES)}"
    )
    parser.add_argument(
        "--objectives", type=_names(OBJECTIVES), default=OBJECTIVES, metavar="A,B", help=f"of {', '.join(OBJECTIVES)}"
    )
    parser.add_argument(
        "--failures", type=Path, default=Path(), metavar="DIRECTORY", help="where failures are saved (here)"
    )
    options = parser.parse_args(arguments)
    measured = measured_with("agree", arguments)
    rows = [
        Row(engine, objective)
        for engine in options.engines
        for objective in options.objectives
        if engine != "sat" or objective == "tricks"
    ]
    passed_over = 0
    saved: list[str] = []
    status = StatusLine()
    for number, seed in enumerate(options.seeds):
        status.update(f"seed {seed}: {number} deals done, {passed_over} passed over, {len(saved)} disagreements")
        deal = random_deal(Random(seed))
        truths = {objective: reference.solve(deal, objective, BUDGET) for objective in options.objectives}
        if any(truth.stopped_by is not None for truth in truths.values()):
            passed_over += 1
            continue
        for row in rows:
            if row.engine == "sat" and not trickless.applies(deal):
                continue
            row.deals += 1
            fault, proven = judge(deal, row.engine, row.objective, truths[row.objective])
            if fault is None:
                row.proven += proven
                row.left_open += not proven
            else:
                row.disagreements += 1
                status.clear()
                saved.append(_save(options.failures, seed, deal, row, fault))
    status.clear()
    cells = [[str(cell) for cell in asdict(row).values()] for row in rows]
    seeds = f"Seeds {options.seeds[0]} to {options.seeds[-1]}; {passed_over} deals were passed over."
    failures = [f"Failures: {', '.join(saved)}."] if saved else []
    publish(options, "Agreement", measured, [table(HEADS, cells), seeds, *failures], [asdict(row) for row in rows])
    return 1 if saved else 0


def judge(deal: Deal, engine: str, objective: Objective, truth: Outcome) -> tuple[str | None, bool]:
    """What is wrong with the engine's outcome, or ``None``; and whether the engine calls its line proven best."""
    if engine == "sat":
        return _judge_formula(deal, truth)
    try:
        outcome: Outcome = import_module(f"solver.the_game.{engine}").solve(deal, objective, Budget())
        reached = worth(deal, objective, outcome.line)
    except Exception as error:
        return f"{type(error).__name__}: {error}", False
    best, proven = (truth.cards_left_bound, truth.bound), (outcome.cards_left_bound, outcome.bound)
    if outcome.stopped_by is not None:
        return f"stopped by {outcome.stopped_by} without a budget", False
    if reached[0] != best[0] or proven[0] != best[0]:
        return f"{reached[0]} cards left and {proven[0]} proven, but {best[0]} is true", False
    if not proven[1] <= best[1] <= reached[1]:
        return f"{reached[1]} {objective} and {proven[1]} proven, but {best[1]} is true", False
    return None, proven == reached


def _judge_formula(deal: Deal, truth: Outcome) -> tuple[str | None, bool]:
    """The same of the formula: its line must win without a trick, and it must not refute what can be won so."""
    from solver.the_game.trickless.engine import ask

    try:
        answer = ask(deal)
        reached = (0, 0) if answer.line is None else worth(deal, "tricks", answer.line)
    except Exception as error:
        return f"{type(error).__name__}: {error}", False
    best = (truth.cards_left_bound, truth.bound)
    if reached != (0, 0) or answer.refuted == (best == (0, 0)):
        return f"{answer}, but {best[0]} cards left and {best[1]} tricks are true", False
    return None, True


def _fails(deal: Deal, engine: str, objective: Objective) -> bool:
    if engine == "sat" and not trickless.applies(deal):
        return False
    truth = reference.solve(deal, objective, BUDGET)
    return truth.stopped_by is None and judge(deal, engine, objective, truth)[0] is not None


def _save(directory: Path, seed: int, deal: Deal, row: Row, fault: str) -> str:
    """Shrink the deal, save both, and say so; returns the file's name."""
    message(f"seed {seed}, {row.engine}, {row.objective}: {fault}; shrinking {encode_deal(deal)}")
    small = shrink(deal, lambda candidate: _fails(candidate, row.engine, row.objective))
    truth = reference.solve(small, row.objective, BUDGET)
    found = {
        "seed": seed,
        "engine": row.engine,
        "objective": row.objective,
        "deal": encode_deal(deal),
        "fault": fault,
        "shrunk": deal_to_json(small),
        "shrunk_identifier": encode_deal(small),
        "shrunk_fault": judge(small, row.engine, row.objective, truth)[0],
    }
    path = directory / f"disagreement-{seed}-{row.engine}-{row.objective}.json"
    path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    message(f"saved {path}: {found['shrunk_identifier']}: {found['shrunk_fault']}")
    return str(path)


def _names(known: Sequence[str]) -> Callable[[str], tuple[str, ...]]:
    """Reads ``a,b`` as some of the known names."""

    def read(text: str) -> tuple[str, ...]:
        names = tuple(text.split(","))
        if unknown := [name for name in names if name not in known]:
            raise ArgumentTypeError(f"{unknown[0]!r} is none of {', '.join(known)}")
        return names

    return read


if __name__ == "__main__":
    run(main)
