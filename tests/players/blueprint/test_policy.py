"""Play by blueprints, and pruning of actions that close with a clearly worse hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from schwimmen.players import GreedyPlayer, level_players
from schwimmen.players import policies as compiled_policies
from schwimmen.players.blueprint.infoset_key import infoset_key, slot_for_action
from schwimmen.players.blueprint.policy import blueprint_weights, prune_actions
from schwimmen.players.blueprint.policy_table import ABSENT, NO_BLUEPRINT, find_policy
from schwimmen.players.from_view import round_from_view
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.players.policies import Policies, policies_of, policy_action
from schwimmen.rules import Match, RuleSet, View, bits_of, mask_of
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import rules_array
from tests.players.compiled_decisions import decisions, with_other_hidden_cards
from tests.stacked_deals import play, stacked_match
from tests.strategies import Deal, any_games, deals, examples, play_round

from .blueprints import blueprint_with, random_policies


@given(deals(any_games()))
@examples(40)
def test_only_closing_with_a_clearly_worse_hand_is_pruned(deal: Deal) -> None:
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        legal = mask_of(choice.number for choice in view.choices)
        hand, table = mask_of(view.hand), mask_of(view.table)
        kept = {*bits_of(prune_actions(rules_array(view.rules)[0], legal, hand, table))}
        closing = {
            choice.number: choice.value or 0
            for choice in view.choices
            if choice.action == "close" or choice.action.endswith("!")
        }
        best = max(closing.values(), default=0)
        for choice in view.choices:
            clearly_less = closing.get(choice.number, best) < best - 2
            assert (choice.number in kept) == (not clearly_less)
        assert kept <= {choice.number for choice in view.choices}


def blueprint_of_round(deal: Deal, chance: Random) -> NDArray[np.uint64]:
    """Return a blueprint with random actions, even illegal ones, for most decisions of a round."""
    numbers = rules_array(deal.game.rules)[0]
    keys = [int(infoset_key(numbers, state[0])[0]) for _, state, _ in decisions(deal)]
    known = [key for key in dict.fromkeys(keys) if chance.random() < 0.8]
    plays = random_policies(chance.getrandbits(32), len(known)).values()
    return blueprint_with(dict(zip(known, plays, strict=True)))


def chosen(view: View, action: str) -> int:
    """Return the number of an action."""
    return next(choice.number for choice in view.choices if choice.action == action)


@given(deals(any_games()))
@examples(60)
def test_compiled_play_equals_the_players_and_ignores_hidden_cards(deal: Deal) -> None:
    rules, chance = deal.game.rules, deal.game.chance()
    numbers = rules_array(rules)[0]
    blueprint = blueprint_of_round(deal, chance)
    with pytest.MonkeyPatch.context() as patched:
        for module in (level_players, compiled_policies):
            patched.setattr(module, "blueprint_for", lambda rules, seats: blueprint)
        policies = policies_of(rules, ["blueprint"] * deal.game.players)
        for view, state, legal in decisions(deal):
            seed = chance.getrandbits(64)
            drawn, again = new_rng(seed), new_rng(seed)
            number = policy_action(numbers, state[0], legal, policies, 0, drawn)
            assert number == chosen(view, BlueprintPlayer(seed).choose(view))
            elsewhere = with_other_hidden_cards(state, chance)
            assert policy_action(numbers, elsewhere[0], legal, policies, 0, again) == number
            assert drawn == again


@given(deals(any_games()))
@examples(30)
def test_unknown_information_sets_are_played_greedily(deal: Deal) -> None:
    numbers = rules_array(deal.game.rules)[0]
    policies = policies_of(deal.game.rules, ["blueprint"])._replace(blueprints=(NO_BLUEPRINT,) * 11)
    for view, state, legal in decisions(deal):
        number = policy_action(numbers, state[0], legal, policies, 0, new_rng(1))
        if not view.last_turns:
            assert number == chosen(view, GreedyPlayer().choose(view))


@given(deals(any_games()))
@examples(30)
def test_only_legal_actions_of_known_information_sets_have_weights(deal: Deal) -> None:
    numbers = rules_array(deal.game.rules)[0]
    blueprint = blueprint_of_round(deal, deal.game.chance())
    for view, state, legal in decisions(deal):
        weights = np.zeros(64)
        total = blueprint_weights(numbers, state[0], legal, blueprint, weights)
        known = find_policy(blueprint, np.uint64(infoset_key(numbers, state[0])[0])) != ABSENT
        weighed = set(np.flatnonzero(weights).tolist())
        assert weighed <= {choice.number for choice in view.choices if known}
        assert total == pytest.approx(weights.sum())


def before_a_leader() -> Match:
    """Return a match heads-up in which the dealer has kept."""
    hands = {0: "AC KC 7D", 1: "8S 9S QH"}
    match = stacked_match(RuleSet("pagat"), hands, "9C 7S 8H", players=2)
    play(match, "keep")
    return match


def test_a_mixed_policy_is_sampled_with_its_probabilities() -> None:
    match = before_a_leader()
    view = match.view(0)
    rules, state = rules_array(view.rules)[0], round_from_view(view)
    key, order = infoset_key(rules, state[0])
    names = {choice.action: choice.number for choice in view.choices}
    wanted = {"pass": 0.6, "7Dx9C!": 0.3, "all": 0.1}
    play_there = {
        slot_for_action(rules, order, names[action]): share for action, share in wanted.items()
    }
    blueprint = blueprint_with({int(key): play_there})
    policies = policies_of(view.rules, ["blueprint"])._replace(blueprints=(blueprint,) * 11)
    legal, numbers = sum(1 << number for number in names.values()), new_rng(7)
    drawn = Counter(policy_action(rules, state[0], legal, policies, 0, numbers) for _ in range(900))
    for action, share in wanted.items():
        assert drawn[names[action]] / 900 == pytest.approx(share, abs=0.06)
    assert drawn.total() == sum(drawn[names[action]] for action in wanted)


def test_the_blueprint_is_chosen_by_the_seats_dealt_in() -> None:
    """The last two seats of a match use the heads-up blueprint."""
    asked = []

    def blueprint_for(rules: RuleSet, seats: int) -> NDArray[np.uint64]:
        asked.append(seats)
        return NO_BLUEPRINT

    with pytest.MonkeyPatch.context() as patched:
        for module in (level_players, compiled_policies):
            patched.setattr(module, "blueprint_for", blueprint_for)
        policies = policies_of(RuleSet("pagat"), ["blueprint"] * 4)
        assert asked == [2, 3, 4]
        assert isinstance(policies, Policies)
        policies_of(RuleSet("pagat"), ["greedy"] * 4)
        assert asked == [2, 3, 4]
        asked.clear()
        BlueprintPlayer(1).choose(before_a_leader().view(0))
        assert asked == [2]
