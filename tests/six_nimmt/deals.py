"""Random small deals of 6 nimmt! for the tests, and brute force over all ways to play them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

from solver.six_nimmt.deal import Deal
from solver.six_nimmt.resolve import Row, Rows, cheapest_row, resolve
from solver.six_nimmt.rules import Rules

Taken = tuple[int, ...]
Order = tuple[tuple[int, ...], ...]
"""The cards of each turn, by player."""


def random_deal(rng: random.Random, players: int, turns: int, scripted: int, high: int = 104) -> Deal:
    """Rows of 1 to 5 cards, small hands, scripts for the last ``scripted`` players, some with known row choices."""
    cards = rng.sample(range(1, high + 1), high)
    rows = tuple(tuple(sorted(cards.pop() for _ in range(rng.randint(1, 5)))) for _ in range(4))
    hands = tuple(tuple(sorted(cards.pop() for _ in range(turns))) for _ in range(players))
    open_seats = players - scripted
    script = tuple(None if player < open_seats else tuple(rng.sample(hand, turns)) for player, hand in enumerate(hands))
    choices = tuple(
        ()
        if player < open_seats or rng.random() < 0.6
        else tuple(rng.randint(1, 4) for _ in range(rng.randint(1, turns)))
        for player in range(players)
    )
    return Deal(Rules(high=high), rows, hands, script=script, row_choices=choices)


def every_way(deal: Deal) -> Iterator[tuple[Order, Taken]]:
    """Every way to play (orders of the open cards, rows that their owners may take) and the bullheads at its end."""
    choices = [list(known) for known in deal.row_choices]
    yield from _ways(deal.rows, list(deal.hands), list(deal.script), choices, (), deal.taken)


def _ways(
    rows: Rows, hands: list[Row], script: list[Row | None], choices: list[list[int]], order: Order, taken: Taken
) -> Iterator[tuple[Order, Taken]]:
    if not hands[0]:
        yield order, taken
        return
    orders = [hand if order is None else order[:1] for hand, order in zip(hands, script, strict=True)]
    for cards in product(*orders):
        owner = cards.index(min(cards))
        left = choices
        if any(row[-1] < cards[owner] for row in rows):
            possible = [0]
        elif script[owner] is None:
            possible = [1, 2, 3, 4]
        elif choices[owner]:
            possible = choices[owner][:1]
            left = [known[1:] if player == owner else known for player, known in enumerate(choices)]
        else:
            possible = [cheapest_row(rows)]
        for row in possible:
            turn = resolve(rows, dict(enumerate(cards)), lambda *_, row=row: row)
            more = {laid.player: laid.bullheads for laid in turn}
            yield from _ways(
                turn[-1].rows,
                [tuple(card for card in hand if card not in cards) for hand in hands],
                [order and order[1:] for order in script],
                left,
                (*order, cards),
                tuple(heads + more[player] for player, heads in enumerate(taken)),
            )


def best(deal: Deal, value: Callable[[Taken], int]) -> tuple[int, int, int]:
    """The least value that any way reaches, how many ways reach it, and how many orders of the cards do."""
    orders = [(value(taken), order) for order, taken in every_way(deal)]
    least = min(orders)[0]
    reaching = [order for reached, order in orders if reached == least]
    return least, len(reaching), len(set(reaching))


def best_for_first(deal: Deal, weights: tuple[int, ...]) -> tuple[int, int]:
    """The least cost of a round when each bullhead of player ``p`` costs ``weights[p]``, and how many ways reach it.

    Player 0 alone has no script; no row choices are known. With whole rows in the memo, so nothing is left out.
    """

    @cache
    def from_here(rows: Rows, hand: Row, turn: int) -> tuple[int, int]:
        if not hand:
            return 0, 1
        outcomes = []
        for card in hand:
            cards = {player: (order or (card,))[turn if order else 0] for player, order in enumerate(deal.script)}
            owner = min(cards, key=lambda player: cards[player])
            below = all(row[-1] > cards[owner] for row in rows)
            for choice in ((1, 2, 3, 4) if owner == 0 else (cheapest_row(rows),)) if below else (0,):
                laid = resolve(rows, cards, lambda *_, choice=choice: choice)
                left = tuple(other for other in hand if other != card)
                rest, ways = from_here(laid[-1].rows, left, turn + 1)
                outcomes.append((sum(weights[one.player] * one.bullheads for one in laid) + rest, ways))
        least = min(cost for cost, _ in outcomes)
        return least, sum(ways for cost, ways in outcomes if cost == least)

    return from_here(deal.rows, deal.hands[0], 0)
