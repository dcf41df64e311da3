"""The command as a process: signals, closed pipes, terminals, several processes, hostile files."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from solver.sources import read_deal
from solver.the_game.notation import parse_line
from solver.the_game.referee import verify
from tests.conftest import COMMAND, ROOT, Opendeal, alive, kill_alone, start

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


def test_ctrl_c_ends_a_search_by_threads() -> None:
    process = start("solve", "tg1:no-trick/1p#1", "--json", "--threads", "2")
    assert process.stderr is not None
    process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    found = json.loads(out)
    assert (process.returncode, found["status"], found["stopped_by"]) == (3, "unknown", "interrupt")
    assert b"Traceback" not in err


@pytest.mark.parametrize(("objective", "unit"), [("turns", "turns?"), ("tricks", "tricks?")])
def test_progress_shows_the_gap_of_the_objective(objective: str, unit: str) -> None:
    process = start("solve", FULL, "--json", "--objective", objective)
    assert process.stderr is not None
    while " best line takes " not in (progress := process.stderr.readline().decode()):
        assert "searching" in progress
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    found = json.loads(out)
    phase = rf"(?:lowering {objective}|asking for a line without tricks)"
    said = re.search(rf"{phase}, [\d,]+ nodes, best line takes (\d+) {unit}, at least (\d+) proven\n", progress)
    assert said
    assert found["bound"] >= int(said[2])
    assert int(said[1]) >= found["value"] >= found["bound"]
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


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="this system has no /proc")
def test_the_processes_of_a_killed_command_end_in_the_middle_of_their_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text("\n".join([json.dumps({"game": "the-game", "hands": [[2]]}), FULL, FULL]))
    arguments = ("solve", str(path), "--json", "--engine", "reference", "--memory", "4096", "--jobs", "2")
    process = start(*arguments, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    assert len(alive(process.pid)) == 3
    kill_alone(process)
    assert process.returncode == -signal.SIGKILL


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


def test_data_is_utf_8_whatever_the_locale() -> None:
    process = start("deal", "--seed", "ü", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (0, "tg1:standard/1p#ü\n".encode(), b"")


def test_a_seed_that_the_locale_cannot_read_is_refused() -> None:
    process = start("deal", "--seed", "ü", env=os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0"})
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (2, b"")
    assert err.startswith(b"opendeal: error: seed ")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_results_are_written_as_they_come(jobs: str) -> None:
    process = start("solve", "-", "--json", "--jobs", jobs)
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


# -- processes that end before their time ----------------------------------------------------------------------------


def kill_workers(process: subprocess.Popen[bytes]) -> None:
    """Kill the processes that a command has started, and see them dead."""
    pids = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert len(pids) == 2
    for pid in pids:
        os.kill(int(pid), signal.SIGKILL)
    for pid in pids:
        status = Path(f"/proc/{pid}/stat")
        while status.exists() and ") Z " not in status.read_text():
            time.sleep(0.01)


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="this system has no /proc")
@pytest.mark.parametrize("busy", [True, False])
def test_a_killed_worker_costs_no_more_than_its_deal(busy: bool) -> None:
    process = start("solve", "-", "--json", "--jobs", "2", "--engine", "reference", "--memory", "4096")
    assert process.stdin is not None
    assert process.stdout is not None
    quick = json.dumps({"game": "the-game", "hands": [[2]]})
    process.stdin.write("\n".join([quick, quick, *([FULL, FULL] if busy else []), ""]).encode())
    process.stdin.flush()
    for _ in range(2):
        assert json.loads(process.stdout.readline())["status"] == "winnable"
    time.sleep(0.3)  # by then both processes are at work on a full deal, or idle
    kill_workers(process)
    for index in (2, 3) if busy else ():
        lost = json.loads(process.stdout.readline())
        assert (list(lost), lost["index"]) == (["index", "error"], index)
        assert "ended by signal 9" in lost["error"]
    out, err = process.communicate(f"{quick}\n{quick}\n".encode(), timeout=30)
    assert [json.loads(line)["status"] for line in out.splitlines()] == ["winnable"] * 2
    assert (process.returncode, err) == (2 if busy else 0, b"")


def interrupted_by_itself(setup: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the command after some code that may ``interrupt()`` it at a moment of its choice."""
    code = (
        "import os, signal, sys\n"
        "def interrupt(): os.kill(os.getpid(), signal.SIGINT)\n"
        f"{setup}\n"
        "from puzzles.cli import main\n"
        "sys.exit(main())"
    )
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, check=False)


REST = b"opendeal: interrupted after 0 deals; the rest was not solved\n"


@pytest.mark.parametrize(
    ("module", "jobs", "status", "err"),
    [
        ("solver.cli.app", "1", 130, b""),
        ("typer", "1", 130, b""),
        ("solver.cli.solve", "1", 130, b""),
        ("solver.the_game.dfs", "1", 130, REST),
        ("solver.cli.processes", "2", 130, REST),
        ("multiprocessing.popen_fork", "2", 130, REST),
    ],
)
def test_ctrl_c_during_an_import_is_quiet(module: str, jobs: str, status: int, err: bytes) -> None:
    setup = (
        "class Finder:\n"
        "  def find_spec(self, name, path, target=None):\n"
        f"    if name == {module!r}: interrupt()\n"
        "sys.meta_path.insert(0, Finder())"
    )
    done = interrupted_by_itself(setup, "solve", FULL, FULL, "--jobs", jobs)
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", err)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.parametrize("moment", ["before", "after_in_parent"])
def test_ctrl_c_while_processes_start_is_not_lost(moment: str) -> None:
    done = interrupted_by_itself(f"os.register_at_fork({moment}=interrupt)", "solve", FULL, FULL, "--jobs", "2")
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", REST)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_ctrl_c_in_a_process_that_has_only_just_started_is_for_the_parent_to_decide() -> None:
    setup = "os.register_at_fork(after_in_child=interrupt)"
    done = interrupted_by_itself(setup, "solve", FULL, FULL, "--jobs", "2", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == ["winnable"] * 2


@pytest.mark.parametrize("more", [False, True])
def test_an_interrupt_speaks_of_a_rest_only_if_there_is_one(tmp_path: Path, more: bool) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(f"{json.dumps({'game': 'the-game', 'hands': [[2]]})}\n{FULL}\n" + (f"{FULL}\n" if more else "\n"))
    process = start("solve", str(path), "--json", "--engine", "reference", "--memory", "4096")
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.5)  # by then the second search has begun
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 3
    assert json.loads(out)["stopped_by"] == "interrupt"
    assert err == (b"opendeal: interrupted after 2 deals; the rest was not solved\n" if more else b"")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_while_waiting_for_input_ends_the_command(jobs: str) -> None:
    process = start("solve", "-", "--json", "--jobs", jobs, start_new_session=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{FULL}\n{FULL}\n".encode())
    process.stdin.flush()
    for _ in range(2):
        process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(timeout=30) == 3  # although standard input is still open
    out, err = process.communicate()
    assert (out, err) == (b"", b"opendeal: interrupted after 2 deals; the rest was not solved\n")


def test_a_reader_of_messages_that_is_gone_does_not_change_the_answer() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = start("solve", FULL, "--json", "--engine", "reference", "--time-limit", "1.5", stderr=writer)
    os.close(writer)
    out, _ = process.communicate(timeout=30)
    assert (process.returncode, json.loads(out)["stopped_by"]) == (3, "time")


def test_a_help_text_that_nobody_reads_is_no_verdict() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = start("solve", "--help", stdout=writer)
    os.close(writer)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (128 + signal.SIGPIPE, b"")


# -- terminals -------------------------------------------------------------------------------------------------------


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


def test_a_name_that_is_not_utf_8_is_shown_with_an_escape(tmp_path: Path) -> None:
    process = start("survey", "run", "--seeds", "0..0", "--out", os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert out.endswith(b"\\udcff: 1 of 1 deal decided\n")
    assert os.fsencode(tmp_path) + b"/\xff" in [os.fsencode(path) for path in tmp_path.iterdir()]
