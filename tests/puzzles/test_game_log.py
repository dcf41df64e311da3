"""Logs of real games: what is read, and what is said about what cannot be."""

from __future__ import annotations

from contextlib import suppress
from time import process_time

import pytest

from puzzles.analysis.game_log import looks_like_log, parse_log, read_line
from solver import InputError, parse_line
from solver.the_game.notation import format_line


@pytest.mark.parametrize(
    ("log", "line"),
    [
        ("12 A1\n15 A1\n\n88 D1\n", "12@A1 15@A1 | 88@D1"),
        ("12@A1\n15@A1*\n|\n88@D1 |\n", "12@A1 15@A1 | 88@D1 |"),
        ("12 -> a1\n15 on A1\n--\n88 to D1\ndraw\n", "12@A1 15@A1 | 88@D1 |"),
        ("A1 12\nA1: 15\ndraw\nD1 88", "12@A1 15@A1 | 88@D1"),
        ("p0: 12 A1\nP0: 15 A1\np1: 88 D1", "p0: 12@A1 15@A1 | p1: 88@D1"),
        ("player 0: 12 A1\n15 A1\n\nplayer 1 88 D1", "p0: 12@A1 15@A1 | p1: 88@D1"),
        ("# Friday\n12 A1  # first\n# between\n15 A1", "12@A1 15@A1"),
        ("12 A1\n\n\ndraw\n\n15 A1", "12@A1 | 15@A1"),
        ("12 A1\r\n\r\n15 A1\r\n\r\n", "12@A1 | 15@A1"),
        ("12 A1\npass\npass\n15 A1", "12@A1 | | 15@A1"),
        ("draw\n12 A1", "| 12@A1"),
        ("", ""),
    ],
)
def test_logs(log: str, line: str) -> None:
    assert format_line(parse_log(log)) == line
    assert parse_log(log) == parse_line(line)


@pytest.mark.parametrize(
    ("text", "is_log"),
    [
        ("12@A1 15@A1 |", False),
        ("12@A1 |", False),
        ("12@A1 15@A1 |\n88@D1 |", False),
        ('[{"plays": []}]', False),
        ("12 A1", True),
        ("12@A1\n15@A1\n\n88@D1", True),
        ("# nothing but a comment\n12@A1", True),
    ],
)
def test_what_is_a_log(text: str, is_log: bool) -> None:
    assert looks_like_log(text) == is_log
    read_line(text)


def test_one_play_a_line_with_bars_means_the_same_either_way() -> None:
    text = "12@A1\n15@A1 |\n88@D1\n|"
    assert read_line(text) == parse_log(text) == parse_line(text)


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("12 A1\n15 A1 16 A1\n", 'log, line 2: cannot read "15 A1 16 A1"; expected one play such as 12 A1'),
        ("12 A1\n\n\nfifteen\n", 'log, line 4: cannot read "fifteen"'),
        ("12 A1\ndiscard 15\n", "log, line 2: .* discarding is not allowed"),
        ("12 A1\n" * 20_000, "log: 120000 characters"),
        ("12 A1\n\x00", "log, line 2"),
    ],
)
def test_errors_name_the_line(log: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_line(log)


def test_strange_texts_are_refused_quickly() -> None:
    for text in ("12" + " " * 40_000 + "?\n1 A1", "p" * 40_000 + "\n1 A1", "\n".join(["12 A1" + " " * 999 + "|"] * 90)):
        begun = process_time()
        with suppress(InputError):
            parse_log(text)
        assert process_time() - begun < 5


def test_what_is_neither_log_nor_notation_is_refused_as_notation() -> None:
    with pytest.raises(InputError, match="column 7"):
        read_line("12@A1 what")
