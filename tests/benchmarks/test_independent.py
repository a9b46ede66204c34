"""Estimates of what actions are worth by another hand."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.independent import MIXED, Decision, Population, Worlds, check, points_after
from schwimmen import Match
from schwimmen.players import make_player

START = "pagat AHKH7S/9D8C7D [9STCTD] 8H8D7C9CJHQHTHKSQSJSTSASKCQCJCACKDQDJDAD7H9H8S"
DECISION = Decision("mistake", f"{START} - choice:1 1 0 0 - 3 0/0", ("keep",), "close", ())
"""Both players swim, so that the round decides the match."""


@pytest.fixture(autouse=True)
def _few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.independent.HANDS", 300)


def test_all_worlds_look_alike_to_the_seat() -> None:
    worlds = Worlds(DECISION, MIXED, Random(1))
    drawn = [worlds.draw() for _ in range(20)]
    assert {match.view(0) for match, _ in drawn} == {DECISION.match().view(0)}
    assert len({match.position for match, _ in drawn}) > 10
    assert all(levels[0] in MIXED.own and levels[1] in MIXED.others for _, levels in drawn)


def test_a_seat_that_closed_probably_has_a_good_hand() -> None:
    def mean_value(action: str) -> float:
        worlds = Worlds(DECISION._replace(actions=("keep", "pass", action)), MIXED, Random(2))
        values = [worlds.draw()[0].open_view().seats[1].value or 0 for _ in range(60)]
        return sum(values) / len(values)

    assert mean_value("close") > mean_value("pass") + 2


def test_earlier_rounds_show_the_level_of_a_seat() -> None:
    match = Match.from_position(DECISION.start, seed=0)
    greedy = make_player("greedy")
    while match.to_act is not None:
        match.play(greedy.choose(match.view(match.to_act)))
    decision = DECISION._replace(earlier=3 * ((DECISION.start, match.round.actions),))
    worlds = Worlds(decision, Population(("beginner", "greedy"), ("club",)), Random(4))
    levels = [levels[1] for _, levels in (worlds.draw() for _ in range(20))]
    assert levels.count("greedy") > 15


def test_points_of_a_match_that_the_round_decides() -> None:
    match = DECISION.match()
    levels = ["club", "club"]
    assert {points_after(match, action, 0, levels, 3) for action in ("pass", "close")} <= {0, 100}


def test_a_hand_that_is_thrown_away_is_worse() -> None:
    checked = check(DECISION._replace(best="7SxTD", losses=(("AHx9S!", 20.0),)))
    [difference] = checked.differences
    assert difference.found > 10 > 4 * difference.error
