"""Hints are the decisions of a review, without the action that was played."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from schwimmen.analysis import EFFORTS, Effort, Puzzle, hint, review
from schwimmen.players import make_player
from schwimmen.players.budget import SearchBudget
from schwimmen.rules import Match, Position, Round, SchwimmenError, View
from tests.strategies import VARIANTS

QUICK: Final = Effort(
    SearchBudget(30, worlds=10, rollouts=40), SearchBudget(60, worlds=300, rollouts=900)
)
POSITION: Final = "pagat ??????/AHKH7S/?????? TH9D8D 20 - turn:1 0 1 0 - 4 2/1/0"


def running_match(preset: str, players: int, actions: int) -> Match:
    """Return a match between bots after a number of actions, at a decision."""
    match = Match(preset, players=players, seed=players)
    bots = [make_player("casual", seat) for seat in range(players)]
    while actions > 0 or match.to_act is None:
        if match.to_act is None:
            match.deal()
        else:
            match.play(bots[match.to_act].choose(match.view(match.to_act)))
            actions -= 1
    return match


def view_of(match: Match) -> View:
    """Return the view of the seat to act."""
    assert match.to_act is not None
    return match.view(match.to_act)


@pytest.mark.parametrize("preset", VARIANTS)
def test_a_hint_is_the_decision_of_a_review(preset: str) -> None:
    match = running_match(preset, 3, actions=12)
    view = view_of(match)
    found = hint(match, QUICK, seed=5)
    for action in (found.best.action, found.actions[-1].action):
        chosen = hint(match, QUICK, seed=5, chosen=action)
        played = Match.from_record(match.to_record())
        played.play(action)
        decision = review(played, QUICK, seed=5).moments[-2].decision
        assert decision is not None
        assert (decision.seat, decision.actions) == (view.seat, found.actions)
        assert (decision.only_move, decision.reasons) == (chosen.only_move, chosen.reasons)
        assert (decision.best, decision.as_good) == (found.best, found.as_good)
        assert replace(found, reasons=chosen.reasons) == chosen


@pytest.mark.parametrize(("preset", "players"), [("pagat", 2), ("dutch", 3), ("choy", 4)])
def test_a_view_of_the_first_round_has_the_hint_of_its_match(preset: str, players: int) -> None:
    match = running_match(preset, players, actions=3)
    assert len(match.rounds) == 1
    assert hint(view_of(match), QUICK, seed=2) == hint(match, QUICK, seed=2)


def test_a_position_has_the_hint_of_the_match_that_goes_on_from_it() -> None:
    match = Match.from_position(POSITION, seed=1)
    found = hint(match, QUICK)
    assert found == hint(Position.parse(POSITION).view(), QUICK)
    assert found.seat == 1
    assert hint(match).best.action == "7SxTH"
    assert {one.action for one in found.actions} == set(match.round.legal_actions)


def test_a_view_of_a_later_round_has_hints_with_random_numbers_of_their_own() -> None:
    match = running_match("pagat", 3, actions=20)
    assert len(match.rounds) > 1
    view = view_of(match)
    found = hint(view, QUICK)
    assert found == hint(view, QUICK)
    assert {one.action for one in found.actions} == set(view.legal_actions)


def test_reasons_compare_with_the_first_action_that_is_not_as_good() -> None:
    match = Match("pagat", players=3, seed=4)
    found = hint(match)
    worse = next(one for one in found.actions if one.loss > 0)
    assert found.reasons == hint(match, chosen=worse.action).reasons != ()
    assert hint(match, chosen=found.best.action).only_move is found.only_move


def test_an_effort_has_a_name() -> None:
    match = Match("app-a9", players=2, seed=1)
    assert hint(match) == hint(match, "decisions") == hint(match, EFFORTS["decisions"])
    assert hint(match, "graph") == hint(match, EFFORTS["graph"]) != hint(match)


def test_errors() -> None:
    match = Match("pagat", players=3, seed=4)
    seat = match.to_act
    assert seat is not None
    with pytest.raises(SchwimmenError, match='"fold" is not a legal action of this seat'):
        hint(match, QUICK, chosen="fold")
    with pytest.raises(SchwimmenError, match="is not to act: a player chooses"):
        hint(match.view((seat + 1) % 3), QUICK)
    with pytest.raises(SchwimmenError, match='unknown effort "decision": did you mean decisions'):
        hint(match, "decision")
    with pytest.raises(SchwimmenError, match=r"seed: 0\.5 is not a whole number"):
        hint(match, QUICK, seed=0.5)  # type: ignore[arg-type]
    alone = Round("pagat", players=3, seed=1)
    assert alone.to_act is not None
    with pytest.raises(SchwimmenError, match="a round by itself has no hints"):
        hint(alone.view(alone.to_act), QUICK)
    over = running_match("pagat", 2, actions=1)
    while not over.over:
        over.deal() if over.to_act is None else over.play(over.round.legal_actions[0])
    with pytest.raises(SchwimmenError, match="no seat is to act"):
        hint(over, QUICK)


def test_what_only_one_kind_of_player_would_show_forbids_nothing() -> None:
    """A laid down ten shows a third ace by the blueprint alone, so three tens are no mistake."""
    line = "UpeCnrafE 01 2,0 XBAF 95 PPOSSOASQSSPSSOSSSSSPS 000055 o 1602"
    match = Puzzle.from_line("pagat", line).match()
    view = match.view(match.to_act)
    assert (view.hand_names, view.table_names) == ("TC AD TD", "QC 7S TH")
    found = {one.action: one for one in hint(view, seed=1).actions}
    assert found["ADxTH!"].grade is None
    assert found["ADxTH!"].least_loss < 0
