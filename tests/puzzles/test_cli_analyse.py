"""``opendeal analyse``: what it prints, its JSON, its exit statuses."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from solver import parse_line, read_deal, verify
from tests.conftest import Opendeal, start

SMALL = "tg1:a1d1n4:ElXNvj5amxuWO"
LOST_LINE = "12@A1 22@A1 | 38@A1 48@D1 | 75@A1 91@A1"
FULL = "tg1:standard/1p#1"
ENDGAME = "tg1:standard:Cw4bLx-jX5w0vbXJ"


def test_a_position(opendeal: Opendeal) -> None:
    done = opendeal("analyse", SMALL, "--turns", "--tricks")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == "winnable: 8 of 8 choices keep the win, in 8 classes"
    assert lines[2].split() == ["class", "play", "verdict", "cards", "left", "turns", "tricks", "line"]
    assert lines[3].split()[:6] == ["1", "12@A1", "winnable", "0", "2", "0"]
    assert lines[3 + 8] == ""


def test_equal_piles_share_a_row(opendeal: Opendeal) -> None:
    done = opendeal("analyse", FULL)
    assert done.out.startswith("winnable: 32 of 32 choices keep the win, in 16 classes\n")
    assert "5@A1 or A2" in done.out
    assert done.out.splitlines()[3 + 16] == ""


def test_json_of_a_position(opendeal: Opendeal) -> None:
    done = opendeal("analyse", SMALL, "--json", "--tricks")
    found = json.loads(done.out)
    assert (found["format"], found["deal"], found["post_mortem"]) == ("opendeal-analysis/1", SMALL, None)
    values = found["values"]
    assert (values["status"], values["only_play"], values["classes"], values["stopped_by"]) == (
        "winnable", False, 8, None,
    )  # fmt: skip
    deal = read_deal(SMALL)
    for choice in values["choices"]:
        assert choice["status"] == "winnable"
        assert choice["turns"] is None
        assert choice["tricks"]["value"] == choice["tricks"]["bound"]
        assert verify(deal, parse_line(choice["line"])).won
        assert choice["line"].startswith(f"{choice['card']}@{choice['pile']}")


@pytest.mark.parametrize("how", ["text", "file", "log"])
def test_a_line(opendeal: Opendeal, tmp_path: Path, how: str) -> None:
    path = tmp_path / "game"
    path.write_text(LOST_LINE if how == "file" else "12 A1\n22 A1\n\n38 A1\n48 D1\ndraw\n75 A1\n91 A1\n")
    done = opendeal("analyse", SMALL, LOST_LINE if how == "text" else f"@{path}")
    assert done.status == 0
    assert done.out == (
        "legal: not won, 2 cards left (great), 3 turns, 0 tricks\n"
        "the win was lost in turn 3, play 2: 91@A1\n"
        "what would have kept it: 30@D1, 65@A1*, which belong together\n"
        "\n"
        "turn  plays         cards left with best play from here\n"
        "   1  12@A1 22@A1                                     0\n"
        "   2  38@A1 48@D1                                     0\n"
        "   3  75@A1 91@A1?                                    0\n"
        "\n"
        "missed tricks\n"
        "  turn 3: 65@A1, covered in turn 3 by 91@A1\n"
    )


def test_json_of_a_line(opendeal: Opendeal) -> None:
    found = json.loads(opendeal("analyse", SMALL, LOST_LINE, "--json").out)["post_mortem"]
    assert found["mistake"] == {"turn": 3, "number": 2, "player": 0, "kind": "play", "card": 91, "pile": "A1"}
    assert [(choice["card"], choice["pile"]) for choice in found["would_have_kept"] if choice["card"]] == [
        (30, "D1"), (65, "A1"),
    ]  # fmt: skip
    assert found["only_play"] is True
    assert [turn["cards_left"] for turn in found["turns"]] == [0, 0, 0]
    gone = {"turn": 3, "card": 91, "pile": "A1"}
    assert found["missed_tricks"] == [{"turn": 3, "player": 0, "card": 65, "pile": "A1", "gone_by": gone}]
    assert found["report"]["cards_left"] == 2


def test_an_illegal_line_says_which_rule_it_breaks_and_is_looked_at_up_to_there(opendeal: Opendeal) -> None:
    done = opendeal("analyse", SMALL, "12@A1 22@A1 48@A1 | 30@A1*")
    assert done.status == 1
    lines = done.out.splitlines()
    assert "the backwards trick there is exactly 10 back, the 38" in lines[0]
    assert lines[1] == "up to there: 12@A1 22@A1 48@A1 |"
    assert opendeal("analyse", SMALL, "12@A1 22@A1 48@A1 | 30@A1*", "--json").status == 1


def test_what_is_undecided_is_named_with_the_budget(opendeal: Opendeal) -> None:
    done = opendeal("analyse", "tg1:n5/1p#0", "--max-nodes", "2000")
    assert done.status == 3
    assert "undecided (within 2,000 nodes and 2,048 MiB)" in done.out
    found = json.loads(opendeal("analyse", "tg1:n5/1p#0", "--max-nodes", "2000", "--json").out)
    assert found["values"]["stopped_by"] == "nodes"
    assert found["values"]["budget"]["max_nodes"] == 2000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("sn1:standard:WZjONeV74gcFYFmcuiNpDJCFxBA",), "analyse is for deals of the-game"),
        ((SMALL, "12@A1 what"), "line: column 7"),
        ((SMALL, "12 A1\nwhat"), 'log, line 2: cannot read "what"'),
        ((SMALL, "@nothing"), "nothing: no such file"),
        (("-", "-"), "standard input (-) can be the deal or the line, not both"),
        ((SMALL, "--max-nodes", "0"), "the node budget"),
    ],
)
def test_bad_input_is_one_sentence(opendeal: Opendeal, arguments: tuple[str, ...], said: str) -> None:
    done = opendeal("analyse", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err.splitlines()[-1]  # there may be lines of progress before it


def test_ctrl_c_prints_what_is_known() -> None:
    process = start("analyse", "tg1:n5/1p#0", "--json", "--max-nodes", "1000000000")
    assert process.stderr is not None
    progress = process.stderr.readline().decode()
    assert "valuing play" in progress
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    found = json.loads(out)["values"]
    assert process.returncode == 3
    assert found["stopped_by"] == "interrupt"
    assert b"Traceback" not in err


# -- the solution space --------------------------------------------------------------------------------------------


def test_the_solution_space_is_there_where_it_is_small(opendeal: Opendeal) -> None:
    done = opendeal("analyse", ENDGAME)
    space = done.out.split("\n\n")[2].splitlines()
    assert space[0] == "solution space"
    assert space[1].split() == ["positions", "19", "on", "winning", "lines,", "of", "22", "searched"]
    assert space[-1].strip().startswith("up 88 99  down 8 39; p0: 26 28; p1 to play: 35 38")
    found = json.loads(opendeal("analyse", ENDGAME, "--json").out)
    assert (found["space"]["lines"], found["space"]["width"], found["no_space"]) == (3, 1, None)
    assert [neck["piles"] for neck in found["space"]["bottlenecks"]] == [[88, 99, 8, 47], [88, 99, 8, 39]]


def test_where_it_is_too_large_that_is_said(opendeal: Opendeal) -> None:
    done = opendeal("analyse", ENDGAME, "--positions", "10")
    assert done.status == 0
    assert done.out.splitlines()[-1] == (
        "solution space: not counted, it has more than 10 positions (--positions raises the limit)"
    )
    found = json.loads(opendeal("analyse", ENDGAME, "--positions", "10", "--json").out)
    assert found["space"] is None
    assert found["no_space"].startswith("not counted")


@pytest.mark.parametrize("ending", ["graphml", "dot", "svg", "png"])
def test_a_graph_goes_to_a_file(opendeal: Opendeal, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"wins.{ending}"
    assert opendeal("analyse", ENDGAME, "--graph", str(path)).status == 0
    assert path.stat().st_size > 500


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((ENDGAME, "--graph", "wins.txt"), "wins.txt: a graph is written as .graphml, .dot, .svg, .png"),
        ((ENDGAME, "--graph", "/nowhere/wins.dot"), "/nowhere/wins.dot: cannot be written"),
        ((ENDGAME, "--graph", "wins.dot", "--positions", "10"), "more than 10 positions"),
        ((SMALL, "--graph", "wins.svg"), "at most 60 are drawn"),
        ((ENDGAME, "--positions", "0"), "--positions"),
        ((ENDGAME, "", "--turns"), "are for a position without a line"),
        (("tg1:standard:AA", "--graph", "wins.dot"), "tg1:standard:AA"),
    ],
)
def test_what_cannot_be_drawn(opendeal: Opendeal, arguments: tuple[str, ...], said: str) -> None:
    done = opendeal("analyse", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err.splitlines()[-1]  # there may be lines of progress before it


def test_ctrl_c_in_the_solution_space_keeps_the_values(opendeal: Opendeal, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("puzzles.analysis.space.solution_space", interrupted)
    done = opendeal("analyse", ENDGAME)
    assert done.status == 3
    assert done.out.startswith("winnable: 1 of 4 choices keeps the win")
    assert done.out.endswith("solution space: interrupted\n")


def test_a_lost_deal_has_no_graph(opendeal: Opendeal) -> None:
    position = {"ascending": [60, 70], "descending": [40, 30]}
    lost = json.dumps({"game": "the-game", "hands": [[55]], "piles": position, "to_play": 0}).encode()
    done = opendeal("analyse", "-", "--graph", "wins.dot", stdin=lost)
    assert (done.status, done.out) == (2, "")
    assert "cannot be won, so there is no graph" in done.err
    said = opendeal("analyse", "-", stdin=lost).out
    assert said.startswith("unwinnable")
    assert "solution space" not in said
