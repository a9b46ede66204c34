"""Any text of a client is a valid message or gets an explanation in one line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.server.wire.base import VERSION
from schwimmen.server.wire.messages import (
    COMMANDS,
    MAX_REASON_LENGTH,
    AnyClientMessage,
    CommandMessage,
    Hello,
    read_message,
)
from schwimmen.tables import Away, Change, Command, Deal, Join, Play, Refusal

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
KEYS = st.sampled_from(["v", "type", "id", "action", "last_seq", "pace"]) | st.text()
TYPES = st.sampled_from(["hello", "play", "deal", "pace", "ping"])
IDS = st.text("abcXYZ019-_", min_size=1, max_size=8)
FIELDS: dict[str, dict[str, st.SearchStrategy[object]]] = {
    "hello": {"last_seq": st.none() | st.integers(0, 10**6)},
    "play": {"id": IDS, "action": st.text(max_size=8)},
    "deal": {"id": IDS},
    "pace": {"pace": st.sampled_from(["relaxed", "quick", "instant"])},
    "ping": {"id": IDS},
}
VALID = st.sampled_from(sorted(FIELDS)).flatmap(
    lambda name: st.fixed_dictionaries(
        {"v": st.just(VERSION), "type": st.just(name), **FIELDS[name]}
    )
)


def read(text: str) -> AnyClientMessage | None:
    """Return the message if the text is one; check the explanation if not."""
    try:
        return read_message(text)
    except ValueError as error:
        reason = str(error)
    assert reason.isprintable()
    assert 0 < len(reason) <= MAX_REASON_LENGTH
    return None


@given(st.text())
def test_any_text(text: str) -> None:
    read(text)


@given(VALUES | st.fixed_dictionaries({"v": st.just(1), "type": TYPES}, optional={"id": VALUES}))
def test_any_json(value: object) -> None:
    read(json.dumps(value))


@given(st.dictionaries(KEYS, VALUES | st.just(1) | TYPES))
def test_any_object(value: dict[str, object]) -> None:
    message = read(json.dumps(value))
    if message is not None:
        assert message.model_dump(exclude_unset=True) == value


@given(VALID)
def test_a_message_is_read_as_it_was_sent(value: dict[str, object]) -> None:
    message = read(json.dumps(value))
    assert message is not None
    assert message.v == VERSION
    assert message.model_dump(exclude_unset=True) == value


def test_text_of_a_client_is_quoted_with_care() -> None:
    assert read(json.dumps({"v": 1, "type": "a\nb"})) is None
    assert read(json.dumps({"v": 1, "type": "x" * 3000})) is None
    assert read(json.dumps({"v": 1, "type": "ping", "id": "x", "a\u2028b": 1})) is None


def test_valid_messages() -> None:
    assert read_message('{"v":1,"type":"hello","last_seq":null}') == Hello(
        v=1, type="hello", last_seq=None
    )
    assert read_message('{"v":1,"type":"hello","last_seq":2,"pace":"quick"}') == Hello(
        v=1, type="hello", last_seq=2, pace="quick"
    )
    play = read_message('{"v":1,"type":"play","id":"a-1","action":"9DxTH!"}')
    assert isinstance(play, COMMANDS["play"])
    assert play.command("anna", 2, frozenset({2})) == Play(2, "9DxTH!", "a-1", player="anna")


def command(**fields: object) -> Command:
    """Return the command of a message from the player ``anna`` at seat 2."""
    message = read_message(json.dumps({"v": 1, "id": "a-1"} | fields))
    assert isinstance(message, CommandMessage)
    return message.command("anna", 2, frozenset({0, 2}))


def test_the_server_fills_in_the_fields_that_clients_may_not_set() -> None:
    assert command(type="deal") == Deal(2, "a-1", frozenset({0, 2}), "anna")
    assert command(type="join", name="Anna", seat=1) == Join("anna", "Anna", 1, "a-1")
    assert command(type="away", seat=0) == Away("anna", 0, present=True, client_id="a-1")
    assert command(type="away", seat=1) == Away("anna", 1, present=False, client_id="a-1")
    order: list[int | None] = [1, None, 0]
    change = Change("anna", order=(1, None, 0), client_id="a-1")
    assert command(type="change", order=order) == change
    for kind, message in COMMANDS.items():
        for name in ("player", "client_id", "present", "bot", "table"):
            assert read(json.dumps({"v": 1, "type": kind, "id": "a-1", name: "anna"})) is None
        assert message.kind.__name__.lower() == kind


def test_only_a_seat_can_play_and_deal() -> None:
    for fields in ({"type": "play", "action": "pass"}, {"type": "deal"}):
        message = read_message(json.dumps({"v": 1, "id": "a-1"} | fields))
        assert isinstance(message, CommandMessage)
        with pytest.raises(Refusal, match="you have no seat here"):
            message.command("anna", None, frozenset())
