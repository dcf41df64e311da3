"""Hostile texts never run: in the name of the site, in addresses, in the records of a calendar and of a bank.

A test that uses ``visit`` fails for any breach of the policy, as the browser tells the console of each.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from puzzles.cli.page import build
from puzzles.page.build import Site, site_files, write
from puzzles.page.entries import entry
from puzzles.puzzle import Puzzle
from solver import Rules
from solver.the_game.identifiers import deal_from_seed, encode_deal
from solver.the_game.referee import line_text
from tests.page.conftest import Visit, by_clicks, serving
from tests.page.samples import FIRST_DAY, SHORT, proven, write_calendar

ATTACK = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>'\"&$name`${window.hacked=1}"
NAME = ATTACK[:60]
RULES = Rules(high=12, ascending=1, descending=1, hand_size=3)
SEEDED = proven("mini", deal_from_seed(RULES, 1, ATTACK))
"""A puzzle whose seed text is the attack; the reader lets it through, as a seed may be any text that prints."""


def nothing_ran(page: Page) -> None:
    """No text became a script or an image; a moment is left for one that would."""
    page.wait_for_timeout(200)
    assert page.evaluate("() => window.hacked") is None
    assert page.locator("img").count() == 0


@pytest.fixture(scope="module")
def hostile_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site whose name is an attack, as are seeds, features and a kind in its calendar and its bank."""
    directory = tmp_path_factory.mktemp("hostile")
    calendar, bank = directory / "calendar.jsonl", directory / "bank.jsonl"
    plain = proven("mini", SHORT)
    unknown = Puzzle(ATTACK, plain.deal, plain.goal, plain.solution, plain.difficulty)
    write_calendar(calendar, [SEEDED, unknown])
    data = SEEDED.to_json()
    difficulty = {**data["difficulty"], "features": {ATTACK: 1}}
    records = [data, data | {"deal": data["seed"], "difficulty": difficulty}, unknown.to_json()]
    bank.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert build(str(directory / "site"), str(calendar), str(bank), Site(NAME)) == 0
    with serving(directory / "site") as address:
        yield address


@pytest.mark.parametrize(
    "fragment",
    [
        "",
        "#archive",
        "#practice",
        "#<img src=x onerror=window.hacked=1>",
        "#tg1:standard/1p#</title><img src=x onerror=window.hacked=1>",
        "#%",
        "#javascript:window.hacked=1",
    ],
)
def test_a_hostile_name_or_address_is_shown_and_never_runs(visit: Visit, hostile_site: str, fragment: str) -> None:
    page = visit(fragment, at=hostile_site)
    expect(page.locator(".brand")).to_have_text(NAME)
    nothing_ran(page)


def test_a_puzzle_with_a_hostile_seed_is_played_and_shared(visit: Visit, hostile_site: str) -> None:
    """By the link that its seed makes, too, which leads to the puzzle of the day."""
    for fragment in (f"#{FIRST_DAY}", f"#{SEEDED.deal.seed}"):
        page = visit(fragment, at=hostile_site)
        expect(page.locator("#eyebrow")).to_have_text("No. 1 · Tuesday · Mini, easy")
        by_clicks(page, line_text(SEEDED.deal, SEEDED.solution))
        expect(page.locator("#done-title")).to_have_text("Solved")
        page.locator("#done-share").click()
        assert page.locator("#share-text").input_value().endswith(f"#{encode_deal(SEEDED.deal)}")
        nothing_ran(page)
        page.evaluate("() => localStorage.clear()")


def test_a_puzzle_of_a_hostile_kind_is_left_out(visit: Visit, hostile_site: str) -> None:
    """``test_build`` shows the warning."""
    page = visit("#archive", at=hostile_site, day=FIRST_DAY.replace(year=2027))
    expect(page.locator("#archive-list .entry-name")).to_have_text(["No. 1 · Tue 1 Dec"])
    page.get_by_role("link", name="Practice").click()
    expect(page.locator("#practice-list .entry-kind")).to_have_text(["Mini, easy"] * 2)
    expect(page.locator("#practice-kind option")).to_have_text(["all", "Mini"])
    nothing_ran(page)


@pytest.fixture(scope="module")
def unread_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What the page would be told if its reader let a hostile kind through: it is the page that has to stand it."""
    directory = tmp_path_factory.mktemp("unread")
    told = entry(SEEDED.to_json()) | {"kind": ATTACK}
    write(site_files(Site("Plain"), [{"number": 1, "date": FIRST_DAY.isoformat(), **told}], [told]), directory)
    with serving(directory) as address:
        yield address


def test_texts_of_puzzles_are_shown_as_text(visit: Visit, unread_site: str) -> None:
    page = visit(f"#{FIRST_DAY}", at=unread_site)
    expect(page.locator("#eyebrow")).to_have_text(f"No. 1 · Tuesday · {ATTACK}, easy")
    page.locator("#share").click()
    assert ATTACK in page.locator("#share-text").input_value()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Archive").click()
    expect(page.locator("#archive-list .entry-kind")).to_have_text(f"{ATTACK}, easy")
    page.get_by_role("link", name="Practice").click()
    expect(page.locator("#practice-kind option")).to_have_text(["all", ATTACK])
    page.locator("#practice-kind").select_option(ATTACK)
    expect(page.locator("#practice-list .entry-kind")).to_have_text(f"{ATTACK}, easy")
    nothing_ran(page)


def test_the_policy_would_stop_a_script_in_a_text(browser: Browser, address: str) -> None:
    """What the tests above rely on: markup from a text cannot even be set, inline scripts do not run, both are told."""
    page = browser.new_page()
    told: list[str] = []
    page.on("console", lambda said: told.append(said.text) if said.type == "error" else None)
    page.goto(address)
    for deed in ("document.body.innerHTML = '<b>x</b>'", "document.body.setAttribute('onclick', '1')"):
        assert page.evaluate(f"() => {{ try {{ {deed}; return 'done'; }} catch {{ return 'refused'; }} }}") == "refused"
    assert ["'TrustedHTML'" in told[0], "'TrustedScript'" in told[1]] == [True, True]
    page.close()
