"""How many winning lines there are, in exact whole numbers, however large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from puzzles.analysis.classes import turns_matter
from puzzles.analysis.explore import Exploration, merged
from solver.the_game.rules import Position


def count_lines(exploration: Exploration) -> dict[Position, int]:
    """The winning lines from every position that keeps the win.

    Lines are told apart by every play with its pile and by every end of a turn, but for ends that make no difference.
    Piles with equal tops count one by one.
    """
    lines: dict[Position, int] = {}
    for position in reversed(exploration.in_order()):
        lines[position] = sum(
            move.ways * (1 if move.after.won else lines[move.after]) for move in exploration.winning[position]
        )
    return lines


def count_lines_up_to_order(exploration: Exploration) -> int:
    """The winning lines, those that are the same up to order (see ``puzzles.analysis.classes``) counted once.

    Each is counted in one fixed order: within a turn pile by pile, and of piles that showed the same at the start of
    the turn, the one that takes the lower first card comes first, and those that take none come last.
    """
    counts: dict[_Moment, int] = {}
    moments = [_Moment(start) for start in exploration.starts if exploration.wins(start)]
    way = [(moment, list(moment.following(exploration))) for moment in moments]
    while way:
        moment, following = way[-1]
        missing = next((after for after in following if after not in counts), None)
        if missing is None:
            counts[moment] = int(moment.position.won) + sum(counts[after] for after in following)
            way.pop()
        else:
            way.append((missing, list(missing.following(exploration))))
    return sum(counts[moment] for moment in moments)


class _Moment(NamedTuple):
    """A moment in a turn that goes pile by pile: the last pile, the first card that it took, and its top before that.

    The piles are in the order of the turn's beginning, there sorted.
    """

    position: Position
    pile: int = 0
    first: int | None = None
    top: int | None = None

    def following(self, exploration: Exploration) -> Iterator[_Moment]:
        """The moments that may come next and keep the win."""
        position = self.position
        for card, pile in position.plays():
            if self._may_come_next(card, pile):
                after = position.play(card, pile)
                if exploration.wins(merged(after)):
                    same = pile == self.pile and self.first is not None
                    place = (self.first, self.top) if same else (card, position.piles[pile])
                    yield _Moment(after, pile, *place)
        if position.may_end_turn and turns_matter(position):
            after = merged(position.end_turn())
            if exploration.wins(after):
                yield _Moment(after)

    def _may_come_next(self, card: int, pile: int) -> bool:
        if pile < self.pile:
            return False
        if pile == self.pile and self.first is not None:
            return True
        if pile == 0 or pile == self.position.rules.ascending:
            return True  # the first of its direction
        here, before = self.position.piles[pile], pile - 1
        if self.first is not None and before == self.pile:
            return self.top != here or self.first < card
        return self.position.piles[before] != here
