"""``opendeal deal``: makes fresh deals from seeds."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from solver.cli.terminal import emit, message
from solver.errors import InputError
from solver.sources import GAMES
from solver.strict_json import loads, shown

MAX_COUNT = 10_000_000

FORMATS = ("seed", "id", "json", "jsonl")
"""How a deal is written, by the names of ``--format``."""


class _Game:
    """What makes and writes deals of a game; every game's package has these functions under the same names."""

    def __init__(self, name: str) -> None:
        package = next((game.package for game in GAMES if game.name == name), None)
        if package is None:
            raise InputError(
                f"the game {shown(name)} is unknown; it must be one of {', '.join(game.name for game in GAMES)}"
            )
        deals, identifiers = import_module(f"{package}.deal"), import_module(f"{package}.identifiers")
        self.rules_from_json: Callable[[object], Any] = deals.rules_from_json
        self.to_json: Callable[[Any], dict[str, Any]] = deals.deal_to_json
        self.decode_rules: Callable[[str], Any] = identifiers.decode_rules
        self.deal_from_seed: Callable[[Any, int, str], Any] = identifiers.deal_from_seed
        self.encode_deal: Callable[[Any], str] = identifiers.encode_deal

    def rules(self, text: str) -> Any:
        """Rules as a preset's name, as the compact parameters of an identifier, or as a JSON object."""
        if text.lstrip().startswith("{"):
            return self.rules_from_json(loads(text, "--rules"))
        return self.decode_rules(text)

    def written(self, deal: Any, form: str) -> str:
        """The deal in one of ``FORMATS``."""
        if form == "seed":
            return str(deal.seed)
        if form == "id":
            return self.encode_deal(deal)
        return json.dumps(self.to_json(deal), indent=2 if form == "json" else None)


def run(game_name: str, rules_text: str, players: int, seed: str | None, count: int, form: str) -> int:
    """Make the deals, print them, and return the exit status 0."""
    game = _Game(game_name)
    if form not in FORMATS:
        raise InputError(f"the format {shown(form)} is unknown; it must be one of {', '.join(FORMATS)}")
    if not 1 <= count <= MAX_COUNT:
        raise InputError(f"--count is {count}; it must be from 1 to {MAX_COUNT}")
    if form == "json" and count > 1:
        raise InputError("the format json writes one deal over several lines; use jsonl for more than one")
    rules = game.rules(rules_text)
    chosen = secrets.token_hex(8) if seed is None else seed
    first = game.deal_from_seed(rules, players, next(_seeds(chosen, count)))
    if seed is None and form != "seed":
        message(f"seed {first.seed}")
    for text in _seeds(chosen, count):
        emit([game.written(game.deal_from_seed(rules, players, text), form)])
    return 0


def _seeds(seed: str, count: int) -> Iterator[str]:
    """One seed text per deal: the seed itself, or consecutive whole numbers, or the seed with ``-0``, ``-1`` …"""
    if count == 1:
        yield seed
    elif re.fullmatch(r"0|[1-9][0-9]{0,17}", seed):
        yield from (str(int(seed) + number) for number in range(count))
    else:
        yield from (f"{seed}-{number}" for number in range(count))
