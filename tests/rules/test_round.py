from __future__ import annotations

import pytest

from schwimmen.rules import (
    CardError,
    IllegalAction,
    MissingShuffle,
    Round,
    RuleSet,
    SchwimmenError,
    card_names,
    parse_cards,
)
from tests.stacked_deals import play, stacked_round

PAGAT = RuleSet("pagat")
APP = RuleSet("app")


def ended(round: Round) -> tuple[str, int | None, int]:
    assert round.result is not None
    return round.result.end, round.result.by, round.result.turns


def test_the_pack_is_dealt_in_order() -> None:
    """The deal begins left of the dealer; then come the extra hand and the talon (R4)."""
    pack = card_names(PAGAT.cards)
    swapped = pack.replace("AC", "__").replace("7D", "AC").replace("__", "7D")
    round = Round(PAGAT, 3, swapped, dealer=1)
    assert round.leader == 2
    assert round.view(2).hand_names == "KC QC 7D"
    assert round.view(0).hand_names == "JC TC 9C"
    assert round.view(1).hand_names == "8C 7C AS"
    round.play("keep")
    assert round.view(None).table_names == "KS QS JS"


def test_actions_by_number_are_those_by_name() -> None:
    round, by_name = (stacked_round(PAGAT, {0: "7C 8D 9H"}, "TH 8H 7S") for _ in range(2))
    numbers = []
    while not round.over:
        assert len(round.legal_numbers) == len(round.legal_actions) > 0
        numbers.append(round.legal_numbers[-1])
        by_name.play(round.legal_actions[-1])
        round.play(numbers[-1])
    assert round.legal_numbers == ()
    assert round.action_numbers == by_name.action_numbers == tuple(numbers)
    assert round.actions == by_name.actions
    assert round.result == by_name.result


@pytest.mark.parametrize("size", [1, 2])
def test_with_a_study_pack_hands_may_be_small(size: int) -> None:
    rules = RuleSet.study(
        "AC KC QC JC AS KS QS JS",
        hand_size=size,
        max_players=2,
        dealer_choice=False,
        special="none",
        fire=False,
        three_of_a_kind=False,
    )
    for number in range(2 * size * size):
        round = Round(rules, 2, rules.cards, dealer=1)
        before, table = set(round.view(0).hand), set(round.view(0).table)
        given, taken = parse_cards(round.legal_actions[number].rstrip("!").replace("x", " "))
        round.play(number)
        assert set(round.view(0).hand) == before - {given} | {taken}
        assert set(round.view(0).table) == table - {taken} | {given}
        assert round.closed == ((0,) if number >= size * size else ())


def test_the_dealer_may_take_the_unseen_extra_hand() -> None:
    round = stacked_round(PAGAT, {2: "7C 8D 9H"}, "TH 8H 7S")
    assert round.to_act == 2
    assert round.legal_actions == ("keep", "take")
    assert round.view(2).table == ()
    round.play("take")
    assert round.view(2).hand_names == "7S TH 8H"
    assert round.view(None).table_names == "7C 9H 8D"
    assert round.to_act == 0


def test_without_the_option_the_extra_hand_is_the_table() -> None:
    round = stacked_round(RuleSet("pagat", dealer_choice=False), {}, "TH 8H 7S")
    assert round.view(None).table_names == "7S TH 8H"
    assert round.to_act == 0


def test_a_special_hand_that_the_dealer_takes_ends_the_round() -> None:
    round = stacked_round(PAGAT, {2: "7C 8D 9H"}, "AC KC QC")
    round.play("take")
    assert ended(round) == ("31", 2, 0)


def test_fire_comes_before_31_whoever_leads() -> None:
    round = stacked_round(PAGAT, {0: "AS KS QS", 1: "AC AD AH"}, "TH 8H 7S")
    assert ended(round) == ("fire", 1, 0)
    assert round.actions == ()


def test_of_several_31s_dealt_the_first_in_turn_order_ends_the_round() -> None:
    round = stacked_round(PAGAT, {1: "AS KS QS", 2: "AH KH QH"}, "TH 8H 7S")
    assert ended(round) == ("31", 1, 0)


@pytest.mark.parametrize("special", ["ends", "none"])
def test_a_special_hand_on_the_table_belongs_to_no_seat(special: str) -> None:
    round = stacked_round(RuleSet("pagat", special=special), {}, "AC KC QC")
    round.play("keep")
    assert not round.over


def test_after_a_close_everyone_else_has_one_turn() -> None:
    round = stacked_round(PAGAT, {}, "TH 8H 7S")
    play(round, "keep", "close")
    assert round.view(None).last_turns
    assert "close" not in round.legal_actions
    assert not any(action.endswith("!") for action in round.legal_actions)
    assert round.view(1).refused["close"] == "last_turn"
    play(round, "pass", "pass")
    assert ended(round) == ("close", 0, 3)


def test_closing_at_once_ends_the_round() -> None:
    round = stacked_round(RuleSet("pagat", close_effect="immediate"), {}, "TH 8H 7S")
    play(round, "keep", "pass", "close")
    assert ended(round) == ("close", 1, 2)


def test_closing_is_a_turn_of_its_own_in_the_app() -> None:
    round = stacked_round(APP, {}, "TH 8H 7S")
    play(round, "keep")
    assert round.view(0).refused["all!"] == "close_is_its_own_turn"
    with pytest.raises(IllegalAction, match="close is its own turn"):
        round.play("all!")


def test_closing_is_illegal_before_close_from_turn() -> None:
    round = stacked_round(RuleSet("pagat", close_from_turn=2), {}, "TH 8H 7S")
    play(round, "keep")
    for _ in range(3):
        assert round.view(round.to_act).refused["close"] == "too_early"
        assert round.view(round.to_act).refused["exchange!"] == "too_early"
        play(round, "all")
    assert "close" in round.legal_actions


def test_without_passing_only_last_turns_may_be_passed() -> None:
    round = stacked_round(RuleSet("pagat", pass_=False), {}, "TH 8H 7S")
    play(round, "keep")
    assert round.view(0).refused["pass"] == "no_pass"
    play(round, "close", "pass", "pass")
    assert ended(round) == ("close", 0, 3)


def test_a_special_hand_made_with_a_mark_has_not_closed() -> None:
    """The canonical form of such an action has no mark (RECORD.md)."""
    rules = RuleSet("pagat", closer_penalty=True)
    for action in ("7DxQS", "7DxQS!"):
        round = stacked_round(rules, {0: "AS KS 7D"}, "QS 8H 7S")
        play(round, "keep", action)
        assert ended(round) == ("31", 0, 1)
        assert round.actions == ("keep", "7DxQS")
        assert not round.view(None).seats[0].closed


def test_an_exchange_between_passes_starts_the_count_again() -> None:
    round = stacked_round(PAGAT, {}, "TH 8H 7S", talon="KC KS KD")
    play(round, "keep", "pass", "pass", "all", "pass", "pass")
    assert round.view(None).talon == 20
    play(round, "pass")
    assert round.view(None).talon == 17


def test_a_close_after_passes_does_not_bring_new_table_cards() -> None:
    round = stacked_round(PAGAT, {}, "TH 8H 7S")
    play(round, "keep", "pass", "pass", "close", "pass", "pass")
    assert ended(round) == ("close", 2, 5)
    assert round.view(None).talon == 20


def test_a_short_talon_may_leave_the_table() -> None:
    rules = RuleSet("app-a9", talon_short="keep")
    round = stacked_round(rules, {}, "TH 9D AS", players=6)
    play(round, "keep", *["pass"] * 12)
    assert not round.over
    assert round.view(None).talon == 0
    assert round.view(None).history[-1].kind == "stays"


def test_seven_eight_nine_is_replaced_when_a_turn_begins() -> None:
    """The table cards are replaced until they differ (R34); earlier passes still count."""
    rules = RuleSet("pagat", replace_789=True)
    round = stacked_round(rules, {}, "7H 8D 9S", talon="7C 8C 9C KC KS 7D TD TS TC")
    play(round, "keep")
    view = round.view(None)
    assert view.table_names == "KC KS 7D"
    assert [event.reason for event in view.history if event.kind == "table"] == [
        "seven_eight_nine",
        "seven_eight_nine",
    ]
    assert view.talon == 14


def test_seven_eight_nine_stays_in_last_turns() -> None:
    rules = RuleSet("pagat", replace_789=True)
    round = stacked_round(rules, {0: "7C KC QH"}, "8D 9S KH", talon="JC JS JD")
    play(round, "keep", "7CxKH!")
    assert round.view(None).table_names == "7C 9S 8D"
    assert round.view(None).talon == 20


def test_the_cap_ends_the_round_and_cuts_off_last_turns() -> None:
    rules = RuleSet("pagat", turn_cap=1)
    round = stacked_round(rules, {}, "TH 8H 7S")
    play(round, "keep", "all", "close", "pass")
    assert ended(round) == ("cap", None, 3)


def test_last_turns_that_end_with_the_cap_end_by_the_close() -> None:
    round = stacked_round(RuleSet("pagat", turn_cap=1), {}, "TH 8H 7S")
    play(round, "keep", "close", "pass", "pass")
    assert ended(round) == ("close", 0, 3)


@pytest.mark.parametrize("special", ["ends", "grace"])
def test_with_four_cards_32_is_not_special(special: str) -> None:
    rules = RuleSet("choy", special=special, close_effect="until_one_open", renew=False)
    dealt = {0: "7S QS 6S 9S", 1: "AH KH QH 2C"}
    round = stacked_round(rules, dealt, "JH 4D 5H 6C")
    assert not round.over
    play(round, round.legal_actions[0], "2CxJH")
    assert round.view(None).seats[1].shown == round.view(1).hand
    assert round.view(None).history[-2 if round.over else -1].reason == "31"


class TestDutch:
    RULES = RuleSet("dutch")

    def test_who_closes_or_exchanges_all_makes_no_further_exchange(self) -> None:
        round = stacked_round(self.RULES, {}, "TH 8H 7S", players=4)
        play(round, "keep", "close", "all")
        assert [seat.closed for seat in round.view(None).seats] == [True, True, False, False]
        assert round.to_act == 2
        for seat in (2, 3, 2, 3):
            assert round.to_act == seat
            play(round, round.legal_actions[0])

    def test_exchanging_all_closes_and_closing_in_a_last_turn_does_not(self) -> None:
        round = stacked_round(self.RULES, {}, "TH 8H 7S", players=2)
        play(round, "keep")
        assert [c.action for c in round.view(0).choices if c.closes] == ["all", "close"]
        play(round, "close")
        assert not any(choice.closes for choice in round.view(1).choices)

    def test_with_two_players_the_first_close_brings_the_last_turn(self) -> None:
        round = stacked_round(self.RULES, {}, "TH 8H 7S", players=2)
        play(round, "keep", "close")
        assert round.view(1).last_turns
        assert "all" in round.legal_actions
        assert "close" in round.legal_actions
        assert "pass" not in round.legal_actions
        play(round, "close")
        assert ended(round) == ("close", 0, 2)

    def test_31_dealt_is_shown_before_the_choice_and_the_others_get_one_turn(self) -> None:
        round = stacked_round(self.RULES, {0: "AS KS QS"}, "TH 8H 7S")
        assert round.to_act == 2
        assert round.view(1).seats[0].shown == round.view(0).hand
        play(round, "take", "close", "close")
        assert ended(round) == ("31", 0, 2)

    def test_a_dealer_dealt_31_keeps_it(self) -> None:
        round = stacked_round(self.RULES, {2: "AS KS QS"}, "TH 8H 7S")
        assert round.to_act == 0
        assert round.view(None).table_names == "7S TH 8H"

    def test_31_taken_by_the_dealer_gives_the_others_one_turn(self) -> None:
        round = stacked_round(self.RULES, {2: "7C 8D 9H"}, "AS KS QS")
        play(round, "take", "close", "close")
        assert ended(round) == ("31", 2, 2)

    def test_when_all_are_dealt_31_nobody_has_a_turn(self) -> None:
        round = stacked_round(self.RULES, {0: "AS KS QS", 1: "AH KH QH"}, "TH 8H 7S", players=2)
        assert ended(round) == ("31", 0, 0)

    def test_31_after_the_first_round_of_turns_ends_at_once(self) -> None:
        round = stacked_round(self.RULES, {0: "AS KS 7D", 1: "7C 8C 9H"}, "QS 9D TD", players=2)
        play(round, "keep", "7DxTD", "7Cx9D")
        assert round.to_act == 0
        play(round, "TDxQS")
        assert ended(round) == ("31", 0, 3)

    def test_31_made_by_the_exchange_that_leaves_one_open_ends_the_round_as_31(self) -> None:
        hands = {0: "7C 8C 9H", 1: "7H 8D 9C"}
        round = stacked_round(self.RULES, hands, "AS KS QS")
        play(round, "keep", "close", "all")
        assert round.view(None).seats[2].playing
        play(round, "close")
        assert ended(round) == ("31", 1, 3)

    def test_a_later_31_in_those_turns_changes_nothing(self) -> None:
        hands = {0: "AS KS QS", 1: "7H 8D 9C"}
        round = stacked_round(self.RULES, hands, "AH KH QH")
        play(round, "keep", "all")
        assert not round.over
        assert round.view(None).seats[1].shown is None
        play(round, "close")
        assert ended(round) == ("31", 0, 2)


class TestRenewing:
    RULES = RuleSet("choy", max_players=2)

    def test_no_closing_before_the_exchange(self) -> None:
        round = stacked_round(self.RULES, {}, "3C 4D 5H 6S", players=2)
        play(round, "renew")
        assert round.view(0).phase == "renewed"
        assert set(round.view(0).refused.values()) >= {"exchange_first"}
        play(round, round.legal_actions[0])
        assert round.view(None).turns == 1
        assert round.to_act == 1

    def used_up(self, recycle: str) -> Round:
        """Return a round of two players with one card left in the talon."""
        cards = "AC KC QC JC AS KS QS JS AH KH QH JH AD KD QD JD TD"
        rules = RuleSet.study(cards, "choy", max_players=2, recycle=recycle)
        pack = "AC KC QC JC AS KS QS JS AH KH QH JH AD KD QD JD TD"
        round = Round(rules, 2, pack, dealer=1)
        play(round, "renew", "ACxAD")
        return round

    def test_recycling_in_order(self) -> None:
        round = self.used_up("in_order")
        assert round.view(None).talon == 1
        play(round, "renew")
        # R32: the card left first, then the group laid aside, high before low.
        assert round.view(None).table_names == "AH KH QH TD"
        assert round.view(None).talon == 1
        assert card_names(round.aside) == "AC KD QD JD"

    def test_recycling_by_shuffle_waits_for_chance(self) -> None:
        round = self.used_up("shuffle")
        play(round, "renew")
        assert round.needs_shuffle
        assert round.view(1).to_act is None
        assert round.legal_actions == ()
        with pytest.raises(MissingShuffle):
            round.play("ASxAH")
        with pytest.raises(CardError, match="AD"):
            round.recycle("AD KH QH JH")
        round.recycle("JH QH KH AH")
        assert round.view(None).table_names == "KH QH JH TD"
        assert round.shuffles == ((29, 28, 27, 26),)
        assert round.to_act == 1
        with pytest.raises(SchwimmenError, match="none is needed"):
            round.recycle("AC KD QD JD")

    def test_renewing_is_illegal_without_cards(self) -> None:
        cards = "AC KC QC JC AS KS QS JS AH KH QH JH TD"
        rules = RuleSet.study(cards, "choy", max_players=2)
        round = Round(rules, 2, cards, dealer=1)
        assert round.view(0).refused["renew"] == "too_few_cards"
        with pytest.raises(IllegalAction, match="too few cards"):
            round.play("renew")
