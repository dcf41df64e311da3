"""Files of several machines in one: which row stays, and what excludes what."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from solver.errors import InputError
from solver.survey.merge import merge
from solver.survey.row import Row
from tests.survey.rows import lost, read, undecided, won, write


def merged(tmp_path: Path, *files: list[Row]) -> list[Row]:
    sources = [write(tmp_path / f"{number}.sqlite", rows) for number, rows in enumerate(files)]
    target = tmp_path / "all.sqlite"
    count = merge(sources, target)
    rows = read(target)
    assert count == len(rows)
    target.unlink()
    for source, before in zip(sources, files, strict=True):
        assert read(source) == sorted(before, key=lambda row: row.deal)
        source.unlink()
    return rows


def test_all_rows_are_there(tmp_path: Path) -> None:
    other_group = replace(won(1), deal="tg1:n6/1p#1", hand_size=6)
    one, two = [won(0), lost(2)], [other_group, undecided(1), won(10)]
    assert merged(tmp_path, one, two) == sorted([*one, *two], key=lambda row: row.deal)


def in_every_order(tmp_path: Path, rows: list[Row]) -> set[Row]:
    """The one row of each merge of files with a row each, in every order of the files."""
    sources = [write(tmp_path / f"{number}.sqlite", [row]) for number, row in enumerate(rows)]
    kept = set()
    for number, order in enumerate(permutations(sources)):
        assert merge(order, tmp_path / f"all{number}.sqlite") == 1
        kept.update(read(tmp_path / f"all{number}.sqlite"))
    return kept


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        ([undecided(), lost()], 1),
        ([undecided(), won(), undecided(left=3)], 1),
        ([lost(left=9, bound=1), lost(left=4, bound=4), undecided()], 1),  # the one with the proven optimum
        ([lost(left=9, bound=1), lost(left=6, bound=4)], 1),
        ([undecided(left=9), undecided(left=5)], 1),
    ],
)
def test_the_row_that_says_most_is_kept_whatever_the_order(tmp_path: Path, rows: list[Row], kept: int) -> None:
    assert in_every_order(tmp_path, rows) == {rows[kept]}


def test_rows_that_say_the_same_are_chosen_between_in_a_fixed_way(tmp_path: Path) -> None:
    rows = [won(), replace(won(), seconds=0.1, max_nodes=None), replace(won(), version="0.0.9")]
    assert len(in_every_order(tmp_path, rows)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [(won(3), lost(3)), (lost(3, left=9, bound=5), lost(3, left=4, bound=2)), (undecided(3, left=1), lost(3))],
)
def test_rows_that_exclude_each_other_are_an_error_that_names_deal_and_files(
    tmp_path: Path, one: Row, other: Row
) -> None:
    paths = [write(tmp_path / "a", [won(1), one]), write(tmp_path / "b", [won(2)]), write(tmp_path / "c", [other])]
    with pytest.raises(InputError) as raised:
        merge(paths, tmp_path / "all")
    for part in ("tg1:n7/1p#3: ", f"{one.verdict} in {paths[0]}", f"{other.verdict} in {paths[2]}"):
        assert part in str(raised.value)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a", "b", "c"]


def test_an_existing_file_is_not_touched(tmp_path: Path) -> None:
    path = write(tmp_path / "a", [won(1)])
    before = path.read_bytes()
    with pytest.raises(InputError, match="there is such a file already"):
        merge([path], path)
    assert path.read_bytes() == before


def test_a_source_that_is_no_survey_ends_the_merge(tmp_path: Path) -> None:
    path = write(tmp_path / "a", [won(1)])
    (tmp_path / "b").write_text("no survey")
    with pytest.raises(InputError, match=r"b: not a file of an opendeal survey"):
        merge([path, tmp_path / "b"], tmp_path / "all")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a", "b"]
