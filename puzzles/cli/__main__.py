"""``python -m puzzles.cli``: the command without an installed script."""

import sys

from puzzles.cli import main

sys.exit(main())
