"""Records: writing them from matches, and reading them with valid and invalid keys."""

from __future__ import annotations

import json
from collections import deque
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.records import (
    RecordError,
    dumps,
    load,
    play,
    record_of,
    record_of_round,
    replay,
    result_of,
)
from schwimmen.rules import RULES_VERSION, Match, Round, RuleSet
from schwimmen.rules.cards import PACKS, card_names
from tests.strategies import GAMES, VARIANTS, Game, any_games, examples, games, play_match

PACK = card_names(PACKS["A7"])
ROUND = {"pack": PACK, "actions": []}
MISSING = object()


def last(game: Game) -> Match:
    """Return the match of a game after a few rounds."""
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
def test_every_match_by_any_rules_replays_to_the_same_result(
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


def test_a_record_ends_with_further_keys() -> None:
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


def test_values_that_json_cannot_hold_are_refused() -> None:
    with pytest.raises(RecordError, match="too large"):
        dumps(json.loads('{"event": 1e999}'))
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(RecordError, match="too deeply"):
        dumps({"event": deep})


def record_text(**changes: Any) -> str:
    whole: dict[str, Any] = {
        "format": "schwimmen-match/1",
        "rules": {"preset": "pagat", "options": {"lives": 2}},
        "players": ["North", "East", "South"],
        "dealer": 2,
        "rounds": [],
    }
    whole.update(changes)
    return json.dumps({key: value for key, value in whole.items() if value is not MISSING})


def with_options(**options: Any) -> str:
    return record_text(rules={"preset": "pagat", "options": options})


def with_round(**changes: Any) -> str:
    changed = ROUND | changes
    rounds = [ROUND, {key: value for key, value in changed.items() if value is not MISSING}]
    return record_text(rounds=rounds)


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as refused:
        load(text)
    return refused.value


def test_reads_every_key() -> None:
    read = load(with_round(shuffles=["AC KC"], actions=["keep", "pass"], note=1))
    assert (read.rules.preset, read.rules.lives, read.dealer) == ("pagat", 2, 2)
    assert read.players == ("North", "East", "South")
    assert read.rounds[0].shuffles == ()
    assert read.rounds[1].shuffles == ("AC KC",)
    assert read.rounds[1].actions == ("keep", "pass")
    assert read.rounds[1].pack == PACKS["A7"]


def test_further_keys_are_kept_anywhere_but_in_the_options() -> None:
    text = record_text(
        rules={"preset": "pagat", "house": "Linde"},
        rounds=[ROUND | {"note": "x"}],
        event={"name": "Stammtisch"},
    )
    assert load(text).data == json.loads(text)


@pytest.mark.parametrize("players", [["", ""], ["x", "x"], ["a\nb", "\ud800"], ["東"] * 8])
def test_names_are_any_strings(players: list[str]) -> None:
    assert load(record_text(players=players, dealer=0)).players == tuple(players)


@pytest.mark.parametrize("key", ["format", "rules", "players", "dealer", "rounds"])
def test_a_missing_key_is_named(key: str) -> None:
    assert f'"{key}" is missing' in str(refusal(record_text(**{key: MISSING})))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": 1}, ["format", "a string"]),
        ({"format": "schwimmen-match/2"}, ["format", "schwimmen-match/1", "schwimmen-match/2"]),
        ({"format": "x" * 100_000}, ["format"]),
        ({"rules": "pagat"}, ["rules", "an object", '"pagat"']),
        ({"rules": {}}, ["preset", "missing"]),
        ({"rules": {"preset": None}}, ["preset", "a string", "null"]),
        ({"rules": {"preset": "pagatt"}}, ["pagatt", "did you mean pagat?"]),
        ({"rules": {"preset": "pagat", "options": None}}, ["options", "an object", "null"]),
        ({"rules": {"preset": "pagat", "options": "lives"}}, ["options", "an object"]),
        ({"players": {"a": 1}}, ["players", "a list", "an object"]),
        ({"players": ["a", 1]}, ["players", "strings", "1"]),
        ({"players": ["a"]}, ["players", "1", "2 to 8"]),
        ({"players": ["a"] * 9}, ["players", "9", "2 to 8"]),
        ({"dealer": True}, ["dealer", "an integer", "true"]),
        ({"dealer": 1.0}, ["dealer", "an integer", "1.0"]),
        ({"dealer": "0"}, ["dealer", "an integer", '"0"']),
        ({"dealer": 3}, ["dealer", "seat", "0 to 2"]),
        ({"dealer": -1}, ["dealer", "seat", "0 to 2"]),
        ({"rounds": {}}, ["rounds", "a list", "an object"]),
    ],
)
def test_a_wrong_key_is_named_with_what_would_be_right(
    changes: dict[str, Any], words: list[str]
) -> None:
    error = refusal(record_text(**changes))
    assert (error.round, error.action) == (None, None)
    assert all(word in str(error) for word in words)
    assert len(str(error)) < 400


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"live": 1}, ["live", "did you mean lives?"]),
        ({"pass_": True}, ["pass_", "did you mean pass?"]),
        ({"preset": "app"}, ["preset"]),
        ({"self": 1}, ["self"]),
        ({"a\nb": 1}, ["a\\nb"]),
        ({"lives": 0}, ["lives", "1 to 1000"]),
        ({"lives": 1.0}, ["lives", "1.0", "whole number"]),
        ({"lives": True}, ["lives", "true", "whole number"]),
        ({"lives": None}, ["lives", "null"]),
        ({"fire": 0}, ["fire", "yes or no"]),
        ({"fire": "yes"}, ["fire", '"yes"', "true or false"]),
        ({"pack": "A8"}, ["pack", "A5, A6, A7"]),
        ({"pack": PACK}, ["pack", "A5, A6, A7"]),
        ({"pack": ["A7"]}, ["pack", "a list"]),
        ({"target": 0}, ["target", "1 to 100000"]),
        ({"pack": "A9", "max_players": 8}, ["pack", "max_players"]),
        ({"scoring": "points"}, ["scoring", "fire_penalty"]),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, Any], words: list[str]) -> None:
    message = str(refusal(with_options(**options)))
    assert all(word in message for word in words)
    assert message.isprintable()


def test_numbers_beyond_all_bounds_are_refused_where_they_mean_something() -> None:
    text = record_text(dealer="HUGE").replace('"HUGE"', "9" * 5000)
    assert str(refusal(text)) == '"dealer" must be an integer, not a number too large'
    text = with_options(lives="HUGE").replace('"HUGE"', "1e999")
    assert "lives: a number too large" in str(refusal(text))


@pytest.mark.parametrize(
    ("changes", "words", "action"),
    [
        ({"pack": MISSING}, ["pack", "missing"], None),
        ({"actions": MISSING}, ["actions", "missing"], None),
        ({"pack": 5}, ["pack", "a string", "5"], None),
        ({"pack": PACK.replace(" ", "  ", 1)}, ["pack", "one blank"], None),
        ({"pack": PACK + " "}, ["pack", "one blank"], None),
        ({"pack": PACK.replace(" ", "\t", 1)}, ["pack", "AC\\tKC"], None),
        ({"pack": PACK.replace("AC", "Ac")}, ["pack", "Ac"], None),
        ({"pack": PACK.replace("AC", "10C")}, ["pack", "10C"], None),
        ({"pack": PACK.replace("AC ", "")}, ["pack", "missing AC"], None),
        ({"pack": PACK + " AC"}, ["pack", "double AC"], None),
        ({"pack": PACK.replace("AC", "KC")}, ["pack", "missing AC", "double KC"], None),
        ({"pack": PACK.replace("AC", "2C")}, ["pack", "missing AC", "foreign 2C"], None),
        ({"pack": ""}, ["pack", "AC"], None),
        ({"shuffles": None}, ["shuffles", "a list", "null"], None),
        ({"shuffles": "AC KC"}, ["shuffles", "a list"], None),
        ({"shuffles": [["AC"]]}, ["shuffles", "strings", "a list"], None),
        ({"actions": "keep"}, ["actions", "a list"], None),
        ({"actions": ["keep", "pass", 3]}, ["actions", "strings", "3"], 3),
    ],
)
def test_an_error_in_a_round_has_its_number(
    changes: dict[str, Any], words: list[str], action: int | None
) -> None:
    error = refusal(with_round(**changes))
    assert (error.round, error.action) == (2, action)
    assert str(error).startswith("round 2: " if action is None else f"round 2, action {action}: ")
    assert all(word in str(error) for word in words)


@pytest.mark.parametrize("rounds", [[None], ["x"], [[]]])
def test_a_round_is_an_object(rounds: list[Any]) -> None:
    assert str(refusal(record_text(rounds=rounds))).startswith(
        "round 1: a round is an object, not "
    )


@pytest.mark.parametrize("text", ["null", "[]", "3", '"x"', "true"])
def test_a_record_is_an_object(text: str) -> None:
    assert str(refusal(text)).startswith("a record is an object, not ")


@given(st.sampled_from(GAMES).flatmap(lambda game: games(RuleSet(game[0]), game[1])))
@examples(30)
def test_the_record_of_a_round_is_that_of_a_match_with_only_this_round(game: Game) -> None:
    first = last(game).rounds[0]
    shuffles = iter(first.shuffles)
    round_ = Round(first.rules, first.players, first.pack, first.dealer)
    for action in first.actions:
        round_.play(action)
        if round_.needs_shuffle:
            round_.recycle(next(shuffles))
    names = [f"Player {seat + 1}" for seat in range(first.players)]
    record = record_of_round(round_, names, event="Stammtisch")
    assert record["event"] == "Stammtisch"
    assert record["players"] == names
    assert play(load(dumps(record))).rounds[0] == first
    with pytest.raises(RecordError, match='"rounds" is a key of every record'):
        record_of_round(round_, names, rounds=[])
