from collections.abc import Callable, Sequence

_Rows = Sequence[tuple[int, int, int]]

class Minimax:
    nodes: int
    def __init__(
        self,
        first: Sequence[int],
        second: Sequence[int],
        leaders: Sequence[int],
        memory_bytes: int,
        look: Callable[[int], int],
    ) -> None: ...
    def value(self, rows: _Rows, first: Sequence[int], second: Sequence[int]) -> int: ...
    def lead(self, rows: _Rows, first: Sequence[int], second: Sequence[int], card: int) -> int: ...
    def after(self, rows: _Rows, first: Sequence[int], second: Sequence[int], card: int, other: int) -> int: ...
