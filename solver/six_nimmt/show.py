"""Deals, turns and results of 6 nimmt! as plain text for reading."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from solver.budget import STOPS
from solver.six_nimmt.identifiers import encode_deal, encode_rules
from solver.six_nimmt.resolve import Laid, Rows, heads, reason
from solver.text import count, facts, table

if TYPE_CHECKING:
    from solver.six_nimmt.deal import Deal
    from solver.six_nimmt.referee import Round
    from solver.six_nimmt.result import FirstPlay, Regret, Result


# -- deals ---------------------------------------------------------------------------------------------------------


def deal_lines(deal: Deal) -> list[str]:
    """A deal: rows with their bullheads, hands, scripts, identifiers."""
    named = _rows(deal.rows)
    for player, hand in enumerate(deal.hands):
        taken = f" ({count(deal.taken[player], 'bullhead')} so far)" if any(deal.taken) else ""
        named.append((f"player {player}", (_cards(hand) or "none") + taken))
    for player, order in enumerate(deal.script):
        if order is not None:
            chosen = deal.row_choices[player]
            rows = f" (rows chosen: {_cards(chosen)})" if chosen else ""
            named.append((f"script {player}", (_cards(order) or "none") + rows))
    named += [("identifier", encode_deal(deal)), ("seed", deal.seed or "none known")]
    players, turns = count(deal.players, "player"), count(deal.turns_left, "turn")
    return [f"6 nimmt!, rules {encode_rules(deal.rules)}, {players}, {turns} left", *facts(named)]


def _rows(rows: Rows) -> list[tuple[str, str]]:
    return [
        (f"row {number}", f"{_cards(row)}  ({count(heads(row), 'bullhead')})") for number, row in enumerate(rows, 1)
    ]


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))


# -- turns ---------------------------------------------------------------------------------------------------------


def explained_lines(deal: Deal, played: Round, turns: range) -> list[str]:
    """Every card of these turns, from 1, with the reason why it went where it went, and the rows after each turn."""
    lines = facts(_rows(deal.rows if turns.start <= 1 else played.turns[turns.start - 2][-1].rows))
    for number in turns:
        turn = played.turns[number - 1]
        lines += ["", *([f"turn {number}"] if len(played.turns) > 1 else []), *map(_explained, turn)]
        if number in played.assumed:
            lines.append(f"(which row player {turn[0].player} chose is not recorded; the cheapest one is assumed)")
        lines += ["", *facts(_rows(turn[-1].rows))]
    if played.turns:
        lines.append("")
        if turns.stop <= len(played.turns):
            lines.append(f"bullheads so far: {_by_player(_taken_after(deal, played, turns.stop - 1))}")
        lines.append(_standing(played))
    return lines


def _explained(laid: Laid) -> str:
    return f"player {laid.player}: {reason(laid)}"


def _taken_after(deal: Deal, played: Round, turns: int) -> list[int]:
    taken = list(deal.taken)
    for turn in played.turns[:turns]:
        for laid in turn:
            taken[laid.player] += laid.bullheads
    return taken


def _by_player(taken: Sequence[int]) -> str:
    return ", ".join(f"player {player} {heads}" for player, heads in enumerate(taken))


def _standing(played: Round) -> str:
    said = f"bullheads: {_by_player(played.deal.taken)}"
    if played.over:
        word = "share the win" if len(played.leaders) > 1 else "wins"
        said += f"; the game is over, player {' and '.join(map(str, played.leaders))} {word}"
    return said


def report_line(played: Round) -> str:
    """The referee's report on a record in one sentence."""
    if played.fault is not None:
        fault = played.fault
        place = f", card {fault.play}" if fault.play else ""
        return f"wrong: turn {fault.turn}{place}: {fault.why}"
    left = f"{count(played.deal.turns_left, 'turn')} left" if played.deal.turns_left else "the round is complete"
    return f"right: {count(len(played.turns), 'turn')}, {left}; {_standing(played)}"


# -- results -------------------------------------------------------------------------------------------------------


def verdict_line(result: Result) -> str:
    """What was found for the objective, and whether it is proven."""
    if result.value is None:
        said = "unknown: nothing was found before the search ended"
    elif result.objective == "duel" and not result.optimal:
        bounds = f"between {result.bound} and {result.value}"
        said = f"unknown: player 0's bullheads less player 1's are {bounds} when both play best"
    else:
        said = f"{result.status}: {_OBJECTIVES[result.objective](result)}"
        if not result.optimal:
            said += ", not proven to be the best"
        elif result.optimal_lines is not None:
            said += f", proven; {_reached(result.optimal_lines, result.optimal_orders)}"
    return said if result.stopped_by is None else f"{said}; stopped by {STOPS[result.stopped_by]}"


def _reached(lines: int, orders: int | None) -> str:
    """In how many ways the value is reached."""
    if orders is None:
        return f"{count(lines, 'way')} to reach it, with choices of rows"
    said = f"{count(orders, 'order')} of the cards {'reaches' if orders == 1 else 'reach'} it"
    return said if lines == orders else f"{said}, in {count(lines, 'way')} with choices of rows"


_OBJECTIVES = {
    "own": lambda result: f"player {result.seat} takes {_heads(result.value)}",
    "margin": lambda result: (
        f"player {result.seat} takes {_heads(abs(result.value))} "
        f"{'fewer' if result.value < 0 else 'more'} than the others' mean"
    ),
    "inflict": lambda result: f"the others of player {result.seat} take {_heads(result.value)} together",
    "total": lambda result: f"all together take {_heads(result.value)}",
    "duel": lambda result: (
        f"player 0 takes {_heads(abs(result.value))} {'fewer' if result.value < 0 else 'more'} than "
        "player 1 when both play best"
    ),
    "open": lambda result: (
        f"player 0 takes {_heads(abs(result.value))} {'fewer' if result.value < 0 else 'more'} than "
        "player 1 when both play best, in turn and face up, player 0 leading first"
    ),
}


def _heads(value: Fraction) -> str:
    return f"{value} bullhead{'' if value == 1 else 's'}"


def result_lines(result: Result, seed: str | None) -> list[str]:
    """A result in full: the verdict, the round as a table of turns, the post-mortem, and what to quote."""
    lines = [verdict_line(result), ""]
    if result.turns:
        lines += [*_turn_table(result), ""]
    if result.post_mortem:
        lines += [*_post_mortem_table(result.post_mortem), ""]
    for player, plays in enumerate(result.first_plays):
        lines += [*_first_play_table(player, plays, result.objective == "open"), ""]
    effort = f"{count(result.nodes, 'position')}, {result.seconds:.3f} s"
    line = [] if result.objective == "duel" else [("line", result.line or "none")]
    named = [*line, ("identifier", result.deal), ("seed", seed or "none known")]
    return [*lines, *facts([*named, ("searched", effort)])]


def short_result_lines(index: int, result: Result, seed: str | None) -> list[str]:
    """A result among many, in a few lines; ``seed`` is the deal's seed identifier, where it is known."""
    head = f"{index}: {verdict_line(result)}; {count(result.nodes, 'position')}, {result.seconds:.3f} s"
    return [head, *(f"   {text}" for text in (result.deal, seed, result.line or "no line") if text)]


def _turn_table(result: Result) -> list[str]:
    """One line a turn: the cards as they were laid, and what each player took."""
    rows = [["turn", "cards", "taken"]]
    for turn in result.turns:
        laid = turn["laid"]
        cards = " ".join(f"{card['card']}@{card['row']}{'*' if card['taken'] else ''}" for card in laid)
        taken = ", ".join(f"player {card['player']}: {card['bullheads']}" for card in laid if card["taken"])
        rows.append([str(turn["turn"]), cards, taken or "-"])
    return table(rows, {1, 2})


def _first_play_table(player: int, plays: Sequence[FirstPlay], in_turn: bool) -> list[str]:
    """The cards of a player as first plays of a duel: share in an optimal mix, and the difference they lead to.

    Where the players play ``in_turn``, a card is played or not; there are no shares.
    """
    if in_turn:
        head = f"player {player} {'answers' if player else 'leads'}"
        return table([[head, "difference"], *([str(play.card), str(play.value)] for play in plays)])
    rows = [[f"player {player}", "share", "difference"]]
    return table([*rows, *([str(play.card), str(play.share), str(play.value)] for play in plays)])


def _post_mortem_table(regrets: Sequence[Regret]) -> list[str]:
    """One line a turn of the recorded play: the value after it, the best there was, and a better card."""
    rows = [["turn", "played", "value", "best", "regret", "better"]]
    for regret in regrets:
        row = "" if regret.better_row is None else f"@{regret.better_row}"
        better = f"{regret.better}{row}" if regret.regret else "-"
        rows.append([str(regret.turn), str(regret.card), *map(str, (regret.made, regret.best, regret.regret)), better])
    return table(rows, {5})
