"""Hints in English: every sentence in one place, so that another language is another table."""

from __future__ import annotations

from puzzles.hints import Hints

ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
)  # fmt: skip
"""As many as piles of a direction are possible; the words, because a hint without numbers has no digits either."""

STATES = {
    "winnable": "It can still be won.",
    "lost": "It cannot be won any more; what follows leaves as few cards as possible.",
    "unknown": "It is not decided within the budget; what follows is the best line found.",
    "over": "No card can be laid any more.",
}
NUDGES = {
    "leave": "Leave {pile} alone this turn.",
    "good": "I have something good for {pile}.",
    "serve": "Every pile gets a card this turn.",
    "end": "Enough for this turn.",
    "start": "The {player} player should start.",
}
DIRECTIONS = {
    "on": "Next, lay a card on {pile} in its direction.",
    "trick": "Next, do the backwards trick on {pile}.",
    "end": "End the turn now.",
}
PLAYS = {"play": "Lay {card} on {pile}.", "end": "End the turn now."}


def pile_in_words(name: str, ascending: int, descending: int) -> str:
    """``the second ascending pile`` for ``A2``; with one pile of a direction, just ``the ascending pile``."""
    direction, of_them = ("ascending", ascending) if name[0] == "A" else ("descending", descending)
    which = f"{ORDINALS[int(name[1:]) - 1]} " if of_them > 1 else ""
    return f"the {which}{direction} pile"


def hint_lines(hints: Hints, level: int) -> list[str]:
    """The sentences up to a level (1 to 4)."""
    rules = hints.deal.rules

    def pile(name: str | None) -> str:
        return "" if name is None else pile_in_words(name, rules.ascending, rules.descending)

    said = [STATES[hints.state]]
    if hints.nudge is None:
        return said
    player = "" if hints.player is None else ORDINALS[hints.player]
    play = hints.play
    said.append(NUDGES[hints.nudge].format(pile=pile(hints.about), player=player))
    if play is None:
        said += [DIRECTIONS["end"], PLAYS["end"]]
    else:
        said.append(DIRECTIONS["trick" if play.trick else "on"].format(pile=pile(play.pile)))
        said.append(PLAYS["play"].format(card=play.card, pile=pile(play.pile)))
    return said[:level]
