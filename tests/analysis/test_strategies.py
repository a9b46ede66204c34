"""Strategies tell the probabilities of what is legal, and look at nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from schwimmen.analysis.public_tree import Decisions, PublicTree
from schwimmen.analysis.strategies import Table, by_level, even
from schwimmen.analysis.tree import key_of
from schwimmen.players import GreedyPlayer
from schwimmen.rules import Round, RuleSet, SchwimmenError, cards_of, mask_of

SMALL: dict[str, Any] = {"three_of_a_kind": False, "fire": False, "max_players": 2}
CHOICE = RuleSet.study("AC KC 9C KS AS 8S", hand_size=2, turn_cap=1, **SMALL)
DUTCH = RuleSet.study("AC KC 9C 8C KS", "dutch", hand_size=1, turn_cap=3, **SMALL)


@pytest.fixture(autouse=True)
def uncompiled_numbers_wrap_around() -> Iterator[None]:
    """As they do in compiled code, where nobody is told."""
    with np.errstate(over="ignore"):
        yield


def grown(rules: RuleSet) -> list[Decisions]:
    tree = PublicTree(rules, dealer=1)
    tree.grow()
    return [tree.decisions(seat) for seat in range(2)]


@pytest.mark.parametrize("rules", [CHOICE, DUTCH], ids=str)
def test_decisions_are_those_of_rounds_and_show_what_the_seat_may_know(rules: RuleSet) -> None:
    told = grown(rules)
    rows = [by_level(rules, "greedy")(decisions) for decisions in told]
    places = [dict(zip(one.keys.tolist(), range(len(one.keys)), strict=True)) for one in told]
    chance, greedy = Random(1), GreedyPlayer()
    for _ in range(60):
        round_ = Round(rules, 2, chance.sample(rules.cards, len(rules.cards)), dealer=1)
        while (seat := round_.to_act) is not None:
            decisions = told[seat]
            place = places[seat][key_of(round_)]
            state = round_.records[1][0]
            assert decisions.hands[place] == state.hands[seat]
            at = np.searchsorted(np.cumsum(decisions.sizes), place, side="right")
            assert decisions.legal[at] == mask_of(round_.legal_numbers)
            seen = decisions.rounds[decisions.places[at]]
            for name in ("table", "shown", "last_turns", "turns", "passes", "closed", "to_act"):
                assert seen[name] == state[name]
            assert (seen.known == state.known).all()
            assert (seen.turns_of == state.turns_of).all()
            assert [hand for hand in seen.hands.tolist() if hand] == [
                int(state.hands[other]) for other in cards_of(state.shown)
            ]
            assert seen.extra == 0
            begin = int(decisions.actions[:place].sum())
            shares = rows[seat][begin : begin + len(round_.legal_numbers)]
            chosen = round_.legal_actions[int(shares.argmax())]
            assert sorted(shares.tolist())[-2:] == [0, 1]
            assert chosen == greedy.choose(round_.view(seat))
            round_.play(chance.choice(round_.legal_numbers))


def test_a_table_plays_what_it_has_and_else_anything() -> None:
    decisions = grown(CHOICE)[0]
    actions = decisions.actions
    keys = decisions.keys.tolist()
    known = {key: np.eye(size)[0] for key, size in zip(keys[::2], actions[::2], strict=True)}
    rows = np.split(Table.of(known)(decisions), np.cumsum(actions)[:-1])
    for key, row in zip(keys, rows, strict=True):
        assert row == pytest.approx(known.get(key, np.full(len(row), 1 / len(row))))
    assert (Table.of({})(decisions) == even(decisions)).all()
    foreign = Table.of({max(keys) + 1: [1.0]})
    assert (foreign(decisions) == even(decisions)).all()


def test_what_is_no_strategy() -> None:
    decisions = grown(CHOICE)[0]
    with pytest.raises(SchwimmenError, match="another number of actions than are legal"):
        Table.of({int(decisions.keys[0]): [1.0]})(decisions)
    with pytest.raises(SchwimmenError, match='unknown level "gredy": it is one of random, greedy'):
        by_level(CHOICE, "gredy")
