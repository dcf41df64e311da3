"""Conditions on features: read strictly, never as SQL."""

from __future__ import annotations

import pytest

from puzzles.query import Condition, parse_condition
from solver import InputError


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("tricks>=2", Condition("tricks", ">=", 2)),
        (" win_gap < 0.5 ", Condition("win_gap", "<", 0.5)),
        ("score!=-1", Condition("score", "!=", -1)),
        ("cards=20", Condition("cards", "=", 20)),
        ("cards<=20.0", Condition("cards", "<=", 20)),
    ],
)
def test_a_condition_is_a_feature_an_operator_and_a_number(text: str, condition: Condition) -> None:
    assert parse_condition(text) == condition


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tricks",
        "tricks>",
        ">2",
        "tricks==2",
        "tricks>=two",
        "tricks>=2 OR 1=1",
        "1=1",
        "a.b>1",
        "tricks>=1e9",
        "x'>1",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"condition .*: expected a feature"):
        parse_condition(text)
