"""What the rows of a survey say: how many deals of each group can be won, and what it took to find out.

The same rows give the same report, byte for byte, in whatever order they were written.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from solver.survey.row import Group, Row
from solver.survey.statistics import Summary, summary, wilson
from solver.survey.store import Store
from solver.text import markdown_table
from solver.the_game.rules import PRESETS

FORMAT = "opendeal-survey/1"
MOST_LISTED = 20
"""Deals of one kind that the Markdown names; JSON names all."""

NOTE = (
    "The interval is Wilson's, 95 %; undecided deals widen it at both ends: the lower one counts them as lost, the "
    "upper one as won. What a lost deal leaves is what its best line left; *proven* counts those of which no line "
    "leaves fewer. A search that a budget ended counts with what it took; then these figures are lower bounds."
)


@dataclass(frozen=True, slots=True)
class GroupReport:
    """The figures of one group. ``won_share`` is the 95 % interval; times are in seconds."""

    group: Group
    first_seed: int
    last_seed: int
    deals: int
    won: int
    lost: int
    undecided: tuple[str, ...]
    won_share: tuple[float, float]
    left_when_lost: Summary | None
    fewest_proven: int
    nodes: Summary
    seconds: Summary

    @classmethod
    def of(cls, group: Group, rows: Iterable[Row]) -> GroupReport:
        """The figures of a group that has rows."""
        seeds, nodes, seconds, left, undecided = [], [], [], [], []
        won = proven = 0
        for row in rows:
            seeds.append(row.seed)
            nodes.append(row.nodes)
            seconds.append(row.seconds)
            if row.verdict == "winnable":
                won += 1
            elif row.verdict == "unwinnable":
                left.append(row.cards_left)
                proven += row.cards_left == row.bound
            else:
                undecided.append(row.deal)
        return cls(
            group=group,
            first_seed=min(seeds),
            last_seed=max(seeds),
            deals=len(seeds),
            won=won,
            lost=len(left),
            undecided=tuple(undecided),
            won_share=wilson(won, len(seeds), len(undecided)),
            left_when_lost=summary(left) if left else None,
            fewest_proven=proven,
            nodes=summary(nodes),
            seconds=summary(seconds),
        )

    def to_json(self) -> dict[str, Any]:
        low, high = self.won_share
        return {
            **self.group._asdict(),
            "first_seed": self.first_seed,
            "last_seed": self.last_seed,
            "deals": self.deals,
            "won": self.won,
            "lost": self.lost,
            "undecided": len(self.undecided),
            "won_share_low": low,
            "won_share_high": high,
            **_figures("left_when_lost", self.left_when_lost),
            "fewest_left_proven": self.fewest_proven,
            **_figures("nodes", self.nodes),
            **_figures("seconds", self.seconds),
        }


def group_reports(store: Store) -> list[GroupReport]:
    """The figures of every group: the presets' rules first, then by players and hand size."""
    return [GroupReport.of(group, store.rows(group)) for group in in_order(store.groups())]


def in_order(groups: Iterable[Group]) -> list[Group]:
    """Groups as a report lists them."""
    presets = list(PRESETS)
    return sorted(
        groups, key=lambda group: (presets.index(group.rules) if group.rules in presets else len(presets), *group)
    )


# -- the three forms -----------------------------------------------------------------------------------------------


def as_json(reports: Sequence[GroupReport]) -> str:
    """One object: the figures of each group, and all undecided deals by name."""
    return json.dumps(
        {
            "format": FORMAT,
            "groups": [report.to_json() for report in reports],
            "undecided": [deal for report in reports for deal in report.undecided],
        },
        indent=2,
    )


def as_csv(reports: Sequence[GroupReport]) -> str:
    """One line a group, with the names of the columns in the first."""
    stream = io.StringIO()
    rows = [report.to_json() for report in reports]
    writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue().rstrip("\n")


def as_markdown(reports: Sequence[GroupReport]) -> str:
    """Two tables, of the verdicts and of what they took, and the undecided deals, as far as they are not too many."""
    verdicts = markdown_table(
        ("rules", "players", "hand", "seeds", "deals", "won", "lost", "undecided", "won, 95 % interval",
         "left when lost: min / median / max", "proven"),
        [[*_names(report), *_verdict_cells(report)] for report in reports],
    )  # fmt: skip
    efforts = markdown_table(
        ("rules", "players", "hand", "mean nodes", "median nodes", "p99 nodes", "max nodes",
         "mean s", "median s", "p99 s", "max s"),
        [[*_names(report), *_effort_cells(report)] for report in reports],
    )  # fmt: skip
    undecided = [deal for report in reports for deal in report.undecided]
    return "\n\n".join([verdicts, efforts, NOTE, *_listed(undecided)])


def _names(report: GroupReport) -> list[str]:
    return [str(part) for part in report.group]


def _verdict_cells(report: GroupReport) -> list[str]:
    low, high = report.won_share
    left = report.left_when_lost
    in_a_row = report.deals == report.last_seed - report.first_seed + 1
    return [
        f"{report.first_seed}..{report.last_seed}" if in_a_row else f"of {report.first_seed}..{report.last_seed}",
        f"{report.deals:,}",
        f"{report.won:,}",
        f"{report.lost:,}",
        f"{len(report.undecided):,}",
        f"{100 * low:.2f} to {100 * high:.2f} %",
        f"{left.min} / {left.median} / {left.max}" if left else "–",
        f"{report.fewest_proven:,}" if left else "–",
    ]


def _effort_cells(report: GroupReport) -> list[str]:
    nodes, seconds = report.nodes, report.seconds
    return [
        *(f"{value:,.0f}" for value in (nodes.mean, nodes.median, nodes.p99, nodes.max)),
        *(f"{value:,.3f}" for value in (seconds.mean, seconds.median, seconds.p99, seconds.max)),
    ]


def _listed(undecided: Sequence[str]) -> list[str]:
    if not undecided:
        return []
    named = ", ".join(f"`{deal}`" for deal in undecided[:MOST_LISTED])
    more = len(undecided) - MOST_LISTED
    return [f"Undecided: {named}{f' and {more:,} more' if more > 0 else ''}."]


def _figures(name: str, figures: Summary | None) -> dict[str, float | None]:
    return {
        f"{name}_{what}": None if figures is None else getattr(figures, what)
        for what in ("mean", "min", "median", "p99", "max")
    }
