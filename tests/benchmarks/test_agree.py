"""The agreement harness: engines that agree, an engine that lies, and what becomes of the deal that shows it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks import agree
from benchmarks.random_deals import random_deal
from benchmarks.shrink import shrink, simpler
from solver import Budget, Rules
from solver.result import Objective
from solver.the_game import dfs, reference
from solver.the_game.deal import Deal, deal_from_json
from solver.the_game.outcome import Outcome


def test_the_engines_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert agree.main(["--seeds", "0..59", "--json", "--failures", str(tmp_path)]) == 0
    rows = json.loads(capsys.readouterr().out)["results"]
    assert [(row["engine"], row["objective"]) for row in rows] == [
        *((engine, objective) for engine in ("dfs", "cpsat") for objective in ("cards", "turns", "tricks")),
        ("sat", "tricks"),
    ]
    assert all(row["deals"] == row["proven"] + row["left_open"] for row in rows)
    assert all(row["deals"] > (45 if row["engine"] != "sat" else 10) for row in rows)  # the formula: one player only
    assert all(row["left_open"] == 0 for row in rows if row["engine"] != "dfs" or row["objective"] == "cards")
    assert not list(tmp_path.iterdir())


def test_a_wrong_answer_is_shrunk_and_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """This engine calls deals lost that can be won, if they have a descending pile and two cards in the deck."""
    honest = dfs.solve

    def lies(deal: Deal, objective: Objective, budget: Budget) -> Outcome:
        outcome = honest(deal, objective, budget)
        wrong = deal.rules.descending > 0 and len(deal.deck) >= 2 and outcome.cards_left_bound == 0
        return replace(outcome, cards_left_bound=1, bound=1) if wrong else outcome

    monkeypatch.setattr(dfs, "solve", lies)
    arguments = ["--seeds", "0..14", "--engines", "dfs", "--objectives", "cards", "--failures", str(tmp_path)]
    assert agree.main(arguments) == 1
    printed = capsys.readouterr()
    files = sorted(tmp_path.iterdir())
    assert files
    assert all(str(path) in printed.out for path in files)
    for path in files:
        saved: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        assert f"seed {saved['seed']}, dfs, cards" in printed.err
        assert saved["fault"] == saved["shrunk_fault"] == "0 cards left and 1 proven, but 0 is true"
        small = deal_from_json(saved["shrunk"])
        assert reference.solve(small).cards_left_bound == 0
        assert (len(small.deck), small.players, small.rules.pile_count, small.rules.step) == (2, 1, 1, 0)
        assert not any(agree._fails(candidate, "dfs", "cards") for candidate in simpler(small))


def test_a_crash_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    def crashes(*arguments: object) -> Outcome:
        raise ZeroDivisionError("no")

    deal = Deal(Rules(hand_size=1), ((2,),))
    monkeypatch.setattr(dfs, "solve", crashes)
    assert agree.judge(deal, "dfs", "cards", reference.solve(deal)) == ("ZeroDivisionError: no", False)


def test_shrinking_ends_with_the_smallest_deals() -> None:
    """Whatever "fails", shrinking ends; with no condition nothing is left but what a deal must have."""
    for seed in range(20):
        small = shrink(random_deal(Random(seed)), lambda deal: True)
        assert (small.cards_left, small.players, small.rules.pile_count, small.played_this_turn) == (0, 1, 1, 0)
        assert (small.rules.step, small.rules.min_plays, small.rules.min_plays_empty) == (0, 1, 1)
        assert small.at_start_piles
        assert (small.hand_limit, list(simpler(small))) == (1, [])


@pytest.mark.parametrize("options", [("--engines", "magic"), ("--objectives", "cards,points"), ("--seeds", "5")])
def test_bad_usage(options: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        agree.main(options)
    assert ended.value.code == 2
    assert options[0] in capsys.readouterr().err
