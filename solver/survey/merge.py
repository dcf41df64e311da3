"""Merging the files of several machines into one, with an eye on contradictions."""

from __future__ import annotations

import heapq
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import combinations, groupby, repeat
from pathlib import Path

from solver.errors import InputError
from solver.survey.row import COLUMNS, Group, Row
from solver.survey.store import Store, open_to_read, open_to_write


def merge(sources: Sequence[Path], target: Path) -> int:
    """Write the rows of all files into a new one, and return how many there are.

    Of several rows of a deal the most telling is kept, whatever the order of the files. Raises ``InputError`` that
    names deal and files when two rows exclude each other; then, as with every other error, there is no new file.
    """
    if target.exists():
        raise InputError(f"{target}: there is such a file already; a merge makes a new one")
    # Beside the target and renamed when it is whole, so that no kill leaves a file that is only a part.
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with ExitStack() as stack:
            stores = [stack.enter_context(open_to_read(source)) for source in sources]
            merged = stack.enter_context(open_to_write(unfinished))
            rows = _merge(stores, merged)
        os.replace(unfinished, target)
    except OSError as error:
        raise InputError(f"{target}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return rows


def _merge(stores: Sequence[Store], merged: Store) -> int:
    total = 0
    for group in sorted({group for store in stores for group in store.groups()}):
        total += merged.record(_best_rows(stores, group))
    return total


def _best_rows(stores: Sequence[Store], group: Group) -> Iterator[Row]:
    """One row for each deal of a group. All files give them in the same order, so that they are read as streams."""
    streams = [zip(store.rows(group), repeat(store), strict=False) for store in stores]
    for _, found in groupby(heapq.merge(*streams, key=_deal), key=_deal):
        rows = list(found)
        for (one, its_store), (other, other_store) in combinations(rows, 2):
            if one.contradicts(other):
                raise InputError(_contradiction(one, its_store, other, other_store))
        yield max((row for row, _ in rows), key=_worth)


def _deal(found: tuple[Row, Store]) -> str:
    return found[0].deal


def _worth(row: Row) -> tuple[object, ...]:
    """A decided deal before an undecided one, then what is closer to the proven optimum, then any fixed order."""
    values = [getattr(row, column) for column in COLUMNS]
    # No limit is the largest budget; a text never stands beside a number in a column, but ``None`` does beside both.
    rest = [(value is None, "" if value is None else value) for value in values]
    return (row.is_decided, row.bound - row.cards_left, rest)


def _contradiction(one: Row, its_store: Store, other: Row, other_store: Store) -> str:
    claims = (
        f"{row.verdict} in {store.path} (cards left: {row.cards_left} by the best line, at least {row.bound} by every "
        f"line; opendeal {row.version})"
        for row, store in ((one, its_store), (other, other_store))
    )
    return f"{one.deal}: {' but '.join(claims)}; one of them is wrong, and nothing was merged"
