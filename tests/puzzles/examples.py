"""Puzzles for tests of what keeps, moves and plays puzzles."""

from __future__ import annotations

from functools import cache

from puzzles.kind import Rejected
from puzzles.kinds import kind_named
from puzzles.play.six_nimmt.game import Moment
from puzzles.puzzle import Difficulty, Goal, Puzzle, Tier
from puzzles.six_nimmt.puzzle import Puzzle as SixNimmtPuzzle
from solver import Deal, parse_line
from solver.the_game.identifiers import deal_from_seed
from solver.the_game.portfolio import solve
from solver.the_game.rules import Rules

SMALL = Rules(high=9, ascending=1, descending=1, hand_size=3)


def example(number: int, tier: Tier = "easy", tricks: int | None = 0) -> Puzzle:
    """A puzzle of eight cards that can be won, another for each number; its difficulty is invented."""
    deal = deal_from_seed(SMALL, 1, f"example-{number}")
    result = solve(deal)
    assert result.cards_left == 0
    difficulty = Difficulty(1, tier, 10.0 * number, {"tricks": tricks, "cards": deal.cards_left})
    return Puzzle("mini", deal, Goal(), parse_line(result.line), difficulty)


def endgame() -> Puzzle:
    """The end of a game for two."""
    deal = Deal(Rules(), ((20, 60), (30, 31)), (), (10, 12, 90, 80), 0)
    line = parse_line("p0: 20@A1 60@A1 | p1: 30@A2 31@A2 |")
    return Puzzle("endgame", deal, Goal(), line, Difficulty(1, "medium", 40.0, {"tricks": 0, "cards": 4}))


@cache
def six_nimmt_puzzle(name: str, tier: Tier) -> SixNimmtPuzzle:
    """The first puzzle of a kind of 6 nimmt! and a difficulty."""
    kind = kind_named(name)
    for number in range(500):
        try:
            found = kind.puzzle(kind.candidate(f"play/{number}", tier))
        except Rejected:
            continue
        assert isinstance(found, SixNimmtPuzzle)
        if found.difficulty.tier == tier:
            return found
    raise AssertionError(f"no puzzle of the kind {name}")


def fewest(moment: Moment) -> int:
    """The fewest bullheads that the movers have in the end, by trying every choice."""
    if not moment.deal.turns_left:
        return sum(moment.deal.taken[player] for player in moment.deal.open_seats)
    if moment.chooser is None:
        return min(fewest(moment.take(row)) for row in (1, 2, 3, 4))
    return min(fewest(moment.choose(card)) for card in moment.deal.hands[moment.chooser])
