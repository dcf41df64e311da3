"""The page in a real browser: a puzzle is played to its end by taps and by keys, at phone and desktop size."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from puzzles.cli.page import build
from puzzles.page.build import Site
from puzzles.puzzle import Puzzle
from solver.the_game.identifiers import encode_deal
from solver.the_game.referee import line_text
from tests.page.conftest import DESKTOP, PHONE, Visit, by_clicks, by_keys, by_taps, serving
from tests.page.samples import FIRST_DAY, TODAY, proven, puzzles, write_calendar

SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
PUZZLES = puzzles()
SHORT = PUZZLES[0]
LINE = line_text(SHORT.deal, SHORT.solution)


def address_of(puzzle: Puzzle) -> str:
    return f"#{encode_deal(puzzle.deal)}"


def message(page: Page, said: str | re.Pattern[str]) -> None:
    expect(page.locator("#message")).to_contain_text(said)


# -- playing -------------------------------------------------------------------------------------------------------


@SIZES
def test_a_puzzle_is_played_by_taps_alone(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(address_of(SHORT), **size)
    by_taps(page, LINE)
    expect(page.locator("#done-text")).to_have_text("Every card is laid.")


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.kind}-{puzzle.deal.players}")
def test_every_kind_can_be_played_to_its_end(visit: Visit, puzzle: Puzzle) -> None:
    page = visit(address_of(puzzle))
    line = line_text(puzzle.deal, puzzle.solution)
    by_clicks(page, line.split()[0] if puzzle.goal.answer == "play" else line)
    expect(page.locator("#done-title")).to_have_text("Solved")
    expect(page.locator("#done-title")).to_be_focused()


@SIZES
def test_a_puzzle_is_played_by_keys_alone(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(address_of(SHORT), **size)
    by_keys(page, LINE)
    expect(page.locator("#done-text")).to_have_text("Every card is laid.")


def test_tab_and_enter_are_enough(visit: Visit) -> None:
    page = visit(address_of(SHORT))
    page.locator('.card[data-card="3"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    message(page, "3 laid on A1.")
    page.keyboard.press("ArrowDown")
    expect(page.locator('.card[data-card="5"]')).to_be_focused()


def test_single_keys_can_be_switched_off(visit: Visit) -> None:
    page = visit(address_of(SHORT))
    page.locator("#open-settings").click()
    page.locator("#shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.locator(".card").first).to_have_attribute("aria-pressed", "false")


@SIZES
def test_a_wrong_play_is_refused_with_the_reason(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(address_of(SHORT), **size)
    by_taps(page, "5@A1")
    by_taps(page, "3@A1")
    message(page, "3 does not fit on A1: it goes up from 5.")
    page.locator("#end-turn").click(force=True)  # it is marked as disabled, and still says why
    message(page, "At least 2 cards a turn: 1 to go.")
    page.keyboard.press("Escape")
    page.locator(".pile").first.click()
    message(page, "Choose a card first")
    expect(page.locator("#turn")).to_have_text("Turn 1: 1 laid of at least 2 · 5 left")


def test_the_reason_names_the_card_that_could_go_back(visit: Visit) -> None:
    page = visit("#tg1:n4/1p#7")
    cards = [int(card.get_attribute("data-card") or 0) for card in page.locator(".card").all()]
    by_taps(page, f"{cards[3]}@A1")
    by_taps(page, f"{cards[0]}@A1")
    message(page, f"it goes up from {cards[3]}; only the {cards[3] - 10} may go back")


def test_a_lost_position_is_called_stuck(visit: Visit) -> None:
    page = visit(address_of(SHORT))
    by_taps(page, "9@A1 3@D1")
    message(page, re.compile("may end|Nothing more fits"))
    page.locator("#end-turn").click()
    message(page, "Stuck: the minimum of this turn cannot be reached. 4 cards are left.")


@SIZES
def test_undo_goes_back_within_turns_and_across_them(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(address_of(SHORT), **size)
    turn, hand = page.locator("#turn"), page.locator(".card .value")
    by_taps(page, "3@A1 5@A1 |")
    expect(turn).to_have_text("Turn 2: 0 laid of at least 2 · 4 left")
    page.locator("#undo").click()
    expect(turn).to_have_text("Turn 1: 2 laid of at least 2 · 4 left")
    page.locator("#undo").click()
    expect(hand).to_have_text(["5", "9"])
    by_taps(page, "5@A1 | 9@A1")
    page.locator("#undo-turn").click()
    expect(turn).to_have_text("Turn 2: 0 laid of at least 2 · 4 left")
    page.locator("#undo-turn").click()
    expect(turn).to_have_text("Turn 1: 0 laid of at least 2 · 6 left")
    by_taps(page, "3@A1 5@A1 |")
    page.keyboard.press("u")
    page.locator("#restart").click()
    expect(hand).to_have_text(["3", "5", "9"])
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")


def test_the_draw_pile_shows_its_order_and_what_comes_next(visit: Visit) -> None:
    page = visit(address_of(SHORT))
    expect(page.locator("#deck li")).to_have_text(["12", "7", "4"])
    by_taps(page, "3@A1 5@A1")
    expect(page.locator("#deck .soon")).to_have_text([re.compile("^12"), re.compile("^7")])
    page.locator("#end-turn").click()
    message(page, "Turn ended. Drawn: 12 7.")
    expect(page.locator("#deck li")).to_have_text(["4"])


def test_more_turns_than_possible_are_no_solution(visit: Visit) -> None:
    puzzle = PUZZLES[2]
    # The same deal for the fewest cards left: a line of more turns, as the solver prefers no short one.
    line = line_text(puzzle.deal, proven("mini", puzzle.deal).solution)
    turns = line.rstrip("| ").count("|") + 1
    assert turns > puzzle.goal.value
    page = visit(address_of(puzzle))
    expect(page.locator("#task")).to_have_text(f"Lay every card in {puzzle.goal.value} turns or fewer.")
    by_clicks(page, line.rstrip("| "))
    message(page, f"Every card is laid, but it took {turns} and {puzzle.goal.value} is possible.")
    expect(page.locator("#done")).to_be_hidden()


# -- is it still possible? -------------------------------------------------------------------------------------------


def test_the_question_is_answered_exactly(visit: Visit) -> None:
    page = visit(address_of(SHORT))
    page.locator("#ask").click()
    message(page, "Yes. From here it can still be done.")
    by_taps(page, "9@A1 3@D1")
    page.locator("#ask").click()
    message(page, "No. From here it cannot be done any more; every way on was tried.")


def test_a_search_can_be_stopped(visit: Visit) -> None:
    page = visit("#tg1:n5/1p#4")
    page.locator("#ask").click()
    expect(page.locator("#thinking-text")).to_contain_text("Looking at every way on")
    page.locator("#stop").click()
    message(page, "Stopped. Nothing is decided.")
    expect(page.locator("#thinking")).to_be_hidden()


def test_the_wrong_answer_to_a_puzzle_of_one_play_is_told_apart(visit: Visit) -> None:
    puzzle = PUZZLES[4]
    position = puzzle.deal.starts()[0]
    right = line_text(puzzle.deal, puzzle.solution).split()[0].rstrip("*")
    names = puzzle.deal.rules.pile_names
    wrong = next(text for text in (f"{card}@{names[pile]}" for card, pile in position.plays()) if text != right)
    page = visit(address_of(puzzle))
    page.locator("#end-turn").click(force=True)
    message(page, "This puzzle asks for one play")
    by_taps(page, wrong)
    message(page, "gives it away, that is proven")
    page.locator(".card").first.click()
    message(page, "The answer is given; take the play back first.")
    page.locator("#undo").click()
    by_taps(page, right)
    expect(page.locator("#done-text")).to_have_text(f"{right.replace('@', ' on ')} it is.")


# -- hints -----------------------------------------------------------------------------------------------------------


def hints(page: Page) -> list[str]:
    """All four steps of the hint, without their headings; asked for by one script, which is quicker."""
    found = page.evaluate(
        """async () => {
            const steps = () => [...document.querySelectorAll('#hint-list li')].map((step) => step.textContent);
            for (let level = 1; level <= 4; level += 1) {
                document.getElementById('hint').click();
                for (let wait = 0; steps().length < level && wait < 500; wait += 1) {
                    await new Promise((resolve) => setTimeout(resolve, 10));
                }
            }
            return steps();
        }"""
    )
    assert len(found) == 4
    return [re.sub(r"^Step \d of 4\s*", "", step) for step in found]


@pytest.mark.parametrize(
    ("puzzle", "size"),
    [(PUZZLES[0], DESKTOP), (PUZZLES[1], PHONE), (PUZZLES[7], DESKTOP)],
    ids=["turns-desktop", "piles-phone", "players-desktop"],
)
def test_following_the_hints_solves_the_puzzle(visit: Visit, puzzle: Puzzle, size: dict[str, Any]) -> None:
    """Every last step is a play or the end of a turn; the steps before say less, and what they say is true."""
    page = visit(address_of(puzzle), **size)
    if puzzle.deal.players > 1:
        assert hints(page)[1:3] == ["Think first about who should start.", "Player 1 should start."]
        page.locator("#starters button").first.click()
    rested: list[str] = []
    for _ in range(3 * puzzle.deal.cards_left):
        if page.locator("#done").is_visible():
            break
        first, second, third, fourth = hints(page)
        assert first == "You are on a way that works."
        assert not re.search(r"\d", second)
        play = re.fullmatch(r"Lay the (\d+) on ([AD]\d)\.", fourth)
        if play is None:
            assert re.match(r"End the turn\.", fourth)
            assert (second, third) == ("You have laid enough in this turn.", "End the turn.")
            page.locator("#end-turn").click()
            rested = []
            continue
        assert re.fullmatch(rf"Next: {play[2]}, (in its direction|by a backwards trick)\.", third)
        for ordinal, direction in re.findall(r"(?:(first|second) )?(ascending|descending) pile", second):
            rested.append(f"{'A' if direction == 'ascending' else 'D'}{2 if ordinal == 'second' else 1}")
        assert play[2] not in rested
        by_clicks(page, f"{play[1]}@{play[2]}")
        if "trick" in third:
            message(page, "a backwards trick")
    expect(page.locator("#done-title")).to_have_text("Solved")


@SIZES
def test_where_the_goal_is_lost_the_hint_says_how_far_to_go_back(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(address_of(SHORT), **size)
    by_taps(page, "9@A1 3@D1")
    first, second, third, fourth = hints(page)
    assert first == "From here it cannot be done any more; every way on was tried."
    assert second == "Take back something of this turn."
    steps = int(re.sub("one", "1", third).split()[2])
    for _ in range(steps):
        page.locator("#undo").click()
    page.locator("#ask").click()
    message(page, "Yes.")
    then = re.search(r"Lay the (\d+) on ([AD]\d)\.", fourth)
    assert then is not None
    by_taps(page, f"{then[1]}@{then[2]}")
    page.locator("#ask").click()
    message(page, "Yes.")


# -- what is kept, and where ---------------------------------------------------------------------------------------


@SIZES
def test_a_game_goes_on_after_a_reload_and_a_solved_one_is_marked(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(f"#{FIRST_DAY}", **size)
    by_taps(page, "3@A1")
    page.reload()
    message(page, "Your game goes on where you left it.")
    expect(page.locator(".card .value")).to_have_text(["5", "9"])
    page.locator("#undo").click()
    by_taps(page, LINE)
    page.get_by_role("link", name="Archive").click()
    expect(page.locator("#archive-count")).to_have_text("1 of 7 solved")
    expect(page.locator(".entry.solved .entry-name")).to_have_text("No. 1 · Tue 1 Dec")


def test_storage_that_is_refused_or_spoilt_breaks_nothing(visit: Visit, site: Path) -> None:
    page = visit("#archive")
    name = page.evaluate(
        "() => { opendeal.storage.write('settings', {theme: 'dark'}); return Object.keys(localStorage)[0]; }"
    )
    for spoilt in ("{", "null", "[1]", '{"theme": 5, "language": {}}', '"x"'):
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, spoilt])
        page.reload()
        expect(page.locator("#archive-count")).to_have_text("0 of 7 solved")
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})")
    page.goto(page.url.replace("#archive", f"?{FIRST_DAY}#{FIRST_DAY}"))
    expect(page.locator("#note")).to_contain_text("does not let the page keep anything")
    by_taps(page, LINE)
    expect(page.locator("#done")).to_be_visible()


@SIZES
def test_it_works_offline_once_visited(browser: Browser, site: Path, size: dict[str, Any]) -> None:
    context = browser.new_context(locale="en-GB", **size)
    page = context.new_page()
    page.clock.set_fixed_time(f"{FIRST_DAY}T12:00:00")
    with serving(site) as address:
        page.goto(address)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    by_taps(page, LINE)
    expect(page.locator("#done")).to_be_visible()
    page.get_by_role("link", name="Practice").click()
    expect(page.locator("#practice-count")).to_have_text("0 of 7 solved")
    context.close()


def test_a_new_build_replaces_the_old_one(browser: Browser, tmp_path: Path) -> None:
    def publish(name: str) -> None:
        write_calendar(tmp_path / "calendar.jsonl", [SHORT])
        (tmp_path / "bank.jsonl").write_text("")
        build(str(tmp_path / "site"), str(tmp_path / "calendar.jsonl"), str(tmp_path / "bank.jsonl"), Site(name))

    publish("Before")
    context = browser.new_context()
    page = context.new_page()
    with serving(tmp_path / "site") as address:
        page.goto(address)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        publish("After")
        page.evaluate(
            """() => new Promise((resolve) => {
                navigator.serviceWorker.addEventListener('controllerchange', resolve);
                navigator.serviceWorker.ready.then((registration) => registration.update());
            }).then(() => true)"""
        )
        page.reload()
        expect(page.locator(".brand")).to_have_text("After")
        assert page.evaluate("() => caches.keys().then((names) => names.length)") == 1
    context.close()


def test_it_works_from_a_file(visit: Visit, site: Path) -> None:
    page = visit(address_of(SHORT), at=f"{(site / 'index.html').as_uri()}")
    by_taps(page, "3@A1")
    page.reload()
    message(page, "goes on")
    page.locator("#undo").click()
    by_taps(page, "9@A1 3@D1")
    page.locator("#ask").click()
    message(page, "No.")
    assert page.evaluate("() => document.getElementById('thinking').hidden")
    page.get_by_role("link", name="Practice").click()
    expect(page.locator("#practice-count")).to_have_text("0 of 7 solved")


def test_where_no_worker_can_be_had_the_page_searches_by_itself(visit: Visit) -> None:
    page = visit(address_of(SHORT))
    by_taps(page, "9@A1 3@D1")
    page.evaluate("() => { window.Worker = class { constructor() { throw new Error('no'); } }; }")
    page.locator("#ask").click()
    message(page, "No.")


@pytest.mark.parametrize("begun", [False, True], ids=["at its start", "later"])
def test_a_worker_that_fails_is_no_answer(visit: Visit, begun: bool) -> None:
    """One that may not even start is replaced by the page itself; of one that breaks off nothing is known."""
    page = visit(address_of(SHORT))
    by_taps(page, "9@A1 3@D1")
    page.evaluate(
        """(begun) => {
            window.Worker = class extends EventTarget {
                postMessage() {
                    if (begun) this.dispatchEvent(new MessageEvent('message', { data: { spent: 1 } }));
                    this.dispatchEvent(new Event('error'));
                }
                terminate() {}
            };
        }""",
        begun,
    )
    page.locator("#ask").click()
    if begun:
        expect(page.locator("#thinking-text")).to_contain_text("Not decided: the browser ended the search.")
    else:
        message(page, "No.")


def test_a_search_that_ends_undecided_says_so_and_can_go_on(visit: Visit) -> None:
    page = visit(address_of(SHORT))
    by_taps(page, "9@A1 3@D1")
    page.evaluate("() => { window.ask = opendeal.judge.ask; }")
    page.evaluate("() => { opendeal.judge.ask = async () => ({ verdict: 'undecided', line: null }); }")
    page.locator("#ask").click()
    expect(page.locator("#thinking-text")).to_contain_text("That is neither a yes nor a no.")
    page.evaluate("() => { opendeal.judge.ask = window.ask; }")
    page.locator("#longer").click()
    message(page, "No.")
    expect(page.locator("#ask")).to_be_focused()


def test_it_can_be_used_at_once_with_a_year_of_days(visit: Visit, tmp_path: Path) -> None:
    """The processor time of the page's thread until the puzzle is drawn; the wall clock depends on too much."""
    days = [PUZZLES[index % len(PUZZLES)] for index in range(365)]
    write_calendar(tmp_path / "calendar.jsonl", days)
    (tmp_path / "bank.jsonl").write_text("")
    build(str(tmp_path / "site"), str(tmp_path / "calendar.jsonl"), str(tmp_path / "bank.jsonl"), Site())
    page = visit("#archive", at=(tmp_path / "site" / "index.html").as_uri(), day=FIRST_DAY.replace(year=2027))
    expect(page.locator("#archive-list .entry")).to_have_count(365)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto("about:blank")
    page.goto((tmp_path / "site" / "index.html").as_uri())
    expect(page.locator(".card").first).to_be_visible()
    metrics = {it["name"]: it["value"] for it in session.send("Performance.getMetrics")["metrics"]}
    assert 0 < metrics["TaskDuration"] < 1


# -- which puzzle ----------------------------------------------------------------------------------------------------


def test_today_is_the_civil_date_of_the_reader(visit: Visit) -> None:
    page = visit(day=TODAY)
    expect(page.locator("#title")).to_have_text("7 December 2026")
    expect(page.locator("#eyebrow")).to_contain_text("No. 7")


@pytest.mark.parametrize(
    ("zone", "title"), [("Pacific/Kiritimati", "2 December 2026"), ("Pacific/Pago_Pago", "1 December 2026")]
)
def test_the_same_moment_is_another_day_elsewhere(visit: Visit, zone: str, title: str) -> None:
    page = visit(timezone_id=zone, time="2026-12-02T02:00:00Z")
    expect(page.locator("#title")).to_have_text(title)


def test_before_the_first_day_and_after_the_last(visit: Visit) -> None:
    page = visit(day=FIRST_DAY.replace(day=1, month=11))
    expect(page.locator("#note")).to_have_text(re.compile("begins on Tuesday.* 1 December 2026"))
    page = visit(day=FIRST_DAY.replace(year=2027))
    expect(page.locator("#note")).to_have_text(re.compile("ended on Tuesday.* 8 December 2026"))


def test_days_to_come_are_not_shown(visit: Visit) -> None:
    page = visit("#2026-12-08")
    expect(page.locator("#note")).to_contain_text("not published yet")
    expect(page.locator("#title")).to_have_text("7 December 2026")
    page.get_by_role("link", name="Archive").click()
    expect(page.locator("#archive-list .entry")).to_have_count(7)


def test_a_deal_of_ones_own_is_played_from_the_address(visit: Visit) -> None:
    page = visit("#tg1:standard/1p#a seed <b>")
    expect(page.locator("#title")).to_have_text("A deal of your own")
    expect(page.locator("#deck li")).to_have_count(90)
    page = visit("#tg1:standard/1p#1")
    expect(page.locator("#eyebrow")).to_contain_text("No. 7")
    page = visit("#tg1:standard:nonsense")
    expect(page.locator("#note")).to_contain_text("mistyped or cut off")
    expect(page.locator("#title")).to_have_text("7 December 2026")


def test_practice_filters_by_kind_and_difficulty(visit: Visit) -> None:
    page = visit("#practice")
    expect(page.locator("#practice-list .entry")).to_have_count(7)
    page.locator("#practice-kind").select_option("mini")
    expect(page.locator("#practice-count")).to_have_text("0 of 1 solved")
    page.locator("#practice-tier").select_option("expert")
    expect(page.locator("#practice-count")).to_have_text("There is no puzzle of this kind and difficulty.")
    page.locator("#practice-kind").select_option("")
    page.locator("#practice-next").click()
    expect(page.locator("#title")).to_have_text("6 December 2026")


# -- sharing and printing --------------------------------------------------------------------------------------------


@SIZES
def test_what_is_shared_begins_with_words_and_links_the_deal(visit: Visit, address: str, size: dict[str, Any]) -> None:
    page = visit(f"#{FIRST_DAY}", permissions=["clipboard-read", "clipboard-write"], **size)
    page.locator("#hint").click()
    by_taps(page, "3@A1")
    page.locator("#undo").click()
    by_taps(page, LINE)
    page.locator("#done-share").click()
    page.locator("#share-copy").click()
    expect(page.locator("#share-said")).to_have_text("Copied.")
    first, facts, symbols, link = page.evaluate("() => navigator.clipboard.readText()").split("\n")
    assert first == "Sample page, No. 1 (Mini, easy): solved."
    assert re.fullmatch(r"Turns: \d+\. Hints: 1\. Taken back: 1\.", facts)
    assert re.fullmatch(r"▮+( ▮+)*", symbols)
    assert link == address + address_of(SHORT)
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#eyebrow")).to_contain_text("No. 1")


def test_what_cannot_be_copied_is_selected(visit: Visit) -> None:
    page = visit(f"#{FIRST_DAY}")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.locator("#share").click()
    page.locator("#share-copy").click()
    expect(page.locator("#share-said")).to_contain_text("press Ctrl+C")
    assert page.evaluate("() => getSelection().toString() || document.activeElement.selectionEnd > 0")


@SIZES
def test_the_printed_sheet_has_the_solution_on_a_page_of_its_own(
    visit: Visit, tmp_path: Path, size: dict[str, Any]
) -> None:
    from pypdf import PdfReader

    page = visit(f"#{FIRST_DAY}", **size)
    by_taps(page, "9@A1")
    page.pdf(path=tmp_path / "sheet.pdf")
    puzzle, solution = (sheet.extract_text() for sheet in PdfReader(tmp_path / "sheet.pdf").pages)
    assert "Lay every card." in puzzle
    assert re.search(r"Draw pile\s+12\s+7\s+4", puzzle)
    assert "Solution" not in puzzle
    assert "Solution" in solution
    for play in re.findall(r"(\d+)@(\w+)", LINE):
        assert " ".join(play) in solution
    assert "Still possible?" not in puzzle + solution


# -- languages -------------------------------------------------------------------------------------------------------


def test_it_speaks_german(visit: Visit) -> None:
    page = visit(f"#{FIRST_DAY}", locale="de-DE")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#title")).to_have_text("1. Dezember 2026")
    expect(page.locator("#task")).to_have_text("Lege alle Karten ab.")
    by_taps(page, "5@A1")
    by_taps(page, "3@A1")
    message(page, "3 passt nicht auf A1: Von 5 geht es aufwärts.")
    page.locator("#open-settings").click()
    page.locator("#language").select_option("en")
    expect(page.locator("#task")).to_have_text("Lay every card.")
    page.reload()
    expect(page.locator("#task")).to_have_text("Lay every card.")


def test_a_kind_without_words_goes_by_its_own_name(visit: Visit) -> None:
    page = visit()
    assert page.evaluate("() => opendeal.catalogue.kindName('some-riddle')") == "Some riddle"
    assert page.evaluate("() => opendeal.catalogue.kindName('only-play')") == "Only play"
