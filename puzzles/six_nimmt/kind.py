"""What the kinds of puzzles of 6 nimmt! share: candidates from seeds, proofs, answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from puzzles.kind import PROOF, TOO_EASY, Rejected, Unproven
from puzzles.puzzle import Tier
from puzzles.six_nimmt.answers import bullheads_of, own_notes
from puzzles.six_nimmt.difficulty import assess
from puzzles.six_nimmt.puzzle import Answer, Goal, Objective, Puzzle, puzzle_from_json
from puzzles.six_nimmt.rounds import GREEDY, best_round, first_plays
from solver.errors import InputError
from solver.shuffle import below, shuffled, words
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import deal_from_seed
from solver.six_nimmt.record import parse_record
from solver.six_nimmt.referee import play_turn
from solver.six_nimmt.result import Result
from solver.six_nimmt.rules import Rules

DOMAIN = "opendeal-puzzle-6-nimmt"
Sizes = Mapping[Tier, Sequence[tuple[int, int]]]
"""For each difficulty that is aimed at: numbers of players, and of cards in each hand."""


class SixNimmtKind(ABC):
    """A kind of puzzles of 6 nimmt!; what is not overridden is about player 0 against the scripts of all others."""

    name: str
    task: str
    sizes: ClassVar[Sizes]
    """What to deal. More cards make harder puzzles, but not every one of them."""
    answer: Answer = "line"
    objective: Objective = "own"

    def candidate(self, seed: str, tier: Tier | None) -> Deal:
        """As in ``Kind``: a round of a size for this tier.

        Where all play together it is a fresh deal. Else the last turns of a round of ten cards that was played at
        random: then the rows are as full as they get, and there is something to avoid.
        """
        stream = words(seed, DOMAIN)
        sizes = self.sizes[tier] if tier is not None else [size for some in self.sizes.values() for size in some]
        players, cards = sizes[below(len(sizes), stream)]
        if self.objective == "total":
            return replace(deal_from_seed(Rules(hand_size=cards), players, seed), seed=None)
        deal = deal_from_seed(Rules(), players, seed)
        orders = [tuple(shuffled(f"{seed}/{player}", hand, DOMAIN)) for player, hand in enumerate(deal.hands)]
        for turn in range(deal.turns_left - cards):
            _, deal = play_turn(deal, {player: order[turn] for player, order in enumerate(orders)})
        script = (None, *(order[-cards:] for order in orders[1:]))
        return replace(deal, taken=(), script=script, seed=None)

    def puzzle(self, deal: Deal) -> Puzzle:
        """As in ``Kind``."""
        try:
            goal, best = self._proven(deal)
            difficulty = assess(deal, goal.value, best.optimal_lines or 0, best.line, PROOF)
        except InputError:
            raise Rejected("not proven within the budget") from None
        if goal.answer == "line" and all(difficulty.features[f"win_{name}"] for name in GREEDY):
            raise Rejected(TOO_EASY)
        return Puzzle(self.name, deal, goal, best.line, difficulty)

    def _proven(self, deal: Deal) -> tuple[Goal, Result]:
        """What is asked of the deal, and a best round with the number of ways to reach it; raises ``Rejected``."""
        if deal.open_seats != self._movers(deal):
            raise Rejected("scripts are missing, or there are too many")
        best = best_round(deal, PROOF)
        if best.value is None or best.optimal_lines is None:
            raise Rejected("not proven within the budget")
        value = int(best.value)
        reason = self.why_not(deal, value)
        if reason is not None:
            raise Rejected(reason)
        return Goal(self.answer, self.objective, value), best

    @abstractmethod
    def why_not(self, deal: Deal, value: int) -> str | None:
        """Why the deal, in which ``value`` bullheads are the fewest, is not one of this kind; ``None`` if it is."""

    def asks(self, puzzle: Puzzle) -> str:
        """As in ``Kind``."""
        return self.task

    def accepts(self, puzzle: Puzzle, answer: str) -> bool:
        """As in ``Kind``: any order, or any first card, that reaches the goal."""
        if self.answer == "play":
            notes = own_notes(puzzle.deal, parse_record(answer))
            return bool(notes) and any(
                play.cards[puzzle.deal.open_seats[0]] == notes[0].card and play.keeps(puzzle.goal.value, PROOF)
                for play in first_plays(puzzle.deal)
            )
        taken = bullheads_of(puzzle.deal, answer)
        return taken is not None and taken <= puzzle.goal.value

    def read(self, data: object) -> Puzzle:
        """As in ``Kind``."""
        puzzle = puzzle_from_json(data)
        goal, movers = puzzle.goal, self._movers(puzzle.deal)
        if (goal.answer, goal.objective, puzzle.deal.open_seats) != (self.answer, self.objective, movers):
            raise InputError(f"goal: it is not what puzzles of the kind {self.name} ask")
        if bullheads_of(puzzle.deal, puzzle.solution) != goal.value:
            raise InputError("solution: it does not reach the goal of the puzzle")
        return puzzle

    def verify(self, puzzle: Puzzle) -> None:
        """As in ``Kind``."""
        try:
            goal, best = self._proven(puzzle.deal)
        except Rejected as rejected:
            raise Unproven(f"it is no puzzle of the kind {self.name}: {rejected}") from None
        if goal != puzzle.goal:
            raise Unproven(f"the goal is {puzzle.goal}, but the engine proves {goal}")
        if bullheads_of(puzzle.deal, puzzle.solution) != goal.value:
            raise Unproven("the solution does not reach the goal")
        difficulty = assess(puzzle.deal, goal.value, best.optimal_lines or 0, puzzle.solution, PROOF)
        if difficulty != puzzle.difficulty:
            raise Unproven(
                f"the difficulty is {puzzle.difficulty.tier} ({puzzle.difficulty.score:g}), "
                f"but it comes out as {difficulty.tier} ({difficulty.score:g})"
            )

    def _movers(self, deal: Deal) -> tuple[int, ...]:
        return (0,) if self.objective == "own" else tuple(range(deal.players))
