"""Abuse by one client, which the others at its table do not notice."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits

from .conftest import Client, RunningServer, serving
from .limits.test_buckets import Clock
from .runtime.test_metrics import value

pytestmark = pytest.mark.anyio

PING = '{"v": 1, "type": "ping", "id": "x"}'


async def send_until_closed(client: Client, text: str | bytes) -> dict[str, int]:
    """Send the same message until the connection is closed; count the refusals by code."""
    codes: dict[str, int] = {}

    async def read() -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = await client.receive()
                code = message.get("code", message["type"])
                codes[code] = codes.get(code, 0) + 1
                assert "\n" not in message.get("message", "")

    reading = asyncio.create_task(read())
    with contextlib.suppress(ConnectionClosed):
        for _ in range(5000):
            await client.socket.send(text)
    await reading
    assert client.socket.close_code == 1008
    return codes


@pytest.fixture
def clock() -> Clock:
    """Return the clock of the limits."""
    return Clock()


@pytest.fixture
async def served(tmp_path: Path, clock: Clock) -> AsyncIterator[RunningServer]:
    """Provide a server with the default allowance."""
    async with serving(tmp_path / "db", limits=Limits(clock=clock)) as served:
        yield served


@pytest.fixture
async def others(served: RunningServer) -> AsyncIterator[str]:
    """Provide a table whose player is never refused or disconnected, during abuse and after it.

    The match outlasts all that: before it ends, there are more rounds to be asked for.
    """
    opponents = [{"level": "random"}] * 3
    table_id = await served.open_table(opponents=opponents, options={"lives": 9})
    async with served.seat(table_id) as anna:

        async def play(times: int) -> None:
            for _ in range(times):
                assert await anna.my_turn(), "the match is over"
                legal = anna.view["legal_actions"]
                answer = await (anna.play() if legal else anna.deal())
                assert answer["type"] == "accepted"

        playing = asyncio.create_task(play(10))
        yield table_id
        await playing
        await play(5)
        assert [event["seq"] for event in anna.events] == list(range(1, len(anna.events) + 1))
        while value("schwimmen_sockets_open") > 1:  # the player's own
            await asyncio.sleep(0.01)
    assert (await served.http.get("/healthz")).status_code == 200


async def test_too_many_messages(served: RunningServer, others: str) -> None:
    async with served.socket(others, cookie=False) as client:
        await client.hello()
        codes = await send_until_closed(client, PING)
    assert codes["pong"] == DEFAULT_ALLOWANCE.messages.burst - 10  # the hello counts, too
    assert codes["too_many"] == DEFAULT_ALLOWANCE.faults.burst + 1
    messages = [json.loads(text) for text in client.raw]
    refused = next(message for message in reversed(messages) if message["type"] == "refused")
    assert refused["message"].startswith("too many messages: try again in ")


async def test_a_message_over_the_limit_is_refused_by_its_id(
    served: RunningServer, others: str, clock: Clock
) -> None:
    async with served.socket(others, cookie=False) as client:
        await client.hello()
        for n in range(DEFAULT_ALLOWANCE.messages.burst + 20):
            await client.send(type="ping", id=f"n{n}")
        messages = [
            await client.until("pong", "refused")
            for _ in range(DEFAULT_ALLOWANCE.messages.burst + 20)
        ]
        assert {"pong", "refused"} == {message["type"] for message in messages}
        assert [message["id"] for message in messages] == [f"n{n}" for n in range(len(messages))]
        clock.now += 1  # as requested
        await client.send(type="ping", id="later")
        assert (await client.until("pong", "refused"))["type"] == "pong"


async def test_repeated_hellos(served: RunningServer, others: str) -> None:
    hello = '{"v": 1, "type": "hello", "last_seq": null}'
    async with served.socket(others, cookie=False) as client:
        codes = await send_until_closed(client, hello)
    assert codes.get("welcome", 0) <= DEFAULT_ALLOWANCE.messages.burst / 10


@pytest.mark.parametrize(
    ("text", "code"),
    [(b"\x00\xff", "bad_message"), ("{", "bad_message"), (" " * 5000, "too_large")],
)
async def test_repeated_invalid_messages(
    text: str | bytes, code: str, served: RunningServer, others: str
) -> None:
    async with served.socket(others, cookie=False) as client:
        await client.hello()
        codes = await send_until_closed(client, text)
    assert codes[code] == DEFAULT_ALLOWANCE.faults.burst + 1


def masked(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """Return a frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


async def never_reads(socket: ClientConnection, frame: bytes) -> None:
    """Send a frame repeatedly without reading, until the server closes the connection."""
    socket.transport.pause_reading()
    for _ in range(200):
        if socket.transport.is_closing():
            return
        socket.transport.write(frame * 500)
        await asyncio.sleep(0.005)


Worst = Callable[[ClientConnection], Awaitable[None]]
WORST: dict[str, Worst] = {
    "messages and never reads": lambda s: never_reads(s, masked(Opcode.TEXT, PING.encode())),
    "pings and never reads": lambda s: never_reads(s, masked(Opcode.PING, b"x" * 125)),
    "a message of endless empty frames": lambda s: never_reads(
        s, masked(Opcode.CONT, b"", fin=False)
    ),
}


@pytest.mark.parametrize("what", WORST)
async def test_endless_frames(what: str, served: RunningServer, others: str) -> None:
    async with served.socket(others, cookie=False) as client:
        await client.hello()
        before = value("schwimmen_sockets_open")
        if "empty" in what:
            client.socket.transport.write(masked(Opcode.TEXT, b"", fin=False))
        await WORST[what](client.socket)
        while value("schwimmen_sockets_open") >= before:
            await asyncio.sleep(0.01)
        # The system's socket is released, too.
        while not client.socket.transport.is_closing():
            client.socket.transport.write(masked(Opcode.PING, b""))
            await asyncio.sleep(0.05)
