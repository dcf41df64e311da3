"""The command ``opendeal``: the one place where the verbs of all packages are put together."""

# Imports are inside the functions: what happens while they run, such as Ctrl-C, is then for ``main`` to handle.
from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typer import Typer


def app() -> Typer:
    """The command with all its verbs."""
    from puzzles.cli import verbs
    from solver.cli import app as solver_verbs

    command = solver_verbs.new_app()
    solver_verbs.add_verbs(command)
    verbs.add_verbs(command)
    return command


def main() -> int:
    """Run the command with the process's arguments and return its exit status."""
    try:
        from solver.cli.app import run
        from solver.cli.terminal import write_utf_8

        write_utf_8()
        return run(app(), sys.argv[1:])
    except KeyboardInterrupt:
        from solver.cli.exit_status import INTERRUPTED

        return INTERRUPTED
    except ImportError as error:
        print(f"opendeal: error: the installation is not complete: {error}", file=sys.stderr)
        return 2
