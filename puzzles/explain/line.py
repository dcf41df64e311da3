"""A line explained play by play, and what the rules forbid in it.

Beside plays and ends of turns, a line may say here what players do at a table: ``pass``, ``draw`` and ``discard 12``.
They are read so that it can be said why they are not allowed; ``draw`` and ``pass`` where the turn may end are its end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from solver.errors import InputError
from solver.text import count
from solver.the_game.deal import Deal
from solver.the_game.notation import Line, parse_line
from solver.the_game.referee import Fault, Replay, replay
from solver.the_game.rules import Position

_ACT = re.compile(r"(?:\|\s*)?\bdraw\b(?:\s*\|)?|\bpass\b(?:\s*\|)?|\bdiscard\b(?:\s+(?P<card>[0-9]{1,7})\b)?", re.I)
_STARRED = re.compile(r"[0-9]@[AaDd][0-9]+(?P<star>\*?)")
NO_DISCARDING = "discarding is not allowed: a card leaves the hand only onto a pile"


@dataclass(frozen=True, slots=True)
class ExplainedPlay:
    """A play of the line, with the reason why it is legal. ``turn`` counts from 1."""

    turn: int
    player: int
    card: int
    pile: str
    trick: bool
    why: str


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A line as far as the rules allow it. ``notes``: plays that are called a trick and are none.

    ``fault``: where and why the line breaks the rules. ``drawn``: for every turn the cards drawn at its end.
    """

    plays: tuple[ExplainedPlay, ...]
    drawn: tuple[tuple[int, ...], ...]
    notes: tuple[str, ...]
    fault: Fault | None
    positions: tuple[Position, ...]

    def to_json(self) -> dict[str, Any]:
        """The object that ``explain --json`` prints for a line."""
        fault = self.fault
        return {
            "plays": [
                {"turn": p.turn, "player": p.player, "card": p.card, "pile": p.pile, "trick": p.trick, "why": p.why}
                for p in self.plays
            ],
            "drawn": [list(cards) for cards in self.drawn],
            "notes": list(self.notes),
            "fault": None if fault is None else {"turn": fault.turn, "play": fault.play, "why": fault.why},
        }


def explain_line(deal: Deal, text: str) -> ExplainedLine:
    """Explain a line play by play; raises ``InputError`` when the text is no line."""
    replayed, act = _replay_with_acts(deal, text)
    fault = replayed.fault or act
    plays = tuple(_explained_plays(deal, replayed))
    return ExplainedLine(
        plays,
        tuple(turn.drawn for turn in replayed.turns),
        tuple(_false_tricks(deal, text, plays)),
        fault,
        replayed.positions,
    )


def _replay_with_acts(deal: Deal, text: str) -> tuple[Replay, Fault | None]:
    """The line replayed up to its first fault, and the first act of a player that is forbidden."""
    if text.lstrip().startswith("["):
        return replay(deal, parse_line(text)), None
    while (act := _ACT.search(text)) is not None:
        line = _parse(text[: act.start()])
        replayed = replay(deal, line)
        if replayed.fault is not None:
            return replayed, None
        position = replayed.positions[0]
        word = act[0].strip(" \t\n|").lower()
        if word.startswith("discard") or not position.may_end_turn:
            turn = len(line.turns) + (1 if line.closed else 0)
            plays = 0 if line.closed else len(line.turns[-1].plays)
            return replayed, Fault(turn, plays + 1, _why_forbidden(word, act["card"], position))
        text = f"{text[: act.start()]} | {text[act.end() :]}"
    return replay(deal, _parse(text)), None


def _parse(text: str) -> Line:
    try:
        return parse_line(text)
    except InputError as error:
        raise InputError(f"{error} (explain also reads pass, draw and discard 12)") from None


def _why_forbidden(word: str, card: str | None, position: Position) -> str:
    least = max(1, position.minimum)
    if word.startswith("discard"):
        return NO_DISCARDING if card is None else f"{NO_DISCARDING}; {card} may only be laid where it fits"
    laid = f"{count(position.played, 'card')} of at least {least} laid"
    if word == "draw":
        return f"drawing early is not allowed: cards are drawn only at the end of a turn, and so far {laid}"
    stuck = "" if position.can_reach_minimum() else "; without a way to reach that, the game is lost"
    return f"passing is not allowed: a turn may end only after {count(least, 'card')}, and so far {laid}{stuck}"


def _explained_plays(deal: Deal, replayed: Replay) -> list[ExplainedPlay]:
    tops = dict(zip(deal.rules.pile_names, deal.tops, strict=True))
    explained = []
    for number, turn in enumerate(replayed.turns, 1):
        for play in turn.plays:
            top = tops[play.pile]
            side = "above" if play.card > top else "below"
            why = f"{abs(play.card - top)} {side} {top}"
            if play.trick:
                why = f"exactly {why}: the backwards trick"
            explained.append(ExplainedPlay(number, turn.player, play.card, play.pile, play.trick, why))
            tops[play.pile] = play.card
    return explained


def _false_tricks(deal: Deal, text: str, plays: tuple[ExplainedPlay, ...]) -> list[str]:
    """Plays with a star that are no backwards trick: even printed rules have called such plays one."""
    if text.lstrip().startswith("["):
        return []
    step = deal.rules.step
    rule = f"the backwards trick goes exactly {step} against the pile's direction" if step else "there is no such trick"
    stars = [starred["star"] == "*" for starred in _STARRED.finditer(text)]
    return [
        f"turn {play.turn}: {play.card}@{play.pile} is {play.why}: an ordinary play and no backwards trick; {rule}"
        for play, starred in zip(plays, stars, strict=False)
        if starred and not play.trick
    ]
