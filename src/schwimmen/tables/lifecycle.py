"""The first events of a table, and the one that closes it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final

from pydantic import ValidationError

from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RULES_VERSION, RuleSet

from .commands import Refusal
from .log import (
    LOGIC_VERSION,
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
from .names import check_no_link, validate_name
from .settings import Settings, checked_terms
from .shuffles import Chance, agreement_of, shuffled
from .table import Table

NOTICES: Final[dict[ClosedCode, str]] = {
    "rules_version": "this table was played by other rules and cannot go on; its record is kept",
    "damaged": "this table's log is damaged and cannot go on; its record is kept",
}
"""What a table says whose log no longer plays."""


def create(
    preset: str,
    options: Mapping[str, OptionValue],
    seats: tuple[Seat, ...],
    at: str,
    chance: Chance,
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
        logic=LOGIC_VERSION,
        preset=preset,
        options=dict(chosen.changed),
        seats=seats,
        dealer=dealer,
    )
    pack = shuffled(chosen.cards, chance)
    return created, DealEvent(seq=2, at=at, dealer=dealer, pack=pack)


def open_table(
    preset: str,
    options: Mapping[str, OptionValue],
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
        logic=LOGIC_VERSION,
        preset=preset,
        options=dict(terms.options),
        settings=settings,
        table=table,
    )
    name = validate_name(name, ())
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
        logic=LOGIC_VERSION,
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


def placeholder_name(seat: int, taken: Collection[str]) -> str:
    """A name for whoever sat there that says nothing of them; unlike the ``taken`` ones.

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
    """The bodies of a log that name the player id, without it, and with ``name`` beside it.

    What was played stays: the log plays as before. The seats of the match are nobody's; whoever sat
    down, or was expected, before it has an id that nobody else in the log has, and no player ever.
    What the server had committed to with the name in it is noted with the start of the match.
    Bodies that no version of today's can read are changed all the same.
    """
    before = list(bodies)
    known = str(before)
    nobody = next(one for one in (f"nobody.{number}" for number in count(1)) if one not in known)
    changed = []
    for body in before:
        after = _without(body, player, name, nobody)
        if after == body:
            continue
        if body.get("seed") is not None and (committed := _committed(before)):
            after["committed"] = committed
        changed.append(after)
    return changed


def _without(value: Any, player: str, name: str, nobody: str | None) -> Any:
    match value:
        case dict() if value.get("player") == player:
            own = {"name": name} if "name" in value else {}
            return value | own | {"player": nobody}
        case dict():
            # To whom no seat belongs nobody comes back, and nothing counts.
            return {
                key: _without(one, player, name, None if key == "seats" else nobody)
                for key, one in value.items()
            }
        case list():
            return [_without(one, player, name, nobody) for one in value]
        case _:
            return value


def _committed(bodies: Sequence[dict[str, Any]]) -> list[str]:
    """What the server has committed to, attempt by attempt; nothing in a log that plays no more."""
    with suppress(ValidationError, SchwimmenError):
        agreement = agreement_of([read_event(body) for body in bodies])
        if agreement is not None:
            return [attempt.commitment for attempt in agreement.attempts]
    return []
