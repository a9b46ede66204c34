from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import (
    PACKS,
    CardError,
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
        "A7": 32,
        "A9": 24,
    }


def test_numbers_follow_the_order_of_a_record() -> None:
    assert card_names(range(52)).startswith("AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AS")
    assert card_name(51) == "2D"


@given(st.lists(st.integers(0, 51), unique=True, max_size=52))
def test_groups_survive_text_and_masks(cards: list[int]) -> None:
    assert list(parse_cards(card_names(cards))) == cards
    assert list(cards_of(mask_of(cards))) == sorted(cards)


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
