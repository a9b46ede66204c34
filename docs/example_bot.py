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
        seat, seeds, view = message["seat"], message["seeds"], message["view"]
        if message["type"] == "welcome" and seat is None:
            send("join", id="join", name="Greedy")
        if seeds and seat in seeds["waiting_for"]:
            attempt, above = seeds["attempt"], seeds["commitment"]
            line = json.dumps(["schwimmen-fair/1", "player", above, attempt, seat, seed])
            own = sha256(line.replace(" ", "").encode()).hexdigest()
            if seeds["phase"] == "committing":
                send("commit", id=f"c{attempt}", server=above, commitment=own)
            elif {"seat": seat, "commitment": own} in seeds["commitments"]:
                send("reveal", id=f"r{attempt}", seed=seed)
        if view and view["over"]:
            break
        if view and view["phase"] == "over" and seat not in message["ready"]:
            send("deal", id=f"d{view['number']}")
        elif view and view["choices"]:
            good = (view["value"] or 0) > 26  # close rather than pass with it
            best = max(view["choices"], key=lambda c: (c["value"] or 0, c["closes"] == good))
            send("play", id=f"p{view['number']}-{len(view['history'])}", action=best["action"])
