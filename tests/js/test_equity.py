"""Match equity in the module is that of compiled code, byte for byte."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players.equity import equity_lookup, match_state
from schwimmen.players.equity.builder import equity_model
from schwimmen.players.equity.match_equity import BY_EQUITY, equity_after_round
from schwimmen.players.equity.model import EQUITY_DTYPE, WORKSPACE_DTYPE, equity_before_round
from schwimmen.players.equity.outcomes import measured_tables
from schwimmen.rules import Match, RuleSet, View
from schwimmen.rules.core.state import ROUND_DTYPE, RecordArray, rules_array
from schwimmen.rules.view_builder import record_of
from tests.effort import sample
from tests.js.node import Script, running
from tests.strategies import VARIANTS, examples, rule_sets

STATES = 8
ROUNDS = 20


@pytest.fixture(scope="module")
def equity_in_module() -> Iterator[Script]:
    """Return a function that computes match equity through the module and returns a digest."""
    with running("equity.mjs") as compute:
        tables = {
            name: table.tobytes().hex() for name, table in measured_tables()._asdict().items()
        }
        assert compute(tables) == "ready"
        yield compute


@pytest.mark.parametrize(
    ("preset", "seats"),
    sample(
        [
            (preset, seats)
            for preset in VARIANTS
            for seats in range(2, RuleSet(preset).max_players + 1)
        ],
        least=10,
    ),
)
def test_presets(equity_in_module: Script, preset: str, seats: int) -> None:
    check(equity_in_module, RuleSet(preset), seats)


@examples(40)
@given(data=st.data())
def test_any_rules(equity_in_module: Script, data: st.DataObject) -> None:
    lives = data.draw(st.sampled_from((1, 2, 3, 7, 12, 40, 1000)))
    rules = data.draw(rule_sets({"lives": lives}))
    check(equity_in_module, rules, data.draw(st.integers(2, rules.max_players)))


def check(equity_in_module: Script, rules: RuleSet, seats: int) -> None:
    """Check that a model, and the values looked up in it, are the same in the module."""
    chance = Random(seats)
    view = Match(rules, players=seats, seed=1).view(0)
    number = 0 if rules.scoring == "points" else STATES
    states = [state_of(rules, seats, chance) for _ in range(number)]
    rounds = [finished(view, chance) for _ in range(ROUNDS)]
    match = {
        "rules": rules_array(rules).tobytes().hex(),
        "seats": seats,
        "view": record_of(view).tobytes().hex(),
        "states": [state.tobytes().hex() for state in states],
        "rounds": [round_.tobytes().hex() for round_ in rounds],
    }
    assert equity_in_module(match) == compute_natively(view, states, rounds)


def state_of(rules: RuleSet, seats: int, chance: Random) -> RecordArray:
    """Return a random state before a round."""
    inside = sorted(chance.sample(range(seats), chance.randint(2, seats)))
    lives = [chance.randint(0, rules.lives) if seat in inside else None for seat in range(seats)]
    return match_state(rules, lives, chance.choice(inside))


def finished(view: View, chance: Random) -> RecordArray:
    """Return a round of a view that is over, with random scores."""
    rounds = np.zeros(1, ROUND_DTYPE)
    state: Any = rounds[0]
    state.seats = len(view.seats)
    state.dealer = view.dealer
    state.active = (1 << len(view.seats)) - 1
    for seat in range(len(view.seats)):
        state.score[seat] = chance.choice((0, 0, 1, 2))
    return rounds


def compute_natively(view: View, states: list[RecordArray], rounds: list[RecordArray]) -> str:
    """Return the digest of all results, made as ``equity.mjs`` makes it."""
    digest = hashlib.sha256()
    rules, sizes, values = equity_lookup(view).model
    lookups = equity_lookup(view).lookups
    if lookups[0].kind == BY_EQUITY:
        assert values is equity_model(view.rules, len(view.seats)).values
        digest.update(sizes.tobytes() + values.tobytes())
    workspaces, found = np.zeros(1, WORKSPACE_DTYPE), np.zeros(1024, EQUITY_DTYPE)
    for matches in states:
        equity_before_round(rules, sizes, values, matches, workspaces, found)
        digest.update(found[:1].tobytes())
    for finished_round in rounds:
        row = equity_after_round(rules, sizes, values, lookups, found, finished_round)
        digest.update(found[row].tobytes())
    return digest.hexdigest()
