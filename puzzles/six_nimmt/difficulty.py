"""How hard a puzzle of 6 nimmt! is for people: features, a score from them, a tier from the score.

The features say what stands between a person and the answer: how unlikely it is to be hit by chance, how many turns
allow a single card only, and how often the play that looks best is wrong. Score and tiers are a scale to sort puzzles
by, cut so that every kind has puzzles of every tier; they have not been measured with people.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, log10

from puzzles.puzzle import Difficulty, Tier
from puzzles.six_nimmt.rounds import GREEDY, along, first_plays, greedy_play, greedy_total
from solver.budget import Budget
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.record import parse_record
from solver.six_nimmt.referee import replay
from solver.six_nimmt.resolve import Laid

VERSION = 1
TIERS: Sequence[tuple[Tier, float]] = (("easy", 20), ("medium", 40), ("hard", 60), ("expert", 1000))
"""Each tier with the score below which it ends. Of 751 puzzles of all kinds, made for all tiers alike, 218 came out
easy, 249 medium, 157 hard and 127 expert."""


def assess(deal: Deal, value: int, ways: int, solution: str, budget: Budget) -> Difficulty:
    """How hard it is to take no more than ``value`` bullheads, which ``ways`` ways do, ``solution`` among them."""
    features = _features(deal, value, ways, replay(deal, parse_record(solution)).turns, budget)
    score = _score(features)
    return Difficulty(VERSION, next(tier for tier, end in TIERS if score < end), score, features)


def _features(
    deal: Deal, value: int, ways: int, turns: Sequence[Sequence[Laid]], budget: Budget
) -> dict[str, int | float | None]:
    movers = deal.open_seats
    traps = single = 0
    left = value
    for now, turn in zip(along(deal, turns), turns, strict=True):
        traps += not greedy_play(now, "gap").keeps(left, budget)
        if len(movers) == 1 and now.turns_left > 1:
            single += len({play.cards[movers[0]] for play in first_plays(now) if play.keeps(left, budget)}) == 1
        left -= sum(laid.bullheads for laid in turn if laid.player in movers)
    return {
        "players": deal.players,
        "cards": deal.turns_left,
        "bullheads": value,
        "ways": ways,
        "rarity": round(log10(factorial(deal.turns_left) ** len(movers) / ways), 3),
        "traps": traps,
        "single": single if len(movers) == 1 else None,
        **{f"win_{name}": int(greedy_total(deal, name) <= value) for name in GREEDY},
    }


def _score(features: dict[str, int | float | None]) -> float:
    rarity, traps = features["rarity"] or 0, features["traps"] or 0
    greedy = sum(features[f"win_{name}"] or 0 for name in GREEDY)
    return round(min(100.0, max(0.0, 30 * rarity + 10 * traps - 8 * greedy)), 1)
