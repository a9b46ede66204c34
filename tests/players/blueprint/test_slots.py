"""What was put into the slots is found there: up to three actions, and how often each is played."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from schwimmen.players.blueprint.file import NO_SLOTS
from schwimmen.players.blueprint.slots import ABSENT, SHARES, action_in, play_at, share_in

from .filling import any_play, slots_with


def found(slots: NDArray[np.uint64], key: int) -> dict[int, float] | None:
    """The shares of the actions that are played in a situation."""
    play = play_at(slots, np.uint64(key))
    if play == ABSENT:
        return None
    shares = {action_in(play, which): share_in(play, which) for which in range(3)}
    assert sum(share_in(play, which) for which in range(3)) == SHARES
    return {action: share / SHARES for action, share in shares.items() if share}


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ({3: 5.0}, {3: 1}),
        ({24: 1.0, 0: 1.0}, {24: 0.5, 0: 0.5}),
        ({7: 6.0, 9: 3.0, 1: 1.0}, {7: 0.6, 9: 0.3, 1: 0.1}),
        ({7: 6.0, 9: 3.0, 1: 1.0, 2: 1.0}, {7: 0.6, 9: 0.3, 1: 0.1}),  # the fourth is left out
        ({7: 97.0, 9: 3.0}, {7: 1}),  # what is rare, too
        ({4: 1.0, 5: 1.0, 6: 1.0}, {4: 1 / 3, 5: 1 / 3, 6: 1 / 3}),
    ],
)
def test_play_is_kept_but_for_what_is_rare(
    played: dict[int, float], expected: dict[int, float]
) -> None:
    slots = slots_with({0xABCDEF0123456789: played, 0x1111111111111111: {0: 1.0}})
    assert found(slots, 0xABCDEF0123456789) == pytest.approx(expected, abs=0.03)


def test_every_situation_is_found_and_no_other() -> None:
    plays = any_play(1, 500)
    slots = slots_with(plays)
    assert len(slots) >= 1.5 * len(plays)
    assert np.count_nonzero(slots) == len(plays)
    for key, play in plays.items():
        shares = found(slots, key)
        assert shares is not None
        assert shares.keys() <= play.keys()
        assert max(play, key=play.__getitem__) in shares
    strange = [found(slots, key) for key in any_play(2, 500)]
    assert strange.count(None) == len(strange)


def test_keys_that_belong_in_the_same_place_lie_beside_each_other() -> None:
    plays = {which << 43 | 7: {which: 1.0} for which in range(1, 20, 2)}
    slots = slots_with(plays)
    assert [found(slots, key) for key in plays] == [{which: 1} for which in range(1, 20, 2)]


def test_of_too_many_situations_those_that_come_often_are_kept() -> None:
    plays = {(key << 50) + 1: {0: float(key)} for key in range(1, 9)}
    slots = slots_with(plays, most=3)
    assert [found(slots, key) is not None for key in plays] == [False] * 5 + [True] * 3


def test_nothing_is_found_where_nothing_is() -> None:
    assert found(NO_SLOTS, 5) is None
    assert found(slots_with({}), 5) is None
    assert found(slots_with({5: {}}), 5) is None  # never played
