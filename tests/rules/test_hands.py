from __future__ import annotations

import pytest

from schwimmen.rules import CardError, RuleSet, hand_rank, hand_value


@pytest.mark.parametrize(
    ("fire", "threes", "aces", "nines"),
    [
        (True, True, (32, None), (30.5, None)),
        (False, True, (30.5, None), (30.5, None)),
        (True, False, (32, None), (9, "C")),
        (False, False, (11, "C"), (9, "C")),
    ],
)
def test_fire_and_threes_of_a_kind_are_options(
    fire: bool, threes: bool, aces: tuple[float, str | None], nines: tuple[float, str | None]
) -> None:
    rules = RuleSet("pagat", fire=fire, three_of_a_kind=threes)
    assert hand_value(rules, "AC AD AH") == aces
    assert hand_value(rules, "9C 9D 9H") == nines


def test_of_two_threes_the_rank_counts_not_the_points() -> None:
    pagat = RuleSet("pagat")
    assert hand_rank(pagat, "QC QD QH") > hand_rank(pagat, "JC JD JH")
    equal = RuleSet("pagat", tie_trips_rank=False)
    assert hand_rank(equal, "QC QD QH") == hand_rank(equal, "7C 7D 7H")


def test_ties_are_broken_only_as_the_options_say() -> None:
    hearts, diamonds = "KH 7H 8C", "QD 7D 8S"
    assert hand_rank(RuleSet("pagat"), hearts) > hand_rank(RuleSet("pagat"), diamonds)
    plain = RuleSet("pagat", tie_suit=False)
    assert hand_rank(plain, hearts) == hand_rank(plain, diamonds)
    king, queen = "KC 7C 8H", "QC 7C 8D"
    assert hand_rank(RuleSet("pagat"), king) == hand_rank(RuleSet("pagat"), queen)
    assert hand_rank(RuleSet("app"), king) > hand_rank(RuleSet("app"), queen)


@pytest.mark.parametrize("hand", ["", "AC", "AC KC QC JC"])
def test_a_hand_of_another_size_is_refused(hand: str) -> None:
    with pytest.raises(CardError, match="a hand has 3 different cards"):
        hand_value(RuleSet("pagat"), hand)


@pytest.mark.parametrize("hand", [[0, 1, 52], [0, 1, -1], [0, 1, 1], [0, 1], ["AC", "KC", "QC"]])
def test_a_hand_of_invalid_card_numbers_is_refused(hand: list[int]) -> None:
    with pytest.raises(CardError):
        hand_rank(RuleSet("pagat"), hand)
