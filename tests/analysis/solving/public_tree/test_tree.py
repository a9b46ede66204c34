"""A public tree has the information states of the full tree, in parts or as a whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from schwimmen.analysis.solving.public_tree import tree as module
from schwimmen.analysis.solving.public_tree.tree import PublicTree
from schwimmen.analysis.solving.round_tree import RoundTree
from schwimmen.rules import RuleSet, SchwimmenError

SMALL: dict[str, Any] = {"three_of_a_kind": False, "fire": False, "max_players": 2}
GAMES = [
    RuleSet.study("KC 9C 8C KS", hand_size=1, turn_cap=2, **SMALL),
    RuleSet.study("AC KC 9C KS AS 8S", hand_size=2, turn_cap=1, **SMALL),
    RuleSet.study("AC KC QC KS AS 8S 7S", hand_size=2, turn_cap=1, special="none", **SMALL),
    RuleSet.study("AC KC QC AS KS QS 9S", "choy", hand_size=2, turn_cap=1, **SMALL),
    RuleSet.study("AC KC QC AS KS QS AH AD 9D", turn_cap=1, close_timing="instead", max_players=2),
]


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("dealer", [0, 1])
def test_its_information_states_are_those_of_all_deals(rules: RuleSet, dealer: int) -> None:
    whole, nodes = PublicTree(rules, dealer), RoundTree(rules, dealer)
    whole.expand()
    assert whole.information_states == nodes.information_states
    for seat in range(2):
        decisions = whole.decisions(seat)
        keys = set(decisions.keys.tolist())
        assert len(keys) == len(decisions.keys)
        assert keys >= set(nodes.nodes["key"][nodes.first[seat]].tolist())
        assert whole.sequences[seat] == decisions.actions.sum()


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_its_parts_make_the_whole(rules: RuleSet) -> None:
    tree = PublicTree(rules)
    tree.expand()
    whole = [set(tree.decisions(seat).keys.tolist()) for seat in range(2)]
    parts: list[set[int]] = [set(), set()]
    states = np.array(tree.head_states)
    for first in tree.tables.tolist():
        tree.expand(first)
        states += np.subtract(tree.information_states, tree.head_states)
        for seat in range(2):
            parts[seat] |= set(tree.decisions(seat).keys.tolist())
    assert parts == whole
    tree.expand()
    assert tree.information_states == tuple(states)


def test_trees_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CAPACITY", 1 << 10)
    tree = PublicTree(GAMES[-1])
    message = r"9 cards with 3 in hand and turn_cap 1 make more than 1,024 .* take fewer cards"
    with pytest.raises(SchwimmenError, match=message):
        tree.expand()


@pytest.mark.parametrize(
    ("rules", "dealer", "message"),
    [
        (GAMES[0], -1, "dealer: -1, but seats are 0 and 1"),
        (RuleSet("pagat", replace_789=True), 1, "replace_789: yes is not supported here; take no"),
    ],
)
def test_unsupported_rules_are_refused(rules: RuleSet, dealer: int, message: str) -> None:
    with pytest.raises(SchwimmenError, match=message):
        PublicTree(rules, dealer)
