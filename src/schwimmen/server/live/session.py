"""Session of one client at one table, from the messages that it sends to the answers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from logging import DEBUG, ERROR
from types import MappingProxyType
from typing import Final

from starlette.websockets import WebSocket

from schwimmen.rules.errors import Detail, SchwimmenError
from schwimmen.tables import Change, Refusal, not_seated

from ..errors import INTERNAL_ERROR, UnknownTable, client_message, status_and_code
from ..limits.allowance import ConnectionLimits
from ..limits.buckets import retry_after
from ..runtime import metrics
from ..runtime.logs import log_event, log_id
from ..runtime.rules_loader import EngineFailed, EnginePreparing
from ..wire.messages import (
    MAX_MESSAGE_LENGTH,
    Accepted,
    CommandMessage,
    Hello,
    Ping,
    Pong,
    React,
    Refused,
    Say,
    SetPace,
    StorageChanged,
    UnservedVersion,
    read_message,
)
from .connection import (
    CLOSE_TIMEOUT_S,
    NO_SPECTATORS,
    NO_SUCH_TABLE,
    POLICY_VIOLATION,
    SIGNED_OUT,
    TRY_AGAIN_LATER,
    Connection,
)
from .hub import Hub
from .table import LiveTable

log = logging.getLogger(__name__)

HELLO_S: Final = 10.0
"""Seconds within which a client must send its hello."""


class Session:
    """One client at one table; ``run`` lasts until the client is gone."""

    def __init__(
        self,
        socket: WebSocket,
        hub: Hub,
        table_id: str,
        player: str,
        limits: ConnectionLimits,
    ) -> None:
        self._socket = socket
        self._hub = hub
        self._table_id = table_id
        self._player = player
        self._limits = limits
        self._connection = Connection(socket)
        self._connection.address = limits.address
        self._live: LiveTable | None = None
        self._joining: asyncio.Task[None] | None = None
        self._hello: Hello | None = None
        """Hello that has not been answered."""

    async def run(self) -> None:
        """Handle messages until the client is gone."""
        pump = asyncio.create_task(self._connection.pump())
        self._start_hello_timer()
        async with AsyncExitStack() as stack:
            stack.enter_context(metrics.SOCKETS.track_inprogress())
            stack.enter_context(self._hub.sockets.holding(self._connection, self._table_id))
            log_event(log, DEBUG, "client connected", table=log_id(self._table_id))
            try:
                while (message := await self._socket.receive())["type"] == "websocket.receive":
                    await self._receive(message.get("text"), stack)
                    if self._connection.closing:
                        await asyncio.wait({pump}, timeout=CLOSE_TIMEOUT_S)
                        break
            finally:
                self._hello_timer.cancel()
                for task in (self._joining, pump):
                    if task is not None:
                        task.cancel()
                        await asyncio.gather(task, return_exceptions=True)
                if self._live is not None:
                    self._live.leave(self._connection)
                log_event(log, DEBUG, "client disconnected", table=log_id(self._table_id))

    def sign_out(self) -> None:
        """Close the connection of a device that has been signed out."""
        if self._joining is not None:
            self._joining.cancel()
        if self._live is not None:
            self._live.leave(self._connection)
        self._connection.close(SIGNED_OUT)

    def _start_hello_timer(self) -> None:
        self._hello_timer = asyncio.get_running_loop().call_later(HELLO_S, self._check_hello)

    def _check_hello(self) -> None:
        """Close the connection unless a hello was sent; its answer may wait for the rules."""
        if self._joining is not None and not self._joining.done():
            self._start_hello_timer()
        elif not self._connection.welcomed:
            self._connection.close(TRY_AGAIN_LATER)

    async def _receive(self, text: str | None, stack: AsyncExitStack) -> None:
        if self._connection.closing:
            return
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
        except UnservedVersion as error:
            self._refuse(None, "version", str(error))
            return
        except ValueError as error:
            self._refuse(None, "bad_message", str(error))
            return
        message_id = getattr(message, "id", None)
        watching = self._connection.seat is None
        if delay := self._limits.charge_or_delay(message.type, watching):
            self._refuse_for_now(message_id, delay)
            return
        try:
            match message:
                case Ping():
                    self._connection.send(Pong(id=message.id))
                case Hello():
                    # In a task, so that pings are answered while the rules are being loaded.
                    self._hello = message
                    if self._joining is None or self._joining.done():
                        self._joining = asyncio.create_task(self._join_newest(stack))
                case _:
                    await self._handle(message)
        except SchwimmenError as error:
            reason, legal = None, None
            if isinstance(error, Refusal):
                reason, legal = error.reason, error.legal
            code, line = status_and_code(error)[1], client_message(error)
            self._refuse(message_id, code, line, reason, legal, error.details)

    async def _handle(self, message: CommandMessage | SetPace | Say | React) -> None:
        """Execute a message and answer it. Raises ``SchwimmenError``."""
        live, seat, seq = self._live, self._connection.seat, None
        if live is None or not self._connection.welcomed:
            raise Refusal("hello_first", "the first message is hello")
        match message:
            case CommandMessage(type="rematch"):
                seq = await self._hub.rematch(self._table_id, self._player, message.id)
            case CommandMessage():
                command = message.command(self._player, seat, live.audience.present)
                if isinstance(command, Change):
                    self._hub.check_change(command, live)
                seq = await live.execute(command)
            case SetPace():
                if seat is None:
                    raise not_seated()
                live.set_pace(message.pace, seat)
                return
            case Say():
                await live.say(self._player, message.text, message.id)
            case React():
                live.react(seat, message.reaction)
        self._connection.send(Accepted(id=message.id, seq=seq))

    async def _join_newest(self, stack: AsyncExitStack) -> None:
        """Answer the newest hello, and any that comes meanwhile."""
        while (hello := self._hello) is not None and not self._connection.closing:
            self._hello = None
            await self._join(hello, stack)

    async def _join(self, hello: Hello, stack: AsyncExitStack) -> None:
        try:
            if self._live is None:
                self._hub.check_engine()
                if delay := self._limits.charge_load_or_delay(
                    await self._hub.events_to_replay(self._table_id)
                ):
                    self._refuse_for_now(None, delay)
                    self._connection.close(TRY_AGAIN_LATER)
                    return
                self._live = await stack.enter_async_context(self._hub.using(self._table_id))
            refreshes = self._live.refreshes
            async with self._live.lock:
                await self._live.refresh(refreshes)
                await self._live.run_overdue(self._player)
                if self._live.table.created.daily is not None:
                    await self._hub.check_shown(self._table_id, self._player)
                last_seq = self._live.last_valid_seq(hello.last_seq)
                if delay := self._limits.charge_send_or_delay(self._live.table.seq - last_seq):
                    self._refuse_for_now(None, delay)
                    self._connection.close(TRY_AGAIN_LATER)
                    return
                self._connection.views = hello.views
                self._connection.return_s = self._hub.sockets.return_s
                await self._live.welcome(self._connection, self._player, last_seq)
                if not self._hub.sockets.storage_available:
                    self._connection.send(StorageChanged(available=False))
            if hello.pace is not None and self._connection.seat is not None:
                self._live.set_pace(hello.pace, self._connection.seat)
        except SchwimmenError as error:
            code, line = status_and_code(error)[1], client_message(error)
            self._refuse(None, code, line, details=error.details)
            if code == "daily_hidden":
                self._connection.close(NO_SPECTATORS)
            if isinstance(error, UnknownTable):
                self._connection.close(NO_SUCH_TABLE)
            if isinstance(error, EnginePreparing | EngineFailed):
                self._connection.close(TRY_AGAIN_LATER)
        except Exception:
            table = log_id(self._table_id)
            log_event(log, ERROR, "a client could not be admitted", failure=True, table=table)
            self._refuse(None, "internal", INTERNAL_ERROR)

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
        if self._limits.should_disconnect(code):
            self._connection.close(POLICY_VIOLATION)

    def _refuse_for_now(self, message_id: str | None, delay: float) -> None:
        seconds, line = retry_after(delay)
        details = {"seconds": seconds}
        self._refuse(message_id, "too_many", f"too many messages: {line}", details=details)
