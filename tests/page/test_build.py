"""``opendeal page build``: what it writes, what it refuses and what it leaves out. Needs no browser."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from puzzles.bank import open_bank
from puzzles.page.build import POLICY, Site, first_page_bytes, site_files, strings
from puzzles.page.entries import LeftOut, entry
from puzzles.page.theme import READABLE, Theme, contrast
from puzzles.puzzle import Puzzle
from solver import InputError
from solver.the_game.identifiers import deal_from_seed
from tests.conftest import Opendeal
from tests.page.conftest import ASSETS
from tests.page.samples import SHORT, proven, puzzles, write_calendar

PUZZLE = proven("mini", SHORT)


def build(opendeal: Opendeal, tmp_path: Path, days: list[Puzzle] | None = None, bank: str = "", *options: str) -> Any:
    """Runs the command with files of these contents."""
    write_calendar(tmp_path / "calendar.jsonl", [PUZZLE] if days is None else days)
    (tmp_path / "bank.jsonl").write_text(bank)
    files = ("--calendar", str(tmp_path / "calendar.jsonl"), "--bank", str(tmp_path / "bank.jsonl"))
    return opendeal("page", "build", "--out", str(tmp_path / "site"), *files, *options)


def data(tmp_path: Path, name: str) -> Any:
    """What a script of the built site hands to the page."""
    text = (tmp_path / "site" / f"{name}.js").read_text()
    found = re.fullmatch(rf"opendeal\.{name} = (.*);\n", text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


# -- what it writes --------------------------------------------------------------------------------------------------


def test_it_says_what_it_has_built(opendeal: Opendeal, tmp_path: Path) -> None:
    done = build(opendeal, tmp_path, bank=json.dumps(PUZZLE.to_json()) + "\n\n")
    assert done.status == 0
    assert "1 day, 2026-12-01 to 2026-12-01; 1 puzzle for practice" in done.out
    assert done.err == ""
    day = data(tmp_path, "calendar")[0]
    assert (day["number"], day["date"], day["kind"], day["goal"]["answer"]) == (1, "2026-12-01", "mini", "line")
    assert set(data(tmp_path, "bank")[0]) == {"kind", "tier", "deal", "goal", "solution"}


def test_the_same_input_gives_the_same_files(opendeal: Opendeal, tmp_path: Path) -> None:
    def built() -> dict[str, bytes]:
        assert build(opendeal, tmp_path).status == 0
        return {path.name: path.read_bytes() for path in (tmp_path / "site").iterdir()}

    first = built()
    assert built() == first
    assert build(opendeal, tmp_path, None, "", "--name", "Other").status == 0
    assert (tmp_path / "site" / "service-worker.js").read_bytes() != first["service-worker.js"]


def test_the_first_page_is_small() -> None:
    assert first_page_bytes(site_files(Site(), [], [])) < 200_000


def test_no_text_of_the_scripts_goes_over_several_lines() -> None:
    """So that they mean the same without their indentation."""
    for path in ASSETS.glob("*.js"):
        assert [line for line in path.read_text().splitlines() if line.count("`") % 2] == [], path


def test_every_file_that_the_page_asks_for_is_there_and_kept_for_offline_use(
    opendeal: Opendeal, tmp_path: Path
) -> None:
    build(opendeal, tmp_path)
    site = tmp_path / "site"
    asked = re.findall(r'(?:src|href)="([^#"]+)"', (site / "index.html").read_text())
    kept = json.loads(re.search(r"FILES = (\[.*\]);", (site / "service-worker.js").read_text())[1])  # type: ignore[index]
    assert asked
    assert [name for name in (*asked, *kept) if name != "./" and not (site / name).is_file()] == []
    assert {*asked, "./", "bank.js"} <= set(kept)
    assert {path.name for path in site.iterdir()} == {*kept, "service-worker.js", ".nojekyll"} - {"./"}


def test_start_and_name_and_colours_are_the_publishers(opendeal: Opendeal, tmp_path: Path) -> None:
    days = puzzles()[:3]
    done = build(opendeal, tmp_path, days, "", "--start", "2026-12-02", "--name", "Ours & yours", "--accent", "#7a2e5d")
    assert done.status == 0
    assert [(day["number"], day["date"]) for day in data(tmp_path, "calendar")] == [
        (1, "2026-12-02"),
        (2, "2026-12-03"),
    ]
    page = (tmp_path / "site" / "index.html").read_text()
    assert "<title>Ours &amp; yours</title>" in page
    assert "#7a2e5d" in (tmp_path / "site" / "theme.css").read_text()
    assert json.loads((tmp_path / "site" / "site.webmanifest").read_text())["name"] == "Ours & yours"
    ElementTree.parse(tmp_path / "site" / "icon.svg")


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(opendeal: Opendeal, tmp_path: Path) -> None:
    build(opendeal, tmp_path)
    page = (tmp_path / "site" / "index.html").read_text()
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)
    assert "unsafe" not in " ".join(POLICY.values())
    for path in (tmp_path / "site").iterdir():
        assert set(re.findall(r"https?://[^\s\"'<>)]+", path.read_text())) <= {"http://www.w3.org/2000/svg"}, path


def test_no_text_ends_the_script_it_is_in(opendeal: Opendeal, tmp_path: Path) -> None:
    """The name is escaped in the markup; a seed, which may be any text, does not get into the site at all."""
    attack = "</script><script>"
    seeded = proven("mini", deal_from_seed(SHORT.rules, 1, attack))
    assert attack in json.dumps(seeded.to_json())
    assert build(opendeal, tmp_path, [seeded], json.dumps(seeded.to_json()), "--name", attack).status == 0
    assert attack not in (tmp_path / "site" / "index.html").read_text()
    assert all(attack not in (tmp_path / "site" / name).read_text() for name in ("calendar.js", "bank.js"))


# -- what it refuses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--name", ""), "--name: expected 1 to 60 printable characters"),
        (("--name", "a\nb"), "--name"),
        (("--name", "x" * 61), "--name"),
        (("--accent", "red"), "--accent: expected a colour such as #1f6357"),
        (("--accent", "#1f6357;}"), "--accent: expected a colour"),
        (("--accent", "#ffffff"), "--accent: #ffffff has a contrast of"),
        (("--accent-dark", "#000000"), "--accent-dark: #000000 has a contrast of"),
        (("--start", "2026-13-01"), "--start: expected a day of the calendar such as 2026-12-01"),
        (("--start", "2027-01-01"), "there is no puzzle to publish"),
        (("--calendar", "nowhere.jsonl"), "nowhere.jsonl: "),
        (("--out", "/proc/none"), "--out /proc/none: cannot be written"),
    ],
)
def test_what_is_wrong_is_named(opendeal: Opendeal, tmp_path: Path, options: tuple[str, str], said: str) -> None:
    done = build(opendeal, tmp_path, None, "", *options)
    assert done.status == 2
    assert said in done.err
    assert "Traceback" not in done.err
    assert not (tmp_path / "site").exists()


def changed(**changes: Any) -> str:
    """A line of a bank with the puzzle, some of its keys exchanged; its identifier is left out, as it may not fit."""
    data = {key: value for key, value in PUZZLE.to_json().items() if key != "id"}
    return json.dumps(data | changes) + "\n"


@pytest.mark.parametrize(
    ("bank", "said"),
    [
        ("{", "bank.jsonl, line 1: not valid JSON"),
        ("\n\n[]\n", "bank.jsonl, line 3: "),
        (changed(deal="tg1:nonsense"), "bank.jsonl, line 1: "),
        (changed(solution="3@A1 5@A1 |"), "line 1: solution: it does not reach the goal of the puzzle"),
        (changed(solution="3@A1 2@A1 |"), "line 1: solution: it does not reach the goal of the puzzle"),
    ],
)
def test_a_bad_puzzle_is_an_error_that_names_its_line(opendeal: Opendeal, tmp_path: Path, bank: str, said: str) -> None:
    done = build(opendeal, tmp_path, None, bank)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert not (tmp_path / "site").exists()


def test_a_day_that_was_changed_is_an_error(opendeal: Opendeal, tmp_path: Path) -> None:
    path = tmp_path / "changed.jsonl"
    write_calendar(path, puzzles()[:2])
    path.write_text(path.read_text().replace('"tier":"medium"', '"tier":"expert"'))
    done = build(opendeal, tmp_path, None, "", "--calendar", str(path))
    assert done.status == 2
    assert "changed.jsonl, line 2: hash: the puzzle is not the one that was published" in done.err


def test_a_bank_may_be_sqlite(opendeal: Opendeal, tmp_path: Path) -> None:
    with open_bank(tmp_path / "bank.db", writable=True, create=True) as bank:
        bank.add([PUZZLE])
    assert build(opendeal, tmp_path, None, "", "--bank", str(tmp_path / "bank.db")).status == 0
    assert len(data(tmp_path, "bank")) == 1


def test_without_options_the_shipped_year_and_bank_are_published(opendeal: Opendeal, tmp_path: Path) -> None:
    done = opendeal("page", "build", "--out", str(tmp_path / "site"))
    assert done.status == 0
    assert data(tmp_path, "calendar")[0]["date"] == "2026-12-01"
    assert data(tmp_path, "bank")


@pytest.mark.parametrize(
    ("bank", "why"),
    [
        (changed(kind="riddle"), 'the kind "riddle" is not known'),
        (
            changed(kind="</script><img src=x onerror='x'>\"\n"),
            'the kind "</script><img src=x onerror=\'x\'>\\"\\n" is not known',
        ),
        (changed(format="opendeal-nimmt-puzzle/1"), "the format"),
    ],
)
def test_what_the_page_cannot_show_is_left_out_with_a_warning(
    opendeal: Opendeal, tmp_path: Path, bank: str, why: str
) -> None:
    done = build(opendeal, tmp_path, None, 2 * bank + changed(solution="3@A1 5@A1 | 9@A1 12@A1 | 7@D1 4@D1"))
    assert done.status == 0
    assert f"warning: 2 puzzles left out, the first at {tmp_path}/bank.jsonl, line 1: {why}" in done.err
    assert len(data(tmp_path, "bank")) == 1


def test_an_entry_holds_the_referees_line() -> None:
    found = entry(PUZZLE.to_json())
    assert found["solution"] == PUZZLE.to_json()["solution"]
    with pytest.raises(LeftOut):
        entry(PUZZLE.to_json() | {"kind": "free"})
    with pytest.raises(InputError):
        entry(None)


# -- strings and colours -----------------------------------------------------------------------------------------------


def flat(texts: dict[str, Any], path: str = "") -> dict[str, str]:
    """All texts of a language by their path."""
    found: dict[str, str] = {}
    for key, value in texts.items():
        if isinstance(value, dict):
            found |= flat(value, f"{path}{key}.")
        elif isinstance(value, list):
            found |= {f"{path}{key}.{index}": text for index, text in enumerate(value)}
        else:
            found[path + key] = value
    return found


def test_the_languages_have_the_same_strings_with_the_same_places_to_fill() -> None:
    english, *others = (flat(texts) for texts in strings().values())
    assert len(others) >= 1
    for other in others:
        assert list(other) == list(english)
        for key, text in english.items():
            assert sorted(re.findall(r"\{\w+\}", other[key])) == sorted(re.findall(r"\{\w+\}", text)), key
            assert other[key].strip()


def test_every_string_is_used() -> None:
    """Its key, or the beginning of it to which the rest is added, stands somewhere in quotes."""
    scripts = "".join(path.read_text() for path in ASSETS.glob("*.js")) + (ASSETS / "index.html").read_text()
    quoted = set(re.findall(r"""['"`]([a-z][a-z0-9-]*)""", scripts))
    for key in strings()["en"]:
        beginnings = {key[: place + 1] for place, letter in enumerate(key) if letter == "-"}
        counted = re.sub("-[01]$", "", key)
        assert {key, counted, *beginnings} & quoted or f".{key}[" in scripts, key


def test_every_string_that_the_markup_names_is_there() -> None:
    named = re.findall(r'data-(?:text|label)="([^"]+)"', (ASSETS / "index.html").read_text())
    assert named
    assert set(named) <= set(strings()["en"])


def test_the_grounds_of_the_contrast_check_are_those_of_the_style_sheet() -> None:
    from puzzles.page.theme import DARK_GROUNDS, LIGHT_GROUNDS

    sheet = (ASSETS / "style.css").read_text()
    for name, light, dark in zip(("paper", "raised"), LIGHT_GROUNDS, DARK_GROUNDS, strict=True):
        assert f"--{name}: light-dark({light}, {dark});" in sheet


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast(Theme().light, "#f5f2ea") > READABLE
