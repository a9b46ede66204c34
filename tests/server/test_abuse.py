"""One client does its worst; the others at its table play on and notice nothing."""

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
from .operation.test_metrics import value

pytestmark = pytest.mark.anyio

PING = '{"v": 1, "type": "ping", "id": "x"}'


async def kept_sending(client: Client, text: str | bytes) -> dict[str, int]:
    """Sends the same until the connection is closed for it; how often each code was refused."""
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
    """The time, as the limits see it."""
    return Clock()


@pytest.fixture
async def served(tmp_path: Path, clock: Clock) -> AsyncIterator[RunningServer]:
    """A server with the patience that it has with everybody."""
    async with serving(tmp_path / "db", limits=Limits(clock=clock)) as served:
        yield served


@pytest.fixture
async def others(served: RunningServer) -> AsyncIterator[str]:
    """A table where somebody plays on, meanwhile and afterwards, and is never refused nor cut off.

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
        while value("schwimmen_sockets_open") > 1:  # its own
            await asyncio.sleep(0.01)
    assert (await served.http.get("/healthz")).status_code == 200


async def test_too_many_messages(served: RunningServer, others: str) -> None:
    async with served.socket(others, cookie=False) as client:
        await client.hello()
        codes = await kept_sending(client, PING)
    assert codes["pong"] == DEFAULT_ALLOWANCE.messages.burst - 10  # the hello counted, too
    assert codes["too_many"] == DEFAULT_ALLOWANCE.faults.burst + 1
    told = [json.loads(text) for text in client.raw]
    refused = next(message for message in reversed(told) if message["type"] == "refused")
    assert refused["message"].startswith("too many messages: try again in ")


async def test_a_message_too_many_is_refused_by_its_id(
    served: RunningServer, others: str, clock: Clock
) -> None:
    async with served.socket(others, cookie=False) as client:
        await client.hello()
        for n in range(DEFAULT_ALLOWANCE.messages.burst + 20):
            await client.send(type="ping", id=f"n{n}")
        told = [
            await client.until("pong", "refused")
            for _ in range(DEFAULT_ALLOWANCE.messages.burst + 20)
        ]
        assert {"pong", "refused"} == {message["type"] for message in told}
        assert [message["id"] for message in told] == [f"n{n}" for n in range(len(told))]
        clock.now += 1  # as it was told
        await client.send(type="ping", id="later")
        assert (await client.until("pong", "refused"))["type"] == "pong"


async def test_the_whole_table_again_and_again(served: RunningServer, others: str) -> None:
    hello = '{"v": 1, "type": "hello", "last_seq": null}'
    async with served.socket(others, cookie=False) as client:
        codes = await kept_sending(client, hello)
    assert codes.get("welcome", 0) <= DEFAULT_ALLOWANCE.messages.burst / 10


@pytest.mark.parametrize(
    ("text", "code"),
    [(b"\x00\xff", "bad_message"), ("{", "bad_message"), (" " * 5000, "too_large")],
)
async def test_nonsense_again_and_again(
    text: str | bytes, code: str, served: RunningServer, others: str
) -> None:
    async with served.socket(others, cookie=False) as client:
        await client.hello()
        codes = await kept_sending(client, text)
    assert codes[code] == DEFAULT_ALLOWANCE.faults.burst + 1


def masked(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


async def never_reads(socket: ClientConnection, frame: bytes) -> None:
    """Sends a frame again and again without reading a byte, until the server has had enough."""
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
async def test_frames_without_end(what: str, served: RunningServer, others: str) -> None:
    async with served.socket(others, cookie=False) as client:
        await client.hello()
        before = value("schwimmen_sockets_open")
        if "empty" in what:
            client.socket.transport.write(masked(Opcode.TEXT, b"", fin=False))
        await WORST[what](client.socket)
        while value("schwimmen_sockets_open") >= before:
            await asyncio.sleep(0.01)
        # Not only forgotten: the system's socket is free again.
        while not client.socket.transport.is_closing():
            client.socket.transport.write(masked(Opcode.PING, b""))
            await asyncio.sleep(0.05)
