"""A blueprint in memory: for every situation up to three actions and how often each is played.

It is a hash table with open addressing. A slot has 48 bits: the low 27 are the play (three slots of
actions, five bits each; the shares of the second and of the third, six bits each), those above a
fingerprint of the key, which is not 0. An empty slot is 0.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from schwimmen.rules.compiled import compiled

ABSENT: Final = -1
SHARES: Final = 63
"""The shares of the three actions add up to this."""

PLAY_BITS: Final = 27
_PLAY: Final = (1 << PLAY_BITS) - 1
_ACTION: Final = 31
_FINGERPRINT_SHIFT: Final = np.uint64(64 - 21)


@compiled
def home_of(key: Any, size: int) -> int:
    """Where the slot of a key is looked for first, among ``size`` (a power of two)."""
    return int(np.int64(key >> np.uint64(1)) & (size - 1))


@compiled
def fingerprint(key: Any) -> int:
    """What tells keys apart that lie beside each other."""
    return int(np.int64(key >> _FINGERPRINT_SHIFT)) | 1


@compiled
def play_at(slots: Any, key: Any) -> int:
    """The play in the situation of a key, or ``ABSENT``."""
    size = len(slots)
    if size == 0:
        return ABSENT
    wanted = fingerprint(key)
    place = home_of(key, size)
    while True:
        slot = np.int64(slots[place])
        if slot == 0:
            return ABSENT
        if slot >> PLAY_BITS == wanted:
            return int(slot & _PLAY)
        place = (place + 1) & (size - 1)


@compiled
def action_in(play: int, which: int) -> int:
    """The slot of the first, second or third action of a play."""
    return play >> 5 * which & _ACTION


@compiled
def share_in(play: int, which: int) -> int:
    """How often it is played, of ``SHARES``."""
    second = play >> 15 & SHARES
    third = play >> 21 & SHARES
    if which == 0:
        return SHARES - second - third
    return second if which == 1 else third
