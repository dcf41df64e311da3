"""The kernel's own parts: dominance of words, the memo that forgets, many piles, long decks, exact budgets."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from benchmarks.random_deals import solved_deals
from solver.budget import Budget
from solver.the_game import dfs, reference
from solver.the_game._kernel import Cost, Status, dominated
from solver.the_game._kernel import Search as KernelSearch
from solver.the_game.deal import Deal, deal_from_json
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.referee import verify
from solver.the_game.rules import Rules
from solver.the_game.search import Goal, Options, Search, Threads

TOY_CASES = [json.loads(line) for line in (Path(__file__).parents[1] / "data" / "toy_truth.jsonl").open()]


def finished(search: Search) -> Search:
    while search.run() == Status.RUNNING:
        pass
    return search


def cards_left(deal: Deal, search: Search) -> int:
    """What the best line leaves, by the referee."""
    report = verify(deal, search.line())
    assert report.legal
    assert report.cards_left is not None
    return report.cards_left


@pytest.mark.parametrize("case", TOY_CASES, ids=lambda case: case["id"])
def test_toy_cases(case: dict[str, object]) -> None:
    """Verdict and optimum of every objective, as an independent brute force found them."""
    deal, truth = deal_from_json(case["deal"]), case["truth"]
    assert isinstance(truth, dict)
    outcome = dfs.solve(deal)
    assert (outcome.cards_left_bound == 0) == truth["winnable"]
    assert verify(deal, outcome.line).cards_left == outcome.cards_left_bound == truth["cards_left"]
    turns, tricks = dfs.solve(deal, "turns"), dfs.solve(deal, "tricks")
    assert verify(deal, turns.line).turns == turns.bound == truth["turns"]
    assert verify(deal, tricks.line).tricks == tricks.bound == truth["tricks"]


# -- dominance -----------------------------------------------------------------------------------------------------


def word(lanes: list[tuple[int, int]]) -> int:
    return sum((low << 8 | limit) << 16 * i for i, (low, limit) in enumerate(lanes))


def random_lanes(rng: random.Random) -> list[tuple[int, int]]:
    """Two ascending and two descending piles: R, and L at R or below it; sometimes the lane of no pile."""
    lanes = []
    for _ in range(4):
        low = rng.choice((rng.randint(0, 6), rng.randint(0, 126)))
        lanes.append((127, 127) if rng.random() < 0.1 else (low, rng.choice((low, rng.randint(0, low)))))
    return lanes


def as_good(better: tuple[int, int], worse: tuple[int, int]) -> bool:
    return better == worse or better[0] <= worse[1]


@pytest.mark.parametrize("plain", [True, False])
def test_dominance_of_words_is_its_definition(plain: bool) -> None:
    rng = random.Random(1)
    seen = {True: 0, False: 0}
    for _ in range(4000):
        target = random_lanes(rng)
        kept = [random_lanes(rng) for _ in range(rng.randint(0, 9))]
        if kept and rng.random() < 0.5:
            kept[rng.randrange(len(kept))] = [
                lane if rng.random() < 0.5 else (rng.randint(0, lane[1]),) * 2 for lane in target
            ]
        expected = any(
            all(as_good(position[i], target[j]) for i, j in enumerate((*up, *down)))
            for position in kept
            for up in permutations((0, 1))
            for down in permutations((2, 3))
        )
        assert dominated([word(position) for position in kept], word(target), plain) == expected
        seen[expected] += 1
    assert min(seen.values()) > 1000


# -- the memo ------------------------------------------------------------------------------------------------------


def test_a_memo_that_forgets_answers_the_same() -> None:
    """Small memories make it forget; what it still answers is right, and it says when it cannot go on."""
    forgot = gave_up = 0
    for i, (deal, truth) in enumerate(solved_deals(20, 400)):
        width = (1, 2, 3, 7)[i % 4]
        for size in (6_000, 12_000, 30_000):
            search = finished(Search(deal, Options(width, memo=True), dead_limit=None, max_bytes=size))
            forgot += search.kernel.forgotten > 0
            if search.kernel.status == Status.OUT_OF_MEMORY:
                gave_up += 1
                assert cards_left(deal, search) >= truth.cards_left_bound
            else:
                assert cards_left(deal, search) == truth.cards_left_bound
                assert (search.kernel.status == Status.WON) == (truth.cards_left_bound == 0)
    assert forgot > 100
    assert gave_up > 10


def test_forgetting_keeps_the_starts_apart() -> None:
    """Here every player may begin; the line names the right one after the first layer was compacted."""
    rules = Rules(low=0, high=10, ascending=1, descending=1, step=2, hand_size=1, min_plays=3)
    deal = Deal(rules, ((4,), (10,), (5,), (7,)), (3, 6, 0, 9, 1))
    search = finished(Search(deal, Options(3, memo=True), dead_limit=None, max_bytes=16_000))
    assert cards_left(deal, search) == reference.solve(deal).cards_left_bound


# -- shapes that the random deals do not have ------------------------------------------------------------------------


@pytest.mark.parametrize(("ascending", "descending"), [(3, 1), (3, 2), (0, 4), (4, 3), (5, 5)])
def test_many_piles(ascending: int, descending: int) -> None:
    """More piles than fit in one word, at tops that leave little room, so that many deals are lost."""
    rng = random.Random(ascending * 10 + descending)
    lost = 0
    for _ in range(60):
        rules = Rules(
            low=1, high=40, ascending=ascending, descending=descending, step=rng.choice((0, 2, 3)), hand_size=2
        )
        # Ascending piles have gone past the middle, descending ones too: many cards between them are stuck.
        tops = rng.sample(range(18, 34), ascending) + rng.sample(range(8, 18), descending)
        cards = rng.sample([number for number in range(6, 36) if number not in tops], 7)
        deal = Deal(rules, (tuple(cards[:2]),), tuple(cards[2:]), tuple(tops), 0)
        truth = reference.solve(deal, budget=Budget(max_nodes=20_000))
        if truth.stopped_by is not None:
            continue
        for options in (Options(), Options(3, memo=True), Options(symmetry=False), Options(dominance=False)):
            assert cards_left(deal, finished(Search(deal, options, dead_limit=None))) == truth.cards_left_bound
        lost += truth.cards_left_bound > 0
    assert lost > 3


def test_long_decks() -> None:
    """Decks of 70 to 126 cards that are nearly in order: brute force can follow them, and a swap or two loses some."""
    rng = random.Random(5)
    lost = decided = 0
    for _ in range(60):
        count = rng.randint(70, 126)
        rules = Rules(
            low=1,
            high=150,
            ascending=1,
            descending=rng.choice((0, 1)),
            step=rng.choice((0, 2, 10)),
            hand_size=rng.choice((1, 2)),
        )
        cards = sorted(rng.sample(range(1, 151), count))
        for _ in range(rng.randint(0, 2)):
            i = rng.randrange(count - 4)
            j = i + rng.randint(1, 4)
            cards[i], cards[j] = cards[j], cards[i]
        limit = rules.hand_limit(1)
        deal = Deal(rules, (tuple(cards[:limit]),), tuple(cards[limit:]))
        truth = reference.solve(deal, budget=Budget(max_nodes=20_000))
        if truth.stopped_by is not None:
            continue
        outcome = dfs.solve(deal)
        assert outcome.cards_left_bound == truth.cards_left_bound
        assert verify(deal, outcome.line).cards_left == truth.cards_left_bound
        lost += truth.cards_left_bound > 0
        decided += 1
    assert decided > 30
    assert lost > 10


# -- bounds and budgets ------------------------------------------------------------------------------------------------


def test_cards_that_are_dead_from_the_start_are_a_proof() -> None:
    """50 and 51 lie behind every pile and there is no trick: lost at once, whatever the other 79 cards do."""
    numbers = [card for card in range(2, 100) if card not in (48, 49, 52, 53)]
    random.Random(3).shuffle(numbers)
    deal = Deal(Rules(step=0), (tuple(numbers[:8]),), tuple(numbers[8:]), (52, 53, 48, 49), 0)
    outcome = dfs.solve(deal, budget=Budget(max_nodes=50))
    assert outcome.cards_left_bound == 2


def test_a_budget_of_exactly_enough_nodes_is_enough() -> None:
    tight = 0
    for deal, truth in solved_deals(21, 60):
        enough = dfs.solve(deal)
        again = dfs.solve(deal, budget=Budget(max_nodes=max(1, enough.nodes)))
        assert again == enough
        assert again.cards_left_bound == truth.cards_left_bound
        if enough.nodes > 1:
            short = dfs.solve(deal, budget=Budget(max_nodes=enough.nodes - 1))
            assert short.nodes <= enough.nodes - 1
            tight += short.stopped_by == "nodes"
    assert tight > 20


# -- whole layers ----------------------------------------------------------------------------------------------------


def test_every_layer_is_handed_out_when_it_is_complete() -> None:
    deal = next(deal for deal, _ in solved_deals(5, 40) if deal.players == 2 and deal.to_play is None)
    plain, pausing = (Search(deal, Options(), dead_limit=None) for _ in range(2))
    finished(plain)
    kernel = pausing.kernel
    kernel.pausing = True
    sizes: list[int] = []
    while pausing.run(1) == Status.RUNNING:
        if kernel.complete == len(sizes):
            groups = list(kernel.layer())
            assert len(groups) == kernel.layer_groups()
            sizes.append(sum(len(lanes) for *_, lanes in groups) // (2 * kernel.lanes))
            for hands, drawn, *_ in groups:
                held = sum(hand.bit_count() for hand in hands)
                assert held + len(deal.deck) - drawn == deal.cards_left - kernel.complete
    assert sizes[0] == len(deal.starts())
    assert sum(sizes) == kernel.nodes == plain.kernel.nodes > len(sizes) > 2
    for name in ("status", "deepest", "memory"):
        assert getattr(kernel, name) == getattr(plain.kernel, name)


# -- threads ---------------------------------------------------------------------------------------------------------


class CountedThreads(Threads):
    """Threads that count what they are given to do."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.parts = self.shares = 0

    def submit(self, call: Callable[..., None], *arguments: object) -> Future[None]:
        self.parts += 1
        self.shares += call.__name__ == "expand_share"
        return super().submit(call, *arguments)


COUNTERS = ("status", "nodes", "children", "doomed", "swapped", "groups", "deepest", "memory", "truncated")


def counted(search: Search) -> dict[str, object]:
    """All that a finished search says of itself."""
    kernel = finished(search).kernel
    found = {name: getattr(kernel, name) for name in COUNTERS} | {"moves": kernel.best_moves()}
    if kernel.status == Status.OUT_OF_MEMORY:
        # How much of the layer for which there is no room has been made may differ.
        return {name: found[name] for name in ("status", "nodes", "groups", "deepest", "truncated", "moves")}
    return found | {"sizes": kernel.layer_sizes(), "scores": kernel.best_scores()}


@pytest.mark.parametrize(
    ("rules", "players", "options", "budget"),
    [
        (Rules(hand_size=4), 1, Options(), {}),
        (Rules(hand_size=4), 1, Options(), {"dead_limit": None, "max_nodes": 200_000}),
        (Rules(hand_size=4), 1, Options(), {"max_bytes": 900_000}),
        (Rules(hand_size=5), 1, Options(width=6000), {"dead_limit": None}),
        (Rules(hand_size=3), 3, Options(), {"max_nodes": 150_000}),
        (Rules(hand_size=4), 1, Options(dominance=False), {"max_nodes": 100_000}),
        (Rules(hand_size=4, ascending=3), 1, Options(), {"max_nodes": 150_000}),
        (Rules(hand_size=4), 1, Options(), {"goal": Goal(5, Cost.TRICKS, 4), "max_nodes": 150_000}),
        (Rules(hand_size=4), 1, Options(), {"goal": Goal(5, Cost.TURNS, 40), "max_nodes": 150_000}),
    ],
    ids=["complete", "improving", "memory", "beam", "players", "plain", "many piles", "tricks", "turns"],
)
def test_threads_change_nothing(rules: Rules, players: int, options: Options, budget: dict[str, Any]) -> None:
    deal = deal_from_seed(rules, players, "2")
    alone = counted(Search(deal, options, **budget))
    for count in (1, 2, 5):
        threads = CountedThreads(count)
        assert counted(Search(deal, options, **budget, threads=threads)) == alone
        assert threads.parts > count
    # Nor does it matter how the work is divided among calls.
    slow = Search(deal, options, **budget, threads=CountedThreads(2))
    while slow.run(7) == Status.RUNNING:
        pass
    assert counted(slow) == alone


@pytest.mark.parametrize("players", [1, 2])
def test_a_large_layer_is_expanded_in_shares(players: int) -> None:
    deal = deal_from_seed(Rules(hand_size=3), players, "2")
    whole = counted(Search(deal, Options()))
    found: list[dict[str, object]] = []
    for count in (None, 1, 3):
        threads = count and CountedThreads(count)
        search = Search(deal, Options(), threads=threads or None)
        search.kernel.listed = 20
        found.append(counted(search))
        assert not threads or threads.shares > 50
        assert cards_left(deal, search) == deal.cards_left - search.kernel.deepest
    assert found[0] == found[1] == found[2]
    # The groups of a layer come in another order, so that of two equal positions the one may be kept for the other.
    for name in ("status", "nodes", "groups", "deepest", "sizes"):
        assert found[0][name] == whole[name]


class InterruptedThreads(Threads):
    """Threads that have not yet begun when Ctrl-C comes."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.calls: list[Callable[[], None]] = []
        self.helpers: list[KernelSearch] = []

    def submit(self, call: Callable[..., None], *arguments: object) -> Future[None]:
        self.calls.append(partial(call, *arguments))
        self.helpers.append(call.__self__)  # type: ignore[attr-defined]
        interrupted: Future[None] = Future()
        interrupted.set_exception(KeyboardInterrupt())
        return interrupted


def test_nobody_waits_for_a_share_after_an_interrupt() -> None:
    threads = InterruptedThreads(2)
    search = Search(deal_from_seed(Rules(hand_size=3), 1, "2"), Options(), threads=threads)
    search.kernel.listed = 20
    with pytest.raises(KeyboardInterrupt):
        finished(search)
    assert threads.helpers
    for call, helper in zip(threads.calls, threads.helpers, strict=True):
        call()
        assert helper.children == 0


def test_a_part_that_runs_out_of_memory_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = deal_from_seed(Rules(hand_size=4), 1, "2")

    def submit(self: Threads, call: Callable[..., None], *arguments: object) -> Future[None]:
        failed: Future[None] = Future()
        failed.set_exception(MemoryError())
        return failed

    assert dfs.solve(deal, budget=Budget(threads=2)).stopped_by is None
    monkeypatch.setattr(Threads, "submit", submit)
    assert dfs.solve(deal, budget=Budget(threads=2)).stopped_by == "memory"


# -- links that are put away -----------------------------------------------------------------------------------------

LINKS = deal_from_seed(Rules(hand_size=4), 1, "2")
SCARCE = 1_900_000
"""Too few bytes for how all positions of that search were reached, and enough for two layers of them."""


def test_how_positions_were_reached_can_be_put_away() -> None:
    plain = finished(Search(LINKS, Options(), dead_limit=None))
    thrifty = finished(Search(LINKS, Options(), dead_limit=None, max_bytes=SCARCE))
    assert thrifty.kernel.memory < SCARCE < plain.kernel.memory
    for name in ("status", "nodes", "children", "deepest"):
        assert getattr(thrifty.kernel, name) == getattr(plain.kernel, name)
    assert thrifty.line() == plain.line()
    assert cards_left(LINKS, thrifty) == LINKS.cards_left - plain.kernel.deepest


def test_nowhere_to_put_them_is_a_lack_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    search = finished(Search(LINKS, Options(), dead_limit=None, max_bytes=SCARCE))
    assert search.kernel.status == Status.OUT_OF_MEMORY
    assert cards_left(LINKS, search) == LINKS.cards_left - search.kernel.deepest


# -- searches that do not record how positions were reached ----------------------------------------------------------


@pytest.mark.parametrize("options", [Options(), Options(width=300)], ids=["complete", "beam"])
@pytest.mark.parametrize("ascending", [2, 3])
def test_without_recording_the_search_is_the_same_in_less_memory(options: Options, ascending: int) -> None:
    deal = deal_from_seed(Rules(hand_size=3, ascending=ascending), 1, "2")
    recorded = finished(Search(deal, options, dead_limit=None))
    for threads in (None, Threads(2)):
        bare = finished(Search(deal, options, dead_limit=None, threads=threads, recording=False))
        for name in COUNTERS:
            if name != "memory":
                assert getattr(bare.kernel, name) == getattr(recorded.kernel, name)
        assert bare.kernel.layer_sizes() == recorded.kernel.layer_sizes()
        assert bare.kernel.memory < recorded.kernel.memory
        with pytest.raises(ValueError, match="not recorded"):
            bare.line()


def test_the_memo_has_to_record() -> None:
    with pytest.raises(ValueError, match="how positions were reached"):
        Search(LINKS, Options(3, memo=True), recording=False)
