"""The verbs that understand and publish: their options and help. Each verb's module is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzles.cli.puzzle_verbs import add_groups
from solver.budget import DEFAULT_MEMORY_MIB
from solver.cli.app import AsJson, DealSource, MaxNodes, Memory, TimeLimit
from solver.cli.options import file_name, whole_number

_ABOUT_PAGE = """A static page on which puzzles are played.

\b
Example:
  opendeal page build --out site/ --name 'Our daily deal'
"""


def add_verbs(app: typer.Typer) -> None:
    """Give the command the verbs of this package."""
    for verb in (explain, hint, analyse, play):
        app.command()(verb)
    page = typer.Typer(help=_ABOUT_PAGE, rich_markup_mode=None)
    page.command("build")(page_build)
    app.add_typer(page, name="page")
    add_groups(app)


def explain(
    deal: DealSource,
    line: Annotated[
        str | None,
        typer.Argument(
            metavar="[LINE]", help="A line of the-game, with pass, draw or discard 12 where players did so; @FILE or -."
        ),
    ] = None,
    turn: Annotated[
        int | None, typer.Option(metavar="N", parser=whole_number, help="Of a round of 6-nimmt: only this turn.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Say what the rules allow and why: is the player to play stuck, is this line legal, where does a card go?

    Of a position of the-game: every card in hand against every pile, the turn's minimum, and the ways to reach it.
    With a line: the reason for every play, or the rule that it breaks. Of 6-nimmt: why the cards go where they go.
    Exit status: 0, or 1 if the line breaks the rules, 2 bad input.

    \b
    Examples:
      opendeal explain position.json
      opendeal explain tg1:standard/1p#1 '5@A1 14@A1 | pass'
      opendeal explain round.json --turn 8
    """
    from puzzles.cli.explain import run

    return run(deal, line, turn, as_json)


def analyse(
    deal: DealSource,
    line: Annotated[
        str | None,
        typer.Argument(
            metavar="[LINE]",
            help="A line of play, or a game's log, one play a line (12 A1); @FILE or - to read it.",
        ),
    ] = None,
    as_json: AsJson = False,
    turns: Annotated[bool, typer.Option("--turns", help="Also the fewest turns after every play.")] = False,
    tricks: Annotated[bool, typer.Option("--tricks", help="Also the fewest backwards tricks.")] = False,
    graph: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the graph of all wins: .graphml, .dot, .svg or .png (a small one)."),
    ] = None,
    positions: Annotated[
        int | None, typer.Option(metavar="N", parser=whole_number, help="Most positions of the solution space.")
    ] = None,
    max_nodes: MaxNodes = None,
    time_limit: TimeLimit = None,
    memory: Memory = DEFAULT_MEMORY_MIB,
) -> int:
    """Say what every play of a position is worth or, with a line, where the win was lost.

    Plays of one class are the same but for the order in which a turn lays its cards; an only play is the one class that
    keeps the win. Of a small position also the solution space: how many wins there are, and where they are narrow.
    Without a limit of nodes or time, enough nodes for some seconds are searched. Exit status: 0, or 3 if something was
    not decided within that, 1 if the line breaks the rules, 2 bad input.

    \b
    Examples:
      opendeal analyse position.json
      opendeal analyse tg1:standard/1p#1 @game.log
      opendeal analyse endgame.json --graph wins.svg
    """
    from puzzles.cli.analyse import Wanted, run
    from solver.budget import Budget
    from solver.result import Objective

    objectives: list[Objective] = []
    if turns:
        objectives.append("turns")
    if tricks:
        objectives.append("tricks")
    return run(deal, line, Wanted(tuple(objectives), graph, positions), Budget(max_nodes, time_limit, memory), as_json)


def hint(
    deal: DealSource,
    level: Annotated[
        int, typer.Option(metavar="1-4", parser=whole_number, help="How much to say; each level includes those before.")
    ] = 1,
    as_json: AsJson = False,
    objective: Annotated[
        str, typer.Option(metavar="cards|turns|tricks", help="What the hints are to keep at its best.")
    ] = "cards",
    max_nodes: MaxNodes = None,
    time_limit: TimeLimit = None,
    memory: Memory = DEFAULT_MEMORY_MIB,
) -> int:
    """Help with the next play, one step at a time.

    Level 1: can it still be won? 2: a nudge as players may give each other, no number. 3: the pile, and whether the
    play goes on or is the backwards trick. 4: the play. Of 6-nimmt, 1: the fewest bullheads still to be taken; 2: a
    nudge; 3: the card. Exit status: 0, or 3 if not decided within the budget.

    \b
    Examples:
      opendeal hint position.json
      opendeal hint tg1:standard/1p#1 --level 2
      opendeal hint sn1:n4/3p#7 --level 3
    """
    from puzzles.cli.hint import run
    from solver.budget import Budget

    return run(deal, level, objective, Budget(max_nodes, time_limit, memory), as_json)


def page_build(
    out: Annotated[str, typer.Option(metavar="DIR", parser=file_name, help="The directory to write the site into.")],
    calendar: Annotated[
        str | None,
        typer.Option(metavar="FILE", parser=file_name, help="The daily puzzles; the shipped year if not given."),
    ] = None,
    bank: Annotated[
        str | None,
        typer.Option(metavar="FILE", parser=file_name, help="Puzzles for practice; the shipped bank if not given."),
    ] = None,
    name: Annotated[str, typer.Option(metavar="TEXT", help="What the site is called.")] = "opendeal",
    start: Annotated[
        str | None, typer.Option(metavar="DATE", help="The first day that is shown, as number 1 (2026-12-01).")
    ] = None,
    accent: Annotated[str, typer.Option(metavar="#RRGGBB", help="The colour of buttons and marks by day.")] = "#1f6357",
    accent_dark: Annotated[str, typer.Option(metavar="#RRGGBB", help="The same by night.")] = "#86cdbd",
) -> int:
    """Build the site: a daily puzzle, an archive and puzzles for practice, all in static files.

    The directory can be opened as it is (index.html), or put on any web server; nothing runs there, and the page loads
    nothing from elsewhere. A calendar is what opendeal daily build makes, a bank is SQLite or JSON Lines. The same
    puzzles and options give the same files. A puzzle that the page cannot show is left out with a warning.

    \b
    Examples:
      opendeal page build --out site/
      opendeal page build --out site/ --name 'Our daily deal' --accent '#7a2e5d' --start 2027-01-01
    """
    from puzzles.cli.page import build, site, start_date

    return build(out, calendar, bank, site(name, accent, accent_dark), start_date(start))


def play(
    puzzle: Annotated[
        str,
        typer.Argument(
            metavar="PUZZLE", help="A puzzle, saved game or deal as a file; a deal's or a puzzle's identifier; a day."
        ),
    ],
    save: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            parser=file_name,
            help="Where the game is kept when you leave: the file it came from, else a new opendeal-game.json.",
        ),
    ] = None,
) -> int:
    """Play a puzzle or a deal in the terminal, with undo, hints and the question whether it can still be done.

    Keys choose a card, then its pile; of 6-nimmt a card and, where it is below all ends, the row; ? lists them all. At
    the end a line to share goes to standard output. No file is overwritten but the one of the game, or of --save.

    \b
    Examples:
      opendeal play today
      opendeal play tg1:standard/1p#1
      opendeal play sn1:n4/3p#7
      opendeal play opendeal-game.json
    """
    from puzzles.cli.play import run

    return run(puzzle, save)
