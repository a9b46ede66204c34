"""The batched environment plays as single rounds and matches do; errors have one line."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from schwimmen.engine import ENGINE
from schwimmen.envs import BatchEnv, CompiledPolicy, ObservationLayout, uniform
from schwimmen.rules import PRESETS, RuleSet, SchwimmenError
from tests.effort import sample
from tests.envs.test_observation import assert_equal
from tests.envs.twin import Twin

COMPILED = ENGINE != "python"
FEW, MANY = (4, 40) if COMPILED else (2, 8)
RULES = [RuleSet(preset) for preset in PRESETS if preset != "app"] + [
    RuleSet("pagat", lives=1, last_chance="none", close_from_turn=3, replace_789=True),
    RuleSet(
        "pagat",
        dealt_penalty="harsh",
        closer_penalty=True,
        talon_short="keep",
        pack="A9",
        max_players=7,
    ),
    RuleSet("pagat", pack="A6", losers="all_but_best", closer_penalty=True, tie_suit=False),
    RuleSet("dutch", closer_tie="closer_loses", tie_suit=False),
    RuleSet("choy", rounds=2, recycle="in_order", turn_cap=6),
    RuleSet.study(
        "KC QC JC TC KS QS",
        hand_size=1,
        max_players=3,
        special="none",
        fire=False,
        three_of_a_kind=False,
        fire_penalty="lowest",
    ),
    RuleSet.study("AC KC QC JC AS KS QS JS AH KH QH JH", max_players=3, turn_cap=2),
]


@pytest.fixture(autouse=True)
def uncompiled_generators_may_overflow() -> Iterator[None]:
    """Suppress NumPy's warning, which compiled code does not give."""
    with np.errstate(over="ignore"):
        yield


def started(*args: Any, seed: Any = 1, **kwargs: Any) -> BatchEnv:
    env = BatchEnv(*args, **kwargs)
    env.reset(seed)
    return env


def pickled(env: BatchEnv) -> BatchEnv:
    """Return the environment after pickling and unpickling."""
    written: BatchEnv = pickle.loads(pickle.dumps(env))
    return written


def patient(
    observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
) -> NDArray[np.int64]:
    """Choose any legal action, closing only if it is the only one, so that rounds are long."""
    masks = masks.copy()
    pairs = (masks.shape[1] - 7) // 2
    going_on = masks.copy()
    going_on[:, [*range(pairs, 2 * pairs), 2 * pairs + 1, 2 * pairs + 3]] = 0
    stuck = ~going_on.any(axis=1)
    going_on[stuck] = masks[stuck]
    return uniform(observations, going_on, rng)


@pytest.mark.parametrize("episode", ["round", "match"])
@pytest.mark.parametrize("rules", sample(RULES), ids=repr)
def test_every_environment_is_a_round_or_match(rules: RuleSet, episode: str) -> None:
    for players in (2, rules.max_players):
        layout = ObservationLayout(rules, players)
        env = started(rules, players, FEW, episode=episode, seed=range(7, 7 + FEW))
        twins = [Twin(rules, players, episode, 7 + i) for i in range(FEW)]
        rng = np.random.default_rng(players)
        for turn in range(3 * MANY):
            for i, twin in enumerate(twins):
                view = twin.view
                assert env.to_act[i] == view.to_act
                assert np.flatnonzero(env.masks[i]).tolist() == [c.number for c in view.choices]
                assert_equal(layout, env.observations[i], view)
                assert env.terminated[i] == twin.terminated
                assert env.rewards[i].tolist() == pytest.approx(twin.rewards, abs=1e-6)
            policy = uniform if turn % (2 * MANY) < MANY else patient
            actions = policy(env.observations, env.masks, rng)
            env.step(actions)
            for twin, action in zip(twins, actions.tolist(), strict=True):
                twin.play(action)
    assert (env.observations >= layout.low).all()
    assert (env.observations <= layout.high).all()


@pytest.mark.parametrize("episode", ["round", "match"])
def test_an_environment_does_not_depend_on_the_others(episode: str) -> None:
    number = 1000 if COMPILED else 5
    seeds = range(100, 100 + number)
    alone = started("pagat", 4, number, episode=episode, threads=1, seed=seeds)
    together = started("pagat", 4, number, episode=episode, threads=3, seed=seeds)
    few = started("pagat", 4, 2, episode=episode, threads=1, seed=[102, 101])
    for env in (alone, together, few):
        env.run("random", MANY)
    for _ in range(MANY):
        actions = alone.choose("random")
        alone.step(actions)
        together.step(actions)
        few.step(few.choose("random"))
        for name in ("observations", "masks", "to_act", "rewards", "terminated"):
            rows = getattr(alone, name)
            assert (rows == getattr(together, name)).all()
            assert (rows[[2, 1]] == getattr(few, name)).all()


def test_reset_begins_again_and_a_seed_determines_the_play() -> None:
    env = started("pagat", 3, 8, seed=5)
    begun = env.observations.copy()
    env.run("random", 3)
    env.reset()
    assert (env.observations != begun).any()
    assert (env.observations[:, ObservationLayout("pagat", 3).fields["turns"]] == 0).all()
    env.reset(seed=5)
    assert (env.observations == begun).all()
    env.reset(seed=[5 + i for i in range(8)])
    begun = env.observations.copy()
    env.reset(seed=np.arange(5, 13))
    assert (env.observations == begun).all()
    unseeded = [BatchEnv("pagat", 3, 8) for _ in range(2)]
    for other in unseeded:
        other.reset()
    assert (unseeded[0].observations != unseeded[1].observations).any()


def test_arrays_stay_the_same_objects() -> None:
    env = started("dutch", 5, 7)
    names = ("observations", "masks", "to_act", "rewards", "terminated")
    before = {name: getattr(env, name) for name in names}
    env.step(uniform(env.observations, env.masks, np.random.default_rng()))
    assert all(getattr(env, name) is array for name, array in before.items())
    types = [array.dtype.name for array in before.values()]
    assert types == ["int8", "int8", "int8", "float32", "bool"]
    assert len(env) == 7 == len(env.observations)
    assert env.masks.shape == (7, env.layout.actions)


@pytest.mark.parametrize(
    ("rules", "episode"),
    [
        (RuleSet("pagat"), "round"),
        (RuleSet("choy"), "round"),
        (RuleSet("pagat", lives=1, last_chance="none"), "match"),
    ],
)
def test_rewards_are_zero_sum_and_come_at_the_end(rules: RuleSet, episode: str) -> None:
    env = started(rules, 3, 40, episode=episode)
    ended = 0
    for _ in range(20):
        env.step(env.choose("random"))
        assert env.rewards.sum(axis=1) == pytest.approx(0, abs=1e-5)
        assert (env.rewards[~env.terminated] == 0).all()
        ended += int(env.terminated.sum())
    assert ended


@pytest.mark.parametrize("policies", ["random", uniform, ["random", uniform, "random"]])
def test_a_run_returns_mean_rewards(policies: Any) -> None:
    number = 400 if COMPILED else 20
    env = started("pagat", 3, number)
    outcome = env.run(policies, MANY, rng=3)
    assert outcome.steps == number * MANY
    assert outcome.steps / 8 < outcome.episodes < outcome.steps / 3
    assert outcome.rewards is not None
    assert outcome.errors is not None
    assert outcome.rewards.sum() == pytest.approx(0, abs=1e-4)
    assert (np.abs(outcome.rewards) < 4 * outcome.errors).all()
    again = started("pagat", 3, number).run(policies, MANY, rng=np.random.default_rng(3))
    assert again.rewards is not None
    assert (again.rewards == outcome.rewards).all()


def test_a_run_without_a_finished_episode_has_no_rewards() -> None:
    env = started("pagat", 3, 1, seed=[3])
    nothing = env.run("random", 0)
    assert (nothing.episodes, nothing.rewards, nothing.errors) == (0, None, None)
    assert str(nothing) == "0 steps, no episode ended"
    while not (one := env.run("random", 1)).episodes:
        pass
    assert one.rewards is not None
    assert one.errors is None
    assert str(one).startswith("1 steps, 1 episode ended, rewards [")


def test_neighbouring_seeds_have_different_games() -> None:
    number = 300 if COMPILED else 30
    begun: set[bytes] = set()
    for seed in range(5):
        env = started("pagat", 3, number, seed=seed)
        first = env.observations.copy()
        env.step(env.masks.argmax(axis=1))
        begun |= {row.tobytes() for row in np.hstack([first, env.observations])}
    assert len(begun) == 5 * number


@pytest.mark.parametrize("number", [3, 600 if COMPILED else 5])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_continues_equally_and_independently(copied: Any, number: int) -> None:
    env = started("pagat", 3, number, threads=2, episode="match")
    env.run("random", 5)
    other = copied(env)
    kept = env.observations.copy(), env.masks.copy(), env.to_act.copy()
    for _ in range(5):
        other.step(other.choose("random"))
    assert (other.observations != kept[0]).any(axis=1).all()
    now = env.observations, env.masks, env.to_act
    assert all((one == before).all() for one, before in zip(now, kept, strict=True))
    for _ in range(5):
        env.step(env.choose("random"))
    for name in ("observations", "masks", "to_act", "rewards", "terminated"):
        assert (getattr(env, name) == getattr(other, name)).all()
    assert (other.observations[:, :52].sum(axis=1) == 3).all()
    one, two = env.run("greedy", 10, rng=1), other.run("greedy", 10, rng=1)
    assert one.episodes == two.episodes


def test_each_seat_plays_by_its_own_policy() -> None:
    env = started("pagat", 3, 300 if COMPILED else 40)
    keepers = env.run([uniform, "random", "random"], MANY).rewards
    assert keepers is not None
    closers = env.run([_closing, "random", "random"], MANY)
    assert np.isfinite(keepers).all()
    assert closers.episodes > 0
    seen: set[int] = set()

    def watching(
        observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        me = env.layout.part(observations, "to_act")[:, 0]
        assert me.all()
        seen.add(len(observations))
        return uniform(observations, masks, rng)

    env.run(["random", watching, "random"], MANY)
    assert seen
    assert max(seen) < len(env)


def _closing(
    observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
) -> NDArray[np.int64]:
    return np.where(masks[:, 21], 21, masks.argmax(axis=1))


def test_both_uniform_policies_have_the_same_distribution() -> None:
    env = started("pagat", 3, 2000 if COMPILED else 60)
    env.run("random", 2)
    compiled, by_arrays = np.zeros(25), np.zeros(25)
    rng = np.random.default_rng(1)
    for _ in range(20):
        compiled += np.bincount(env.choose("random"), minlength=25)
        by_arrays += np.bincount(uniform(env.observations, env.masks, rng), minlength=25)
    assert np.abs(compiled - by_arrays).max() < 6 * np.sqrt(compiled.max())
    assert compiled.sum() == by_arrays.sum()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"envs": 0}, "envs: 0 is not a whole number from 1 on"),
        ({"envs": 2.5}, "envs: 2.5 is not a whole number"),
        ({"envs": True}, "envs: True is not a whole number"),
        ({"threads": 0}, "threads: 0 is not a whole number from 1 on"),
        ({"players": "3"}, "players: '3' is not a whole number"),
        ({"players": 9}, "this game is for 2 to 8"),
        ({"players": 1}, "players: 1 is not a whole number from 2 on"),
        ({"episode": "rouns"}, 'episode: "rouns" is not known: did you mean round'),
        ({"episode": ["round"]}, "episode: a list is not known"),
        ({"preset": "pagatt"}, "did you mean pagat"),
        ({"preset": RuleSet("pagat"), "options": {"lives": 5}}, "options go with a preset"),
        ({"options": {"lives": 0}}, "lives: 0 is not valid"),
        ({"options": {"special": "grace"}}, "special: grace contradicts"),
    ],
)
def test_invalid_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SchwimmenError, match=message):
        BatchEnv(**arguments)


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        (-1, "seed: -1 is not a whole number from 0 to"),
        (1 << 64, "seed: 18446744073709551616 is not"),
        (1.0, r"seed: 1\.0 is not a whole number"),
        (True, "seed: True is not a whole number"),
        ("7", "seed: '7' is not a whole number"),
        ([1, 2], "seeds: 2, but there are 3 environments"),
        ([1, 2, None], "seed: None is not a whole number"),
        (np.zeros((3, 2), np.int64), "seed: .* is not a whole number"),
    ],
)
def test_invalid_seeds_are_refused(seed: Any, message: str) -> None:
    env = started(envs=3, seed=4)
    before = env.observations.copy()
    with pytest.raises(SchwimmenError, match=message):
        env.reset(seed)
    assert (env.observations == before).all()


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([23, 23], r"actions are whole numbers of shape \(3,\), not int64 of shape \(2,\)"),
        ([23.0] * 3, "not float64 of shape"),
        ([[23], [23], [23]], r"not int64 of shape \(3, 1\)"),
        ([True] * 3, "not bool of shape"),
        ("keep", "not <U4 of shape"),
        (None, "not object of shape"),
        ([[23], [23, 23]], "actions are whole numbers of shape"),
        ([23, 24, 0], r"action 0 is not legal in environment 2; legal there: 23, 24"),
        ([23, -1, 23], "action -1 is not legal in environment 1"),
        ([23, 23, 1 << 40], "is not legal in environment 2"),
    ],
)
def test_invalid_actions_are_refused_and_change_nothing(actions: Any, message: str) -> None:
    env = started("pagat", 3, 3, seed=4)
    assert (env.masks[:, [23, 24]] == 1).all()
    before = env.observations.copy()
    with pytest.raises(SchwimmenError, match=message):
        env.step(actions)
    assert (env.observations == before).all()
    env.step(np.array([23, 24, 23], np.uint8))
    assert (env.observations != before).any(axis=1).all()


def test_reset_is_needed_first() -> None:
    env = BatchEnv(envs=2)
    for use in (
        lambda: env.step([0, 0]),
        lambda: env.choose("random"),
        lambda: env.run("random", 1),
    ):
        with pytest.raises(SchwimmenError, match="call reset before the first step"):
            use()


def _always_keeping(envs: Any, actions: Any, seats: int, start: int, stop: int) -> None:
    actions[start:stop] = 23


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("random", -1), "steps: -1 is not a whole number from 0 on"),
        (("random", "1"), "steps: '1' is not a whole number"),
        ((["random"] * 2, 1), "policies: 2, but there are 3 players"),
        ((["random", 7, "random"], 1), "policy of seat 1: 7 is not a policy"),
        (("greed", 1), 'no compiled level "greed": did you mean greedy?'),
        (("random", 1, -3), "rng: -3 is not a whole number from 0 on"),
        (("random", 1, "x"), "rng: 'x' is not a whole number"),
        ((CompiledPolicy(_always_keeping), 9), "action 23 is not legal in environment"),
        ((lambda observations, masks, rng: masks[:, 0], 1), "is not legal in environment"),
        ((lambda observations, masks, rng: np.zeros(1), 1), "not float64 of shape"),
    ],
)
def test_invalid_runs_are_refused(arguments: tuple[Any, ...], message: str) -> None:
    env = started(envs=3)
    with pytest.raises(SchwimmenError, match=message):
        env.run(*arguments)


def test_only_compiled_policies_choose_for_all() -> None:
    env, policy = started(envs=2), cast(Any, uniform)
    with pytest.raises(SchwimmenError, match="call a function of arrays yourself"):
        env.choose(policy)


def test_importing_environments_does_not_load_numba() -> None:
    check = (
        "import sys, schwimmen.envs as e; e.ObservationLayout('pagat', 3); "
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
