"""Exactly the equivalent information sets have equal keys."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given

from schwimmen.players.blueprint.infoset_key import (
    ACTION_SLOTS,
    NO_SLOT,
    action_for_slot,
    slot_for_action,
)
from schwimmen.rules import RuleSet, number_of_actions, parse_cards
from schwimmen.rules.core.state import rules_array
from tests.effort import sample
from tests.strategies import examples

from .infoset_cases import NAMES, TENS, Place, places

PRESETS = ("pagat", "dutch", "choy")


@given(places(*PRESETS), *NAMES)
@examples(300)
def test_keys_do_not_depend_on_the_names_of_suits_and_tens(
    place: Place, suits: list[int], tens: list[int]
) -> None:
    assert place.renamed(suits, tens).looked_up()[0] == place.looked_up()[0]


@given(places(*PRESETS))
@examples(100)
def test_every_action_has_a_slot_of_its_own(place: Place) -> None:
    """With four cards in hand, exchanges that close have no slot."""
    rules = rules_array(place.rules)[0]
    _, order = place.looked_up()
    size = place.rules.hand_size
    slots = {
        number: slot_for_action(rules, order, number)
        for number in range(number_of_actions(size))
        if size == 3 or not size**2 <= number < 2 * size**2
    }
    assert sorted(slots.values()) == list(range(len(slots)))
    assert len(slots) == (ACTION_SLOTS if size == 3 else 23)
    assert {number: action_for_slot(rules, order, slot) for number, slot in slots.items()} == {
        number: number for number in slots
    }
    if size == 4:
        assert {slot_for_action(rules, order, number) for number in range(16, 32)} == {NO_SLOT}


@given(places(*PRESETS), *NAMES)
@examples(300)
def test_slots_do_not_depend_on_the_names_of_suits_and_tens(
    place: Place, suits: list[int], tens: list[int]
) -> None:
    rules = rules_array(place.rules)[0]
    other = place.renamed(suits, tens)
    order, orders = place.looked_up()[1], other.looked_up()[1]
    pairs = place.rules.hand_size**2
    for slot in range(pairs if place.rules.hand_size == 4 else 2 * pairs):
        action, there = action_for_slot(rules, order, slot), action_for_slot(rules, orders, slot)
        assert action // pairs == there // pairs == slot // pairs
        assert place.exchanged(action).shape == other.exchanged(there).shape


@pytest.mark.parametrize("cards", ["AC KC QC 7C AS KS QS 7S AH", "AC KC AS KS QS AH QH JH 7D"])
def test_different_information_sets_have_different_keys(cards: str) -> None:
    rules = RuleSet("pagat")
    pack = parse_cards(cards)
    keys: dict[int, tuple[object, ...]] = {}
    orbits: set[tuple[object, ...]] = set()
    for hand in sample([*combinations(pack, 3)]):
        for table in combinations(sorted({*pack} - {*hand}), 3):
            place = Place(rules, frozenset(hand), frozenset(table))
            orbit = first_of_all(place)
            assert keys.setdefault(place.looked_up()[0], orbit) == orbit
            orbits.add(orbit)
    assert len(keys) == len(orbits)


def first_of_all(place: Place) -> tuple[object, ...]:
    """Return a representative of all equivalent information sets."""
    every = (
        place.renamed(suits, tens)
        for suits in permutations(range(4))
        for tens in permutations(TENS)
    )
    return min((tuple(sorted(other.hand)), tuple(sorted(other.table))) for other in every)


DIFFERENT: list[dict[str, Any]] = [
    {"turns": 1},
    {"turns": 2},
    {"passes": 1},
    {"leader": 1},
    {"took": True},
    {"held": frozenset(parse_cards("AD"))},
    {"held": frozenset(parse_cards("7S"))},
    {"held": frozenset(parse_cards("AD KD QD"))},
    {"held": frozenset(parse_cards("8D 8S QH"))},
    {"table": frozenset()},
]


# Heads-up; with more players there are blueprints of their own.
def test_keys_depend_on_the_history() -> None:
    cards = (frozenset(parse_cards("AC KC 7D")), frozenset(parse_cards("9S 7H TH")))
    place = Place(RuleSet("pagat"), *cards)
    keys = {replace(place, **changed).looked_up()[0] for changed in [{}, *DIFFERENT]}
    assert len(keys) == 1 + len(DIFFERENT)
    several: list[dict[str, Any]] = [
        {},
        {"before": 1},
        {"before": 2},
        {"turns": 1},
        {"turns": 2},
        {"passes": 2},
    ]
    keys = {replace(place, players=3, **changed).looked_up()[0] for changed in several}
    assert len(keys) == len(several)


def test_keys_forget_some_of_the_cards_known_in_another_hand() -> None:
    cards = (frozenset(parse_cards("AC KC 7D")), frozenset(parse_cards("9S 7H TH")))
    place = Place(RuleSet("pagat"), *cards)
    key = place.looked_up()[0]
    two = replace(place, held=frozenset(parse_cards("AD KD")))
    assert two.looked_up()[0] == key
    three = replace(place, players=3)
    assert replace(three, held=frozenset(parse_cards("AD"))).looked_up() == three.looked_up()
