"""The DFS engine: drives the compiled kernel from quick tries to the complete search.

A ladder of beams, each four times as wide as the one before. Most deals that can be won are won on the first rungs, a
few thousand positions. A beam that never left anything out was a complete search: a deal that cannot be won is decided
by the first rung that is wide enough for its largest layer. So that small searches need not climb there, one attempt at
the complete search is made early and given up as soon as a layer is too large. If a rung outgrows the memory, a
chunked depth-first search takes over, which needs little of it but time.

From that attempt on, dead cards only count against the best line so far (fewer must stay than it leaves). Then the
deepest layer that a complete search reaches is the optimum of a lost deal, and the verdict needs no search of its own:
dead cards alone hardly ever end a branch early.

The kernel works in slices, so that budgets, progress and Ctrl-C take effect at any moment; how the work is sliced
changes neither answers nor node counts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic

from solver.budget import Budget, StopReason
from solver.result import Objective
from solver.the_game import _kernel
from solver.the_game.deal import Deal
from solver.the_game.notation import Line, Play, Turn
from solver.the_game.outcome import Outcome, Progress, ProgressCallback
from solver.the_game.rules import Position

SLICE = 50_000
"""Children that the kernel generates before it hands back control: a few milliseconds."""
PROGRESS_SECONDS = 0.1
QUICK_WIDTHS = (4, 8, 16, 32, 64, 128, 256, 512)
"""Widths of the first beams. They try turns of hardly more than the minimum, and drop positions with dead cards."""
WIDER = 4
FIRST_WIDE = 2048
"""Width of the first beam after the attempt at the complete search; each further one is ``WIDER`` times as wide."""
SMALL_DEAL, SMALL_WIDTH = 48, 256
"""Deals of at most so many cards begin with an attempt at the complete search, as far as layers are not larger."""
EARLY_WIDTH = 65_536
"""The same for all deals after the first beams."""
CHUNK_WIDTH = 1024
"""Width of the depth-first search that takes over when whole layers outgrow the memory."""

DEFAULT_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class Options:
    """The replaceable parts of one search. Every combination without ``width`` or with ``memo`` is complete.

    ``width``: positions of a layer that are expanded at a time, best score first; 0 for all. ``memo``: come back for
    what was left out (chunked depth-first search with a memo); without it a search with a width is a beam. ``slack``:
    how many cards beyond the minimum a turn may lay; ``None`` for as many as can matter. ``trick_bonus`` and
    ``partner_bonus``: what a backwards trick in reach, and a card in hand whose trick partner is unplayed, are worth in
    the score, in sixteenths of a rank. The others switch off one rule each: ``dominance`` (then only equal
    positions are merged), ``dead_cards``, ``symmetry`` (of piles).
    """

    width: int = 0
    memo: bool = False
    slack: int | None = None
    trick_bonus: int = 6
    partner_bonus: int = 8
    dominance: bool = True
    dead_cards: bool = True
    symmetry: bool = True


class _Side:
    """The unplayed cards as the piles of one direction see them: sorted, with their ranks.

    For descending piles numbers and ranks are mirrored, so that every pile goes up.
    """

    def __init__(self, cards: list[int], step: int) -> None:
        self.cards = sorted(cards)
        self._ranks = {card: rank for rank, card in enumerate(self.cards, 1)}
        self._step = step

    def lane(self, top: int) -> tuple[int, int]:
        """(R, L) of a top, as the kernel defines them."""
        below = bisect_left(self.cards, top)
        highest = self._ranks[self.cards[below - 1]] if below else 0
        partner = self._ranks.get(top - self._step) if self._step else None
        return highest, highest if partner is None else partner - 1

    def pile_in_place(self, tops: list[int], place: int) -> int:
        """The index of the top that stands in this place when they are sorted by (R, L)."""
        return sorted(range(len(tops)), key=lambda pile: self.lane(tops[pile]))[place] if len(tops) > 1 else 0

    def remove(self, card: int) -> None:
        """The card is played."""
        del self.cards[bisect_left(self.cards, card)]
        del self._ranks[card]


class Search:
    """One search of one deal by the kernel, in the deal's own terms."""

    def __init__(
        self,
        deal: Deal,
        options: Options,
        *,
        dead_limit: int | None = 0,
        max_nodes: int | None = None,
        max_bytes: int = DEFAULT_BUDGET.memory_mib << 20,
    ) -> None:
        """``dead_limit``: most dead cards that a position may have; ``None``: fewer than the best line leaves."""
        self._deal = deal
        self._options = options
        # The kernel ends turns together with a play; a turn under way may also be ended right away.
        starts = deal.starts()
        self._starts: list[tuple[int | None, Position]] = [(None, start) for start in starts if start.hand or start.won]
        self._starts += [(start.to_play, start.end_turn()) for start in starts if start.may_end_turn]
        self._cards = sorted(card for cards in (*deal.hands, deal.deck) for card in cards)
        rules = deal.rules
        up, down = self._sides()
        self.kernel = _kernel.Search(
            cards=self._cards,
            step=rules.step,
            players=deal.players,
            hand_limit=deal.hand_limit,
            min_plays=rules.min_plays,
            min_plays_empty=rules.min_plays_empty,
            deck=list(deal.deck),
            lanes_up=[up.lane(top) for top in deal.tops[: rules.ascending]],
            lanes_down=[down.lane(-top) for top in deal.tops[rules.ascending :]],
            starts=[(s.hands, len(deal.deck) - len(s.deck), s.to_play, s.played) for _, s in self._starts],
            width=options.width,
            memo=options.memo,
            dominance=options.dominance,
            dead_cards=options.dead_cards,
            symmetry=options.symmetry,
            slack=_enough_slack(deal) if options.slack is None else options.slack,
            dead_limit=-1 if dead_limit is None else dead_limit,
            trick_bonus=options.trick_bonus,
            partner_bonus=options.partner_bonus,
            max_nodes=-1 if max_nodes is None else max_nodes,
            max_memory=max_bytes,
        )

    def _sides(self) -> tuple[_Side, _Side]:
        step = self._deal.rules.step
        return _Side(self._cards, step), _Side([-card for card in self._cards], step)

    def run(self, work: int = SLICE) -> int:
        """Search on for about ``work`` children; returns the kernel's status."""
        return int(self.kernel.run(work))

    def line(self) -> Line:
        """The best line so far: it lays ``kernel.deepest`` cards."""
        return self.as_line(*self.kernel.best_moves())

    def as_line(self, start: int, moves: list[tuple[int, int, bool]]) -> Line:
        """The line in the deal's own terms for what the kernel's ``best_moves`` returned.

        The kernel names a pile by its place among the piles of its direction, sorted by (R, L), and it does not tell
        equal ones apart; here the tops are followed to find the pile of the deal that stands in that place.
        """
        ended_by, position = self._starts[start]
        names = position.rules.pile_names
        up, down = self._sides()
        up_tops = list(position.piles[: position.rules.ascending])
        down_tops = [-top for top in position.piles[position.rules.ascending :]]
        up_lanes, sorted_lanes = self.kernel.ascending, self._options.symmetry
        turns = [] if ended_by is None else [Turn((), ended_by)]
        plays: list[Play] = []
        player: int | None = position.to_play  # the others follow from the rules
        ends = True
        for rank, lane, ends in moves:
            card = self._cards[rank - 1]
            if lane < up_lanes:
                pile = up.pile_in_place(up_tops, lane) if sorted_lanes else lane
                up_tops[pile] = card
            else:
                pile = down.pile_in_place(down_tops, lane - up_lanes) if sorted_lanes else lane - up_lanes
                down_tops[pile] = -card
                pile += len(up_tops)
            plays.append(Play(card, names[pile]))
            up.remove(card)
            down.remove(-card)
            if ends:
                turns.append(Turn(tuple(plays), player))
                plays, player = [], None
        if plays:
            turns.append(Turn(tuple(plays), player))
        return Line(tuple(turns), closed=ends)


def _enough_slack(deal: Deal) -> int:
    """How many cards beyond the minimum a turn may have to lay.

    With several players any number may be needed. Alone, a turn of 2m cards or more (m the minimum) gains nothing over
    ending it after m: what remains is at least m and makes a turn of its own, and the cards drawn in between only add
    choice. Shorter turns do matter, because they shift when cards are drawn. The smallest example: one ascending pile,
    no trick, hand 2 3 4, deck 6 7 5, minimum 2: only ``2 3 4 | 5 6 7`` wins; after ``2 3 |`` the 5 comes too late.
    """
    return deal.rules.min_plays - 1 if deal.players == 1 else _kernel.UNLIMITED


def solve(
    deal: Deal,
    objective: Objective = "cards",
    budget: Budget = DEFAULT_BUDGET,
    progress: ProgressCallback | None = None,
) -> Outcome:
    """Decide the deal and, if it is lost, find the fewest cards left.

    For the objectives ``turns`` and ``tricks`` the line is a best one in cards left and the bound a simple one: turns
    of full hands, no trick. A node is an expanded position; without a time limit the same input gives the same answer
    and the same number of nodes.
    """
    run = _Run(deal, budget, progress)
    try:
        run.decide()
    except _Stopped as stopped:
        run.stopped_by = stopped.reason
    except KeyboardInterrupt:
        run.stopped_by = "interrupt"
    if objective == "cards":
        bound = run.bound
    elif objective == "turns":
        bound = -(-(deal.cards_left - run.best_left) // deal.hand_limit)
    else:
        bound = 0
    return Outcome(run.line(), run.bound, bound, run.nodes, run.stopped_by)


class _Stopped(Exception):
    """A budget is spent."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason = reason


class _Run:
    """One ``solve``: the budget that its searches share, and the best that they found."""

    def __init__(self, deal: Deal, budget: Budget, progress: ProgressCallback | None) -> None:
        now = monotonic()
        self.nodes = 0
        self.best_left = deal.cards_left
        self.bound = 0
        self.stopped_by: StopReason | None = None
        self.line: Callable[[], Line] = Line
        self._deal = deal
        self._budget = budget
        self._deadline = None if budget.time_limit is None else now + budget.time_limit
        self._progress = progress
        self._next_report = now + PROGRESS_SECONDS

    def decide(self) -> None:
        """Find a winning line, or prove that there is none and find the fewest cards left. Raises ``_Stopped``."""
        if self._deal.cards_left <= SMALL_DEAL and self._complete(SMALL_WIDTH):
            return
        slack = 0 if self._deal.players == 1 else 1
        for width in QUICK_WIDTHS:
            try:
                if self._search(Options(width, slack=slack), dead_limit=0).status == _kernel.Status.WON:
                    return
            except MemoryError:
                break
        if self._complete(EARLY_WIDTH):
            return
        width = FIRST_WIDE
        while not self._search_or_chunk(width):
            width *= WIDER

    def _complete(self, width: int) -> bool:
        """Try the complete search as long as no layer is larger than ``width``; did that decide the deal?"""
        try:
            return self._settles(self._search(Options(width), dead_limit=None, only_complete=True))
        except MemoryError:
            return False

    def _search_or_chunk(self, width: int) -> bool:
        """Search with this width, or chunked where that outgrows the memory; did that decide the deal?"""
        try:
            return self._settles(self._search(Options(width), dead_limit=None))
        except MemoryError:
            return self._settles(self._search(Options(CHUNK_WIDTH, memo=True), dead_limit=None))

    def _settles(self, kernel: _kernel.Search) -> bool:
        if kernel.status == _kernel.Status.WON:
            return True
        if kernel.truncated:
            return False
        self.bound = self.best_left
        return True

    def _search(self, options: Options, dead_limit: int | None, *, only_complete: bool = False) -> _kernel.Search:
        """Run one search to its end; with ``only_complete``, until it leaves something out.

        Raises ``_Stopped``, or ``MemoryError`` where a thriftier search may still do.
        """
        left = None if self._budget.max_nodes is None else self._budget.max_nodes - self.nodes
        if left == 0:
            raise _Stopped("nodes")
        search = Search(
            self._deal, options, dead_limit=dead_limit, max_nodes=left, max_bytes=self._budget.memory_mib << 20
        )
        kernel = search.kernel
        status = _kernel.Status
        before = self.nodes
        try:
            while search.run() == status.RUNNING:
                self.nodes = before + kernel.nodes
                if only_complete and kernel.truncated:
                    return kernel
                self._look_up(search)
        finally:
            self.nodes = before + kernel.nodes
            self._compare(search)
        if kernel.status == status.OUT_OF_NODES:
            raise _Stopped("nodes")
        if kernel.status == status.OUT_OF_MEMORY:
            if options.memo:
                raise _Stopped("memory")
            raise MemoryError
        return kernel

    def _compare(self, search: Search) -> None:
        """Remember how the best line was reached, if this search has found a better one."""
        left = self._deal.cards_left - search.kernel.deepest
        if left < self.best_left:
            self.best_left = left
            start, moves = search.kernel.best_moves()
            self.line = partial(search.as_line, start, moves)

    def _look_up(self, search: Search) -> None:
        """Between two slices: is the time up, is a report due?"""
        now = monotonic()
        if self._deadline is not None and now >= self._deadline:
            raise _Stopped("time")
        if self._progress is not None and now >= self._next_report:
            self._next_report = now + PROGRESS_SECONDS
            best = min(self.best_left, self._deal.cards_left - search.kernel.deepest)
            self._progress(Progress("searching", self.nodes, best, self.bound))
