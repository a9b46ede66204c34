"""The report of a comparison for a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from schwimmen.simulation.reports import number_columns, plain_table, title, with_error

from .comparison import Comparison
from .confidence import Interval, SprtResult


def comparison_report(found: Comparison) -> RenderableType:
    """All of it, to be printed by rich."""
    lines: list[RenderableType] = [
        title(found.rules, found.players, f"{found.rounds:,} rounds, seed {found.seed}")
    ]
    if found.interrupted:
        lines.append(Text("interrupted: this is what was played so far", style="bold"))
    scores = "Points made a round: more is" if found.for_points else "Lives lost a round: less is"
    parts = {
        f"{scores} better; differences with 95 % limits": _deals(found),
        f"Matches won, with 95 % limits; a fair part is {1 / found.players:.1%}": _matches(found),
    }
    for words, table in parts.items():
        if table.rows:
            lines += ["", Text(words, style="bold"), table]
    return Group(*lines)


def _deals(found: Comparison) -> Table:
    table = _names(found)
    number_columns(table, "deals", "own", "others", "difference")
    tested = any(contest.test for contest in found.contests)
    if tested:
        table.add_column("test", header_style="dim")
    for contest in found.contests:
        for contender in contest.contenders:
            if contender.diff is not None:
                table.add_row(
                    *((contender.bot,) if found.together else contest.bots),
                    f"{contest.deals:,}",
                    f"{contender.score:.3f}",
                    f"{contender.others:.3f}",
                    _interval(contender.diff),
                    *([_test(contest.test)] if contest.test else []),
                )
    return table


def _matches(found: Comparison) -> Table:
    table = _names(found)
    number_columns(table, "matches", "won", "from", "to")
    for contest in found.contests:
        for contender in contest.contenders:
            if contender.won is not None:
                names = (contender.bot,) if found.together else contest.bots
                won = contender.won
                shares = (won.mean, won.low, won.high)
                cells = ("" if share is None else f"{share:.1%}" for share in shares)
                table.add_row(*names, f"{contest.matches:,}", *cells)
    return table


def _names(found: Comparison) -> Table:
    return plain_table("bot") if found.together else plain_table("bot", "against")


def _interval(found: Interval) -> str:
    return with_error(found.mean, None if found.high is None else found.high - found.mean)


def _test(decision: SprtResult) -> str:
    if decision.accepted is None:
        return "undecided"
    return f"accepts {getattr(decision.bounds, decision.accepted):g}"
