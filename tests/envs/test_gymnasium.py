"""The Gymnasium environment passes Gymnasium's checker and plays the game."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.envs import ObservationLayout
from schwimmen.envs.gymnasium import ID, SchwimmenEnv
from schwimmen.players import GreedyPlayer, RandomPlayer
from schwimmen.rules import ILLEGAL_REASONS, IllegalAction, Round, RuleSet, SchwimmenError, View
from tests.strategies import GAMES, examples

KINDS: list[dict[str, Any]] = [
    {},
    {"preset": "app-a5", "players": 6, "seat": 2, "opponents": "random"},
    {"preset": "dutch", "players": 2, "episode": "match"},
    {"preset": "choy", "players": 10, "opponents": GreedyPlayer()},
    {"players": 3, "opponents": ["random", "greedy"], "options": {"lives": 1}, "episode": "match"},
]


class Watcher:
    """Greedy player that keeps the views it was given."""

    name = "watcher"

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View) -> str:
        self.views.append(view)
        return GreedyPlayer().choose(view)


def played(env: gymnasium.Env[Any, Any], seed: int | None, choices: int) -> Iterator[Any]:
    """Yield all results of an episode in which the learner acts at random."""
    random = Random(choices)
    observation, info = env.reset(seed=seed)
    over = False
    reward: Any = 0.0
    while True:
        yield observation.tobytes(), info["action_mask"].tobytes(), info["seat"], reward, over
        if over:
            return
        action = random.choice(np.flatnonzero(info["action_mask"]).tolist())
        observation, reward, over, cut_off, info = env.step(action)
        assert not cut_off


@pytest.mark.parametrize("kind", KINDS, ids=range(len(KINDS)))
def test_the_checker_of_gymnasium(kind: dict[str, Any]) -> None:
    check_env(gymnasium.make(ID, **kind).unwrapped)


def test_vectorized_environments() -> None:
    envs = gymnasium.make_vec(ID, num_envs=3, opponents="random")
    observations, infos = envs.reset(seed=1)
    assert observations.shape == (3, ObservationLayout("pagat", 3).size)
    assert infos["action_mask"].shape == (3, 25)


@examples(10)
@given(st.sampled_from(KINDS), st.integers(0, 2**64))
def test_same_seed_same_episode(kind: dict[str, Any], seed: int) -> None:
    one, other = gymnasium.make(ID, **kind), SchwimmenEnv(**kind)
    results = list(played(one, seed, 1))
    assert results == list(played(other, seed, 1))
    assert list(played(one, None, 1)) == list(played(other, None, 1)) != results
    assert list(played(other, seed + 1, 1)) != results


@pytest.mark.parametrize("opponents", ["greedy", GreedyPlayer()], ids=["level", "player"])
@examples(15)
@given(
    game=st.sampled_from([game for game in GAMES if game[0] != "choy"]),
    seed=st.integers(0, 99),
)
def test_a_round_is_the_round_that_was_dealt(
    opponents: Any, game: tuple[str, int], seed: int
) -> None:
    """The same opponents, pack and actions give the same result."""
    preset, players = game
    env = SchwimmenEnv(preset, players, opponents=opponents)
    observation, info = env.reset(seed=seed)
    layout = ObservationLayout(preset, players)
    _, rounds, _ = env.arrays
    pack = rounds[0].pack[: len(env.rules.cards)].tolist()
    round_ = Round(preset, players, pack, int(rounds[0].dealer), int(rounds[0].leader))
    random = Random(seed)
    over = False
    while not round_.over:
        seat = round_.to_act
        assert seat is not None
        view = round_.view(seat)
        if seat != info["seat"]:
            round_.play(GreedyPlayer().choose(view))
            continue
        assert not over
        held = layout.part(observation, "hand")
        assert np.flatnonzero(held).tolist() == list(view.hand)
        legal = np.flatnonzero(info["action_mask"]).tolist()
        assert legal == [choice.number for choice in view.choices]
        assert np.flatnonzero(env.action_masks()).tolist() == legal
        assert env.action_masks().dtype == np.bool_
        action = random.choice(legal)
        round_.play(action)
        observation, reward, over, _, info = env.step(action)
    assert over
    assert not info["action_mask"].any()
    result = round_.result
    assert result is not None
    assert result.lost is not None
    lost = [float(lost or 0) for lost in result.lost]
    mine = lost[info["seat"]]
    assert reward == pytest.approx((sum(lost) - mine) / (players - 1) - mine)


@pytest.mark.parametrize("opponents", ["random", RandomPlayer(1)], ids=["level", "player"])
def test_a_match_is_won_or_lost(opponents: Any) -> None:
    env = SchwimmenEnv("app", 2, opponents=opponents, episode="match")
    results = []
    for seed in range(8):
        *_, (_, mask, seat, reward, over) = played(env, seed, seed)
        assert over
        assert not any(mask)
        _, _, matches = env.arrays
        assert matches[0].over
        assert (matches[0].winners == 1 << seat) == (reward == 1)
        results.append(reward)
    assert set(results) == {-1, 1}


def test_opponents_see_their_own_views_at_their_seats() -> None:
    left, right = Watcher(), Watcher()
    env = SchwimmenEnv("choy", 3, opponents=[left, right], episode="match")
    *_, (_, _, seat, _, _) = played(env, 1, 1)
    assert {view.seat for view in left.views} == {(seat + 1) % 3}
    assert {view.seat for view in right.views} == {(seat + 2) % 3}


def test_the_learner_may_sit_anywhere() -> None:
    env = SchwimmenEnv(players=3, opponents="random")
    seats = [next(played(env, seed, 1))[2] for seed in range(20)]
    assert set(seats) == {0, 1, 2}
    assert next(played(SchwimmenEnv(players=3, seat=1, opponents="random"), 4, 1))[2] == 1


@pytest.mark.parametrize("opponents", ["random", RandomPlayer(1)], ids=["level", "player"])
def test_an_illegal_action_ends_the_episode(opponents: Any) -> None:
    env = SchwimmenEnv(opponents=opponents)
    _, info = env.reset(seed=7)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal"] in ILLEGAL_REASONS[2:]
    assert not info["action_mask"].any()
    with pytest.raises(SchwimmenError, match="call reset first"):
        env.step(20)


@pytest.mark.parametrize("opponents", ["random", RandomPlayer(1)], ids=["level", "player"])
def test_an_illegal_action_can_raise(opponents: Any) -> None:
    env = SchwimmenEnv(opponents=opponents, illegal="raise")
    _, info = env.reset(seed=7)
    with pytest.raises(IllegalAction, match="; legal here: "):
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()


@pytest.mark.parametrize("opponents", ["random", GreedyPlayer()], ids=["level", "player"])
def test_a_copy_continues_independently(opponents: Any) -> None:
    env = SchwimmenEnv(opponents=opponents, episode="match")
    env.reset(seed=3)
    other = pickle.loads(pickle.dumps(env))
    steps = 0
    while env.action_masks().any():
        action = int(np.flatnonzero(env.action_masks())[0])
        assert str(env.step(action)) == str(other.step(action))
        steps += 1
    assert steps > 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"preset": "pagatt"}, 'unknown preset "pagatt": did you mean pagat?'),
        ({"options": {"lives": "x"}}, 'lives: "x" is not valid'),
        ({"preset": RuleSet("choy"), "options": {"rounds": 3}}, "options go with a preset"),
        ({"players": 1}, "players: 1 is not a whole number from 2 on"),
        ({"players": 9}, "players: 9, but this game is for 2 to 8"),
        ({"seat": 3}, "seat: 3 is not a whole number from 0 to 2"),
        ({"seat": "left"}, "seat: 'left' is not a whole number"),
        ({"opponents": "gredy"}, 'unknown level "gredy": did you mean greedy?'),
        ({"opponents": ["greedy", "gredy"]}, 'unknown level "gredy": did you mean greedy?'),
        ({"opponents": ["greedy"]}, "opponents: 1 for 2 seats"),
        ({"opponents": 3}, "opponents: int is not a player: it has no choose(view)"),
        (
            {"opponents": GreedyPlayer},
            "opponents: GreedyPlayer is a class; a player is made from it",
        ),
        ({"episode": "rounds"}, 'episode: "rounds" is not known: did you mean round?'),
        ({"illegal": "ignore"}, 'illegal: "ignore" is not known: valid are penalty, raise'),
        ({"render_mode": "ascii"}, 'render_mode: "ascii" is not known: did you mean ansi?'),
    ],
)
def test_invalid_options_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(SchwimmenError) as raised:
        SchwimmenEnv(**options)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("seed", [-1, "seed", 1.5, [1]])
def test_invalid_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(gymnasium.error.Error, match=r"^Seed must be"):
        SchwimmenEnv().reset(seed=seed)


@pytest.mark.parametrize("action", [-1, 25, 3.0, "pass", None, True, [20], np.zeros(3)])
def test_invalid_action_numbers_are_refused(action: Any) -> None:
    env = SchwimmenEnv()
    env.reset(seed=1)
    with pytest.raises(SchwimmenError, match=r"^action: .* is not a whole number from 0 to 24$"):
        env.step(action)


def test_calls_out_of_order_are_refused() -> None:
    env = SchwimmenEnv(render_mode="ansi")
    with pytest.raises(SchwimmenError, match="call reset first"):
        env.step(1)
    with pytest.raises(SchwimmenError, match="call reset first"):
        env.render()
    with pytest.raises(gymnasium.error.ResetNeeded):
        gymnasium.make(ID).step(1)
    assert not env.action_masks().any()
    with pytest.raises(SchwimmenError, match="call reset first"):
        _ = env.arrays


def test_rendering_shows_the_view_of_the_learner(capsys: pytest.CaptureFixture[str]) -> None:
    env = SchwimmenEnv("pagat", 3, render_mode="ansi")
    env.reset(seed=7)
    text = env.render()
    assert text.count("?? ?? ??") == 2
    assert text.count("greedy") == 2
    while not env.step(int(np.flatnonzero(env.action_masks())[-1]))[2]:
        pass
    assert "?" not in env.render()
    watched = SchwimmenEnv("pagat", 3, render_mode="human")
    watched.reset(seed=7)
    assert capsys.readouterr().out == f"{text}\n"


def test_rendering_without_a_mode_returns_none() -> None:
    env = SchwimmenEnv()
    env.reset()
    with pytest.warns(UserWarning, match="no render_mode was chosen"):
        assert env.render() is None


def test_the_error_without_gymnasium_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.startswith(("gymnasium", "schwimmen.envs.gymnasium")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ModuleNotFoundError, match=r'pip install "schwimmen\[gymnasium\]"$'):
        __import__("schwimmen.envs.gymnasium")
