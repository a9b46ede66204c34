"""Heads-up, a search takes the opponent's best reply into account."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isfinite
from random import Random
from statistics import mean

import pytest

from schwimmen.players.search_player import SearchPlayer
from schwimmen.rules import Match, Round, RuleSet, View, parse_cards
from tests.effort import count

from .search_budgets import COMPILED, MORE

WITH = replace(MORE, replies=30)

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes minutes where nothing is compiled")


def action_values(view: View, replies: bool) -> dict[str, float]:
    return dict(SearchPlayer("master", 5, WITH if replies else MORE).action_values(view))


def first_turns(number: int) -> Iterator[View]:
    """Yield views of leaders in single rounds, before the opponent has taken a turn."""
    seed = 0
    while number:
        seed += 1
        match = Match("pagat", players=2, seed=seed)
        round_ = Round(match.rules, 2, match.round.pack, dealer=1)
        if round_.to_act == 1:
            round_.play("keep")
        if round_.to_act == 0:
            number -= 1
            yield round_.view(0)


def closes(action: str) -> bool:
    return action == "close" or action.endswith("!")


def test_a_searching_opponent_replies_better() -> None:
    changes = []
    for view in first_turns(30):
        plain, answered = action_values(view, replies=False), action_values(view, replies=True)
        assert [plain[action] for action in plain if closes(action)] == [
            answered[action] for action in answered if closes(action)
        ]
        best = max((action for action in plain if not closes(action)), key=plain.__getitem__)
        changes.append(answered[best] - plain[best])
    assert mean(changes) < -0.01


def test_an_opponent_that_knows_the_whole_hand_replies_if_it_can_beat_it() -> None:
    rules = RuleSet("pagat", dealer_choice=False)
    dealt = parse_cards("QH 9S 8D 7S 9D JC KC 8C 7H")  # 18 on the table, 10 in hand
    rest = [card for card in rules.cards if card not in dealt]
    view = Round(rules, 2, [*dealt, *rest], dealer=1).view(0)
    assert (
        action_values(view, replies=True)["all"] < action_values(view, replies=False)["all"] - 0.05
    )


def test_cards_of_a_new_table_are_in_no_hand() -> None:
    rules, chance = RuleSet("app-a9"), Random(1)
    checked = 0
    rounds = count(100)
    for _ in range(rounds):
        round_ = Round(rules, 2, chance.sample(rules.cards, len(rules.cards)), dealer=1)
        while round_.to_act is not None and not round_.needs_shuffle:
            view = round_.view(round_.to_act)
            passes = "pass" in view.legal_actions
            if passes and view.history[-1].kind == "pass":  # one more pass brings new table cards
                checked += 1
                assert all(map(isfinite, action_values(view, replies=True).values()))
            round_.play("pass" if passes and chance.random() < 0.8 else view.legal_actions[0])
    assert checked > rounds


def test_with_more_players_and_without_open_actions_nothing_changes() -> None:
    match = Match("pagat", players=3, seed=4)
    match.play("keep")
    three = match.view(match.to_act)
    choice = Match("pagat", players=2, seed=4)
    for view in (three, choice.view(choice.to_act)):
        assert action_values(view, replies=True) == action_values(view, replies=False)
