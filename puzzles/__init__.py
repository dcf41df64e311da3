"""Puzzles made of open deals, and the place where the whole command line is assembled.

What analyses, hints and explanations need can be imported from here; names are imported when they are first used::

    from puzzles import assess, check_deal, explain_line, hints_for, post_mortem, solution_space, value_plays
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzles.analysis.game_log import parse_log as parse_log
    from puzzles.analysis.post_mortem import PostMortem as PostMortem
    from puzzles.analysis.post_mortem import post_mortem as post_mortem
    from puzzles.analysis.space import Space as Space
    from puzzles.analysis.space import solution_space as solution_space
    from puzzles.analysis.values import Values as Values
    from puzzles.analysis.values import value_plays as value_plays
    from puzzles.difficulty import assess as assess
    from puzzles.explain.check import Check as Check
    from puzzles.explain.check import check_deal as check_deal
    from puzzles.explain.line import ExplainedLine as ExplainedLine
    from puzzles.explain.line import explain_line as explain_line
    from puzzles.hint_text import hint_lines as hint_lines
    from puzzles.hints import Hints as Hints
    from puzzles.hints import hints_for as hints_for
    from puzzles.puzzle import Goal as Goal

_HOMES = {
    "Check": "puzzles.explain.check",
    "ExplainedLine": "puzzles.explain.line",
    "Goal": "puzzles.puzzle",
    "Hints": "puzzles.hints",
    "PostMortem": "puzzles.analysis.post_mortem",
    "Space": "puzzles.analysis.space",
    "Values": "puzzles.analysis.values",
    "assess": "puzzles.difficulty",
    "check_deal": "puzzles.explain.check",
    "explain_line": "puzzles.explain.line",
    "hint_lines": "puzzles.hint_text",
    "hints_for": "puzzles.hints",
    "parse_log": "puzzles.analysis.game_log",
    "post_mortem": "puzzles.analysis.post_mortem",
    "solution_space": "puzzles.analysis.space",
    "value_plays": "puzzles.analysis.values",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'puzzles' has no attribute '{name}'")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
