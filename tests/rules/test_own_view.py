"""The own part of a view is what the view has of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import PRESETS, Match, OwnView, Round, RuleSet
from schwimmen.rules.errors import RuleSetError


@given(preset=st.sampled_from(sorted(PRESETS)), seed=st.integers(0, 999), data=st.data())
def test_it_is_that_of_the_view(preset: str, seed: int, data: st.DataObject) -> None:
    match = Match(preset, 3, seed=seed)
    for _ in range(6):
        for seat in range(3):
            own, view = match.own_view(seat), match.view(seat)
            assert {name: getattr(view, name) for name in OwnView._fields} == own._asdict()
            assert own.legal_actions == view.legal_actions
        if match.to_act is None:
            break
        match.play(data.draw(st.sampled_from(match.round.legal_actions)))


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_none_of_a_seat_that_is_not_there(seat: int) -> None:
    round = Round("pagat", 2, RuleSet("pagat").cards)
    with pytest.raises(RuleSetError, match=f"there is no seat {seat}; seats are 0 to 1"):
        round.own_view(seat)
