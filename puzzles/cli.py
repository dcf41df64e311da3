"""The command ``opendeal``: the one place where the verbs of all packages are put together."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import NoReturn

from solver.cli.app import add_verbs, new_app, run

INTERRUPTED = 130

app = new_app()
add_verbs(app)


def main() -> NoReturn:
    """Run the command with the process's arguments and end the process."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A character that the terminal's encoding lacks is no reason to fail.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = run(app, sys.argv[1:])
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


if __name__ == "__main__":
    main()
