"""Algorithm: published vectors, uniform and independent draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.records.fairness import (
    Draws,
    FairChance,
    Terms,
    player_commitment,
    server_commitment,
)
from schwimmen.records.fairness.algorithm import match_key, seal_of
from schwimmen.tables import Chance

from .vectors import VECTORS, seed

SURELY_BIASED = 1e-6
KEYS = st.binary(min_size=32, max_size=32).map(bytes.hex)


def ordered(draws: Chance, cards: int) -> list[int]:
    order = list(range(cards))
    draws.shuffle(order)
    return order


def demand_uniform(counts: Counter[Any], outcomes: list[Any]) -> None:
    from scipy.stats import chisquare  # slow, and only for this

    assert counts.keys() <= set(outcomes)
    assert chisquare([counts[one] for one in outcomes]).pvalue > SURELY_BIASED


@pytest.mark.parametrize("one", VECTORS["commitments"], ids=lambda one: one["table"])
def test_the_server_commits_as_published(one: dict[str, Any]) -> None:
    for options in (one["options"], dict(reversed(one["options"].items()))):
        terms = Terms(one["table"], one["preset"], options, tuple(one["players"]))
        assert server_commitment(terms, one["attempt"], one["seed"]) == one["commitment"]


def test_players_commit_and_all_are_mixed_as_published() -> None:
    agreed = VECTORS["agreement"]
    server, attempt, players = agreed["server"], agreed["attempt"], agreed["players"]
    commitments = {one["seat"]: one["commitment"] for one in players}
    seeds = {one["seat"]: one["seed"] for one in players}
    assert {
        seat: player_commitment(server, attempt, seat, seed) for seat, seed in seeds.items()
    } == commitments
    assert seal_of(server, commitments) == agreed["seal"]
    assert match_key(agreed["seal"], agreed["seed"], seeds) == agreed["key"]


def test_the_order_in_which_seats_stand_makes_no_difference() -> None:
    hashes = {4: seed("a"), 0: seed("b"), 2: seed("c")}
    turned = dict(sorted(hashes.items()))
    assert seal_of(seed("s"), hashes) == seal_of(seed("s"), turned)
    assert match_key(seed("s"), seed("t"), hashes) == match_key(seed("s"), seed("t"), turned)


def test_draws_are_as_published() -> None:
    drawn = VECTORS["draws"]
    chance = FairChance(drawn["key"])
    for numbers, number in drawn["dealer"]:
        assert chance.for_dealer().randrange(numbers) == number
    for round_, cards, order in drawn["packs"]:
        assert ordered(chance.for_pack(round_), cards) == order
    for round_, shuffle, cards, order in drawn["shuffles"]:
        assert ordered(chance.for_shuffle(round_, shuffle), cards) == order


@pytest.mark.parametrize("numbers", [-1, 0, 257, 512])
def test_a_limit_outside_1_to_256_is_refused(numbers: int) -> None:
    with pytest.raises(ValueError, match="is 1 to 256"):
        FairChance(seed("k")).for_dealer().randrange(numbers)


def test_a_limit_of_one_draws_nothing() -> None:
    assert FairChance(seed("k")).for_dealer().randrange(1) == 0


@given(KEYS, st.sets(st.integers(0, 51)).flatmap(lambda cards: st.permutations(sorted(cards))))
def test_how_the_cards_lay_makes_no_difference(key: str, cards: list[int]) -> None:
    chance = FairChance(key)
    lying, in_order = list(cards), sorted(cards)
    chance.for_shuffle(2, 1).shuffle(lying)
    chance.for_shuffle(2, 1).shuffle(in_order)
    assert lying == in_order
    assert sorted(lying) == sorted(cards)


PURPOSES: list[Callable[[FairChance], Draws]] = [
    FairChance.for_dealer,
    *(lambda chance, n=n: chance.for_pack(n) for n in (1, 2, 11)),
    *(lambda chance, n=n, k=k: chance.for_shuffle(n, k) for n in (1, 2, 11) for k in (1, 2)),
]


@given(KEYS, st.permutations(PURPOSES))
def test_what_was_drawn_before_makes_no_difference(
    key: str, order: list[Callable[[FairChance], Draws]]
) -> None:
    chance = FairChance(key)
    together = {purpose: ordered(purpose(chance), 52) for purpose in order}
    alone = {purpose: ordered(purpose(FairChance(key)), 52) for purpose in PURPOSES}
    assert together == alone
    assert len({tuple(cards) for cards in alone.values()}) == len(PURPOSES)


@pytest.mark.parametrize("numbers", [3, 10, 200])
def test_numbers_are_equally_probable(numbers: int) -> None:
    draws = FairChance(seed("numbers")).for_dealer()
    counts = Counter(draws.randrange(numbers) for _ in range(20_000))
    demand_uniform(counts, list(range(numbers)))


def test_orders_are_equally_probable() -> None:
    orders = list(permutations(range(4)))
    counts = Counter(
        tuple(ordered(FairChance(seed(match)).for_pack(1), 4)) for match in range(6000)
    )
    demand_uniform(counts, orders)


def test_every_card_of_a_match_lies_anywhere_equally_often() -> None:
    chance = FairChance(seed("match"))
    packs = [ordered(chance.for_pack(round_), 32) for round_ in range(1, 2001)]
    for place in (0, 3, 17, 31):
        demand_uniform(Counter(pack[place] for pack in packs), list(range(32)))
    for card in (0, 31):
        demand_uniform(Counter(pack.index(card) for pack in packs), list(range(32)))


def test_draws_are_independent() -> None:
    matches = [FairChance(seed(match)) for match in range(4000)]
    pairs: dict[str, Callable[[FairChance], tuple[int, int]]] = {
        "dealer and pack": lambda chance: (
            chance.for_dealer().randrange(6),
            ordered(chance.for_pack(1), 6)[0],
        ),
        "two rounds": lambda chance: (
            ordered(chance.for_pack(1), 6)[5],
            ordered(chance.for_pack(2), 6)[5],
        ),
        "pack and shuffle": lambda chance: (
            ordered(chance.for_pack(1), 6)[0],
            ordered(chance.for_shuffle(1, 1), 6)[0],
        ),
    }
    for drawn in pairs.values():
        demand_uniform(Counter(map(drawn, matches)), list(product(range(6), repeat=2)))
