"""Who came where: seen while the match is played, and told of it afterwards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.analysis import places_of
from schwimmen.rules import PRESETS, Match, RuleSet
from schwimmen.rules.errors import SchwimmenError
from tests.strategies import BENTS, Game, any_games, examples, games, play_match


@pytest.mark.parametrize("preset", PRESETS)
@examples(4)
@given(data=st.data())
def test_by_every_preset(preset: str, data: st.DataObject) -> None:
    rules = RuleSet(preset)
    check(data.draw(games(rules, data.draw(st.integers(2, rules.max_players)))))


@pytest.mark.parametrize("bent", BENTS)
@examples(5)
@given(data=st.data())
def test_by_any_rules(bent: str, data: st.DataObject) -> None:
    check(data.draw(any_games(BENTS[bent])))


def check(game: Game) -> None:
    """Notes in which round everybody was out while the match is played, and compares."""
    left: dict[int, int] = {}
    for match, _ in play_match(game):
        for seat, status in enumerate(match.status or ()):
            if status == "out":
                left.setdefault(seat, len(match.rounds))
    if not match.over:
        with pytest.raises(SchwimmenError, match="not over"):
            places_of(match)
        return
    places = places_of(match)
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


def test_a_match_without_a_round_has_no_places() -> None:
    with pytest.raises(SchwimmenError, match="not over"):
        places_of(Match("pagat", players=2, dealer=0, deal=False))
