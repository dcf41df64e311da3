"""The exit statuses of the command. Those that are a verdict are never used for anything else."""

from __future__ import annotations

import signal

DONE = 0
"""Winnable, legal, or simply done; of many deals: all decided."""
UNWINNABLE = 1
"""Proven unwinnable."""
ILLEGAL = 1
"""The line that was asked about breaks the rules."""
DISPROVED = 1
"""Of ``prove``: a line leaves fewer cards than was to be proven; a deal that can be won has nothing to refute."""
REJECTED = 1
"""Of ``check``: the file does not prove what it claims."""
BAD_INPUT = 2
UNDECIDED = 3
"""A budget did not suffice."""
DEFECT = 70
"""A defect of opendeal (``EX_SOFTWARE``): neither a verdict nor the user's fault."""
INTERRUPTED = 128 + signal.SIGINT
CLOSED_PIPE = 128 + 13
TERMINATED = 128 + signal.SIGTERM
