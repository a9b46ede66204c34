"""Outcomes of actions in estimates: what happens when the action is played, in any presets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest

from schwimmen.analysis import Effort, ReviewedAction, review
from schwimmen.players import Player, make_player
from schwimmen.players.budget import SearchBudget
from schwimmen.rules import Match, RuleSet
from tests.effort import count
from tests.strategies import VARIANTS

QUICK: Final = Effort(*2 * [SearchBudget(12, worlds=4, rollouts=40)])

HOUSE_RULES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    *((preset, {}) for preset in VARIANTS),
    ("pagat", {"fire": False, "three_of_a_kind": False}),
    ("pagat", {"turn_cap": 2, "close_effect": "immediate"}),
    ("app-a9", {"talon_short": "recycle", "replace_789": True}),
    ("choy", {"special": "ends", "close_effect": "one_turn_each"}),
    ("dutch", {"special": "ends"}),
    ("dutch", {"special": "none"}),
)


def outcome_of(before: Match, seat: int, action: str) -> tuple[Any, ...]:
    """Return the outcome of an action in a match, by playing it in a copy."""
    if action in ("take", "renew"):  # unseen cards decide
        return None, False, None, False
    after = before.copy()
    after.play(action)
    was, now = before.view(seat), after.view(seat)
    over = now.phase == "over"
    closes = now.seats[seat].closed and not was.seats[seat].closed
    return now.value, closes, now.end if over or now.end != was.end else None, over


def moments_of(match: Match, bots: Sequence[Player]) -> Iterator[Match]:
    """Play a match, and yield a copy at every moment."""
    yield match.copy()
    while not match.over:
        if match.to_act is None:
            match.deal()
        else:
            match.play(bots[match.to_act].choose(match.view(match.to_act)))
        yield match.copy()


def outcome_in(action: ReviewedAction) -> tuple[Any, ...]:
    """Return the outcome of an action in a review."""
    return action.hand_value, action.closes, action.ends, action.over


@pytest.mark.parametrize(("preset", "options"), HOUSE_RULES)
def test_an_outcome_is_what_happens(preset: str, options: dict[str, Any]) -> None:
    short = {"rounds": 2} if RuleSet(preset).scoring == "points" else {"lives": 1}
    for seed in range(count(20, least=2)):
        players = 2 + seed % 3
        match = Match(preset, players, seed=seed, deal=False, **(short | options))
        bots = [make_player(level, seed) for level in ("random", "casual", "club", "random")]
        befores = list(moments_of(match, bots))
        for before, moment in zip(befores, review(match, QUICK).moments, strict=True):
            if (decision := moment.decision) is not None:
                found = {one.action: outcome_in(one) for one in decision.actions}
                assert found == {one: outcome_of(before, decision.seat, one) for one in found}
