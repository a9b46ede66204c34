"""Steps a second of the batched environment, compared with Pgx.

Run it with ``make benchmark-batch``, with nothing else running: it measures wall-clock time, since
both use all cores. A step is one action in one environment, after which the observation and mask of
the next seat to act are written; players choose uniformly among their legal actions, and a new
episode starts as soon as one ends. Pgx plays many steps in one compiled call, its fastest way. Ours
plays in two ways: *run*, many steps in one call, and *step*, one call for each step with a policy
that is a function of arrays, as in training. Each side may use the number of environments that
suits it best.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pgx
from pgx.experimental import auto_reset

from benchmarks.harness import Subject, arguments, print_heading, print_table, time_in_turn
from schwimmen.envs import BatchEnv, uniform
from schwimmen.players.cpu_count import cpu_count
from schwimmen.rules import RuleSet

SECONDS = 0.5
PGX = "leduc_holdem"
PGX_ENVS = tuple(4**n for n in range(4, 10))
OUR_ENVS = (1024, 2048, 4096, 8192, 16_384)
USUAL = 4096  # of ours, in rows that do not vary it
CORES = cpu_count()


@dataclass
class Batch(Subject):
    """Environments stepped together; ``size`` counts the steps of each."""

    players: int = 2
    envs: int = 1
    threads: int = 1


def batch(name: str, players: int, envs: int, threads: int, play: Callable[[int], Any]) -> Batch:
    """Return a subject by wall-clock time that counts the steps of all environments."""

    def played(steps: int) -> int:
        play(steps)
        return steps * envs

    return Batch(name, played, 1, time.perf_counter, [], players, envs, threads)


def of_pgx(envs: int) -> Batch:
    """Return a Pgx game played uniformly at random, all steps in one call."""
    game = pgx.make(PGX)
    step = jax.vmap(auto_reset(game.step, game.init))

    @partial(jax.jit, donate_argnums=0)
    def play(state: Any, key: Any, steps: Any) -> Any:
        def once(_: Any, carried: Any) -> Any:
            state, key = carried
            key, chance, choice = jax.random.split(key, 3)
            drawn = jax.random.uniform(choice, state.legal_action_mask.shape)
            actions = jnp.argmax(jnp.where(state.legal_action_mask, drawn, -1), axis=-1)
            return step(state, actions, jax.random.split(chance, envs)), key

        return jax.lax.fori_loop(0, steps, once, (state, key))

    now = [jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.PRNGKey(0), envs))]
    now.append(jax.random.PRNGKey(1))

    def go_on(steps: int) -> None:
        now[:] = jax.block_until_ready(play(*now, steps))

    return batch(f"Pgx {PGX}", game.num_players, envs, CORES, go_on)


def started(rules: RuleSet, players: int, envs: int, threads: int, episode: str) -> BatchEnv:
    env = BatchEnv(rules, players, envs, episode=episode, threads=threads)
    env.reset(seed=1)
    return env


def run(
    threads: int, preset: str, players: int, envs: int = USUAL, episode: str = "round"
) -> Batch:
    """Return our environment with all steps in one call."""
    env = started(RuleSet(preset), players, envs, threads, episode)
    name = f"run, {preset}" + ", matches" * (episode == "match")
    return batch(name, players, envs, threads, lambda steps: env.run("random", steps))


def step(threads: int, preset: str, players: int, envs: int = USUAL) -> Batch:
    """Return our environment with one call for each step."""
    env = started(RuleSet(preset), players, envs, threads, "round")
    rng = np.random.default_rng(1)

    def play(steps: int) -> None:
        for _ in range(steps):
            env.step(uniform(env.observations, env.masks, rng))

    return batch(f"step, {preset}", players, envs, threads, play)


def ours(threads: int) -> list[Batch]:
    """Return our subjects on this number of cores."""
    return [
        *(step(threads, "pagat", 3, envs) for envs in OUR_ENVS),
        *(run(threads, "pagat", 3, envs) for envs in OUR_ENVS),
        run(threads, "pagat", 3, episode="match"),
        run(threads, "pagat", 8),
        run(threads, "app", 4),
        run(threads, "dutch", 4),
        run(threads, "choy", 4),
        run(threads, "choy", 10),
    ]


def main() -> None:
    """Time all subjects in turn, several times, and print a table of the medians."""
    repetitions = arguments(__doc__).parse_args().repetitions
    peers = [of_pgx(envs) for envs in PGX_ENVS]
    alone = ours(1)
    together = ours(CORES) if CORES > 1 else []
    subjects = [*peers, *alone, *together]
    for subject in subjects:
        subject.settle(SECONDS)
    time_in_turn(subjects, repetitions)

    best = max(peer.rate for peer in peers)
    print_heading("", ("jax", "pgx", "numpy"), repetitions)
    head = ["game", "players", "environments", "cores", "steps/s", "±"]
    one_core: list[Batch | None] = [*[None] * (len(peers) + len(alone)), *alone]
    print_table(
        [*head, f"x best {PGX}", "x one core"],
        (
            [
                subject.name,
                str(subject.players),
                f"{subject.envs:,}",
                str(subject.threads),
                f"{subject.rate:,.0f}",
                f"{subject.spread:.0%}",
                f"{subject.rate / best:.1f}",
                f"{subject.rate / one.rate:.2f}" if one else "–",
            ]
            for subject, one in zip(subjects, one_core, strict=False)
        ),
    )


if __name__ == "__main__":
    main()
