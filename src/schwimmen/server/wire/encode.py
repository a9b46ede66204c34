"""From the rules' objects to the wire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from schwimmen.records import round_result
from schwimmen.rules.cards import CARDS, Card
from schwimmen.rules.errors import RuleSetError
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RuleSet
from schwimmen.tables import ClockState, PublicEvent, PublicSeeds, Table

from ..people.device_sessions import is_program
from . import people, tables, views

if TYPE_CHECKING:
    from schwimmen import rules
from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic_core import to_json

from .people import ChatLine, Presence

if TYPE_CHECKING:
    from schwimmen.rules import View


Fields: TypeAlias = dict[str, Any]
"""Those of a model of the wire. Told to thousands a second they go to JSON without being one."""


def table_info(table_id: str, table: Table, own: int | None) -> tables.TableInfo:
    """A table as whoever sits at that seat sees it, or nowhere."""
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


def times(now: ClockState, at: str) -> people.ClockState:
    """The clocks of a table at that time."""
    return people.ClockState(
        now=at,
        awaited=now.awaited,
        seat=now.seat,
        due=now.due,
        reserve_from=now.reserve_from,
        reserves=list(now.reserves),
    )


@lru_cache(maxsize=1024)  # once the seeds are agreed upon they stay
def seeds(now: PublicSeeds) -> people.Seeds:
    """How far the agreement on the shuffles is."""
    return people.Seeds(
        phase=now.phase,
        attempt=now.attempt,
        commitment=now.commitment,
        commitments=[
            people.SeedCommitment(seat=seat, commitment=commitment)
            for seat, commitment in now.commitments
        ],
        waiting_for=list(now.waiting_for),
    )


def update_fields(table: Table, events: Iterable[PublicEvent], at: str) -> Fields:
    """Some events of a table and how it stands, as all are told at that time:
    ``messages.EventsMessage``."""
    clocks, agreement = table.times, table.seeds
    return {
        "events": [event(one) for one in events],
        "times": None if clocks is None else times(clocks, at),
        "ready": sorted(table.ready),
        "seeds": None if agreement is None else seeds(agreement),
    }


def table_summary(row: Mapping[str, Any]) -> tables.TableSummary:
    """A table of somebody's, as the database notes it."""
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
    """An event as everybody is told of it, as ``tables.TableEvent``."""
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
    """A thing that happened in a round, as ``views.RoundEvent``."""
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


def public_view(seen: rules.View) -> Fields:
    """Of a view what all may see but for what has happened, as ``views.PublicView``."""
    return {
        "phase": seen.phase,
        "number": seen.number,
        "dealer": seen.dealer,
        "leader": seen.leader,
        "to_act": seen.to_act,
        "turns": seen.turns,
        "last_turns": seen.last_turns,
        "table": _names(seen.table),
        "talon": seen.talon,
        "aside": _names(seen.aside),
        "seats": [_seat(seat) for seat in seen.seats],
        "all_closes": seen.all_closes,
        "result": None if seen.result is None else _result(seen.result),
        "losses": [_loss(loss) for loss in seen.losses],
        "replayed": seen.replayed,
        "over": seen.over,
        "winners": seen.winners,
    }


def own_view(seen: rules.View | rules.OwnView) -> Fields:
    """Of a view what its seat alone may see, as ``views.OwnView``."""
    return {
        "seat": seen.seat,
        "hand": _names(seen.hand),
        "value": seen.value,
        "suit": seen.suit,
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
            for choice in seen.choices
        ],
        "legal_actions": seen.legal_actions,
        "refused": dict(seen.refused),
    }


def view(seen: rules.View) -> views.View:
    """A view as its seat is sent it."""
    past = {"history": [round_event(one) for one in seen.history]}
    return views.View.model_validate(own_view(seen) | public_view(seen) | past)


@lru_cache(maxsize=1024)  # told anew in every round, and hardly ever other than before
def _rules(preset: str, changed: tuple[tuple[str, OptionValue], ...]) -> tables.TableRules:
    options = dict(changed)
    whole, actions = options, list[str]()
    with suppress(RuleSetError):  # a table of another version's rules, closed for that
        rules = RuleSet(preset, options)
        whole, actions = dict(rules.options), list(rules.actions)
    return tables.TableRules(preset=preset, options=options, all=whole, actions=actions)


@lru_cache(maxsize=4096)
def _names(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(CARDS[card] for card in cards)


@lru_cache(maxsize=4096)  # an action changes one seat, or two
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


Chat: TypeAlias = Iterable[ChatLine]


class HistoryJson:
    """What has happened in the running round of a table, as JSON that only grows."""

    def __init__(self) -> None:
        self._round = 0
        self._told = 0
        self._text = ""

    def text(self, seen: View) -> str:
        """The items of the list."""
        if seen.number != self._round:
            self._round, self._told, self._text = seen.number, 0, ""
        if new := seen.history[self._told :]:
            said = ",".join(to_json(round_event(one)).decode() for one in new)
            self._text = f"{self._text},{said}" if self._text else said
            self._told = len(seen.history)
        return self._text


class UpdateEncoder:
    """What is new at a table at that time, for every seat with the view that it has.

    ``past`` is that of the table.
    """

    def __init__(self, table_id: str, table: Table, at: str, past: HistoryJson) -> None:
        self._table_id = table_id
        self._table = table
        self._at = at
        self._shared: dict[int, str] = {}
        self._public = table.view(None)
        self._view = ""
        if self._public is not None:
            seen = _inner(public_view(self._public))
            self._view = f'{seen},"history":[{past.text(self._public)}]'
        self._texts: dict[tuple[int | None, int, bool], str] = {}

    def text_for(self, seat: int | None, known: int, agreed: bool) -> str:
        """Return the message (``messages.EventsMessage``) for a seat, or for spectators.

        It holds the events after event ``known``, and with ``agreed`` the table.
        """
        wanted = seat, known, agreed
        if wanted not in self._texts:
            state = self._state(seat, known, agreed)
            self._texts[wanted] = f'{{"v":1,"type":"events",{state}}}'
        return self._texts[wanted]

    def welcome_for(self, seat: int | None, known: int) -> Callable[[Presence, Chat], str]:
        """Return what makes the first message (``messages.Welcome``) for a client that has the
        events up to ``known``: all but presence and chat, which may still change."""
        state, seq = self._state(seat, known, agreed=True), self._table.seq

        def text(presence: Presence, chat: Chat) -> str:
            rest = _inner({"seq": seq, "presence": presence, "chat": list(chat)})
            return f'{{"v":1,"type":"welcome",{state},{rest}}}'

        return text

    def _state(self, seat: int | None, known: int, agreed: bool) -> str:
        """Return the fields that both messages have."""
        if known not in self._shared:
            new = self._table.events[known:]
            self._shared[known] = _inner(update_fields(self._table, new, self._at))
        view = table = "null"
        if (seen := self._public if seat is None else self._table.own_view(seat)) is not None:
            view = f"{{{_inner(own_view(seen))},{self._view}}}"
        if agreed:
            table = table_info(self._table_id, self._table, seat).model_dump_json()
        place = "null" if seat is None else seat
        return f'{self._shared[known]},"seat":{place},"view":{view},"table":{table}'


def _inner(fields: Fields) -> str:
    """Return fields as JSON without its braces, to be made one object with others."""
    return to_json(fields)[1:-1].decode()
