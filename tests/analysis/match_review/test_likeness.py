"""Players are compared with the levels by their error rates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.analysis import review
from schwimmen.analysis.match_review import kernel
from schwimmen.analysis.match_review.records import ACCOUNT_DTYPE
from schwimmen.players import make_player, play_match
from schwimmen.players.levels import DECLARED
from schwimmen.players.policies import POLICY_KINDS
from schwimmen.rules import Match, RuleSet
from schwimmen.rules.core.state import rules_array
from tests.effort import EFFORT

LEVELS = [level.name for level in DECLARED if level.likeness is not None]
RULES = st.one_of(
    st.builds(lambda lives: RuleSet("pagat", lives=lives), st.integers(1, 9)),
    st.sampled_from([RuleSet(preset) for preset in ("dutch", "choy", "app-a9")]),
)


def likenesses(rules: RuleSet, *rates: float, decisions: int = 40) -> list[str | None]:
    """Return the levels that play like players with these error rates."""
    accounts = np.zeros(len(rates), ACCOUNT_DTYPE)
    accounts["decisions"] = decisions
    accounts["error_rate"] = rates
    kernel.compare_with_levels(rules_array(rules), accounts)
    names: list[str] = [*POLICY_KINDS]
    return [None if code < 0 else names[code] for code in accounts["like"].tolist()]


@given(rules=RULES, rates=st.lists(st.floats(0, 1000), min_size=2, max_size=7))
def test_who_loses_more_plays_like_no_better_level(rules: RuleSet, rates: list[float]) -> None:
    found = likenesses(rules, *sorted(rates))
    places = [LEVELS.index(level or "") for level in found]
    assert places == sorted(places, reverse=True)


@pytest.mark.parametrize("players", range(2, 8))
@given(rules=RULES)
def test_every_level_can_be_reached(players: int, rules: RuleSet) -> None:
    found = {
        level
        for rate in np.geomspace(0.1, 2000, 400).tolist()
        for level in likenesses(rules, *[rate] * players)
    }
    assert found == set(LEVELS)


def test_a_few_decisions_say_nothing() -> None:
    assert likenesses(RuleSet("pagat"), 100.0, 0.0, decisions=9) == [None, None]
    assert likenesses(RuleSet("pagat"), 5000.0, 0.0, decisions=10) == ["beginner", "master"]


def test_strong_bots_are_told_from_weak_ones() -> None:
    names = ("beginner", "expert", "master")
    rules = RuleSet("dutch") if EFFORT >= 1 else RuleSet("dutch", lives=2)
    match = Match(rules, players=names, seed=2)
    beginner, *strong = review(play_match(match, [make_player(name, 2) for name in names])).players
    assert beginner.like in {"beginner", "casual", "club"}
    assert {player.like for player in strong} <= {"expert", "master"}
