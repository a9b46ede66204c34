"""Report of a review for a terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from schwimmen.analysis import GRADE_LIMITS, PlayerReview, Review, level_range, sentence
from schwimmen.analysis.match_review.likeness import LEAST_DECISIONS
from schwimmen.rules.errors import one_line
from schwimmen.rules.ruleset import RuleSet
from schwimmen.simulation.reports import (
    add_number_columns,
    format_estimate,
    kind_of_match,
    plain_table,
    report_title,
)


class Kind(NamedTuple):
    """Matches of one kind in which a name played."""

    name: str
    rules: RuleSet
    players: int


def review_text(reviewed: Review) -> str:
    """Return the report of a review as text, with colors if standard output is a terminal."""
    return _text(_report(reviewed))


def levels_text(played: Mapping[Kind, Sequence[PlayerReview]]) -> str:
    """Return the levels between which names play, by their reviews in matches of each kind."""
    table = plain_table("player", "matches")
    add_number_columns(table, "decisions")
    table.add_column("plays like", header_style="dim")
    for (name, rules, players), reviews in played.items():
        decisions = sum(one.decisions for one in reviews)
        found = level_range(rules, players, reviews)
        levels = [] if found is None else dict.fromkeys((found.weakest, found.strongest))
        matches = kind_of_match(rules, players)
        table.add_row(_name(name), matches, f"{decisions}", " to ".join(levels))
    title = f"Levels of play, from {LEAST_DECISIONS} decisions in matches of one kind"
    return _text(Group("", Text(title, style="bold"), table))


def _text(report: RenderableType) -> str:
    """Return a report as text, with colors if standard output is a terminal."""
    terminal = sys.stdout.isatty()
    console = Console(
        file=io.StringIO(),
        force_terminal=terminal,
        width=None if terminal else 100,
        highlight=False,
    )
    with console.capture() as captured:
        console.print(report)
    return captured.get().rstrip("\n")


def _report(reviewed: Review) -> RenderableType:
    """Return the report of a review as an object that rich prints."""
    rounds = reviewed.moments[-1].round
    run = f"{rounds} rounds, seed {reviewed.seed}"
    lines: list[RenderableType] = [report_title(reviewed.rules, len(reviewed.names), run)]
    if reviewed.rougher:
        lines.append("No bot was trained for these rules: all numbers are rougher.")
    if not reviewed.players:
        return Group(*lines, "", _graph(reviewed))
    unit = "points of 100 for a match won" if reviewed.scale.points > 1 else "points of hands"
    parts = {
        f"Decisions, in {unit}": _skill(reviewed),
        f"Luck and skill, in {unit}": _accounts(reviewed),
        "Decisions with a grade": _decisions(reviewed),
        "Luckiest and unluckiest moments": _swings(reviewed),
    }
    for title, table in parts.items():
        if table.rows:
            lines += ["", Text(title, style="bold"), table]
    return Group(*lines)


def _skill(reviewed: Review) -> Table:
    table = plain_table("player")
    grades = [f"{grade[:-1]}ies" if grade.endswith("y") else f"{grade}s" for grade in GRADE_LIMITS]
    add_number_columns(table, "decisions", *grades, "lost in 100 decisions")
    for player in reviewed.players:
        table.add_row(
            _name(player.name),
            f"{player.decisions}",
            *(f"{player.grades[grade]}" for grade in GRADE_LIMITS),
            "" if player.error_rate is None else f"{player.error_rate:.0f}",
        )
    return table


def _accounts(reviewed: Review) -> Table:
    table = plain_table("player")
    add_number_columns(table, "before", "luck", "own errors", "others' play", "result")
    for player in reviewed.players:
        account = player.account
        table.add_row(
            _name(player.name),
            _points(account.before, reviewed),
            *(
                f"{part * reviewed.scale.points:+.1f}"
                for part in (account.luck, account.errors, account.others)
            ),
            _points(account.result, reviewed),
        )
    return table


def _decisions(reviewed: Review) -> Table:
    table = plain_table("round", "player", "played", "best", "grade")
    add_number_columns(table, "lost")
    table.add_column("because", overflow="fold")
    names = [one_line(name) for name in reviewed.names]
    for moment in reviewed.moments:
        decision = moment.decision
        if decision is not None and decision.grade is not None:
            table.add_row(
                f"{moment.round}",
                _name(reviewed.names[decision.seat]),
                decision.chosen.action,
                decision.best.action,
                decision.grade,
                format_estimate(decision.chosen.loss, decision.chosen.loss_error),
                Text(" ".join(sentence(reason, names) for reason in decision.reasons)),
            )
    return table


def _swings(reviewed: Review) -> Table:
    table = plain_table("player", "round", "moment")
    add_number_columns(table, "luck")
    for player in reviewed.players:
        for swing in (*player.luckiest, *reversed(player.unluckiest)):
            moment = reviewed.moments[swing.moment]
            event = "deal"
            if moment.seat is not None:
                event = f"{one_line(reviewed.names[moment.seat])}: {moment.action}"
            table.add_row(
                _name(player.name),
                f"{moment.round}",
                Text(event),
                f"{swing.change * reviewed.scale.points:+.1f}",
            )
    return table


def _graph(reviewed: Review) -> Table:
    """Return the chances after every deal and at the end, as part of the report."""
    table = plain_table("moment")
    add_number_columns(table, *map(one_line, reviewed.names))
    last = reviewed.moments[-1]
    for moment in reviewed.moments:
        if moment.seat is None or moment is last:
            place = f"deal of round {moment.round}" if moment.round else "before the match"
            table.add_row(
                place if moment.seat is None else "last action",
                *(_points(chance.value, reviewed) for chance in moment.chances),
            )
    return table


def _points(value: float, reviewed: Review) -> str:
    """Format a value in points."""
    return f"{value * reviewed.scale.points:.1f}"


def _name(name: str) -> Text:
    return Text(one_line(name))
