"""Deals solved by the workers of an existing dask.distributed scheduler.

No more deals are handed out than keep every worker busy, so that memory stays bounded on both sides. When a worker
dies, the scheduler gives its deals to others; a deal that has taken several workers along is a ``Failure``.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from functools import partial
from itertools import islice
from typing import Any

from solver.budget import Budget
from solver.errors import InputError
from solver.strict_json import one_line, shown
from solver.survey.row import Failure, Row, attempt

CONNECT_SECONDS = 10
MEANWHILE_SECONDS = 1.0
_ADDRESS = re.compile(r"((tcp|tls|ucx|ws|wss)://)?[^/\s]+:[0-9]{1,5}")
PER_THREAD = 4
"""Deals that are handed out for each thread of the workers: one that is solved, the others to hide the way there."""


def answers_of_cluster(
    client: Any, budget: Budget, identifiers: Iterable[str], meanwhile: Callable[[], None]
) -> Iterator[Row | Failure]:
    """The answers of the cluster's workers, as they come. ``meanwhile`` is called every second without news.

    ``client``: ``connected`` to the cluster; closed in the end. Raises ``InputError`` when the scheduler goes away
    and when the workers have no opendeal.
    """
    try:
        yield from _answers(client, partial(attempt, budget), iter(identifiers), meanwhile)
    except (CancelledError, OSError):  # a dead connection cancels all that was handed out
        raise InputError(
            "the connection to the cluster's scheduler is lost; what was answered is recorded, and the same command "
            "goes on with the rest"
        ) from None
    finally:
        client.close(timeout=CONNECT_SECONDS)


def connected(address: str) -> Any:
    """A client of the cluster; raises ``InputError`` when distributed is not installed or no scheduler is there."""
    if _ADDRESS.fullmatch(address) is None:
        raise InputError(f"--cluster {shown(address)}: expected the address of a scheduler, such as tcp://HOST:8786")
    try:
        from distributed import Client
    except ImportError:
        raise InputError("--cluster needs dask.distributed; install it with: pip install 'opendeal[cluster]'") from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what the client complains about is reported here
    try:
        return Client(address, timeout=CONNECT_SECONDS)
    except OSError as error:
        said = one_line(str(error), 200)
        raise InputError(f"--cluster {one_line(address, 100)}: no scheduler can be reached there: {said}") from None


def _answers(
    client: Any, work: Callable[[str], Row | Failure], identifiers: Iterator[str], meanwhile: Callable[[], None]
) -> Iterator[Row | Failure]:
    from distributed import wait

    waiting: dict[Any, str] = {}  # future to identifier
    more = True
    while more or waiting:
        if more:
            room = PER_THREAD * max(1, sum(client.nthreads().values())) - len(waiting)
            handed_out = list(islice(identifiers, max(0, room)))
            more = room <= 0 or len(handed_out) == room
            # Not pure: an answer that the scheduler may still have, to a question of another run, is not asked for.
            waiting |= {client.submit(work, identifier, pure=False): identifier for identifier in handed_out}
        if not waiting:
            break
        try:
            done = wait(list(waiting), timeout=MEANWHILE_SECONDS, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            meanwhile()
            continue
        for future in done:
            yield _answer(future, waiting.pop(future))


def _answer(future: Any, identifier: str) -> Row | Failure:
    from distributed.scheduler import KilledWorker

    error = future.exception()
    if isinstance(error, KilledWorker):
        return Failure(identifier, "each worker that was given this deal died; was there too little memory?")
    if isinstance(error, CancelledError):
        raise error
    if isinstance(error, ImportError):
        raise InputError(f"the workers of the cluster need the same opendeal as this command: {error}")
    if error is not None:
        return Failure(identifier, f"{type(error).__name__}: {error}")
    answer: Row | Failure = future.result()
    return answer
