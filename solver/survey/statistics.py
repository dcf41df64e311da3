"""Statistics of many deals: quantiles that occurred, Wilson's interval of a share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, fsum, sqrt


@dataclass(frozen=True, slots=True)
class Summary:
    """The usual figures of some measured values. Median and 99th percentile are values that occurred."""

    mean: float
    min: float
    median: float
    p99: float
    max: float


def summary(values: Iterable[float]) -> Summary:
    """The figures of at least one value; they do not depend on the order."""
    ordered = sorted(values)
    return Summary(
        fsum(ordered) / len(ordered), ordered[0], quantile(ordered, 0.5), quantile(ordered, 0.99), ordered[-1]
    )


def quantile(ordered: Sequence[float], share: float) -> float:
    """The least of the sorted values such that this share of them (above 0, at most 1) is not above it."""
    return ordered[ceil(share * len(ordered)) - 1]


def wilson(successes: int, trials: int, undecided: int = 0) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share, given at least one trial.

    Undecided trials widen both ends: the lower end counts them as failures, the upper one as successes.
    """
    return _wilson_end(successes, trials, -1), _wilson_end(successes + undecided, trials, 1)


def _wilson_end(successes: int, trials: int, side: int) -> float:
    z = 1.959964
    share = successes / trials
    middle = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    # Rounding must not leave the share itself outside at 0 and at 1.
    return min(1.0, max(0.0, (middle + side * spread) / (1 + z * z / trials)))
