"""Report of a comparison as one HTML page that needs no other file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from schwimmen import __version__
from schwimmen.rules.options import format_value
from schwimmen.simulation.reports import kind_of_match

from .charts import Measure, comparison_svg, measures_of
from .comparison import Comparison, Contest
from .reports import format_p

_STYLE: Final = """
:root{color-scheme:light dark;--paper:#fff;--ink:#1c2b24;--dim:#56655d;--line:#d3dbd6}
@media (prefers-color-scheme:dark){:root{--paper:#16201b;--ink:#eef3f0;--dim:#a9b8b0;
--line:#3b4a42}}
body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;max-width:56rem;
margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}p,dl{color:var(--dim)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dt{font-weight:600}dd{margin:0}
figure,.scroll{margin:1rem 0;overflow-x:auto}figure svg{min-width:40rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .9rem .3rem 0;border-bottom:1px solid var(--line);text-align:left;
white-space:nowrap}td.number,th.number{text-align:right}
"""


def comparison_html(comparison: Comparison) -> str:
    """Return a comparison as an HTML page: charts, and tables with all their values."""
    title = f"Arena: {kind_of_match(comparison.rules, comparison.players)}"
    measures = measures_of(comparison)
    tested = [contest for contest in comparison.contests if contest.test]
    parts = [
        f"<h1>{escape(title)}</h1>",
        "<p><strong>Interrupted: the results so far.</strong></p>"
        if comparison.interrupted
        else "",
        _facts(comparison),
        f'<figure tabindex="0" aria-label="Charts">{comparison_svg(comparison, heading=False)}'
        "</figure>",
        *map(_measure_table, measures),
        _contests_table(comparison.contests),
        _tests_table(tested) if tested else "",
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _facts(comparison: Comparison) -> str:
    options = ", ".join(
        f"{name}: {format_value(value)}" for name, value in comparison.rules.changed.items()
    )
    facts = {
        "Rules": comparison.rules.preset + (f" with {options}" if options else ""),
        "Players": f"{comparison.players}",
        "Bots": ", ".join(comparison.bots),
        "Played": f"{comparison.rounds:,} rounds, {comparison.decisions:,} decisions",
        "Seed": f"{comparison.seed}",
        "Version": f"schwimmen {__version__}",
    }
    items = (f"<dt>{name}</dt><dd>{escape(fact)}</dd>" for name, fact in facts.items())
    return f"<dl>{''.join(items)}</dl>"


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table under a heading; its first column names the rows, the others are numbers."""
    first, *numbers = map(escape, columns)
    head = f'<th scope="col">{first}</th>' + "".join(
        f'<th scope="col" class="number">{name}</th>' for name in numbers
    )
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f'<td class="number">{escape(cell)}</td>' for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    label = escape(title, quote=True)
    return (
        f'<h2>{escape(title)}</h2><div class="scroll" tabindex="0" role="region" '
        f'aria-label="{label}"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
        "</div>"
    )


def _measure_table(measure: Measure) -> str:
    def number(value: float | None) -> str:
        if value is None:
            return ""
        return f"{value:.2%}" if measure.is_share else f"{value:.4f}".replace("-", "\N{MINUS SIGN}")

    rows = (
        (name, *map(number, (one.mean, one.low, one.high, one.error)), format_p(one.p))
        for name, one in measure.rows
    )
    columns = ("bots", "mean", "95 % from", "to", "standard error", "p")
    return _table(f"{measure.title} ({measure.better} is better)", columns, rows)


def _contests_table(contests: Sequence[Contest]) -> str:
    columns = ["bots", "deals", "matches", "rounds", "forfeits"]
    corrected = any(contest.corrected for contest in contests)
    rows = [
        [
            " against ".join(contest.bots) if len(contest.bots) == 2 else ", ".join(contest.bots),
            f"{contest.deals:,}",
            f"{contest.matches:,}",
            f"{contest.rounds:,}",
            ", ".join(f"{bot}: {number:,}" for bot, number in contest.forfeits.items()) or "0",
            *([", ".join(contest.corrected)] if corrected else []),
        ]
        for contest in contests
    ]
    return _table(
        "Contests", [*columns, *(["luck that AIVAT leaves out"] if corrected else [])], rows
    )


def _tests_table(contests: Sequence[Contest]) -> str:
    rows = []
    for contest in contests:
        test = contest.test
        assert test is not None
        bounds = test.bounds
        numbers = (bounds.low, bounds.high, bounds.alpha, bounds.beta)
        rows.append(
            [
                " against ".join(contest.bots),
                *(f"{number:g}".replace("-", "\N{MINUS SIGN}") for number in numbers),
                f"{test.ratio:.2f}".replace("-", "\N{MINUS SIGN}"),
                "undecided" if test.accepted is None else test.accepted.upper(),
            ]
        )
    columns = ("bots", "LOW", "HIGH", "alpha", "beta", "log-likelihood ratio", "accepted")
    return _table("Sequential tests", columns, rows)
