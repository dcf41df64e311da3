"""What a kind of puzzle is, for every game, and what the kinds of The Game share.

A kind is an object with a name, a one-sentence task, and the few functions of ``Kind``; ``puzzles.kinds`` finds them.

**A kind of The Game** derives from ``TheGameKind`` and says where its deals come from (``candidate``), which deals are
of the kind (``why_not``), and, if it asks for something else than a win, what (``goal``).

**A kind of another game** has a puzzle class of its own with the attributes of ``AnyPuzzle``, whose JSON has the keys
``format``, ``id``, ``kind``, ``deal`` and ``difficulty`` (``Difficulty.to_json``), and implements ``Kind`` for it.
Generator, bank and daily puzzle use nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from puzzles.players.ladder import LADDER
from puzzles.players.rollouts import Rollouts
from puzzles.puzzle import Difficulty, Goal, Puzzle, Tier, puzzle_from_json
from solver.budget import Budget
from solver.errors import InputError, OpendealError
from solver.result import Objective, Result
from solver.text import count
from solver.the_game.deal import Deal, deal_of
from solver.the_game.notation import Line, Play, as_line
from solver.the_game.portfolio import solve
from solver.the_game.referee import replay

PROOF = Budget(max_nodes=1_000_000)
"""What a proof may spend: a second or so. It counts nodes, so that the same deals are proven everywhere."""


GREEDY = ("gap", "tricks", "ahead")
"""The players of the ladder who do what looks best and never anything else."""

TOO_EASY = "too easy: every greedy player does it"


class Rejected(Exception):
    """A candidate that is no good puzzle. The text is the reason, in the same words for all such candidates."""


class Unproven(OpendealError):
    """A puzzle that says something else than what the engines prove. The message says what."""


class AnyPuzzle(Protocol):
    """A proven puzzle of any game."""

    @property
    def kind(self) -> str:
        """The name of its kind."""

    @property
    def id(self) -> str:
        """Equal for puzzles that are the same but for the names of things."""

    @property
    def deal(self) -> Any:
        """Its deal, of the type of the game."""

    @property
    def identifier(self) -> str:
        """The self-contained identifier of the deal."""

    @property
    def difficulty(self) -> Difficulty:
        """How hard it is for people."""

    def to_json(self) -> dict[str, Any]:
        """The puzzle as JSON data, keys in a fixed order."""


P = TypeVar("P", bound=AnyPuzzle)
D = TypeVar("D")


class Kind(Protocol[D, P]):
    """A kind of puzzles; ``D`` is the type of the game's deals, ``P`` that of its puzzles."""

    name: str
    """Lower case words with hyphens; part of the puzzle's JSON."""
    task: str
    """What the player is to do, in one sentence without numbers."""

    def candidate(self, seed: str, tier: Tier | None) -> D:
        """A deal that may make a puzzle; the same seed text and tier give the same deal on every machine.

        ``tier`` says how hard the puzzle should become; it may be left out of account. Raises ``Rejected``.
        """

    def puzzle(self, deal: D) -> P:
        """The proven puzzle of a deal; raises ``Rejected`` with the reason why it would not be a good one."""

    def asks(self, puzzle: P) -> str:
        """The task of this puzzle, in one sentence with its numbers."""

    def accepts(self, puzzle: P, answer: str) -> bool:
        """Does this answer solve the puzzle? Raises ``InputError`` if the text is no answer at all."""

    def read(self, data: object) -> P:
        """The puzzle in JSON data; raises ``InputError`` if it is none, or if its solution does not solve it."""

    def verify(self, puzzle: P) -> None:
        """Prove anew everything that the puzzle says; raises ``Unproven``."""


class TheGameKind(ABC):
    """A kind of puzzles of The Game; what is not overridden asks for a win."""

    name: str
    task: str

    @abstractmethod
    def candidate(self, seed: str, tier: Tier | None) -> Deal:
        """As in ``Kind``."""

    @abstractmethod
    def why_not(self, deal: Deal) -> str | None:
        """Why the deal is not one of this kind, or ``None`` if it is."""

    def goal(self, deal: Deal, budget: Budget) -> tuple[Goal, Line]:
        """What is asked of the deal, proven, and a line that does it; raises ``Rejected``."""
        result = proven(deal, "cards", budget)
        if result.status != "winnable":
            raise Rejected("cannot be won")
        return Goal(), as_line(result.line)

    def asks(self, puzzle: Puzzle) -> str:
        """As in ``Kind``."""
        return self.task

    def puzzle(self, deal: Deal) -> Puzzle:
        """As in ``Kind``."""
        from puzzles.difficulty import assess

        reason = self.why_not(deal)
        if reason is not None:
            raise Rejected(reason)
        goal, solution = self.goal(deal, PROOF)
        if _greedy_reach(deal, goal):  # a thousandth of the time that the whole assessment takes
            raise Rejected(TOO_EASY)
        puzzle = Puzzle(self.name, deal, goal, solution, assess(deal, goal, solution=solution))
        reason = _why_dull(puzzle.difficulty)
        if reason is not None:
            raise Rejected(reason)
        return puzzle

    def accepts(self, puzzle: Puzzle, answer: str) -> bool:
        """As in ``Kind``: any legal line that reaches the goal; where a play is asked, the line's first one counts."""
        return reaches(puzzle.deal, puzzle.goal, as_line(answer))

    def read(self, data: object) -> Puzzle:
        """As in ``Kind``."""
        puzzle = puzzle_from_json(data)
        if not _is_solution(puzzle):
            raise InputError("solution: it does not reach the goal of the puzzle")
        return puzzle

    def verify(self, puzzle: Puzzle) -> None:
        """As in ``Kind``."""
        from puzzles.difficulty import VERSION, assess

        reason = self.why_not(puzzle.deal)
        if reason is not None:
            raise Unproven(f"it is no puzzle of the kind {self.name}: {reason}")
        try:
            goal, _ = self.goal(puzzle.deal, PROOF)
        except Rejected as rejected:
            raise Unproven(f"the goal is not what the engines prove: {rejected}") from None
        if goal != puzzle.goal:
            raise Unproven(f"the goal is {puzzle.goal}, but the engines prove {goal}")
        if not _is_solution(puzzle):
            raise Unproven("the solution does not reach the goal")
        if puzzle.difficulty.version < VERSION:
            # What a search decides within its positions changes with the engine, so the old measurement cannot be made
            # again; to let it stand because its parts agree with each other would prove nothing.
            raise Unproven(
                f"its difficulty was measured by version {puzzle.difficulty.version} of the formula, which cannot be "
                f"proven by version {VERSION}; the rest of it is right"
            )
        difficulty = assess(puzzle.deal, puzzle.goal, solution=puzzle.solution)
        if puzzle.difficulty != difficulty:
            raise Unproven(f"the difficulty is {_named(puzzle.difficulty)}, but it comes out as {_named(difficulty)}")


# -- the parts of a proof ------------------------------------------------------------------------------------------


def proven(deal: Deal, objective: Objective, budget: Budget) -> Result:
    """The proven optimum of a deal; raises ``Rejected`` when the budget did not suffice for one."""
    result = solve(deal, objective=objective, budget=budget)
    if not result.optimal:
        raise Rejected("not proven within the budget")
    return result


def reaches(deal: Deal, goal: Goal, line: Line) -> bool:
    """Does the line reach the goal? The referee says what a line is worth, the engines what a first play keeps.

    Raises ``InputError`` if the answer is a play after which the deal cannot be decided within the budget.
    """
    if goal.answer == "play":
        plays = line.turns[0].plays if line.turns else ()
        return bool(plays) and keeps(deal, plays[0], goal)
    report = replay(deal, line).report()
    if report.cards_left is None or report.cards_left > goal.cards_left:
        return False
    return report.value(goal.objective) <= goal.value


def keeps(deal: Deal, play: Play, goal: Goal) -> bool:
    """Can the fewest cards of the goal still be reached once this play is made?"""
    pile = deal.rules.pile_index(play.pile)
    for start in deal.starts():
        if pile is not None and play.card in start.hand and start.fits(play.card, pile):
            result = solve(deal_of(start.play(play.card, pile)), budget=PROOF)
            if result.cards_left <= goal.cards_left:
                return True
            if result.cards_left_bound <= goal.cards_left:
                raise InputError(f"{play.card}@{play.pile}: not decided within {count(result.nodes, 'node')}")
    return False


def _is_solution(puzzle: Puzzle) -> bool:
    """Does the stored line reach the goal? It goes to the end of the deal, even where only its first play is asked."""
    return reaches(puzzle.deal, replace(puzzle.goal, answer="line"), puzzle.solution)


def _greedy_reach(deal: Deal, goal: Goal) -> bool:
    """Do the games of all greedy players reach the goal? Where only a play is asked, their games say little."""
    if goal.answer == "play":
        return False
    return all(reaches(deal, goal, Rollouts(deal, LADDER[name]).line()) for name in GREEDY)


def _why_dull(difficulty: Difficulty) -> str | None:
    """Why nobody would want to think about this puzzle, or ``None``."""
    features = difficulty.features
    if all(features[f"win_{name}"] == 1 for name in GREEDY):
        return TOO_EASY
    # Where the player of the smallest gap fails, one of the plays that look best must have been wrong.
    return "no trap" if features["traps"] == 0 and features["win_gap"] == 1 else None


def _named(difficulty: Difficulty) -> str:
    return f"{difficulty.tier} ({difficulty.score}, version {difficulty.version})"
