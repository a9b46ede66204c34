"""Compiling the players' judgement, or loading it from the cache, before anybody waits for it."""

from __future__ import annotations

from schwimmen.rules import Match

from .greedy import GreedyPlayer
from .human import HumanPlayer


def warm() -> None:
    """Let them choose once."""
    match = Match("pagat", players=2, seed=1)
    for player in (GreedyPlayer(), HumanPlayer("club", seed=1)):
        player.choose(match.view(match.to_act))
