"""The formula: is there a line of one player that lays all cards without a backwards trick?

Without tricks the numbers of the cards decide in which order a pile gets them. So a line is: a pile for every card, and
lengths of turns. Each card *waits* for those below it in its pile, and what waits takes up room in the hand. That is
all: if the hand suffices, the line exists (docs/trickless.md has the proofs).

*Times* count drawn cards: a card of the first hand is there at time ``hand size``, the next one drawn is there one
later, and so on. ``waits(card, T)``: when the card that arrives at ``T`` is there, this card, drawn before, cannot
have been laid, because a card below it in its pile arrives at ``T`` or later.

Who shares a pile is told by rank only: the piles of one direction, those reaching the latest time first. A card goes
either on a pile where it need not wait, and then on that of these which reaches furthest; or on one where it has to,
and then on that of these which reaches least. Other choices gain nothing, and leaving them out is what makes the
formula easy: with a variable for every card and pile it took the solver 8 times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pysat.card import ITotalizer

from solver.the_game.deal import Deal

Literal: TypeAlias = int
"""A variable, or its negation as the negative number."""
Reach: TypeAlias = dict[int, Literal]
"""By time: does a pile reach it, that is, has it got a card that arrives then or later? What is missing is false."""


@dataclass(slots=True)
class Formula:
    """Clauses over variables 1, 2, …, and what the variables of a line mean.

    ``cards``: the unplayed ones from low to high, ``arrivals`` the times at which they are drawn; lists by card go in
    this order. ``ascending``: does the card go on an ascending pile? ``up`` and ``down``: if it goes on an ascending
    or a descending pile, is it on one of rank 1 or later, of rank 2 or later, …? ``starts``: by time, does a turn
    begin then?
    """

    cards: list[int]
    arrivals: list[int]
    clauses: list[list[Literal]] = field(default_factory=list)
    variables: int = 0
    ascending: list[Literal] = field(default_factory=list)
    up: list[list[Literal]] = field(default_factory=list)
    down: list[list[Literal]] = field(default_factory=list)
    starts: dict[int, Literal] = field(default_factory=dict)

    def new(self) -> Literal:
        """A new variable."""
        self.variables += 1
        return self.variables

    def add(self, literals: Iterable[Literal | None]) -> None:
        """Add a clause: one of the literals is true. ``None`` is false."""
        self.clauses.append([literal for literal in literals if literal is not None])


def formula_of(deal: Deal) -> Formula:
    """The formula; it can be satisfied exactly if the deal can be won without a backwards trick.

    For deals to which ``trickless.applies``.
    """
    hand = len(deal.hands[0])
    arrival = dict.fromkeys(deal.hands[0], hand) | {card: hand + n for n, card in enumerate(deal.deck, 1)}
    cards = sorted(arrival)
    formula = Formula(cards, [arrival[card] for card in cards])
    formula.ascending = [formula.new() for _ in cards]
    waits = _waiting(formula)
    ascending = deal.rules.ascending
    formula.up = _piles(formula, range(len(cards)), formula.ascending, _free_piles(cards, deal.tops[:ascending]), waits)
    mirrored, tops = [-card for card in reversed(cards)], [-top for top in deal.tops[ascending:]]
    descending = [-literal for literal in formula.ascending]
    formula.down = _piles(formula, range(len(cards) - 1, -1, -1), descending, _free_piles(mirrored, tops), waits)
    longest = _turns(formula, deal, hand)
    _hands(formula, deal.hand_limit, longest, waits)
    return formula


def _waiting(formula: Formula) -> list[dict[int, Literal]]:
    """By card and time: does it wait then? Who waits now has waited since it came."""
    end = max(formula.arrivals)
    waits = [{time: formula.new() for time in range(arrival + 1, end + 1)} for arrival in formula.arrivals]
    for times in waits:
        for time in times:
            if time - 1 in times:
                formula.add((-times[time], times[time - 1]))
    return waits


def _free_piles(cards: Sequence[int], tops: Sequence[int]) -> list[int]:
    """On how many piles each card may be laid at first; the cards ascend."""
    return [sum(top < card for top in tops) for card in cards]


def _piles(
    formula: Formula,
    order: Sequence[int],
    goes: Sequence[Literal],
    free: Sequence[int],
    waits: Sequence[dict[int, Literal]],
) -> list[list[Literal]]:
    """The piles of one direction: go through the cards in the order in which a pile gets them.

    ``goes``: by card, does it go in this direction? ``ranks``: of the piles that the cards fit by now, in the order of
    what they reach, furthest first. Returns by card ``beyond``: is it laid on rank 1 or later, on rank 2 or later, …?
    """
    chosen: list[list[Literal]] = [[] for _ in order]
    ranks: list[Reach] = []
    for card, piles in zip(order, free, strict=True):
        ranks += [{} for _ in range(piles - len(ranks))]
        leaves, arrival = -goes[card], formula.arrivals[card]
        if not ranks:
            formula.add((leaves,))
            continue
        later = [reach.get(arrival + 1) for reach in ranks]  # would the card wait on this pile?
        beyond = chosen[card] = [formula.new() for _ in ranks[1:]]
        for rank, further in enumerate(beyond, 1):
            if rank < len(beyond):
                formula.add((-beyond[rank], further))
            formula.add((leaves, -further, later[rank - 1]))
            if (waiting := later[rank]) is not None:
                formula.add((leaves, further, -waiting))
        for rank, reach in enumerate(ranks):
            deeper = beyond[rank] if rank < len(beyond) else None
            for time, waits_then in waits[card].items():
                if time in reach:
                    formula.add((leaves, deeper, -reach[time], waits_then))
        ranks = [
            _reach_after(formula, reach, arrival, (leaves, -beyond[rank - 1]) if rank else (leaves,))
            if rank == 0 or later[rank - 1] is not None
            else reach
            for rank, reach in enumerate(ranks)
        ]
        for reach, before in zip(ranks[1:], ranks, strict=False):
            for time, literal in reach.items():
                formula.add((-literal, before[time]))
    return chosen


def _reach_after(formula: Formula, reach: Reach, arrival: int, unless: tuple[Literal, ...]) -> Reach:
    """What the pile of a rank reaches once a card was laid on it or on one of a later rank, ``unless`` it was not."""
    after = dict(reach)
    for time in range(min(formula.arrivals) + 1, arrival + 1):
        after[time] = formula.new()
        formula.add((*unless, after[time]))
        if time in reach:
            formula.add((-reach[time], after[time]))
    for time, literal in after.items():
        if time - 1 in after:
            formula.add((-literal, after[time - 1]))
    return after


def _turns(formula: Formula, deal: Deal, hand: int) -> int:
    """When turns begin; returns the length of the longest turn.

    Turns of the minimum m to 2m-1 cards suffice, since a longer one can be ended after m (``search._enough_slack``).
    The last turn may go on beyond the deck: it lays more than is drawn.
    """
    least = min(deal.rules.min_plays, deal.hand_limit)
    longest = min(2 * deal.rules.min_plays - 1, deal.hand_limit)
    end = hand + len(deal.deck)
    starts = formula.starts = {time: formula.new() for time in range(hand, end + longest + 1)}
    formula.add((starts[hand],))
    for time in range(hand, end + 1):
        for after in range(time + 1, time + least):
            formula.add((-starts[time], -starts[after]))
        formula.add(starts[after] for after in range(time, time + longest))
    return longest


def _hands(formula: Formula, limit: int, longest: int, waits: Sequence[dict[int, Literal]]) -> None:
    """At every time there is room for the cards that wait, the one that arrives, and those drawn with it but later."""
    for time in sorted(formula.starts):
        waiting = [times[time] for times in waits if time in times]
        if not waiting:
            continue
        at_least = _count(formula, waiting, limit)
        for later in range(longest):  # cards that arrive after this one, but before the next turn
            if limit - later <= len(waiting):
                begun = [formula.starts[time + n] for n in range(later)]
                formula.add((*begun, -at_least[limit - later - 1]))


def _count(formula: Formula, literals: list[Literal], most: int) -> list[Literal]:
    """Literals that are true if at least 1, 2, … ``most`` of these are."""
    if len(literals) == 1:
        return literals
    with ITotalizer(literals, ubound=most - 1, top_id=formula.variables) as counter:
        formula.clauses += counter.cnf.clauses
        formula.variables = max(formula.variables, counter.top_id)
        return list(counter.rhs)
