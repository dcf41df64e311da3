"""opendeal: decides open deals of The Game, and proves what it says.

The whole public interface is here::

    from solver import Budget, read_deal, solve, verify

    deal = read_deal("tg1:standard/1p#1")
    result = solve(deal, budget=Budget(max_nodes=1_000_000))
    print(result.status, result.line)

Names are imported when they are first used, so that ``import solver`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.budget import Budget as Budget
    from solver.errors import EngineError as EngineError
    from solver.errors import IllegalPlay as IllegalPlay
    from solver.errors import InputError as InputError
    from solver.errors import OpendealError as OpendealError
    from solver.result import Result as Result
    from solver.sources import read_any_deal as read_any_deal
    from solver.sources import read_deal as read_deal
    from solver.the_game.checker import Check as Check
    from solver.the_game.checker import check as check
    from solver.the_game.deal import Deal as Deal
    from solver.the_game.notation import Line as Line
    from solver.the_game.notation import parse_line as parse_line
    from solver.the_game.portfolio import solve as solve
    from solver.the_game.prove import Proof as Proof
    from solver.the_game.prove import prove as prove
    from solver.the_game.referee import Report as Report
    from solver.the_game.referee import verify as verify
    from solver.the_game.rules import Position as Position
    from solver.the_game.rules import Rules as Rules

_HOMES = {
    "Budget": "solver.budget",
    "Check": "solver.the_game.checker",
    "Deal": "solver.the_game.deal",
    "EngineError": "solver.errors",
    "IllegalPlay": "solver.errors",
    "InputError": "solver.errors",
    "Line": "solver.the_game.notation",
    "OpendealError": "solver.errors",
    "Position": "solver.the_game.rules",
    "Proof": "solver.the_game.prove",
    "Report": "solver.the_game.referee",
    "Result": "solver.result",
    "Rules": "solver.the_game.rules",
    "check": "solver.the_game.checker",
    "parse_line": "solver.the_game.notation",
    "prove": "solver.the_game.prove",
    "read_any_deal": "solver.sources",
    "read_deal": "solver.sources",
    "solve": "solver.the_game.portfolio",
    "verify": "solver.the_game.referee",
}

__all__ = sorted([*_HOMES, "__version__"])


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from solver.version import VERSION

        return VERSION
    if name not in _HOMES:
        raise AttributeError(f"module 'solver' has no attribute '{name}'")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
