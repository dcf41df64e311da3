"""Hunts for solo decks that cannot be won: anneals the order of the cards until little room is left.

The *room* of a deck is how many positions a search finds: the logarithm of the number in each layer, summed up.
Little room says both that play ends soon and that the proof is small. Three things lead to decks that are lost with a
large hand:

* Trick partners lie far apart in the deck (``--start apart``; ``--apart`` keeps them there). Hardly any deck can be won
  without tricks, and of partners half a deck apart one has to wait all that time in the hand, or as the top of a pile.
* The score is the complete search with a smaller hand (``--hand 5 --width 0``). A beam is a bad judge of whole decks:
  they become fitted to what it leaves out.
* Once the first cards are good, they stay (``--keep``), and a wide beam with the large hand is the score for the rest.

Only the first ``--plays`` plays count: nobody sees the end of the deck by then, and fewer cards make a smaller search.

After each round wider and wider beams tell how many cards can be laid. If the widest fails too, the complete search is
tried; ``opendeal prove`` can write down what it proves. Every round appends one line to the file, and the same command
goes on where the file ends. Without a time limit the same options give the same decks.

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
from time import monotonic
from typing import Any

from benchmarks._common import add_budget, budget_of, new_parser, run
from solver import Budget, Deal, InputError, Rules
from solver.cli.terminal import StatusLine
from solver.sources import read_deal
from solver.strict_json import as_whole_number
from solver.the_game._kernel import Status
from solver.the_game.horizon import seen_by
from solver.the_game.identifiers import decode_rules, encode_deal, encode_rules
from solver.the_game.search import Goal, Options, Search, Threads

Deck = tuple[int, ...]

WIDER = 8
"""Each beam of the trial is so many times as wide as the one before."""
FIRST_WIDTH = 256
NEAR = 8
"""Most places that a card moves by a small step, or that are turned round."""
APART_STEPS, APART_HEAT = 60_000, 6.0
"""Of the annealing that lays trick partners apart."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One line of the file: what a round of annealing came to.

    ``deck``: the cards as they come. ``deal``: the deal that begins with it. ``plays``: how many cards no line shall
    lay. ``score``: see ``Judge``; less is harder. ``laid``: beam width and most cards laid. ``status``: ``unwinnable``
    if a complete search found no line of so many cards, ``winnable`` if a line lays all cards. ``nodes``: of what
    settled it.
    """

    rules: str
    seed: int
    round: int
    plays: int
    deck: Deck
    deal: str
    score: float
    laid: tuple[tuple[int, int], ...]
    status: str
    nodes: int


@dataclass(frozen=True, slots=True)
class Judge:
    """Scores decks: their room, and what it costs that trick partners lie too near. Less is harder.

    ``rules``: those of the search, with its hand. ``width``: of its beam, 0 for the complete search. ``plays``: how
    many cards it may lay at most. ``apart``: the price of each place by which trick partners, both among the cards that
    are seen by then, are nearer than half of the deck.
    """

    rules: Rules
    width: int
    plays: int
    apart: float

    @property
    def seen(self) -> int:
        """So many cards of a deck count, if it has them."""
        return self.plays + self.rules.hand_limit(1)

    def score(self, deck: Deck, limit: float = math.inf) -> float:
        """The score, or infinity once it is above the limit."""
        near = dealt(deck, self.rules, self.plays)
        score = self.apart * nearness(deck[: near.cards_left], self.rules.step, len(deck) // 2)
        search = search_of(near, self.plays, Options(self.width))
        running, room = True, 0.0
        while running and score + room <= limit:
            running = search.run() == Status.RUNNING
            room = sum(math.log1p(positions) for positions in search.kernel.layer_sizes())
        return score + room if score + room <= limit else math.inf


def main(arguments: Sequence[str]) -> int:
    """Run the hunt and return the exit status."""
    parser = new_parser("hunt", __doc__)
    parser.add_argument("file", type=Path, help="JSON Lines; is made, or continued")
    parser.add_argument(
        "--rules", default="standard", help="a preset or compact parameters, with the hand to be beaten (n7)"
    )
    parser.add_argument("--plays", type=int, metavar="N", help="cards that no line shall lay (four fifths of all)")
    parser.add_argument("--hand", type=int, metavar="N", help="hand of the search that scores (that of the rules)")
    parser.add_argument("--width", type=int, default=1024, metavar="N", help="width of its beam, 0: complete (1024)")
    parser.add_argument("--score-plays", type=int, metavar="N", help="cards that it may lay at most (as --plays)")
    parser.add_argument("--apart", type=float, default=0.02, metavar="PRICE", help="of near trick partners (0.02)")
    parser.add_argument("--keep", type=int, default=0, metavar="N", help="so many first cards stay as they are (0)")
    parser.add_argument(
        "--start", default="apart", help=f"{', '.join(STARTS)}, or a deal whose deck to begin with (apart)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the random choices (0)")
    parser.add_argument("--rounds", type=int, default=20, help="rounds, those in the file included (20)")
    parser.add_argument("--steps", type=int, default=200, help="decks tried in a round, 0: only the first deck (200)")
    parser.add_argument("--heat", type=float, default=3.0, help="temperature of the first round (3)")
    parser.add_argument("--widest", type=int, default=131_072, metavar="N", help="widest beam of a trial (131072)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="for the complete search (1)")
    add_budget(parser, seconds=600.0, memory_mib=4096)
    options = parser.parse_args(arguments)
    for name, least in (("rounds", 1), ("steps", 0), ("widest", 1), ("threads", 1)):
        as_whole_number(getattr(options, name), f"--{name}", least, 10**9)
    hunt = _Hunt(options, replace(budget_of(options), threads=options.threads))
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
        self.rules = rules = decode_rules(options.rules)
        cards = rules.high - rules.low + 1
        self._plays = _within(options.plays, "--plays", 1, cards, cards * 4 // 5)
        self._judge = Judge(
            replace(rules, hand_size=_within(options.hand, "--hand", 1, cards, rules.hand_limit(1))),
            as_whole_number(options.width, "--width", 0, 10**9),
            _within(options.score_plays, "--score-plays", 1, cards, self._plays),
            options.apart,
        )
        self._keep = as_whole_number(options.keep, "--keep", 0, min(cards, self._judge.seen) - 2)
        self._options = options
        self._budget = budget
        self._status = StatusLine()
        self.last = _last_trial(options.file, encode_rules(rules), options.seed)
        self.round = self.last.round + 1 if self.last else 0
        if self.last:
            self.deck = self.last.deck
        elif options.start in STARTS:
            self.deck = STARTS[options.start](rules, random.Random(options.seed))
        else:
            self.deck = deck_of(read_deal(options.start))
        if sorted(self.deck) != list(range(rules.low, rules.high + 1)):
            raise InputError(
                f"--start: expected a deal of all cards from {rules.low} to {rules.high}, as the rules say"
            )

    def run_round(self) -> Trial:
        """Anneal for one round, and try the outcome with the full hand. The rounds get cooler."""
        options = self._options
        rng = random.Random(f"{options.seed} {self.round}")
        heat = options.heat * (1 - self.round / options.rounds)
        self.deck, score = anneal(self.deck, self._judge, self._keep, rng, options.steps, heat, self._tell)
        laid, status, nodes = self._try()
        trial = Trial(
            rules=encode_rules(self.rules),
            seed=options.seed,
            round=self.round,
            plays=self._plays,
            deck=self.deck,
            deal=encode_deal(dealt(self.deck, self.rules)),
            score=round(score, 2),
            laid=tuple(laid),
            status=status,
            nodes=nodes,
        )
        self.round += 1
        self._status.clear()
        return trial

    def _tell(self, step: int, score: float) -> None:
        self._status.update(f"round {self.round}, deck {step} of {self._options.steps}: score {score:.1f}")

    def _try(self) -> tuple[list[tuple[int, int]], str, int]:
        """Beams, wider and wider, until one lays all the cards that it may; if none does, the complete search."""
        near = dealt(self.deck, self.rules, self._plays)
        won = "winnable" if self._plays == len(self.deck) else "unknown"
        memory = self._budget.memory_mib << 20
        laid: list[tuple[int, int]] = []
        width = FIRST_WIDTH
        while width <= self._options.widest:
            search = search_of(near, self._plays, Options(width), max_bytes=memory)
            while search.run() == Status.RUNNING:
                self._status.update(f"round {self.round}, beam {width} wide: {search.kernel.deepest} cards laid")
            laid.append((width, search.kernel.deepest))
            if search.kernel.status == Status.WON:
                return laid, won, search.kernel.nodes
            width *= WIDER
        threads = Threads.of(self._budget.threads)
        search = search_of(
            near, self._plays, Options(), max_nodes=self._budget.max_nodes, max_bytes=memory, threads=threads
        )
        limit = self._budget.time_limit
        deadline = math.inf if limit is None else monotonic() + limit
        while search.run() == Status.RUNNING and monotonic() < deadline:
            self._status.update(f"round {self.round}, proving: {search.kernel.nodes} positions")
        ends = {Status.EXHAUSTED: "unwinnable", Status.WON: won}
        return laid, ends.get(Status(search.kernel.status), "unknown"), search.kernel.nodes


def dealt(deck: Deck, rules: Rules, plays: int | None = None) -> Deal:
    """The solo deal of these cards, the first ones in the hand; of it, what so many plays see."""
    hand = rules.hand_limit(1)
    deal = Deal(rules, (deck[:hand],), deck[hand:])
    return deal if plays is None else seen_by(deal, plays)


def search_of(near: Deal, plays: int, options: Options, **budget: Any) -> Search:
    """A search for whether there is a line of so many cards, of what so many plays see. It does not tell the line."""
    left = near.cards_left - plays
    return Search(near, options, dead_limit=left, goal=Goal(left), recording=False, **budget)


def deck_of(deal: Deal) -> Deck:
    """The cards in the order in which they come; the hand has none, so it is sorted."""
    if deal.players != 1:
        raise InputError(f"--start: expected a solo deal, not one of {deal.players} players")
    return deal.hands[0] + deal.deck


def anneal(
    deck: Deck,
    judge: Judge,
    keep: int,
    rng: random.Random,
    steps: int,
    heat: float,
    tell: Callable[[int, float], None],
) -> tuple[Deck, float]:
    """The deck, and its score, where a random walk ends that goes for a low one, and back up by ``heat`` now and then.

    The first ``keep`` cards stay where they are.
    """
    current = judge.score(deck)
    for step in range(steps):
        tell(step, current)
        candidate = neighbour(deck, keep, judge.seen, rng)
        limit = current - heat * math.log(1 - rng.random())
        found = judge.score(candidate, limit)
        if found <= limit:
            deck, current = candidate, found
    return deck, current


def neighbour(deck: Deck, keep: int, seen: int, rng: random.Random) -> Deck:
    """The deck with a small change among the cards ``seen``: two swapped, one moved, a stretch turned round."""
    cards = list(deck)
    seen = min(seen, len(cards))
    place, other = rng.randrange(keep, seen), rng.randrange(keep, len(cards))
    near = min(max(keep, place + rng.randint(-NEAR, NEAR)), len(cards) - 1)
    kind = rng.random()
    if kind < 0.5:
        cards[place], cards[other] = cards[other], cards[place]
    elif kind < 0.9:
        cards.insert(near if kind < 0.8 else other, cards.pop(place))
    else:
        first, last = sorted((place, near))
        cards[first : last + 1] = cards[first : last + 1][::-1]
    return tuple(cards)


def nearness(deck: Sequence[int], step: int, distance: int) -> int:
    """By how many places trick partners are nearer than this distance, in all."""
    if step == 0:
        return 0
    places = {card: place for place, card in enumerate(deck)}
    return sum(
        max(0, distance - abs(place - places[card + step])) for card, place in places.items() if card + step in places
    )


def _shuffled(rules: Rules, rng: random.Random) -> Deck:
    cards = range(rules.low, rules.high + 1)
    return tuple(rng.sample(cards, len(cards)))


def _apart(rules: Rules, rng: random.Random) -> Deck:
    """Trick partners half a deck apart, as nearly as that can be, and otherwise at random: annealed by ``nearness``."""
    deck = _shuffled(rules, rng)
    places = {card: place for place, card in enumerate(deck)}
    half, step = len(deck) // 2, rules.step
    if step == 0:
        return deck

    def cost(card: int) -> int:
        partners = (places[near] for near in (card - step, card + step) if near in places)
        return sum(max(0, half - abs(places[card] - place)) for place in partners)

    for done in range(APART_STEPS):
        heat = APART_HEAT * (1 - done / APART_STEPS)
        one, other = rng.choice(deck), rng.choice(deck)
        before = cost(one) + cost(other)
        places[one], places[other] = places[other], places[one]
        if cost(one) + cost(other) > before - heat * math.log(1 - rng.random()):
            places[one], places[other] = places[other], places[one]
    return tuple(sorted(deck, key=places.__getitem__))


STARTS: dict[str, Callable[[Rules, random.Random], Deck]] = {"apart": _apart, "random": _shuffled}


def _within(value: int | None, name: str, least: int, most: int, default: int) -> int:
    return default if value is None else as_whole_number(value, name, least, most)


def _last_trial(path: Path, rules: str, seed: int) -> Trial | None:
    """The last line of the file, which must be of the same hunt."""
    if not path.exists():
        return None
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not valid UTF-8; expected the lines that an earlier hunt wrote") from error
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
