"""The verbs of ``opendeal survey``: their options and help. Their work is imported when one runs."""

from __future__ import annotations

from typing import Annotated

import typer

from solver.budget import DEFAULT_MEMORY_MIB
from solver.cli.options import file_name, seconds, whole_number

File = Annotated[str, typer.Argument(metavar="FILE", help="The file of a survey.")]

_ABOUT = """Decide many fresh deals of The Game, keep a row a deal in a file, and say how many can be won.

\b
Example:
  opendeal survey run --players 1-5 --seeds 0..99 --out survey.sqlite
  opendeal survey report survey.sqlite
"""


def add_verbs(app: typer.Typer) -> None:
    """Give the command ``survey`` with its verbs."""
    survey = typer.Typer(rich_markup_mode=None, help=_ABOUT)
    for verb in (run, report, merge):
        survey.command()(verb)
    app.add_typer(survey, name="survey")


def run(
    out: Annotated[
        str,
        typer.Option(
            "--out",
            metavar="FILE",
            parser=file_name,
            help="The SQLite file; goes on with what is in it.",
        ),
    ],
    players: Annotated[str, typer.Option(metavar="N,A-B", help="Numbers of players, such as 1-5 or 1,3.")] = "1",
    hand_size: Annotated[
        str | None,
        typer.Option(metavar="N,A-B", help="Sizes of a full hand, such as 3-8; else the rules' own."),
    ] = None,
    rules: Annotated[
        str, typer.Option(metavar="RULES,...", help="Presets or compact parameters (n7m3), with commas between.")
    ] = "standard",
    seeds: Annotated[str, typer.Option(metavar="A..B", help="Seeds from A to B.")] = "0..999",
    max_nodes: Annotated[
        int | None, typer.Option(metavar="N", parser=whole_number, help="Most positions to search for one deal.")
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", parser=seconds, help="Longest time for one deal.")
    ] = None,
    memory: Annotated[
        int, typer.Option(metavar="MIB", parser=whole_number, help="Most memory for one deal, of each process.")
    ] = DEFAULT_MEMORY_MIB,
    jobs: Annotated[int | None, typer.Option(metavar="N", parser=whole_number, help="Processes; else 1.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Use the workers of this dask.distributed scheduler instead.")
    ] = None,
) -> int:
    """Decide fresh deals of The Game, one row a deal in an SQLite file.

    Deals that are decided in the file are not solved again, and undecided ones only within a larger budget: the same
    command goes on after an interrupt or a kill. Exit status: 0 all decided, 3 some are not, 2 bad usage or file, 70 a
    defect of opendeal.

    \b
    Examples:
      opendeal survey run --players 1-5 --seeds 0..9999 --out survey.sqlite --jobs 2
      opendeal survey run --hand-size 3-8 --time-limit 60 --out survey.sqlite
      opendeal survey run --rules standard,expert --out survey.sqlite --cluster tcp://127.0.0.1:8786
    """
    from solver.budget import Budget
    from solver.cli.survey import run

    return run(out, (rules, hand_size, players, seeds), Budget(max_nodes, time_limit, memory), jobs, cluster)


def report(
    file: File,
    form: Annotated[str, typer.Option("--format", metavar="md|csv|json", help="How it is written.")] = "md",
    plots: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            parser=file_name,
            help="Also draw plots (PNG) into this folder.",
        ),
    ] = None,
) -> int:
    """Say how many deals can be won, by rules, players and hand size, and what it took to decide them.

    A survey may be running on the file meanwhile.

    \b
    Examples:
      opendeal survey report survey.sqlite
      opendeal survey report survey.sqlite --format csv --plots plots > survey.csv
    """
    from solver.cli.survey import report

    return report(file, form, plots)


def merge(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files of surveys, of several machines say.")],
    out: Annotated[str, typer.Option("--out", metavar="FILE", parser=file_name, help="The new file.")],
) -> int:
    """Put the rows of several files into a new one.

    Of a deal that is in several files, the row that says most is kept. Rows that exclude each other are an error that
    names the deal; then nothing is written.

    \b
    Example:
      opendeal survey merge one.sqlite other.sqlite --out all.sqlite
    """
    from solver.cli.survey import merge

    return merge(files, out)
