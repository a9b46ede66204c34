"""Heads-up a search reckons with an answer that is thought over, too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isfinite
from random import Random
from statistics import mean

import pytest

from schwimmen.players.search.search import SearchPlayer
from schwimmen.rules import Match, Round, RuleSet, View, parse_cards
from tests.effort import count

from .search_budgets import COMPILED, MORE

WITH = replace(MORE, replies=30)

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes minutes where nothing is compiled")


def reasons(view: View, replies: bool) -> dict[str, float]:
    return dict(SearchPlayer("master", 5, WITH if replies else MORE).action_values(view))


def first_turns(number: int) -> Iterator[View]:
    """Of leaders in rounds by themselves, before the other has shown anything but its choice."""
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


def test_who_thinks_answers_better() -> None:
    changes = []
    for view in first_turns(30):
        plain, answered = reasons(view, replies=False), reasons(view, replies=True)
        assert [plain[action] for action in plain if closes(action)] == [
            answered[action] for action in answered if closes(action)
        ]
        best = max((action for action in plain if not closes(action)), key=plain.__getitem__)
        changes.append(answered[best] - plain[best])
    assert mean(changes) < -0.01


def test_a_whole_hand_that_is_known_is_answered_by_who_can_beat_it() -> None:
    rules = RuleSet("pagat", dealer_choice=False)
    dealt = parse_cards("QH 9S 8D 7S 9D JC KC 8C 7H")  # 18 on the table, 10 in hand
    rest = [card for card in rules.cards if card not in dealt]
    view = Round(rules, 2, [*dealt, *rest], dealer=1).view(0)
    assert reasons(view, replies=True)["all"] < reasons(view, replies=False)["all"] - 0.05


def test_a_table_that_comes_anew_is_in_nobodys_hand() -> None:
    rules, chance = RuleSet("app-a9"), Random(1)
    looked_at = 0
    rounds = count(100)
    for _ in range(rounds):
        round_ = Round(rules, 2, chance.sample(rules.cards, len(rules.cards)), dealer=1)
        while round_.to_act is not None and not round_.needs_shuffle:
            view = round_.view(round_.to_act)
            passes = "pass" in view.legal_actions
            if passes and view.history[-1].kind == "pass":  # then the next brings a new table
                looked_at += 1
                assert all(map(isfinite, reasons(view, replies=True).values()))
            round_.play("pass" if passes and chance.random() < 0.8 else view.legal_actions[0])
    assert looked_at > rounds


def test_with_more_players_and_without_open_actions_nothing_changes() -> None:
    match = Match("pagat", players=3, seed=4)
    match.play("keep")
    three = match.view(match.to_act)
    choice = Match("pagat", players=2, seed=4)
    for view in (three, choice.view(choice.to_act)):
        assert reasons(view, replies=True) == reasons(view, replies=False)
