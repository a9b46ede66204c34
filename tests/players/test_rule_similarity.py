"""Data for a rule set: the nearest rules for which they exist."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players.rule_similarity import (
    NONE_NEAR,
    catalogue_of,
    nearest_blueprint,
    nearest_family,
    option_numbers,
    relevant_options,
    rule_distance,
)
from schwimmen.rules import OptionValue, RuleSet
from schwimmen.rules.core.state import rules_array
from tests.strategies import VARIANTS, examples, rule_sets

NEAR = 12
"""Distance from which on no blueprint fits."""

Entries = list[tuple[int, Mapping[str, OptionValue]]]

ENTRIES: st.SearchStrategy[Entries] = st.lists(
    st.tuples(
        st.integers(2, 10),
        st.sampled_from(VARIANTS).map(lambda preset: relevant_options(RuleSet(preset))),
    ),
    max_size=12,
)


def distance(rules: RuleSet, options: Mapping[str, OptionValue]) -> int:
    return rule_distance(option_numbers(rules.options), option_numbers(options))


@examples(200)
@given(rule_sets(), rule_sets())
def test_the_distance_depends_on_the_relevant_options(first: RuleSet, second: RuleSet) -> None:
    one, other = relevant_options(first), relevant_options(second)
    assert distance(first, other) == distance(second, one) == distance(first, second.options)
    assert (distance(first, other) == 0) == (one == other)


@examples(200)
@given(rule_sets(), st.integers(2, 10), ENTRIES)
def test_the_nearest_blueprint_comes_first(rules: RuleSet, seats: int, entries: Entries) -> None:
    order = [
        (distance(rules, options), abs(other - seats), -other, place)
        for place, (other, options) in enumerate(entries)
        if (other == 2) == (seats == 2) and distance(rules, options) < NEAR
    ]
    expected = min(order)[-1] if order else NONE_NEAR
    assert nearest_blueprint(rules_array(rules), seats, catalogue_of(entries)) == expected


def test_blueprints_of_rules_too_far_apart_do_not_fit() -> None:
    catalogue = catalogue_of([(2, relevant_options(RuleSet("pagat")))])
    for options, expected in (
        ({"pack": "A5"}, 0),
        ({"close_timing": "instead"}, NONE_NEAR),  # 12 apart
        ({"closer_penalty": True}, NONE_NEAR),
        ({"pack": "A6"}, 0),
        ({"closer_tie": "closer_safe"}, 0),
        ({"losers": "all_but_best"}, NONE_NEAR),
    ):
        rules = RuleSet("pagat", options)
        assert nearest_blueprint(rules_array(rules), 2, catalogue) == expected


@examples(200)
@given(rule_sets(), st.integers(2, 10), ENTRIES)
def test_the_nearest_family_has_the_number_of_seats(
    rules: RuleSet, seats: int, entries: Entries
) -> None:
    order = [
        (distance(rules, options), place)
        for place, (other, options) in enumerate(entries)
        if other == seats
    ]
    expected = min(order)[-1] if order else NONE_NEAR
    assert nearest_family(rules_array(rules), seats, catalogue_of(entries)) == expected


def test_a_pack_for_study_is_like_no_other() -> None:
    study = RuleSet.study("AC KC QC AS KS QS AH KH QH", max_players=2)
    assert rule_distance(rules_array(study).view("i8"), option_numbers({})) == 10
