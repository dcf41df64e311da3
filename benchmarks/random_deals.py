"""Random small deals of every shape: the raw material of agreement, in the tests and in `agree`.

They are small enough for brute force and stay near the border between won and lost: rule sets of all kinds (presets
too), decks with gaps, full and part-filled hands, starts, positions with piles under way, the middle of a turn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from solver.budget import Budget
from solver.result import Objective
from solver.the_game import reference
from solver.the_game.deal import Deal
from solver.the_game.outcome import Outcome
from solver.the_game.rules import PRESETS, Rules

MOST_NODES = 1000
"""Deals on which brute force takes more (about one in ten) are passed over: they would take most of the time."""

_PILES = ((1, 0), (0, 1), *[(1, 1)] * 8, (2, 0), (0, 2), (2, 1), (1, 2), (1, 2), (3, 0), (0, 3), (2, 2), (3, 1))
"""Numbers of ascending and descending piles, as often as they come."""

_SHAPES = {1: (6, 12, 0.7, 0.3), 2: (5, 10, 0.55, 0.5), 3: (5, 9, 0.15, 0.7), 4: (5, 8, 0.05, 0.85)}
"""By number of piles: fewest and most cards, share of deals at the start, how far piles under way have come (0 to 1).
More piles make more positions and easier wins: such deals have fewer cards and less room."""


def solved_deals(
    seed: int, count: int, *, players: int | None = None, objective: Objective = "cards"
) -> Iterator[tuple[Deal, Outcome]]:
    """``count`` random deals with what the reference engine says of them; the same seed gives the same deals."""
    rng = random.Random(seed)
    budget = Budget(max_nodes=MOST_NODES)
    while count:
        deal = random_deal(rng, players)
        outcome = reference.solve(deal, objective, budget)
        if outcome.stopped_by is None:
            count -= 1
            yield deal, outcome


def random_deal(rng: random.Random, players: int | None = None) -> Deal:
    """A deal of 5 to 12 unplayed cards, for ``players`` or else for 1 to 5.

    The same state of ``rng`` gives the same deal.
    """
    if players is None:
        players = rng.choices((1, 2, 3, 4, 5), (7, 5, 3, 2, 1))[0]
    rules = random_rules(rng, players)
    fewest, most, start_share, progress = _SHAPES[rules.pile_count]
    cards = random_cards(rng, rules, min(rng.randint(fewest, most), rules.high - rules.low + 1))
    at_start = rng.random() < start_share
    piles = rules.start_piles if at_start else _piles_under_way(rng, rules, cards, progress)

    limit = rules.hand_limit(players)
    to_play = rng.randrange(players)
    played = rng.randint(1, min(3, limit)) if rng.random() < 0.2 else 0
    sizes = [limit - (played if player == to_play else 0) for player in range(players)]
    if rng.random() < 0.25:
        sizes = [rng.randint(0, size) for size in sizes]
    hands = []
    for size in sizes:
        hands.append(tuple(cards[:size]))
        cards = cards[size:]
    team_chooses = played == 0 and rng.random() < 0.3
    return Deal(rules, tuple(hands), tuple(cards), piles, None if team_chooses else to_play, played)


def random_rules(rng: random.Random, players: int) -> Rules:
    """Rules of any kind, with 1 to 4 piles; one in ten is a preset."""
    if rng.random() < 0.1:
        return PRESETS[rng.choice(sorted(PRESETS))]
    low = rng.choice((0, 1, 2, 2, 2, 3, 20))
    ascending, descending = rng.choice(_PILES)
    return Rules(
        low=low,
        high=low + rng.randint(9, 24),
        ascending=ascending,
        descending=descending,
        step=rng.choice((0, 0, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10)),
        hand_size=None if rng.random() < 0.02 else rng.choice((1, 2, 2, 3, 3, 4) if players == 1 else (1, 2, 2, 3)),
        min_plays=rng.choice((1, 1, 2, 2, 2, 3, 4)),
        min_plays_empty=rng.choice((1, 1, 1, 2, 2, 3)),
    )


def random_cards(rng: random.Random, rules: Rules, count: int) -> list[int]:
    """``count`` different cards in random order. Half of the time a card comes with one that is ``step`` away from it,
    since in a deck with gaps tricks would be rare otherwise."""
    cards: list[int] = []
    while len(cards) < count:
        card = rng.randint(rules.low, rules.high)
        if cards and rng.random() < 0.5:
            card = rng.choice(cards) + rng.choice((-rules.step, rules.step))
        if rules.low <= card <= rules.high and card not in cards:
            cards.append(card)
    rng.shuffle(cards)
    return cards


def _piles_under_way(rng: random.Random, rules: Rules, cards: list[int], progress: float) -> tuple[int, ...]:
    """Tops that are played cards around ``progress`` of each pile's way; now and then a start value stays."""
    free = sorted(set(range(rules.low, rules.high + 1)) - set(cards))
    piles = list(rules.start_piles)
    for pile in range(len(piles)):
        if free and rng.random() < 0.85:
            way = free if rules.is_ascending(pile) else free[::-1]
            place = min(max(rng.gauss(progress, 0.2), 0.0), 0.999)
            piles[pile] = way[int(place * len(way))]
            free.remove(piles[pile])
    return tuple(piles)
