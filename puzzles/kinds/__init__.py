"""The registry of the kinds of puzzles: every module of this package whose name has no underscore in front is one.

To add a kind, add a file that sets ``KIND`` to an object as ``puzzles.kind.Kind`` describes it. Nothing else changes:
``puzzle make``, the bank and ``puzzle verify`` find it here. (The daily puzzle goes by a fixed plan of its own.)
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from puzzles.kind import Kind
from solver.errors import InputError
from solver.strict_json import shown

AnyKind = Kind[Any, Any]
"""A kind of any game."""


@cache
def kinds() -> dict[str, AnyKind]:
    """All kinds by name, in the order of their names."""
    found: list[AnyKind] = [
        import_module(f"{__name__}.{module.name}").KIND
        for module in iter_modules(__path__)
        if not module.name.startswith("_")
    ]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: kind.name)}


def kind_named(name: object) -> AnyKind:
    """The kind with this name; raises ``InputError`` that lists the names if there is none."""
    if not isinstance(name, str) or name not in kinds():
        raise InputError(f"kind: expected one of {', '.join(kinds())}, not {shown(name)}")
    return kinds()[name]
