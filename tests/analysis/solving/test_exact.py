"""Small rounds are solved exactly; unsupported games are refused.

``test_best_response`` checks that these strategies cannot be exploited, with OpenSpiel's means, in
``tests/envs/test_openspiel_solving.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from copy import deepcopy
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from schwimmen.analysis.solving.exact import solve
from schwimmen.analysis.solving.round_tree import RoundTree
from schwimmen.rules import Round, RuleSet, RuleSetError, SchwimmenError

ONE_CARD: dict[str, Any] = {
    "hand_size": 1,
    "max_players": 2,
    "turn_cap": 1,
    "special": "none",
    "fire": False,
    "three_of_a_kind": False,
    "dealer_choice": False,
    "exchange_all": False,
    "close_timing": "instead",
}
RULES = RuleSet.study("KC 9C 8C 7C", **ONE_CARD | {"turn_cap": 2})


def ends_below(round_: Round) -> Iterable[tuple[tuple[int, ...], int]]:
    """Yield the actions to every end of a round, and the gain of seat 0 there."""
    if round_.over:
        assert round_.result is not None
        lost = round_.result.lost
        assert lost is not None
        yield round_.action_numbers, (lost[1] or 0) - (lost[0] or 0)
    for action in round_.legal_numbers:
        below = deepcopy(round_)
        below.play(action)
        yield from ends_below(below)


def test_the_tree_has_all_ends_of_all_rounds() -> None:
    tree = RoundTree(RULES)
    found: list[int] = []
    for pack in permutations(RULES.cards):
        found += [gain for _, gain in ends_below(Round(RULES, 2, pack, dealer=1))]
    assert tree.deals == 24
    assert sorted(-tree.ends["score"]) == sorted(found)


def test_information_states_have_perfect_recall() -> None:
    tree = RoundTree(RULES)
    for seat in range(2):
        mine = np.flatnonzero(tree.nodes["seat"] == seat)
        nodes, first = tree.nodes[mine], tree.nodes[tree.first[seat]][tree.state_of[mine]]
        assert (nodes["legal"] == first["legal"]).all()
        assert (nodes["rank"] == first["rank"]).all()
        acted = nodes["before"] >= 0
        assert ((first["before"] >= 0) == acted).all()
        before = nodes["before"][acted], first["before"][acted]
        assert (tree.state_of[before[0]] == tree.state_of[before[1]]).all()


def test_the_value_is_the_expected_gain_of_the_strategies() -> None:
    solution = solve(RULES)
    worth = 0.0
    for pack in permutations(RULES.cards):
        for actions, gain in ends_below(Round(RULES, 2, pack, dealer=1)):
            round_ = Round(RULES, 2, pack, dealer=1)
            share = 1.0
            for action in actions:
                probabilities = solution.strategy(round_)
                assert list(probabilities) == list(round_.legal_numbers)
                assert sum(probabilities.values()) == pytest.approx(1)
                share *= probabilities[action]
                round_.play(action)
            worth += share * gain / 24
    assert solution.value == pytest.approx(worth)


def test_the_value_changes_sign_with_the_leader() -> None:
    """Exchanging the seats changes the sign of the value."""
    assert solve(RULES, dealer=0).value == pytest.approx(-solve(RULES, dealer=1).value)
    assert solve(RULES).value != 0


def test_the_value_of_a_round_without_choices_is_that_of_the_deal() -> None:
    """With one card each, both seats must exchange it, so that no decision matters."""
    forced = ONE_CARD | {"close_from_turn": 2, "pass_": False}
    rules = RuleSet.study("KC QC JC", **forced, tie_high_card=True)
    solution = solve(rules)
    assert RoundTree(rules).information_states == (6, 6)
    assert solution.value == pytest.approx(0)  # both exchange their cards


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: RoundTree(RuleSet("pagat")), "32 cards with 3 in hand can be dealt in"),
        (lambda: RoundTree(RULES, dealer=2), "dealer: 2, but seats are 0 and 1"),
        (
            lambda: RoundTree(
                RuleSet.study("KC QC JC TC", **ONE_CARD | {"talon_short": "recycle", "turn_cap": 5})
            ),
            "talon_short: recycle needs another shuffle",
        ),
        (
            lambda: solve(RULES).strategy(Round("pagat", 2, RuleSet("pagat").cards)),
            "is not of the game that was solved",
        ),
        (
            lambda: solve(RULES).strategy(Round(RULES, 2, RULES.cards, dealer=0)),
            "is not of the game that was solved",
        ),
        (lambda: solve(RULES).strategy(ended()), "no seat is to act"),
    ],
)
def test_unsupported_games_are_refused(make: Any, message: str) -> None:
    with pytest.raises(SchwimmenError, match=message):
        make()


def ended() -> Round:
    """Return a round in which no seat is to act."""
    round_ = Round(RULES, 2, RULES.cards, dealer=1)
    for action in ("close", "close", "pass"):
        if action in round_.legal_actions:
            round_.play(action)
    assert round_.over
    return round_


def test_without_scipy_the_error_names_the_package_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(SchwimmenError, match=r'pip install "schwimmen\[solving\]"'):
        solve(RULES)


def test_hands_of_one_or_two_cards_need_a_study_pack() -> None:
    with pytest.raises(RuleSetError, match="hand_size: 2 is not valid, it is one of 3, 4"):
        RuleSet("pagat", hand_size=2)
    with pytest.raises(RuleSetError, match="three_of_a_kind: yes contradicts hand_size: 2"):
        RuleSet.study("AC KC QC AS KS QS", hand_size=2, max_players=2)
