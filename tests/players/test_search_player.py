"""Values that a search finds, and the player that uses them."""

from __future__ import annotations

import pickle
from copy import copy
from dataclasses import replace
from math import isfinite
from random import Random
from threading import BoundedSemaphore
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.endings import LONG, NeverCloses, Passes, play_out
from schwimmen.players import ActionEvaluator, make_player
from schwimmen.players import search_player as search_module
from schwimmen.players.budget import SearchBudget
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.players.levels import SEARCH_BUDGETS
from schwimmen.players.search_player import Search, SearchPlayer
from schwimmen.rules import (
    Card,
    Choice,
    Match,
    Round,
    RuleSet,
    SchwimmenError,
    View,
    hand_rank,
    parse_cards,
)
from schwimmen.rules.core.rng import new_rng
from tests.stacked_deals import stacked_round
from tests.strategies import BIASES, VARIANTS, any_games, deals, play_round

from .search.search_budgets import COMPILED, MORE, TINY, some


def action_values(view: View, seed: int = 1, budget: SearchBudget = TINY) -> dict[str, float]:
    return dict(SearchPlayer("expert", seed, budget).action_values(view))


def left(view: View, choice: Choice) -> tuple[Card, ...]:
    """Return the hand that a choice leaves."""
    return tuple({*view.hand} - {*choice.given} | {*choice.taken})


@pytest.mark.parametrize("bent", ["anything", "grace", "recycling", "seven_eight_nine", "closers"])
@given(data=st.data())
@some(8)
def test_every_legal_action_by_any_rules_has_a_finite_value(bent: str, data: st.DataObject) -> None:
    deal = data.draw(deals(any_games(BIASES[bent])))
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is not None:
            view = round_.view(round_.to_act)
            values = action_values(view)
            assert tuple(values) == view.legal_actions
            assert all(map(isfinite, values.values()))


@pytest.mark.parametrize("preset", VARIANTS)
@pytest.mark.parametrize("players", ["two", "most"])
def test_whole_matches_of_every_preset_can_be_played(preset: str, players: str) -> None:
    rules = RuleSet(preset)
    short: dict[str, Any] = {"rounds": 2} if rules.scoring == "points" else {"lives": 1}
    seats = 2 if players == "two" else rules.max_players
    match = Match(RuleSet(preset, **short), players=seats, seed=3)
    table = [SearchPlayer("expert", seat, TINY) for seat in range(seats)]
    chance = Random(preset)
    while not match.over:
        seat = match.to_act
        if seat is None:
            match.deal()
            continue
        view = match.view(seat)
        values = table[seat].action_values(view)
        assert tuple(values) == view.legal_actions
        if rules.scoring == "lives":
            assert all(0 <= value <= 1 + 1e-9 for value in values.values())
        closing = [action for action in values if action == "close" or action.endswith("!")]
        match.play(chance.choice(closing or view.legal_actions))


@given(data=st.data())
@some(40)
def test_the_last_to_act_takes_the_best_hand(data: st.DataObject) -> None:
    deal = data.draw(deals(any_games(BIASES["closers"])))
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        if view.last_turns and sum(seat.playing for seat in view.seats) == 1:
            values = action_values(view)
            best = max(view.choices, key=lambda choice: hand_rank(view.rules, left(view, choice)))
            assert values[best.action] == pytest.approx(max(values.values()))


def test_a_good_table_is_taken_and_a_good_hand_is_kept() -> None:
    def leader(hand: str, table: str) -> View:
        rules = RuleSet("pagat", dealer_choice=False)
        wanted = parse_cards(f"{hand} 7H QD JC {table}")
        rest = [card for card in rules.cards if card not in wanted]
        return Round(rules, 2, [*wanted, *rest], dealer=1).view(0)

    bad, good = leader("7C 8S 9D", "AH KH 8C"), leader("AC KC 9C", "7S 8H 9D")
    assert SearchPlayer("expert", 1, MORE).choose(bad) in ("all", "all!")
    assert SearchPlayer("expert", 1, MORE).choose(good) in ("close", "pass")
    assert action_values(bad, budget=MORE)["close"] < 0 < action_values(good, budget=MORE)["close"]


def test_equal_seeds_give_equal_values_and_play() -> None:
    match = Match("pagat", players=3, seed=4)
    match.play("keep")
    view = match.view(match.to_act)
    assert action_values(view) == action_values(view) != action_values(view, seed=2)
    assert SearchPlayer("expert", 1).choose(view) == SearchPlayer("expert", 1).choose(view)


def test_what_players_did_in_earlier_rounds_counts_unless_it_is_left_out() -> None:
    match = Match("pagat", players=2, seed=1, lives=20)
    bots = [make_player("random", 1), make_player("greedy")]
    while len(match.rounds) < 6 or match.to_act != 1:
        if match.to_act is None:
            match.deal()
        else:
            match.play(bots[match.to_act].choose(match.view(match.to_act)))
    view = match.view(1)
    alone = pickle.loads(pickle.dumps(view))
    assert view.earlier
    assert not alone.earlier

    def values(view: View, *, earlier: bool) -> dict[str, float]:
        return dict(SearchPlayer("expert", 1, MORE, earlier=earlier).action_values(view))

    assert values(view, earlier=True) != values(alone, earlier=True)
    assert values(view, earlier=False) == values(alone, earlier=True)


@pytest.mark.skipif(not COMPILED, reason="the worlds are too few where nothing is compiled")
@given(data=st.data())
@some(20)
def test_the_chosen_action_has_the_highest_value_or_ends_the_round(data: st.DataObject) -> None:
    deal = data.draw(deals(any_games(BIASES["closers"])))
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        values, chosen = action_values(view), SearchPlayer("expert", 1, TINY).choose(view)
        if values[chosen] < max(values.values()) - 1e-9:
            after = copy(round_)
            after.play(chosen)
            assert after.over or after.view(0).last_turns


def test_a_round_that_is_won_is_ended() -> None:
    """Nearly all actions win for sure: 30 against 20 that lie open."""
    rules = RuleSet("pagat", dealer_choice=False)
    round_ = stacked_round(rules, {0: "7D 8S 9C", 1: "KC QC TC"}, "QH TH 7S", players=2)
    round_.play("all")
    assert SearchPlayer("master", 1, MORE).choose(round_.view(1)) == "close"


@pytest.mark.skipif(not COMPILED, reason="takes minutes where nothing is compiled")
@pytest.mark.parametrize(
    ("other", "deals"),
    [(NeverCloses, (15, 34, 90, 91, 105, 108)), (Passes, (1, 12, 29))],
)
def test_a_search_does_not_wait_for_an_opponent_that_never_closes(
    other: type[NeverCloses | Passes], deals: tuple[int, ...]
) -> None:
    rules = RuleSet("pagat")
    for deal in deals:
        pack = Random(deal).sample(rules.cards, len(rules.cards))
        players = SearchPlayer("master", deal, MORE), other()
        assert sum(play_out(Round(rules, 2, pack, dealer=1), players).turns_of) <= LONG


class CountingPlayer(SearchPlayer):
    """Search player that counts its searches, and raises an error if ``fails`` is set."""

    searches = 0
    fails = False

    def search(self, view: View) -> Search:
        self.searches += 1
        if self.fails:
            raise RuntimeError("search failed")
        return super().search(view)


@pytest.fixture
def search_slots(monkeypatch: pytest.MonkeyPatch) -> BoundedSemaphore:
    """Semaphore of a machine with one processor."""
    one = BoundedSemaphore(1)
    monkeypatch.setattr(search_module, "_search_slots", lambda: one)
    return one


def first_turn() -> View:
    match = Match("pagat", players=2, seed=1)
    match.play("keep")
    return match.view(match.to_act)


@pytest.mark.parametrize("level", SEARCH_BUDGETS)
def test_the_levels_return_action_values(level: str) -> None:
    player = make_player(level, seed=1)
    assert isinstance(player, SearchPlayer)
    assert isinstance(player, ActionEvaluator)
    assert player.name == level


def test_more_players_get_fewer_worlds() -> None:
    budget = SearchBudget(candidates=9, worlds=10, rollouts=20)
    matches = [Match("pagat", players=players, seed=4) for players in (2, 4, 8)]
    views = [match.view(match.to_act) for match in matches]
    assert [len(Search(view, budget, new_rng(1)).worlds) for view in views] == [10, 10, 5]


def test_the_blueprint_plays_while_all_search_slots_are_taken(
    search_slots: BoundedSemaphore,
) -> None:
    search_slots.acquire()
    view = first_turn()
    player = CountingPlayer("master", seed=1)
    blueprint = BlueprintPlayer(seed=1)
    for _ in range(20):
        assert player.choose(view) == blueprint.choose(view)
    assert player.searches == 0
    search_slots.release()
    player = CountingPlayer("master", 1, TINY)
    player.choose(view)
    assert player.searches == 1


def test_a_search_slot_is_released_after_a_search_and_after_an_error(
    search_slots: BoundedSemaphore,
) -> None:
    player = CountingPlayer("expert", 1, TINY)
    for _ in range(2):
        player.choose(first_turn())
    player.fails = True
    for _ in range(2):
        with pytest.raises(RuntimeError, match="search failed"):
            player.choose(first_turn())
    assert player.searches == 4
    assert search_slots.acquire(blocking=False)


def test_a_single_legal_action_needs_no_search(search_slots: BoundedSemaphore) -> None:
    view = first_turn()
    only = replace(view, choices=view.choices[:1])
    player = CountingPlayer("expert", 1, TINY)
    assert player.choose(only) == view.choices[0].action
    assert player.searches == 0


def test_limits_replace_the_budget_of_a_level() -> None:
    match = Match("pagat", players=3, seed=3)
    assert match.to_act is not None
    view = match.view(match.to_act)
    found = {make_player("master", 1, worlds=200).choose(view) for _ in range(3)}
    assert len(found) == 1
    assert make_player("expert", 1, time=1e-9).choose(view) in view.legal_actions
    with pytest.raises(SchwimmenError, match="club does not search, so it has no limits; those"):
        make_player("club", worlds=200)
    with pytest.raises(SchwimmenError, match="error: 0 is not a number above 0"):
        make_player("master", error=0)
