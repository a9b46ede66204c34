"""Fuzzing of the WebSocket: every message is answered, and other players are not disturbed."""

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from schwimmen.players import LEVELS
from schwimmen.rules.options import PRESETS
from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.limits.buckets import Rate
from schwimmen.server.operation.app import create_app
from tests.strategies import examples

from .conftest import RunningServer, serving
from .guests import Guest, begin, guest, seated, share
from .runtime.test_metrics import value
from .wire.test_messages import VALUES

# The server's thread draws pings from `random` while examples are generated.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module")

SCHEMAS = create_app().openapi()["components"]["schemas"]
KINDS: dict[str, dict[str, Any]] = {
    kind: SCHEMAS[reference.rpartition("/")[2]]
    for kind, reference in SCHEMAS["ClientMessage"]["discriminator"]["mapping"].items()
}
"""Every message that a client may send, by type."""

SETTINGS = st.fixed_dictionaries(
    {"seats": st.integers(1, 9)},
    optional={
        "bots": st.sampled_from(LEVELS),
        "fill": st.booleans(),
        "visibility": st.sampled_from(["link", "open"]),
        "spectators": st.booleans(),
        "chat": st.booleans(),
        "clock": st.none() | st.fixed_dictionaries({"move": st.integers(0, 99999)}),
        "patience": st.none() | st.integers(-1, 5000),
    },
)
SENSIBLE: dict[str, st.SearchStrategy[Any]] = {
    "id": st.sampled_from(["a", "b", "c", "d.1"]),
    "last_seq": st.none() | st.integers(0, 20),
    "pace": st.sampled_from(["relaxed", "quick", "instant"]),
    "action": st.sampled_from(["pass", "close", "keep", "take", "all", "7CxTC", "AHxAS!"]),
    "name": st.sampled_from(["Cleo", "Dora", " ", "<b>Ede</b>"]) | st.text(max_size=50),
    "views": st.sampled_from(["full", "changes", "half"]),
    "seat": st.integers(-1, 5),
    "preset": st.sampled_from(list(PRESETS)),
    "options": st.dictionaries(st.sampled_from(["lives", "fire", "pack"]), st.integers(0, 4)),
    "settings": SETTINGS,
    "order": st.lists(st.none() | st.integers(-1, 4), max_size=5),
    "server": st.text("0123456789abcdef", min_size=64, max_size=64),
    "commitment": st.text("0123456789abcdef", min_size=64, max_size=64),
    "seed": st.text("0123456789abcdef", min_size=64, max_size=64),
    "text": st.text(max_size=210),
    "reaction": st.sampled_from(["wow", "cry", "rage"]),
}
assert {name for kind in KINDS.values() for name in kind["properties"]} <= {*SENSIBLE, "v", "type"}


def messages(kind: str) -> st.SearchStrategy[str]:
    """Return messages of a type, most of them valid, some with one invalid value."""
    fields = [name for name in KINDS[kind]["properties"] if name not in ("v", "type")]
    needed = set(KINDS[kind]["required"])
    plain = st.fixed_dictionaries(
        {"v": st.just(2), "type": st.just(kind)}
        | {name: SENSIBLE[name] for name in fields if name in needed},
        optional={name: SENSIBLE[name] for name in fields if name not in needed},
    )
    spoilt = st.tuples(plain, st.sampled_from([*fields, "v"]), VALUES).map(
        lambda made: made[0] | {made[1]: made[2]}
    )
    return (plain | plain | spoilt).map(json.dumps)


FRAMES = (
    st.sampled_from(sorted(KINDS)).flatmap(messages)
    | st.text(max_size=200)
    | st.binary(max_size=200)
    | VALUES.map(json.dumps)
    | st.integers(1, 3000).map(lambda depth: '{"a":' * depth)
    | st.integers(4000, 60_000).map(lambda length: "x" * length)
)


class RunningMatch(NamedTuple):
    """Server with a match of two people."""

    portal: BlockingPortal
    served: RunningServer
    table_id: str


@pytest.fixture(scope="module")
def running_match(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningMatch]:
    """Provide a match of two people, and check at the end that it was not disturbed."""
    many = Rate(100_000, 0.001)
    patient = DEFAULT_ALLOWANCE._replace(
        messages=many, faults=many, lines=many, reactions=many, changes_of_table=many
    )
    place = tmp_path_factory.mktemp("fuzz") / "db"
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(serving(place, limits=Limits(patient))) as served,
        portal.wrap_async_context_manager(
            seated(served, 2, options={"special": "none", "lives": 1000})
        ) as (table_id, players),
    ):
        portal.call(begin, players)
        done, moves = portal.call(asyncio.Event), list[str]()
        playing = [portal.start_task_soon(play_on, one, done, moves) for one in players]
        yield RunningMatch(portal, served, table_id)
        portal.call(until, lambda: len(moves) > 10)
        portal.call(done.set)
        for task in playing:
            task.result()
        for one in players:
            assert [event["seq"] for event in one.events] == list(range(1, len(one.events) + 1))
            assert not any(json.loads(text)["type"] == "refused" for text in one.raw)
        portal.call(until, lambda: value("schwimmen_sockets_open") == 2)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    while not holds():
        await asyncio.sleep(0.01)


async def play_on(one: Guest, done: asyncio.Event, moves: list[str]) -> None:
    """Play until ``done`` is set, and record the moves."""
    asked = 0
    while not done.is_set():
        view = one.view
        if view["legal_actions"]:
            answer = await one.ask("play", action=view["legal_actions"][-1])
            moves.append(answer["type"])
        elif view["phase"] == "over" and asked < view["number"]:
            asked = view["number"]
            answer = await one.ask("deal")
        else:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(one.receive(), 0.1)
            continue
        assert answer["type"] == "accepted", answer
        await asyncio.sleep(0.02)


async def send_frames(
    served: RunningServer, table_id: str, cookie: str, frames: list[str | bytes]
) -> None:
    """Send frames and check the answers."""
    async with guest(served, table_id, cookie) as worst:
        with contextlib.suppress(ConnectionClosed):
            for frame in frames:
                await worst.socket.send(frame)
            await worst.send(type="ping", id="the-end")
            while (message := await worst.receive()) != {"v": 1, "type": "pong", "id": "the-end"}:
                if message["type"] == "refused":
                    assert message["code"] not in ("internal", "unavailable"), message
                    assert message["message"].isprintable()
                    assert len(message["message"]) < 400
            return
        assert worst.socket.close_code in (1012, 4403, 4404), worst.raw[-1]


async def send_as_host(served: RunningServer, frames: list[str | bytes]) -> None:
    """Send frames as the host of another table, and check the answers."""
    table_id, cookie = await share(served, seats=3, bots="random")
    await send_frames(served, table_id, cookie, frames)


FUZZ = examples(60)


@FUZZ
@given(st.lists(FRAMES, min_size=1, max_size=12))
def test_frames_of_a_spectator(running_match: RunningMatch, frames: list[str | bytes]) -> None:
    running_match.portal.call(send_frames, running_match.served, running_match.table_id, "", frames)


@FUZZ
@given(st.lists(FRAMES, min_size=1, max_size=12))
def test_frames_of_a_host(running_match: RunningMatch, frames: list[str | bytes]) -> None:
    running_match.portal.call(send_as_host, running_match.served, frames)
