"""The analysis of a decision: what reviews compute, from what its seat knows, within limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from schwimmen.analysis import GRADE_LIMITS, Limit, analyse
from schwimmen.players import make_player
from schwimmen.players.value_function import ValueFunction
from schwimmen.records import load, play
from schwimmen.rules import Match, Position, PositionError, SchwimmenError, View

POSITION = "pagat ??????/AHKH7S/?????? TH9D8D 20 - turn:1 0 1 0 - 4 2/1/0"


def late_view(players: int) -> tuple[Match, View]:
    """Return a match of bots and the view of the seat to act after some turns."""
    match = Match("pagat", players, seed=5)
    bot = make_player("club", 1)
    for _ in range(players + 2):
        assert match.to_act is not None
        match.play(bot.choose(match.view(match.to_act)))
    assert match.to_act is not None
    return match, match.view(match.to_act)


def test_analyses_have_more_and_more_worlds_and_less_error() -> None:
    found = list(analyse(POSITION, Limit(worlds=1000)))
    assert [one.worlds for one in found] == [128, 256, 512, 1000]
    assert found[-1].best.error < found[0].best.error
    assert found[-1].best.action == "7SxTH"


def test_analyses_are_reproducible_from_a_view_a_position_and_a_text() -> None:
    position = Position.parse(POSITION)
    for given in (position, position.view()):
        *_, one = analyse(given, Limit(worlds=300), seed=3)
        *_, other = analyse(POSITION, Limit(worlds=300), seed=3)
        assert (one.actions, one.beliefs) == (other.actions, other.beliefs)
    *_, another = analyse(POSITION, Limit(worlds=300), seed=4)
    assert another.actions != other.actions


def test_the_values_are_those_of_the_value_function() -> None:
    _, view = late_view(3)
    *_, last = analyse(view, Limit(worlds=500), seed=2)
    values = ValueFunction(last._budget)
    for mine, its in zip(last.actions, values.of_actions(view, 2), strict=True):
        assert (mine.action, mine.value, mine.error) == (its.action, its.value, its.error)
    assert sum(one.policy for one in last.actions) == pytest.approx(1)
    worst = last.actions[-1].action
    assert last.reasons(worst) == values.reasons(view, last.best.action, worst, 2)
    assert last.reasons() == last.reasons(last.actions[1].action)


@pytest.mark.parametrize("players", [2, 3])
def test_beliefs_are_probabilities_of_hands_that_agree_with_the_view(players: int) -> None:
    match, view = late_view(players)
    *_, last = analyse(view, Limit(worlds=200))
    assert sorted(last.beliefs) == [seat for seat in range(players) if seat != view.seat]
    for seat, hands in last.beliefs.items():
        chances = [one.probability for one in hands]
        assert sum(chances) == pytest.approx(1)
        assert chances == sorted(chances, reverse=True)
        known = set(view.seats[seat].known)
        for one in hands:
            assert len(one.cards) == 3
            assert known <= set(one.cards)
            assert not {*view.hand, *view.table, *view.aside} & set(one.cards)
        true = set(match.view(seat).hand)
        assert any(set(one.cards) == true for one in hands)
    assert any(one.probability > 2 * hands[-1].probability for one in hands[:1])


def test_a_late_closer_is_not_taken_for_one_who_never_closes() -> None:
    match = play(load(Path(__file__).with_name("late_closer.json").read_text("utf-8")))
    assert match.to_act is not None
    view = match.view(match.to_act)
    assert len(view.earlier) == 21
    *_, last = analyse(view, Limit(worlds=2000))
    (three_sevens,) = (one for one in last.actions if one.action == "ADx7H")
    assert three_sevens.sure_loss < GRADE_LIMITS["mistake"] / 100


def test_an_analysis_ends_at_its_error_and_its_time() -> None:
    assert len(list(analyse(POSITION, Limit(error=0.02)))) == 1
    assert len(list(analyse(POSITION, Limit(time=1e-9)))) == 1


def test_errors_come_at_once() -> None:
    match, view = late_view(3)
    assert view.seat is not None
    with pytest.raises(SchwimmenError, match="is not to act"):
        analyse(match.view((view.seat + 1) % 3))
    with pytest.raises(PositionError, match="hands: seat 1 is to act, but has unknown cards"):
        analyse(POSITION.replace("AHKH7S", "AHKH??"))
    with pytest.raises(SchwimmenError, match="seed: -1 is not a whole number"):
        analyse(POSITION, seed=-1)
    *_, last = analyse(POSITION, Limit(worlds=128))
    with pytest.raises(SchwimmenError, match='"fold" is not a legal action'):
        last.reasons("fold")
