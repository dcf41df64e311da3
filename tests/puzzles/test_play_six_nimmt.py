"""6 nimmt! in the terminal: one seat against scripts and all together, row choices, undo, hints, saving, sharing."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzles.kinds import kind_named
from puzzles.lines import compact
from puzzles.play import keys
from puzzles.play.screen import WIDTH
from puzzles.play.six_nimmt.game import Game, Moment, game_of
from puzzles.play.six_nimmt.table import SixNimmtTable
from puzzles.play.table import saved_from_json
from puzzles.puzzle import Tier
from puzzles.six_nimmt.hint_text import NUDGES
from puzzles.six_nimmt.hints import Hints, hints_for
from puzzles.six_nimmt.puzzle import Puzzle
from solver.budget import Budget
from solver.errors import IllegalPlay, InputError
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import encode_deal
from solver.six_nimmt.resolve import heads
from solver.six_nimmt.rules import Rules
from tests.conftest import Opendeal
from tests.puzzles.examples import fewest, six_nimmt_puzzle
from tests.six_nimmt.deals import random_deal

ALONE = Deal(Rules(), ((50,), (60, 61), (70,), (80,)), ((10, 90), (20, 55)), script=(None, (55, 20)))
"""The 10 is below all ends if it is played first, and if it is played last."""
TOGETHER = Deal(Rules(), ((50,), (60, 61), (70,), (80,)), ((10, 90), (20, 55)))
KINDS: tuple[tuple[str, Tier], ...] = (
    ("take-nothing", "medium"), ("nobody-takes", "medium"), ("sacrifice", "medium"), ("only-card", "medium")
)  # fmt: skip


def as_keys(deal: Deal, record: str) -> str:
    """The keys that play a recorded round."""
    whole, game, pressed = Game(deal), Game(deal), ""
    whole.play(record)
    for turn in whole.moment.turns:
        while (chooser := game.moment.chooser) is not None and len(game.moment.turns) < whole.moment.turns.index(
            turn
        ) + 1:
            card = next(laid.card for laid in turn if laid.player == chooser)
            pressed += keys.CARDS[game.moment.deal.hands[chooser].index(card)]
            game.choose(card)
        if game.moment.low_card is not None:
            pressed += keys.PLACES[turn[0].row - 1]
            game.take(turn[0].row)
    return pressed


# -- the game ------------------------------------------------------------------------------------------------------


def test_a_row_is_chosen_where_it_arises_and_only_there() -> None:
    game = Game(ALONE)
    game.choose(90)
    assert game.moment.low_card is None
    with pytest.raises(IllegalPlay, match="no card is below all ends"):
        game.take(1)
    game.choose(10)
    assert game.moment.low_card == 10
    with pytest.raises(IllegalPlay, match="choose first the row that the 10 takes"):
        game.choose(90)
    with pytest.raises(IllegalPlay, match="there is no row 5"):
        game.take(5)
    game.take(2)
    assert (game.over, game.taken) == (True, heads((60, 61)))
    assert game.line() == "90 | 10@2"


def test_what_another_has_to_take_is_not_asked_for() -> None:
    """A script takes the cheapest row by itself, of equally cheap ones that with the lowest end."""
    game = Game(Deal(Rules(), ALONE.rows, ((20, 90), (10, 55)), script=(None, (10, 55))))
    game.choose(20)
    assert game.moment.low_card is None
    assert [(laid.card, laid.row, laid.why) for laid in game.moment.turns[0]] == [(10, 1, "lowest"), (20, 1, "nearest")]


def test_together_all_cards_come_before_the_row() -> None:
    game = Game(TOGETHER)
    game.choose(20)
    with pytest.raises(IllegalPlay, match="player 1 has played the 20 already"):
        game.choose(55)
    with pytest.raises(IllegalPlay, match="the 12 is in no hand"):
        game.choose(12)
    assert game.moment.chooser == 0
    game.choose(10)
    assert game.moment.low_card == 10
    game.take(3)
    assert game.line() == "20 10@3 |"
    assert (game.moment.chooser, game.taken) == (0, heads((70,)))


@pytest.mark.parametrize("deal", [ALONE, TOGETHER], ids=["alone", "together"])
def test_everything_can_be_taken_back(deal: Deal) -> None:
    game = Game(deal)
    seen = [game.moment]
    while not game.over:
        if game.moment.low_card is not None:
            game.take(2)
        else:
            assert game.moment.chooser is not None
            game.choose(game.moment.deal.hands[game.moment.chooser][0])
        seen.append(game.moment)
    for expected in reversed(seen[:-1]):
        assert game.undo()
        assert game.moment == expected
    assert not game.undo()
    assert game.untouched
    assert game.help.undos == len(seen) - 1


@pytest.mark.parametrize("deal", [ALONE, TOGETHER], ids=["alone", "together"])
def test_a_saved_game_goes_on_where_it_was(deal: Deal) -> None:
    rng = random.Random(1)
    for _ in range(20):
        game = Game(deal)
        while not game.over:
            chooser = game.moment.chooser
            if chooser is None:
                game.take(rng.randint(1, 4))
            else:
                game.choose(rng.choice(game.moment.deal.hands[chooser]))
            back = game_of(saved_from_json(json.loads(json.dumps(game.saved().to_json()))))
            assert (back.moment, back.line(), back.help) == (game.moment, game.line(), game.help)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("line", "90 | 10 | 20", "line: answer: nobody holds the 20"),
        ("line", "90@3", "line: 90 goes behind 80 in row 4"),
        ("line", "90 | 10@5", "there is no row 5"),
        ("line", "90 10@2 90", "comes twice"),
        ("line", "x", "record"),
        ("starter", 0, "starter: expected null"),
        ("deal", encode_deal(TOGETHER), "puzzle: its deal is another one"),
        ("puzzle", {}, "puzzle"),
    ],
)
def test_what_is_wrong_with_a_saved_game_is_named(key: str, value: object, said: str) -> None:
    puzzle = six_nimmt_puzzle("take-nothing", "medium").to_json() if key == "deal" else None
    deal = encode_deal(Deal(Rules(), ALONE.rows, ((10, 90), (21, 55)), script=(None, (55, 21))))
    data = Game(ALONE).saved().to_json() | {"deal": deal, "puzzle": puzzle, key: value}
    with pytest.raises(InputError) as caught:
        game_of(saved_from_json(data))
    assert said in str(caught.value)


def test_a_deal_without_a_choice_is_refused(opendeal: Opendeal, tmp_path: Path) -> None:
    deal = {"game": "6-nimmt", "rows": [[50], [60], [70], [80]], "hands": [[10, 90], [20, 55], [30, 31]]}
    for script in ({"1": [20, 55]}, {"0": [10, 90], "1": [20, 55], "2": [30, 31]}):
        path = tmp_path / "deal.json"
        path.write_text(json.dumps(deal | {"script": script}))
        completed = opendeal("play", str(path))
        assert (completed.status, completed.out) == (2, "")
        assert "deal.json: script: exactly one player may be without a script here, or all of them" in completed.err
    path.write_text(json.dumps(deal | {"hands": [[], []]}))
    assert "there is nothing to play" in opendeal("play", str(path)).err


# -- hints against brute force -------------------------------------------------------------------------------------


def next_by(moment: Moment, hints: Hints) -> Moment:
    """The moment after the choice that the last hint names."""
    if hints.card is None:
        assert hints.row is not None
        return moment.take(hints.row)
    return moment.choose(hints.card)


@pytest.mark.parametrize(("players", "scripted"), [(2, 1), (3, 2), (2, 0)])
def test_hints_know_the_fewest_and_lead_there(players: int, scripted: int) -> None:
    rng = random.Random(f"hints {players}")
    states: set[str] = set()
    for _ in range(15):
        moment = Moment(random_deal(rng, players, 3, scripted, 40))
        while moment.deal.turns_left:
            movers = moment.deal.open_seats
            taken = sum(moment.deal.taken[player] for player in movers)
            truth = fewest(moment)
            for limit in (truth - taken, truth - taken - 1, None):
                hints = hints_for(moment.deal, moment.chosen, limit)
                states.add(hints.state)
                assert hints.more == truth - taken
                assert hints.state == ("best" if limit is None else "lost" if taken + limit < truth else "reachable")
                assert fewest(next_by(moment, hints)) == truth
            chooser = moment.chooser
            if chooser is None:
                moment = moment.take(rng.randint(1, 4))
            else:
                moment = moment.choose(rng.choice(moment.deal.hands[chooser]))
    assert states == {"reachable", "lost", "best"}


def test_without_a_budget_nothing_is_claimed() -> None:
    deal = random_deal(random.Random(5), 2, 7, 0)
    budget = Budget(max_nodes=10)
    assert hints_for(deal, {}, 0, budget).state == "unknown"
    assert hints_for(deal, {0: deal.hands[0][0]}, 0, budget) == Hints("unknown")


def test_what_cannot_be_searched_is_said(play: Callable[..., tuple[str, str]]) -> None:
    _, screen = play("sn1:standard/10p#1", "h")
    assert "> hands: 100 cards are without a script; at most 28 can be searched" in screen


# -- the loop ------------------------------------------------------------------------------------------------------


@pytest.fixture
def play(opendeal: Opendeal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[str, str]]:
    """Plays a puzzle, or what a source names, with these keys; returns the shared line and what was on the screen."""
    monkeypatch.setenv("COLUMNS", "200")

    def call(source: Puzzle | str, pressed: str) -> tuple[str, str]:
        if isinstance(source, Puzzle):
            path = tmp_path / "puzzle.json"
            path.write_text(compact(source))
            source = str(path)
        completed = opendeal("play", source, "--save", str(tmp_path / "game.json"), stdin=pressed.encode())
        assert completed.status == 0
        return completed.out.rstrip("\n"), completed.err

    return call


@pytest.mark.parametrize(("name", "tier"), KINDS)
def test_every_kind_is_solved_by_keys(play: Callable[..., tuple[str, str]], name: str, tier: Tier) -> None:
    puzzle = six_nimmt_puzzle(name, tier)
    pressed = as_keys(puzzle.deal, puzzle.solution)
    if puzzle.goal.answer == "play":
        pressed = pressed[0]
    shared, screen = play(puzzle, pressed)
    assert shared.startswith(f"opendeal, {name}, {tier}: solved. ")
    assert shared.endswith(f", 0 hints, 0 undos. {puzzle.identifier}")
    assert "> Solved!" in screen


@pytest.mark.parametrize(("name", "tier"), KINDS)
def test_following_the_hints_solves_every_kind(play: Callable[..., tuple[str, str]], name: str, tier: Tier) -> None:
    """Each last hint is followed; the one before says less than it, without a number."""
    puzzle = six_nimmt_puzzle(name, tier)
    game = Game(puzzle.deal, puzzle)
    pressed, choices = "", 0
    while not game.over:
        moment = game.moment
        hints = hints_for(moment.deal, moment.chosen, game.left)
        assert hints.state == "reachable"
        if hints.card is None:
            assert hints.row is not None
            game.take(hints.row)
            pressed += "hhh" + keys.PLACES[hints.row - 1]
        else:
            assert moment.chooser is not None
            pressed += "hhh" + keys.CARDS[moment.deal.hands[moment.chooser].index(hints.card)]
            game.choose(hints.card)
        choices += 1
    assert game.solved()
    shared, screen = play(puzzle, pressed)
    assert f": solved. {len(game.moment.turns)} turn" in shared
    assert f", {3 * choices} hints, 0 undos." in shared
    sentences = {re.sub("^> (player [0-9]: )?", "", line) for line in screen.splitlines() if line.startswith("> ")}
    nudges = sentences & set(NUDGES.values())
    assert nudges
    assert not any(re.search("[0-9]", nudge) for nudge in nudges)


def test_the_wrong_card_and_too_many_bullheads_are_told(play: Callable[..., tuple[str, str]]) -> None:
    puzzle = six_nimmt_puzzle("only-card", "medium")
    kind = kind_named("only-card")
    wrong = next(n for n, card in enumerate(puzzle.deal.hands[0]) if not kind.accepts(puzzle, str(card)))
    shared, screen = play(puzzle, keys.CARDS[wrong])
    assert "> Not this card: it gives the goal away." in screen
    assert "so far" not in shared
    assert "solved" not in shared
    puzzle = six_nimmt_puzzle("nobody-takes", "medium")
    _, screen = play(puzzle, "1" * puzzle.deal.players * puzzle.deal.turns_left + "w" + "u" * 9 + "w")
    assert "more is taken than the goal allows; u takes the last step back" in screen or "Not solved: " in screen


def test_keys_that_do_not_fit_are_answered(play: Callable[..., tuple[str, str]]) -> None:
    shared, screen = play(encode_deal(ALONE), "e9a1\x1b1ueZq")
    assert "> no turn has been played yet" in screen
    assert "> the hand has no card 9" in screen
    assert "> not allowed: no card is below all ends: where the cards go is settled" in screen
    assert "> 10 is below all ends: which row does it take? a, b, c or d" in screen
    assert "> choose first the row that the 10 takes: a, b, c or d" in screen
    assert "> the key 'Z' means nothing here" in screen
    assert shared == f"opendeal, 6 nimmt!: 0 bullheads so far. 0 turns, 0 hints, 1 undo. {encode_deal(ALONE)}"


def test_a_bare_deal_is_played_for_as_few_as_possible(play: Callable[..., tuple[str, str]]) -> None:
    shared, screen = play(encode_deal(ALONE), "2ew1c")
    assert "> player 0: 90 goes behind 80 in row 4, the highest end below it, above 70" in screen
    assert "> From here, 3 bullheads more at the least." in screen
    assert "> All cards are played: 3 bullheads taken." in screen
    assert shared.startswith("opendeal, 6 nimmt!: 3 bullheads. 2 turns, ")


def test_leaving_in_the_middle_of_a_turn_keeps_it(play: Callable[..., tuple[str, str]], tmp_path: Path) -> None:
    play(encode_deal(TOGETHER), "2q")
    shared, _ = play(str(tmp_path / "game.json"), "1u1a:10@2 55;q")
    assert shared.startswith("opendeal, 6 nimmt!: 7 bullheads. 2 turns, 0 hints, 1 undo.")


def test_what_is_typed_may_be_wrong(play: Callable[..., tuple[str, str]]) -> None:
    _, screen = play(encode_deal(ALONE), ":nonsense;:33;:90@2;q")
    assert "'nonsense'" in screen.replace('"', "'")
    assert "nobody holds the 33" in screen
    said = " ".join(screen.split())
    assert "> not allowed: 90 goes behind 80 in row 4, the highest end below it, above 70, not to row 2" in said


@pytest.mark.parametrize("source", ["sn1:standard/1p#1", "sn1:standard/10p#1"])
def test_the_screen_has_80_columns_and_no_colour(play: Callable[..., tuple[str, str]], source: str) -> None:
    _, screen = play(source, "1?eq")
    assert max(map(len, screen.splitlines())) <= WIDTH
    assert "\x1b" not in screen


def test_a_seed_is_shared_as_it_was_given() -> None:
    from solver.six_nimmt.identifiers import decode

    assert SixNimmtTable(Game(decode("sn1:n3/2p#a"))).result().endswith(" sn1:n3/2p#a")
