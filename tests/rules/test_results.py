"""Reasons for losses: the examples of RULES.md and other cases."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from schwimmen.rules import Loss, Match, RuleSet
from tests.stacked_deals import deal_next, play, stacked_match

RULES_OF_PAGAT = RuleSet("pagat")
APP = RuleSet("app")
HARSH = RuleSet("pagat", dealt_penalty="harsh")
X, Y, Z = range(3)
TABLE = "JH 8D JD"


def closed(rules: RuleSet, hands: Mapping[int, str]) -> Match:
    """Return a match of three whose first round seat 0 closed at once."""
    match = stacked_match(rules, hands, TABLE)
    play(match, "keep", "close", "pass", "pass")
    assert match.round.over
    return match


def dealt(rules: RuleSet, hands: Mapping[int, str]) -> Match:
    """Return a match whose first round ended with the deal."""
    match = stacked_match(rules, hands, TABLE)
    assert match.round.over
    return match


def losses_in(match: Match) -> list[tuple[object, ...]]:
    """Return the losses in a spectator's view as text."""
    losses = match.view().losses
    assert losses == match.view(0).losses
    return [(loss.seat, loss.amount, *loss_of(loss)) for loss in losses]


def loss_of(loss: Loss) -> tuple[object, ...]:
    return loss.rule, loss.reason, loss.against, loss.decided


HANDS_TIED = {X: "KC TC 9D", Y: "QC JC 8H", Z: "AS 9S 7S"}


def test_example_3_two_are_tied_for_worst() -> None:
    assert losses_in(closed(RULES_OF_PAGAT, HANDS_TIED)) == [
        (X, 1, "R17", "tied_worst", Y, "tie"),
        (Y, 1, "R17", "tied_worst", X, "tie"),
    ]


def test_example_4_hearts_beat_diamonds() -> None:
    hands = {X: "KH QH 7C", Y: "KD QD 8C", Z: "AS 9S 7S"}
    assert losses_in(closed(RULES_OF_PAGAT, hands)) == [(Y, 1, "R17", "worst", X, "suit")]


def test_example_5_clubs_beat_spades() -> None:
    hands = {X: "TC KD 7S", Y: "JS 9D 8H", Z: "AH 9H 7H"}
    assert losses_in(closed(RULES_OF_PAGAT, hands)) == [(Y, 1, "R17", "worst", X, "suit")]


def test_example_9_fire_dealt() -> None:
    hands = {X: "AC AD AH", Y: "AS KS QS", Z: "KD QD 8C"}
    assert losses_in(dealt(RULES_OF_PAGAT, hands)) == [
        (Y, 1, "R18", "fire", X, None),
        (Z, 1, "R18", "fire", X, None),
    ]
    assert losses_in(dealt(HARSH, hands)) == [
        (Y, 1, "R19", "dealt_fire", X, None),
        (Z, 2, "R19", "dealt_fire", X, None),
    ]


def test_31_dealt_by_harsh_rules() -> None:
    hands = {X: "KH QH 7C", Y: "AS KS QS", Z: "AC KC QC"}
    assert losses_in(dealt(HARSH, hands)) == [(X, 1, "R19", "dealt_31", Y, None)]
    assert losses_in(dealt(RULES_OF_PAGAT, hands)) == [(X, 1, "R17", "worst", Y, "value")]


def test_example_10_all_out_and_replayed() -> None:
    def swimming(preset: str) -> Match:
        rules = RuleSet(preset, lives=1)
        match = stacked_match(rules, {X: "KC TC 9D", Y: "QC JC 8H"}, TABLE, players=2)
        play(match, "keep", "close", "pass")  # both swim now
        assert not match.view().replayed
        deal_next(match, {X: "KC TC 9D", Y: "QC JC 8H"}, TABLE)
        play(match, "keep", "close", "pass")
        return match

    both = [(X, 1, "R17", "tied_worst", Y, "tie"), (Y, 1, "R17", "tied_worst", X, "tie")]
    shared, replayed = swimming("pagat"), swimming("gamerules")
    assert (losses_in(shared), shared.view().replayed, shared.over) == (both, False, True)
    assert (losses_in(replayed), replayed.view().replayed, replayed.over) == (both, True, False)
    assert replayed.results[-1].lost == (0, 0)
    deal_next(replayed, {}, TABLE)
    assert not replayed.view().replayed


def test_example_12_king_over_queen() -> None:
    assert losses_in(closed(APP, HANDS_TIED)) == [(Y, 1, "R17", "worst", X, "high_card")]


def test_example_13_fire_that_costs_the_lowest_only() -> None:
    hands = {X: "AC AD AH", Y: "AS KS TS", Z: "7C 8C KD"}
    assert losses_in(dealt(APP, hands)) == [(Z, 1, "R18", "worst", Y, "value")]


def test_example_15_fire_in_gamerules() -> None:
    match = dealt(RuleSet("gamerules"), {X: "AC AD AH"})
    assert [loss[:4] for loss in losses_in(match)] == [(Y, 1, "R18", "fire"), (Z, 1, "R18", "fire")]


def test_example_18_threes_are_tied() -> None:
    hands = {X: "7C 7D 7H", Y: "AC AD AH", Z: "KS AS TS"}
    match = stacked_match(RuleSet("dutch"), hands, TABLE)
    play(match, "close", "close")
    assert match.results[-1].end == "31"
    assert losses_in(match) == [
        (X, 1, "R17", "tied_worst", Y, "tie"),
        (Y, 1, "R17", "tied_worst", X, "tie"),
    ]


def test_threes_by_rank() -> None:
    hands = {X: "7C 7D 7H", Y: "9C 9D 9H", Z: "KC KD KH"}
    assert losses_in(closed(RULES_OF_PAGAT, hands)) == [(X, 1, "R17", "worst", Y, "trips_rank")]


def test_example_20_differences_to_the_first_of_two_winners() -> None:
    hands = {0: "AC KC QC 9C", 1: "AH KH QH 9H", 2: "AS KS 7S 2D"}
    match = stacked_match(RuleSet("choy"), hands, "3C 4D 5H 6S")
    play(match, "close")
    assert losses_in(match) == [(2, 12, "R31", "difference", 0, "value")]


def test_a_difference_of_zero() -> None:
    rules = RuleSet("pagat", scoring="points", fire_penalty="lowest")
    hands = {X: "KH QH 7C", Y: "KD QD 8C", Z: "9S 9C 7S"}
    assert losses_in(closed(rules, hands)) == [
        (Y, 0, "R31", "difference", X, "suit"),
        (Z, 4, "R31", "difference", X, "value"),
    ]


def test_a_closer_pays_beside_the_worst() -> None:
    rules = RuleSet("pagat", closer_penalty=True)
    hands = {X: "7H 8C 9D", Y: "AS KS 9C", Z: "AH KH 8S"}
    assert losses_in(closed(rules, hands)) == [
        (X, 1, "R17", "worst", Z, "value"),
        (X, 1, "R20", "closer", Y, "value"),
    ]
    hands = {X: "AH KH 8S", Y: "AS KS 9C", Z: "7H 8C 9D"}
    assert losses_in(closed(rules, hands)) == [
        (X, 1, "R20", "closer", Y, "suit"),
        (Z, 1, "R17", "worst", X, "value"),
    ]
    assert losses_in(closed(rules, {X: "AS KS 9C", Y: "AH KH 8S", Z: "7H 8C 9D"})) == [
        (Z, 1, "R17", "worst", Y, "value"),
    ]


TIED = {X: "KC TC 9D", Y: "QS JS 8H", Z: "AS 9S 7S"}


def test_a_closer_loses_a_tie_alone() -> None:
    rules = RuleSet("pagat", tie_suit=False, closer_tie="closer_loses")
    assert losses_in(closed(rules, TIED)) == [
        (X, 1, "R35", "closer_in_tie", Y, "tie"),
        (Y, 0, "R35", "spared", X, "tie"),
    ]


def test_a_closer_is_spared_in_a_tie() -> None:
    rules = RuleSet("pagat", tie_suit=False, closer_tie="closer_safe")
    assert losses_in(closed(rules, TIED)) == [
        (X, 0, "R35", "spared", Y, "tie"),
        (Y, 1, "R35", "tied_with_closer", X, "tie"),
    ]


def test_a_closer_who_is_alone_worst_loses() -> None:
    hands = TIED | {X: "KC 9C 7D"}
    for closer_tie in ("closer_loses", "closer_safe"):
        rules = RuleSet("pagat", tie_suit=False, closer_tie=closer_tie)
        assert losses_in(closed(rules, hands)) == [(X, 1, "R17", "worst", Y, "value")]


def test_all_but_the_best_lose_to_the_best() -> None:
    rules = RuleSet("pagat", losers="all_but_best", closer_penalty=True)
    hands = {X: "KC TC 9D", Y: "AH 9H 7H", Z: "AS 9S 7S"}
    assert losses_in(closed(rules, hands)) == [
        (X, 1, "R36", "not_best", Z, "value"),
        (X, 1, "R20", "closer", Z, "value"),
        (Y, 1, "R36", "not_best", Z, "suit"),
    ]


@pytest.mark.parametrize("rules", [RULES_OF_PAGAT, RuleSet("choy")])
def test_nothing_is_lost_while_the_round_is_played(rules: RuleSet) -> None:
    match = Match(rules, players=3, seed=5)
    assert (match.view().losses, match.view().replayed) == ((), False)
