"""State of a table on the wire, whole or as changes (docs/wire.md).

Fields that have their default value are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from pydantic_core import to_json

from schwimmen.tables import PublicEvent, Table

from .base import VERSION, Fields
from .changes import change_of, change_of_members
from .encode import (
    clocks,
    loss_fields,
    own_fields,
    result_fields,
    round_event,
    seat_fields,
    seeds,
    table_info,
    view_fields,
)
from .people import ChatLine, Presence

if TYPE_CHECKING:
    from schwimmen import rules

Views: TypeAlias = Literal["full", "changes"]
"""Form of a client's updates: the whole state, or its changes."""

WelcomeEncoder: TypeAlias = Callable[[Presence, Iterable[ChatLine], float], str]
"""Encoder of a welcome message that lacks only presence, chat and ``return_s``."""

_NUMBERS: Final = (int, float)


def without_defaults(fields: Fields) -> Fields:
    """Return the fields whose value is not ``None``, false or empty; numbers stay.

    >>> without_defaults({"seat": 0, "action": None, "cards": (), "closes": False, "rule": "R4"})
    {'seat': 0, 'rule': 'R4'}
    """
    return {name: value for name, value in fields.items() if value or type(value) in _NUMBERS}


def _compact_event(public: PublicEvent) -> Fields:
    """Return the fields of an event, as ``tables.TableEvent``."""
    result = public.result
    return without_defaults(
        {
            "seq": public.seq,
            "at": public.at,
            "type": public.type,
            "seat": public.seat,
            "action": public.action,
            "round": public.round,
            "history": [_compact_round_event(one) for one in public.history],
            "result": None if result is None else without_defaults(result_fields(result)),
            "acted_by": public.acted_by,
            "reason": public.reason,
            "requested_by": public.requested_by,
            "rematch": public.rematch,
        }
    )


def _compact_round_event(one: rules.RoundEvent) -> Fields:
    return without_defaults(round_event(one))


def _compact_view(view: rules.View, before: TableState | None) -> Fields:
    last = before.view if before is not None else None
    if before is None or last is None:
        seats = [without_defaults(seat_fields(seat)) for seat in view.seats]
    elif view is last:
        unchanged: Fields = before.shared["view"]
        return unchanged
    else:
        known = zip(view.seats, last.seats, before.shared["view"]["seats"], strict=True)
        seats = [
            fields if seat is last_seat else without_defaults(seat_fields(seat))
            for seat, last_seat, fields in known
        ]
    losses = [without_defaults(loss_fields(loss)) for loss in view.losses]
    result = None if view.result is None else without_defaults(result_fields(view.result))
    return without_defaults(view_fields(view, seats, result, losses))


def _compact_choice(
    action: str, value: rules.Points | None, suit: str | None, closes: bool
) -> Fields:
    fields: Fields = {"action": action}
    if value is not None:
        fields["value"] = value
    if suit is not None:
        fields["suit"] = suit
    if closes and not action.endswith("!"):
        fields["closes"] = True
    return fields


def _compact_table(table_id: str, table: Table) -> Fields:
    fields = table_info(table_id, table, None).model_dump()
    fields["seats"] = [without_defaults(seat) for seat in fields["seats"]]
    fields["evening"] = [without_defaults(score) for score in fields["evening"]]
    fields["rules"] = without_defaults(fields["rules"])
    return without_defaults(fields)


class TableState:
    """State of a table after its last event, as the fields of ``messages.State``.

    ``before`` is an earlier state of the table, of which unchanged parts are used again.
    """

    def __init__(self, table_id: str, table: Table, before: TableState | None = None) -> None:
        self.table = table
        self.seq = table.seq
        """Number of the last event."""
        self.view = table.view(None)
        """View of spectators, ``None`` before the first round."""
        self.info = (table.phase, table.round, table.host, table.seats, table.terms, table.rematch)
        """Parts of the table from which the field ``table`` is made."""
        times, agreement = table.times, table.seeds
        if before is not None and before.table is table and before.info == self.info:
            info = before.shared["table"]
        else:
            info = _compact_table(table_id, table)
        fields = {
            "table": info,
            "view": None if self.view is None else _compact_view(self.view, before),
            "times": None if times is None else without_defaults(clocks(times)),
            "ready": sorted(table.ready),
            "seeds": None if agreement is None else without_defaults(seeds(agreement)),
        }
        self.shared: Fields = without_defaults(fields)
        """Fields that are the same for all clients."""
        self._own: dict[int, Fields] = {}
        if before is not None and before.table is table and self.seq == before.seq + 1:
            last = before.view
            if last is not None and self.view is not None and last.phase != "over":
                # A single event changes only the hand of the seat to act (R8) and the choices.
                acting = last.to_act, self.view.to_act
                self._own = {n: own for n, own in before._own.items() if n not in acting}

    def own(self, seat: int | None) -> Fields:
        """Return the field ``own`` of a seat, empty for a spectator.

        After further events of the table only seats asked for before are known.
        """
        if seat is None:
            return {}
        if seat not in self._own:
            assert self.table.seq == self.seq, "the table has changed"
            self._own[seat] = self._make_own(seat)
        return self._own[seat]

    def _make_own(self, seat: int) -> Fields:
        view = self.table.view(seat)
        if view is None or self.view is None:
            return {}
        refused = {}
        if self.view.to_act == seat:
            actions = self.shared["table"]["rules"].get("actions", ())
            refused = {kind: why for kind, why in view.refused.items() if kind in actions}
        choices = [_compact_choice(*choice) for choice in view.brief_choices]
        return without_defaults(own_fields(view, choices, refused))


class HistoryJson:
    """History of a table's running round, as JSON to which only new events are added."""

    def __init__(self) -> None:
        self._round = 0
        self._encoded = 0
        self._text = ""

    def text(self, view: rules.View) -> str:
        """Return the events as the items of a JSON list."""
        if view.number != self._round:
            self._round, self._encoded, self._text = view.number, 0, ""
        if new := view.history[self._encoded :]:
            text = ",".join(to_json(_compact_round_event(one)).decode() for one in new)
            self._text = f"{self._text},{text}" if self._text else text
            self._encoded = len(view.history)
        return self._text


class StateEncoder:
    """Encoder of one state of a table for all clients; parts in common are encoded once.

    ``history`` is kept for the table from one state to the next; ``at`` is the server's time.
    """

    def __init__(self, state: TableState, at: str, history: HistoryJson) -> None:
        self._state = state
        self._history = history
        has_clock = "due" in state.shared.get("times", {})
        self._now = f',"now":"{at}"' if has_clock else ""
        self._events: dict[int, str] = {}
        self._changes: dict[TableState, str] = {}
        self._texts: dict[tuple[object, ...], str] = {}

    def changes_for(self, seat: int | None, known: int, before: TableState) -> str:
        """Return the JSON of ``messages.EventsMessage`` for a client that has the state ``before``.

        It holds the events after ``known`` and the changes; it is empty if nothing has changed.
        """
        wanted = seat, known, before
        if wanted not in self._texts:
            self._texts[wanted] = self._changes_text(seat, known, before)
        return self._texts[wanted]

    def state_for(self, seat: int | None, known: int, views: Views) -> str:
        """Return the JSON of ``messages.EventsMessage`` with the whole state.

        It holds the events after ``known``, and the history of the round for ``full`` views.
        """
        wanted = seat, known, views
        if wanted not in self._texts:
            head = self._head("events", seat, known)
            self._texts[wanted] = f"{head},{self._whole_state(seat, views)}{self._now}}}"
        return self._texts[wanted]

    def welcome_for(self, seat: int | None, known: int, views: Views) -> WelcomeEncoder:
        """Return an encoder of ``messages.Welcome`` for a client with the events up to ``known``.

        All is encoded at once except what differs between clients or may still change.
        """
        text = f"{self._head('welcome', seat, known)},{self._whole_state(seat, views)}"
        if known:
            text += f',"last_at":"{self._state.table.events[known - 1].at}"'

        def encode(presence: Presence, chat: Iterable[ChatLine], return_s: float) -> str:
            fields: Fields = {"presence": presence, "chat": list(chat)}
            if return_s:
                fields["return_s"] = return_s
            rest = _members(fields)
            return f"{text},{rest}{self._now}}}"

        return encode

    def _head(self, type: str, seat: int | None, known: int) -> str:
        """Return the first fields of a message, up to its events."""
        own_seat = "" if seat is None else f',"seat":{seat}'
        if known not in self._events:
            events = [_compact_event(one) for one in self._state.table.events[known:]]
            self._events[known] = to_json(events).decode()
        return (
            f'{{"v":{VERSION},"type":"{type}","seq":{self._state.seq}{own_seat}'
            f',"events":{self._events[known]}'
        )

    def _changes_text(self, seat: int | None, known: int, before: TableState) -> str:
        if before not in self._changes:
            self._changes[before] = _members(change_of_members(before.shared, self._state.shared))
        parts = [self._changes[before]] if self._changes[before] else []
        own, own_before = self._state.own(seat), before.own(seat)
        if own != own_before:
            parts.append(_members({"own": change_of(own_before, own) if own else []}))
        changes = ",".join(parts)
        if not changes and known == len(self._state.table.events):
            return ""
        head = self._head("events", seat, known)
        return f'{head},"since":{before.seq},"changes":{{{changes}}}{self._now}}}'

    def _whole_state(self, seat: int | None, views: Views) -> str:
        own = self._state.own(seat)
        own_text = f',"own":{to_json(own).decode()}' if own else ""
        shared = self._with_history if views == "full" else self._without_history
        return f'"state":{{{shared}{own_text}}}'

    @cached_property
    def _without_history(self) -> str:
        return _members(self._state.shared)

    @cached_property
    def _with_history(self) -> str:
        if self._state.view is None:
            return self._without_history
        shared = dict(self._state.shared)
        view, history = _members(shared.pop("view")), self._history.text(self._state.view)
        return f'{_members(shared)},"view":{{{view},"history":[{history}]}}'


def _members(fields: Fields) -> str:
    """Return fields as JSON without the braces, to be joined with others."""
    return to_json(fields)[1:-1].decode()
