"""Measurement of beliefs: the bots, the beliefs compared, and the fitted models."""

from __future__ import annotations

import pickle
from itertools import islice

import numpy as np
import pytest

from benchmarks.belief import Beliefs, hides_cards
from benchmarks.belief_fit import fit_shares, present_models, select, share_of_chosen, turn_of
from benchmarks.belief_games import Game, decisions_of
from benchmarks.habits import HABITS
from benchmarks.harness import mean_and_error
from schwimmen.players.budget import SearchBudget
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.players.search.opponent_model import threshold_weights, write_values
from schwimmen.players.value_function import ValueFunction
from schwimmen.rules import Match, RuleSet, mask_of
from schwimmen.rules.core.state import MAX_ACTIONS, rules_array

SMALL = SearchBudget(9000, worlds=16, rollouts=16)


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("preset", ["pagat", "dutch", "choy"])
def test_bots_with_habits_play_whole_matches(habit: str, preset: str) -> None:
    seen = {decision.view.seat for decision in decisions_of(Game(preset, (habit, "greedy"), 0))}
    assert seen == {0, 1}


def test_a_bot_closes_from_its_value_on() -> None:
    game = Game("pagat", ("waits for 30", "greedy"), 1)
    for view, action, _ in decisions_of(game):
        chosen = next(one for one in view.choices if one.action == action)
        if view.seat == 0 and chosen.closes and any(not one.closes for one in view.choices):
            assert chosen.value is not None
            assert chosen.value >= 30


def test_factors_lead_to_the_beliefs_of_a_view_without_earlier_rounds() -> None:
    values, compared = Beliefs(SMALL), 0
    late = (one for one in decisions_of(Game("pagat", ("greedy", "club"), 3)) if one.view.earlier)
    for view, _, _ in islice(late, 12):
        other = 1 - (view.seat or 0)
        if not view.seats[other].turns or not hides_cards(view.seats[other]):
            continue
        values.search_actions(view, seed=1)
        cards, weights = values.weights(other)
        likelihoods = values.factors(view, other)[1] @ weights.T
        alone = ValueFunction(SMALL)
        alone.search_actions(pickle.loads(pickle.dumps(view)), seed=1)
        expected = {
            mask_of(hand.cards) & ~mask_of(view.seats[other].known): hand.probability
            for hand in alone.beliefs(view)[other]
        }
        found = dict(zip(cards.tolist(), (likelihoods / likelihoods.sum()).tolist(), strict=True))
        assert {hand: found[hand] for hand in expected} == pytest.approx(expected)
        compared += 1
    assert compared


@pytest.mark.parametrize("preset", ["pagat", "dutch", "choy"])
def test_threshold_models_are_those_of_the_search(preset: str) -> None:
    rules, blueprint = RuleSet(preset, dealer_choice=False), BlueprintPlayer(seed=1)
    match = Match(rules, players=2, seed=4)
    models = present_models(rules.hand_size)
    places = [place for place, model in enumerate(models) if model.threshold]
    thresholds = [model.threshold for model in models if model.threshold]
    record, values = rules_array(rules)[0], np.zeros(MAX_ACTIONS, np.int64)
    weights = np.zeros(MAX_ACTIONS)
    view = match.view(match.to_act)
    legal = mask_of(choice.number for choice in view.choices)
    write_values(record, legal, mask_of(view.hand), mask_of(view.table), values)
    own = int(2 * (view.value or 0))
    for choice in view.choices:
        turn = turn_of(view, choice.action, blueprint)
        expected = []
        for place, threshold in zip(places, thresholds, strict=True):
            total = threshold_weights(
                record, legal, own, values, place, threshold.close, keep_threshold(rules), weights
            )
            expected.append(weights[choice.number] / total)
        assert share_of_chosen(rules, turn, thresholds) == pytest.approx(expected)


def test_shares_and_models_of_a_known_mixture_are_found() -> None:
    kinds = np.random.default_rng(1).choice(3, 400, p=[0.6, 0.3, 0.1])
    logs = np.full((400, 20), -9.0)  # players like none of the models
    logs[np.arange(400), kinds * 5] = -1.0
    weights = np.full(400, 1 / 400)
    assert set(select(logs, weights)[:3]) == {0, 5, 10}
    shares = fit_shares(logs[:, [0, 5, 10]], weights)
    assert shares == pytest.approx(np.bincount(kinds) / 400, abs=0.01)


def test_error_of_a_mean_is_that_between_groups() -> None:
    alone = mean_and_error([1, 2, 3, 6], [1, 1, 1, 1])
    assert alone == pytest.approx((3, np.std([1, 2, 3, 6], ddof=1) / 2))
    assert mean_and_error([10, 20, 30, 60], [10] * 4) == pytest.approx(alone)
