"""Assesses a sample of puzzles of several kinds, and shows how the features behind the difficulty relate.

The sample is made from seeds: full deals, small hands, endgames cut from solved deals, small decks with the goals of
fewest cards, turns and tricks, single plays. Two yardsticks that are no part of the score stand beside it. *person*:
the positions that a patient person looks at in vain who tries what looks best first, goes back when stuck, and never
looks at a position twice, up to a limit. *engine*: the nodes that ``solve`` needs for the fewest cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

from benchmarks._assessed import PERSON_LIMIT, Assessed, spearman, value_of
from benchmarks._common import measured_with, new_parser, publish, quantile, run, table
from puzzles.difficulty import assess
from puzzles.difficulty.decisions import Choice, choices_of, solved
from puzzles.difficulty.formula import WEIGHTS, hardships, mean_win_rate
from puzzles.puzzle import TIERS, Goal
from solver import Budget, Rules, parse_line
from solver.cli.terminal import StatusLine
from solver.result import Objective
from solver.strict_json import as_whole_number
from solver.the_game.deal import Deal, deal_of
from solver.the_game.identifiers import deal_from_seed, encode_deal
from solver.the_game.notation import Line
from solver.the_game.referee import replay
from solver.the_game.rules import Position

BUDGET = Budget(max_nodes=300_000)
"""Of a search for a solution; a puzzle whose goal it does not prove is left out of the sample."""
SMALL = 50
"""Most cards of a small puzzle."""
ENDGAME_CARDS = (8, 10, 12, 14, 16, 20)
MINIS = (
    Rules(high=21, hand_size=3, ascending=1, descending=1, min_plays=1),
    Rules(high=25, hand_size=4, ascending=1, descending=1, step=5),
    Rules(high=31, hand_size=4, ascending=1, descending=1),
    Rules(high=31, hand_size=3),
    Rules(high=31, hand_size=3, ascending=1, descending=1),
    Rules(high=41, hand_size=4, ascending=1, descending=1),
    Rules(high=41, hand_size=5, ascending=2, descending=1),
)
YARDSTICKS = ("score", "person", "engine", "wins")
KIND_HEADS = ("kind", "puzzles", *TIERS, "score: 10 / 50 / 90 %", "median s", "max s")
TIER_HEADS = ("tier", "puzzles", "in vain: 25 / 50 / 75 %", "gives up %", "mean win rate of the ladder %")
HARDSHIP_HEADS = ("hardship", "points", "all", "all but this", "small", "small: all but this")
FEATURE_HEADS = ("feature", "puzzles", *YARDSTICKS)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of the sample."""

    kind: str
    deal: Deal
    goal: Goal
    solution: Line


# -- the sample ----------------------------------------------------------------------------------------------------


def sample(size: int) -> Iterator[Puzzle]:
    """About ``size`` puzzles, a third of them endgames and a third small decks."""
    share = max(1, size // 24)
    for players in range(1, 6):
        for seed in range(share if players > 1 else 2 * share):
            yield from _best("full deal", deal_from_seed(Rules(), players, str(seed)))
    for hand in (6, 7):
        for seed in range(share):
            yield from _best("small hand", deal_from_seed(Rules(hand_size=hand), 1, str(seed)))
    for number in range(8 * share):
        yield from _endgames(number)
    for number in range(10 * share):
        yield from _minis(number)


def _endgames(number: int) -> Iterator[Puzzle]:
    """The end of a full deal as its solution leads there, and the first play of it if a single one wins."""
    players, hand = ((1, None), (1, 6), (2, None), (1, 5), (3, None))[number % 5]
    cards = ENDGAME_CARDS[number // 5 % len(ENDGAME_CARDS)]
    deal = deal_from_seed(Rules(hand_size=hand), players, f"endgame {number}")
    for puzzle in _best("", deal):
        if puzzle.goal.cards_left:
            continue  # lost, or not found to be won
        end = deal_of(next(position for position in _turns(puzzle) if position.cards_left <= cards))
        yield from _best("endgame", end)
        for moment in _turns(Puzzle("", end, Goal(), parse_line(solved(end, Goal(), BUDGET).line))):
            after = [deal_of(moment.play(*play)) for play in moment.plays()]
            wins = [deal for deal in after if solved(deal, Goal(), BUDGET).status == "winnable"]
            if len(wins) == 1 and len(after) > 2:
                yield from _best("only play", deal_of(moment), answer_is_play=True)
                break


def _turns(puzzle: Puzzle) -> Iterator[Position]:
    """The positions at the beginning of the solution's turns, from the second one on."""
    done = 0
    turns = replay(puzzle.deal, puzzle.solution).line.turns
    for done in range(1, len(turns)):
        yield replay(puzzle.deal, Line(turns[:done])).positions[0]


def _minis(number: int) -> Iterator[Puzzle]:
    rules = MINIS[number % len(MINIS)]
    deal = deal_from_seed(rules, 1 + number % 2, f"mini {number}")
    kinds: tuple[tuple[str, Objective], ...] = (("small deck", "cards"), ("turns", "turns"), ("tricks", "tricks"))
    for kind, objective in kinds[:1] if number % 3 else kinds:
        yield from _best(kind, deal, objective)


def _best(kind: str, deal: Deal, objective: Objective = "cards", answer_is_play: bool = False) -> Iterator[Puzzle]:
    """The puzzle to do best on this deal, if what is best can be proven."""
    result = solved(deal, Goal(objective=objective), BUDGET)
    if result.optimal:
        goal = Goal("play" if answer_is_play else "line", objective, result.value, result.cards_left)
        yield Puzzle(kind if result.cards_left == 0 or not kind else "rescue", deal, goal, parse_line(result.line))


# -- the yardsticks ------------------------------------------------------------------------------------------------


def person(puzzle: Puzzle, limit: int) -> int:
    """The positions that the person described above looks at in vain before the goal is reached, at most ``limit``."""
    seen: set[object] = set()
    goal = puzzle.goal
    stack = [iter(sorted(choices_of(puzzle.deal.starts(), 0, 0, False), key=_looks))]
    while stack and len(seen) < limit:
        choice = next(stack[-1], None)
        if choice is None:
            stack.pop()
            continue
        cost = {"cards": 0, "turns": choice.turns, "tricks": choice.tricks}[goal.objective]
        key = (choice.after, cost)
        if key in seen or (goal.objective != "cards" and cost > goal.value):
            continue
        seen.add(key)
        if choice.after.cards_left <= goal.cards_left:
            return len(seen) - len(stack)  # the stack is the way to the goal
        stack.append(iter(sorted(choices_of((choice.after,), choice.turns, choice.tricks, choice.laid), key=_looks)))
    return limit


def _looks(choice: Choice) -> int:
    return choice.looks


# -- the report ----------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and return the exit status."""
    parser = new_parser("difficulty", __doc__)
    parser.add_argument("--size", type=int, default=288, metavar="N", help="puzzles in the sample, roughly (288)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the figures too (PNG, SVG; needs matplotlib)")
    parser.add_argument("--again", type=Path, metavar="FILE", help="report what an earlier run printed with --json")
    options = parser.parse_args(arguments)
    as_whole_number(options.size, "--size", 1, 10**5)
    if options.again is None:
        measured, assessed = measured_with("difficulty", arguments), _assess_all(options.size)
    else:
        earlier = json.loads(options.again.read_text(encoding="utf-8"))
        measured, assessed = earlier["measured"], [Assessed(**row) for row in earlier["results"]]
    sections = [
        table(KIND_HEADS, _kind_rows(assessed)),
        f"What the tiers mean to the patient person, who gives up after {PERSON_LIMIT:,} positions:",
        table(TIER_HEADS, _tier_rows(assessed)),
        "Rank correlation (Spearman) with *person* of each hardship, and of the score when that one is left out:",
        table(HARDSHIP_HEADS, _hardship_rows(assessed)),
        "Rank correlations of features with the score, the yardsticks and the mean win rate of the ladder:",
        table(FEATURE_HEADS, _feature_rows(assessed)),
    ]
    if options.plot is not None:
        from benchmarks.difficulty_plot import draw

        draw(assessed, options.plot)
    publish(options, "Difficulty", measured, sections, [asdict(puzzle) for puzzle in assessed])
    return 0


def _assess_all(size: int) -> list[Assessed]:
    status = StatusLine()
    assessed: list[Assessed] = []
    try:
        for puzzle in sample(size):
            status.update(f"{len(assessed)} puzzles done, now: {puzzle.kind}")
            assessed.append(_assess(puzzle))
    finally:
        status.clear()
    return assessed


def _assess(puzzle: Puzzle) -> Assessed:
    begun = process_time()
    difficulty = assess(puzzle.deal, puzzle.goal, solution=puzzle.solution)
    seconds = process_time() - begun
    engine = solved(puzzle.deal, Goal(), BUDGET).nodes
    looked_at = person(puzzle, PERSON_LIMIT)
    return Assessed(
        puzzle.kind,
        encode_deal(puzzle.deal),
        difficulty.tier,
        difficulty.score,
        difficulty.features,
        looked_at,
        engine,
        seconds,
    )


def _kind_rows(assessed: Sequence[Assessed]) -> Iterator[list[str]]:
    for kind in [*dict.fromkeys(puzzle.kind for puzzle in assessed), ""]:
        these = [puzzle for puzzle in assessed if kind in ("", puzzle.kind)]
        scores = sorted(puzzle.score for puzzle in these)
        seconds = sorted(puzzle.seconds for puzzle in these)
        yield [
            kind or "all",
            str(len(these)),
            *(str(sum(puzzle.tier == tier for puzzle in these)) for tier in TIERS),
            " / ".join(f"{quantile(scores, share):.0f}" for share in (0.1, 0.5, 0.9)),
            f"{quantile(seconds, 0.5):.2f}",
            f"{seconds[-1]:.2f}",
        ]


def _tier_rows(assessed: Sequence[Assessed]) -> Iterator[list[str]]:
    for tier in TIERS:
        these = [puzzle for puzzle in assessed if puzzle.tier == tier]
        if these:
            in_vain = sorted(puzzle.person for puzzle in these)
            wins = sum(mean_win_rate(puzzle.features) for puzzle in these)
            yield [
                tier,
                str(len(these)),
                " / ".join(f"{quantile(in_vain, share):,}" for share in (0.25, 0.5, 0.75)),
                f"{100 * in_vain.count(PERSON_LIMIT) / len(these):.0f}",
                f"{100 * wins / len(these):.1f}",
            ]


def _hardship_rows(assessed: Sequence[Assessed]) -> Iterator[list[str]]:
    """Of all puzzles, and of the small ones: full-size deals mostly make the person give up, which tells nothing."""
    groups = [assessed, [puzzle for puzzle in assessed if (puzzle.features["cards"] or 0) <= SMALL]]
    for name, points in [("none", 0), *WEIGHTS.items()]:
        cells = []
        for group in groups:
            in_vain = [puzzle.person for puzzle in group]
            parts = [points * hardships(puzzle.features)[name] if points else 0.0 for puzzle in group]
            rest = [puzzle.score - part for puzzle, part in zip(group, parts, strict=True)]
            cells += [f"{spearman(parts, in_vain):+.2f}" if points else "", f"{spearman(rest, in_vain):+.3f}"]
        yield [name, str(points), *cells]


def _feature_rows(assessed: Sequence[Assessed]) -> Iterator[list[str]]:
    for name in ("score", *assessed[0].features):
        these = [puzzle for puzzle in assessed if value_of(puzzle, name) is not None]
        if these:
            others = ([value_of(puzzle, name) or 0 for puzzle in these] for name in YARDSTICKS)
            mine = [value_of(puzzle, name) or 0 for puzzle in these]
            yield [name, str(len(these)), *(f"{spearman(mine, other):+.2f}" for other in others)]


if __name__ == "__main__":
    run(main)
