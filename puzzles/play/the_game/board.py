"""The board of The Game: piles, hands and draw pile."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text

from puzzles.play import keys
from puzzles.play.screen import framed, name_of
from puzzles.play.the_game.game import Game
from solver.text import count
from solver.the_game.rules import Position

UP, DOWN = "up", "down"


def board(game: Game, task: str, chosen: int | None, said: Sequence[str]) -> RenderableType:
    """Everything the player needs to see. ``chosen``: the card that waits for its pile. ``said``: the last messages."""
    parts: list[RenderableType] = []
    position = game.position
    if position is None:
        parts += [_piles(game.deal.tops, game), *_everyones_hands(game)]
    else:
        parts += [_piles(position.piles, game), *_hands(position, chosen), _turn(game, position)]
    deck = game.deal.deck if position is None else position.deck
    parts.append(_deck(deck))
    return framed(name_of("The Game", game.puzzle), task, parts, said, _key_line(game))


def _piles(tops: Sequence[int], game: Game) -> RenderableType:
    rules = game.deal.rules
    shown = []
    for pile, top in enumerate(tops):
        up = rules.is_ascending(pile)
        key = f"[{keys.PLACES[pile]}] " if pile < len(keys.PLACES) else ""
        text = Text.assemble(
            (f"{top:>3}\n", "bold"), (f"{key}{rules.pile_name(pile)}\n"), (UP if up else DOWN, "dim"), justify="center"
        )
        shown.append(Panel(text, width=14, border_style="cyan" if up else "magenta"))
    return Columns(shown, padding=(0, 1))


def _hands(position: Position, chosen: int | None) -> list[Text]:
    lines = []
    for player, hand in enumerate(position.hands):
        mine = player == position.to_play
        line = Text(f"hand of player {player}  " if len(position.hands) > 1 else "hand  ")
        for index, card in enumerate(hand):
            key = f"{keys.CARDS[index]}:" if mine and index < len(keys.CARDS) else ""
            style = "reverse bold" if mine and card == chosen else "bold" if mine else "dim"
            fits = mine and any(position.fits(card, pile) for pile in range(len(position.piles)))
            trick = mine and any(position.is_trick(card, pile) for pile in range(len(position.piles)))
            mark = "*" if trick else "" if fits or not mine else "-"
            line.append(key, "dim").append(f"{card}{mark}", style).append("  ")
        lines.append(line if hand else line.append("empty"))
    return lines


def _everyones_hands(game: Game) -> list[Text]:
    lines = [
        Text(f"hand of player {player}  {' '.join(map(str, hand))}") for player, hand in enumerate(game.deal.hands)
    ]
    return [*lines, Text("who starts? press the player's number", style="bold")]


def _turn(game: Game, position: Position) -> Text:
    laid = " ".join(f"{play.card}@{play.pile}" for play in game.laid) or "nothing yet"
    least = max(1, position.minimum) if not position.won else position.played
    state = f"laid {laid}  ({position.played} of at least {least})"
    return Text(f"turn  {state}; {count(position.cards_left, 'card')} left in all")


def _deck(deck: Sequence[int]) -> Text:
    if not deck:
        return Text("draw  the draw pile is empty")
    return Text(f"draw  {count(len(deck), 'card')}, next first: {' '.join(map(str, deck))}")


def _key_line(game: Game) -> str:
    return "" if game.over else "space end turn  u undo  h hint  w winnable?  s save  q quit  ? all keys"
