from enum import IntEnum

class Style(IntEnum):
    RANDOM = 0
    GAP = 1
    TRICKS = 2
    AHEAD = 3

class Mark(IntEnum):
    END_OF_TURN = -1
    NOTHING = -2

ALWAYS: int

def numbers(seed: int, game: int, count: int) -> list[int]: ...

class Table:
    def __init__(
        self,
        starts: list[tuple[tuple[tuple[int, ...], ...], int, int, int]],
        deck: list[int],
        tops: list[int],
        ascending: int,
        step: int,
        hand_limit: int,
        min_plays: int,
        min_plays_empty: int,
        style: int,
        noise: int,
    ) -> None: ...
    def games(self, seed: int, first: int, count: int) -> list[tuple[int, int, int, int, int]]: ...
    def moves(self, seed: int, game: int) -> tuple[int, list[tuple[int, int]]]: ...
