"""Fresh deals from a seed text, under one of several rule sets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from puzzles.puzzle import Tier
from solver.shuffle import below, words
from solver.the_game.deal import Deal
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.rules import Rules

DOMAIN = "opendeal/kinds"
"""The domain of everything that a seed text decides about a candidate besides the order of its cards."""


class Setting(NamedTuple):
    """What a kind deals: rules, and the number of players."""

    rules: Rules
    players: int = 1


def small(cards: int, piles: int, hand: int, players: int = 1) -> Setting:
    """A small deck 2, 3 … with so many piles of each direction and cards in a full hand."""
    return Setting(Rules(high=cards + 1, ascending=piles, descending=piles, hand_size=hand), players)


def one_of(settings: Sequence[Setting], seed: str) -> Deal:
    """The fresh deal of the seed text under the setting that it also decides; its seed identifier has the same text."""
    rules, players = settings[below(len(settings), words(seed, DOMAIN))]
    return deal_from_seed(rules, players, seed)


def one_for(tier: Tier | None, settings: Mapping[Tier, Sequence[Setting]], seed: str) -> Deal:
    """The same with the settings for a tier, or with all of them."""
    return one_of(all_of(settings) if tier is None else settings[tier], seed)


def all_of(settings: Mapping[Tier, Sequence[Setting]]) -> tuple[Setting, ...]:
    """The settings for all tiers, each once."""
    return tuple(dict.fromkeys(setting for each in settings.values() for setting in each))


def is_of(settings: Collection[Setting], deal: Deal) -> bool:
    """Is the deal a fresh one, with all cards, under one of the settings?"""
    cards = deal.rules.high + 1 - deal.rules.low
    full = all(len(hand) == deal.hand_limit for hand in deal.hands)
    fresh = deal.at_start_piles and not deal.played_this_turn and (deal.players == 1 or deal.to_play is None)
    return Setting(deal.rules, deal.players) in settings and full and fresh and deal.cards_left == cards
