"""Explanations as plain text for reading."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.explain.check import Check, Fit
from puzzles.explain.line import ExplainedLine
from solver.text import count, facts, table
from solver.the_game.show import score

NO_FIT = "."


def check_lines(check: Check) -> list[str]:
    """The stuck check of one player: cards against piles, the minimum, the verdict and the ways to reach it."""
    if check.verdict == "won":
        return ["all cards are played: the deal is won"]
    rows = [["card", *(f"{name} {top}" for name, top in check.tops)]]
    rows += [[str(card), *map(_cell, fits)] for card, fits in check.fits]
    lines = table(rows, range(1, len(rows[0]))) if check.fits else []
    known = [("player", str(check.player)), ("minimum", _minimum(check)), ("verdict", _verdict(check))]
    return [*lines, *([""] if lines else []), *facts(known), *_ways(check)]


def _cell(fit: Fit) -> str:
    if fit.fits == "no":
        return NO_FIT
    return f"trick {fit.gap}" if fit.fits == "trick" else f"+{fit.gap}"


def _minimum(check: Check) -> str:
    deck = f"the deck still holds {count(check.deck, 'card')}" if check.deck else "the deck is empty"
    said = f"{count(check.least, 'card')}, since {deck}"
    if check.minimum < check.least:
        said += f"; there are only {check.minimum} to lay, so all of them"
    if check.played:
        said += f"; {check.played} laid this turn"
    return said


def _verdict(check: Check) -> str:
    if check.verdict == "may end":
        more = f"; up to {count(check.can_lay, 'more card')} can be laid first" if check.can_lay else ""
        return f"the turn may end now{more}"
    if check.verdict == "must play":
        which = "" if check.played == 0 else " more"
        return f"the game goes on: {check.missing}{which} must be laid, {check.can_lay} can be"
    least = check.cards_left - check.can_lay
    can = f"only {check.can_lay} can be" if check.can_lay else "none fits any pile"
    return f"lost: {check.missing} must be laid and {can}; the game ends with {score(least)} at best"


def _ways(check: Check) -> list[str]:
    if not check.ways:
        return []
    if check.more_ways:
        return [f"there are more than {len(check.ways)} ways"]
    many = min(check.missing, check.can_lay)
    head = f"{count(len(check.ways), 'way')} to lay {count(many, 'card')} (piles in any order):"
    return [head, *(f"  {' '.join(f'{card}@{pile}' for card, pile in way)}" for way in check.ways)]


def line_lines(line: ExplainedLine, several: bool) -> list[str]:
    """The plays of a line with their reasons, notes, and the fault; ``several``: the deal has several players."""
    lines = _plays(line, several)
    lines += [f"note: {note}" for note in line.notes]
    if line.fault is not None:
        play = f", play {line.fault.play}" if line.fault.play else ""
        lines.append(f"not allowed: turn {line.fault.turn}{play}: {line.fault.why}")
    return lines


def _plays(line: ExplainedLine, several: bool) -> list[str]:
    if not line.plays:
        return []
    rows: list[Sequence[str]] = [["turn", *(["player"] if several else []), "play", "why", "drawn then"]]
    for index, play in enumerate(line.plays):
        last = index + 1 == len(line.plays) or line.plays[index + 1].turn != play.turn
        drawn = " ".join(map(str, line.drawn[play.turn - 1])) if last else ""
        player = [str(play.player)] if several else []
        star = "*" if play.trick else ""
        rows.append([str(play.turn), *player, f"{play.card}@{play.pile}{star}", play.why, drawn])
    return table(rows, range(1 + several, len(rows[0])))
