from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import OPTIONS, PRESETS, RuleSet, RuleSetError


def test_every_preset_is_complete_and_free_of_contradictions() -> None:
    for preset, options in PRESETS.items():
        assert set(options) == set(OPTIONS)
        assert dict(RuleSet(preset).options) == dict(options)


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("pagat", {"pack": "A7", "max_players": 8, "fire_penalty": "all_others", "lives": 3}),
        ("app", {"pack": "A7", "max_players": 6, "tie_high_card": True, "close_timing": "instead"}),
        ("app-a9", {"pack": "A9"}),
        ("app-a5", {"pack": "A5"}),
        ("gamerules", {"all_out": "replay"}),
        ("dutch", {"lives": 6, "last_chance": "first", "special": "grace", "pass": False}),
        ("choy", {"hand_size": 4, "rounds": 10, "target": None, "scoring": "points"}),
    ],
)
def test_options_that_characterize_a_preset(preset: str, expected: dict[str, Any]) -> None:
    options = RuleSet(preset).options
    assert {name: options[name] for name in expected} == expected


def test_app_is_app_a7() -> None:
    assert RuleSet("app") == RuleSet("app-a7")
    assert hash(RuleSet("app")) == hash(RuleSet("app-a7"))
    assert RuleSet("app") != RuleSet("app-a9")


@pytest.mark.parametrize(
    ("preset", "changes", "pair"),
    [
        ("pagat", {"renew": True}, {"renew", "talon_short"}),
        ("dutch", {"renew": True, "talon_short": "recycle"}, {"renew", "close_effect"}),
        ("pagat", {"special": "grace", "fire": False}, {"special", "close_effect"}),
        ("dutch", {"fire": True}, {"special", "fire"}),
        ("dutch", {"close_timing": "end_of_turn"}, {"close_effect", "close_timing"}),
        ("dutch", {"pass": True}, {"close_effect", "pass"}),
        ("pagat", {"dealt_penalty": "harsh", "special": "none"}, {"dealt_penalty", "special"}),
        ("app", {"tie_suit": False}, {"tie_high_card", "tie_suit"}),
        ("pagat", {"scoring": "points"}, {"scoring", "fire_penalty"}),
        ("choy", {"closer_penalty": True}, {"scoring", "closer_penalty"}),
        (
            "choy",
            {"special": "ends", "dealt_penalty": "harsh"},
            {"scoring", "dealt_penalty"},
        ),
        ("choy", {"three_of_a_kind": True}, {"three_of_a_kind", "hand_size"}),
        ("choy", {"fire": True}, {"fire", "hand_size"}),
        ("choy", {"replace_789": True}, {"replace_789", "hand_size"}),
        ("pagat", {"pack": "A9"}, {"pack", "max_players"}),
    ],
)
def test_contradictions_are_refused_by_both_names(
    preset: str, changes: dict[str, Any], pair: set[str]
) -> None:
    with pytest.raises(RuleSetError, match="contradicts") as caught:
        RuleSet(preset, changes)
    assert set(caught.value.names) == pair
    assert caught.value.code == "contradiction"
    assert list(caught.value.names) == caught.value.details["options"]
    assert pickle.loads(pickle.dumps(caught.value)).details == caught.value.details
    assert all(name in str(caught.value) for name in pair)


@pytest.mark.parametrize(
    ("preset", "changes", "actions"),
    [
        ("pagat", {}, "exchange exchange! all all! pass close"),
        ("pagat", {"pass": False}, "exchange exchange! all all! pass close"),  # in last turns
        ("app", {"exchange_all": False}, "exchange pass close"),
        ("app", {"pass": False, "close_effect": "immediate"}, "exchange all close"),
        ("dutch", {}, "exchange all close"),
        ("choy", {}, "exchange all close renew"),
    ],
)
def test_the_actions_that_a_game_has(preset: str, changes: dict[str, Any], actions: str) -> None:
    assert RuleSet(preset, changes).actions == tuple(actions.split())


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("pagat", {"close_from_turn": 2}),
        ("pagat", {"pass": False}),
        ("pagat", {"lives": 5, "exchange_all": False, "dealt_penalty": "harsh"}),
        ("pagat", {"three_of_a_kind": False}),
        ("app", {"tie_trips_rank": False, "tie_suit": False, "tie_high_card": False}),
        ("pagat", {"last_chance": "first"}),
        ("pagat", {"closer_penalty": True}),
        ("pagat", {"replace_789": True}),
        ("pagat", {"closer_tie": "closer_loses"}),
        ("pagat", {"closer_tie": "closer_safe"}),
        ("pagat", {"losers": "all_but_best"}),
        ("pagat", {"pack": "A6"}),
        ("choy", {"special": "ends"}),
        ("choy", {"rounds": 1}),
        ("pagat", {"scoring": "points", "fire_penalty": "lowest"}),
    ],
)
def test_known_house_rules_have_options(preset: str, changes: dict[str, Any]) -> None:
    rules = RuleSet(preset, changes)
    assert rules.changed == changes
    assert all(rules.options[name] == value for name, value in changes.items())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lives", 0),
        ("lives", 1001),
        ("lives", True),
        ("lives", "3"),
        ("lives", 3.0),
        ("lives", None),
        ("fire", 1),
        ("fire", "yes"),
        ("hand_size", 5),
        ("hand_size", True),
        ("pack", "A8"),
        ("pack", ["A7"]),
        ("pack", "AC KC"),
        ("target", 0),
        ("max_players", 11),
        ("turn_cap", 0),
    ],
)
def test_an_invalid_value_is_refused(name: str, value: object) -> None:
    with pytest.raises(RuleSetError, match=f"^{name}: .*it is ") as caught:
        RuleSet("pagat", {name: value})
    assert caught.value.names == (name,)
    assert (caught.value.code, caught.value.details["option"]) == ("bad_option", name)


def test_unknown_names_point_to_the_nearest() -> None:
    with pytest.raises(RuleSetError, match="did you mean pagat"):
        RuleSet("paget")
    with pytest.raises(RuleSetError, match="did you mean lives"):
        RuleSet("pagat", {"Lives": 3})
    with pytest.raises(RuleSetError, match='unknown option "pass_"'):
        RuleSet("pagat", {"pass_": True})


@given(st.sampled_from(sorted(PRESETS)), st.integers(-1, 12))
def test_the_number_of_players_is_checked(preset: str, players: int) -> None:
    rules = RuleSet(preset)
    if 2 <= players <= rules.max_players:
        rules.check_players(players)
    else:
        with pytest.raises(RuleSetError, match=f"2 to {rules.max_players}"):
            rules.check_players(players)


def test_rule_sets_cannot_be_changed_and_can_be_pickled() -> None:
    rules = RuleSet("pagat", lives=5)
    with pytest.raises(AttributeError):
        rules.lives = 6
    study = RuleSet.study("AC KC QC AS KS QS AH KH QH", max_players=2, turn_cap=3)
    assert not study.standard_pack
    for made in (rules, study):
        assert pickle.loads(pickle.dumps(made)) == made
    assert repr(rules) == "RuleSet('pagat', lives=5)"


def test_a_study_pack_has_no_name() -> None:
    with pytest.raises(RuleSetError, match="by its cards"):
        RuleSet.study("AC KC QC AS KS QS AH KH QH", max_players=2, pack="A7")
    with pytest.raises(RuleSetError, match="pack: AC KC QC contradicts max_players: 2"):
        RuleSet.study("AC KC QC", max_players=2)
