"""Whole games of the human-like players on full deals: games a second on one core, and how far each player comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import process_time

from benchmarks._common import add_seeds, measured_with, new_parser, publish, run, table, whole_numbers
from puzzles.players.ladder import LADDER, Player
from puzzles.players.rollouts import Rollouts
from solver import Rules
from solver.cli.terminal import StatusLine
from solver.strict_json import as_whole_number
from solver.the_game.deal import Deal
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.rules import MAX_PLAYERS

HEADS = ("player", "players", "games", "games/s", "won %", "mean cards left")


@dataclass(frozen=True, slots=True)
class Row:
    """The games of one player: full deals for this many players, games a second of processor time."""

    name: str
    players: int
    games: int
    games_per_second: float
    won: int
    mean_cards_left: float


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and return the exit status."""
    parser = new_parser("rollouts", __doc__)
    add_seeds(parser, range(100))
    parser.add_argument("--players", type=whole_numbers, default=(1, 3), metavar="1-5", help="player counts (1,3)")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games on each deal (200)")
    options = parser.parse_args(arguments)
    for players in options.players:
        as_whole_number(players, "--players", 1, MAX_PLAYERS)
    as_whole_number(options.games, "--games", 1, 10**6)
    measured = measured_with("rollouts", arguments)

    rows = []
    status = StatusLine()
    try:
        for players in options.players:
            deals = [deal_from_seed(Rules(), players, str(seed)) for seed in options.seeds]
            for name, player in LADDER.items():
                status.update(f"{players} players: {name}")
                rows.append(_row(name, player, players, deals, options.games))
    finally:
        status.clear()
    publish(options, "Roll-outs", measured, [table(HEADS, map(_cells, rows))], [asdict(row) for row in rows])
    return 0


def _row(name: str, player: Player, players: int, deals: Sequence[Deal], games: int) -> Row:
    won = left = 0
    begun = process_time()
    for deal in deals:
        for game in Rollouts(deal, player).games(games):
            won += game.cards_left == 0
            left += game.cards_left
    seconds = process_time() - begun
    total = len(deals) * games
    return Row(name, players, total, total / seconds, won, left / total)


def _cells(row: Row) -> list[str]:
    return [
        row.name,
        str(row.players),
        f"{row.games:,}",
        f"{row.games_per_second:,.0f}",
        f"{100 * row.won / row.games:.2f}",
        f"{row.mean_cards_left:.1f}",
    ]


if __name__ == "__main__":
    run(main)
