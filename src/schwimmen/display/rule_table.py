"""Options of a rule set as text and as an HTML table, with the changed ones marked."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from schwimmen.rules import OPTIONS, PRESETS, RuleSet
from schwimmen.rules.options import format_value


class _Row(NamedTuple):
    name: str
    value: str
    rule: str
    usual: str
    """Value in the preset, empty if the option is unchanged."""


def _rows(rules: RuleSet) -> list[_Row]:
    """Return the options that change this game, in the order of RULES.md."""
    usual = PRESETS[rules.preset]
    return [
        _Row(
            name,
            format_value(value),
            OPTIONS[name].rule,
            "" if value == usual[name] else format_value(usual[name]),
        )
        for name, value in rules.options.items()
        if rules.applies(name)
    ]


def options_text(rules: RuleSet) -> str:
    """Return a rule set as lines of text, one for each option that changes the game.

    An asterisk marks an option that differs from the preset.

    >>> print("\\n".join(options_text(RuleSet("pagat", lives=5)).splitlines()[:3]))
    pagat, changed: lives
      pack            A7
      hand_size       3
    >>> [line for line in str(RuleSet("pagat", lives=5)).splitlines() if "*" in line]
    ['* lives           5 (pagat: 3)']
    """
    rows = _rows(rules)
    width = max(len(row.name) for row in rows)
    lines = (
        f"{'*' if row.usual else ' '} {row.name.ljust(width)} {row.value}"
        + f" ({rules.preset}: {row.usual})" * bool(row.usual)
        for row in rows
    )
    return "\n".join([_title(rules, rows), *lines])


def options_html(rules: RuleSet) -> str:
    """Return a rule set as an HTML table, one row for each option that changes the game.

    Options that differ from the preset are bold and beside the preset's value.
    """
    body = "".join(
        f'<tr><th scope="row" style="text-align:left;font-weight:{"bold" if usual else "normal"}">'
        f'{name}</th><td style="text-align:left">'
        + (f"<strong>{escape(value)}</strong>" if usual else escape(value))
        + f'</td><td style="text-align:left">{usual}</td><td>{rule}</td></tr>'
        for name, value, rule, usual in _rows(rules)
    )
    return (
        f"<table><caption>{_title(rules, _rows(rules))}</caption><thead><tr>"
        + "".join(
            f'<th scope="col" style="text-align:left">{title}</th>'
            for title in ("Option", "Value", f"In {rules.preset}", "Rule")
        )
        + f"</tr></thead><tbody>{body}</tbody></table>"
    )


def _title(rules: RuleSet, rows: list[_Row]) -> str:
    changed = ", ".join(row.name for row in rows if row.usual)
    return f"{rules.preset}, changed: {changed}" if changed else rules.preset
