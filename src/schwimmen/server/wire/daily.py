"""Deal of the day on the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from schwimmen.rules.options import OptionValue

from .base import WireModel


class DailyResult(WireModel):
    """Result of a player: place, a sign for each round (docs/daily.md), and the line to share."""

    place: int
    signs: str
    line: str


class DailyCount(WireModel):
    """Results of a date with equal place and signs, and their number."""

    place: int
    signs: str
    count: int


class DailyToday(WireModel):
    """Today's deal of a variant.

    ``levels`` are those of the bots. ``next_commitment`` is the commitment for tomorrow. ``state``
    is the caller's; ``table`` is the table where they play. ``distribution`` counts the results of
    this server by place, ``null`` with fewer than five.
    """

    variant: str
    options: dict[str, OptionValue]
    levels: list[str]
    commitment: str
    next_commitment: str
    state: Literal["open", "playing", "done"]
    table: str | None
    result: DailyResult | None
    streak: int
    distribution: list[int] | None


class Daily(WireModel):
    """Today's deals; ``until`` is the ISO time at which the next day begins."""

    date: str
    time_zone: str
    first: str
    until: str
    deals: list[DailyToday]


class DailyPast(WireModel):
    """Deal of an earlier date with its published seed, and the results of all players.

    ``distribution`` and ``results`` are ``null`` with fewer than five results.
    """

    variant: str
    options: dict[str, OptionValue]
    levels: list[str]
    commitment: str
    seed: str
    result: DailyResult | None
    distribution: list[int] | None
    results: list[DailyCount] | None


class DailyDay(WireModel):
    """All deals of an earlier date."""

    date: str
    deals: list[DailyPast]


class DailyCalendarDay(WireModel):
    """Own deal of a date and variant; without ``result`` it was not finished on its day."""

    date: str
    variant: str
    table: str
    result: DailyResult | None


class NewDailyTable(WireModel):
    """Start of today's deal; ``date`` is the one that the client shows as today's."""

    date: str
    variant: str
    name: str = ""


class DailyLine(WireModel):
    """Shared line, to be checked."""

    line: Annotated[str, Field(max_length=1000)]


class DailyShared(WireModel):
    """Result in a shared line that this server has made."""

    date: str
    variant: str
    place: int
    players: int
    signs: str
