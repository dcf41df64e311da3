"""Post-mortems, held to brute force on small deals; mistakes that are known; ranges where a budget ends the search."""

from __future__ import annotations

import random
from typing import Any

import pytest

from benchmarks.random_deals import solved_deals
from puzzles.analysis.post_mortem import DEFAULT_BUDGET, MissedTrick, Step, moments_of, post_mortem
from solver import Budget, Deal, InputError, Line, Position, Rules, parse_line, read_deal, solve
from solver.the_game import portfolio, reference
from solver.the_game.notation import Play, Turn
from solver.the_game.referee import replay

FULL = read_deal("tg1:standard/1p#1")
ONE_PILE = {"ascending": 1, "descending": 0, "step": 0}


def careless_line(deal: Deal, seed: int) -> Line:
    """A legal line that mostly lays the nearest card and ends turns as soon as it may, until it is stuck or has won."""
    rng = random.Random(seed)
    position = rng.choice(deal.starts())
    turns: list[Turn] = []
    plays: list[Play] = []

    def distance(laid: tuple[int, int]) -> int:
        return 0 if position.is_trick(*laid) else abs(laid[0] - position.piles[laid[1]])

    while not position.won:
        choices = list(position.plays())
        if position.may_end_turn and (not choices or rng.random() < 0.7):
            turns.append(Turn(tuple(plays), position.to_play))
            plays, position = [], position.end_turn()
        elif choices:
            card, pile = rng.choice(choices) if rng.random() < 0.2 else min(choices, key=distance)
            plays.append(Play(card, position.rules.pile_name(pile)))
            position = position.play(card, pile)
        else:
            break
    return Line((*turns, Turn(tuple(plays), position.to_play)), closed=False)


# -- against brute force -------------------------------------------------------------------------------------------


def test_mistake_and_cards_left_are_those_of_brute_force() -> None:
    kinds: set[str] = set()
    for number, (deal, _) in enumerate(solved_deals(71, 150)):
        line = careless_line(deal, number)
        moments = moments_of(deal, replay(deal, line))
        left = [reference.solve(moment.deal).cards_left_bound for moment in moments]
        assert left == sorted(left)
        found = post_mortem(deal, line)
        assert (found.open_steps, found.stopped_by) == ((), None)
        assert found.start_status == ("unwinnable" if left[0] else "winnable")
        assert found.status == ("unwinnable" if left[-1] else "winnable")

        lost = next((index for index, cards in enumerate(left) if cards), None)
        assert found.mistake == (moments[lost].step if lost else None)
        if found.mistake is not None and lost:
            kinds.add(found.mistake.kind)
            assert found.values is not None
            assert found.values.deal == moments[lost - 1].deal
            assert found.would_have_kept
            assert all(solve(moments[lost - 1].deal).status == "winnable" for _ in found.would_have_kept)
            played = [choice for choice in found.values.choices if choice.play == found.mistake.play]
            if found.mistake.kind != "start":
                assert [choice.status for choice in played] == ["unwinnable"] * len(played)
                assert played

        beginnings: dict[int, int] = {}
        for before, moment in zip(left, moments[1:], strict=False):
            assert moment.step is not None
            beginnings.setdefault(moment.step.turn, before)
        assert [score.turn for score in found.scores] == list(range(1, len(found.scores) + 1))
        assert {score.turn: score.cards_left for score in found.scores} == beginnings
        assert all(score.cards_left == score.bound for score in found.scores)
    assert kinds == {"play", "end", "start"}


# -- known mistakes ------------------------------------------------------------------------------------------------


def test_a_play_that_loses() -> None:
    deal = Deal(Rules(high=9, hand_size=2, min_plays=1, **ONE_PILE), ((3, 5),), (4, 6))
    found = post_mortem(deal, "3@A1 5@A1 | 6@A1")
    assert found.mistake == Step(1, 2, 0, Play(5, "A1"), "play")
    assert [(choice.play, choice.line) for choice in found.would_have_kept] == [(None, "| 4@A1 | 5@A1 | 6@A1 |")]
    assert (found.start_status, found.status) == ("winnable", "unwinnable")
    assert [(score.cards_left, score.bound) for score in found.scores] == [(0, 0), (1, 1)]


def test_an_end_of_the_turn_that_loses() -> None:
    deal = Deal(Rules(high=7, hand_size=3, **ONE_PILE), ((2, 3, 4),), (6, 7, 5))
    found = post_mortem(deal, "2@A1 3@A1 | 4@A1 6@A1")
    assert found.mistake == Step(1, 0, 0, None, "end")
    assert [choice.play for choice in found.would_have_kept] == [Play(4, "A1")]


def test_the_wrong_player_starts() -> None:
    deal = Deal(Rules(high=9, hand_size=1, **ONE_PILE), ((3,), (2,)))
    found = post_mortem(deal, "p0: 3@A1")
    assert found.mistake == Step(1, 0, 0, None, "start")
    assert [(choice.player, choice.play) for choice in found.would_have_kept] == [(1, Play(2, "A1"))]


def test_lost_from_the_start_and_never_lost() -> None:
    lost = post_mortem(Deal(Rules(high=9, **ONE_PILE), ((3,),), (2,), (5,), 0), "")
    assert (lost.start_status, lost.mistake, lost.values, lost.scores) == ("unwinnable", None, None, ())
    won = post_mortem(FULL, solve(FULL).line)
    assert (won.start_status, won.status, won.mistake, won.report.won) == ("winnable", "winnable", None, True)
    assert {(score.cards_left, score.bound) for score in won.scores} == {(0, 0)}
    assert won.nodes == 0  # a line that wins proves that all its moments could be won


def test_of_an_illegal_line_the_legal_part_is_looked_at() -> None:
    deal = Deal(Rules(high=9, hand_size=2, min_plays=1, **ONE_PILE), ((3, 5),), (4, 6))
    found = post_mortem(deal, "3@A1 5@A1 | 6@A1 4@A1 | 7@A1")
    assert found.report.fault is not None
    assert (found.report.fault.turn, found.report.fault.play) == (2, 2)
    assert "4 does not fit on A1" in found.report.fault.why
    assert found.line == "3@A1 5@A1 | 6@A1"
    assert found.mistake == Step(1, 2, 0, Play(5, "A1"), "play")
    early = post_mortem(Deal(Rules(), ((3, 5, 9),), (4, 6)), "3@A1 | 5@A1")
    assert early.report.fault is not None
    assert "drawing early" in early.report.fault.why
    assert early.line == "3@A1"
    other = post_mortem(Deal(Rules(), ((3,), (5,))), "p0: 3@A1 | p0: 5@A1")
    assert other.line == "p0: 3@A1 |"
    with pytest.raises(InputError, match="column 1"):
        post_mortem(FULL, "nonsense")


# -- missed tricks -------------------------------------------------------------------------------------------------


def missed(deal: Deal, line: str) -> list[MissedTrick]:
    return list(post_mortem(deal, line).missed_tricks)


def test_missed_tricks() -> None:
    deal = Deal(Rules(high=40, hand_size=4, ascending=1, descending=1), ((10, 20, 25, 30),), (39,))
    # 10 falls back behind 20: taken at once, taken later in the game, covered, laid elsewhere, or left to the end.
    assert missed(deal, "20@A1 10@A1 |") == []
    assert missed(deal, "30@D1 20@A1 | 10@A1") == []
    assert missed(deal, "20@A1 25@A1 |") == [MissedTrick(1, 0, Play(10, "A1"), 1, Play(25, "A1"))]
    assert missed(deal, "20@A1 10@D1 |") == [MissedTrick(1, 0, Play(10, "A1"), 1, Play(10, "D1"))]
    assert missed(deal, "20@A1 30@D1 |") == [MissedTrick(1, 0, Play(10, "A1"), None, None)]
    assert missed(deal, "25@D1 20@A1 | 39@A1") == [MissedTrick(1, 0, Play(10, "A1"), 2, Play(39, "A1"))]


def test_a_trick_is_missed_only_by_a_player_who_could_lay_it() -> None:
    """Player 1 lays 20 and covers it in the same turn: player 0, who holds 10, never had the chance."""
    rules = Rules(high=40, hand_size=3, ascending=1, descending=1, min_plays=1)
    deal = Deal(rules, ((10, 11, 12), (20, 25, 26)), (), None, 1)
    assert missed(deal, "p1: 20@A1 25@A1 | p0: 12@D1") == []
    assert missed(deal, "p1: 20@A1 | p0: 11@D1 | p1: 25@A1") == [MissedTrick(2, 0, Play(10, "A1"), 3, Play(25, "A1"))]


# -- budgets -------------------------------------------------------------------------------------------------------


def test_what_the_budget_leaves_open_is_a_range() -> None:
    line = careless_line(FULL, 5)
    whole = post_mortem(FULL, line)
    assert whole.mistake is not None
    assert whole.stopped_by is None
    budget = Budget(max_nodes=6_000)
    part = post_mortem(FULL, line, budget=budget)
    assert part.nodes <= 6_000
    assert part == post_mortem(FULL, line, budget=budget)
    assert (part.mistake, part.stopped_by) == (None, "nodes")
    assert whole.mistake in part.open_steps
    for rough, exact in zip(part.scores, whole.scores, strict=True):
        assert rough.bound <= exact.cards_left
        assert exact.bound <= rough.cards_left


@pytest.mark.parametrize("interrupted", [0, 1, 4])
def test_ctrl_c_keeps_what_is_known(monkeypatch: pytest.MonkeyPatch, interrupted: int) -> None:
    calls = 0

    def once_more(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > interrupted:
            raise KeyboardInterrupt
        return portfolio.solve(*arguments, **options)

    monkeypatch.setattr("puzzles.analysis.shared_budget.solve", once_more)
    found = post_mortem(FULL, careless_line(FULL, 5))
    assert found.stopped_by == "interrupt"
    assert found.mistake is None
    assert found.open_steps
    assert found.start_status == ("winnable" if interrupted else "unknown")


def test_positions_are_those_of_the_rules() -> None:
    """Moments go by ``Position`` alone, with every kind of step in its place."""
    deal = Deal(Rules(high=9, hand_size=1, min_plays=1, **ONE_PILE), ((3,), (2,)), (5, 4))
    moments = moments_of(deal, replay(deal, parse_line("p1: 2@A1 | p0: 3@A1 |")))
    kinds = [moment.step and moment.step.kind for moment in moments]
    assert kinds == [None, "start", "play", "end", "play", "end"]
    last = moments[-1].position
    assert last == Position(deal.rules, ((4,), (5,)), (), (3,), 1)
    assert DEFAULT_BUDGET.max_nodes
