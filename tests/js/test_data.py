"""The module chooses the data that fit a rule set best as compiled code does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players.blueprint.policy_table import blueprint_catalogue
from schwimmen.players.equity.loss_frequencies import frequencies_catalogue
from schwimmen.players.rule_similarity import nearest_blueprint, nearest_family
from schwimmen.rules import RuleSet
from schwimmen.rules.core.state import RecordArray, rules_array
from tests.js.node import Script, running
from tests.strategies import examples, rule_sets

Search: TypeAlias = Callable[[RecordArray, int, RecordArray], int]

SEARCHES: dict[str, tuple[Search, Callable[[], RecordArray]]] = {
    "nearest_blueprint": (nearest_blueprint, blueprint_catalogue),
    "nearest_family": (nearest_family, frequencies_catalogue),
}


@pytest.fixture(scope="module")
def find_in_module() -> Iterator[Script]:
    """Return a function that searches a catalogue through the module."""
    with running("nearest.mjs") as find:
        yield find


@pytest.mark.parametrize("name", SEARCHES)
@examples(200)
@given(rules=rule_sets(), seats=st.integers(2, 10))
def test_the_nearest_data_are_found(
    find_in_module: Script, name: str, rules: RuleSet, seats: int
) -> None:
    find, catalogue = SEARCHES[name]
    search = {
        "name": name,
        "rules": rules_array(rules).tobytes().hex(),
        "seats": seats,
        "catalogue": catalogue().tobytes().hex(),
    }
    assert find_in_module(search) == str(find(rules_array(rules), seats, catalogue()))
