"""The graph of a solution space as a file: GraphML, DOT, or a picture that a person can read.

Networkx writes GraphML. DOT is written here: networkx hands that to pydot, which is one more library for a dozen lines.
Pictures are drawn with matplotlib, the extra ``plots``: Graphviz would lay them out better, but it is no Python library
that can be counted on.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.analysis.space import WON, Space
from solver.errors import InputError
from solver.strict_json import one_line
from solver.text import count

if TYPE_CHECKING:
    from networkx import DiGraph

MOST_DRAWN = 60
"""Most nodes of a picture; more cannot be read."""
MAX_NAME = 200


def write_graph(space: Space, path: Path) -> None:
    """Write the graph in the format that the file's ending names: ``.graphml``, ``.dot``, ``.svg`` or ``.png``.

    Raises ``InputError`` for another ending, a picture of too many positions, or a file that cannot be written.
    """
    writer = writer_for(path)
    try:
        writer(space, path)
    except OSError as error:
        raise InputError(f"{_name(path)}: cannot be written: {error.strerror}") from None


def writer_for(path: Path) -> Callable[[Space, Path], None]:
    """What writes files with this ending; raises ``InputError`` if nothing does. To be asked before a long search."""
    writer = _WRITERS.get(path.suffix.lower())
    if writer is None:
        raise InputError(f"{_name(path)}: a graph is written as {', '.join(_WRITERS)}; the file's ending says which")
    return writer


def labelled(space: Space) -> DiGraph[int]:
    """A copy of the graph with plain attributes.

    On nodes ``label``, ``bottleneck``, ``only_play``, ``trap`` and ``depth``, that of the trap, -1 where there is none
    or it is not known; on edges ``move``.
    """
    graph = space.graph.copy()
    traps = {trap.node: trap for trap in space.traps}
    for node in graph:
        trap = traps.get(node)
        graph.add_node(
            node,
            label=label(space, node),
            bottleneck=node in space.bottlenecks,
            only_play=node in space.only_plays,
            trap=trap is not None,
            depth=-1 if trap is None or trap.depth is None else trap.depth,
        )
    return graph


def label(space: Space, node: int) -> str:
    """A position in a few lines: tops, hands (the player to play marked where there are several), draw pile, and
    how far the turn is."""
    if node == WON:
        return "won"
    known = space.describe(node)
    ascending = space.deal.rules.ascending
    tops = [known["piles"][:ascending], known["piles"][ascending:]]
    lines = ["  ".join(f"{name} {_cards(of)}" for name, of in zip(("up", "down"), tops, strict=True) if of)]
    hands = known["hands"]
    for player, hand in enumerate(hands):
        whose = "hand" if len(hands) == 1 else f"p{player}{' to play' if player == known['to_play'] else ''}:"
        lines.append(f"{whose} {_cards(hand)}")
    if known["deck"]:
        lines.append(f"deck {_cards(known['deck'])}")
    position = space.positions.get(node)
    if position is not None and position.played:
        lines.append("turn may end" if position.may_end_turn else f"{position.played} of {position.minimum} laid")
    return "\n".join(lines)


def _cards(cards: list[int]) -> str:
    return " ".join(map(str, cards)) if cards else "none"


def _name(path: Path) -> str:
    return one_line(str(path), MAX_NAME)


# -- GraphML and DOT -----------------------------------------------------------------------------------------------


def _graphml(space: Space, path: Path) -> None:
    from networkx import write_graphml

    write_graphml(labelled(space), path)


def _dot(space: Space, path: Path) -> None:
    lines = ["digraph space {", "  node [shape=box];"]
    for node, known in labelled(space).nodes(data=True):
        styles = [name for name, on in (("bold", known["bottleneck"]), ("dashed", known["trap"])) if on]
        style = f', style="{",".join(styles)}"' if styles else ""
        lines.append(f"  {node} [label={json.dumps(known['label'])}{style}];")
    for before, after, known in space.graph.edges(data=True):
        lines.append(f"  {before} -> {after} [label={json.dumps(known['move'])}];")
    path.write_text("\n".join([*lines, "}", ""]), encoding="utf-8")


# -- pictures ------------------------------------------------------------------------------------------------------


def _picture(space: Space, path: Path) -> None:
    nodes = space.graph.number_of_nodes()
    if nodes > MOST_DRAWN:
        raise InputError(
            f"{_name(path)}: a picture of {count(nodes, 'position')} could not be read; at most {MOST_DRAWN} are "
            "drawn; .graphml and .dot take more"
        )
    from puzzles.analysis.picture import draw

    draw(space, {node: label(space, node) for node in space.graph}, path)


_WRITERS: dict[str, Callable[[Space, Path], None]] = {
    ".graphml": _graphml,
    ".dot": _dot,
    ".svg": _picture,
    ".png": _picture,
}
