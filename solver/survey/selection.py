"""Which deals a survey is about, and which of them are still to be solved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from solver.budget import Budget
from solver.errors import InputError
from solver.survey.row import Group, usual_rules
from solver.survey.store import Store
from solver.the_game.identifiers import deal_from_seed, seed_identifier
from solver.the_game.rules import Rules

MAX_DEALS = 100_000_000
"""Most deals of one run; a byte of memory each."""


class Selection:
    """All seeds from ``seeds`` under all the rules, hand sizes (``None``: the rules' own) and numbers of players.

    What comes to the same deals counts once. Raises ``InputError`` for what cannot be dealt, and for too many deals.
    """

    def __init__(
        self, rules: Iterable[Rules], hand_sizes: Iterable[int | None], players: Iterable[int], seeds: range
    ) -> None:
        hand_sizes, players = tuple(hand_sizes), tuple(players)
        sized = [each if size is None else replace(each, hand_size=size) for each in rules for size in hand_sizes]
        self.parts = tuple(dict.fromkeys((usual_rules(each, number), number) for each in sized for number in players))
        self.seeds = seeds
        if len(self) > MAX_DEALS:
            raise InputError(f"{len(self):,} deals are too many for one run; at most {MAX_DEALS:,}")
        for each, number in self.parts:
            deal_from_seed(each, number, str(seeds[0]))

    def __len__(self) -> int:
        return len(self.parts) * len(self.seeds)


class ToDo:
    """What of a selection is to be solved: all that is not in the file, or undecided there and worth another try.

    For each part a byte a seed, 1 where nothing is to be done, so that a million seeds cost no more than a megabyte.
    ``undecided`` counts the deals among them that are undecided.
    """

    def __init__(self, selection: Selection, store: Store, budget: Budget) -> None:
        self.selection = selection
        self.undecided = 0
        self._settled = [bytearray(len(selection.seeds)) for _ in selection.parts]
        for (rules, players), marks in zip(selection.parts, self._settled, strict=True):
            group = Group.of(rules, players)
            for seed in store.decided_seeds(group):
                self._mark(marks, seed)
            for row in store.undecided_rows(group):
                if row.is_settled(budget):
                    self.undecided += self._mark(marks, row.seed)

    def _mark(self, marks: bytearray, seed: int) -> bool:
        """Mark a seed as settled, if it is one of the selection's."""
        ours = seed in self.selection.seeds
        if ours:
            marks[seed - self.selection.seeds.start] = 1
        return ours

    def __len__(self) -> int:
        return sum(marks.count(0) for marks in self._settled)

    def identifiers(self) -> Iterator[str]:
        """The deals to be solved, seed by seed: a survey that is stopped has as many of each part, and what its deals
        took so far tells how long the rest will take."""
        for place, seed in enumerate(self.selection.seeds):
            for (rules, players), marks in zip(self.selection.parts, self._settled, strict=True):
                if not marks[place]:
                    yield seed_identifier(rules, players, str(seed))
