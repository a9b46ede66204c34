"""First and last events of a table: opening, closing, and the erasure of a player."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final

from pydantic import ValidationError

from schwimmen.records.daily import VARIANTS, DailyDeal
from schwimmen.rules.cards import card_names
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RULES_VERSION, RuleSet

from .commands import Refusal
from .log import (
    ClosedCode,
    ClosedEvent,
    CreatedEvent,
    DealEvent,
    Invitation,
    JoinedEvent,
    LogEvent,
    Seat,
    read_event,
)
from .names import assign_names, check_no_link, confusable, free_bot_names, validate_name
from .settings import Settings, checked_terms
from .shuffles import Chance, agreement_of, shuffled
from .table import Table

CLOSED_NOTICES: Final[dict[ClosedCode, str]] = {
    "rules_version": "this table was played by other rules and cannot go on; its record is kept",
    "damaged": "this table's log is damaged and cannot go on; its record is kept",
}
"""Notice of a table whose log can no longer be replayed, by code."""


def create(
    preset: str,
    options: Mapping[str, OptionValue],
    seats: tuple[Seat, ...],
    at: str,
    chance: Chance,
) -> tuple[LogEvent, ...]:
    """Return the first events of a table for one person, up to the first deal.

    Raises ``RuleSetError`` for invalid rules and for a number of players they do not allow.
    """
    chosen = RuleSet(preset, options)
    chosen.check_players(len(seats))
    dealer = chance.randrange(len(seats))
    created = CreatedEvent(
        seq=1,
        at=at,
        rules_version=RULES_VERSION,
        preset=preset,
        options=dict(chosen.changed),
        seats=seats,
        dealer=dealer,
    )
    pack = shuffled(chosen.cards, chance)
    return created, DealEvent(seq=2, at=at, dealer=dealer, pack=pack)


def create_daily(
    deal: DailyDeal, player: str, name: str, at: str, face: str | None = None
) -> tuple[CreatedEvent, DealEvent]:
    """Return the first events of a table for the deal of the day, up to the first deal.

    The player sits at seat 0. Opponents and their names are the same for all players, except that a
    bot gets another name if the player's is confusable with it. Raises ``SchwimmenError`` for an
    invalid name.
    """
    name = assign_names([name], deal.names())[0]
    free = [one for one in free_bot_names((), deal.names()) if not confusable(one, name)]
    levels = VARIANTS[deal.variant].levels
    seats = (
        Seat(name=name, player=player, face=face),
        *(Seat(name=bot, level=level) for bot, level in zip(free, levels, strict=False)),
    )
    created = CreatedEvent(
        seq=1,
        at=at,
        rules_version=RULES_VERSION,
        preset=deal.variant,
        options=dict(deal.rules.changed),
        seats=seats,
        dealer=deal.dealer,
        daily=deal,
    )
    pack = card_names(deal.pack(1, deal.dealer, range(len(seats))))
    return created, DealEvent(seq=2, at=at, dealer=deal.dealer, pack=pack)


def open_table(
    preset: str,
    options: Mapping[str, OptionValue],
    settings: Settings,
    player: str,
    name: str,
    at: str,
    table: str | None = None,
    face: str | None = None,
) -> tuple[LogEvent, ...]:
    """Return the first events of a table for several people, up to its host sitting down.

    With ``table``, the table's own id, its shuffles are provably fair.
    Raises ``SchwimmenError`` for invalid rules, settings and names.
    """
    terms = checked_terms(preset, options, settings)
    created = CreatedEvent(
        seq=1,
        at=at,
        rules_version=RULES_VERSION,
        preset=preset,
        options=dict(terms.options),
        settings=settings,
        table=table,
    )
    name = validate_name(name, ())
    if settings.visibility == "open":
        check_no_link(name)
    return created, JoinedEvent(seq=2, at=at, seat=0, name=name, player=player, face=face)


def open_rematch(
    table: Table,
    table_id: str,
    player: str,
    at: str,
    new_id: str | None = None,
    face: str | None = None,
    chat: int = 0,
) -> tuple[LogEvent, ...]:
    """Return the first events of a rematch's table, with the rules and settings of this table.

    ``table_id`` is the id of this table, ``new_id`` that of the new one, as for ``open_table``. The
    player becomes the host; seats are reserved for all other people. ``chat`` is the number of the
    last line of chat, which goes on at the new table. Raises ``Refusal`` during the match, and for
    players of other tables.
    """
    own, settings = table.seat_of(player), table.settings
    if own is None or settings is None:
        raise Refusal("not_seated", "only players of this match can ask for a rematch")
    if not table.over:
        raise Refusal("not_over", "the match is not over yet")
    evening, private_chat = table.evening, table.created.private_chat
    if not settings.spectators:
        # Only the people of this match could read all of it.
        private_chat = chat
        evening = tuple(
            score
            if table.seat_of(score.player) is not None
            else score.model_copy(update={"chat_from": chat + 1})
            for score in evening
        )
    created = CreatedEvent(
        seq=1,
        at=at,
        rules_version=RULES_VERSION,
        preset=table.terms.preset,
        options=dict(table.terms.options),
        settings=settings,
        invited=tuple(
            Invitation(seat=seat.seat, name=seat.name, player=other, face=seat.face)
            for seat in table.seats
            if (other := table.player_at(seat.seat)) not in (None, player)
        ),
        earlier=table_id,
        evening=evening,
        private_chat=private_chat,
        table=new_id,
    )
    name = table.seats[own].name
    return created, JoinedEvent(seq=2, at=at, seat=own, name=name, player=player, face=face)


def close(log: Sequence[LogEvent], at: str) -> ClosedEvent:
    """Return the event that closes the table of a log that can no longer be replayed."""
    created = log[0]
    foreign = isinstance(created, CreatedEvent) and created.rules_version != RULES_VERSION
    code: ClosedCode = "rules_version" if foreign else "damaged"
    seq = max(len(log), log[-1].seq) + 1  # a damaged log may lack events
    return ClosedEvent(seq=seq, at=at, code=code, notice=CLOSED_NOTICES[code])


def placeholder_name(seat: int, taken: Collection[str]) -> str:
    """Return an anonymous name for a seat, different from all ``taken`` names.

    >>> placeholder_name(0, ["Player 1", "Berta"])
    'Player 1*'
    """
    name = f"Player {seat + 1}"
    while name in taken:
        name += "*"
    return name


def without_player(
    bodies: Iterable[dict[str, Any]], player: str, name: str
) -> list[dict[str, Any]]:
    """Return the changed event bodies of a log after the erasure of a player.

    ``name`` replaces the player's name beside every occurrence of their id, and the face is left
    out. The log plays as before. In the seats of the match the id becomes ``None``; elsewhere it
    becomes an id that no player can have and that is new to the log. Server commitments whose text
    held the name are stored with the start of the match. Bodies that this version cannot read are
    changed too.
    """
    before = list(bodies)
    text = str(before)
    no_player = next(one for one in (f"nobody.{number}" for number in count(1)) if one not in text)
    changed = []
    for body in before:
        after = _without(body, player, name, no_player)
        if after == body:
            continue
        if body.get("seed") is not None and (committed := _committed(before)):
            after["committed"] = committed
        changed.append(after)
    return changed


def _without(value: Any, player: str, name: str, no_player: str | None) -> Any:
    match value:
        case dict() if value.get("player") == player:
            own = {"name": name} if "name" in value else {}
            faceless = {key: one for key, one in value.items() if key != "face"}
            return faceless | own | {"player": no_player}
        case dict():
            # A seat of the match without a player never counts as absent or returning.
            return {
                key: _without(one, player, name, None if key == "seats" else no_player)
                for key, one in value.items()
            }
        case list():
            return [_without(one, player, name, no_player) for one in value]
        case _:
            return value


def _committed(bodies: Sequence[dict[str, Any]]) -> list[str]:
    """Return the server's commitment of each attempt; empty if the log fails to replay."""
    with suppress(ValidationError, SchwimmenError):
        agreement = agreement_of([read_event(body) for body in bodies])
        if agreement is not None:
            return [attempt.commitment for attempt in agreement.attempts]
    return []
