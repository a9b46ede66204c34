"""Compilation of the players' policies in advance, or loading from the cache."""

from __future__ import annotations

from schwimmen.rules import Match, RuleSet, mask_of
from schwimmen.rules.core.state import rules_array

from .equity import equity
from .greedy import best_hand_action
from .level_players import BlueprintPlayer, GreedyPlayer, HeuristicPlayer
from .search.search import SearchPlayer

_MANY = 8  # players, enough that match equity is approximated


def warm() -> None:
    """Compile everything that players call during a match.

    Match equity and the best hand action, which is played when a player's time is up, are computed
    once, and a player of every kind chooses.
    """
    equity(RuleSet("dutch"), [3] * _MANY, 0)
    match = Match("pagat", players=2, seed=1)
    hand, table = (mask_of(cards) for cards in (match.round.pack[:3], match.round.pack[3:6]))
    best_hand_action(rules_array(match.rules)[0], 1, hand, table)
    for player in (
        GreedyPlayer(),
        HeuristicPlayer("club", seed=1),
        BlueprintPlayer(seed=1),
        SearchPlayer("expert", seed=1),
    ):
        player.choose(match.view(match.to_act))
