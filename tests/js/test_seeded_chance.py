"""Tables on the device with a seed are dealt as the deal of the day with that seed.

Only the order of the cards before they are shuffled differs: it is that of their names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.records.daily import VARIANTS, DailyDeal
from schwimmen.rules import Card, card_names
from tests.js.node import Script, running
from tests.strategies import examples


@pytest.fixture(scope="module")
def draw() -> Iterator[Script]:
    """Return a function that draws by a seed on the device."""
    with running("seeded_chance.mjs") as run:
        yield run


def by_name(shuffled: Iterable[Card]) -> list[str]:
    """Return the order of cards that are shuffled in the same way from the order of their names."""
    order = [*shuffled]
    names = dict(zip(sorted(order), sorted(card_names(order).split()), strict=True))
    return [names[card] for card in order]


@pytest.mark.parametrize("variant", VARIANTS)
@examples(20)
@given(data=st.data())
def test_draws_are_those_of_the_deal_of_the_day(
    draw: Script, variant: str, data: st.DataObject
) -> None:
    deal = DailyDeal("2026-11-25", variant, data.draw(st.binary(min_size=32, max_size=32)).hex())
    players = VARIANTS[variant].players
    round_, dealer = data.draw(st.integers(1, 99)), data.draw(st.integers(0, players - 1))
    active = sorted({dealer, *data.draw(st.sets(st.integers(0, players - 1)))})
    cards = data.draw(st.lists(st.sampled_from(deal.rules.cards), unique=True))
    order = sorted(cards)
    number = data.draw(st.integers(1, 9))
    deal.shuffle(round_, number).shuffle(order)
    found = json.loads(
        draw(
            {
                "seed": deal.seed,
                "preset": variant,
                "players": players,
                "deal": {"round": round_, "dealer": dealer, "active": active},
                "cards": card_names(cards).split(),
                "number": number,
            }
        )
    )
    assert found == {
        "dealer": deal.dealer,
        "pack": by_name(deal.pack(round_, dealer, active)),
        "shuffle": by_name(order),
    }
