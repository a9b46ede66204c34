"""The first events of a table, and the one that closes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from schwimmen.rules.options import Value
from schwimmen.rules.ruleset import RULES_VERSION, RuleSet

from .chance import Chance, in_random_order
from .commands import Refusal
from .log import (
    LOGIC,
    ClosedCode,
    ClosedEvent,
    CreatedEvent,
    Invitation,
    JoinedEvent,
    LogEvent,
    RoundEvent,
    Seat,
)
from .names import check_no_link, new_name
from .settings import Settings, checked_terms
from .table import Table

NOTICES: Final[dict[ClosedCode, str]] = {
    "rules_version": "this table was played by other rules and cannot go on; its record is kept",
    "damaged": "this table's log is damaged and cannot go on; its record is kept",
}
"""What a table says whose log no longer plays."""


def create(
    preset: str, options: Mapping[str, Value], seats: tuple[Seat, ...], at: str, chance: Chance
) -> tuple[LogEvent, ...]:
    """The first events of a table for one person: it is opened, and the first round dealt.

    Raises ``RuleSetError`` for rules that cannot be, or not with so many players.
    """
    chosen = RuleSet(preset, options)
    chosen.check_players(len(seats))
    dealer = chance.randrange(len(seats))
    created = CreatedEvent(
        seq=1,
        at=at,
        rules_version=RULES_VERSION,
        logic=LOGIC,
        preset=preset,
        options=dict(chosen.changed),
        seats=seats,
        dealer=dealer,
    )
    pack = in_random_order(chosen.cards, chance)
    return created, RoundEvent(seq=2, at=at, dealer=dealer, pack=pack)


def open_table(
    preset: str,
    options: Mapping[str, Value],
    settings: Settings,
    player: str,
    name: str,
    at: str,
    table: str | None = None,
) -> tuple[LogEvent, ...]:
    """The first events of a table for several people: it is opened, and its host sits down.

    With the id of the ``table`` its shuffles are provably fair.
    Raises ``SchwimmenError`` for rules, settings and names that cannot be.
    """
    terms = checked_terms(preset, options, settings)
    created = CreatedEvent(
        seq=1,
        at=at,
        rules_version=RULES_VERSION,
        logic=LOGIC,
        preset=preset,
        options=dict(terms.options),
        settings=settings,
        table=table,
    )
    name = new_name(name, ())
    if settings.visibility == "open":
        check_no_link(name)
    return created, JoinedEvent(seq=2, at=at, seat=0, name=name, player=player)


def open_rematch(
    table: Table, table_id: str, player: str, at: str, new_id: str | None = None
) -> tuple[LogEvent, ...]:
    """The first events of the table at which those of this one, of that id, play again.

    ``new_id`` is its own id, as for ``open_table``. Rules and settings are the same. The player,
    who opens it, is its host; for all other people their seats are kept. Raises ``Refusal`` while
    the match is played, and for strangers.
    """
    own, settings = table.seat_of(player), table.settings
    if own is None or settings is None:
        raise Refusal("not_seated", "only those who played can ask for a rematch")
    if not table.over:
        raise Refusal("not_over", "the match is not over yet")
    created = CreatedEvent(
        seq=1,
        at=at,
        rules_version=RULES_VERSION,
        logic=LOGIC,
        preset=table.terms.preset,
        options=dict(table.terms.options),
        settings=settings,
        invited=tuple(
            Invitation(seat=seat.seat, name=seat.name, player=other)
            for seat in table.seats
            if (other := table.player_at(seat.seat)) not in (None, player)
        ),
        earlier=table_id,
        table=new_id,
    )
    name = table.seats[own].name
    return created, JoinedEvent(seq=2, at=at, seat=own, name=name, player=player)


def close(log: Sequence[LogEvent], at: str) -> ClosedEvent:
    """The event that closes the table of this log, which no longer plays."""
    created = log[0]
    foreign = isinstance(created, CreatedEvent) and created.rules_version != RULES_VERSION
    code: ClosedCode = "rules_version" if foreign else "damaged"
    seq = max(len(log), log[-1].seq) + 1  # a damaged log may lack events
    return ClosedEvent(seq=seq, at=at, code=code, notice=NOTICES[code])
