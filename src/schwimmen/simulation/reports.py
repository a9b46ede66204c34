"""Report of a simulation for a terminal, and the parts that reports share."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from schwimmen.rules.options import format_value
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.schema import Points

from .statistics import BotStatistics, Distribution, Estimate, PlaceStatistics, Simulation


def report_title(rules: RuleSet, players: int, run: str) -> RenderableType:
    """Return the first line of a report: rules, number of players and size of the run."""
    return Text.assemble(kind_of_match(rules, players), f"; {run}")


def kind_of_match(rules: RuleSet, players: int) -> Text:
    """Return the rules and the number of players of matches."""
    changed = ", ".join(f"{name}: {format_value(value)}" for name, value in rules.changed.items())
    return Text.assemble(
        (rules.preset, "bold"), f" with {changed}" if changed else "", f", {players} players"
    )


def plain_table(*columns: str) -> Table:
    """Return a table without lines, with columns of text."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        table.add_column(name, header_style="dim")
    return table


def add_number_columns(table: Table, *names: str) -> None:
    """Add columns of numbers."""
    for name in names:
        table.add_column(name, justify="right", header_style="dim", no_wrap=True)


def format_estimate(mean: float, error: float | None, unit: str = "") -> str:
    """Format a mean and its error to the decimal places that the error justifies."""
    if not error:
        return f"{mean:.2f}{unit}" + (" ± 0" if error == 0 else "")
    places = min(6, max(1, ceil(-log10(error))))
    return f"{mean:.{places}f}{unit} ± {error:.{places}f}"


_BAR: Final = 30  # columns of the longest bar
_RARE: Final = 0.001  # turn counts rarer than this share one line
_MAX_CLOSING_TURN: Final = 5  # later closings share one line
_QUANTILES: Final = {"lowest": 0.0, "10%": 0.1, "25%": 0.25, "50%": 0.5, "75%": 0.75, "90%": 0.9}
_END_WORDS: Final = {
    "close": "closed by a player",
    "31": "31",
    "fire": "fire",
    "talon": "talon too short",
    "cap": "turn cap",
}


def simulation_report(result: Simulation) -> RenderableType:
    """Return the report of a simulation, to be printed by rich."""
    turns = f"{result.turns.mean:.2f} on average, deviation {result.turns.deviation:.2f}"
    parts = {
        "Bots": _bots(result),
        "Places in the order of play": _places(result),
        "Value of the hand at the showdown": _hands(result),
        "Rounds closed, by the turn of the bot": _closings(result),
        "How rounds ended": _ends(result),
        f"Turns in a round: {turns}": _turns(result),
    }
    lines: list[RenderableType] = [_title(result)]
    for words, table in parts.items():
        if table.rows:
            lines += ["", Text(words, style="bold"), table]
    return Group(*lines)


def _title(result: Simulation) -> RenderableType:
    what = f"{result.rounds:,} rounds"
    if result.matches is not None and result.rounds_a_match:
        length = _estimate(result.rounds_a_match)
        what = f"{result.matches:,} matches, {what} ({length} a match)"
    return report_title(result.rules, len(result.bots), f"{what}, seed {result.seed}")


def _bots(result: Simulation) -> Table:
    table = plain_table("bot", "seats")
    return _add_results(
        table, result, [(bot.bot, _seats(bot)) for bot in result.by_bot], result.by_bot
    )


def _places(result: Simulation) -> Table:
    table = plain_table("place", "")
    last = len(result.bots)
    notes = {1: "leads", last: "" if result.for_points else "deals"}
    cells = [(str(place.place), notes.get(place.place, "")) for place in result.by_place]
    return _add_results(table, result, cells, result.by_place)


def _add_results(
    table: Table,
    result: Simulation,
    cells: Sequence[Sequence[str]],
    groups: Sequence[BotStatistics | PlaceStatistics],
) -> Table:
    """Add columns of losses and wins; lives only if a loss can cost more or less than one."""
    several = any(group.score != group.lost for group in groups)
    won = result.matches is not None and isinstance(groups[0], BotStatistics)
    add_number_columns(table, "rounds lost")
    if several:
        add_number_columns(table, "points a round" if result.for_points else "lives a round")
    if won:
        add_number_columns(table, "matches won")
    for names, group in zip(cells, groups, strict=True):
        row = [*names, _percent(group.lost)]
        if several:
            row.append(_estimate(group.score))
        if isinstance(group, BotStatistics) and group.won:
            row.append(_percent(group.won))
        table.add_row(*row)
    return table


def _hands(result: Simulation) -> Table:
    table = plain_table("bot")
    add_number_columns(table, "mean", "deviation", *_QUANTILES, "highest")
    for bot in result.by_bot:
        values = bot.values
        quantiles = [_quantile(values, share) for share in (*_QUANTILES.values(), 1.0)]
        table.add_row(
            bot.bot,
            f"{values.mean:.2f}",
            f"{values.deviation:.2f}",
            *(f"{value:g}" for value in quantiles),
        )
    return table


def _closings(result: Simulation) -> Table:
    table = plain_table("bot", "turn")
    add_number_columns(table, "rounds", "share", "not lost")
    for bot in result.by_bot:
        early = [closing for closing in bot.closings if closing.turn <= _MAX_CLOSING_TURN]
        late = [closing for closing in bot.closings if closing.turn > _MAX_CLOSING_TURN]
        lines = [(str(closing.turn), [closing]) for closing in early]
        if late:
            lines.append((f"{_MAX_CLOSING_TURN + 1} or later", late))
        name = bot.bot
        for turn, closings in lines:
            rounds = sum(closing.rounds for closing in closings)
            paid = sum(closing.paid for closing in closings)
            share, worth = f"{rounds / result.rounds:.1%}", f"{paid / rounds:.1%}"
            table.add_row(name, turn, f"{rounds:,}", share, worth)
            name = ""
    return table


def _ends(result: Simulation) -> Table:
    table = plain_table("end")
    add_number_columns(table, "rounds", "share")
    table.add_column("")
    add_number_columns(table, "by the deal")
    for end in result.ends:
        dealt = f"{end.dealt:,}" if end.dealt else ""
        share = f"{end.share:.2%}"
        table.add_row(_END_WORDS[end.end], f"{end.rounds:,}", share, _bar(end.share), dealt)
    return table


def _turns(result: Simulation) -> Table:
    turns = result.turns
    table = plain_table("turns")
    add_number_columns(table, "rounds", "share")
    table.add_column("")
    last = max(value for value, count in turns.counts if count >= _RARE * result.rounds)
    most = max(count for _, count in turns.counts)
    for value, count in turns.counts:
        if value <= last:
            share = count / result.rounds
            table.add_row(f"{value}", f"{count:,}", f"{share:.1%}", _bar(count / most))
    more = sum(count for value, count in turns.counts if value > last)
    if more:
        table.add_row("more", f"{more:,}", f"{more / result.rounds:.1%}", "")
    return table


def _bar(share: float) -> Text:
    return Text("█" * round(_BAR * share), style="cyan")


def _percent(estimate: Estimate) -> str:
    error = None if estimate.error is None else 100 * estimate.error
    return format_estimate(100 * estimate.mean, error, "%")


def _estimate(estimate: Estimate) -> str:
    return format_estimate(estimate.mean, estimate.error)


def _quantile(values: Distribution, share: float) -> Points:
    """Return the lowest value that at least this share does not exceed."""
    number = sum(count for _, count in values.counts)
    below = 0
    for value, count in values.counts:
        below += count
        if below >= share * number:
            return value
    return values.counts[-1][0]


def _seats(bot: BotStatistics) -> str:
    return " ".join(map(str, bot.seats))
