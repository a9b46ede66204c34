"""Compiling what environments call, or loading it from the cache, before anybody waits for it."""

from __future__ import annotations

from schwimmen.players.policies import policies_of
from schwimmen.rules.state import NOBODY

from .episode import Episode


def warm() -> None:
    """Play a round and a match, one action as a learner does and the rest by levels."""
    for length in ("round", "match"):
        episode = Episode("app", players=2, length=length)
        episode.reset(seed=1)
        episode.observation(episode.to_act)
        episode.play(int(episode.mask().argmax()))
        episode.play_others(policies_of(episode.rules, ["greedy", "random"]), NOBODY)
