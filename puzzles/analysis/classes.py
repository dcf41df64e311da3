"""Which winning plays are the same but for the order in which a turn lays its cards.

**Definition.** A turn draws nothing before its end, and what a pile takes depends on its own top alone. So two
neighbouring plays of one turn on different piles may change places, and nothing else changes. Nor does it matter where
turns end once the player to play holds all the cards that are left: what remains may as well be one turn. Two lines are
*the same up to order* if they differ in nothing but such changes, such ends, and the names of piles with equal tops.
For a play p, let W(p) be the winning lines that begin with p, taken up to order. Two winning plays p and q are of one
*class* if W(p) = W(q): whichever is laid first, the same wins remain, so that choosing between them is no choice.

Equality of sets is an equivalence, so the classes are well defined. If exactly one class keeps the win, then all
winning lines have all plays of that class in common: that is what an *only play* means here.

**How it is decided.** A line of W(p) belongs to W(q) exactly if q can be moved to its front: it lays q's card in the
same turn as the first card on a pile that shows what q's pile shows now. So W(p) is part of W(q) exactly if no winning
line begins with p and does without that. One line that does without it refutes that; to prove it, all ways on within
the turn that avoid q are walked, as far as they keep the win.

Ending the turn is a class of its own, as nothing that is played before the end is the same as a play after it; but
where turns do not matter any more it is none at all. Plays of different players are never of one class. Rejected: to
link p and q where *some* winning line has both, and to take the transitive closure. In a fresh deal that puts all 32
first plays, all winning, into one class, as if there was nothing to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from solver.the_game.rules import Position

Laid = tuple[int, int]
"""A play as ``Position.plays`` gives it: card and pile index."""

Continuation = Callable[[Position], Sequence[Laid] | None]
"""What a winning line lays in the rest of the turn under way, or in all turns where turns do not matter any more;
``None`` for a lost position. Raises ``Undecided``."""


class Undecided(Exception):
    """A budget does not suffice to say whether a position can be won."""


def classes_of(
    position: Position, winning: Sequence[Laid], continuation: Continuation
) -> tuple[list[list[Laid]], bool]:
    """The classes of the winning plays, in the order of their first plays, and whether they are proven.

    ``winning``: plays of ``position`` after each of which the deal can be won. Where ``continuation`` cannot decide,
    plays are kept apart: unproven classes may be too many, never too few.
    """
    alike: dict[Laid, list[Laid]] = {}
    for card, pile in winning:
        alike.setdefault((card, twin(position, pile)), []).append((card, pile))
    home = {play: play for play in alike}
    proven = True
    for first, second in combinations(alike, 2):
        if home[first] != first or home[second] != second:
            continue  # it is in the class of an earlier play, which stands for it
        try:
            equal = _always_lays(position, first, second, continuation) and _always_lays(
                position, second, first, continuation
            )
        except Undecided:
            proven = equal = False
        if equal:
            home[second] = first
    together: dict[Laid, list[Laid]] = {}
    for play, same in alike.items():
        together.setdefault(home[play], []).extend(same)
    return list(together.values()), proven


def _always_lays(position: Position, first: Laid, second: Laid, continuation: Continuation) -> bool:
    """Could every winning line that begins with ``first`` as well begin with ``second``?"""
    if first[0] == second[0]:
        return False  # one card, on two piles that differ
    undecided = False
    seen = {position.play(*first)}
    todo = list(seen)
    while todo:
        here = todo.pop()
        try:
            rest = continuation(here)
            if rest is None:
                continue
            if not _lays(position, here, rest, second):
                return False
            if here.may_end_turn and turns_matter(here) and continuation(here.end_turn()) is not None:
                return False
        except Undecided:
            undecided = True
            continue
        for play in here.plays():
            if not _lays(position, here, [play], second):
                after = here.play(*play)
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
    if undecided:
        raise Undecided
    return True


def _lays(position: Position, here: Position, plays: Sequence[Laid], wanted: Laid) -> bool:
    """Do these plays, made ``here``, lay the wanted card first on a pile that shows what its pile showed before?

    A top never comes back, as each card exists once: a pile that shows what it showed has not been touched.
    """
    tops = list(here.piles)
    card, pile = wanted
    for laid, on in plays:
        if laid == card:
            untouched = tops[on] == position.piles[on]
            return untouched and twin(position, on) == twin(position, pile)
        tops[on] = laid
    return False


def turns_matter(position: Position) -> bool:
    """Does it make a difference where turns end: are there cards that the player to play does not hold?"""
    return position.cards_left > len(position.hand)


def twin(position: Position, pile: int) -> int:
    """The first pile of the same direction with the same top: all that such piles differ in is their name."""
    start = 0 if position.rules.is_ascending(pile) else position.rules.ascending
    return position.piles.index(position.piles[pile], start)
