"""Deals, lines and results of The Game as plain text for reading.

Every function returns finished lines without colour: what a terminal shows in colour and what a pipe carries are the
same characters. Identifiers and lines of play are never wrapped, so that they can be copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.budget import STOPS
from solver.text import count, facts, table
from solver.the_game.identifiers import encode_deal, encode_rules

if TYPE_CHECKING:
    from solver.result import Result
    from solver.the_game.deal import Deal
    from solver.the_game.referee import ReplayedTurn, Report

_BANDS = ((0, "perfect"), (10, "great"), (20, "good"))


def score_band(cards_left: int) -> str:
    """The rulebook's word for a score: 0 perfect, 1 to 10 great, 11 to 20 good, 21 or more could be better."""
    return next((word for most, word in _BANDS if cards_left <= most), "could be better")


def score(cards_left: int) -> str:
    """Cards left with the score band: ``3 cards left (great)``."""
    return f"{count(cards_left, 'card')} left ({score_band(cards_left)})"


# -- deals ---------------------------------------------------------------------------------------------------------


def deal_lines(deal: Deal) -> list[str]:
    """A deal or position: score band, piles, hands, deck and identifiers."""
    players = count(deal.players, "player")
    known = [("piles", _piles(deal))]
    for player, hand in enumerate(deal.hands):
        known.append((f"player {player}", _cards(hand) + _turn_note(deal, player)))
    known.append(("deck", _cards(deal.deck) + (" (next card first)" if deal.deck else "")))
    if deal.to_play is None:
        known.append(("to play", "the team chooses who starts"))
    head = f"The Game, rules {encode_rules(deal.rules)}, {players}, {score(deal.cards_left)}"
    return [head, *facts([*known, *_identifiers(deal)])]


def _turn_note(deal: Deal, player: int) -> str:
    if player != deal.to_play:
        return ""
    played = f", {count(deal.played_this_turn, 'card')} played this turn" if deal.played_this_turn else ""
    return f" (to play{played})"


def _piles(deal: Deal) -> str:
    return "  ".join(f"{deal.rules.pile_name(pile)} {top}" for pile, top in enumerate(deal.tops))


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards)) if cards else "none"


def _identifiers(deal: Deal) -> list[tuple[str, str]]:
    return [("identifier", encode_deal(deal)), ("seed", deal.seed or "none known")]


# -- results -------------------------------------------------------------------------------------------------------


def verdict_line(result: Result) -> str:
    """The verdict in one sentence, with the score and what is proven about it."""
    left, bound = result.cards_left, result.cards_left_bound
    if result.status == "winnable":
        said = f"winnable: {score(left)}"
    elif left == bound:
        said = f"unwinnable: {score(left)} is proven to be the best"
    elif result.status == "unwinnable":
        said = f"unwinnable: at least {count(bound, 'card')} stay; the best line found has {score(left)}"
    else:
        said = f"unknown: the search found no win before its end; the best line has {score(left)}"
    if result.objective != "cards" and left == bound:
        reached = count(result.value, result.objective.removesuffix("s"))
        said += f", {reached}, " + ("the fewest" if result.optimal else f"at least {result.bound} needed")
    return said if result.stopped_by is None else f"{said}; stopped by {STOPS[result.stopped_by]}"


def result_lines(deal: Deal, result: Result, turns: Sequence[ReplayedTurn]) -> list[str]:
    """A result in full: the verdict, the line as a table of turns, and what to quote."""
    said = [("line", result.line or "none"), *_identifiers(deal), ("engine", _effort(result))]
    return [verdict_line(result), "", *turn_table(deal, turns), *([""] if turns else []), *facts(said)]


def short_result_lines(index: int, result: Result, seed: str | None = None) -> list[str]:
    """A result among many, in a few lines; ``seed`` is the deal's seed identifier, where it is known."""
    head = f"{index}: {verdict_line(result)}; {_effort(result)}"
    return [head, *(f"   {text}" for text in (result.deal, seed, result.line or "no line") if text)]


def _effort(result: Result) -> str:
    return f"{result.engine}, {count(result.nodes, 'node')}, {result.seconds:.3f} s"


def turn_table(deal: Deal, turns: Sequence[ReplayedTurn]) -> list[str]:
    """The turns of a line one below the other: plays with tricks starred, the piles after them, the cards drawn."""
    if not turns:
        return []
    names = [deal.rules.pile_name(pile) for pile in range(deal.rules.pile_count)]
    several = deal.players > 1
    rows = [["turn", *(["player"] if several else []), "plays", *names, "drawn"]]
    for number, turn in enumerate(turns, 1):
        plays = " ".join(f"{play.card}@{play.pile}{'*' if play.trick else ''}" for play in turn.plays)
        player = [str(turn.player)] if several else []
        rows.append([str(number), *player, plays, *map(str, turn.piles), " ".join(map(str, turn.drawn))])
    to_left = {rows[0].index("plays"), len(rows[0]) - 1}
    return table(rows, to_left)


def report_line(report: Report) -> str:
    """The referee's report in one sentence."""
    if report.fault is not None or report.cards_left is None:
        fault = report.fault
        return "illegal" if fault is None else f"illegal: turn {fault.turn}{_play(fault.play)}: {fault.why}"
    won = "won" if report.won else "not won"
    said = f"legal: {won}, {score(report.cards_left)}, {count(report.turns, 'turn')}, {count(report.tricks, 'trick')}"
    return f"{said}; stuck: the player to play cannot reach the minimum" if report.stuck else said


def _play(play: int) -> str:
    """Play 0 stands for the whole turn."""
    return f", play {play}" if play else ""
