"""What every play of a position is worth, and which plays keep the win.

Every choice is judged by solving the deal after it, so that each verdict is the solver's and each line is replayed by
the referee from the position itself. Nothing is guessed: what the budget does not decide is ``unknown``.

The budget is split in rounds: each choice first gets a few nodes, and those that stay open get ``GROWTH`` times as many
in the next round. So a hard choice does not starve the easy ones, and under a node budget the split is the same on
every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from puzzles.analysis.classes import Laid, Undecided, classes_of, turns_matter, twin
from puzzles.analysis.nearest import nearest
from puzzles.analysis.shared_budget import ProgressCallback, SharedBudget
from solver.budget import Budget, StopReason
from solver.errors import EngineError, InputError
from solver.result import OBJECTIVES, Objective, Result, Status
from solver.strict_json import shown
from solver.the_game.deal import Deal, deal_of, require_deal
from solver.the_game.identifiers import encode_deal
from solver.the_game.notation import Line, Play, Turn, as_line
from solver.the_game.referee import Report, replay
from solver.the_game.rules import Position

DEFAULT_BUDGET = Budget(max_nodes=6_000_000)
"""Without a budget of the caller's: some 10 s at most on one core; most positions need a tenth of that."""
FIRST_ROUND = 20_000
"""Nodes that each choice gets in the first round, if the budget has so many for all."""
GROWTH = 8
"""Each round's nodes over those of the round before."""
CHOICES_SHARE = 0.8
"""The share of a node budget after which the choices get no more, so that some is left to compare those that win."""
COSTS: tuple[Objective, ...] = ("turns", "tricks")
"""What can be asked for besides cards left."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The fewest turns or tricks among the lines that leave the fewest cards.

    ``value``: what ``line`` needs; ``bound``: proven that no such line needs fewer. The optimum is proven when both
    agree.
    """

    value: int
    bound: int
    line: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that ``player`` can do: a play, or ending the turn (``play`` is ``None``).

    ``status``, ``cards_left`` and ``cards_left_bound`` are the verdict of what follows, as in a ``Result``. ``line``
    begins with the choice and leaves ``cards_left`` cards; the referee has replayed it from the position that was asked
    about. ``class_number``: the class of a choice that keeps the win, counted from 0; ``None`` for a choice that does
    not, and for ending the turn where that makes no difference. ``turns`` and ``tricks``: of whole lines, this choice
    included; ``None`` where not asked for, or where the fewest cards left are not proven. ``stopped_by``: the budget
    that left it undecided.
    """

    player: int
    play: Play | None
    trick: bool
    status: Status
    cards_left: int
    cards_left_bound: int
    line: str
    turns: Cost | None = None
    tricks: Cost | None = None
    class_number: int | None = None
    stopped_by: StopReason | None = None

    def to_json(self) -> dict[str, Any]:
        """The choice as JSON data; card and pile are null for ending the turn."""
        return {
            "player": self.player,
            **play_json(self.play),
            "trick": self.trick,
            "status": self.status,
            "cards_left": self.cards_left,
            "cards_left_bound": self.cards_left_bound,
            "turns": self.turns and asdict(self.turns),
            "tricks": self.tricks and asdict(self.tricks),
            "class": self.class_number,
            "line": self.line,
            "stopped_by": self.stopped_by,
        }


def play_json(play: Play | None) -> dict[str, Any]:
    """Card and pile of a play, both null where nothing is laid."""
    return {"card": play and play.card, "pile": play and play.pile}


@dataclass(frozen=True, slots=True)
class Values:
    """What every choice of a position is worth.

    ``choices``: the plays by player, card and pile, those of all players where the team chooses who starts, equal piles
    one by one; after a play under way also ending the turn. ``classes``: how many classes the winning choices form,
    as ``puzzles.analysis.classes`` defines them; ``classes_proven`` is false where the budget left a link undecided
    (then some classes may be one). ``nodes``: positions searched.
    """

    deal: Deal
    choices: tuple[Choice, ...]
    classes: int
    classes_proven: bool
    nodes: int
    stopped_by: StopReason | None
    budget: Budget = field(compare=False)

    def to_json(self) -> dict[str, Any]:
        """The values as JSON data."""
        return {
            "status": self.status,
            "only_play": self.only_play,
            "single_play": self.single_play,
            "trap": [play_json(choice.play) for choice in self.trap],
            "classes": self.classes,
            "classes_proven": self.classes_proven,
            "choices": [choice.to_json() for choice in self.choices],
            "nodes": self.nodes,
            "stopped_by": self.stopped_by,
            "budget": asdict(self.budget),
        }

    @property
    def plays(self) -> tuple[Choice, ...]:
        """The choices that lay a card."""
        return tuple(choice for choice in self.choices if choice.play is not None)

    @property
    def end_turn(self) -> Choice | None:
        """Ending the turn now, where that is allowed."""
        return next((choice for choice in self.choices if choice.play is None), None)

    @property
    def winning(self) -> tuple[Choice, ...]:
        """The choices that keep the win."""
        return tuple(choice for choice in self.choices if choice.status == "winnable")

    @property
    def undecided(self) -> tuple[Choice, ...]:
        """The choices without a verdict."""
        return tuple(choice for choice in self.choices if choice.status == "unknown")

    @property
    def status(self) -> Status:
        """Can the position be won? It can if a choice keeps the win, or if every card is played."""
        if self.winning or self.deal.cards_left == 0:
            return "winnable"
        return "unknown" if self.undecided else "unwinnable"

    @property
    def only_play(self) -> bool | None:
        """Does exactly one class of choices keep the win? ``None`` where that is not decided."""
        real = [choice for choice in self.winning if choice.class_number is not None]
        if len({(choice.player, choice.play is None) for choice in real}) > 1:
            return False  # choices of different kinds are never of one class
        if self.undecided or not self.classes_proven:
            return None
        return self.classes == 1

    @property
    def trap(self) -> tuple[Choice, ...]:
        """The choices of a player who always lays the nearest card, if the position can be won but not by them.

        ``puzzles.analysis.nearest`` says which they are; empty where it is no trap, or not known to be one, and where
        the team chooses who starts.
        """
        starts = self.deal.starts()
        if len(starts) > 1 or not self.winning:
            return ()
        name = self.deal.rules.pile_name
        tempting = {laid and Play(laid[0], name(laid[1])) for laid in nearest(starts[0])}
        choices = tuple(choice for choice in self.choices if choice.play in tempting)
        return choices if all(choice.status == "unwinnable" for choice in choices) else ()

    @property
    def single_play(self) -> bool | None:
        """Does exactly one choice keep the win, plays on piles with equal tops counted once?

        Sharper than ``only_play``, where the order of a turn does not matter either.
        """
        piles = self.deal.starts()[0]
        distinct = {
            (choice.player, choice.play and (choice.play.card, twin(piles, _index(self.deal, choice.play))))
            for choice in self.winning
            if choice.class_number is not None
        }
        if len(distinct) > 1:
            return False
        return None if self.undecided else len(distinct) == 1


def value_plays(
    deal: Deal,
    *,
    budget: Budget | None = None,
    objectives: Collection[Objective] = (),
    progress: ProgressCallback | None = None,
) -> Values:
    """The value of every choice that the player to play has, or of every player's where the team chooses who starts.

    ``objectives``: ``turns`` or ``tricks``, to be worked out as well. ``budget``: what all searches together may spend;
    ``DEFAULT_BUDGET`` if none is given. ``KeyboardInterrupt`` ends the work with what is known by then. Raises
    ``InputError`` for an argument that is not what it should be.
    """
    require_deal(deal)
    for name in objectives:
        if name not in OBJECTIVES:
            raise InputError(f"objectives: {shown(name)} is unknown; it must be one of {', '.join(OBJECTIVES)}")
    budget = DEFAULT_BUDGET if budget is None else budget
    return _Valuation(deal, budget, [name for name in COSTS if name in objectives], progress).run()


class _Move(NamedTuple):
    """A choice to be judged: where it is made, and card and pile index, or ``None`` for ending the turn."""

    start: Position
    laid: Laid | None

    def after(self) -> Position:
        return self.start.end_turn() if self.laid is None else self.start.play(*self.laid)

    def representative(self) -> _Move:
        """The first of the moves that differ in the names of equal piles alone."""
        if self.laid is None:
            return self
        card, pile = self.laid
        return _Move(self.start, (card, twin(self.start, pile)))


_UNKNOWN: Status = "unknown"


class _Valuation:
    """One ``value_plays``: its budget, and what it knows of each representative move."""

    def __init__(
        self, deal: Deal, budget: Budget, costs: Sequence[Objective], progress: ProgressCallback | None
    ) -> None:
        self._deal = deal
        self._budget = budget
        self._shared = SharedBudget(budget, progress)
        self._moves = [move for start in deal.starts() for move in _moves(start)]
        self._results: dict[_Move, Result | None] = {move.representative(): None for move in self._moves}
        self._wanted = costs
        self._costs: dict[tuple[_Move, Objective], Cost] = {}
        self._known: dict[Position, Result] = {}

    def run(self) -> Values:
        classes: dict[_Move, int] = {}
        proven = True
        try:
            self._decide()
            classes, proven = self._classify()
            self._count_costs()
        except KeyboardInterrupt:
            self._shared.stop("interrupt")
            classes, proven = self._classify()
        choices = tuple(self._choice(move, classes.get(move)) for move in self._moves)
        number = 1 + max(classes.values(), default=-1)
        stopped_by = self._shared.stopped_by
        for choice in choices:
            stopped_by = stopped_by or choice.stopped_by
        if not proven:
            stopped_by = stopped_by or "nodes"
        return Values(self._deal, choices, number, proven, self._shared.nodes, stopped_by, self._budget)

    def _decide(self) -> None:
        """Solve what follows each move, in rounds, until all are decided or the budget is spent."""
        todo = list(self._results)
        # So that with a small budget the first choice does not get all.
        nodes = max(1, self._shared.part(CHOICES_SHARE, FIRST_ROUND * len(todo)) // max(1, len(todo)))
        while todo and self._shared.stopped_by is None:
            before = self._shared.nodes
            for number, move in enumerate(todo, 1):
                most = self._shared.part(CHOICES_SHARE, nodes)
                if most == 0:
                    return
                self._shared.doing = f"valuing play {number} of {len(todo)} with {nodes:,} nodes each"
                result = self._shared.solve(deal_of(move.after()), most)
                if result is not None:
                    self._results[move] = self._known[move.after()] = _better(self._results[move], result)
            todo = [move for move in todo if not _settled(self._results[move])]
            if self._shared.nodes - before < nodes:
                break  # not the nodes are what is missing, but the memory
            nodes *= GROWTH

    def _classify(self) -> tuple[dict[_Move, int], bool]:
        """The class of every winning move, and whether no two classes may turn out to be one."""
        numbers: dict[_Move, int] = {}
        proven = True
        count = 0
        self._shared.doing = "comparing the plays that win"
        for start in dict.fromkeys(move.start for move in self._moves):
            mine = [move for move in self._moves if move.start == start and self._wins(move)]
            classes, sure = classes_of(start, [move.laid for move in mine if move.laid], self._continuation)
            proven = proven and sure
            for together in classes:
                numbers.update({_Move(start, laid): count for laid in together})
                count += 1
            if _Move(start, None) in mine and turns_matter(start):
                numbers[_Move(start, None)] = count
                count += 1
        return numbers, proven

    def _wins(self, move: _Move) -> bool:
        result = self._results[move.representative()]
        return result is not None and result.status == "winnable"

    def _continuation(self, position: Position) -> Sequence[Laid] | None:
        """For ``classes_of``: the rest of the turn in a winning line from here, each position within a moderate part
        of the budget."""
        result = self._known.get(position)
        if result is None:
            result = self._shared.solve(deal_of(position), FIRST_ROUND * GROWTH)
            if result is None:
                raise Undecided
            self._known[position] = result
        if result.status == "unknown":
            raise Undecided
        return _rest_of_turn(position, result) if result.status == "winnable" else None

    # -- turns and tricks ------------------------------------------------------------------------------------------

    def _count_costs(self) -> None:
        for objective in self._wanted:
            for number, (move, result) in enumerate(self._results.items(), 1):
                if result is None or result.cards_left != result.cards_left_bound:
                    continue
                self._shared.doing = f"counting {objective} of play {number} of {len(self._results)}"
                cost = self._turns(move, result) if objective == "turns" else self._tricks(move, result)
                if cost is not None:
                    self._costs[move, objective] = cost

    def _tricks(self, move: _Move, result: Result) -> Cost | None:
        """Tricks add up: those of what follows, and the move's own."""
        after = deal_of(move.after())
        found = self._shared.solve(after, objective="tricks")
        if found is None or found.cards_left != result.cards_left:
            return None
        own = int(move.laid is not None and move.start.is_trick(*move.laid))
        line, report = self._replayed(move, as_line(found.line), _goes_on(after))
        return Cost(report.tricks, found.bound + own, line)

    def _turns(self, move: _Move, result: Result) -> Cost | None:
        """The fewer turns of two ways to go on: end the turn after the play, or lay another card first.

        The deal after the play does not tell these apart: there the turn under way counts if a card is laid in it, but
        here it counts already. So each way is solved as a deal of its own.
        """
        costs: list[Cost] = []
        for after, same_turn in self._ways_on(move):
            found = self._shared.solve(after, objective="turns")
            if found is None or found.cards_left_bound <= result.cards_left < found.cards_left:
                return None
            if found.cards_left == result.cards_left:
                line, report = self._replayed(move, as_line(found.line), same_turn)
                least = found.bound if move.laid is None or same_turn else found.bound + 1
                costs.append(Cost(report.turns, least if move.laid is None else max(1, least), line))
        if not costs:
            return None
        best = min(costs, key=lambda cost: cost.value)
        return replace(best, bound=min(cost.bound for cost in costs))

    def _ways_on(self, move: _Move) -> Iterator[tuple[Deal, bool]]:
        """The deals in which a line may go on after the move, and whether that is in the same turn."""
        after = move.after()
        if move.laid is None:
            yield deal_of(after), False
            return
        if after.may_end_turn and not after.won:
            yield deal_of(after.end_turn()), False
        if after.hand or after.won:
            # With one card fewer than the minimum on the table the turn cannot end before another is laid.
            yield deal_of(after._replace(played=min(after.played, after.minimum - 1))), True

    # -- choices ---------------------------------------------------------------------------------------------------

    def _choice(self, move: _Move, number: int | None) -> Choice:
        """The move with what is known of its representative, in the names of its own pile."""
        chosen = move.representative()
        result = self._results[chosen]
        play = None if move.laid is None else _named(move.start, move.laid)
        renamed = partial(self._renamed, chosen, move)
        if result is None:
            rest, left, bound, status = Line(), move.after().cards_left, 0, _UNKNOWN
        else:
            rest, left, bound = as_line(result.line), result.cards_left, result.cards_left_bound
            status = result.status
        line, report = self._replayed(chosen, rest, _goes_on(deal_of(chosen.after())))
        if report.cards_left != left:
            raise EngineError(f"a line leaves {report.cards_left} cards, not {left}: {encode_deal(self._deal)}: {line}")

        def cost(objective: Objective) -> Cost | None:
            found = self._costs.get((chosen, objective))
            return found and replace(found, line=renamed(found.line))

        return Choice(
            player=move.start.to_play,
            play=play,
            trick=move.laid is not None and move.start.is_trick(*move.laid),
            status=status,
            cards_left=left,
            cards_left_bound=bound,
            line=renamed(line),
            turns=cost("turns"),
            tricks=cost("tricks"),
            class_number=number,
            stopped_by=self._why_open(result) if status == "unknown" else None,
        )

    def _why_open(self, result: Result | None) -> StopReason:
        """Which budget left a choice undecided."""
        return self._shared.stopped_by or (result and result.stopped_by) or "nodes"

    def _replayed(self, move: _Move, rest: Line, same_turn: bool) -> tuple[str, Report]:
        """The move and then a line of the deal after it, as one line that the referee has replayed."""
        line = _joined(move, rest, same_turn)
        replayed = replay(self._deal, line)
        return replayed.text(), replayed.report()

    def _renamed(self, chosen: _Move, move: _Move, line: str) -> str:
        """The line with the names of two equal piles exchanged, replayed by the referee."""
        if chosen.laid is None or move.laid is None or chosen.laid == move.laid:
            return line
        name = self._deal.rules.pile_name
        names = {name(chosen.laid[1]): name(move.laid[1]), name(move.laid[1]): name(chosen.laid[1])}
        found = as_line(line)
        turns = tuple(
            Turn(tuple(Play(play.card, names.get(play.pile, play.pile)) for play in turn.plays), turn.player)
            for turn in found.turns
        )
        return replay(self._deal, Line(turns, found.closed)).text()


def _moves(start: Position) -> Iterator[_Move]:
    for laid in start.plays():
        yield _Move(start, laid)
    if start.may_end_turn and not start.won:
        yield _Move(start, None)


def _named(position: Position, laid: Laid) -> Play:
    return Play(laid[0], position.rules.pile_name(laid[1]))


def _index(deal: Deal, play: Play) -> int:
    pile = deal.rules.pile_index(play.pile)
    assert pile is not None  # plays of a choice are on piles of the deal
    return pile


def _settled(result: Result | None) -> bool:
    """Is everything about cards left proven?"""
    return result is not None and result.cards_left == result.cards_left_bound


def _better(known: Result | None, found: Result) -> Result:
    """What two searches of one deal prove together: the better line, the higher bound."""
    if known is None:
        return found
    best = found if found.cards_left <= known.cards_left else known
    bound = max(found.cards_left_bound, known.cards_left_bound)
    status: Status = "winnable" if best.cards_left == 0 else "unwinnable" if bound else "unknown"
    return replace(best, status=status, cards_left_bound=bound, bound=bound, stopped_by=found.stopped_by)


def _rest_of_turn(position: Position, result: Result) -> list[Laid]:
    """For ``classes_of``: what the result's line, which begins in this position, lays in the turn under way."""
    turns = as_line(result.line).turns
    if not position.hand:
        return []  # the line begins with another turn
    pile_index = position.rules.pile_index
    plays = [play for turn in (turns[:1] if turns_matter(position) else turns) for play in turn.plays]
    return [(play.card, pile) for play in plays if (pile := pile_index(play.pile)) is not None]


def _goes_on(after: Deal) -> bool:
    """Does the deal after a move begin in the middle of the same turn?"""
    return after.starts()[0].played > 0


def _joined(move: _Move, rest: Line, same_turn: bool) -> Line:
    """The line that begins with the move and goes on with ``rest``, whose first turn may be the same one."""
    player = move.start.to_play
    if move.laid is None:
        return Line((Turn((), player), *rest.turns), rest.closed)
    play = _named(move.start, move.laid)
    if same_turn and rest.turns:
        first, *others = rest.turns
        return Line((Turn((play, *first.plays), player), *others), rest.closed)
    return Line((Turn((play,), player), *rest.turns), rest.closed and bool(rest.turns))
