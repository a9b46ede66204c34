"""Layout of the compiled records, and the encoding of rule sets."""

from __future__ import annotations

import numpy as np
import pytest

from schwimmen.rules import OPTIONS, PRESETS, RuleSet
from schwimmen.rules.core.state import (
    MATCH_DTYPE,
    ROUND_DTYPE,
    RULES_DTYPE,
    SCORING_POINTS,
    encode_rules,
)


def test_rules_have_a_number_for_each_option_and_the_pack() -> None:
    names = [spec.attribute for spec in OPTIONS.values()]
    fields = [(name, np.int64) for name in (*names, "pack_size")]
    assert np.dtype((np.record, fields)) == RULES_DTYPE


def test_the_layout_of_rounds_and_matches_is_fixed() -> None:
    assert (ROUND_DTYPE.itemsize, MATCH_DTYPE.itemsize) == (624, 296)
    fields = ROUND_DTYPE.fields
    assert fields is not None
    offsets = {name: fields[name][1] for name in ("table", "score", "pack", "aside")}
    assert offsets == {"table": 160, "score": 440, "pack": 520, "aside": 572}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rule_set_is_encoded_option_by_option(preset: str) -> None:
    rules = RuleSet(preset)
    record = encode_rules(rules)[0]
    assert record.hand_size == rules.hand_size
    assert bool(record.pass_) == rules.pass_
    assert (record.scoring == SCORING_POINTS) == (rules.scoring == "points")
    assert record.target == (-1 if rules.target is None else 2 * rules.target)
    assert record.max_players == rules.max_players
    assert record.pack_size == len(rules.cards)
