"""Matches written as records."""

from __future__ import annotations

import json
from collections import deque
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.records import RecordError, dumps, load, play, record_of, replay, result_of
from schwimmen.rules import RULES_VERSION, Match, RuleSet
from tests.strategies import GAMES, VARIANTS, Game, any_games, examples, games, play_match


def last(game: Game) -> Match:
    """The match of a game, played for a few rounds."""
    return deque(play_match(game, most_rounds=3), maxlen=1).pop()[0]


@given(st.sampled_from(GAMES).flatmap(lambda game: games(RuleSet(game[0]), game[1])))
@examples(60)
def test_every_match_of_every_preset_replays_to_the_same_result(game: Game) -> None:
    match = last(game)
    record = record_of(match)
    again = play(load(dumps(record)))
    assert dumps(result_of(again)) == dumps(result_of(match))
    assert record_of(again) == record


@given(any_games(), st.data())
@examples(60)
def test_every_match_by_any_rules_replays_to_the_same_wherever_it_stops(
    game: Game, data: st.DataObject
) -> None:
    halts = islice(play_match(game, most_rounds=3), data.draw(st.integers(1, 60)))
    match, _ = deque(halts, maxlen=1).pop()
    if match.round.needs_shuffle:
        match.recycle(match.round.aside)
    record = record_of(match)
    again = play(load(dumps(record)))
    assert dumps(result_of(again)) == dumps(result_of(match))
    assert record_of(again) == record
    assert again.to_act == match.to_act


def test_a_record_says_everything_with_further_keys_at_its_end() -> None:
    rules = RuleSet("dutch", lives=2)
    match = Match(rules, players=["Nørd", "東"], seed=3)
    record = record_of(match, event="Stammtisch", date="2026-11-21")
    assert list(record) == [
        "format", "rules", "players", "dealer", "rounds", "rules_version", "event", "date"
    ]  # fmt: skip
    assert record["rules"] == {"preset": "dutch", "options": {"lives": 2}}
    assert record["players"] == ["Nørd", "東"]
    assert record["rules_version"] == RULES_VERSION
    assert list(record["rounds"][0]) == ["pack", "shuffles", "actions"]
    assert load(dumps(record)).data == record


def test_a_running_round_may_be_left_out() -> None:
    match = Match("pagat", players=2, seed=3)
    assert record_of(match, finished_only=True)["rounds"] == []
    while not match.round.over:
        match.play(match.round.legal_actions[-1])
    match.deal()
    finished = record_of(match, finished_only=True)
    assert finished["dealer"] == match.first_dealer
    assert finished["rounds"] == record_of(match)["rounds"][:1]
    assert replay(load(dumps(finished))) == result_of(match)


def test_a_further_key_cannot_stand_for_one_of_the_record() -> None:
    with pytest.raises(RecordError, match='"players"'):
        record_of(Match("pagat", seed=1), players=["somebody"])


def test_a_study_pack_has_no_place_in_records() -> None:
    rules = RuleSet.study("AC KC QC AS KS QS AH KH QH", max_players=2)
    with pytest.raises(RecordError, match="study pack"):
        record_of(Match(rules, players=2, seed=1))


@pytest.mark.parametrize("preset", VARIANTS)
def test_a_record_is_one_line_of_text_as_people_write_it(preset: str) -> None:
    text = dumps(record_of(Match(preset, players=["Öst", "東"], seed=1)))
    assert "\n" not in text
    assert "Öst" in text
    assert "東" in text


@pytest.mark.parametrize("name", ["\ud800", 'a"b\\c\n', "\x00", "🂡"])
def test_any_name_survives(name: str) -> None:
    text = dumps(record_of(Match("pagat", players=[name, "b"], seed=1)))
    assert load(text.encode().decode()).players == (name, "b")


def test_what_json_cannot_hold_is_refused() -> None:
    with pytest.raises(RecordError, match="too large"):
        dumps(json.loads('{"event": 1e999}'))
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(RecordError, match="too deeply"):
        dumps({"event": deep})
