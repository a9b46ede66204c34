"""Views: choices with their values, reasons for illegal actions, and public knowledge."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import (
    ACTION_KINDS,
    PRESETS,
    Match,
    Round,
    RuleSet,
    RuleSetError,
    SeatView,
    View,
    card_names,
    hand_value,
)
from schwimmen.rules.view_builder import record_of
from tests.stacked_deals import play, stacked_match, stacked_round
from tests.strategies import Game, any_games, examples, play_match

PAGAT = RuleSet("pagat")
DUTCH = RuleSet("dutch")
CHOY = RuleSet("choy")


def worth(round: Round) -> dict[str, float | None]:
    """Return the value of each choice of the seat to act."""
    return {choice.action: choice.value for choice in round.view(round.to_act).choices}


def test_the_dealer_knows_the_hand_in_hand_only() -> None:
    round = stacked_round(PAGAT, {2: "9C 9D 9H"}, "TH 8H 7S")
    assert worth(round) == {"keep": 30.5, "take": None}
    assert [choice.suit for choice in round.view(2).choices] == [None, None]
    refused = round.view(2).refused
    assert set(refused) == set(ACTION_KINDS) - {"keep", "take"}
    assert set(refused.values()) == {"dealers_choice"}


@examples(10)
@given(any_games())
def test_an_open_view_shows_a_spectator_all_hands(game: Game) -> None:
    for match, _ in play_match(game):
        seats = range(game.players)
        own = [match.view(seat) for seat in seats]
        expected = tuple(
            replace(one, shown=view.hand, value=view.value, suit=view.suit) if one.active else one
            for one, view in zip(match.view().seats, own, strict=True)
        )
        assert match.open_view() == replace(match.view(), seats=expected)
        hands = [seat.shown for seat in match.round.open_view().seats]
        assert hands == [view.hand or None for view in own]


def test_a_choice_says_what_hand_it_leaves() -> None:
    round = stacked_round(PAGAT, {0: "AC KC 7D"}, "QC 8S 9H")
    play(round, "keep")
    choices = {choice.action: choice for choice in round.view(0).choices}
    assert (choices["7DxQC"].value, choices["7DxQC"].suit) == (31, "C")
    assert (choices["all"].value, choices["all"].suit) == (10, "C")
    assert (choices["pass"].value, choices["close"].value) == (21, 21)
    assert card_names(choices["all!"].given) == "AC KC 7D"
    assert card_names(choices["all!"].taken) == "QC 8S 9H"
    assert [name for name, choice in choices.items() if choice.closes] == [
        name for name in choices if name == "close" or name.endswith("!")
    ]


def test_after_a_renewal_the_new_table_counts() -> None:
    round = stacked_round(CHOY, {0: "AC KC QC 9C"}, "3C 4D 5H 6S", talon="2C 2D 2H JC")
    assert worth(round)["renew"] is None
    play(round, "renew")
    assert worth(round)["9CxJC"] == 41
    assert len(worth(round)) == 16
    refused = round.view(0).refused
    assert refused["renew"] == refused["close"] == refused["all"] == "exchange_first"
    assert refused["exchange!"] == "close_is_its_own_turn"
    assert refused["keep"] == "no_choice"


@pytest.mark.parametrize(("rules", "nothing"), [(PAGAT, "pass"), (DUTCH, "close")])
def test_nothing_closes_in_a_last_turn(rules: RuleSet, nothing: str) -> None:
    round = stacked_round(rules, {1: "AC KC 7D"}, "QC 8S 9H", players=2)
    play(round, "keep", "close")
    view = round.view(1)
    assert view.last_turns
    assert not any(choice.closes for choice in view.choices)
    assert worth(round)[nothing] == hand_value(rules, view.hand)[0]
    assert set(view.legal_actions) >= {"all", nothing}


def test_exchanging_all_closes_in_the_dutch_game_until_the_last_turns() -> None:
    round = stacked_round(DUTCH, {1: "AC KC 7D"}, "QC 8S 9H", players=2)
    assert [round.view(seat).all_closes for seat in (0, 1, None)] == [True] * 3
    play(round, "keep", "close")
    assert [round.view(seat).all_closes for seat in (0, 1, None)] == [False] * 3
    assert not stacked_round(PAGAT, {}, "QC 8S 9H").view(0).all_closes
    without = RuleSet("dutch", exchange_all=False)
    assert not stacked_round(without, {}, "QC 8S 9H").view(0).all_closes


def test_refusals_of_a_seat_not_to_act() -> None:
    round = stacked_round(PAGAT, {}, "TH 8H 7S")
    for seat in (0, 1, None):
        assert round.view(seat).refused == dict.fromkeys(ACTION_KINDS, "not_your_turn")
    round = stacked_round(PAGAT, {0: "AS KS QS"}, "TH 8H 7S")
    assert round.view(2).refused == dict.fromkeys(ACTION_KINDS, "round_over")


def test_no_seat_acts_while_the_talon_is_shuffled() -> None:
    round = stacked_round(RuleSet("app-a9", talon_short="recycle"), {}, "TH 9D AS", players=6)
    play(round, "keep", *["pass"] * 12)
    for seat in (0, 5, None):
        view = round.view(seat)
        assert view.refused == dict.fromkeys(ACTION_KINDS, "shuffle_awaited")
        assert view.to_act is None
        assert view.choices == ()


def seat_0(round: Round) -> SeatView:
    return round.view(1).seats[0]


def test_a_card_taken_is_known_until_it_is_laid_down_again() -> None:
    round = stacked_round(PAGAT, {0: "AS 8C 7D"}, "QS 8H 7S")
    play(round, "keep", "7DxQS", "pass", "pass")
    assert card_names(seat_0(round).known) == "QS"
    play(round, "QSx7D", "pass", "pass")
    assert card_names(seat_0(round).known) == "7D"
    play(round, "all", "pass", "pass")
    assert card_names(seat_0(round).known) == "QS 7S 8H"
    assert seat_0(round).shown is None


def test_hands_are_hidden_until_the_round_ends() -> None:
    match = stacked_match(PAGAT, {}, "QS 8H 7S")
    play(match, "keep", "close", "pass")
    assert [seat.shown for seat in match.view(0).seats] == [None] * 3
    play(match, "pass")
    assert [seat.shown for seat in match.view(None).seats] == [match.view(n).hand for n in range(3)]


def test_views_are_apart_from_each_other_and_can_be_pickled() -> None:
    round = stacked_round(PAGAT, {}, "TH 8H 7S")
    view = round.view(0)
    assert pickle.loads(pickle.dumps(view)) == view
    assert isinstance(view.refused, dict)
    view.refused["pass"] = "spoiled"
    assert round.view(0).refused["pass"] == "not_your_turn"


@given(preset=st.sampled_from(sorted(PRESETS)), seed=st.integers(0, 999), data=st.data())
def test_a_view_shows_its_moment_whenever_it_is_read(
    preset: str, seed: int, data: st.DataObject
) -> None:
    match = Match(preset, 3, seed=seed)
    taken: list[tuple[View, View]] = []
    for _ in range(12):
        for seat in (0, 1, 2, None):
            read_at_once, read_later = match.view(seat), match.view(seat)
            assert replace(read_at_once) == read_at_once  # reads all fields
            taken.append((read_at_once, read_later))
        if match.to_act is not None:
            match.play(data.draw(st.sampled_from(match.round.legal_actions)))
        elif not match.over:
            match.deal()
    for read_at_once, read_later in taken:
        brief = [(one.action, one.value, one.suit, one.closes) for one in read_at_once.choices]
        assert read_later.brief_choices == replace(read_later).brief_choices == brief
        assert read_later == read_at_once
        assert hash(read_later) == hash(read_at_once)


def test_a_view_has_no_other_attribute() -> None:
    view: Any = Match("pagat", 3, seed=1).view()
    with pytest.raises(AttributeError, match="a view has no attribute 'hands'"):
        _ = view.hands


@pytest.mark.parametrize("seat", [-1, 2])
def test_an_unknown_seat_has_no_view(seat: int) -> None:
    round = Round("pagat", 2, RuleSet("pagat").cards)
    with pytest.raises(RuleSetError, match=f"there is no seat {seat}; seats are 0 to 1"):
        round.view(seat)


@given(any_games())
@examples(30)
def test_a_view_without_its_record_has_an_equal_one(game: Game) -> None:
    for match, _ in play_match(game, most_rounds=3):
        for seat in (None, *range(game.players)):
            for table in (match, match.round):
                view = table.view(seat)
                assert record_of(replace(view)).tobytes() == record_of(view).tobytes()
