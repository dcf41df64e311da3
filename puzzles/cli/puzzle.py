"""``opendeal puzzle``: making, listing, showing, moving and proving puzzles."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from puzzles.kinds import kind_named
from puzzles.puzzle import TIERS, Tier
from solver.cli.exit_status import DONE, INTERRUPTED, UNDECIDED, UNWINNABLE
from solver.cli.terminal import StatusLine, emit, message
from solver.errors import InputError
from solver.strict_json import shown
from solver.text import count, table

if TYPE_CHECKING:
    from puzzles.bank import Query
    from puzzles.generate import Search
    from puzzles.kind import AnyPuzzle
    from solver.six_nimmt.deal import Deal as SixNimmtDeal

MAX_COUNT = 1_000_000
MAX_JOBS = 256


def make(
    kind_name: str, tier_name: str | None, wanted: int, seed: str, candidates: int | None, bank_path: str | None
) -> int:
    """Make puzzles, print or keep them, say what was rejected, and return the exit status."""
    from puzzles.bank import open_bank
    from puzzles.generate import CANDIDATES, Search
    from puzzles.lines import compact

    _check_number("--count", wanted, MAX_COUNT)
    most = CANDIDATES * wanted if candidates is None else candidates
    _check_number("--candidates", most, CANDIDATES * MAX_COUNT)
    search = Search(kind_named(kind_name), _tier(tier_name), seed)
    bank = None if bank_path is None else open_bank(bank_path, writable=True, create=True)
    if bank is not None:
        search.known = bank.known()
    status = StatusLine()
    interrupted = False
    try:
        for puzzle in search.puzzles(most, lambda: status.update(_effort(search))):
            status.clear()
            if bank is None:
                emit([compact(puzzle)])
            elif bank.add([puzzle]):
                emit([f"{puzzle.id}  {puzzle.difficulty.tier} ({puzzle.difficulty.score:g})"])
            else:  # another process that fills the bank was faster
                search.was_known()
            if search.found == wanted:
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if bank is not None:
            bank.close()
    status.clear()
    message(("interrupted: " if interrupted else "") + _effort(search))
    if interrupted and not search.found:
        return INTERRUPTED
    return DONE if search.found == wanted else UNDECIDED


def list_(bank_path: str | None, kind: str | None, tier: str | None, conditions: Sequence[str], as_json: bool) -> int:
    """List puzzles, and return the exit status 0."""
    from puzzles.bank import open_bank

    query = _query(kind, tier, conditions)
    with open_bank(bank_path) as bank:
        bank.require_features(query)
        records = list(bank.records(query))
        total = len(bank)
    if as_json:
        emit(
            json.dumps({"id": r.id, "kind": r.kind, "tier": r.tier, "score": r.score, "features": r.features})
            for r in records
        )
        return DONE
    rows = [[r.id, r.kind, r.tier, f"{r.score:g}"] for r in records]
    if rows:
        emit(table([["id", "kind", "difficulty", "score"], *rows], to_left=(0, 1, 2)))
    message(f"{len(records):,} of {count(total, 'puzzle')}")
    return DONE


def show(id_: str, bank_path: str | None, with_solution: bool, as_json: bool) -> int:
    """Show one puzzle, and return the exit status 0."""
    from puzzles.bank import open_bank

    with open_bank(bank_path) as bank:
        puzzle = bank.find(id_).puzzle()
    if as_json:
        emit([json.dumps(puzzle_json(puzzle, with_solution))])
    else:
        emit(puzzle_lines(puzzle, with_solution))
    return DONE


def export(
    bank_path: str | None, kind: str | None, tier: str | None, conditions: Sequence[str], out: str | None
) -> int:
    """Write puzzles as JSON Lines, and return the exit status 0."""
    from puzzles.bank import open_bank
    from puzzles.lines import write_lines

    query = _query(kind, tier, conditions)
    with open_bank(bank_path) as bank:
        bank.require_features(query)
        lines = (record.json for record in bank.records(query))
        if out is None:
            emit(lines)
        else:
            message(f"{count(write_lines(out, lines), 'puzzle')} written to {out}")
    return DONE


def import_(source: str, bank_path: str) -> int:
    """Add the puzzles of a file to a bank, and return the exit status 0."""
    from puzzles.bank import open_bank
    from puzzles.lines import read_puzzles

    status = StatusLine()
    puzzles: list[AnyPuzzle] = []
    for puzzle in read_puzzles(source):  # all of them before the bank is even made: one may be wrong
        puzzles.append(puzzle)
        status.update(f"{count(len(puzzles), 'puzzle')} read")
    with open_bank(bank_path, writable=True, create=True) as bank:
        added = bank.add(puzzles)
        total = len(bank)
    status.clear()
    message(f"{count(added, 'puzzle')} added, {len(puzzles) - added:,} there already; the bank has {total:,}")
    return DONE


def verify(bank_path: str | None, jobs: int, again: bool) -> int:
    """Prove the puzzles of a bank anew, and return the exit status."""
    from puzzles.bank import is_bank_file, open_bank
    from solver.version import VERSION

    check_jobs(jobs)
    remembers = bank_path is not None and is_bank_file(bank_path)
    with open_bank(bank_path, writable=remembers) as bank:
        records = list(bank.records()) if again else bank.unverified(VERSION)
        before = len(bank) - len(records)
        if before:
            message(f"{count(before, 'puzzle')} proven before by this version; --again proves them as well")

        def remember(number: int) -> None:
            if remembers and records[number].is_listed_rightly:
                bank.set_verified(records[number].id, VERSION)

        misplaced = [record for record in records if not record.is_listed_rightly]
        emit(f"puzzle {record.id}: the bank lists it as something else than it is" for record in misplaced)
        status = report_faults([(f"puzzle {record.id}", record.json) for record in records], jobs, remember)
    return UNWINNABLE if misplaced else status


# -- shared with ``opendeal daily`` ----------------------------------------------------------------------------------


def report_faults(puzzles: Sequence[tuple[str, str]], jobs: int, proven: Callable[[int], None]) -> int:
    """Prove named puzzles, given as JSON text, anew; print what is wrong, and return the exit status.

    ``proven`` is called with the index of each puzzle in which everything is right.
    """
    from puzzles.verify import faults

    status = StatusLine()
    done = wrong = 0
    try:
        for number, fault in enumerate(faults([text for _, text in puzzles], jobs)):
            done += 1
            if fault is None:
                proven(number)
            else:
                wrong += 1
                status.clear()
                emit([f"{puzzles[number][0]}: {fault}"])
            status.update(f"{count(done, 'puzzle')} of {len(puzzles):,}, {wrong:,} wrong")
    except KeyboardInterrupt:
        pass
    status.clear()
    rest = len(puzzles) - done
    message(
        f"{count(done - wrong, 'puzzle')} proven, {wrong:,} wrong" + (f"; interrupted, {rest:,} to go" if rest else "")
    )
    if wrong:
        return UNWINNABLE
    return UNDECIDED if rest else DONE


def puzzle_lines(puzzle: AnyPuzzle, with_solution: bool) -> list[str]:
    """A puzzle for reading: what it is, the task, the deal and, if asked for, a solution."""
    kind, difficulty = kind_named(puzzle.kind), puzzle.difficulty
    head = f"puzzle {puzzle.id}: {puzzle.kind}, {difficulty.tier} ({difficulty.score:g} of 100)"
    lines = [head, kind.asks(puzzle), "", *_deal_lines(puzzle.deal)]
    return [*lines, f"solution    {puzzle.to_json()['solution']}"] if with_solution else lines


def puzzle_json(puzzle: AnyPuzzle, with_solution: bool) -> dict[str, Any]:
    """A puzzle for programs, with its task; without the solution unless it is asked for."""
    data = puzzle.to_json()
    if not with_solution:
        data.pop("solution", None)
    return {"task": kind_named(puzzle.kind).asks(puzzle), **data}


def _deal_lines(deal: object) -> list[str]:
    from solver.the_game.deal import Deal

    if isinstance(deal, Deal):
        from solver.the_game.show import deal_lines

        return deal_lines(deal)
    from solver.six_nimmt import show

    return show.deal_lines(cast("SixNimmtDeal", deal))


def check_jobs(jobs: int) -> None:
    """Raises ``InputError`` for a number of processes that is out of range."""
    _check_number("--jobs", jobs, MAX_JOBS)


# -- options ---------------------------------------------------------------------------------------------------------


def _check_number(option: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise InputError(f"{option} is {number}; it must be from 1 to {most}")


def _tier(name: str | None) -> Tier | None:
    if name is None or name in TIERS:
        return name
    raise InputError(f"the difficulty {shown(name)} is unknown; it must be one of {', '.join(TIERS)}")


def _query(kind: str | None, tier: str | None, conditions: Sequence[str]) -> Query:
    from puzzles.bank import Query
    from puzzles.query import parse_condition

    name = None if kind is None else kind_named(kind).name
    return Query(name, _tier(tier), tuple(map(parse_condition, conditions)))


def _effort(search: Search) -> str:
    rejected = sum(search.rejected.values())
    said = f"{count(search.found, 'puzzle')} from {count(search.tried, 'candidate')}"
    if rejected:
        reasons = ", ".join(f"{number:,} {reason}" for reason, number in search.rejected.most_common())
        said += f"; {rejected:,} rejected: {reasons}"
    return said
