"""Example of a program that plays Schwimmen, explained in docs/api.md.

It needs `pip install websockets`:

BOT_TOKEN=... python docs/example_bot.py https://cards.example.org TABLE_ID
"""

import json
import os
import secrets
import sys
from hashlib import sha256

from websockets.sync.client import connect

(server, table), token = sys.argv[1:], os.environ["BOT_TOKEN"]
address = f"{server.rstrip('/').replace('http', 'ws', 1)}/api/tables/{table}/ws"
seed = secrets.token_hex(32)
with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as s:

    def send(type: str, **fields: str | None) -> None:
        s.send(json.dumps({"v": 1, "type": type, **fields}))

    send("hello", last_seq=None)
    for message in map(json.loads, s):
        if message["type"] == "refused" and message["id"] in (None, "join"):
            sys.exit(message["message"])
        if message["type"] not in ("welcome", "events"):
            continue
        seat, state = message.get("seat"), message["state"]
        seeds, view, own = state.get("seeds"), state.get("view", {}), state.get("own", {})
        if message["type"] == "welcome" and seat is None:
            send("join", id="join", name="Greedy")
        if seeds and seat in seeds.get("waiting_for", []):
            attempt, above = seeds["attempt"], seeds["commitment"]
            line = json.dumps(["schwimmen-fair/1", "player", above, attempt, seat, seed])
            mine = sha256(line.replace(" ", "").encode()).hexdigest()
            if seeds["phase"] == "committing":
                send("commit", id=f"c{attempt}", server=above, commitment=mine)
            elif {"seat": seat, "commitment": mine} in seeds["commitments"]:
                send("reveal", id=f"r{attempt}", seed=seed)
        if view.get("over"):
            break
        if view.get("phase") == "over" and seat not in state.get("ready", []):
            send("deal", id=f"d{view['number']}")
        elif choices := own.get("choices"):
            good = own["value"] > 26  # close rather than pass with it
            closes = {c["action"]: c.get("closes", "!" in c["action"]) for c in choices}
            best = max(choices, key=lambda c: (c.get("value", 0), closes[c["action"]] == good))
            send("play", id=f"p{message['seq']}", action=best["action"])
