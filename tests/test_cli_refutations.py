"""``opendeal prove`` and ``opendeal check``."""

from __future__ import annotations

import gzip
import json
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.mutations import Refutation
from solver.cli import terminal
from solver.the_game import prove, refutation
from solver.version import VERSION
from tests.conftest import Opendeal, start

LOST = "tg1:h25d1s5n2/1p#0"
"""Leaves 3 cards."""
WON = "tg1:a1d1n4:ElXNvj5amxuWO"


@pytest.fixture
def proof(opendeal: Opendeal, tmp_path: Path) -> Path:
    path = tmp_path / "lost.proof"
    assert opendeal("prove", LOST, "-o", str(path)).status == 0
    return path


def test_a_lost_deal_is_proved_and_checked(opendeal: Opendeal, tmp_path: Path) -> None:
    path = tmp_path / "lost.proof"
    proved = opendeal("prove", LOST, "-o", str(path), "--json")
    assert (proved.status, proved.err) == (0, "")
    found = json.loads(proved.out)
    expected = {
        "format": "opendeal-proof/1",
        "status": "proven",
        "cards_left_bound": 3,
        "cards_left": 3,
        "optimal": True,
    }
    assert {key: found[key] for key in expected} == expected
    assert (found["layers"], found["positions"], found["size"]) == (21, 79, path.stat().st_size)
    assert (found["stopped_by"], found["version"]) == (None, VERSION)

    checked = opendeal("check", str(path), "--json")
    assert (checked.status, checked.err) == (0, "")
    same = json.loads(checked.out)
    assert list(same) == [
        *("format", "accepted", "deal", "cards_left_bound", "cards_left", "optimal", "line", "layers", "positions"),
        *("flaw", "seconds", "version"),
    ]
    assert same["format"] == "opendeal-check/1"
    assert (same["accepted"], same["flaw"]) == (True, None)
    for key in ("deal", "cards_left_bound", "cards_left", "optimal", "line", "layers", "positions"):
        assert same[key] == found[key]
    verified = opendeal("verify", found["deal"], found["line"], "--json")
    assert json.loads(verified.out)["cards_left"] == 3


def test_a_weaker_claim_can_be_asked_for(opendeal: Opendeal, tmp_path: Path) -> None:
    path = tmp_path / "lost.proof"
    proved = opendeal("prove", LOST, "-o", str(path), "--cards-left", "1")
    assert proved.out.startswith("proven: no line leaves fewer than 1 card; the line has 3 cards left (great)\n")
    assert opendeal("check", str(path)).out.startswith(
        "accepted: no line leaves fewer than 1 card; the line has 3 cards"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence", "status"),
    [
        ((WON,), "winnable: 0 cards left (perfect); there is nothing to refute, and nothing was written", "false"),
        ((LOST, "--cards-left", "4"), "false: a line has 3 cards left (great), fewer than claimed", "false"),
    ],
)
def test_what_is_not_so_is_status_1(
    opendeal: Opendeal, tmp_path: Path, arguments: tuple[str, ...], sentence: str, status: str
) -> None:
    command = ("prove", *arguments, "-o", str(tmp_path / "lost.proof"))
    proved = opendeal(*command)
    assert (proved.status, proved.err) == (1, "")
    assert proved.out.startswith(sentence)
    assert json.loads(opendeal(*command, "--json").out)["status"] == status
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        (("--max-nodes", "1"), "the node budget"),
        (("--max-nodes", "41000"), "the node budget"),  # while the file is being written
        (("--time-limit", "0.000001"), "the time limit"),
        (("--memory", "1", "--cards-left", "1"), "the memory budget"),
    ],
)
def test_a_budget_that_does_not_suffice_is_status_3_and_leaves_no_file(
    opendeal: Opendeal, tmp_path: Path, budget: tuple[str, ...], reason: str
) -> None:
    proved = opendeal(
        "prove", "tg1:n4/1p#0" if "--memory" in budget else "tg1:n3/1p#0", "-o", str(tmp_path / "x"), *budget
    )
    assert proved.status == 3
    assert proved.out.startswith(f"unknown: the search was stopped by {reason}; nothing was written\n")
    assert list(tmp_path.iterdir()) == []


def test_threads_write_the_same_file(opendeal: Opendeal, tmp_path: Path) -> None:
    paths = [tmp_path / "1", tmp_path / "2"]
    for path in paths:
        proved = opendeal("prove", "tg1:n4/1p#0", "-o", str(path), "--cards-left", "1", "--threads", path.name)
        assert proved.status == 0
    one, two = (path.read_bytes() for path in paths)
    assert one == two


def test_ctrl_c_leaves_no_file(tmp_path: Path) -> None:
    process = start("prove", "tg1:no-trick/1p#1", "-o", str(tmp_path / "lost.proof"))
    assert process.stderr is not None
    process.stderr.readline()  # the first sign of progress
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 3, err
    assert out.startswith(b"unknown: the search was stopped by an interrupt; nothing was written\n")
    assert list(tmp_path.iterdir()) == []


def test_an_old_file_stays_until_the_new_one_is_whole(opendeal: Opendeal, proof: Path) -> None:
    before = proof.read_bytes()
    assert opendeal("prove", "tg1:n3/1p#0", "-o", str(proof), "--max-nodes", "41000").status == 3
    assert proof.read_bytes() == before


def test_a_file_that_another_prove_may_be_writing_is_left_alone(opendeal: Opendeal, tmp_path: Path) -> None:
    part = tmp_path / "lost.proof.part"
    part.write_text("mine")
    proved = opendeal("prove", LOST, "-o", str(tmp_path / "lost.proof"))
    assert (proved.status, proved.out) == (2, "")
    assert proved.err == f"opendeal: error: {part}: is in the way; remove it if nothing else is writing it\n"
    assert [part.read_text(), *tmp_path.iterdir()] == ["mine", part]


def test_a_rejection_is_status_1_and_says_where(opendeal: Opendeal, proof: Path) -> None:
    damaged = Refutation.read(proof)
    del damaged.layers[3:]
    damaged.write(proof)
    rejected = opendeal("check", str(proof))
    assert (rejected.status, rejected.err) == (1, "")
    assert rejected.out.startswith("rejected: layer 2, position 0: hand 10 17, 20 in the deck, piles A1 1 A2 1 D1 13: ")
    found = json.loads(opendeal("check", str(proof), "--json").out)
    assert (found["accepted"], found["optimal"]) == (False, False)
    assert (found["flaw"]["layer"], found["flaw"]["position"]) == (2, 0)

    replace(damaged, claim=replace(damaged.claim, cards_left=2)).write(proof)
    rejected = opendeal("check", str(proof))
    assert (rejected.status, rejected.err) == (1, "")
    assert rejected.out.startswith("rejected: the line does not leave 2 cards by the rules\n")


def test_a_file_that_is_no_refutation_is_status_2(opendeal: Opendeal, proof: Path, tmp_path: Path) -> None:
    deal = tmp_path / "deal.json"
    deal.write_text('{"game": "the-game"}')
    cut = tmp_path / "cut.proof"
    cut.write_bytes(proof.read_bytes()[:-20])
    other = tmp_path / "other.proof"
    other.write_bytes(gzip.compress(b"{}\n"))
    for path, complaint in (
        (deal, "not a refutation, or damaged"),
        (cut, "damaged: its compressed data is cut off or wrong"),
        (other, 'the claim: expected the format "opendeal-refutation/2", not null'),
        (tmp_path / "nothing", "no such file"),
        (tmp_path, "cannot be read: Is a directory"),
    ):
        checked = opendeal("check", str(path))
        assert (checked.status, checked.out) == (2, "")
        assert checked.err.startswith(f"opendeal: error: {path}: {complaint}")
        assert checked.err.count("\n") == 1


def test_too_little_memory_is_status_3(opendeal: Opendeal, proof: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refutation, "GROUP_BYTES", 1 << 20)
    checked = opendeal("check", str(proof), "--memory", "1")
    assert (checked.status, checked.out) == (3, "")
    assert checked.err == "opendeal: undecided: two layers of it need more than 1 MiB; allow more with --memory\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("prove", LOST), "'--output'"),
        (("prove", LOST, "-o", "/nowhere/lost.proof"), "/nowhere/lost.proof: cannot be written: No such file"),
        (("prove", LOST, "-o", ""), "expected the name of a file or directory, not an empty text"),
        (("prove", LOST, "-o", "x", "--cards-left", "0"), "--cards-left: expected a whole number from 1 to 24, not 0"),
        (
            ("prove", LOST, "-o", "x", "--cards-left", "25"),
            "--cards-left: expected a whole number from 1 to 24, not 25",
        ),
        (("prove", "sn1:standard/2p#1", "-o", "x"), "a deal of the-game is needed here"),
        (("check",), "FILE"),
        (("check", "x", "--memory", "0"), "the memory budget (MiB): expected a whole number"),
    ],
)
def test_bad_usage_is_status_2(
    opendeal: Opendeal,
    arguments: tuple[str, ...],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    completed = opendeal(*arguments)
    assert (completed.status, completed.out) == (2, "")
    assert complaint in completed.err
    assert list(tmp_path.iterdir()) == []


def test_progress_is_shown(opendeal: Opendeal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((terminal, "QUIET_SECONDS"), (prove, "PROGRESS_SECONDS")):
        monkeypatch.setattr(module, name, 0.0)
    path = tmp_path / "lost.proof"
    assert "writing layer " in opendeal("prove", "tg1:n3/1p#0", "-o", str(path)).err
    assert " positions checked" in opendeal("check", str(path)).err
