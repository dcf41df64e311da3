"""The run of a survey: answers, as they come, become rows, each committed at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic

from solver.errors import EngineError
from solver.survey.row import Failure, Row
from solver.survey.store import Store
from solver.text import count, duration


@dataclass
class Tally:
    """How far a run is: ``total`` deals, of which ``settled`` were in the file before, and ``done`` by this run.

    ``undecided`` counts those of both that are not decided.
    """

    total: int
    settled: int
    undecided: int
    done: int = 0
    failures: list[Failure] = field(default_factory=list)
    begun: float = field(default_factory=monotonic)

    @property
    def left(self) -> int:
        """Deals without a row, those that failed among them."""
        return self.total - self.settled - self.done

    def progress(self) -> str:
        """One line: how much of all is done, at which rate, and how long the rest takes if it goes on like that."""
        elapsed = monotonic() - self.begun
        said = f"{self.settled + self.done:,} of {count(self.total, 'deal')}"
        if self.undecided:
            said += f", {self.undecided:,} undecided"
        if self.failures:
            said += f", {len(self.failures):,} failed"
        if self.done and elapsed > 0:
            rate = self.done / elapsed
            said += f", {rate:,.3g} deals/s, {duration((self.left - len(self.failures)) / rate)} left"
        return said


def record(store: Store, answer: Row | Failure, tally: Tally) -> None:
    """Commit the row of an answer, or keep its failure, and keep count.

    Raises ``EngineError`` if a deal that was left undecided before now comes out as what was ruled out then.
    """
    if isinstance(answer, Failure):
        tally.failures.append(answer)
        return
    before = store.row(answer.deal)
    if before is not None and before.contradicts(answer):
        raise EngineError(
            f"{answer.deal}: at least {answer.bound} cards left now, {answer.cards_left} by the best line; before, "
            f"by version {before.version}, at least {before.bound}, and {before.cards_left} by the best line"
        )
    store.record([answer])
    tally.done += 1
    tally.undecided += not answer.is_decided
