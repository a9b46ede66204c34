"""How a view is built: from what the seat was shown, never by hiding parts of the whole (R33)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from . import kernel
from .actions import action_name
from .cards import SUITS, Card, cards_of
from .history import History
from .legal import KINDS, LEGAL, REASONS
from .ruleset import RuleSet
from .state import NOBODY, OVER, SHUFFLE, Records
from .view import Choice, Loss, Phase, Points, RoundResult, SeatView, Status, View

_PHASES: tuple[Phase, ...] = ("choice", "turn", "renewed", "turn", "over")


@dataclass(frozen=True, slots=True)
class Standing:
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
    return None if suit == NOBODY else SUITS[suit]


def view_round(
    rules: RuleSet,
    numbers: Records,
    rounds: Records,
    history: History,
    result: RoundResult | None,
    losses: tuple[Loss, ...],
    replayed: bool,
    seat: int | None,
    standing: Standing | None,
) -> View:
    """The view of a seat, or of a spectator, who knows of no hand but those shown."""
    state = rounds[0]
    over = state.phase == OVER
    to_act = None if state.phase >= SHUFFLE else int(state.to_act)
    hand: tuple[Card, ...] = ()
    value: Points | None = None
    suit: str | None = None
    if seat is not None and state.active >> seat & 1:
        hand = cards_of(state.hands[seat])
        value, suit = _measured(numbers, int(state.hands[seat]))
    acts = seat is not None and seat == to_act
    all_closes = (
        rules.exchange_all
        and rules.close_effect == "until_one_open"
        and not (over or state.last_turns)
    )
    choices = _choices(numbers, rounds, hand, all_closes) if acts else ()
    return View(
        rules=rules,
        seat=seat,
        phase=_PHASES[state.phase],
        number=standing.number if standing else 1,
        dealer=int(state.dealer),
        leader=int(state.leader),
        to_act=to_act,
        turns=int(state.turns),
        last_turns=bool(state.last_turns) and not over,
        hand=hand,
        value=value,
        suit=suit,
        table=cards_of(state.table),
        talon=int(state.talon_end - state.talon_top),
        aside=tuple(state.aside[: state.aside_count].tolist()),
        seats=tuple(
            _seat_view(rules, numbers, rounds, history, other, standing)
            for other in range(int(state.seats))
        ),
        choices=choices,
        refused=_refused(numbers, rounds, acts),
        all_closes=all_closes,
        history=tuple(history.happenings),
        result=result,
        losses=losses,
        replayed=replayed,
        over=standing.over if standing else bool(over),
        winners=standing.winners if standing else (),
    )


def _refused(numbers: Records, rounds: Records, acts: bool) -> dict[str, str]:
    """Why kinds of actions are not legal, for the seat to act or for any other."""
    if not acts and rounds[0].phase < SHUFFLE:
        return dict.fromkeys(KINDS, "not_your_turn")
    reasons = np.zeros(len(KINDS), np.int64)
    kernel.refusals(numbers, rounds, 0, reasons)
    return {kind: REASONS[code] for kind, code in zip(KINDS, reasons, strict=True) if code != LEGAL}


def _measured(numbers: Records, hand: int) -> tuple[Points, str | None]:
    value, suit = kernel.measure_hand(numbers, hand)
    return points_of(value), suit_of(suit)


def _seat_view(
    rules: RuleSet,
    numbers: Records,
    rounds: Records,
    history: History,
    seat: int,
    standing: Standing | None,
) -> SeatView:
    state = rounds[0]
    active = bool(state.active >> seat & 1)
    over = state.phase == OVER
    lies_open = active and (over or state.shown >> seat & 1)
    hand = int(state.hands[seat]) if lies_open else 0
    value, suit = _measured(numbers, hand) if lies_open else (None, None)
    return SeatView(
        seat=seat,
        active=active,
        cards=rules.hand_size if active else 0,
        known=cards_of(state.known[seat]),
        shown=cards_of(hand) if lies_open else None,
        value=value,
        suit=suit,
        closed=active and not state.open >> seat & 1,
        playing=not over and bool(state.playing >> seat & 1),
        turns=int(state.turns_of[seat]),
        last_action=history.last_action(seat),
        lives=standing.lives[seat] if standing and standing.lives else None,
        status=standing.status[seat] if standing and standing.status else None,
        total=standing.totals[seat] if standing and standing.totals else None,
    )


def _choices(
    numbers: Records, rounds: Records, hand: tuple[Card, ...], all_closes: bool
) -> tuple[Choice, ...]:
    """The legal actions of the seat to act."""
    size = len(hand)
    table = cards_of(rounds[0].table)
    after = np.zeros(2 * size * size + 2, np.int64)
    kernel.hands_after(numbers, rounds, 0, after)
    now = int(rounds[0].hands[rounds[0].to_act])
    last_turns = bool(rounds[0].last_turns)
    choices = []
    for number in cards_of(kernel.legal(numbers, rounds, 0)):
        name = action_name(number, hand, table)
        left = int(after[number]) if number < len(after) else now
        value, suit = (None, None) if name in ("take", "renew") else _measured(numbers, left)
        closes = all_closes if name == "all" else name == "close" and not last_turns
        choices.append(
            Choice(
                action=name,
                number=number,
                given=cards_of(now & ~left),
                taken=cards_of(left & ~now),
                value=value,
                suit=suit,
                closes=closes or name.endswith("!"),
            )
        )
    return tuple(choices)
