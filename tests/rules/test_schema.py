"""Fields of views are seen by whom their declarations say (R33)."""

from __future__ import annotations

from hypothesis import given

from schwimmen.rules import View
from schwimmen.rules.schema import Audience, fields_of
from tests.strategies import Game, any_games, examples, play_match

OF_THE_VIEWER = {"rules", "seat"}


@examples(20)
@given(any_games())
def test_only_fields_of_the_owner_differ_between_viewers(game: Game) -> None:
    for match, _ in play_match(game):
        spectator = match.view()
        for seat in range(game.players):
            view = match.view(seat)
            for field in fields_of(View):
                if field.audience is Audience.EVERYONE and field.name not in OF_THE_VIEWER:
                    assert getattr(view, field.name) == getattr(spectator, field.name), field.name


@examples(20)
@given(any_games())
def test_a_spectator_owns_nothing(game: Game) -> None:
    own = [field.name for field in fields_of(View) if field.audience is Audience.OWNER]
    assert {"hand", "value", "suit", "choices"} < {*own}
    for match, _ in play_match(game):
        spectator = match.view()
        for name in own:
            if name != "refused":  # which says that another seat is to act
                assert not getattr(spectator, name), name
