"""Placings agree with observations while the match is played; ratings follow the placings."""

from __future__ import annotations

import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.analysis import (
    HOUSE_RULES,
    RATING_FAMILIES,
    Rating,
    family_of,
    placings,
    updated_ratings,
)
from schwimmen.rules import PRESETS, Match, RuleSet
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import PRESET_ALIASES
from tests.strategies import BIASES, Game, any_games, examples, games, play_match


@pytest.mark.parametrize("preset", PRESETS)
@examples(4)
@given(data=st.data())
def test_placings_by_every_preset(preset: str, data: st.DataObject) -> None:
    rules = RuleSet(preset)
    check(data.draw(games(rules, data.draw(st.integers(2, rules.max_players)))))


@pytest.mark.parametrize("bent", BIASES)
@examples(5)
@given(data=st.data())
def test_placings_by_any_rules(bent: str, data: st.DataObject) -> None:
    check(data.draw(any_games(BIASES[bent])))


def test_a_match_has_no_placings_before_its_end() -> None:
    with pytest.raises(SchwimmenError, match="not over"):
        placings(Match("pagat", players=3, seed=1))


def check(game: Game) -> None:
    """Compare placings with the rounds in which seats went out."""
    left: dict[int, int] = {}
    for match, _ in play_match(game):
        for seat, status in enumerate(match.status or ()):
            if status == "out":
                left.setdefault(seat, len(match.rounds))
    if not match.over:  # after a thousand rounds
        return
    places = placings(match)
    assert {seat for seat, place in enumerate(places) if place == 1} == set(match.winners)
    for place in places:
        assert place == 1 + sum(other < place for other in places)
    for one in range(game.players):
        for other in range(game.players):
            if {one, other}.isdisjoint(match.winners):
                if match.totals is None:
                    farther = left[one] > left[other]
                else:
                    farther = match.totals[one] > match.totals[other]
                assert farther == (places[one] < places[other])


def test_a_running_match_has_no_placings() -> None:
    with pytest.raises(SchwimmenError, match="not over"):
        placings(Match("pagat", players=2, dealer=0, deal=False))


NAMES = [f"p{number}" for number in range(10)]
ratings = st.builds(
    Rating,
    mu=st.floats(-10, 60),
    sigma=st.floats(0.5, 9),
    matches=st.integers(0, 500),
    wins=st.just(0),
)
tables = st.integers(2, 10).flatmap(
    lambda seats: st.tuples(
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
        st.fixed_dictionaries(dict.fromkeys(NAMES[:seats], ratings)),
    )
)


def test_every_variant_has_a_family() -> None:
    for preset in PRESETS:
        variant = PRESET_ALIASES.get(preset, preset)
        assert variant in RATING_FAMILIES[family_of(variant)]
    assert family_of(HOUSE_RULES) == HOUSE_RULES
    assert {family_of(family) for family in RATING_FAMILIES} == set(RATING_FAMILIES)
    with pytest.raises(SchwimmenError, match="did you mean dutch") as raised:
        family_of("duch")
    assert raised.value.code == "unknown_variant"


@examples(50)
@given(tables)
def test_the_order_of_seats_makes_no_difference(
    table: tuple[list[int], dict[str, Rating]],
) -> None:
    places, before = table
    names = list(before)
    after = updated_ratings(places, names, before)
    order = random.Random(len(places)).sample(range(len(names)), len(names))
    turned = updated_ratings(
        [places[seat] for seat in order], [names[seat] for seat in order], before
    )
    assert set(turned) == set(after) == set(names)
    for name in names:
        assert turned[name].mu == pytest.approx(after[name].mu)
        assert turned[name].sigma == pytest.approx(after[name].sigma)
        assert turned[name].matches == before[name].matches + 1
        assert turned[name].wins == (places[names.index(name)] == 1)


@examples(50)
@given(st.integers(2, 10))
def test_among_equals_the_winner_rises_and_the_last_falls(seats: int) -> None:
    names = NAMES[:seats]
    after = updated_ratings(list(range(1, seats + 1)), names, {})
    strengths = [after[name].mu for name in names]
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[0] > 25 > strengths[-1]
    assert all(one.sigma < Rating().sigma for one in after.values())


def test_a_tie_between_equals_keeps_them_equal() -> None:
    after = updated_ratings([1, 1, 3], ["anna", "berta", "karl"], {})
    assert after["anna"] == after["berta"]
    assert after["anna"].mu > after["karl"].mu


def test_a_win_against_a_stronger_player_counts_for_more() -> None:
    strong, weak = Rating(mu=35, sigma=2), Rating(mu=15, sigma=2)
    upset = updated_ratings([1, 2], ["anna", "x"], {"x": strong})
    expected = updated_ratings([1, 2], ["anna", "x"], {"x": weak})
    assert upset["anna"].mu > expected["anna"].mu


def test_bots_of_one_level_have_a_match_for_each_seat() -> None:
    after = updated_ratings([2, 1, 3], ["anna", "bot:greedy", "bot:greedy"], {})
    apart = updated_ratings([2, 1, 3], ["anna", "one", "two"], {})
    assert after["bot:greedy"].matches == 2
    assert after["bot:greedy"].wins == 1
    one, two = apart["one"], apart["two"]
    assert after["bot:greedy"].mu == pytest.approx((one.mu + two.mu) / 2)
    assert one.sigma != pytest.approx(two.sigma)
    assert after["bot:greedy"].sigma == pytest.approx((one.sigma + two.sigma) / 2)
    assert after["anna"] == apart["anna"]


def test_a_seat_without_a_name_counts_as_a_new_player() -> None:
    assert updated_ratings([1, 2], ["anna", None], {}) == {
        "anna": updated_ratings([1, 2], ["anna", "new"], {})["anna"]
    }


def test_there_must_be_a_place_for_every_seat() -> None:
    with pytest.raises(ValueError, match="1 places for 2 seats"):
        updated_ratings([1], ["anna", "berta"], {})


def test_a_player_that_wins_more_is_rated_higher_in_the_end() -> None:
    """One of four players wins two thirds of the matches, and has random placings in the others."""
    chance = random.Random(1)
    kept: dict[str, Rating] = {}
    for _ in range(100):
        order = chance.sample(NAMES[1:4], 3)
        order.insert(0 if chance.random() < 0.66 else chance.randrange(4), "p0")
        kept |= updated_ratings([1, 2, 3, 4], order, kept)
    assert max(kept, key=lambda name: kept[name].points) == "p0"
    assert kept["p0"].points > 1400


def test_without_openskill_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    with pytest.raises(SchwimmenError, match=r'pip install "schwimmen\[ratings\]"$'):
        updated_ratings([1, 2], ["anna", "berta"], {})
