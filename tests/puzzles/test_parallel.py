"""Work by several processes: in order, errors come through, and a process that dies is no riddle."""

from __future__ import annotations

import os
import signal

import pytest

from puzzles.parallel import in_order
from solver import InputError


def _double(number: int) -> int:
    if number == 13:
        raise InputError("13 brings bad luck")
    return 2 * number


def _die(_: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("it lives on")


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_come_in_order(jobs: int) -> None:
    assert list(in_order(_double, range(10), jobs)) == list(range(0, 20, 2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_comes_after_the_answers_before_it(jobs: int) -> None:
    answers = in_order(_double, range(12, 15), jobs)
    assert next(answers) == 24
    with pytest.raises(InputError, match="bad luck"):
        next(answers)


def test_a_process_that_dies_is_an_error_that_says_so() -> None:
    with pytest.raises(InputError, match="a process ended before its work was done"):
        list(in_order(_die, range(2), 2))
