"""State of a table on the wire, whole or as changes (docs/wire.md).

Fields that have their default value are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from pydantic_core import to_json

from schwimmen.tables import PublicEvent, Table

from .base import VERSION, Fields
from .changes import change_of_members
from .declared import card_list
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


def _compact_view(view: rules.View) -> Fields:
    seats = [_compact_seat(seat) for seat in view.seats]
    return without_defaults(view_fields(view, seats, *_compact_end(view)))


def _compact_end(view: rules.View) -> tuple[Fields | None, list[Fields]]:
    """Return the result of a round and its losses."""
    losses = [without_defaults(loss_fields(loss)) for loss in view.losses]
    return None if view.result is None else without_defaults(result_fields(view.result)), losses


def _rare_changes(old: rules.View, new: rules.View) -> str:
    """Return the changes of the public fields that seldom change, as JSON members."""
    from schwimmen.rules.view_changes import aside_changed  # the rules are loaded when needed

    if old.result is new.result and not aside_changed(old, new):
        return ""
    return _members(change_of_members(_rare_fields(old), _rare_fields(new)))


def _rare_fields(view: rules.View) -> Fields:
    result, losses = _compact_end(view)
    fields = {"aside": card_list(view.aside), "result": result, "losses": losses}
    return without_defaults(fields)


@lru_cache(maxsize=4096)  # an action changes the fields of one or two seats
def _compact_seat(seat: rules.SeatView) -> Fields:
    return without_defaults(seat_fields(seat))


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
        self.to_act = table.to_act
        """Seat to act, if any."""
        info = table.phase, table.round, table.host, table.seats, table.terms, table.rematch
        makers: dict[str, tuple[Any, Callable[[Any], Any]]] = {
            "table": (info, lambda _: _compact_table(table_id, table)),
            "times": (table.times, lambda times: times and without_defaults(clocks(times))),
            "ready": (table.ready, sorted),
            "seeds": (table.seeds, lambda seeded: seeded and without_defaults(seeds(seeded))),
        }
        self.parts = {name: part for name, (part, _) in makers.items()}
        """Parts of the table, from each of which a field is made."""
        same = before if before is not None and before.table is table else None
        self.made: Fields = {
            name: same.made[name] if same is not None and same.parts[name] == part else make(part)
            for name, (part, make) in makers.items()
        }
        """Fields with their defaults."""
        self.fields = without_defaults(self.made)
        """Fields that are the same for all clients, without the view."""
        self._own: dict[int, rules.View | None] = {}
        last = None if same is None else same.view
        if same is not None and self.seq == same.seq + 1 and last is not None and not last.result:
            # A single event changes only the hand of the seat to act (R8) and the choices.
            acting = same.to_act, self.to_act
            self._own = {n: own for n, own in same._own.items() if n not in acting}

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of action at the table."""
        return tuple(self.made["table"]["rules"].get("actions", ()))

    def own(self, seat: int | None) -> rules.View | None:
        """Return the view from which the field ``own`` of a seat is made, ``None`` if it has none.

        After further events of the table only seats asked for before are known.
        """
        if seat is None:
            return None
        if seat not in self._own:
            from schwimmen.rules.view_changes import has_hand

            assert self.table.seq == self.seq, "the table has changed"
            view = self.table.view(seat)
            self._own[seat] = view if view is not None and has_hand(view) else None
        return self._own[seat]

    def own_members(self, seat: int | None) -> str:
        """Return the members of the field ``own`` of a seat as JSON, empty if it has none."""
        view = self.own(seat)
        if view is None:
            return ""
        acts = self.to_act == seat
        refused = {kind: why for kind, why in view.refused.items() if acts and kind in self.kinds}
        choices = [_compact_choice(*choice) for choice in view.brief_choices]
        return _members(without_defaults(own_fields(view, choices, refused)))

    @cached_property
    def view_members(self) -> str:
        """Members of the field ``view`` as JSON, without its history; empty if it has none."""
        return "" if self.view is None else _members(_compact_view(self.view))

    def changes_from(self, before: TableState) -> str:
        """Return the changes of the fields that are the same for all clients, as JSON members."""
        changes = _members(change_of_members(before.fields, self.fields))
        view = self._view_change(before)
        return f"{changes},{view}" if changes and view else changes or view

    def _view_change(self, before: TableState) -> str:
        from schwimmen.rules.view_changes import public_changes

        old, new = before.view, self.view
        if new is None:
            return "" if old is None else '"view":[]'
        if old is None or old.rules is not new.rules:
            return f'"view":[{{{self.view_members}}}]'
        changes = ",".join(filter(None, (public_changes(old, new), _rare_changes(old, new))))
        return f'"view":{{{changes}}}' if changes else ""

    def own_change_from(self, before: TableState, seat: int | None) -> str:
        """Return the change of the field ``own`` of a seat as a JSON member, empty without any."""
        old, new = before.own(seat), self.own(seat)
        if old is new:
            return ""
        if new is None:
            return '"own":[]'
        if old is None:
            return f'"own":[{{{self.own_members(seat)}}}]'
        from schwimmen.rules.view_changes import own_changes

        changes = own_changes(old, new, self.kinds)
        return f'"own":{{{changes}}}' if changes else ""


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
        has_clock = "due" in state.fields.get("times", {})
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
            self._changes[before] = self._state.changes_from(before)
        parts = (self._changes[before], self._state.own_change_from(before, seat))
        changes = ",".join(filter(None, parts))
        if not changes and known == len(self._state.table.events):
            return ""
        head = self._head("events", seat, known)
        return f'{head},"since":{before.seq},"changes":{{{changes}}}{self._now}}}'

    def _whole_state(self, seat: int | None, views: Views) -> str:
        own = self._state.own_members(seat)
        own_text = f',"own":{{{own}}}' if own else ""
        shared = self._with_history if views == "full" else self._without_history
        return f'"state":{{{shared}{own_text}}}'

    @cached_property
    def _without_history(self) -> str:
        fields, view = _members(self._state.fields), self._state.view_members
        return f'{fields},"view":{{{view}}}' if view else fields

    @cached_property
    def _with_history(self) -> str:
        if self._state.view is None:
            return self._without_history
        fields, view = _members(self._state.fields), self._state.view_members
        history = self._history.text(self._state.view)
        return f'{fields},"view":{{{view},"history":[{history}]}}'


def _members(fields: Fields) -> str:
    """Return fields as JSON without the braces, to be joined with others."""
    return to_json(fields)[1:-1].decode()
