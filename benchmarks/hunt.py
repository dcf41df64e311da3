"""Hunts for solo decks that cannot be won: anneals the order of the cards until even the best play runs out of room.

A deck is scored by how far the piles have come in the best position of each layer of a beam: 50 to 100 ranks in the
middle of a game that is won easily, about 250 where play ends. That is a better guide than how soon a beam dies: decks
that kill one beam early only mislead it, and the next wider one wins them. Nor do small hands tell: what is annealed to
be hard for 3 or 4 cards has one gap that a fifth card closes. What cards in hand and tricks are worth to the beam
changes all the time, so that no deck can be fitted to one beam's taste.

After each round wider and wider beams say how many cards can be laid. If the widest fails too, the complete search is
tried; what it proves can be written down with ``opendeal prove``. Every round appends one line to the file, and the
same command goes on where the file ends. Without a time limit the same options give the same decks.

Exit status: 0 a deck was proven unwinnable, 1 none was, 2 bad usage.
"""

from __future__ import annotations

import json
import math
import random
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from benchmarks._common import add_budget, budget_of, new_parser, run
from solver import Budget, Deal, InputError, Rules, solve
from solver.cli.terminal import StatusLine
from solver.sources import read_deal
from solver.strict_json import as_whole_number
from solver.the_game._kernel import Status
from solver.the_game.identifiers import decode_rules, encode_deal, encode_rules
from solver.the_game.search import Options, Search

Deck = tuple[int, ...]

WIDER = 8
"""Each beam of the trial is so many times as wide as the one before."""
FIRST_WIDTH = 256
MOST_STRAIN = 250.0
"""More counts no more, so that a few early dead ends do not outweigh a game that is hard throughout."""
BONUSES = (0, 3, 6, 10, 16)
"""What tricks and cards in hand may be worth to a beam that scores, in sixteenths of a rank."""
SAME_TASTE = 10
"""Candidates until these are drawn anew."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One line of the file: what a round of annealing came to.

    ``deck``: the cards as they come. ``deal``: the deal that begins with it. ``strain``: of the beam with the usual
    bonuses, in ranks; higher is harder. ``laid``: beam width and most cards laid. ``status``: ``unknown`` unless a line
    wins or a complete search found none; ``nodes``: of what settled it.
    """

    rules: str
    width: int
    seed: int
    round: int
    deck: Deck
    deal: str
    strain: float
    laid: tuple[tuple[int, int], ...]
    status: str
    nodes: int


def main(arguments: Sequence[str]) -> int:
    """Run the hunt and return the exit status."""
    parser = new_parser("hunt", __doc__)
    parser.add_argument("file", type=Path, help="JSON Lines; is made, or continued")
    parser.add_argument(
        "--rules", default="standard", help="a preset or compact parameters, with the hand to be beaten (n7)"
    )
    parser.add_argument("--width", type=int, default=256, metavar="N", help="width of the beam that scores (256)")
    parser.add_argument(
        "--start", default="random", help=f"{', '.join(STARTS)}, or a deal whose deck to begin with (random)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the random choices (0)")
    parser.add_argument("--rounds", type=int, default=20, help="rounds, those in the file included (20)")
    parser.add_argument("--steps", type=int, default=500, help="decks tried in a round (500)")
    parser.add_argument("--heat", type=float, default=2.0, metavar="RANKS", help="temperature of the first round (2)")
    parser.add_argument("--widest", type=int, default=16_384, metavar="N", help="widest beam of a trial (16384)")
    add_budget(parser, seconds=600.0, memory_mib=4096)
    options = parser.parse_args(arguments)
    for name in ("width", "rounds", "steps", "widest"):
        as_whole_number(getattr(options, name), f"--{name.replace('_', '-')}", 1, 10**9)
    hunt = _Hunt(options, budget_of(options))
    trial = hunt.last
    while not (trial and trial.status == "unwinnable") and hunt.round < options.rounds:
        trial = hunt.run_round()
        with options.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(trial)) + "\n")
        print(json.dumps(asdict(trial)), flush=True)
    return 0 if trial and trial.status == "unwinnable" else 1


class _Hunt:
    """The state between two rounds: the deck, and how many rounds it has seen."""

    def __init__(self, options: Namespace, budget: Budget) -> None:
        self.rules = decode_rules(options.rules)
        self._options = options
        self._budget = budget
        self._status = StatusLine()
        self.last = _last_trial(options.file, encode_rules(self.rules), options.seed)
        self.round = self.last.round + 1 if self.last else 0
        if self.last:
            self.deck = self.last.deck
        elif options.start in STARTS:
            cards = list(range(self.rules.low, self.rules.high + 1))
            self.deck = tuple(STARTS[options.start](cards, random.Random(options.seed)))
        else:
            self.deck = deck_of(read_deal(options.start))

    def run_round(self) -> Trial:
        """Anneal for one round, and try the outcome with the full hand. The rounds get cooler."""
        options = self._options
        rng = random.Random(f"{options.seed} {self.round}")
        heat = options.heat * (1 - self.round / options.rounds)
        self.deck = anneal(self.deck, self._strain, rng, options.steps, heat, self._tell)
        deal = dealt(self.deck, self.rules)
        laid, status, nodes = self._try(deal)
        strained, _ = self._strain(self.deck, Options())
        trial = Trial(
            rules=encode_rules(self.rules),
            width=options.width,
            seed=options.seed,
            round=self.round,
            deck=self.deck,
            deal=encode_deal(deal),
            strain=round(strained, 2),
            laid=tuple(laid),
            status=status,
            nodes=nodes,
        )
        self.round += 1
        self._status.clear()
        return trial

    def _strain(self, deck: Deck, options: Options) -> tuple[float, int]:
        return strain(dealt(deck, self.rules), replace(options, width=self._options.width))

    def _tell(self, step: int, strain: float) -> None:
        self._status.update(f"round {self.round}, deck {step} of {self._options.steps}: {strain:.1f} ranks")

    def _try(self, deal: Deal) -> tuple[list[tuple[int, int]], str, int]:
        """Beams, wider and wider, until one wins; if none does, all that the budget allows."""
        laid: list[tuple[int, int]] = []
        width = FIRST_WIDTH
        while width <= self._options.widest:
            search = Search(deal, Options(width), max_bytes=self._budget.memory_mib << 20)
            while search.run() == Status.RUNNING:
                self._status.update(f"round {self.round}, beam {width} wide: {search.kernel.deepest} cards laid")
            laid.append((width, search.kernel.deepest))
            if search.kernel.status == Status.WON:
                return laid, "winnable", search.kernel.nodes
            width *= WIDER
        result = solve(
            deal, budget=self._budget, progress=lambda p: self._status.update(f"proving, {p.nodes} positions")
        )
        return laid, result.status, result.nodes


def dealt(deck: Deck, rules: Rules) -> Deal:
    """The solo deal of these cards, the first ones in the hand."""
    hand = rules.hand_limit(1)
    return Deal(rules, (deck[:hand],), deck[hand:])


def deck_of(deal: Deal) -> Deck:
    """The cards in the order in which they come; the hand has none, so it is sorted."""
    if deal.players != 1:
        raise InputError(f"--start: expected a solo deal, not one of {deal.players} players")
    return deal.hands[0] + deal.deck


def strain(deal: Deal, options: Options) -> tuple[float, int]:
    """How far the piles have come in the best position of each layer, on average and in ranks; and the cards laid.

    Layers that were not reached count with ``MOST_STRAIN``.
    """
    search = Search(deal, options, dead_limit=0)
    while search.run() == Status.RUNNING:
        pass
    layers = search.kernel.best_scores()[1:]
    reached = sum(min(score, MOST_STRAIN) for score in layers)
    return (reached + MOST_STRAIN * (deal.cards_left - len(layers))) / deal.cards_left, len(layers)


def anneal(
    deck: Deck,
    strain: Callable[[Deck, Options], tuple[float, int]],
    rng: random.Random,
    steps: int,
    heat: float,
    tell: Callable[[int, float], None],
) -> Deck:
    """The deck where a random walk ends that goes for high strain and back by about ``heat`` ranks now and then."""
    current, laid, taste = 0.0, 0, Options()
    for step in range(steps):
        if step % SAME_TASTE == 0:
            taste = Options(trick_bonus=rng.choice(BONUSES), partner_bonus=rng.choice(BONUSES))
            current, laid = strain(deck, taste)
        tell(step, current)
        # What comes long after the last card laid makes no difference.
        candidate = neighbour(deck, laid + 12, rng)
        found, reached = strain(candidate, taste)
        if found >= current + heat * math.log(1 - rng.random()):
            deck, current, laid = candidate, found, reached
    return deck


def neighbour(deck: Deck, reach: int, rng: random.Random) -> Deck:
    """The deck with a small change among its first ``reach`` cards: two swapped, one moved, a stretch turned round, or
    two swapped that lie close in value or a trick apart."""
    cards = list(deck)
    reach = min(reach, len(cards))
    place, other = rng.randrange(reach), rng.randrange(len(cards))
    kind = rng.random()
    if kind < 0.4:
        cards[place], cards[other] = cards[other], cards[place]
    elif kind < 0.6:
        cards.insert(place, cards.pop(other))
    elif kind < 0.7:
        first, last = sorted((place, rng.randrange(reach)))
        cards[first : last + 1] = cards[first : last + 1][::-1]
    else:
        partner = cards[place] + rng.choice((-11, -10, -9, -2, -1, 1, 2, 9, 10, 11))
        if partner in cards:
            other = cards.index(partner)
            cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def _shuffled(cards: list[int], rng: random.Random) -> list[int]:
    return rng.sample(cards, len(cards))


def _residues(cards: list[int], rng: random.Random) -> list[int]:
    """One residue modulo 10 after the other: all trick partners lie close together."""
    order = rng.sample(range(10), 10)
    return sorted(cards, key=lambda card: (order[card % 10], card))


def _grid(cards: list[int], rng: random.Random) -> list[int]:
    """Rising stretches, each below the one before: no long rising or falling run (Erdős and Szekeres)."""
    side = math.isqrt(len(cards))
    stretches = [cards[first : first + side] for first in range(0, len(cards), side)]
    return [card for stretch in reversed(stretches) for card in stretch]


def _halves(cards: list[int], rng: random.Random) -> list[int]:
    """The lower and the upper half in turn."""
    middle = (len(cards) + 1) // 2
    order = cards[:]
    order[::2], order[1::2] = cards[:middle], cards[middle:]
    return order


def _outwards(cards: list[int], rng: random.Random) -> list[int]:
    """Middle cards first."""
    middle = sum(cards) / len(cards)
    return sorted(cards, key=lambda card: (abs(card - middle), card))


STARTS: dict[str, Callable[[list[int], random.Random], list[int]]] = {
    "random": _shuffled,
    "residues": _residues,
    "grid": _grid,
    "halves": _halves,
    "outwards": _outwards,
}


def _last_trial(path: Path, rules: str, seed: int) -> Trial | None:
    """The last line of the file, which must be of the same hunt."""
    if not path.exists():
        return None
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines:
        return None
    try:
        found = json.loads(lines[-1])
        trial = Trial(**(found | {"deck": tuple(found["deck"]), "laid": tuple(map(tuple, found["laid"]))}))
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(f"{path}, line {len(lines)}: expected a line that an earlier hunt wrote") from error
    if (trial.rules, trial.seed) != (rules, seed):
        raise InputError(f"{path} holds the hunt of rules {trial.rules} and seed {trial.seed}; use another file")
    return trial


if __name__ == "__main__":
    run(main)
