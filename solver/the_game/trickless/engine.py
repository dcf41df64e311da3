"""The question itself, within a budget: is there a winning line without a backwards trick?

A SAT solver (Glucose, by python-sat) answers it. A line is replayed by whoever gets it, as always; that there is none
is believed only once the solver's proof has been checked by code of our own that shares nothing with it (``_drup``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from pysat.solvers import Solver

from solver.budget import Budget
from solver.errors import EngineError
from solver.the_game.deal import Deal
from solver.the_game.trickless import Answer
from solver.the_game.trickless._drup import refutes
from solver.the_game.trickless.line import line_of
from solver.the_game.trickless.model import formula_of

NODES_PER_CONFLICT = 500
"""What a conflict of the solver counts in nodes. It takes about as long as so many positions of the search."""
SLICE = 100
"""Conflicts after which the solver is to come back for a look at the clock. It does so when it restarts next, after
a thousand more at times: a fraction of a second. The slices change neither answer nor count. Ctrl-C waits until then
too: python-sat would else handle it by itself, leap out of the solver, and raise an error that is no KeyboardInterrupt
(``expect_interrupt`` keeps it from that)."""
MEMORY_MIB = 256
"""What formula, solver and proof of a full deal need at most; with less memory the question is not begun."""

DEFAULT_BUDGET = Budget()


def ask(deal: Deal, budget: Budget = DEFAULT_BUDGET, progress: Callable[[int], None] | None = None) -> Answer:
    """Answer the question for a deal to which ``trickless.applies``.

    ``progress`` is called with the nodes so far. Without a time limit the same input gives the same answer and the same
    number of nodes. Ctrl-C is left to the caller. Raises ``EngineError`` if the solver's proof is wrong.
    """
    deadline = None if budget.time_limit is None else monotonic() + budget.time_limit
    if budget.memory_mib < MEMORY_MIB:
        return Answer(None, False, 0, "memory")
    formula = formula_of(deal)
    nodes = 0

    def look_up() -> None:
        if progress is not None:
            progress(nodes)
        if deadline is not None and monotonic() >= deadline:
            raise _TimeUp

    try:
        with Solver(name="glucose42", bootstrap_with=formula.clauses, with_proof=True) as solver:
            while True:
                solver.conf_budget(SLICE)
                solved = solver.solve_limited(expect_interrupt=True)  # see SLICE
                nodes = NODES_PER_CONFLICT * int(solver.accum_stats()["conflicts"])
                # Also of an answer: it came beyond the budget, and may be that of one slice, whatever its length.
                if budget.max_nodes is not None and nodes >= budget.max_nodes:
                    return Answer(None, False, budget.max_nodes, "nodes")
                if solved is not None:
                    break
                look_up()
            if solved:
                true = {literal for literal in solver.get_model() if literal > 0}
                return Answer(line_of(deal, formula, true), False, nodes)
            proof = solver.get_proof()
        if not refutes(formula.clauses, _watched(proof, look_up)):
            raise EngineError("the solver's proof that the deal cannot be won without tricks is wrong")
    except _TimeUp:
        return Answer(None, False, nodes, "time")
    return Answer(None, True, nodes)


class _TimeUp(Exception):
    """The time limit is reached."""


def _watched(proof: list[str], look_up: Callable[[], None]) -> Iterator[str]:
    """The proof, with a look at the clock now and then while it is read."""
    for number, line in enumerate(proof):
        if number % SLICE == 0:
            look_up()
        yield line
