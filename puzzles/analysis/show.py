"""An analysis as plain text for reading."""

from __future__ import annotations

from collections.abc import Iterable

from puzzles.analysis.export import label
from puzzles.analysis.post_mortem import MissedTrick, PostMortem, Step
from puzzles.analysis.space import Space
from puzzles.analysis.values import Choice, Cost, Values
from solver.budget import Budget
from solver.text import count, facts, table
from solver.the_game.notation import Play, parse_line
from solver.the_game.referee import annotate
from solver.the_game.show import report_line, score

LINE_WIDTH = 60
"""Characters after which a line of play is cut short, at the end of a turn; JSON has it whole."""
FEW = 12
"""Most choices that a sentence lists."""

_VERDICT_ORDER = {"winnable": 0, "unknown": 1, "unwinnable": 2}


# -- values --------------------------------------------------------------------------------------------------------


def values_lines(values: Values) -> list[str]:
    """The verdict of a position and the table of its choices: the winning ones by class, then those that are open, then
    the losing ones, the best first."""
    said = [_headline(values)]
    if values.choices:
        said += ["", *table(list(_rows(values)), to_left={_columns(values).index(name) for name in ("play", "line")})]
    return said


def _headline(values: Values) -> str:
    choices, winning = len(values.choices), len(values.winning)
    if values.deal.cards_left == 0:
        return "won: every card is played"
    if not choices:
        return f"unwinnable: nothing can be laid; {score(values.deal.cards_left)} is the best"
    if values.status == "unwinnable":
        return f"unwinnable: all {count(choices, 'choice')} lose" if choices > 1 else "unwinnable: the one choice loses"
    said = f"{values.status}: {winning} of {count(choices, 'choice')} {'keeps' if winning == 1 else 'keep'} the win"
    if winning:
        classes = "class" if values.classes == 1 else "classes"
        said += f", in {'' if values.classes_proven else 'at most '}{values.classes} {classes}"
    if values.only_play:
        said += "; only play"
    if values.trap:
        said += f"; trap: the nearest card loses, {' or '.join(map(_choice, values.trap))}"
    if values.undecided:
        said += f"; {len(values.undecided)} undecided ({budget_words(values.budget)})"
    return said


def _columns(values: Values) -> list[str]:
    several = ["player"] if values.deal.players > 1 else []
    costs = [name for name in ("turns", "tricks") if any(getattr(choice, name) for choice in values.choices)]
    return ["class", *several, "play", "verdict", "cards left", *costs, "line"]


def _rows(values: Values) -> Iterable[list[str]]:
    columns = _columns(values)
    yield columns
    for choices in _alike(values):
        choice = choices[0]
        cells = {
            "class": "" if choice.class_number is None else str(choice.class_number + 1),
            "player": str(choice.player),
            "play": " or ".join([_choice(choice), *(_choice(other).partition("@")[2] for other in choices[1:])]),
            "verdict": choice.status,
            "cards left": between(choice.cards_left_bound, choice.cards_left),
            "turns": _cost(choice.turns),
            "tricks": _cost(choice.tricks),
            "line": shortened(choice.line),
        }
        yield [cells[name] for name in columns]


def _alike(values: Values) -> list[list[Choice]]:
    """The choices in the order of the table, those that differ in the names of equal piles together."""
    tops = dict(zip(values.deal.rules.pile_names, values.deal.tops, strict=True))
    found: dict[object, list[Choice]] = {}
    for choice in sorted(values.choices, key=_place):
        play = choice.play
        key = (choice.player, play and (play.card, play.pile[0], tops[play.pile]))
        found.setdefault(key, []).append(choice)
    return list(found.values())


def _place(choice: Choice) -> tuple[int, int, int]:
    number = 0 if choice.class_number is None else choice.class_number
    return _VERDICT_ORDER[choice.status], number, choice.cards_left


def _choice(choice: Choice) -> str:
    return "end the turn" if choice.play is None else _play(choice.play) + ("*" if choice.trick else "")


def _play(play: Play) -> str:
    return f"{play.card}@{play.pile}"


def _cost(cost: Cost | None) -> str:
    return "" if cost is None else between(cost.bound, cost.value)


def between(bound: int, reached: int) -> str:
    """A value that is proven, or the range in which it lies."""
    return str(reached) if bound == reached else f"{bound}-{reached}"


def shortened(line: str) -> str:
    """A line of play, cut short where a turn ends if it is long."""
    if len(line) <= LINE_WIDTH:
        return line
    cut = line.rfind(" | ", 0, LINE_WIDTH)
    return f"{line[: cut + 2] if cut > 0 else line[:LINE_WIDTH].rsplit(' ', 1)[0]} …"


def budget_words(budget: Budget) -> str:
    """What a search was allowed to spend, in words."""
    limits = [] if budget.max_nodes is None else [count(budget.max_nodes, "node")]
    limits += [] if budget.time_limit is None else [f"{budget.time_limit:g} s"]
    return f"within {' and '.join([*limits, f'{budget.memory_mib:,} MiB'])}"


# -- solution space ------------------------------------------------------------------------------------------------


def space_lines(space: Space) -> list[str]:
    """The solution space in numbers, with its bottlenecks."""
    only = len(space.only_plays)
    lines = [
        ("positions", f"{len(space.positions):,} on winning lines, of {space.searched:,} searched"),
        ("winning lines", f"{space.lines:,}; {space.lines_up_to_order:,} up to order; {count(space.routes, 'route')}"),
        ("width", f"{len(space.cut):,}" if space.cut else "a win in one move"),
        ("only plays", f"{only:,} positions, at most {len(space.run)} in a row" if only else "none"),
        ("traps", _traps(space)),
        ("bottlenecks", f"{len(space.bottlenecks):,}" if space.bottlenecks else "none"),
    ]
    said = ["solution space", *(f"  {line}" for line in facts(lines))]
    said += [f"    {'; '.join(label(space, node).splitlines())}" for node in space.bottlenecks[:FEW]]
    if len(space.bottlenecks) > FEW:
        said.append(f"    and {len(space.bottlenecks) - FEW} more")
    return said


def _traps(space: Space) -> str:
    if not space.traps:
        return "none"
    known = [trap.depth for trap in space.traps if trap.depth is not None]
    deepest = f"; after the deepest {count(max(known), 'more card')} can be laid" if known else ""
    return f"{count(len(space.traps), 'position')} where the nearest card loses{deepest}"


# -- post-mortem ---------------------------------------------------------------------------------------------------


def post_mortem_lines(found: PostMortem) -> list[str]:
    """What became of the win along a line: the referee's report, the mistake, the turns, and missed tricks."""
    said = [report_line(found.report)]
    if found.report.fault is not None:
        said.append(f"up to there: {found.line or 'nothing'}")
    said += [_what_happened(found), *_alternatives(found)]
    if found.scores:
        said += ["", *table(_turns(found), to_left={1 + (found.deal.players > 1)})]
    if found.missed_tricks:
        said += ["", "missed tricks", *(f"  {_missed(trick, found.deal.players > 1)}" for trick in found.missed_tricks)]
    return said


def _what_happened(found: PostMortem) -> str:
    if found.mistake is not None:
        return f"the win was lost in {_step(found.mistake)}"
    if found.start_status == "unwinnable":
        return "the deal could not be won from the start"
    if found.status == "winnable":
        return "the win was never lost" + ("" if found.report.won else ": the deal can still be won from there")
    if not found.open_steps:
        return "undecided"
    first, last = found.open_steps[0], found.open_steps[-1]
    where = f"between {_step(first)} and {_step(last)}" if first != last else f"in {_step(first)}"
    if found.status == "unwinnable":
        return f"the win was lost {where}{'' if found.start_status == 'winnable' else ', if there was one'}"
    return (
        f"undecided: the win may have been lost {where}; up to there it was not"
        if (found.start_status == "winnable")
        else f"undecided: it is not known whether the deal can be won, nor whether the win was lost {where}"
    )


def _step(step: Step) -> str:
    if step.kind == "start":
        return f"turn 1: player {step.player} should not have started"
    if step.play is None:
        return f"turn {step.turn}, at its end"
    return f"turn {step.turn}, play {step.number}: {_play(step.play)}"


def _alternatives(found: PostMortem) -> list[str]:
    if found.mistake is None:
        return []
    if found.values is None:
        return ["what would have kept it was not worked out within the budget"]
    # Where ending the turn makes no difference it is no way to keep the win either.
    names = []
    for choice, *_ in _alike(found.values):
        if choice.class_number is not None:
            whose = f"player {choice.player}: " if found.mistake.kind == "start" else ""
            names.append(whose + _choice(choice))
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    only = "" if not found.values.only_play else ", the only play" if len(names) == 1 else ", which belong together"
    said = [f"what would have kept it: {', '.join(names[:FEW])}{more}{only}"]
    if found.values.undecided:
        said.append(f"undecided: {', '.join(_choice(choice) for choice in found.values.undecided[:FEW])}")
    return said


def _turns(found: PostMortem) -> list[list[str]]:
    """Turn by turn: the plays, the one that lost the win with a question mark, and what was possible before them."""
    several = found.deal.players > 1
    rows = [["turn", *(["player"] if several else []), "plays", "cards left with best play from here"]]
    for turn, score_ in zip(annotate(found.deal, parse_line(found.line)), found.scores, strict=True):
        words = [f"{play.card}@{play.pile}{'*' if play.trick else ''}" for play in turn.plays] or ["(none)"]
        if found.mistake is not None and found.mistake.turn == score_.turn and found.mistake.kind != "start":
            if found.mistake.kind == "end":
                words.append("end?")
            else:
                words[found.mistake.number - 1] += "?"
        player = [str(score_.player)] if several else []
        rows.append([str(score_.turn), *player, " ".join(words), between(score_.bound, score_.cards_left)])
    return rows


def _missed(trick: MissedTrick, several: bool) -> str:
    whose = f"player {trick.player}'s " if several else ""
    said = f"turn {trick.turn}: {whose}{_play(trick.play)}"
    if trick.gone_by is None:
        return f"{said}, possible to the end and never laid"
    how = "laid elsewhere" if trick.gone_by.card == trick.play.card else "covered"
    return f"{said}, {how} in turn {trick.gone_turn} by {_play(trick.gone_by)}"
