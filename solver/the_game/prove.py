"""``prove``: finds out what no line can do better than, and writes the file that lets anyone check it.

The layers of a refutation are those of the complete search with the dead limit of the claim, in which every position
that something dominates has been dropped. The deal searched is no more than so many plays see as the claim says that no
line lays (``horizon``). The search keeps tops as (R, L); the file has real tops, as the checker knows nothing but the
rules: any top with this (R, L) will do.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic, perf_counter
from typing import Any, Literal, NamedTuple

from solver.budget import Budget, StopReason
from solver.errors import EngineError
from solver.strict_json import as_whole_number
from solver.the_game._kernel import Status
from solver.the_game.deal import Deal, require_deal
from solver.the_game.horizon import seen_by
from solver.the_game.identifiers import encode_deal
from solver.the_game.outcome import Progress, ProgressCallback
from solver.the_game.portfolio import solve
from solver.the_game.referee import replay
from solver.the_game.refutation import Claim, Group, Writer, written
from solver.the_game.search import Goal, Options, Search, Threads
from solver.version import VERSION

PROGRESS_SECONDS = 0.1
"""Time between two calls of the progress callback."""
QUICK_NODES = 50_000
"""What is spent on a good line when the claim is given, so that the optimum need not be found."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What ``prove`` came to.

    ``status``: ``proven``: the file was written. ``false``: a line that leaves fewer cards disproves the claim, and
    there is no file. ``unknown``: a budget ended the search (``stopped_by``), and there is no file. ``line`` is the
    best one known and leaves ``cards_left``. No line leaves fewer than ``cards_left_bound``; 0 when nothing is proven.
    ``layers`` (that are not empty), ``positions`` and ``size`` (bytes) are of the file. ``nodes``: positions expanded.
    """

    deal: str
    status: Literal["proven", "false", "unknown"]
    cards_left_bound: int
    cards_left: int
    line: str
    positions: int
    layers: int
    size: int
    stopped_by: StopReason | None
    nodes: int
    seconds: float

    @property
    def optimal(self) -> bool:
        """Does the file prove that its line is the best?"""
        return self.cards_left == self.cards_left_bound

    def to_json(self) -> dict[str, Any]:
        """The object that ``prove --json`` prints."""
        return {
            "format": "opendeal-proof/1",
            "deal": self.deal,
            "status": self.status,
            "cards_left_bound": self.cards_left_bound,
            "cards_left": self.cards_left,
            "optimal": self.optimal,
            "line": self.line,
            "positions": self.positions,
            "layers": self.layers,
            "size": self.size,
            "stopped_by": self.stopped_by,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "version": VERSION,
        }


def prove(
    deal: Deal,
    path: str | os.PathLike[str],
    *,
    cards_left: int | None = None,
    budget: Budget | None = None,
    progress: ProgressCallback | None = None,
) -> Proof:
    """Write a refutation of the deal to a file: no line leaves fewer than the optimum, or than ``cards_left`` if given.

    A weaker claim takes less. The file is there only if the status is ``proven``. Raises ``InputError`` for
    arguments that are not what they should be and for a file that cannot be written.
    """
    require_deal(deal)
    require_claim(deal, cards_left)
    return _Run(deal, os.fspath(path), cards_left, budget or Budget(), progress).run()


def require_claim(deal: Deal, cards_left: int | None, name: str = "cards_left") -> None:
    """Raise ``InputError`` that names it if this is no number of cards that lines of the deal may leave at least."""
    if cards_left is not None:
        as_whole_number(cards_left, name, 1, max(1, deal.cards_left))


class _Run:
    """One ``prove``: the best line so far, and what has been spent."""

    def __init__(
        self, deal: Deal, path: str, claim: int | None, budget: Budget, progress: ProgressCallback | None
    ) -> None:
        self._deal = deal
        self._path = path
        self._claim = claim
        self._budget = budget
        self._progress = progress
        self._begun = perf_counter()
        self._deadline = None if budget.time_limit is None else monotonic() + budget.time_limit
        self._next_report = monotonic() + PROGRESS_SECONDS
        self._nodes = 0
        self._line = ""
        self._left = deal.cards_left

    def run(self) -> Proof:
        try:
            # The file is opened first: that it cannot be written should not turn out after hours of search.
            with written(self._path) as writer:
                bound = self._find_claim()
                writer.claim(Claim(self._deal, bound, self._line, self._left))
                self._write_layers(writer, bound)
        except KeyboardInterrupt:
            return self._proof("unknown", stopped_by="interrupt")
        except _Stopped as stopped:
            return self._proof("unknown", stopped_by=stopped.reason)
        except _Disproved:
            return self._proof("false")
        return self._proof("proven", bound, writer)

    def _find_claim(self) -> int:
        """The cards of which no line leaves fewer, as far as is known, and the best line."""
        budget = self._budget
        if self._claim is not None:
            budget = replace(budget, max_nodes=min(QUICK_NODES, budget.max_nodes or QUICK_NODES))
        result = solve(self._deal, budget=budget, progress=self._progress)
        self._nodes, self._line, self._left = result.nodes, result.line, result.cards_left
        bound = result.cards_left if self._claim is None else self._claim
        if self._left < bound or self._left == 0:
            raise _Disproved
        if result.stopped_by is not None and (self._claim is None or result.stopped_by == "interrupt"):
            raise _Stopped(result.stopped_by)
        return bound

    def _write_layers(self, writer: Writer, bound: int) -> None:
        """The search of which the file holds the layers."""
        plays = self._deal.cards_left - bound + 1
        deal = seen_by(self._deal, plays)
        rest = deal.cards_left - plays
        search = Search(
            deal,
            Options(),
            dead_limit=rest,
            goal=Goal(rest),
            max_nodes=self._nodes_left(),
            max_bytes=self._budget.memory_mib << 20,
            threads=Threads.of(self._budget.threads),
        )
        kernel = search.kernel
        kernel.pausing = True
        spent = self._nodes
        tops = _Tops(deal)
        while search.run() == Status.RUNNING:
            if kernel.complete == writer.layers:
                writer.layer(kernel.layer_groups(), tops.layer(kernel.layer(), kernel.lanes, kernel.ascending))
            self._nodes = spent + kernel.nodes
            self._look_up(writer, bound)
        self._nodes = spent + kernel.nodes
        if kernel.status == Status.WON:
            replayed = replay(self._deal, search.line())
            self._line, self._left = replayed.text(), self._deal.cards_left - kernel.deepest
            if self._claim is None:
                raise EngineError(
                    f"at least {bound} cards were proven to stay, but a line leaves {self._left}; "
                    f"the deal is {encode_deal(self._deal)}"
                )
            raise _Disproved
        if kernel.status == Status.OUT_OF_NODES:
            raise _Stopped("nodes")
        if kernel.status == Status.OUT_OF_MEMORY:
            raise _Stopped("memory")

    def _nodes_left(self) -> int | None:
        if self._budget.max_nodes is None:
            return None
        left = self._budget.max_nodes - self._nodes
        if left <= 0:
            raise _Stopped("nodes")
        return left

    def _look_up(self, writer: Writer, bound: int) -> None:
        """Is the time up? Tell how far the file has come."""
        if self._deadline is not None and monotonic() >= self._deadline:
            raise _Stopped("time")
        if self._progress is not None and monotonic() >= self._next_report:
            self._next_report = monotonic() + PROGRESS_SECONDS
            phase = f"writing layer {writer.layers} with {writer.positions:,} positions so far"
            self._progress(Progress(phase, self._nodes, self._left, bound if self._claim is None else 0))

    def _proof(
        self,
        status: Literal["proven", "false", "unknown"],
        bound: int = 0,
        writer: Writer | None = None,
        stopped_by: StopReason | None = None,
    ) -> Proof:
        return Proof(
            deal=encode_deal(self._deal),
            status=status,
            cards_left_bound=bound,
            cards_left=self._left,
            line=self._line,
            positions=writer.positions if writer else 0,
            layers=writer.layers - 1 if writer else 0,
            size=os.path.getsize(self._path) if writer else 0,
            stopped_by=stopped_by,
            nodes=self._nodes,
            seconds=perf_counter() - self._begun,
        )


class _Stopped(Exception):
    """A budget is spent."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason: StopReason = reason


class _Disproved(Exception):
    """A line leaves fewer cards than claimed."""


class _Top(NamedTuple):
    """A top that a pile of one direction may show. Cards are sets with one bit set, or 0 for none."""

    rank: int
    """In this direction; 0 for a top that is no unplayed card at the start."""
    card: int
    partner_rank: int
    """That of the card one step back, in this direction."""
    partner: int
    byte: int


class _Side:
    """The tops of one direction, the lowest first; descending piles see the cards mirrored."""

    def __init__(self, deal: Deal, cards: Sequence[int], descending: bool) -> None:
        ranks = {card: rank for rank, card in enumerate(cards, 1)}
        first = range(deal.rules.ascending, deal.rules.pile_count) if descending else range(deal.rules.ascending)
        shown = [(card, rank - 1) for card, rank in ranks.items()]
        shown += [(deal.tops[pile], len(cards) + pile) for pile in first]
        back = deal.rules.step if descending else -deal.rules.step
        self.tops: list[_Top] = []
        for top, byte in sorted(shown, reverse=descending):
            pair = ranks.get(top, 0), ranks.get(top + back, 0) if back else 0
            mirrored = [len(cards) + 1 - rank if descending and rank else rank for rank in pair]
            bits = [1 << rank if rank else 0 for rank in pair]
            self.tops.append(_Top(mirrored[0], bits[0], mirrored[1], bits[1], byte))
        self.behind = [0] * (len(cards) + 1)
        """By rank, the place of the first top behind this card."""
        for place, there in enumerate(self.tops):
            if there.rank:
                self.behind[there.rank] = place + 1


class _Lanes(dict[int, int]):
    """The byte of a top for each lane, with these cards unplayed, found when it is asked for."""

    def __init__(self, side: _Side, unplayed: int) -> None:
        self._side = side
        self._unplayed = unplayed

    def __missing__(self, lane: int) -> int:
        highest, limit = lane >> 8, lane & 255
        for place in range(self._side.behind[highest], len(self._side.tops)):
            top = self._side.tops[place]
            if top.card & self._unplayed:
                break
            if limit == (top.partner_rank - 1 if top.partner & self._unplayed else highest):
                self[lane] = top.byte
                return top.byte
        raise EngineError(f"the kernel has a pile with R = {highest} and L = {limit}, which no top has")


class _Tops:
    """Translates the kernel's groups of one deal into those of the file, (R, L) into tops."""

    def __init__(self, deal: Deal) -> None:
        cards = sorted(card for hand in (*deal.hands, deal.deck) for card in hand)
        self._piles = deal.rules.pile_count
        self._ascending = deal.rules.ascending
        self._up = _Side(deal, cards, descending=False)
        self._down = _Side(deal, cards, descending=True)
        self._rest = [0]
        """The cards in the deck, as a set of ranks, by how many have been drawn."""
        for card in reversed(deal.deck):
            self._rest.insert(0, self._rest[0] | 1 << cards.index(card) + 1)

    def layer(
        self, groups: Iterable[tuple[list[int], int, int, int, bytes]], lanes: int, down_lanes: int
    ) -> Iterator[tuple[bytes, bytes]]:
        """Key and tops of each group. A position has so many ``lanes``; of descending piles from ``down_lanes`` on."""
        places = [*range(self._ascending), *range(down_lanes, down_lanes + self._piles - self._ascending)]
        if sys.byteorder == "big":
            places = [place ^ 3 for place in places]
        for hands, drawn, player, played, words in groups:
            unplayed = self._rest[drawn]
            for hand in hands:
                unplayed |= hand
            up, down = _Lanes(self._up, unplayed), _Lanes(self._down, unplayed)
            lane = memoryview(words).cast("H")
            tops = b"".join(
                bytes(map((up if pile < self._ascending else down).__getitem__, lane[place::lanes]))
                for pile, place in enumerate(places)
            )
            yield Group(drawn, player, played, tuple(map(_numbers, hands))).to_bytes(), tops


def _numbers(ranks: int) -> tuple[int, ...]:
    """The cards of a set of ranks, as the file numbers them."""
    found = []
    while ranks:
        lowest = ranks & -ranks
        found.append(lowest.bit_length() - 2)
        ranks ^= lowest
    return tuple(found)
