"""Construction of views from what a seat was shown, never by hiding parts of the state (R33)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .actions import action_name, actions_of
from .cards import SUITS, Card, as_cards, bits_of, cards_of
from .core import kernel
from .core.legal import ACTION_KINDS, ILLEGAL_REASONS, LEGAL
from .core.state import NO_SEAT, NO_SUIT, OVER, SHUFFLE, RecordArray
from .history import END_NAMES, History
from .ruleset import RuleSet
from .view import Choice, OwnView, Phase, Points, RoundResult, SeatView, Status, View

if TYPE_CHECKING:
    from .round import Round

PHASES: Final[tuple[Phase, ...]] = ("choice", "turn", "renewed", "turn", "over")
"""Phases by their code; a shuffle of the talon (R32) interrupts a turn."""


@dataclass(frozen=True, slots=True)
class MatchContext:
    """Public state of the match around a round, with one entry for each seat.

    ``number`` counts rounds from 1. ``lives`` and ``status``, or ``totals``, are ``None`` if the
    match does not score them.
    """

    number: int
    lives: tuple[int, ...] | None
    status: tuple[Status, ...] | None
    totals: tuple[Points, ...] | None
    over: bool = False
    winners: tuple[int, ...] = ()


def points_of(doubled: int) -> Points:
    """Return half of a doubled value: an ``int``, or a ``float`` such as 30.5."""
    half, odd = divmod(int(doubled), 2)
    return half + 0.5 if odd else half


def suit_of(suit: int) -> str | None:
    """Return the letter of a counting suit, ``None`` for a hand valued by R15."""
    return None if suit == NO_SUIT else SUITS[suit]


def public_view(round_: Round, state: Any, history: History, match: MatchContext | None) -> View:
    """Return a spectator's view, which has no hand but those shown.

    ``state`` is the record of the round, with fields by key.
    """
    rules = round_.rules
    encoded, rounds = round_.arrays
    phase = int(state["phase"])
    over = phase == OVER
    last_turns = bool(state["last_turns"])
    return View(
        rules=rules,
        seat=None,
        phase=PHASES[phase],
        number=match.number if match else 1,
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
        aside=as_cards(state["aside"][: state["aside_count"]].tolist()),
        seats=_seat_views(rules, encoded, state, history, match),
        choices=(),
        refused=_refused(encoded, rounds, phase),
        all_closes=rules.exchange_all
        and rules.close_effect == "until_one_open"
        and not (over or last_turns),
        history=tuple(history.events),
        result=round_.result,
        losses=round_.losses,
        replayed=round_.replayed,
        over=match.over if match else over,
        winners=match.winners if match else (),
        passes=int(state["passes"]),
        end=END_NAMES[int(state["end"])] if state["end"] else None,
        by=None if state["by"] == NO_SEAT else int(state["by"]),
        closers=bits_of(state["closed"]),
    )


def own_view(
    encoded: RecordArray, rounds: RecordArray, state: Any, public: View, seat: int
) -> OwnView:
    """Return a seat's private view: its own hand and, on its turn, its legal actions."""
    if not int(state["active"]) >> seat & 1:
        return OwnView(seat, (), None, None, (), dict(public.refused))
    mask = int(state["hands"][seat])
    hand = cards_of(mask)
    value, suit = _value_and_suit(encoded, mask)
    if seat != public.to_act:
        return OwnView(seat, hand, value, suit, (), dict(public.refused))
    choices = _choices(encoded, rounds, mask, hand, public)
    return OwnView(seat, hand, value, suit, choices, illegal_reasons(encoded, rounds))


def round_result(rules: RuleSet, encoded: RecordArray, state: Any) -> RoundResult:
    """Return the result of a round that is over, without its match.

    ``state`` is the record of the round, with fields by key.
    """
    seats, active = int(state["seats"]), int(state["active"])
    hands = [
        hand if active >> seat & 1 else None
        for seat, hand in enumerate(state["hands"][:seats].tolist())
    ]
    values = [(None, None) if hand is None else _value_and_suit(encoded, hand) for hand in hands]
    scores = state["score"][:seats].tolist()
    lost: tuple[int | None, ...] | None = None
    points: tuple[Points, ...] | None = None
    if rules.scoring == "points":
        points = tuple(map(points_of, scores))
    else:
        lost = tuple(
            None if hand is None else score for hand, score in zip(hands, scores, strict=True)
        )
    return RoundResult(
        dealer=int(state["dealer"]),
        leader=int(state["leader"]),
        end=END_NAMES[int(state["end"])],
        by=None if state["by"] == NO_SEAT else int(state["by"]),
        turns=int(state["turns"]),
        hands=tuple(None if hand is None else cards_of(hand) for hand in hands),
        values=tuple(value for value, _ in values),
        suits=tuple(suit for _, suit in values),
        lost=lost,
        lives=None,
        status=None,
        points=points,
        totals=None,
    )


def _refused(encoded: RecordArray, rounds: RecordArray, phase: int) -> dict[str, str]:
    """Return why kinds of action are illegal for spectators and seats not to act."""
    if phase < SHUFFLE:
        return dict.fromkeys(ACTION_KINDS, "not_your_turn")
    return illegal_reasons(encoded, rounds)


def illegal_reasons(encoded: RecordArray, rounds: RecordArray) -> dict[str, str]:
    """Return the reason code of each kind of action that is illegal for the seat to act."""
    reasons = np.zeros(len(ACTION_KINDS), np.int64)
    kernel.refusals(encoded, rounds, 0, reasons)
    codes = reasons.tolist()
    return {
        kind: ILLEGAL_REASONS[code]
        for kind, code in zip(ACTION_KINDS, codes, strict=True)
        if code != LEGAL
    }


def _value_and_suit(encoded: RecordArray, hand: int) -> tuple[Points, str | None]:
    value, suit = kernel.hand_value_and_suit(encoded, hand)
    return points_of(value), suit_of(suit)


def _seat_views(
    rules: RuleSet,
    encoded: RecordArray,
    state: Any,
    history: History,
    match: MatchContext | None,
) -> tuple[SeatView, ...]:
    over = state["phase"] == OVER
    active, shown = int(state["active"]), int(state["shown"])
    still_open, playing = int(state["open"]), int(state["playing"])
    hands, known = state["hands"].tolist(), state["known"].tolist()
    turns = state["turns_of"].tolist()
    seats = []
    for seat in range(int(state["seats"])):
        dealt_in = bool(active >> seat & 1)
        lies_open = dealt_in and (over or bool(shown >> seat & 1))
        value, suit = _value_and_suit(encoded, hands[seat]) if lies_open else (None, None)
        seats.append(
            SeatView(
                seat=seat,
                active=dealt_in,
                cards=rules.hand_size if dealt_in else 0,
                known=cards_of(known[seat]),
                shown=cards_of(hands[seat]) if lies_open else None,
                value=value,
                suit=suit,
                closed=dealt_in and not still_open >> seat & 1,
                playing=not over and bool(playing >> seat & 1),
                turns=turns[seat],
                last_action=history.last_action(seat),
                lives=match.lives[seat] if match and match.lives else None,
                status=match.status[seat] if match and match.status else None,
                total=match.totals[seat] if match and match.totals else None,
            )
        )
    return tuple(seats)


def _choices(
    encoded: RecordArray, rounds: RecordArray, before: int, hand: tuple[Card, ...], public: View
) -> tuple[Choice, ...]:
    """Return the legal actions of the seat to act, whose hand is ``before``."""
    size = len(hand)
    pairs = size * size
    hands = np.empty((2 * pairs + 3, 3), np.int64)
    kernel.hands_after(encoded, rounds, 0, hands)
    *exchanged, unchanged = hands.tolist()
    given, taken = [(card,) for card in hand], [(card,) for card in public.table]
    choices = []
    for number in actions_of(kernel.legal(encoded, rounds, 0)):
        name = action_name(number, hand, public.table)
        if number < 2 * pairs:
            own, other = divmod(number % pairs, size)
            _, doubled, counting = exchanged[number]
            value, suit = points_of(doubled), suit_of(counting)
            choices.append(
                Choice(name, number, given[own], taken[other], value, suit, number >= pairs)
            )
            continue
        after, doubled, counting = exchanged[number] if number < len(exchanged) else unchanged
        known = name not in ("take", "renew")
        closes = public.all_closes if name == "all" else name == "close" and not public.last_turns
        choices.append(
            Choice(
                action=name,
                number=number,
                given=cards_of(before & ~after),
                taken=cards_of(after & ~before),
                value=points_of(doubled) if known else None,
                suit=suit_of(counting) if known else None,
                closes=closes or name.endswith("!"),
            )
        )
    return tuple(choices)
