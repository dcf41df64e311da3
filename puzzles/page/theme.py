"""The colours that a publisher may choose, and whether a person can read what stands on them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from solver.errors import InputError
from solver.strict_json import shown

READABLE = 4.5
"""Least contrast of text, by WCAG 2.2 (1.4.3)."""
LIGHT_GROUNDS = ("#f5f2ea", "#fffdf8")
DARK_GROUNDS = ("#15181c", "#1f242a")
"""What the accent stands on: ``--paper`` and ``--raised`` of ``assets/style.css``, by day and by night."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The accent by day and by night, as ``#rrggbb``: buttons, marks, the focus. Raises ``InputError``."""

    light: str = "#1f6357"
    dark: str = "#86cdbd"

    def __post_init__(self) -> None:
        for option, colour, grounds in (
            ("--accent", self.light, LIGHT_GROUNDS),
            ("--accent-dark", self.dark, DARK_GROUNDS),
        ):
            if re.fullmatch("#[0-9a-fA-F]{6}", colour) is None:
                raise InputError(f"{option}: expected a colour such as #1f6357, not {shown(colour)}")
            for ground in grounds:
                found = contrast(colour, ground)
                if found < READABLE:
                    raise InputError(
                        f"{option}: {colour} has a contrast of {found:.1f} on {ground}, which is hard to read; "
                        f"at least {READABLE} is needed"
                    )

    def css(self) -> str:
        """The style sheet that sets the accent and what is written on it."""
        on_light, on_dark = _text_on(self.light), _text_on(self.dark)
        return (
            f":root {{ --accent: light-dark({self.light}, {self.dark}); "
            f"--on-accent: light-dark({on_light}, {on_dark}); }}\n"
        )


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21, by the formula of WCAG."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _text_on(colour: str) -> str:
    return max(("#ffffff", "#101316"), key=lambda text: contrast(text, colour))


def _luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
