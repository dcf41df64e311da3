from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import IllegalPlay
from solver.the_game.deal import Deal, deal_from_json
from solver.the_game.notation import Line, Play, Turn, line_from_json, parse_line
from solver.the_game.referee import (
    Fault,
    ReplayedPlay,
    ReplayedTurn,
    Report,
    annotate,
    line_json,
    line_text,
    verify,
)
from solver.the_game.rules import PRESETS, Rules
from tests.the_game.strategies import legal_lines, random_deals

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parents[1] / "data" / "toy_truth.jsonl").read_text().splitlines()
]

SOLO = Deal(Rules(hand_size=4), ((12, 15, 88, 98),), (30, 20))
"""Alone, four in hand, two to come."""
PAIR = Deal(Rules(hand_size=2), ((10, 20), (30, 40)), (50, 60))
"""Two players, who may choose who starts."""


def ruling(deal: Deal, text: str) -> Report:
    return verify(deal, parse_line(text))


def fault(deal: Deal, text: str) -> Fault:
    report = ruling(deal, text)
    assert (report.legal, report.won, report.cards_left, report.stuck) == (False, False, None, False)
    assert report.fault is not None
    return report.fault


# -- known deals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_optimal_lines_of_the_toy_deals_are_worth_what_they_claim(case: dict[str, Any]) -> None:
    deal, truth = deal_from_json(case["deal"]), case["truth"]
    for objective in ("turns", "tricks"):
        text = truth[f"line_{objective}"]
        report = ruling(deal, text)
        assert report.legal, report.fault
        assert (report.won, report.cards_left) == (truth["winnable"], truth["cards_left"])
        assert getattr(report, objective) == truth[objective]
        # These lines are written in the canonical form, so players and stars are checked as well.
        assert line_text(deal, parse_line(text)) == text


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_legal_first_plays_of_the_toy_deals(case: dict[str, Any]) -> None:
    deal = deal_from_json(case["deal"])
    listed = [(play["card"], play["pile"]) for play in case["truth"]["first_plays"]]
    assert listed == [(c, s.rules.pile_name(p)) for s in deal.starts() for c, p in s.plays()]
    for start in deal.starts():
        for card in start.hand:
            for pile in range(deal.rules.pile_count):
                play = Play(card, deal.rules.pile_name(pile))
                report = verify(deal, Line((Turn((play,), start.to_play),), closed=False))
                assert report.legal == ((card, play.pile) in listed)


# -- what a line is worth --------------------------------------------------------------------------------------


def test_a_won_line() -> None:
    report = ruling(SOLO, "12@A1 15@A1 | 98@D1 88@D1 | 20@A1 30@A1")
    assert report == Report(True, True, 0, 3, 0, False, None)
    assert ruling(SOLO, "12@A1 15@A1 | 98@D1 88@D1 | 20@A1 30@A1 |") == report


def test_tricks_and_turns_are_counted() -> None:
    report = ruling(SOLO, "12@A1 15@A1 88@D1 98@D1 | 20@A1 30@A1")
    assert (report.turns, report.tricks, report.won) == (2, 1, True)


def test_a_star_means_nothing() -> None:
    deal = Deal(Rules(), ((56, 60),), (2,), (46, 1, 100, 100), 0)
    assert ruling(deal, "56@A1*") == ruling(deal, "56@A1")
    assert ruling(deal, "56@A1*").tricks == 0


def test_a_play_in_the_direction_of_the_pile_is_no_trick_however_far() -> None:
    deal = Deal(Rules(), ((36, 66),), (), (56, 1, 46, 100), 0)
    assert ruling(deal, "66@A1 36@D1").tricks == 0
    assert line_text(deal, parse_line("66@A1* 36@D1*")) == "66@A1 36@D1"


def test_a_line_may_stop_anywhere() -> None:
    for text, left in (("", 6), ("12@A1", 5), ("12@A1 15@A1", 4), ("12@A1 15@A1 |", 4), ("12@A1 15@A1 | 98@D1", 3)):
        report = ruling(SOLO, text)
        assert (report.legal, report.won, report.cards_left, report.stuck) == (True, False, left, False)


def test_the_turn_order_and_the_draw_are_checked_with_several_players() -> None:
    assert ruling(PAIR, "p1: 30@A1 40@A1 | p0: 10@A2 20@A2 | p1: 50@A1 60@A1").won
    assert ruling(PAIR, "30@A1 40@A1 | 10@A2 20@A2 | 50@A1 60@A1").won
    # Player 0 draws first here and gets the 50 and the 60.
    assert fault(PAIR, "10@A1 20@A1 | 30@A1 40@A1 | p1: 50@A1 60@A1") == Fault(
        3, 0, "it is the turn of player 0, not of player 1"
    )
    assert ruling(PAIR, "10@A1 20@A1 | 30@A1 40@A1 | p0: 50@A1 60@A1").won


# -- stuck -----------------------------------------------------------------------------------------------------

STUCK = Deal(Rules(hand_size=2), ((35, 46),), (2, 3), (50, 60, 40, 30), 0)
"""Of the 35 and the 46 only the 35 fits, on D1, and the minimum is 2."""


def test_stuck_at_once_and_after_laying_what_fits() -> None:
    assert (ruling(STUCK, "").stuck, ruling(STUCK, "").cards_left, ruling(STUCK, "").turns) == (True, 4, 0)
    report = ruling(STUCK, "35@D1")
    assert report == Report(True, False, 3, 1, 0, True, None)


def test_a_bad_first_play_may_make_a_turn_stuck() -> None:
    deal = Deal(Rules(hand_size=2), ((45, 46),), (2, 3), (44, 60, 40, 30), 0)
    assert not ruling(deal, "45@A1").stuck
    assert ruling(deal, "46@A1").stuck


def test_with_an_open_start_stuck_means_that_nobody_can_begin() -> None:
    piles = (50, 60, 40, 30)
    assert ruling(Deal(Rules(hand_size=2), ((46, 47), (48, 49)), (2,), piles), "").stuck
    assert not ruling(Deal(Rules(hand_size=2), ((46, 47), (61, 62)), (2,), piles), "").stuck


def test_a_won_deal_is_not_stuck() -> None:
    assert ruling(Deal(Rules(), ((),)), "") == Report(True, True, 0, 0, 0, False, None)


# -- the end of the last turn ----------------------------------------------------------------------------------


def test_an_unsaid_end_counts_only_if_nothing_more_can_be_laid() -> None:
    # After 45 and 44 on D1 the 47 fits nowhere: the turn is over, and with 48 and 49 drawn the next one is stuck.
    deal = Deal(Rules(hand_size=3), ((44, 45, 47),), (48, 49, 3), (60, 70, 46, 30), 0)
    assert ruling(deal, "45@D1 44@D1") == ruling(deal, "45@D1 44@D1 |")
    assert ruling(deal, "45@D1 44@D1").stuck
    # With the 43 instead of the 47 the player could go on, so the turn is not over unless the line says so.
    other = Deal(Rules(hand_size=3), ((43, 44, 45),), (48, 49), (60, 70, 46, 30), 0)
    assert annotate(other, parse_line("45@D1 44@D1"))[0].drawn == ()
    assert annotate(other, parse_line("45@D1 44@D1 |"))[0].drawn == (48, 49)


def test_an_unsaid_end_of_a_turn_that_emptied_the_hand() -> None:
    deal = Deal(Rules(hand_size=2), ((12, 15),), (3, 4), (1, 1, 20, 21), 0)
    (turn,) = annotate(deal, parse_line("12@A1 15@A1"))
    assert (turn.ended, turn.hand, turn.drawn) == (True, (3, 4), (3, 4))


def test_an_unsaid_end_below_the_minimum_is_no_end() -> None:
    (turn,) = annotate(STUCK, parse_line("35@D1"))
    assert (turn.ended, turn.drawn) == (False, ())


MID_TURN = Deal(Rules(hand_size=4), ((30, 40),), (50, 60), (20, 1, 100, 100), 0, 2)


def test_a_line_may_begin_by_ending_the_turn_under_way() -> None:
    report = ruling(MID_TURN, "| 30@A1 40@A1 50@A1 60@A1")
    assert (report.won, report.turns) == (True, 1)
    assert ruling(MID_TURN, "30@A1 40@A1 | 50@A1 60@A1").turns == 2
    assert fault(MID_TURN, "50@A1") == Fault(1, 1, "player 0 does not hold 50: it is still in the draw pile")
    early = Deal(Rules(hand_size=4), ((30, 40),), (50, 60), (20, 1, 100, 100), 0, 1)
    assert fault(early, "| 30@A1").turn == 1
    assert "put down 1 of at least 2" in fault(early, "| 30@A1").why
    assert fault(SOLO, "|").play == 0


@pytest.mark.parametrize("deck", [(50, 60), ()])
def test_a_turn_under_way_that_emptied_the_hand_may_be_ended_or_taken_as_ended(deck: tuple[int, ...]) -> None:
    deal = Deal(Rules(hand_size=2), ((), (30, 40)), deck, (20, 1, 100, 100), 0, 2)
    said = ruling(deal, "p0: | p1: 30@A1 40@A1")
    assert (said.legal, said.turns, said.cards_left) == (True, 1, len(deck))
    assert ruling(deal, "| 30@A1 40@A1") == ruling(deal, "30@A1 40@A1") == ruling(deal, "p1: 30@A1 40@A1") == said
    assert fault(deal, "p0: 30@A1") == Fault(1, 1, "player 0 does not hold 30: player 1 holds it")


def test_a_won_position_in_mid_turn() -> None:
    deal = Deal(Rules(), ((), ()), (), (20, 1, 100, 100), 1, 3)
    assert ruling(deal, "").won
    assert ruling(deal, "|").won
    assert fault(deal, "| |").turn == 2


def test_a_last_turn_without_cards_only_says_who_is_to_play() -> None:
    assert ruling(PAIR, "10@A1 20@A1 | p1:") == ruling(PAIR, "10@A1 20@A1 |")
    assert fault(PAIR, "10@A1 20@A1 | p0:") == Fault(2, 0, "it is the turn of player 1, not of player 0")
    assert line_text(PAIR, parse_line("10@A1 20@A1 | p1:")) == "p0: 10@A1 20@A1 |"
    # Nothing fits any more in this turn, and its minimum is reached, but only a | ends it.
    deal = Deal(Rules(hand_size=4), ((42, 45),), (52, 55, 3), (60, 70, 30, 20), 0, 2)
    assert ruling(deal, "p0:") == ruling(deal, "")
    assert not ruling(deal, "p0:").stuck
    assert ruling(deal, "p0: |").stuck


# -- who starts ------------------------------------------------------------------------------------------------


def test_with_an_open_start_the_first_card_or_the_prefix_decides() -> None:
    assert annotate(PAIR, parse_line("30@A1"))[0].player == 1
    assert annotate(PAIR, parse_line("p0: 10@A1"))[0].player == 0
    assert fault(PAIR, "p0: 30@A1") == Fault(1, 1, "player 0 does not hold 30: player 1 holds it")
    assert fault(PAIR, "50@A1").why == "player 0 does not hold 50: it is still in the draw pile"
    assert fault(PAIR, "|").play == 0


def test_a_starter_with_an_empty_hand_draws_and_the_turn_passes() -> None:
    deal = Deal(Rules(hand_size=2), ((), (30, 40)), (50, 60), (1, 1, 100, 100))
    # Either player 1 starts and draws the 50 and the 60, or player 0 was chosen and has drawn them before.
    assert annotate(deal, parse_line("p1: 30@A1 40@A1 | p0: 50@A1 60@A1"))[0].drawn == ()
    assert annotate(deal, parse_line("p1: 30@A1 40@A1 | p1: 50@A1 60@A1"))[0].drawn == (50, 60)


def test_between_two_possible_starts_the_one_without_a_draw_is_meant() -> None:
    # From the other start, with the 60 drawn by player 0, the deck is empty and the minimum of player 1 is 2.
    rules = Rules(hand_size=2, min_plays=1, min_plays_empty=2)
    deal = Deal(rules, ((), (30, 40)), (60,), (35, 41, 28, 29))
    assert [start.to_play for start in deal.starts()] == [1, 1]
    (turn,) = annotate(deal, parse_line("40@A1 |"))
    assert (turn.hand, turn.drawn) == ((30, 60), (60,))


def test_prefixes_are_checked() -> None:
    given_start = Deal(Rules(hand_size=2), ((10, 20), (30, 40)), (50, 60), to_play=0)
    assert fault(given_start, "p1: 30@A1") == Fault(1, 0, "it is the turn of player 0, not of player 1")
    assert fault(given_start, "30@A1") == Fault(1, 1, "player 0 does not hold 30: player 1 holds it")
    assert fault(PAIR, "p7: 30@A1") == Fault(1, 0, "there is no player 7; players count from 0 to 1")
    assert fault(SOLO, "p1: 12@A1").why == "there is no player 1; players count from 0 to 0"
    assert ruling(SOLO, "p0: 12@A1").legal


# -- faults ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "turn", "play", "why"),
    [
        ("12@A1 30@A1", 1, 2, "player 0 does not hold 30: it is still in the draw pile"),
        ("12@A1 12@A2", 1, 2, "player 0 does not hold 12: it has been played already or is not in this deal"),
        ("1234567@A1", 1, 1, "player 0 does not hold 1234567: it has been played already or is not in this deal"),
        ("15@A1 12@A1", 1, 2, "12 does not fit on A1, ascending at 15"),
        ("88@D1 15@A1 12@A1", 1, 3, "the backwards trick there is exactly 10 back, the 5"),
        ("12@A9", 1, 1, "there is no pile A9; the piles are A1, A2, D1, D2"),
        ("12@A1 15@X1", 1, 2, "there is no pile X1; the piles are A1, A2, D1, D2"),
        ("12@A01", 1, 1, "there is no pile A01"),
        ("30@X1", 1, 1, "there is no pile X1; the piles are A1, A2, D1, D2"),
        ("12@A1 | 15@A1 88@D1", 1, 0, "player 0 has put down 1 of at least 2 cards"),
        ("12@A1 15@A1 | | 98@D1 88@D1", 2, 0, "player 0 has put down 0 of at least 1 card;"),
        ("12@A1 15@A1 | |", 2, 0, "player 0 has put down 0 of at least 1 card;"),
        ("12@A1 15@A1 | 98@D1 88@D1 | 20@A1 30@A1 | 40@A1", 4, 1, "the deal is won"),
        ("12@A1 15@A1 | 98@D1 88@D1 | 20@A1 30@A1 | |", 4, 0, "the deal is won"),
        ("12@A1 15@A1 98@D1 88@D1 20@A1", 1, 5, "player 0 does not hold 20: it is still in the draw pile"),
    ],
)
def test_faults_are_placed_and_explained(text: str, turn: int, play: int, why: str) -> None:
    found = fault(SOLO, text)
    assert (found.turn, found.play) == (turn, play)
    assert why in found.why


def test_the_wrong_examples_of_published_rules() -> None:
    deal = Deal(Rules(), ((56, 66),), (2,), (77, 46, 100, 100), 0)
    assert "66 does not fit on A1, ascending at 77" in fault(deal, "66@A1*").why
    assert "exactly 10 back, the 67" in fault(deal, "66@A1*").why
    assert ruling(deal, "56@A2* 66@A2*").tricks == 0


def test_presets_differ_in_the_minimum() -> None:
    hands, piles = ((12, 15, 88),), (1, 1, 100, 100)
    assert ruling(Deal(PRESETS["standard"], hands, (), piles), "12@A1 | 15@A1 | 88@D1").won
    assert fault(Deal(PRESETS["always-two"], hands, (), piles), "12@A1 | 15@A1").turn == 1
    assert ruling(Deal(PRESETS["always-two"], hands, (), piles), "12@A1 15@A1 | 88@D1").won
    assert "2 of at least 3" in fault(Deal(PRESETS["expert"], hands, (50,), piles), "12@A1 15@A1 |").why
    assert ruling(Deal(PRESETS["standard"], ((22, 32),), (), (1, 1, 100, 100)), "32@A1 22@A1").won
    assert "no backwards trick" in fault(Deal(PRESETS["no-trick"], ((22, 32),), (), piles), "32@A1 22@A1").why


def test_empty_handed_players_are_skipped_when_the_deck_is_empty() -> None:
    deal = Deal(Rules(), ((12, 15), (20,), (30, 40)), (), to_play=0)
    assert ruling(deal, "p0: 12@A1 | p1: 20@A1 | p2: 30@A1 | p0: 15@A2 | p2: 40@A1").won
    assert fault(deal, "p0: 12@A1 | p1: 20@A1 | p2: 30@A1 | p0: 15@A2 | p1: 40@A1") == Fault(
        5, 0, "it is the turn of player 2, not of player 1"
    )


def test_of_an_illegal_line_whole_turns_are_counted() -> None:
    report = ruling(SOLO, "12@A1 15@A1 88@D1 98@D1 | 20@A1 99@D1")
    assert (report.turns, report.tricks) == (1, 1)


# -- reports and canonical forms -------------------------------------------------------------------------------


def test_the_json_of_a_report() -> None:
    assert list(ruling(SOLO, "12@A1").to_json().items()) == [
        ("legal", True),
        ("won", False),
        ("cards_left", 5),
        ("turns", 1),
        ("tricks", 0),
        ("stuck", False),
        ("fault", None),
    ]
    assert ruling(SOLO, "99@A1").to_json()["fault"] == {
        "turn": 1,
        "play": 1,
        "why": "player 0 does not hold 99: it has been played already or is not in this deal",
    }
    assert ruling(SOLO, "99@A1").to_json()["cards_left"] is None


def test_an_annotated_line() -> None:
    deal = Deal(Rules(hand_size=3), ((12, 22, 30),), (40, 50))
    assert annotate(deal, parse_line("22@A1 12@A1 | 30@A1")) == [
        ReplayedTurn(
            player=0,
            plays=(ReplayedPlay(22, "A1", False), ReplayedPlay(12, "A1", True)),
            piles=(12, 1, 100, 100),
            hand=(30, 40, 50),
            drawn=(40, 50),
            ended=True,
        ),
        ReplayedTurn(0, (ReplayedPlay(30, "A1", False),), (30, 1, 100, 100), (40, 50), (), False),
    ]
    with pytest.raises(IllegalPlay, match=r"turn 1, play 2: 12 does not fit on A2"):
        annotate(deal, parse_line("30@A2 12@A2"))


def test_canonical_forms() -> None:
    assert line_text(SOLO, parse_line("p0:12@a1 15@a1|88@d1 98@d1|")) == "12@A1 15@A1 | 88@D1 98@D1* |"
    assert line_text(PAIR, parse_line("30@A1 40@a1|10@A2")) == "p1: 30@A1 40@A1 | p0: 10@A2"
    assert line_json(PAIR, parse_line("30@A1 40@a1|10@A2")) == [
        {"player": 1, "plays": [{"card": 30, "pile": "A1"}, {"card": 40, "pile": "A1"}]},
        {"player": 0, "plays": [{"card": 10, "pile": "A2"}]},
    ]
    assert (line_text(PAIR, Line()), line_json(PAIR, Line())) == ("", [])


def test_json_says_ended_only_where_it_matters() -> None:
    assert "ended" in line_json(SOLO, parse_line("12@A1 15@A1 |"))[-1]
    assert "ended" not in line_json(SOLO, parse_line("12@A1 15@A1"))[-1]
    assert "ended" not in line_json(SOLO, parse_line("12@A1 15@A1 98@D1 88@D1 |"))[-1]
    assert line_json(MID_TURN, parse_line("|")) == [{"player": 0, "plays": [], "ended": True}]


@given(st.data())
def test_legal_lines_are_legal_and_worth_what_the_play_was(data: st.DataObject) -> None:
    deal = data.draw(random_deals())
    line, position, turns, tricks = data.draw(legal_lines(deal))
    report = verify(deal, line)
    assert report.legal, report.fault
    assert (report.cards_left, report.won, report.turns, report.tricks) == (
        position.cards_left,
        position.won,
        turns,
        tricks,
    )
    starts = deal.starts()
    if line.turns and len({start.to_play for start in starts}) == len(starts):
        # Otherwise the line may be legal from two starts, which differ in what an empty-handed player has drawn.
        assert report.stuck == (not position.can_reach_minimum())
    assert verify(deal, parse_line(line_text(deal, line))) == report
    assert verify(deal, line_from_json(line_json(deal, line))) == report
    assert line_text(deal, parse_line(line_text(deal, line))) == line_text(deal, line)
    assert line_text(deal, line).count("*") == tricks


@given(st.data())
def test_any_line_gets_a_report(data: st.DataObject) -> None:
    deal = data.draw(random_deals())
    line, _, _, _ = data.draw(legal_lines(deal))
    piles = st.sampled_from(("A1", "A2", "D1", "D4", "X1", "A0"))
    cards = st.sampled_from([card for hand in deal.hands for card in hand] or [5]) | st.integers(0, 9_999_999)
    plays = st.lists(st.builds(Play, cards, piles), max_size=2).map(tuple)
    strange = st.builds(Turn, plays, st.none() | st.integers(0, 6))
    turns = (*line.turns, *data.draw(st.lists(strange, max_size=3)))
    report = verify(deal, Line(turns, data.draw(st.booleans())))
    if report.fault is None:
        assert report.cards_left is not None
    else:
        assert (report.legal, report.cards_left) == (False, None)
        assert 1 <= report.fault.turn <= len(turns)
        assert 0 <= report.fault.play <= len(turns[report.fault.turn - 1].plays)
