"""Plain text for reading, the same for every game: counts, facts with their names, tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from textwrap import wrap

WIDTH = 100
"""Characters after which a long value goes on in the next line."""
COPIED = ("identifier", "seed", "line")
"""Facts that are never wrapped, so that they can be copied."""


def count(number: int, thing: str) -> str:
    """``1 card``, ``2 cards``, ``1,234 cards``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """``59 s``, ``3 min``, ``2 h 5 min``, ``4 d 3 h``: as exact as an estimate deserves."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min"
    days, hours = divmod(hours, 24)
    return f"{days:,} d {hours} h"


def facts(named: Sequence[tuple[str, str]]) -> list[str]:
    """Names on the left, values on the right; only lists of cards are long and may be wrapped."""
    width = max(len(name) for name, _ in named) + 2
    lines = []
    for name, value in named:
        pieces = [value] if name in COPIED else wrap(value, WIDTH)
        lines += [f"{label:<{width}}{piece}" for label, piece in zip([name] + [""] * len(pieces), pieces, strict=False)]
    return lines


def table(rows: Sequence[Sequence[str]], to_left: Collection[int] = ()) -> list[str]:
    """Rows as lines with aligned columns, to the right but for those at the indices ``to_left``."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column in to_left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table, its first column to the left and the others to the right."""
    marks = ["---", *["---:"] * (len(heads) - 1)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, marks, *rows))
