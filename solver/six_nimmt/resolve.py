"""One turn of 6 nimmt!, card by card, with the reason for each.

The only place that says where a card goes. Cards are laid from the lowest to the highest, and each sees the rows as
the lower ones left them. Rows are counted from 1, as they are printed; inside a program ``rows[row - 1]``.

Only the lowest card of a turn can lie below all ends: once it has taken a row, its row ends lower than every card that
follows. So a turn asks at most one player to choose a row, once all cards of the turn are known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from solver.errors import IllegalPlay
from solver.six_nimmt.rules import FULL_ROW, bullheads

Row = tuple[int, ...]
Rows = tuple[Row, ...]
Why = Literal["nearest", "sixth", "lowest"]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card as it was laid. ``row`` counts from 1; ``taken`` are the cards that its owner took, without itself.

    ``why``: it went behind the ``nearest`` lower end; it would have been the ``sixth`` card there; or it was the
    ``lowest``, below all ends, and its owner chose the row. ``rows_before`` are the rows that it met.
    """

    player: int
    card: int
    row: int
    why: Why
    taken: Row
    rows_before: Rows

    @property
    def bullheads(self) -> int:
        """The bullheads on the cards taken."""
        return heads(self.taken)

    @property
    def rows(self) -> Rows:
        """The rows after this card."""
        behind = () if self.taken else self.rows_before[self.row - 1]
        before, after = self.rows_before[: self.row - 1], self.rows_before[self.row :]
        return (*before, (*behind, self.card), *after)

    def to_json(self) -> dict[str, Any]:
        """The outcome of the card in the order of the format, with the reason in words."""
        return {
            "player": self.player,
            "card": self.card,
            "row": self.row,
            "why": self.why,
            "taken": list(self.taken),
            "bullheads": self.bullheads,
            "reason": reason(self),
        }


ChooseRow = Callable[[int, int, Rows], int]
"""Asked when a card lies below all ends: player, card and the rows; answers the number of a row, from 1."""


def heads(cards: Sequence[int]) -> int:
    """The bullheads on these cards together."""
    return sum(map(bullheads, cards))


def nearest_row(rows: Rows, card: int) -> int | None:
    """The number of the row with the highest end below the card, or ``None`` when the card is below all ends."""
    below = [(row[-1], number) for number, row in enumerate(rows, 1) if row[-1] < card]
    return max(below)[1] if below else None


def cheapest_row(rows: Rows) -> int:
    """The stated policy where no choice is known: the row with the fewest bullheads, of equal ones the lowest end."""
    return min(range(1, len(rows) + 1), key=lambda number: (heads(rows[number - 1]), rows[number - 1][-1]))


def lay(rows: Rows, player: int, card: int, choose: ChooseRow) -> Laid:
    """Lay one card. ``choose`` is asked for a row only if the card is below all ends.

    Raises ``IllegalPlay`` when the chosen row is none of the rows.
    """
    number = nearest_row(rows, card)
    if number is None:
        number = choose(player, card, rows)
        if not 1 <= number <= len(rows):
            raise IllegalPlay(f"{card} takes row {number}, but the rows are 1 to {len(rows)}")
        return Laid(player, card, number, "lowest", rows[number - 1], rows)
    row = rows[number - 1]
    if len(row) >= FULL_ROW:
        return Laid(player, card, number, "sixth", row, rows)
    return Laid(player, card, number, "nearest", (), rows)


def resolve(rows: Rows, cards: Mapping[int, int], choose: ChooseRow) -> tuple[Laid, ...]:
    """Resolve a turn: ``cards`` holds each player's card. The cards as they were laid, lowest first."""
    laid: list[Laid] = []
    for player, card in sorted(cards.items(), key=lambda play: play[1]):
        laid.append(lay(rows, player, card, choose))
        rows = laid[-1].rows
    return tuple(laid)


def reason(laid: Laid) -> str:
    """Why the card went where it went, in a sentence that settles a dispute."""
    card, row = laid.card, laid.rows_before[laid.row - 1]
    if laid.why == "lowest":
        ends = ", ".join(str(other[-1]) for other in laid.rows_before)
        return (
            f"{card} is below all ends ({ends}): its owner chooses row {laid.row} and takes {_cards(laid.taken)}, "
            f"{card} starts the row"
        )
    others = [other[-1] for other in laid.rows_before if other[-1] < card and other is not row]
    nearest = f"the highest end below it, above {max(others)}" if others else "the only end below it"
    if laid.why == "sixth":
        return (
            f"{card} would be the sixth card behind {row[-1]}, {nearest}: its owner takes {_cards(laid.taken)}, "
            f"{card} starts row {laid.row}"
        )
    return f"{card} goes behind {row[-1]} in row {laid.row}, {nearest}"


def _cards(taken: Sequence[int]) -> str:
    number, total = len(taken), heads(taken)
    return (
        f"{number} card{'' if number == 1 else 's'} with {total} bullhead{'' if total == 1 else 's'} "
        f"({' '.join(map(str, taken))})"
    )
