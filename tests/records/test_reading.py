"""What a record must say, key by key."""

import json
from typing import Any

import pytest

from schwimmen.records import RecordError, load
from schwimmen.rules.cards import PACKS, card_names

PACK = card_names(PACKS["A7"])
ROUND = {"pack": PACK, "actions": []}
MISSING = object()


def record(**changes: Any) -> str:
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
    return record(rules={"preset": "pagat", "options": options})


def with_round(**changes: Any) -> str:
    changed = ROUND | changes
    rounds = [ROUND, {key: value for key, value in changed.items() if value is not MISSING}]
    return record(rounds=rounds)


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
    text = record(
        rules={"preset": "pagat", "house": "Linde"},
        rounds=[ROUND | {"note": "x"}],
        event={"name": "Stammtisch"},
    )
    assert load(text).data == json.loads(text)


@pytest.mark.parametrize("players", [["", ""], ["x", "x"], ["a\nb", "\ud800"], ["東"] * 8])
def test_names_are_any_strings(players: list[str]) -> None:
    assert load(record(players=players, dealer=0)).players == tuple(players)


@pytest.mark.parametrize("key", ["format", "rules", "players", "dealer", "rounds"])
def test_a_missing_key_is_named(key: str) -> None:
    assert f'"{key}" is missing' in str(refusal(record(**{key: MISSING})))


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
    error = refusal(record(**changes))
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
        ({"pack": "A8"}, ["pack", "A5, A7"]),
        ({"pack": PACK}, ["pack", "A5, A7"]),
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
    text = record(dealer="HUGE").replace('"HUGE"', "9" * 5000)
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
def test_what_is_wrong_in_a_round_is_said_with_its_number(
    changes: dict[str, Any], words: list[str], action: int | None
) -> None:
    error = refusal(with_round(**changes))
    assert (error.round, error.action) == (2, action)
    assert str(error).startswith("round 2: " if action is None else f"round 2, action {action}: ")
    assert all(word in str(error) for word in words)


@pytest.mark.parametrize("rounds", [[None], ["x"], [[]]])
def test_a_round_is_an_object(rounds: list[Any]) -> None:
    assert str(refusal(record(rounds=rounds))).startswith("round 1: a round is an object, not ")


@pytest.mark.parametrize("text", ["null", "[]", "3", '"x"', "true"])
def test_a_record_is_an_object(text: str) -> None:
    assert str(refusal(text)).startswith("a record is an object, not ")
