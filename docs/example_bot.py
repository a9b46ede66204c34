"""Example of a program that plays Schwimmen, explained in docs/api.md.

It needs `pip install websockets`:

BOT_TOKEN=... python docs/example_bot.py https://cards.example.org TABLE_ID
"""

import asyncio
import json
import os
import random
import secrets
import sys
from contextlib import suppress
from hashlib import sha256
from typing import Any

from websockets import ConnectionClosed, connect

(server, table), token = sys.argv[1:], os.environ["BOT_TOKEN"]
address = f"{server.rstrip('/').replace('http', 'ws', 1)}/api/tables/{table}/ws"
seed = secrets.token_hex(32)


async def main() -> str | None:
    """Play a match, on a new connection whenever one is lost; return why that is impossible."""
    return_s, over = 0.0, False
    async for s in connect(address, additional_headers={"Authorization": f"Bearer {token}"}):
        with suppress(ConnectionClosed):
            await s.send(json.dumps({"v": 1, "type": "hello", "last_seq": None}))
            async for message in s:
                received = json.loads(message)
                if received["type"] == "refused" and received["id"] in (None, "join"):
                    return str(received["message"])
                return_s = received.get("return_s", return_s)
                for answer in answers(received):
                    await s.send(json.dumps({"v": 1} | answer))
                over = received.get("state", {}).get("view", {}).get("over", False)
                if over:
                    break
        if over:
            break
        await asyncio.sleep(random.random() * return_s)  # not with all others at once
    return None


def answers(message: dict[str, Any]) -> list[dict[str, str]]:
    """Return what to send after a message."""
    if message["type"] not in ("welcome", "events"):
        return []
    seat, state = message.get("seat"), message["state"]
    sent: list[dict[str, str]] = []
    seeds, view, own = state.get("seeds"), state.get("view", {}), state.get("own", {})
    if message["type"] == "welcome" and seat is None:
        sent.append({"type": "join", "id": "join", "name": "Greedy"})
    if seeds and seat in seeds.get("waiting_for", []):
        attempt, above = seeds["attempt"], seeds["commitment"]
        line = json.dumps(["schwimmen-fair/1", "player", above, attempt, seat, seed])
        mine = sha256(line.replace(" ", "").encode()).hexdigest()
        if seeds["phase"] == "committing":
            commit = {"type": "commit", "server": above, "commitment": mine}
            sent.append(commit | {"id": f"c{attempt}"})
        elif {"seat": seat, "commitment": mine} in seeds["commitments"]:
            sent.append({"type": "reveal", "id": f"r{attempt}", "seed": seed})
    if view.get("over"):
        return sent
    if view.get("phase") == "over" and seat not in state.get("ready", []):
        sent.append({"type": "deal", "id": f"d{view['number']}"})
    elif choices := own.get("choices"):
        good = own["value"] > 26  # close rather than pass with it
        closes = {c["action"]: c.get("closes", "!" in c["action"]) for c in choices}
        best = max(choices, key=lambda c: (c.get("value", 0), closes[c["action"]] == good))
        sent.append({"type": "play", "id": f"p{message['seq']}", "action": best["action"]})
    return sent


sys.exit(asyncio.run(main()))
