"""The state of a round and of a match, and a rule set in numbers, as the compiled rules see them.

Sets of cards and of seats are masks (bit ``n`` for card or seat ``n``). Values are doubled, so that
30.5 is the whole number 61. Both records are handed on as arrays with an index, which is the fast
way from Python into compiled code.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..cards import NUMBER_OF_CARDS, Card
from ..ruleset import RuleSet

MAX_SEATS: Final = 10

# Phases of a round.
CHOICE: Final = 0  # the dealer keeps or takes (R5)
TURN: Final = 1
RENEWED: Final = 2  # the table was renewed, one card is to be exchanged (R30)
SHUFFLE: Final = 3  # chance must put the cards laid aside in order (R32)
OVER: Final = 4

# How a round ended.
CLOSED: Final = 1
THIRTY_ONE: Final = 2
FIRE: Final = 3
TALON: Final = 4
CAP: Final = 5

NO_SEAT: Final = -1

# Standing in a match for lives (R21, R22).
IN: Final = 0
SWIMMING: Final = 1
OUT: Final = 2

# Options in numbers.
ONE_TURN_EACH, UNTIL_ONE_OPEN, IMMEDIATE = 0, 1, 2
SHORT_SHOWDOWN, SHORT_KEEP, SHORT_RECYCLE = 0, 1, 2
SPECIAL_ENDS, SPECIAL_GRACE, SPECIAL_NONE = 0, 1, 2
LAST_CHANCE_ALL, LAST_CHANCE_FIRST = 0, 1
CLOSE_TIMING_INSTEAD: Final = 1
RECYCLE_IN_ORDER: Final = 1
FIRE_PENALTY_ALL_OTHERS: Final = 0
DEALT_PENALTY_HARSH: Final = 1
SCORING_POINTS: Final = 1
ALL_OUT_REPLAY: Final = 1
NO_TARGET: Final = 0

RULES_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("hand_size", np.int64),
            ("dealer_choice", np.int64),
            ("pass_", np.int64),
            ("exchange_all", np.int64),
            ("renew", np.int64),
            ("close_timing", np.int64),
            ("close_effect", np.int64),
            ("close_from_turn", np.int64),
            ("talon_short", np.int64),
            ("recycle", np.int64),
            ("replace_789", np.int64),
            ("special", np.int64),
            ("fire", np.int64),
            ("three_of_a_kind", np.int64),
            ("fire_penalty", np.int64),
            ("dealt_penalty", np.int64),
            ("closer_penalty", np.int64),
            ("tie_trips_rank", np.int64),
            ("tie_suit", np.int64),
            ("tie_high_card", np.int64),
            ("scoring", np.int64),
            ("lives", np.int64),
            ("last_chance", np.int64),
            ("all_out", np.int64),
            ("rounds", np.int64),
            ("target", np.int64),
            ("turn_cap", np.int64),
            ("pack_size", np.int64),
        ],
    )
)

ROUND_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("hands", np.int64, (MAX_SEATS,)),
            ("known", np.int64, (MAX_SEATS,)),  # of each hand, what open exchanges revealed (R33)
            ("table", np.int64),
            ("extra", np.int64),  # the unseen extra hand, until the dealer has chosen
            ("took", np.int64),  # whether the dealer took it (R5)
            ("leaving", np.int64),  # the table laid aside while the talon is recycled (R32)
            ("active", np.int64),  # seats dealt in
            ("playing", np.int64),  # seats that still get turns
            ("open", np.int64),  # seats that have not closed, in any way
            ("closed", np.int64),  # seats that closed by the action (R20)
            ("shown", np.int64),  # seats whose special hand lies open (R12, R28)
            ("seats", np.int64),
            ("dealer", np.int64),
            ("leader", np.int64),
            ("to_act", np.int64),
            ("phase", np.int64),
            ("last_turns", np.int64),
            ("turns", np.int64),
            ("passes", np.int64),  # in succession
            ("end", np.int64),  # also while last turns are still played
            ("by", np.int64),
            ("dealt_special", np.int64),  # ended by a hand dealt or taken (R19)
            ("talon_top", np.int64),
            ("talon_end", np.int64),
            ("aside_count", np.int64),
            ("recyclings", np.int64),  # in this round (R32)
            ("turns_of", np.int64, (MAX_SEATS,)),
            ("score", np.int64, (MAX_SEATS,)),  # lives lost, or doubled points (R17-R20, R31)
            ("pack", np.int8, (NUMBER_OF_CARDS,)),  # the talon is pack[talon_top:talon_end]
            ("aside", np.int8, (NUMBER_OF_CARDS,)),  # in the order laid aside
        ],
    )
)

MATCH_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("seats", np.int64),
            ("dealer", np.int64),  # of the next round
            ("leader", np.int64),  # of the next round
            ("rounds", np.int64),  # played
            ("over", np.int64),
            ("chicken_taken", np.int64),  # R29
            ("winners", np.int64),
            ("lives", np.int64, (MAX_SEATS,)),
            ("status", np.int64, (MAX_SEATS,)),
            ("totals", np.int64, (MAX_SEATS,)),  # doubled points
        ],
    )
)


class IntArray(Protocol):
    """Array of integers in a record, one for each seat or card."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class RulesRecord(Protocol):
    """One record of ``RULES_DTYPE``, as compiled functions take it."""

    hand_size: int
    dealer_choice: int
    pass_: int
    exchange_all: int
    renew: int
    close_timing: int
    close_effect: int
    close_from_turn: int
    talon_short: int
    recycle: int
    replace_789: int
    special: int
    fire: int
    three_of_a_kind: int
    fire_penalty: int
    dealt_penalty: int
    closer_penalty: int
    tie_trips_rank: int
    tie_suit: int
    tie_high_card: int
    scoring: int
    lives: int
    last_chance: int
    all_out: int
    rounds: int
    target: int
    turn_cap: int
    pack_size: int


class RoundRecord(Protocol):
    """One record of ``ROUND_DTYPE``, as compiled functions take it."""

    hands: IntArray
    known: IntArray
    table: int
    extra: int
    took: int
    leaving: int
    active: int
    playing: int
    open: int
    closed: int
    shown: int
    seats: int
    dealer: int
    leader: int
    to_act: int
    phase: int
    last_turns: int
    turns: int
    passes: int
    end: int
    by: int
    dealt_special: int
    talon_top: int
    talon_end: int
    aside_count: int
    recyclings: int
    turns_of: IntArray
    score: IntArray
    pack: IntArray
    aside: IntArray


class MatchRecord(Protocol):
    """One record of ``MATCH_DTYPE``, as compiled functions take it."""

    seats: int
    dealer: int
    leader: int
    rounds: int
    over: int
    chicken_taken: int
    winners: int
    lives: IntArray
    status: IntArray
    totals: IntArray


# The same for Python, where fields are read much faster by key than as attributes.
KEYED_ROUND_DTYPE: Final = np.dtype((np.void, ROUND_DTYPE))
KEYED_MATCH_DTYPE: Final = np.dtype((np.void, MATCH_DTYPE))

RecordArray: TypeAlias = NDArray[Any]

_FIELDS: Final = KEYED_ROUND_DTYPE.fields
assert _FIELDS is not None
_PACK: Final[int] = _FIELDS["pack"][1]


def new_round(pack: Sequence[Card]) -> RecordArray:
    """An array of one round, with its pack in the order of the deal but not yet dealt."""
    memory = bytearray(ROUND_DTYPE.itemsize)
    memory[_PACK : _PACK + len(pack)] = bytes(pack)
    return np.frombuffer(memory, ROUND_DTYPE)


def copy_array(records: RecordArray) -> RecordArray:
    """A copy of an array of records; NumPy's own goes field by field and takes ten times as long.

    >>> copy_array(np.ones(2, ROUND_DTYPE))["turns"].tolist()
    [1, 1]
    """
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def encode_rules(rules: RuleSet) -> RecordArray:
    """The rule set as an array of one record."""
    numbers = np.zeros(1, RULES_DTYPE)
    record = numbers[0]
    record.hand_size = rules.hand_size
    record.dealer_choice = rules.dealer_choice
    record.pass_ = rules.pass_
    record.exchange_all = rules.exchange_all
    record.renew = rules.renew
    record.close_timing = rules.close_timing == "instead"
    record.close_effect = ("one_turn_each", "until_one_open", "immediate").index(rules.close_effect)
    record.close_from_turn = rules.close_from_turn
    record.talon_short = ("showdown", "keep", "recycle").index(rules.talon_short)
    record.recycle = rules.recycle == "in_order"
    record.replace_789 = rules.replace_789
    record.special = ("ends", "grace", "none").index(rules.special)
    record.fire = rules.fire
    record.three_of_a_kind = rules.three_of_a_kind
    record.fire_penalty = ("all_others", "lowest").index(rules.fire_penalty)
    record.dealt_penalty = rules.dealt_penalty == "harsh"
    record.closer_penalty = rules.closer_penalty
    record.tie_trips_rank = rules.tie_trips_rank
    record.tie_suit = rules.tie_suit
    record.tie_high_card = rules.tie_high_card
    record.scoring = rules.scoring == "points"
    record.lives = rules.lives
    record.last_chance = ("all", "first", "none").index(rules.last_chance)
    record.all_out = rules.all_out == "replay"
    record.rounds = rules.rounds
    record.target = NO_TARGET if rules.target is None else 2 * rules.target
    record.turn_cap = rules.turn_cap
    record.pack_size = len(rules.cards)
    return numbers


rules_array = lru_cache(maxsize=1024)(encode_rules)
"""The array of a rule set, made once for each rule set."""
