"""Beliefs follow from the players' actions, and never contradict known cards."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from schwimmen.players.blueprint.policy_table import NO_BLUEPRINT
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.search.belief import CANDIDATE_DTYPE, OpponentModels, weigh_hands
from schwimmen.players.search.determinization import determinize
from schwimmen.players.search.opponent_model import AS_FITTED, MIXTURES
from schwimmen.players.search_player import Search
from schwimmen.rules import Round, RuleSet, View, cards_of, mask_of, parse_cards
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.rows import MAX_SEATS
from schwimmen.rules.core.state import MAX_ACTIONS, RecordArray, rules_array
from tests.stacked_deals import stacked_round
from tests.strategies import BIASES, any_games, deals, play_round

from .search_budgets import TINY, some

PRIORS: Final = np.tile(MIXTURES[AS_FITTED], (MAX_SEATS, 1))


def weights(view: View, seat: int, hidden: Sequence[int], seed: int = 1) -> NDArray[np.float64]:
    """Return the weights of hidden cards by model, from one determinized round."""
    determinization = determinize(view, Random(seed))
    models = OpponentModels(
        PRIORS,
        NO_BLUEPRINT,
        keep_threshold(view.rules),
        np.zeros(MAX_ACTIONS),
        np.zeros(MAX_ACTIONS, np.int64),
    )
    candidates = np.zeros(len(hidden), CANDIDATE_DTYPE)
    candidates["cards"] = hidden
    weigh_hands(
        rules_array(view.rules)[0],
        determinization.now[0],
        determinization.history,
        seat,
        determinization.hidden[seat],
        candidates,
        models,
    )
    found: NDArray[np.float64] = candidates["weights"]
    return found


def hand_weights(round_: Round, *hands: str) -> list[float]:
    """Return the weights of the leader's hidden cards in a round of two."""
    found = weights(round_.view(1), 0, [mask_of(parse_cards(hand)) for hand in hands])
    return [float(each) for each in found.sum(axis=1)]


def after(actions: str, hand: str, table: str) -> Round:
    """Return a round of two in which the leader has acted."""
    rules = RuleSet("pagat", dealer_choice=False)
    round_ = stacked_round(rules, {0: hand, 1: "7C 8D 9H"}, table, players=2)
    for action in actions.split():
        round_.play(action)
    return round_


def test_taking_a_card_suggests_more_of_its_suit() -> None:
    round_ = after("7DxAH", "7D KH 9C", "AH JC 8S")
    hearts, spades, clubs = hand_weights(round_, "KH 8H", "KS QS", "KC QC")
    assert hearts > 10 * spades
    assert hearts > 10 * clubs  # which would have taken the jack of clubs


def test_the_same_exchanges_once_more_suggest_nothing_new() -> None:
    cycle = "7DxAH 7Cx7D AHx7C 7DxAH 7Cx7D AHx7C "  # both have their first hands again
    hands = ("KH 8H", "KS QS", "KC 9C")
    once, twice, thrice = (
        hand_weights(after(times * cycle, "7D KH 9C", "AH JC 8S"), *hands) for times in (1, 2, 3)
    )
    assert once == twice == thrice


def test_closing_suggests_a_good_hand() -> None:
    round_ = after("close", "AS KS 7D", "JC 8H 7H")
    good, bad = hand_weights(round_, "AS KS QC", "7D TS 9C")
    assert good > 5 * bad


def test_a_dealer_that_keeps_its_hand_has_a_good_one() -> None:
    rules = RuleSet("pagat")
    round_ = stacked_round(rules, {0: "7C 8D 9H", 1: "AS KS 7D"}, "JC 8H 7H", players=2)
    round_.play("keep")
    hands = [mask_of(parse_cards(hand)) for hand in ("AS KS QC", "7D TS 9C")]
    good, bad = weights(round_.view(0), 1, hands).sum(axis=1)
    assert good > 3 * bad


def test_a_special_hand_would_have_been_shown() -> None:
    round_ = after("7DxAH", "7D KH 9C", "AH JC 8S")
    thirty_one, fire, hearts = hand_weights(round_, "KH QH", "AS AC", "KH 9C")
    assert thirty_one == fire == 0 < hearts
    dealt, other = hand_weights(after("pass", "7D KH 9C", "AH JC 8S"), "AS KS QS", "AS KS 9S")
    assert dealt == 0 < other


def test_in_the_grace_of_the_dutch_game_a_thirty_one_dealt_lies_open() -> None:
    rules = RuleSet("dutch", dealer_choice=False)
    round_ = stacked_round(rules, {0: "7D KH 9C", 1: "7C 8D 9H"}, "AH JC 8S", players=2)
    round_.play("7DxAH")
    assert rules.special == "grace"
    thirty_one, other = hand_weights(round_, "KH QH", "KH 9C")
    assert thirty_one == 0 < other


def test_after_a_thirty_one_only_a_last_turn_may_have_made_a_hidden_one() -> None:
    rules = RuleSet("dutch", dealer_choice=False)
    hands = {0: "KH 7C 9H", 1: "KS TS 9C", 2: "7H 8D 9D"}
    round_ = stacked_round(rules, hands, "AC AS JH", players=4)
    for action in ("9HxAC", "9CxAS", "7HxJH"):  # seat 1 makes 31 and allows two last turns
        round_.play(action)
    view = round_.view(1)
    assert view.end == "31"
    assert view.to_act == 3
    for seat, special, allowed in ((0, "KC QC", False), (2, "AH QH", True), (3, "AD KD QD", False)):
        other = "8S 9S TD"[: len(special)]
        hidden = [mask_of(parse_cards(hand)) for hand in (special, other)]
        found, usual = weights(view, seat, hidden).sum(axis=1)
        assert (found > 0) == allowed
        assert usual > 0


@pytest.mark.parametrize("bent", ["anything", "recycling", "closers"])
@given(data=st.data())
@some(12)
def test_weights_do_not_depend_on_the_determinized_world(bent: str, data: st.DataObject) -> None:
    deal = data.draw(deals(any_games(BIASES[bent])))
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        for seat in (seat.seat for seat in view.seats if seat.active and seat.seat != view.seat):
            hidden = [determinize(view, Random(seed)).hidden[seat] for seed in range(3)]
            first, second = (weights(view, seat, hidden, seed) for seed in range(2))
            assert first == pytest.approx(second)
            assert (first >= 0).all()
            assert (first.sum(axis=1) <= 1 + 1e-9).all()


@pytest.mark.parametrize("bent", ["anything", "grace", "recycling", "seven_eight_nine"])
@given(data=st.data())
@some(12)
def test_a_world_has_every_card_once_and_known_cards_in_place(
    bent: str, data: st.DataObject
) -> None:
    deal = data.draw(deals(any_games(BIASES[bent])))
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        if round_.to_act is None:
            continue
        view = round_.view(round_.to_act)
        search = Search(view, TINY, new_rng(1))
        assert len(search.worlds) > 0
        for world in search.worlds:
            assert_is_possible(world, round_.arrays[1], view)


def assert_is_possible(world: Any, real: RecordArray, view: View) -> None:
    state: Any = real[0]
    assert world.talon_top == state.talon_top
    assert world.talon_end == state.talon_end
    places = [int(card) for card in world.pack[int(world.talon_top) : int(world.talon_end)]]
    places += [*cards_of(int(world.table)), *cards_of(int(world.extra)), *view.aside]
    for seat in view.seats:
        hand = cards_of(int(world.hands[seat.seat]))
        assert len(hand) == seat.cards
        assert {*hand} >= {*seat.known}
        assert seat.shown is None or hand == seat.shown
        places += hand
    assert sorted(places) == list(view.rules.cards)
    assert world.table == mask_of(view.table)
    assert world.hands[view.seat] == mask_of(view.hand)
    assert (view.phase == "choice") == (world.extra != 0)
