"""A real Chromium for the tests of the page: Debian's, driven by Playwright, believing in a fixed day."""

from __future__ import annotations

import datetime
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

from puzzles.cli.page import build
from puzzles.page.build import EARLY_SCRIPTS, Site
from tests.conftest import ROOT
from tests.page.samples import TODAY, write_samples

CHROMIUM = shutil.which("chromium")
REQUIRE = "OPENDEAL_REQUIRE_BROWSER"
"""With this in the environment a missing Chromium is an error, so that CI cannot pass without it."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
PATIENCE = 8_000
"""Milliseconds that a test waits for what it expects; far more than it takes, even on a busy machine."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium instead of a download."""
    if CHROMIUM is None:
        why = "Chromium is not installed (Debian: apt-get install chromium)"
        if os.environ.get(REQUIRE):
            pytest.fail(f"{why}, and {REQUIRE} is set")
        pytest.skip(why)
    return {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site of the sample puzzles."""
    directory = tmp_path_factory.mktemp("page")
    calendar, bank = write_samples(directory)
    assert build(str(directory / "site"), str(calendar), str(bank), Site("Sample page")) == 0
    return directory / "site"


@contextmanager
def serving(directory: Path) -> Iterator[str]:
    """The address at which a directory is served until the context ends."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(directory)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    with serving(site) as found:
        yield found


Visit = Callable[..., Page]
OWN = ("http://127.0.0.1:", "file:", "blob:")
"""How all addresses begin that the page may ask for."""


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """A browser context for each set of options, kept for all tests: making one takes longer than most tests."""
    made: dict[str, BrowserContext] = {}

    def context(**options: Any) -> BrowserContext:
        key = repr(sorted(options.items()))
        if key not in made:
            made[key] = browser.new_context(**options)
            made[key].set_default_timeout(PATIENCE)
        return made[key]

    yield context
    for one in made.values():
        one.close()


@pytest.fixture
def visit(contexts: Callable[..., BrowserContext], address: str) -> Iterator[Visit]:
    """Opens a page of the site for a reader who has never been there: ``visit("#archive", **PHONE, locale="de-DE")``.

    At the end nothing may have gone wrong in it: no error, no message on the console, no breach of the policy, and no
    request to anywhere else.
    """
    pages: list[Page] = []
    wrong: list[str] = []

    def opened(
        fragment: str = "", at: str | None = None, day: datetime.date = TODAY, time: str | None = None, **options: Any
    ) -> Page:
        page = contexts(**({"locale": "en-GB"} | DESKTOP | options)).new_page()
        pages.append(page)
        page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith(OWN) else wrong.append(request.url))
        page.clock.set_fixed_time(time or f"{day}T12:00:00")
        page.goto((address if at is None else at) + fragment)
        return page

    yield opened
    for page in pages:
        with suppress(Error):  # of a page without storage
            page.evaluate("() => localStorage.clear()")
        page.close()
    assert wrong == []


# -- the scripts without a document ----------------------------------------------------------------------------------

ASSETS = ROOT / "puzzles" / "page" / "assets"
ENGINE = (
    EARLY_SCRIPTS[0], "rules.js", "nimmt-rules.js", "digits.js", "shuffle.js", "identifier.js", "nimmt-identifier.js",
    "search.js", "nimmt-search.js", "play.js", "puzzle.js", "nimmt-puzzle.js",
)  # fmt: skip
"""The scripts that know nothing of a document."""


@pytest.fixture(scope="session")
def engine(browser: Browser) -> Iterator[Page]:
    """An empty page with the scripts that know nothing of a document."""
    page = browser.new_page()
    for name in ENGINE:
        page.add_script_tag(path=ASSETS / name)
    page.add_script_tag(path=ROOT / "tests" / "page" / "engine.js")
    yield page
    page.close()


def asked(engine: Page, function: str, values: list[Any]) -> list[Any]:
    """What a function of the browser answers for each value. As text, which is quicker than Playwright's way."""
    script = f"text => JSON.stringify(JSON.parse(text).map((value) => ({function})(value)))"
    answers: list[Any] = json.loads(engine.evaluate(script, json.dumps(values)))
    return answers


# -- playing The Game ----------------------------------------------------------------------------------------------


def by_taps(page: Page, line: str) -> None:
    """Play a line such as ``3@A1 5@A1 | 4@A1`` by taps; where it has to be chosen, its first player starts."""
    for word in _words(page, line):
        if page.locator("#done").is_visible():
            return  # what follows says nothing more
        if word == "|":
            page.locator("#end-turn").click()
        else:
            card, pile = word.split("@")
            page.locator(f'.card[data-card="{card}"]').click()
            page.locator(".pile").nth(_piles(page).index(pile)).click()


def by_clicks(page: Page, line: str) -> None:
    """The same as ``by_taps`` by one script, for long lines."""
    page.evaluate(
        """words => {
            const names = [...document.querySelectorAll('.pile-name')].map((name) => name.textContent);
            for (const word of words) {
                if (word === '|') document.getElementById('end-turn').click();
                else {
                    const [card, pile] = word.split('@');
                    document.querySelector(`.card[data-card="${card}"]`).click();
                    document.querySelectorAll('.pile')[names.indexOf(pile)].click();
                }
            }
        }""",
        _words(page, line),
    )


def by_keys(page: Page, line: str) -> None:
    """The same by single keys."""
    for word in _words(page, line):
        if page.locator("#done").is_visible():
            return
        if word == "|":
            page.keyboard.press("e")
        else:
            card, pile = word.split("@")
            hand = [found.get_attribute("data-card") for found in page.locator(".card").all()]
            page.keyboard.press(str(hand.index(card) + 1))
            page.keyboard.press("asdf"[_piles(page).index(pile)])


def _words(page: Page, line: str) -> list[str]:
    page.locator("#hands").locator(".card, .chip").first.wait_for()
    words = [word.rstrip("*") for word in line.split()]
    if words[0].startswith("p") and page.locator("#starters").is_visible():
        page.get_by_role("button", name=f"Player {int(words[0][1:-1]) + 1} starts").click()
    return [word for word in words if not word.startswith("p")]


def _piles(page: Page) -> list[str]:
    return page.locator(".pile-name").all_inner_texts()
