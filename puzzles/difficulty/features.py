"""The raw features of a puzzle: what is counted along its solution, and how far the human-like players come.

=================  ===================================================================================================
feature            meaning
=================  ===================================================================================================
cards              cards to be played, in hands and draw pile
players            players of the deal
decisions          moments along the solution with two or more choices (plays, or ending the turn)
measured           decisions that were measured: all of a short line, else a sample; what follows counts among them
start_share        share of the choices at the first decision that keep the goal
mean_share         the same share on average over the decisions
undecided          share of the searched choices whose search ended undecided; these count as not keeping the goal
bits               log2(choices / choices that keep the goal), summed over all decisions (scaled up from a sample): 1 is
                   as much as one blind guess between two choices of which one is right
only_plays         decisions at which a single choice keeps the goal
only_run           most such decisions in a row; null for a sample
traps              decisions at which the natural choice, that of the player ``gap``, provably loses the goal
trap_depth         most plays that can still be made after such a choice: how late the loss shows; 0 without traps
counterintuitive   decisions at which no choice that looks best (smallest gap) keeps the goal
detour             how much larger the gap of the best-looking choice that keeps the goal is than the smallest gap, on
                   average over the decisions
tricks             backwards tricks in the solution
tricks_needed      fewest backwards tricks of any line that reaches the fewest cards left; null where not proven
bottlenecks        positions that every winning line passes, counted where the goal is a win; null in large deals
win_...            share of the games of this player of the ladder that reach the goal
left_mean          mean share of the cards that the players of the ladder leave
=================  ===================================================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import log2

from puzzles.difficulty.bottlenecks import bottlenecks
from puzzles.difficulty.decisions import Decision, Judge, Lay, Verdict, decisions, solved
from puzzles.players.ladder import LADDER
from puzzles.players.rollouts import Game, Rollouts
from puzzles.puzzle import Goal
from solver.budget import Budget
from solver.errors import InputError
from solver.the_game.deal import Deal
from solver.the_game.notation import Line, Play, parse_line
from solver.the_game.referee import Report, verify

CHOICE_BUDGET = Budget(max_nodes=10_000)
"""What the search for the verdict on one choice may spend."""
MOST_DECISIONS = 24
"""Most decisions of a solution that are all measured: an endgame of about twelve cards."""
SAMPLE = 12
"""Of a longer solution so many decisions are measured, evenly spread from the first one on."""
TRICKS_CARDS = 30
"""Most cards of a deal for which the fewest tricks are looked for."""
TRICKS_BUDGET = Budget(max_nodes=20_000)
GAMES = 200
"""Games of each player of the ladder whose games differ."""
DIGITS = 4
"""Decimals of what is no whole number."""

Features = dict[str, int | float | None]


def measure(deal: Deal, goal: Goal, solution: Line | None, budget: Budget) -> Features:
    """The features of a puzzle; arguments and errors are those of ``assess``."""
    if solution is None:
        solution = parse_line(solved(deal, goal, budget).line)
        missing = "goal: no line that reaches it was found within the budget"
    else:
        missing = "solution: this line does not reach the goal"
    report = verify(deal, solution)
    if not (report.legal and _reaches(goal, report)):
        raise InputError(missing)

    everything = list(decisions(deal, solution))
    measured = _sample(everything)
    judge = Judge(goal, CHOICE_BUDGET)
    verdicts = [_verdicts(judge, decision) for decision in measured]
    features: Features = {
        "cards": deal.cards_left,
        "players": deal.players,
        "decisions": len(everything),
        "measured": len(measured),
        **_choices(measured, verdicts, len(everything)),
        **_looks(measured, verdicts),
        "tricks": report.tricks,
        "tricks_needed": _tricks_needed(deal, goal),
        "bottlenecks": bottlenecks(deal) if goal == Goal(goal.answer) else None,
        **_players(deal, goal, *((measured[0], verdicts[0]) if measured else (None, ()))),
    }
    return {name: round(it, DIGITS) if isinstance(it, float) else it for name, it in features.items()}


def _reaches(goal: Goal, ended: Report | Game) -> bool:
    """Has a game that ended so reached the goal?"""
    if ended.cards_left is None or ended.cards_left > goal.cards_left:
        return False
    return {"cards": ended.cards_left, "turns": ended.turns, "tricks": ended.tricks}[goal.objective] <= goal.value


# -- along the solution --------------------------------------------------------------------------------------------


def _sample(everything: Sequence[Decision]) -> list[Decision]:
    count = len(everything)
    return list(everything) if count <= MOST_DECISIONS else [everything[i * count // SAMPLE] for i in range(SAMPLE)]


def _verdicts(judge: Judge, decision: Decision) -> list[Verdict]:
    """The verdicts on all choices; that of the line needs no search."""
    return [
        Verdict(True, 0) if index == decision.taken else judge.verdict(choice)
        for index, choice in enumerate(decision.choices)
    ]


def _choices(measured: Sequence[Decision], verdicts: Sequence[list[Verdict]], decisions: int) -> Features:
    """How many choices keep the goal."""
    keeping = [sum(verdict.keeps is True for verdict in each) for each in verdicts]
    shares = [kept / len(each) for kept, each in zip(keeping, verdicts, strict=True)]
    searched = sum(len(each) - 1 for each in verdicts)
    runs = [len(list(run)) for only, run in groupby(kept == 1 for kept in keeping) if only]
    return {
        "start_share": shares[0] if shares else 1.0,
        "mean_share": _mean(shares, 1.0),
        "undecided": sum(verdict.keeps is None for each in verdicts for verdict in each) / max(1, searched),
        "bits": _mean([-log2(share) for share in shares], 0.0) * decisions,
        "only_plays": sum(kept == 1 for kept in keeping),
        "only_run": max(runs, default=0) if len(measured) == decisions else None,
    }


def _looks(measured: Sequence[Decision], verdicts: Sequence[list[Verdict]]) -> Features:
    """How what looks good and what is good go together."""
    natural = [each[decision.natural] for decision, each in zip(measured, verdicts, strict=True)]
    traps = [verdict.plays for verdict in natural if verdict.keeps is False]
    detours = []
    for decision, each in zip(measured, verdicts, strict=True):
        looks = [choice.looks for choice in decision.choices]
        detours.append(min(it for it, verdict in zip(looks, each, strict=True) if verdict.keeps) - min(looks))
    return {
        "traps": len(traps),
        "trap_depth": max(traps, default=0),
        "counterintuitive": sum(detour > 0 for detour in detours),
        "detour": _mean(detours, 0.0),
    }


def _tricks_needed(deal: Deal, goal: Goal) -> int | None:
    if deal.cards_left > TRICKS_CARDS:
        return None
    result = solved(deal, Goal(objective="tricks"), TRICKS_BUDGET)
    return result.value if result.optimal and result.cards_left == goal.cards_left else None


# -- the ladder ----------------------------------------------------------------------------------------------------


def _players(deal: Deal, goal: Goal, decision: Decision | None, verdicts: Sequence[Verdict]) -> Features:
    """How far the human-like players come. Where only a play is asked for, theirs has to keep the goal."""
    rates: Features = {}
    left = []
    for name, player in LADDER.items():
        games = list(Rollouts(deal, player).games(GAMES if player.varies else 1))
        if goal.answer == "line":
            reached = [_reaches(goal, game) for game in games]
        else:
            reached = [decision is None or _keeps(deal, decision, verdicts, game.first) for game in games]
        rates[f"win_{name}"] = _mean(reached, 0.0)
        left.append(_mean([game.cards_left for game in games], 0.0) / max(1, deal.cards_left))
    return {**rates, "left_mean": _mean(left, 0.0)}


def _keeps(deal: Deal, decision: Decision, verdicts: Sequence[Verdict], first: Play | None) -> bool:
    """Does a game that begins like this keep the goal? ``None``: with the end of the turn under way."""
    lay = None
    if first is not None:
        pile = deal.rules.pile_names.index(first.pile)
        lay = Lay(first.card, deal.rules.is_ascending(pile), deal.tops[pile])
    return verdicts[[choice.lay for choice in decision.choices].index(lay)].keeps is True


def _mean(values: Sequence[float], of_none: float) -> float:
    return sum(values) / len(values) if values else of_none
