"""Builds the site: the assets as they are, the settings and puzzles as data beside them.

Data gets into the page in two ways only. Into scripts, as JSON in ASCII, which is never markup there; the page sets it
as text. And the name of the site into ``index.html`` and the icon, escaped.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from puzzles.page.theme import Theme
from solver.errors import InputError
from solver.strict_json import one_line, shown

SCRIPTS = (
    "site.js",
    "strings.js",
    "calendar.js",
    "rules.js",
    "nimmt-rules.js",
    "digits.js",
    "shuffle.js",
    "identifier.js",
    "nimmt-identifier.js",
    "search.js",
    "nimmt-search.js",
    "worker.js",
    "language.js",
    "judge.js",
    "play.js",
    "puzzle.js",
    "nimmt-puzzle.js",
    "hints.js",
    "view.js",
    "nimmt-view.js",
    "the-game.js",
    "nimmt.js",
    "catalogue.js",
    "table.js",
    "questions.js",
    "lists.js",
    "share.js",
    "settings.js",
    "app.js",
)
"""The scripts of the page in the order in which they run; ``parts.js`` and ``storage.js`` come before."""
EARLY_SCRIPTS = ("parts.js", "storage.js")
MAX_NAME = 60
DESCRIPTION = "A card puzzle a day: every card is open, and every puzzle is proven."

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "manifest-src": "'self'",
    # The search runs in a worker made from the page's own scripts, so that it also works where the page is a file.
    "worker-src": "'self' blob:",
    "base-uri": "'none'",
    "form-action": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "opendeal",
}
"""The content security policy: nothing from elsewhere, nothing inline, no text becomes code or markup."""


@dataclass(frozen=True, slots=True)
class Site:
    """What a publisher decides about the looks."""

    name: str = "opendeal"
    theme: Theme = field(default_factory=Theme)

    def __post_init__(self) -> None:
        if not 1 <= len(self.name) <= MAX_NAME or not self.name.isprintable() or self.name != self.name.strip():
            raise InputError(
                f"--name: expected 1 to {MAX_NAME} printable characters without spaces at the ends, "
                f"not {shown(self.name)}"
            )


@cache
def strings() -> dict[str, dict[str, Any]]:
    """All texts of the page, by language and key."""
    found: dict[str, dict[str, Any]] = json.loads(_asset("strings.json"))
    return found


def site_files(site: Site, days: Iterable[Mapping[str, Any]], bank: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Every file of the site by name. The same puzzles and settings always give the same files."""
    days, bank = list(days), list(bank)
    written = {name: _flush(_asset(name)) for name in (*EARLY_SCRIPTS, *SCRIPTS) if name not in _MADE}
    written["style.css"] = _asset("style.css")
    written["site.js"] = _script("site", {"name": site.name, "bank": len(bank)})
    written["strings.js"] = _script("strings", strings())
    written["calendar.js"] = _script("calendar", days)
    written["bank.js"] = _script("bank", bank)
    written["theme.css"] = site.theme.css()
    written["icon.svg"] = Template(_asset("icon.svg")).substitute(accent=site.theme.light)
    written["site.webmanifest"] = json.dumps(_manifest(site), indent=1) + "\n"
    written["index.html"] = Template(_asset("index.html")).substitute(
        csp="; ".join(f"{directive} {value}" for directive, value in POLICY.items()),
        name=html.escape(site.name),
        description=html.escape(DESCRIPTION),
        scripts="\n".join(f'<script defer src="{name}"></script>' for name in SCRIPTS),
    )
    # Hosts of static pages that would hide files with underscores, or render the others, are told not to.
    written[".nojekyll"] = ""
    shipped = sorted(name for name in written if not name.startswith("."))
    version = sha256("\0".join(f"{name}\0{written[name]}" for name in shipped).encode()).hexdigest()[:16]
    written["service-worker.js"] = Template(_asset("service-worker.js")).safe_substitute(
        version=version, files=json.dumps(["./", *shipped])
    )
    return written


def first_page_bytes(written: Mapping[str, str]) -> int:
    """Bytes that the first visit loads before the page can be used, without the calendar."""
    first = ("index.html", "style.css", "theme.css", *EARLY_SCRIPTS, *SCRIPTS)
    return sum(len(written[name].encode()) for name in first if name != "calendar.js")


def write(written: Mapping[str, str], out: Path) -> None:
    """Write the files of a site into a directory, which is made if need be; ``InputError`` where that fails."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, content in written.items():
            (out / name).write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"--out {one_line(str(out), 200)}: cannot be written: {error.strerror}") from None


_MADE = frozenset({"site.js", "strings.js", "calendar.js"})


def _flush(script: str) -> str:
    """The script without indentation, a tenth of all that a reader loads; no text in it goes over several lines."""
    return re.sub("^ +", "", script, flags=re.MULTILINE)


def _script(name: str, value: object) -> str:
    """A script that hands data to the page. JSON in ASCII means the same in a script, whatever the texts in it."""
    return f"opendeal.{name} = {json.dumps(value, separators=(',', ':'))};\n"


def _manifest(site: Site) -> dict[str, Any]:
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    return {
        "name": site.name,
        "short_name": site.name[:12],
        "start_url": "./",
        "display": "standalone",
        "icons": [icon],
    }


def _asset(name: str) -> str:
    return files("puzzles.page").joinpath("assets", name).read_text(encoding="utf-8")
