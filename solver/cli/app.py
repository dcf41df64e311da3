"""The command line: verbs with their options, and one way to end in an error.

The verbs' modules are imported when a verb runs, so that each command pays for itself alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from solver.budget import DEFAULT_MEMORY_MIB
from solver.cli import survey_verbs
from solver.cli.exit_status import BAD_INPUT, CLOSED_PIPE, DEFECT
from solver.cli.options import file_name, require_jobs, seconds, whole_number
from solver.errors import InputError
from solver.strict_json import one_line
from solver.version import VERSION

MAX_USAGE_MESSAGE = 300
"""Longest message about the usage; it may repeat what was typed, however long that was."""

DealSource = Annotated[
    str, typer.Argument(metavar="DEAL", help="A file, - for standard input, or a deal identifier (tg1:..., sn1:...).")
]
MaxNodes = Annotated[int | None, typer.Option(metavar="N", parser=whole_number, help="Most positions to search.")]
TimeLimit = Annotated[float | None, typer.Option(metavar="SECONDS", parser=seconds, help="Longest time for one deal.")]
Memory = Annotated[
    int, typer.Option(metavar="MIB", parser=whole_number, help="Most memory for the positions of one deal.")
]
Threads = Annotated[
    int,
    typer.Option(
        metavar="N",
        parser=whole_number,
        help="Threads that search one deal; a large search is faster, no answer changes.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def new_app() -> typer.Typer:
    """The command without verbs."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.callback()(_about)
    return app


def add_verbs(app: typer.Typer) -> None:
    """Give the command the solver's verbs."""
    for verb in (solve, verify, match, show, deal, prove, check):
        app.command()(verb)
    survey_verbs.add_verbs(app)


def run(app: typer.Typer, arguments: Sequence[str]) -> int:
    """Run the command and return its exit status. Every error ends in one message on standard error."""
    from solver.cli.terminal import OutputError, give_up_output, message, report_defect

    try:
        command: Any = typer.main.get_command(app)
        return int(command.main(list(arguments), prog_name="opendeal", standalone_mode=False) or 0)
    except typer.TyperException as error:
        said = one_line(" ".join(error.format_message().split()), MAX_USAGE_MESSAGE)
        message(f"error: {said} (opendeal --help lists verbs and options)")
    except (InputError, ImportError) as error:  # an ImportError is of an installation that is not complete
        message(f"error: {error}")
    except SystemExit as error:
        if error.code != 1:
            raise
        return CLOSED_PIPE  # what typer does about a help text that nobody reads; 1 would be a verdict
    except (OutputError, OSError) as error:  # an OSError is of a help text; the verbs handle theirs
        give_up_output()
        if isinstance(error, OutputError) and error.closed_pipe:
            return CLOSED_PIPE
        message(f"error: standard output: {error.strerror}")
    except Exception as error:
        report_defect(error)
        return DEFECT
    return BAD_INPUT


# -- the verbs -----------------------------------------------------------------------------------------------------


def _version(asked: bool) -> None:
    if asked:
        from solver.cli.terminal import emit

        emit([f"opendeal {VERSION}"])
        raise typer.Exit


def _about(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Decides open deals: card games in which every hand and the draw pile are known.

    \b
    Examples:
      opendeal solve tg1:standard/1p#1
      opendeal deal --count 100 | opendeal solve - --json
    """


def solve(
    deals: Annotated[
        list[str], typer.Argument(metavar="DEAL...", help="Files, - for standard input, or deal identifiers (tg1:...).")
    ],
    as_json: AsJson = False,
    objective: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="the-game: cards (fewest left), turns or tricks (then the fewest); "
            "6-nimmt: own, margin, inflict (of one seat), total, duel or open.",
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="PLAYER", parser=whole_number, help="6-nimmt: whose play is sought.")
    ] = None,
    engine: Annotated[
        str, typer.Option(metavar="auto|dfs|cpsat|reference", help="How to search; 6-nimmt: auto or cpsat.")
    ] = "auto",
    max_nodes: MaxNodes = None,
    time_limit: TimeLimit = None,
    memory: Memory = DEFAULT_MEMORY_MIB,
    threads: Threads = 1,
    jobs: Annotated[
        int, typer.Option(metavar="N", parser=whole_number, help="Processes, when there are many deals.")
    ] = 1,
) -> int:
    """Say whether a deal can be won, and print the best line of play.

    Exit status: 0 winnable, 1 proven unwinnable, 3 undecided within the budget, 2 bad input. Many deals (several
    arguments, or a deal a line) get one answer each, in order; then 0 all decided, 3 some undecided, 2 some bad.
    For 6 nimmt!, 0 means that the best play is proven. 70 means a defect of opendeal.

    \b
    Examples:
      opendeal solve tg1:standard/1p#1
      opendeal solve deal.json --objective turns --time-limit 60
      opendeal solve deals.jsonl --json --jobs 2
    """
    from solver.budget import Budget
    from solver.cli.batch import Settings
    from solver.cli.solve import run

    budget = Budget(max_nodes, time_limit, memory, threads)
    return run(deals, Settings(objective, engine, seat, budget), require_jobs(jobs), as_json)


def verify(
    deal: DealSource,
    line: Annotated[str, typer.Argument(metavar="LINE", help="The line as text or JSON; @FILE or - to read it.")],
    as_json: AsJson = False,
) -> int:
    """Replay a line of play: is it legal, where does it break the rules, what does it leave?

    Exit status: 0 legal, 1 illegal, 2 bad input.

    \b
    Example:
      opendeal verify tg1:standard/1p#1 '5@A1 14@A1 |'
    """
    from solver.cli.verify import run

    return run(deal, line, as_json)


def match(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A file with a game, or - for standard input.")],
    as_json: AsJson = False,
) -> int:
    """Replay a whole game of 6 nimmt!, round by round: is every record right, who has won?

    The file holds {"game": "6-nimmt", "rounds": [{"deal": ..., "record": ...}, ...]}: each round's deal as an object or
    an identifier, and its record as text or JSON. Bullheads from before a round are carried on.
    Exit status: 0 right, 1 a record is wrong, 2 bad input.

    \b
    Example:
      opendeal match game.json
    """
    from solver.cli.match import run

    return run(game, as_json)


def show(deal: DealSource, as_json: AsJson = False) -> int:
    """Print a deal or position for reading, with both identifiers and its score band.

    \b
    Example:
      opendeal show tg1:standard/2p#1
    """
    from solver.cli.show import run

    return run(deal, as_json)


def deal(
    game: Annotated[str, typer.Option(metavar="the-game|6-nimmt", help="Which game.")] = "the-game",
    players: Annotated[
        int, typer.Option(metavar="N", parser=whole_number, help="Number of players: 1 to 5, or to 10 in 6 nimmt!.")
    ] = 1,
    rules: Annotated[
        str, typer.Option(metavar="RULES", help="A preset, compact parameters (n7m3), or a JSON object.")
    ] = "standard",
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="The seed; a random one if not given.")] = None,
    count: Annotated[int, typer.Option(metavar="N", parser=whole_number, help="How many deals.")] = 1,
    form: Annotated[str, typer.Option("--format", metavar="seed|id|json|jsonl", help="How they are written.")] = "seed",
) -> int:
    """Make fresh deals.

    With --count, a seed that is a whole number counts up: 7, 8, 9. Any other seed, such as -5, 007 or a word, gets -0,
    -1 and so on at its end. Formats: the seed identifier, the self-contained identifier, one deal as JSON, or JSON
    Lines.

    \b
    Examples:
      opendeal deal --seed 1 --format json > deal.json
      opendeal deal --rules expert --players 3 --seed 1 --count 100 --format jsonl
      opendeal deal --game 6-nimmt --players 4 --seed 1
    """
    from solver.cli.deal import run

    return run(game, rules, players, seed, count, form)


def prove(
    deal: DealSource,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            parser=file_name,
            help="Where the proof is written.",
        ),
    ],
    cards_left: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=whole_number, help="Prove only that no line leaves fewer than N cards (1: unwinnable)."
        ),
    ] = None,
    max_nodes: MaxNodes = None,
    time_limit: TimeLimit = None,
    memory: Memory = DEFAULT_MEMORY_MIB,
    threads: Threads = 1,
    as_json: AsJson = False,
) -> int:
    """Write a proof that no line leaves fewer cards than the best one, which anyone can check.

    Exit status: 0 written, 1 not so (the deal can be won, or a line leaves fewer than N cards), 3 undecided within the
    budget, 2 bad input. What the proof says and why it is one: docs/refutations.md.

    \b
    Examples:
      opendeal prove tg1:n4/1p#0 -o lost.proof
      opendeal prove deal.json -o lost.proof --cards-left 1 --time-limit 600
    """
    from solver.budget import Budget
    from solver.cli.prove import run

    return run(deal, output, cards_left, Budget(max_nodes, time_limit, memory, threads), as_json)


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A proof, as prove writes it.")],
    memory: Annotated[
        int, typer.Option(metavar="MIB", parser=whole_number, help="Most memory for two layers of the proof.")
    ] = DEFAULT_MEMORY_MIB,
    as_json: AsJson = False,
) -> int:
    """Check a proof by the rules alone, without the search that found it.

    Exit status: 0 accepted, 1 rejected (it does not prove what it claims, and where), 2 not a proof or damaged,
    3 two layers of it need more memory.

    \b
    Example:
      opendeal check lost.proof
    """
    from solver.cli.check import run

    return run(file, memory, as_json)
