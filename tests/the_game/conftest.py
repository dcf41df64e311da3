"""Settings of the property tests."""

from __future__ import annotations

from hypothesis import settings

# No test may depend on the speed of the machine, and a run of the tests says the same every time. To look for new
# counterexamples, run one of the files with ``--hypothesis-profile=explore``.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000)
settings.load_profile("repeatable")
