"""How much of a deal its first plays can see.

After j plays at most j cards have been drawn beyond those that fill the hands at the start. So what lies deeper in the
deck plays no part in the first plays: whether so many cards can be laid at all is decided without it. For a search
that is worth much. A card that nobody will hold makes tops differ that are the same to all others, and holds out a
trick that nobody will play to cards that are dead without it.
"""

from __future__ import annotations

from dataclasses import replace

from solver.the_game.deal import Deal


def seen_by(deal: Deal, plays: int) -> Deal:
    """The deal with no more of its deck than its first ``plays`` plays (at least 1) can see; the deal itself if that is
    all of it.

    Each line that lays so many cards, or fewer, is a line of both up to there (``docs/refutations.md``, Lemma 4). What
    is cut off leaves ``players * hand_limit`` cards when so many are laid.
    """
    room = deal.players * deal.hand_limit - sum(map(len, deal.hands))
    seen = plays + room
    return deal if seen >= len(deal.deck) else replace(deal, deck=deal.deck[:seen], seed=None)
