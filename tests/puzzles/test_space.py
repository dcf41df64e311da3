"""The solution space, held to enumerations of all lines; export; limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import networkx
import pytest

from benchmarks.random_deals import solved_deals
from puzzles.analysis.explore import TooLarge, merged
from puzzles.analysis.export import MOST_DRAWN, label, labelled, write_graph
from puzzles.analysis.nearest import nearest
from puzzles.analysis.space import START, WON, Space, solution_space
from puzzles.analysis.values import value_plays
from solver import Deal, InputError, Position, Rules, read_deal
from solver.the_game import reference
from solver.the_game.deal import deal_of

ENDGAME = read_deal("tg1:standard:Cw4bLx-jX5w0vbXJ")
"""Six cards of two players, 20 positions that keep the win."""
MOST_LINES = 3_000

Step = tuple[int, int] | None
"""A card with its pile, or the end of a turn."""


# -- all lines, by trying out everything ---------------------------------------------------------------------------


def ends_matter(position: Position) -> bool:
    others = [hand for player, hand in enumerate(position.hands) if player != position.to_play and hand]
    return bool(others or position.deck)


def winning_lines(position: Position) -> Iterator[tuple[list[Step], list[Position]]]:
    """Every winning line with the positions that it passes."""
    if position.won:
        yield [], [position]
        return
    for laid in position.plays():
        for steps, passed in winning_lines(position.play(*laid)):
            yield [laid, *steps], [position, *passed]
    if position.may_end_turn and ends_matter(position):
        for steps, passed in winning_lines(position.end_turn()):
            yield [None, *steps], [position, *passed]


def up_to_order(start: Position, steps: list[Step]) -> object:
    """What lines have in common that are the same up to order: for each pile what it takes in which turn, without the
    names of piles that showed the same."""
    turn = 0
    taken: dict[int, list[tuple[int, int]]] = {pile: [] for pile in range(len(start.piles))}
    for step in steps:
        if step is None:
            turn += 1
        else:
            taken[step[1]].append((turn, step[0]))
    piles = sorted((start.rules.is_ascending(pile), start.piles[pile], tuple(cards)) for pile, cards in taken.items())
    return start, tuple(piles)


def small_deals(seed: int, count: int) -> Iterator[tuple[Deal, list[tuple[Position, list[Step], list[Position]]]]]:
    """Winnable deals with few winning lines, and all of these lines."""
    for deal, outcome in solved_deals(seed, count):
        if outcome.cards_left_bound or deal.cards_left > 8:
            continue
        lines = []
        for start in dict.fromkeys(merged(start) for start in deal.starts()):
            for steps, passed in winning_lines(start):
                lines.append((start, steps, passed))
                if len(lines) > MOST_LINES:
                    break
        if len(lines) <= MOST_LINES:
            yield deal, lines


def test_counts_are_those_of_all_lines() -> None:
    checked = several = narrow = 0
    for deal, lines in small_deals(81, 150):
        space = solution_space(deal)
        assert space.lines == len(lines)
        assert space.lines_up_to_order == len({up_to_order(start, steps) for start, steps, _ in lines})
        routes = {tuple(WON if here.won else merged(here) for here in passed) for _, _, passed in lines}
        assert space.routes == len(routes)
        passed = [set(route) - {WON} for route in routes]
        assert set(space.positions.values()) == set().union(*passed)

        everywhere = set.intersection(*passed) - {space.positions.get(START)}
        assert {space.positions[node] for node in space.bottlenecks} == everywhere
        if space.cut:
            parted = space.graph.copy()
            parted.remove_nodes_from(space.cut)
            assert not networkx.has_path(parted, START, WON)
        assert (len(space.cut) == 1) == bool(space.bottlenecks)
        checked += 1
        several += len(deal.starts()) > 1
        narrow += bool(space.bottlenecks)
    assert checked > 30
    assert several
    assert narrow


def test_width_is_the_number_of_wins_that_meet_nowhere() -> None:
    """Menger: as many wins share no position as are needed to part the start from the win."""
    for deal, _ in small_deals(82, 60):
        space = solution_space(deal)
        if space.cut:
            assert len(list(networkx.node_disjoint_paths(space.graph, START, WON))) == len(space.cut)


def test_only_plays_are_those_of_the_values() -> None:
    checked = 0
    for deal, _ in small_deals(83, 60):
        space = solution_space(deal)
        for node, position in list(space.positions.items())[:12]:
            if not position.hand:
                continue  # as a deal it begins with the next player
            values = value_plays(deal_of(position))
            loses = any(choice.status == "unwinnable" for choice in values.choices)
            assert (node in space.only_plays) == bool(values.only_play and loses)
            checked += node in space.only_plays
    assert checked > 20


def test_traps_of_the_values_are_those_of_the_space() -> None:
    found = 0
    for deal, _ in small_deals(86, 90):
        space = solution_space(deal)
        nodes = {trap.node for trap in space.traps}
        for node, position in list(space.positions.items())[:12]:
            if position.hand:
                tempting = value_plays(deal_of(position)).trap
                assert bool(tempting) == (node in nodes)
                assert all(choice.status == "unwinnable" for choice in tempting)
                found += bool(tempting)
    assert found > 5


def test_the_longest_run_of_only_plays() -> None:
    space = solution_space(ENDGAME)
    assert len(space.run) == 3
    assert set(space.run) <= space.only_plays
    for first, second in zip(space.run, space.run[1:], strict=False):
        assert networkx.has_path(space.graph, first, second)


def test_traps_are_where_the_nearest_card_loses() -> None:
    found = 0
    for deal, _ in small_deals(84, 60):
        space = solution_space(deal)
        traps = {trap.node: trap for trap in space.traps}
        for node, position in space.positions.items():
            deals = [
                deal_of(position.end_turn() if laid is None else position.play(*laid)) for laid in nearest(position)
            ]
            left = [reference.solve(after).cards_left_bound for after in deals]
            assert (node in traps) == all(left)
            if node in traps:
                depths = [after.cards_left - least for after, least in zip(deals, left, strict=True)]
                assert traps[node].depth == max(depths)
                found += 1
    assert found > 5


def test_the_nearest_card() -> None:
    rules = Rules(high=40, ascending=1, descending=1, min_plays=1)
    position = Position(rules, ((10, 22, 30),), (3,), (20, 33), 0)
    assert nearest(position) == [(10, 0)]  # the trick
    assert nearest(position._replace(piles=(19, 33))) == [(22, 0), (30, 1)]
    assert nearest(position._replace(piles=(19, 33), played=1)) == [None]
    assert nearest(position._replace(piles=(21, 33), played=1)) == [(22, 0)]


# -- laws ----------------------------------------------------------------------------------------------------------


def mirrored(deal: Deal) -> Deal:
    rules = deal.rules
    total = rules.low + rules.high
    return replace(
        deal,
        rules=replace(rules, ascending=rules.descending, descending=rules.ascending),
        hands=tuple(tuple(total - card for card in hand) for hand in deal.hands),
        deck=tuple(total - card for card in deal.deck),
        piles=tuple(total - top for top in (*deal.tops[rules.ascending :], *deal.tops[: rules.ascending])),
    )


def numbers(space: Space) -> tuple[object, ...]:
    return (
        space.searched, space.lines, space.lines_up_to_order, space.routes, len(space.bottlenecks), len(space.cut),
        len(space.only_plays), len(space.run), len(space.traps), space.graph.number_of_edges(),
    )  # fmt: skip


def test_mirrored_deals_have_the_same_numbers() -> None:
    for deal, _ in small_deals(85, 30):
        assert numbers(solution_space(deal)) == numbers(solution_space(mirrored(deal)))


# -- corners and limits --------------------------------------------------------------------------------------------


def test_lost_and_won_deals() -> None:
    lost = solution_space(Deal(Rules(high=9, ascending=1, descending=0, step=0), ((3,),), (2,), (5,), 0))
    assert (lost.winnable, lost.lines, lost.routes, lost.bottlenecks, lost.cut) == (False, 0, 0, (), ())
    won = solution_space(Deal(Rules(), ((),)))
    assert (won.winnable, won.lines, won.lines_up_to_order, won.routes) == (True, 1, 1, 1)


def test_equal_piles_count_one_by_one() -> None:
    space = solution_space(Deal(Rules(descending=0), ((5,),)))
    assert (space.lines, space.lines_up_to_order, space.routes) == (2, 1, 1)
    assert space.graph.edges[START, WON]["move"] == "5@A1 or A2"


def test_numbers_of_lines_may_exceed_any_machine_word() -> None:
    """Cards come one by one in rising order, and each may go on either of two piles."""
    rules = Rules(high=80, ascending=2, descending=0, step=0, hand_size=1, min_plays=1)
    assert solution_space(Deal(rules, ((2,),), tuple(range(3, 72)))).lines == 2**70


def test_the_limit_is_refused_politely() -> None:
    with pytest.raises(TooLarge, match="the search met more than 50 positions"):
        solution_space(read_deal("tg1:standard/1p#1"), most_positions=50)


def test_ctrl_c_ends_the_search() -> None:
    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solution_space(read_deal("tg1:standard/1p#1"), progress=interrupt)


# -- files ---------------------------------------------------------------------------------------------------------


def test_graphml_comes_back(tmp_path: Path) -> None:
    space = solution_space(ENDGAME)
    write_graph(space, tmp_path / "wins.graphml")
    back = networkx.read_graphml(tmp_path / "wins.graphml", node_type=int)
    assert set(back.edges) == set(space.graph.edges)
    assert {node: back.nodes[node] for node in back} == {node: labelled(space).nodes[node] for node in space.graph}
    assert {node for node, known in back.nodes(data=True) if known["bottleneck"]} == set(space.bottlenecks)
    assert {node for node, known in back.nodes(data=True) if known["trap"]} == {trap.node for trap in space.traps}


def test_dot_names_every_node_and_edge(tmp_path: Path) -> None:
    space = solution_space(ENDGAME)
    write_graph(space, tmp_path / "wins.dot")
    text = (tmp_path / "wins.dot").read_text()
    assert text.startswith("digraph space {\n")
    assert text.count(" -> ") == space.graph.number_of_edges()
    assert text.count("[label=") == space.graph.number_of_nodes() + space.graph.number_of_edges()
    assert '0 -> 2 [label="47@D2"];' in text


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_pictures(tmp_path: Path, ending: str) -> None:
    space = solution_space(ENDGAME)
    for name in ("once", "again"):
        write_graph(space, tmp_path / f"{name}.{ending}")
    once = (tmp_path / f"once.{ending}").read_bytes()
    assert once == (tmp_path / f"again.{ending}").read_bytes()
    if ending == "svg":
        text = once.decode()
        for line in label(space, START).splitlines():
            assert line.replace("  ", " ").split()[0] in text
        assert ">won<" in text
        assert text.count("47@D2") == 1
    else:
        assert once.startswith(b"\x89PNG")


def test_what_cannot_be_written(tmp_path: Path) -> None:
    space = solution_space(ENDGAME)
    with pytest.raises(InputError, match=r"\.graphml, \.dot, \.svg, \.png"):
        write_graph(space, tmp_path / "wins.txt")
    with pytest.raises(InputError, match="cannot be written"):
        write_graph(space, tmp_path / "nowhere" / "wins.dot")
    large = solution_space(read_deal("tg1:a1d1n4:ElXNvj5amxuWO"))
    with pytest.raises(InputError, match=f"1,313 positions could not be read; at most {MOST_DRAWN}"):
        write_graph(large, tmp_path / "wins.svg")
