"""What tables for a terminal are made of."""

from __future__ import annotations

from math import ceil, log10

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from schwimmen.rules.options import written
from schwimmen.rules.ruleset import RuleSet


def title(rules: RuleSet, players: int, what: str) -> RenderableType:
    """The line above all tables: the rules, how many play, and what."""
    changed = ", ".join(f"{name}: {written(value)}" for name, value in rules.changed.items())
    return Text.assemble(
        (rules.preset, "bold"),
        f" with {changed}" if changed else "",
        f", {players} players; {what}",
    )


def plain_table(*columns: str) -> Table:
    """A table without lines, with columns of words."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        table.add_column(name, header_style="dim")
    return table


def number_columns(table: Table, *names: str) -> None:
    """Adds columns of numbers."""
    for name in names:
        table.add_column(name, justify="right", header_style="dim", no_wrap=True)


def with_error(mean: float, error: float | None, unit: str = "") -> str:
    """Both with as many places as the error makes sense of."""
    if not error:
        return f"{mean:.2f}{unit}" + (" ± 0" if error == 0 else "")
    places = min(6, max(1, ceil(-log10(error))))
    return f"{mean:.{places}f}{unit} ± {error:.{places}f}"
