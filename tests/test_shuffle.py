from __future__ import annotations

from collections import Counter
from itertools import islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.shuffle import WORD_RANGE, below, shuffled, words


def test_the_stream_is_sha256_in_counter_mode() -> None:
    # Made with sha256sum of the bytes "tg1", 0, "hello", 0 and the counters 0 and 1 in eight bytes.
    blocks = (
        "a4b8ee8f4185b6a108aba82559fec59f9e849db6644b3fe499b07ec67ddf0831",
        "b4e682edd549a1f43a39f39b211ce44196c79ccf9e572e988d304d1b2327ea73",
    )
    stream = "".join(f"{word:08x}" for word in islice(words("hello", "tg1"), 16))
    assert stream == "".join(blocks)


def test_golden_orders() -> None:
    order = [12, 17, 13, 5, 2, 8, 11, 10, 3, 15, 4, 16, 14, 6, 9, 7]
    assert shuffled("x", range(2, 18), "tg1") == order
    assert shuffled("x", range(1, 6), "other") == [1, 2, 4, 5, 3]


def test_words_that_would_favour_low_numbers_are_rejected() -> None:
    # 2**32 = 10 * 429496729 + 6: the last six words must not be used for a number below 10.
    assert below(10, iter([WORD_RANGE - 1, WORD_RANGE - 6, WORD_RANGE - 7])) == 9
    assert below(10, iter([25])) == 5
    assert below(16, iter([WORD_RANGE - 1])) == 15


def test_every_order_is_about_equally_likely() -> None:
    found = Counter(tuple(shuffled(str(seed), (1, 2, 3), "test")) for seed in range(1200))
    assert set(found) == set(permutations((1, 2, 3)))
    # 200 each on average, standard deviation 13; the seeds are fixed, so this always gives the same counts.
    assert all(150 < count < 250 for count in found.values())


@pytest.mark.parametrize("items", [[], [7]])
def test_nothing_to_shuffle(items: list[int]) -> None:
    assert shuffled("seed", items, "tg1") == items


@given(st.text(max_size=20).filter(lambda text: text.isprintable()), st.lists(st.integers(), max_size=30))
def test_a_shuffle_only_reorders_and_repeats_exactly(seed: str, items: list[int]) -> None:
    before = list(items)
    order = shuffled(seed, items, "tg1")
    assert Counter(order) == Counter(items)
    assert items == before
    assert order == shuffled(seed, items, "tg1")


def test_seed_and_domain_both_matter() -> None:
    items = range(50)
    assert len({tuple(shuffled(seed, items, domain)) for seed in ("1", "2") for domain in ("a", "b")}) == 4
