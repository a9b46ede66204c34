"""Values of any moment to all seats, from the information of a seat or a spectator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import hypot, isfinite
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players import sample_worlds
from schwimmen.players.budget import SearchBudget
from schwimmen.players.search_player import SearchPlayer
from schwimmen.players.value_function import ValueFunction
from schwimmen.rules import Match, Round, RuleSet, SchwimmenError, View
from tests.stacked_deals import stacked_round
from tests.strategies import BIASES, any_games, deals, play_round

from .search.search_budgets import COMPILED, MORE, TINY, some

MANY = SearchBudget(9000, worlds=3000, rollouts=6000)


def moments(round_: Round) -> Iterator[View]:
    """Yield the views of a spectator and of all seats dealt in."""
    yield round_.view()
    for seat in round_.view().seats:
        if seat.active:
            yield round_.view(seat.seat)


@pytest.mark.parametrize("bent", ["anything", "grace", "recycling", "seven_eight_nine", "closers"])
@given(data=st.data())
@some(6)
def test_every_moment_by_any_rules_has_values_that_add_up(bent: str, data: st.DataObject) -> None:
    deal = data.draw(deals(any_games(BIASES[bent])))
    round_ = deal.round()
    values = ValueFunction(TINY)
    views = list(moments(round_))
    past = len(round_.history)
    for step in play_round(round_, deal.game, deal.game.chance()):
        found = [values.of_moment(view, 1) for view in views if view.phase != "over"]
        if step.seat is not None:
            event = round_.history[past]
            found += [values.of_moment(view, 1, event) for view in views if view.seat != step.seat]
            own = next(view for view in views if view.seat == step.seat)
            actions = values.of_actions(own, 1)
            assert {one.action for one in actions} == set(own.legal_actions)
            assert actions[0].loss == 0
            for one in actions:
                assert one.loss >= 0
                assert one.value + one.loss == pytest.approx(actions[0].value)
                assert isfinite(one.error)
                assert isfinite(one.loss_error)
        for estimates in found:
            assert len(estimates) == len(views[0].seats)
            assert all(isfinite(one.error) for one in estimates)
            assert sum(one.value for one in estimates) == pytest.approx(0, abs=1e-9)
        views = list(moments(round_))
        past = len(round_.history)


@pytest.mark.parametrize("preset", ["pagat", "dutch"])
def test_chances_in_a_match_for_lives_are_probabilities(preset: str) -> None:
    match = Match(preset, players=4, seed=3)
    values = ValueFunction(TINY)
    while not match.round.over:
        for seat in (None, *range(4)):
            estimates = values.of_moment(match.view(seat), 1)
            assert all(0 <= one.value <= 1 and 0 <= one.error < 0.5 for one in estimates)
            assert sum(one.value for one in estimates) == pytest.approx(1, abs=1e-12)
        match.play(match.round.legal_actions[0])


def test_equal_seeds_give_equal_values_and_others_do_not() -> None:
    match = Match("pagat", players=3, seed=1)
    match.play("keep")
    view = match.view(match.leader)
    first, second, other = (ValueFunction(TINY).of_moment(view, seed) for seed in (1, 1, 2))
    assert first == second != other
    one, same, another = (ValueFunction(TINY).of_actions(view, seed) for seed in (1, 1, 2))
    assert one == same != another


def test_values_do_not_depend_on_hidden_cards() -> None:
    match = Match("pagat", players=3, seed=5)
    match.play("keep")
    values = ValueFunction(TINY)
    for seat in (None, match.leader):
        view = match.round.view(seat)
        expected = values.of_moment(view, 1), seat is not None and values.of_actions(view, 1)
        worlds = sample_worlds(view, 3, seed=1)
        assert len({world.pack for world in worlds}) == 3
        for world in worlds:
            seen = world.view(seat)
            found = values.of_moment(seen, 1), seat is not None and values.of_actions(seen, 1)
            assert found == expected


@pytest.mark.skipif(not COMPILED, reason="takes minutes where nothing is compiled")
def test_values_of_actions_agree_with_those_of_the_search() -> None:
    match = Match("pagat", players=2, seed=5)
    match.play("keep")
    view = match.view(match.to_act)
    exact = SearchPlayer("master", 1, replace(MORE, candidates=3000)).action_values(view)
    for one in ValueFunction(MANY).of_actions(view, 2):
        if one.action == "close" or one.action.endswith("!"):
            assert one.value == pytest.approx(exact[one.action], abs=4 * one.error)


@pytest.mark.skipif(not COMPILED, reason="takes minutes where nothing is compiled")
def test_an_announced_action_is_worth_what_it_is_worth_once_played() -> None:
    values = ValueFunction(MANY)
    changes = []
    for seed in range(6):
        match = Match("pagat", players=3, seed=seed)
        if match.round.over:
            continue
        match.play("keep")
        before = [match.view(seat) for seat in range(3)]
        actor = match.to_act
        past = len(match.round.history)
        match.play(next(action for action in match.round.legal_actions if "x" in action))
        event, *more = match.round.events_since(past)
        if more:
            continue
        for seat in range(3):
            if seat != actor:
                announced = values.of_moment(before[seat], seed, event)[seat]
                played = values.of_moment(match.view(seat), seed)[seat]
                error = hypot(announced.error, played.error)
                changes.append((announced.value - played.value) / error)
    assert len(changes) > 6
    assert mean(change * change for change in changes) < 4


def test_an_announced_close_lowers_the_chance_of_a_poor_hand() -> None:
    rules = RuleSet("pagat", dealer_choice=False)
    round_ = stacked_round(rules, {0: "AS KS 9S", 1: "7D 8S 9C"}, "7C 8D 9H", players=2)
    before = round_.view(1)
    past = len(round_.history)
    round_.play("close")
    (event, *_) = round_.events_since(past)
    values = ValueFunction(MORE)
    announced, expected = values.of_moment(before, 1, event)[1], values.of_moment(before, 1)[1]
    assert announced.value < expected.value - 0.1 or not COMPILED


def test_a_view_of_no_round_and_a_seat_not_to_act_are_refused() -> None:
    match = Match("pagat", players=3, seed=7)
    values = ValueFunction(TINY)
    assert match.to_act is not None
    waiting = match.view((match.to_act + 1) % 3)
    with pytest.raises(SchwimmenError, match="is not to act"):
        values.of_actions(waiting, 1)
    wrong = replace(waiting, to_act=waiting.seat)
    with pytest.raises(SchwimmenError, match="does not belong to any round"):
        values.of_moment(wrong, 1)
