"""Everybody can use the page: axe finds nothing, targets are large, changes are announced, movement can be refused."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from solver.the_game.identifiers import encode_deal
from tests.page.conftest import DESKTOP, PHONE, Visit, by_taps
from tests.page.samples import FIRST_DAY, puzzles

TWO_PLAYERS = f"#{encode_deal(puzzles()[7].deal)}"


def selected(page: Page) -> None:
    by_taps(page, "3@A1")
    page.locator('.card[data-card="5"]').click()


def solved(page: Page) -> None:
    by_taps(page, "3@A1 5@A1 | 9@A1 12@A1 | 7@D1 4@D1")
    expect(page.locator("#done")).to_be_visible()


def hinted(page: Page) -> None:
    for level in range(1, 5):
        page.locator("#hint").click()
        expect(page.locator("#hint-list li")).to_have_count(level)


def opened(name: str) -> Any:
    return lambda page: page.locator(f"#{name}").click()


STATES = {
    "selected": (f"#{FIRST_DAY}", selected),
    "solved": (f"#{FIRST_DAY}", solved),
    "hinted": (f"#{FIRST_DAY}", hinted),
    "full": ("", lambda page: None),
    "starters": (TWO_PLAYERS, lambda page: None),
    "players": (TWO_PLAYERS, lambda page: page.locator("#starters button").first.click()),
    "archive": ("#archive", lambda page: None),
    "practice": ("#practice", lambda page: page.locator("#practice-list li").first.wait_for()),
    "help": (f"#{FIRST_DAY}", opened("open-help")),
    "settings": (f"#{FIRST_DAY}", opened("open-settings")),
    "share": (f"#{FIRST_DAY}", opened("share")),
}


WCAG = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
CHECKS: dict[str, tuple[dict[str, Any], list[str], dict[str, Any]]] = {
    "phone": (PHONE, list(STATES), {"runOnly": WCAG}),
    "desktop": (DESKTOP, ["full", "players"], {"runOnly": WCAG}),
    # By night nothing but the colours is different.
    "night": (PHONE | {"color_scheme": "dark"}, ["selected", "solved", "practice"], {"runOnly": ["color-contrast"]}),
}


@pytest.mark.parametrize("check", CHECKS)
def test_axe_finds_nothing_and_all_targets_are_large(visit: Visit, check: str) -> None:
    size, states, options = CHECKS[check]
    page = visit(**size, bypass_csp=True)
    for name in states:
        fragment, prepare = STATES[name]
        page.evaluate("() => localStorage.clear()")
        page.goto(page.url.partition("?")[0].partition("#")[0] + f"?{name}{fragment}")
        prepare(page)
        found = Axe().run(page, options=options)
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"
        assert page.evaluate(SMALL_TARGETS) == [], name
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name


def test_axe_would_find_faint_text_and_a_button_without_a_name(visit: Visit) -> None:
    page = visit(f"#{FIRST_DAY}", bypass_csp=True)
    page.evaluate("() => { document.getElementById('task').style.color = '#ccc'; }")
    page.evaluate("() => document.getElementById('open-help').removeAttribute('aria-label')")
    rules = ["color-contrast", "button-name"]
    found = Axe().run(page, options={"runOnly": rules})
    assert sorted(violation["id"] for violation in found.response["violations"]) == sorted(rules)


SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, select, input, textarea')]
    .filter((node) => node.checkVisibility() && node.id !== 'skip')
    .map((node) => [node, node.type === 'checkbox' ? node.closest('label') : node])
    .filter(([, target]) => target.getBoundingClientRect().height < 44 || target.getBoundingClientRect().width < 44)
    .map(([node]) => node.outerHTML)"""


def test_the_check_of_targets_sees_a_small_one(visit: Visit) -> None:
    page = visit()
    page.evaluate("() => { document.getElementById('undo').style.cssText = 'min-height: 0; height: 20px'; }")
    assert len(page.evaluate(SMALL_TARGETS)) == 1


def test_what_happens_is_announced(visit: Visit) -> None:
    page = visit(f"#{FIRST_DAY}")
    expect(page.get_by_role("status").filter(visible=True)).to_have_text("Choose a card, then a pile.")
    by_taps(page, "3@A1")
    expect(page.get_by_role("button", name="A1, goes up, top 3")).to_be_visible()
    expect(page.get_by_role("status").filter(visible=True)).to_have_text("3 laid on A1.")
    page.locator('.card[data-card="9"]').click()
    expect(page.get_by_role("button", name="A1, goes up, top 3, fits")).to_be_visible()
    expect(page.get_by_role("button", name="Card 9", pressed=True)).to_be_visible()


def test_the_focus_stays_where_it_was(visit: Visit) -> None:
    page = visit(f"#{FIRST_DAY}")
    page.locator('.card[data-card="9"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.card[data-card="9"]')).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator('.card[data-card="9"]')).to_be_focused()
    page.locator("#undo").focus()
    page.keyboard.press("1")
    page.keyboard.press("a")
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_be_focused()


def test_who_does_not_want_movement_gets_none(visit: Visit) -> None:
    moves = "() => document.getAnimations().length"
    page = visit(f"#{FIRST_DAY}", reduced_motion="reduce")
    by_taps(page, "5@A1 3@A1")
    assert page.evaluate(moves) == 0
    assert page.evaluate("() => getComputedStyle(document.querySelector('.card')).transitionDuration") in ("0s", "")


def test_the_appearance_can_be_chosen_against_the_device(visit: Visit) -> None:
    ground = "() => getComputedStyle(document.body).backgroundColor"
    page = visit(color_scheme="light")
    light = page.evaluate(ground)
    page.locator("#open-settings").click()
    page.locator("#theme").select_option("dark")
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == dark


def test_the_skip_link_leads_to_the_puzzle(visit: Visit) -> None:
    page = visit(f"#{FIRST_DAY}")
    page.keyboard.press("Tab")
    expect(page.locator("#skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    assert page.url.endswith(f"#{FIRST_DAY}")
