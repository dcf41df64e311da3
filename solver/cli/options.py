"""Numbers among the options, read as strictly as those in a file: no ``1_000``, no digits of other scripts."""

from __future__ import annotations

import re

import typer

from solver.errors import InputError
from solver.strict_json import shown

MAX_JOBS = 256

_WHOLE = re.compile(r"-?[0-9]{1,19}")
_SECONDS = re.compile(r"-?([0-9]{1,19}(\.[0-9]{0,19})?|\.[0-9]{1,19})")


def whole_number(value: str | int) -> int:
    """The value of an option that is a whole number; its default comes here as a number already."""
    if isinstance(value, int):
        return value
    if _WHOLE.fullmatch(value) is None:
        raise typer.BadParameter(f"expected a whole number of at most 19 digits, not {shown(value)}.")
    return int(value)


def file_name(value: str) -> str:
    """The value of an option that names a file or directory: not empty, which would be the current directory."""
    if not value:
        raise typer.BadParameter("expected the name of a file or directory, not an empty text.")
    return value


def seconds(value: str) -> float:
    """The value of an option that is a time in seconds, such as ``60`` or ``0.5``."""
    if _SECONDS.fullmatch(value) is None:
        raise typer.BadParameter(f"expected a number of seconds, such as 60 or 0.5, not {shown(value)}.")
    return float(value)


def require_jobs(jobs: int) -> int:
    """The number of processes, if it is one that can be asked for; ``InputError`` otherwise."""
    if not 1 <= jobs <= MAX_JOBS:
        raise InputError(f"--jobs is {jobs}; it must be from 1 to {MAX_JOBS}")
    return jobs
