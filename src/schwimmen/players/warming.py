"""Compiling the players' judgement, or loading it from the cache, before anybody waits for it."""

from __future__ import annotations

from schwimmen.rules import Match, RuleSet

from .blueprint.player import BlueprintPlayer
from .equity import equity
from .greedy import GreedyPlayer
from .human import HumanPlayer
from .search.player import SearchPlayer

_MANY = 8  # so many players that what a standing is worth is fitted


def warm() -> None:
    """Let them make the dealer's choice and play a turn; reckon what standings are worth."""
    equity(RuleSet("dutch"), [3] * _MANY, 0)
    match = Match("pagat", players=2, seed=1)
    players = (
        GreedyPlayer(),
        HumanPlayer("club", seed=1),
        BlueprintPlayer(seed=1),
        SearchPlayer("expert", seed=1),
    )
    while not any(match.round.turns_of):
        view = match.view(match.to_act)
        chosen = [player.choose(view) for player in players]
        match.play(chosen[-1])
