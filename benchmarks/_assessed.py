"""A puzzle of the sample with its difficulty and yardsticks, and how two of these relate over many puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from puzzles.difficulty.formula import mean_win_rate

PERSON_LIMIT = 5_000
"""Most positions that the patient person looks at in vain."""


@dataclass(frozen=True, slots=True)
class Assessed:
    """A puzzle with its difficulty, the yardsticks, and the seconds of processor time that the assessment took."""

    kind: str
    deal: str
    tier: str
    score: float
    features: dict[str, int | float | None]
    person: int
    engine: int
    seconds: float


def value_of(puzzle: Assessed, name: str) -> float | None:
    """A feature of a puzzle, its score, a yardstick, or ``wins``, the mean win rate of the ladder."""
    if name in ("score", "person", "engine"):
        return float(getattr(puzzle, name))
    if name == "wins":
        return mean_win_rate(puzzle.features)
    return puzzle.features[name]


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value from 1 up; equal values share the mean of their ranks."""
    ordered = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    first = 0
    while first < len(ordered):
        last = first
        while last + 1 < len(ordered) and values[ordered[last + 1]] == values[ordered[first]]:
            last += 1
        for index in ordered[first : last + 1]:
            found[index] = (first + last) / 2 + 1
        first = last + 1
    return found


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Spearman's rank correlation: Pearson's correlation of the ranks; 0 where one side does not vary."""
    a, b = ranks(xs), ranks(ys)
    mean = (len(a) + 1) / 2
    product = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    spread = sqrt(sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b))
    return product / spread if spread else 0.0
