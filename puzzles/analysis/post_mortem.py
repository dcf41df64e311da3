"""A recorded line looked at afterwards: where the win was lost, what would have kept it, and which tricks were missed.

A line passes from moment to moment: each play, each end of a turn and, where the team chooses, who starts, is a step
to the next. What can no longer be won stays so, hence there is at most one step from the winnable moments to the lost
ones, and bisection finds it. Where the budget leaves moments open, the answer is a range of steps, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from puzzles.analysis.shared_budget import ProgressCallback, SharedBudget
from puzzles.analysis.values import Choice, Values, play_json, value_plays
from solver.budget import Budget, StopReason
from solver.errors import EngineError, IllegalPlay
from solver.result import Status
from solver.the_game.deal import Deal, deal_of, require_deal
from solver.the_game.identifiers import encode_deal
from solver.the_game.notation import Line, Play, Turn, as_line
from solver.the_game.referee import Replay, Report, replay
from solver.the_game.rules import Position

DEFAULT_BUDGET = Budget(max_nodes=2_000_000)
"""Without a budget of the caller's: a few seconds at most on one core."""
BISECTION_SHARE, VALUES_SHARE, CARDS_SHARE, SECOND_BISECTION_SHARE = 0.5, 0.7, 0.8, 0.95
"""The shares of a node budget that may be spent when each part is done: the bisection; the choices at the mistake, if
it is known; the cards left from turn to turn; the bisection again, if it is not. The rest is for the choices then."""
FIRST_ROUND = 10_000
"""Nodes for each moment in the first round of the bisection, and for each turn's cards left."""
GROWTH = 8


@dataclass(frozen=True, slots=True)
class Step:
    """Something that was done: a play, the end of a turn, or (before all) that a player starts.

    ``turn`` and ``number`` count from 1; ``number`` is the play within the turn, 0 for its end or its start.
    """

    turn: int
    number: int
    player: int
    play: Play | None
    kind: Literal["play", "end", "start"]

    def to_json(self) -> dict[str, Any]:
        """The step as JSON data; card and pile are null where nothing was laid."""
        return {"turn": self.turn, "number": self.number, "player": self.player, "kind": self.kind} | play_json(
            self.play
        )


@dataclass(frozen=True, slots=True)
class TurnScore:
    """The fewest cards left if play had been perfect from the beginning of a turn on.

    ``cards_left`` is reached by a line, ``bound`` is proven; the optimum is known when both agree.
    """

    turn: int
    player: int
    cards_left: int
    bound: int


@dataclass(frozen=True, slots=True)
class MissedTrick:
    """A backwards trick that its holder could have laid in a turn of theirs, and that was never laid.

    ``turn``: the first turn in which it was possible. ``gone_turn``: the turn in which it ceased to be, ``None`` if it
    was still possible when the line ended. ``gone_by``: the play that made it impossible, by covering the pile or by
    laying the card elsewhere.
    """

    turn: int
    player: int
    play: Play
    gone_turn: int | None
    gone_by: Play | None

    def to_json(self) -> dict[str, Any]:
        """The missed trick as JSON data."""
        gone = None if self.gone_by is None else {"turn": self.gone_turn, **play_json(self.gone_by)}
        return {"turn": self.turn, "player": self.player, **play_json(self.play), "gone_by": gone}


@dataclass(frozen=True, slots=True)
class PostMortem:
    """What became of the win along a line.

    ``line``: the legal part of the line, as text; ``report`` is the referee's on the whole, with the fault if it breaks
    the rules. ``status``: of the moment at which the line ends. ``start_status``: of the deal.

    ``mistake``: the step that lost the win, if it is known. ``values``: every choice at that moment. ``open_steps``:
    the steps of which one lost the win where the budget does not tell which, in order. ``scores``: one for each turn.
    """

    deal: Deal
    line: str
    report: Report
    start_status: Status
    status: Status
    mistake: Step | None
    values: Values | None
    open_steps: tuple[Step, ...]
    scores: tuple[TurnScore, ...]
    missed_tricks: tuple[MissedTrick, ...]
    nodes: int
    stopped_by: StopReason | None

    def to_json(self) -> dict[str, Any]:
        """The object that ``analyse --json`` prints for a line."""
        return {
            "line": self.line,
            "report": self.report.to_json(),
            "start_status": self.start_status,
            "status": self.status,
            "mistake": self.mistake and self.mistake.to_json(),
            "would_have_kept": [choice.to_json() for choice in self.would_have_kept],
            "only_play": None if self.values is None else self.values.only_play,
            "open_steps": [step.to_json() for step in self.open_steps],
            "turns": [
                {"turn": it.turn, "player": it.player, "cards_left": it.cards_left, "cards_left_bound": it.bound}
                for it in self.scores
            ],
            "missed_tricks": [trick.to_json() for trick in self.missed_tricks],
            "nodes": self.nodes,
            "stopped_by": self.stopped_by,
        }

    @property
    def would_have_kept(self) -> tuple[Choice, ...]:
        """The choices that kept the win where the mistake was made."""
        return () if self.values is None else self.values.winning


def post_mortem(
    deal: Deal,
    line: Line | str | Sequence[object],
    *,
    budget: Budget | None = None,
    progress: ProgressCallback | None = None,
) -> PostMortem:
    """Look at a line of the deal afterwards.

    Of an illegal line the part before the fault is looked at. ``line`` may also be its text (for a log of one play a
    line see ``puzzles.analysis.game_log``) or its JSON form. ``KeyboardInterrupt`` ends the work with what is known by
    then. Raises ``InputError`` when the line is none.
    """
    require_deal(deal)
    return _Inquest(deal, as_line(line), DEFAULT_BUDGET if budget is None else budget, progress).run()


# -- moments and steps ---------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """A deal that a line passes, the step that led there, and the position if it is settled who plays."""

    deal: Deal
    step: Step | None
    position: Position | None


def moments_of(deal: Deal, replayed: Replay) -> list[Moment]:
    """The moments that the legal part of a line passes, the deal itself first."""
    starts = [*deal.starts(), *(deal.moment(player) for player in range(deal.players))]
    for start in dict.fromkeys(starts):
        try:
            return list(_moments(deal, replayed, start))
        except IllegalPlay:
            continue  # it was another player who started
    raise EngineError(f"the line that the referee has replayed begins nowhere: {encode_deal(deal)}")


def _moments(deal: Deal, replayed: Replay, start: Position) -> Iterator[Moment]:
    if not replayed.turns:
        yield Moment(deal, None, None)
        return
    first = replayed.turns[0].player
    if start.to_play != first:
        raise IllegalPlay("another player starts")
    chosen = deal.to_play is None and len(deal.starts()) > 1
    yield Moment(deal, None, None if chosen else start)
    if chosen:
        yield Moment(deal_of(start), Step(1, 0, first, None, "start"), start)
    position = start
    for turn, played in enumerate(replayed.turns, 1):
        for number, laid in enumerate(played.plays, 1):
            pile = position.rules.pile_index(laid.pile)
            assert pile is not None  # the referee has laid it
            position = position.play(laid.card, pile)
            step = Step(turn, number, played.player, Play(laid.card, laid.pile), "play")
            yield Moment(deal_of(position), step, position)
        if played.ended:
            position = position.end_turn()
            yield Moment(deal_of(position), Step(turn, 0, played.player, None, "end"), position)


def missed_tricks(moments: Sequence[Moment]) -> tuple[MissedTrick, ...]:
    """The backwards tricks that a player could have laid in a turn of their own, and that were never laid."""
    possible: dict[tuple[int, int, int], int] = {}
    missed: list[MissedTrick] = []
    turn = 1
    for before, after in zip(moments, [*moments[1:], None], strict=True):
        position = before.position
        if position is None:
            continue
        # After the end of a turn the next one is under way, whether or not the line goes on.
        turn = 1 if before.step is None else before.step.turn + (before.step.kind == "end")
        for card, pile in position.plays():
            if position.is_trick(card, pile):
                possible.setdefault((position.to_play, card, pile), turn)
        step = None if after is None else after.step
        if step is None or step.play is None:
            continue
        laid = step.play.card, position.rules.pile_index(step.play.pile)
        for (player, card, pile), first in list(possible.items()):
            if laid == (card, pile):
                del possible[player, card, pile]
            elif card == laid[0] or pile == laid[1]:
                del possible[player, card, pile]
                name = position.rules.pile_name(pile)
                missed.append(MissedTrick(first, player, Play(card, name), step.turn, step.play))
    last = moments[-1].deal
    for (player, card, pile), first in possible.items():
        missed.append(MissedTrick(first, player, Play(card, last.rules.pile_name(pile)), None, None))
    return tuple(sorted(missed, key=lambda trick: trick.turn))


# -- the inquest ---------------------------------------------------------------------------------------------------


class _Inquest:
    """One ``post_mortem``: the moments and what is proven of each.

    ``_best`` and ``_bound`` hold the fewest cards left from each moment: reached by a line, and proven. The line itself
    leads from each moment to all later ones, so what can be reached from a later moment can be reached from the earlier
    ones, and a bound of an earlier one holds for the later ones.
    """

    def __init__(self, deal: Deal, line: Line, budget: Budget, progress: ProgressCallback | None) -> None:
        self._deal = deal
        self._report = replay(deal, line).report()
        self._replayed = replay(deal, _legal_part(deal, line))
        self._shared = SharedBudget(budget, progress)
        self._progress = progress
        self._moments = moments_of(deal, self._replayed)
        self._best = [self._moments[-1].deal.cards_left] * len(self._moments)
        self._bound = [0] * len(self._moments)
        self._round = FIRST_ROUND  # nodes for a moment in the bisection's next round

    def run(self) -> PostMortem:
        values = None
        try:
            self._bisect(BISECTION_SHARE)
            values = self._values(VALUES_SHARE)
            self._count_cards()
            self._bisect(SECOND_BISECTION_SHARE)
            values = values or self._values(1)
        except KeyboardInterrupt:
            self._shared.stop("interrupt")
        winnable, lost = self._winnable(), self._lost()
        open_steps: tuple[Step, ...] = ()
        if winnable + 1 < lost:
            open_steps = tuple(step for moment in self._moments[winnable + 1 : lost + 1] if (step := moment.step))
        return PostMortem(
            deal=self._deal,
            line=self._replayed.text(),
            report=self._report,
            start_status=self._status(0),
            status=self._status(-1),
            mistake=self._mistake(),
            values=values,
            open_steps=open_steps,
            scores=tuple(self._scores()),
            missed_tricks=missed_tricks(self._moments),
            nodes=self._shared.nodes,
            stopped_by=self._shared.stopped_by or (None if not open_steps and self._scores_proven() else "nodes"),
        )

    def _winnable(self) -> int:
        """The last moment that is known to be winnable, -1 for none."""
        return max((index for index, best in enumerate(self._best) if best == 0), default=-1)

    def _lost(self) -> int:
        """The first moment that is known to be lost, one beyond the last for none."""
        return next((index for index, bound in enumerate(self._bound) if bound > 0), len(self._bound))

    def _status(self, index: int) -> Status:
        if self._best[index] == 0:
            return "winnable"
        return "unwinnable" if self._bound[index] else "unknown"

    def _mistake(self) -> Step | None:
        winnable, lost = self._winnable(), self._lost()
        return self._moments[lost].step if 0 <= winnable == lost - 1 < len(self._moments) - 1 else None

    def _solve(self, index: int, most: int) -> None:
        """What the solver proves of a moment, for it and all that it says something about."""
        if most == 0 or self._best[index] == self._bound[index]:
            return
        result = self._shared.solve(self._moments[index].deal, most)
        if result is not None:
            for earlier in range(index + 1):
                self._best[earlier] = min(self._best[earlier], result.cards_left)
            for later in range(index, len(self._moments)):
                self._bound[later] = max(self._bound[later], result.cards_left_bound)

    def _bisect(self, share: float) -> None:
        """Narrow down the step that lost the win: in rounds, each with more nodes for a moment than the one before.

        Moments that a round leaves open are a gap in the middle; the bisection goes on before and after it.
        """
        while self._winnable() + 1 < self._lost():
            nodes = self._round
            spent = self._shared.nodes
            open_ones: set[int] = set()
            while self._shared.stopped_by is None:
                winnable, lost = self._winnable(), self._lost()
                gap = [index for index in open_ones if winnable < index < lost] or [lost]
                choices = range(winnable + 1, min(gap)) or range(max(gap) + 1, lost)
                most = self._shared.part(share, nodes)
                if not choices or most == 0:
                    break
                middle = choices[len(choices) // 2]
                last = len(self._moments) - 1
                self._shared.doing = f"looking for the mistake between steps {winnable + 1} and {lost} of {last}"
                self._solve(middle, most)
                if self._status(middle) == "unknown":
                    open_ones.add(middle)
            if self._shared.nodes - spent < nodes:
                break  # not the nodes of a round are what is missing, but budget or memory
            self._round = nodes * GROWTH

    def _values(self, share: float) -> Values | None:
        """Every choice at the moment before the mistake."""
        if self._mistake() is None:
            return None
        before = self._moments[self._winnable()].deal
        rest = self._shared.rest(share)
        if rest is None:
            return None
        values = value_plays(before, budget=rest, progress=self._progress)
        self._shared.take_over(values.nodes, values.stopped_by)
        return values

    def _count_cards(self) -> None:
        """The fewest cards left from the beginning of each turn, in rounds like those of the bisection."""
        nodes = FIRST_ROUND
        while self._shared.stopped_by is None:
            todo = [index for index in self._beginnings() if self._best[index] != self._bound[index]]
            spent = self._shared.nodes
            for number, index in enumerate(reversed(todo), 1):
                self._shared.doing = f"counting cards left from turn to turn, {number} of {len(todo)}"
                self._solve(index, self._shared.part(CARDS_SHARE, nodes))
            if not todo or self._shared.nodes - spent < nodes:
                break
            nodes *= GROWTH

    def _beginnings(self) -> list[int]:
        """The index of the moment in which each turn begins."""
        found: dict[int, int] = {}
        for index, moment in enumerate(self._moments[1:]):
            assert moment.step is not None  # only the first moment has none
            found.setdefault(moment.step.turn, index)
        return list(found.values())

    def _scores_proven(self) -> bool:
        return all(self._best[index] == self._bound[index] for index in self._beginnings())

    def _scores(self) -> Iterator[TurnScore]:
        for turn, index in enumerate(self._beginnings(), 1):
            yield TurnScore(turn, self._replayed.turns[turn - 1].player, self._best[index], self._bound[index])


def _legal_part(deal: Deal, line: Line) -> Line:
    """The line up to its first fault, with the plays of that turn that are still legal."""
    fault = replay(deal, line).fault
    if fault is None:
        return line
    before, turn = line.turns[: fault.turn - 1], line.turns[fault.turn - 1]
    plays = turn.plays[: fault.play - 1] if fault.play else turn.plays
    begun = Line((*before, Turn(plays, turn.player)), closed=False)
    return Line(before) if replay(deal, begun).fault else begun
