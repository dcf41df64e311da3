"""The README says what is so: its examples are run, and its two commands are the ones that CI runs."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from solver import prove, read_deal
from solver.cli import terminal
from solver.six_nimmt.deal import Deal as SixNimmtDeal
from solver.sources import read_any_deal
from solver.the_game.deal import Deal
from tests.conftest import ROOT, Opendeal

README = (ROOT / "README.md").read_text(encoding="utf-8")
SIX_NIMMT = (ROOT / "docs" / "6-nimmt.md").read_text(encoding="utf-8")
ANALYSIS = (ROOT / "docs" / "analysis.md").read_text(encoding="utf-8")
REFUTATIONS = (ROOT / "docs" / "refutations.md").read_text(encoding="utf-8")
EXAMPLES = [
    example.split("\n", 1)
    for page in (README, SIX_NIMMT, ANALYSIS, REFUTATIONS)
    for block in re.findall(r"^```console\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    for example in block.removeprefix("$ ").split("\n$ ")
]


def without_times(text: str) -> str:
    """Without what may differ from machine to machine, such as how well a file is compressed."""
    return re.sub(r"\d+ bytes\b", "N bytes", re.sub(r"\d+\.\d{3} s\b", "T s", text))


@pytest.mark.parametrize(("command", "output"), EXAMPLES)
def test_examples_print_what_the_readme_shows(
    opendeal: Opendeal, command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    monkeypatch.setattr(terminal, "QUIET_SECONDS", float("inf"))  # progress is shown by a slow machine only
    if "lost.proof" in command and "prove" not in command:
        prove(read_deal("tg1:h25d1s5n2/1p#0"), "lost.proof")
    name, *arguments = shlex.split(command)
    assert name == "opendeal"
    completed = opendeal(*arguments)
    assert without_times(completed.out).rstrip("\n") == without_times(output).rstrip("\n")
    assert completed.err == ""


def test_there_are_examples_of_every_verb() -> None:
    assert {shlex.split(command)[1] for command, _ in EXAMPLES} == {
        *("solve", "verify", "explain", "show", "deal"),
        *("analyse", "hint", "prove", "check", "daily"),
    }


def test_ci_finds_the_two_commands_of_the_readme() -> None:
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    function = re.search(r"^readme_command\(\) .*$", run, re.MULTILINE)
    assert function is not None
    for word, expected in (
        ("opendeal", "pip install . && opendeal solve 'tg1:standard/1p#1'"),
        ("pytest", "pip install -e '.[test]' && pytest"),
    ):
        script = f"{function[0]}\nreadme_command {word}"
        found = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
        assert found.stdout == f"{expected}\n"
        assert f'"$(readme_command {word})"' in run


@pytest.mark.parametrize(("page", "kind"), [(README, Deal), (SIX_NIMMT, SixNimmtDeal)])
def test_the_deal_in_the_readme_can_be_read(tmp_path: Path, page: str, kind: type) -> None:
    block = re.search(r"^```json\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert block is not None
    path = tmp_path / "deal.json"
    path.write_text(block[1])
    assert isinstance(read_any_deal(path), kind)


@pytest.mark.parametrize("page", [README, SIX_NIMMT, ANALYSIS])
def test_the_python_examples_run(page: str) -> None:
    block = re.search(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert block is not None
    exec(compile(block[1], "example", "exec"), {})
