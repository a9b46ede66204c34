"""Queries of a policy reveal its possible hands and its replies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

import pytest

from schwimmen.analysis.local_best_response.player import LocalBestResponsePlayer, ResponseBudget
from schwimmen.analysis.local_best_response.queries import BlueprintPolicy, SearchPolicy, ViewPolicy
from schwimmen.players.blueprint.policy_table import NO_BLUEPRINT
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.rules import Card, Match, Round, RuleSet, View
from tests.players.search.search_budgets import COMPILED, TINY

SMALL = RuleSet.study("AC KC QC 9C AS KS QS 9S AH KH 9H 8H", max_players=2)
NONE = ResponseBudget(((2, 64),), hands=1, replied_actions=1, reply_worlds=1)
MANY = ResponseBudget(((2, 64),), hands=20_000, replied_actions=1, reply_worlds=1)
GREEDY = BlueprintPlayer(blueprint=NO_BLUEPRINT)


@dataclass(frozen=True)
class Keeper:
    """Policy that keeps hands with the ace of clubs, or any if not strict, and always closes."""

    strict: bool = True

    def action_probabilities(self, view: View, chance: Random) -> Mapping[str, float]:
        keeps = "AC" in view.hand_names or not self.strict
        chosen = "close" if view.phase != "choice" else "keep" if keeps else "take"
        return {choice.action: float(choice.action == chosen) for choice in view.choices}


def rounds(pack: list[Card]) -> Iterator[Round]:
    """Yield a round for every hand of the dealer, all indistinguishable to the leader."""
    others = pack[3:6] + pack[9:]
    for held in combinations(others, 3):
        rest = [card for card in others if card not in held]
        round_ = Round(SMALL, 2, [*pack[:3], *held, *pack[6:9], *rest], dealer=1)
        if round_.to_act == 1:
            yield round_


def gained(round_: Round) -> int:
    """Return the gain of seat 0 in a finished round."""
    assert round_.result is not None
    assert round_.result.lost is not None
    mine, its = round_.result.lost
    return (its or 0) - (mine or 0)


def any_pack(seed: int) -> list[Card]:
    """Return a pack that deals no special hand."""
    chance = Random(seed)
    while True:
        pack = chance.sample(SMALL.cards, len(SMALL.cards))
        if Round(SMALL, 2, pack).to_act is not None:
            return pack


def test_hands_that_a_dealer_would_not_have_kept_are_ruled_out() -> None:
    pack = next(pack for pack in map(any_pack, range(99)) if 0 in pack[3:6] + pack[9:])
    expected_value = []
    for round_ in rounds(pack):
        if "AC" in round_.view(1).hand_names:
            round_.play("keep")
            round_.play("close")
            round_.play(GREEDY.choose(round_.view(1)))
            expected_value.append(gained(round_))
    round_ = Round(SMALL, 2, pack, dealer=1)
    round_.play("keep")
    found = LocalBestResponsePlayer(NO_BLUEPRINT, seed=1, policy=Keeper(), budget=NONE).gains(
        round_.view(0)
    )
    assert found["close"] == pytest.approx(sum(expected_value) / len(expected_value))


def played_on(seed: int) -> Round:
    """Return a round in which a greedy leader has had a turn and plays on."""
    chance = Random(seed)
    while True:
        round_ = Round(SMALL, 2, any_pack(chance.getrandbits(32)), dealer=0)
        round_.play("keep")
        round_.play(GREEDY.choose(round_.view(1)))
        if not round_.over and not round_.view(0).last_turns:
            return round_


def test_queries_about_turns_reveal_as_much_as_the_policy_itself() -> None:
    """The approximation is uniform, so the belief comes from queries alone."""
    differences = []
    for seed in range(4):
        view = played_on(seed).view(0)
        known = LocalBestResponsePlayer(NO_BLUEPRINT, seed=1, budget=NONE).gains(view)["close"]
        policy = BlueprintPolicy(NO_BLUEPRINT)
        found = LocalBestResponsePlayer(
            NO_BLUEPRINT, seed=1, policy=policy, noise=1.0, budget=MANY
        ).gains(view)
        unknown = LocalBestResponsePlayer(NO_BLUEPRINT, seed=1, noise=1.0, budget=NONE).gains(view)[
            "close"
        ]
        assert found["close"] == pytest.approx(known, abs=0.02)
        differences.append(abs(unknown - known))
    assert max(differences) > 0.1


def test_unexpected_replies_are_taken_into_account() -> None:
    """The policy closes at once with any hand."""
    pack = any_pack(5)
    expected_value = []
    for round_ in rounds(pack):
        for action in ("keep", "pass", "close"):
            round_.play(action)
        round_.play(GREEDY.choose(round_.view(0)))
        expected_value.append(gained(round_))
    round_ = Round(SMALL, 2, pack, dealer=1)
    round_.play("keep")
    view = round_.view(0)
    worlds, answered, times, near = (2000, 200, 24, 0.12) if COMPILED else (20, 12, 1, 0.5)
    budget = ResponseBudget(
        ((worlds, 64),), replied_actions=64, reply_worlds=answered, reply_rollouts=times
    )
    found = LocalBestResponsePlayer(
        NO_BLUEPRINT, seed=1, policy=Keeper(strict=False), budget=budget
    ).gains(view)
    guessed = LocalBestResponsePlayer(
        NO_BLUEPRINT, seed=1, policy=BlueprintPolicy(NO_BLUEPRINT), budget=budget
    ).gains(view)
    mean = sum(expected_value) / len(expected_value)
    assert found["pass"] == pytest.approx(mean, abs=near)
    assert abs(guessed["pass"] - mean) > abs(found["pass"] - mean)
    # The base action is corrected wherever the approximation ranks it.
    narrow = replace(budget, replied_actions=1, base_worlds=(answered,))
    based = LocalBestResponsePlayer(
        NO_BLUEPRINT, seed=1, policy=Keeper(strict=False), budget=narrow
    ).gains(view, "pass")
    assert based["pass"] == pytest.approx(mean, abs=near)


@dataclass(frozen=True, eq=False)
class Counted:
    """Policy that counts the queries of another one."""

    policy: ViewPolicy
    views: list[View] = field(default_factory=list)

    def action_probabilities(self, view: View, chance: Random) -> Mapping[str, float]:
        self.views.append(view)
        return self.policy.action_probabilities(view, chance)


def respond(view: View, worlds: tuple[int, ...], margin: float) -> tuple[float, int]:
    """Return the lead of the best other action over a greedy base's, and the number of queries."""
    policy = Counted(Keeper(strict=False))
    budget = ResponseBudget(((20, 64),), hands=20, base_worlds=worlds, reply_rollouts=1)
    own = GREEDY.choose(view)
    gains = LocalBestResponsePlayer(
        NO_BLUEPRINT, seed=1, policy=policy, noise=0.5, margin=margin, budget=budget
    ).gains(view, own)
    lead = max(gain for action, gain in gains.items() if action != own) - gains[own]
    return lead, len(policy.views)


def test_comparisons_end_with_their_first_worlds_unless_an_action_is_near_the_margin() -> None:
    view = played_on(0).view(0)
    lead, first = respond(view, (10,), 0.0)
    assert respond(view, (10, 80), 9.0)[1] == first
    assert respond(view, (10, 80), lead)[1] > first


def test_answers_about_earlier_turns_are_remembered_within_a_round() -> None:
    policy = Counted(BlueprintPolicy(NO_BLUEPRINT))
    responder = LocalBestResponsePlayer(NO_BLUEPRINT, seed=1, policy=policy, noise=1.0, budget=MANY)
    view = played_on(1).view(0)
    responder.gains(view)
    first = len(policy.views)
    responder.gains(view)
    second = len(policy.views) - first
    responder.gains(played_on(2).view(0))
    assert second < first / 2 < len(policy.views) - first - second


@pytest.mark.parametrize("policy", [BlueprintPolicy(NO_BLUEPRINT), SearchPolicy(TINY)])
def test_policies_return_probabilities_of_their_actions(policy: ViewPolicy) -> None:
    match = Match(SMALL, players=2, seed=3)
    for _ in range(2):
        assert match.to_act is not None
        view = match.view(match.to_act)
        probabilities = policy.action_probabilities(view, Random(1))
        assert tuple(probabilities) == view.legal_actions
        assert sum(probabilities.values()) == pytest.approx(1)
        assert min(probabilities.values()) >= 0
        if isinstance(policy, BlueprintPolicy):
            assert probabilities[GREEDY.choose(view)] == 1
        match.play("keep" if view.phase == "choice" else "pass")


def test_less_blur_gives_higher_probabilities() -> None:
    match = Match(SMALL, players=2, seed=3)
    match.play("keep")
    assert match.to_act is not None
    view = match.view(match.to_act)
    sharp, dull = (
        SearchPolicy(TINY, blur).action_probabilities(view, Random(1)) for blur in (0.01, 0.5)
    )
    best = max(dull, key=dull.__getitem__)
    assert sharp[best] == max(sharp.values()) > dull[best]


def test_a_search_can_be_queried_about_turns_and_replies() -> None:
    round_ = Round(SMALL, 2, any_pack(5), dealer=0)
    round_.play("keep")
    round_.play("pass")
    view = round_.view(0)
    budget = ResponseBudget(
        ((4, 64),), hands=4, replied_actions=2, reply_worlds=2, reply_rollouts=2
    )
    responder = LocalBestResponsePlayer(
        NO_BLUEPRINT, seed=1, policy=SearchPolicy(TINY), noise=0.3, budget=budget
    )
    gains = responder.gains(view)
    assert tuple(gains) == view.legal_actions
    assert all(-1 <= gain <= 1 for gain in gains.values())
