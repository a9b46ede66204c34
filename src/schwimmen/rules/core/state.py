"""Records of a round, a match and a rule set, as the compiled rules read them.

Sets of cards and of seats are masks (bit ``n`` for card or seat ``n``). Values of hands and points
are doubled, so that 30.5 is the whole number 61. Compiled functions take each record as an array
and an index, the fastest way into compiled code.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Protocol, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, Range

from ..cards import NUMBER_OF_CARDS, Card
from ..options import OPTIONS, Options
from ..ruleset import RuleSet
from ..schema import Audience, Secret
from .records import (
    ChoiceRecord,
    EventRecord,
    FactsRecord,
    LossRecord,
    MatchFactsRecord,
    ResultNumbers,
    SeatRecord,
    ViewNumbers,
)
from .rows import MAX_SEATS, Pack, PerSeat, Records

MAX_ACTIONS: Final = 64
"""Upper bound of action numbers, which fit into a mask."""

# Phases of a round.
CHOICE: Final = 0  # the dealer keeps or takes (R5)
TURN: Final = 1
RENEWED: Final = 2  # the table was renewed, one card is to be exchanged (R30)
SHUFFLE: Final = 3  # chance must put the cards laid aside in order (R32)
OVER: Final = 4

# Ends of a round.
CLOSED: Final = 1
THIRTY_ONE: Final = 2
FIRE: Final = 3
TALON: Final = 4
CAP: Final = 5

NO_SEAT: Final = -1
NO_ACTION: Final = -1
NO_SUIT: Final = -1
NO_VALUE: Final = -1

# Status in a match for lives (R21, R22).
IN: Final = 0
SWIMMING: Final = 1
OUT: Final = 2

# Values of options in a ``RulesRecord`` that several modules read.
CLOSE_TIMING_INSTEAD: Final = Options.close_timing.encode("instead")
UNTIL_ONE_OPEN: Final = Options.close_effect.encode("until_one_open")
IMMEDIATE: Final = Options.close_effect.encode("immediate")
SHORT_RECYCLE: Final = Options.talon_short.encode("recycle")
RECYCLE_IN_ORDER: Final = Options.recycle.encode("in_order")
SPECIAL_ENDS: Final = Options.special.encode("ends")
SPECIAL_GRACE: Final = Options.special.encode("grace")
SPECIAL_NONE: Final = Options.special.encode("none")
FIRE_PENALTY_ALL_OTHERS: Final = Options.fire_penalty.encode("all_others")
DEALT_PENALTY_HARSH: Final = Options.dealt_penalty.encode("harsh")
CLOSER_TIE_LOSES: Final = Options.closer_tie.encode("closer_loses")
CLOSER_TIE_SAFE: Final = Options.closer_tie.encode("closer_safe")
LOSERS_ALL_BUT_BEST: Final = Options.losers.encode("all_but_best")
SCORING_POINTS: Final = Options.scoring.encode("points")
LAST_CHANCE_ALL: Final = Options.last_chance.encode("all")
LAST_CHANCE_FIRST: Final = Options.last_chance.encode("first")


def record_dtype(record: type) -> np.dtype[Any]:
    """Return the dtype of a record, whose fields are 64-bit integers unless annotated."""
    fields: list[tuple[Any, ...]] = [
        (name, *(_layout_of(hint) or (np.int64,)))
        for name, hint in get_type_hints(record, include_extras=True).items()
    ]
    # Bytes come last, so that all other numbers are aligned to 8 bytes.
    fields.sort(key=lambda field: np.dtype(field[1]).itemsize == 1)
    return np.dtype((np.record, fields))


def _layout_of(hint: Any) -> tuple[Any, ...]:
    """Return the layout of a field from its annotation: its type, and its shape if any."""
    metadata: tuple[Any, ...] = getattr(hint, "__metadata__", ())
    return tuple(one for one in metadata if not isinstance(one, Array | Range | Audience))


class RulesRecord(Options):
    """Record of a rule set: one number for each option, by its attribute."""

    pack_size: int


class RoundRecord(Protocol):
    """Record of a round."""

    hands: Secret[PerSeat]
    known: PerSeat
    """Cards of each hand that open exchanges revealed (R33)."""
    table: int
    extra: Secret[int]
    """Unseen extra hand, until the dealer has chosen (R5)."""
    took: int
    """Whether the dealer took the extra hand (R5)."""
    leaving: int
    """Table cards laid aside while the talon is recycled (R32)."""
    active: int
    """Seats dealt in."""
    playing: int
    """Seats that still get turns."""
    open: int
    """Seats that have not closed, in any way."""
    closed: int
    """Seats that closed by an action (R20)."""
    shown: int
    """Seats whose special hand lies open (R12, R28)."""
    seats: int
    dealer: int
    leader: int
    to_act: int
    phase: int
    last_turns: int
    """Whether the seats still playing have their last turn."""
    turns: int
    passes: int
    """Passes in succession."""
    end: int
    """End of the round, known before the last turns are played."""
    by: int
    """Seat that ended the round, or ``NO_SEAT``."""
    dealt_special: int
    """Whether a hand dealt or taken ended the round (R19)."""
    replayed: int
    """Whether the round is over and its match does not count it (R24)."""
    talon_top: int
    talon_end: int
    aside_count: int
    recyclings: int
    """Number of times the talon was recycled in the round (R32)."""
    turns_of: PerSeat
    score: PerSeat
    """Lives lost, or doubled points (R17 to R20, R31, R35, R36)."""
    pack: Secret[Pack]
    """Cards of the pack; the talon is ``pack[talon_top:talon_end]``."""
    aside: Pack
    """Cards in the order laid aside, ``aside_count`` of them."""


class MatchRecord(Protocol):
    """Record of a match."""

    seats: int
    dealer: int
    """Dealer of the next round."""
    leader: int
    """Leader of the next round."""
    rounds: int
    """Number of rounds played."""
    over: int
    chicken_taken: int
    """Whether the last chance has been used up (R29)."""
    winners: int
    lives: PerSeat
    status: PerSeat
    totals: PerSeat
    """Doubled points."""


SEAT_DTYPE: Final = record_dtype(SeatRecord)


class ViewRecord(ViewNumbers, Protocol):
    """Record of the view of a seat or a spectator (R33)."""

    in_match: int
    """Whether scores and statuses are known."""
    took: int
    """Whether the dealer took the extra hand (R5)."""
    seat_count: int
    seats: Annotated[Records[SeatRecord], SEAT_DTYPE, (MAX_SEATS,)]


class ResultRecord(ResultNumbers, Protocol):
    """Record of the result of a round."""

    seat_count: int
    active: int


class RecordedRoundRecord(Protocol):
    """Record of a round of a match record: its numbers of cards, actions and shuffles."""

    cards: int
    """Number of cards in the pack."""
    actions: int
    """Number of actions."""
    shuffles: int
    """Number of shuffles."""


class RecordedActionRecord(Protocol):
    """Record of an action of a match record."""

    kind: int
    """Kind of the action, or another number for an invalid name."""
    given: int
    taken: int
    number: int
    """Number of the action, written when it is played."""


class RecordedShuffleRecord(Protocol):
    """Record of a shuffle of a match record."""

    cards: int
    """Number of cards."""
    action: int
    """Place of the action that needs the shuffle, written when the action is played."""


class SettingRecord(Protocol):
    """Record of an option and its value, as ``completion.py`` numbers them."""

    option: int
    value: int


class ContradictionRecord(Protocol):
    """Record of two options that contradict each other."""

    option: int
    other: int


RULES_DTYPE: Final = np.dtype(
    (
        np.record,
        [(name, np.int64) for name in (*(o.attribute for o in OPTIONS.values()), "pack_size")],
    )
)
SETTING_DTYPE: Final = record_dtype(SettingRecord)
CONTRADICTION_DTYPE: Final = record_dtype(ContradictionRecord)
ROUND_DTYPE: Final = record_dtype(RoundRecord)
MATCH_DTYPE: Final = record_dtype(MatchRecord)
VIEW_DTYPE: Final = record_dtype(ViewRecord)
CHOICE_DTYPE: Final = record_dtype(ChoiceRecord)
EVENT_DTYPE: Final = record_dtype(EventRecord)
RESULT_DTYPE: Final = record_dtype(ResultRecord)
LOSS_DTYPE: Final = record_dtype(LossRecord)
FACTS_DTYPE: Final = record_dtype(FactsRecord)
MATCH_FACTS_DTYPE: Final = record_dtype(MatchFactsRecord)
RECORDED_ROUND_DTYPE: Final = record_dtype(RecordedRoundRecord)
RECORDED_ACTION_DTYPE: Final = record_dtype(RecordedActionRecord)
RECORDED_SHUFFLE_DTYPE: Final = record_dtype(RecordedShuffleRecord)

# Variants for Python code, which reads fields much faster by key than as attributes.
KEYED_ROUND_DTYPE: Final = np.dtype((np.void, ROUND_DTYPE))
KEYED_MATCH_DTYPE: Final = np.dtype((np.void, MATCH_DTYPE))
KEYED_VIEW_DTYPE: Final = np.dtype((np.void, VIEW_DTYPE))
KEYED_RESULT_DTYPE: Final = np.dtype((np.void, RESULT_DTYPE))

RecordArray: TypeAlias = NDArray[Any]

# Kinds of the parameters of entry points: arrays of one record or more, ...
RulesArray: TypeAlias = Annotated[NDArray[Any], Array(RULES_DTYPE, 1)]
RoundArray: TypeAlias = Annotated[NDArray[Any], Array(ROUND_DTYPE, 1)]
MatchArray: TypeAlias = Annotated[NDArray[Any], Array(MATCH_DTYPE, 1)]
ViewArray: TypeAlias = Annotated[NDArray[Any], Array(VIEW_DTYPE, 1)]
ResultArray: TypeAlias = Annotated[NDArray[Any], Array(RESULT_DTYPE, 1)]
MatchFactsArray: TypeAlias = Annotated[NDArray[Any], Array(MATCH_FACTS_DTYPE, 1)]
# ... those that may be empty, ...
AnyMatches: TypeAlias = Annotated[NDArray[Any], Array(MATCH_DTYPE, 0)]
AnyRounds: TypeAlias = Annotated[NDArray[Any], Array(ROUND_DTYPE, 0)]
AnyEvents: TypeAlias = Annotated[NDArray[Any], Array(EVENT_DTYPE, 0)]
SettingArray: TypeAlias = Annotated[NDArray[Any], Array(SETTING_DTYPE, 0)]
RecordedRounds: TypeAlias = Annotated[NDArray[Any], Array(RECORDED_ROUND_DTYPE, 0)]
RecordedActions: TypeAlias = Annotated[NDArray[Any], Array(RECORDED_ACTION_DTYPE, 0)]
RecordedShuffles: TypeAlias = Annotated[NDArray[Any], Array(RECORDED_SHUFFLE_DTYPE, 0)]
Cards: TypeAlias = Annotated[NDArray[np.int8], Array(np.int8, 0)]
PackOfCards: TypeAlias = Annotated[NDArray[np.int8], Array(np.int8, 1)]
WholePack: TypeAlias = Annotated[NDArray[np.int8], Array(np.int8, NUMBER_OF_CARDS)]
ChoiceArray: TypeAlias = Annotated[NDArray[Any], Array(CHOICE_DTYPE, MAX_ACTIONS)]
# ... and numbers within limits.
RoundIndex: TypeAlias = Annotated[int, Range(0, LengthOf("rounds", -1))]
MatchIndex: TypeAlias = Annotated[int, Range(0, LengthOf("matches", -1))]
RoundAndMatch: TypeAlias = Annotated[RoundIndex, Range(0, LengthOf("matches", -1))]
Seat: TypeAlias = Annotated[int, Range(0, MAX_SEATS - 1)]
SeatOrNone: TypeAlias = Annotated[int, Range(NO_SEAT, MAX_SEATS - 1)]
NumberOfSeats: TypeAlias = Annotated[int, Range(1, MAX_SEATS)]
SeatSet: TypeAlias = Annotated[int, Range(0, (1 << MAX_SEATS) - 1)]
CardSet: TypeAlias = Annotated[int, Range(0, (1 << NUMBER_OF_CARDS) - 1)]
Action: TypeAlias = Annotated[int, Range(0, MAX_ACTIONS - 1)]
ActionOrNone: TypeAlias = Annotated[int, Range(NO_ACTION, MAX_ACTIONS - 1)]
ActionSet: TypeAlias = Annotated[int, Range(-(2**63), 2**63 - 1)]

_FIELDS: Final = KEYED_ROUND_DTYPE.fields
assert _FIELDS is not None
_PACK: Final[int] = _FIELDS["pack"][1]


def new_round(pack: Sequence[Card]) -> RecordArray:
    """Return an array of one round, with its pack in the order of the deal but not yet dealt."""
    memory = bytearray(ROUND_DTYPE.itemsize)
    memory[_PACK : _PACK + len(pack)] = bytes(pack)
    return np.frombuffer(memory, ROUND_DTYPE)


def copy_array(records: RecordArray) -> RecordArray:
    """Return a copy of an array of records, ten times as fast as NumPy's copy by field.

    >>> copy_array(np.ones(2, ROUND_DTYPE))["turns"].tolist()
    [1, 1]
    """
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def encode_rules(rules: RuleSet) -> RecordArray:
    """Return a rule set as an array of one record."""
    return np.array([rules.numbers], RULES_DTYPE)


rules_array = lru_cache(maxsize=1024)(encode_rules)
"""Return ``encode_rules`` of a rule set, computed once."""
