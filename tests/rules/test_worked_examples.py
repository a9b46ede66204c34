"""The worked examples of RULES.md; X, Y, Z are seats 0, 1, 2 in turn order."""

from __future__ import annotations

import pytest

from schwimmen.rules import Match, RuleSet, hand_rank, hand_value
from tests.stacked_deals import deal_next, play, stacked_match, stacked_round

PAGAT = RuleSet("pagat")
APP = RuleSet("app")
DUTCH = RuleSet("dutch")
CHOY = RuleSet("choy")


def closed(rules: RuleSet, hands: str, extra: str) -> Match:
    """Return a match whose first round X closes at once; hands are separated by commas."""
    dealt = dict(enumerate(hands.split(", ")))
    match = stacked_match(rules, dealt, extra, players=len(dealt))
    play(match, "keep", "close", *["pass"] * (len(dealt) - 1))
    return match


def lost(match: Match) -> tuple[int | None, ...] | None:
    return match.results[-1].lost


def test_1_points_of_the_best_suit_count() -> None:
    assert hand_value(PAGAT, "7H 9H KC") == (16, "H")
    assert hand_value(PAGAT, "8D 9H JS") == (10, "S")


def test_2_fire_then_31_then_threes_then_points() -> None:
    hands = ["AC AD AH", "AS KS JS", "9C 9D 9H", "KD QD JD"]
    assert [hand_value(PAGAT, hand)[0] for hand in hands] == [32, 31, 30.5, 30]
    ranks = [hand_rank(PAGAT, hand) for hand in hands]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == 4


def test_3_equal_in_one_suit_is_tied_and_both_lose() -> None:
    match = closed(PAGAT, "KC TC 9D, QC JC 8H, AS 9S 7S", "7C 8D 9H")
    assert match.results[-1].values == (20, 20, 27)
    assert match.results[-1].suits == ("C", "C", "S")
    assert lost(match) == (1, 1, 0)


def test_4_the_higher_suit_wins_a_tie() -> None:
    assert lost(closed(PAGAT, "KH QH 7C, KD QD 8C, AS 9S 7S", "9C 8D 9H")) == (0, 1, 0)


def test_5_of_two_suits_that_reach_the_value_the_higher_counts() -> None:
    match = closed(PAGAT, "TC KD 7S, JS 9D 8H, AH 9H 7H", "9C 8D KH")
    assert match.results[-1].suits[:2] == ("C", "S")
    assert lost(match) == (0, 1, 0)


def test_6_exchange_and_close_in_one_turn() -> None:
    round = stacked_round(PAGAT, {0: "9H 9D 7H"}, "TH 8D 7S")
    play(round, "keep", "9DxTH!")
    assert round.view(0).value == 26
    play(round, "pass")
    assert not round.over
    play(round, "pass")
    assert round.result is not None
    assert (round.result.end, round.result.by, round.result.turns) == ("close", 0, 3)


def test_7_three_passes_bring_new_table_cards() -> None:
    round = stacked_round(PAGAT, {}, "TH 8D 7S", talon="KC KS KH")
    assert round.view(None).talon == 20
    play(round, "keep", "pass", "pass", "pass")
    view = round.view(None)
    assert (view.talon, view.table_names, view.to_act) == (17, "KC KS KH", 0)


def test_8_a_31_after_a_close_ends_the_round_at_once() -> None:
    hands = {0: "7C 8C 9D", 1: "AS KS 7D", 2: "TH JH 8H"}
    match = stacked_match(PAGAT, hands, "QS 9C 9H")
    play(match, "keep", "close", "7DxQS")
    assert match.round.over
    assert (match.results[-1].end, match.results[-1].by) == ("31", 1)
    assert lost(match) == (1, 0, 0)


@pytest.mark.parametrize(("penalty", "losses"), [("normal", (0, 1, 1)), ("harsh", (0, 1, 2))])
def test_9_fire_and_31_dealt(penalty: str, losses: tuple[int, ...]) -> None:
    hands = {0: "AC AD AH", 1: "AS KS QS", 2: "KD QD 8C"}
    match = stacked_match(RuleSet("pagat", dealt_penalty=penalty), hands, "9C 8D 9H")
    assert match.round.over
    assert match.round.actions == ()
    assert (match.results[-1].end, match.results[-1].by) == ("fire", 0)
    assert lost(match) == losses


def swimmers_tied(preset: str) -> Match:
    hands = "KC TC 9D, QC JC 8H"
    match = closed(RuleSet(preset, lives=1), hands, "7S 8D 9H")
    assert match.status == ("swimming", "swimming")
    deal_next(match, dict(enumerate(hands.split(", "))), "7S 8D 9H")
    play(match, "keep", "close", "pass")
    return match


def test_10_swimmers_who_go_out_together_share_in_pagat() -> None:
    match = swimmers_tied("pagat")
    assert match.over
    assert match.status == ("out", "out")
    assert match.winners == (0, 1)


def test_10_swimmers_play_another_round_in_gamerules() -> None:
    match = swimmers_tied("gamerules")
    assert not match.over
    assert match.status == ("swimming", "swimming")
    assert lost(match) == (0, 0)
    assert match.dealer == 1


def test_11_values_in_the_app() -> None:
    assert hand_value(APP, "7S 8H KH") == (18, "H")
    assert hand_value(APP, "AS 7H 8H") == (15, "H")


def test_12_the_top_card_breaks_a_tie_in_the_app() -> None:
    assert lost(closed(APP, "KC TC 9D, QC JC 8H, AS 9S 7S", "7C 8D 9H")) == (0, 1, 0)


def test_13_dealt_fire_costs_the_lowest_in_the_app() -> None:
    match = stacked_match(APP, {0: "AC AD AH", 1: "AS KS TS", 2: "7C 8C KD"}, "9C 8D 9H")
    assert match.results[-1].end == "fire"
    assert match.results[-1].values == (32, 31, 15)
    assert lost(match) == (0, 0, 1)


def test_14_a_short_talon_ends_the_round() -> None:
    round = stacked_round(RuleSet("app-a9"), {}, "TH 9D AS", players=6)
    assert round.view(None).talon == 3
    play(round, "keep", *["pass"] * 6)
    assert round.view(None).talon == 0
    play(round, *["pass"] * 6)
    assert round.result is not None
    assert (round.result.end, round.result.by) == ("talon", None)


def test_15_fire_puts_a_swimmer_out_and_costs_the_others_one() -> None:
    hands = {0: "AC KC 9D", 1: "QC 7H 8D", 2: "AS 9S TS"}
    match = closed(RuleSet("gamerules", lives=2), ", ".join(hands.values()), "7C 8S 9H")
    deal_next(match, hands, "7C 8S 9H")
    play(match, "keep", "close", "pass", "pass")
    assert match.lives == (2, 0, 2)
    deal_next(match, hands | {0: "AC AD AH"}, "7C 8S 9H")
    assert match.results[-1].end == "fire"
    assert match.status == ("in", "out", "in")
    assert match.lives == (2, 0, 1)


def test_16_dutch_31_in_the_first_round_of_turns() -> None:
    hands = {0: "7C 8D 9H", 1: "AS KS 7D", 2: "TH JH 8H", 3: "7S 8S QD"}
    round = stacked_round(DUTCH, hands, "QS 9C TD", players=4)
    play(round, "keep", "7CxTD", "7DxQS")
    assert round.view(None).seats[1].shown == round.view(1).hand
    assert [round.view(None).seats[seat].playing for seat in range(4)] == [
        False,
        False,
        True,
        True,
    ]
    play(round, "close", "close")
    assert round.result is not None
    assert (round.result.end, round.result.by, round.result.turns) == ("31", 1, 4)


def test_17_dutch_the_last_one_open_has_one_last_turn() -> None:
    hands = {0: "AC KC 8D", 1: "AS KS 7D", 2: "TH JH 8H", 3: "7S 8S QD"}
    round = stacked_round(DUTCH, hands, "QC 9C TD", players=4)
    play(round, "keep", "close", "close", "all")
    assert round.to_act == 3
    assert not round.over
    play(round, "close")
    assert round.result is not None
    assert (round.result.end, round.result.by, round.result.turns) == ("close", 2, 4)


@pytest.mark.parametrize(("lives", "status"), [(6, ("in", "in", "in")), (1, ("out", "out", "in"))])
def test_18_dutch_threes_of_a_kind_are_tied(lives: int, status: tuple[str, ...]) -> None:
    rules = RuleSet("dutch", lives=lives)
    hands = {0: "7C 7D 7H", 1: "AC AD AH", 2: "KS AS TS"}
    match = stacked_match(rules, hands, "8C 9D TH")
    play(match, "close", "close")
    assert match.results[-1].values == (30.5, 30.5, 31)
    assert lost(match) == (1, 1, 0)
    assert match.status == status


def test_18_the_chicken_is_gone_when_two_run_out_at_once() -> None:
    hands = {0: "KC TC 9D", 1: "QC JC 8H", 2: "KS AS 7D", 3: "JS QS TS"}
    match = stacked_match(RuleSet("dutch", lives=1), hands, "8C 9C TH", players=4)
    play(match, "keep", *["close"] * 4)
    assert match.status == ("out", "out", "in", "in")
    deal_next(match, {3: "7C 8D 9H", 2: "KS QS TH"}, "8C 9D 7S")
    play(match, "keep", "close", "close")
    assert match.status == ("out", "out", "in", "out")
    assert match.winners == (2,)


def test_19_values_of_four_cards() -> None:
    assert hand_value(CHOY, "2C 2D 2H 2S")[0] == 2
    assert hand_value(CHOY, "AC KC QC JC") == (41, "C")


def test_20_points_of_winners_and_losers() -> None:
    hands = {0: "AC KC QC 9C", 1: "AH KH QH 9H", 2: "AS KS 7S 2D"}
    match = stacked_match(CHOY, hands, "3C 4D 5H 6S")
    play(match, "close")
    assert match.results[-1].points == (40, 40, -12)
    assert match.leader == 2


@pytest.mark.parametrize(("timing", "marks"), [("instead", ("",)), ("end_of_turn", ("", "!"))])
def test_20_after_a_renewal_only_single_exchanges(timing: str, marks: tuple[str, ...]) -> None:
    rules = RuleSet("choy", close_timing=timing)
    round = stacked_round(rules, {0: "AC KC QC 9C"}, "3C 4D 5H 6S", talon="2C 2D 2H 2S")
    play(round, "renew")
    assert round.to_act == 0
    expected = {
        f"{given}x{taken}{mark}"
        for given in ["AC", "KC", "QC", "9C"]
        for taken in ["2C", "2D", "2H", "2S"]
        for mark in marks
    }
    assert set(round.legal_actions) == expected


@pytest.mark.parametrize(
    ("closer_tie", "expected"),
    [("shared", (1, 1, 0)), ("closer_loses", (1, 0, 0)), ("closer_safe", (0, 1, 0))],
)
def test_21_the_closer_in_a_tie(closer_tie: str, expected: tuple[int, ...]) -> None:
    rules = RuleSet("pagat", tie_suit=False, closer_tie=closer_tie)
    hands = {0: "KC TC 9D", 1: "QS JS 8H", 2: "AS 9S 7S"}
    assert lost(closed(rules, ", ".join(hands.values()), "7C 8D 9H")) == expected
    match = stacked_match(rules, hands, "7C 8D 9H")
    play(match, "keep", "pass", "pass", "close", "pass", "pass")
    assert lost(match) == (1, 1, 0)


@pytest.mark.parametrize(
    ("tie_suit", "hands", "expected"),
    [
        (True, "KC TC 9D, AH 9H 7H, AS 9S 7S", (1, 1, 0)),
        (False, "KC TC 9D, AH 9H 7H, AS 9S 7S", (1, 0, 0)),
        (False, "KC TC 9D, QS JS 8H", (0, 0)),
    ],
)
def test_22_all_but_the_best_lose(tie_suit: bool, hands: str, expected: tuple[int, ...]) -> None:
    rules = RuleSet("pagat", losers="all_but_best", tie_suit=tie_suit)
    assert lost(closed(rules, hands, "7C 8D 9C")) == expected


def test_23_a_closer_who_is_not_best_loses_two() -> None:
    rules = RuleSet("pagat", closer_penalty=True, losers="all_but_best")
    assert lost(closed(rules, "KC TC 9D, AH 9H 7H, AS 9S 7S", "7C 8D 9C")) == (2, 1, 0)


def test_24_seven_eight_nine_is_replaced_but_not_in_last_turns() -> None:
    rules = RuleSet("pagat", replace_789=True)
    hands = {0: "9S KC QH"}
    for action, table in (("9SxTH", "KS JD TD"), ("9SxTH!", "7C 9S 8H")):
        round = stacked_round(rules, hands, "7C 8H TH", talon="KS JD TD")
        play(round, "keep", action)
        assert round.to_act == 1
        assert round.view(None).table_names == table


def test_25_thirty_six_cards() -> None:
    rules = RuleSet("pagat", pack="A6")
    match = Match(rules, players=3, seed=1)
    assert (len(rules.cards), match.view().talon) == (36, 24)
    assert hand_value(rules, "6C 7C 8D")[0] == 13
