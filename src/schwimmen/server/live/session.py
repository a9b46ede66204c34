"""From what a client asks to the command that its table takes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from logging import DEBUG, ERROR
from types import MappingProxyType
from typing import Any, Final

from starlette.websockets import WebSocket

from schwimmen import tables
from schwimmen.rules.errors import Detail, SchwimmenError
from schwimmen.tables import Command, Refusal

from ..http.errors import INTERNAL_ERROR, client_message, status_and_code
from ..http.ws_protocol import CLOSE_TIMEOUT_S
from ..limits.allowance import ConnectionLimits
from ..limits.buckets import retry_after
from ..operation import metrics
from ..operation.logs import log_event, log_id
from ..wire.messages import (
    MAX_MESSAGE_LENGTH,
    Accepted,
    Away,
    Back,
    Change,
    Commit,
    Deal,
    Hello,
    Join,
    Leave,
    Ping,
    Play,
    Pong,
    React,
    Refused,
    Rematch,
    Reveal,
    Say,
    SetPace,
    Start,
    TableMessage,
    read_message,
)
from .connection import NO_SUCH_TABLE, POLICY_VIOLATION, SIGNED_OUT, TRY_AGAIN_LATER, Connection
from .hub import Hub
from .table import LiveTable
from .table_store import UnknownTable

Asked = Play | Deal | Join | Leave | Change | Start | Away | Back | Commit | Reveal
"""All of ``TableMessage`` but what needs another table."""


def command_of(asked: Asked, player: str, seat: int | None, present: frozenset[int]) -> Command:
    """The command of a player who sits there, or nowhere; ``present`` are the seats of people who
    are connected.

    Raises ``Refusal`` for what only somebody with a seat can ask.
    """
    match asked:
        case Play():
            return tables.Play(_require_seat(seat), asked.action, asked.id, player=player)
        case Deal():
            return tables.Deal(_require_seat(seat), asked.id, present, player)
        case Join():
            return tables.Join(player, asked.name, asked.seat, asked.id)
        case Leave():
            return tables.Leave(player, asked.id)
        case Change():
            order = None if asked.order is None else tuple(asked.order)
            return tables.Change(
                player, asked.preset, asked.options, asked.settings, order, asked.id
            )
        case Start():
            return tables.Start(player, asked.id)
        case Away():
            return tables.Away(player, asked.seat, asked.seat in present, asked.id)
        case Back():
            return tables.Back(player, asked.id)
        case Commit():
            return tables.Commit(player, asked.server, asked.commitment, asked.id)
        case Reveal():
            return tables.Reveal(player, asked.seed, asked.id)


def _require_seat(seat: int | None) -> int:
    if seat is None:
        raise Refusal("not_seated", "you are watching, you have no seat here")
    return seat


log = logging.getLogger(__name__)

HELLO_S: Final = 10.0
"""Seconds within which a client says hello; one that says nothing is not waited for any longer."""


class Session:
    """One client at one table. ``run`` it until the client is gone."""

    def __init__(
        self,
        socket: WebSocket,
        hub: Hub,
        table_id: str,
        player: str,
        connection_limits: ConnectionLimits,
    ) -> None:
        self._socket = socket
        self._hub = hub
        self._table_id = table_id
        self._player = player
        self._connection = Connection(socket)
        self._connection.address = connection_limits.address
        self._connection_limits = connection_limits
        self._live: LiveTable | None = None
        self._joining: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Takes messages until the client is gone."""
        pump = asyncio.create_task(self._connection.pump())
        self._await_hello()
        async with AsyncExitStack() as stack:
            stack.enter_context(metrics.SOCKETS.track_inprogress())
            log_event(log, DEBUG, "client came", table=log_id(self._table_id))
            try:
                while (message := await self._socket.receive())["type"] == "websocket.receive":
                    await self._receive(message, stack)
                    if self._connection.closing:
                        await asyncio.wait({pump}, timeout=CLOSE_TIMEOUT_S)
                        break
            finally:
                self._patience.cancel()
                for task in (self._joining, pump):
                    if task is not None:
                        task.cancel()
                        await asyncio.gather(task, return_exceptions=True)
                if self._live is not None:
                    self._live.leave(self._connection)
                log_event(log, DEBUG, "client left", table=log_id(self._table_id))

    def sign_out(self) -> None:
        """End it: the device is not the player's any more, who takes part in nothing by it."""
        if self._joining is not None:
            self._joining.cancel()
        if self._live is not None:
            self._live.leave(self._connection)
        self._connection.close(SIGNED_OUT)

    def _await_hello(self) -> None:
        self._patience = asyncio.get_running_loop().call_later(HELLO_S, self._check_hello)

    def _check_hello(self) -> None:
        """Close the connection unless hello was said; its answer may wait for the rules."""
        if self._joining is not None and not self._joining.done():
            self._await_hello()
        elif not self._connection.welcomed:
            self._connection.close(TRY_AGAIN_LATER)

    async def _receive(self, received: Any, stack: AsyncExitStack) -> None:
        if self._connection.closing:
            return
        text = received.get("text")
        if text is None:
            self._refuse(None, "bad_message", "a message is text, not bytes")
            return
        if len(text) > MAX_MESSAGE_LENGTH:
            self._refuse(
                None, "too_large", f"a message has {MAX_MESSAGE_LENGTH} characters at most"
            )
            return
        try:
            message = read_message(text)
        except ValueError as error:
            self._refuse(None, "bad_message", str(error))
            return
        if wait := self._connection_limits.wait(message.type):
            self._refuse_for_now(getattr(message, "id", None), wait)
            return
        match message:
            case Ping():
                self._connection.send(Pong(id=message.id))
            case Hello():
                # In a task, so that pings are answered while the rules are still being loaded.
                if self._joining is None or self._joining.done():
                    self._joining = asyncio.create_task(self._join(message, stack))
            case SetPace():
                if (seated := self._seated(None)) is not None:
                    seated[0].set_pace(message.pace, seated[1])
            case _:
                await self._ask(message)

    async def _join(self, hello: Hello, stack: AsyncExitStack) -> None:
        try:
            if self._live is None:
                if wait := self._connection_limits.wait_to_load(
                    await self._hub.events_to_replay(self._table_id)
                ):
                    self._refuse_for_now(None, wait)
                    self._connection.close(TRY_AGAIN_LATER)
                    return
                self._live = await stack.enter_async_context(self._hub.using(self._table_id))
            async with self._live.lock:
                await self._live.refresh()
                await self._live.run_overdue(self._player)
                known = self._live.known(hello.last_seq)
                if wait := self._connection_limits.wait_to_send(self._live.table.seq - known):
                    self._refuse_for_now(None, wait)
                    self._connection.close(TRY_AGAIN_LATER)
                    return
                await self._live.welcome(self._connection, self._player, known)
            if hello.pace is not None and self._connection.seat is not None:
                self._live.set_pace(hello.pace, self._connection.seat)
        except SchwimmenError as error:
            self._refuse(None, status_and_code(error)[1], client_message(error))
            if isinstance(error, UnknownTable):
                self._connection.close(NO_SUCH_TABLE)
        except Exception:
            table = log_id(self._table_id)
            log_event(log, ERROR, "a client could not be let in", failure=True, table=table)
            self._refuse(None, "internal", INTERNAL_ERROR)

    def _here(self, message_id: str | None) -> LiveTable | None:
        """The table; whoever has not been welcomed there is told so."""
        if self._live is None or not self._connection.welcomed:
            self._refuse(message_id, "hello_first", "the first message is hello")
            return None
        return self._live

    def _seated(self, message_id: str | None) -> tuple[LiveTable, int] | None:
        """The table and the client's seat there; whoever has none is told so."""
        live, seat = self._here(message_id), self._connection.seat
        if live is None:
            return None
        if seat is None:
            self._refuse(message_id, "not_seated", "you are watching, you have no seat here")
            return None
        return live, seat

    async def _ask(self, message: TableMessage | Say | React) -> None:
        try:
            await self._taken(message)
        except Refusal as error:
            self._refuse_for(message.id, error, error.reason, error.legal)
        except SchwimmenError as error:
            self._refuse_for(message.id, error)

    async def _taken(self, message: TableMessage | Say | React) -> None:
        """Does what is asked, and says so. Raises ``SchwimmenError``."""
        seq: int | None = None
        match message:
            case Say():
                if (seated := self._seated(message.id)) is None:
                    return
                await seated[0].say(self._player, message.text, message.id)
            case React():
                if (seated := self._seated(message.id)) is None:
                    return
                seated[0].react(seated[1], message.reaction)
            case Rematch():
                if self._here(message.id) is None:
                    return
                seq = await self._hub.rematch(self._table_id, self._player, message.id)
            case _:
                if (live := self._here(message.id)) is None:
                    return
                if isinstance(message, Change) and message.options is not None:
                    self._hub.check_length(message.options)
                seat, present = self._connection.seat, live.audience.present
                seq = await live.execute(command_of(message, self._player, seat, present))
        self._connection.send(Accepted(id=message.id, seq=seq))

    def _refuse(
        self,
        message_id: str | None,
        code: str,
        message: str,
        reason: str | None = None,
        legal: Sequence[str] | None = None,
        details: Mapping[str, Detail] = MappingProxyType({}),
    ) -> None:
        metrics.REFUSALS.labels(code).inc()
        log_event(log, DEBUG, "refused", table=log_id(self._table_id), code=code, reason=reason)
        refused = {"id": message_id, "code": code, "message": message, "reason": reason}
        self._connection.send(
            Refused.model_validate(refused | {"legal": legal, "details": details})
        )
        if self._connection_limits.should_disconnect(code):
            self._connection.close(POLICY_VIOLATION)

    def _refuse_for_now(self, message_id: str | None, wait: float) -> None:
        seconds, line = retry_after(wait)
        details = {"seconds": seconds}
        self._refuse(message_id, "too_many", f"too many messages: {line}", details=details)

    def _refuse_for(
        self,
        message_id: str,
        error: SchwimmenError,
        reason: str | None = None,
        legal: Sequence[str] | None = None,
    ) -> None:
        self._refuse(
            message_id,
            status_and_code(error)[1],
            client_message(error),
            reason,
            legal,
            error.details,
        )
