"""Laws that every answer obeys, whatever the deal: each changes a deal in a way whose effect is known."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from benchmarks.random_deals import solved_deals
from solver.budget import Budget
from solver.the_game import dfs
from solver.the_game.deal import Deal
from solver.the_game.reference import FirstValues, Value, values
from solver.the_game.rules import Rules


def small_deals(seed: int, players: int | None = None) -> Iterator[Deal]:
    """Deals that brute force decides in a few milliseconds."""
    return (deal for deal, _ in solved_deals(seed, 120, players=players))


def mirrored(deal: Deal) -> Deal:
    """Card c becomes low + high - c, and ascending piles become descending ones."""
    rules = deal.rules
    total = rules.low + rules.high
    ascending = [total - top for top in deal.tops[rules.ascending :]]
    descending = [total - top for top in deal.tops[: rules.ascending]]
    return replace(
        deal,
        rules=replace(rules, ascending=rules.descending, descending=rules.ascending),
        hands=tuple(tuple(total - card for card in hand) for hand in deal.hands),
        deck=tuple(total - card for card in deal.deck),
        piles=(*ascending, *descending),
    )


def piles_turned_round(deal: Deal) -> Deal:
    """The piles of each direction in reverse order."""
    ascending = deal.rules.ascending
    return replace(deal, piles=deal.tops[:ascending][::-1] + deal.tops[ascending:][::-1])


def players_rotated(deal: Deal) -> Deal:
    """Player 0 becomes the last one; all others move up."""
    to_play = None if deal.to_play is None else (deal.to_play - 1) % deal.players
    return replace(deal, hands=deal.hands[1:] + deal.hands[:1], to_play=to_play)


def one_more_in_hand(deal: Deal) -> Deal:
    """The same deal with a hand larger by one, the next card of the deck drawn already. For one player."""
    return replace(
        deal,
        rules=replace(deal.rules, hand_size=deal.hand_limit + 1),
        hands=(deal.hands[0] + deal.deck[:1],),
        deck=deal.deck[1:],
    )


def by_name(found: FirstValues) -> dict[tuple[int, int, str], Value]:
    return {(play.player, play.card, play.pile): play.value for play in found.plays}


# -- small deals, by brute force -------------------------------------------------------------------------------


def test_the_mirror_keeps_every_value() -> None:
    for deal in small_deals(21):
        total = deal.rules.low + deal.rules.high
        here, there = values(deal), values(mirrored(deal))
        seen = {
            (player, total - card, {"A": "D", "D": "A"}[pile[0]] + pile[1:]): value
            for (player, card, pile), value in by_name(there).items()
        }
        assert seen == by_name(here)
        assert there.end_turn == here.end_turn
        assert mirrored(mirrored(deal)) == deal


def test_the_order_of_piles_changes_names_only() -> None:
    for deal in small_deals(22):
        counts = {"A": deal.rules.ascending, "D": deal.rules.descending}
        here, there = values(deal), values(piles_turned_round(deal))
        seen = {
            (player, card, f"{pile[0]}{counts[pile[0]] + 1 - int(pile[1:])}"): value
            for (player, card, pile), value in by_name(there).items()
        }
        assert seen == by_name(here)
        assert there.end_turn == here.end_turn


def test_the_number_of_a_player_changes_names_only() -> None:
    for deal in small_deals(23):
        here, there = values(deal), values(players_rotated(deal))
        seen = {
            ((player + 1) % deal.players, card, pile): value for (player, card, pile), value in by_name(there).items()
        }
        assert seen == by_name(here)
        assert there.end_turn == here.end_turn


def test_a_forced_first_play_keeps_its_value() -> None:
    """A play is worth what the deal after it is worth, and ending the turn what the deal after that is worth."""
    for deal in small_deals(24):
        found = values(deal)
        for start in deal.starts():
            for play in found.plays:
                if play.player == start.to_play:
                    pile = deal.rules.pile_index(play.pile)
                    assert pile is not None
                    after = start.play(play.card, pile)
                    rest = best_of(Deal(deal.rules, after.hands, after.deck, after.piles, after.to_play, after.played))
                    assert rest.cards_left == play.value.cards_left
                    assert rest.tricks + start.is_trick(play.card, pile) == play.value.tricks
            if found.end_turn is not None:
                after = start.end_turn()
                assert best_of(Deal(deal.rules, after.hands, after.deck, after.piles, after.to_play)) == found.end_turn


def test_one_more_card_in_hand_never_hurts_a_single_player_who_can_fill_a_turn() -> None:
    """The same cards can be laid in the same turns, each with one card more to choose from: no more are left."""
    helped = met = 0
    for deal in small_deals(25, players=1):
        in_turn = len(deal.hands[0]) + deal.played_this_turn
        if deal.hands[0] and min(deal.hand_limit, in_turn) >= deal.rules.min_plays:
            met += 1
            here, there = by_name(values(deal)), by_name(values(one_more_in_hand(deal)))
            for name, value in here.items():
                assert there[name].cards_left <= value.cards_left
                helped += there[name].cards_left < value.cards_left
    assert met > 60
    assert helped > 20


def test_one_more_card_in_hand_can_hurt_where_a_full_hand_is_less_than_a_turn() -> None:
    """With two in hand 2 3 | 4 5 wins. With three, 5 has to be laid before 4 is drawn, since a turn is all of them."""
    deal = Deal(
        Rules(high=5, ascending=1, descending=0, step=0, hand_size=2, min_plays=3), hands=((2, 3),), deck=(5, 4)
    )
    assert best_of(deal) == Value(0, 2, 0)
    assert best_of(one_more_in_hand(deal)).cards_left == 1


def best_of(deal: Deal) -> Value:
    """The value of a whole deal, from the values of what can be done first."""
    found = values(deal)
    choices = [play.value for play in found.plays] + ([] if found.end_turn is None else [found.end_turn])
    if not choices:
        return Value(deal.cards_left, 0, 0)
    cards_left, turns = min(value.rank("turns") for value in choices)
    _, tricks = min(value.rank("tricks") for value in choices)
    return Value(cards_left, turns, tricks)


# -- larger deals, by the DFS engine ---------------------------------------------------------------------------

BUDGET = Budget(max_nodes=1_000_000)


def larger_deals(seed: int, count: int, players: int) -> Iterator[Deal]:
    """Full deals of 14 to 20 cards with small hands, many of them lost."""
    rng = random.Random(seed)
    for _ in range(count):
        high = rng.randint(15, 21)
        rules = Rules(high=high, ascending=1, descending=1, step=rng.choice((2, 4, 10)), hand_size=rng.randint(2, 3))
        cards = rng.sample(range(2, high + 1), high - 1)
        size = rules.hand_limit(players)
        hands = tuple(tuple(cards[player * size : (player + 1) * size]) for player in range(players))
        yield Deal(rules, hands, tuple(cards[players * size :]))


def cards_left(deal: Deal) -> int:
    """The fewest cards left, by the DFS engine, which must decide the deal."""
    outcome = dfs.solve(deal, "cards", BUDGET)
    assert outcome.stopped_by is None
    return outcome.cards_left_bound


@pytest.mark.parametrize("players", [1, 2, 3])
def test_names_and_mirrors_of_larger_deals(players: int) -> None:
    lost = 0
    for deal in larger_deals(31 + players, 30, players):
        left = cards_left(deal)
        lost += left > 0
        assert cards_left(mirrored(deal)) == left
        assert cards_left(players_rotated(deal)) == left
        assert cards_left(piles_turned_round(deal)) == left
    assert 5 <= lost <= 25


def test_a_forced_first_play_in_larger_deals() -> None:
    for deal in larger_deals(41, 15, players=2):
        after = []
        for start in deal.starts():
            for card, pile in start.plays():
                child = start.play(card, pile)
                after.append(
                    cards_left(
                        replace(deal, hands=child.hands, piles=child.piles, to_play=child.to_play, played_this_turn=1)
                    )
                )
        assert min(after) == cards_left(deal)


def test_one_more_card_in_hand_in_larger_deals() -> None:
    left = [(cards_left(deal), cards_left(one_more_in_hand(deal))) for deal in larger_deals(51, 60, players=1)]
    assert all(richer <= plain for plain, richer in left)
    assert sum(richer < plain for plain, richer in left) > 5
