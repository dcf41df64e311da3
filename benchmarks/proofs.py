"""Proves solo deals with small hands lost, checks each proof, and has the checker reject damaged ones.

Each deal of the seeds that cannot be won is proved and checked. Then each proof is damaged in several ways, so that it
certainly is none any more though its file is sound, and checked again. Times are of the processor.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks._common import (
    Summary,
    add_budget,
    add_seeds,
    budget_of,
    listed,
    measured_with,
    new_parser,
    publish,
    run,
    summary,
    table,
)
from benchmarks.mutations import MUTATIONS, Mutation, Refutation, name_of
from solver import Rules, check, prove
from solver.cli.terminal import StatusLine
from solver.the_game.identifiers import deal_from_seed, seed_identifier

HEADS = (
    "hand", "deals", "won", "lost and proved", "undecided", "proofs accepted", "cards left: min / median / max",
    "mean positions", "max positions", "mean bytes", "max bytes", "prove: mean s", "max s", "check: mean s", "max s",
)  # fmt: skip
DAMAGE_HEADS = ("damage", "proofs", "rejected", "accepted")
NOTE = (
    "Proving includes the search for the fewest cards left. The damage leaves a file of the right form with a sound "
    "check sum; `benchmarks/mutations.py` says why what comes out is no proof. Rejected means that the checker read "
    "the file and found the flaw."
)


@dataclass(frozen=True, slots=True)
class Proved:
    """One lost deal. Times in seconds of the processor."""

    seed: str
    accepted: bool
    cards_left: int
    positions: int
    size: int
    proving: float
    checking: float


@dataclass(frozen=True, slots=True)
class Row:
    """All lost deals together."""

    hand_size: int
    deals: int
    won: int
    proved: int
    undecided: list[str]
    not_accepted: list[str]
    cards_left: Summary
    positions: Summary
    size: Summary
    proving: Summary
    checking: Summary


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark; status 1 if a proof was not accepted, damage not rejected, or a deal left undecided."""
    parser = new_parser("proofs", __doc__)
    add_seeds(parser, range(100))
    parser.add_argument("--hand", type=int, default=4, metavar="N", help="cards in a full hand (4)")
    parser.add_argument("--damage", type=int, default=2, metavar="N", help="how often each proof is damaged (2)")
    add_budget(parser, seconds=None, memory_mib=4096)
    options = parser.parse_args(arguments)
    budget = budget_of(options)
    rules = Rules(hand_size=options.hand)
    measured = measured_with("proofs", arguments)

    status = StatusLine()
    proved: list[Proved] = []
    won: list[str] = []
    undecided: list[str] = []
    rejected: Counter[str] = Counter()
    accepted: list[tuple[str, str]] = []
    kinds = cycle(MUTATIONS)
    with TemporaryDirectory() as directory:
        path = Path(directory) / "deal.proof"
        for seed in map(str, options.seeds):
            status.update(f"{len(proved)} deals proved, {rejected.total()} damaged proofs rejected")
            name = seed_identifier(rules, 1, seed)
            begun = process_time()
            proof = prove(deal_from_seed(rules, 1, seed), path, budget=budget)
            proving = process_time() - begun
            if proof.stopped_by == "interrupt":
                raise KeyboardInterrupt
            if proof.status != "proven":
                (won if proof.status == "false" else undecided).append(name)
                continue
            begun = process_time()
            found = check(path)
            checking = process_time() - begun
            proved.append(Proved(name, found.optimal, proof.cards_left, proof.positions, proof.size, proving, checking))
            refutation = Refutation.read(path)
            for kind, damaged in _damaged(refutation, kinds, random.Random(seed), options.damage):
                damaged.write(path)
                if check(path).accepted:
                    accepted.append((kind, name))
                else:
                    rejected[kind] += 1
    status.clear()
    if not proved:
        parser.error("none of these deals is lost")

    row = _row(options.hand, won, undecided, proved)
    not_rejected = Counter(kind for kind, _ in accepted)
    names = [name_of(mutation) for mutation in MUTATIONS]
    damage = {kind: (rejected[kind], not_rejected[kind]) for kind in names}
    sections = [
        table(HEADS, [_cells(row)]),
        table(DAMAGE_HEADS, _damage_cells(damage)),
        NOTE,
        *listed("Undecided", undecided),
        *listed("Not accepted", row.not_accepted),
        *listed("Accepted though damaged", [f"{kind} {name}" for kind, name in accepted]),
    ]
    publish(options, "Proofs", measured, sections, {"proofs": asdict(row), "rejected_and_accepted": damage})
    return 1 if undecided or row.not_accepted or accepted else 0


def _damaged(
    refutation: Refutation, kinds: Iterator[Mutation], rng: random.Random, count: int
) -> Iterator[tuple[str, Refutation]]:
    """``count`` damaged refutations, with the names of the damage; a kind that is not possible is passed over."""
    while count:
        mutation = next(kinds)
        damaged = mutation(refutation, rng)
        if damaged is not None:
            count -= 1
            yield name_of(mutation), damaged


def _row(hand: int, won: list[str], undecided: list[str], proved: list[Proved]) -> Row:
    return Row(
        hand_size=hand,
        deals=len(won) + len(undecided) + len(proved),
        won=len(won),
        proved=len(proved),
        undecided=undecided,
        not_accepted=[deal.seed for deal in proved if not deal.accepted],
        cards_left=summary(deal.cards_left for deal in proved),
        positions=summary(deal.positions for deal in proved),
        size=summary(deal.size for deal in proved),
        proving=summary(deal.proving for deal in proved),
        checking=summary(deal.checking for deal in proved),
    )


def _cells(row: Row) -> list[str]:
    left = row.cards_left
    return [
        *map(str, (row.hand_size, row.deals, row.won, row.proved, len(row.undecided))),
        str(row.proved - len(row.not_accepted)),
        f"{left.min} / {left.median} / {left.max}",
        *(f"{value:,.0f}" for value in (row.positions.mean, row.positions.max, row.size.mean, row.size.max)),
        *(f"{value:.2f}" for times in (row.proving, row.checking) for value in (times.mean, times.max)),
    ]


def _damage_cells(damage: dict[str, tuple[int, int]]) -> list[list[str]]:
    rows = [
        [kind.replace("_", " "), str(rejected + accepted), str(rejected), str(accepted)]
        for kind, (rejected, accepted) in damage.items()
    ]
    sums = [sum(counts) for counts in zip(*damage.values(), strict=True)]
    return [*rows, ["all", str(sum(sums)), str(sums[0]), str(sums[1])]]


if __name__ == "__main__":
    run(main)
