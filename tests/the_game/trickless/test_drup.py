"""The checker of refutations, held to a plain one and to all assignments; what does not follow is never accepted."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product, repeat
from operator import length_hint
from random import Random
from types import FrameType

import pytest
from pysat.solvers import Solver

from solver.the_game.trickless._drup import refutes

Clauses = list[list[int]]

SQUARE: Clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
"""The smallest formula that cannot be satisfied and of which nothing propagates."""
CUBE: Clauses = [list(signs) for signs in product((1, -1), (2, -2), (3, -3))]


def refutes_plainly(clauses: Clauses, proof: Sequence[str]) -> bool:
    """``refutes`` as its docstring says it: every clause is looked at again until nothing changes."""
    kept = Counter(map(frozenset, clauses))

    def propagated(true: set[int]) -> set[int] | None:
        while not any(-literal in true for literal in true):
            rests = [{x for x in clause if -x not in true} for clause in kept if not clause & true]
            if not all(rests):
                return None
            found = {literal for rest in rests if len(rest) == 1 for literal in rest}
            if not found:
                return true
            true = true | found
        return None

    facts = propagated(set())
    for line in proof:
        lemma = frozenset(int(word) for word in line.split() if word not in ("d", "0"))
        if facts is None:
            return True
        if line.startswith("d"):
            kept -= Counter([lemma])
        elif propagated(facts | {-literal for literal in lemma}) is None:
            kept[lemma] += 1
            facts = propagated(facts)
        else:
            return False
    return facts is None


def satisfiable(clauses: Clauses) -> bool:
    """Tried with every assignment."""
    variables = sorted({abs(literal) for clause in clauses for literal in clause})
    return any(
        all(any(literal in true for literal in clause) for clause in clauses)
        for true in map(set, product(*((variable, -variable) for variable in variables)))
    )


def line_of(lemma: Sequence[int], deleted: bool = False) -> str:
    return " ".join([*(["d"] if deleted else []), *map(str, lemma), "0"])


def random_clause(random: Random, variables: int, length: int) -> list[int]:
    return [random.choice((1, -1)) * variable for variable in random.sample(range(1, variables + 1), length)]


def random_formula(random: Random, variables: int, clauses: int) -> Clauses:
    return [random_clause(random, variables, 3) for _ in range(clauses)]


def solver_proof(clauses: Clauses) -> list[str] | None:
    """A proof by a SAT solver; None if the clauses can be satisfied."""
    with Solver(name="glucose42", bootstrap_with=clauses, with_proof=True) as solver:
        return None if solver.solve() else list(solver.get_proof())


def pigeonhole(holes: int) -> Clauses:
    """One pigeon more than holes, each in a hole, no two in one."""
    at = {(pigeon, hole): 1 + pigeon * holes + hole for pigeon in range(holes + 1) for hole in range(holes)}
    return [[at[pigeon, hole] for hole in range(holes)] for pigeon in range(holes + 1)] + [
        [-at[one, hole], -at[two, hole]] for one, two in combinations(range(holes + 1), 2) for hole in range(holes)
    ]


def mutated(random: Random, proof: list[str], variables: int) -> list[str]:
    """The proof with one thing wrong, which may or may not matter."""
    proof = list(proof)
    at = random.randrange(len(proof))
    words = proof[at].split()
    match random.randrange(5):
        case 0:
            del proof[at : at + random.randrange(1, 6)]
        case 1 if len(words) > 1 and words[0] != "d":
            words[0] = str(-int(words[0]))
            proof[at] = " ".join(words)
        case 2:
            proof.insert(at, line_of(random_clause(random, variables, random.randrange(1, 4))))
        case 3:
            del proof[at:]
        case _:  # only the last lemmas
            del proof[: random.randrange(len(proof))]
    return proof


# -- agreement -----------------------------------------------------------------------------------------------------


def test_agrees_with_the_plain_checker_on_random_proofs() -> None:
    """Clauses may repeat and be of any length, lemmas hold a literal twice or with its negation; many are deleted."""
    random = Random(1)
    answers: Counter[bool] = Counter()
    for _ in range(3000):
        variables = random.randrange(3, 6)
        lengths = random.choices((1, 2, 3), (1, 4, 15), k=variables * 5)
        clauses = [random_clause(random, variables, length) for length in lengths]
        proof = []
        for length in (3, 3, 2, 2, 2, 1, 1, 0):
            if random.random() < 0.3:
                clause = random.choice(clauses)
                proof.append(line_of(random.sample(clause, len(clause)), deleted=True))
            if random.random() < 0.7:
                proof.append(line_of([random.choice((1, -1)) * random.randint(1, variables) for _ in range(length)]))
        answer = refutes(clauses, proof)
        assert answer == refutes_plainly(clauses, proof), (clauses, proof)
        assert not (answer and satisfiable(clauses)), (clauses, proof)
        if not refutes(clauses, []):
            answers[answer] += 1
    assert min(answers[True], answers[False]) > 400, answers


def test_agrees_with_the_plain_checker_on_proofs_that_were_tampered_with() -> None:
    random = Random(2)
    answers: Counter[bool] = Counter()
    for _ in range(60):
        clauses = random_formula(random, 20, 120)
        proof = solver_proof(clauses)
        if proof is None:
            continue
        assert refutes(clauses, proof)
        for _ in range(10):
            wrong = mutated(random, proof, 20)
            answer = refutes(clauses, wrong)
            assert answer == refutes_plainly(clauses, wrong), (clauses, wrong)
            answers[answer] += 1
    assert min(answers[True], answers[False]) > 100, answers


@pytest.mark.parametrize("holes", range(2, 8))
def test_more_pigeons_than_holes(holes: int) -> None:
    clauses = pigeonhole(holes)
    proof = solver_proof(clauses)
    assert proof is not None
    assert refutes(clauses, proof)
    assert not refutes(clauses, [])
    assert not refutes(clauses, ["0"])
    assert not refutes(clauses[1:], proof), "without a pigeon there is room"


def test_long_proofs_with_deletions() -> None:
    random = Random(3)
    proofs = [(clauses, solver_proof(clauses)) for clauses in (random_formula(random, 120, 620) for _ in range(4))]
    lines = [line for clauses, proof in proofs if proof and refutes(clauses, proof) for line in proof]
    assert all(proof and refutes(clauses, proof) for clauses, proof in proofs)
    assert sum(line.startswith("d") for line in lines) > 500
    assert sum(not line.startswith("d") for line in lines) > 2000


def test_what_can_be_satisfied_is_never_refuted() -> None:
    """Neither by random lines nor by the proof for a formula that differs in little."""
    random = Random(4)
    foreign = 0
    for _ in range(150):
        secret = {variable * random.choice((1, -1)) for variable in range(1, 31)}
        formula = random_formula(random, 30, 180)
        clauses = [clause for clause in formula if secret.intersection(clause)]
        proof = solver_proof(formula)
        if proof is not None:
            foreign += 1
            assert not refutes(clauses, proof)
        # The lemmas that are true under the secret assignment may follow; the empty clause may not.
        lemmas = [random_clause(random, 30, random.randrange(1, 4)) for _ in range(40)]
        truths = [line_of(lemma) for lemma in lemmas if secret.intersection(lemma)]
        assert not refutes(clauses, [*truths, "0"])
        assert not refutes(clauses + [[literal] for literal in secret], [*truths, "0"])
    assert foreign > 100


# -- single lines --------------------------------------------------------------------------------------------------


def test_a_lemma_must_follow_by_propagation() -> None:
    assert refutes(SQUARE, ["1 0", "0"])
    assert not refutes(SQUARE, ["0"])
    assert not refutes(CUBE, ["1 0", "0"]), "true, but not by propagation"
    assert refutes(CUBE, ["1 2 0", "1 0", "2 0", "0"])


def test_a_contradiction_that_propagation_finds_needs_no_line() -> None:
    assert refutes([[]], [])
    assert refutes([[1], [-1]], [])
    assert refutes([[1], [-1, 2], [-2]], [])
    assert refutes(SQUARE, ["-2 0"])
    assert not refutes([], [])
    assert not refutes([], ["0"])


def test_a_lemma_may_repeat_literals_and_hold_new_or_opposite_ones() -> None:
    assert not refutes(SQUARE, ["3 -3 0", "1 4 1 0", "-4 -4 0", "0"]), "-4 does not follow"
    assert refutes(SQUARE, ["3 -3 0", "1 4 1 0", "1 -4 1 0", "1 0", "0"])
    assert refutes([[1, 1, 2], [1, -2, 1], [-1, 2, -1], [-2, -1], [3, -3]], ["1 1 0"])


def test_variables_may_have_any_number() -> None:
    assert refutes([[literal * 10**30 for literal in clause] for clause in SQUARE], ["1" + "0" * 30 + " 0"])


def test_a_deleted_clause_is_gone() -> None:
    assert not refutes(SQUARE, ["d 1 2 0", "1 0"])
    assert not refutes(SQUARE, ["d 2 1 0", "1 0"]), "the order of literals does not matter"
    assert not refutes(CUBE, ["1 2 0", "d 1 2 0", "1 0"])
    assert refutes(CUBE, ["1 2 0", "d 1 2 3 0", "d 1 2 -3 0", "1 0", "2 0"])


def test_a_deletion_takes_one_copy() -> None:
    assert refutes([[2, 1], *SQUARE], ["d 1 2 0", "1 0"])
    assert not refutes([[2, 1], *SQUARE], ["d 1 2 0", "d 1 2 0", "1 0"])


def test_a_deletion_of_what_is_not_there_does_nothing() -> None:
    assert refutes(SQUARE, ["d 1 0", "d 1 2 3 0", "d 7 0", "d 0", "1 0"])


def test_what_is_true_for_good_outlives_its_clauses() -> None:
    """Solvers delete clauses that are true for good, even the one that made them so."""
    clauses = [[1], [-1, 2], *([-2, *clause] for clause in ([3, 4], [3, -4], [-3, 4], [-3, -4]))]
    assert refutes(clauses, ["d 1 0", "d -1 2 0", "3 0"])
    assert not refutes(clauses[1:], ["d -1 2 0", "3 0"])


# -- input and interruption ----------------------------------------------------------------------------------------


NO_CLAUSES = ["", "0 0", "1", "1 2", "1 0 2 0", "d", "d 1", "1 d 0", "d1 0", "x 0", "c remark", "1 0\n2 0"]
NO_NUMBERS = ["1_0", "+1", "--1", "-0", "01", "1.5", "\N{ARABIC-INDIC DIGIT ONE}", "1\N{NO-BREAK SPACE}2", "1" * 5000]


@pytest.mark.parametrize("line", [*NO_CLAUSES, *(f"{number} 0" for number in NO_NUMBERS)])
def test_a_line_that_is_no_clause(line: str) -> None:
    with pytest.raises(ValueError, match=r"line 2 of the proof|integer string"):
        refutes(SQUARE, ["d 1 2 0", line, "0"])


def test_white_space_does_not_matter() -> None:
    assert refutes(SQUARE, ["  d\t7 0 ", " 1   0\r\n"])


@pytest.mark.parametrize("literal", [0, 1.5, "1", None])
def test_a_literal_that_is_none(literal: int) -> None:
    with pytest.raises(ValueError, match="as a literal"):
        refutes([[1, literal]], [])


def test_the_proof_is_read_to_the_line_that_decides() -> None:
    for clauses, answer in (SQUARE, True), (CUBE, False):
        proof = iter(["1 0", "no line"])
        assert refutes(clauses, proof) is answer
        assert list(proof) == ["no line"]


def test_what_the_proof_raises_passes_through() -> None:
    class Stopped(Exception):
        pass

    def proof() -> Iterator[str]:
        yield "d 1 2 0"
        raise Stopped

    with pytest.raises(Stopped):
        refutes(SQUARE, proof())


def test_a_signal_stops_the_check() -> None:
    class Alarm(Exception):
        pass

    def ring(number: int, frame: FrameType | None) -> None:
        raise Alarm

    lines = repeat("d 1 0", 10**6)
    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(Alarm):
            refutes(SQUARE, lines)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert length_hint(lines) > 0, "it read on to the end"
