"""One search by the compiled kernel, in the terms of a deal: what it is to reach, with which parts, and its line.

The kernel knows ranks and lanes; this file translates a deal into them, and the kernel's moves back into plays.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from solver.budget import DEFAULT_MEMORY_MIB
from solver.the_game import _kernel
from solver.the_game.deal import Deal
from solver.the_game.notation import Line, Play, Turn
from solver.the_game.rules import Position

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

SLICE = 50_000
"""Children that the kernel generates before it hands back control: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Options:
    """The replaceable parts of one search. With ``slack`` ``None``, every
    combination without ``width`` or with ``memo`` is complete.

    ``width``: positions of a layer that are expanded at a time, best score first; 0 for all. ``memo``: come back for
    what was left out (chunked depth-first search with a memo); without it a search with a width is a beam. ``slack``:
    how many cards beyond the minimum a turn may lay; ``None`` for as many as can matter. ``trick_bonus`` and
    ``partner_bonus``: what a backwards trick in reach, and a card in hand whose trick partner is unplayed, are worth in
    the score, in sixteenths of a rank. The others switch off one rule each: ``dominance`` (then only equal
    positions are merged), ``dead_cards``, ``symmetry`` (of piles), ``order`` (of plays that could be swapped; only
    in effect without ``width`` and ``memo``).
    """

    width: int = 0
    memo: bool = False
    slack: int | None = None
    trick_bonus: int = 6
    partner_bonus: int = 8
    cost_weight: int = 0
    dominance: bool = True
    dead_cards: bool = True
    symmetry: bool = True
    order: bool = True


@dataclass(frozen=True, slots=True)
class Goal:
    """What a search is to reach: at most ``cards_left`` cards unplayed, at a ``cost`` of at most ``cost_limit``."""

    cards_left: int = 0
    cost: _kernel.Cost = _kernel.Cost.FREE
    cost_limit: int = 0


WIN = Goal()


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


class Threads:
    """So many threads, for searches one after another; they start when they are needed first."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._executor: ThreadPoolExecutor | None = None

    @classmethod
    def of(cls, count: int) -> Threads | None:
        """``None`` for a single thread: the one that calls."""
        return cls(count) if count > 1 else None

    def submit(self, call: Callable[..., None], *arguments: object) -> Future[None]:
        """Run this in one of the threads."""
        if self._executor is None:
            # Imported only now: most deals are solved before it would be loaded.
            from concurrent.futures import ThreadPoolExecutor

            self._executor = ThreadPoolExecutor(self.count)
        return self._executor.submit(call, *arguments)


class Search:
    """One search of one deal by the kernel, in the deal's own terms."""

    def __init__(
        self,
        deal: Deal,
        options: Options,
        *,
        dead_limit: int | None = 0,
        best_left: int | None = None,
        goal: Goal = WIN,
        max_nodes: int | None = None,
        max_bytes: int = DEFAULT_MEMORY_MIB << 20,
        threads: Threads | None = None,
        recording: bool = True,
    ) -> None:
        """``dead_limit``: most dead cards that a position may have; ``None``: fewer than the best line leaves, be it
        of this search or one known before that leaves ``best_left``. ``threads`` make it faster, and nothing else; a
        search with ``memo`` has no use for them. Without ``recording`` a complete search needs half the memory, but
        there is no ``line``: it tells whether there is one, and no more.
        """
        self._deal = deal
        self._options = options
        # The kernel ends turns together with a play; a turn under way may also be ended right away.
        starts = deal.starts()
        self._starts: list[tuple[int | None, Position]] = [(None, start) for start in starts if start.hand or start.won]
        self._starts += [(start.to_play, start.end_turn()) for start in starts if start.may_end_turn]
        self._cards = sorted(card for cards in (*deal.hands, deal.deck) for card in cards)
        rules = deal.rules
        up, down = self._sides()
        make_kernel = partial(
            _kernel.Search,
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
            order=options.order,
            slack=_enough_slack(deal, goal.cost) if options.slack is None else options.slack,
            dead_limit=(len(self._cards) if best_left is None else best_left) - 1 if dead_limit is None else dead_limit,
            improving=dead_limit is None,
            cost=int(goal.cost),
            cost_limit=goal.cost_limit,
            target=len(self._cards) - goal.cards_left,
            trick_bonus=options.trick_bonus,
            partner_bonus=options.partner_bonus,
            cost_weight=options.cost_weight,
            max_nodes=-1 if max_nodes is None else max_nodes,
            max_memory=max_bytes,
            recording=recording,
        )
        self.kernel = make_kernel()
        if threads is not None and not options.memo:
            self.kernel.share([make_kernel() for _ in range(threads.count)], threads.submit)

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


def _enough_slack(deal: Deal, cost: _kernel.Cost) -> int:
    """How many cards beyond the minimum a turn may have to lay.

    With several players, or when turns are counted, any number may be needed. Alone, a turn of 2m cards or more (m the
    minimum) gains nothing over ending it after m: what remains is at least m and makes a turn of its own, and the cards
    drawn in between only add choice. Shorter turns do matter, because they shift when cards are drawn. The smallest
    example: one ascending pile, no trick, hand 2 3 4, deck 6 7 5, minimum 2: only ``2 3 4 | 5 6 7`` wins; after
    ``2 3 |`` the 5 comes too late.
    """
    alone = deal.players == 1 and cost != _kernel.Cost.TURNS
    return deal.rules.min_plays - 1 if alone else _kernel.Slack.UNLIMITED
