"""Conditions on the features of a puzzle, as a person writes them: ``tricks>=2``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from solver.errors import InputError
from solver.strict_json import shown

OPERATORS = ("<=", ">=", "!=", "=", "<", ">")
"""How a feature may be compared; in a text the first that fits is meant."""
_CONDITION = re.compile(
    rf"\s*(?P<name>[a-z][a-z0-9_]{{0,63}})\s*(?P<operator>{'|'.join(OPERATORS)})\s*(?P<number>-?[0-9]{{1,9}}(\.[0-9]{{1,9}})?)\s*"
)


@dataclass(frozen=True, slots=True)
class Condition:
    """A feature (or ``score``) compared with a number. A feature that a puzzle does not have fulfils no condition."""

    name: str
    operator: str
    number: float


def parse_condition(text: str) -> Condition:
    """The condition in a text; raises ``InputError`` that says what was expected."""
    match = _CONDITION.fullmatch(text)
    if match is None:
        raise InputError(
            f"condition {shown(text)}: expected a feature, one of {' '.join(OPERATORS)} and a number, such as tricks>=2"
        )
    return Condition(match["name"], match["operator"], float(match["number"]))
