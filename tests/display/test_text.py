from __future__ import annotations

from typing import Any

import pytest

from schwimmen.display import scene_of
from schwimmen.rules import Match, Round
from schwimmen.rules.view import Displayable

ROUND = (
    "AC KC 7D 8C 9C TC AS KS QS 7S 8S 9S TS JS JC QC "
    "7H 8H 9H TH JH QH KH AH 8D 9D TD JD QD KD AD 7C"
)


def begun() -> Match:
    match = Match("pagat", players=["Ann", "Ben"], dealer=1, deal=False)
    match.deal(ROUND)
    return match


def test_the_state_of_a_match_in_one_line() -> None:
    match = begun()
    assert repr(match) == "<Match pagat, round 1: Ben is to keep or take a hand>"
    match.play("keep")
    assert repr(match) == "<Match pagat, round 1: Ann is to act; table AS KS QS>"
    assert repr(match.round) == "<Round pagat: Seat 0 is to act; table AS KS QS>"
    assert repr(match.view()) == (
        "<View of a spectator, pagat, round 1: Seat 0 is to act; table AS KS QS>"
    )
    assert repr(match.view(1)) == (
        "<View of seat 1, pagat, round 1: Seat 0 is to act; hand TC 9C 8C, table AS KS QS>"
    )
    undealt = Match("choy", players=2, dealer=0, deal=False)
    assert repr(undealt) == "<Match choy: no round has been dealt yet>"


def test_the_table_as_text() -> None:
    match = begun()
    match.play("keep")
    match.play("7DxAS!")
    assert str(match).splitlines() == [
        "pagat, round 1: Ben is to act",
        "   Ann    3 lives  AC KC AS  21  7DxAS!  closed",
        "-> Ben    3 lives  TC 9C 8C  27  keep    dealer, last turn",
        "   table           KS QS 7D              23 in the talon",
    ]


def test_a_view_as_text_hides_what_its_seat_may_not_know() -> None:
    match = begun()
    match.play("keep")
    match.play("7DxAS")
    assert str(match.view(1)).splitlines()[1:3] == [
        "   Seat 0  3 lives  AS ?? ??      7DxAS",
        "-> Seat 1  3 lives  TC 9C 8C  27  keep   dealer",
    ]


def test_the_end_of_a_round_names_the_losers_and_of_a_match_the_winners() -> None:
    match = begun()
    for action in ("keep", "7DxAS!", "pass"):
        match.play(action)
    assert str(match).splitlines()[:3] == [
        "pagat, round 1: round over, Ann closed",
        "   Ann    2 lives  AC KC AS  21  7DxAS!  closed, loses 1",
        "   Ben    3 lives  TC 9C 8C  27  pass    dealer",
    ]
    match = Match("pagat", players=["Ann", "Ben"], seed=1)
    while not match.over:
        if match.round.over:
            match.deal()
        else:
            match.play(match.round.legal_actions[-1])
    (winner,) = match.winners
    assert str(match).startswith(
        f"pagat, round {len(match.rounds)}: {match.players[winner]} wins the match\n"
    )
    assert "wins" in str(match.view(winner)).splitlines()[1 + winner]


def test_a_round_awaiting_its_shuffle_says_so() -> None:
    round_ = Round("choy", 10, Match("choy", players=10, seed=1).round.pack)
    while not round_.needs_shuffle:
        round_.play("renew" if "renew" in round_.legal_actions else round_.legal_actions[0])
    assert "the talon is to be shuffled" in repr(round_)
    assert "aside" in str(round_)


def test_the_columns_stay_straight_with_wide_names() -> None:
    match = Match("pagat", players=["安" * 20, "Ben"], seed=1)
    first, second = str(match).splitlines()[1:3]
    assert len(first[: first.index("3 lives")]) == 3 + 8 + 2 + 1 - 1
    assert second.index("3 lives") == 3 + 16 + 1


def test_only_matches_rounds_and_views_have_a_scene() -> None:
    number: Any = 5
    with pytest.raises(TypeError, match="a match, a round or a view"):
        scene_of(number)
    assert isinstance(begun(), Displayable)
