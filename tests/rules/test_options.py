"""Effects of single options: values that no preset has, or that seldom matter."""

from __future__ import annotations

from typing import Any

import pytest

from schwimmen.rules import IllegalAction, Round, RuleSet, card_names
from tests.stacked_deals import play, stacked_round

NINE = "AC KC QC AS KS QS 7H 8D 9S"
"""Pack without a talon for two players."""


def without_talon(**options: Any) -> Round:
    """Return a round: seat 0 holds AC KS QC, seat 1 KC AS QS, the table cards are 7H 8D 9S."""
    rules = RuleSet.study(NINE, max_players=2, dealer_choice=False, **options)
    return Round(rules, 2, "AC KS QC KC AS QS 7H 8D 9S", dealer=1)


def test_exchanging_all_is_illegal_without_the_option() -> None:
    round = stacked_round(RuleSet("pagat", exchange_all=False), {}, "TH 8H 7S")
    play(round, "keep")
    for action in ("all", "all!"):
        assert round.view(0).refused[action] == "no_exchange_all"
        with pytest.raises(IllegalAction, match="no exchange all"):
            round.play(action)
    play(round, "close")
    assert not {"all", "all!"} & set(round.legal_actions)


def test_renewing_is_illegal_without_the_option() -> None:
    round = stacked_round(RuleSet("pagat"), {}, "TH 8H 7S")
    play(round, "keep")
    assert round.view(0).refused["renew"] == "no_renew"


def test_renewing_is_illegal_in_last_turns() -> None:
    rules = RuleSet("choy", close_effect="one_turn_each")
    round = stacked_round(rules, {}, "3C 4D 5H 6S")
    play(round, "close")
    assert round.view(1).refused["renew"] == "last_turn"
    assert "pass" in round.legal_actions


def test_doing_nothing_in_a_last_turn_is_never_too_early() -> None:
    """In a last turn `close` only does nothing, and exchanging all is not `close` (R10)."""
    round = stacked_round(RuleSet("dutch", close_from_turn=2), {}, "TH 8H 7S", players=2)
    play(round, "keep")
    assert round.view(0).refused["close"] == "too_early"
    play(round, "all")
    assert round.view(1).last_turns
    assert "close" in round.legal_actions


class TestRecyclingWhenAllPass:
    """Six players leave a talon of three, so that the second table cards are the last (R9, R32)."""

    def passed_twice(self, recycle: str) -> Round:
        rules = RuleSet("app-a9", talon_short="recycle", recycle=recycle)
        round = stacked_round(rules, {}, "TH 9D AS", players=6)
        play(round, "keep", *["pass"] * 12)
        return round

    def test_in_order_the_first_table_comes_again(self) -> None:
        round = self.passed_twice("in_order")
        assert round.view(None).table_names == "AS TH 9D"
        assert len(round.aside) == 3
        assert (round.to_act, round.view(None).talon) == (0, 0)

    def test_by_shuffle_play_continues_after_the_shuffle(self) -> None:
        round = self.passed_twice("shuffle")
        assert round.needs_shuffle
        round.recycle("9D TH AS")
        assert round.view(None).table_names == "AS TH 9D"
        assert round.to_act == 0
        play(round, *["pass"] * 5)  # the count has started again
        assert not round.needs_shuffle

    def test_with_too_few_cards_the_table_stays(self) -> None:
        round = without_talon(talon_short="recycle")
        play(round, "pass", "pass")
        assert round.view(None).table_names == "9S 7H 8D"
        assert not round.needs_shuffle
        assert round.to_act == 0


def test_seven_eight_nine_is_a_table_like_any_other_without_the_option() -> None:
    round = stacked_round(RuleSet("pagat"), {}, "7H 8D 9S")
    play(round, "keep")
    assert round.view(None).table_names == "9S 7H 8D"


def test_seven_eight_nine_stays_for_want_of_cards() -> None:
    assert without_talon(replace_789=True).view(None).table_names == "9S 7H 8D"


@pytest.mark.parametrize("hand", ["AS KS QS", "AC AD AH"])
def test_a_round_that_knows_no_special_hands_goes_on(hand: str) -> None:
    round = stacked_round(RuleSet("pagat", special="none"), {0: hand}, "TH 8H 7D")
    assert round.legal_actions == ("keep", "take")
    assert round.view(None).seats[0].shown is None


def test_a_31_made_where_no_hand_is_special_goes_on() -> None:
    round = stacked_round(RuleSet("pagat", special="none"), {0: "AS KS 7D"}, "QS 8H 7S")
    play(round, "keep", "7DxQS")
    assert round.view(0).value == 31
    assert round.to_act == 1


@pytest.mark.parametrize(("fire", "end"), [(True, "fire"), (False, None)])
def test_three_aces_end_the_round_only_as_fire(fire: bool, end: str | None) -> None:
    rules = RuleSet("pagat", fire=fire)
    round = stacked_round(rules, {0: "AS AC 7D"}, "AD 8H 7S")
    play(round, "keep", "7DxAD")
    assert (round.result.end if round.result else None) == end
    dealt = stacked_round(rules, {0: "AS AC AD"}, "9D 8H 7S")
    assert (dealt.result.end if dealt.result else None) == end


def test_a_hand_of_four_plays_like_any_other() -> None:
    rules = RuleSet("pagat", hand_size=4, max_players=7, fire=False, three_of_a_kind=False)
    round = stacked_round(rules, {0: "AC KC QC 7D"}, "JC 8S 9H 7H")
    play(round, "keep", "7DxJC")
    assert round.result is not None
    assert (round.result.end, round.result.values[0]) == ("31", 41)
    assert card_names(round.result.hands[0] or ()) == "AC KC QC JC"
