"""Learn Schwimmen by proximal policy optimization (PPO) in JAX, well enough to beat ``greedy``.

python examples/ppo.py --checkpoint run.checkpoint --save policy.npz

Everything follows from the seed and the number of updates: the same command gives the same network
on the same machine. With a checkpoint a run that was stopped goes on to the result that it would
have had. In the end the network plays in the arena.

One network plays thousands of rounds at once. In a quarter of the environments it plays all seats,
in the others one seat against ``greedy``, which is also its teacher at first. Rounds are short, so
the return of a decision is simply the reward of its round, without bootstrapping.

PPO: Schulman et al., "Proximal Policy Optimization Algorithms", 2017 (arXiv 1707.06347).
"""

from __future__ import annotations

import argparse
import pickle
import sys
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from schwimmen import SchwimmenError
from schwimmen.arena import Contest, compare
from schwimmen.bots import Layer, NetworkPlayer, write_network
from schwimmen.envs import BatchEnv, RunResult
from schwimmen.players import make_player

Params = list[tuple[jax.Array, jax.Array]]

FORMAT = "schwimmen-ppo/1"

HIDDEN = (256, 128)
MINIBATCH = 4096
EPOCHS = 3
CLIP = 0.2
ENTROPY = 0.01
RATE = 1e-3  # initial learning rate, which falls to 0
VALUE = 0.5
OPTIMIZER = optax.chain(optax.clip_by_global_norm(0.5), optax.scale_by_adam(eps=1e-5))
INTERVAL = 10  # updates between two reports, and two checkpoints
TRIAL_ENVS = 4096  # in which the network plays against ``greedy`` for a report


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


@jax.jit
def improve(
    params: Params, state: Any, batch: Batch, rate: float, teaching: float
) -> tuple[Params, Any]:
    """Take one step of the optimizer, with this learning rate and weight of the teacher."""
    updates, state = OPTIMIZER.update(jax.grad(loss)(params, batch, teaching), state)
    return optax.apply_updates(params, optax.tree.scale(-rate, updates)), state


def collect(env: BatchEnv, params: Params, key: jax.Array, steps: int) -> Batch:
    """Play a number of steps and return the learner's decisions in the rounds that ended."""
    envs, players = env.rewards.shape
    rows = np.arange(envs)
    learns_all = rows < envs // 4  # environments in which it plays all seats
    taken = []
    for step_key in jax.random.split(key, steps):
        observations, masks, seats = env.observations.copy(), env.masks.copy(), env.to_act.copy()
        actions, log_probs, values = map(
            np.asarray, choose(params, step_key, observations, masks.astype(bool))
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
        self.seed = seed
        self.updates = 0
        self.decisions = 0
        self.env = BatchEnv("pagat", players, envs)
        self.env.reset(seed=seed)
        layout = self.env.layout
        self.params = new_network(jax.random.key(seed), layout.size, layout.actions)
        self._state = OPTIMIZER.init(self.params)
        self._random = np.random.default_rng(seed)

    def train(self, left: float, steps: int = 32) -> None:
        """Play a number of steps in every environment, and update the network by them.

        ``left`` is the remaining fraction of the run, from 1 to 0, with which the learning rate and
        the weight of the teacher fall.
        """
        rate, teaching = RATE * left, max(0.0, 3 * left - 2)
        key = jax.random.fold_in(jax.random.key(self.seed), self.updates)
        batch = collect(self.env, self.params, key, steps)
        decisions = len(batch.actions)
        size = min(MINIBATCH, decisions)
        for _ in range(EPOCHS):
            order = self._random.permutation(decisions)
            for start in range(0, decisions - size + 1, size):
                part = Batch(*(column[order[start : start + size]] for column in batch))
                self.params, self._state = improve(self.params, self._state, part, rate, teaching)
        self.updates += 1
        self.decisions += decisions

    def write_checkpoint(self, path: Path, run: dict[str, int]) -> None:
        """Replace a checkpoint by one of this moment, with the environments as they are now."""
        written = path.with_name(f"{path.name}.new")
        written.write_bytes(pickle.dumps((FORMAT, run, vars(self))))
        written.replace(path)

    def read_checkpoint(self, path: Path, run: dict[str, int]) -> None:
        """Go back to the moment of a checkpoint. Read only your own: a pickle can run any code."""
        try:
            name, its_run, state = pickle.loads(path.read_bytes())
        except Exception:  # bytes that are no pickle can raise any
            name, its_run, state = None, {}, {}
        if name != FORMAT:
            raise SchwimmenError(f"{path}: not a checkpoint of this program; give another file")
        if its_run != run:
            given, its = (
                ", ".join(f"{name} {number}" for name, number in one.items())
                for one in (run, its_run)
            )
            raise SchwimmenError(f"{path}: of a run with {its}, not {given}; give another file")
        vars(self).update(state)


def learn(
    updates: int, players: int, seed: int, checkpoint: Path | None = None, envs: int = 2048
) -> Learner:
    """Return a learner after a number of updates; print its progress.

    Go on from the checkpoint, if there is one, and replace it at intervals.
    """
    run = {"updates": updates, "players": players, "seed": seed, "envs": envs}
    learner = Learner(players, envs, seed)
    if checkpoint is not None and checkpoint.exists():
        learner.read_checkpoint(checkpoint, run)
    trial = BatchEnv("pagat", players, TRIAL_ENVS)
    while learner.updates < updates:
        learner.train(left=1 - learner.updates / updates)
        if learner.updates % INTERVAL == 0 or learner.updates == updates:
            if checkpoint is not None:
                learner.write_checkpoint(checkpoint, run)
            report(learner, trial)
    return learner


def report(learner: Learner, trial: BatchEnv, steps: int = 100) -> None:
    """Print a line of progress."""
    trial.reset(seed=learner.seed + len(learner.env))
    result = against_greedy(learner.params, trial, steps)
    if result.rewards is None or result.errors is None:
        raise SchwimmenError(f"too few rounds for a result: {result}")
    print(
        f"{learner.updates} updates, {learner.decisions / 1e6:.2f} million decisions:"
        f" {result.rewards[0]:+.4f} ± {1.96 * result.errors[0]:.4f} a round against greedy",
        flush=True,
    )


def in_the_arena(params: Params, players: int, level: str, deals: int, seed: int) -> Contest:
    """Return the contest of the network with a level, in duplicate deals."""
    layers = [Layer(*map(np.asarray, layer)) for layer in params]

    def network(seed: int) -> NetworkPlayer:
        return NetworkPlayer(layers)

    (contest,) = compare("pagat", players, [network, level], deals, seed=seed).contests
    return contest


def main() -> None:
    """Learn, save the network, and compare it with a level."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--updates", type=int, default=500, help="of the network (%(default)s)")
    parser.add_argument("--players", type=int, default=2, help="at a table (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (%(default)s)")
    parser.add_argument(
        "--checkpoint",
        type=Path,
        metavar="FILE",
        help=f"go on from this file, if it is there, and replace it every {INTERVAL} updates",
    )
    parser.add_argument("--save", type=Path, metavar="FILE.npz", help="file for the network")
    parser.add_argument("--against", default="greedy", help="level in the arena (%(default)s)")
    parser.add_argument("--deals", type=int, default=2000, help="in the arena (%(default)s)")
    options = parser.parse_args()
    make_player(options.against)  # so that a mistake is found before the network has learned
    learner = learn(options.updates, options.players, options.seed, options.checkpoint)
    if options.save is not None:
        write_network(options.save, learner.params)
    level, deals = options.against, options.deals
    contest = in_the_arena(learner.params, options.players, level, deals, options.seed)
    diff = contest.contenders[0].diff
    assert diff is not None
    limits = "" if diff.low is None else f" (95 %: {diff.low:+.4f} to {diff.high:+.4f})"
    print(
        f"arena, {contest.deals:,} deals: loses {diff.mean:+.4f}{limits} lives a round more than "
        f"{level}; below 0 is better"
    )


if __name__ == "__main__":
    try:
        main()
    except SchwimmenError as error:
        sys.exit(f"ppo.py: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
