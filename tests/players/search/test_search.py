"""What a search says of every legal action."""

from __future__ import annotations

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
from schwimmen.players.blueprint.player import BlueprintPlayer
from schwimmen.players.search import search as searching
from schwimmen.players.search.search import SEARCH_BUDGETS, Search, SearchBudget, SearchPlayer
from schwimmen.rules import (
    Card,
    Choice,
    Match,
    Round,
    RuleSet,
    View,
    hand_rank,
    parse_cards,
)
from tests.stacked_deals import stacked_round
from tests.strategies import BIASES, VARIANTS, any_games, deals, play_round

from .search_budgets import COMPILED, MORE, TINY, some


def reasons(view: View, seed: int = 1, budget: SearchBudget = TINY) -> dict[str, float]:
    return dict(SearchPlayer("expert", seed, budget).action_values(view))


def left(view: View, choice: Choice) -> tuple[Card, ...]:
    """The hand that a choice leaves."""
    return tuple({*view.hand} - {*choice.given} | {*choice.taken})


@pytest.mark.parametrize("bent", ["anything", "grace", "recycling", "seven_eight_nine", "closers"])
@given(data=st.data())
@some(8)
def test_every_legal_action_by_any_rules_is_worth_something(bent: str, data: st.DataObject) -> None:
    deal = data.draw(deals(any_games(BIASES[bent])))
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is not None:
            view = round_.view(round_.to_act)
            worth = reasons(view)
            assert tuple(worth) == view.legal_actions
            assert all(map(isfinite, worth.values()))


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
        worth = table[seat].action_values(view)
        assert tuple(worth) == view.legal_actions
        if rules.scoring == "lives":
            assert all(0 <= chances <= 1 + 1e-9 for chances in worth.values())
        closing = [action for action in worth if action == "close" or action.endswith("!")]
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
            worth = reasons(view)
            best = max(view.choices, key=lambda choice: hand_rank(view.rules, left(view, choice)))
            assert worth[best.action] == pytest.approx(max(worth.values()))


def test_a_good_table_is_taken_and_a_good_hand_is_kept() -> None:
    def leader(hand: str, table: str) -> View:
        rules = RuleSet("pagat", dealer_choice=False)
        wanted = parse_cards(f"{hand} 7H QD JC {table}")
        rest = [card for card in rules.cards if card not in wanted]
        return Round(rules, 2, [*wanted, *rest], dealer=1).view(0)

    bad, good = leader("7C 8S 9D", "AH KH 8C"), leader("AC KC 9C", "7S 8H 9D")
    assert SearchPlayer("expert", 1, MORE).choose(bad) in ("all", "all!")
    assert SearchPlayer("expert", 1, MORE).choose(good) in ("close", "pass")
    assert reasons(bad, budget=MORE)["close"] < 0 < reasons(good, budget=MORE)["close"]


def test_the_same_seed_says_and_plays_the_same() -> None:
    match = Match("pagat", players=3, seed=4)
    match.play("keep")
    view = match.view(match.to_act)
    assert reasons(view) == reasons(view) != reasons(view, seed=2)
    assert SearchPlayer("expert", 1).choose(view) == SearchPlayer("expert", 1).choose(view)


@pytest.mark.skipif(not COMPILED, reason="the worlds are too few where nothing is compiled")
@given(data=st.data())
@some(20)
def test_what_is_chosen_is_worth_most_or_ends_the_round(data: st.DataObject) -> None:
    deal = data.draw(deals(any_games(BIASES["closers"])))
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        worth, chosen = reasons(view), SearchPlayer("expert", 1, TINY).choose(view)
        if worth[chosen] < max(worth.values()) - 1e-9:
            after = copy(round_)
            after.play(chosen)
            assert after.over or after.view(0).last_turns


def test_a_round_that_is_won_is_ended() -> None:
    """All actions but a few win for sure: 30 against 20 that lie open."""
    rules = RuleSet("pagat", dealer_choice=False)
    round_ = stacked_round(rules, {0: "7D 8S 9C", 1: "KC QC TC"}, "QH TH 7S", players=2)
    round_.play("all")
    assert SearchPlayer("master", 1, MORE).choose(round_.view(1)) == "close"


@pytest.mark.skipif(not COMPILED, reason="takes minutes where nothing is compiled")
@pytest.mark.parametrize(
    ("other", "deals"),
    [(NeverCloses, (15, 34, 90, 91, 105, 108)), (Passes, (1, 12, 29))],
)
def test_who_never_closes_is_not_waited_for(
    other: type[NeverCloses | Passes], deals: tuple[int, ...]
) -> None:
    rules = RuleSet("pagat")
    for deal in deals:
        pack = Random(deal).sample(rules.cards, len(rules.cards))
        players = SearchPlayer("master", deal, MORE), other()
        assert sum(play_out(Round(rules, 2, pack, dealer=1), players).turns_of) <= LONG


class Thinker(SearchPlayer):
    """Counts how often it thinks, and fails at it if it is told to."""

    thought = 0
    fails = False

    def search(self, view: View) -> Search:
        self.thought += 1
        if self.fails:
            raise RuntimeError("no idea")
        return super().search(view)


@pytest.fixture
def turnstile(monkeypatch: pytest.MonkeyPatch) -> BoundedSemaphore:
    """That of a machine with one processor."""
    one = BoundedSemaphore(1)
    monkeypatch.setattr(searching, "_turnstile", lambda: one)
    return one


def first_turn() -> View:
    match = Match("pagat", players=2, seed=1)
    match.play("keep")
    return match.view(match.to_act)


@pytest.mark.parametrize("level", SEARCH_BUDGETS)
def test_the_levels_can_say_why(level: str) -> None:
    player = make_player(level, seed=1)
    assert isinstance(player, SearchPlayer)
    assert isinstance(player, ActionEvaluator)
    assert player.name == level


def test_the_more_play_the_less_often_a_round_is_played_out() -> None:
    for budget in SEARCH_BUDGETS.values():
        assert budget.among(2) == budget.among(4) == budget
        eight = budget.among(8)
        assert (eight.worlds, eight.rollouts) == (budget.worlds // 2, budget.rollouts // 2)
        assert eight.candidates == budget.candidates


def test_where_all_places_are_taken_the_blueprint_plays_at_once(
    turnstile: BoundedSemaphore,
) -> None:
    turnstile.acquire()
    view = first_turn()
    player = Thinker("master", seed=1)
    blueprint = BlueprintPlayer(Random(1).getrandbits(64))
    for _ in range(20):
        assert player.choose(view) == blueprint.choose(view)
    assert player.thought == 0
    turnstile.release()
    player = Thinker("master", 1, TINY)
    player.choose(view)
    assert player.thought == 1


def test_a_place_is_free_again_after_a_thought_and_after_a_failure(
    turnstile: BoundedSemaphore,
) -> None:
    player = Thinker("expert", 1, TINY)
    for _ in range(2):
        player.choose(first_turn())
    player.fails = True
    for _ in range(2):
        with pytest.raises(RuntimeError, match="no idea"):
            player.choose(first_turn())
    assert player.thought == 4
    assert turnstile.acquire(blocking=False)


def test_nobody_thinks_where_there_is_but_one_thing_to_do(turnstile: BoundedSemaphore) -> None:
    view = first_turn()
    only = replace(view, choices=view.choices[:1])
    player = Thinker("expert", 1, TINY)
    assert player.choose(only) == view.choices[0].action
    assert player.thought == 0
