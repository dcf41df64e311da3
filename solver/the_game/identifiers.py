"""Deal identifiers: strings that stand for a deal, permanently.

``tg1:<rules>:<deal>`` holds the deal itself. ``<rules>`` is a preset's name, or the parameters that differ from
``standard``, each as a letter and a number in a fixed order (``h17a2``). ``<deal>`` is one large number in base 64
(URL-safe alphabet, highest digit first), followed by two digits of check sum over all that stands before them, so that
a mistyped or cut identifier is refused instead of read as another deal. The number is written in mixed radix, the
lowest place first: players; each hand's size and cards; the deck's size and cards; the pile tops; the player to play;
the cards played this turn. What comes last is 0 in a fresh deal and costs nothing there. A card is written as its rank
among the numbers that no earlier card has taken, in a hand among those above the card before.

``tg1:<rules>/<players>p#<seed text>`` names a shuffle instead. The seed text alone decides the order of the cards, not
the rules' other parameters nor the number of players: player 0 takes the first cards of that order up to a full hand,
player 1 the next, and so on; the rest is the draw pile in the same order. With fewer cards than the hands need, later
players get less or nothing.

Every deal has exactly one identifier of the first form, and reading is strict: whatever is not written exactly
as this module writes it raises ``InputError``.
"""

from __future__ import annotations

import re
from dataclasses import replace

from solver.errors import InputError
from solver.mixed_radix import (
    Number,
    Unused,
    check_digits,
    require_canonical,
    require_length,
    require_seed,
    to_digits,
    to_number,
    unchecked_digits,
)
from solver.shuffle import shuffled
from solver.strict_json import shown
from solver.the_game.deal import Deal, changed_parameters, preset_name
from solver.the_game.rules import MAX_CARDS, MAX_NUMBER, MAX_PLAYERS, PRESETS, Rules

PREFIX = "tg1"
"""Name and version of the format, and the domain of its shuffle."""

_LETTERS = {
    "l": "low",
    "h": "high",
    "a": "ascending",
    "d": "descending",
    "s": "step",
    "n": "hand_size",
    "m": "min_plays",
    "e": "min_plays_empty",
}
"""The parameters of compact rules, in their order."""

_FORM = re.compile(
    rf"{PREFIX}:(?P<rules>[a-z0-9-]{{1,80}})(?::(?P<deal>[A-Za-z0-9_-]*)|/(?P<players>[0-9])p\#(?P<seed>.*))", re.DOTALL
)


# -- rules -----------------------------------------------------------------------------------------------------


def encode_rules(rules: Rules) -> str:
    """The name of the preset, or the compact parameters, of these rules."""
    name = preset_name(rules)
    if name is not None:
        return name
    changed = changed_parameters(rules)
    return "".join(f"{letter}{changed[name]}" for letter, name in _LETTERS.items() if name in changed)


def decode_rules(text: str) -> Rules:
    """The rules of a preset's name or compact parameters; strict, so only what ``encode_rules`` writes."""
    if text in PRESETS:
        return PRESETS[text]
    match = re.fullmatch("".join(f"(?:{letter}([0-9]{{1,6}}))?" for letter in _LETTERS), text)
    if match is None or not text:
        raise InputError(
            f"rules {shown(text)}: expected a preset ({', '.join(PRESETS)}) or parameters such as h17a2, "
            f"with the letters {' '.join(_LETTERS)} in this order and numbers up to {MAX_NUMBER}"
        )
    written = {name: int(number) for name, number in zip(_LETTERS.values(), match.groups(), strict=True) if number}
    rules = replace(PRESETS["standard"], **written)
    require_canonical("rules", text, encode_rules(rules))
    return rules


# -- the self-contained form -----------------------------------------------------------------------------------


def encode_deal(deal: Deal) -> str:
    """The self-contained identifier of a deal. The seed it may have been made from is not part of it."""
    rules, limit = deal.rules, deal.hand_limit
    unused = Unused(rules.high)
    places = [(deal.players - 1, MAX_PLAYERS)]
    for hand in deal.hands:
        places.append((len(hand), limit + 1))
        least = rules.low
        for card in hand:
            places.append((unused.rank(card, least), unused.count(least)))
            unused.remove(card)
            least = card + 1
    places.append((len(deal.deck), unused.count(rules.low) + 1))
    for card in deal.deck:
        places.append((unused.rank(card, rules.low), unused.count(rules.low)))
        unused.remove(card)
    for top, start in zip(deal.tops, rules.start_piles, strict=True):
        shows_card = top != start
        places.append((1 + unused.rank(top, rules.low) if shows_card else 0, 1 + unused.count(rules.low)))
        if shows_card:
            unused.remove(top)
    if deal.players > 1:
        places.append((0 if deal.to_play is None else 1 + deal.to_play, 1 + deal.players))
    places.append((deal.played_this_turn, limit + 1))

    stem = f"{PREFIX}:{encode_rules(rules)}:{to_digits(to_number(places))}"
    return stem + check_digits(stem)


def _decode_deal(rules: Rules, identifier: str, digits: str) -> Deal:
    number = Number(unchecked_digits(identifier, digits))
    unused = Unused(rules.high)
    hands = []
    players = 1 + number.take(MAX_PLAYERS)
    limit = rules.hand_limit(players)
    for _ in range(players):
        hand: list[int] = []
        for _ in range(number.take(limit + 1)):
            least = hand[-1] + 1 if hand else rules.low
            hand.append(unused.card(number.take(unused.count(least)), least))
            unused.remove(hand[-1])
        hands.append(tuple(hand))
    deck = []
    for _ in range(_at_most_all(number.take(unused.count(rules.low) + 1))):
        deck.append(unused.card(number.take(unused.count(rules.low)), rules.low))
        unused.remove(deck[-1])
    piles = []
    for start in rules.start_piles:
        place = number.take(1 + unused.count(rules.low))
        piles.append(unused.card(place - 1, rules.low) if place else start)
        if place:
            unused.remove(piles[-1])
    to_play = number.take(1 + players) if players > 1 else 1
    played = number.take(limit + 1)

    deal = Deal(rules, tuple(hands), tuple(deck), tuple(piles), to_play - 1 if to_play else None, played)
    # This also refuses what is left of the number when it is longer than the deal, and leading zeros.
    require_canonical("identifier", identifier, encode_deal(deal))
    return deal


def _at_most_all(cards: int) -> int:
    if cards > MAX_CARDS:
        raise InputError(f"identifier: its deck holds {cards} cards; at most {MAX_CARDS} are possible")
    return cards


# -- the seed form ---------------------------------------------------------------------------------------------


def seed_identifier(rules: Rules, players: int, seed_text: str) -> str:
    """The seed form of an identifier; raises ``InputError`` when the seed text cannot be one."""
    require_seed(players, MAX_PLAYERS, seed_text)
    return f"{PREFIX}:{encode_rules(rules)}/{players}p#{seed_text}"


def deal_from_seed(rules: Rules, players: int, seed_text: str) -> Deal:
    """The fresh deal that a seed text gives under these rules, with all their cards; ``seed`` is set.

    Raises ``InputError`` when the rules have more cards than a deal may hold.
    """
    identifier = seed_identifier(rules, players, seed_text)
    count = rules.high + 1 - rules.low
    if count > MAX_CARDS:
        numbers = f"{count} cards, {rules.low} to {rules.high}"
        raise InputError(f"seed: the rules have {numbers}; at most {MAX_CARDS} can be dealt")
    order = shuffled(seed_text, range(rules.low, rules.high + 1), PREFIX)
    limit = rules.hand_limit(players)
    hands = tuple(tuple(order[player * limit : (player + 1) * limit]) for player in range(players))
    return Deal(rules, hands, tuple(order[players * limit :]), seed=identifier)


# -- both forms ------------------------------------------------------------------------------------------------


def decode(identifier: str) -> Deal:
    """The deal that an identifier of either form stands for; the seed form sets ``Deal.seed``."""
    require_length(identifier)
    match = _FORM.fullmatch(identifier)
    if match is None:
        forms = f"{PREFIX}:<rules>:<deal> or {PREFIX}:<rules>/<players>p#<seed text>"
        raise InputError(f"identifier {shown(identifier)}: expected {forms}")
    rules = decode_rules(match["rules"])
    if match["seed"] is None:
        return _decode_deal(rules, identifier, match["deal"])
    return deal_from_seed(rules, int(match["players"]), match["seed"])
