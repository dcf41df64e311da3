"""Solves standard deals of every player count, one after the other on one core, and prints verdicts and speed.

Exit status: 0 all decided, 1 some undecided, 2 bad usage.
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
)
from solver import Rules
from solver.budget import DEFAULT_MEMORY_MIB
from solver.strict_json import as_whole_number, loads
from solver.the_game.deal import rules_from_json
from solver.the_game.identifiers import decode_rules
from solver.the_game.rules import MAX_PLAYERS

HEADS = (
    "players", "deals", "won", "lost", "undecided", "deals/s", "deals/s with dealing",
    "median ms", "p99 ms", "max ms", "mean nodes", "max nodes",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """The deals of one player count. Speeds are deals per second, times milliseconds."""

    players: int
    deals: int
    won: int
    lost: list[str]
    undecided: list[str]
    deals_per_second: float
    deals_per_second_with_dealing: float
    milliseconds: Summary
    nodes: Summary


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and return the exit status."""
    parser = new_parser("standard", __doc__)
    add_seeds(parser, range(1000))
    parser.add_argument("--players", type=whole_numbers, default=(1, 2, 3, 4, 5), metavar="1-5", help="player counts")
    parser.add_argument("--rules", default="standard", help="a preset, compact parameters (n7m3), or a JSON object")
    add_budget(parser, seconds=None, memory_mib=DEFAULT_MEMORY_MIB)
    options = parser.parse_args(arguments)
    rules = _rules(options.rules)
    for players in options.players:
        as_whole_number(players, "--players", 1, MAX_PLAYERS)
    budget = budget_of(options)
    measured = measured_with("standard", arguments)

    rows = [
        _row(players, solve_seeds(rules, players, options.seeds, budget, f"{players} players"))
        for players in options.players
    ]
    lost = [identifier for row in rows for identifier in row.lost]
    undecided = [identifier for row in rows for identifier in row.undecided]
    sections = [table(HEADS, map(_cells, rows)), *listed("Lost", lost), *listed("Undecided", undecided)]
    publish(options, "Standard deals", measured, sections, [asdict(row) for row in rows])
    return 1 if undecided else 0


def _rules(text: str) -> Rules:
    return rules_from_json(loads(text, "--rules")) if text.lstrip().startswith("{") else decode_rules(text)


def _row(players: int, solved: list[Solved]) -> Row:
    solving = sum(deal.solving for deal in solved)
    dealing = sum(deal.dealing for deal in solved)
    return Row(
        players=players,
        deals=len(solved),
        won=len(having(solved, "winnable")),
        lost=having(solved, "unwinnable"),
        undecided=having(solved, "unknown"),
        deals_per_second=len(solved) / solving,
        deals_per_second_with_dealing=len(solved) / (solving + dealing),
        milliseconds=summary(1000 * deal.solving for deal in solved),
        nodes=summary(deal.result.nodes for deal in solved),
    )


def _cells(row: Row) -> list[str]:
    return [
        *map(str, (row.players, row.deals, row.won, len(row.lost), len(row.undecided))),
        f"{row.deals_per_second:.1f}",
        f"{row.deals_per_second_with_dealing:.1f}",
        f"{row.milliseconds.median:.1f}",
        f"{row.milliseconds.p99:.1f}",
        f"{row.milliseconds.max:.1f}",
        f"{row.nodes.mean:,.0f}",
        f"{row.nodes.max:,.0f}",
    ]


if __name__ == "__main__":
    run(main)
