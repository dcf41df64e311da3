"""Asks of solo deals without backwards tricks whether they can be won, by formula, and prints the answers and how fast.

A bigger hand makes up for the tricks: by hand size, how often a deal needs them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import process_time

from benchmarks._common import (
    Summary,
    add_budget,
    add_seeds,
    budget_of,
    listed,
    measured_with,
    new_parser,
    publish,
    run,
    summary,
    table,
    whole_numbers,
    wilson,
)
from solver import Budget, Rules
from solver.cli.terminal import StatusLine
from solver.the_game.identifiers import deal_from_seed, seed_identifier
from solver.the_game.referee import verify
from solver.the_game.trickless.engine import NODES_PER_CONFLICT, ask

HEADS = (
    "hand", "deals", "won without a trick", "lost", "open", "won, 95 % interval",
    "median conflicts", "max conflicts", "median s", "p99 s", "max s",
)  # fmt: skip

NOTE = (
    "*lost*: proven that no line wins without a backwards trick; the proof was checked, and its check is part of the "
    "time. The interval is Wilson's; open deals widen it at both ends. Processor time."
)


@dataclass(frozen=True, slots=True)
class Row:
    """The deals of one hand size."""

    hand_size: int
    deals: int
    won: int
    lost: int
    open: list[str]
    won_share: tuple[float, float]
    conflicts: Summary
    seconds: Summary


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and return the exit status."""
    parser = new_parser("trickless", __doc__)
    add_seeds(parser, range(20))
    parser.add_argument("--hands", type=whole_numbers, default=(8,), metavar="7-9", help="hand sizes (8)")
    add_budget(parser, seconds=300.0, memory_mib=1024)
    options = parser.parse_args(arguments)
    measured = measured_with("trickless", arguments)
    rows = [_row(hand, options.seeds, budget_of(options)) for hand in options.hands]
    sections = [
        table(HEADS, map(_cells, rows)),
        NOTE,
        *listed("Open", [identifier for row in rows for identifier in row.open]),
    ]
    publish(options, "Winning alone without a backwards trick", measured, sections, [asdict(row) for row in rows])
    return 0


def _row(hand: int, seeds: range, budget: Budget) -> Row:
    rules = Rules(step=0, hand_size=hand)
    won = lost = 0
    undecided: list[str] = []
    nodes, seconds = [], []
    status = StatusLine()
    for seed in map(str, seeds):
        status.update(f"hand size {hand}: {won + lost + len(undecided)} deals done")
        deal = deal_from_seed(rules, 1, seed)
        begun = process_time()
        answer = ask(deal, budget)
        seconds.append(process_time() - begun)
        nodes.append(answer.nodes // NODES_PER_CONFLICT)
        if answer.line is not None:
            won += verify(deal, answer.line).won
        elif answer.refuted:
            lost += 1
        else:
            undecided.append(seed_identifier(rules, 1, seed))
    status.clear()
    share = wilson(won, len(seeds), len(undecided))
    return Row(hand, len(seeds), won, lost, undecided, share, summary(nodes), summary(seconds))


def _cells(row: Row) -> list[str]:
    low, high = row.won_share
    return [
        *map(str, (row.hand_size, row.deals, row.won, row.lost, len(row.open))),
        f"{100 * low:.1f} to {100 * high:.1f} %",
        *(f"{value:,.0f}" for value in (row.conflicts.median, row.conflicts.max)),
        *(f"{value:.1f}" for value in (row.seconds.median, row.seconds.p99, row.seconds.max)),
    ]


if __name__ == "__main__":
    run(main)
