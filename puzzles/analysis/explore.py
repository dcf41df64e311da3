"""All positions that can come up in a deal, and which of them can be won: a complete search without shortcuts.

Positions that differ in the order of piles alone are one, and so are those that differ in how many cards were laid
beyond the minimum of the turn. Where the player to play holds all cards that are left, the rest counts as one turn,
since it makes no difference any more where turns end.

A position is given up at once only if its cards could not all be laid even by a player who held all of them
(``solver.the_game.one_turn``): such a player can lay whatever a line lays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from puzzles.analysis.classes import Laid, turns_matter
from solver.errors import InputError
from solver.text import count
from solver.the_game.one_turn import most_cards
from solver.the_game.rules import Position

REPORT_EVERY = 2_000
"""Positions between two reports of progress."""


class TooLarge(InputError):
    """The deal has more positions than may be searched."""


def merged(position: Position) -> Position:
    """The one position for all that differ in nothing but the order of piles, the number of cards laid beyond the
    minimum of the turn or, where turns do not matter any more, in what was laid in this one."""
    ascending = position.rules.ascending
    piles = (*sorted(position.piles[:ascending]), *sorted(position.piles[ascending:]))
    played = min(position.played, position.minimum) if turns_matter(position) else 0
    return position._replace(piles=piles, played=played)


class Move(NamedTuple):
    """A move from one merged position to the next: a card with the piles that come to the same, or, without any, the
    end of the turn."""

    laid: tuple[Laid, ...]
    after: Position

    @property
    def ways(self) -> int:
        """The number of plays that this move stands for, 1 for the end of a turn."""
        return max(1, len(self.laid))

    def text(self) -> str:
        """``12@A1``, ``12@A1 or A2``, ``end``."""
        if not self.laid:
            return "end"
        names = self.after.rules.pile_names
        return f"{self.laid[0][0]}@{' or '.join(names[pile] for _, pile in self.laid)}"


def moves_of(position: Position) -> list[Move]:
    """Every move that the rules allow in a merged position."""
    found: dict[Position, list[Laid]] = {}
    for laid in position.plays():
        found.setdefault(merged(position.play(*laid)), []).append(laid)
    moves = [Move(tuple(laid), after) for after, laid in found.items()]
    if position.may_end_turn and turns_matter(position):
        moves.append(Move((), merged(position.end_turn())))
    return moves


class Exploration:
    """The positions that can come up from some first ones.

    ``winning``: for every position that was searched and is not won yet, the moves that keep the win, none if it is
    lost. ``choices``: how many moves it has in all. Raises ``TooLarge`` when there are more than ``most`` positions.
    """

    def __init__(self, starts: list[Position], most: int, tell: Callable[[str], None] | None = None) -> None:
        self.starts = list(dict.fromkeys(map(merged, starts)))
        self.winning: dict[Position, list[Move]] = {}
        self.choices: dict[Position, int] = {}
        self._most = most
        self._tell = tell
        for start in self.starts:
            self._search(start)

    def wins(self, position: Position) -> bool:
        """Can this merged position be won?"""
        return position.won or bool(self.winning.get(position))

    def in_order(self) -> list[Position]:
        """The positions that winning lines pass, those that are won aside, each before all that can follow it."""
        done: dict[Position, None] = {}
        todo = [(start, False) for start in reversed(self.starts) if self.wins(start) and not start.won]
        while todo:
            position, left = todo.pop()
            if left:
                done.setdefault(position)
            elif position not in done:
                todo.append((position, True))
                todo += [(move.after, False) for move in self.winning[position] if not move.after.won]
        return list(reversed(done))

    def _search(self, start: Position) -> None:
        """Depth first; the stack holds the positions on the way down, and their moves not yet looked at."""
        stack: list[tuple[Position, list[Move], Iterator[Move]]] = []

        def enter(position: Position) -> None:
            if position.won or position in self.choices or _hopeless(position):
                return
            if len(self.choices) >= self._most:
                raise TooLarge(
                    f"the solution space is too large: the search met more than {count(self._most, 'position')}; "
                    "it is made for small deals and endgames"
                )
            moves = moves_of(position)
            self.choices[position] = len(moves)
            if self._tell is not None and len(self.choices) % REPORT_EVERY == 0:
                self._tell(f"solution space, {count(len(self.choices), 'position')}")
            stack.append((position, moves, iter(moves)))

        enter(start)
        while stack:
            position, moves, unseen = stack[-1]
            move = next(unseen, None)
            if move is None:
                self.winning[position] = [move for move in moves if self.wins(move.after)]
                stack.pop()
            else:
                enter(move.after)


def _hopeless(position: Position) -> bool:
    """Do some cards not fit even if one player held them all?"""
    ascending = position.rules.ascending
    cards = [card for hand in position.hands for card in hand] + list(position.deck)
    return most_cards(cards, position.piles[:ascending], position.piles[ascending:], position.rules.step) < len(cards)
