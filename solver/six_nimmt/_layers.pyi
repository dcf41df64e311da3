from collections.abc import Sequence

RUNNING: int
DONE: int
OUT_OF_MEMORY: int
CROWDED: int
UNBOUNDED: int

class Layers:
    nodes: int
    crowd: int
    first_turn: int
    next_bound: int
    def __init__(
        self,
        rows: Sequence[tuple[int, int, int]],
        hands: Sequence[Sequence[int] | None],
        script: Sequence[Sequence[int] | None],
        choices: Sequence[Sequence[int]],
        weights: Sequence[int],
        heads: Sequence[int],
        memory_bytes: int,
        cheapest_rows: bool = False,
        is_skeleton: bool = False,
    ) -> None: ...
    def begin(self, bound: int, width: int = 0) -> None: ...
    def begin_where_skeleton_does(self, bound: int, width: int = 0) -> None: ...
    def begin_below(self, search: Layers) -> None: ...
    def advance(self, most: int) -> int: ...
    def weigh(self, turn: int) -> bool: ...
    def use(self, skeleton: Layers) -> None: ...
    @property
    def best(self) -> int | None: ...
    @property
    def ways(self) -> int: ...
    def moves(self) -> list[tuple[dict[int, int], int]]: ...
