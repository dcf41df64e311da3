"""``opendeal deal``: makes fresh deals from seeds."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator

from solver.cli.terminal import emit, message
from solver.errors import InputError
from solver.strict_json import loads, shown
from solver.the_game.deal import Deal, deal_to_json, rules_from_json
from solver.the_game.identifiers import deal_from_seed, decode_rules, encode_deal
from solver.the_game.rules import Rules

MAX_COUNT = 10_000_000

FORMATS: dict[str, Callable[[Deal], str]] = {
    "seed": lambda deal: str(deal.seed),
    "id": encode_deal,
    "json": lambda deal: json.dumps(deal_to_json(deal), indent=2),
    "jsonl": lambda deal: json.dumps(deal_to_json(deal)),
}
"""How a deal is written, by the names of ``--format``."""


def run(rules_text: str, players: int, seed: str | None, count: int, form: str) -> int:
    """Make the deals, print them, and return the exit status 0."""
    if form not in FORMATS:
        raise InputError(f"the format {shown(form)} is unknown; it must be one of {', '.join(FORMATS)}")
    if not 1 <= count <= MAX_COUNT:
        raise InputError(f"--count is {count}; it must be from 1 to {MAX_COUNT}")
    if form == "json" and count > 1:
        raise InputError("the format json writes one deal over several lines; use jsonl for more than one")
    rules = _rules(rules_text)
    chosen = secrets.token_hex(8) if seed is None else seed
    first = deal_from_seed(rules, players, next(_seeds(chosen, count)))
    if seed is None and form != "seed":
        message(f"seed {first.seed}")
    write = FORMATS[form]
    for text in _seeds(chosen, count):
        emit([write(deal_from_seed(rules, players, text))])
    return 0


def _rules(text: str) -> Rules:
    """Rules as a preset's name, as the compact parameters of an identifier, or as a JSON object."""
    return rules_from_json(loads(text, "--rules")) if text.lstrip().startswith("{") else decode_rules(text)


def _seeds(seed: str, count: int) -> Iterator[str]:
    """One seed text per deal: the seed itself, or consecutive whole numbers, or the seed with ``-0``, ``-1`` …"""
    if count == 1:
        yield seed
    elif re.fullmatch(r"0|[1-9][0-9]{0,17}", seed):
        yield from (str(int(seed) + number) for number in range(count))
    else:
        yield from (f"{seed}-{number}" for number in range(count))
