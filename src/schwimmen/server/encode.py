"""From the rules' objects to the wire."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from schwimmen.records import round_result
from schwimmen.rules.cards import Card, card_name
from schwimmen.rules.errors import RuleSetError
from schwimmen.rules.ruleset import RuleSet
from schwimmen.tables import ClosedEvent, CreatedEvent, PublicEvent

from . import wire

if TYPE_CHECKING:
    from schwimmen import rules


def table_info(
    table_id: str, created: CreatedEvent, closed: ClosedEvent | None, player: str | None
) -> wire.TableInfo:
    """A table as the player with that id sees it."""
    return wire.TableInfo(
        id=table_id,
        rules=_rules(created),
        seats=[
            wire.SeatInfo(
                seat=number,
                name=seat.name,
                level=seat.level,
                you=player is not None and seat.player == player,
            )
            for number, seat in enumerate(created.seats)
        ],
        created=created.at,
        rules_version=created.rules_version,
        closed=None if closed is None else closed.notice,
    )


def event(public: PublicEvent) -> wire.TableEvent:
    """An event as everybody is told of it."""
    return wire.TableEvent(
        seq=public.seq,
        at=public.at,
        type=public.type,
        seat=public.seat,
        action=public.action,
        round=public.round,
        happenings=[_happening(happening) for happening in public.happenings],
        result=None if public.result is None else _result(public.result),
    )


def view(seen: rules.View) -> wire.View:
    """A view as its seat is sent it."""
    return wire.View(
        seat=seen.seat,
        phase=seen.phase,
        number=seen.number,
        dealer=seen.dealer,
        leader=seen.leader,
        to_act=seen.to_act,
        turns=seen.turns,
        last_turns=seen.last_turns,
        hand=_names(seen.hand),
        value=seen.value,
        suit=seen.suit,
        table=_names(seen.table),
        talon=seen.talon,
        aside=_names(seen.aside),
        seats=[_seat(seat) for seat in seen.seats],
        choices=[_choice(choice) for choice in seen.choices],
        legal_actions=list(seen.legal_actions),
        refused=dict(seen.refused),
        all_closes=seen.all_closes,
        history=[_happening(happening) for happening in seen.history],
        result=None if seen.result is None else _result(seen.result),
        losses=[_loss(loss) for loss in seen.losses],
        replayed=seen.replayed,
        over=seen.over,
        winners=list(seen.winners),
    )


def _rules(created: CreatedEvent) -> wire.TableRules:
    whole, actions = dict(created.options), list[str]()
    with suppress(RuleSetError):  # a table of another version's rules, closed for that
        rules = RuleSet(created.preset, created.options)
        whole, actions = dict(rules.options), list(rules.actions)
    return wire.TableRules(
        preset=created.preset, options=created.options, all=whole, actions=actions
    )


def _names(cards: Iterable[Card]) -> list[str]:
    return [card_name(card) for card in cards]


def _happening(happening: rules.Happening) -> wire.Happening:
    return wire.Happening(
        kind=happening.kind,
        seat=happening.seat,
        action=happening.action,
        cards=_names(happening.cards),
        given=_names(happening.given),
        taken=_names(happening.taken),
        reason=happening.reason,
        closes=happening.closes,
        rule=happening.rule,
    )


def _choice(choice: rules.Choice) -> wire.Choice:
    return wire.Choice(
        action=choice.action,
        number=choice.number,
        given=_names(choice.given),
        taken=_names(choice.taken),
        value=choice.value,
        suit=choice.suit,
        closes=choice.closes,
    )


def _seat(seat: rules.SeatView) -> wire.SeatView:
    return wire.SeatView(
        seat=seat.seat,
        active=seat.active,
        cards=seat.cards,
        known=_names(seat.known),
        shown=None if seat.shown is None else _names(seat.shown),
        value=seat.value,
        suit=seat.suit,
        closed=seat.closed,
        playing=seat.playing,
        turns=seat.turns,
        last_action=seat.last_action,
        lives=seat.lives,
        status=seat.status,
        total=seat.total,
    )


def _loss(loss: rules.Loss) -> wire.Loss:
    return wire.Loss(
        seat=loss.seat,
        amount=loss.amount,
        rule=loss.rule,
        reason=loss.reason,
        against=loss.against,
        decided=loss.decided,
    )


def _result(result: rules.RoundResult) -> wire.RoundResult:
    return wire.RoundResult.model_validate(round_result(result))
