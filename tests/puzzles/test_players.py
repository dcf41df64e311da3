"""The roll-outs against a plain version of the players, and against the rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.players import _rollouts
from puzzles.players.ladder import LADDER, STYLES, Player, Style
from puzzles.players.rollouts import Rollouts
from solver import InputError, Rules, verify
from solver.the_game.deal import Deal
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.notation import Line, Play, Turn
from solver.the_game.referee import replay
from solver.the_game.rules import PRESETS, Position
from tests.the_game.corners import CORNERS
from tests.the_game.strategies import random_deals

players = st.builds(Player, st.sampled_from(STYLES), st.sampled_from((0.0, 0.25, 1.0)))

# -- the specification ---------------------------------------------------------------------------------------------


def generator(seed: int, game: int) -> Iterator[int]:
    """SplitMix64, begun as the kernel's documentation says; the upper halves of its outputs."""

    def mixed(word: int) -> int:
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        return word ^ word >> 31

    state = mixed((mixed(seed) + game) % 2**64)
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        yield mixed(state) >> 32


def gap(position: Position, card: int, pile: int) -> int:
    moved = card - position.piles[pile]
    return moved if position.rules.is_ascending(pile) else -moved


def wastes_trick(position: Position, card: int, pile: int) -> bool:
    rules = position.rules
    if rules.step == 0 or position.is_trick(card, pile):
        return False
    back = -rules.step if rules.is_ascending(pile) else rules.step
    buries = position.piles[pile] + back in position.hand
    return buries or card - back in position.hand


def rank(position: Position, style: Style, card: int, pile: int) -> tuple[bool, int, int]:
    """What the style thinks of a play: the lower the better, the first number being a fault."""
    first = gap(position, card, pile)
    if style == "tricks":
        return wastes_trick(position, card, pile), first, first
    if style == "ahead" and len(position.hand) > 1:
        after = position.play(card, pile)
        second = min((gap(after, *play) for play in after.plays()), default=None)
        return second is None, first + (second or 0), first
    return False, first, first


def favourite(position: Position, style: Style) -> tuple[int, int] | None:
    return min(position.plays(), key=lambda play: (*rank(position, style, *play), *play), default=None)


def is_free(position: Position, style: Style, card: int, pile: int) -> bool:
    fault, value, first = rank(position, style, card, pile)
    return not fault and (first <= 1 or (style == "ahead" and len(position.hand) > 1 and value <= 2))


def played(deal: Deal, player: Player, seed: int, game: int) -> tuple[Line, int]:
    """The line of a game, and the cards that it leaves."""
    numbers = generator(seed, game)
    style = player.style
    starts = [start for start in deal.starts() if start.hands == deal.hands] or deal.starts()[:1]
    position = starts[0]
    if len(starts) > 1:
        if style == "random":
            position = starts[next(numbers) * len(starts) >> 32]
        else:
            liked = [(start, favourite(start, style)) for start in starts]
            position = min(
                (start for start, play in liked if play),
                key=lambda start: rank(start, style, *(favourite(start, style) or (0, 0))),
                default=starts[0],
            )
    turns: list[Turn] = []
    plays: list[Play] = []
    while not position.won:
        choice = None if style == "random" and position.may_end_turn else favourite(position, style)
        if position.may_end_turn:
            if choice is None or not is_free(position, style, *choice):
                turns.append(Turn(tuple(plays), position.to_play))
                plays, position = [], position.end_turn()
                continue
        elif style == "random" or (player.noise and next(numbers) < player.noise * 2**32):
            legal = list(position.plays())
            choice = legal[next(numbers) * len(legal) >> 32] if legal else None
        if choice is None:
            break
        plays.append(Play(choice[0], position.rules.pile_name(choice[1])))
        position = position.play(*choice)
    if plays:
        turns.append(Turn(tuple(plays), position.to_play))
    return Line(tuple(turns), closed=not plays), position.cards_left


# -- the kernel against it -----------------------------------------------------------------------------------------


def agrees(deal: Deal, player: Player, seed: int = 0, games: int = 2) -> None:
    rollouts = Rollouts(deal, player, seed)
    for number, game in enumerate(rollouts.games(games)):
        line = rollouts.line(number)
        expected, cards_left = played(deal, player, seed, number)
        assert line == replay(deal, expected).line
        report = verify(deal, line)
        assert report.legal
        assert (game.cards_left, game.turns, game.tricks) == (report.cards_left, report.turns, report.tricks)
        assert game.cards_left == cards_left
        assert report.won or report.stuck
        first = line.turns[0].plays[0] if line.turns and line.turns[0].plays else None
        assert game.first == first


@given(random_deals(), players, st.integers(0, 2**63 - 1))
def test_games_are_those_of_the_plain_players(deal: Deal, player: Player, seed: int) -> None:
    agrees(deal, player, seed)


@pytest.mark.parametrize("name", LADDER)
@pytest.mark.parametrize("corner", CORNERS)
def test_corners(name: str, corner: str) -> None:
    agrees(CORNERS[corner], LADDER[name])


@pytest.mark.parametrize("preset", ["standard", "expert", "no-trick"])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_full_deals(preset: str, count: int) -> None:
    for name in LADDER:
        agrees(deal_from_seed(PRESETS[preset], count, "7"), LADDER[name], seed=3, games=1)


def test_the_largest_deal() -> None:
    rules = Rules(low=1, high=126, ascending=16, descending=16, hand_size=126, min_plays=126, min_plays_empty=126)
    deal = Deal(rules, (tuple(range(1, 127)),))
    for name in LADDER:
        games = list(Rollouts(deal, LADDER[name]).games(1))
        assert [game.cards_left for game in games] == [verify(deal, Rollouts(deal, LADDER[name]).line()).cards_left]


# -- random numbers ------------------------------------------------------------------------------------------------


def test_golden_vectors_of_the_generator() -> None:
    # Game 0 of seed 0 begins in state 0, whose outputs are published with the generator.
    assert _rollouts.numbers(0, 0, 3) == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert _rollouts.numbers(2**63 - 1, 5, 2) == [0xCFA091B9AD2DC2D5, 0x01BF8FDADE72C2E0]
    for seed, game in ((0, 1), (1, 0), (2**63 - 1, 77)):
        expected = generator(seed, game)
        assert [word >> 32 for word in _rollouts.numbers(seed, game, 4)] == [next(expected) for _ in range(4)]


def test_golden_games() -> None:
    deal = deal_from_seed(Rules(), 1, "1")
    left = {name: [game.cards_left for game in Rollouts(deal, LADDER[name], 1).games(4)] for name in LADDER}
    assert left == {
        "random": [84, 82, 82, 82],
        "gap_noisy": [53, 15, 31, 30],
        "gap": [20, 20, 20, 20],
        "tricks_noisy": [54, 24, 0, 6],
        "tricks": [0, 0, 0, 0],
        "ahead_noisy": [36, 37, 25, 22],
        "ahead": [15, 15, 15, 15],
    }


def test_games_depend_on_their_number_alone() -> None:
    rollouts = Rollouts(deal_from_seed(Rules(hand_size=5), 2, "1"), LADDER["random"], 9)
    games = list(rollouts.games(200))
    assert games == list(rollouts.games(200))
    assert games[:70] == list(rollouts.games(70))
    assert len(set(games)) > 50
    assert list(Rollouts(deal_from_seed(Rules(hand_size=5), 2, "1"), LADDER["random"], 10).games(200)) != games


def test_who_does_not_vary_plays_one_game() -> None:
    deal = deal_from_seed(Rules(), 2, "4")
    for player in LADDER.values():
        assert (len(set(Rollouts(deal, player).games(20))) > 1) == player.varies


# -- what the players are like -------------------------------------------------------------------------------------


def first_turn(deal: Deal, style: Style) -> str:
    line = Rollouts(deal, Player(style)).line()
    return " ".join(f"{play.card}@{play.pile}" for play in line.turns[0].plays)


ONE_EACH = Rules(ascending=1, descending=1, hand_size=4, min_plays=1)


def test_the_smallest_gap() -> None:
    # 14 is 4 above 10 and nothing is nearer; then 15 is free; the turn ends before 30.
    deal = Deal(ONE_EACH, ((14, 15, 30),), (31,), (10, 90), 0)
    assert first_turn(deal, "gap") == "14@A1 15@A1"


def test_a_trick_is_free() -> None:
    deal = Deal(ONE_EACH, ((4, 14, 16),), (31,), (10, 90), 0)
    assert first_turn(deal, "gap") == "14@A1 4@A1"


def test_tricks_are_kept() -> None:
    # 20 is the card that should come back after 30, so 30 goes first, and 20 is then free.
    deal = Deal(ONE_EACH, ((20, 30, 85),), (31,), (18, 99), 0)
    assert first_turn(deal, "gap") == "20@A1"
    assert first_turn(deal, "tricks") == "30@A1 20@A1"


def test_two_plays_ahead() -> None:
    # 25 and then 15 move 14 on by one; after 60 on A1 nothing would fit.
    deal = Deal(ONE_EACH, ((15, 25, 60),), (31,), (14, 99), 0)
    assert first_turn(deal, "ahead") == "25@A1 15@A1"


def test_unknown_players_are_refused() -> None:
    with pytest.raises(InputError, match="style"):
        Player("clever")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="noise"):
        Player("gap", 1.5)
    with pytest.raises(InputError, match="seed"):
        Rollouts(deal_from_seed(Rules(), 1, "1"), LADDER["gap"], -1)
