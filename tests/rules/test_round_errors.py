"""Errors of rounds."""

from __future__ import annotations

import pytest

from schwimmen.rules import (
    CardError,
    IllegalAction,
    Round,
    RuleSet,
    RuleSetError,
    SchwimmenError,
    card_names,
)
from tests.stacked_deals import play, stacked_round

PAGAT = RuleSet("pagat")
APP = RuleSet("app")


def test_an_illegal_action_names_all_legal_ones_and_changes_nothing() -> None:
    round = stacked_round(PAGAT, {}, "TH 8H 7S")
    before = round.view(2)
    for action, reason in (
        ("pass", "dealers_choice"),
        ("7CxTH", "dealers_choice"),
        ("knock", "unknown_action"),
    ):
        with pytest.raises(IllegalAction, match="legal here: keep, take") as caught:
            round.play(action)
        assert caught.value.reason == reason
        assert caught.value.legal == ("keep", "take")
    assert round.view(2) == before


def test_action_numbers_out_of_range_are_refused() -> None:
    round = stacked_round(PAGAT, {}, "TH 8H 7S")
    for number in (-1, 25):
        with pytest.raises(IllegalAction, match="unknown action"):
            round.play(number)
    for value in (23.0, True, None, [23]):
        with pytest.raises(SchwimmenError, match=r"^action: .* is not the name or number"):
            round.play(value)  # type: ignore[arg-type]  # wrong on purpose


def test_cards_not_in_hand_or_on_the_table() -> None:
    round = stacked_round(PAGAT, {0: "7C 8C 9H"}, "TH 8H 7S")
    play(round, "keep")
    for action, reason in (("ACxTH", "card_not_in_hand"), ("7CxAC", "card_not_on_table")):
        with pytest.raises(IllegalAction) as caught:
            round.play(action)
        assert caught.value.reason == reason


def test_a_round_that_is_over_takes_no_action() -> None:
    round = stacked_round(PAGAT, {0: "AS KS QS"}, "TH 8H 7S")
    with pytest.raises(IllegalAction, match="round over"):
        round.play("pass")


def test_wrong_seats() -> None:
    for arguments in ({"dealer": 3}, {"leader": 7}, {"active": [0]}, {"active": [0, 9]}):
        with pytest.raises(RuleSetError):
            Round(PAGAT, 3, PAGAT.cards, **arguments)
    with pytest.raises(RuleSetError, match="no seat 3"):
        stacked_round(PAGAT, {}, "TH 8H 7S").view(3)


@pytest.mark.parametrize(
    ("pack", "message"),
    [
        (card_names(PAGAT.cards[:-1]), "7D"),
        (card_names(PAGAT.cards) + " 2C", "2C"),
        (card_names(PAGAT.cards) + " AC", "AC"),
        ([*range(31), 77], "0 to 51"),
        (card_names(PAGAT.cards).split(), "one text"),
    ],
)
def test_a_pack_with_a_wrong_card_is_refused(pack: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        Round(PAGAT, 3, pack)
