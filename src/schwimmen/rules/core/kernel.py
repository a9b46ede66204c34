"""Compiled functions that Python calls, with arrays of records and an index.

Functions that advance a round also return its ``turn_status``, which callers need next: a second
call would take longer than its work.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, Range, entry, jit_noinline, on_load

from .completion import (
    ACTION_CASES,
    CASES,
    LIMITS,
    MAX_CONTRADICTIONS,
    NUMBER_OF_KINDS,
    PACK_SIZES,
    PRESET_VALUES,
    REQUIRED_VALUES,
    applying,
    complete,
)
from .deal import deal
from .events import EventArray, write_action, write_deal, write_shuffle
from .facts import write_facts
from .hand_value import impossible_hand, strength, value_and_suit
from .legal import LEGAL, action_kind, action_refusal, find_action, legal_actions, turn_status
from .position import (
    EveryHand,
    HandArray,
    PositionArray,
    lay_out,
    lay_out_match,
    write_position,
)
from .position_faults import find_fault
from .record import judge
from .result import LossArray, write_losses, write_match_scores, write_result
from .settlement import active_seats, begin_match, conclude, finish, settle
from .state import (
    CONTRADICTION_DTYPE,
    FACTS_DTYPE,
    MATCH_DTYPE,
    NO_SEAT,
    ROUND_DTYPE,
    AnyMatches,
    AnyRounds,
    Cards,
    CardSet,
    ChoiceArray,
    MatchArray,
    MatchFactsArray,
    MatchIndex,
    NumberOfSeats,
    RecordedActions,
    RecordedRounds,
    RecordedShuffles,
    ResultArray,
    RoundAndMatch,
    RoundArray,
    RoundIndex,
    RulesArray,
    Seat,
    SeatOrNone,
    SeatSet,
    SettingArray,
    ViewArray,
    WholePack,
)
from .turn import apply, resume_after_shuffle
from .view import write_choices, write_scores, write_view

Moved: TypeAlias = Annotated[int, Range(0, LengthOf("rounds", -2))]
"""Kind of the index of a round with one more record behind it."""

_complete: Any = jit_noinline(complete)
_applying: Any = jit_noinline(applying)
_PRESET_VALUES = np.array(PRESET_VALUES, np.int64)
_LIMITS = np.array(LIMITS, np.int64)
_PACK_SIZES = np.array(PACK_SIZES, np.int64)
_REQUIRED_VALUES = np.array(REQUIRED_VALUES, np.int64)
_CASES = np.array(CASES, np.int64)
_ACTION_CASES = np.array(ACTION_CASES, np.int64)


@entry(javascript=True)
def complete_rules(
    preset: int,
    settings: SettingArray,
    count: Annotated[int, Range(0, LengthOf("settings"))],
    rules: RulesArray,
    contradictions: Annotated[NDArray[Any], Array(CONTRADICTION_DTYPE, MAX_CONTRADICTIONS)],
) -> tuple[int, int]:
    """Write a preset with the first ``count`` settings into ``rules[0]``.

    Only programs without Python call it: ``RuleSet`` calls ``complete`` itself. Returns ``VALID``,
    or the code of the fault with the place of the setting at fault, or with the number of the
    contradictions written.
    """
    completed: tuple[int, int] = _complete(
        preset,
        settings.view(np.int64),
        count,
        0,
        rules.view(np.int64),
        contradictions.view(np.int64),
        _PRESET_VALUES,
        _LIMITS,
        _PACK_SIZES,
        _REQUIRED_VALUES,
    )
    return completed


@entry(javascript=True)
def rule_uses(rules: RulesArray) -> tuple[int, int]:
    """Return the masks of the options that change the game, and of its kinds of action.

    Only programs without Python call it: ``RuleSet`` calls ``applying`` itself.
    """
    numbers = rules.view(np.int64)
    options: int = _applying(numbers, len(_LIMITS), _CASES)
    kinds: int = _applying(numbers, NUMBER_OF_KINDS, _ACTION_CASES)
    return options, kinds


@entry(javascript=True)
def deal_round(
    rules: RulesArray,
    rounds: RoundArray,
    i: RoundIndex,
    seats: NumberOfSeats,
    active: SeatSet,
    dealer: Seat,
    leader: Seat,
) -> tuple[int, int, int, int]:
    """Deal the pack in ``rounds[i].pack`` and return the ``turn_status`` (R4)."""
    deal(rules[0], rounds[i], seats, active, dealer, leader)
    return turn_status(rules[0], rounds[i])


@entry(javascript=True)
def status(rules: RulesArray, rounds: RoundArray, i: RoundIndex) -> tuple[int, int, int, int]:
    """Return the ``turn_status`` of ``rounds[i]``."""
    return turn_status(rules[0], rounds[i])


@entry(javascript=True)
def finish_round(
    rules: RulesArray, rounds: RoundArray, i: RoundIndex, end: int, by: SeatOrNone
) -> None:
    """End ``rounds[i]`` and set the score of each seat."""
    finish(rules[0], rounds[i], end, by)


@entry(javascript=True)
def legal(rules: RulesArray, rounds: RoundArray, i: RoundIndex) -> int:
    """Return the mask of the legal actions in ``rounds[i]``."""
    return legal_actions(rules[0], rounds[i])


@entry(javascript=True)
def play(
    rules: RulesArray, rounds: RoundArray, i: RoundIndex, action: int
) -> tuple[int, int, int, int, int]:
    """Play an action in ``rounds[i]`` if it is legal; return a code and the ``turn_status``.

    The code is ``LEGAL``, or the reason for which the action is illegal.
    """
    code = action_refusal(rules[0], rounds[i], action)
    if code == LEGAL:
        apply(rules[0], rounds[i], action)
    phase, seat, legal, talon = turn_status(rules[0], rounds[i])
    return code, phase, seat, legal, talon


@entry(javascript=True)
def named_action(
    rules: RulesArray, rounds: RoundArray, i: RoundIndex, kind: int, given: CardSet, taken: CardSet
) -> tuple[int, int]:
    """Return ``LEGAL`` and the number of an action, or the reason code and ``NO_ACTION``.

    ``given`` and ``taken`` are the masks of the cards of an exchange of one card.
    """
    return find_action(rules[0], rounds[i], kind, given, taken)


@entry(javascript=True)
def recycle(rules: RulesArray, rounds: RoundArray, i: RoundIndex) -> tuple[int, int, int, int]:
    """Resume after ``rounds[i].aside`` has been shuffled (phase ``SHUFFLE``).

    Returns the ``turn_status``.
    """
    resume_after_shuffle(rules[0], rounds[i])
    return turn_status(rules[0], rounds[i])


@entry(javascript=True)
def kind(rules: RulesArray, action: int) -> int:
    """Return the kind of an action by its number."""
    return action_kind(rules[0], action)


@entry(javascript=True)
def view(
    rules: RulesArray,
    rounds: RoundArray,
    i: RoundIndex,
    matches: AnyMatches,
    seat: SeatOrNone,
    open_hands: Annotated[int, Range(0, 1)],
    views: ViewArray,
    choices: ChoiceArray,
) -> int:
    """Write the view of ``rounds[i]`` by a seat, or by a spectator for ``NO_SEAT`` (R33).

    ``open_hands`` is 0, or 1 for a replay that shows all hands. ``matches`` is empty for rounds by
    themselves. The view is written into ``views[0]``, and the legal actions of the seat to act into
    ``choices``; returns their number.
    """
    write_view(rules[0], rounds[i], seat, open_hands, views[0])
    if len(matches) > i:
        write_scores(rules[0], rounds[i], matches[i], views[0])
    if seat == NO_SEAT or seat != views[0].to_act:
        return 0
    return write_choices(rules[0], rounds[i], views[0].all_closes, choices)


@entry(javascript=True)
def deal_events(rules: RulesArray, rounds: RoundArray, i: RoundIndex, events: EventArray) -> int:
    """Write the public events of ``rounds[i]``, just dealt, and return their number."""
    return write_deal(rules[0], rounds[i], events)


@entry(javascript=True)
def play_events(
    rules: RulesArray, rounds: RoundArray, i: Moved, action: int, events: EventArray
) -> tuple[int, int, int, int]:
    """Play an action as ``play`` does, and write its public events into ``events``.

    Returns the code, the phase, the seat to act, and the number of events. ``rounds`` has one more
    record behind ``rounds[i]``, which is overwritten.
    """
    state = rounds[i]
    code = action_refusal(rules[0], state, action)
    count = 0
    if code == LEGAL:
        rounds[i + 1] = state
        apply(rules[0], state, action)
        count = write_action(rules[0], rounds[i + 1], state, action, events)
    return code, state.phase, state.to_act, count


@entry(javascript=True)
def recycle_events(
    rules: RulesArray, rounds: RoundArray, i: Moved, events: EventArray
) -> tuple[int, int, int]:
    """Resume after a shuffle as ``recycle`` does, and write the events as ``play_events`` does.

    Returns the phase, the seat to act, and the number of events.
    """
    state = rounds[i]
    rounds[i + 1] = state
    resume_after_shuffle(rules[0], state)
    return state.phase, state.to_act, write_shuffle(rules[0], rounds[i + 1], state, events)


@entry(javascript=True)
def hand_value_and_suit(rules: RulesArray, hand: CardSet) -> tuple[int, int]:
    """Return the doubled value of a hand and its counting suit (R14, R15)."""
    return value_and_suit(rules[0], hand)


@entry(javascript=True)
def hand_strength(rules: RulesArray, hand: CardSet) -> int:
    """Return a number that orders hands: higher is better, equal is tied (R16)."""
    return strength(rules[0], hand)


@entry(javascript=True)
def seat_of_impossible_hand(rules: RulesArray, rounds: RoundArray, i: RoundIndex) -> int:
    """Return a seat whose hidden hand would have ended ``rounds[i]`` or lain open (R12, R28).

    Returns ``NO_SEAT`` if there is none.
    """
    return impossible_hand(rules[0], rounds[i])


@entry(javascript=True)
def result(
    rules: RulesArray, rounds: RoundArray, i: RoundIndex, matches: AnyMatches, results: ResultArray
) -> None:
    """Write the result of ``rounds[i]``, which is over, into ``results[0]``.

    ``matches`` is empty for rounds by themselves.
    """
    write_result(rules[0], rounds[i], results[0])
    if len(matches) > i:
        write_match_scores(matches[i], results[0])


@entry(javascript=True)
def losses(rules: RulesArray, rounds: RoundArray, i: RoundIndex, losses: LossArray) -> int:
    """Write the losses of ``rounds[i]``, which is over, with their reasons; return their number."""
    return write_losses(rules[0], rounds[i], losses)


@entry(javascript=True)
def seat_facts(
    rules: RulesArray,
    rounds: AnyRounds,
    matches: Annotated[NDArray[Any], Array(MATCH_DTYPE, LengthOf("rounds", 1))],
    seat: Seat,
    facts: Annotated[NDArray[Any], Array(FACTS_DTYPE, LengthOf("rounds"))],
    match_facts: MatchFactsArray,
) -> int:
    """Write the facts of a match for a seat into ``facts`` and ``match_facts[0]``.

    ``rounds`` are those that are over, ``matches`` the match before the first of them and after
    each one. Returns the number of rounds in which the seat was dealt in.
    """
    return write_facts(rules[0], rounds, matches, seat, facts, match_facts[0])


@entry(javascript=True)
def start_match(
    rules: RulesArray, matches: MatchArray, i: MatchIndex, seats: NumberOfSeats, dealer: Seat
) -> None:
    """Reset ``matches[i]`` to the start of a match."""
    begin_match(rules[0], matches[i], seats, dealer)


@entry(javascript=True)
def active(matches: MatchArray, i: MatchIndex) -> int:
    """Return the mask of the seats still in ``matches[i]``."""
    return active_seats(matches[i])


@entry(javascript=True)
def settle_round(
    rules: RulesArray, matches: MatchArray, rounds: RoundArray, i: RoundAndMatch
) -> None:
    """Settle ``rounds[i]``, which is over, in ``matches[i]``."""
    settle(rules[0], matches[i], rounds[i])


@entry(javascript=True)
def conclude_match(
    rules: RulesArray, matches: MatchArray, rounds: RoundArray, i: RoundAndMatch
) -> None:
    """Write the next dealer and leader, and the winners, if any, into ``matches[i]``.

    ``rounds[i]`` is over and has been settled in ``matches[i]``.
    """
    conclude(rules[0], matches[i], rounds[i])


@entry(javascript=True)
def position_fault(
    rules: RulesArray,
    pack: CardSet,
    positions: PositionArray,
    hands: HandArray,
    cards: Cards,
    rounds: RoundArray,
) -> tuple[int, int, int, int]:
    """Return the first fault of ``positions[0]`` as ``find_fault`` does.

    ``rounds[0]`` is zero and is overwritten.
    """
    return find_fault(rules[0], pack, positions[0], hands, cards, rounds[0])


@entry(javascript=True)
def set_up_round(
    rules: RulesArray,
    pack: CardSet,
    positions: PositionArray,
    hands: HandArray,
    cards: Cards,
    rounds: RoundArray,
) -> tuple[int, int, int, int]:
    """Write the round of ``positions[0]``, which has no fault, into ``rounds[0]``, which is zero.

    Unknown cards are left out of the hands. Returns the ``turn_status``.
    """
    lay_out(rules[0], pack, positions[0], hands, cards, rounds[0])
    return turn_status(rules[0], rounds[0])


@entry(javascript=True)
def set_up_match(
    rules: RulesArray,
    positions: PositionArray,
    hands: HandArray,
    rounds: RoundArray,
    matches: MatchArray,
) -> None:
    """Write the match of ``positions[0]``, which has scores, into ``matches[0]``, which is zero.

    ``rounds[0]`` is the round of the position.
    """
    lay_out_match(rules[0], positions[0], hands, rounds[0], matches[0])


@entry(javascript=True)
def position_seen(
    rules: RulesArray,
    views: ViewArray,
    seat: SeatOrNone,
    rounds: AnyRounds,
    positions: PositionArray,
    hands: EveryHand,
    cards: WholePack,
) -> int:
    """Write the position that ``views[0]``, the view of a seat, shows into ``positions[0]``.

    ``rounds`` is empty, or has the round, whose hidden cards are then known. Returns the number of
    cards.
    """
    return write_position(rules[0], views[0], seat, rounds, positions[0], hands, cards)


@entry(javascript=True)
def play_record(
    rules: RulesArray,
    seats: int,
    dealer: int,
    pack: CardSet,
    recorded_rounds: RecordedRounds,
    recorded_actions: RecordedActions,
    recorded_shuffles: RecordedShuffles,
    cards: Cards,
    rounds: Annotated[NDArray[Any], Array(ROUND_DTYPE, LengthOf("recorded_rounds"))],
    matches: Annotated[NDArray[Any], Array(MATCH_DTYPE, LengthOf("recorded_rounds", 1))],
) -> tuple[int, int, int, int]:
    """Play the record of a match as ``judge`` does, in zero ``rounds`` and ``matches``.

    Returns the code of its first fault with its place.
    """
    return judge(
        rules[0],
        seats,
        dealer,
        pack,
        recorded_rounds,
        recorded_actions,
        recorded_shuffles,
        cards,
        rounds,
        matches,
    )


def _check_library() -> None:
    """Play the self-test. Raises ``EngineError`` if the library plays wrongly."""
    from .self_test import check

    check()


on_load(_check_library)
