"""``opendeal check``: does a refutation prove what it claims?"""

from __future__ import annotations

import json

from solver.cli.exit_status import DONE, REJECTED, UNDECIDED
from solver.cli.terminal import StatusLine, emit, message
from solver.text import count, facts
from solver.the_game.checker import Check, check
from solver.the_game.refutation import OutOfMemory
from solver.the_game.show import score


def run(path: str, memory_mib: int, as_json: bool) -> int:
    """Check the file, print what was found, and return the exit status: 0 accepted, 1 rejected, 3 undecided."""
    status = StatusLine()
    try:
        found = check(
            path,
            memory_mib=memory_mib,
            progress=lambda layer, positions: status.update(f"layer {layer}, {count(positions, 'position')} checked"),
        )
    except OutOfMemory:
        status.clear()
        message(f"undecided: two layers of it need more than {memory_mib} MiB; allow more with --memory")
        return UNDECIDED
    status.clear()
    emit([json.dumps(found.to_json())] if as_json else _lines(found))
    return DONE if found.accepted else REJECTED


def _lines(found: Check) -> list[str]:
    if found.flaw is not None:
        where = "" if found.flaw.layer is None else f"layer {found.flaw.layer}: "
        if found.flaw.position is not None:
            where = f"layer {found.flaw.layer}, position {found.flaw.position}: "
        return [f"rejected: {where}{found.flaw.why}", *facts([("identifier", found.deal)])]
    said = f"accepted: no line leaves fewer than {count(found.cards_left_bound, 'card')}"
    said += f"; the line has {score(found.cards_left)}" + (", the best" if found.optimal else "")
    looked_at = f"{count(found.layers, 'layer')}, {count(found.positions, 'position')}, {found.seconds:.3f} s"
    return [said, *facts([("line", found.line or "none"), ("identifier", found.deal), ("checked", looked_at)])]
