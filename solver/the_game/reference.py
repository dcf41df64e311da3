"""The reference engine: brute force with an exact memo, and nothing else.

It walks every position that can be reached and never prunes, never uses a symmetry and never compares piles; what a
position is worth is worked out once and looked up afterwards. That makes it slow (fit for about 20 cards) and easy to
believe: it is the specification that every other engine is tested against, for all rules and objectives.

A line may stop at any moment, so a position is worth the best of stopping here, each play, and ending the turn. A
play takes a card out of the deal and nothing puts one back, so no position comes back within a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import NamedTuple

from solver.budget import Budget, StopReason
from solver.errors import InputError
from solver.result import Objective
from solver.the_game.deal import Deal
from solver.the_game.notation import Line, Play, Turn
from solver.the_game.outcome import Gap, Outcome, Progress, ProgressCallback
from solver.the_game.rules import Position

BYTES_PER_POSITION = 512
"""What a stored position is taken to cost for ``Budget.memory_mib``: the position with a hand and piles of its own, its
value, its place in the dictionary. Measured: 230 to 430 bytes."""

PROGRESS_SECONDS = 0.1
"""Time between two calls of the progress callback."""

_DEFAULT_BUDGET = Budget()


class Value(NamedTuple):
    """What can be reached: the fewest cards left, and among the lines that leave so few the fewest turns and the
    fewest backwards tricks. The last two each stand on their own: no single line need have both."""

    cards_left: int
    turns: int
    tricks: int

    def rank(self, objective: Objective) -> tuple[int, int]:
        """Sorts values from best to worst: cards left, then the objective in its own unit."""
        if objective == "turns":
            return self.cards_left, self.turns
        if objective == "tricks":
            return self.cards_left, self.tricks
        return self.cards_left, self.cards_left


@dataclass(frozen=True, slots=True)
class PlayValue:
    """The best that can be reached when ``player`` begins with ``card`` on ``pile`` (its public name)."""

    player: int
    card: int
    pile: str
    value: Value


@dataclass(frozen=True, slots=True)
class FirstValues:
    """The value of everything that can be done first. ``end_turn`` is ``None`` where the turn may not end yet."""

    plays: tuple[PlayValue, ...]
    end_turn: Value | None


def solve(
    deal: Deal,
    objective: Objective = "cards",
    budget: Budget = _DEFAULT_BUDGET,
    progress: ProgressCallback | None = None,
) -> Outcome:
    """The optimum of ``deal`` and a line that reaches it.

    A node is a position whose moves were listed. When the budget ends the search, or Ctrl-C does, the line is the best
    one met so far and both bounds are 0: nothing is claimed. Without a time limit the same input gives the same answer
    and the same number of nodes.
    """
    search = _Search(objective, budget, progress)
    starts = deal.starts()
    stopped_by: StopReason
    try:
        for start in starts:
            search.walk(start)
        best = min(starts, key=lambda start: search.memo[start].rank(objective))
        cards_left, bound = search.memo[best].rank(objective)
        return Outcome(_as_line(best, search.optimal_moves(best)), cards_left, bound, search.nodes)
    except _BudgetSpent as spent:
        stopped_by = spent.reason
    except KeyboardInterrupt:
        stopped_by = "interrupt"
    return Outcome(search.best_line_met(), 0, 0, search.nodes, stopped_by)


def values(deal: Deal, budget: Budget = _DEFAULT_BUDGET) -> FirstValues:
    """The value of every legal first play and, in the middle of a turn, of ending it now.

    Plays come by player, card and pile; equal piles are listed one by one. Where the team may choose who starts, the
    plays of all players are listed. Raises ``InputError`` when the budget does not suffice: there are no half answers.
    """
    search = _Search("cards", budget, None)
    plays: list[PlayValue] = []
    end_turn = None
    for start in deal.starts():
        try:
            search.walk(start)
        except _BudgetSpent as spent:
            raise InputError(
                f"the deal is too large for brute force: the {spent.reason} budget was spent after {search.nodes} nodes"
            ) from None
        for move in _moves(start, first=True):
            value = move.then(search.memo[move.after])
            if move.play is None:
                end_turn = value
            else:
                card, pile = move.play
                plays.append(PlayValue(start.to_play, card, deal.rules.pile_name(pile), value))
    return FirstValues(tuple(plays), end_turn)


class _Move(NamedTuple):
    """A step from one position to the next, with what it adds to the turns and tricks of a line."""

    play: tuple[int, int] | None
    """Card and pile index; ``None`` ends the turn."""
    after: Position
    turns: int
    tricks: int

    def then(self, value: Value) -> Value:
        """The value of making this move when the position after it is worth ``value``."""
        return Value(value.cards_left, self.turns + value.turns, self.tricks + value.tricks)


def _moves(position: Position, *, first: bool) -> Iterator[_Move]:
    """Everything that the rules allow. A turn counts with the first card that the line lays in it: for the turn
    under way where the line begins (``first``) that is the next card, however many its player laid before."""
    turns = 1 if first or position.played == 0 else 0
    for card, pile in position.plays():
        yield _Move((card, pile), position.play(card, pile), turns, int(position.is_trick(card, pile)))
    if position.may_end_turn:
        yield _Move(None, position.end_turn(), 0, 0)


def _best(choices: list[Value]) -> Value:
    cards_left = min(value.cards_left for value in choices)
    fewest = [value for value in choices if value.cards_left == cards_left]
    return Value(cards_left, min(value.turns for value in fewest), min(value.tricks for value in fewest))


class _Frame:
    """A position on the way down: the move that led to it, its own moves, and those of them not yet looked at."""

    __slots__ = ("move", "moves", "position", "so_far", "unseen")

    def __init__(self, position: Position, move: _Move | None, so_far: Value) -> None:
        self.position = position
        self.move = move
        self.so_far = so_far  # the value of the line that leads here and stops
        self.moves = tuple(_moves(position, first=move is None))
        self.unseen = iter(self.moves)


class _Search:
    """Depth-first walks that share one memo. The stack is a list: a line has up to two moves for each card."""

    def __init__(self, objective: Objective, budget: Budget, progress: ProgressCallback | None) -> None:
        self.memo: dict[Position, Value] = {}
        self.nodes = 0
        self._objective: Objective = objective
        self._max_nodes = budget.max_nodes
        # Every node stays in memory, in the memo or on the stack, so that the bound on memory is one on nodes too.
        self._most_stored = budget.memory_mib * 2**20 // BYTES_PER_POSITION
        now = monotonic()
        self._deadline = inf if budget.time_limit is None else now + budget.time_limit
        self._next_report = inf if progress is None else now + PROGRESS_SECONDS
        self._progress = progress
        self._best_met: tuple[Value, list[_Frame]] | None = None  # the best line so far: its value and its way down

    def walk(self, start: Position) -> None:
        """Put the value of ``start``, and of all that can follow, into the memo. Raises ``_BudgetSpent``."""
        way: list[_Frame] = []
        self._enter(way, start, None, Value(start.cards_left, 0, 0))
        while way:
            frame = way[-1]
            move = next((move for move in frame.unseen if move.after not in self.memo), None)
            if move is None:
                stop_here = Value(frame.position.cards_left, 0, 0)
                self.memo[frame.position] = _best(
                    [stop_here, *(move.then(self.memo[move.after]) for move in frame.moves)]
                )
                way.pop()
            else:
                _, turns, tricks = frame.so_far
                so_far = Value(move.after.cards_left, turns + move.turns, tricks + move.tricks)
                self._enter(way, move.after, move, so_far)

    def optimal_moves(self, start: Position) -> list[_Move]:
        """The moves of a best line from ``start``, which must have been walked."""
        moves: list[_Move] = []
        position = start
        while self.memo[position].cards_left < position.cards_left:
            best = self.memo[position].rank(self._objective)
            move = next(
                move
                for move in _moves(position, first=not moves)
                if move.then(self.memo[move.after]).rank(self._objective) == best
            )
            moves.append(move)
            position = move.after
        return moves

    def best_line_met(self) -> Line:
        """The best line that the walks have passed, complete or not."""
        if self._best_met is None:
            return Line()
        way = self._best_met[1]
        return _as_line(way[0].position, [frame.move for frame in way if frame.move is not None])

    def _enter(self, way: list[_Frame], position: Position, move: _Move | None, so_far: Value) -> None:
        """Go down to a position that was not met before, if the budget allows it."""
        self._check_budget()
        way.append(_Frame(position, move, so_far))
        self.nodes += 1
        if self._best_met is None or so_far.rank(self._objective) < self._best_met[0].rank(self._objective):
            self._best_met = so_far, way.copy()

    def _check_budget(self) -> None:
        if self.nodes == self._max_nodes:
            raise _BudgetSpent("nodes")
        if self.nodes == self._most_stored:
            raise _BudgetSpent("memory")
        now = monotonic()
        if now >= self._deadline:
            raise _BudgetSpent("time")
        if self._progress is not None and self._best_met is not None and now >= self._next_report:
            self._next_report = now + PROGRESS_SECONDS
            left, best = self._best_met[0].rank(self._objective)
            # Only a line that leaves nothing is known to leave the fewest cards.
            gap = Gap(self._objective, best, 0) if self._objective != "cards" and left == 0 else None
            self._progress(Progress("reference", self.nodes, left, 0, gap))


class _BudgetSpent(Exception):
    """Ends a walk."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason: StopReason = reason


def _as_line(start: Position, moves: list[_Move]) -> Line:
    """The line in the deal's own names; turns name their player where there are several."""
    several = len(start.hands) > 1
    turns: list[Turn] = []
    position = start
    plays: list[Play] = []
    for move in moves:
        if move.play is None:
            turns.append(Turn(tuple(plays), position.to_play if several else None))
            plays = []
        else:
            card, pile = move.play
            plays.append(Play(card, position.rules.pile_name(pile)))
        position = move.after
    if not plays:
        return Line(tuple(turns))
    return Line((*turns, Turn(tuple(plays), position.to_play if several else None)), closed=False)
