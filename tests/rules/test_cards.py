from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import (
    PACKS,
    Card,
    CardError,
    Match,
    RuleSet,
    SchwimmenError,
    bits_of,
    card_name,
    card_names,
    cards_of,
    mask_of,
    parse_card,
    parse_cards,
)


def test_packs_have_the_sizes_of_the_rules() -> None:
    assert {name: len(cards) for name, cards in PACKS.items()} == {
        "A2": 52,
        "A5": 40,
        "A6": 36,
        "A7": 32,
        "A9": 24,
    }


def test_numbers_follow_the_order_of_a_record() -> None:
    assert card_names(range(52)).startswith("AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AS")
    assert card_name(51) == "2D"


def test_a_card_is_its_number_and_prints_as_its_name() -> None:
    ten = Card("TC")
    assert ten is Card(4) is Card(ten)
    assert ten == 4
    assert {4: "ten"}[ten] == "ten"
    assert (repr(ten), str(ten), f"{ten}", f"{ten:>4}", "%s %d" % (ten, ten)) == (  # noqa: UP031
        "TC",
        "TC",
        "TC",
        "  TC",
        "TC 4",
    )
    assert json.dumps([ten]) == "[4]"
    assert (ten.rank, ten.suit, ten.symbol) == ("T", "C", "10♣")
    assert [Card(name).symbol for name in ("AS", "KH", "7D")] == ["A♠", "K♥", "7♦"]
    assert sorted(map(Card, ("2D", "AC", "TC"))) == [0, 4, 51]


def test_there_is_one_object_for_each_card() -> None:
    for card in PACKS["A2"]:
        assert Card(int(card)) is Card(str(card)) is card
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.copy(card) is copy.deepcopy(card) is card


@pytest.mark.parametrize("value", [-1, 52, 4.0, None, "tc", "", (4,)])
def test_anything_else_is_not_a_card(value: object) -> None:
    with pytest.raises(CardError, match="is not a card"):
        Card(value)  # type: ignore[arg-type]  # wrong on purpose


def test_all_groups_of_cards_hold_cards() -> None:
    match = Match("choy", players=10, seed=1)
    while not match.round.shuffles:
        legal = match.round.legal_actions
        match.play("renew" if "renew" in legal else legal[0])
    view, round_ = match.view(match.to_act), match.round
    copied = pickle.loads(pickle.dumps(match)).view(match.to_act)
    groups = [view.hand, view.table, view.aside, copied.hand, *PACKS.values(), RuleSet().cards]
    groups += [round_.pack, *round_.shuffles, round_.aside]
    groups += [group for event in view.history for group in (event.cards, event.given, event.taken)]
    groups += [group for choice in view.choices for group in (choice.given, choice.taken)]
    groups += [seat.known for seat in view.seats]
    while not round_.over:
        match.play(round_.legal_actions[-1])
    assert round_.result is not None
    groups += [hand or () for hand in round_.result.hands]
    assert {type(card) for group in groups for card in group} == {Card}
    for numbers in (match.winners, round_.closed, round_.legal_numbers, round_.turns_of):
        assert {type(number) for number in numbers} <= {int}


@given(st.lists(st.integers(0, 51), unique=True, max_size=52))
def test_groups_survive_text_and_masks(cards: list[int]) -> None:
    assert list(parse_cards(card_names(cards))) == cards
    assert list(cards_of(mask_of(cards))) == sorted(cards)
    assert list(bits_of(mask_of(cards))) == sorted(cards)


def test_a_mask_has_no_bits_but_those_of_cards() -> None:
    for mask in (-1, 1 << 52):
        with pytest.raises(CardError, match="bits 0 to 51"):
            cards_of(mask)
    assert bits_of(1 << 52) == (52,)
    with pytest.raises(SchwimmenError, match="not below 0"):
        bits_of(-1)


@pytest.mark.parametrize("name", ["", "1C", "10C", "tc", "CT", "TX", "T C", "TC "])
def test_an_unknown_card_is_refused(name: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        parse_card(name)


@pytest.mark.parametrize("names", ["AC  KC", " AC", "AC ", "AC,KC", "AC\tKC"])
def test_cards_are_separated_by_exactly_one_blank(names: str) -> None:
    with pytest.raises(CardError):
        parse_cards(names)


def test_a_double_card_is_named() -> None:
    with pytest.raises(CardError, match="double KC") as caught:
        parse_cards("AC KC KC")
    assert caught.value.names == ("KC",)
