"""How a view is built: from what the seat was shown, never by hiding parts of the whole (R33)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .actions import action_name
from .cards import SUITS, Card, cards_of
from .core import kernel
from .core.legal import ACTION_KINDS, ILLEGAL_REASONS, LEGAL
from .core.state import NO_SEAT, OVER, SHUFFLE, RecordArray
from .history import History
from .ruleset import RuleSet
from .view import Choice, Loss, OwnView, Phase, Points, RoundResult, SeatView, Status, View

_PHASES: tuple[Phase, ...] = ("choice", "turn", "renewed", "turn", "over")


@dataclass(frozen=True, slots=True)
class MatchContext:
    """The match around a round, all of it public: one entry a seat, or ``None`` where not scored.

    ``number`` counts rounds from 1.
    """

    number: int
    lives: tuple[int, ...] | None
    status: tuple[Status, ...] | None
    totals: tuple[Points, ...] | None
    over: bool = False
    winners: tuple[int, ...] = ()


def points_of(doubled: int) -> Points:
    """A doubled value as people write it: whole numbers without a point, halves as 30.5."""
    half, odd = divmod(int(doubled), 2)
    return half + 0.5 if odd else half


def suit_of(suit: int) -> str | None:
    """The letter of a counting suit; ``None`` for a hand valued by R15."""
    return None if suit == NO_SEAT else SUITS[suit]


def view_round(
    rules: RuleSet,
    numbers: RecordArray,
    rounds: RecordArray,
    state: Any,
    history: History,
    result: RoundResult | None,
    losses: tuple[Loss, ...],
    replayed: bool,
    standing: MatchContext | None,
) -> View:
    """The view of a spectator, who knows of no hand but those shown.

    ``state`` is the round of ``rounds``, with fields by key.
    """
    phase = int(state["phase"])
    over = phase == OVER
    last_turns = bool(state["last_turns"])
    return View(
        rules=rules,
        seat=None,
        phase=_PHASES[phase],
        number=standing.number if standing else 1,
        dealer=int(state["dealer"]),
        leader=int(state["leader"]),
        to_act=None if phase >= SHUFFLE else int(state["to_act"]),
        turns=int(state["turns"]),
        last_turns=last_turns and not over,
        hand=(),
        value=None,
        suit=None,
        table=cards_of(state["table"]),
        talon=int(state["talon_end"] - state["talon_top"]),
        aside=tuple(state["aside"][: state["aside_count"]].tolist()),
        seats=_seat_views(rules, numbers, state, history, standing),
        choices=(),
        refused=_refused(numbers, rounds, phase),
        all_closes=rules.exchange_all
        and rules.close_effect == "until_one_open"
        and not (over or last_turns),
        history=tuple(history.happenings),
        result=result,
        losses=losses,
        replayed=replayed,
        over=standing.over if standing else over,
        winners=standing.winners if standing else (),
    )


def own_view(
    numbers: RecordArray, rounds: RecordArray, state: Any, public: View, seat: int
) -> OwnView:
    """What a seat may know: its own hand besides what is public, and in its turn what it can do."""
    if not int(state["active"]) >> seat & 1:
        return OwnView(seat, (), None, None, (), dict(public.refused))
    own = int(state["hands"][seat])
    hand = cards_of(own)
    value, suit = _measured(numbers, own)
    if seat != public.to_act:
        return OwnView(seat, hand, value, suit, (), dict(public.refused))
    choices = _choices(numbers, rounds, own, hand, public)
    return OwnView(seat, hand, value, suit, choices, _refusals(numbers, rounds))


def _refused(numbers: RecordArray, rounds: RecordArray, phase: int) -> dict[str, str]:
    """Why kinds of actions are not legal, for whoever is not to act."""
    if phase < SHUFFLE:
        return dict.fromkeys(ACTION_KINDS, "not_your_turn")
    return _refusals(numbers, rounds)


def _refusals(numbers: RecordArray, rounds: RecordArray) -> dict[str, str]:
    """Why kinds of actions are not legal."""
    reasons = np.zeros(len(ACTION_KINDS), np.int64)
    kernel.refusals(numbers, rounds, 0, reasons)
    codes = reasons.tolist()
    return {
        kind: ILLEGAL_REASONS[code]
        for kind, code in zip(ACTION_KINDS, codes, strict=True)
        if code != LEGAL
    }


def _measured(numbers: RecordArray, hand: int) -> tuple[Points, str | None]:
    value, suit = kernel.hand_value_and_suit(numbers, hand)
    return points_of(value), suit_of(suit)


def _seat_views(
    rules: RuleSet,
    numbers: RecordArray,
    state: Any,
    history: History,
    standing: MatchContext | None,
) -> tuple[SeatView, ...]:
    over = state["phase"] == OVER
    active, shown = int(state["active"]), int(state["shown"])
    still_open, playing = int(state["open"]), int(state["playing"])
    hands, known = state["hands"].tolist(), state["known"].tolist()
    turns = state["turns_of"].tolist()
    seats = []
    for seat in range(int(state["seats"])):
        there = bool(active >> seat & 1)
        lies_open = there and (over or bool(shown >> seat & 1))
        value, suit = _measured(numbers, hands[seat]) if lies_open else (None, None)
        seats.append(
            SeatView(
                seat=seat,
                active=there,
                cards=rules.hand_size if there else 0,
                known=cards_of(known[seat]),
                shown=cards_of(hands[seat]) if lies_open else None,
                value=value,
                suit=suit,
                closed=there and not still_open >> seat & 1,
                playing=not over and bool(playing >> seat & 1),
                turns=turns[seat],
                last_action=history.last_action(seat),
                lives=standing.lives[seat] if standing and standing.lives else None,
                status=standing.status[seat] if standing and standing.status else None,
                total=standing.totals[seat] if standing and standing.totals else None,
            )
        )
    return tuple(seats)


def _choices(
    numbers: RecordArray, rounds: RecordArray, now: int, hand: tuple[Card, ...], public: View
) -> tuple[Choice, ...]:
    """The legal actions of the seat to act, whose hand is ``now``."""
    size = len(hand)
    hands = np.empty((2 * size * size + 3, 3), np.int64)
    kernel.hands_after(numbers, rounds, 0, hands)
    *after, unchanged = hands.tolist()
    choices = []
    for number in cards_of(kernel.legal(numbers, rounds, 0)):
        name = action_name(number, hand, public.table)
        left, doubled, counting = after[number] if number < len(after) else unchanged
        known = name not in ("take", "renew")
        closes = public.all_closes if name == "all" else name == "close" and not public.last_turns
        choices.append(
            Choice(
                action=name,
                number=number,
                given=cards_of(now & ~left),
                taken=cards_of(left & ~now),
                value=points_of(doubled) if known else None,
                suit=suit_of(counting) if known else None,
                closes=closes or name.endswith("!"),
            )
        )
    return tuple(choices)
