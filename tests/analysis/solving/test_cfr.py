"""CFR+ approaches an equilibrium."""

from __future__ import annotations

from typing import Any

import pytest

from schwimmen.analysis.solving.best_response import best_responses
from schwimmen.analysis.solving.cfr import CFRPlus
from schwimmen.analysis.solving.exact import solve
from schwimmen.rules import RuleSet, SchwimmenError

SMALL: dict[str, Any] = {"three_of_a_kind": False, "fire": False, "max_players": 2}
GAMES = [
    RuleSet.study("KC 9C 8C KS", hand_size=1, turn_cap=2, **SMALL),
    RuleSet.study("AC KC 9C KS AS 8S", hand_size=2, turn_cap=1, **SMALL),
    RuleSet.study("AC KC QC AS KS QS 9S", "choy", hand_size=2, turn_cap=1, **SMALL),
]


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("dealer", [0, 1])
def test_average_strategies_approach_an_equilibrium(rules: RuleSet, dealer: int) -> None:
    learner = CFRPlus(rules, dealer)
    before = best_responses(rules, learner.average_strategies(), dealer)
    learner.run(10)
    learner.run(90)
    after = best_responses(rules, learner.average_strategies(), dealer)
    assert after.exploitability < 0.002 * max(abs(after.best[0]), 1)
    assert before.exploitability > 0.3
    exact = solve(rules, dealer).value
    assert -after.best[1] - 1e-9 <= exact <= after.best[0] + 1e-9


def test_unsupported_games_are_refused() -> None:
    rules = RuleSet.study("KC QC JC TC", "choy", hand_size=1, turn_cap=3, **SMALL)
    with pytest.raises(SchwimmenError, match="needs a new talon in this game"):
        CFRPlus(rules)
