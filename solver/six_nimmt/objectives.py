"""What a round of 6 nimmt! can be solved for."""

from __future__ import annotations

from typing import Literal, get_args

from solver.errors import InputError
from solver.strict_json import shown

Objective = Literal["own", "margin", "inflict", "total", "duel", "open"]
"""``own``: fewest bullheads for one seat against the scripts of all others. ``margin``: least own bullheads minus the
mean of the others'. ``inflict``: most bullheads for the others together. ``total``: fewest bullheads of all players
together, everybody without a script cooperating. ``duel``: two players who play at the same time, each to take fewer
bullheads than the other. ``open``: the same for two who play in turn, face up; player 0 leads first."""

Engine = Literal["auto", "cpsat"]
"""``auto``: the search that is made for the objective. ``cpsat``: CP-SAT as a second opinion on ``total``."""

OBJECTIVES: tuple[Objective, ...] = get_args(Objective)
ENGINES: tuple[Engine, ...] = get_args(Engine)
OF_ONE_SEAT: tuple[Objective, ...] = ("own", "margin", "inflict")
OF_TWO: tuple[Objective, ...] = ("duel", "open")


def check_objective(name: str) -> Objective:
    """The objective with this name; raises ``InputError`` if there is none."""
    if name not in OBJECTIVES:
        raise InputError(
            f"the objective {shown(name)} is unknown; for 6-nimmt it must be one of {', '.join(OBJECTIVES)}"
        )
    return name


def check_engine(name: str) -> Engine:
    """The engine with this name; raises ``InputError`` if 6 nimmt! has none."""
    for engine in ENGINES:
        if name == engine:
            return engine
    raise InputError(f"the engine {shown(name)} is for the-game; 6-nimmt has {' and '.join(ENGINES)}")
