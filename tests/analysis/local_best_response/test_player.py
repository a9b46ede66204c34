"""A player that knows its opponent's policy exploits it, and reads nothing but its view."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import inf
from random import Random

import pytest

from schwimmen.analysis.local_best_response.player import LocalBestResponsePlayer, ResponseBudget
from schwimmen.analysis.local_best_response.queries import BlueprintPolicy, ViewPolicy
from schwimmen.arena.comparison import compare
from schwimmen.players.blueprint.policy_table import NO_BLUEPRINT
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.rules import Card, Match, Round, RuleSet, SchwimmenError, View

BUDGET = ResponseBudget(
    ((4, 64), (12, 2)), hands=20, replied_actions=2, reply_worlds=4, reply_rollouts=2
)
SMALL = RuleSet.study("AC KC QC 9C 7C AS KS QS 9S 7S AH KH QH 9H 7H", max_players=2)


def leading(chance: Random) -> tuple[list[Card], Round]:
    """Return a pack and its round, in which seat 0 leads after the dealer has kept the hand."""
    while True:
        pack = chance.sample(SMALL.cards, len(SMALL.cards))
        round_ = Round(SMALL, 2, pack, dealer=1)
        if round_.to_act == 1:
            round_.play("keep")
            return pack, round_


def test_it_beats_the_policy_it_knows() -> None:
    responder = partial(LocalBestResponsePlayer, NO_BLUEPRINT, budget=BUDGET)
    greedy = partial(BlueprintPlayer, blueprint=NO_BLUEPRINT)
    found = compare(SMALL, 2, [responder, greedy], 24, seed=3)
    diff = found.contests[0].contenders[0].diff
    assert diff is not None
    assert diff.mean < -0.1


@pytest.mark.parametrize("policy", [None, BlueprintPolicy(NO_BLUEPRINT)])
def test_hidden_cards_do_not_affect_its_gains(policy: ViewPolicy | None) -> None:
    chance = Random(5)
    compared = 0
    for _ in range(6):
        pack, round_ = leading(chance)
        hidden = chance.sample(pack[3:6] + pack[9:], len(pack) - 6)
        other = Round(SMALL, 2, [*pack[:3], *hidden[:3], *pack[6:9], *hidden[3:]], dealer=1)
        if other.to_act != 1:
            continue
        other.play("keep")
        gains = [
            LocalBestResponsePlayer(NO_BLUEPRINT, policy=policy, budget=BUDGET, seed=1).gains(
                one.view(0)
            )
            for one in (round_, other)
        ]
        assert gains[0] == pytest.approx(gains[1], abs=1e-12)
        assert tuple(gains[0]) == round_.legal_actions
        compared += 1
    assert compared > 2


def test_the_gain_of_closing_is_the_mean_over_all_hands_that_a_dealer_keeps() -> None:
    pack, round_ = leading(Random(8))
    others, gained = pack[3:6] + pack[9:], []
    for held in combinations(others, 3):
        rest = [card for card in others if card not in held]
        one = Round(SMALL, 2, [*pack[:3], *held, *pack[6:9], *rest], dealer=1)
        opponent = BlueprintPlayer(blueprint=NO_BLUEPRINT)
        if one.to_act == 1 and opponent.choose(one.view(1)) == "keep":
            one.play("keep")
            one.play("close")
            one.play(opponent.choose(one.view(1)))
            assert one.result is not None
            lost = one.result.lost
            assert lost is not None
            gained.append((lost[1] or 0) - (lost[0] or 0))
    assert 0 < len(gained) < len(list(combinations(others, 3)))
    responder = LocalBestResponsePlayer(NO_BLUEPRINT, budget=BUDGET, seed=1)
    found = responder.gains(round_.view(0))["close"]
    assert found == pytest.approx(sum(gained) / len(gained))
    # With pure noise all hands are possible.
    noisy = LocalBestResponsePlayer(NO_BLUEPRINT, noise=1.0, budget=BUDGET, seed=1).gains(
        round_.view(0)
    )["close"]
    assert noisy != pytest.approx(found)


class Worst:
    """Player that chooses the action that gains least by a responder's estimate."""

    name = "worst"

    def __init__(self) -> None:
        self.asked: list[View] = []

    def choose(self, view: View) -> str:
        self.asked.append(view)
        gains = LocalBestResponsePlayer(NO_BLUEPRINT, budget=BUDGET, seed=1).gains(view)
        return min(gains, key=gains.__getitem__)


@pytest.mark.parametrize("margin", [0.0, 0.4, inf])
def test_it_leaves_its_base_for_an_action_that_gains_more_by_the_margin(margin: float) -> None:
    chance = Random(2)
    left = 0
    for _ in range(8):
        view = leading(chance)[1].view(0)
        base = Worst()
        responder = partial(LocalBestResponsePlayer, NO_BLUEPRINT, budget=BUDGET, seed=1)
        own = base.choose(view)
        gains = responder().gains(view, own)
        best = max(gains, key=gains.__getitem__)
        leaves = gains[best] - gains[own] >= margin
        assert responder(base=base, margin=margin).choose(view) == (best if leaves else own)
        left += leaves
    assert left == {0.0: 8, inf: 0}.get(margin, left)


def test_its_base_chooses_in_every_turn() -> None:
    """Also where there is one choice: a base may draw random numbers or remember the view."""
    base = Worst()
    player = LocalBestResponsePlayer(NO_BLUEPRINT, budget=BUDGET, seed=1, base=base, margin=0.1)
    round_ = leading(Random(4))[1]
    turns = 0
    while not round_.over:
        assert round_.to_act is not None
        view = round_.view(round_.to_act)
        if view.seat == 0:
            turns += 1
            round_.play(player.choose(view))
        else:
            round_.play("pass" if "pass" in view.legal_actions else view.legal_actions[0])
        assert len(base.asked) == turns
    assert turns


@pytest.mark.parametrize(
    ("rules", "players", "message"),
    [
        (RuleSet("pagat"), 3, "players: 3, but a local best response plays rounds of 2 only"),
        (RuleSet("choy"), 2, "talon_short: recycle, but a local best response does not play it"),
    ],
)
def test_unsupported_games_are_refused(rules: RuleSet, players: int, message: str) -> None:
    match = Match(rules, players=players, seed=1)
    assert match.to_act is not None
    with pytest.raises(SchwimmenError, match=message):
        LocalBestResponsePlayer(NO_BLUEPRINT, budget=BUDGET, seed=1).gains(match.view(match.to_act))
