"""Decides solo deals with small hands, many of them lost, and prints how often and how fast.

One search proves the loss and the fewest cards left, so there is one time for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from benchmarks._common import (
    Solved,
    Summary,
    add_budget,
    add_seeds,
    budget_of,
    having,
    listed,
    measured_with,
    new_parser,
    publish,
    run,
    solve_seeds,
    summary,
    table,
    whole_numbers,
    wilson,
)
from solver import Rules

HEADS = (
    "hand", "deals", "won", "lost", "undecided", "won, 95 % interval", "fewest left proven",
    "left when lost: min / median / max", "mean nodes", "max nodes", "mean s", "median s", "p99 s", "max s",
    "processor: mean s", "max s",
)  # fmt: skip

NOTE = (
    "The interval is Wilson's; undecided deals widen it at both ends. What a lost deal leaves is what its best line "
    "left, proven best or not. A search that a budget ended counts with the time that it took; then these figures are "
    "lower bounds. On a machine with other work the processor's time tells more than the clock's."
)


@dataclass(frozen=True, slots=True)
class Row:
    """The deals of one hand size. Times in seconds, of the wall clock but for ``processor``."""

    hand_size: int
    deals: int
    won: int
    lost: int
    undecided: list[str]
    won_share: tuple[float, float]
    fewest_proven: int
    cards_left_when_lost: Summary | None
    nodes: Summary
    seconds: Summary
    processor: Summary


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and return the exit status."""
    parser = new_parser("refutations", __doc__)
    add_seeds(parser, range(100))
    parser.add_argument("--hands", type=whole_numbers, default=(3, 4, 5), metavar="3-5", help="hand sizes (3-5)")
    add_budget(parser, seconds=60.0, memory_mib=4096)
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads that search one deal (1)")
    options = parser.parse_args(arguments)
    budget = replace(budget_of(options), threads=options.threads)
    rule_sets = {hand: Rules(hand_size=hand) for hand in options.hands}
    measured = measured_with("refutations", arguments)

    rows = [
        _row(hand, solve_seeds(rules, 1, options.seeds, budget, f"hand size {hand}"))
        for hand, rules in rule_sets.items()
    ]
    sections = [
        table(HEADS, map(_cells, rows)),
        NOTE,
        *listed("Undecided", [identifier for row in rows for identifier in row.undecided]),
    ]
    publish(options, "Refutations", measured, sections, [asdict(row) for row in rows])
    return 0


def _row(hand: int, solved: list[Solved]) -> Row:
    won, undecided = len(having(solved, "winnable")), having(solved, "unknown")
    left = [deal.result.cards_left for deal in solved if deal.result.status == "unwinnable"]
    return Row(
        hand_size=hand,
        deals=len(solved),
        won=won,
        lost=len(left),
        undecided=undecided,
        won_share=wilson(won, len(solved), len(undecided)),
        fewest_proven=sum(deal.result.optimal for deal in solved),
        cards_left_when_lost=summary(left) if left else None,
        nodes=summary(deal.result.nodes for deal in solved),
        seconds=summary(deal.solving for deal in solved),
        processor=summary(deal.processor for deal in solved),
    )


def _cells(row: Row) -> list[str]:
    low, high = row.won_share
    left = row.cards_left_when_lost
    return [
        *map(str, (row.hand_size, row.deals, row.won, row.lost, len(row.undecided))),
        f"{100 * low:.1f} to {100 * high:.1f} %",
        str(row.fewest_proven),
        f"{left.min} / {left.median} / {left.max}" if left else "–",
        f"{row.nodes.mean:,.0f}",
        f"{row.nodes.max:,.0f}",
        *(f"{value:.3f}" for value in (row.seconds.mean, row.seconds.median, row.seconds.p99, row.seconds.max)),
        *(f"{value:.3f}" for value in (row.processor.mean, row.processor.max)),
    ]


if __name__ == "__main__":
    run(main)
