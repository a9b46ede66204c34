"""Faults of match records that readers of records find before, so only other programs meet them."""

from __future__ import annotations

import numpy as np
import pytest

from schwimmen.rules import RuleSet, mask_of
from schwimmen.rules.core import kernel
from schwimmen.rules.core.record import RECORD_FAULTS
from schwimmen.rules.core.state import (
    MATCH_DTYPE,
    RECORDED_ACTION_DTYPE,
    RECORDED_ROUND_DTYPE,
    RECORDED_SHUFFLE_DTYPE,
    ROUND_DTYPE,
    rules_array,
)

RULES = RuleSet("pagat")
PACK = list(map(int, RULES.cards))


@pytest.mark.parametrize(
    ("seats", "dealer", "pack", "expected"),
    [
        (2, 1, PACK, ("valid", -1, -1)),
        (1, 0, PACK, ("wrong_players", -1, -1)),
        (9, 0, PACK, ("wrong_players", -1, -1)),
        (2, 2, PACK, ("wrong_dealer", -1, -1)),
        (2, -1, PACK, ("wrong_dealer", -1, -1)),
        (2, 0, PACK[:-1], ("wrong_pack", 0, -1)),
        (2, 0, [*PACK, *PACK], ("wrong_pack", 0, -1)),
        (2, 0, [*PACK[:-1], PACK[0]], ("wrong_pack", 0, -1)),
        (2, 0, [*PACK[:-1], -1], ("wrong_pack", 0, -1)),
        (2, 0, [*PACK[:-1], 99], ("wrong_pack", 0, -1)),
    ],
)
def test_the_first_fault_has_a_code_and_a_place(
    seats: int, dealer: int, pack: list[int], expected: tuple[str, int, int]
) -> None:
    code, *place, _ = kernel.play_record(
        rules_array(RULES),
        seats,
        dealer,
        mask_of(PACK),
        np.array([(len(pack), 0, 0)], RECORDED_ROUND_DTYPE),
        np.zeros(0, RECORDED_ACTION_DTYPE),
        np.zeros(0, RECORDED_SHUFFLE_DTYPE),
        np.array(pack, np.int8),
        np.zeros(1, ROUND_DTYPE),
        np.zeros(2, MATCH_DTYPE),
    )
    assert (RECORD_FAULTS[code], *place) == expected
