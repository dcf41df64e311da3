"""A deal of The Game as data: rules, hands, draw pile, pile tops and whose turn it is.

A deal may be the start of a game or any moment in it. ``Deal`` checks itself, so that a deal from JSON, from an
identifier or from Python code is held to the same conditions; ``Deal.starts`` gives the positions in which play begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, cast

from solver.errors import InputError
from solver.strict_json import as_list, as_object, as_whole_number, shown
from solver.the_game.rules import MAX_CARDS, MAX_NUMBER, MAX_PLAYERS, PRESETS, Position, Rules

GAME = "the-game"


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal or position in which every hand and the whole draw pile are known.

    ``hands``: one sorted tuple of cards per player. ``deck``: the draw pile, the next card to be drawn first.
    ``piles``: the visible tops by pile index, ascending piles first; the start values when ``None`` is given.
    ``to_play``: index of the player whose turn it is, or ``None`` when the team chooses who starts; alone there is
    nothing to choose, so it becomes 0. ``played_this_turn``: cards that ``to_play`` has already put down in this turn.
    ``seed``: the seed identifier the deal was made from, if any; it does not take part in comparisons.

    Lists are accepted for tuples. Raises ``InputError`` that names the key, the value and what was expected.
    """

    rules: Rules
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...] = ()
    piles: tuple[int, ...] | None = None
    to_play: int | None = None
    played_this_turn: int = 0
    seed: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise InputError(f"rules: expected Rules, not {shown(self.rules)}")
        hands = self._checked_hands()
        deck = as_list(self.deck, "deck", MAX_CARDS)
        piles = self.rules.start_piles if self.piles is None else as_list(self.piles, "piles", self.rules.pile_count)
        if len(piles) != self.rules.pile_count:
            raise InputError(f"piles: expected {self.rules.pile_count} tops, not {len(piles)}")
        total = sum(map(len, hands)) + len(deck)
        if total > MAX_CARDS:
            raise InputError(f"hands and deck hold {total} cards; at most {MAX_CARDS} are possible")

        self._check_cards(hands, deck, piles)
        self._check_turn(hands)
        if self.seed is not None and not isinstance(self.seed, str):
            raise InputError(f"seed: expected a text, not {shown(self.seed)}")

        store = object.__setattr__
        store(self, "hands", tuple(tuple(sorted(cast("list[int]", hand))) for hand in hands))
        store(self, "deck", tuple(deck))
        store(self, "piles", tuple(piles))
        if len(hands) == 1:
            store(self, "to_play", 0)

    # -- questions ---------------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def cards_left(self) -> int:
        """Cards not yet played, in hands and deck."""
        return sum(map(len, self.hands)) + len(self.deck)

    @property
    def hand_limit(self) -> int:
        """Cards in a full hand."""
        return self.rules.hand_limit(self.players)

    @property
    def tops(self) -> tuple[int, ...]:
        """The visible tops by pile index: ``piles``, which are always there once a deal is made."""
        return cast("tuple[int, ...]", self.piles)

    @property
    def at_start_piles(self) -> bool:
        """Do all piles show their start values?"""
        return self.piles == self.rules.start_piles

    def starts(self) -> tuple[Position, ...]:
        """The positions in which play can begin, each settled: one, or one per player when the team chooses.

        In player order. Choices that come to the same position, because empty-handed players are skipped, count once.
        A player who has just laid the last card in hand, while the deck still holds cards, is not skipped: that turn is
        under way, and ending it is all that can be done.
        """
        if self.to_play is None:
            return tuple(dict.fromkeys(self.moment(player).settled() for player in range(self.players)))
        moment = self.moment(self.to_play)
        return (moment if moment.played and moment.deck else moment.settled(),)

    def moment(self, player: int) -> Position:
        """The deal as it stands with this player to play, whether or not the player can act."""
        return Position(self.rules, self.hands, self.deck, self.tops, player, self.played_this_turn)

    # -- checks ------------------------------------------------------------------------------------------------

    def _checked_hands(self) -> list[list[object]]:
        hands = as_list(self.hands, "hands", MAX_PLAYERS)
        if not hands:
            raise InputError(f"hands: expected one list for each of 1 to {MAX_PLAYERS} players, not an empty list")
        limit = self.rules.hand_limit(len(hands))
        checked = []
        for player, hand in enumerate(hands):
            cards = as_list(hand, f"hands[{player}]", MAX_CARDS)
            if len(cards) > limit:
                raise InputError(f"hands[{player}]: holds {len(cards)} cards; a full hand has {limit}")
            checked.append(list(cards))
        return checked

    def _check_cards(self, hands: list[list[object]], deck: Any, piles: Any) -> None:
        """Every card is a number of these rules and lies in one place only."""
        low, high = self.rules.low, self.rules.high
        places: dict[int, str] = {}
        for path, value, start in self._places(hands, deck, piles):
            if start is not None and value == start and not isinstance(value, bool | float):
                continue
            expected = f"a card from {low} to {high}"
            if start is not None:
                expected += f" or the start value {start}"
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise InputError(f"{path}: expected {expected}, not {shown(value)}")
            if value in places:
                raise InputError(f"{path}: the card {value} is also at {places[value]}; every card exists once")
            places[value] = path

    def _places(self, hands: list[list[object]], deck: Any, piles: Any) -> Iterator[tuple[str, object, int | None]]:
        """Path, value and, for a pile, the start value it may show instead of a card."""
        for player, hand in enumerate(hands):
            for index, value in enumerate(hand):
                yield f"hands[{player}][{index}]", value, None
        for index, value in enumerate(deck):
            yield f"deck[{index}]", value, None
        for pile, (value, start) in enumerate(zip(piles, self.rules.start_piles, strict=True)):
            yield self._pile_path(pile), value, start

    def _pile_path(self, pile: int) -> str:
        ascending = self.rules.ascending
        return f"piles.ascending[{pile}]" if pile < ascending else f"piles.descending[{pile - ascending}]"

    def _check_turn(self, hands: list[list[object]]) -> None:
        limit = self.rules.hand_limit(len(hands))
        played = as_whole_number(self.played_this_turn, "played_this_turn", 0, limit)
        if self.to_play is None:
            if played:
                raise InputError(f"to_play: null, but 'played_this_turn' is {played}; name the player whose turn it is")
            return
        player = as_whole_number(self.to_play, "to_play", 0, len(hands) - 1)
        if len(hands[player]) + played > limit:
            raise InputError(
                f"played_this_turn: {played}, but player {player} still holds {len(hands[player])} cards; "
                f"together they are at most the full hand of {limit}"
            )


def deal_of(position: Position) -> Deal:
    """The deal that begins in this position: what can happen from here on is the same.

    One name differs: a player who has just laid the last card of the deal's hand and can only end the turn, with an
    empty draw pile, counts as having ended it, since ``Deal.starts`` skips a player without cards.
    """
    return Deal(position.rules, position.hands, position.deck, position.piles, position.to_play, position.played)


def require_deal(value: object) -> None:
    """Raises ``InputError`` for anything but a ``Deal``: what callers hand over is not always what the types say."""
    if not isinstance(value, Deal):
        raise InputError(f"deal: expected a Deal, as read_deal returns it, not {shown(value)}")


# -- JSON ------------------------------------------------------------------------------------------------------


def deal_from_json(value: object) -> Deal:
    """The deal in a parsed JSON value, by the contract of the format; raises ``InputError`` when it is none."""
    optional = ("rules", "deck", "piles", "to_play", "played_this_turn")
    found = as_object(value, "deal", ("game", "hands"), optional)
    if found["game"] != GAME:
        raise InputError(f'game: expected "{GAME}", not {shown(found["game"])}')
    rules = rules_from_json(found.get("rules", "standard"))
    # Deal checks the types of everything that is handed on here.
    deal = Deal(
        rules=rules,
        hands=found["hands"],
        deck=found.get("deck", ()),
        piles=_tops_from_json(found["piles"], rules) if "piles" in found else None,
        to_play=found.get("to_play"),
        played_this_turn=found.get("played_this_turn", 0),
    )
    if "to_play" not in found and not deal.at_start_piles:
        raise InputError("deal: the key 'to_play' is missing; it is required once a pile shows a card")
    return deal


def _tops_from_json(value: object, rules: Rules) -> tuple[int, ...]:
    counts = {"ascending": rules.ascending, "descending": rules.descending}
    # A direction that has no piles under these rules need not be written.
    required = [name for name, count in counts.items() if count]
    found = as_object(value, "piles", required, [name for name in counts if name not in required])
    tops: list[object] = []
    for name, count in counts.items():
        listed = found.get(name, ())
        if not isinstance(listed, list | tuple) or len(listed) != count:
            raise InputError(f"piles.{name}: expected a list of {count} tops, not {shown(listed)}")
        tops.extend(listed)
    return cast("tuple[int, ...]", tuple(tops))


def deal_to_json(deal: Deal) -> dict[str, Any]:
    """The canonical JSON object of a deal: reading it back gives an equal deal.

    ``to_play`` and ``played_this_turn`` are left out where they are what a reader assumes anyway.
    """
    ascending = deal.rules.ascending
    written: dict[str, Any] = {
        "game": GAME,
        "rules": rules_to_json(deal.rules),
        "hands": [list(hand) for hand in deal.hands],
        "deck": list(deal.deck),
        "piles": {"ascending": list(deal.tops[:ascending]), "descending": list(deal.tops[ascending:])},
    }
    chosen_by_team = deal.to_play is None or deal.players == 1
    if not (deal.at_start_piles and chosen_by_team and deal.played_this_turn == 0):
        written["to_play"] = deal.to_play
    if deal.played_this_turn:
        written["played_this_turn"] = deal.played_this_turn
    return written


def rules_from_json(value: object) -> Rules:
    """The rules in a parsed JSON value: a preset's name, or an object of parameters over a preset."""
    if isinstance(value, str):
        return _preset(value, "rules")
    parameters = [parameter.name for parameter in fields(Rules)]
    if not isinstance(value, dict):
        raise InputError(f"rules: expected a preset or an object of parameters, not {shown(value)}")
    found = dict(as_object(value, "rules", (), ("base", *parameters)))
    base = _preset(found.pop("base", "standard"), "rules.base")
    for name, number in found.items():
        if not (name == "hand_size" and number is None):
            as_whole_number(number, f"rules.{name}", 0, MAX_NUMBER)
    return replace(base, **found)


def _preset(name: object, path: str) -> Rules:
    if not isinstance(name, str) or name not in PRESETS:
        raise InputError(f"{path}: expected a preset ({', '.join(PRESETS)}), not {shown(name)}")
    return PRESETS[name]


def preset_name(rules: Rules) -> str | None:
    """The name of the preset that these rules are equal to, if any."""
    return next((name for name, preset in PRESETS.items() if preset == rules), None)


def changed_parameters(rules: Rules) -> dict[str, int | None]:
    """The parameters that differ from ``standard``, in the order of ``Rules``."""
    standard = PRESETS["standard"]
    names = [parameter.name for parameter in fields(Rules)]
    return {name: getattr(rules, name) for name in names if getattr(rules, name) != getattr(standard, name)}


def rules_to_json(rules: Rules) -> str | dict[str, int | None]:
    """The preset's name where the rules are one, else an object of what differs from ``standard``."""
    return preset_name(rules) or changed_parameters(rules)
