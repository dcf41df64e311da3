"""What can be imported from ``puzzles``, and that nothing is loaded before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import puzzles


def test_names_are_there_and_loaded_when_used() -> None:
    for name in puzzles.__all__:
        assert getattr(puzzles, name) is not None
        assert name in dir(puzzles)
    with pytest.raises(AttributeError, match="no_such_name"):
        puzzles.no_such_name  # noqa: B018


@pytest.mark.parametrize("code", ["import puzzles", "from puzzles import value_plays, post_mortem"])
def test_heavy_packages_stay_out(code: str) -> None:
    loaded = f"import sys; {code}; print(sorted(sys.modules))"
    out = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout
    assert "networkx" not in out
    assert "matplotlib" not in out
