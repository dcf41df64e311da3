"""6 nimmt! on the page in a real browser: by taps and by keys, hints, the exact answer, sharing, printing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from puzzles.cli.page import build
from puzzles.kinds import kind_named
from puzzles.lines import compact
from puzzles.page.build import Site
from puzzles.play.six_nimmt.game import Game, Step
from puzzles.six_nimmt.puzzle import Puzzle
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import encode_deal
from solver.six_nimmt.rules import Rules
from tests.page.conftest import DESKTOP, PHONE, Visit, serving
from tests.page.test_access import SMALL_TARGETS, WCAG
from tests.puzzles.examples import six_nimmt_puzzle

ORDER, ALL, DEARER, CARD = (
    six_nimmt_puzzle(name, "medium") for name in ("take-nothing", "nobody-takes", "sacrifice", "only-card")
)
PUZZLES = (ORDER, ALL, DEARER, CARD)
LOW = Deal(Rules(), ((50,), (60, 61), (70,), (80,)), ((10, 90), (20, 55)), script=(None, (55, 20)))
"""The 10 is below all ends if it is played first, and if it is played last."""


@pytest.fixture(scope="module")
def nimmt_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a site with these puzzles for practice, and nothing else, is served."""
    directory = tmp_path_factory.mktemp("nimmt")
    (directory / "bank.jsonl").write_text("".join(compact(puzzle) + "\n" for puzzle in PUZZLES))
    (directory / "calendar.jsonl").write_text("")
    files = (str(directory / "calendar.jsonl"), str(directory / "bank.jsonl"))
    assert build(str(directory / "site"), *files, Site("Sample page")) == 0
    with serving(directory / "site") as address:
        yield address


@pytest.fixture
def sit(visit: Visit, nimmt_address: str) -> Any:
    """Opens a puzzle, or what an address names."""

    def opened(source: Puzzle | Deal | str, **options: Any) -> Page:
        if not isinstance(source, str):
            source = f"#{source.identifier if isinstance(source, Puzzle) else encode_deal(source)}"
        page = visit(source, at=nimmt_address, **options)
        page.locator("#hands .card").first.wait_for()
        return page

    return opened


def steps_of(puzzle: Puzzle) -> list[Step]:
    """The choices of the solution, in the order of the seats."""
    whole, game = Game(puzzle.deal), Game(puzzle.deal)
    whole.play(puzzle.solution)
    for turn in whole.moment.turns:
        turns = len(game.moment.turns)
        while len(game.moment.turns) == turns and game.moment.chooser is not None:
            game.choose(next(laid.card for laid in turn if laid.player == game.moment.chooser))
        if game.moment.low_card is not None:
            game.take(turn[0].row)
    return game._steps[:1] if puzzle.goal.answer == "play" else game._steps


def tap(page: Page, *steps: Step) -> None:
    for step in steps:
        if step.card is not None:
            page.locator(f'.card[data-card="{step.card}"]').click()
        elif step.row is not None:
            page.locator(".row").nth(step.row - 1).click()


def cards(*numbers: int) -> list[Step]:
    return [Step(card=number) for number in numbers]


def message(page: Page, said: str | re.Pattern[str]) -> None:
    expect(page.locator("#message")).to_contain_text(said)


# -- playing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.kind)
def test_every_kind_is_played_by_taps(sit: Any, puzzle: Puzzle) -> None:
    page = sit(puzzle, **PHONE)
    tap(page, *steps_of(puzzle))
    expect(page.locator("#done-title")).to_have_text("Solved")
    expect(page.locator("#done-title")).to_be_focused()


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.kind)
def test_every_kind_is_played_by_keys(sit: Any, puzzle: Puzzle) -> None:
    """A digit plays a card of the player whose turn it is to be chosen for, a letter takes a row."""
    page, game = sit(puzzle, **DESKTOP), Game(puzzle.deal)
    for step in steps_of(puzzle):
        if step.card is not None:
            assert game.moment.chooser is not None
            page.keyboard.press("1234567890"[game.moment.deal.hands[game.moment.chooser].index(step.card)])
            game.choose(step.card)
        else:
            assert step.row is not None
            page.keyboard.press("asdf"[step.row - 1])
            game.take(step.row)
    expect(page.locator("#done-title")).to_have_text("Solved")


def test_tab_arrows_and_enter_are_enough(sit: Any) -> None:
    page = sit(LOW)
    page.locator('.card[data-card="10"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.card[data-card="10"]')).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".row").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    message(page, "Row 2 goes to you: 4 bullheads.")
    page.locator('.card[data-card="90"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#done-text")).to_have_text("4 bullheads taken.")


def test_a_row_is_asked_for_where_it_arises_and_only_there(sit: Any) -> None:
    page = sit(LOW)
    page.locator(".row").first.click()
    message(page, "A row is only chosen for a card below all ends")
    tap(page, *cards(10))
    message(page, "10 is below all ends: choose the row that it takes.")
    expect(page.locator(".row.choose")).to_have_count(4)
    tap(page, *cards(10))  # taken back
    expect(page.locator(".row.choose")).to_have_count(0)
    tap(page, *cards(10, 90))  # instead of it
    message(page, "Nobody takes a row.")
    expect(page.get_by_role("button", name="Row 4: 80 90, 6 bullheads")).to_be_visible()
    expect(page.locator("#log li")).to_contain_text("Player 2: 55 goes behind the 50, row 1.You: 90 goes behind the 80")


def test_the_orders_of_the_others_are_shown(sit: Any) -> None:
    page = sit(LOW)
    section = page.get_by_role("region", name="Player 2, in this order")
    expect(section.locator(".chip")).to_have_text([re.compile("^55"), "20"])
    expect(section.locator(".soon")).to_have_text("55 (played in this turn)")
    tap(page, *cards(90))
    expect(section.locator(".soon")).to_have_text("20 (played in this turn)")


def test_together_a_choice_can_be_changed_until_all_are_made(sit: Any) -> None:
    page = sit(ALL)
    first, second, *others = (hand[0] for hand in ALL.deal.hands)
    tap(page, *cards(second, first))
    pressed = page.locator('.card[aria-pressed="true"]')
    expect(pressed).to_have_count(2)
    tap(page, *cards(second))
    expect(pressed).to_have_text(re.compile(f"^{first}"))
    tap(page, *cards(ALL.deal.hands[0][1]))
    expect(pressed).to_have_text(re.compile(f"^{ALL.deal.hands[0][1]}"))
    tap(page, *cards(*others, second))
    expect(page.locator("#turn")).to_contain_text(f"Turn 2 of {ALL.deal.turns_left}")


def test_undo_goes_back_within_turns_and_across_them(sit: Any) -> None:
    page = sit(LOW)
    tap(page, *cards(90, 10), Step(row=3))
    expect(page.locator("#done")).to_be_visible()
    page.locator("#undo").click()
    message(page, "Taken back.")
    expect(page.locator(".row.choose")).to_have_count(4)
    page.keyboard.press("u")
    page.locator("#undo-turn").click()
    expect(page.locator(".card .value")).to_have_text(["10", "90"])
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")


# -- what is said --------------------------------------------------------------------------------------------------


def test_the_exact_answer(sit: Any) -> None:
    """Of every first card: can the goal still be reached, as the engine in Python says?"""
    page = sit(CARD)
    kind = kind_named("only-card")
    for card in CARD.deal.hands[0]:
        tap(page, *cards(card))
        if kind.accepts(CARD, str(card)):
            expect(page.locator("#done-text")).to_have_text(f"The {card} it is.")
        else:
            message(page, f"The {card} gives it away, that is proven.")
            page.locator(".card").last.click()
            message(page, "The answer is given; take the play back first.")
        page.locator("#undo").click()
    page = sit(ORDER)
    while page.locator("#message").inner_text() != "No. From here it cannot be done any more; every way on was tried.":
        page.locator(".card").last.click()
        page.locator("#ask").click()
        message(page, re.compile("^(Yes|No)\\. "))
    page.locator("#restart").click()
    page.locator("#ask").click()
    message(page, "Yes. From here it can still be done.")


def test_more_than_the_goal_allows_is_said(sit: Any) -> None:
    page = sit(ORDER)
    for card in reversed(ORDER.deal.hands[0]):
        tap(page, *cards(card))
        if page.locator(".row.choose").count():
            page.locator(".row").first.click()
    message(page, "All cards are played, but 0 is possible.")
    expect(page.locator("#done")).to_be_hidden()


def test_of_a_bare_deal_the_answer_is_how_few(sit: Any) -> None:
    page = sit(LOW)
    expect(page.locator("#task")).to_have_text("Take as few bullheads as you can.")
    page.locator("#ask").click()
    message(page, "From here at least 3 more bullheads are taken.")
    page = sit("#sn1:n4/2p#a seed <b>")
    expect(page.locator("#title")).to_have_text("A deal of your own")


def test_a_deal_that_one_person_cannot_play_is_not_opened(visit: Visit, nimmt_address: str) -> None:
    scripts = ((10, 90), (55, 20))
    page = visit(f"#{encode_deal(Deal(Rules(), LOW.rows, LOW.hands, script=scripts))}", at=nimmt_address)
    expect(page.locator("#practice")).to_be_visible()  # where a site without days leads


def hints(page: Page) -> list[str]:
    """All three steps of the hint, without their headings."""
    for level in (1, 2, 3):
        page.locator("#hint").click()
        expect(page.locator("#hint-list li")).to_have_count(level)
    return [re.sub(r"^Step \d of 3\s*", "", step) for step in page.locator("#hint-list li").all_inner_texts()]


@pytest.mark.parametrize("puzzle", [DEARER, ALL], ids=lambda puzzle: puzzle.kind)
def test_following_the_hints_solves_the_puzzle(sit: Any, puzzle: Puzzle) -> None:
    page = sit(puzzle)
    while not page.locator("#done").is_visible():
        first, second, third = hints(page)
        assert first == "You are on a way that works."
        assert not re.search(r"\d", second.replace("Player", "").partition(":")[2] or second)
        found = re.fullmatch(r"(Play the|Take row) (\d+)\.", third)
        assert found is not None
        number = int(found[2])
        tap(page, Step(card=number) if found[1] == "Play the" else Step(row=number))
    expect(page.locator("#done-title")).to_have_text("Solved")


def test_where_the_goal_is_lost_the_hint_says_how_far_to_go_back(sit: Any) -> None:
    page = sit(CARD)
    kind = kind_named("only-card")
    wrong = next(card for card in CARD.deal.hands[0] if not kind.accepts(CARD, str(card)))
    right = next(card for card in CARD.deal.hands[0] if kind.accepts(CARD, str(card)))
    tap(page, *cards(wrong))
    first, second, third = hints(page)
    assert first == "From here it cannot be done any more; every way on was tried."
    assert second == "Go back to an earlier turn."
    assert third == f"Take back one step, and then: Play the {right}."


# -- what is kept, shared and printed --------------------------------------------------------------------------------


def test_a_game_goes_on_after_a_reload(sit: Any) -> None:
    page = sit(LOW)
    tap(page, *cards(90, 10))
    page.reload()
    message(page, "Your game goes on where you left it.")
    expect(page.locator(".row.choose")).to_have_count(4)


def test_what_is_shared_has_no_solution_in_it(sit: Any) -> None:
    page = sit(DEARER)
    page.locator("#hint").click()
    expect(page.locator("#hint-list li")).to_have_count(1)
    tap(page, *steps_of(DEARER))
    page.locator("#done-share").click()
    first, facts, symbols, link = page.locator("#share-text").input_value().split("\n")
    assert first == "Sample page, No. 3 (6 nimmt!: Sacrifice, medium): solved."
    assert re.fullmatch(r"\d+ bullheads? taken\. Hints: 1\. Taken back: 0\.", facts)
    assert re.fullmatch("[▮▯]( [▮▯])*", symbols)
    assert link.endswith(f"#{DEARER.identifier}")


def test_the_printed_sheet_has_the_solution_on_a_page_of_its_own(sit: Any, tmp_path: Path) -> None:
    from pypdf import PdfReader

    page = sit(ORDER)
    page.pdf(path=tmp_path / "sheet.pdf")
    puzzle, solution = (sheet.extract_text() for sheet in PdfReader(tmp_path / "sheet.pdf").pages)
    assert "Order your cards so that you take no bullheads." in puzzle
    for order in ORDER.deal.script[1:]:
        assert re.search(r"\s+".join(map(str, order or ())), puzzle)
    assert "Solution" not in puzzle
    game = Game(ORDER.deal)
    game.play(ORDER.solution)
    assert [int(card) for card in re.findall(r"(?:You|Player \d): (\d+)", solution)] == [
        laid.card for turn in game.moment.turns for laid in turn
    ]


def test_practice_lists_the_kinds_by_name_in_german_too(visit: Visit, nimmt_address: str) -> None:
    page = visit("#practice", at=nimmt_address, locale="de-DE")
    names = ["alle", "Niemand nimmt", "Einzige Karte", "Opfer", "Nichts nehmen"]
    expect(page.locator("#practice-kind option")).to_have_text(names)
    page.locator("#practice-list a").nth(2).click()
    expect(page.locator("#task")).to_contain_text("Wer immer die billigste Reihe nimmt, nimmt mehr.")
    page.locator("#open-help").click()
    expect(page.locator("#help-rules")).to_contain_text("Die sechste Karte einer Reihe nimmt die fünf")


@pytest.mark.parametrize(
    ("size", "rules"), [(PHONE, WCAG), (PHONE | {"color_scheme": "dark"}, ["color-contrast"])], ids=["phone", "night"]
)
def test_axe_finds_nothing_and_all_targets_are_large(sit: Any, size: dict[str, Any], rules: list[str]) -> None:
    page = sit(LOW, bypass_csp=True, **size)
    tap(page, *cards(90, 10))
    assert Axe().run(page, options={"runOnly": rules}).violations_count == 0
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
