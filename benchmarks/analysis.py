"""Analyses of full deals: the values of all first plays, and post-mortems of games of a careless player.

Times are of the processor. Exit status: 0 done, 2 bad usage. What is undecided within the budget is counted and named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import process_time

from benchmarks._common import (
    Summary,
    add_seeds,
    listed,
    measured_with,
    new_parser,
    publish,
    run,
    summary,
    table,
    whole_numbers,
)
from puzzles.analysis import post_mortem, values
from puzzles.players.ladder import LADDER
from puzzles.players.rollouts import Rollouts
from solver import Rules
from solver.cli.terminal import StatusLine
from solver.strict_json import as_whole_number
from solver.the_game.deal import Deal
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.rules import MAX_PLAYERS

HEADS = (
    "analysis", "players", "deals", "decided", "median open", "within limit",
    "median s", "p99 s", "max s", "mean nodes",
)  # fmt: skip
VALUES_SECONDS, POST_MORTEM_SECONDS = 10, 5
"""The times in which an analysis is meant to be done."""
PLAYER = "gap_noisy"
"""Whose games the post-mortems are of: the nearest card, and one play in twenty at random."""


@dataclass(frozen=True, slots=True)
class Row:
    """The analyses of one kind for one player count.

    ``open``: what is not decided, plays without a verdict, or steps of which one lost the win. ``in_time``: analyses
    within the time that is meant.
    """

    analysis: str
    players: int
    deals: int
    undecided: list[str]
    open: Summary
    in_time: int
    limit: int
    seconds: Summary
    nodes: Summary


@dataclass(frozen=True, slots=True)
class Done:
    """One analysis: how much is left open, how long did it take?"""

    seed: str
    open: int
    seconds: float
    nodes: int


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and return the exit status."""
    parser = new_parser("analysis", __doc__)
    add_seeds(parser, range(50))
    parser.add_argument("--players", type=whole_numbers, default=(1, 3), metavar="1-5", help="player counts (1,3)")
    options = parser.parse_args(arguments)
    for players in options.players:
        as_whole_number(players, "--players", 1, MAX_PLAYERS)
    measured = measured_with("analysis", arguments)
    status = StatusLine()
    rows = []
    try:
        for players in options.players:
            deals = [deal_from_seed(Rules(), players, str(seed)) for seed in options.seeds]
            judged, looked_at = [], []
            for deal in deals:
                status.update(f"{players} players: {deal.seed}")
                judged.append(_judge(deal))
                looked_at.append(_look_at_a_game(deal))
            rows.append(_row("values of all first plays", players, judged, VALUES_SECONDS))
            rows.append(_row("post-mortem", players, looked_at, POST_MORTEM_SECONDS))
    finally:
        status.clear()
    sections = [table(HEADS, map(_cells, rows))]
    for row in rows:
        sections += listed(f"Undecided, {row.analysis}, {row.players} players", row.undecided)
    publish(options, "Analyses", measured, sections, [asdict(row) for row in rows])
    return 0


def _judge(deal: Deal) -> Done:
    begun = process_time()
    found = values.value_plays(deal)
    return Done(str(deal.seed), len(found.undecided), process_time() - begun, found.nodes)


def _look_at_a_game(deal: Deal) -> Done:
    """A post-mortem is decided if the mistake is known, or if there was none."""
    line = Rollouts(deal, LADDER[PLAYER]).line()
    begun = process_time()
    found = post_mortem.post_mortem(deal, line)
    return Done(str(deal.seed), len(found.open_steps), process_time() - begun, found.nodes)


def _row(analysis: str, players: int, done: Sequence[Done], limit: int) -> Row:
    return Row(
        analysis=analysis,
        players=players,
        deals=len(done),
        undecided=[each.seed for each in done if each.open],
        open=summary(each.open for each in done),
        in_time=sum(each.seconds <= limit for each in done),
        limit=limit,
        seconds=summary(each.seconds for each in done),
        nodes=summary(each.nodes for each in done),
    )


def _cells(row: Row) -> list[str]:
    return [
        row.analysis,
        *map(str, (row.players, row.deals, row.deals - len(row.undecided))),
        f"{row.open.median:.0f}",
        f"{row.in_time} within {row.limit} s",
        f"{row.seconds.median:.2f}",
        f"{row.seconds.p99:.2f}",
        f"{row.seconds.max:.2f}",
        f"{row.nodes.mean:,.0f}",
    ]


if __name__ == "__main__":
    run(main)
