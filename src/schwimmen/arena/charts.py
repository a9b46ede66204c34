"""Charts of a comparison as SVG: differences with intervals, and courses of sequential tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final
from xml.sax.saxutils import escape

from schwimmen.simulation.reports import format_estimate, kind_of_match

from .comparison import Comparison, Contest
from .confidence import SIGNIFICANCE, Interval
from .reports import format_p

_WIDTH: Final = 760
_LEFT, _RIGHT = 240, 552  # of the axes
_ROW: Final = 26
_COURSE_HEIGHT: Final = 150
_MOST_LETTERS: Final = 25  # of a label
_TICKS: Final = 5

_STYLE: Final = """
.arena{--paper:#fff;--ink:#1c2b24;--dim:#56655d;--line:#d3dbd6;--mark:#14664a;
background:var(--paper);font:14px system-ui,sans-serif;max-width:100%;height:auto}
.arena text{fill:var(--ink)}.arena .dim{fill:var(--dim);font-size:12px}
.arena .title{font-weight:600}
.arena .axis{stroke:var(--line)}.arena .neutral{stroke:var(--dim);stroke-dasharray:4 3}
.arena .whisker,.arena .course{stroke:var(--mark);stroke-width:2;fill:none}
.arena .mark{fill:var(--paper);stroke:var(--mark);stroke-width:2}.arena .sure{fill:var(--mark)}
@media (prefers-color-scheme:dark){.arena{--paper:#16201b;--ink:#eef3f0;--dim:#a9b8b0;
--line:#3b4a42;--mark:#67d3a4}}
"""


@dataclass(frozen=True, slots=True)
class Measure:
    """Intervals of one kind, with the names of those that they belong to.

    ``better`` is ``fewer`` or ``more``; ``neutral`` is the value that says that no bot is better.
    """

    title: str
    better: str
    rows: tuple[tuple[str, Interval], ...]
    neutral: float
    is_share: bool

    def text(self, interval: Interval) -> str:
        """Return an interval as text."""
        if self.is_share:
            limits = (interval.low, interval.high)
            shown = [f"{100 * limit:.1f}" for limit in limits if limit is not None]
            return f"{interval.mean:.1%}" + (f" ({' to '.join(shown)})" if shown else "")
        half = None if interval.high is None else interval.high - interval.mean
        return _minus(format_estimate(interval.mean, half))


def measures_of(comparison: Comparison) -> list[Measure]:
    """Return the differences, those by AIVAT, and the shares of matches won, as far as measured."""
    score, better = ("Points made", "more") if comparison.for_points else ("Lives lost", "fewer")
    kinds = (
        ("diff", f"{score} a round, difference", better, 0.0, False),
        ("aivat", f"{score} a round, difference by AIVAT", better, 0.0, False),
        ("won", "Matches won", "more", 1 / comparison.players, True),
    )
    found = []
    for name, title, better, neutral, is_share in kinds:
        rows = tuple(
            (_label(comparison, contest, contender.bot), interval)
            for contest in comparison.contests
            for contender in contest.contenders
            if (interval := getattr(contender, name)) is not None
        )
        if rows:
            found.append(Measure(title, better, rows, neutral, is_share))
    return found


def comparison_svg(comparison: Comparison, heading: bool = True) -> str:
    """Return a comparison as one SVG picture, in light or dark colours as the reader prefers.

    Below a ``heading`` it has a forest plot of each measure, with a row for each contest, and a
    chart of the log-likelihood ratio of each sequential test. Its description has all values for
    screen readers.
    """
    title = f"Arena: {kind_of_match(comparison.rules, comparison.players)}"
    measures = measures_of(comparison)
    tested = [contest for contest in comparison.contests if contest.course]
    described = [
        f"{measure.title}: {name} {measure.text(interval)}{_p_text(interval)}."
        for measure in measures
        for name, interval in measure.rows
    ]
    described += [
        f"Sequential test of {' against '.join(contest.bots)}: {_test_text(contest)}."
        for contest in tested
    ]
    parts = [_text(12, 24, title, "title")] if heading else []
    y = 34 if heading else 0
    spans: dict[bool, tuple[float, float]] = {}
    for measure in measures:
        low, high = _span(measure)
        seen = spans.get(measure.is_share, (low, high))
        spans[measure.is_share] = min(low, seen[0]), max(high, seen[1])
    for measure in measures:
        parts += _forest(measure, spans[measure.is_share], y)
        y += _ROW * len(measure.rows) + 70
    parts.append(
        _text(12, y + 6, "Lines are 95 % confidence intervals; full marks have p < 0.05.", "dim")
    )
    y += 24
    for contest in tested:
        parts += _course(contest, y)
        y += _COURSE_HEIGHT + 82
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="arena" viewBox="0 0 {_WIDTH} {y}" '
        f'width="{_WIDTH}" height="{y}" role="img"><title>{escape(title)}</title>'
        f"<desc>{escape(' '.join(described))}</desc><style>{_STYLE}</style>{''.join(parts)}</svg>"
    )


def _label(comparison: Comparison, contest: Contest, bot: str) -> str:
    return bot if comparison.together else f"{bot} against {contest.bots[1]}"


def _p_text(interval: Interval) -> str:
    return "" if interval.p is None else f", p {format_p(interval.p)}"


def _minus(text: str) -> str:
    return text.replace("-", "\N{MINUS SIGN}")


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<path class="{kind}" d="M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}"/>'


def _span(measure: Measure) -> tuple[float, float]:
    """Return the values between which all intervals of a measure and its neutral value lie."""
    values = [measure.neutral]
    for _, interval in measure.rows:
        values += [
            value for value in (interval.mean, interval.low, interval.high) if value is not None
        ]
    low, high = min(values), max(values)
    edge = 0.06 * (high - low) or 0.1
    if measure.is_share:
        return max(0.0, low - edge), min(1.0, high + edge)
    return low - edge, high + edge


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    return lambda value: start + (value - low) / (high - low) * (end - start)


def _ticks(low: float, high: float) -> list[float]:
    """Return round numbers between two values."""
    rough = (high - low) / _TICKS
    power: float = 10.0 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return [number * step for number in range(ceil(low / step), floor(high / step) + 1)]


def _tick_text(value: float, is_share: bool) -> str:
    return f"{value:.3g}" if not is_share else f"{100 * value:.3g}%"


def _forest(measure: Measure, span: tuple[float, float], y: float) -> Iterator[str]:
    """Yield the forest plot of a measure."""
    at = _scale(*span, _LEFT, _RIGHT)
    side = "left" if measure.better == "fewer" else "right"
    neutral = f"{measure.neutral:.1%}" if measure.is_share else "0"
    yield _text(12, y + 20, f"{measure.title} ({side} of {neutral} is better)", "title")
    yield _text(_WIDTH - 12, y + 20, "p", "dim", "end")
    top, bottom = y + 30, y + 32 + _ROW * len(measure.rows)
    for tick in _ticks(*span):
        yield _line(at(tick), top, at(tick), bottom, "axis")
        yield _text(
            at(tick), bottom + 16, _minus(_tick_text(tick, measure.is_share)), "dim", "middle"
        )
    yield _line(at(measure.neutral), top - 2, at(measure.neutral), bottom + 2, "neutral")
    for row, (name, interval) in enumerate(measure.rows):
        middle = top + _ROW * (row + 0.5)
        yield _text(12, middle + 5, _short(name))
        if interval.low is not None and interval.high is not None:
            yield _line(at(interval.low), middle, at(interval.high), middle, "whisker")
            for limit in (interval.low, interval.high):
                yield _line(at(limit), middle - 4, at(limit), middle + 4, "whisker")
        sure = interval.p is not None and interval.p < SIGNIFICANCE
        yield (
            f'<circle class="mark{" sure" if sure else ""}" cx="{at(interval.mean):.2f}" '
            f'cy="{middle:.2f}" r="4.5"/>'
        )
        yield _text(_RIGHT + 14, middle + 5, measure.text(interval), "dim")
        yield _text(_WIDTH - 12, middle + 5, format_p(interval.p), "dim", "end")


def _short(name: str) -> str:
    return name if len(name) <= _MOST_LETTERS else f"{name[: _MOST_LETTERS - 1]}…"


def _test_text(contest: Contest) -> str:
    test = contest.test
    assert test is not None
    bounds = _minus(f"LOW {test.bounds.low:g}, HIGH {test.bounds.high:g}")
    decided = "undecided" if test.accepted is None else f"accepts {test.accepted.upper()}"
    return f"{bounds}: {decided} after {contest.deals:,} deals"


def _course(contest: Contest, y: float) -> Iterator[str]:
    """Yield the chart of the log-likelihood ratio of a contest's test by the number of deals."""
    test = contest.test
    assert test is not None
    limits: Sequence[float] = (test.bounds.lower_limit, test.bounds.upper_limit)
    course = [(0, 0.0), *contest.course]
    ratios = [ratio for _, ratio in course]
    low, high = min(*limits, *ratios), max(*limits, *ratios)
    edge = 0.1 * (high - low)
    top, bottom = y + 50, y + 50 + _COURSE_HEIGHT
    left, right = 60, _WIDTH - 130
    across = _scale(0, contest.deals, left, right)
    up = _scale(low - edge, high + edge, bottom, top)
    name = " against ".join(map(_short, contest.bots))
    yield _text(12, y + 20, f"Sequential test of {name}", "title")
    yield _text(12, y + 38, f"Log-likelihood ratio; {_test_text(contest)}", "dim")
    for tick in _ticks(low - edge, high + edge):
        yield _line(left, up(tick), right, up(tick), "axis")
        yield _text(left - 8, up(tick) + 4, _minus(f"{tick:g}"), "dim", "end")
    for tick in _ticks(0, contest.deals):
        yield _line(across(tick), top, across(tick), bottom, "axis")
        yield _text(across(tick), bottom + 16, f"{tick:,.0f}", "dim", "middle")
    yield _text(right + 30, bottom + 16, "deals", "dim")
    for limit, side in zip(limits, ("LOW", "HIGH"), strict=True):
        yield _line(left, up(limit), right, up(limit), "neutral")
        yield _text(right + 10, up(limit) + 4, f"accepts {side}", "dim")
    points = "L".join(f"{across(deals):.2f} {up(ratio):.2f}" for deals, ratio in course)
    yield f'<path class="course" d="M{points}"/>'
