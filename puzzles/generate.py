"""The generator: puzzles of a kind from a seed text, and why the other candidates were rejected.

Candidate number n has the seed text ``<seed>/<kind>/<tier or any>/<n>``. Whether it becomes a puzzle depends on that
text alone, and on the puzzles that are known already; so the same call gives the same puzzles on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from puzzles.interrupt import all_or_interrupted
from puzzles.kind import AnyPuzzle, Rejected
from puzzles.kinds import AnyKind
from puzzles.puzzle import Tier
from solver.errors import InputError
from solver.strict_json import shown

CANDIDATES = 1_000
"""Candidates that are tried for one puzzle if nothing else is said."""
DUPLICATE = "duplicate"
"""The reason why a puzzle that is there already is rejected."""
MAX_SEED = 150
"""Longest seed text, in characters: the seed of a deal, at most 200, holds kind, tier and number as well."""
OTHER_TIER = "other difficulty"
"""The reason why a candidate that is no worse is rejected; the tier follows."""


@dataclass(slots=True)
class Search:
    """What to look for, and what has been found out on the way.

    ``known``: puzzles that are not to come again, as their identifiers with the deals'. ``tried`` counts the candidates
    so far, ``found`` those that became puzzles, ``rejected`` the others, by reason.
    """

    kind: AnyKind
    tier: Tier | None
    seed: str
    known: dict[str, str] = field(default_factory=dict)
    tried: int = 0
    found: int = 0
    rejected: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Raises ``InputError`` for a seed text of which no deal's seed can be made."""
        if len(self.seed) > MAX_SEED or not self.seed.isprintable() or self.seed != self.seed.lstrip():
            raise InputError(
                f"seed {shown(self.seed)}: only printable characters, at most {MAX_SEED}, "
                "and no space at the beginning are allowed"
            )

    def puzzles(self, most_candidates: int, progress: Callable[[], None] | None = None) -> Iterator[AnyPuzzle]:
        """The puzzles among so many candidates, as they are found, never one twice. ``progress``: before each."""
        while self.tried < most_candidates:
            if progress is not None:
                progress()
            text = f"{self.seed}/{self.kind.name}/{self.tier or 'any'}/{self.tried}"
            self.tried += 1
            try:
                with all_or_interrupted():
                    puzzle = self._puzzle(text)
            except Rejected as reason:
                self.rejected[str(reason)] += 1
            else:
                self.known[puzzle.id] = puzzle.identifier
                self.found += 1
                yield puzzle

    def was_known(self) -> None:
        """Take the last puzzle back: somebody else has found it meanwhile."""
        self.found -= 1
        self.rejected[DUPLICATE] += 1

    def _puzzle(self, text: str) -> AnyPuzzle:
        puzzle: AnyPuzzle = self.kind.puzzle(self.kind.candidate(text, self.tier))
        if puzzle.id in self.known:
            same = self.known[puzzle.id] == puzzle.identifier
            raise Rejected(DUPLICATE if same else "duplicate but for the mirror or names")
        if self.tier is not None and puzzle.difficulty.tier != self.tier:
            raise Rejected(f"{OTHER_TIER}: {puzzle.difficulty.tier}")
        return puzzle
