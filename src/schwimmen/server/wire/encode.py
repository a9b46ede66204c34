"""Encoding of tables, events and views for the wire, with all fields."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from schwimmen import rules
from schwimmen.rules.errors import RuleSetError
from schwimmen.rules.options import OptionValue
from schwimmen.rules.ruleset import RuleSet
from schwimmen.rules.schema import Audience
from schwimmen.tables import ClockState, PublicEvent, PublicSeeds, Table

from ..player_ids import is_program, public_id
from . import tables
from .base import Fields
from .declared import encoder_of


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
                face=seat.face,
                profile=_profile_at(table, seat.seat),
                bot=seat.bot,
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
        evening=_evening(table),
        daily=None if table.created.daily is None else table.created.daily.date,
    )


def _evening(table: Table) -> list[tables.EveningScore]:
    """Return the score of the evening at the table of a rematch."""
    if not table.created.evening:
        return []
    seated = {table.player_at(seat.seat): seat for seat in table.seats}
    scores = []
    for score in table.evening:
        seat = seated.get(score.player)
        scores.append(
            tables.EveningScore(
                name=score.name if seat is None else seat.name,
                seat=None if seat is None else seat.seat,
                face=score.face if seat is None else seat.face,
                matches=score.matches,
                wins=score.wins,
                lives_lost=score.lives_lost,
            )
        )
    return scores


def _profile_at(table: Table, seat: int) -> str | None:
    """Return the public id of the person at a seat, ``None`` at a table for one person."""
    player = None if table.settings is None else table.player_at(seat)
    return None if player is None else public_id(player)


def table_summary(row: Mapping[str, Any], to_act: int | None) -> tables.TableSummary:
    """Return a row of a player's list of tables, with the seat whose turn it is, if any."""
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
        lives=summary.get("lives"),
        to_act=to_act,
        places=row["places"],
        device=summary.get("device", False),
        hints=summary.get("hints", 0),
        forfeited=row["seat"] in summary.get("forfeited", ()),
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
        "history": [round_event(one) for one in public.history],
        "result": None if public.result is None else result_fields(public.result),
        "acted_by": public.acted_by,
        "reason": public.reason,
        "requested_by": public.requested_by,
        "rematch": public.rematch,
    }


round_event = encoder_of(rules.RoundEvent)
"""Return the fields of a public event of a round, as ``views.RoundEvent``."""

result_fields = encoder_of(rules.RoundResult)
"""Return the fields of a round's result, as ``views.RoundResult``."""

loss_fields = encoder_of(rules.Loss)
"""Return the fields of a loss, as ``views.Loss``."""

seat_fields = encoder_of(rules.SeatView)
"""Return the fields of a seat, as ``views.SeatView``."""

view_fields = encoder_of(rules.View, given=("seats", "result", "losses"), without=("history",))
"""Return the public fields of a view with the parts given, as ``views.PublicView``.

History is not among them.
"""

own_fields = encoder_of(rules.View, Audience.OWNER, given=("choices", "refused"))
"""Return the private fields of a view with the parts given, as ``views.OwnView``."""


def public_view(view: rules.View) -> Fields:
    """Return the public fields of a view, as ``views.PublicView``, without its history."""
    result = None if view.result is None else result_fields(view.result)
    losses = [*map(loss_fields, view.losses)]
    return view_fields(view, [*map(_seat, view.seats)], result, losses)


@lru_cache(maxsize=1024)  # every round needs the rules, and few tables change them
def _rules(preset: str, changed: tuple[tuple[str, OptionValue], ...]) -> tables.TableRules:
    options = dict(changed)
    whole, actions = options, list[str]()
    with suppress(RuleSetError):  # a closed table with another version's rules
        rules = RuleSet(preset, options)
        whole, actions = dict(rules.options), list(rules.actions)
    return tables.TableRules(preset=preset, options=options, all=whole, actions=actions)


_seat = lru_cache(maxsize=4096)(seat_fields)  # an action changes the fields of one or two seats


def clocks(state: ClockState) -> Fields:
    """Return the fields of the clocks, as ``people.ClockState``."""
    return {
        "awaited": state.awaited,
        "seat": state.seat,
        "due": state.due,
        "reserve_from": state.reserve_from,
        "reserves": state.reserves,
    }


@lru_cache(maxsize=1024)  # seeds stay the same once they are settled
def seeds(state: PublicSeeds) -> Fields:
    """Return the fields of the agreement on fair shuffles, as ``people.Seeds``."""
    return {
        "phase": state.phase,
        "attempt": state.attempt,
        "commitment": state.commitment,
        "commitments": [
            {"seat": seat, "commitment": commitment} for seat, commitment in state.commitments
        ],
        "waiting_for": state.waiting_for,
    }
