"""A solution space as a picture: from the deal at the top to the win at the bottom, a row for each step."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.analysis.space import WON, Space
from solver.errors import InputError

if TYPE_CHECKING:
    from networkx import DiGraph

NODE = (1.75, 1.15)
"""Width and height that a node gets, in inches."""
SWEEPS = 12
"""How often the nodes are put in the order of their neighbours."""
LEGEND = "thick frame: every win passes here   filled: only play   dashed frame: the nearest card loses"

_PLAIN = {"facecolor": "white", "edgecolor": "#555555", "linewidth": 0.8, "linestyle": "-"}


def draw(space: Space, labels: Mapping[int, str], path: Path) -> None:
    """Draw the graph into a file, ``.svg`` or ``.png`` by its ending. The same space gives the same file.

    Raises ``InputError`` when matplotlib is not installed.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("a picture needs matplotlib; install it with: pip install 'opendeal[plots]'") from None
    places = layout(space.graph)
    width = max(4.0, NODE[0] * (1 + 2 * max(abs(x) for x, _ in places.values())))
    height = NODE[1] * (1.5 + max(y for _, y in places.values()))
    traps = {trap.node for trap in space.traps}
    # Text stays text in an SVG, and ids are not random.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "opendeal", "font.size": 7}):
        figure = Figure(figsize=(width, height))
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(-width / NODE[0] / 2, width / NODE[0] / 2)
        axes.set_ylim(height / NODE[1] - 0.5, -0.5)
        for before, after, known in space.graph.edges(data=True):
            axes.annotate(
                "", places[after], places[before],
                arrowprops={"arrowstyle": "-|>", "color": "#888888", "linewidth": 0.7, "shrinkA": 22, "shrinkB": 22},
            )  # fmt: skip
            (x, y), (end_x, end_y) = places[before], places[after]
            axes.text(
                x + 0.5 * (end_x - x), y + 0.5 * (end_y - y), known["move"], ha="center", va="center", fontsize=6,
                color="#333333", bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
            )  # fmt: skip
        for node, (x, y) in places.items():
            style = dict(_PLAIN)
            if node in space.bottlenecks:
                style["linewidth"] = 2.4
            if node in space.only_plays:
                style["facecolor"] = "#dce9f7"
            if node in traps:
                style["linestyle"] = "--"
            weight = "bold" if node == WON else "normal"
            axes.text(
                x, y, labels[node], ha="center", va="center", fontweight=weight,
                bbox={"boxstyle": "round,pad=0.35", **style},
            )  # fmt: skip
        axes.text(0, height / NODE[1] - 0.75, LEGEND, ha="center", va="center", fontsize=6.5, color="#333333")
        metadata = {"Date": None, "Creator": None} if path.suffix.lower() == ".svg" else {"Software": None}
        figure.savefig(path, dpi=150, metadata=metadata)


def layout(graph: DiGraph[int]) -> dict[int, tuple[float, float]]:
    """A place for every node: y is its row, the longest way from the start; x is centred around 0, 1 apart.

    Within a row nodes stand in the order of the mean place of their neighbours, which keeps edges from crossing much.
    """
    from networkx import topological_generations

    rows = [list(row) for row in topological_generations(graph)]
    x = {node: float(place) - (len(row) - 1) / 2 for row in rows for place, node in enumerate(row)}
    for sweep in range(SWEEPS):
        downwards = sweep % 2 == 0
        for row in rows if downwards else reversed(rows):
            ideal = {}
            for node in row:
                near = list(graph.predecessors(node) if downwards else graph.successors(node))
                ideal[node] = sum(x[other] for other in near) / len(near) if near else x[node]
            row.sort(key=lambda node: (ideal[node], node))
            for place, node in enumerate(row):
                x[node] = place - (len(row) - 1) / 2
    return {node: (x[node], float(y)) for y, row in enumerate(rows) for node in row}
