"""A whole game of 6 nimmt!: rounds until somebody reaches the target at the end of one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from solver.errors import InputError
from solver.six_nimmt.deal import Deal
from solver.six_nimmt.identifiers import deal_from_seed
from solver.six_nimmt.record import Record
from solver.six_nimmt.referee import Fault, replay
from solver.six_nimmt.rules import Rules


@dataclass(frozen=True, slots=True)
class Match:
    """How far a game has come.

    ``taken``: each player's bullheads over all rounds. ``over``: somebody has reached the target at the end of a round.
    ``winners``: once it is over, the players with the fewest bullheads; ties share. ``fault`` and ``round``: where the
    record of a round is wrong, rounds counted from 1; rounds before it count. ``rules``: those of all rounds so far.
    ``unfinished``: the last round was not played to its end.
    """

    rounds: int = 0
    taken: tuple[int, ...] = ()
    over: bool = False
    winners: tuple[int, ...] = ()
    fault: Fault | None = None
    round: int | None = None
    rules: Rules | None = None
    unfinished: bool = False

    def after(self, deal: Deal, record: Record) -> Match:
        """The game after one more round, given as its deal and its record; at a fault it stays as it is.

        Raises ``InputError`` when the round cannot belong to the game: see ``replay_match``.
        """
        number = self.rounds + 1
        if self.over:
            raise InputError(f"round {number}: the game was over after round {self.rounds}")
        if self.unfinished:
            raise InputError(f"round {self.rounds}: it was not played to its end")
        if self.rules is not None and (deal.rules != self.rules or deal.taken != self.taken):
            raise InputError(f"round {number}: rules, players or bullheads are not those of the game so far")
        played = replay(deal, record)
        if played.fault is not None:
            return replace(self, fault=played.fault, round=number)
        return Match(
            number,
            played.deal.taken,
            played.over,
            played.leaders if played.over else (),
            rules=deal.rules,
            unfinished=played.deal.turns_left > 0,
        )


def round_from_seed(rules: Rules, players: int, seed_text: str, number: int, taken: tuple[int, ...] = ()) -> Deal:
    """The fresh deal of a round (from 1) of the game with this seed text: that of the seed ``<seed text>-<number>``."""
    return replace(deal_from_seed(rules, players, f"{seed_text}-{number}"), taken=taken, seed=None)


def replay_match(rounds: Iterable[tuple[Deal, Record]]) -> Match:
    """Replay the rounds of a game, each with its deal and its record.

    A game goes on while nobody has reached the target at the end of a round; reaching it within a round ends nothing.
    Raises ``InputError`` when the deals are not those of one game: other players or rules than before, bullheads that
    are not those taken so far, a round after the game was over or after one that was not played to its end.
    """
    match = Match()
    for deal, record in rounds:
        match = match.after(deal, record)
        if match.fault is not None:
            break
    return match
