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
from binascii import crc32
from bisect import bisect_left, insort
from dataclasses import replace

from solver.errors import InputError
from solver.shuffle import shuffled
from solver.strict_json import as_whole_number, shown
from solver.the_game.deal import Deal, changed_parameters, preset_name
from solver.the_game.rules import MAX_CARDS, MAX_NUMBER, MAX_PLAYERS, PRESETS, Rules

PREFIX = "tg1"
"""Name and version of the format, and the domain of its shuffle."""

MAX_CHARACTERS = 4096
"""Longest identifier that is read; the longest possible one has less than a fifth of that."""
MAX_SEED_CHARACTERS = 200

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

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_CHECK_DIGITS = 2

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
    _require_canonical("rules", text, encode_rules(rules))
    return rules


# -- the self-contained form -----------------------------------------------------------------------------------


def encode_deal(deal: Deal) -> str:
    """The self-contained identifier of a deal. The seed it may have been made from is not part of it."""
    rules, limit = deal.rules, deal.hand_limit
    unused = _Unused(rules)
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

    stem = f"{PREFIX}:{encode_rules(rules)}:{_to_digits(_to_number(places))}"
    return stem + check_digits(stem)


def _decode_deal(rules: Rules, identifier: str, digits: str) -> Deal:
    stem, check = identifier[:-_CHECK_DIGITS], identifier[-_CHECK_DIGITS:]
    if len(digits) < _CHECK_DIGITS or check != check_digits(stem):
        raise InputError(f"identifier {shown(identifier)}: the check sum does not fit; it is mistyped or cut off")
    number = _Number(digits[:-_CHECK_DIGITS])
    unused = _Unused(rules)
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
    _require_canonical("identifier", identifier, encode_deal(deal))
    return deal


def _at_most_all(cards: int) -> int:
    if cards > MAX_CARDS:
        raise InputError(f"identifier: its deck holds {cards} cards; at most {MAX_CARDS} are possible")
    return cards


class _Unused:
    """The numbers of the rules that no card so far has taken, counted and ranked without listing them all."""

    def __init__(self, rules: Rules) -> None:
        self._high = rules.high
        self._used: list[int] = []

    def remove(self, card: int) -> None:
        insort(self._used, card)

    def count(self, least: int) -> int:
        """How many unused numbers there are from ``least`` up."""
        return self._high + 1 - least - (len(self._used) - bisect_left(self._used, least))

    def rank(self, card: int, least: int) -> int:
        """How many unused numbers from ``least`` up are lower than ``card``."""
        return card - least - (bisect_left(self._used, card) - bisect_left(self._used, least))

    def card(self, rank: int, least: int) -> int:
        """The unused number from ``least`` up with this rank."""
        card = least + rank
        for used in self._used[bisect_left(self._used, least) :]:
            if used > card:
                break
            card += 1
        return card


class _Number:
    """A large number in mixed radix, read place by place, the lowest first."""

    def __init__(self, digits: str) -> None:
        self._rest = 0
        for digit in digits:
            self._rest = self._rest * len(_DIGITS) + _VALUES[digit]

    def take(self, radix: int) -> int:
        if radix < 1:
            raise InputError("identifier: it names more cards than its rules have")
        self._rest, value = divmod(self._rest, radix)
        return value


def _to_number(places: list[tuple[int, int]]) -> int:
    """The number with these (value, radix) places, the lowest first."""
    number = 0
    for value, radix in reversed(places):
        number = number * radix + value
    return number


def _to_digits(number: int) -> str:
    digits = []
    while number:
        number, value = divmod(number, len(_DIGITS))
        digits.append(_DIGITS[value])
    return "".join(reversed(digits))


def check_digits(stem: str) -> str:
    """Two digits of check sum over everything in the identifier before them."""
    high, low = divmod(crc32(stem.encode()) % len(_DIGITS) ** _CHECK_DIGITS, len(_DIGITS))
    return _DIGITS[high] + _DIGITS[low]


# -- the seed form ---------------------------------------------------------------------------------------------


def seed_identifier(rules: Rules, players: int, seed_text: str) -> str:
    """The seed form of an identifier; raises ``InputError`` when the seed text cannot be one."""
    as_whole_number(players, "players", 1, MAX_PLAYERS)
    if not 1 <= len(seed_text) <= MAX_SEED_CHARACTERS:
        raise InputError(f"seed: {len(seed_text)} characters; it must have 1 to {MAX_SEED_CHARACTERS}")
    if not seed_text.isprintable() or seed_text != seed_text.strip():
        raise InputError(f"seed {shown(seed_text)}: only printable characters, and no space at either end, are allowed")
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
    if len(identifier) > MAX_CHARACTERS:
        raise InputError(f"identifier: {len(identifier)} characters; at most {MAX_CHARACTERS} are read")
    match = _FORM.fullmatch(identifier)
    if match is None:
        forms = f"{PREFIX}:<rules>:<deal> or {PREFIX}:<rules>/<players>p#<seed text>"
        raise InputError(f"identifier {shown(identifier)}: expected {forms}")
    rules = decode_rules(match["rules"])
    if match["seed"] is None:
        return _decode_deal(rules, identifier, match["deal"])
    return deal_from_seed(rules, int(match["players"]), match["seed"])


def _require_canonical(what: str, text: str, canonical: str) -> None:
    if text != canonical:
        raise InputError(f"{what} {shown(text)}: not in its canonical form, which is {canonical}")
