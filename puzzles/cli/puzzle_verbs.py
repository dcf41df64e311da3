"""``opendeal puzzle`` and ``opendeal daily``: their options and help. The work is imported when it is done."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from solver.cli.app import AsJson
from solver.cli.options import file_name, whole_number

BankFile = Annotated[
    str | None,
    typer.Option(
        "--bank",
        metavar="FILE",
        parser=file_name,
        help="The bank, or JSON Lines; opendeal's own if not given.",
    ),
]
KindName = Annotated[str | None, typer.Option("--kind", metavar="KIND", help="Only of this kind: mini, par, ...")]
TierName = Annotated[
    str | None, typer.Option("--difficulty", metavar="easy|medium|hard|expert", help="Only of this difficulty.")
]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="CONDITION", help="Only with such a feature: 'tricks>=2'. May be repeated."),
]
Calendar = Annotated[
    str | None,
    typer.Option(
        "--calendar",
        metavar="FILE",
        parser=file_name,
        help="The calendar of published days; opendeal's own if not given.",
    ),
]
Jobs = Annotated[int, typer.Option(metavar="N", parser=whole_number, help="How many processes.")]
PuzzleId = Annotated[str, typer.Argument(metavar="ID", help="The puzzle's identifier, or the beginning of it.")]
Solution = Annotated[bool, typer.Option("--solution", help="Show a solution as well.")]


class _ShowByDefault(TyperGroup):
    """A group whose verb ``show`` may be left out: ``daily 2026-12-01`` is ``daily show 2026-12-01``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0] != "--help" and args[0] not in self.commands):
            args = ["show", *args]
        return super().parse_args(ctx, args)


def add_groups(app: typer.Typer) -> None:
    """Give the command the groups of verbs about puzzles."""
    puzzle = typer.Typer(rich_markup_mode=None)
    puzzle.callback()(_about_puzzles)
    puzzle.command()(make)
    puzzle.command("list")(list_)
    puzzle.command()(show)
    puzzle.command()(export)
    puzzle.command("import")(import_)
    puzzle.command()(verify)
    app.add_typer(puzzle, name="puzzle")
    daily = typer.Typer(rich_markup_mode=None, cls=_ShowByDefault)
    daily.callback()(_about_days)
    daily.command("show")(show_day)
    daily.command("build")(build_days)
    daily.command("verify")(verify_days)
    app.add_typer(daily, name="daily")


def _about_puzzles() -> None:
    """Make puzzles and keep them: proven, each with a task and a difficulty.

    \b
    Examples:
      opendeal puzzle make --kind mini --difficulty hard --count 5 --seed winter
      opendeal puzzle list --kind par --where 'cards<=20'
    """


def make(
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help="What kind: mini, par, endgame, ...")],
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same text gives the same puzzles.")],
    difficulty: Annotated[
        str | None, typer.Option(metavar="easy|medium|hard|expert", help="How hard; any if not given.")
    ] = None,
    count: Annotated[int, typer.Option(metavar="N", parser=whole_number, help="How many puzzles.")] = 1,
    candidates: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole_number, help="Most deals to try; 1000 a puzzle if not given."),
    ] = None,
    bank: Annotated[
        str | None,
        typer.Option(
            "--bank",
            metavar="FILE",
            parser=file_name,
            help="Add them to this bank, which is made if need be.",
        ),
    ] = None,
) -> int:
    """Make puzzles from a seed text: proven, with a trap, of the difficulty that is asked for.

    Prints one puzzle a line as JSON; with --bank, adds them to a bank, whose puzzles are not made again. How many
    candidates were rejected, and why, goes to standard error. Exit status: 0, or 3 if fewer were found than asked for.

    \b
    Examples:
      opendeal puzzle make --kind mini --difficulty hard --count 5 --seed winter > puzzles.jsonl
      opendeal puzzle make --kind endgame --count 100 --seed 1 --bank bank.db
    """
    from puzzles.cli.puzzle import make

    return make(kind, difficulty, count, seed, candidates, bank)


def list_(
    bank: BankFile = None,
    kind: KindName = None,
    difficulty: TierName = None,
    where: Where = None,
    as_json: AsJson = False,
) -> int:
    """List the puzzles of a bank.

    \b
    Example:
      opendeal puzzle list --kind mini --difficulty easy --where 'cards<=20'
    """
    from puzzles.cli.puzzle import list_

    return list_(bank, kind, difficulty, where or [], as_json)


def show(puzzle: PuzzleId, bank: BankFile = None, solution: Solution = False, as_json: AsJson = False) -> int:
    """Show one puzzle of a bank: its task and its deal, without the solution.

    \b
    Example:
      opendeal puzzle show 60b17b
    """
    from puzzles.cli.puzzle import show

    return show(puzzle, bank, solution, as_json)


def export(
    bank: BankFile = None,
    kind: KindName = None,
    difficulty: TierName = None,
    where: Where = None,
    out: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--out",
            metavar="FILE",
            parser=file_name,
            help="Write to this file; packed if it ends in .gz.",
        ),
    ] = None,
) -> int:
    """Write puzzles of a bank as JSON Lines: one puzzle a line.

    \b
    Example:
      opendeal puzzle export --difficulty expert > expert.jsonl
    """
    from puzzles.cli.puzzle import export

    return export(bank, kind, difficulty, where or [], out)


def import_(
    source: Annotated[str, typer.Argument(metavar="FILE", help="Puzzles as JSON Lines; may be packed (.gz).")],
    bank: Annotated[
        str,
        typer.Option(
            "--bank",
            metavar="FILE",
            parser=file_name,
            help="The bank, which is made if need be.",
        ),
    ],
) -> int:
    """Add the puzzles of a file to a bank: all that it does not have yet, or, if a line is wrong, none.

    \b
    Example:
      opendeal puzzle import puzzles.jsonl --bank bank.db
    """
    from puzzles.cli.puzzle import import_

    return import_(source, bank)


def verify(
    bank: BankFile = None,
    jobs: Jobs = 1,
    again: Annotated[bool, typer.Option("--again", help="Also what this version has proven before.")] = False,
) -> int:
    """Prove everything anew: goals, solutions and difficulties of all puzzles of a bank.

    A bank remembers what was proven by which version of opendeal, so that after Ctrl-C the next call goes on; JSON
    Lines and opendeal's own bank remember nothing. Exit status: 0 all proven, 1 some puzzle is wrong, 3 not finished.

    \b
    Example:
      opendeal puzzle verify --bank bank.db --jobs 2
    """
    from puzzles.cli.puzzle import verify

    return verify(bank, jobs, again)


def _about_days() -> None:
    """The daily puzzle: today's, that of any date, and the calendar of a publisher.

    \b
    Examples:
      opendeal daily
      opendeal daily 2026-12-24 --solution
      opendeal daily build --from 2026-12-01 --to 2027-11-30 --calendar calendar.jsonl
    """


def show_day(
    date: Annotated[
        str | None, typer.Argument(metavar="[DATE]", help="Such as 2026-12-24; today if not given, or if it says so.")
    ] = None,
    calendar: Calendar = None,
    solution: Solution = False,
    as_json: AsJson = False,
) -> int:
    """Show the puzzle of a date; the word show may be left out. A day that is not in the calendar is made on the spot.

    \b
    Example:
      opendeal daily 2026-12-24
    """
    from puzzles.cli.daily import show

    return show(date, calendar, solution, as_json)


def build_days(
    first: Annotated[str, typer.Option("--from", metavar="DATE", help="The first day.")],
    last: Annotated[str, typer.Option("--to", metavar="DATE", help="The last day.")],
    calendar: Annotated[
        str,
        typer.Option(
            "--calendar",
            metavar="FILE",
            parser=file_name,
            help="The calendar, which is made if need be.",
        ),
    ],
    jobs: Jobs = 1,
) -> int:
    """Publish days: add them to the end of a calendar. Days that are in it never change.

    \b
    Example:
      opendeal daily build --from 2026-12-01 --to 2027-11-30 --calendar calendar.jsonl --jobs 2
    """
    from puzzles.cli.daily import build

    return build(first, last, calendar, jobs)


def verify_days(calendar: Calendar = None, jobs: Jobs = 1) -> int:
    """Check that a calendar is what was published, and prove all its puzzles anew.

    Exit status: 0 all proven, 1 some puzzle is wrong, 3 not finished.

    \b
    Example:
      opendeal daily verify --calendar calendar.jsonl --jobs 2
    """
    from puzzles.cli.daily import verify

    return verify(calendar, jobs)
