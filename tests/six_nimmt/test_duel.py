"""Matrix games and the duel, against independent ways to find their values."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from solver.budget import Budget
from solver.errors import EngineError, InputError
from solver.six_nimmt import duel as duel_search
from solver.six_nimmt import matrix_game
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.duel import duel
from solver.six_nimmt.identifiers import deal_from_seed
from solver.six_nimmt.resolve import Row, Rows, resolve
from solver.six_nimmt.rules import Rules
from solver.six_nimmt.show import verdict_line
from solver.six_nimmt.solve import solve
from tests.six_nimmt.deals import random_deal

# -- matrix games --------------------------------------------------------------------------------------------------


def equalizer(matrix: Sequence[Sequence[Fraction]]) -> tuple[list[Fraction], Fraction] | None:
    """Weights of the rows, with sum 1, that make all columns of a square matrix pay the same; by elimination."""
    size = len(matrix)
    table = [[*(matrix[row][column] for row in range(size)), Fraction(-1), Fraction(0)] for column in range(size)]
    table.append([*[Fraction(1)] * size, Fraction(0), Fraction(1)])
    for step in range(size + 1):
        pivot = next((row for row in range(step, size + 1) if table[row][step]), None)
        if pivot is None:
            return None
        table[step], table[pivot] = table[pivot], table[step]
        table[step] = [cell / table[step][step] for cell in table[step]]
        for row in range(size + 1):
            if row != step:
                factor = table[row][step]
                table[row] = [cell - factor * other for cell, other in zip(table[row], table[step], strict=True)]
    return [table[row][-1] for row in range(size)], table[size][-1]


def value_by_kernels(matrix: Sequence[Sequence[Any]]) -> Fraction:
    """The value by Shapley and Snow: some square part has equalizing mixes of both that are good in the whole."""
    cells = [[Fraction(cell) for cell in row] for row in matrix]
    height, width = len(cells), len(cells[0])
    for size in range(1, min(height, width) + 1):
        for rows in combinations(range(height), size):
            for columns in combinations(range(width), size):
                part = [[cells[row][column] for column in columns] for row in rows]
                mine = equalizer(part)
                theirs = equalizer([list(column) for column in zip(*part, strict=True)])
                if mine is None or theirs is None or any(w < 0 for w in (*mine[0], *theirs[0])):
                    continue
                paid = [sum(w * cells[r][c] for w, r in zip(mine[0], rows, strict=True)) for c in range(width)]
                got = [sum(w * cells[r][c] for w, c in zip(theirs[0], columns, strict=True)) for r in range(height)]
                if max(paid) <= mine[1] <= min(got):
                    return mine[1]
    raise AssertionError("every matrix game has such a part")


def test_matrix_games_have_the_value_that_kernels_give() -> None:
    rng = random.Random(7)
    mixed = 0
    for _ in range(400):
        height, width = rng.randint(1, 4), rng.randint(1, 4)
        matrix = [[rng.randint(-4, 4) for _ in range(width)] for _ in range(height)]
        expected = value_by_kernels(matrix)
        found = matrix_game.solve(matrix)
        assert found.value == expected
        assert sum(found.rows) == sum(found.columns) == 1
        assert min(*found.rows, *found.columns) >= 0
        assert max(matrix_game.against_columns(matrix, found.rows)) == expected
        assert min(matrix_game.against_rows(matrix, found.columns)) == expected
        mixed += max(found.rows) < 1
    assert mixed > 100


@pytest.mark.parametrize(
    ("matrix", "value"),
    [
        ([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], 0),
        ([[3]], 3),
        ([[1, -1], [-1, 1]], 0),
        ([[0, 2], [1, 0]], Fraction(2, 3)),
        ([[Fraction(1, 2), 5], [0, 7]], 5),
    ],
)
def test_games_with_known_values(matrix: list[list[Any]], value: Any) -> None:
    assert matrix_game.solve(matrix).value == value


def test_a_solution_without_proof_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    half, single = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1), Fraction(0))
    monkeypatch.setattr(matrix_game, "_guessed", lambda matrix: matrix_game.Solution(Fraction(1, 3), half, half))
    assert matrix_game.solve([[1, -1], [-1, 1]]).value == 0
    monkeypatch.setattr(matrix_game, "_simplex", lambda matrix: matrix_game.Solution(Fraction(0), half, single))
    with pytest.raises(EngineError, match="do not prove"):
        matrix_game.solve([[1, -1], [-1, 1]])


def test_a_wrong_guess_costs_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random("guess")
    wrong = 0
    for _ in range(300):
        height, width = rng.randint(2, 5), rng.randint(2, 5)
        matrix = [[Fraction(rng.randint(-9, 9), rng.randint(1, 4)) for _ in range(width)] for _ in range(height)]
        expected = matrix_game.solve(matrix).value
        guess = [[rng.random() for _ in range(height)], [rng.random() for _ in range(width)]]
        for mix in guess:
            mix[rng.randrange(len(mix))] = 0.0
        with monkeypatch.context() as patched:
            patched.setattr(matrix_game, "mixes", lambda _, guess=guess: (0.0, *guess))
            wrong += matrix_game._guessed(matrix) is None
            assert matrix_game.solve(matrix).value == expected
    assert wrong > 50


# -- the duel ------------------------------------------------------------------------------------------------------


def by_brute_force(rows: Rows, first: Row, second: Row) -> Fraction:
    """The value of a duel by the rules alone: every pair of cards, every row, no memo."""
    if not first:
        return Fraction(0)
    return value_by_kernels([[after(rows, first, second, a, b, by_brute_force) for b in second] for a in first])


def after(
    rows: Rows, first: Row, second: Row, card: int, other: int, value: Callable[[Rows, Row, Row], Fraction]
) -> Fraction:
    """The value once these two cards are played: the owner of the lower one may choose a row."""
    left = tuple(c for c in first if c != card), tuple(c for c in second if c != other)
    outcomes = []
    for choice in (1, 2, 3, 4) if all(row[-1] > min(card, other) for row in rows) else (0,):
        turn = resolve(rows, {0: card, 1: other}, lambda *_, choice=choice: choice)
        took = {laid.player: laid.bullheads for laid in turn}
        outcomes.append(took[0] - took[1] + value(tuple(sorted(turn[-1].rows)), *left))
    return min(outcomes) if card < other else max(outcomes)


def test_duels_are_brute_force_on_a_thousand_deals() -> None:
    rng = random.Random("duel")
    mixed = 0
    for _ in range(1000):
        deal = random_deal(rng, 2, rng.choice((1, 2, 2, 2, 2, 2, 2, 2, 3)), 0, rng.choice((50, 104)))
        result = solve(deal, objective="duel")
        assert result.value == result.bound == by_brute_force(deal.rows, *deal.hands)
        mixed += max(play.share for play in result.first_plays[0]) < 1
    assert mixed > 20


@cache
def whole_value(rows: Rows, first: Row, second: Row) -> Fraction:
    """The value of a duel from all of its positions, each worth the value of its whole matrix."""
    if not first:
        return Fraction(0)
    matrix = [[after(rows, first, second, a, b, whole_value) for b in second] for a in first]
    return Fraction(matrix_game.solve(matrix).value)


def test_bounds_leave_out_nothing_that_counts() -> None:
    rng = random.Random("bounds")
    mixed = 0
    for _ in range(8):
        deal = random_deal(rng, 2, 4, 0, rng.choice((50, 104)))
        result = solve(deal, objective="duel")
        assert result.value == result.bound == whole_value(deal.rows, *deal.hands)
        mixed += max(play.share for play in result.first_plays[0]) < 1
    assert mixed > 2


def test_first_plays_are_what_the_whole_matrix_pays_against_the_mixes() -> None:
    rng = random.Random("first plays")
    for _ in range(20):
        deal = random_deal(rng, 2, 3, 0, 60)
        first, second = deal.hands
        mine, theirs = solve(deal, objective="duel").first_plays
        cells = {(a, b): after(deal.rows, first, second, a, b, whole_value) for a in first for b in second}
        for play in mine:
            assert play.value == sum(other.share * cells[play.card, other.card] for other in theirs)
        for play in theirs:
            assert play.value == sum(other.share * cells[other.card, play.card] for other in mine)


@pytest.mark.parametrize(
    ("cards", "seed", "value"),
    [(5, "3", "-3235/2426"), (6, "2", "-99/71"), (6, "3", "312/601")],
)
def test_values_that_backward_induction_without_bounds_has_found(cards: int, seed: str, value: str) -> None:
    assert solve(deal_from_seed(Rules(hand_size=cards), 2, seed), objective="duel").value == Fraction(value)


def test_a_duel_is_fair_to_both_seats_and_blind_to_row_order() -> None:
    rng = random.Random("seats")
    for _ in range(30):
        deal = random_deal(rng, 2, 3, 0, 60)
        value = duel(deal, Budget()).solution
        turned = duel(replace(deal, hands=deal.hands[::-1], rows=deal.rows[::-1]), Budget()).solution
        assert value is not None
        assert turned is not None
        assert turned.value == -value.value


def test_the_cheapest_row_is_not_always_the_best() -> None:
    rng = random.Random("dear")
    dearer = 0
    for _ in range(200):
        deal = random_deal(rng, 2, 2, 0, 60)
        free = solve(deal, objective="duel").value
        assert free is not None
        dearer += free != cheapest_only(deal.rows, *deal.hands)
    assert dearer > 0


def cheapest_only(rows: Rows, first: Row, second: Row) -> Fraction:
    """The value if low cards had to take the cheapest row."""
    from solver.six_nimmt.resolve import cheapest_row

    if not first:
        return Fraction(0)
    matrix = []
    for card in first:
        line = []
        for other in second:
            turn = resolve(rows, {0: card, 1: other}, lambda *given: cheapest_row(given[2]))
            took = {laid.player: laid.bullheads for laid in turn}
            left = tuple(c for c in first if c != card), tuple(c for c in second if c != other)
            line.append(took[0] - took[1] + cheapest_only(turn[-1].rows, *left))
        matrix.append(line)
    return value_by_kernels(matrix)


def test_first_plays_prove_the_value_of_a_full_duel() -> None:
    result = solve(deal_from_seed(Rules(hand_size=5), 2, "3"), objective="duel")
    assert result.value == Fraction(-3235, 2426)
    for plays, worse in zip(result.first_plays, (1, -1), strict=True):
        assert sum(play.share for play in plays) == 1
        assert all(play.value == result.value for play in plays if play.share)
        assert all((play.value - result.value) * worse >= 0 for play in plays)
    assert (result.status, result.line, result.optimal_lines, result.engine) == ("solved", "", None, "duel")


def test_budgets_end_a_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = deal_from_seed(Rules(hand_size=6), 2, "1")
    result = solve(deal, objective="duel", budget=Budget(max_nodes=5000))
    assert (result.status, result.value, result.stopped_by, result.nodes) == ("unknown", None, "nodes", 5000)
    assert solve(deal, objective="duel", budget=Budget(time_limit=1e-9)).stopped_by == "time"

    def interrupt(_nodes: int) -> None:
        raise KeyboardInterrupt

    assert solve(deal, objective="duel", progress=interrupt).stopped_by == "interrupt"
    monkeypatch.setattr(duel_search, "_BYTES_A_POSITION", 1 << 18)
    assert solve(deal, objective="duel", budget=Budget(memory_mib=1)).stopped_by == "memory"


def test_a_duel_that_is_cut_short_has_bounds_that_hold() -> None:
    deal = deal_from_seed(Rules(hand_size=6), 2, "3")
    whole = solve(deal, objective="duel")
    most = whole.nodes * 4 // 5
    cut, again = (solve(deal, objective="duel", budget=Budget(max_nodes=most)) for _ in range(2))
    assert (cut.status, cut.stopped_by, cut.nodes, cut.first_plays) == ("unknown", "nodes", most, ())
    assert (cut.value, cut.bound) == (again.value, again.bound)
    assert whole.value is not None
    assert cut.value is not None
    assert cut.bound is not None
    assert cut.bound < cut.value
    assert cut.bound <= whole.value <= cut.value
    assert f"between {cut.bound} and {cut.value} when" in verdict_line(cut)
    early = solve(deal, objective="duel", budget=Budget(max_nodes=most // 2))
    assert (early.bound, early.value) == (Fraction(0), Fraction(1))


def test_a_duel_needs_two_players_without_scripts() -> None:
    rows = ((10,), (20,), (30,), (40,))
    for deal in (
        Deal(Rules(), rows, ((1,),)),
        Deal(Rules(), rows, ((1,), (2,), (3,))),
        Deal(Rules(), rows, ((1, 3), (2, 4)), script=(None, (2, 4))),
    ):
        with pytest.raises(InputError, match="two players without scripts"):
            solve(deal, objective="duel")
