"""Luck and skill: the changes of a seat's chance, and its account."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from schwimmen.analysis.match_review import kernel
from schwimmen.analysis.match_review.records import ACCOUNT_DTYPE, MOMENT_DTYPE
from schwimmen.players.equity.model import EQUITY_DTYPE
from schwimmen.rules import Match, RuleSet
from schwimmen.rules.core.events import CHOSE, EXCHANGED, NEW_TABLE, PASSED
from schwimmen.rules.core.state import (
    EVENT_DTYPE,
    MATCH_DTYPE,
    NO_SEAT,
    RecordArray,
    rules_array,
)

RULES = rules_array(RuleSet("pagat"))


def moment(*chances: float, seat: int = NO_SEAT, announced: tuple[float, ...] = ()) -> RecordArray:
    """Return an array of the moment after an action of a seat, with the chances of all seats."""
    matches, moments = np.zeros(1, MATCH_DTYPE), np.zeros(1, MOMENT_DTYPE)
    matches["seats"] = len(chances)
    kernel.begin_moment(RULES, matches, seat, moments)
    moments["chances"]["value"][0, : len(chances)] = chances
    if announced:
        moments["surprised"] = 1
        moments["announced"]["value"][0, : len(chances)] = announced
    return moments


def with_decision(moments: RecordArray, seat: int, loss: float) -> RecordArray:
    """Return a moment at which a seat then plays the second best action."""
    best = moments["chances"]["value"][0, seat]
    moments["decider"], moments["count"], moments["chosen"] = seat, 2, 1
    moments["grade"] = 2
    moments["actions"]["value"][0, :2] = best, best - loss
    moments["actions"]["loss"][0, 1] = 100 * loss
    return moments


def accounts_of(*moments: RecordArray) -> Any:
    """Return the accounts of the seats after some moments, into which their changes are written."""
    accounts = np.zeros(int(moments[0]["seats"][0]), ACCOUNT_DTYPE)
    for number, now in enumerate(moments):
        before = moments[number - 1] if number else np.zeros(1, MOMENT_DTYPE)
        kernel.add_to_accounts(before, now, number, accounts)
    return accounts


def changes_of(moments: RecordArray, seat: int) -> list[float]:
    """Return the luck, the error and the change by others of a seat."""
    changes = moments["changes"][0, seat]
    return [float(changes[part]) for part in ("luck", "error", "others")]


def test_a_deal_is_luck() -> None:
    before, dealt = moment(0.5, 0.5), moment(0.75, 0.25)
    accounts_of(before, dealt)
    assert changes_of(dealt, 0) == [0.25, 0, 0]
    assert changes_of(dealt, 1) == [-0.25, 0, 0]


def test_ones_own_action_is_an_error_and_luck() -> None:
    before, after = with_decision(moment(0.5, 0.5), 0, loss=0.125), moment(0.75, 0.25, seat=0)
    accounts = accounts_of(before, after)
    assert changes_of(after, 0) == [0.375, -0.125, 0]
    assert changes_of(after, 1) == [0, 0, -0.25]
    assert accounts["decisions"].tolist() == [1, 0]
    assert accounts["error_rate"].tolist() == [1250, 0]
    assert accounts["grades"][0].tolist() == [0, 0, 1, 0]


def test_what_an_action_of_another_seat_turned_up_is_luck() -> None:
    before, after = moment(0.5, 0.5), moment(0.75, 0.25, seat=0, announced=(0.625, 0.375))
    accounts_of(before, after)
    assert changes_of(after, 0) == [0.25, 0, 0]
    assert changes_of(after, 1) == [-0.125, 0, -0.125]


def test_an_account_explains_the_result() -> None:
    before = with_decision(moment(0.5, 0.5), 1, loss=0.25)
    account = accounts_of(before, moment(0.625, 0.375, seat=1), moment(0, 1, seat=0))[1]
    assert (account["before"], account["result"]) == (0.5, 1)
    assert account["luck"] + account["errors"] + account["others"] == 0.5


def test_the_three_largest_swings_are_kept() -> None:
    chances = (0.5, 0.625, 0.5, 1.0, 0.75, 0.875, 0.875, 1.0, 0.0)
    account = accounts_of(*(moment(chance, 1 - chance) for chance in chances))[0]
    assert account["luckiest"].tolist() == [(3, 0.5), (7, 0.125), (5, 0.125)]
    assert account["unluckiest"].tolist() == [(8, -1.0), (4, -0.25), (2, -0.125)]


def test_what_an_action_shows_of_the_hand_is_a_swing_when_the_round_is_over() -> None:
    before = with_decision(moment(0.5, 0.5), 0, loss=0.25)
    bluff = moment(0.75, 0.25, seat=0)
    shown = moment(0.125, 0.875, seat=1, announced=(0.75, 0.25))
    shown["over"] = 1
    accounts = accounts_of(before, bluff, shown)
    assert changes_of(bluff, 0) == [0.5, -0.25, 0]
    assert changes_of(shown, 0) == [-0.625, 0, 0]
    assert accounts["luck"][0] == -0.125
    assert [accounts[name][0] for name in ("lucky", "unlucky")] == [0, 1]
    assert accounts["unluckiest"][0, 0].tolist() == (2, -0.125)


@pytest.mark.parametrize(
    ("kinds", "shown"),
    [((EXCHANGED,), 0), ((PASSED,), 0), ((PASSED, NEW_TABLE), 1), ((CHOSE,), 1)],
)
def test_some_events_show_cards(kinds: tuple[int, ...], shown: int) -> None:
    events = np.zeros(len(kinds), EVENT_DTYPE)
    events["kind"] = kinds
    assert kernel.shows_cards(events, len(events)) == shown


def test_between_rounds_chances_are_leads_in_a_game_for_points() -> None:
    match = Match("choy", players=3, seed=1)
    matches, moments = match.arrays[2].copy(), np.zeros(1, MOMENT_DTYPE)
    matches["totals"][0, :3] = 20, 40, 30  # doubled
    rules, equity = rules_array(match.rules), np.zeros(1, EQUITY_DTYPE)
    kernel.begin_moment(rules, matches, NO_SEAT, moments)
    kernel.value_exactly(rules, matches, equity, moments)
    assert moments["bases"][0, :3].tolist() == [-7.5, 7.5, 0]
    assert moments["chances"]["value"][0, :3].tolist() == [-7.5, 7.5, 0]
