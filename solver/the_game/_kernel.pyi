"""Types of the compiled kernel, see ``_kernel.pyx``."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from enum import IntEnum

class Slack(IntEnum):
    UNLIMITED = 127

class Status(IntEnum):
    RUNNING = 0
    WON = 1
    EXHAUSTED = 2
    OUT_OF_NODES = 3
    OUT_OF_MEMORY = 4

class Cost(IntEnum):
    FREE = 0
    TURNS = 1
    TRICKS = 2

class Search:
    """One search of one deal.

    ``nodes``: positions expanded, in ``groups``; ``children``: generated, without those that were ``doomed`` by dead
    cards; ``swapped``: piles passed over, because the other order of two plays is made; ``memory``: bytes in use;
    ``deepest``: cards laid by the best line; ``start_dead``: cards that no line can lay; ``truncated``: a beam left
    something out. With ``pausing`` the search returns before it expands a layer: ``complete`` is its number, ``layer``
    its positions. Of a large layer about ``listed`` pairs of a group and a card are expanded at a time.
    """

    ascending: int
    status: int
    nodes: int
    children: int
    swapped: int
    doomed: int
    groups: int
    memory: int
    deepest: int
    truncated: bool
    start_dead: int
    forgotten: int
    lanes: int
    listed: int
    pausing: bool
    complete: int

    def __init__(
        self,
        *,
        cards: list[int],
        step: int,
        players: int,
        hand_limit: int,
        min_plays: int,
        min_plays_empty: int,
        deck: list[int],
        lanes_up: list[tuple[int, int]],
        lanes_down: list[tuple[int, int]],
        starts: list[tuple[Sequence[Sequence[int]], int, int, int]],
        width: int,
        memo: bool,
        dominance: bool,
        dead_cards: bool,
        symmetry: bool,
        order: bool,
        slack: int,
        dead_limit: int,
        improving: bool,
        cost: int,
        cost_limit: int,
        target: int,
        trick_bonus: int,
        partner_bonus: int,
        cost_weight: int,
        max_nodes: int,
        max_memory: int,
        recording: bool,
    ) -> None: ...
    def run(self, work: int) -> int: ...
    def layer_sizes(self) -> list[int]: ...
    def best_scores(self) -> list[float]: ...
    def layer(self) -> Iterator[tuple[list[int], int, int, int, bytes]]: ...
    def layer_groups(self) -> int: ...
    def share(self, helpers: list[Search], submit: Callable[..., Future[None]]) -> None: ...
    def best_moves(self) -> tuple[int, list[tuple[int, int, bool]]]: ...

def dominated(kept: list[int], tops: int, plain: bool) -> bool: ...
