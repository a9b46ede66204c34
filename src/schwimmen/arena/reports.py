"""Reports of comparisons and of local best responses for a terminal."""

from __future__ import annotations

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from schwimmen.simulation.reports import (
    add_number_columns,
    format_estimate,
    plain_table,
    report_title,
)

from .comparison import Comparison
from .confidence import Interval, SprtResult
from .exploitability import PolicySource, ResponseResult


def comparison_report(comparison: Comparison) -> RenderableType:
    """Return the report of a comparison, to be printed by rich."""
    run = f"{comparison.rounds:,} rounds, seed {comparison.seed}"
    lines: list[RenderableType] = [report_title(comparison.rules, comparison.players, run)]
    if comparison.interrupted:
        lines.append(Text("interrupted: the results so far", style="bold"))
    score = "Points made" if comparison.for_points else "Lives lost"
    better = "more" if comparison.for_points else "fewer"
    share = f"{1 / comparison.players:.1%}"
    parts = {
        f"{score} a round ({better} is better), differences ± 95 %": _deals(comparison),
        "The differences by AIVAT": _aivat(comparison),
        f"Matches won with 95 % interval; an equal share is {share}": _matches(comparison),
    }
    for words, table in parts.items():
        if table.rows:
            lines += ["", Text(words, style="bold"), table]
    for contest in comparison.contests:
        for bot, number in contest.forfeits.items():
            lines.append(f"{bot} has forfeited {number:,} of these rounds or matches")
    return Group(*lines)


def _deals(comparison: Comparison) -> Table:
    table = _names(comparison)
    add_number_columns(table, "deals", "own", "others", "difference", "p")
    tested = any(contest.test for contest in comparison.contests)
    if tested:
        table.add_column("test", header_style="dim")
    for contest in comparison.contests:
        for contender in contest.contenders:
            if contender.diff is not None:
                table.add_row(
                    *((contender.bot,) if comparison.together else contest.bots),
                    f"{contest.deals:,}",
                    f"{contender.score:.3f}",
                    f"{contender.others:.3f}",
                    *_interval(contender.diff),
                    *([_test(contest.test)] if contest.test else []),
                )
    return table


def _aivat(comparison: Comparison) -> Table:
    table = _names(comparison)
    add_number_columns(table, "difference", "p")
    table.add_column("without the luck of", header_style="dim")
    for contest in comparison.contests:
        for contender in contest.contenders:
            if contender.aivat is not None:
                table.add_row(
                    *contest.bots, *_interval(contender.aivat), ", ".join(contest.corrected)
                )
    return table


def _matches(comparison: Comparison) -> Table:
    table = _names(comparison)
    add_number_columns(table, "matches", "won", "from", "to", "p")
    for contest in comparison.contests:
        for contender in contest.contenders:
            if contender.won is not None:
                names = (contender.bot,) if comparison.together else contest.bots
                won = contender.won
                shares = (won.mean, won.low, won.high)
                cells = ("" if share is None else f"{share:.1%}" for share in shares)
                table.add_row(*names, f"{contest.matches:,}", *cells, format_p(won.p))
    return table


def _names(comparison: Comparison) -> Table:
    return plain_table("bot") if comparison.together else plain_table("bot", "against")


def _interval(interval: Interval) -> tuple[str, str]:
    half = None if interval.high is None else interval.high - interval.mean
    return format_estimate(interval.mean, half), format_p(interval.p)


def format_p(p: float | None) -> str:
    """Format a p-value.

    >>> format_p(0.0421), format_p(2e-9)
    ('0.042', '<0.001')
    """
    if p is None:
        return ""
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _test(result: SprtResult) -> str:
    if result.accepted is None:
        return "undecided"
    return f"accepts {getattr(result.bounds, result.accepted):g}"


_SOURCES: Final[dict[PolicySource, str]] = {
    "table": "knows its policy for every hand",
    "probabilities": "asks it for its policy",
    "search": "knows its policy by searches",
    "samples": "knows its policy by samples of its choices",
}


def response_report(result: ResponseResult) -> RenderableType:
    """Return the report of a local best response, to be printed by rich."""
    run = f"{result.rounds:,} rounds, seed {result.seed}"
    lines: list[RenderableType] = [report_title(result.rules, 2, run)]
    if result.interrupted:
        lines.append(Text("interrupted: the results so far", style="bold"))
    words = f"Won by a local best response, which {_SOURCES[result.source]}"
    lines += ["", Text(words, style="bold")]
    if result.gain is not None:
        table = plain_table("from")
        add_number_columns(table, "deals", f"{result.unit} a round", "error", "95 % from", "to")
        gain = result.gain
        cells = ("" if one is None else f"{one:.3f}" for one in (gain.error, gain.low, gain.high))
        table.add_row(result.bot, f"{result.deals:,}", f"{gain.mean:.3f}", *cells)
        lines.append(table)
    if result.base is not None:
        lines.append(
            f"It plays as {result.base}, except to win {result.margin:g} {result.unit} more."
        )
    if result.forfeits:
        lines.append(f"{result.bot} has forfeited {result.forfeits:,} of these rounds")
    lines.append("A best response wins at least as much: the gain is a lower bound.")
    return Group(*lines)
