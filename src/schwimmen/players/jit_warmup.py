"""Compiling the players' judgement, or loading it from the cache, before anybody waits for it."""

from __future__ import annotations

from schwimmen.rules import Match, RuleSet, mask_of
from schwimmen.rules.core.state import rules_array

from .blueprint.player import BlueprintPlayer
from .equity import equity
from .greedy import GreedyPlayer, best_hand_action
from .heuristic.policy import HeuristicPlayer
from .search.search import SearchPlayer

_MANY = 8  # so many players that what a standing is worth is fitted


def warm() -> None:
    """Let them make the dealer's choice and play a turn; reckon what standings are worth.

    And find the action that leaves the best hand, which is played for people who do not choose.
    """
    equity(RuleSet("dutch"), [3] * _MANY, 0)
    match = Match("pagat", players=2, seed=1)
    hand, table = (mask_of(cards) for cards in (match.round.pack[:3], match.round.pack[3:6]))
    best_hand_action(rules_array(match.rules)[0], 1, hand, table)
    players = (
        GreedyPlayer(),
        HeuristicPlayer("club", seed=1),
        BlueprintPlayer(seed=1),
        SearchPlayer("master", seed=1),
    )
    three = Match("pagat", players=3, seed=1)
    players[-1].choose(three.view(three.to_act))
    while not any(match.round.turns_of):
        view = match.view(match.to_act)
        chosen = [player.choose(view) for player in players]
        match.play(chosen[-1])
