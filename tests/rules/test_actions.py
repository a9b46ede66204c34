from __future__ import annotations

import pytest

from schwimmen.rules import action_name, number_of_actions, parse_action, parse_cards


@pytest.mark.parametrize("size", [3, 4])
def test_the_action_numbers_are_fixed(size: int) -> None:
    hand = parse_cards("AC KC QC JC")[:size]
    table = parse_cards("AS KS QS JS")[:size]
    names = [action_name(number, hand, table) for number in range(number_of_actions(size))]
    pairs = size * size
    assert names[0] == "ACxAS"
    assert names[size] == "KCxAS"
    assert names[pairs + 1] == "ACxKS!"
    assert names[2 * pairs :] == ["all", "all!", "pass", "close", "renew", "keep", "take"]
    assert len(set(names)) == len(names)


def test_names_are_read_back() -> None:
    given, taken = parse_cards("9D TH")
    assert parse_action("9DxTH") == (given, taken, False)
    assert parse_action("9DxTH!") == (given, taken, True)
    assert parse_action("all!") == "all!"


@pytest.mark.parametrize(
    "name", ["", "PASS", "pass!", "9DXTH", "9DxTH!!", "9D x TH", "9dxTH", "knock"]
)
def test_invalid_action_names_are_recognised(name: str) -> None:
    assert parse_action(name) is None
