"""Facts that may be reasons: their codes, changes and records."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array
from schwimmen.rules.core.bits import MAX_HAND_SIZE
from schwimmen.rules.core.rng import Rng
from schwimmen.rules.core.rows import MAX_SEATS, IntArray, PerSeat
from schwimmen.rules.core.state import RecordArray, record_dtype

from ..situation import Situation
from .numbers import ReasonNumbers

MAX_REASONS: Final = 3
"""Maximum number of reasons for a decision."""

# Codes of reasons. "Best" and "other" are the two actions that are compared.
BETTER_HAND: Final = 0  # the best action leaves a hand that is worth more
SPECIAL_HAND: Final = 1  # the best action makes a special hand
STRONG_HAND: Final = 2  # the hand is good enough to end the seat's turns now
WEAK_HAND: Final = 3  # the hand is too poor for it
KEPT_HAND: Final = 4  # the dealer's hand is good enough to be kept
POOR_DEAL: Final = 5  # the dealer's hand is poor enough to be given away
LEFT_CARDS: Final = 6  # the other action leaves cards on the table that an opponent takes
OUTS: Final = 7  # the hand can still improve
FEWER_TURNS: Final = 8  # otherwise opponents have more turns to improve
NEW_TABLE: Final = 9  # new table cards come
NO_NEW_TABLE: Final = 10  # otherwise new table cards come, which help the opponents
WEAK_OPPONENT: Final = 11  # an opponent's actions show a poor hand
STRONG_OPPONENT: Final = 12  # an opponent's actions show a good hand
KNOWN_CARDS: Final = 13  # cards that an opponent is known to hold
LIVES: Final = 14  # players have unequal numbers of lives

REASON_CODES: Final = (
    "better_hand",
    "special_hand",
    "strong_hand",
    "weak_hand",
    "kept_hand",
    "poor_deal",
    "left_cards",
    "outs",
    "fewer_turns",
    "new_table",
    "no_new_table",
    "weak_opponent",
    "strong_opponent",
    "known_cards",
    "lives",
)
"""Codes of reasons, in the order of their numbers."""

REASON_NUMBERS: Final = (
    ("value", "other_value", "beaten", "other_beaten"),
    ("value", "other_value"),
    ("value", "beaten"),
    ("value", "beaten"),
    ("value", "beaten"),
    ("value", "beaten"),
    ("probability",),
    ("outs", "other_outs", "value"),
    ("turns", "other_turns"),
    ("probability",),
    ("probability",),
    ("value", "usual_value", "lowest"),
    ("value", "usual_value"),
    (),
    ("own", "fewest", "most"),
)
"""Names of the numbers of each reason, in the order of ``REASON_CODES``."""

NUMBERS: Final = 4
_FACTS: Final = 12 + MAX_SEATS

# Changes of the world, or of the hands that count in the end.
AS_IT_IS: Final = 0
COUNTS_AS: Final = 1  # the hand after the action, if it is kept, counts as other cards
COUNTS_AS_ANY: Final = 2  # the hand after the action, if kept, counts as one of an opponent
STANDS: Final = 3  # the hand after the action is the one that counts
RANDOM_HAND: Final = 4  # the hand after the action is a random one
RANDOM_TABLE: Final = 5  # until the seat's next turn, unseen cards lie in place of some
NO_NEW_TABLE_YET: Final = 6  # until the seat's next turn, no table cards are replaced
FEWER_TURNS_LEFT: Final = 7  # opponents' hands count as they are after the turns that they have
FORGOTTEN: Final = 8  # the hand of an opponent is a random one
EQUAL_LIVES: Final = 9  # all players have equal lives
NO_CHOICE: Final = 10  # the other action is played

# Actions that are compared: their places, and masks of them.
SIDES: Final = 2
BEST: Final = 0
OTHER: Final = 1
_FOR_BEST: Final = 1
_FOR_OTHER: Final = 2
_FOR_BOTH: Final = 3

# How each fact is changed, and for which actions.
CHANGES: Final = np.array(
    (
        (COUNTS_AS, _FOR_BEST),
        (NO_CHOICE, _FOR_BEST),
        (COUNTS_AS_ANY, _FOR_BEST),
        (COUNTS_AS_ANY, _FOR_OTHER),
        (RANDOM_HAND, _FOR_BEST),
        (RANDOM_HAND, _FOR_OTHER),
        (RANDOM_TABLE, _FOR_OTHER),
        (STANDS, _FOR_BOTH),
        (FEWER_TURNS_LEFT, _FOR_OTHER),
        (NO_NEW_TABLE_YET, _FOR_BEST),
        (NO_NEW_TABLE_YET, _FOR_OTHER),
        (FORGOTTEN, _FOR_BOTH),
        (FORGOTTEN, _FOR_BOTH),
        (FORGOTTEN, _FOR_BOTH),
        (EQUAL_LIVES, _FOR_BOTH),
    )
)

PerSide: TypeAlias = Annotated[IntArray, np.int64, (SIDES,)]
PerTableCard: TypeAlias = Annotated[IntArray, np.int64, (MAX_HAND_SIZE,)]


class ReasonRecord(ReasonNumbers, Protocol):
    """Record of a fact that may be a reason."""

    numbers: Annotated[NDArray[np.float64], np.float64, (NUMBERS,)]
    change: int
    """Change of the fact."""
    sides: int
    """Actions that the change concerns."""


REASON_DTYPE: Final = record_dtype(ReasonRecord)


class ReasonsRecord(Protocol):
    """Record of the reasons of a decision, the largest share first, and of work space."""

    found: Annotated[RecordArray, REASON_DTYPE, (_FACTS,)]
    count: int
    """Number of reasons."""
    rng: Annotated[Rng, np.uint64, (1,)]
    lives: PerSeat
    """Lives of all seats in the match."""
    hands: PerSeat
    """Hands of the opponents after some of their turns."""
    turns: PerSeat
    """Turns of the opponents since the action."""
    taken: PerSeat
    """Number of worlds in which a seat took cards that the other action leaves on the table."""
    lowest: PerSeat
    """Number of worlds in which a seat was lowest after the best action."""
    turns_left: int
    """Turns of each opponent after the best action, if it ends the round."""
    left_matters: int
    """Whether the cards left on the table are a reason, which may exclude ``OUTS``."""
    ends: PerSide
    """Whether the seat has no further turn, by action."""
    new_tables: PerSide
    """Number of worlds with a new table before the seat's next turn, by action."""
    turns_of_all: PerSide
    """Sum of the turns that opponents had, by action."""
    swapped: PerTableCard
    """Table cards swapped for cards of the talon, which lie in their places."""
    substitutes: PerTableCard
    places: PerTableCard


REASONS_DTYPE: Final = record_dtype(ReasonsRecord)
ReasonArray: TypeAlias = Annotated[NDArray[Any], Array(REASONS_DTYPE, 1)]


class Comparison(NamedTuple):
    """Two actions in a situation, the hands after them, and the worlds in which they are compared.

    ``left`` are the cards that the other action leaves on the table and the best one does not.
    """

    situation: Situation
    work: RecordArray
    best: int
    other: int
    hand: int
    other_hand: int
    left: int
    worlds: int
    seed: Any
