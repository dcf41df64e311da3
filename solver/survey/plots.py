"""Plots of a survey: winnability by hand size and players, and how nodes and times are distributed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import InputError
from solver.survey.report import GroupReport, in_order
from solver.survey.store import Store

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL = (4.8, 3.6)
"""Width and height of the panel of one rule set, in inches."""
ASIDE = 0.06
LEAST = {"nodes": 1.0, "seconds": 1e-4}
"""The least value that a logarithmic axis shows; what is below is drawn there."""


def draw(store: Store, reports: Sequence[GroupReport], folder: Path) -> list[Path]:
    """Draw the plots into a folder, which is made if need be, and return the files.

    Raises ``InputError`` when matplotlib is not installed, or the folder cannot be written to.
    """
    figures = {
        "winnability": winnability(reports),
        "nodes": distribution(store, "nodes", "positions searched"),
        "seconds": distribution(store, "seconds", "seconds"),
    }
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, figure in figures.items():
            written.append(folder / f"{name}.png")
            # Without the name of matplotlib's version the same rows give the same file.
            figure.savefig(written[-1], dpi=120, metadata={"Software": None})
    except OSError as error:
        raise InputError(f"--plots {folder}: {error.strerror}") from None
    return written


def winnability(reports: Sequence[GroupReport]) -> Figure:
    """For each rule set: the share of deals won by hand size, a line for each number of players, with its interval."""
    rules = list(dict.fromkeys(report.group.rules for report in reports))
    figure, panels = _panels(rules)
    for name, panel in zip(rules, panels, strict=True):
        here = [report for report in reports if report.group.rules == name]
        for players in sorted({report.group.players for report in here}):
            line = [report for report in here if report.group.players == players]
            # A little to the side of each other, so that no line hides another.
            sizes = [report.group.hand_size + ASIDE * (players - 1) for report in line]
            shares = [report.won / report.deals for report in line]
            below = [max(0.0, share - report.won_share[0]) for share, report in zip(shares, line, strict=True)]
            above = [max(0.0, report.won_share[1] - share) for share, report in zip(shares, line, strict=True)]
            panel.errorbar(
                sizes, shares, (below, above), marker="o", markersize=4, capsize=3, color=_colour(players),
                label=_players(players),
            )  # fmt: skip
        panel.set(xlabel="cards in a full hand", ylabel="share of deals won", ylim=(-0.03, 1.03))
        panel.set_xticks(sorted({report.group.hand_size for report in here}))
        panel.legend(fontsize="small")
    return figure


def distribution(store: Store, column: str, label: str) -> Figure:
    """For each rule set: the share of deals that took at most so much, a line for each group.

    The legend has the numbers of players only: smaller hands are paler, and one entry a group outgrows the panel.
    """
    groups = in_order(store.groups())
    rules = list(dict.fromkeys(group.rules for group in groups))
    figure, panels = _panels(rules)
    for name, panel in zip(rules, panels, strict=True):
        for group in groups:
            if group.rules == name:
                hands = [one.hand_size for one in groups if (one.rules, one.players) == (name, group.players)]
                values = sorted(max(LEAST[column], getattr(row, column)) for row in store.rows(group))
                shares = [(place + 1) / len(values) for place in range(len(values))]
                panel.step(
                    values, shares, where="post", color=_colour(group.players), alpha=_alpha(group.hand_size),
                    label=f"{_players(group.players)}, {_hands(hands)}" if group.hand_size == max(hands) else None,
                )  # fmt: skip
        panel.set(xscale="log", xlabel=label, ylabel="share of deals", ylim=(-0.03, 1.03))
        panel.legend(fontsize="small")
    return figure


def _panels(rules: Sequence[str]) -> tuple[Figure, list[Axes]]:
    """A figure with a titled panel for each rule set, side by side."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("--plots needs matplotlib; install it with: pip install 'opendeal[plots]'") from None
    figure = Figure(figsize=(PANEL[0] * len(rules), PANEL[1]), layout="constrained")
    FigureCanvasAgg(figure)
    panels = [figure.add_subplot(1, len(rules), place + 1) for place in range(len(rules))]
    for name, panel in zip(rules, panels, strict=True):
        panel.set_title(f"rules {name}", fontsize="medium")
        panel.grid(alpha=0.3)
    return figure, panels


def _players(number: int) -> str:
    return "alone" if number == 1 else f"{number} players"


def _hands(sizes: Sequence[int]) -> str:
    return f"hand {sizes[0]}" if len(sizes) == 1 else f"hands {min(sizes)} to {max(sizes)}"


def _colour(players: int) -> str:
    return f"C{players - 1}"


def _alpha(hand_size: int) -> float:
    """Smaller hands are paler."""
    return min(1.0, 0.2 + 0.1 * hand_size)
