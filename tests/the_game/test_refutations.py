"""Refutations: what ``prove`` writes is true, the checker accepts it, and nothing that is no proof."""

from __future__ import annotations

import gzip
import importlib.util
import json
import random
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import mutations
from benchmarks.mutations import Refutation, Terms
from benchmarks.random_deals import random_deal, solved_deals
from solver import Budget, Deal, EngineError, InputError, Rules, check, prove, read_deal, solve
from solver.the_game import checker, covering, reference
from solver.the_game.refutation import MAX_HEADER_BYTES, Group, OutOfMemory, opened
from solver.the_game.rules import Position
from tests.the_game.corners import CORNERS

LOST = "tg1:n3/1p#0"
"""Leaves 49 cards."""
SMALL = "tg1:h25d1s5n2/1p#0"
"""Leaves 3 cards; its refutation has 79 positions in 21 layers."""


def random_lost_deals(seed: int, count: int) -> Iterator[tuple[Deal, int]]:
    """Random small deals with the fewest cards left, at least one, by brute force."""
    for deal, outcome in solved_deals(seed, count):
        if outcome.cards_left_bound:
            yield deal, outcome.cards_left_bound


def proved(deal: Deal, path: Path, cards_left: int | None = None) -> Refutation:
    assert prove(deal, path, cards_left=cards_left).status == "proven"
    return Refutation.read(path)


def is_accepted(refutation: Refutation, path: Path) -> bool:
    refutation.write(path)
    return check(path).accepted


# -- true claims ---------------------------------------------------------------------------------------------------


def test_random_deals_are_refuted_as_far_as_they_are_lost(tmp_path: Path) -> None:
    path = tmp_path / "deal.proof"
    seen: Counter[tuple[int, bool]] = Counter()
    for deal, outcome in solved_deals(11, 150):
        best = outcome.cards_left_bound
        proof = prove(deal, path)
        seen[deal.players, best > 0] += 1
        assert (proof.cards_left, proof.status) == (best, "proven" if best else "false")
        assert path.exists() == (best > 0)
        if not best:
            continue
        found = check(path)
        assert found.accepted, found.flaw
        assert (found.cards_left_bound, found.cards_left, found.optimal) == (best, best, True)
        assert (found.layers, found.positions) == (proof.layers, proof.positions)
        path.unlink()
    assert min(seen[players, lost] for players in (1, 2, 3) for lost in (True, False)) >= 5


def test_every_weaker_claim_can_be_proved_and_no_stronger_one(tmp_path: Path) -> None:
    path = tmp_path / "deal.proof"
    for deal, best in random_lost_deals(12, 40):
        for claimed in range(1, best + 1):
            assert prove(deal, path, cards_left=claimed).status == "proven"
            found = check(path)
            assert found.accepted
            assert found.cards_left_bound == claimed
        path.unlink()
        if best < deal.cards_left:
            proof = prove(deal, path, cards_left=best + 1)
            assert (proof.status, proof.cards_left) == ("false", best)
            assert not path.exists()


@pytest.mark.parametrize("deal", CORNERS.values(), ids=list(CORNERS))
def test_corners_that_can_be_won_are_not_refuted(deal: Deal, tmp_path: Path) -> None:
    proof = prove(deal, tmp_path / "deal.proof")
    assert (proof.status, proof.cards_left) == ("false", 0)
    assert list(tmp_path.iterdir()) == []


def test_a_search_that_has_to_find_the_line_itself_disproves_the_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.the_game.prove.QUICK_NODES", 1)
    proof = prove(read_deal(LOST), tmp_path / "deal.proof", cards_left=51)
    assert proof.status == "false"
    assert 49 <= proof.cards_left < 51
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_found_out_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.the_game.prove.solve", lambda *arguments, **options: pytest.fail("solved"))
    with pytest.raises(InputError, match="cannot be written"):
        prove(read_deal(LOST), tmp_path / "missing" / "deal.proof")


def test_a_line_that_contradicts_the_optimum_is_a_defect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that claims too much does not get its proof: the search that is written down finds the line."""
    deal = read_deal(SMALL)
    honest = solve(deal)
    wrong = replace(honest, cards_left=honest.cards_left + 2, cards_left_bound=honest.cards_left + 2)
    monkeypatch.setattr("solver.the_game.prove.solve", lambda *arguments, **options: wrong)
    with pytest.raises(EngineError, match=r"proven to stay, but a line leaves .*; the deal is tg1:"):
        prove(deal, tmp_path / "deal.proof")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("ascending", "descending"), [(3, 1), (0, 4), (5, 0)])
def test_many_piles(ascending: int, descending: int, tmp_path: Path) -> None:
    rules = Rules(high=31, ascending=ascending, descending=descending, step=3, hand_size=2)
    deal = next(
        deal
        for seed in range(1000)
        if solve(deal := read_deal(_seeded(rules, seed)), budget=Budget(max_nodes=20_000)).status == "unwinnable"
    )
    proved(deal, tmp_path / "deal.proof")
    assert check(tmp_path / "deal.proof").optimal


def _seeded(rules: Rules, seed: int) -> Deal:
    from solver.the_game.identifiers import deal_from_seed

    return deal_from_seed(rules, 1, str(seed))


def test_the_same_refutation_is_the_same_file(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for path in (first, second):
        prove(read_deal(LOST), path)
    assert first.read_bytes() == second.read_bytes()


def test_what_is_claimed_stands_in_the_file_for_all_to_read(tmp_path: Path) -> None:
    path = tmp_path / "deal.proof"
    deal = read_deal(LOST)
    proof = prove(deal, path)
    with gzip.open(path) as stream:
        claim = json.loads(stream.readline())
    assert claim == {
        "format": "opendeal-refutation/2",
        "deal": proof.deal,
        "cards_left_bound": 49,
        "line": proof.line,
        "cards_left": 49,
    }
    assert path.stat().st_size == proof.size


# -- the checker ---------------------------------------------------------------------------------------------------


def test_the_checker_loads_nothing_of_the_engines() -> None:
    engines = ("_kernel", "search", "dfs", "portfolio", "reference", "prove", "confirm", "cpsat")
    program = "import sys, solver.the_game.checker; print(*(m.rpartition('.')[2] for m in sys.modules))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert {"checker", "covering", "rules", "referee"} <= set(found.stdout.split())
    assert not set(engines) & set(found.stdout.split())


def test_the_checker_is_right_about_damaged_proofs(tmp_path: Path) -> None:
    """Any damage whatever: the checker accepts exactly what is flawless in plain terms."""
    rng = random.Random(13)
    path = tmp_path / "deal.proof"
    seen: Counter[bool] = Counter()
    for deal, best in random_lost_deals(14, 120):
        refutation = proved(deal, path, rng.randint(1, best))
        assert mutations.flawless(refutation)
        for _ in range(4):
            damaged = any_damage(refutation, rng)
            verdict = is_accepted(damaged, path)
            assert verdict == mutations.flawless(damaged)
            seen[verdict] += 1
    assert min(seen.values()) >= 40


def any_damage(refutation: Refutation, rng: random.Random) -> Refutation:
    """One position, group, layer, card or number is not what it was; that may do no harm."""
    layers = [dict(layer) for layer in refutation.layers]
    claim = refutation.claim
    number = rng.randrange(len(layers))
    key = rng.choice(list(layers[number]))
    tops = layers[number][key]
    piles = claim.deal.rules.pile_count
    count = len(tops) // piles
    kind = rng.randrange(7)
    if kind == 0:
        place = rng.randrange(count)
        layers[number][key] = bytes(top for i, top in enumerate(tops) if i % count != place)
        if count == 1:
            del layers[number][key]
    elif kind == 1:
        at = rng.randrange(len(tops))
        layers[number][key] = tops[:at] + bytes([rng.randrange(Terms(claim.deal).top_count + 1)]) + tops[at + 1 :]
    elif kind == 2:
        at = rng.randrange(len(key))
        group = Group.from_bytes(key)
        values = [group.drawn, group.player, group.played, *(card for hand in group.hands for card in hand)]
        changed = rng.randrange(len(values))
        values[changed] = max(0, values[changed] + rng.choice((-1, 1)))
        cards = iter(values[3:])
        hands = tuple(tuple(next(cards) for _ in hand) for hand in group.hands)
        del layers[number][key]
        layers[number][Group(values[0], values[1], values[2], hands).to_bytes()] = tops
    elif kind == 3:
        claim = replace(claim, cards_left_bound=claim.cards_left_bound + 1)
    elif kind == 4:
        del layers[number:]
    elif kind == 5:
        deck = list(claim.deal.deck)
        rng.shuffle(deck)
        claim = replace(claim, deal=replace(claim.deal, deck=tuple(deck)), line="", cards_left=claim.deal.cards_left)
    else:
        rules = replace(claim.deal.rules, **{rng.choice(("step", "min_plays", "min_plays_empty")): rng.randint(1, 4)})
        claim = replace(claim, deal=replace(claim.deal, rules=rules), line="", cards_left=claim.deal.cards_left)
    if claim.cards_left_bound > claim.deal.cards_left:
        claim = refutation.claim
    return Refutation(claim, [layer for layer in layers if layer])


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> list[Refutation]:
    """Refutations of some random deals."""
    path = tmp_path_factory.mktemp("sound") / "deal.proof"
    return [proved(deal, path) for deal, _ in random_lost_deals(16, 60)]


@pytest.mark.parametrize("mutation", mutations.MUTATIONS, ids=lambda mutation: str(mutation.__name__))
def test_what_is_certainly_no_proof_is_rejected(
    mutation: mutations.Mutation, sound: list[Refutation], tmp_path: Path
) -> None:
    rng = random.Random(15)
    path = tmp_path / "deal.proof"
    rejected = 0
    for refutation in sound:
        damaged = mutation(refutation, rng)
        if damaged is None:
            continue
        damaged.write(path)
        found = check(path)
        assert not found.accepted
        assert found.flaw is not None
        rejected += 1
    assert rejected >= 5


def test_a_rejection_says_where(tmp_path: Path) -> None:
    path = tmp_path / "deal.proof"
    refutation = proved(read_deal(SMALL), path)
    del refutation.layers[3:]
    refutation.write(path)
    flaw = check(path).flaw
    assert flaw is not None
    assert (flaw.layer, flaw.position) == (2, 0)
    assert flaw.why == (
        "hand 10 17, 20 in the deck, piles A1 1 A2 1 D1 13: once 10@A1 is laid and the turn goes on, nothing in layer "
        "3 covers what follows, and at most 2 cards of it are dead"
    )


# -- the lemmas, by brute force --------------------------------------------------------------------------------------


def best(position: Position, tops: tuple[int, ...]) -> int:
    """The fewest cards that a line from here leaves."""
    deal = Deal(position.rules, position.hands, position.deck, None, position.to_play, 0)
    # The tops need not be cards that were played, so they do not go through a deal's own checks.
    object.__setattr__(deal, "piles", tops)
    object.__setattr__(deal, "played_this_turn", position.played)
    return reference.solve(deal).cards_left_bound


def random_nodes(rng: random.Random, count: int) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Positions of random deals with few cards, the fewer the more piles there are, and any tops."""
    while count:
        deal = random_deal(rng)
        if 0 < deal.cards_left * deal.rules.pile_count <= 14:
            for position, _ in mutations.starts(deal):
                count -= 1
                yield position, random_tops(rng, position)


def random_tops(rng: random.Random, position: Position) -> tuple[int, ...]:
    rules = position.rules
    return tuple(rng.randint(rules.low - 1, rules.high + 1) for _ in range(rules.pile_count))


def test_a_position_is_no_worse_than_what_it_covers() -> None:
    rng = random.Random(17)
    covered = better = 0
    for position, tops in random_nodes(rng, 300):
        others = [random_tops(rng, position) for _ in range(5)]
        values = None
        for other in others:
            if mutations.covers(position, tops, other):
                values = best(position, tops) if values is None else values
                theirs = best(position, other)
                assert values <= theirs
                covered += 1
                better += values < theirs
    assert covered > 200
    assert better > 20


def test_the_plain_rule_of_dominance_is_wrong() -> None:
    """The counterexample of the page: a lower top is worse where only the higher one takes the trick."""
    position = Position(Rules(ascending=1, descending=0, step=10, high=40), ((20,),), (), (), 0)
    assert (best(position, (25,)), best(position, (30,))) == (1, 0)
    assert not mutations.covers(position, (25,), (30,))


def test_dead_cards_stay_unplayed() -> None:
    rng = random.Random(18)
    some_dead = 0
    for position, tops in random_nodes(rng, 300):
        dead = mutations.dead_cards(position, tops)
        assert best(position, tops) >= len(dead)
        some_dead += 0 < len(dead) < len(mutations.unplayed(position))
    assert some_dead > 50


def test_alone_short_turns_suffice_whatever_the_minimum() -> None:
    rng = random.Random(19)
    checked = longer = 0
    while checked < 150:
        deal = random_deal(rng, players=1)
        if deal.cards_left * deal.rules.pile_count > 14:
            continue
        known: dict[mutations.Node, int] = {}
        short = min(fewest_left(node, known) for node in mutations.starts(deal))
        assert short == reference.solve(deal).cards_left_bound
        checked += 1
        longer += deal.rules.min_plays > 1
    assert longer > 50


def fewest_left(node: mutations.Node, known: dict[mutations.Node, int]) -> int:
    """By short turns alone, with nothing but a memo."""
    if node not in known:
        position, _ = node
        left = sum(map(len, position.hands)) + len(position.deck)
        known[node] = min([left, *(fewest_left(after, known) for after in mutations.successors(*node))])
    return known[node]


def test_the_minimum_alone_does_not_suffice() -> None:
    """The counterexample of the page: turns of exactly two cards lose what can be won."""
    deal = CORNERS["a long turn shifts the draws"]
    (start,) = mutations.starts(deal)

    def shortest(node: mutations.Node) -> int:
        position, _ = node
        left = len(position.hand) + len(position.deck)
        after = [there for there in mutations.successors(*node) if there[0].played < 2]
        return min([left, *map(shortest, after)])

    assert shortest(start) > 0
    assert fewest_left(start, {}) == 0


def test_with_two_players_long_turns_are_needed() -> None:
    """The other counterexample of the page: 2 3 | 4 5 is two turns of twice the minimum."""
    rules = Rules(high=5, ascending=1, descending=0, step=0, hand_size=2, min_plays=1)
    (start,) = mutations.starts(Deal(rules, ((2, 3), (4, 5)), to_play=0))

    def shortest(node: mutations.Node) -> int:
        left = sum(map(len, node[0].hands))
        return min([left, *(shortest(there) for there in mutations.successors(*node) if there[0].played == 0)])

    assert shortest(start) > 0
    assert fewest_left(start, {}) == 0


# -- the inner loop --------------------------------------------------------------------------------------------------


def interpreted() -> ModuleType:
    """``covering.py`` as it stands, not what Cython made of it."""
    spec = importlib.util.spec_from_file_location(
        "interpreted_covering", Path(checker.__file__).with_name("covering.py")
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_compiled_and_interpreted_are_two_things() -> None:
    assert not str(covering.__file__).endswith(".py")
    assert str(interpreted().__file__).endswith(".py")


def test_the_compiled_inner_loop_is_what_its_source_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rng = random.Random(20)
    plain = interpreted()
    results: Counter[bool] = Counter()
    for _ in range(300):
        cards, piles = rng.randint(1, 126), rng.randint(1, 9)
        ascending, tops = rng.randint(0, piles), cards + piles
        up, down = ([rng.getrandbits(cards) | rng.getrandbits(cards) for _ in range(tops)] for _ in range(2))
        pair = [module.Covering(up, down, ascending, piles, cards) for module in (covering, plain)]
        counts = rng.randint(0, 5), rng.choice((0, 1, 20))
        parents, covers = (bytes(rng.randrange(tops) for _ in range(count * piles)) for count in counts)
        unplayed = rng.getrandbits(cards) & rng.getrandbits(cards) & rng.getrandbits(cards)
        card, allowed = rng.randrange(cards), rng.randrange(4)
        played = [it.uncovered(parents, counts[0], card, unplayed, covers, counts[1], allowed) for it in pair]
        assert played[0] == played[1]
        open_ = [it.is_open((parents + bytes(piles))[:piles], unplayed, covers, counts[1], allowed) for it in pair]
        assert bool(open_[0]) == bool(open_[1])
        results[played[0] < 0] += 1
    assert min(results.values()) > 50

    path = tmp_path / "deal.proof"
    prove(read_deal(SMALL), path)
    compiled = check(path)
    monkeypatch.setattr(checker, "Covering", plain.Covering)
    as_it_stands = check(path)
    assert compiled.accepted
    assert as_it_stands.accepted
    assert compiled.positions == as_it_stands.positions == 79


def test_piles_are_matched_in_any_order() -> None:
    rng = random.Random(21)
    found: Counter[bool] = Counter()
    for _ in range(500):
        piles = rng.randint(1, 5)
        sets = [rng.getrandbits(4) for _ in range(piles)] + [
            rng.getrandbits(4) | rng.getrandbits(4) for _ in range(piles)
        ]
        covered = not covering.Covering(sets, [], piles, piles, 4).is_open(
            bytes(range(piles)), 15, bytes(range(piles, 2 * piles)), 1, 15
        )
        expected = any(
            all(not sets[pile] & ~sets[piles + partner] for pile, partner in enumerate(order))
            for order in permutations(range(piles))
        )
        # With 15 dead cards allowed, only covering closes a position.
        assert covered == expected
        found[expected] += 1
    assert min(found.values()) > 100


# -- files that are none -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a small refutation."""
    path = tmp_path_factory.mktemp("small") / "deal.proof"
    prove(read_deal(SMALL), path)
    assert check(path).accepted
    return path.read_bytes()


def test_a_file_that_is_cut_off_is_damaged(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deal.proof"
    for size in range(len(small)):
        path.write_bytes(small[:size])
        with pytest.raises(InputError, match=r"deal\.proof: "):
            check(path)


def test_flipped_bits_are_found(small: bytes, tmp_path: Path) -> None:
    rng = random.Random(22)
    path = tmp_path / "deal.proof"
    content = gzip.decompress(small)
    refused = 0
    for _ in range(600):
        at = rng.randrange(len(small))
        path.write_bytes(small[:at] + bytes([small[at] ^ 1 << rng.randrange(8)]) + small[at + 1 :])
        try:
            accepted = check(path).accepted
        except (InputError, OutOfMemory):
            accepted = False
        if accepted:  # a bit that gzip itself does not use, such as the time
            assert gzip.decompress(path.read_bytes()) == content
        refused += not accepted
    assert refused > 500


def test_any_content_in_a_sound_gzip_stream_is_no_crash(small: bytes, tmp_path: Path) -> None:
    rng = random.Random(23)
    path = tmp_path / "deal.proof"
    content = gzip.decompress(small)
    found: Counter[str] = Counter()
    for _ in range(600):
        at = rng.randrange(len(content))
        damaged = content[:at] + rng.randbytes(rng.randint(0, 4)) + content[at + rng.randint(0, 4) :]
        path.write_bytes(gzip.compress(damaged, 1))
        try:
            accepted = check(path).accepted
            # Rarely, what was changed does no harm; that it is a proof is then for the plain terms to say.
            assert not accepted or mutations.flawless(Refutation.read(path))
            found["accepted" if accepted else "rejected"] += 1
        except (InputError, OutOfMemory):
            found["no refutation"] += 1
    assert min(found["rejected"], found["no refutation"]) > 50


def test_counts_that_nothing_stands_behind_cost_no_memory(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deal.proof"
    claim, _, body = gzip.decompress(small).partition(b"\n")
    most = b"\xff\xff\xff\xff"
    tracemalloc.start()
    for content in (most, most + body[4:], body[:10] + most, body[:10] + most + body[14:], b"\1\0\0\0" + b"\xff" * 99):
        path.write_bytes(gzip.compress(claim + b"\n" + content))
        with pytest.raises((InputError, OutOfMemory)):
            check(path)
    assert tracemalloc.get_traced_memory()[1] < 1 << 24
    tracemalloc.stop()


def test_a_bomb_is_not_blown_up(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deal.proof"
    claim, _, body = gzip.decompress(small).partition(b"\n")
    size = 1 << 26
    first_group = body[4 : body.index(b"\1\0\0\0", 4)]
    with gzip.open(path, "wb", 9) as stream:
        stream.write(claim + b"\n\1\0\0\0" + first_group + (size // 4).to_bytes(4, "little") + bytes(size))
    assert path.stat().st_size < 1 << 18
    tracemalloc.start()
    with pytest.raises(OutOfMemory):
        check(path, memory_mib=16)
    assert tracemalloc.get_traced_memory()[1] < 1 << 25
    tracemalloc.stop()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "does not begin with a claim"),
        (b"{}\n", "expected the format"),
        (b"[]\n", "does not begin with a claim"),
        (b"{" + b" " * MAX_HEADER_BYTES + b"}\n", "does not begin with a claim"),
        (b'{"format": "opendeal-refutation/1"}\n', 'expected the format "opendeal-refutation/2"'),
        (b'{"format": "opendeal-refutation/2"}\n', "'deal' is missing"),
        (b'{"format": \xff}\n', "not valid UTF-8"),
        (b'{"format": NaN}\n', "NaN"),
    ],
)
def test_content_that_is_no_refutation(content: bytes, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "deal.proof"
    path.write_bytes(gzip.compress(content))
    with pytest.raises(InputError, match=complaint):
        check(path)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("deal", "tg1:nonsense"),
        ("deal", "sn1:standard/1p#1"),
        ("deal", 7),
        ("cards_left_bound", 0),
        ("cards_left_bound", 99),
        ("cards_left_bound", True),
        ("cards_left", -1),
        ("line", None),
        ("more", 1),
    ],
)
def test_claims_that_are_none(key: str, value: object, small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deal.proof"
    claim, _, body = gzip.decompress(small).partition(b"\n")
    path.write_bytes(gzip.compress(json.dumps({**json.loads(claim), key: value}).encode() + b"\n" + body))
    with pytest.raises(InputError, match=r"claim|identifier"):
        check(path)


def test_nothing_may_follow_the_last_layer(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deal.proof"
    for content in (small + small, gzip.compress(gzip.decompress(small) + b"\0"), small + b"more"):
        path.write_bytes(content)
        with pytest.raises(InputError):
            check(path)


def test_a_layer_may_not_have_a_group_twice(small: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deal.proof"
    path.write_bytes(small)
    (key, tops), *_ = Refutation.read(path).layers[0].items()
    claim = gzip.decompress(small).partition(b"\n")[0]
    group = key + b"\1\0\0\0" + tops
    path.write_bytes(gzip.compress(claim + b"\n\2\0\0\0" + group + group + bytes(4)))
    with pytest.raises(InputError, match="the same group twice"):
        check(path)


def test_a_refutation_is_read_in_bounded_memory(tmp_path: Path) -> None:
    """Two layers at a time: the largest two take far less than all of them."""
    path = tmp_path / "deal.proof"
    proof = prove(read_deal(LOST), path)
    sizes = [sum(map(len, layer.values())) for layer in Refutation.read(path).layers]
    largest = max(one + two for one, two in pairwise(sizes))
    tracemalloc.start()
    with opened(str(path), 1 << 30) as reader:
        previous = None
        for layer in reader.layers():
            previous = layer
        assert previous == {}
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sum(sizes) == 4 * proof.positions > 4 * largest
    assert peak < 12 * largest + (1 << 20)
