"""What the first plays see of a deck: enough to tell whether they can be made, and no more than that needs."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.random_deals import solved_deals
from solver.the_game import dfs, reference
from solver.the_game.deal import Deal
from solver.the_game.horizon import seen_by
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.referee import verify
from solver.the_game.rules import Rules


def most_laid(deal: Deal) -> int:
    """By brute force."""
    return deal.cards_left - reference.solve(deal).cards_left_bound


def test_so_many_cards_can_be_laid_exactly_if_they_can_of_what_is_seen() -> None:
    shorter = 0
    for deal, outcome in solved_deals(81, 250):
        most = deal.cards_left - outcome.cards_left_bound
        for plays in range(1, deal.cards_left + 1):
            near = seen_by(deal, plays)
            assert (most_laid(near) >= plays) == (most >= plays)
            if near == deal:
                break
            assert near.deck == deal.deck[: len(near.deck)]
            assert near.cards_left == plays + deal.players * deal.hand_limit
            shorter += 1
    assert shorter > 200


def test_two_cards_less_would_not_do() -> None:
    """The last of them may be what the last play lays. (One less would do; it is there so that no deck ends before.)"""
    misled = 0
    for deal, outcome in solved_deals(82, 200):
        most = deal.cards_left - outcome.cards_left_bound
        for plays in range(3, deal.cards_left + 1):
            if seen_by(deal, plays) == deal:
                break
            misled += most_laid(seen_by(deal, plays - 2)) < plays <= most
    assert misled > 20


def test_a_deal_that_is_seen_to_its_end_is_the_deal_itself() -> None:
    deal = deal_from_seed(Rules(), 1, "1")
    assert seen_by(deal, 98) is deal
    assert seen_by(deal, 90) is deal
    near = seen_by(deal, 89)
    assert near.deck == deal.deck[:-1]
    assert near.seed is None  # no other deal has the name of this one


@pytest.mark.parametrize("ahead", [1, 2])
def test_the_search_for_the_optimum_looks_further_when_it_must(ahead: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With narrow beams only: the complete search has to improve on them, of no more of the deck than it needs."""
    random_deals = solved_deals(83, 150)
    best_left = {deal: outcome.cards_left_bound for deal, outcome in random_deals}
    early = Rules(high=40, hand_size=2)
    for seed in range(40):
        deal = deal_from_seed(early, 1, str(seed))
        best_left[deal] = dfs.solve(deal).cards_left_bound
    parts: Counter[bool] = Counter()

    def seen(deal: Deal, plays: int) -> Deal:
        near = seen_by(deal, plays)
        parts[near is deal] += 1
        return near

    monkeypatch.setattr(dfs, "seen_by", seen)
    ladder = {"SMALL_DEAL": 0, "QUICK_WIDTHS": (1,), "EARLY_WIDTH": 1, "WIDE": (1,), "AHEAD": ahead}
    for name, value in ladder.items():
        monkeypatch.setattr(dfs, name, value)
    for deal, best in best_left.items():
        found = dfs.solve(deal)
        assert (found.cards_left_bound, found.stopped_by) == (best, None)
        assert verify(deal, found.line).cards_left == best
    assert parts[False] > len(best_left)  # some searches had to be begun again


def test_large_deals_have_the_same_optimum_without_the_end_of_the_deck() -> None:
    rules = Rules(hand_size=4)
    for seed in range(4):
        deal = deal_from_seed(rules, 1, str(seed))
        best = dfs.solve(deal)
        plays = deal.cards_left - best.cards_left_bound + 1
        near = seen_by(deal, plays)
        assert near != deal
        assert dfs.solve(near).cards_left_bound == near.cards_left - plays + 1
