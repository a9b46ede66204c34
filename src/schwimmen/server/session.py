"""A client's WebSocket from the first message to the last."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
from typing import Any, Final

from starlette.websockets import WebSocket

from schwimmen.rules.errors import SchwimmenError
from schwimmen.tables import Command, Refusal
from schwimmen.tables import Deal as DealCommand
from schwimmen.tables import Play as PlayCommand

from .connection import Connection
from .errors import WENT_WRONG, code_of
from .hub import Hub
from .live import LiveTable, UnknownTable
from .messages import (
    LONGEST,
    Accepted,
    Deal,
    Hello,
    Ping,
    Play,
    Pong,
    Refused,
    SetPace,
    read_message,
)

log = logging.getLogger(__name__)

NO_SUCH_TABLE: Final = 4404
"""Close code of a table that is not there: coming back makes no sense."""


class Session:
    """One client at one table. ``run`` it until the client is gone."""

    def __init__(self, socket: WebSocket, hub: Hub, table_id: str, player: str | None) -> None:
        self._socket = socket
        self._hub = hub
        self._table_id = table_id
        self._player = player
        self._connection = Connection(socket)
        self._live: LiveTable | None = None
        self._joining: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Takes messages until the client is gone."""
        pump = asyncio.create_task(self._connection.pump())
        async with AsyncExitStack() as stack:
            try:
                while (message := await self._socket.receive())["type"] == "websocket.receive":
                    await self._receive(message, stack)
            finally:
                for task in (self._joining, pump):
                    if task is not None:
                        task.cancel()
                        await asyncio.gather(task, return_exceptions=True)
                if self._live is not None:
                    self._live.leave(self._connection)

    async def _receive(self, received: Any, stack: AsyncExitStack) -> None:
        text = received.get("text")
        if text is None:
            self._refuse(None, "bad_message", "a message is text, not bytes")
            return
        if len(text) > LONGEST:
            self._refuse(None, "too_large", f"a message has {LONGEST} characters at most")
            return
        try:
            message = read_message(text)
        except ValueError as error:
            self._refuse(None, "bad_message", str(error))
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
                    seated[0].set_pace(message.pace)
            case Play() | Deal():
                await self._command(message)

    async def _join(self, hello: Hello, stack: AsyncExitStack) -> None:
        try:
            if self._live is None:
                self._live = await stack.enter_async_context(self._hub.using(self._table_id))
            async with self._live.lock:
                await self._live.load()
                self._live.welcome(self._connection, self._player, hello.last_seq)
            if hello.pace is not None and self._connection.seat is not None:
                self._live.set_pace(hello.pace)
        except SchwimmenError as error:
            self._refuse(None, code_of(error)[1], str(error))
            if isinstance(error, UnknownTable):
                self._connection.close(NO_SUCH_TABLE)
        except Exception:
            log.exception("table %s: a client could not be let in", self._table_id)
            self._refuse(None, "internal", WENT_WRONG)

    def _seated(self, message_id: str | None) -> tuple[LiveTable, int] | None:
        """The table and the client's seat there; whoever has none is told so."""
        seat = self._connection.seat
        if self._live is None or not self._connection.welcomed:
            self._refuse(message_id, "hello_first", "the first message is hello")
        elif seat is None:
            self._refuse(message_id, "not_seated", "you are watching, you have no seat here")
        else:
            return self._live, seat
        return None

    async def _command(self, message: Play | Deal) -> None:
        seated = self._seated(message.id)
        if seated is None:
            return
        live, seat = seated
        command: Command
        if isinstance(message, Play):
            command = PlayCommand(seat, message.action, message.id)
        else:
            command = DealCommand(seat, message.id)
        try:
            seq = await live.take(command)
        except Refusal as error:
            legal = None if error.legal is None else list(error.legal)
            self._refuse(message.id, error.code, str(error), error.reason, legal)
        except SchwimmenError as error:
            log.error("table %s: %s", self._table_id, error)
            self._refuse(message.id, code_of(error)[1], str(error))
        else:
            self._connection.send(Accepted(id=message.id, seq=seq))

    def _refuse(
        self,
        message_id: str | None,
        code: str,
        message: str,
        reason: str | None = None,
        legal: list[str] | None = None,
    ) -> None:
        refused = Refused(id=message_id, code=code, reason=reason, message=message, legal=legal)
        self._connection.send(refused)
