"""Reasons why an action is better than another: facts that make the difference, and no others."""

from __future__ import annotations

from typing import Any, Final

import pytest

from schwimmen.players import sample_worlds
from schwimmen.players.budget import SearchBudget
from schwimmen.players.value_function import Reason, ValueFunction
from schwimmen.rules import Match, RuleSet, SchwimmenError
from tests.stacked_deals import play, stacked_match

from .search_budgets import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes minutes where nothing is compiled")

WORLDS: Final = SearchBudget(9000, worlds=3000, rollouts=1)
RULES: Final = RuleSet("pagat", dealer_choice=False)


def reasons(match: Match, best: str, other: str, seed: int = 1) -> dict[str, Reason]:
    """Return the reasons for an action of the seat to act, by their codes."""
    found = ValueFunction(WORLDS).reasons(match.view(match.to_act), best, other, seed)
    assert len(found) <= 3
    assert [one.share for one in found] == sorted((one.share for one in found), reverse=True)
    assert all(0.5 <= one.share <= 1 for one in found)
    return {one.code: one for one in found}


def ace_or_seven() -> Match:
    """Return a match whose first player holds an ace that its opponent needs for 31."""
    match = stacked_match(RULES, {0: "AH 7S QH", 1: "7D 8C JH"}, "KH 8S 9C", players=2)
    play(match, "pass", "7DxKH", "QHx9C", "8CxQH")
    return match


def test_a_card_that_the_next_player_collects_is_a_reason() -> None:
    found = reasons(ace_or_seven(), "pass", "AHx8C")
    reason = found["left_cards"]
    assert (reason.seat, reason.cards) == (1, ("AH",))
    assert reason.numbers["probability"] > 0.7
    assert "outs" not in found


def test_a_hand_that_is_worth_more_is_a_reason() -> None:
    match = stacked_match(RULES, {0: "AH 7H 9C"}, "JC 8D KH")
    reason = reasons(match, "9CxKH", "AHxKH")["better_hand"]
    numbers = reason.numbers
    assert (numbers["value"], numbers["other_value"]) == (28, 17)
    assert numbers["beaten"] > 0.9
    assert 0.3 < numbers["other_beaten"] < 0.7


def test_a_special_hand_is_a_reason() -> None:
    match = stacked_match(RULES, {0: "AH KH 9C"}, "7C 8D QH")
    reason = reasons(match, "9CxQH", "9Cx7C")["special_hand"]
    assert reason.numbers == {"value": 31, "other_value": 21}


def test_closing_leaves_others_one_turn() -> None:
    match = stacked_match(RULES, {0: "AH 7H 9H"}, "JC 8D 7S", players=4)
    numbers = reasons(match, "close", "7HxJC")["fewer_turns"].numbers
    assert numbers["turns"] == 1
    assert 1 < numbers["other_turns"] < 3


def test_closing_with_a_weak_hand_gives_up_its_outs() -> None:
    match = stacked_match(RULES, {0: "7S 8H 9C"}, "7C 9D JH", players=2)
    found = reasons(match, "pass", "close")
    assert found.keys() == {"weak_hand", "outs"}
    assert found["weak_hand"].numbers["value"] == 9
    assert found["weak_hand"].numbers["beaten"] < 0.1
    assert found["outs"].numbers["outs"] > 20


@pytest.mark.parametrize(
    ("hand", "best", "other", "code"),
    [("AS KS 9S", "keep", "take", "kept_hand"), ("7S 8H 9C", "take", "keep", "poor_deal")],
)
def test_the_rank_of_the_dealers_hand_is_a_reason(
    hand: str, best: str, other: str, code: str
) -> None:
    match = stacked_match(RuleSet("pagat"), {1: hand}, "", players=2)
    numbers = reasons(match, best, other)[code].numbers
    assert numbers["beaten"] > 0.9 if code == "kept_hand" else numbers["beaten"] < 0.1


def test_lives_are_a_reason_only_if_they_are_unequal() -> None:
    match = stacked_match(RULES, {0: "AH 7H 9C"}, "JC 8D KH")
    assert "lives" not in reasons(match, "9CxKH", "AHxKH")


def test_there_is_no_reason_for_a_difference_that_is_noise() -> None:
    match = stacked_match(RULES, {0: "AH 7H 9C"}, "JC 8D KH", players=2)
    assert not reasons(match, "AHxKH", "9CxKH")
    assert not reasons(match, "9CxKH", "9CxKH")


def test_equal_seeds_give_equal_reasons_and_hidden_cards_make_no_difference() -> None:
    match = ace_or_seven()
    expected = reasons(match, "pass", "AHx8C")
    assert reasons(match, "pass", "AHx8C") == expected != reasons(match, "pass", "AHx8C", seed=2)
    for world in sample_worlds(match.round.view(0), 3, seed=1):
        values = ValueFunction(WORLDS)
        seen: Any = world.view(0)
        alone = values.reasons(match.round.view(0), "pass", "AHx8C", 1)
        assert values.reasons(seen, "pass", "AHx8C", 1) == alone


def test_an_illegal_action_and_a_seat_not_to_act_are_refused() -> None:
    match = Match("pagat", players=2, seed=1)
    values = ValueFunction(WORLDS)
    with pytest.raises(SchwimmenError, match='"pass" is not a legal action'):
        values.reasons(match.view(match.to_act), "keep", "pass", 1)
    with pytest.raises(SchwimmenError):
        values.reasons(match.view(match.leader), "keep", "take", 1)
