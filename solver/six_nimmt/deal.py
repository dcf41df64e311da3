"""A deal of 6 nimmt! as data: the rows, every hand, and what is known of the order in which cards are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, cast

from solver.errors import InputError
from solver.six_nimmt.resolve import Row, Rows
from solver.six_nimmt.rules import FULL_ROW, GAME, MAX_PLAYERS, MAX_TAKEN, PRESETS, ROW_COUNT, Rules
from solver.strict_json import as_list, as_object, as_whole_number, shown

_LOGIC = "logic"
"""Read for ``tactics``: what sets Logic apart, the open draft of the hands, is over once there is a deal."""
_NO_HANDS = f"hands: expected one list for each of 1 to {MAX_PLAYERS} players, not an empty list"


@dataclass(frozen=True, slots=True)
class Deal:
    """A moment between two turns in which every hand is known.

    ``rows``: the four rows, first card first. ``hands``: one sorted tuple of cards per player, all of the same length.
    ``taken``: bullheads of each player so far; all 0 when left empty. ``script``: for each player all cards of the hand
    in the order in which they are played, or ``None`` where that is open; empty when it is open for everybody. A
    single card needs no script.
    ``row_choices``: for each player the rows (from 1) chosen when a card lies below all ends, in the order in which
    that arises; once they are used up, or where there are none, a player with a script takes the cheapest row, of
    equally cheap ones that with the lowest end. ``seed``: the seed identifier the deal was made from, if any; it does
    not take part in comparisons.

    Lists are accepted for tuples. Raises ``InputError`` that names the key, the value and what was expected.
    """

    rules: Rules
    rows: Rows
    hands: tuple[Row, ...]
    taken: tuple[int, ...] = ()
    script: tuple[Row | None, ...] = ()
    row_choices: tuple[tuple[int, ...], ...] = ()
    seed: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise InputError(f"rules: expected Rules, not {shown(self.rules)}")
        hands = self._checked_hands()
        rows = self._checked_rows()
        players, turns = len(hands), len(hands[0])
        self._check_cards(rows, hands)
        taken = self._one_for_each("taken", self.taken, 0, players)
        script = self._one_for_each("script", self.script, None, players)
        choices = self._one_for_each("row_choices", self.row_choices, (), players)
        store = object.__setattr__
        store(self, "rows", rows)
        store(self, "hands", tuple(tuple(sorted(hand)) for hand in hands))
        store(self, "taken", tuple(as_whole_number(n, f"taken[{i}]", 0, MAX_TAKEN) for i, n in enumerate(taken)))
        known = tuple(self._checked_choices(i, rows, turns) for i, rows in enumerate(choices))
        store(self, "row_choices", known)
        store(self, "script", tuple(self._checked_script(i, order) for i, order in enumerate(script)))
        if self.seed is not None and not isinstance(self.seed, str):
            raise InputError(f"seed: expected a text, not {shown(self.seed)}")

    # -- questions ---------------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def turns_left(self) -> int:
        """Turns until the hands are empty."""
        return len(self.hands[0])

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The players whose order of play is not given."""
        return tuple(player for player, order in enumerate(self.script) if order is None)

    def after(self, rows: Rows, cards: Mapping[int, int], taken: Sequence[int], choices_used: Sequence[int]) -> Deal:
        """The deal after a turn: these rows, without these cards, with the bullheads and row choices of the turn."""
        return replace(
            self,
            rows=rows,
            hands=tuple(
                tuple(card for card in hand if card != cards[player]) for player, hand in enumerate(self.hands)
            ),
            taken=tuple(before + more for before, more in zip(self.taken, taken, strict=True)),
            script=tuple(order and order[1:] for order in self.script),
            # More choices than turns cannot arise.
            row_choices=tuple(
                known[used:][: self.turns_left - 1] for known, used in zip(self.row_choices, choices_used, strict=True)
            ),
            seed=None,
        )

    # -- checks ------------------------------------------------------------------------------------------------

    def _checked_hands(self) -> list[Sequence[int]]:
        hands = as_list(self.hands, "hands", MAX_PLAYERS)
        if not hands:
            raise InputError(_NO_HANDS)
        checked = [as_list(hand, f"hands[{player}]", self.rules.hand_size) for player, hand in enumerate(hands)]
        for player, hand in enumerate(checked):
            if len(hand) != len(checked[0]):
                raise InputError(
                    f"hands[{player}]: holds {len(hand)} cards, but hands[0] holds {len(checked[0])}; "
                    "all hands have the same length"
                )
        return cast("list[Sequence[int]]", checked)

    def _checked_rows(self) -> Rows:
        rows = as_list(self.rows, "rows", ROW_COUNT)
        if len(rows) != ROW_COUNT:
            raise InputError(f"rows: expected {ROW_COUNT} rows, not {len(rows)}")
        checked = []
        for index, row in enumerate(rows):
            cards = as_list(row, f"rows[{index}]", FULL_ROW)
            if not cards:
                raise InputError(f"rows[{index}]: expected 1 to {FULL_ROW} cards, not an empty list")
            checked.append(tuple(cards))
        return cast(Rows, tuple(checked))

    def _check_cards(self, rows: Rows, hands: Sequence[Sequence[int]]) -> None:
        """Every card is in the deck, lies in one place only, and stands behind a lower one in its row."""
        high = self.rules.highest(len(hands))
        places: dict[int, str] = {}
        for name, groups in (("rows", rows), ("hands", hands)):
            for group, cards in enumerate(groups):
                for index, card in enumerate(cards):
                    path = f"{name}[{group}][{index}]"
                    as_whole_number(card, path, 1, high)
                    if card in places:
                        raise InputError(f"{path}: the card {card} is also at {places[card]}; every card exists once")
                    places[card] = path
        for number, row in enumerate(rows):
            for index in range(1, len(row)):
                if row[index] < row[index - 1]:
                    raise InputError(
                        f"rows[{number}][{index}]: {row[index]} cannot lie behind {row[index - 1]}; a row only rises"
                    )

    def _one_for_each(self, key: str, given: object, default: object, players: int) -> Sequence[Any]:
        values = as_list(given, key, players) or [default] * players
        if len(values) != players:
            raise InputError(f"{key}: expected {players} entries, one for each player, not {len(values)}")
        return values

    def _checked_script(self, player: int, order: object) -> Row | None:
        path = f"script.{player}"
        hand = self.hands[player]
        if order is None:
            if not self.row_choices[player]:
                return None
            if len(hand) > 1:
                raise InputError(
                    f"row_choices.{player}: choices are known only with a script; the one of {player} is missing"
                )
            order = hand
        cards = [as_whole_number(card, path, 1, hand[-1]) if hand else 0 for card in as_list(order, path, len(hand))]
        if sorted(cards) != list(hand):
            raise InputError(f"{path}: expected the cards of this hand in some order: {' '.join(map(str, hand))}")
        return tuple(cards)

    def _checked_choices(self, player: int, given: object, turns: int) -> tuple[int, ...]:
        path = f"row_choices.{player}"
        return tuple(
            as_whole_number(row, f"{path}[{index}]", 1, ROW_COUNT)
            for index, row in enumerate(as_list(given, path, turns))
        )


# -- JSON ------------------------------------------------------------------------------------------------------


def deal_from_json(value: object) -> Deal:
    """The deal in a parsed JSON value, by the contract of the format; raises ``InputError`` when it is none."""
    found = as_object(value, "deal", ("game", "rows", "hands"), ("rules", "taken", "script", "row_choices"))
    if found["game"] != GAME:
        raise InputError(f'game: expected "{GAME}", not {shown(found["game"])}')
    hands = as_list(found["hands"], "hands", MAX_PLAYERS)
    if not hands:
        raise InputError(_NO_HANDS)
    # Deal checks the types of everything that is handed on here.
    return Deal(
        rules=rules_from_json(found.get("rules", "standard")),
        rows=found["rows"],
        hands=cast("tuple[Row, ...]", hands),
        taken=found.get("taken", ()),
        script=_by_player(found.get("script", {}), "script", len(hands), None),
        row_choices=_by_player(found.get("row_choices", {}), "row_choices", len(hands), ()),
    )


def _by_player(value: object, key: str, players: int, default: object) -> tuple[Any, ...]:
    """An object with players as keys, such as ``{"1": …}``, as one entry for each player."""
    if not isinstance(value, dict):
        raise InputError(f"{key}: expected an object, not {shown(value)}")
    names = [str(player) for player in range(players)]
    for name in value:
        if name not in names:
            raise InputError(f"{key}: there is no player {shown(name)}; players are 0 to {players - 1}")
        if value[name] is None:
            raise InputError(f"{key}.{name}: expected a list, not null")
    return tuple(value.get(name, default) for name in names)


def deal_to_json(deal: Deal) -> dict[str, Any]:
    """The canonical JSON object of a deal: reading it back gives an equal deal. Empty optional keys are left out."""
    written: dict[str, Any] = {
        "game": GAME,
        "rules": rules_to_json(deal.rules),
        "rows": [list(row) for row in deal.rows],
        "hands": [list(hand) for hand in deal.hands],
        "taken": list(deal.taken),
    }
    script = {str(player): list(order) for player, order in enumerate(deal.script) if order is not None}
    choices = {str(player): list(rows) for player, rows in enumerate(deal.row_choices) if rows}
    return written | ({"script": script} if script else {}) | ({"row_choices": choices} if choices else {})


def rules_from_json(value: object) -> Rules:
    """The rules in a parsed JSON value: a preset's name, or an object of parameters over a preset."""
    if isinstance(value, str):
        return preset(value, "rules")
    if not isinstance(value, dict):
        raise InputError(f"rules: expected a preset or an object of parameters, not {shown(value)}")
    found = dict(as_object(value, "rules", (), ("base", *(parameter.name for parameter in fields(Rules)))))
    return replace(preset(found.pop("base", "standard"), "rules.base"), **found)


def preset(name: object, path: str) -> Rules:
    """The rules of this name; ``InputError`` when there are none."""
    if name == _LOGIC:
        return PRESETS["tactics"]
    if not isinstance(name, str) or name not in PRESETS:
        raise InputError(f"{path}: expected a preset ({', '.join((*PRESETS, _LOGIC))}), not {shown(name)}")
    return PRESETS[name]


def rules_to_json(rules: Rules) -> str | dict[str, int | None]:
    """The preset's name where the rules are one, else an object of what differs from ``standard``."""
    standard = PRESETS["standard"]
    changed = {
        parameter.name: getattr(rules, parameter.name)
        for parameter in fields(Rules)
        if getattr(rules, parameter.name) != getattr(standard, parameter.name)
    }
    return next((name for name, named in PRESETS.items() if named == rules), changed)
