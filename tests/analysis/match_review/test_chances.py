"""Chances of all seats fit together: they are those of one match, at every moment."""

from __future__ import annotations

from collections import deque
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.analysis import Effort, Review, review
from schwimmen.players import make_player, play_match
from schwimmen.players.budget import SearchBudget
from schwimmen.rules import Match, RuleSet
from tests import strategies
from tests.strategies import BIASES, VARIANTS, any_games, examples

SMALL: Final = SearchBudget(12, worlds=4, rollouts=40)
QUICK: Final = Effort(SMALL, SMALL)


def check_sums(reviewed: Review) -> None:
    """Check that chances add up to one match at every moment, and their changes to nothing."""
    whole = 0 if reviewed.rules.scoring == "points" else 1
    for moment in reviewed.moments:
        assert sum(one.value for one in moment.chances) == pytest.approx(whole, abs=1e-9)
        changes = [one.luck + one.error + one.others for one in moment.changes]
        assert sum(changes) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("preset", VARIANTS)
@pytest.mark.parametrize("players", [2, 4])
def test_chances_of_presets_add_up(preset: str, players: int) -> None:
    short: dict[str, Any] = {"rounds": 2} if RuleSet(preset).scoring == "points" else {"lives": 1}
    match = Match(preset, players, seed=players, **short)
    played = play_match(match, [make_player("greedy") for _ in range(players)])
    check_sums(review(played, QUICK))


@pytest.mark.parametrize("bent", BIASES)
@given(data=st.data())
@examples(12, sampled=3)
def test_chances_by_any_rules_add_up(bent: str, data: st.DataObject) -> None:
    game = data.draw(any_games(BIASES[bent]))
    ((match, _),) = deque(strategies.play_match(game, most_rounds=2), maxlen=1)
    check_sums(review(match, QUICK, workers=1))
