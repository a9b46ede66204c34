"""From the rules' objects to the wire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from schwimmen.records import round_result
from schwimmen.rules.cards import CARDS, Card
from schwimmen.rules.errors import RuleSetError
from schwimmen.rules.options import Value
from schwimmen.rules.ruleset import RuleSet
from schwimmen.tables import PublicEvent, PublicSeeds, Table, Times

from ..cookies import is_program
from . import people, tables, views

if TYPE_CHECKING:
    from schwimmen import rules


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


def times(now: Times, at: str) -> people.Times:
    """The clocks of a table at that time."""
    return people.Times(
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


def news(table: Table, events: Iterable[PublicEvent], at: str) -> Fields:
    """Some events of a table and how it stands, as all are told at that time: ``messages.News``."""
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
        "happenings": [happening(one) for one in public.happenings],
        "result": None if public.result is None else _result(public.result),
        "by": public.by,
        "why": public.why,
        "asked_by": public.asked_by,
        "table": public.table,
    }


def happening(one: rules.Happening) -> Fields:
    """A thing that happened in a round, as ``views.Happening``."""
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
    past = {"history": [happening(one) for one in seen.history]}
    return views.View.model_validate(own_view(seen) | public_view(seen) | past)


@lru_cache(maxsize=1024)  # told anew in every round, and hardly ever other than before
def _rules(preset: str, changed: tuple[tuple[str, Value], ...]) -> tables.TableRules:
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
