"""Luck of the deals: zero on average, and a result without it that varies less."""

from __future__ import annotations

import numpy as np
import pytest

from schwimmen.analysis import deal_luck
from schwimmen.players import make_player, play_match
from schwimmen.rules import Match, SchwimmenError
from tests.effort import count

DEALS = 16
"""Random deals for each deal; fewer make the luck noisier, but not biased."""


@pytest.mark.parametrize(
    ("preset", "levels", "most"),
    [
        ("pagat", ("club", "casual", "club", "beginner"), 0.7),
        ("dutch", ("beginner", "casual", "greedy"), 0.9),
        ("choy", ("casual", "club", "club"), 0.85),
    ],
)
def test_luck_is_zero_on_average_and_explains_results(
    preset: str, levels: tuple[str, ...], most: float
) -> None:
    found = []
    for seed in range(count(2000, sampled=150)):
        match = Match(preset, players=len(levels), seed=seed)
        play_match(match, [make_player(level, seed) for level in levels])
        found.append(deal_luck(match, 0, deals=DEALS, seed=seed))
    result, luck = np.array(found).T
    error = luck.std() / np.sqrt(len(luck))
    assert abs(luck.mean()) < 3 * error
    assert (result - luck).var() < most * result.var()


def test_a_result_is_a_share_of_the_victory_or_a_lead() -> None:
    match = play_match(Match(players=3, seed=1), [make_player("club", 1) for _ in range(3)])
    results = [deal_luck(match, seat, deals=1).result for seat in range(3)]
    assert results == [seat in match.winners for seat in range(3)]
    assert sum(deal_luck(match, seat, deals=4).luck for seat in range(3)) == pytest.approx(0)

    points = play_match(Match("choy", players=2, seed=1), [make_player("club", 1) for _ in "ab"])
    assert points.totals is not None
    own, other = points.totals
    assert deal_luck(points, 0, deals=1).result == own - other


def test_equal_seeds_give_equal_luck() -> None:
    match = play_match(Match(players=2, seed=3), [make_player("club", 1) for _ in range(2)])
    assert deal_luck(match, 0, deals=4) == deal_luck(match, 0, deals=4)
    assert deal_luck(match, 0, deals=4) != deal_luck(match, 0, deals=4, seed=1)


def test_a_running_round_does_not_count() -> None:
    match = Match(players=2, seed=3)
    assert deal_luck(match, 0) == (0.5, 0.0)


def test_a_match_from_a_position_has_no_luck() -> None:
    match = Match.from_position(Match(players=2, seed=1).position)
    with pytest.raises(SchwimmenError, match="set up"):
        deal_luck(match, 0)


@pytest.mark.parametrize(("seat", "deals"), [(2, 1), (-1, 1), (0, 0)])
def test_wrong_numbers_are_refused(seat: int, deals: int) -> None:
    with pytest.raises(SchwimmenError):
        deal_luck(Match(players=2, seed=3), seat, deals=deals)
