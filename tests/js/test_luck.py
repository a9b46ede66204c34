"""Luck with the deals in the package for JavaScript is that of Python."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from schwimmen.analysis import deal_luck
from schwimmen.players import make_player, play_match
from schwimmen.rules import Match
from tests.effort import count, sample
from tests.js.node import Script, running
from tests.strategies import VARIANTS


@pytest.fixture(scope="module")
def luck_in_module() -> Iterator[Script]:
    """Return a function that computes luck by the module."""
    with running("luck.mjs") as compute:
        yield compute


@pytest.mark.parametrize("preset", sample(VARIANTS, least=3))
def test_luck_is_that_of_python(luck_in_module: Script, preset: str) -> None:
    for seed in range(count(10)):
        match = Match(preset, players=3, seed=seed)
        play_match(match, [make_player("casual", seat) for seat in range(3)])
        found = [deal_luck(match, seat, seed=seed)._asdict() for seat in range(3)]
        shown = luck_in_module({"record": match.to_record(), "seed": seed})
        assert json.loads(shown) == found


def test_a_running_round_is_left_out(luck_in_module: Script) -> None:
    record = Match(players=2, seed=1).to_record()
    shown = luck_in_module({"record": record, "seed": 0})
    assert json.loads(shown) == 2 * [{"result": 0.5, "luck": 0}]
