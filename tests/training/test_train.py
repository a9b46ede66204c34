"""Training is reproducible, gives legal policies, and can be stopped."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from schwimmen.engine import ENGINE
from schwimmen.players.blueprint.infoset_key import action_for_slot, infoset_key
from schwimmen.players.blueprint.policy_table import ABSENT, find_policy, packed_slot, packed_weight
from schwimmen.players.random_play import undealt_round
from schwimmen.rules import RuleSet, RuleSetError, bits_of
from schwimmen.rules.core import kernel
from schwimmen.rules.core.legal import RENEW, action_kind
from schwimmen.rules.core.state import OVER, SHUFFLE, rules_array
from schwimmen.training.blueprint_specs import BlueprintSpec
from schwimmen.training.train import learn_blueprint, pack_average_policy, train_by_self_play

COMPILED = ENGINE != "python"
VALUES, REGRETS = (600, 120) if COMPILED else (40, 12)  # rounds
SMALL = BlueprintSpec("pagat", 2, VALUES, REGRETS, table_size=1 << 12)


def test_equal_seeds_give_equal_blueprints() -> None:
    blueprint = learn_blueprint(SMALL, 1)
    assert blueprint.any()
    assert np.array_equal(learn_blueprint(SMALL, 1), blueprint)
    assert not np.array_equal(learn_blueprint(SMALL, 2), blueprint)


def test_every_blueprint_has_a_seed_of_its_own() -> None:
    """The two differ in name only; their rules differ only in the match."""
    other = BlueprintSpec("gamerules", 2, VALUES, REGRETS, table_size=1 << 12)
    assert not np.array_equal(learn_blueprint(other, 1), learn_blueprint(SMALL, 1))


TWELVE = "AC KC QC JC AS KS QS JS AH KH QH JH"
SIXTEEN = TWELVE + " AD KD QD JD"
TABLES = [
    (RuleSet.study(TWELVE, max_players=3), 2),
    (RuleSet.study(TWELVE, max_players=3), 3),
    (RuleSet.study(TWELVE, "dutch", max_players=3), 3),
    (RuleSet.study(SIXTEEN, "choy", max_players=3, turn_cap=4), 2),
    (RuleSet.study(SIXTEEN, "choy", max_players=3, turn_cap=4, close_timing="end_of_turn"), 3),
]


@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=str)
@pytest.mark.parametrize("places", [1 << 12, 1 << 3])
def test_trained_policies_are_legal(rules: RuleSet, seats: int, places: int) -> None:
    """This holds even if the hash tables are full."""
    blueprint = pack_average_policy(
        train_by_self_play(rules, seats, VALUES, REGRETS, places, seed=3), places
    )
    numbers = rules_array(rules)
    assert np.count_nonzero(blueprint) <= places
    known = 0
    for state, legal in decisions(rules, seats, VALUES // 2):
        key, order = infoset_key(numbers[0], state)
        play = find_policy(blueprint, np.uint64(key))
        if play == ABSENT:
            continue
        known += 1
        for which in range(3):
            action = action_for_slot(numbers[0], order, packed_slot(play, which))
            # The same situation may come when no cards are left to renew the table cards.
            if packed_weight(play, which) and action_kind(numbers[0], action) != RENEW:
                assert legal >> action & 1
    assert known or places < 1 << 12 or not COMPILED


def decisions(rules: RuleSet, seats: int, rounds: int) -> Iterator[tuple[np.record, int]]:
    """Yield states and legal actions of random rounds."""
    chance = Random(5)
    numbers = rules_array(rules)
    for dealer in range(rounds):
        played = undealt_round(rules)
        state = played[0]
        state.pack[: len(rules.cards)] = chance.sample(rules.cards, len(rules.cards))
        leader = (dealer + 1) % seats
        kernel.deal_round(numbers, played, 0, seats, (1 << seats) - 1, dealer % seats, leader)
        while state.phase != OVER:
            if state.phase == SHUFFLE:
                kernel.recycle(numbers, played, 0)
                continue
            legal = kernel.legal(numbers, played, 0)
            if not state.last_turns:
                yield state, legal
            kernel.play(numbers, played, 0, chance.choice(bits_of(legal)))


def test_training_may_be_stopped_at_every_step() -> None:
    steps = []
    learn_blueprint(SMALL, 1, lambda: steps.append(1))
    assert len(steps) == 200

    def end() -> None:
        steps.pop()
        if len(steps) == 150:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn_blueprint(SMALL, 1, end)
    assert len(steps) == 150


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(RuleSetError, match="players: 9, but this game is for 2 to 8"):
        learn_blueprint(BlueprintSpec("pagat", 9, 10, 10), 1)
