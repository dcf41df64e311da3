"""CP-SAT as a second opinion on the joint goal: against brute force, against the search; disagreements."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from solver.budget import Budget
from solver.errors import EngineError, InputError
from solver.six_nimmt import cpsat
from solver.six_nimmt.cpsat import Claim, fewest_together
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import deal_from_seed, decode
from solver.six_nimmt.record import parse_record, record_text
from solver.six_nimmt.referee import replay
from solver.six_nimmt.rules import Rules
from solver.six_nimmt.solve import solve
from tests.conftest import Opendeal
from tests.six_nimmt.deals import best, random_deal


def test_cpsat_is_brute_force() -> None:
    rng = random.Random("cpsat")
    sizes = ((1, 3), (1, 4), (2, 2), (2, 3), (3, 2), (4, 1), (10, 1))
    for _ in range(40):
        players, turns = rng.choice(sizes)
        deal = random_deal(rng, players, turns, 0, rng.choice((60, 104)))
        claim = fewest_together(deal, Budget())
        assert claim.cost == claim.bound == best(deal, sum)[0]
        assert claim.turns is not None
        played = replay(deal, parse_record(record_text(claim.turns)))
        assert (played.legal, played.deal.turns_left, sum(played.deal.taken)) == (True, 0, claim.cost)


def test_cpsat_and_the_search_agree_on_larger_deals() -> None:
    for players, cards in ((1, 10), (2, 5), (3, 4), (4, 3)):
        for seed in ("1", "2"):
            deal = deal_from_seed(Rules(hand_size=cards), players, seed)
            confirmed, alone = (solve(deal, objective="total", engine=engine) for engine in ("cpsat", "auto"))
            assert (confirmed.value, confirmed.bound, confirmed.optimal_lines) == (
                alone.value, alone.bound, alone.optimal_lines
            )  # fmt: skip
            assert (confirmed.engine, alone.engine) == ("cpsat", "layers")
            assert confirmed.nodes > alone.nodes


DEAL = decode("sn1:h0n4/3p#5")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"cost": 0, "bound": 0}, "the referee finds another"), ({"bound": 3}, "CP-SAT finds 1 and at least 3")],
)
def test_a_disagreement_is_an_error(monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any], message: str) -> None:
    deal = deal_from_seed(Rules(hand_size=3), 2, "1")
    right = fewest_together(deal, Budget())
    assert right.cost == 1
    monkeypatch.setattr(cpsat, "fewest_together", lambda *_: replace(right, **wrong))
    with pytest.raises(EngineError, match=message):
        solve(deal, objective="total", engine="cpsat")


def test_budgets_end_both() -> None:
    deal = deal_from_seed(Rules(hand_size=4), 4, "2")
    cut = solve(deal, engine="cpsat", budget=Budget(max_nodes=5_000))
    assert (cut.status, cut.stopped_by) == ("unknown", "nodes")
    assert solve(deal, engine="cpsat", budget=Budget(time_limit=0.01)).stopped_by == "time"

    def interrupt(_nodes: int) -> None:
        raise KeyboardInterrupt

    claim = fewest_together(deal, Budget(), interrupt)
    assert claim.stopped_by == "interrupt"


def test_a_claim_without_a_round_leaves_the_search_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpsat, "fewest_together", lambda *_: Claim(None, None, 0, 10, "time"))
    result = solve(DEAL, engine="cpsat")
    assert result.value == 0
    assert (result.status, result.stopped_by) == ("solved", "time")


def test_deals_that_do_not_fit_are_refused(opendeal: Opendeal) -> None:
    scripted = replace(DEAL, script=(None, *DEAL.hands[1:]))
    with pytest.raises(InputError, match="for deals without scripts"):
        solve(scripted, objective="total", engine="cpsat")
    with pytest.raises(InputError, match="is for the objective 'total', not for 'own'"):
        solve(scripted, engine="cpsat")
    with pytest.raises(InputError, match="at most 16 cards together, not 18"):
        solve(deal_from_seed(Rules(hand_size=9), 2, "1"), engine="cpsat")
    completed = opendeal("solve", "sn1:h0n4/3p#5", "--engine", "cpsat")
    assert completed.status == 0
    assert completed.out.startswith(
        "solved: all together take 0 bullheads, proven; 5,221 orders of the cards reach it\n"
    )


def test_empty_hands() -> None:
    deal = Deal(Rules(), ((1,), (2,), (3,), (4,)), ((), ()))
    assert solve(deal, engine="cpsat").value == 0
