"""Terminal play: the game with its undo, saving and resuming, and the loop driven by keys as a player presses them."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from puzzles.cli import app
from puzzles.lines import puzzle_from_value
from puzzles.play import keys
from puzzles.play.screen import WIDTH
from puzzles.play.table import saved_from_json
from puzzles.play.the_game.game import Game, game_of
from puzzles.play.the_game.table import TheGameTable
from puzzles.puzzle import Difficulty, Goal, Puzzle
from solver import Deal, IllegalPlay, InputError, parse_line, read_deal, solve
from solver.cli.app import run
from tests.conftest import COMMAND, ROOT, Opendeal

SOLO = "tg1:a1d1n4:ElXNvj5amxuWO"  # hand 12 22 48 75, deck 30 38 65 91
WON = "12@A1 22@A1 48@A1 75@A1 | 38@D1 30@D1 65@A1* 91@A1"
EASY = Difficulty(1, "easy", 1.0, {})


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


@pytest.fixture
def play(opendeal: Opendeal, saved: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[str, str]]:
    """Plays with these keys from a pipe; returns the shared line and what was on the screen."""
    monkeypatch.setenv("COLUMNS", "200")

    def call(source: str, pressed: str) -> tuple[str, str]:
        completed = opendeal("play", source, "--save", str(saved), stdin=pressed.encode())
        assert completed.status == 0
        return completed.out.rstrip("\n"), completed.err

    return call


def as_keys(deal: Deal, line: str) -> str:
    """The keys that play a line."""
    game, pressed = Game(deal), ""
    for turn in parse_line(line).turns:
        if game.position is None:
            assert turn.player is not None
            game.start(turn.player)
            pressed += str(turn.player)
        for play in turn.plays:
            assert game.position is not None
            pile = deal.rules.pile_index(play.pile)
            assert pile is not None
            pressed += keys.CARDS[game.position.hand.index(play.card)] + keys.PLACES[pile]
            game.lay(play.card, pile)
        if not game.over:
            game.end_turn()
            pressed += " "
    return pressed


# -- the game ------------------------------------------------------------------------------------------------------


def test_everything_can_be_taken_back_across_turns() -> None:
    game = Game(read_deal(SOLO))
    seen = [game.position]
    for card in (12, 22):
        game.lay(card, 0)
        seen.append(game.position)
    game.end_turn()
    for expected in reversed(seen):
        assert game.undo()
        assert game.position == expected
    assert not game.undo()
    assert game.help.undos == 3
    assert game.untouched


def test_the_rules_refuse_with_a_reason_and_nothing_happens() -> None:
    game = Game(read_deal(SOLO))
    game.lay(48, 0)
    before = game.position
    with pytest.raises(IllegalPlay, match="12 does not fit on A1"):
        game.lay(12, 0)
    with pytest.raises(IllegalPlay, match="at least 2 cards"):
        game.end_turn()
    with pytest.raises(IllegalPlay, match="cannot start"):
        game.start(0)
    assert game.position == before


def test_the_team_chooses_who_starts_and_may_think_again() -> None:
    game = Game(read_deal("tg1:standard/2p#1"))
    assert game.position is None
    with pytest.raises(IllegalPlay, match="choose first who starts"):
        game.end_turn()
    game.start(1)
    assert game.position is not None
    assert game.position.to_play == 1
    game.undo()
    assert game.position is None


@pytest.mark.parametrize("source", [SOLO, "tg1:standard/2p#1", "tg1:standard/3p#5"])
def test_a_saved_game_goes_on_where_it_was(source: str) -> None:
    deal = read_deal(source)
    solution = solve(deal).line
    whole = Game(deal)
    for turn in parse_line(solution).turns:
        if whole.position is None:
            assert turn.player is not None
            whole.start(turn.player)
        for play in turn.plays:
            pile = deal.rules.pile_index(play.pile)
            assert pile is not None
            whole.lay(play.card, pile)
            back = game_of(saved_from_json(json.loads(json.dumps(whole.saved().to_json()))))
            assert (back.position, back.line, back.help) == (whole.position, whole.line, whole.help)
        if not whole.over:
            whole.end_turn()
            back = game_of(saved_from_json(json.loads(json.dumps(whole.saved().to_json()))))
            assert (back.position, back.line) == (whole.position, whole.line)
    assert whole.over
    assert whole.solved()
    while whole.undo():
        back.undo()
        assert (back.position, back.untouched) == (whole.position, whole.untouched)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("format", "opendeal-game/2", "format: expected"),
        ("line", "48@A1 12@A1", "line: 12 does not fit"),
        ("line", "22@A3", "line: there is no pile A3"),
        ("line", 5, "line: expected a text"),
        ("deal", "tg1:x", "tg1:x"),
        ("undos", -1, "undos"),
        ("starter", 1, "starter"),
        ("surprise", 1, "surprise"),
    ],
)
def test_what_is_wrong_with_a_saved_game_is_named(key: str, value: object, said: str) -> None:
    with pytest.raises(InputError) as caught:
        game_of(saved_from_json(Game(read_deal(SOLO)).saved().to_json() | {key: value}))
    assert said in str(caught.value)


# -- the loop ------------------------------------------------------------------------------------------------------


def test_a_deal_is_played_to_its_win_by_keys(play: Callable[..., tuple[str, str]], saved: Path) -> None:
    shared, screen = play(SOLO, as_keys(read_deal(SOLO), WON))
    assert shared == f"opendeal, The Game: solved. 2 turns, 1 trick, 0 hints, 0 undos. {SOLO}"
    assert "> Solved!" in screen
    assert not saved.exists()


def test_a_full_deal_of_three_players_too(play: Callable[..., tuple[str, str]]) -> None:
    deal = read_deal("tg1:standard/3p#5")
    shared, _ = play("tg1:standard/3p#5", as_keys(deal, solve(deal).line))
    assert ": solved. " in shared


def test_a_wrong_play_is_refused_with_the_reason(play: Callable[..., tuple[str, str]]) -> None:
    _, screen = play(SOLO, "3a1a 9a a ZQ")
    assert "> not allowed: 12 does not fit on A1, ascending at 48: it is not higher" in screen
    assert "> not allowed: player 0 has put down 1 of at least 2 cards" in screen
    assert "> the hand has no card 9" in screen
    assert "> choose a card first" in screen
    assert "> the key 'Z' means nothing here" in screen


def test_hints_come_one_step_at_a_time_and_are_counted(play: Callable[..., tuple[str, str]]) -> None:
    shared, screen = play(SOLO, "hhhhwuq")
    boards = screen.split("╭─ The Game")
    counts = [sum(line.startswith("> ") for line in shown.splitlines()) for shown in boards]
    assert counts[2:7] == [1, 2, 3, 4, 1]
    assert ", 4 hints, 0 undos." in shared


def test_undo_and_restart_are_counted(play: Callable[..., tuple[str, str]]) -> None:
    shared, _ = play(SOLO, "1a1auu1a1aRq")
    assert ", 4 undos." in shared


def test_plays_can_be_typed(play: Callable[..., tuple[str, str]]) -> None:
    shared, screen = play(SOLO, f":{WON.replace(' |', '|')};:12@A1;:nonsense;")
    assert ": solved." in shared
    assert "> it is over" in screen
    _, screen = play(SOLO, ":nonsense;:12@A7;")
    assert "cannot read 'nonsense'" in screen.replace('"', "'")
    assert "there is no pile A7" in screen


def test_leaving_keeps_the_game_and_its_file_resumes_it(play: Callable[..., tuple[str, str]], saved: Path) -> None:
    pressed = as_keys(read_deal(SOLO), WON)
    _, screen = play(SOLO, f"{pressed[:6]}q")
    assert f"go on with: opendeal play {saved}" in " ".join(screen.split())
    shared, _ = play(str(saved), pressed[6:])
    assert ": solved." in shared


def test_stuck_is_said_at_once(play: Callable[..., tuple[str, str]], tmp_path: Path) -> None:
    deal = {"game": "the-game", "rules": {"ascending": 1, "descending": 0, "step": 0}, "hands": [[5, 50, 60]]}
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(deal | {"deck": [3, 4]}))
    _, screen = play(str(path), "3aq")
    assert "> stuck: the minimum of this turn is out of reach" in screen or "> Not solved: 4 cards left." in screen


def test_the_screen_has_80_columns_and_no_colour(play: Callable[..., tuple[str, str]]) -> None:
    for source in (SOLO, "tg1:standard/1p#1", "tg1:standard/5p#1", "tg1:a8d8/1p#1"):
        _, screen = play(source, "1a?hq")
        assert max(map(len, screen.splitlines())) <= WIDTH
        assert "\x1b" not in screen


@pytest.mark.parametrize(
    ("goal", "line", "solved"),
    [
        (Goal(), WON, True),
        (Goal(objective="turns", value=2), WON, True),
        (Goal(objective="tricks", value=0), WON, False),
        (Goal(answer="play"), "12@A1", True),
    ],
)
def test_goals_of_puzzles_are_kept(goal: Goal, line: str, solved: bool) -> None:
    deal = read_deal(SOLO)
    game = Game(deal, Puzzle("par", deal, goal, parse_line(WON), EASY))
    for turn in parse_line(line).turns:
        for play in turn.plays:
            pile = deal.rules.pile_index(play.pile)
            assert pile is not None
            game.lay(play.card, pile)
        if not game.over:
            game.end_turn()
    assert game.over
    assert game.solved() == solved
    assert ("solved." in TheGameTable(game).result()) == solved


def test_shipped_puzzles_are_played_by_id_and_by_day(play: Callable[..., tuple[str, str]], opendeal: Opendeal) -> None:
    listed = json.loads(opendeal("puzzle", "list", "--json").out.splitlines()[0])
    shared, screen = play(listed["id"], "q")
    assert shared.startswith(f"opendeal, {listed['kind']}, {listed['tier']}: ")
    day = json.loads(opendeal("daily", "2026-12-01", "--json", "--solution").out)["puzzle"]
    shared, screen = play("2026-12-01", as_keys(read_deal(day["deal"]), day["solution"]))
    assert shared.startswith(f"opendeal, {day['kind']}, {day['difficulty']['tier']}: solved.")
    assert " ".join(day["task"].split()[:4]) in screen


def test_a_puzzle_in_a_file_is_played_and_its_goal_kept_when_saved(
    play: Callable[..., tuple[str, str]], opendeal: Opendeal, tmp_path: Path, saved: Path
) -> None:
    listed = json.loads(opendeal("puzzle", "list", "--kind", "mini", "--json").out.splitlines()[-1])
    path = tmp_path / "puzzle.json"
    path.write_text(opendeal("puzzle", "export", "--kind", listed["kind"]).out.splitlines()[0])
    puzzle = puzzle_from_value(json.loads(path.read_text()))
    pressed = as_keys(puzzle.deal, puzzle.to_json()["solution"])
    first_turn = pressed.index(" ") + 1
    play(str(path), f"{pressed[:first_turn]}q")
    shared, _ = play(str(saved), pressed[first_turn:])
    assert shared.startswith(f"opendeal, {listed['kind']}, {puzzle.difficulty.tier}: solved.")


def test_bad_sources_are_named(opendeal: Opendeal, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text('{"format": "opendeal-puzzle/1"}')
    for source, said in (
        ("-", "keys"),
        ("no-such-file", "no such file"),
        (str(path), "broken.json"),
    ):
        completed = opendeal("play", source)
        assert (completed.status, completed.out) == (2, "")
        assert said in completed.err


def test_a_file_that_cannot_be_written_is_an_error(opendeal: Opendeal, tmp_path: Path) -> None:
    completed = opendeal("play", SOLO, "--save", str(tmp_path), stdin=b"1aq")
    assert completed.status == 2
    assert "cannot be written" in completed.err


# -- a real terminal -----------------------------------------------------------------------------------------------


def screens(terminal: int, process: subprocess.Popen[bytes], seconds: float = 20.0) -> Iterator[str]:
    """What appears on the terminal, piece by piece."""
    end = monotonic() + seconds
    while monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if ready:
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # the other side is closed
                return
            if not piece:
                return
            yield piece.decode(errors="replace")
        elif process.poll() is not None:
            return


def test_single_keys_on_a_terminal(tmp_path: Path) -> None:
    """What is typed ahead is not lost, arrow keys mean nothing, and the terminal is left as it was."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    process = subprocess.Popen(
        [*COMMAND, "play", SOLO, "--save", str(tmp_path / "game.json")],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        cwd=ROOT,
        env=os.environ | {"TERM": "xterm", "NO_COLOR": "1"},
    )
    seen, sent = "", False
    for piece in screens(ours, process):
        seen += piece
        if not sent and "all keys" in seen:
            os.write(ours, b"\x1b[A" + as_keys(read_deal(SOLO), WON).encode() + b"q")
            sent = True
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Solved!" in seen
    assert ": solved. 2 turns, 1 trick, 0 hints, 0 undos." in out.decode()
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)


def test_a_save_that_fails_does_not_end_the_game(opendeal: Opendeal, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "none" / "game.json")
    completed = opendeal("play", SOLO, "--save", nowhere, stdin=b"1as1aq")
    assert completed.status == 2
    assert completed.err.count("cannot be written: No such file or directory") == 2
    assert completed.err.endswith("; what was played: 12@A1 22@A1\n")


def test_a_game_that_goes_on_is_kept_in_its_own_file(
    opendeal: Opendeal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    opendeal("play", SOLO, stdin=b"1aq")
    opendeal("play", SOLO, "--save", "mine.json", stdin=b"1aq")
    opendeal("play", "mine.json", stdin=b"1aq")
    lines = {file.name: json.loads(file.read_text())["line"] for file in tmp_path.iterdir()}
    assert lines == {"opendeal-game.json": "12@A1", "mine.json": "12@A1 22@A1"}


def test_a_new_game_never_overwrites_another(
    opendeal: Opendeal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "opendeal-game-2.json").write_text("mine")
    for pressed in (b"1aq", b"1a2aq", b"1bs3bq"):
        assert opendeal("play", SOLO, stdin=pressed).status == 0
    kept = {file.name: file.read_text() for file in tmp_path.iterdir()}
    assert kept.pop("opendeal-game-2.json") == "mine"
    assert {name: json.loads(text)["line"] for name, text in kept.items()} == {
        "opendeal-game.json": "12@A1",
        "opendeal-game-3.json": "12@A1 48@A1",
        "opendeal-game-4.json": "12@D1",  # after it was saved, 75 was refused on D1
    }


def test_a_file_of_something_else_is_refused_before_play_begins(opendeal: Opendeal, tmp_path: Path) -> None:
    for name, content in (("deal.json", b'{"game": "the-game"}'), ("text", b"mine"), ("bytes", b"\xff\xfe")):
        path = tmp_path / name
        path.write_bytes(content)
        completed = opendeal("play", SOLO, "--save", str(path), stdin=b"1aq")
        assert completed.status == 2
        assert "is there already and is no saved game; it would be lost" in completed.err
        assert "hand" not in completed.err
        assert path.read_bytes() == content


def test_without_standard_input_there_is_nothing_to_play_with(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert run(app(), ["play", SOLO]) == 2
    assert capsys.readouterr().err.startswith("opendeal: error: standard input is closed")
