"""The command as a process: signals, closed pipes, terminals, several processes, hostile files."""

from __future__ import annotations

import json
import os
import pty
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from solver.sources import read_deal
from solver.the_game.notation import parse_line
from solver.the_game.referee import verify
from tests.conftest import COMMAND, ROOT, Opendeal, start

FULL = "tg1:standard/1p#1"
ENDLESS = ("solve", FULL, "--engine", "reference", "--memory", "4096")
"""Brute force on a full deal: it does not end by itself within the time of a test."""


def test_ctrl_c_ends_the_search_with_the_best_line_so_far() -> None:
    process = start(*ENDLESS, "--json")
    assert process.stderr is not None
    progress = process.stderr.readline().decode()
    assert "nodes, best line leaves " in progress
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    found = json.loads(out)
    assert process.returncode == 3
    assert (found["status"], found["stopped_by"]) == ("unknown", "interrupt")
    assert verify(read_deal(FULL), parse_line(found["line"])).cards_left == found["cards_left"]
    assert b"Traceback" not in err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_many_deals_with_those_that_are_done(tmp_path: Path, jobs: str) -> None:
    quick = json.dumps({"game": "the-game", "hands": [[2, 3]]})
    path = tmp_path / "deals.jsonl"
    path.write_text("\n".join([quick, FULL, FULL, FULL]))
    arguments = ("solve", str(path), "--json", "--engine", "reference", "--memory", "4096", "--jobs", jobs)
    process = start(*arguments, start_new_session=True)
    assert process.stdout is not None
    first = process.stdout.readline()
    assert json.loads(first)["status"] == "winnable"
    # As a terminal does it: every process of the group gets the signal.
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 3
    assert b"interrupted after " in err
    assert b"Traceback" not in err
    assert len(out.splitlines()) <= 1
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_a_terminated_command_takes_its_processes_along(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text("\n".join([json.dumps({"game": "the-game", "hands": [[2]]}), FULL, FULL]))
    arguments = ("solve", str(path), "--json", "--engine", "reference", "--memory", "4096", "--jobs", "2")
    process = start(*arguments, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    process.terminate()
    _, err = process.communicate(timeout=30)
    assert process.returncode == 128 + signal.SIGTERM
    assert b"Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@pytest.mark.parametrize(
    "arguments", [("deal", "--count", "1000000"), ("solve", "-", "--jobs", "2"), ("solve", "-", "--json")]
)
def test_a_closed_pipe_ends_the_command_quietly(arguments: tuple[str, ...], tmp_path: Path) -> None:
    deals = tmp_path / "deals"
    deals.write_text(f"{FULL}\n" * 500)
    with deals.open("rb") as stdin:
        process = start(*arguments, stdin=stdin)
        assert process.stdout is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=60) == 128 + signal.SIGPIPE
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [("show", FULL), ("show", "--help"), ("--version",)])
def test_a_full_disk_is_an_error(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        process = start(*arguments, stdout=full)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert err == b"opendeal: error: standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("redirection", "expected"),
    [
        (">&-", "opendeal: error: standard output: it is closed\n"),
        ("<&-", "opendeal: error: standard input is closed\n"),
        ("2>&-", ""),
    ],
)
def test_a_stream_that_was_never_open(redirection: str, expected: str) -> None:
    source = "-" if redirection == "<&-" else FULL if redirection == ">&-" else "/none"
    script = f'exec "$@" {redirection}'
    done = subprocess.run(
        ["bash", "-c", script, "bash", *COMMAND, "show", source], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", expected)


def test_a_character_that_the_encoding_lacks_is_escaped() -> None:
    process = start("deal", "--seed", "é", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (0, b"tg1:standard/1p#\\xe9\n", b"")


def test_results_are_written_as_they_come() -> None:
    process = start("solve", "-", "--json")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{FULL}\n{FULL}\n".encode())
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["index"] == 0
    assert json.loads(process.stdout.readline())["index"] == 1
    process.stdin.write(b"nonsense\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["index"] == 2
    process.communicate(timeout=30)
    assert process.returncode == 2


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What the command writes to a terminal that is its standard output and error."""
    leader, follower = pty.openpty()
    inherited = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}}
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=ROOT,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=inherited | {"TERM": "xterm"} | environment,
    )
    os.close(follower)
    written = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:  # Linux: the other end is closed
            break
        if not piece:
            break
        written += piece
    os.close(leader)
    process.wait(timeout=30)
    return written.decode().replace("\r\n", "\n")


def test_colour_is_an_overlay_for_terminals(opendeal: Opendeal) -> None:
    arguments = ("verify", FULL, "12@A1")
    plain = opendeal(*arguments).out
    assert on_a_terminal(*arguments, NO_COLOR="1") == plain
    assert on_a_terminal(*arguments, TERM="dumb") == plain
    coloured = on_a_terminal(*arguments)
    assert "\x1b[" in coloured
    assert "illegal" in coloured


def test_nothing_is_wrapped_on_a_narrow_terminal(opendeal: Opendeal) -> None:
    plain = opendeal("show", FULL).out
    assert on_a_terminal("show", FULL, COLUMNS="40") == plain


def test_the_status_line_of_a_terminal_is_rewritten_and_removed() -> None:
    written = on_a_terminal("solve", FULL, "--engine", "reference", "--time-limit", "1.6", NO_COLOR="1")
    before, _, after = written.rpartition("\r\x1b[K")
    assert "opendeal: 1 s: " in before
    assert "\n" not in before
    assert after.startswith("unknown: ")


def test_quick_commands_import_no_more_than_they_need() -> None:
    code = (
        "import sys; from solver.cli.app import run; from puzzles.cli import app; run(app(), sys.argv[1:]);"
        "print([name for name in ('rich', 'multiprocessing', 'concurrent.futures', 'numpy', 'ortools', 'networkx')"
        " if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, "solve", FULL], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.startswith(b"winnable")
    assert done.stderr == b"[]\n"


def test_hostile_files_end_in_one_message(opendeal: Opendeal, tmp_path: Path) -> None:
    """Every verb that reads a deal, on random bytes, damaged deals and a sparse file of a gigabyte."""
    rng = random.Random(11)
    good = json.dumps({"game": "the-game", "hands": [[2, 3]], "deck": [50]}).encode()
    contents = [rng.randbytes(rng.randint(0, 80)) for _ in range(40)]
    for _ in range(60):
        damaged = bytearray(good)
        damaged[rng.randrange(len(damaged))] = rng.choice(b'{}[]",:-9\x00\xff\n')
        contents.append(bytes(damaged[: rng.randint(1, len(damaged))]))
    paths = []
    for number, content in enumerate(contents):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_bytes(content)
    zeros = tmp_path / "zeros.json"
    zeros.touch()
    os.truncate(zeros, 1 << 30)
    refused = 0
    for path in [*paths, zeros]:
        for verb, *more in (("solve", "--max-nodes", "100"), ("verify", "2@A1"), ("show",)):
            completed = opendeal(verb, str(path), *more)
            if completed.status == 2 and not completed.out:
                refused += 1
                assert completed.err.startswith(f"opendeal: error: {path}: ")
                assert completed.err.count("\n") == 1
                assert len(completed.err) < 600
            else:
                assert completed.err == ""
    assert refused > 250
