"""The kinds: what they deal, what they prove, which answers they accept, and that false puzzles are found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.analysis.values import value_plays
from puzzles.difficulty import VERSION
from puzzles.difficulty.formula import score_of, tier_of
from puzzles.generate import Search
from puzzles.kind import Rejected, TheGameKind
from puzzles.kinds import kind_named, kinds
from puzzles.kinds.endgame import Endgame
from puzzles.kinds.only_play import FEWEST_PLAYS
from puzzles.puzzle import Difficulty, Goal, Puzzle, Tier
from puzzles.verify import fault, faults
from solver import Deal, InputError, Rules, parse_line, read_deal, verify
from solver.the_game.identifiers import encode_deal
from solver.the_game.portfolio import solve

CHEAP = ("endgame", "mini", "only-play", "par", "rescue")
"""Kinds of which a puzzle is made in a second or two."""


def first_puzzle(name: str) -> Puzzle:
    puzzle = next(Search(kind_named(name), None, "test").puzzles(200))
    assert isinstance(puzzle, Puzzle)
    return puzzle


@pytest.fixture(scope="module")
def puzzles() -> dict[str, Puzzle]:
    return {name: first_puzzle(name) for name in CHEAP}


# -- the registry --------------------------------------------------------------------------------------------------


def test_the_kinds_of_the_game_are_there() -> None:
    of_the_game = {name for name, kind in kinds().items() if isinstance(kind, TheGameKind)}
    assert of_the_game == {"endgame", "full-deal", "mini", "only-play", "par", "rescue", "small-hand"}


def test_each_kind_has_a_task_of_one_sentence_and_goes_by_its_name() -> None:
    for name, kind in kinds().items():
        assert kind_named(name) is kind
        assert kind.task.endswith(".")
        assert kind.task.count(".") == 1


def test_an_unknown_kind_is_an_error_that_names_the_known() -> None:
    with pytest.raises(InputError, match=r'expected one of .*mini, .* not "chess"'):
        kind_named("chess")


# -- candidates ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(kinds()))
def test_the_same_seed_gives_the_same_deal(name: str) -> None:
    kind = kind_named(name)
    tiers: tuple[Tier | None, ...] = (None, "easy", "hard")
    for tier in tiers:
        try:
            deal = kind.candidate("a", tier)
        except Rejected:
            with pytest.raises(Rejected):
                kind.candidate("a", tier)
        else:
            assert kind.candidate("a", tier) == deal


@pytest.mark.parametrize(
    ("name", "tier", "deal"),
    [
        ("full-deal", None, "tg1:expert/1p#golden"),
        ("small-hand", None, "tg1:n6/1p#golden"),
        ("mini", None, "tg1:h21a1d1n4/2p#golden"),
        ("mini", "hard", "tg1:h31a1d1n4/1p#golden"),
        ("par", "hard", "tg1:h21n2/1p#golden"),
    ],
)
def test_golden_fresh_deals(name: str, tier: Tier | None, deal: str) -> None:
    candidate = kind_named(name).candidate("golden", tier)
    assert (candidate.seed, candidate) == (deal, read_deal(deal))


@pytest.mark.parametrize(
    ("name", "deal"),
    [
        ("endgame", "tg1:standard:wxzj6l1JHrdixE41R"),
        ("only-play", "tg1:standard:wxzj6l1JHrdixE41R"),
        ("rescue", "tg1:standard:279TDBoa8ajgUFU"),
    ],
)
def test_golden_positions(name: str, deal: str) -> None:
    assert encode_deal(kind_named(name).candidate("golden-2", "hard")) == deal


# -- what is proven ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHEAP)
def test_the_solution_reaches_the_goal_and_nothing_does_better(puzzles: dict[str, Puzzle], name: str) -> None:
    puzzle = puzzles[name]
    report = verify(puzzle.deal, puzzle.solution)
    best = solve(puzzle.deal, objective=puzzle.goal.objective)
    assert best.optimal
    assert report.cards_left == best.cards_left == puzzle.goal.cards_left
    assert (puzzle.goal.cards_left > 0) == (name == "rescue")
    if puzzle.goal.objective != "cards":
        assert best.value == puzzle.goal.value == getattr(report, puzzle.goal.objective)
    assert kind_named(name).accepts(puzzle, best.line)


@pytest.mark.parametrize("name", CHEAP)
def test_somebody_falls_into_a_trap(puzzles: dict[str, Puzzle], name: str) -> None:
    features = puzzles[name].difficulty.features
    rates = [features[f"win_{player}"] for player in ("gap", "tricks", "ahead")]
    assert None not in rates
    assert min(rate for rate in rates if rate is not None) < 1
    assert features["traps"] or features["win_gap"] == 0


def test_an_only_play_is_the_only_one(puzzles: dict[str, Puzzle]) -> None:
    puzzle, kind = puzzles["only-play"], kind_named("only-play")
    values = value_plays(puzzle.deal)
    winning = {(choice.play.card, choice.play.pile) for choice in values.winning if choice.play}
    assert len({card for card, _ in winning}) == 1
    assert len(values.plays) >= FEWEST_PLAYS
    for choice in values.plays:
        assert choice.play is not None
        right = (choice.play.card, choice.play.pile) in winning
        assert kind.accepts(puzzle, f"{choice.play.card}@{choice.play.pile}") == right
    assert not kind.accepts(puzzle, "")


# -- answers -------------------------------------------------------------------------------------------------------

ENDGAME = Deal(Rules(), ((20, 60), (30, 31)), (), (10, 12, 90, 80), 0)


@pytest.mark.parametrize(
    ("goal", "line", "accepted"),
    [
        (Goal(), "20@A1 60@A1 | 30@A2 31@A2 |", True),
        (Goal(), "p0: 60@D1 20@D1 | p1: 31@D2 30@D2", True),
        (Goal(), "20@A1 60@A1 | 30@A2", False),
        (Goal(), "20@A1 60@A1 | 20@A1", False),
        (Goal(), "", False),
        (Goal(objective="turns", value=2), "20@A1 60@A1 | 30@A2 31@A2 |", True),
        (Goal(objective="turns", value=2), "20@A1 | 30@A2 | 60@A1 | 31@A2 |", False),
        (Goal(objective="tricks", value=0), "20@A1 60@A1 | 30@A2 31@A2 |", True),
        (Goal(value=1, cards_left=1), "20@A1 60@A1 | 30@A2 |", True),
        (Goal(answer="play"), "60@D1", True),
        (Goal(answer="play"), "31@D2", False),
        (Goal(answer="play"), "60@D3", False),
    ],
)
def test_any_line_that_reaches_the_goal_is_accepted(goal: Goal, line: str, accepted: bool) -> None:
    puzzle = Puzzle("endgame", ENDGAME, goal, parse_line("20@A1 60@A1 | 30@A2 31@A2 |"), Difficulty(1, "easy", 1.0, {}))
    assert kind_named("endgame").accepts(puzzle, line) is accepted


def test_a_text_that_is_no_line_is_an_error() -> None:
    with pytest.raises(InputError):
        kind_named("mini").accepts(first_puzzle("mini"), "win!")


# -- verify --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHEAP)
def test_a_puzzle_is_proven_anew(puzzles: dict[str, Puzzle], name: str) -> None:
    assert fault(puzzles[name]) is None


def falsified(puzzle: Puzzle) -> dict[str, Puzzle]:
    """The puzzle with one thing wrong, by what the message has to say."""
    difficulty = puzzle.difficulty
    tier: Tier = "easy" if difficulty.tier != "easy" else "hard"
    fewer = replace(puzzle.goal, value=puzzle.goal.value + 1)
    return {
        "the goal is": replace(puzzle, goal=fewer),
        "the solution does not reach": replace(
            puzzle, solution=replace(puzzle.solution, turns=puzzle.solution.turns[:1])
        ),
        "the difficulty is": replace(puzzle, difficulty=replace(difficulty, tier=tier)),
        "comes out as": replace(puzzle, difficulty=replace(difficulty, features={**difficulty.features, "traps": 99})),
        "no puzzle of the kind": replace(puzzle, deal=read_deal("tg1:n4/1p#1")),
    }


def test_a_difficulty_stands_only_as_it_is_measured_now(puzzles: dict[str, Puzzle]) -> None:
    """Not even if score and tier follow from what it says, and not for an earlier version of the formula."""
    puzzle = puzzles["endgame"]
    features = {**puzzle.difficulty.features, "undecided": 0.5, "bits": 30.0}
    score = score_of(features)
    consistent = Difficulty(VERSION, tier_of(score), score, features)
    assert "the difficulty is" in (fault(replace(puzzle, difficulty=consistent)) or "")
    for difficulty in (consistent, puzzle.difficulty):
        earlier = replace(puzzle, difficulty=replace(difficulty, version=VERSION - 1))
        assert f"measured by version {VERSION - 1} of the formula" in (fault(earlier) or "")
        later = replace(puzzle, difficulty=replace(difficulty, version=VERSION + 1))
        assert "the difficulty is" in (fault(later) or "")


@pytest.mark.parametrize("name", CHEAP)
def test_what_is_false_is_found(puzzles: dict[str, Puzzle], name: str) -> None:
    for said, false in falsified(puzzles[name]).items():
        assert said in (fault(false) or ""), said


def test_a_deal_that_cannot_be_won_is_no_win(puzzles: dict[str, Puzzle]) -> None:
    lost = replace(puzzles["rescue"], kind="endgame", goal=Goal())
    assert Endgame().why_not(lost.deal) is None
    assert "cannot be won" in (fault(lost) or "")


@pytest.mark.parametrize("name", ["full-deal", "small-hand"])
def test_whole_games_are_proven_too(name: str) -> None:
    puzzle = first_puzzle(name)
    assert verify(puzzle.deal, puzzle.solution).won
    assert puzzle.deal.cards_left == 98
    assert fault(puzzle) is None


def test_what_cannot_be_read_is_a_fault_among_others() -> None:
    assert [said is None for said in faults(["{", '{"kind": "chess"}'])] == [False, False]
