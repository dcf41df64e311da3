"""Hints for 6 nimmt! in English: every sentence in one place, so that another language is another table."""

from __future__ import annotations

from puzzles.six_nimmt.hints import Hints
from solver.text import count

STATES = {
    "reachable": "The goal can still be reached.",
    "lost": "The goal cannot be reached any more; what follows takes as little as possible.",
    "best": "From here, {more} more at the least.",
    "unknown": "It is not decided within the budget; what follows is the best way found.",
}
NO_MORE = "From here, no more bullheads need be taken."
UNDECIDED = "It is not decided within the budget."
NUDGES = {
    "take": "It is time to take a row.",
    "last": "It is the last card.",
    "lowest": "Play the lowest card of the hand.",
    "highest": "Play the highest card of the hand.",
    "middle": "Play neither the lowest nor the highest card of the hand.",
    "cheapest": "A cheapest row will do.",
    "dearer": "A dearer row than the cheapest is worth it.",
}


def hint_lines(hints: Hints, level: int, together: bool) -> list[str]:
    """The sentences up to a level (1 to 3). ``together``: cards of several players are chosen, so they are named."""
    if hints.nudge is None:
        return [UNDECIDED]
    said = [_state(hints)]
    who = f"player {hints.player}: " if together else ""
    said.append(who + NUDGES[hints.nudge])
    if hints.card is None:
        said.append(f"{who}Take row {hints.row}.")
    else:
        with_row = "" if hints.row is None else f", and take row {hints.row} with it"
        said.append(f"{who}Play the {hints.card}{with_row}.")
    return said[:level]


def state_line(hints: Hints) -> str:
    """Only whether the goal can still be reached."""
    return UNDECIDED if hints.state == "unknown" else _state(hints).partition("; what follows")[0].rstrip(".") + "."


def _state(hints: Hints) -> str:
    if hints.state == "best" and not hints.more:
        return NO_MORE
    return STATES[hints.state].format(more=count(hints.more or 0, "bullhead"))
