"""Identifiers of deals of 6 nimmt!: strings that stand for a deal, permanently.

``sn1:<rules>:<deal>`` holds the deal itself. ``<rules>`` is a preset's name, or the parameters that differ from
``standard``: ``h`` and the highest card (0: as many cards as are dealt), ``n`` and the hand size, ``t`` and the target,
in this order. ``<deal>`` is a number in mixed radix with a check sum (``solver.mixed_radix``), the lowest place first:
players; cards in a hand; each row's size and cards; each hand's cards; then for each player the bullheads so far; then
for each player whether there is a script and, if so, its cards, as places among those still in hand, and the number and
rows of the choices. Cards are written as ranks among the numbers that no earlier card has taken, in a row and in a hand
among those above the card before.

``sn1:<rules>/<players>p#<seed text>`` names a shuffle: player 0 gets the first cards up to a full hand, player 1 the
next and so on, and the four cards that follow start the rows 1 to 4.

Reading is strict: whatever is not written exactly as this module writes it raises ``InputError``.
"""

from __future__ import annotations

import re

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
from solver.six_nimmt.deal import Deal, preset, rules_to_json
from solver.six_nimmt.rules import FULL_ROW, MAX_HAND, MAX_PLAYERS, MAX_TAKEN, PRESETS, ROW_COUNT, Rules
from solver.strict_json import shown

PREFIX = "sn1"
"""Name and version of the format, and the domain of its shuffle."""

_LETTERS = {"h": "high", "n": "hand_size", "t": "target"}
_FORM = re.compile(
    rf"{PREFIX}:(?P<rules>[a-z0-9-]{{1,40}})(?::(?P<deal>[A-Za-z0-9_-]*)|/(?P<players>[0-9]{{1,2}})p\#(?P<seed>.*))",
    re.DOTALL,
)


# -- rules -----------------------------------------------------------------------------------------------------


def encode_rules(rules: Rules) -> str:
    """The name of the preset, or the compact parameters, of these rules."""
    written = rules_to_json(rules)
    if isinstance(written, str):
        return written
    return "".join(f"{letter}{written[name] or 0}" for letter, name in _LETTERS.items() if name in written)


def decode_rules(text: str) -> Rules:
    """The rules of a preset's name or compact parameters; strict, so only what ``encode_rules`` writes."""
    match = re.fullmatch("".join(f"(?:{letter}([0-9]{{1,4}}))?" for letter in _LETTERS), text)
    if match is None or not text:
        return preset(text, "rules") if text in PRESETS else _unknown(text)
    high, hand_size, target = (None if number is None else int(number) for number in match.groups())
    standard = PRESETS["standard"]
    rules = Rules(
        standard.high if high is None else high or None,
        standard.hand_size if hand_size is None else hand_size,
        standard.target if target is None else target,
    )
    require_canonical("rules", text, encode_rules(rules))
    return rules


def _unknown(text: str) -> Rules:
    raise InputError(
        f"rules {shown(text)}: expected a preset ({', '.join(PRESETS)}) or parameters such as h64n5, "
        f"with the letters {' '.join(_LETTERS)} in this order"
    )


# -- the self-contained form -----------------------------------------------------------------------------------


def encode_deal(deal: Deal) -> str:
    """The self-contained identifier of a deal. The seed it may have been made from is not part of it."""
    unused = Unused(deal.rules.highest(deal.players))
    places = [(deal.players - 1, MAX_PLAYERS), (deal.turns_left, MAX_HAND + 1)]

    def write_cards(cards: tuple[int, ...]) -> None:
        least = 1
        for card in cards:
            places.append((unused.rank(card, least), unused.count(least)))
            unused.remove(card)
            least = card + 1

    for row in deal.rows:
        places.append((len(row) - 1, FULL_ROW))
        write_cards(row)
    for hand in deal.hands:
        write_cards(hand)
    places += [(heads, MAX_TAKEN + 1) for heads in deal.taken]
    for hand, order, rows in zip(deal.hands, deal.script, deal.row_choices, strict=True):
        places.append((order is not None, 2))
        if order is not None:
            held = list(hand)
            for card in order:
                places.append((held.index(card), len(held)))
                held.remove(card)
            places.append((len(rows), deal.turns_left + 1))
            places += [(row - 1, ROW_COUNT) for row in rows]
    stem = f"{PREFIX}:{encode_rules(deal.rules)}:{to_digits(to_number(places))}"
    return stem + check_digits(stem)


def _decode_deal(rules: Rules, identifier: str, digits: str) -> Deal:
    number = Number(unchecked_digits(identifier, digits))
    players, turns = 1 + number.take(MAX_PLAYERS), number.take(MAX_HAND + 1)
    unused = Unused(rules.highest(players))

    def read_cards(count: int) -> tuple[int, ...]:
        cards: list[int] = []
        for _ in range(count):
            least = cards[-1] + 1 if cards else 1
            cards.append(unused.card(number.take(unused.count(least)), least))
            unused.remove(cards[-1])
        return tuple(cards)

    rows = tuple(read_cards(1 + number.take(FULL_ROW)) for _ in range(ROW_COUNT))
    hands = tuple(read_cards(turns) for _ in range(players))
    taken = tuple(number.take(MAX_TAKEN + 1) for _ in range(players))
    script: list[tuple[int, ...] | None] = []
    choices: list[tuple[int, ...]] = []
    for hand in hands:
        if not number.take(2):
            script.append(None)
            choices.append(())
            continue
        held = list(hand)
        script.append(tuple(held.pop(number.take(len(held))) for _ in hand))
        choices.append(tuple(1 + number.take(ROW_COUNT) for _ in range(number.take(turns + 1))))
    deal = Deal(rules, rows, hands, taken, tuple(script), tuple(choices))
    # This also refuses what is left of the number when it is longer than the deal, and leading zeros.
    require_canonical("identifier", identifier, encode_deal(deal))
    return deal


# -- the seed form ---------------------------------------------------------------------------------------------


def seed_identifier(rules: Rules, players: int, seed_text: str) -> str:
    """The seed form of an identifier; raises ``InputError`` when the seed text cannot be one."""
    require_seed(players, MAX_PLAYERS, seed_text)
    return f"{PREFIX}:{encode_rules(rules)}/{players}p#{seed_text}"


def deal_from_seed(rules: Rules, players: int, seed_text: str) -> Deal:
    """The fresh deal that a seed text gives under these rules, full hands and four rows of one card; ``seed`` is set.

    Raises ``InputError`` when the deck has fewer cards than that.
    """
    identifier = seed_identifier(rules, players, seed_text)
    needed, highest = rules.dealt(players), rules.highest(players)
    if needed > highest:
        raise InputError(f"seed: {players} full hands and {ROW_COUNT} rows need {needed} cards; the deck has {highest}")
    order = shuffled(seed_text, range(1, highest + 1), PREFIX)
    size = rules.hand_size
    hands = tuple(tuple(order[player * size : (player + 1) * size]) for player in range(players))
    rows = tuple((card,) for card in order[players * size : needed])
    return Deal(rules, rows, hands, seed=identifier)


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
    require_canonical("players", match["players"], str(int(match["players"])))
    return deal_from_seed(rules, int(match["players"]), match["seed"])
