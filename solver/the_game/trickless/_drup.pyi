"""Types of the compiled checker, see ``_drup.pyx``."""

from collections.abc import Iterable, Sequence

def refutes(clauses: Iterable[Sequence[int]], proof: Iterable[str]) -> bool: ...
