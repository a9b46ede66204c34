"""Players' choices, and errors for invalid players and answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from schwimmen.envs.gymnasium import SchwimmenEnv
from schwimmen.players import (
    GREEDY_BASELINES,
    LEVELS,
    ActionEvaluator,
    Player,
    make_player,
    play_match,
)
from schwimmen.players.level_players import LevelPlayer
from schwimmen.rules import Match, SchwimmenError, View
from schwimmen.simulation import simulate

ALL = (*LEVELS, *GREEDY_BASELINES, "blueprint")


class Own:
    """Player that gives the answers of a function."""

    name = "own"

    def __init__(self, answer: Callable[[View], Any]) -> None:
        self._answer = answer

    def choose(self, view: View) -> Any:
        return self._answer(view)


class Nameless:
    def choose(self, view: View) -> str:
        return view.legal_actions[0]


class Mute:
    name = "mute"


@pytest.mark.parametrize("level", ALL)
def test_players_refuse_a_view_that_is_not_to_act(level: str) -> None:
    match = Match("pagat", players=3, seed=7, dealer=0)
    over = play_match(Match("pagat", players=2, seed=7), [make_player("greedy")] * 2)
    player = make_player(level)
    asked = [
        player.choose,
        *([player.action_values] if isinstance(player, ActionEvaluator) else []),
    ]
    for ask in asked:
        for view, message in (
            (match.view(1), "seat 1 is not to act: a player chooses from the view of seat 0"),
            (match.view(), "a spectator is not to act: a player chooses from the view of seat 0"),
            (over.view(0), "no seat is to act, so a player has nothing to choose"),
            (over.view(), "no seat is to act, so a player has nothing to choose"),
        ):
            with pytest.raises(SchwimmenError, match=f"^{message}$"):
                ask(view)


@pytest.mark.parametrize("level", ALL)
def test_seeds_are_integers_of_python_or_numpy(level: str) -> None:
    view = Match("pagat", players=3, seed=7, dealer=0).view(0)
    seeds: list[Any] = [3, np.int64(3)]
    plain, numpys = (make_player(level, seed) for seed in seeds)
    assert plain.choose(view) == numpys.choose(view)
    if not level.startswith("greedy"):  # greedy play needs no random numbers
        for seed in ("3", 3.0, True):
            with pytest.raises(SchwimmenError, match=r"^seed: .* is not a whole number$"):
                make_player(level, seed)  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("level", [None, 3, ["greedy"]])
def test_other_objects_are_not_names_of_levels(level: Any) -> None:
    with pytest.raises(SchwimmenError, match=r"^level: .* is not the name of a level, such as"):
        make_player(level)


def test_a_player_may_answer_with_a_name_a_choice_or_a_number() -> None:
    results = []
    for answer in (
        lambda view: view.legal_actions[-1],
        lambda view: view.choices[-1],
        lambda view: view.choices[-1].number,
        lambda view: np.int64(view.choices[-1].number),
    ):
        results.append(play_match(Match("dutch", players=2, seed=3), [Own(answer)] * 2).results)
    assert results[0] == results[1] == results[2] == results[3]


ANSWERS: list[tuple[Callable[[View], Any], str]] = [
    (lambda view: None, "None"),
    (lambda view: True, "True"),
    (lambda view: "foo", "'foo'"),
    (lambda view: -1, "-1"),
]


@pytest.mark.parametrize(("answer", "quoted"), ANSWERS)
def test_a_player_whose_answer_is_illegal_is_named(
    answer: Callable[[View], Any], quoted: str
) -> None:
    message_pattern = (
        rf"^own \(seat \d\) answered {quoted}, which is not one of its legal actions: \w+"
    )
    with pytest.raises(SchwimmenError, match=message_pattern):
        play_match(Match("pagat", players=2, seed=3), [Own(answer)] * 2)
    with pytest.raises(SchwimmenError, match=message_pattern):
        simulate("pagat", 2, [lambda seed: Own(answer)] * 2, rounds=3, seed=1, workers=1)
    env = SchwimmenEnv("pagat", 2, opponents=Own(answer), seat=0)
    with pytest.raises(SchwimmenError, match=message_pattern):
        [env.reset(seed=seed) for seed in range(20)]


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (Nameless(), "Nameless is not a player: it has no name"),
        (Mute(), r"Mute is not a player: it has no choose\(view\)"),
        (None, r"NoneType is not a player: it has no choose\(view\)"),
        (Nameless, "Nameless is a class; a player is made from it"),
    ],
)
def test_objects_that_are_not_players_are_refused(player: Any, message: str) -> None:
    greedy = make_player("greedy")
    with pytest.raises(SchwimmenError, match=f"^player of seat 1: {message}$"):
        play_match(Match("pagat", players=2), [greedy, player])
    with pytest.raises(SchwimmenError, match=f"^opponents: {message}$"):
        SchwimmenEnv("pagat", 2, opponents=player)

    def made(seed: int) -> Any:
        return player

    with pytest.raises(SchwimmenError, match=f"^bot made: {message}$"):
        simulate("pagat", 2, ["greedy", made], rounds=1, seed=1, workers=1)


@pytest.mark.parametrize("level", ["random", "club"])
def test_a_player_of_a_new_seed_plays_as_a_new_player(level: str) -> None:
    def choices(player: Player) -> list[str]:
        match = play_match(Match("pagat", players=2, seed=3), [player, make_player("greedy")])
        return [action for round_ in match.rounds for action in round_.actions]

    used = make_player(level, seed=1)
    assert isinstance(used, LevelPlayer)
    first = choices(used)
    used.reseed(1)
    assert choices(used) == first
    used.reseed(2)
    assert choices(used) == choices(make_player(level, seed=2)) != first
