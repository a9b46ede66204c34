"""Whatever a client sends is a message of ours or one line saying why not."""

import json

from hypothesis import given
from hypothesis import strategies as st

from schwimmen.server.wire.messages import (
    MAX_REASON_LENGTH,
    AnyClientMessage,
    Hello,
    Play,
    read_message,
)

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)
KEYS = st.sampled_from(["v", "type", "id", "action", "last_seq", "pace"]) | st.text()
TYPES = st.sampled_from(["hello", "play", "deal", "pace", "ping"])


def looked_at(text: str) -> AnyClientMessage | None:
    """The message, if it is one."""
    try:
        return read_message(text)
    except ValueError as error:
        reason = str(error)
    assert reason.isprintable()
    assert 0 < len(reason) <= MAX_REASON_LENGTH
    return None


@given(st.text())
def test_any_text(text: str) -> None:
    looked_at(text)


@given(VALUES | st.fixed_dictionaries({"v": st.just(1), "type": TYPES}, optional={"id": VALUES}))
def test_any_json(value: object) -> None:
    looked_at(json.dumps(value))


@given(st.dictionaries(KEYS, VALUES | st.just(1) | TYPES))
def test_any_object(value: dict[str, object]) -> None:
    message = looked_at(json.dumps(value))
    if message is not None:
        assert message.v == 1
        assert message.model_dump(exclude_unset=True) == value


def test_what_a_client_made_up_is_quoted_with_care() -> None:
    assert looked_at(json.dumps({"v": 1, "type": "a\nb"})) is None
    assert looked_at(json.dumps({"v": 1, "type": "x" * 3000})) is None
    assert looked_at(json.dumps({"v": 1, "type": "ping", "id": "x", "a\u2028b": 1})) is None


def test_what_is_a_message() -> None:
    assert read_message('{"v":1,"type":"hello","last_seq":null}') == Hello(
        v=1, type="hello", last_seq=None
    )
    assert read_message('{"v":1,"type":"hello","last_seq":2,"pace":"quick"}') == Hello(
        v=1, type="hello", last_seq=2, pace="quick"
    )
    assert read_message('{"v":1,"type":"play","id":"a-1","action":"9DxTH!"}') == Play(
        v=1, type="play", id="a-1", action="9DxTH!"
    )
