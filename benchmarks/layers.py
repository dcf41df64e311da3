"""Studies where a complete search spends its positions: layer by layer, and what each rule leaves out.

Every deal is searched for a win alone: one dead card ends a branch. The figures are sums over the deals. With rules
switched off (--without) the same study says what they are worth.

Exit status: 0 done, 2 bad usage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from itertools import pairwise

from benchmarks._common import add_seeds, measured_with, new_parser, publish, run, table
from solver import InputError, Rules
from solver.cli.terminal import StatusLine
from solver.strict_json import as_whole_number
from solver.the_game._kernel import Status
from solver.the_game.identifiers import deal_from_seed, decode_rules
from solver.the_game.search import Options, Search

COUNTED = ("groups", "children", "swapped", "doomed")
SWITCHES = ("dominance", "dead_cards", "symmetry", "order")

HEADS = (
    "cards laid", "positions", "groups", "positions a group", "children a position", "piles passed over", "dead",
    "stored a child",
)  # fmt: skip

NOTE = (
    "Of each layer: its positions, and the groups of those that hold the same cards; then, a position: children; piles "
    "that a card was not even tried on, because the last two plays are made in the other order; children cut for their "
    "dead cards (not among the children before); and how many positions of the next layer came of a child. Those that "
    "end their turn or go on are one child, but two positions."
)


@dataclass(slots=True)
class Layer:
    """What the layers with so many cards laid held and led to, in all deals together."""

    laid: int
    positions: int = 0
    groups: int = 0
    children: int = 0
    swapped: int = 0
    doomed: int = 0
    stored: int = 0

    def add(self, found: dict[str, int]) -> None:
        """Add another deal's layer."""
        for name, number in found.items():
            setattr(self, name, getattr(self, name) + number)


def main(arguments: Sequence[str]) -> int:
    """Run the study and return the exit status."""
    parser = new_parser("layers", __doc__)
    add_seeds(parser, range(4))
    parser.add_argument("--rules", default="n4", help="a preset or compact parameters (n4)")
    parser.add_argument("--without", default="", metavar="RULE,…", help=f"switch rules off: {', '.join(SWITCHES)}")
    parser.add_argument("--every", type=int, default=5, metavar="N", help="print each N-th layer (5)")
    parser.add_argument("--memory", type=int, default=4096, metavar="MIB", help="most memory for one deal (4096)")
    options = parser.parse_args(arguments)
    rules = decode_rules(options.rules)
    without = [name.replace("-", "_") for name in options.without.split(",") if name]
    for name in without:
        if name not in SWITCHES:
            raise InputError(f"--without: {name!r} is no rule; expected some of {', '.join(SWITCHES)}")
    as_whole_number(options.every, "--every", 1, 1000)
    as_whole_number(options.memory, "--memory", 1, 2**20)
    parts = Options(**dict.fromkeys(without, False))
    measured = measured_with("layers", arguments)

    layers: list[Layer] = []
    lost = won = 0
    for seed in options.seeds:
        status = _add_deal(layers, rules, seed, parts, options.memory)
        lost += status == Status.EXHAUSTED
        won += status == Status.WON
    total = Layer(0)
    for layer in layers:
        total.add({field.name: getattr(layer, field.name) for field in fields(Layer) if field.name != "laid"})
    rows = [_cells(str(layer.laid), layer) for layer in layers[:: options.every]] + [_cells("all", total)]
    verdicts = (
        f"{len(options.seeds)} deals: {lost} lost, {won} won, {len(options.seeds) - lost - won} given up for memory."
    )
    publish(options, "Layers", measured, [verdicts, table(HEADS, rows), NOTE], [asdict(layer) for layer in layers])
    return 0


def _add_deal(layers: list[Layer], rules: Rules, seed: int, parts: Options, memory_mib: int) -> int:
    """Search one deal completely, and add its layers; returns how that ended."""
    status = StatusLine()
    search = Search(deal_from_seed(rules, 1, str(seed)), parts, dead_limit=0, max_bytes=memory_mib << 20)
    kernel = search.kernel
    kernel.pausing = True
    totals: list[dict[str, int]] = []  # when each layer was complete, before it was expanded
    while search.run() == Status.RUNNING:
        if kernel.complete == len(totals):
            totals.append({name: getattr(kernel, name) for name in COUNTED})
        status.update(f"seed {seed}: {kernel.deepest} cards laid, {kernel.nodes} positions")
    status.clear()
    totals.append({name: getattr(kernel, name) for name in COUNTED})
    sizes = [*kernel.layer_sizes(), 0]  # the last layer of a lost deal leads to none
    for laid, (before, after) in enumerate(pairwise(totals[: len(sizes)])):
        if laid == len(layers):
            layers.append(Layer(laid))
        layers[laid].add({name: after[name] - before[name] for name in COUNTED})
        layers[laid].add({"positions": sizes[laid], "stored": sizes[laid + 1]})
    return kernel.status


def _cells(name: str, layer: Layer) -> list[str]:
    def ratio(part: int, whole: int) -> str:
        return f"{part / whole:.2f}" if whole else "–"

    return [
        name,
        f"{layer.positions:,}",
        f"{layer.groups:,}",
        ratio(layer.positions, layer.groups),
        *(ratio(part, layer.positions) for part in (layer.children, layer.swapped, layer.doomed)),
        ratio(layer.stored, layer.children),
    ]


if __name__ == "__main__":
    run(main)
