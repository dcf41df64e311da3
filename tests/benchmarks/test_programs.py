"""The benchmarks as programs, on a handful of deals: verdicts and node counts, never times."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import cpsat, mutations, objectives, process, proofs, refutations, standard
from solver import Budget, InputError, Rules, solve, verify
from solver.the_game import dfs
from solver.the_game.identifiers import deal_from_seed, decode_rules


def nodes(rules: Rules, players: int, seeds: range) -> list[int]:
    return [solve(deal_from_seed(rules, players, str(seed))).nodes for seed in seeds]


def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


# -- standard ------------------------------------------------------------------------------------------------------


def test_standard_deals_are_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert standard.main(["--players", "1,3", "--seeds", "0..2", "--json"]) == 0
    found = printed(capsys)
    assert found["measured"]["command"] == "python -m benchmarks.standard --players 1,3 --seeds 0..2 --json"
    for row, players in zip(found["results"], (1, 3), strict=True):
        assert (row["players"], row["deals"], row["won"], row["lost"], row["undecided"]) == (players, 3, 3, [], [])
        expected = nodes(Rules(), players, range(3))
        assert (row["nodes"]["mean"], row["nodes"]["max"]) == (sum(expected) / 3, max(expected))
        assert row["deals_per_second"] > row["deals_per_second_with_dealing"] > 0


@pytest.mark.parametrize("rules", ["n3", '{"hand_size": 3}'])
def test_lost_deals_are_named(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert standard.main(["--players", "1", "--seeds", "0..1", "--rules", rules]) == 0
    title, measured, table, lost = capsys.readouterr().out.rstrip("\n").split("\n\n")
    assert title == "# Standard deals"
    assert measured.startswith("opendeal ")
    heads, _, row = table.splitlines()
    cells = dict(zip(heads.split(" | "), row.split(" | "), strict=True))
    assert [cells[head] for head in ("| players", "deals", "won", "lost", "undecided")] == ["| 1", "2", "0", "2", "0"]
    assert lost == "Lost: `tg1:n3/1p#0`, `tg1:n3/1p#1`."


def test_an_undecided_deal_is_named_and_is_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert standard.main(["--players", "1", "--seeds", "0..0", "--max-nodes", "1"]) == 1
    assert "Undecided: `tg1:standard/1p#0`." in capsys.readouterr().out


def test_the_markdown_goes_to_a_file_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "standard.md"
    arguments = ["--players", "2", "--seeds", "1..1", "--out", str(path)]
    assert standard.main(arguments) == 0
    assert path.read_text(encoding="utf-8") == capsys.readouterr().out
    assert standard.main([*arguments, "--json"]) == 0
    assert printed(capsys)["results"][0]["won"] == 1
    assert path.read_text(encoding="utf-8").startswith("# Standard deals\n")


@pytest.mark.parametrize("options", [("--players", "1-6"), ("--rules", "poker"), ("--time-limit", "0")])
def test_bad_values_are_refused_before_anything_is_solved(
    options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standard, "solve_seeds", lambda *arguments: pytest.fail("solved"))
    with pytest.raises(InputError):
        standard.main(options)


# -- refutations ---------------------------------------------------------------------------------------------------


def test_small_hands_are_refuted(capsys: pytest.CaptureFixture[str]) -> None:
    assert refutations.main(["--hands", "3", "--seeds", "0..2", "--json"]) == 0
    (row,) = printed(capsys)["results"]
    assert [row[key] for key in ("hand_size", "deals", "won", "lost", "undecided")] == [3, 3, 0, 3, []]
    assert row["fewest_proven"] == 3
    left = row["cards_left_when_lost"]
    assert (left["min"], left["median"], left["max"]) == (45, 49, 60)
    assert row["won_share"] == pytest.approx([0, 0.56150], abs=1e-5)
    expected = nodes(Rules(hand_size=3), 1, range(3))
    assert (row["nodes"]["mean"], row["nodes"]["max"]) == (sum(expected) / 3, max(expected))


def test_refutations_as_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert refutations.main(["--hands", "3,4", "--seeds", "0..0"]) == 0
    _, _, verdicts, note = capsys.readouterr().out.rstrip("\n").split("\n\n")
    _, _, *rows = [line.strip("| ").split(" | ") for line in verdicts.splitlines()]
    assert [row[:8] for row in rows] == [
        ["3", "1", "0", "1", "0", "0.0 to 79.3 %", "1", "49 / 49 / 49"],
        ["4", "1", "0", "1", "0", "0.0 to 79.3 %", "1", "27 / 27 / 27"],
    ]
    assert note == refutations.NOTE


def test_an_undecided_deal_may_be_won_or_lost(capsys: pytest.CaptureFixture[str]) -> None:
    assert refutations.main(["--hands", "5", "--seeds", "0..0", "--max-nodes", "1"]) == 0
    _, _, verdicts, _, undecided = capsys.readouterr().out.rstrip("\n").split("\n\n")
    assert verdicts.splitlines()[-1].startswith("| 5 | 1 | 0 | 0 | 1 | 0.0 to 100.0 % | 0 | – | 1 | 1 | ")
    assert undecided == "Undecided: `tg1:n5/1p#0`."


# -- objectives ----------------------------------------------------------------------------------------------------


def test_turns_and_tricks_of_small_deals_are_proven(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--small-seeds", "0..2", "--seeds", "0..0", "--players", "1", "--max-nodes", "200000", "--json"]
    assert objectives.main(arguments) == 0
    found = printed(capsys)["results"]
    assert [(row["rules"], row["objective"]) for row in found["small"]] == [
        (rules, objective) for rules in ("h31a1d1n5", "h31n5") for objective in ("turns", "tricks")
    ]
    for row in found["small"]:
        results = [
            solve(deal_from_seed(decode_rules(row["rules"]), 1, str(seed)), objective=row["objective"])
            for seed in range(3)
        ]
        assert (row["proven"], row["won"] + row["lost"], row["left_open"]) == (3, 3, 0)
        assert row["won"] == [result.status for result in results].count("winnable")
        assert row["nodes"]["max"] == max(result.nodes for result in results)


def test_a_full_deal_has_the_plain_line_beside_its_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--small-seeds", "0..0", "--seeds", "1..1", "--players", "3", "--max-nodes", "20000", "--json"]
    assert objectives.main(arguments) == 0
    turns, tricks = printed(capsys)["results"]["full"]
    deal = deal_from_seed(Rules(), 3, "1")
    plain = verify(deal, solve(deal, budget=Budget(max_nodes=20000)).line)
    assert (turns["line_for_cards"], tricks["line_for_cards"]) == (plain.turns, plain.tricks)
    for row in (turns, tricks):
        best = solve(deal, objective=row["objective"], budget=Budget(max_nodes=20000))
        assert (row["deal"], row["best"], row["bound"]) == ("tg1:standard/3p#1", best.value, best.bound)
        assert (row["cards_left"], row["nodes"], row["stopped_by"]) == (0, best.nodes, best.stopped_by)
    assert turns["bound"] < turns["best"] < turns["line_for_cards"]


# -- proofs --------------------------------------------------------------------------------------------------------


def test_proofs_are_accepted_and_damaged_ones_are_not(capsys: pytest.CaptureFixture[str]) -> None:
    kinds = len(mutations.MUTATIONS)
    arguments = ["--hand", "2", "--seeds", "0..1", "--damage", str(kinds), "--json"]
    assert proofs.main(arguments) == 0
    found = printed(capsys)["results"]
    row = found["proofs"]
    assert [row[key] for key in ("deals", "won", "proved", "undecided", "not_accepted")] == [2, 0, 2, [], []]
    assert row["positions"]["max"] >= row["positions"]["mean"] > 100
    damage = found["rejected_and_accepted"]
    assert len(damage) == kinds
    assert sum(rejected for rejected, _ in damage.values()) == 2 * kinds
    assert not any(accepted for _, accepted in damage.values())


def test_a_checker_that_accepts_damage_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(proofs, "MUTATIONS", (lambda refutation, rng: refutation,))
    assert proofs.main(["--hand", "2", "--seeds", "0..0"]) == 1
    assert "Accepted though damaged: " in capsys.readouterr().out


# -- process -------------------------------------------------------------------------------------------------------


def test_the_whole_process_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert process.main(["--runs", "1", "--json"]) == 0
    solving, nothing, ratio = printed(capsys)["results"]
    assert solving["what"].endswith(" solve 'tg1:standard/1p#1'`, ms")
    assert nothing["what"] == "`python -c pass`, ms"
    assert ratio["first"] == pytest.approx(solving["first"] / nothing["first"])
    assert ratio["later"]["max"] == pytest.approx(solving["later"]["max"] / nothing["later"]["max"])


def test_a_command_that_fails_is_no_measurement() -> None:
    with pytest.raises(InputError, match=r"ended with status 2: opendeal: error: identifier"):
        process.main(["--deal", "tg1:nonsense", "--runs", "1"])


def test_there_must_be_a_run() -> None:
    with pytest.raises(InputError, match="--runs is 0"):
        process.main(["--runs", "0"])


# -- cpsat ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", cpsat.QUESTIONS)
def test_cpsat_alone_is_right(question: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--question", question, "--rules", "h13a1d1n2", "--players", "1", "--seeds", "0..3", "--json"]
    assert cpsat.main([*arguments, "--time-limit", "600"]) == 0
    (row,) = printed(capsys)["results"]
    lost = sum(dfs.solve(deal_from_seed(Rules(high=13, ascending=1, descending=1, hand_size=2), 1, str(seed)))
               .cards_left_bound > 0 for seed in range(4))  # fmt: skip
    assert (row["cards"], row["deals"], row["won"], row["lost"], row["left_open"]) == (12, 4, 4 - lost, lost, 0)
    assert row["wrong"] == []


def test_a_wrong_answer_of_cpsat_is_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cpsat, "_cards_left", lambda *arguments: 12)
    assert cpsat.main(["--question", "cards", "--rules", "h13a1d1n2", "--seeds", "0..1", "--json"]) == 1
    assert printed(capsys)["results"][0]["wrong"] == ["0", "1"]
