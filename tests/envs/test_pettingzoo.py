"""The PettingZoo environments play the game and report it correctly."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.envs import ObservationLayout
from schwimmen.envs import pettingzoo as schwimmen_v0
from schwimmen.rules import (
    IllegalAction,
    Round,
    RuleSet,
    number_of_actions,
)
from tests.strategies import GAMES, examples

EPISODES = ("round", "match")


def chosen(mask: Any, random: Random) -> int:
    return random.choice(np.flatnonzero(mask).tolist())


def played(env: Any, seed: int | None, choices: int) -> Iterator[tuple[Any, ...]]:
    """Yield all results of an episode in which the agents act at random."""
    random = Random(choices)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        mask = info["action_mask"]
        assert mask.tobytes() == observation["action_mask"].tobytes()
        action = None if terminated or truncated else chosen(mask, random)
        yield agent, observation["observation"].tobytes(), mask.tobytes(), reward, action
        env.step(action)


@examples(10)
@given(st.sampled_from(GAMES), st.sampled_from(EPISODES), st.integers(0, 2**64 - 1))
def test_same_seed_same_episode(game: tuple[str, int], episode: str, seed: int) -> None:
    options: dict[str, Any] = {"preset": game[0], "players": game[1], "episode": episode}
    one, other = schwimmen_v0.env(**options), schwimmen_v0.raw_env(**options)
    results = list(played(one, seed, 1))
    assert results == list(played(other, seed, 1))
    assert list(played(one, None, 1)) == list(played(other, None, 1)) != results
    assert list(played(one, seed, 1)) == results
    assert list(played(other, (seed + 1) % 2**64, 1)) != results


def test_environments_without_a_seed_differ() -> None:
    one, other = schwimmen_v0.env(episode="match"), schwimmen_v0.env(episode="match")
    assert list(played(one, None, 1)) != list(played(other, None, 1))


@examples(30)
@given(st.sampled_from(GAMES), st.integers(0, 999))
def test_a_round_is_the_round_that_was_dealt(game: tuple[str, int], seed: int) -> None:
    preset, players = game
    env = schwimmen_v0.raw_env(preset=preset, players=players)
    env.reset(seed=seed)
    _, rounds, _ = env.arrays
    pack = rounds[0].pack[: len(RuleSet(preset).cards)].tolist()
    round_ = Round(preset, players, pack, int(rounds[0].dealer), int(rounds[0].leader))
    layout = ObservationLayout(preset, players)
    random = Random(seed)
    while not round_.over:
        seat = round_.to_act
        assert seat is not None
        assert env.agent_selection == f"player_{seat}"
        view = round_.view(seat)
        observation, _, terminated, truncated, info = env.last()
        assert not terminated
        assert not truncated
        assert observation is not None
        legal = [choice.number for choice in view.choices]
        assert np.flatnonzero(observation["action_mask"]).tolist() == legal
        held = layout.part(observation["observation"], "hand")
        assert np.flatnonzero(held).tolist() == list(view.hand)
        action = chosen(info["action_mask"], random)
        env.step(action)
        round_.play(action)
        if round_.needs_shuffle:  # as it fell in the environment
            top, end = int(rounds[0].talon_top), int(rounds[0].talon_end)
            drawn = rounds[0].pack[:end].tolist()
            assert top <= end
            round_.recycle(drawn)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert list(env.rewards.values()) == pytest.approx(rewards_of(round_))


def rewards_of(round_: Round) -> list[float]:
    """Return the rewards of a round as the documentation defines them."""
    result = round_.result
    assert result is not None
    best = 10 * round_.rules.hand_size + 1
    if result.points is not None:
        won = [points / best for points in result.points]
    else:
        assert result.lost is not None
        won = [-float(lost or 0) for lost in result.lost]
    others = len(won) - 1
    return [mine - (sum(won) - mine) / others for mine in won]


@pytest.mark.parametrize(("preset", "players"), [("pagat", 2), ("dutch", 5), ("choy", 3)])
def test_the_winners_of_a_match_share_1(preset: str, players: int) -> None:
    env = schwimmen_v0.raw_env(preset=preset, players=players, episode="match")
    for seed in range(5):
        results = list(played(env, seed, seed))
        _, _, matches = env.arrays
        winners = {seat for seat in range(players) if matches[0].winners >> seat & 1}
        assert matches[0].over
        share = 1 / len(winners)
        last = {agent: reward for agent, *_, reward, action in results if action is None}
        for seat in range(players):
            won = share if seat in winners else 0
            assert last[f"player_{seat}"] == pytest.approx(won - (1 - won) / (players - 1))
        assert all(reward == 0 for *_, reward, action in results if action is not None)


def test_rounds_follow_one_another_with_rotating_turns() -> None:
    env = schwimmen_v0.raw_env(players=4, max_cycles=50)
    results = list(played(env, 5, 5))
    agents = [agent for agent, *_, action in results if action is not None]
    assert len(agents) == 50 * 4
    assert all((int(a[-1]) + 1) % 4 == int(b[-1]) for a, b in pairwise(agents))
    assert sum(reward for *_, reward, _ in results) == pytest.approx(0, abs=1e-5)
    assert any(reward < 0 for *_, reward, action in results if action is not None)
    assert env.agents == []


def test_max_cycles_truncates_the_episode() -> None:
    env = schwimmen_v0.env(preset="app", episode="match", max_cycles=2)
    env.reset(seed=1)
    for _ in range(6):
        assert not any(env.truncations.values())
        env.step(chosen(env.last()[4]["action_mask"], Random(1)))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(info["action_mask"].any() for info in env.infos.values())


@pytest.mark.parametrize("make", [schwimmen_v0.env, schwimmen_v0.raw_env])
def test_an_illegal_action_ends_the_episode(make: Any) -> None:
    env = make(preset="pagat", players=3)
    env.reset(seed=7)
    agent = env.agent_selection
    env.step(20)  # a pass, in the dealer's choice
    assert env.rewards == {other: -1.0 if other == agent else 0.0 for other in env.agents}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.infos[agent]["illegal"] == "dealers_choice"
    rewards = {}
    for done in env.agent_iter():
        rewards[done] = env.last()[1]
        env.step(None)
    assert sorted(rewards.values()) == [-1, 0, 0]
    assert rewards[agent] == -1


def test_an_illegal_action_ends_the_round_in_a_series_of_rounds() -> None:
    env = schwimmen_v0.raw_env(players=2, max_cycles=10)
    env.reset(seed=7)
    agent = env.agent_selection
    env.step(20)
    assert env.rewards[agent] == -1
    assert not any(env.terminations.values())
    assert env.agent_selection != agent
    assert env.last()[4]["action_mask"].sum() == 2


def test_an_illegal_action_can_raise() -> None:
    env = schwimmen_v0.env(preset="pagat", illegal="raise")
    env.reset(seed=7)
    before = env.last()
    with pytest.raises(IllegalAction, match=r'"20" \(dealers choice\); legal here: keep, take$'):
        env.step(20)
    assert str(before) == str(env.last())
    env.step(23)
    with pytest.raises(IllegalAction, match=r'"24" \(no choice\); legal here: .*x.*pass, close$'):
        env.step(24)


def test_a_copy_continues_independently() -> None:
    env = schwimmen_v0.env(episode="match")
    env.reset(seed=3)
    for _ in range(5):
        env.step(chosen(env.last()[4]["action_mask"], Random(1)))
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    rests = [list(rest(one)) for one in [*copies, env]]
    assert rests[0] == rests[1] == rests[2] != []


def rest(env: Any) -> Iterator[tuple[str, float]]:
    random = Random(9)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        yield agent, reward
        env.step(None if terminated or truncated else chosen(info["action_mask"], random))


@pytest.mark.parametrize("episode", [*EPISODES, "rounds"])
def test_the_parallel_environment_plays_the_same(episode: str) -> None:
    options: dict[str, Any] = {"preset": "pagat", "players": 3, "episode": episode}
    one = schwimmen_v0.raw_env(**options, max_cycles=4 if episode == "rounds" else None)
    other = schwimmen_v0.parallel_env(**options, max_cycles=12 if episode == "rounds" else None)
    random = Random(1)
    one.reset(seed=5)
    observations, infos = other.reset(seed=5)
    earned = dict.fromkeys(one.possible_agents, 0.0)
    while other.agents:
        agent = one.agent_selection
        seen, _, _, _, info = one.last()
        assert seen is not None
        assert infos[agent]["active_agent"] == agent
        assert str(observations[agent]) == str(seen)
        action = chosen(info["action_mask"], random)
        for waiting in other.agents:
            if waiting != agent:
                mask = observations[waiting]["action_mask"]
                assert np.flatnonzero(mask).tolist() == [20]
                assert mask.tobytes() == infos[waiting]["action_mask"].tobytes()
        nonsense = {waiting: random.choice([20, 3, None, "x"]) for waiting in other.agents}
        observations, rewards, terminations, truncations, infos = other.step(
            nonsense | {agent: action}
        )
        one.step(action)
        assert rewards == one.rewards
        assert terminations == one.terminations
        assert truncations == one.truncations
        earned = {name: earned[name] + reward for name, reward in rewards.items()}
    assert all(info["active_agent"] is None for info in infos.values()) == (episode != "rounds")
    assert sum(earned.values()) == pytest.approx(0, abs=1e-5)


def test_illegal_actions_in_the_parallel_environment() -> None:
    env = schwimmen_v0.parallel_env(players=2)
    env.reset(seed=7)
    _, rewards, terminations, _, infos = env.step({"player_0": 20, "player_1": 20})
    assert sorted(rewards.values()) == [-1, 0]
    assert all(terminations.values())
    (loser,) = [agent for agent, reward in rewards.items() if reward]
    assert infos[loser]["illegal"] == "dealers_choice"
    assert env.agents == []


@pytest.mark.parametrize("seed", [0, np.int64(7), np.uint64(2**64 - 1), np.array(3)])
def test_whole_numbers_of_all_kinds_are_seeds(seed: Any) -> None:
    env = schwimmen_v0.env()
    assert list(played(env, seed, 1)) == list(played(env, int(seed), 1))


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    env = schwimmen_v0.env(preset="pagat", players=2, render_mode="ansi")
    env.reset(seed=7)
    text = env.render()
    assert isinstance(text, str)
    assert text.count("player_") == 2
    assert "not turned up yet" in text
    assert capsys.readouterr().out == ""
    watched = schwimmen_v0.env(preset="pagat", players=2, render_mode="human")
    watched.reset(seed=7)
    assert capsys.readouterr().out == f"{text}\n"


def test_rendering_without_a_mode_returns_none() -> None:
    env = schwimmen_v0.env()
    env.reset()
    with pytest.warns(UserWarning, match="no render_mode was chosen"):
        assert env.render() is None


def test_pettingzoo_makes_it_by_name() -> None:
    one = pettingzoo.make("aec", schwimmen_v0.ID, preset="dutch", episode="match")
    other = schwimmen_v0.env(preset="dutch", episode="match")
    assert list(played(one, 1, 1)) == list(played(other, 1, 1))
    parallel = pettingzoo.make("parallel", "schwimmen/schwimmen-v0", max_cycles=3)
    assert isinstance(parallel, schwimmen_v0.parallel_env)
    assert parallel.max_cycles == 3


def test_all_numbers_of_players_of_all_presets() -> None:
    for preset, players in GAMES:
        env = schwimmen_v0.env(preset=preset, players=players)
        assert list(played(env, 1, 1))
        assert (
            str(env.action_space("player_0"))
            == f"Discrete({number_of_actions(RuleSet(preset).hand_size)})"
        )
        assert env.possible_agents == [f"player_{seat}" for seat in range(players)]


def test_a_study_pack_can_be_played() -> None:
    rules = RuleSet.study("AC KC QC AS KS QS AH KH QH", max_players=2)
    assert list(played(schwimmen_v0.env(preset=rules, players=2), 1, 1))
