"""The page about surveys says what is so: its examples are run, one after the other, in one folder."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from solver.survey.row import COLUMNS
from solver.survey.store import APPLICATION_ID, SCHEMA
from tests.conftest import ROOT, Opendeal

PAGE = (ROOT / "docs" / "survey.md").read_text(encoding="utf-8")


def without_efforts(text: str) -> str:
    """Without nodes and times, which differ between machines and versions."""
    return re.sub(r"^(\| \S+ \| \d+ \| \d+)( \| [0-9,.]+){8} \|$", r"\1 |", text, flags=re.MULTILINE).rstrip("\n")


def test_the_examples_print_what_the_page_shows(
    opendeal: Opendeal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    examples = [part.split("\n", 1) for block in blocks for part in block.removeprefix("$ ").split("\n$ ")]
    assert [shlex.split(command)[2] for command, _ in examples] == ["run", "run", "merge", "report"]
    for command, output in examples:
        name, *arguments = shlex.split(command)
        assert name == "opendeal"
        completed = opendeal(*arguments)
        assert (completed.status, without_efforts(completed.out)) == (0, without_efforts(output))


def test_the_page_names_all_columns_and_the_marks_of_the_file() -> None:
    rows = re.findall(r"^\| (`.*?) \|", PAGE.partition("## The file")[2], re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(COLUMNS)
    assert f"`PRAGMA application_id` is {APPLICATION_ID} " in PAGE
    assert f"`PRAGMA user_version` is {SCHEMA}," in PAGE
