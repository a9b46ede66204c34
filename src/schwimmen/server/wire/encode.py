"""Encoding of tables, events and views for the wire."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic_core import to_json

from schwimmen.records import round_result
from schwimmen.rules.cards import CARDS, Card
from schwimmen.rules.errors import RuleSetError
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RuleSet
from schwimmen.tables import ClockState, PublicEvent, PublicSeeds, Table

from ..people.device_sessions import is_program
from . import people, tables, views
from .people import ChatLine, Presence

if TYPE_CHECKING:
    from schwimmen import rules

Fields: TypeAlias = dict[str, Any]
"""Fields of a model on the wire, which go to JSON without the model: that is much faster."""

WelcomeEncoder: TypeAlias = Callable[[Presence, Iterable[ChatLine]], str]
"""Encoder of a welcome message to which only presence and chat are missing."""


def table_info(table_id: str, table: Table, own: int | None) -> tables.TableInfo:
    """Return the information on a table for the client at seat ``own``, or for a spectator."""
    return tables.TableInfo(
        id=table_id,
        rules=_rules(table.terms.preset, tuple(table.terms.options.items())),
        seats=[
            tables.SeatInfo(
                seat=seat.seat,
                name=seat.name,
                level=seat.level,
                you=seat.seat == own,
                away=seat.away,
                invited=seat.invited,
                program=is_program(table.player_at(seat.seat)),
            )
            for seat in table.seats
        ],
        created=table.created.at,
        rules_version=table.created.rules_version,
        closed=None if table.closed is None else table.closed.notice,
        phase=table.phase,
        round=table.round,
        host=table.host,
        settings=table.settings,
        rematch=table.rematch,
    )


def clock_state(state: ClockState, now: str) -> people.ClockState:
    """Return the clocks of a table at the server's time ``now``."""
    return people.ClockState(
        now=now,
        awaited=state.awaited,
        seat=state.seat,
        due=state.due,
        reserve_from=state.reserve_from,
        reserves=list(state.reserves),
    )


@lru_cache(maxsize=1024)  # seeds stay the same once they are settled
def seeds(state: PublicSeeds) -> people.Seeds:
    """Return the state of the agreement on fair shuffles."""
    return people.Seeds(
        phase=state.phase,
        attempt=state.attempt,
        commitment=state.commitment,
        commitments=[
            people.SeedCommitment(seat=seat, commitment=commitment)
            for seat, commitment in state.commitments
        ],
        waiting_for=list(state.waiting_for),
    )


def update_fields(table: Table, events: Iterable[PublicEvent], at: str) -> Fields:
    """Return the fields of ``messages.EventsMessage`` that are the same for all clients."""
    clocks, agreement = table.times, table.seeds
    return {
        "events": [event(one) for one in events],
        "times": None if clocks is None else clock_state(clocks, at),
        "ready": sorted(table.ready),
        "seeds": None if agreement is None else seeds(agreement),
    }


def table_summary(row: Mapping[str, Any]) -> tables.TableSummary:
    """Return a row of a player's list of tables."""
    summary = row["summary"]
    phase = "closed" if summary["closed"] else "over" if summary["over"] else "playing"
    return tables.TableSummary(
        id=row["id"],
        preset=summary["preset"],
        options=summary["options"],
        seats=summary["seats"],
        started=row["created"],
        phase=summary.get("phase", phase),
        over=summary["over"],
        closed=summary["closed"],
        round=summary["round"],
        you=row["seat"],
        places=row["places"],
    )


def event(public: PublicEvent) -> Fields:
    """Return the fields of an event, as ``tables.TableEvent``."""
    return {
        "seq": public.seq,
        "at": public.at,
        "type": public.type,
        "seat": public.seat,
        "action": public.action,
        "round": public.round,
        "happenings": [round_event(one) for one in public.happenings],
        "result": None if public.result is None else _result(public.result),
        "by": public.by,
        "why": public.why,
        "asked_by": public.asked_by,
        "table": public.table,
    }


def round_event(one: rules.RoundEvent) -> Fields:
    """Return the fields of a public event of a round, as ``views.RoundEvent``."""
    return {
        "kind": one.kind,
        "seat": one.seat,
        "action": one.action,
        "cards": _names(one.cards),
        "given": _names(one.given),
        "taken": _names(one.taken),
        "reason": one.reason,
        "closes": one.closes,
        "rule": one.rule,
    }


def public_view(view: rules.View) -> Fields:
    """Return the public fields of a view without its history, as ``views.PublicView``."""
    return {
        "phase": view.phase,
        "number": view.number,
        "dealer": view.dealer,
        "leader": view.leader,
        "to_act": view.to_act,
        "turns": view.turns,
        "last_turns": view.last_turns,
        "table": _names(view.table),
        "talon": view.talon,
        "aside": _names(view.aside),
        "seats": [_seat(seat) for seat in view.seats],
        "all_closes": view.all_closes,
        "result": None if view.result is None else _result(view.result),
        "losses": [_loss(loss) for loss in view.losses],
        "replayed": view.replayed,
        "over": view.over,
        "winners": view.winners,
    }


def own_view(view: rules.View | rules.OwnView) -> Fields:
    """Return the private fields of a seat's view, as ``views.OwnView``."""
    return {
        "seat": view.seat,
        "hand": _names(view.hand),
        "value": view.value,
        "suit": view.suit,
        "choices": [
            {
                "action": choice.action,
                "number": choice.number,
                "given": _names(choice.given),
                "taken": _names(choice.taken),
                "value": choice.value,
                "suit": choice.suit,
                "closes": choice.closes,
            }
            for choice in view.choices
        ],
        "legal_actions": view.legal_actions,
        "refused": dict(view.refused),
    }


def view(view: rules.View) -> views.View:
    """Return a whole view."""
    history = {"history": [round_event(one) for one in view.history]}
    return views.View.model_validate(own_view(view) | public_view(view) | history)


@lru_cache(maxsize=1024)  # every round needs the rules, and few tables change them
def _rules(preset: str, changed: tuple[tuple[str, OptionValue], ...]) -> tables.TableRules:
    options = dict(changed)
    whole, actions = options, list[str]()
    with suppress(RuleSetError):  # a closed table with another version's rules
        rules = RuleSet(preset, options)
        whole, actions = dict(rules.options), list(rules.actions)
    return tables.TableRules(preset=preset, options=options, all=whole, actions=actions)


@lru_cache(maxsize=4096)
def _names(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(CARDS[card] for card in cards)


@lru_cache(maxsize=4096)  # an action changes the fields of one or two seats
def _seat(seat: rules.SeatView) -> Fields:
    return {
        "seat": seat.seat,
        "active": seat.active,
        "cards": seat.cards,
        "known": _names(seat.known),
        "shown": None if seat.shown is None else _names(seat.shown),
        "value": seat.value,
        "suit": seat.suit,
        "closed": seat.closed,
        "playing": seat.playing,
        "turns": seat.turns,
        "last_action": seat.last_action,
        "lives": seat.lives,
        "status": seat.status,
        "total": seat.total,
    }


def _loss(loss: rules.Loss) -> Fields:
    return {
        "seat": loss.seat,
        "amount": loss.amount,
        "rule": loss.rule,
        "reason": loss.reason,
        "against": loss.against,
        "decided": loss.decided,
    }


def _result(result: rules.RoundResult) -> Fields:
    return views.RoundResult.model_validate(round_result(result)).model_dump()


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
            text = ",".join(to_json(round_event(one)).decode() for one in new)
            self._text = f"{self._text},{text}" if self._text else text
            self._encoded = len(view.history)
        return self._text


class UpdateEncoder:
    """Encoder of one update of a table for all clients; parts in common are encoded once.

    ``history`` is kept for the table from one update to the next.
    """

    def __init__(self, table_id: str, table: Table, at: str, history: HistoryJson) -> None:
        self._table_id = table_id
        self._table = table
        self._at = at
        self._shared: dict[int, str] = {}
        self._public = table.view(None)
        self._view = ""
        if self._public is not None:
            fields = _without_braces(public_view(self._public))
            self._view = f'{fields},"history":[{history.text(self._public)}]'
        self._texts: dict[tuple[int | None, int, bool], str] = {}

    def text_for(self, seat: int | None, known: int, with_table: bool) -> str:
        """Return the JSON of ``messages.EventsMessage`` for a seat, or for spectators.

        It holds the events after ``known``, and the table's information if ``with_table``.
        """
        wanted = seat, known, with_table
        if wanted not in self._texts:
            state = self._state(seat, known, with_table)
            self._texts[wanted] = f'{{"v":1,"type":"events",{state}}}'
        return self._texts[wanted]

    def welcome_for(self, seat: int | None, known: int) -> WelcomeEncoder:
        """Return an encoder of ``messages.Welcome`` for a client with the events up to ``known``.

        All is encoded at once except presence and chat, which may still change.
        """
        state, seq = self._state(seat, known, with_table=True), self._table.seq

        def encode(presence: Presence, chat: Iterable[ChatLine]) -> str:
            rest = _without_braces({"seq": seq, "presence": presence, "chat": list(chat)})
            return f'{{"v":1,"type":"welcome",{state},{rest}}}'

        return encode

    def _state(self, seat: int | None, known: int, with_table: bool) -> str:
        """Return the fields that both messages have."""
        if known not in self._shared:
            new = self._table.events[known:]
            self._shared[known] = _without_braces(update_fields(self._table, new, self._at))
        view = table = "null"
        if (own := self._public if seat is None else self._table.own_view(seat)) is not None:
            view = f"{{{_without_braces(own_view(own))},{self._view}}}"
        if with_table:
            table = table_info(self._table_id, self._table, seat).model_dump_json()
        own_seat = "null" if seat is None else seat
        return f'{self._shared[known]},"seat":{own_seat},"view":{view},"table":{table}'


def _without_braces(fields: Fields) -> str:
    """Return fields as JSON without the braces, to be joined with others."""
    return to_json(fields)[1:-1].decode()
