"""What tables for a terminal are made of."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from schwimmen.rules.options import format_value
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.view import Points

from .statistics import BotStatistics, Distribution, Estimate, PlaceStatistics, Simulation


def title(rules: RuleSet, players: int, what: str) -> RenderableType:
    """The line above all tables: the rules, how many play, and what."""
    changed = ", ".join(f"{name}: {format_value(value)}" for name, value in rules.changed.items())
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


_BAR: Final = 30  # columns of the longest bar
_RARE: Final = 0.001  # turn counts rarer than this are told together
_MOST_CLOSING_TURNS: Final = 5
_QUANTILES: Final = {"lowest": 0.0, "10%": 0.1, "25%": 0.25, "50%": 0.5, "75%": 0.75, "90%": 0.9}
_END_WORDS: Final = {
    "close": "somebody closed",
    "31": "31",
    "fire": "fire",
    "talon": "talon too short",
    "cap": "turn cap",
}


def simulation_report(found: Simulation) -> RenderableType:
    """All of it, to be printed by rich."""
    turns = f"{found.turns.mean:.2f} on average, deviation {found.turns.deviation:.2f}"
    parts = {
        "Who plays": _bots(found),
        "In the order of play": _places(found),
        "Value of the hand at the showdown": _hands(found),
        "Closed, in which turn of their own, and not lost": _closings(found),
        "How rounds ended": _ends(found),
        f"Turns in a round: {turns}": _turns(found),
    }
    lines: list[RenderableType] = [_title(found)]
    for words, table in parts.items():
        if table.rows:
            lines += ["", Text(words, style="bold"), table]
    return Group(*lines)


def _title(found: Simulation) -> RenderableType:
    what = f"{found.rounds:,} rounds"
    if found.matches is not None and found.rounds_a_match:
        length = _estimate(found.rounds_a_match)
        what = f"{found.matches:,} matches, {what} ({length} a match)"
    return title(found.rules, len(found.bots), f"{what}, seed {found.seed}")


def _bots(found: Simulation) -> Table:
    table = plain_table("bot", "seats")
    return _fates(table, found, [(bot.bot, _seats(bot)) for bot in found.by_bot], found.by_bot)


def _places(found: Simulation) -> Table:
    table = plain_table("place", "")
    last = len(found.bots)
    notes = {1: "leads", last: "" if found.for_points else "deals"}
    cells = [(str(place.place), notes.get(place.place, "")) for place in found.by_place]
    return _fates(table, found, cells, found.by_place)


def _fates(
    table: Table,
    found: Simulation,
    cells: Sequence[Sequence[str]],
    fates: Sequence[BotStatistics | PlaceStatistics],
) -> Table:
    """Adds what rounds and matches cost. Where every loss is of one life, one column says it."""
    several = any(fate.score != fate.lost for fate in fates)
    won = found.matches is not None and isinstance(fates[0], BotStatistics)
    number_columns(table, "rounds lost")
    if several:
        number_columns(table, "points a round" if found.for_points else "lives a round")
    if won:
        number_columns(table, "matches won")
    for names, fate in zip(cells, fates, strict=True):
        row = [*names, _percent(fate.lost)]
        if several:
            row.append(_estimate(fate.score))
        if isinstance(fate, BotStatistics) and fate.won:
            row.append(_percent(fate.won))
        table.add_row(*row)
    return table


def _hands(found: Simulation) -> Table:
    table = plain_table("bot")
    number_columns(table, "mean", "deviation", *_QUANTILES, "highest")
    for bot in found.by_bot:
        values = bot.values
        quantiles = [_quantile(values, share) for share in (*_QUANTILES.values(), 1.0)]
        table.add_row(
            bot.bot,
            f"{values.mean:.2f}",
            f"{values.deviation:.2f}",
            *(f"{value:g}" for value in quantiles),
        )
    return table


def _closings(found: Simulation) -> Table:
    table = plain_table("bot", "turn")
    number_columns(table, "rounds", "of all", "paid")
    for bot in found.by_bot:
        early = [closing for closing in bot.closings if closing.turn <= _MOST_CLOSING_TURNS]
        late = [closing for closing in bot.closings if closing.turn > _MOST_CLOSING_TURNS]
        lines = [(str(closing.turn), [closing]) for closing in early]
        if late:
            lines.append((f"{_MOST_CLOSING_TURNS + 1} or later", late))
        name = bot.bot
        for turn, closings in lines:
            rounds = sum(closing.rounds for closing in closings)
            paid = sum(closing.paid for closing in closings)
            share, worth = f"{rounds / found.rounds:.1%}", f"{paid / rounds:.1%}"
            table.add_row(name, turn, f"{rounds:,}", share, worth)
            name = ""
    return table


def _ends(found: Simulation) -> Table:
    table = plain_table("end")
    number_columns(table, "rounds", "of all")
    table.add_column("")
    number_columns(table, "dealt so")
    for end in found.ends:
        dealt = f"{end.dealt:,}" if end.dealt else ""
        share = f"{end.share:.2%}"
        table.add_row(_END_WORDS[end.end], f"{end.rounds:,}", share, _bar(end.share), dealt)
    return table


def _turns(found: Simulation) -> Table:
    turns = found.turns
    table = plain_table("turns")
    number_columns(table, "rounds", "of all")
    table.add_column("")
    last = max(value for value, count in turns.counts if count >= _RARE * found.rounds)
    most = max(count for _, count in turns.counts)
    for value, count in turns.counts:
        if value <= last:
            share = count / found.rounds
            table.add_row(f"{value}", f"{count:,}", f"{share:.1%}", _bar(count / most))
    more = sum(count for value, count in turns.counts if value > last)
    if more:
        table.add_row("more", f"{more:,}", f"{more / found.rounds:.1%}", "")
    return table


def _bar(share: float) -> Text:
    return Text("█" * round(_BAR * share), style="cyan")


def _percent(estimate: Estimate) -> str:
    error = None if estimate.error is None else 100 * estimate.error
    return with_error(100 * estimate.mean, error, "%")


def _estimate(estimate: Estimate) -> str:
    return with_error(estimate.mean, estimate.error)


def _quantile(values: Distribution, share: float) -> Points:
    """The lowest value that so large a share does not exceed."""
    number = sum(count for _, count in values.counts)
    below = 0
    for value, count in values.counts:
        below += count
        if below >= share * number:
            return value
    return values.counts[-1][0]


def _seats(bot: BotStatistics) -> str:
    return " ".join(map(str, bot.seats))
