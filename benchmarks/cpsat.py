"""CP-SAT alone: one worker, no quick line, no second opinion. How large may a deal be?

A question is ``verdict`` (can all cards be laid?), ``cards`` (the fewest cards left), ``turns`` or ``tricks`` (the
fewest of them, the fewest cards left included). What the DFS engine says of verdict and cards left is compared, not
timed.

Exit status: 0 done, 1 an answer was wrong, 2 bad usage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from time import perf_counter

from ortools.sat.python import cp_model

from benchmarks._common import Summary, add_seeds, measured_with, new_parser, publish, quantile, run, summary, table
from solver.budget import Budget
from solver.cli.terminal import StatusLine
from solver.the_game import cpsat, dfs
from solver.the_game.cpsat.engine import new_solver
from solver.the_game.cpsat.model import LineModel
from solver.the_game.cpsat.timeline import Timeline
from solver.the_game.deal import Deal
from solver.the_game.identifiers import deal_from_seed, decode_rules
from solver.the_game.portfolio import check_objective

VERDICT = "verdict"
QUESTIONS = (VERDICT, "cards", "turns", "tricks")
ROWS = (
    (VERDICT, 1, "h41a1d1n3"), (VERDICT, 1, "h41a1d1n4"), (VERDICT, 1, "h41n3"), (VERDICT, 1, "h61a1d1n4"),
    ("cards", 1, "h25a1d1n2"), ("cards", 1, "h25a1d1n3"), ("cards", 1, "h41a1d1n3"), ("cards", 1, "h41a1d1n4"),
    ("turns", 2, "h17a1d1n2"), ("turns", 2, "h17n3"), ("turns", 3, "h17a1d1n2"), ("turns", 2, "h31a1d1n3"),
    ("tricks", 2, "h17a1d1n2"), ("tricks", 2, "h17n3"), ("tricks", 3, "h17a1d1n2"), ("tricks", 2, "h31a1d1n3"),
)  # fmt: skip
"""The standard table: question, players, rules (h41: the 40 cards from 2 to 41)."""
HEADS = (
    "question", "players", "rules", "cards", "deals", "won", "lost", "open", "median s", "95 % s", "max s", "wrong",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One question on the deals of some seeds. Times in seconds; a question that was left open took the time limit."""

    question: str
    players: int
    rules: str
    cards: int
    deals: int
    won: int
    lost: int
    left_open: int
    seconds: Summary
    seconds_95: float
    wrong: list[str]


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and return the exit status."""
    parser = new_parser("cpsat", __doc__)
    add_seeds(parser, range(20))
    parser.add_argument("--time-limit", type=float, default=10.0, metavar="SECONDS", help="for one question (10)")
    parser.add_argument("--question", choices=QUESTIONS, help="one question instead of the standard table")
    parser.add_argument("--rules", default="h41a1d1n4", help="for one question: preset or compact parameters")
    parser.add_argument("--players", type=int, default=1, help="for one question")
    options = parser.parse_args(arguments)
    budget = Budget(time_limit=options.time_limit)
    measured = measured_with("cpsat", arguments)
    rows = ROWS if options.question is None else ((options.question, options.players, options.rules),)
    found = [_row(question, players, name, options.seeds, budget) for question, players, name in rows]
    publish(options, "CP-SAT alone", measured, [table(HEADS, map(_cells, found))], [asdict(row) for row in found])
    return 1 if any(row.wrong for row in found) else 0


def _row(question: str, players: int, rules: str, seeds: range, budget: Budget) -> Row:
    status = StatusLine()
    deals = {str(seed): deal_from_seed(decode_rules(rules), players, str(seed)) for seed in seeds}
    answers: list[int | None] = []
    seconds: list[float] = []
    wrong: list[str] = []
    for seed, deal in deals.items():
        status.update(f"{question}, {players} players, {rules}: {len(answers)} deals done")
        begun = perf_counter()
        left = _cards_left(question, deal, budget)
        seconds.append(perf_counter() - begun)
        answers.append(left)
        if left is not None and not _is_right(question, deal, left, budget):
            wrong.append(seed)
    status.clear()
    return Row(
        question=question,
        players=players,
        rules=rules,
        cards=next(iter(deals.values())).cards_left,
        deals=len(deals),
        won=answers.count(0),
        lost=sum(left is not None and left > 0 for left in answers),
        left_open=answers.count(None),
        seconds=summary(seconds),
        seconds_95=quantile(sorted(seconds), 0.95),
        wrong=wrong,
    )


def _cards_left(question: str, deal: Deal, budget: Budget) -> int | None:
    """What CP-SAT says; for the verdict 0 or 1, which stands for "some". ``None`` if the time did not suffice."""
    if question == VERDICT:
        model, solver = LineModel(Timeline.of(deal), deal.cards_left, "cards"), new_solver()
        if budget.time_limit is not None:
            solver.parameters.max_time_in_seconds = budget.time_limit
        status = solver.solve(model.model)
        return {cp_model.OPTIMAL: 0, cp_model.INFEASIBLE: 1}.get(status)
    outcome = cpsat.solve(deal, check_objective(question), budget, warm_start=False)
    return None if outcome.stopped_by else outcome.cards_left_bound


def _is_right(question: str, deal: Deal, left: int, budget: Budget) -> bool:
    """Does the DFS engine say the same, if it says anything?"""
    truth = dfs.solve(deal, "cards", budget)
    if truth.stopped_by is not None:
        return True
    return left == (min(1, truth.cards_left_bound) if question == VERDICT else truth.cards_left_bound)


def _cells(row: Row) -> list[str]:
    return [
        *map(str, (row.question, row.players, row.rules, row.cards, row.deals, row.won, row.lost, row.left_open)),
        *(f"{seconds:.2f}" for seconds in (row.seconds.median, row.seconds_95, row.seconds.max)),
        str(len(row.wrong)),
    ]


if __name__ == "__main__":
    run(main)
