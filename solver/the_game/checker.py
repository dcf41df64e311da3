"""The checker: goes through a refutation and confirms, by the rules alone, that it proves its claim.

It knows nothing of the engines. What is legal comes from ``rules.py``, and four lemmas save it from looking at
everything that is: *dominance* and *dead cards* (in ``covering.py``), alone *short turns* (``_Turns.after``), and *what
the first plays see* of the deck (``horizon.py``). They and the theorem that follows are proved in
``docs/refutations.md``:

    Of a deal of n cards no line leaves fewer than L if there are layers S(0), S(1), … of positions such that

    1. each position in which play may begin is covered by one in S(0), or has at least L dead cards;
    2. each position that one card leads to from one in S(k) is covered by one in S(k + 1), or has L or more dead ones;
    3. S(n - L + 1), or a layer before it, is empty.

The deal that is checked is the claimed one as far as its first n - L + 1 plays see it; n and L shrink together.

A *position* here is one in which the next card is about to be laid: it comes after a card when the turn goes on, or
when the turn has ended, the player has drawn, and another turn has begun.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from solver.budget import DEFAULT_MEMORY_MIB
from solver.errors import InputError
from solver.strict_json import as_whole_number
from solver.text import count
from solver.the_game.covering import Covering
from solver.the_game.deal import Deal
from solver.the_game.horizon import seen_by
from solver.the_game.identifiers import encode_deal
from solver.the_game.notation import parse_line
from solver.the_game.referee import verify
from solver.the_game.refutation import Claim, Group, Layer, opened
from solver.the_game.rules import Position
from solver.version import VERSION

Hands = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a refutation proves nothing: the layer, the position in it (0 for the first in the file) and the reason.
    ``position`` is ``None`` if the whole layer is at fault, ``layer`` too if it is the claim."""

    layer: int | None
    position: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Check:
    """What the checker found. If it is ``accepted``, no line of the deal leaves fewer than ``cards_left_bound``
    cards, and ``line`` leaves ``cards_left``. ``layers`` and ``positions`` were looked at."""

    accepted: bool
    deal: str
    cards_left_bound: int
    cards_left: int
    line: str
    layers: int
    positions: int
    flaw: Flaw | None
    seconds: float

    @property
    def optimal(self) -> bool:
        """Is the line proven to be the best?"""
        return self.accepted and self.cards_left == self.cards_left_bound

    def to_json(self) -> dict[str, Any]:
        """The object that ``check --json`` prints."""
        flaw = self.flaw
        return {
            "format": "opendeal-check/1",
            "accepted": self.accepted,
            "deal": self.deal,
            "cards_left_bound": self.cards_left_bound,
            "cards_left": self.cards_left,
            "optimal": self.optimal,
            "line": self.line,
            "layers": self.layers,
            "positions": self.positions,
            "flaw": None if flaw is None else {"layer": flaw.layer, "position": flaw.position, "why": flaw.why},
            "seconds": round(self.seconds, 6),
            "version": VERSION,
        }


def check(
    path: str | os.PathLike[str],
    *,
    memory_mib: int = DEFAULT_MEMORY_MIB,
    progress: Callable[[int, int], None] | None = None,
) -> Check:
    """Does the file prove what it claims? Reads it once and keeps two layers of it.

    ``progress`` is told the layer and the positions checked so far. Raises ``InputError`` for a file that is no
    refutation or is damaged, and ``OutOfMemory`` when two layers need more than ``memory_mib``.
    """
    as_whole_number(memory_mib, "the memory budget (MiB)", 1, 2**20)
    begun = perf_counter()
    with opened(os.fspath(path), memory_mib << 20) as reader:
        checker = _Checker(reader.claim, progress)
        flaw = None
        try:
            checker.check_line()
            checker.check_layers(reader.layers())
        except _Flawed as flawed:
            flaw = flawed.flaw
        claim = reader.claim
        return Check(
            accepted=flaw is None,
            deal=encode_deal(claim.deal),
            cards_left_bound=claim.cards_left_bound,
            cards_left=claim.cards_left,
            line=claim.line,
            layers=checker.layers,
            positions=checker.positions,
            flaw=flaw,
            seconds=perf_counter() - begun,
        )


class _Flawed(Exception):
    """The refutation proves nothing."""

    def __init__(self, layer: int | None, position: int | None, why: str) -> None:
        super().__init__(why)
        self.flaw = Flaw(layer, position, why)


class _Checker:
    """One pass through a refutation."""

    def __init__(self, claim: Claim, progress: Callable[[int, int], None] | None) -> None:
        self.layers = 0
        self.positions = 0
        self._claim = claim
        self._progress = progress
        self._last = claim.deal.cards_left - claim.cards_left_bound  # layer that may hold positions
        deal = seen_by(claim.deal, self._last + 1)
        self._turns = _Turns(deal)
        self._covering = _covering(deal, self._turns.names)
        self._piles = deal.rules.pile_count
        self._allowed = deal.cards_left - (self._last + 1)  # dead cards

    def check_line(self) -> None:
        """Does the line leave what it is said to leave?"""
        try:
            report = verify(self._claim.deal, parse_line(self._claim.line))
        except InputError as error:
            raise _Flawed(None, None, f"the line cannot be read: {error}") from None
        if not report.legal or report.cards_left != self._claim.cards_left:
            raise _Flawed(None, None, f"the line does not leave {self._claim.cards_left} cards by the rules")

    def check_layers(self, layers: Iterator[Layer]) -> None:
        """The theorem's conditions, one layer after the other."""
        layer = next(layers)
        self._check_starts(layer)
        for following in layers:  # up to the empty one; the reader sees to it that there is nothing behind it
            if self.layers > self._last:
                raise _Flawed(self.layers, None, f"no layer after layer {self._last} may hold positions")
            self._check_successors(layer, following)
            self.layers += 1
            layer = following

    def _check_starts(self, layer: Layer) -> None:
        """Condition 1."""
        first_top = self._turns.cards_left
        tops = bytes(range(first_top, first_top + self._piles))
        for group in self._turns.starts():
            covers = layer.get(group.to_bytes(), b"")
            unplayed = self._turns.unplayed(group)
            if self._covering.is_open(tops, unplayed, covers, len(covers) // self._piles, self._allowed):
                raise _Flawed(0, None, f"nothing covers the start, {self._turns.described(group, tops)}")

    def _check_successors(self, layer: Layer, following: Layer) -> None:
        """Condition 2 for all positions of a layer, and that each is one of the deal."""
        left = self._turns.cards_left - self.layers
        place = 0
        for key, tops in layer.items():
            group = Group.from_bytes(key)
            if not self._turns.is_group(group, left):
                raise _Flawed(self.layers, place, f"its group does not share out {left} cards: {key.hex()}")
            if max(tops, default=0) >= self._turns.cards_left + self._piles:
                raise _Flawed(self.layers, place, f"a pile shows {max(tops)}, which stands for no top")
            positions = len(tops) // self._piles
            unplayed = self._turns.unplayed(group)
            for card, after in self._turns.after(group):
                covers = following.get(after.to_bytes(), b"")
                cover_count = len(covers) // self._piles
                rest = unplayed & ~(1 << card)
                play = self._covering.uncovered(tops, positions, card, rest, covers, cover_count, self._allowed)
                if play >= 0:
                    parent, pile = divmod(play, self._piles)
                    why = self._why_open(group, tops[parent::positions], card, pile, after)
                    raise _Flawed(self.layers, place + parent, why)
            place += positions
            self.positions += positions
            if self._progress is not None:
                self._progress(self.layers, self.positions)

    def _why_open(self, group: Group, tops: bytes, card: int, pile: int, after: Group) -> str:
        laid = f"{self._turns.names[card]}@{self._claim.deal.rules.pile_name(pile)}"
        then = "goes on" if after.played else "ends"
        return (
            f"{self._turns.described(group, tops)}: once {laid} is laid and the turn {then}, nothing in layer "
            f"{self.layers + 1} covers what follows, and at most {count(self._allowed, 'card')} of it are dead"
        )


class _Turns:
    """Who plays, who draws, and which cards are left, in one deal: ``rules.Position`` on groups.

    Cards are numbers here, as in the file; ``names`` are those that they carry.
    """

    def __init__(self, deal: Deal) -> None:
        self.names = sorted(card for cards in (*deal.hands, deal.deck) for card in cards)
        self.cards_left = len(self.names)
        self._deal = deal
        self._rules = deal.rules
        self._numbers = {card: number for number, card in enumerate(self.names)}
        self._deck = self._as_numbers(deal.deck)
        self._in_deck = [0]
        """The cards still in the deck, as a set, by how many: the last one comes first."""
        for card in reversed(self._deck):
            self._in_deck.append(self._in_deck[-1] | 1 << card)

    def starts(self) -> Iterator[Group]:
        """Where the first card may be laid; a turn that is under way may also be ended right away."""
        for start in self._deal.starts():
            if start.hand:
                yield self._as_group(start)
            if start.may_end_turn:
                yield self._as_group(start.end_turn())

    def after(self, group: Group) -> Iterator[tuple[int, Group]]:
        """Where the next card may be laid once the player of this group has laid a card; each with that card.

        *Short turns.*  Alone, a turn that may end need not go on if it has come to 2 m - 1 cards, m being the minimum,
        or if its end would draw all that is left in the deck.
        """
        player, deck = group.player, self._deck[group.drawn :]
        hand = group.hands[player]
        if not hand:
            return
        # Whether the turn may end and what is drawn then depends on how many cards are held, not on which.
        first = hand[0]
        laid = Position(self._rules, _with(group.hands, player, hand[1:]), deck, (), player, group.played + 1)
        ended = laid.end_turn() if laid.may_end_turn else None
        goes_on = len(hand) > 1
        if goes_on and ended and len(group.hands) == 1:
            room = self._deal.hand_limit - len(laid.hand)
            goes_on = laid.played < 2 * self._rules.min_plays - 1 and room < len(deck)
        played = laid.played if len(group.hands) == 1 else self._counted(laid)
        for card in hand:
            if ended:
                drawn = len(self._deck) - len(ended.deck)
                yield card, Group(drawn, ended.to_play, 0, _exchanged(ended.hands, player, card, first))
            if goes_on:
                yield card, Group(group.drawn, player, played, _exchanged(laid.hands, player, card, first))

    def unplayed(self, group: Group) -> int:
        """The cards left, as a set."""
        found = self._in_deck[len(self._deck) - group.drawn]
        for hand in group.hands:
            for card in hand:
                found |= 1 << card
        return found

    def is_group(self, group: Group, left: int) -> bool:
        """Does this group share out ``left`` cards of the deal, each once?"""
        if group.drawn > len(self._deck) or group.player >= len(group.hands):
            return False
        held = len(self._deck) - group.drawn + sum(map(len, group.hands))
        return held == left == self.unplayed(group).bit_count() and self.unplayed(group) >> self.cards_left == 0

    def described(self, group: Group, tops: bytes) -> str:
        """A position for reading."""
        held = [" ".join(str(self.names[card]) for card in hand) or "nothing" for hand in group.hands]
        shown = [self.names[top] if top < self.cards_left else self._deal.tops[top - self.cards_left] for top in tops]
        piles = " ".join(f"{name} {top}" for name, top in zip(self._rules.pile_names, shown, strict=True))
        who = "" if len(held) == 1 else f"player {group.player} to play, "
        return f"{who}hand {' | '.join(held)}, {len(self._deck) - group.drawn} in the deck, piles {piles}"

    def _as_numbers(self, cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(self._numbers[card] for card in cards)

    def _as_group(self, position: Position) -> Group:
        hands = tuple(map(self._as_numbers, position.hands))
        return Group(len(self._deck) - len(position.deck), position.to_play, self._counted(position), hands)

    def _counted(self, position: Position) -> int:
        """The cards laid in this turn, as far as they matter: once the minimum is reached, more change nothing."""
        return min(position.played, self._rules.min_plays if position.deck else self._rules.min_plays_empty)


def _with(hands: Hands, player: int, hand: tuple[int, ...]) -> Hands:
    """The hands with another one for this player."""
    return (*hands[:player], hand, *hands[player + 1 :])


def _exchanged(hands: Hands, player: int, card: int, other: int) -> Hands:
    """The hands if this player had laid ``card`` in place of ``other``."""
    if card == other:
        return hands
    return _with(hands, player, tuple(sorted((other, *(held for held in hands[player] if held != card)))))


def _covering(deal: Deal, cards: Sequence[int]) -> Covering:
    """Which cards fit which tops, by the rules."""
    rules = deal.rules
    tops = (*cards, *deal.tops)
    fitting = []
    for pile in (0, rules.pile_count - 1):
        row = []
        for top in tops:
            position = Position(rules, (), (), (top,) * rules.pile_count, 0)
            row.append(sum(1 << number for number, card in enumerate(cards) if position.fits(card, pile)))
        fitting.append(row)
    # Where all piles are of one direction, the other row is never looked at.
    return Covering(fitting[0], fitting[1], rules.ascending, rules.pile_count, len(cards))
