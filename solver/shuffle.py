"""The project's own shuffle: the same text gives the same order on every machine and in every version.

Three steps, each simple enough to be written again in any language:

1. A stream of 32-bit numbers. Block ``i``, from 0, is SHA-256 of the bytes ``domain``, a zero byte, the seed text in
   UTF-8, a zero byte, ``i`` as eight bytes, highest first. It holds eight numbers of four bytes, highest byte first.
2. A number below ``n`` is the next of the stream modulo ``n``; numbers from the largest multiple of ``n`` on are
   rejected, so that no remainder is likelier than another.
3. Fisher-Yates from the end: for ``i`` from the last index down to 1, swap the items at ``i`` and at a number below
   ``i + 1``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

WORD_BYTES = 4
WORD_RANGE = 1 << (8 * WORD_BYTES)


def shuffled(seed_text: str, items: Sequence[int], domain: str) -> list[int]:
    """The items in the order that the seed text gives them.

    ``domain`` separates the shuffles of different games: the same seed gives unrelated orders in each.
    """
    stream = words(seed_text, domain)
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return order


def words(seed_text: str, domain: str) -> Iterator[int]:
    """The endless stream of 32-bit numbers of a seed text in a domain."""
    # Imported here because hashing is needed only where a seed is dealt.
    from hashlib import sha256
    from itertools import count

    key = domain.encode() + b"\0" + seed_text.encode() + b"\0"
    for block in count():
        digest = sha256(key + block.to_bytes(8, "big")).digest()
        for start in range(0, len(digest), WORD_BYTES):
            yield int.from_bytes(digest[start : start + WORD_BYTES], "big")


def below(limit: int, stream: Iterator[int]) -> int:
    """The next number of the stream that is evenly spread over ``0 … limit - 1``."""
    fair = WORD_RANGE - WORD_RANGE % limit
    return next(word for word in stream if word < fair) % limit
