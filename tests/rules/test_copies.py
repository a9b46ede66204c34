"""Copies, equality, hashes and pickles of matches, rounds and views."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random

import pytest

from schwimmen.rules import PRESETS, Match, Round, RuleSet, View
from tests.effort import sample

COPIES: list[Callable[[Match], Match]] = [
    Match.copy,
    copy.copy,
    copy.deepcopy,
    lambda match: pickle.loads(pickle.dumps(match)),
]


def advance(match: Match, actions: int, seed: int = 1) -> None:
    chance = Random(seed)
    for _ in range(actions):
        if match.over:
            return
        if match.round.over:
            match.deal()
        else:
            match.play(chance.choice(match.round.legal_numbers))


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("preset", sample(list(PRESETS), least=2))
def test_a_copy_is_equal_and_draws_the_same(preset: str, copied: Callable[[Match], Match]) -> None:
    match = Match(preset, players=3, seed=5)
    for actions in (0, 3, 30, 500):  # at the deal, during a round, later, at the end
        advance(match, actions)
        other = copied(match)
        assert other == match
        assert other.view(0) == match.view(0)
        advance(match, 40, seed=2)
        advance(other, 40, seed=2)
        assert other == match
        assert other.results == match.results
        assert other.view() == match.view()


@pytest.mark.parametrize("copied", COPIES)
def test_copies_are_independent(copied: Callable[[Match], Match]) -> None:
    match = Match("pagat", players=3, seed=5)
    advance(match, 3)
    before, view = match.copy(), match.view()
    other = copied(match)
    advance(other, 200)
    assert other != match
    assert match == before
    assert match.view() == view
    assert match.results == ()


def test_a_match_without_a_seed_and_without_chance_can_be_copied() -> None:
    drawn = Match("pagat", players=3)
    undealt = Match("pagat", players=3, dealer=1, deal=False)
    for match in (drawn, undealt):
        for copied in COPIES:
            assert copied(match) == match


def test_rounds_are_copied_alone_and_out_of_their_match() -> None:
    match = Match("pagat", players=3, seed=5)
    for round_ in (Round("pagat", 3, seed=5), match.round):
        for copied in (round_.copy(), copy.copy(round_)):
            assert copied == round_
            copied.play(copied.legal_numbers[0])
            assert copied != round_
            assert round_.actions == ()
    alone = Round("pagat", 3, seed=5)
    assert pickle.loads(pickle.dumps(alone)) == copy.deepcopy(alone) == alone


def test_a_copied_round_draws_the_same_shuffles() -> None:
    round_ = Round("choy", 10, seed=1)
    other = round_.copy()
    while not round_.shuffles:
        action = "renew" if "renew" in round_.legal_actions else round_.legal_actions[0]
        round_.play(action)
        other.play(action)
    assert other.shuffles == round_.shuffles


def test_matches_differ_by_rules_players_dealer_cards_and_actions() -> None:
    match = Match("pagat", players=["Ann", "Ben"], seed=5, dealer=0)
    pack = match.round.pack
    assert Match("pagat", players=["Ann", "Ben"], seed=5, dealer=0) == match

    def other(
        preset: str = "pagat", second: str = "Ben", dealer: int = 0, cards: slice = slice(None)
    ) -> Match:
        made = Match(preset, players=["Ann", second], dealer=dealer, deal=False)
        made.deal(pack[cards])
        return made

    assert other() == match
    for different in (
        other("gamerules"),
        other(second="Cem"),
        other(dealer=1),
        other(cards=slice(None, None, -1)),
    ):
        assert different != match
    assert match != "pagat"
    assert match.round != "pagat"


def test_matches_and_rounds_are_not_hashable() -> None:
    match = Match("pagat", players=2, seed=5)
    for thing in (match, match.round):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)


@pytest.mark.parametrize("preset", sample(list(PRESETS), least=2))
def test_views_are_hashable_by_state(preset: str) -> None:
    match = Match(preset, players=3, seed=5)
    seen: set[View] = set()
    for _ in range(20):
        view = match.view(0)
        assert view not in seen
        seen.add(view)
        again = pickle.loads(pickle.dumps(view))
        assert again == view == match.copy().view(0)
        assert again in seen
        assert hash(again) == hash(view)
        if match.round.over:
            break
        match.play(match.round.legal_numbers[0])


def test_a_rule_set_is_shared_by_value() -> None:
    rules = RuleSet("pagat", lives=5)
    assert Match(rules, players=2, seed=1).copy().rules is rules
