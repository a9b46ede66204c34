"""Learn Schwimmen by proximal policy optimization (PPO) in JAX, well enough to beat ``greedy``.

python examples/ppo.py --minutes 10 --save policy.npz
schwimmen arena policy.npz greedy

One network plays thousands of rounds at once. In a quarter of the environments it plays all seats,
in the others one seat against ``greedy``, which is also its teacher at first. Rounds are short, so
the return of a decision is simply the reward of its round, without bootstrapping.

PPO: Schulman et al., "Proximal Policy Optimization Algorithms", 2017 (arXiv 1707.06347).
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from schwimmen.bots import write_network
from schwimmen.envs import BatchEnv, RunResult

Params = list[tuple[jax.Array, jax.Array]]

HIDDEN = (256, 128)
MINIBATCH = 4096
EPOCHS = 3
CLIP = 0.2
ENTROPY = 0.01
RATE = 1e-3  # initial learning rate, which falls to 0
VALUE = 0.5


class Batch(NamedTuple):
    """Decisions, one row each; ``returns`` has the reward of the seat at the end of its round."""

    observations: Any
    masks: Any
    actions: Any
    taught: Any  # actions that ``greedy`` would have played
    log_probs: Any  # log-probabilities of the chosen actions
    values: Any
    returns: Any


def new_network(key: jax.Array, size: int, actions: int) -> Params:
    """Return weights and biases; the last layer has a column for each action and the value."""
    widths = (size, *HIDDEN, actions + 1)
    keys = jax.random.split(key, len(widths) - 1)
    scales = [2**0.5] * len(HIDDEN) + [0.01]
    return [
        (jax.nn.initializers.orthogonal(scale)(key, (wide, narrow)), jnp.zeros(narrow))
        for key, scale, wide, narrow in zip(keys, scales, widths, widths[1:], strict=False)
    ]


def evaluate(params: Params, observations: jax.Array, masks: jax.Array) -> tuple[Any, Any]:
    """Return the log-probabilities of all actions, and the value."""
    x = jnp.arcsinh(observations.astype(jnp.float32))  # compresses large numbers
    for weights, biases in params[:-1]:
        x = jax.nn.relu(x @ weights + biases)
    weights, biases = params[-1]
    x = x @ weights + biases
    logits = jnp.where(masks, x[:, :-1], -1e9)
    return jax.nn.log_softmax(logits), x[:, -1]


@jax.jit
def choose(params: Params, key: jax.Array, observations: jax.Array, masks: jax.Array) -> Any:
    """Sample an action for each row; return it with its log-probability and the value."""
    log_probs, values = evaluate(params, observations, masks)
    actions = jax.random.categorical(key, log_probs)
    return actions, jnp.take_along_axis(log_probs, actions[:, None], 1)[:, 0], values


@jax.jit
def most_probable(params: Params, observations: jax.Array, masks: jax.Array) -> Any:
    """Return the most probable action for each row."""
    return evaluate(params, observations, masks)[0].argmax(axis=1)


def loss(params: Params, batch: Batch, teaching: float) -> jax.Array:
    """Return the PPO loss, at first with the cross-entropy to the actions of ``greedy``."""
    log_probs, values = evaluate(params, batch.observations, batch.masks)
    advantages = batch.returns - batch.values
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    chosen = jnp.take_along_axis(log_probs, batch.actions[:, None], 1)[:, 0]
    ratio = jnp.exp(chosen - batch.log_probs)
    clipped = jnp.clip(ratio, 1 - CLIP, 1 + CLIP)
    gain = jnp.minimum(ratio * advantages, clipped * advantages).mean()
    entropy = -jnp.where(batch.masks, jnp.exp(log_probs) * log_probs, 0).sum(axis=1).mean()
    imitation = -jnp.take_along_axis(log_probs, batch.taught[:, None], 1).mean()
    value_loss = ((values - batch.returns) ** 2).mean()
    total: jax.Array = -gain - ENTROPY * entropy + VALUE * value_loss + teaching * imitation
    return total


@partial(jax.jit, static_argnames="optimizer")
def improve(
    optimizer: Any, params: Params, state: Any, batch: Batch, rate: float, teaching: float
) -> tuple[Params, Any]:
    """Take one step of the optimizer, with this learning rate and weight of the teacher."""
    updates, state = optimizer.update(jax.grad(loss)(params, batch, teaching), state)
    return optax.apply_updates(params, optax.tree.scale(-rate, updates)), state


def collect(env: BatchEnv, params: Params, keys: Iterator[jax.Array], steps: int) -> Batch:
    """Play a number of steps and return the learner's decisions in the rounds that ended."""
    envs, players = env.rewards.shape
    rows = np.arange(envs)
    learns_all = rows < envs // 4  # environments in which it plays all seats
    taken = []
    for _ in range(steps):
        observations, masks, seats = env.observations.copy(), env.masks.copy(), env.to_act.copy()
        actions, log_probs, values = map(
            np.asarray, choose(params, next(keys), observations, masks.astype(bool))
        )
        learns = learns_all | (seats == rows % players)
        taught = env.choose("greedy")
        env.step(np.where(learns, actions, taught))
        decided = Batch(observations, masks, actions, taught, log_probs, values, None)
        taken.append((decided, learns, seats, env.terminated.copy(), env.rewards.copy()))
    returns = np.zeros((envs, players), np.float32)
    known = np.zeros(envs, bool)  # whether the round's reward is known
    batches = []
    for decided, learns, seats, ended, rewards in reversed(taken):
        returns[ended] = rewards[ended]
        known |= ended
        decided = decided._replace(returns=returns[rows, seats])
        batches.append(Batch(*(column[learns & known] for column in decided)))
    return Batch(*(np.concatenate(columns) for columns in zip(*batches, strict=True)))


def against_greedy(params: Params, env: BatchEnv, steps: int) -> RunResult:
    """Play the network's most probable actions at seat 0 against ``greedy`` at the others."""

    def policy(
        observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[Any]:
        # Rows are padded to one size, since JAX compiles for each size.
        rows = len(observations)
        filled = np.zeros((len(env), observations.shape[1]), np.int8)
        legal = np.ones((len(env), masks.shape[1]), bool)
        filled[:rows], legal[:rows] = observations, masks
        return np.asarray(most_probable(params, filled, legal))[:rows]

    others = ["greedy"] * (env.rewards.shape[1] - 1)
    return env.run([policy, *others], steps)


class Learner:
    """Network that learns in a batch of environments."""

    def __init__(self, players: int = 2, envs: int = 2048, seed: int = 1) -> None:
        self.env = BatchEnv("pagat", players, envs)
        self.env.reset(seed=seed)
        self.decisions = 0
        layout, self._key = self.env.layout, jax.random.key(seed)
        self.params = new_network(self._key, layout.size, layout.actions)
        self._keys = (jax.random.fold_in(self._key, n) for n in itertools.count())
        self._optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.scale_by_adam(eps=1e-5))
        self._state = self._optimizer.init(self.params)
        self._random = np.random.default_rng(seed)

    def train(self, left: float, steps: int = 32) -> None:
        """Play a number of steps in every environment, and learn from them.

        ``left`` is the remaining fraction of the time, from 1 to 0, with which the learning rate
        and the weight of the teacher fall.
        """
        rate, teaching = RATE * left, max(0.0, 3 * left - 2)
        batch = collect(self.env, self.params, self._keys, steps)
        decisions = len(batch.actions)
        size = min(MINIBATCH, decisions)
        for _ in range(EPOCHS):
            order = self._random.permutation(decisions)
            for start in range(0, decisions - size + 1, size):
                part = Batch(*(column[order[start : start + size]] for column in batch))
                self.params, self._state = improve(
                    self._optimizer, self.params, self._state, part, rate, teaching
                )
        self.decisions += decisions


def learn(minutes: float, players: int, seed: int, save: Path | None = None) -> RunResult:
    """Train for a number of minutes, print progress, save the network, return the final result."""
    learner = Learner(players, seed=seed)
    trial = BatchEnv("pagat", players, 4096)
    trial.reset(seed=seed + len(learner.env))
    start = last_report = time.monotonic()
    while (now := time.monotonic()) < start + 60 * minutes:
        learner.train(left=1 - (now - start) / (60 * minutes))
        if now >= last_report + 15:
            last_report = now
            report(start, learner.decisions, against_greedy(learner.params, trial, 100))
    if save is not None:
        write_network(save, learner.params)
    result = against_greedy(learner.params, trial, 1000)
    report(start, learner.decisions, result)
    return result


def report(start: float, decisions: int, result: RunResult) -> None:
    """Print a line of progress."""
    if result.rewards is None or result.errors is None:
        raise SystemExit(f"too few rounds for a result: {result}")
    print(
        f"{time.monotonic() - start:5.0f} s, {decisions / 1e6:6.2f} million decisions:"
        f" {result.rewards[0]:+.4f} ± {1.96 * result.errors[0]:.4f} a round against greedy",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, metavar="FILE.npz", help="file for the network")
    learn(**vars(parser.parse_args()))
