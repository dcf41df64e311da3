"""The decisions along a line: what could be done at each moment, and what of it keeps the goal of the puzzle.

A choice is a play, or the end of the turn where that is allowed. Choices that come to the same are one: the same card
on piles of one direction that show the same top. A moment with a single choice is no decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from puzzles.puzzle import Goal
from solver.budget import Budget
from solver.result import Result
from solver.the_game.deal import Deal, deal_of
from solver.the_game.notation import Line
from solver.the_game.portfolio import solve
from solver.the_game.referee import replay
from solver.the_game.rules import Position

END_GAP = 2
"""How the end of a turn compares to plays by gap: a person stops rather than lay anything but a free play (gap 1)."""


class Lay(NamedTuple):
    """A card laid on a pile of this direction that shows this top, whichever of them it is."""

    card: int
    ascending: bool
    top: int


class Choice(NamedTuple):
    """One thing to do, and the position and cost so far after it.

    ``lay``: ``None`` for the end of the turn. ``looks``: what a person sees in it, the lower the better: the gap of the
    play (negative for a backwards trick), ``END_GAP`` for the end of the turn. ``turns`` and ``tricks`` count from the
    deal on.
    """

    lay: Lay | None
    looks: int
    after: Position
    turns: int
    tricks: int

    @property
    def laid(self) -> bool:
        """Has the turn that is under way after it been counted?"""
        return self.lay is not None


@dataclass(frozen=True, slots=True)
class Decision:
    """Two or more choices, and the index of the one that the line takes."""

    choices: tuple[Choice, ...]
    taken: int

    @property
    def natural(self) -> int:
        """The index of the choice of the player ``gap`` of the ladder: the lowest looks, of equals the first."""
        return min(range(len(self.choices)), key=lambda index: self.choices[index].looks)


def decisions(deal: Deal, line: Line) -> Iterator[Decision]:
    """Every decision along a line, in order; raises ``IllegalPlay`` when the line is not legal."""
    replayed = replay(deal, line)
    replayed.require_legal()
    rules = deal.rules
    positions: tuple[Position, ...] = deal.starts()
    turns = tricks = 0
    for turn in replayed.turns:
        laid = False
        plays = [(play.card, rules.pile_names.index(play.pile)) for play in turn.plays]
        for play in [*plays, None] if turn.ended else plays:
            tops = positions[0].piles
            lay = None if play is None else Lay(play[0], rules.is_ascending(play[1]), tops[play[1]])
            choices = list(choices_of(positions, turns, tricks, laid))
            taken = [choice.lay for choice in choices].index(lay)
            if len(choices) > 1:
                yield Decision(tuple(choices), taken)
            chosen = choices[taken]
            positions, turns, tricks, laid = (chosen.after,), chosen.turns, chosen.tricks, chosen.laid


def choices_of(positions: Iterable[Position], turns: int, tricks: int, laid: bool) -> Iterator[Choice]:
    """What can be done from these positions, of which the team may choose one; the end of a turn comes first.

    ``turns`` and ``tricks`` so far; ``laid``: has the turn under way been counted already?
    """
    for position in positions:
        if position.may_end_turn:
            yield Choice(None, END_GAP, position.end_turn(), turns, tricks)
        seen = set()
        for card, pile in position.plays():
            lay = Lay(card, position.rules.is_ascending(pile), position.piles[pile])
            if lay not in seen:
                seen.add(lay)
                gap, trick = position.gap(card, pile), position.is_trick(card, pile)
                yield Choice(lay, gap, position.play(card, pile), turns + (not laid), tricks + trick)


class Verdict(NamedTuple):
    """What a choice is worth: can the goal still be reached, and how many cards does the best line found still lay?

    ``keeps`` is ``None`` where the budget ended the search.
    """

    keeps: bool | None
    plays: int


class Judge:
    """Says which choices keep the goal, of whatever kind it is: a win, the fewest cards left, turns or tricks.

    Each search may spend the same budget, so that neither their order nor their number matters to a verdict. (That, and
    goals other than a win, is why ``puzzles.analysis.values`` is not used here: it spends one budget on all choices.)
    """

    def __init__(self, goal: Goal, budget: Budget) -> None:
        self._goal = goal
        self._budget = budget
        self._known: dict[tuple[object, ...], Verdict] = {}

    def verdict(self, choice: Choice) -> Verdict:
        """The verdict on a choice. ``KeyboardInterrupt`` during the search goes on to the caller."""
        position = choice.after
        ascending = position.rules.ascending
        key = (
            position.hands, len(position.deck), position.to_play, position.played, choice.turns, choice.tricks,
            tuple(sorted(position.piles[:ascending])), tuple(sorted(position.piles[ascending:])),
        )  # fmt: skip
        if key not in self._known:
            ways = [self._way(position, allowance) for position, allowance in self._ways_on(choice)]
            found = [way.keeps for way in ways]
            keeps = True if True in found else None if None in found else False
            self._known[key] = Verdict(keeps, max(way.plays for way in ways))
        return self._known[key]

    def _ways_on(self, choice: Choice) -> Iterator[tuple[Position, int]]:
        """The positions from which a line may go on after the choice, and the cost that it may have from there.

        Turns alone make two of them: the deal after a play counts the turn under way if another card is laid in it, but
        here it counts already. So ending that turn, and laying one more card in it, are searched apart.
        """
        after, value = choice.after, self._goal.value
        if self._goal.objective == "cards":
            yield after, value
        elif self._goal.objective == "tricks":
            yield after, value - choice.tricks
        elif not choice.laid or after.won:
            yield after, value - choice.turns
        else:
            if after.may_end_turn:
                yield after.end_turn(), value - choice.turns
            if after.hand:
                # With one card fewer than the minimum on the table the turn cannot end before another is laid.
                yield after._replace(played=min(after.played, after.minimum - 1)), value - choice.turns + 1

    def _way(self, position: Position, allowance: int) -> Verdict:
        goal = self._goal
        result = solved(deal_of(position), goal, self._budget)
        plays = position.cards_left - result.cards_left
        if result.cards_left_bound > goal.cards_left:
            return Verdict(False, plays)
        if result.cards_left > goal.cards_left:
            return Verdict(None, plays)
        return Verdict(True if result.value <= allowance else False if result.bound > allowance else None, plays)


def solved(deal: Deal, goal: Goal, budget: Budget) -> Result:
    """``solve`` for the objective of a goal; ``KeyboardInterrupt`` goes on to the caller."""
    result = solve(deal, objective=goal.objective, budget=budget)
    if result.stopped_by == "interrupt":
        raise KeyboardInterrupt
    return result
