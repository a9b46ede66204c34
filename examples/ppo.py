"""Learns to play Schwimmen by proximal policy optimisation (PPO) in JAX, and beats ``greedy``.

python examples/ppo.py --minutes 10

One network plays every seat of thousands of rounds at once. In a quarter of the environments it
plays against itself, in the others one seat of it against ``greedy``, which is also its first
teacher. Rounds are short, so that what a
decision was worth is simply what the round brought its seat in the end: no bootstrapping.

PPO: Schulman et al., "Proximal Policy Optimization Algorithms", 2017 (arXiv 1707.06347).
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from schwimmen.envs import BatchEnv, RunResult

Params = list[tuple[jax.Array, jax.Array]]

HIDDEN = (256, 128)
MINIBATCH = 4096
EPOCHS = 3
CLIP = 0.2
ENTROPY = 0.01
RATE = 1e-3  # at first; in the end it is 0
VALUE = 0.5


class Batch(NamedTuple):
    """Decisions, one row each; ``gained`` is what the round brought the seat in the end."""

    observations: Any
    masks: Any
    actions: Any
    taught: Any  # what ``greedy`` would have played
    chances: Any  # logarithms of the probabilities with which they were chosen
    values: Any
    gained: Any


def new_network(key: jax.Array, size: int, actions: int) -> Params:
    """Weights and biases; the last layer has a column for every action, and one for the value."""
    widths = (size, *HIDDEN, actions + 1)
    keys = jax.random.split(key, len(widths) - 1)
    scales = [2**0.5] * len(HIDDEN) + [0.01]
    return [
        (jax.nn.initializers.orthogonal(scale)(key, (wide, narrow)), jnp.zeros(narrow))
        for key, scale, wide, narrow in zip(keys, scales, widths, widths[1:], strict=False)
    ]


def evaluate(params: Params, observations: jax.Array, masks: jax.Array) -> tuple[Any, Any]:
    """Logarithms of the probabilities of all actions, and what the seat may expect to gain."""
    x = jnp.arcsinh(observations.astype(jnp.float32))  # large numbers and small ones alike
    for weights, biases in params[:-1]:
        x = jax.nn.relu(x @ weights + biases)
    weights, biases = params[-1]
    x = x @ weights + biases
    logits = jnp.where(masks, x[:, :-1], -1e9)
    return jax.nn.log_softmax(logits), x[:, -1]


@jax.jit
def choose(params: Params, key: jax.Array, observations: jax.Array, masks: jax.Array) -> Any:
    """An action for every row by its probability, the logarithm of that, and the value."""
    chances, values = evaluate(params, observations, masks)
    actions = jax.random.categorical(key, chances)
    return actions, jnp.take_along_axis(chances, actions[:, None], 1)[:, 0], values


@jax.jit
def likeliest(params: Params, observations: jax.Array, masks: jax.Array) -> Any:
    """The likeliest action for every row."""
    return evaluate(params, observations, masks)[0].argmax(axis=1)


def loss(params: Params, batch: Batch, teaching: float) -> jax.Array:
    """What PPO makes smaller; at first also how far the network is from ``greedy``."""
    chances, values = evaluate(params, batch.observations, batch.masks)
    better = batch.gained - batch.values
    better = (better - better.mean()) / (better.std() + 1e-8)
    chosen = jnp.take_along_axis(chances, batch.actions[:, None], 1)[:, 0]
    ratio = jnp.exp(chosen - batch.chances)
    clipped = jnp.clip(ratio, 1 - CLIP, 1 + CLIP)
    gain = jnp.minimum(ratio * better, clipped * better).mean()
    entropy = -jnp.where(batch.masks, jnp.exp(chances) * chances, 0).sum(axis=1).mean()
    apart = -jnp.take_along_axis(chances, batch.taught[:, None], 1).mean()
    wrong = ((values - batch.gained) ** 2).mean()
    total: jax.Array = -gain - ENTROPY * entropy + VALUE * wrong + teaching * apart
    return total


@partial(jax.jit, static_argnames="optimiser")
def improve(
    optimiser: Any, params: Params, state: Any, batch: Batch, rate: float, teaching: float
) -> tuple[Params, Any]:
    """One step of the optimiser, at this learning rate, with so much of the teacher."""
    updates, state = optimiser.update(jax.grad(loss)(params, batch, teaching), state)
    return optax.apply_updates(params, optax.tree.scale(-rate, updates)), state


def collect(env: BatchEnv, params: Params, keys: Iterator[jax.Array], steps: int) -> Batch:
    """Plays on, and returns the learner's decisions in the rounds that ended meanwhile."""
    envs, players = env.rewards.shape
    rows = np.arange(envs)
    learns_all = rows < envs // 4  # there it plays itself
    taken = []
    for _ in range(steps):
        observations, masks, seats = env.observations.copy(), env.masks.copy(), env.to_act.copy()
        actions, chances, values = map(
            np.asarray, choose(params, next(keys), observations, masks.astype(bool))
        )
        learns = learns_all | (seats == rows % players)
        taught = env.choose("greedy")
        env.step(np.where(learns, actions, taught))
        decided = Batch(observations, masks, actions, taught, chances, values, None)
        taken.append((decided, learns, seats, env.terminated.copy(), env.rewards.copy()))
    gained = np.zeros((envs, players), np.float32)
    known = np.zeros(envs, bool)  # what the round will bring
    batches = []
    for decided, learns, seats, ended, rewards in reversed(taken):
        gained[ended] = rewards[ended]
        known |= ended
        decided = decided._replace(gained=gained[rows, seats])
        batches.append(Batch(*(column[learns & known] for column in decided)))
    return Batch(*(np.concatenate(columns) for columns in zip(*batches, strict=True)))


def against_greedy(params: Params, env: BatchEnv, steps: int) -> RunResult:
    """Seat 0 plays what the network thinks best, the others are ``greedy``."""

    def policy(
        observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[Any]:
        # Numbers of rows come in few sizes, since JAX compiles for each.
        rows = len(observations)
        filled = np.zeros((len(env), observations.shape[1]), np.int8)
        legal = np.ones((len(env), masks.shape[1]), bool)
        filled[:rows], legal[:rows] = observations, masks
        return np.asarray(likeliest(params, filled, legal))[:rows]

    others = ["greedy"] * (env.rewards.shape[1] - 1)
    return env.run([policy, *others], steps)


class Learner:
    """A network that learns at a batch of tables."""

    def __init__(self, players: int = 2, envs: int = 2048, seed: int = 1) -> None:
        self.env = BatchEnv("pagat", players, envs)
        self.env.reset(seed=seed)
        self.decisions = 0
        layout, self._key = self.env.layout, jax.random.key(seed)
        self.params = new_network(self._key, layout.size, layout.actions)
        self._keys = (jax.random.fold_in(self._key, n) for n in itertools.count())
        self._optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.scale_by_adam(eps=1e-5))
        self._state = self._optimiser.init(self.params)
        self._random = np.random.default_rng(seed)

    def go_on(self, left: float, steps: int = 32) -> None:
        """So many steps at every table, and what is to be learnt from them.

        ``left`` of the whole time, from 1 to 0: the rate falls with it, and the teacher leaves.
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
                    self._optimiser, self.params, self._state, part, rate, teaching
                )
        self.decisions += decisions


def learn(minutes: float, players: int, seed: int) -> RunResult:
    """Learns for so many minutes, telling how it goes; what the network then gains a round."""
    learner = Learner(players, seed=seed)
    trial = BatchEnv("pagat", players, 4096)
    trial.reset(seed=seed + len(learner.env))
    begun = told = time.monotonic()
    while (now := time.monotonic()) < begun + 60 * minutes:
        learner.go_on(left=1 - (now - begun) / (60 * minutes))
        if now >= told + 15:
            told = now
            tell(begun, learner.decisions, against_greedy(learner.params, trial, 100))
    outcome = against_greedy(learner.params, trial, 1000)
    tell(begun, learner.decisions, outcome)
    return outcome


def tell(begun: float, decisions: int, outcome: RunResult) -> None:
    """A line of progress."""
    if outcome.rewards is None or outcome.errors is None:
        raise SystemExit(f"too few rounds to tell how well it plays: {outcome}")
    print(
        f"{time.monotonic() - begun:5.0f} s, {decisions / 1e6:6.2f} million decisions:"
        f" {outcome.rewards[0]:+.4f} ± {1.96 * outcome.errors[0]:.4f} a round against greedy",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    learn(**vars(parser.parse_args()))
