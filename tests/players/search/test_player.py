"""The levels that look ahead: who has no place to think at plays by the blueprint."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from threading import BoundedSemaphore

import pytest

from schwimmen.players import Reasoned, make_player
from schwimmen.players.blueprint.player import BlueprintPlayer
from schwimmen.players.search import player as searching
from schwimmen.players.search.player import EFFORTS, SearchPlayer
from schwimmen.players.search.searching import Search
from schwimmen.rules import Match, View

from .sizes import TINY


class Thinker(SearchPlayer):
    """Counts how often it thinks, and fails at it if it is told to."""

    thought = 0
    fails = False

    def search(self, view: View) -> Search:
        self.thought += 1
        if self.fails:
            raise RuntimeError("no idea")
        return super().search(view)


@pytest.fixture
def turnstile(monkeypatch: pytest.MonkeyPatch) -> BoundedSemaphore:
    """That of a machine with one processor."""
    one = BoundedSemaphore(1)
    monkeypatch.setattr(searching, "_turnstile", lambda: one)
    return one


def first_turn() -> View:
    match = Match("pagat", players=2, seed=1)
    match.play("keep")
    return match.view(match.to_act)


@pytest.mark.parametrize("level", EFFORTS)
def test_the_levels_can_say_why(level: str) -> None:
    player = make_player(level, seed=1)
    assert isinstance(player, SearchPlayer)
    assert isinstance(player, Reasoned)
    assert player.name == level


def test_the_more_play_the_less_often_a_round_is_played_out() -> None:
    for effort in EFFORTS.values():
        assert effort.among(2) == effort.among(4) == effort
        eight = effort.among(8)
        assert (eight.worlds, eight.rollouts) == (effort.worlds // 2, effort.rollouts // 2)
        assert eight.candidates == effort.candidates


def test_where_all_places_are_taken_the_blueprint_plays_at_once(
    turnstile: BoundedSemaphore,
) -> None:
    turnstile.acquire()
    view = first_turn()
    player = Thinker("master", seed=1)
    blueprint = BlueprintPlayer(Random(1).getrandbits(64))
    for _ in range(20):
        assert player.choose(view) == blueprint.choose(view)
    assert player.thought == 0
    turnstile.release()
    player = Thinker("master", 1, TINY)
    player.choose(view)
    assert player.thought == 1


def test_a_place_is_free_again_after_a_thought_and_after_a_failure(
    turnstile: BoundedSemaphore,
) -> None:
    player = Thinker("expert", 1, TINY)
    for _ in range(2):
        player.choose(first_turn())
    player.fails = True
    for _ in range(2):
        with pytest.raises(RuntimeError, match="no idea"):
            player.choose(first_turn())
    assert player.thought == 4
    assert turnstile.acquire(blocking=False)


def test_nobody_thinks_where_there_is_but_one_thing_to_do(turnstile: BoundedSemaphore) -> None:
    view = first_turn()
    only = replace(view, choices=view.choices[:1])
    player = Thinker("expert", 1, TINY)
    assert player.choose(only) == view.choices[0].action
    assert player.thought == 0
