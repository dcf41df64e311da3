"""Which deals a survey is about, and which are still to be solved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from solver.budget import Budget
from solver.errors import InputError
from solver.survey.selection import MAX_DEALS, Selection, ToDo
from solver.survey.store import open_to_read
from solver.the_game.rules import PRESETS, Rules
from tests.survey.rows import lost, undecided, won, write

BUDGET = Budget(1000, 60.0, 2048)
STANDARD = PRESETS["standard"]


def to_do(selection: Selection, path: Path, budget: Budget = BUDGET) -> ToDo:
    with open_to_read(path) as store:
        return ToDo(selection, store, budget)


def test_a_selection_goes_seed_by_seed_through_all_its_parts(tmp_path: Path) -> None:
    selection = Selection([STANDARD, PRESETS["expert"]], [3, None], [1, 2], range(7, 9))
    left = to_do(selection, write(tmp_path / "survey.sqlite", []))
    parts = ["n3/1p", "n3/2p", "standard/1p", "standard/2p", "n3m3/1p", "n3m3/2p", "expert/1p", "expert/2p"]
    assert list(left.identifiers()) == [f"tg1:{part}#{seed}" for seed in (7, 8) for part in parts]
    assert (len(selection), len(left), left.undecided) == (16, 16, 0)


def test_what_comes_to_the_same_deals_counts_once() -> None:
    # 8 is the hand of one player anyway, 7 that of two.
    selection = Selection([STANDARD, Rules(hand_size=8)], [None, 7, 8], [1, 2], range(10))
    assert selection.parts == (
        (STANDARD, 1), (STANDARD, 2), (Rules(hand_size=7), 1), (Rules(hand_size=8), 2)
    )  # fmt: skip
    assert len(selection) == 40


def test_what_is_settled_is_left_out(tmp_path: Path) -> None:
    other_group = replace(won(4), deal="tg1:n6/1p#4", hand_size=6)
    rows = [won(1), lost(2), undecided(3), undecided(9), other_group]
    path = write(tmp_path / "survey.sqlite", rows)
    selection = Selection([STANDARD], [7], [1], range(1, 6))
    left = to_do(selection, path)
    assert list(left.identifiers()) == ["tg1:n7/1p#4", "tg1:n7/1p#5"]
    assert (len(left), left.undecided) == (2, 1)
    more = to_do(selection, path, Budget(2000, 60.0, 2048))
    assert list(more.identifiers()) == ["tg1:n7/1p#3", "tg1:n7/1p#4", "tg1:n7/1p#5"]
    assert (len(more), more.undecided) == (3, 0)


def test_too_many_deals_are_refused() -> None:
    with pytest.raises(InputError, match="200,000,000 deals are too many"):
        Selection([STANDARD], [None], [1, 2], range(MAX_DEALS))


def test_what_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(InputError, match="at most 126 can be dealt"):
        Selection([Rules(high=500)], [None], [1], range(1))
