"""Random rules, deals and lines for the property tests of deals, identifiers, notation and referee."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from solver.the_game.deal import Deal
from solver.the_game.notation import Line, Play, Turn
from solver.the_game.rules import PRESETS, Position, Rules

MOST_CARDS = 20
"""Cards in a random deal; few, so that the tests are quick."""


@st.composite
def random_rules(draw: st.DrawFn) -> Rules:
    if draw(st.booleans()):
        return PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    low = draw(st.integers(0, 20) | st.integers(0, 999_999))
    ascending = draw(st.integers(0, 3))
    return Rules(
        low=low,
        high=min(999_999, low + draw(st.integers(0, 40) | st.integers(0, 999_999))),
        ascending=ascending,
        descending=draw(st.integers(0 if ascending else 1, 3)),
        step=draw(st.integers(0, 12)),
        hand_size=draw(st.none() | st.integers(1, 8)),
        min_plays=draw(st.integers(1, 4)),
        min_plays_empty=draw(st.integers(1, 4)),
    )


@st.composite
def random_deals(draw: st.DrawFn) -> Deal:
    rules = draw(random_rules())
    players = draw(st.integers(1, 5))
    limit = rules.hand_limit(players)
    numbers = st.integers(rules.low, rules.high)
    most = min(MOST_CARDS, rules.high + 1 - rules.low)
    cards = draw(st.lists(numbers, unique=True, min_size=most // 2, max_size=most))

    tops = list(rules.start_piles)
    under_way = draw(st.booleans())
    for pile in range(len(tops)):
        shows_card = under_way and draw(st.booleans())
        if shows_card and cards:
            tops[pile] = cards.pop()
    to_play = draw(st.none() | st.integers(0, players - 1))
    played = 0 if to_play is None else draw(st.integers(0, limit))
    hands = []
    for player in range(players):
        room = limit - played if player == to_play else limit
        size = draw(st.sampled_from((room, room, 0)) | st.integers(0, room))
        hands.append(tuple(cards[:size]))
        cards = cards[size:]
    return Deal(rules, tuple(hands), tuple(cards), tuple(tops), to_play, played)


@st.composite
def legal_lines(draw: st.DrawFn, deal: Deal) -> tuple[Line, Position, int, int]:
    """A legal line of the deal with players named, where it leads, and its turns (with cards) and tricks."""
    position = draw(st.sampled_from(deal.starts()))
    turns: list[Turn] = []
    plays: list[Play] = []
    tricks = 0
    closed = True
    for _ in range(draw(st.integers(0, 12))):
        choices = list(position.plays())
        if position.may_end_turn and (not choices or draw(st.booleans())):
            turns.append(Turn(tuple(plays), position.to_play))
            plays = []
            position = position.end_turn()
        elif choices:
            card, pile = draw(st.sampled_from(choices))
            tricks += position.is_trick(card, pile)
            plays.append(Play(card, position.rules.pile_name(pile)))
            position = position.play(card, pile)
        else:
            break
    if plays:
        turns.append(Turn(tuple(plays), position.to_play))
        closed = False
        if position.may_end_turn and not any(position.plays()):
            position = position.end_turn()
    return Line(tuple(turns), closed), position, sum(bool(turn.plays) for turn in turns), tricks


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def damaged(draw: st.DrawFn, value: Any) -> Any:
    """The JSON value with one part of it replaced, removed, or joined by another."""
    if isinstance(value, dict) and value and draw(st.booleans()):
        key = draw(st.sampled_from(sorted(value)))
        return {**value, key: draw(damaged(value[key]))}
    if isinstance(value, list) and value and draw(st.booleans()):
        index = draw(st.integers(0, len(value) - 1))
        return [*value[:index], draw(damaged(value[index])), *value[index + 1 :]]
    if isinstance(value, dict) and draw(st.booleans()):
        dropped = draw(st.sampled_from([*sorted(value), ""]))
        extra = draw(st.dictionaries(st.text(max_size=8), JSON, max_size=1))
        return {**{key: kept for key, kept in value.items() if key != dropped}, **extra}
    if isinstance(value, list) and draw(st.booleans()):
        return value * 2
    return draw(JSON)
