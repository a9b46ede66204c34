"""Records replay to the same results (RECORD.md)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.records import dumps, load, play, record_of, replay, result_of
from schwimmen.rules import Match, RuleSet
from tests.strategies import BIASES, GAMES, Game, any_games, examples, games, play_match, play_round


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(2)
@given(data=st.data())
def test_by_every_preset(preset: str, players: int, data: st.DataObject) -> None:
    check(data.draw(games(RuleSet(preset), players)))


@pytest.mark.parametrize("bias", BIASES)
@examples(13)
@given(data=st.data())
def test_by_any_rules(bias: str, data: st.DataObject) -> None:
    check(data.draw(any_games(BIASES[bias])))


@examples(30)
@given(any_games())
def test_dealt_by_a_seed(game: Game) -> None:
    """A match from a seed and its record, which has no seed, give the same result."""
    first, second = by_seed(game), by_seed(game)
    assert dumps(record_of(first)) == dumps(record_of(second))
    assert_replays(first)


def by_seed(game: Game) -> Match:
    """Play the first rounds of a match with a seed."""
    match = Match(game.rules, players=game.players, seed=game.seed)
    chance = game.chance()
    while not match.over and len(match.rounds) < 4:
        for _ in play_round(match, game, chance):
            pass
        if not match.over:
            match.deal()
    return match


def check(game: Game) -> None:
    """Replay a whole match, and a prefix of it with some actions in another spelling."""
    moments = sum(1 for _ in play_match(game))
    stop = game.chance().randrange(moments)
    for moment, (match, _) in enumerate(play_match(game)):
        if moment == stop and not match.round.needs_shuffle:
            assert_replays(match)
    assert match.over
    assert_replays(match)


def assert_replays(match: Match) -> None:
    """Check that a match and its record survive a round trip."""
    text = dumps(record_of(match))
    assert "\n" not in text
    result = replay(load(text))
    assert dumps(result) == dumps(result_of(match))
    assert result["complete"] == match.over
    assert result["winners"] == list(match.winners)
    assert len(result["rounds"]) == len(match.results)
    again = play(load(text))
    assert dumps(record_of(again)) == text
    assert again.results == match.results
    seats = (*range(len(match.players)), None)
    assert [again.view(seat) for seat in seats] == [match.view(seat) for seat in seats]
