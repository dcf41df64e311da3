"""The generator: deterministic, and every rejection counted with its reason."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from puzzles.canonical import mirrored
from puzzles.generate import Search
from puzzles.interrupt import all_or_interrupted
from puzzles.kind import Rejected, TheGameKind
from puzzles.kinds import kind_named
from puzzles.kinds.mini import Mini
from puzzles.puzzle import Puzzle, Tier
from solver import Budget, Deal, InputError
from solver.the_game.identifiers import decode
from solver.the_game.portfolio import solve


def search(tier: Tier | None = None, kind: Any = None, known: dict[str, str] | None = None) -> Search:
    return Search(kind or kind_named("mini"), tier, "spring", known or {})


def test_the_same_call_gives_the_same_puzzles_for_the_same_reasons() -> None:
    first, second = search("medium"), search("medium")
    assert list(first.puzzles(12)) == list(second.puzzles(12))
    assert (first.tried, first.found, first.rejected) == (second.tried, second.found, second.rejected)
    assert first.tried == 12 == first.found + first.rejected.total()
    assert first.found > 0


def test_all_are_of_the_difficulty_that_was_asked_for() -> None:
    asked = search("medium")
    assert {puzzle.difficulty.tier for puzzle in asked.puzzles(12)} == {"medium"}
    others = [reason for reason in asked.rejected if reason.startswith("other difficulty: ")]
    assert others
    assert "other difficulty: medium" not in others


def test_a_seed_gives_other_puzzles() -> None:
    kind = kind_named("mini")
    one, other = (next(Search(kind, None, seed).puzzles(50)) for seed in ("a", "b"))
    assert one.id != other.id


def test_progress_is_asked_before_each_candidate() -> None:
    asked = search()
    seen: list[int] = []
    list(asked.puzzles(3, lambda: seen.append(asked.tried)))
    assert seen == [0, 1, 2]


class Repeating(TheGameKind):
    """Deals what it is told to, one after the other."""

    name = "mini"
    task = "Repeat."

    def __init__(self, *deals: Deal) -> None:
        self._deals = list(deals)

    def candidate(self, seed: str, tier: Tier | None) -> Deal:
        return self._deals.pop(0)

    def why_not(self, deal: Deal) -> str | None:
        return None


HARD = decode("tg1:h31a1d1n4/1p#golden")
OPEN = decode("tg1:h31n5/1p#1")
LOST = decode("tg1:h31a1d1n2/1p#1")


def test_each_reason_is_counted() -> None:
    assert solve(LOST).status == "unwinnable"
    asked = search(kind=Repeating(HARD, HARD, mirrored(HARD), OPEN, LOST))
    found = list(asked.puzzles(5))
    assert [puzzle.deal for puzzle in found] == [HARD]
    assert asked.rejected == {
        "duplicate": 1,
        "duplicate but for the mirror or names": 1,
        "too easy: every greedy player does it": 1,
        "cannot be won": 1,
    }


def test_what_is_known_already_is_a_duplicate() -> None:
    puzzle = next(search(kind=Repeating(HARD)).puzzles(1))
    asked = search(kind=Repeating(HARD), known={puzzle.id: puzzle.identifier})
    assert list(asked.puzzles(1)) == []
    assert asked.rejected == {"duplicate": 1}


def test_what_is_not_proven_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzles.kind.PROOF", Budget(max_nodes=1))
    with pytest.raises(Rejected, match="not proven within the budget"):
        Mini().puzzle(HARD)


def test_a_deal_of_another_kind_is_refused() -> None:
    with pytest.raises(Rejected, match="not a fresh deal"):
        Mini().puzzle(decode("tg1:standard/1p#1"))


def test_ctrl_c_during_a_search_gives_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engines take Ctrl-C for the end of their budget; a puzzle made of that must not come out."""

    class Interrupted(Repeating):
        def puzzle(self, deal: Deal) -> Puzzle:
            puzzle = super().puzzle(deal)
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                return puzzle
            raise AssertionError("no interrupt came")

    before = signal.getsignal(signal.SIGINT)
    asked = search(kind=Interrupted(HARD))
    with pytest.raises(KeyboardInterrupt):
        next(asked.puzzles(1))
    assert (asked.found, asked.known) == (0, {})
    assert signal.getsignal(signal.SIGINT) is before


def test_an_error_within_a_block_comes_out_of_it() -> None:
    with pytest.raises(Rejected), all_or_interrupted():
        raise Rejected("as it is")


@pytest.mark.parametrize("seed", ["a\nb", "\udcff", " a", "a" * 151])
def test_a_seed_text_of_which_no_seed_can_be_made_is_refused(seed: str) -> None:
    with pytest.raises(InputError, match=r"^seed .*: only printable characters, at most 150"):
        Search(kind_named("mini"), None, seed)
