"""Solves rounds of 6 nimmt! for every objective, one after the other on one core, and prints times, nodes and memory.

Hands, rows and scripts come from the seeds: deal and script of a seed are the same on every machine. Times are the
processor's, so that other work on the machine counts as little as can be. In the groups of the engine ``cpsat`` both
engines solve each deal, and a disagreement ends the benchmark with an error that names the deal.

Exit status: 0 all solved, 1 some not proven, 2 bad usage.
"""

from __future__ import annotations

import resource
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from time import process_time

from benchmarks._common import (
    Summary,
    add_budget,
    add_seeds,
    budget_of,
    measured_with,
    new_parser,
    publish,
    run,
    summary,
    table,
)
from solver.budget import DEFAULT_MEMORY_MIB, Budget
from solver.cli.terminal import StatusLine
from solver.shuffle import shuffled
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import deal_from_seed
from solver.six_nimmt.objectives import OF_ONE_SEAT, Engine, Objective
from solver.six_nimmt.result import Result
from solver.six_nimmt.rules import MAX_HAND, MAX_PLAYERS, Rules
from solver.six_nimmt.solve import solve

HEADS = (
    "objective", "engine", "players × cards", "deals", "solved", "mean value",
    "median ms", "p99 ms", "max ms", "mean nodes", "max nodes", "peak MiB",
)  # fmt: skip
TOGETHER = ((1, 10), (2, 5), (2, 8), (3, 5), (4, 4))
"""Players and cards in a hand."""
SMALL = ((1, 10), (2, 4), (2, 5), (3, 4), (4, 3))
"""The same for CP-SAT."""
DUELS = (4, 5, 6, 7)
OPEN_DUELS = (5, 6, 7)
"""Cards in a hand."""
_OF_EIGHT = 5
"""Most deals with duels of eight cards."""


@dataclass(frozen=True, slots=True)
class Row:
    """The deals of one group. Times in milliseconds; ``peak_mib``: most memory of the process up to its end."""

    objective: str
    engine: str
    players: int
    cards: int
    deals: int
    solved: int
    mean_value: float
    milliseconds: Summary
    nodes: Summary
    peak_mib: int


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and return the exit status."""
    parser = new_parser("six_nimmt", __doc__)
    add_seeds(parser, range(20))
    parser.add_argument(
        "--duel-of-eight", action="store_true", help=f"also {_OF_EIGHT} duels of eight cards (a minute each)"
    )
    add_budget(parser, seconds=None, memory_mib=DEFAULT_MEMORY_MIB)
    options = parser.parse_args(arguments)
    measured = measured_with("six_nimmt", arguments)
    budget = budget_of(options)
    rows = [_row(*group, options.seeds, budget) for group in _groups()]
    if options.duel_of_eight:
        rows.append(_row("duel", "auto", 2, 8, options.seeds[:_OF_EIGHT], budget))
    sections = [table(HEADS, map(_cells, rows))]
    publish(options, "6 nimmt!", measured, sections, [asdict(row) for row in rows])
    return 0 if all(row.solved == row.deals for row in rows) else 1


def _groups() -> Iterator[tuple[Objective, Engine, int, int]]:
    for objective in OF_ONE_SEAT:
        yield from ((objective, "auto", players, MAX_HAND) for players in range(2, MAX_PLAYERS + 1))
    yield from (("total", "auto", players, cards) for players, cards in TOGETHER)
    yield from (("total", "cpsat", players, cards) for players, cards in SMALL)
    yield from (("open", "auto", 2, cards) for cards in OPEN_DUELS)
    yield from (("duel", "auto", 2, cards) for cards in DUELS)


def _row(objective: Objective, engine: Engine, players: int, cards: int, seeds: range, budget: Budget) -> Row:
    status = StatusLine()
    times: list[float] = []
    results: list[Result] = []
    for seed in map(str, seeds):
        status.update(f"{objective}, {players} × {cards}: {len(results)} deals done")
        deal = deal_from_seed(Rules(hand_size=cards), players, seed)
        if objective in OF_ONE_SEAT:
            deal = _scripted(deal, seed)
        begun = process_time()
        results.append(solve(deal, objective=objective, engine=engine, budget=budget))
        times.append(1000 * (process_time() - begun))
        if results[-1].stopped_by == "interrupt":
            raise KeyboardInterrupt
    status.clear()
    values = [float(result.value) for result in results if result.value is not None]
    return Row(
        objective=objective,
        engine=engine,
        players=players,
        cards=cards,
        deals=len(results),
        solved=sum(result.optimal for result in results),
        mean_value=sum(values) / max(len(values), 1),
        milliseconds=summary(times),
        nodes=summary(result.nodes for result in results),
        peak_mib=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    )


def _scripted(deal: Deal, seed: str) -> Deal:
    """Everybody but player 0 plays the hand in an order that the seed gives."""
    others = (tuple(shuffled(f"{seed} {player}", hand, "script")) for player, hand in enumerate(deal.hands) if player)
    return replace(deal, script=(None, *others))


def _cells(row: Row) -> list[str]:
    return [
        row.objective,
        row.engine,
        f"{row.players} × {row.cards}",
        str(row.deals),
        str(row.solved),
        f"{row.mean_value:.2f}",
        f"{row.milliseconds.median:.0f}",
        f"{row.milliseconds.p99:.0f}",
        f"{row.milliseconds.max:.0f}",
        f"{row.nodes.mean:,.0f}",
        f"{row.nodes.max:,.0f}",
        str(row.peak_mib),
    ]


if __name__ == "__main__":
    run(main)
