"""Quantiles and intervals, against published and hand-computed values."""

from __future__ import annotations

from math import sqrt

import pytest

from solver.survey.statistics import Summary, quantile, summary, wilson


def test_quantiles_are_values_that_occurred() -> None:
    hundred = range(1, 101)
    assert [quantile(hundred, share) for share in (0.01, 0.5, 0.99, 1.0)] == [1, 50, 99, 100]
    assert [quantile((3, 8), share) for share in (0.5, 0.51, 0.99)] == [3, 8, 8]
    assert quantile([7], 0.5) == 7


def test_a_summary_does_not_depend_on_the_order() -> None:
    assert summary([9, 1, 2]) == Summary(mean=4, min=1, median=2, p99=9, max=9)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals(successes: int, trials: int, low: float, high: float) -> None:
    """The examples of R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I."""
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_a_wilson_interval_holds_the_shares_that_are_near_enough() -> None:
    """Its ends are the true shares from which the observed one, 1000 of 1000, is just 1.96 standard errors away."""
    low, high = wilson(1000, 1000)
    assert high == 1.0
    assert (1 - low) / sqrt(low * (1 - low) / 1000) == pytest.approx(1.959964)


def test_undecided_deals_widen_both_ends() -> None:
    assert wilson(5, 10, undecided=2) == (wilson(5, 10)[0], wilson(7, 10)[1])
