from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from solver.the_game.notation import Line, Play, Turn, format_line, line_from_json, line_to_json, parse_line
from tests.the_game.strategies import JSON, damaged

A12, A15, D88, D98 = Play(12, "A1"), Play(15, "A1"), Play(88, "D1"), Play(98, "D1")

PLAYS = st.builds(Play, st.integers(0, 9_999_999), st.sampled_from(("A1", "A2", "D1", "D16", "X9")))
TURNS = st.builds(Turn, st.lists(PLAYS, max_size=4).map(tuple), st.none() | st.integers(0, 6))
LINES = st.builds(Line, st.lists(TURNS, max_size=5).map(tuple), st.booleans())


# -- text ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("12@A1 15@A1 | 88@D1 98@D1* |", Line((Turn((A12, A15)), Turn((D88, D98))))),
        ("12@A1 15@A1 | 88@D1 98@D1*", Line((Turn((A12, A15)), Turn((D88, D98))), closed=False)),
        ("12@A1", Line((Turn((A12,)),), closed=False)),
        ("12@A1|15@A1", Line((Turn((A12,)), Turn((A15,))), closed=False)),
        ("  12@a1\t|\n 88@d1*|  ", Line((Turn((A12,)), Turn((D88,))))),
        ("p0: 12@A1 | p1:15@A1", Line((Turn((A12,), 0), Turn((A15,), 1)), closed=False)),
        ("P4:12@A1", Line((Turn((A12,), 4),), closed=False)),
        ("|", Line((Turn(),))),
        ("| 12@A1", Line((Turn(), Turn((A12,))), closed=False)),
        ("p0: | p1: 12@A1", Line((Turn((), 0), Turn((A12,), 1)), closed=False)),
        ("12@A1 | | 15@A1", Line((Turn((A12,)), Turn(), Turn((A15,))), closed=False)),
        ("12@A1 | p1:", Line((Turn((A12,)), Turn((), 1)), closed=False)),
        ("0@A1 9999999@XYZ77", Line((Turn((Play(0, "A1"), Play(9999999, "XYZ77"))),), closed=False)),
        ("", Line()),
        (" \n ", Line()),
    ],
)
def test_what_is_read(text: str, line: Line) -> None:
    assert parse_line(text) == line


@pytest.mark.parametrize(
    ("text", "place", "token"),
    [
        ("abc", "column 1 (turn 1, play 1)", '"abc"'),
        ("12@", "column 1 (turn 1, play 1)", '"12@"'),
        ("12A1", "column 1 (turn 1, play 1)", '"12A1"'),
        ("12@A1 x | 15@A1", "column 7 (turn 1, play 2)", '"x"'),
        ("12@A1 | 88@D1   98D1", "column 17 (turn 2, play 2)", '"98D1"'),
        ("12@A1x", "column 1 (turn 1, play 1)", '"12@A1x"'),
        ("12@A1**", "column 1 (turn 1, play 1)", '"12@A1**"'),
        ("12@A1 *", "column 7 (turn 1, play 2)", '"*"'),
        ("12 @A1", "column 1 (turn 1, play 1)", '"12"'),
        ("12@1", "column 1 (turn 1, play 1)", '"12@1"'),
        ("12@A", "column 1 (turn 1, play 1)", '"12@A"'),
        ("-12@A1", "column 1 (turn 1, play 1)", '"-12@A1"'),
        ("12.0@A1", "column 1 (turn 1, play 1)", '"12.0@A1"'),
        ("12345678@A1", "column 1 (turn 1, play 1)", '"12345678@A1"'),
        ("12@A12345678", "column 1 (turn 1, play 1)", '"12@A12345678"'),
        ("\u0661\u0662@A1", "column 1 (turn 1, play 1)", '"\\u0661\\u0662@A1"'),
        ("12@A1 p1: 15@A1", "column 7 (turn 1, play 2)", '"p1:"'),
        ("p0: p1: 15@A1", "column 5 (turn 1, play 1)", '"p1:"'),
        ("p: 15@A1", "column 1 (turn 1, play 1)", '"p:"'),
        ("p100: 15@A1", "column 1 (turn 1, play 1)", '"p100:"'),
        ("12@A1\x00", "column 1 (turn 1, play 1)", '"12@A1\\u0000"'),
        ("{}", "column 1 (turn 1, play 1)", '"{}"'),
    ],
)
def test_what_is_no_line(text: str, place: str, token: str) -> None:
    with pytest.raises(InputError) as error:
        parse_line(text)
    assert f"{place}: cannot read {token};" in str(error.value)


def test_hostile_text_gets_a_short_answer() -> None:
    for text in ("x" * 100_000, "12@A1 " * 20_000, "1" * 10**7, "[" * 100_000, "[" + "1" * 99_000 + "]"):
        with pytest.raises(InputError) as error:
            parse_line(text)
        assert len(str(error.value)) < 300


def test_a_long_line_is_read() -> None:
    (turn,) = parse_line("12@A1 " * 16_000).turns
    assert turn.plays == (A12,) * 16_000


def test_canonical_text_with_stars() -> None:
    line = parse_line("p0:12@a1 15@A1*|p1: 88@D1 98@d1|")
    assert format_line(line) == "p0: 12@A1 15@A1 | p1: 88@D1 98@D1 |"
    assert format_line(line, {(1, 1)}) == "p0: 12@A1 15@A1 | p1: 88@D1 98@D1* |"
    assert format_line(parse_line("| 12@A1")) == "| 12@A1"
    assert format_line(Line()) == ""


def test_two_ways_to_say_the_same_are_one_line() -> None:
    assert Line((Turn((A12,)), Turn()), closed=False) == Line((Turn((A12,)),), closed=True)
    assert Line((), closed=False) == Line()
    assert Line((Turn((A12,)), Turn()), closed=True) != Line((Turn((A12,)),), closed=True)


@given(LINES)
def test_lines_survive_text(line: Line) -> None:
    assert parse_line(format_line(line)) == line


@given(LINES, st.data())
def test_stars_mean_nothing(line: Line, data: st.DataObject) -> None:
    plays = [(number, index) for number, turn in enumerate(line.turns) for index in range(len(turn.plays))]
    starred = data.draw(st.sets(st.sampled_from(plays))) if plays else set()
    text = format_line(line, starred)
    assert text.count("*") == len(starred)
    assert parse_line(text) == line


@given(st.text(max_size=40) | st.text(alphabet='0123456789@ADad|p:* \n[]{}"', max_size=40))
def test_any_text_is_a_line_or_an_input_error(text: str) -> None:
    try:
        line = parse_line(text)
    except InputError:
        return
    assert parse_line(format_line(line)) == line


# -- JSON ------------------------------------------------------------------------------------------------------


def test_json_of_a_line() -> None:
    value = [
        {"player": 0, "plays": [{"card": 12, "pile": "A1"}, {"card": 15, "pile": "A1"}]},
        {"player": 1, "plays": [{"card": 88, "pile": "D1"}]},
    ]
    line = Line((Turn((A12, A15), 0), Turn((D88,), 1)), closed=False)
    assert line_from_json(value) == line
    assert line_to_json(line) == value
    assert line_to_json(Line(line.turns)) == [value[0], {**value[1], "ended": True}]


def test_text_that_begins_with_a_bracket_is_json() -> None:
    text = ' [{"plays": [{"card": 12, "pile": "a1"}]}, {"plays": [], "ended": true}]'
    assert parse_line(text) == Line((Turn((A12,)), Turn()))
    assert parse_line("[]") == Line()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, "line: expected a list, not an object"),
        ([3], "line[0]: expected an object, not 3"),
        ([{}], "line[0]: the key 'plays' is missing"),
        ([{"plays": [], "hand": []}], 'line[0]: unknown key "hand"'),
        ([{"plays": []}, {"plays": 5}], "line[1].plays: expected a list, not 5"),
        ([{"plays": [], "player": True}], "line[0].player: expected a whole number from 0 to 99, not true"),
        ([{"plays": [], "player": -1}], "line[0].player: expected a whole number"),
        ([{"plays": [], "ended": 1}], "line[0].ended: expected true or false, not 1"),
        ([{"plays": [], "ended": False}, {"plays": []}], "line[0].ended: false, but another turn follows"),
        ([{"plays": [{"card": 12}]}], "line[0].plays[0]: the key 'pile' is missing"),
        ([{"plays": [{"card": "12", "pile": "A1"}]}], ".card: expected a whole number from 0 to 9999999"),
        ([{"plays": [{"card": 12.0, "pile": "A1"}]}], "line[0].plays[0].card: expected a whole number"),
        ([{"plays": [{"card": 12, "pile": "A"}]}], 'line[0].plays[0].pile: expected a pile such as "A1", not "A"'),
        ([{"plays": [{"card": 12, "pile": 1}]}], "line[0].plays[0].pile: expected a pile"),
    ],
)
def test_json_that_is_no_line(value: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        line_from_json(value)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "not valid JSON at line 1, column 2"),
        ('[{"plays": [],\n "plays": []}]', 'the key "plays" is given twice'),
        ("[NaN]", "NaN is not a number of JSON"),
        ("[-Infinity]", "-Infinity is not a number of JSON"),
        ("[" + "9" * 5000 + "]", "far too many digits"),
        ("[" * 50_000, "nested too deeply"),
    ],
)
def test_text_that_is_no_json(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_line(text)
    assert message in str(error.value)


@given(LINES)
def test_lines_survive_json(line: Line) -> None:
    assert line_from_json(line_to_json(line)) == line


@given(JSON)
def test_any_json_is_a_line_or_an_input_error(value: object) -> None:
    try:
        line = line_from_json(value)
    except InputError:
        return
    assert line_from_json(line_to_json(line)) == line


@given(LINES.map(line_to_json), st.data())
def test_damaged_json_is_a_line_or_an_input_error(value: Any, data: st.DataObject) -> None:
    try:
        line = line_from_json(data.draw(damaged(value)))
    except InputError:
        return
    assert line_from_json(line_to_json(line)) == line
