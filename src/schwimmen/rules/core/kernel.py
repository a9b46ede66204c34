"""Compiled functions that Python calls, with arrays of records and an index.

Functions that advance a round also return its ``turn_status``, which callers need next: a second
call would take longer than its work.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .completion import (
    ACTION_CASES,
    CASES,
    LIMITS,
    NUMBER_OF_KINDS,
    PACK_SIZES,
    PRESET_VALUES,
    REQUIRED_VALUES,
    applying,
    complete,
)
from .deal import deal
from .events import write_action, write_deal, write_shuffle
from .facts import write_facts
from .hand_value import special_kind, strength, value_and_suit
from .jit import jit, jit_noinline
from .legal import LEGAL, action_kind, action_refusal, find_action, legal_actions, turn_status
from .record import judge
from .result import write_losses, write_match_scores, write_result
from .settlement import active_seats, begin_match, conclude, finish, settle
from .state import NO_SEAT, RecordArray
from .turn import apply, resume_after_shuffle
from .view import write_choices, write_scores, write_view

_complete: Any = jit_noinline(complete)
_applying: Any = jit_noinline(applying)
_PRESET_VALUES = np.array(PRESET_VALUES, np.int64)
_LIMITS = np.array(LIMITS, np.int64)
_PACK_SIZES = np.array(PACK_SIZES, np.int64)
_REQUIRED_VALUES = np.array(REQUIRED_VALUES, np.int64)
_CASES = np.array(CASES, np.int64)
_ACTION_CASES = np.array(ACTION_CASES, np.int64)


@jit
def complete_rules(
    preset: int,
    settings: RecordArray,
    count: int,
    rules: RecordArray,
    contradictions: RecordArray,
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


@jit
def rule_uses(rules: RecordArray) -> tuple[int, int]:
    """Return the masks of the options that change the game, and of its kinds of action.

    Only programs without Python call it: ``RuleSet`` calls ``applying`` itself.
    """
    numbers = rules.view(np.int64)
    options: int = _applying(numbers, len(_LIMITS), _CASES)
    kinds: int = _applying(numbers, NUMBER_OF_KINDS, _ACTION_CASES)
    return options, kinds


@jit
def deal_round(
    rules: RecordArray,
    rounds: RecordArray,
    i: int,
    seats: int,
    active: int,
    dealer: int,
    leader: int,
) -> tuple[int, int, int, int]:
    """Deal the pack in ``rounds[i].pack`` and return the ``turn_status``."""
    deal(rules[0], rounds[i], seats, active, dealer, leader)
    return turn_status(rules[0], rounds[i])


@jit
def status(rules: RecordArray, rounds: RecordArray, i: int) -> tuple[int, int, int, int]:
    """Return the ``turn_status``."""
    return turn_status(rules[0], rounds[i])


@jit
def finish_round(rules: RecordArray, rounds: RecordArray, i: int, end: int, by: int) -> None:
    """End ``rounds[i]`` and set the score of each seat."""
    finish(rules[0], rounds[i], end, by)


@jit
def legal(rules: RecordArray, rounds: RecordArray, i: int) -> int:
    """Return the mask of the legal actions."""
    return legal_actions(rules[0], rounds[i])


@jit
def play(
    rules: RecordArray, rounds: RecordArray, i: int, action: int
) -> tuple[int, int, int, int, int]:
    """Play an action if it is legal, and return its reason code and the ``turn_status``.

    The code is ``LEGAL``, or the reason for which the action is illegal.
    """
    code = action_refusal(rules[0], rounds[i], action)
    if code == LEGAL:
        apply(rules[0], rounds[i], action)
    phase, seat, legal, talon = turn_status(rules[0], rounds[i])
    return code, phase, seat, legal, talon


@jit
def named_action(
    rules: RecordArray, rounds: RecordArray, i: int, kind: int, given: int, taken: int
) -> tuple[int, int]:
    """Return ``LEGAL`` and the number of an action, or the reason code and ``NO_ACTION``.

    ``given`` and ``taken`` are the masks of the card exchanged for another.
    """
    return find_action(rules[0], rounds[i], kind, given, taken)


@jit
def recycle(rules: RecordArray, rounds: RecordArray, i: int) -> tuple[int, int, int, int]:
    """Resume after ``rounds[i].aside`` has been shuffled (phase ``SHUFFLE``).

    Returns the ``turn_status``.
    """
    resume_after_shuffle(rules[0], rounds[i])
    return turn_status(rules[0], rounds[i])


@jit
def kind(rules: RecordArray, action: int) -> int:
    """Return the kind of an action by its number."""
    return action_kind(rules[0], action)


@jit
def view(
    rules: RecordArray,
    rounds: RecordArray,
    i: int,
    matches: RecordArray,
    seat: int,
    open_hands: int,
    views: RecordArray,
    choices: RecordArray,
) -> int:
    """Write what a seat, or a spectator for ``NO_SEAT``, may know of ``rounds[i]`` (R33).

    ``open_hands`` is 0, or 1 for a replay that shows all hands. ``matches`` is empty for rounds by
    themselves. The record is written into ``views[0]``, and the
    legal actions of the seat to act into ``choices``; returns their number.
    """
    write_view(rules[0], rounds[i], seat, open_hands, views[0])
    if len(matches) > i:
        write_scores(rules[0], rounds[i], matches[i], views[0])
    if seat == NO_SEAT or seat != views[0].to_act:
        return 0
    return write_choices(rules[0], rounds[i], views[0].all_closes, choices)


@jit
def deal_events(rules: RecordArray, rounds: RecordArray, i: int, events: RecordArray) -> int:
    """Write the public events of ``rounds[i]``, just dealt, and return their number."""
    return write_deal(rules[0], rounds[i], events)


@jit
def play_events(
    rules: RecordArray, rounds: RecordArray, i: int, action: int, events: RecordArray
) -> int:
    """Play a legal action, write its public events into ``events``, and return their number.

    ``rounds`` has one more record behind ``rounds[i]``, which is overwritten.
    """
    rounds[i + 1] = rounds[i]
    apply(rules[0], rounds[i], action)
    return write_action(rules[0], rounds[i + 1], rounds[i], action, events)


@jit
def recycle_events(rules: RecordArray, rounds: RecordArray, i: int, events: RecordArray) -> int:
    """Resume after a shuffle as ``recycle`` does, and write the events as ``play_events`` does."""
    rounds[i + 1] = rounds[i]
    resume_after_shuffle(rules[0], rounds[i])
    return write_shuffle(rules[0], rounds[i + 1], rounds[i], events)


@jit
def hand_value_and_suit(rules: RecordArray, hand: int) -> tuple[int, int]:
    """Return the doubled value of a hand and its counting suit (R14, R15)."""
    return value_and_suit(rules[0], hand)


@jit
def hand_strength(rules: RecordArray, hand: int) -> int:
    """Return the number that orders hands (R16)."""
    return strength(rules[0], hand)


@jit
def special_hand(rules: RecordArray, hand: int) -> int:
    """Return ``FIRE`` or ``THIRTY_ONE`` for a special hand (R12), otherwise 0."""
    return special_kind(rules[0], hand)


@jit
def result(
    rules: RecordArray, rounds: RecordArray, i: int, matches: RecordArray, results: RecordArray
) -> None:
    """Write the result of ``rounds[i]``, which is over, into ``results[0]``.

    ``matches`` is empty for rounds by themselves.
    """
    write_result(rules[0], rounds[i], results[0])
    if len(matches) > i:
        write_match_scores(matches[i], results[0])


@jit
def losses(rules: RecordArray, rounds: RecordArray, i: int, losses: RecordArray) -> int:
    """Write the losses of ``rounds[i]``, which is over, with their reasons; return their number."""
    return write_losses(rules[0], rounds[i], losses)


@jit
def seat_facts(
    rules: RecordArray,
    rounds: RecordArray,
    matches: RecordArray,
    seat: int,
    facts: RecordArray,
    match_facts: RecordArray,
) -> int:
    """Write the facts of a match for a seat into ``facts`` and ``match_facts[0]``.

    ``rounds`` are those that are over, ``matches`` the match before the first of them and after
    each one. Returns the number of rounds in which the seat was dealt in.
    """
    return write_facts(rules[0], rounds, matches, seat, facts, match_facts[0])


@jit
def start_match(rules: RecordArray, matches: RecordArray, i: int, seats: int, dealer: int) -> None:
    """Reset a match to its start."""
    begin_match(rules[0], matches[i], seats, dealer)


@jit
def active(matches: RecordArray, i: int) -> int:
    """Return the mask of the seats still in the game."""
    return active_seats(matches[i])


@jit
def settle_round(rules: RecordArray, matches: RecordArray, rounds: RecordArray, i: int) -> None:
    """Settle ``rounds[i]``, which is over, in ``matches[i]``."""
    settle(rules[0], matches[i], rounds[i])


@jit
def conclude_match(rules: RecordArray, matches: RecordArray, rounds: RecordArray, i: int) -> None:
    """Find what follows ``rounds[i]``, which has been settled in ``matches[i]``."""
    conclude(rules[0], matches[i], rounds[i])


@jit
def play_record(
    rules: RecordArray,
    seats: int,
    dealer: int,
    pack: int,
    recorded_rounds: RecordArray,
    recorded_actions: RecordArray,
    recorded_shuffles: RecordArray,
    cards: NDArray[np.int8],
    rounds: RecordArray,
    matches: RecordArray,
) -> tuple[int, int, int, int]:
    """Play the record of a match in ``rounds[0]`` and ``matches[0]``.

    Returns the code of its first fault with its place, as ``judge`` does.
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
        rounds[0],
        matches[0],
    )
