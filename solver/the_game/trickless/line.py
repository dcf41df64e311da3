"""From a solution of the formula to a line of play."""

from __future__ import annotations

from collections.abc import Iterator, Set

from solver.errors import EngineError
from solver.the_game.deal import Deal
from solver.the_game.notation import Line, Play, Turn
from solver.the_game.trickless.model import Formula, Literal


def line_of(deal: Deal, formula: Formula, true: Set[Literal]) -> Line:
    """The line that a solution describes; ``true`` has the variables that are true in it.

    Within a turn it does not matter which of the cards that need not wait are laid, as long as each pile gets its
    cards in order: those that have to wait are the same ones whatever is laid before.
    """
    waiting = sorted(_plays(deal, formula, true), key=lambda laid: laid[0])
    turns: list[Turn] = []
    begin = min(formula.starts)
    while waiting:
        if begin >= max(formula.arrivals):  # the deck is empty: all the rest in one turn
            end = begin + len(waiting)
        else:
            end = next(time for time in formula.starts if time > begin and formula.starts[time] in true)
        laid, waiting = waiting[: end - begin], waiting[end - begin :]
        if any(ready > begin for ready, _ in laid):
            raise EngineError("a solution of the formula without tricks makes no line")
        turns.append(Turn(tuple(play for _, play in laid), 0))
        begin = end
    return Line(tuple(turns))


def _plays(deal: Deal, formula: Formula, true: Set[Literal]) -> Iterator[tuple[int, Play]]:
    """For each card the time from which it can be laid and its play; the cards of a pile in their order."""
    ascending = deal.rules.ascending
    goes_up = [literal in true for literal in formula.ascending]
    up_piles, down_piles = range(ascending), range(ascending, len(deal.tops))
    for up, piles, beyond in ((True, up_piles, formula.up), (False, down_piles, formula.down)):
        reach = dict.fromkeys(piles, 0)
        order = range(len(formula.cards))
        for card in order if up else reversed(order):
            if goes_up[card] != up:
                continue
            number = formula.cards[card]
            free = [pile for pile in piles if (deal.tops[pile] < number if up else deal.tops[pile] > number)]
            # What piles reach here is never more than in the solution, rank by rank.
            free.sort(key=lambda pile: -reach[pile])
            pile = free[sum(literal in true for literal in beyond[card])]
            reach[pile] = max(reach[pile], formula.arrivals[card])
            yield reach[pile], Play(number, deal.rules.pile_name(pile))
