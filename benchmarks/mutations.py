"""Refutations taken apart, damaged and put together again, and what a refutation needs in the plainest terms.

Everything is decided here with sets of cards and ``rules.Position``, far too slow for use, but not the way the checker
decides it: the tests hold the checker to ``flawless``, and ``proofs`` has it reject what is certainly no proof.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations, product
from pathlib import Path

from solver import Rules, solve
from solver.the_game.deal import Deal
from solver.the_game.horizon import seen_by
from solver.the_game.refutation import Claim, Group, Layer, opened, written
from solver.the_game.rules import Position

MEMORY = 1 << 32
"""Bytes that a refutation may take here."""
Cards = frozenset[int]
Node = tuple[Position, tuple[int, ...]]
"""A position without its piles, and their tops."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """A refutation in memory; the layers are those that are not empty."""

    claim: Claim
    layers: list[Layer]

    @staticmethod
    def read(path: Path) -> Refutation:
        """All of a file."""
        with opened(str(path), MEMORY) as reader:
            return Refutation(reader.claim, [layer for layer in reader.layers() if layer])

    @property
    def plays(self) -> int:
        """The number of cards that no line is claimed to lay."""
        return self.claim.deal.cards_left - self.claim.cards_left_bound + 1

    @property
    def deal(self) -> Deal:
        """The deal whose positions the layers hold: as much of the claimed one as so many plays see."""
        return seen_by(self.claim.deal, self.plays)

    @property
    def cards_left_bound(self) -> int:
        """The fewest cards that its lines are claimed to leave."""
        return self.deal.cards_left - self.plays + 1

    def write(self, path: Path) -> None:
        """Write it as a file of the right form, check sums included, whatever it says."""
        with written(str(path)) as writer:
            writer.claim(self.claim)
            for layer in (*self.layers, Layer()):
                writer.layer(len(layer), layer.items())


# -- positions in plain terms --------------------------------------------------------------------------------------


class Terms:
    """Translates the numbers of one deal's file into cards and tops."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.cards = sorted(card for cards in (*deal.hands, deal.deck) for card in cards)
        self._tops = (*self.cards, *deal.tops)
        self.top_count = len(self._tops)

    def node(self, key: bytes, tops: Iterable[int]) -> Node | None:
        """A position of the file; ``None`` if it is none of the deal."""
        group = Group.from_bytes(key)
        deal = self.deal
        if group.player >= deal.players or group.drawn > len(deal.deck):
            return None
        if any(card >= len(self.cards) for hand in group.hands for card in hand):
            return None
        hands = tuple(tuple(self.cards[number] for number in hand) for hand in group.hands)
        position = Position(deal.rules, hands, deal.deck[group.drawn :], (), group.player, group.played)
        shown = tuple(tops)
        if any(top >= self.top_count for top in shown):
            return None
        return position, tuple(self._tops[top] for top in shown)

    def nodes(self, key: bytes, tops: bytes) -> Iterator[Node | None]:
        """The positions of one group."""
        count = len(tops) // self.deal.rules.pile_count
        for place in range(count):
            yield self.node(key, tops[place::count])


def unplayed(position: Position) -> Cards:
    """The cards in hands and deck."""
    return frozenset(card for cards in (*position.hands, position.deck) for card in cards)


def takes(position: Position, pile: int, top: int, cards: Cards) -> Cards:
    """The cards that this pile takes if it shows this top."""
    return _takes(position.rules, pile, top, cards)


@lru_cache(maxsize=1 << 14)  # the positions of one group ask for the same again and again
def _takes(rules: Rules, pile: int, top: int, cards: Cards) -> Cards:
    there = Position(rules, (), (), (top,) * rules.pile_count, 0)
    return frozenset(card for card in cards if there.fits(card, pile))


def covers(position: Position, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Does the position with the tops ``one`` cover that with the tops ``other``? The first lemma, word by word."""
    cards, up = unplayed(position), position.rules.ascending
    sizes = (range(up), range(up, position.rules.pile_count))
    for order in product(*map(permutations, sizes)):
        partners = [partner for part in order for partner in part]
        if all(
            takes(position, pile, other[pile], cards) <= takes(position, pile, one[partner], cards)
            for pile, partner in enumerate(partners)
        ):
            return True
    return False


def dead_cards(position: Position, tops: tuple[int, ...]) -> Cards:
    """The cards that no pile can come to. The second lemma, word by word."""
    cards = unplayed(position)
    reached: set[int] = set()
    for pile, top in enumerate(tops):
        seen: set[int] = set()
        coming = {top}
        while coming:
            fitting = takes(position, pile, coming.pop(), cards)
            coming |= fitting - seen
            seen |= fitting
        reached |= seen
    return cards - reached


def successors(position: Position, tops: tuple[int, ...]) -> Iterator[Node]:
    """Where the next card may be laid after one card more, alone with short turns only: the third lemma."""
    there = position._replace(piles=tops)
    rules = position.rules
    for card, pile in there.plays():
        after = there.play(card, pile)
        may_end = after.may_end_turn
        if may_end:
            yield _node(after.end_turn())
        alone = len(after.hands) == 1
        long = after.played >= 2 * rules.min_plays - 1 or rules.hand_limit(1) - len(after.hand) >= len(after.deck)
        if after.hand and not (alone and may_end and long):
            least = rules.min_plays if after.deck else rules.min_plays_empty
            yield _node(after if alone else after._replace(played=min(after.played, least)))


def starts(deal: Deal) -> Iterator[Node]:
    """Where the first card may be laid."""
    for start in deal.starts():
        least = deal.rules.min_plays if start.deck else deal.rules.min_plays_empty
        if start.hand:
            yield _node(start._replace(played=min(start.played, least)))
        if start.may_end_turn:
            yield _node(start.end_turn())


def _node(position: Position) -> Node:
    return position._replace(piles=()), position.piles


def flawless(refutation: Refutation) -> bool:
    """Do the layers prove what the claim says? The theorem of ``docs/refutations.md``, word by word. The line is not
    looked at."""
    terms = Terms(refutation.deal)
    layers: list[dict[Position, list[tuple[int, ...]]]] = []
    for number, layer in enumerate(refutation.layers):
        layers.append({})
        for key, tops in layer.items():
            for node in terms.nodes(key, tops):
                if node is None or sum(map(len, node[0].hands)) + len(node[0].deck) != len(terms.cards) - number:
                    return False
                if len(unplayed(node[0])) != len(terms.cards) - number:
                    return False
                layers[-1].setdefault(node[0], []).append(node[1])
    if len(layers) > refutation.plays:
        return False
    layers.append({})

    def is_settled(node: Node, layer: dict[Position, list[tuple[int, ...]]]) -> bool:
        position, tops = node
        if any(covers(position, one, tops) for one in layer.get(position, ())):
            return True
        return len(dead_cards(position, tops)) >= refutation.cards_left_bound

    if not all(is_settled(start, layers[0]) for start in starts(refutation.deal)):
        return False
    return all(
        is_settled(after, layers[number + 1])
        for number, layer in enumerate(layers[:-1])
        for position, all_tops in layer.items()
        for tops in all_tops
        for after in successors(position, tops)
    )


# -- damage that certainly leaves no proof ---------------------------------------------------------------------------

Mutation = Callable[[Refutation, random.Random], Refutation | None]
"""Damages a refutation that ``prove`` wrote; ``None`` where this kind of damage is not possible. What comes out is
certainly no proof, for the reason that each function gives."""


def drop_position(refutation: Refutation, rng: random.Random) -> Refutation | None:
    """A position is missing that is needed, see ``_needed``."""
    found = _needed(refutation, rng)
    if found is None:
        return None
    number, key, place = found
    tops = refutation.layers[number][key]
    count = len(tops) // refutation.claim.deal.rules.pile_count
    return _with_group(refutation, number, key, bytes(top for i, top in enumerate(tops) if i % count != place))


def drop_group(refutation: Refutation, rng: random.Random) -> Refutation | None:
    """So is a group with a position that is needed."""
    found = _needed(refutation, rng)
    return None if found is None else _with_group(refutation, found[0], found[1], b"")


def change_top(refutation: Refutation, rng: random.Random) -> Refutation | None:
    """A position that is needed has another top, with which it does not cover what it did."""
    terms = Terms(refutation.deal)
    found = _needed(refutation, rng)
    if found is None:
        return None
    number, key, place = found
    tops = refutation.layers[number][key]
    piles = refutation.claim.deal.rules.pile_count
    count = len(tops) // piles
    at = rng.randrange(piles) * count + place
    node = terms.node(key, tops[place::count])
    for top in rng.sample(range(terms.top_count), terms.top_count):
        changed = tops[:at] + bytes((top,)) + tops[at + 1 :]
        other = terms.node(key, changed[place::count])
        if node and other and not covers(node[0], other[1], node[1]):
            return _with_group(refutation, number, key, changed)
    return None


def change_cards_drawn(refutation: Refutation, rng: random.Random) -> Refutation | None:
    """A group has one card less in the deck, so that it has too few cards in all."""
    number = rng.randrange(len(refutation.layers))
    key = rng.choice(list(refutation.layers[number]))
    if key[0] == len(refutation.deal.deck):
        return None
    layer = {(bytes((k[0] + 1,)) + k[1:] if k == key else k): v for k, v in refutation.layers[number].items()}
    return replace(refutation, layers=_with(refutation.layers, number, layer))


def swap_layers(refutation: Refutation, rng: random.Random) -> Refutation | None:
    """Two layers have changed places: the first of them has too few cards."""
    if len(refutation.layers) < 2:
        return None
    number = rng.randrange(len(refutation.layers) - 1)
    layers = refutation.layers.copy()
    layers[number : number + 2] = reversed(layers[number : number + 2])
    return replace(refutation, layers=layers)


def empty_layer(refutation: Refutation, rng: random.Random) -> Refutation | None:
    """A layer with a position that is needed is empty; so are all behind it, as an empty layer is the last one."""
    found = _needed(refutation, rng)
    return None if found is None else replace(refutation, layers=refutation.layers[: found[0]])


def claim_more(refutation: Refutation, rng: random.Random) -> Refutation | None:
    """The claim is one card more than the refutation's line leaves."""
    more = refutation.claim.cards_left + 1
    if more > refutation.claim.deal.cards_left:
        return None
    return replace(refutation, claim=replace(refutation.claim, cards_left_bound=more))


def change_rule(refutation: Refutation, rng: random.Random) -> Refutation | None:
    """The claim is about other rules, under which a line leaves fewer cards."""
    rules = refutation.claim.deal.rules
    others = [
        replace(rules, step=rules.step + rng.choice((-1, 1)) if rules.step else 1),
        replace(rules, min_plays=max(1, rules.min_plays - 1), min_plays_empty=1),
        replace(rules, hand_size=rules.hand_limit(refutation.claim.deal.players) + 3),
    ]
    rng.shuffle(others)
    return _about_another_deal(refutation, (replace(refutation.claim.deal, rules=other) for other in others))


def change_card(refutation: Refutation, rng: random.Random) -> Refutation | None:
    """The claim is about another order of the deck, in which a line leaves fewer cards."""

    def others() -> Iterator[Deal]:
        deal = refutation.claim.deal
        for _ in range(20):
            deck = list(deal.deck)
            rng.shuffle(deck)
            yield replace(deal, deck=tuple(deck))

    return _about_another_deal(refutation, others())


def cut_line(refutation: Refutation, rng: random.Random) -> Refutation | None:
    """The line is shorter than it is said to be."""
    turns = refutation.claim.line.split(" | ")
    if refutation.claim.cards_left == refutation.claim.deal.cards_left:
        return None  # no card is laid
    return replace(refutation, claim=replace(refutation.claim, line=" | ".join(turns[:-1])))


def praise_line(refutation: Refutation, rng: random.Random) -> Refutation | None:
    """The line leaves more than it is said to leave."""
    claim = refutation.claim
    return replace(refutation, claim=replace(claim, cards_left=claim.cards_left - 1)) if claim.cards_left else None


MUTATIONS: tuple[Mutation, ...] = (
    drop_position,
    drop_group,
    change_top,
    change_cards_drawn,
    swap_layers,
    empty_layer,
    claim_more,
    change_rule,
    change_card,
    cut_line,
    praise_line,
)


def name_of(mutation: Mutation) -> str:
    """A kind of damage by its name, such as ``drop_position``."""
    return str(getattr(mutation, "__name__", mutation))


def _needed(refutation: Refutation, rng: random.Random) -> tuple[int, bytes, int] | None:
    """Layer, group and place of a position that the proof cannot do without; ``None`` if none is found.

    It has fewer dead cards than claimed and no other one of its layer covers it. It was stored, since a position with
    the same cards fitting each pile comes after one of the layer before it (or is a start); that one is then
    neither covered nor beyond hope, as covering is transitive.
    """
    terms = Terms(refutation.deal)
    for _ in range(100):
        number = rng.randrange(len(refutation.layers))
        key = rng.choice(list(refutation.layers[number]))
        nodes = list(terms.nodes(key, refutation.layers[number][key]))
        place = rng.randrange(len(nodes))
        node = nodes[place]
        assert node is not None  # prove wrote it
        position, tops = node
        rivals = (other[1] for i, other in enumerate(nodes) if i != place and other is not None)
        if len(dead_cards(position, tops)) < refutation.cards_left_bound and not any(
            covers(position, rival, tops) for rival in rivals
        ):
            return number, key, place
    return None


def _about_another_deal(refutation: Refutation, deals: Iterable[Deal]) -> Refutation | None:
    """The claim about the first of the deals of which it is false; the line is one of that deal."""
    for deal in deals:
        result = solve(deal)
        if result.cards_left < refutation.claim.cards_left_bound:
            claim = replace(refutation.claim, deal=deal, line=result.line, cards_left=result.cards_left)
            return replace(refutation, claim=claim)
    return None


def _with_group(refutation: Refutation, number: int, key: bytes, tops: bytes) -> Refutation:
    """The refutation with other positions in a group; without it, if there are none."""
    layer = {k: (tops if k == key else v) for k, v in refutation.layers[number].items() if tops or k != key}
    return replace(refutation, layers=_with(refutation.layers, number, layer))


def _with(layers: list[Layer], number: int, layer: Layer) -> list[Layer]:
    return [*layers[:number], layer, *layers[number + 1 :]]
