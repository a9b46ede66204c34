"""Errors of the OpenSpiel game."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from schwimmen.rules import SchwimmenError

from .openspiel_states import game_of, played


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"preset": "pagatt"}, 'unknown preset "pagatt": did you mean pagat?'),
        ({"players": 9}, "players: 9, but this game is for 2 to 8"),
        ({"dealer": 3}, "dealer: 3, but seats are 0 to 2"),
        ({"episode": "game"}, 'episode: "game" is not known: valid are round, match'),
        ({"chance": "card"}, 'chance: "card" is not known: did you mean cards?'),
        ({"options": "lives=5"}, 'options: "lives=5" is not written as name:value'),
        ({"options": "lives:many"}, 'lives: "many" is not valid, it is a whole number'),
        ({"options": "live:5"}, 'unknown option "live": did you mean lives?'),
        ({"options": "special:grace"}, "special: grace contradicts close_effect"),
        ({"options": "hand_size:2"}, "hand_size: 2 is not valid, it is one of 3, 4"),
        ({"pack": "KC KC 9C"}, "double KC"),
        ({"pack": "KC QC JC", "players": 2}, "pack: KC QC JC contradicts max_players: 2"),
        ({"rng_seed": -2}, "rng_seed: -2 is not a whole number from -1 on"),
    ],
)
def test_invalid_parameters_are_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(SchwimmenError) as caught:
        game_of(parameters)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(pyspiel.SpielError, match="seats"):
        game_of({"seats": 3})


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    game = game_of({})
    state = game.new_initial_state()
    with pytest.raises(SchwimmenError, match="chance: 51 is none of"):
        state.apply_action(51)
    state = played(game, 1, 13)
    before = str(state)
    for action in (23, 25, 99):
        with pytest.raises(SchwimmenError, match=f'action "{action}"'):
            state.apply_action(action)
    with pytest.raises(pyspiel.SpielError, match="no player 3"):
        state.information_state_string(3)
    with pytest.raises(pyspiel.SpielError, match="no player -2"):
        state.legal_actions(-2)
    with pytest.raises(pyspiel.SpielError, match="not a chance node"):
        state.chance_outcomes()
    assert str(state) == before
    end = played(game, 1)
    with pytest.raises(SchwimmenError, match="round over"):
        end.apply_action(0)
    assert end.legal_actions() == []
    with pytest.raises(SchwimmenError, match="no parameters"):
        make_observation(game, INFO_STATE_OBS_TYPE, {"size": 3})
