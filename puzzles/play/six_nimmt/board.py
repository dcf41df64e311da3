"""The board of 6 nimmt!: the rows, every hand, the orders that are known, and the last turn."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from puzzles.play import keys
from puzzles.play.screen import framed, name_of
from puzzles.play.six_nimmt.game import Game, Moment
from solver.six_nimmt.record import record_text
from solver.six_nimmt.resolve import heads
from solver.text import count

NAME = "6 nimmt!"


def board(game: Game, task: str, said: Sequence[str]) -> RenderableType:
    """Everything that the player needs to see. ``said``: the last messages."""
    moment = game.moment
    parts = [_rows(moment), _hands(game), *_last_turn(game), _state(game)]
    return framed(name_of(NAME, game.puzzle), task, parts, said, _key_line(game))


def _rows(moment: Moment) -> RenderableType:
    grid = Grid.grid(padding=(0, 1))
    for number, row in enumerate(moment.deal.rows, 1):
        cards = Text(" ".join(f"{card:>3}" for card in row[:-1]) + (" " if len(row) > 1 else ""))
        cards.append(f"{row[-1]:>3}", "bold")
        name = Text.assemble((f"[{keys.PLACES[number - 1]}] ", "dim" if moment.low_card is None else "bold cyan"))
        grid.add_row(name.append(f"row {number}"), cards, Text(count(heads(row), "bullhead"), "dim"))
    return grid


def _hands(game: Game) -> RenderableType:
    grid = Grid.grid(padding=(0, 1))
    deal = game.moment.deal
    for player, hand in enumerate(deal.hands):
        if deal.script[player] is not None:
            cards = Text(_cards(deal.script[player] or ()), "dim").append("  in this order" if len(hand) > 1 else "")
        else:
            cards = _own_hand(game.moment, player)
        grid.add_row(Text(_name(game, player)), cards, Text(f"took {deal.taken[player]}", "dim"))
    return grid


def _own_hand(moment: Moment, player: int) -> Text:
    """The hand with its keys, if it is this player's choice, and the card that was chosen for the turn."""
    hand, chosen = moment.deal.hands[player], moment.chosen.get(player)
    line = Text()
    for index, card in enumerate(hand):
        mine = moment.chooser == player
        if mine and index < len(keys.CARDS):
            line.append(f"{keys.CARDS[index]}:", "dim")
        line.append(f"{card}", "reverse bold" if card == chosen else "bold" if mine else "").append("  ")
    if chosen is not None:
        line.append(f"plays {chosen}")
    return line if hand else Text("no cards left", "dim")


def _name(game: Game, player: int) -> str:
    return f"player {player}" if game.together or player not in game.deal.open_seats else "you"


def _last_turn(game: Game) -> list[Text]:
    """The cards of the last turn as they were laid, and who took what."""
    if not game.moment.turns:
        return []
    turn = game.moment.turns[-1]
    took = [
        f"{_name(game, laid.player)} took {count(laid.bullheads, 'bullhead')} ({_cards(laid.taken)})"
        for laid in turn
        if laid.taken
    ]
    return [Text(f"last turn  {record_text([turn])}"), *(Text(f"           {line}") for line in took)]


def _state(game: Game) -> Text:
    moment = game.moment
    said = f"{count(moment.deal.turns_left, 'turn')} left; {count(game.taken, 'bullhead')} taken"
    if game.puzzle is not None and not game.asks_one_card:
        said += f", at most {game.puzzle.goal.value} allowed"
    return Text(said)


def _key_line(game: Game) -> str:
    return "" if game.over else "u undo  h hint  w reachable?  e explain  s save  q quit  ? all keys"


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))
