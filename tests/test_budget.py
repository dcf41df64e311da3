"""Budgets: what is accepted, and that nothing else is."""

from __future__ import annotations

from typing import Any

import pytest

from solver.budget import MAX_MEMORY_MIB, MAX_NODES, MAX_THREADS, Budget
from solver.errors import InputError


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"max_nodes": 1, "time_limit": 1e-9, "memory_mib": 1, "threads": 1},
        {"max_nodes": MAX_NODES, "time_limit": 1e308, "memory_mib": MAX_MEMORY_MIB, "threads": MAX_THREADS},
        {"time_limit": 60},
    ],
)
def test_what_is_in_range_is_kept(fields: dict[str, Any]) -> None:
    budget = Budget(**fields)
    assert {name: getattr(budget, name) for name in fields} == fields


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("max_nodes", "the node budget: "),
        ("memory_mib", "the memory budget (MiB): "),
        ("threads", "the number of threads: "),
    ],
)
@pytest.mark.parametrize("wrong", [0, -1, True, 1.0, "5", pytest.param(10**5000, id="huge"), 2**62, float("nan")])
def test_whole_numbers_of_the_wrong_type_or_size_are_refused(name: str, said: str, wrong: Any) -> None:
    with pytest.raises(InputError) as caught:
        Budget(**{name: wrong})
    assert str(caught.value).startswith(f"{said}expected a whole number from 1 to ")
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize(
    "wrong", [0, -1.0, True, "5", float("nan"), float("inf"), pytest.param(10**5000, id="huge"), [1]]
)
def test_times_that_are_no_positive_number_are_refused(wrong: Any) -> None:
    with pytest.raises(InputError) as caught:
        Budget(time_limit=wrong)
    assert str(caught.value).startswith("the time limit: expected a positive number of seconds, not ")
    assert len(str(caught.value)) < 150


def test_there_is_always_a_memory_budget() -> None:
    with pytest.raises(InputError, match="not null"):
        Budget(memory_mib=None)  # type: ignore[arg-type]
