"""Compilation of the environments' kernels, or its load from the cache, before it is needed."""

from __future__ import annotations

from schwimmen.players.policies import policies_of
from schwimmen.rules.core.state import NO_SEAT

from .batch import BatchEnv, uniform
from .episode import Episode


def warm() -> None:
    """Play a round, a match and a batch, with actions of a learner and of levels."""
    for length in ("round", "match"):
        episode = Episode("app", players=2, length=length)
        episode.reset(seed=1)
        episode.observation(episode.to_act)
        episode.play(int(episode.mask().argmax()))
        episode.play_others(policies_of(episode.rules, ["greedy", "random"]), NO_SEAT)
    batch = BatchEnv("app", players=2, envs=1)
    batch.reset(seed=1)
    batch.run(["greedy", uniform], steps=2)
