"""Duplicate deals and matches are the same in every rotation and for all kinds of bots."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from schwimmen.arena.duplicate_deals import UnitChunk, play_units, unit_values
from schwimmen.players import make_player
from schwimmen.rules import RuleSet, View
from schwimmen.simulation.statistics import FULL_WIN
from tests.effort import sample
from tests.simulation.test_simulator import HOUSE_RULES
from tests.strategies import VARIANTS


def unit_chunk(rules: RuleSet, bots: tuple[Any, ...], number: int, **changes: Any) -> UnitChunk:
    settings: dict[str, Any] = {
        "rules": rules,
        "bots": bots,
        "whole_matches": False,
        "seed": 7,
        "first": 0,
        "last": number - 1,
    }
    return UnitChunk(**(settings | changes))


@pytest.mark.parametrize("whole_matches", [False, True])
@pytest.mark.parametrize(
    "rules", sample([*map(RuleSet, VARIANTS), *HOUSE_RULES], least=4), ids=repr
)
def test_players_score_as_their_compiled_policies(rules: RuleSet, whole_matches: bool) -> None:
    for players in {2, min(4, rules.max_players)}:
        names = ("greedy-27", *("greedy", "greedy-20", "greedy-30")[: players - 1])
        number = 1 if whole_matches else 6
        compiled = unit_chunk(
            rules, names, number, whole_matches=whole_matches, first=3, last=2 + number
        )
        objects = tuple(partial(make_player, name) for name in names)
        values, played, *_ = unit_values(compiled)
        from_views, same, *_ = unit_values(
            unit_chunk(
                rules, objects, number, whole_matches=whole_matches, first=3, last=2 + number
            )
        )
        assert values.tolist() == from_views.tolist()
        assert played.tolist() == same.tolist()
        assert values.shape == (number, players, players)


@pytest.mark.parametrize("whole_matches", [False, True])
@pytest.mark.parametrize("bots", [("greedy",) * 3, ("random",) * 3, ("views",) * 3])
def test_a_bot_is_exactly_as_good_as_itself(bots: tuple[Any, ...], whole_matches: bool) -> None:
    """The random numbers of a bot stay with its seat."""
    if bots[0] == "views":
        bots = (partial(make_player, "random"),) * 3
    found, *_ = play_units(unit_chunk(RuleSet("pagat"), bots, 5, whole_matches=whole_matches))
    part = FULL_WIN * found.units if whole_matches else 0
    squares = part * FULL_WIN if whole_matches else 0
    assert [sums[1:] for sums in found.bots] == [(part, squares)] * 3


class Witness:
    """Random player that remembers its hand of every round."""

    name = "witness"
    seen: list[Witness]

    def __init__(self, place: int, seed: int) -> None:
        self.place = place
        self.seed = seed
        self.player = make_player("random", seed)
        self.dealt: dict[int, tuple[int, ...]] = {}
        self.seat = -1
        self.seen.append(self)

    def choose(self, view: View) -> str:
        assert view.seat is not None
        self.seat = view.seat
        self.dealt.setdefault(view.number, view.hand)
        return self.player.choose(view)


def test_a_seat_is_dealt_the_same_cards_in_every_rotation() -> None:
    Witness.seen = []
    bots = tuple(partial(Witness, place) for place in range(2))
    unit_values(unit_chunk(RuleSet("pagat"), bots, 1, whole_matches=True))
    first, second = Witness.seen[:2], Witness.seen[2:]
    assert [[witness.place for witness in them] for them in (first, second)] == [[0, 1], [1, 0]]
    assert [witness.seat for witness in Witness.seen] == [0, 1, 0, 1]
    for one, other in zip(first, second, strict=True):
        assert one.seed == other.seed
        both = one.dealt.keys() & other.dealt.keys()
        assert len(both) > 2
        assert all(one.dealt[round_] == other.dealt[round_] for round_ in both)
    assert first[0].dealt[1] != first[0].dealt[2]


def test_a_unit_depends_only_on_its_number() -> None:
    chunk_of = partial(unit_chunk, RuleSet("dutch"), ("greedy", "random"))
    whole, *_ = unit_values(chunk_of(9))
    parts = [unit_values(chunk_of(0, first=first, last=first + 2))[0] for first in (0, 3, 6)]
    assert np.concatenate(parts).tolist() == whole.tolist()
    assert unit_values(chunk_of(9, seed=8))[0].tolist() != whole.tolist()


def test_the_shares_of_a_match_add_up_to_one_win() -> None:
    chunk = unit_chunk(RuleSet("gamerules", lives=1, tie_suit=False), ("greedy",) * 3, 40)
    values, *_ = unit_values(unit_chunk(chunk.rules, chunk.bots, 40, whole_matches=True))
    assert (values.sum(axis=2) == FULL_WIN).all()
