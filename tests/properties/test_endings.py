"""Every round ends within its cap (R13), and every match ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import RoundResult, RuleSet
from tests.strategies import (
    BIASES,
    GAMES,
    Deal,
    Game,
    any_games,
    deals,
    examples,
    games,
    play_match,
)

MOST_ROUNDS = 400  # far more than random play ever needs


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(2)
@given(data=st.data())
def test_matches_end_by_every_preset(preset: str, players: int, data: st.DataObject) -> None:
    check_match(data.draw(games(RuleSet(preset), players)))


@pytest.mark.parametrize("bias", BIASES)
@examples(13)
@given(data=st.data())
def test_matches_end_by_any_rules(bias: str, data: st.DataObject) -> None:
    check_match(data.draw(any_games(BIASES[bias])))


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(2)
@given(data=st.data())
def test_rounds_end_without_closing_by_every_preset(
    preset: str, players: int, data: st.DataObject
) -> None:
    check_endless(data.draw(deals(games(RuleSet(preset), players))))


@pytest.mark.parametrize("bias", BIASES)
@examples(25)
@given(data=st.data())
def test_rounds_end_without_closing_by_any_rules(bias: str, data: st.DataObject) -> None:
    check_endless(data.draw(deals(any_games(BIASES[bias]))))


def check_match(game: Game) -> None:
    """Play a match to its end and count its turns."""
    turns = 0
    for match, step in play_match(game, MOST_ROUNDS):
        turns = 0 if step is None else turns + is_turn(step.action)
        if match.round.over:
            assert_capped(match.results[-1], turns, game.rules)
    assert match.over
    assert match.winners
    assert match.to_act is None


def check_endless(deal: Deal) -> None:
    """Play a round in which no seat closes (R26)."""
    round_, chance = deal.round(), deal.game.chance()
    closing = {"close", *["all"] * (deal.game.rules.close_effect == "until_one_open")}
    turns = 0
    while not round_.over:
        if round_.needs_shuffle:
            round_.recycle(chance.sample(round_.aside, len(round_.aside)))
            continue
        going_on = [
            action
            for action in round_.legal_actions
            if action not in closing and not action.endswith("!")
        ]
        quiet = [action for action in going_on if action in ("pass", "renew")]
        action = chance.choice(quiet if quiet and chance.randrange(4) else going_on)
        round_.play(action)
        turns += is_turn(action)
    assert round_.result is not None
    assert round_.result.end != "close"
    assert_capped(round_.result, turns, deal.game.rules)


def is_turn(action: str) -> bool:
    """Count turns: a renew and its exchange are one turn, the dealer's choice is not a turn."""
    return action not in ("", "keep", "take", "renew")


def assert_capped(result: RoundResult, turns: int, rules: RuleSet) -> None:
    cap = rules.turn_cap * sum(hand is not None for hand in result.hands)
    assert result.turns == turns <= cap
    assert result.end != "cap" or turns == cap
