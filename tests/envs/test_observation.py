"""An observation contains exactly the information of its seat's view."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from schwimmen.envs import ObservationLayout
from schwimmen.envs.bitmask_simd import write_mask
from schwimmen.envs.observation import observe
from schwimmen.rules import Match, Round, RuleSet, RuleSetError, View
from schwimmen.rules.core.kernel import start_match
from schwimmen.rules.core.state import MATCH_DTYPE
from tests.strategies import (
    BIASES,
    VARIANTS,
    Deal,
    any_games,
    deals,
    examples,
    games,
    play_match,
    play_round,
)


@pytest.mark.parametrize("preset", VARIANTS)
@examples(4)
@given(data=st.data())
def test_observations_follow_from_views_in_a_match(preset: str, data: st.DataObject) -> None:
    rules = RuleSet(preset)
    players = data.draw(st.sampled_from(range(2, rules.max_players + 1)))
    for match, _ in play_match(data.draw(games(rules, players)), most_rounds=6):
        assert_observed(match)


@pytest.mark.parametrize("bent", BIASES)
@examples(6)
@given(data=st.data())
def test_observations_follow_from_views_with_any_rules(bent: str, data: st.DataObject) -> None:
    for match, _ in play_match(data.draw(any_games(BIASES[bent])), most_rounds=6):
        assert_observed(match)


@examples(30)
@given(deals(any_games()))
def test_observations_follow_from_views_in_a_round_with_seats_that_are_out(deal: Deal) -> None:
    round_ = deal.round()
    layout = ObservationLayout(round_.rules, round_.players)
    matches = np.zeros(1, MATCH_DTYPE)
    start_match(round_._numbers, matches, 0, round_.players, deal.dealer)
    for _ in play_round(round_, deal.game, deal.game.chance()):
        for seat in range(round_.players):
            observation = observed_in(round_, matches, seat)
            assert_equal(layout, observation, round_.view(seat))


def test_larger_numbers_are_observed_as_127() -> None:
    match = Match("pagat", players=2, seed=1, lives=200)
    layout = ObservationLayout(match.rules, 2)
    assert layout.part(observed(match, 0), "lives").tolist() == [127, 127]


@pytest.mark.parametrize("total", [0, 1, -1, 127, 128, -128, -129, 9999, 40_000, -40_000])
def test_points_are_observed_in_two_numbers(total: int) -> None:
    match = Match("choy", players=2, seed=1)
    match._matches[0].totals[1] = total
    _, (high, low) = ObservationLayout(match.rules, 2).part(observed(match, 0), "points").tolist()
    assert 128 * high + low == max(-127 * 128, min(total, 127 * 128 + 127))


@pytest.mark.parametrize("actions", [25, 39])
@given(data=st.data())
def test_an_action_mask_has_one_byte_for_each_action(actions: int, data: st.DataObject) -> None:
    legal = data.draw(st.sets(st.sampled_from(range(actions))))
    out = np.full(actions + 1, 9, np.int8)
    write_mask(sum(1 << action for action in legal), out[:actions])
    assert out.tolist() == [int(action in legal) for action in range(actions)] + [9]


def test_layouts_depend_on_rules_and_players() -> None:
    assert (
        ObservationLayout("pagat", 3)
        == ObservationLayout(RuleSet(), 3)
        != ObservationLayout("pagat", 4)
    )
    with pytest.raises(RuleSetError, match="2 to 6"):
        ObservationLayout("app", 7)


def observed(match: Match, seat: int) -> NDArray[np.int8]:
    """Return the observation of a seat and check that nothing is written outside it."""
    return observed_in(match.round, match._matches, seat)


def observed_in(round_: Round, matches: NDArray[np.void], seat: int) -> NDArray[np.int8]:
    layout = ObservationLayout(round_.rules, round_.players)
    out = np.full(layout.size + 1, 99, np.int8)
    observe(round_._numbers, round_._rounds, matches, 0, seat, out[:-1])
    assert out[-1] == 99
    assert (layout.low <= out[:-1]).all()
    assert (out[:-1] <= layout.high).all()
    return out[:-1]


def assert_observed(match: Match) -> None:
    layout = ObservationLayout(match.rules, len(match.players))
    for seat in range(len(match.players)):
        assert_equal(layout, observed(match, seat), match.view(seat))


def assert_equal(layout: ObservationLayout, observation: NDArray[np.int8], view: View) -> None:
    expected = of_view(view)
    assert list(expected) == list(layout.fields)
    for name, numbers in expected.items():
        assert layout.part(observation, name).tolist() == np.array(numbers).tolist(), name


def cards(held: Iterable[int]) -> list[int]:
    return [int(card in set(held)) for card in range(52)]


def of_view(view: View) -> dict[str, object]:
    """Return the observation that follows from a view."""
    assert view.seat is not None
    seats = [*view.seats[view.seat :], *view.seats[: view.seat]]
    for_points = view.rules.scoring == "points"
    totals = [int(2 * (seat.total or 0)) for seat in seats]
    standing = (
        {"points": [divmod(total, 128) for total in totals]}
        if for_points
        else {"lives": [view.rules.lives if seat.lives is None else seat.lives for seat in seats]}
    )
    return {
        "hand": cards(view.hand),
        "table": cards(view.table),
        "aside": cards(view.aside),
        "known": [cards(seat.shown or seat.known) for seat in seats],
        "phase": [view.phase == phase for phase in ("choice", "turn", "renewed", "over")],
        "last_turns": [view.last_turns],
        "dealt_in": [seat.active for seat in seats],
        "playing": [seat.playing for seat in seats],
        "closed": [seat.closed for seat in seats],
        "to_act": [seat.seat == view.to_act for seat in seats],
        "dealer": [seat.seat == view.dealer for seat in seats],
        "leader": [seat.seat == view.leader for seat in seats],
        "swimming": [seat.status == "swimming" for seat in seats],
        "turns": [seat.turns for seat in seats],
        **standing,
        "value": [int(2 * (view.value or 0))],
        "passes": [passes(view)],
        "talon": [view.talon],
        "round": [view.number],
    }


def passes(view: View) -> int:
    """Return the number of successive passes up to now or to the end of the round."""
    found = 0
    for happening in view.history:
        if happening.kind == "pass":
            found += 1
        elif happening.kind not in ("shown", "end") and happening.reason != "seven_eight_nine":
            found = 0
    return found * (view.result is None or view.result.end != "talon")
