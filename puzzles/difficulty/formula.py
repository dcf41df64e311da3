"""The score of a puzzle from its features, and the tiers that are cut from the score.

The score is a weighted sum of hardships, each from 0 to 1, so that a score can be taken apart. What has no upper end is
brought below 1 by ``x / (x + half)``: 0.5 at ``half``. Counts among sampled decisions are scaled up to all decisions.
Every hardship that the ladder is part of falls when a win rate rises, and so does the score.
"""

from __future__ import annotations

from puzzles.difficulty.features import Features
from puzzles.players.ladder import LADDER
from puzzles.puzzle import TIERS, Tier

VERSION = 2

WEIGHTS = {
    "failing": 50,  # games of the ladder that do not reach the goal
    "narrow": 15,  # bits of choice along the solution
    "hidden": 12,  # decisions at which what looks best is wrong
    "long": 10,  # decisions
    "only": 5,  # only plays, the longest run of them counting again
    "traps": 5,  # decisions at which the natural choice loses for certain, and how late the worst of them shows
    "short": 3,  # cards that the ladder leaves: tells puzzles apart that none of its players solves
}
"""What each hardship adds to the score at most; together 100."""
HALF = {"narrow": 16.0, "hidden": 2.0, "long": 40.0, "only": 6.0, "traps": 3.0}
TRAP_DEPTH = 5
"""So many plays until a loss shows weigh as much as another trap."""
CUTS = (30.0, 60.0, 75.0)
"""The scores from which on a puzzle is medium, hard and expert."""


def score_of(features: Features) -> float:
    """The score, from 0 to 100, to one decimal."""
    found = hardships(features)
    return round(sum(weight * found[name] for name, weight in WEIGHTS.items()), 1)


def tier_of(score: float) -> Tier:
    """The tier of a score."""
    return TIERS[sum(score >= cut for cut in CUTS)]


def hardships(features: Features) -> dict[str, float]:
    """What makes the puzzle hard, each from 0 to 1, by the names of ``WEIGHTS``."""

    def value(name: str) -> float:
        return features[name] or 0.0

    scale = value("decisions") / max(1.0, value("measured"))
    unbounded = {
        "narrow": value("bits"),
        "hidden": value("counterintuitive") * scale,
        "long": value("decisions"),
        "only": value("only_plays") * scale + value("only_run"),
        "traps": value("traps") * scale + value("trap_depth") / TRAP_DEPTH,
    }
    return {
        "failing": 1 - mean_win_rate(features),
        "short": value("left_mean"),
        **{name: amount / (amount + HALF[name]) for name, amount in unbounded.items()},
    }


def mean_win_rate(features: Features) -> float:
    """The share of the games of the ladder that reach the goal, each player counting the same."""
    return sum(features[f"win_{name}"] or 0.0 for name in LADDER) / len(LADDER)
