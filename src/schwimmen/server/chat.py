"""What is said at a table: on disk first, then told to everybody."""

from __future__ import annotations

from collections import deque

from .audience import CHAT_KEPT, Audience
from .kept import ATTEMPTS, busy
from .storage import Conflict, Database, NewLine, StaleLines, Write
from .wire.people import ChatLine


class Chat:
    """The chat of a table in memory; whoever uses it holds the table's lock."""

    def __init__(self, table_id: str, database: Database, audience: Audience) -> None:
        self._id = table_id
        self._database = database
        self._audience = audience
        self._said: deque[tuple[str, str]] = deque(maxlen=CHAT_KEPT)

    async def load(self) -> None:
        """Reads the last lines, unless that is done. Raises ``StorageError``."""
        if not self._audience.chat:
            self._audience.chat.extend(await self._lines())

    async def say(self, line: ChatLine, player: str, client_id: str) -> None:
        """Tells everybody, with the next number, what a player says; once for a client id.

        Raises ``Refusal`` where others are quicker, and ``StorageError`` where it cannot be kept.
        """
        if (player, client_id) in self._said:
            return
        for _ in range(ATTEMPTS):
            try:
                await self._say(line, player)
            except Conflict:
                await self._hear()  # another process heard somebody too
            else:
                self._said.append((player, client_id))
                return
        raise busy()

    async def _say(self, line: ChatLine, player: str) -> None:
        lines = self._audience.chat
        number = lines[-1].number + 1 if lines else 1
        body = line.model_dump(exclude={"number"})
        await self._database.write(
            Write(
                chat=[NewLine(self._id, number, player, body)],
                stale_lines=[StaleLines(self._id, number - CHAT_KEPT)],
            )
        )
        self._audience.say(line.model_copy(update={"number": number}))

    async def _hear(self) -> None:
        last = self._audience.chat[-1].number if self._audience.chat else 0
        for line in await self._lines():
            if line.number > last:
                self._audience.say(line)

    async def _lines(self) -> list[ChatLine]:
        rows = await self._database.chat(self._id, CHAT_KEPT)
        return [ChatLine(number=row["number"], **row["body"]) for row in rows]
