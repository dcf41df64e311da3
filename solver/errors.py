"""The exceptions of opendeal, one small family.

Everything that a caller may want to catch derives from :class:`OpendealError`. The command line turns an
:class:`InputError` into one message and exit status 2; an :class:`EngineError` is a defect of ours and never hidden.
"""


class OpendealError(Exception):
    """Base class of every error that opendeal raises on purpose."""


class InputError(OpendealError, ValueError):
    """A deal, rule set, identifier, line or option that cannot be read. The message names the place and the fix."""


class IllegalPlay(OpendealError, ValueError):
    """A play or the end of a turn that the rules forbid. The message says which rule."""


class EngineError(OpendealError, RuntimeError):
    """An engine contradicted the referee or another engine: a defect, never a verdict."""
