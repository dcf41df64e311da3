"""The figures of ``benchmarks.difficulty``: how score and yardstick go together, and which features say the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks._assessed import PERSON_LIMIT, Assessed, spearman, value_of
from puzzles.difficulty.formula import CUTS

SHOWN = (
    "score", "person", "wins", "left_mean", "mean_share", "bits", "only_plays", "traps", "trap_depth",
    "counterintuitive", "detour", "tricks", "cards",
)  # fmt: skip
SIZE = (11.5, 4.8)
"""Inches."""


def draw(assessed: Sequence[Assessed], path: Path) -> None:
    """Draw both figures side by side into a file whose ending names the format."""
    figure = Figure(figsize=SIZE, layout="constrained")
    left, right = figure.subplots(1, 2)
    _scatter(left, assessed)
    _correlations(right, assessed)
    figure.savefig(path, dpi=80)


def _scatter(axes: Axes, assessed: Sequence[Assessed]) -> None:
    """Each puzzle: its score, and the positions that the patient person looks at in vain."""
    for kind in dict.fromkeys(puzzle.kind for puzzle in assessed):
        these = [puzzle for puzzle in assessed if puzzle.kind == kind]
        # One more than the count, so that 0 has a place on the logarithmic axis.
        axes.scatter([it.score for it in these], [it.person + 1 for it in these], s=12, alpha=0.6, label=kind)
    for cut in CUTS:
        axes.axvline(cut, color="grey", linewidth=0.6, linestyle=":")
    axes.set_yscale("log")
    axes.set_xlabel("score (dotted: from here on medium, hard, expert)")
    axes.set_ylabel(f"positions looked at in vain, + 1 (at most {PERSON_LIMIT:,})")
    axes.legend(fontsize=7, loc="upper left")


def _correlations(axes: Axes, assessed: Sequence[Assessed]) -> None:
    """Spearman's rank correlation of each pair."""
    columns = [[value_of(puzzle, name) or 0.0 for puzzle in assessed] for name in SHOWN]
    found = [[spearman(one, other) for other in columns] for one in columns]
    axes.imshow(found, cmap="RdBu", vmin=-1, vmax=1)
    places = range(len(SHOWN))
    axes.set_xticks(places, SHOWN, rotation=60, ha="right", fontsize=7)
    axes.set_yticks(places, SHOWN, fontsize=7)
    for row in places:
        for column in places:
            value = found[row][column]
            colour = "white" if abs(value) > 0.6 else "black"
            axes.text(column, row, f"{100 * value:.0f}", ha="center", va="center", fontsize=6, color=colour)
    axes.set_title("rank correlations, in hundredths", fontsize=9)
