"""The solution space of a small deal: the graph of all positions that keep the win, and where it is narrow.

Its nodes are the positions that winning lines pass, its edges the moves between them; ``puzzles.analysis.explore`` says
which positions are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from puzzles.analysis.classes import Laid, classes_of, turns_matter
from puzzles.analysis.explore import Exploration, merged
from puzzles.analysis.lines import count_lines, count_lines_up_to_order
from puzzles.analysis.nearest import nearest
from puzzles.analysis.shared_budget import ProgressCallback, SharedBudget
from solver.budget import Budget
from solver.the_game.deal import Deal, deal_of, require_deal
from solver.the_game.rules import Position

if TYPE_CHECKING:
    from networkx import DiGraph

MAX_POSITIONS = 20_000
"""Most positions that are searched, winning and lost ones: some 10 s and 200 MB. A full game's last 10 cards have
between 100 and 20,000."""
TRAP_NODES = 100_000
"""Most nodes of the solver for the depth of one trap."""

START, WON = 0, 1
"""The nodes of the deal itself and of the win, in every graph."""


@dataclass(frozen=True, slots=True)
class Trap:
    """A winnable position that is lost by the nearest card (see ``puzzles.analysis.nearest``).

    ``moves``: what a player may choose from who lays the nearest card; all of it loses. ``depth``: how many cards can
    still be laid after the best of these moves. So many plays later, at the latest, the loss shows; ``None`` if that
    was too hard to find out.
    """

    node: int
    moves: tuple[str, ...]
    depth: int | None


@dataclass(frozen=True, slots=True)
class Space:
    """The solution space of a deal.

    ``graph``: a networkx ``DiGraph`` whose wins are the paths from node ``START`` to node ``WON``; without edges if the
    deal cannot be won. ``positions``: those of the nodes, the win aside; in them, and in the moves on the edges, piles
    go by their place: A1 is the lowest ascending pile. Where the team chooses who starts, ``START`` is that choice and
    no position.

    ``lines``: winning lines, told apart by every play with its pile and every end of a turn that makes a difference.
    ``lines_up_to_order``: those that are the same up to order, as ``puzzles.analysis.classes`` defines it, counted
    once. ``routes``: paths of the graph, that is, lines told apart by the positions that they pass.

    ``bottlenecks``: the nodes that every win passes, in order. ``cut``: as few nodes as possible such that every win
    passes one of them. Their number is the width of the space: 1 at a bottleneck. It is empty if there is a win in one
    move, or none at all.

    ``only_plays``: nodes at which one class of choices keeps the win and some other choice loses. ``run``: the longest
    series of such nodes on one route, moves without a choice between them not counted. ``traps``: by node.
    """

    deal: Deal
    graph: DiGraph[int]
    positions: Mapping[int, Position]
    searched: int
    lines: int
    lines_up_to_order: int
    routes: int
    bottlenecks: tuple[int, ...]
    cut: tuple[int, ...]
    only_plays: frozenset[int]
    run: tuple[int, ...]
    traps: tuple[Trap, ...]

    @property
    def winnable(self) -> bool:
        """Is there a winning line at all?"""
        return self.lines > 0

    def to_json(self) -> dict[str, Any]:
        """The space in numbers, as JSON data. Numbers of lines are exact, however large."""
        return {
            "searched": self.searched,
            "positions": len(self.positions),
            "moves": self.graph.number_of_edges(),
            "lines": self.lines,
            "lines_up_to_order": self.lines_up_to_order,
            "routes": self.routes,
            "bottlenecks": [self.describe(node) for node in self.bottlenecks],
            "width": len(self.cut) or None,
            "cut": [self.describe(node) for node in self.cut],
            "only_plays": len(self.only_plays),
            "run": [self.describe(node) for node in self.run],
            "traps": [
                {**self.describe(trap.node), "moves": list(trap.moves), "depth": trap.depth} for trap in self.traps
            ],
        }

    def describe(self, node: int) -> dict[str, Any]:
        """The position of a node as JSON data."""
        position = self.positions.get(node)
        if position is None:
            deal = self.deal
            return _described(deal.tops, deal.hands, deal.deck, deal.to_play, deal.played_this_turn)
        return _described(position.piles, position.hands, position.deck, position.to_play, position.played)


def _described(
    piles: Sequence[int], hands: Sequence[Sequence[int]], deck: Sequence[int], to_play: int | None, played: int
) -> dict[str, Any]:
    return {
        "piles": list(piles),
        "hands": [list(hand) for hand in hands],
        "deck": list(deck),
        "to_play": to_play,
        "played_this_turn": played,
    }


def solution_space(
    deal: Deal, *, most_positions: int = MAX_POSITIONS, progress: ProgressCallback | None = None
) -> Space:
    """The graph of all positions of the deal that keep the win, and what it says.

    Raises ``TooLarge``, an ``InputError``, if more than ``most_positions`` positions come up. ``KeyboardInterrupt`` is
    passed on, as half a graph says nothing.
    """
    require_deal(deal)
    exploration = Exploration(list(deal.starts()), most_positions, progress)
    return _Survey(deal, exploration, progress).space()


class _Survey:
    """Builds the graph of an exploration and works out what it says."""

    def __init__(self, deal: Deal, exploration: Exploration, progress: ProgressCallback | None) -> None:
        self._deal = deal
        self._found = exploration
        self._shared = SharedBudget(Budget(), progress)
        self._continuations: dict[Position, tuple[Laid, ...] | None] = {}
        self._order = exploration.in_order()
        # A single start comes first in the order, and is the node START itself.
        numbers = [*([] if len(exploration.starts) > 1 else [START]), *range(WON + 1, WON + 1 + len(self._order))]
        self._numbers = dict(zip(self._order, numbers, strict=False))

    def space(self) -> Space:
        lines = count_lines(self._found)
        roots = [start for start in self._found.starts if self._found.wins(start)]
        graph = self._graph(roots)
        only_plays = self._only_plays(roots)
        bottlenecks = _bottlenecks(graph) if roots else ()
        return Space(
            deal=self._deal,
            graph=graph,
            positions={number: position for position, number in self._numbers.items()},
            searched=len(self._found.choices),
            lines=sum(1 if start.won else lines[start] for start in roots),
            lines_up_to_order=count_lines_up_to_order(self._found),
            routes=_routes(graph),
            bottlenecks=bottlenecks,
            cut=_cut(graph, bottlenecks) if roots else (),
            only_plays=frozenset(only_plays),
            run=self._longest_run(graph, only_plays),
            traps=tuple(self._traps()),
        )

    def _graph(self, roots: Sequence[Position]) -> DiGraph[int]:
        from networkx import DiGraph

        graph: DiGraph[int] = DiGraph()
        graph.add_nodes_from((START, WON))
        graph.add_nodes_from(self._numbers.values())
        moves: dict[tuple[int, int], list[str]] = {}
        if len(self._found.starts) > 1:
            for root in roots:
                moves[START, self._number(root)] = [f"player {root.to_play} starts"]
        elif any(root.won for root in roots):
            moves[START, WON] = ["nothing is left"]
        for position in self._order:
            for move in self._found.winning[position]:
                moves.setdefault((self._numbers[position], self._number(move.after)), []).append(move.text())
        for (before, after), texts in moves.items():
            graph.add_edge(before, after, move=" or ".join(texts))
        return graph

    def _number(self, position: Position) -> int:
        return WON if position.won else self._numbers[position]

    # -- only plays ------------------------------------------------------------------------------------------------

    def _only_plays(self, roots: Sequence[Position]) -> set[int]:
        found = {self._numbers[position] for position in self._order if self._is_only_play(position)}
        if len(self._found.starts) > 1 and len(roots) == 1:
            found.add(START)  # one of the players has to start
        return found

    def _is_only_play(self, position: Position) -> bool:
        winning = self._found.winning[position]
        if len(winning) == self._found.choices[position] or len(winning) > len(position.piles):
            return (
                False  # nothing loses; or more choices than one class can have, whose plays are on piles of their own
            )
        if len(winning) == 1:
            return True
        plays = [laid for move in winning for laid in move.laid]
        if not all(move.laid for move in winning):
            return False  # an end of the turn is a class of its own
        return len(classes_of(position, plays, self._continuation)[0]) == 1

    def _continuation(self, position: Position) -> tuple[Laid, ...] | None:
        """For ``classes_of``: the rest of the turn in some winning line."""
        if position not in self._continuations:
            self._continuations[position] = self._continued(position)
        return self._continuations[position]

    def _continued(self, position: Position) -> tuple[Laid, ...] | None:
        if not self._found.wins(merged(position)):
            return None
        if position.won:
            return ()
        if position.may_end_turn and turns_matter(position) and self._found.wins(merged(position.end_turn())):
            return ()
        for laid in position.plays():
            rest = self._continuation(position.play(*laid))
            if rest is not None:
                return laid, *rest
        raise AssertionError("a position that can be won has a move that keeps the win")

    def _longest_run(self, graph: DiGraph[int], only_plays: set[int]) -> tuple[int, ...]:
        """The longest series of only plays on one route, moves without a choice left out; of several the first."""
        runs: dict[int, tuple[int, ...]] = {}
        forced = {self._numbers[position] for position in self._order if self._found.choices[position] == 1}
        for node in (*(self._numbers[position] for position in reversed(self._order)), START):
            longest = max((runs.get(after, ()) for after in graph.successors(node)), key=len, default=())
            if node in only_plays:
                runs[node] = (node, *longest)
            elif node in forced:
                runs[node] = longest
        return max((runs[node] for node in sorted(runs)), key=len, default=())

    # -- traps -----------------------------------------------------------------------------------------------------

    def _traps(self) -> Iterator[Trap]:
        depths: dict[Position, int | None] = {}
        for place, position in enumerate(self._order, 1):
            self._shared.doing = f"looking for traps, position {place:,} of {len(self._order):,}"
            moves = nearest(position)
            after = [merged(position.end_turn() if laid is None else position.play(*laid)) for laid in moves]
            if any(map(self._found.wins, after)):
                continue
            for lost in after:
                if lost not in depths:
                    depths[lost] = self._depth(lost)
            known = [depth for lost in after if (depth := depths[lost]) is not None]
            names = position.rules.pile_names
            texts = dict.fromkeys("end" if laid is None else f"{laid[0]}@{names[laid[1]]}" for laid in moves)
            yield Trap(self._numbers[position], tuple(texts), max(known) if len(known) == len(after) else None)

    def _depth(self, lost: Position) -> int | None:
        """The most cards that can still be laid."""
        result = self._shared.solve(deal_of(lost), TRAP_NODES)
        if result is None or result.cards_left != result.cards_left_bound:
            return None
        return lost.cards_left - result.cards_left


def _routes(graph: DiGraph[int]) -> int:
    """The number of paths from the start to the win."""
    from networkx import topological_sort

    routes = dict.fromkeys(graph, 0)
    routes[START] = 1
    for node in topological_sort(graph):
        for after in graph.successors(node):
            routes[after] += routes[node]
    return routes[WON]


def _bottlenecks(graph: DiGraph[int]) -> tuple[int, ...]:
    """The nodes between start and win that every path passes: the dominators of the win."""
    from networkx import immediate_dominators

    dominators = immediate_dominators(graph, START)
    found = []
    node = dominators[WON]
    while node != START:
        found.append(node)
        node = dominators[node]
    return tuple(reversed(found))


def _cut(graph: DiGraph[int], bottlenecks: Sequence[int]) -> tuple[int, ...]:
    """As few nodes as possible that part the start from the win."""
    from networkx import minimum_node_cut

    if graph.has_edge(START, WON):
        return ()
    return tuple(bottlenecks[:1]) or tuple(sorted(minimum_node_cut(graph, START, WON)))
