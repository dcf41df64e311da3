"""The DFS engine: drives the compiled kernel from quick tries to the complete search.

A ladder of beams, each wider than the one before. Most deals that can be won are won on the first rungs, a
few thousand positions. A beam that never left anything out was a complete search: a deal that cannot be won is decided
by the first rung that is wide enough for its largest layer. So that no search need climb much higher than that,
attempts at the complete search are made in between and given up as soon as a layer is too large. If a rung outgrows the
memory, a chunked depth-first search takes over, which needs little of it but time.

From the first attempt on, dead cards only count against the best line so far (fewer must stay than it leaves). Then the
deepest layer that a complete search reaches is the optimum of a lost deal, and the verdict needs no search of its own:
dead cards alone hardly ever end a branch early. Such a search asks no more than whether somewhat more cards can be laid
than by the best line, and so it need not look at the end of the deck (``horizon``); if they can, it looks further.

For the objectives turns and tricks the same kernel counts the cost and drops what exceeds a limit. Once the fewest
cards left are proven, beams lower the cost of the best line, and complete searches at the bound raise the bound, wider
and wider in turn, until both meet.

Whether one player can win without any trick no search decides on full deals, but a formula does (``trickless``): who
calls may hand in ``ask``, and it is asked once the first rungs have not decided.

The kernel works in slices, so that budgets, progress and Ctrl-C take effect at any moment; how the work is sliced
changes neither answers nor node counts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic

from solver.budget import Budget, StopReason
from solver.result import Objective
from solver.the_game import _kernel
from solver.the_game.deal import Deal
from solver.the_game.horizon import seen_by
from solver.the_game.notation import Line
from solver.the_game.outcome import Gap, Outcome, Progress, ProgressCallback
from solver.the_game.referee import verify
from solver.the_game.search import Goal, Options, Search, Threads
from solver.the_game.trickless import Ask

PROGRESS_SECONDS = 0.1
QUICK_WIDTHS = (4, 8, 16, 32, 64, 128, 256, 512)
"""Widths of the first beams. They try turns of hardly more than the minimum, and drop positions with dead cards."""
WIDE, WIDER = (4096, 65_536), 16
"""Widths of the beams after the attempt at the complete search, and how many times as wide each further one is. Few
rungs, because a lost deal climbs all that are narrower than its layers: from 2048 on, each 4 times as wide, they took
1.6 times the positions on lost deals of hand 5. Of seeds 0 to 99 of hand 5, 13 are won first by the beam 65,536 wide;
it takes a quarter of the positions of the complete search that 48 others need as well."""
COMPLETE_FIRST = 64
"""Before each further beam the complete search is tried, as far as no layer is larger than so many times the width of
the last one. A beam that leaves out little costs nearly as much and decides nothing: one 1,048,576 wide took 40 million
positions of a deal of hand 6 for which the complete search needs 57 million. An attempt that fails costs far less,
because it fails as soon as a layer is too large."""
SMALL_DEAL, SMALL_WIDTH = 48, 256
"""Deals of at most so many cards begin with an attempt at the complete search, as far as layers are not larger."""
EARLY_WIDTH = 65_536
"""The same for all deals after the first beams."""
AHEAD = 3
"""So many more cards than the best line lays a complete search after the wide beams tries to lay. What it does not
reach is proven out of reach; if all are laid, it has to begin again and look further. After the narrow beams alone it
would have to do so too often: with 8 more cards deals of hand 4 took a third more positions, with 16 hardly fewer."""
CHUNK_WIDTHS = (1024, 64, 4)
"""Widths of the depth-first search that takes over when whole layers outgrow the memory; each needs less of it."""

PROOF_WIDTH = 64
"""The complete searches that raise a bound may have layers so many times as large as the beams that go before."""
ASK_WIDTH = 128
"""Beams for fewer tricks become so wide before it is asked whether any are needed: a few seconds."""
ASK_SHARE = 0.5
"""How much of what is left of the budget then may go into the question."""
COST_WEIGHTS = {_kernel.Cost.FREE: 0, _kernel.Cost.TURNS: 256, _kernel.Cost.TRICKS: 128}
"""What a turn or a trick weighs in the score of such a beam, in sixteenths of a rank. Measured on full deals, 512 wide:
21 turns on average with 256, 27 with 0."""

DEFAULT_BUDGET = Budget()


def solve(
    deal: Deal,
    objective: Objective = "cards",
    budget: Budget = DEFAULT_BUDGET,
    progress: ProgressCallback | None = None,
    ask: Ask | None = None,
) -> Outcome:
    """Decide the deal and, if it is lost, find the fewest cards left.

    ``ask``: decides whether the deal can be won without tricks; for deals and objectives to which that matters.
    For the objectives ``turns`` and ``tricks`` the fewest cards left are decided first; if the budget ends that
    already, the bound is a simple one. A node is an expanded position; without a time limit the same input gives the
    same answer and the same number of nodes.
    """
    run = _Run(deal, budget, progress, ask)
    cost = _COSTS[objective]
    try:
        run.decide()
        if cost != _kernel.Cost.FREE:
            run.cheapen(objective)
    except _Stopped as stopped:
        run.stopped_by = stopped.reason
    except KeyboardInterrupt:
        run.stopped_by = "interrupt"
    except (_Outgrown, MemoryError):  # the budget does not suffice, or the system has less than that
        run.stopped_by = "memory"
    if cost == _kernel.Cost.FREE:
        bound = run.bound
    else:
        bound = max(run.least_cost, _fewest_turns(deal, run.best_left) if cost == _kernel.Cost.TURNS else 0)
    return Outcome(run.line(), run.bound, bound, run.nodes, run.stopped_by)


_COSTS = {"cards": _kernel.Cost.FREE, "turns": _kernel.Cost.TURNS, "tricks": _kernel.Cost.TRICKS}


def _fewest_turns(deal: Deal, cards_left: int) -> int:
    """A simple bound: no turn lays more than a full hand."""
    return -(-(deal.cards_left - cards_left) // deal.hand_limit)


class _Stopped(Exception):
    """A budget is spent."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason = reason


class _Outgrown(Exception):
    """A search needs more memory than the budget has."""


class _Run:
    """One ``solve``: the budget that its searches share, and the best that they found."""

    def __init__(self, deal: Deal, budget: Budget, progress: ProgressCallback | None, ask: Ask | None) -> None:
        now = monotonic()
        self.nodes = 0
        self.best_left = deal.cards_left
        self.bound = 0
        self.least_cost = 0
        self.stopped_by: StopReason | None = None
        self.line: Callable[[], Line] = Line
        self._deal = deal
        self._budget = budget
        self._threads = Threads.of(budget.threads)
        self._deadline = None if budget.time_limit is None else now + budget.time_limit
        self._progress = progress
        self._ask = ask
        self._begun = now
        self._next_report = now + PROGRESS_SECONDS
        self._wide = False  # have the wide beams been tried?
        self._too_large = False  # the complete search for the memory
        self._lowering: Objective | None = None  # turns or tricks, once the fewest cards left are decided
        self._value = 0  # of the best line, in turns or tricks while they are lowered

    def decide(self) -> None:
        """Find a winning line, or prove that there is none and find the fewest cards left.

        Raises ``_Stopped`` or ``_Outgrown``; so does ``cheapen``.
        """
        if self._deal.cards_left <= SMALL_DEAL and self._complete(SMALL_WIDTH):
            return
        slack = 0 if self._deal.players == 1 else 1
        for width in QUICK_WIDTHS:
            try:
                if self._search(Options(width, slack=slack), self.bound).status == _kernel.Status.WON:
                    return
            except _Outgrown:
                break
        if self._complete(EARLY_WIDTH):
            return
        if self._deal.rules.step == 0 and self.bound == 0 and self._needs_tricks():
            self.bound = 1
        if self.best_left == 0:
            return
        for width in WIDE:
            if self._search_or_chunk(width):
                return
        self._wide = True
        while not self._complete(width * COMPLETE_FIRST):
            width *= WIDER
            if self._search_or_chunk(width):
                return

    def cheapen(self, objective: Objective) -> None:
        """Of the lines that leave ``best_left`` cards, find one of proven least cost: turns or tricks."""
        cost = _COSTS[objective]
        self.least_cost = _fewest_turns(self._deal, self.best_left) if cost == _kernel.Cost.TURNS else 0
        self._value = self._cost_of_line(cost)
        self._lowering = objective
        width = QUICK_WIDTHS[0]
        while self.least_cost < self._value:
            if width == ASK_WIDTH and cost == _kernel.Cost.TRICKS and self.best_left == 0 == self.least_cost:
                self.least_cost = int(self._needs_tricks())
                self._value = self._cost_of_line(cost)
            self._cheaper(cost, width)
            while self.least_cost < self._value:
                goal = Goal(self.best_left, cost, self.least_cost)
                proof = Options(width * PROOF_WIDTH)
                kernel = self._search(proof, dead_limit=self.best_left, goal=goal, only_complete=True)
                if kernel.status == _kernel.Status.WON:
                    self._value = self._cost_of_line(cost)
                elif kernel.truncated:
                    break
                else:
                    self.least_cost += 1
            width *= 2

    def _needs_tricks(self) -> bool:
        """Is it proven that no line wins without a trick? If there is such a line, it becomes the best one.

        It has a share of what is left of the budget; the rest is for better lines.
        """
        left = self._budget.rest(self.nodes, monotonic() - self._begun)
        if self._ask is None or left is None:
            return False
        before = self.nodes

        def report(nodes: int) -> None:
            self.nodes = before + nodes
            self._report("asking for a line without tricks", self.best_left)

        answer = self._ask(self._deal, left.part(ASK_SHARE), report)
        self.nodes = before + answer.nodes
        line = answer.line
        if line is not None:
            self.best_left, self.line = 0, lambda: line
        return answer.refuted

    def _cheaper(self, cost: _kernel.Cost, width: int) -> None:
        """Lower the cost of the best line with beams of this width, in larger and larger steps while they succeed."""
        options = Options(width, cost_weight=COST_WEIGHTS[cost])
        step = 1
        while step > 0 and self._value > self.least_cost:
            goal = Goal(self.best_left, cost, max(self.least_cost, self._value - step))
            kernel = self._search(options, dead_limit=self.best_left, goal=goal)
            if kernel.status == _kernel.Status.WON:
                self._value = self._cost_of_line(cost)
                step *= 2
            else:
                step //= 2

    def _cost_of_line(self, cost: _kernel.Cost) -> int:
        report = verify(self._deal, self.line())
        return report.turns if cost == _kernel.Cost.TURNS else report.tricks

    def _complete(self, width: int) -> bool:
        """Try the complete search as long as no layer is larger than ``width``; did that decide the deal?"""
        if self._too_large:
            return False
        try:
            while True:
                deal = self._near_part()
                kernel = self._search(Options(width), None, only_complete=True, part=deal)
                if kernel.status != _kernel.Status.WON or deal is self._deal:
                    return self._settles(kernel)
        except _Outgrown:
            self._too_large = True
            return False

    def _near_part(self) -> Deal:
        """What lines see of it that lay somewhat more cards than the best one; before the wide beams, all of it."""
        laid = self._deal.cards_left - self.best_left
        return seen_by(self._deal, laid + AHEAD) if self._wide else self._deal

    def _search_or_chunk(self, width: int) -> bool:
        """Search with this width, or chunked where that outgrows the memory; did that decide the deal?

        Raises ``_Outgrown`` when even the narrowest chunks do.
        """
        for options in (Options(width), *(Options(chunk, memo=True) for chunk in CHUNK_WIDTHS)):
            try:
                return self._settles(self._search(options, None))
            except _Outgrown:
                continue
        raise _Outgrown

    def _settles(self, kernel: _kernel.Search) -> bool:
        if kernel.status == _kernel.Status.WON:
            return True
        if kernel.truncated:
            return False
        self.bound = self.best_left
        return True

    def _search(
        self,
        options: Options,
        dead_limit: int | None,
        *,
        goal: Goal | None = None,
        only_complete: bool = False,
        part: Deal | None = None,
    ) -> _kernel.Search:
        """Run one search to its end; with ``only_complete``, until it leaves something out.

        Its goal is to leave no more cards than must stay, unless another is given; of a ``part`` of the deal that its
        first plays see, to lay so many cards. Raises ``_Stopped``, or ``_Outgrown`` where a thriftier search may still
        do.
        """
        left = None if self._budget.max_nodes is None else self._budget.max_nodes - self.nodes
        if left is not None and left <= 0:
            raise _Stopped("nodes")
        deal = part or self._deal
        hidden = self._deal.cards_left - deal.cards_left
        goal = goal or Goal(deal.players * deal.hand_limit if hidden else self.bound)
        search = Search(
            deal,
            options,
            dead_limit=dead_limit,
            best_left=self.best_left - hidden,
            goal=goal,
            max_nodes=left,
            max_bytes=self._budget.memory_mib << 20,
            threads=self._threads,
        )
        kernel = search.kernel
        if not hidden:
            self.bound = max(self.bound, kernel.start_dead)
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
            self._compare(search, goal)
        if kernel.status == status.OUT_OF_NODES:
            raise _Stopped("nodes")
        if kernel.status == status.OUT_OF_MEMORY:
            raise _Outgrown
        return kernel

    def _compare(self, search: Search, goal: Goal) -> None:
        """Remember how the best line was reached, if this search has found a better one."""
        left = self._deal.cards_left - search.kernel.deepest
        if left < self.best_left or (goal.cost != _kernel.Cost.FREE and left == goal.cards_left):
            self.best_left = left
            start, moves = search.kernel.best_moves()
            self.line = partial(search.as_line, start, moves)

    def _look_up(self, search: Search) -> None:
        """Between two slices: is the time up, is a report due?"""
        now = monotonic()
        if self._deadline is not None and now >= self._deadline:
            raise _Stopped("time")
        best = min(self.best_left, self._deal.cards_left - search.kernel.deepest)
        self._report("searching" if self._lowering is None else f"lowering {self._lowering}", best)

    def _report(self, phase: str, best_left: int) -> None:
        """Tell how far the search is, if somebody wants to know and has not just been told."""
        now = monotonic()
        if self._progress is None or now < self._next_report:
            return
        self._next_report = now + PROGRESS_SECONDS
        gap = None if self._lowering is None else Gap(self._lowering, self._value, self.least_cost)
        self._progress(Progress(phase, self.nodes, best_left, self.bound, gap))
