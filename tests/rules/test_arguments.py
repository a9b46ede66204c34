"""Arguments of matches, rounds and rule sets, valid and invalid."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from schwimmen.rules import OPTIONS, Match, Round, RuleSet, RuleSetError, SchwimmenError
from schwimmen.rules.options import format_value
from tests.strategies import examples, rule_sets


def refused(message: str, call: Any, *args: Any, **kwargs: Any) -> None:
    with pytest.raises(SchwimmenError) as caught:
        call(*args, **kwargs)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_numpy_integers_are_integers() -> None:
    n: Any = np.int64
    match = Match("pagat", players=n(3), seed=n(7), dealer=n(1), lives=np.int16(5))
    plain = Match("pagat", players=3, seed=7, dealer=1, lives=5)
    assert match.round.pack == plain.round.pack
    assert match.rules == plain.rules
    assert repr(match.rules) == "RuleSet('pagat', lives=5)"
    assert RuleSet("pagat", {"lives": n(5)}) == plain.rules
    match.play(np.int8(23))
    assert match.view(n(2)) == match.view(2)
    assert match.round.actions == ("keep",)
    active = {n(0), n(2)}
    round_ = Round("pagat", n(4), RuleSet("pagat").cards, n(2), leader=n(0), active=active)
    assert (round_.dealer, round_.leader, round_.players) == (2, 0, 4)
    assert Round("pagat", seed=n(3)).pack == Round("pagat", seed=3).pack


@pytest.mark.parametrize("seed", ["7", 1.5, True, [1], np.zeros(2)])
def test_seeds_that_are_not_integers_are_refused(seed: Any) -> None:
    refused("seed: ", Match, seed=seed)
    refused("seed: ", Round, seed=seed)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": "North"}, 'players: a number or a list of names, such as ["North", ...]'),
        ({"players": 2.0}, "players: 2.0 is not a whole number"),
        ({"players": True}, "players: True is not a whole number"),
        ({"players": ["North", 2]}, "players: 2 is not a name"),
        ({"players": ["North"]}, "players: 1, but this game is for 2 to 8"),
        ({"dealer": 1.0}, "dealer: 1.0 is not a whole number"),
        ({"dealer": 3}, "dealer 3 is not a seat (0 to 2)"),
        ({"lives": 5.0}, "lives: 5.0 is not valid, it is a whole number from 1 to 1000"),
        ({"lives": np.float64(5)}, "lives: "),
        ({"pass_": np.array([True])}, "pass: array([ True]) is not valid, it is yes or no"),
    ],
)
def test_invalid_arguments_of_a_match_are_refused(arguments: dict[str, Any], message: str) -> None:
    refused(message, Match, **arguments)


def test_invalid_arguments_of_a_round_are_refused() -> None:
    refused("players: 3.0 is not a whole number", Round, "pagat", 3.0)
    refused("dealer: None is not a whole number", Round, "pagat", 3, dealer=None)
    refused("leader: 'x' is not a whole number", Round, "pagat", 3, leader="x")
    refused("active: 1.5 is not a whole number", Round, "pagat", 3, active=[0, 1.5])


@pytest.mark.parametrize("seat", [True, 1.0, "1", [0]])
def test_views_are_those_of_seats(seat: Any) -> None:
    match = Match("pagat", players=3, seed=7)
    for view in (match.view, match.round.view):
        refused("seat: ", view, seat)
    refused("there is no seat 3; seats are 0 to 2", match.view, 3)


@pytest.mark.parametrize("action", [True, None, 23.0, ["keep"]])
def test_invalid_actions_are_refused(action: Any) -> None:
    for table in (Match("pagat", seed=7), Round("pagat", seed=7)):
        refused("action: ", table.play, action)
    refused('unknown action "foo"; legal here: keep, take', Match("pagat", seed=7).play, "foo")
    refused('unknown action "99"; legal here: keep, take', Match("pagat", seed=7).play, 99)


def test_a_choice_is_an_action() -> None:
    match, round_ = Match("pagat", seed=7), Round("pagat", seed=7)
    for table in (match, round_):
        before = table.view(table.to_act)
        table.play(before.choices[0])
        view = table.view(table.to_act)
        assert view.history[-1].action == "keep"
        refused('illegal action "keep" (', table.play, before.choices[0])
        table.play(view.choices[-1])
    assert match.round.actions[0] == round_.actions[0] == "keep"


def test_a_round_without_a_pack_is_dealt_by_chance() -> None:
    packs = [Round("pagat", 3, seed=seed).pack for seed in (7, 7, 8)]
    assert packs[0] == packs[1] != packs[2]
    assert sorted(packs[0]) == sorted(RuleSet("pagat").cards)
    assert Round("pagat").pack != Round("pagat").pack
    with pytest.raises(RuleSetError, match="chance comes from a seed or is given itself, not both"):
        Round("pagat", seed=1, chance=Random(1))


def test_the_chance_of_a_round_shuffles_its_talon() -> None:
    """A round with a pack but no seed needs its shuffles as well."""
    rules = RuleSet("choy", pack="A7", max_players=6)
    ends = []
    for seed in (5, 5, 6):
        round_ = Round(rules, 6, seed=seed)
        while not round_.over:
            legal = round_.legal_actions
            round_.play("renew" if "renew" in legal else legal[0])
        assert round_.shuffles
        ends.append((round_.shuffles, round_.result))
    assert ends[0] == ends[1] != ends[2]
    waits = Round(rules, 6, Round(rules, 6, seed=5).pack)
    while not waits.needs_shuffle:
        legal = waits.legal_actions
        waits.play("renew" if "renew" in legal else legal[0])
    waits.recycle(waits.aside)
    assert waits.shuffles == (waits.shuffles[0],)


@given(rule_sets())
@examples(200)
def test_a_rule_set_is_written_as_python(rules: RuleSet) -> None:
    again = eval(repr(rules), {"RuleSet": RuleSet})
    assert again == rules
    assert repr(again) == repr(rules)


def test_a_study_pack_is_written_as_python() -> None:
    rules = RuleSet.study("AC KC QC AS KS QS", hand_size=2, max_players=2, pass_=False,
                          three_of_a_kind=False, fire=False)  # fmt: skip
    assert eval(repr(rules), {"RuleSet": RuleSet}) == rules


@given(rule_sets())
@examples(200)
def test_options_may_be_written_as_text(rules: RuleSet) -> None:
    text: dict[str, Any] = {name: format_value(value) for name, value in rules.changed.items()}
    assert RuleSet(rules.preset, **text) == rules
    assert dict(RuleSet(rules.preset, **text).changed) == dict(rules.changed)


def test_invalid_text_is_refused_and_records_hold_values() -> None:
    refused('lives: "many" is not valid', RuleSet, "pagat", lives="many")
    refused('pass: "maybe" is not valid', RuleSet, "pagat", pass_="maybe")
    refused('unknown option "lifes"', RuleSet, "pagat", lifes="3")
    for name in OPTIONS:
        if OPTIONS[name].kind != "choice":
            refused(f"{name}: ", RuleSet, "pagat", {name: "1"})
