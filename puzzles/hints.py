"""Hints in four steps, from "is it still winnable" to the play itself: the facts, without words.

All steps speak of one optimal line of the solver, so that following them to the end keeps what they promise. Each step
says little more than the one before:

1. ``state``: can the goal still be reached?
2. ``nudge``: what the game lets players say to each other, no number: leave a pile alone this turn, or something good
   for a pile.
3. ``pile``: the pile of the next play, and whether it goes in the pile's direction or is the backwards trick.
4. ``play``: the next play.

``hint_text`` puts them into words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from solver.budget import Budget
from solver.result import Objective, Status
from solver.the_game.deal import Deal
from solver.the_game.notation import parse_line
from solver.the_game.outcome import Progress
from solver.the_game.portfolio import solve
from solver.the_game.referee import ReplayedPlay, ReplayedTurn, annotate
from solver.the_game.rules import Position

LEVELS = (1, 2, 3, 4)
SMALL_GAP = 3
"""Up to so many cards further, a play is something good for its pile; so is every backwards trick."""

State = Literal["winnable", "lost", "unknown", "over"]
_STATES: dict[Status, State] = {"winnable": "winnable", "unwinnable": "lost", "unknown": "unknown"}
Nudge = Literal["leave", "good", "serve", "end", "start"]


@dataclass(frozen=True, slots=True)
class Hints:
    """What can be said about the next play of a position.

    ``state``: ``winnable`` or ``lost`` are proven, ``unknown`` when the budget ended the search; ``over``: no card can
    be laid any more. ``player``: whose turn it is or, where the team chooses, who should start; ``None`` when the game
    is over. ``nudge``: ``leave`` the pile ``about`` alone this turn; something ``good`` for the pile ``about``;
    ``serve``: all piles get a card this turn; ``end`` the turn now; ``start``: the team chooses, and ``player`` should
    start. ``play``: the next play, or ``None`` if the turn is to be ended (or the game is over). ``trick``: it is the
    backwards trick.
    """

    deal: Deal
    state: State
    player: int | None
    nudge: Nudge | None
    about: str | None
    play: ReplayedPlay | None

    def to_json(self, level: int) -> dict[str, Any]:
        """The facts up to a level, and none beyond."""
        said: dict[str, Any] = {"level": level, "state": self.state}
        if level >= 2 and self.nudge is not None:
            said |= {"player": self.player, "nudge": self.nudge, "about": self.about}
        if level >= 3 and self.nudge is not None:
            play = self.play
            said |= {"pile": play and play.pile, "direction": play and ("trick" if play.trick else "on")}
        if level >= 4 and self.nudge is not None:
            said |= {"card": self.play and self.play.card}
        return said


def hints_for(
    deal: Deal,
    *,
    objective: Objective = "cards",
    budget: Budget | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Hints:
    """The hints for the next play, true to a line that is optimal for the objective as far as the budget proves it."""
    result = solve(deal, objective=objective, budget=budget, progress=progress)
    state = _STATES[result.status]
    turns = annotate(deal, parse_line(result.line))
    if not turns:
        return Hints(deal, state if state == "winnable" else "over", None, None, None, None)
    first = turns[0]
    is_chosen = deal.to_play is None and len(deal.starts()) > 1
    nudge, about = ("start", None) if is_chosen else _nudge(deal.moment(first.player), first)
    return Hints(deal, state, first.player, nudge, about, first.plays[0] if first.plays else None)


def _nudge(position: Position, turn: ReplayedTurn) -> tuple[Nudge, str | None]:
    """What helps most without naming a number: to leave alone the pile that one would serve first."""
    if not turn.plays:
        return "end", None
    served = {play.pile for play in turn.plays}
    attractive = _by_attraction(position)
    left = [pile for pile in attractive if pile not in served]
    if left and left[0] == attractive[0]:
        return "leave", left[0]
    good = _something_good(position, turn)
    if good is not None:
        return "good", good
    left += [pile for pile in position.rules.pile_names if pile not in served]  # also those that no card fits now
    return ("leave", left[0]) if left else ("serve", None)


def _by_attraction(position: Position) -> list[str]:
    """The piles that take a card now, those first where the smallest gap is; backwards tricks have the smallest."""
    rules = position.rules
    gaps: dict[int, int] = {}
    for card, pile in position.plays():
        gap = position.gap(card, pile)
        gaps[pile] = min(gap, gaps.get(pile, gap))
    return [rules.pile_name(pile) for pile in sorted(gaps, key=lambda pile: (gaps[pile], pile))]


def _something_good(position: Position, turn: ReplayedTurn) -> str | None:
    """The pile that gets a backwards trick in this turn or, failing that, the first that gets a small gap."""
    tops = dict(zip(position.rules.pile_names, position.piles, strict=True))
    small = None
    for play in turn.plays:
        if play.trick:
            return play.pile
        if small is None and abs(play.card - tops[play.pile]) <= SMALL_GAP:
            small = play.pile
        tops[play.pile] = play.card
    return small
