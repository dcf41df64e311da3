"""The fewest turns and tricks: proven on small deals, best line and bound on full ones.

The small deals are solo, 30 cards, hand of 5, with one and with two piles a direction. For a full deal the line made
for cards alone stands beside the best one for the objective. Times are processor time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from benchmarks._common import (
    Solved,
    Summary,
    add_budget,
    add_seeds,
    budget_of,
    measured_with,
    new_parser,
    publish,
    run,
    seed_range,
    solve_seeds,
    summary,
    table,
    whole_numbers,
)
from solver import Budget, Rules, verify
from solver.result import Objective
from solver.the_game.identifiers import deal_from_seed, encode_rules

OBJECTIVES: tuple[Objective, ...] = ("turns", "tricks")
SMALL = (Rules(high=31, hand_size=5, ascending=1, descending=1), Rules(high=31, hand_size=5))
FULL = Rules()
SMALL_HEADS = (
    "rules", "objective", "deals", "won", "lost", "open", "proven", "mean nodes", "max nodes", "median s", "max s",
)  # fmt: skip
FULL_HEADS = (
    "deal", "objective", "line for cards", "best line", "at least", "cards left", "nodes", "s", "stopped by",
)  # fmt: skip
NOTE = (
    "*proven*: the best line is proven the best for the objective, among the lines that leave the fewest cards. "
    "*line for cards*: what the line costs that `solve` finds without an objective. *at least*: the proven bound. "
    "A search that a budget ended counts with what it took."
)


@dataclass(frozen=True, slots=True)
class Small:
    """One objective on the small deals of one rule set. Times in seconds of processor time."""

    rules: str
    objective: Objective
    deals: int
    won: int
    lost: int
    left_open: int
    proven: int
    nodes: Summary
    seconds: Summary


@dataclass(frozen=True, slots=True)
class Full:
    """One objective on one full deal; the values in its unit. Time in seconds of processor time."""

    deal: str
    objective: Objective
    line_for_cards: int
    best: int
    bound: int
    cards_left: int
    nodes: int
    seconds: float
    stopped_by: str | None


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and return the exit status."""
    parser = new_parser("objectives", __doc__)
    add_seeds(parser, range(4))
    parser.add_argument(
        "--small-seeds", type=seed_range, default=range(20), metavar="A..B", help="seeds of the small deals (0..19)"
    )
    parser.add_argument("--players", type=whole_numbers, default=(1, 3), metavar="1,3", help="of the full deals (1,3)")
    parser.add_argument("--objective", choices=OBJECTIVES, help="only this one (both)")
    add_budget(parser, seconds=20.0, memory_mib=2048)
    options = parser.parse_args(arguments)
    budget = budget_of(options)
    objectives = OBJECTIVES if options.objective is None else (options.objective,)
    measured = measured_with("objectives", arguments)

    small = [_small(rules, objective, options.small_seeds, budget) for rules in SMALL for objective in objectives]
    full = [row for players in options.players for row in _full(players, options.seeds, budget, objectives)]
    sections = [
        "## Small deals: solo, 30 cards, hand of 5",
        table(SMALL_HEADS, map(_small_cells, small)),
        "## Full deals",
        table(FULL_HEADS, map(_full_cells, full)),
        NOTE,
    ]
    data = {"small": [asdict(row) for row in small], "full": [asdict(row) for row in full]}
    publish(options, "Turns and tricks", measured, sections, data)
    return 0


def _small(rules: Rules, objective: Objective, seeds: range, budget: Budget) -> Small:
    name = encode_rules(rules)
    solved = solve_seeds(rules, 1, seeds, budget, f"{name}, {objective}", objective)
    statuses = [deal.result.status for deal in solved]
    return Small(
        rules=name,
        objective=objective,
        deals=len(solved),
        won=statuses.count("winnable"),
        lost=statuses.count("unwinnable"),
        left_open=statuses.count("unknown"),
        proven=sum(deal.result.optimal for deal in solved),
        nodes=summary(deal.result.nodes for deal in solved),
        seconds=summary(deal.processor for deal in solved),
    )


def _full(players: int, seeds: range, budget: Budget, objectives: Sequence[Objective]) -> list[Full]:
    plain = solve_seeds(FULL, players, seeds, budget, f"players {players}, cards")
    costs = [_costs(players, seed, deal) for seed, deal in zip(seeds, plain, strict=True)]
    return [
        Full(
            deal=deal.seed,
            objective=objective,
            line_for_cards=cost[objective],
            best=deal.result.value,
            bound=deal.result.bound,
            cards_left=deal.result.cards_left,
            nodes=deal.result.nodes,
            seconds=deal.processor,
            stopped_by=deal.result.stopped_by,
        )
        for objective in objectives
        for cost, deal in zip(
            costs,
            solve_seeds(FULL, players, seeds, budget, f"players {players}, {objective}", objective),
            strict=True,
        )
    ]


def _costs(players: int, seed: int, plain: Solved) -> dict[Objective, int]:
    """What the line made for cards alone costs, as the referee counts."""
    report = verify(deal_from_seed(FULL, players, str(seed)), plain.result.line)
    return {"turns": report.turns, "tricks": report.tricks}


def _small_cells(row: Small) -> list[str]:
    return [
        *map(str, (row.rules, row.objective, row.deals, row.won, row.lost, row.left_open, row.proven)),
        f"{row.nodes.mean:,.0f}",
        f"{row.nodes.max:,.0f}",
        f"{row.seconds.median:.3f}",
        f"{row.seconds.max:.3f}",
    ]


def _full_cells(row: Full) -> list[str]:
    return [
        f"`{row.deal}`",
        *map(str, (row.objective, row.line_for_cards, row.best, row.bound, row.cards_left)),
        f"{row.nodes:,}",
        f"{row.seconds:.2f}",
        row.stopped_by or "–",
    ]


if __name__ == "__main__":
    run(main)
