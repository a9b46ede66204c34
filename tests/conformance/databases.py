"""Databases kept as SQL, and the answers of a server that uses them."""

from __future__ import annotations

import asyncio
import csv
import io
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import httpx
from starlette.responses import Response

from schwimmen.rules import OptionValue
from schwimmen.server.live.table_store import (
    event_rows,
    initial_status,
    name_rows,
    seating_rows,
    status_of,
)
from schwimmen.server.people.device_sessions import Claim, Cookies
from schwimmen.server.people.match_history import MatchHistories
from schwimmen.server.people.ratings import Ratings
from schwimmen.server.runtime.rules_loader import RulesLoader
from schwimmen.server.storage import (
    ChosenFace,
    Database,
    ExpiredChat,
    NewChatLine,
    NewSeat,
    NewTable,
    PeopleQueries,
    PlayerName,
    ServerBeat,
    WriteBatch,
)
from schwimmen.server.wire.people import ChatLine
from schwimmen.tables import (
    Away,
    Clock,
    Join,
    Leave,
    Rematch,
    ServerResumed,
    Settings,
    Start,
    Table,
    open_rematch,
    placeholder_name,
    read_event,
    without_player,
)
from tests.processes import PATIENCE
from tests.server.conftest import RunningServer
from tests.server.finished_tables import pack_ended_tables
from tests.server.guests import guest

from .scenarios import Evening, alone, device
from .states import fingerprint

DATABASES: Final = Path(__file__).parent / "databases"

SECRET: Final = "5c" * 32
"""Key that signs cookies and tokens."""

PLAYERS: Final = ("id-0", "id-1", "id-2", "bot.one")

_SLOW: Final = Clock(move=24 * 60 * 60)

_MATCHES: Final = ("played", "finished", "running", "won", "shared")
_FIGURES: Final = (
    "table", "variant", "preset", "players", "seat", "name", "finished", "won", "shared", "points",
    "rounds", "rounds_lost", "rounds_best", "lives_lost", "average_hand", "best_hand", "closed",
    "closed_paid",
)  # fmt: skip
"""Statistics columns to compare."""


def evenings() -> dict[str, Table]:
    """Return running and ended tables of one person and of several, by their ids."""
    plain: dict[str, OptionValue] = {"lives": 1, "special": "none"}
    found = {}
    for number, preset in enumerate(("pagat", "dutch", "choy")):
        rounds: dict[str, OptionValue] = {"rounds": 2} if preset == "choy" else {"lives": 1}
        evening = alone(preset, 3, rounds, seed=60 + number)
        evening.now += number * 60_000
        evening.go_on_for(80)
        found[f"alone-{preset}"] = evening.table
    found["device"] = device("pagat", 63).table
    running = alone("app-a7", 3, plain, seed=64)
    while running.table.to_act != 0 or running.table.round < 2:
        running.go_on()
    found["alone-running"] = running.table
    between = alone("pagat", 2, {"special": "none"}, seed=65)
    between.play_round()
    found["alone-between"] = between.table

    shared = Evening(
        Settings(seats=3, bots="beginner", visibility="open"), "pagat", plain, 66, True
    )
    shared.begin(2)
    shared.agree_all()
    shared.play_on()
    opened = open_rematch(shared.table, "t", "id-1", shared.at, "t2")
    shared.execute(Rematch("id-1", "t2"))
    found |= {"t": shared.table, "t2": Table.replay(opened)}

    # Forgetting the only person at a table would remove the table.
    other = Evening(Settings(seats=3, bots="casual"), "app-a7", plain, 67)
    other.execute(Join("id-9", "Ines"))
    other.execute(Join("id-2", "Cleo"))
    other.execute(Start("id-0"))
    other.play_on()
    name = placeholder_name(1, [seat.name for seat in other.table.seats])
    changed = {body["seq"]: body for body in without_player(other.bodies, "id-9", name)}
    log = [read_event(changed.get(body["seq"], body)) for body in other.bodies]
    found["forgotten"] = Table.replay(log)

    settings = Settings(seats=4, bots="random", clock=_SLOW, visibility="open")
    late = Evening(settings, "pagat", {"special": "none"}, 68)
    late.execute(Join("id-1", "Bo", face="Theo-dusk-rust"))
    late.execute(Join("bot.one", "Robot"))
    late.execute(Start("id-0"))
    late.execute(ServerResumed(late.at), after=600)
    late.execute(Away("id-0", 2, present=False))
    late.execute(Leave("id-1"))
    while late.table.to_act != 0:
        late.act()
    found["clocked"] = late.table
    return found


async def fill(place: Path) -> None:
    """Fill a new database with tables, chat lines, names, ratings and facts."""
    database = await Database.open(place)
    rules_loader = RulesLoader()
    rules_loader.start()
    for table_id, table in evenings().items():
        await database.write(_opened(table_id, table))
    rating = asyncio.create_task(Ratings(database, rules_loader).run())
    try:
        await database.write(_said())
        await database.write(_unplayable(evenings()["alone-running"]))
        played = MatchHistories(database, rules_loader)
        await played.prepare()
        for player in PLAYERS:
            await played.catch_up(player)
        while await PeopleQueries(database).unrated(1):
            await asyncio.sleep(0.01)
        alive = ServerBeat("gone", "0.1.0", "2026-11-22T12:30:00.000+00:00")
        face = ChosenFace("id-0", "Berta-moss-oxblood")
        await database.write(WriteBatch(settings=[("secret", SECRET)], beats=[alive], faces=[face]))
        await pack_ended_tables(database)
    finally:
        rating.cancel()
        await asyncio.gather(rating, return_exceptions=True)
        await database.close()


def _opened(table_id: str, table: Table) -> WriteBatch:
    """Return the rows that a server writes for a table in the course of its match."""
    log, created = table.log, table.created
    own = [(seat.player, seat.name) for seat in created.seats[:1] if seat.player is not None]
    return WriteBatch(
        tables=[NewTable(table_id, created.at, *status_of(table_id, table)[1:])],
        seats=[NewSeat(table_id, 0, player) for player, _ in own],
        seat_assignments=seating_rows(table_id, table, log),
        player_names=[
            *(PlayerName(player, name, created.at) for player, name in own),
            *(named for named in name_rows(log) if named.player_id in PLAYERS),
        ],
        events=event_rows(table_id, log),
    )


def _said() -> WriteBatch:
    """Return the chat lines of three tables."""
    lines = [
        NewChatLine(table_id, number, player, ChatLine(
            number=number, at=f"2026-11-22T12:0{number}:00.000+00:00", seat=seat, name=name,
            text=text,
        ).model_dump(exclude={"number"}))
        for table_id, number, player, seat, name, text in (
            ("t", 1, "id-0", 0, "Anna", "Hallo zusammen!"),
            ("t", 2, "id-1", 1, "Bo", "hi 👋"),
            ("t2", 1, "id-1", 1, "Bo", "Nog een keer?"),
            ("clocked", 8, "bot.one", 2, "Robot", "31"),
            ("clocked", 9, "id-0", 0, "Anna", "<b>gut</b> & \"schön\""),
        )
    ]  # fmt: skip
    return WriteBatch(chat=lines, expired_chat=[ExpiredChat("clocked", 7)])


def _unplayable(table: Table) -> WriteBatch:
    """Return two running tables whose logs do not replay: other rules, and a damaged log."""
    writes = WriteBatch()
    for table_id, rules_version, seat in (("of-other-rules", "0", 2), ("damaged", "1", 2)):
        bodies = [event.body() for event in table.log]
        bodies[0] |= {"rules_version": rules_version}
        bodies[2] |= {"seat": (bodies[2]["seat"] + 1) % (seat + 1)}
        log = [read_event(body) for body in bodies]
        summary = initial_status(table_id, log).summary
        writes += WriteBatch(
            tables=[NewTable(table_id, log[0].at, summary, due=log[-1].at)],
            seats=[NewSeat(table_id, 0, "id-0")],
            events=event_rows(table_id, log),
        )
    return writes


def dump(place: Path) -> str:
    """Return the database as SQL."""
    with closing(sqlite3.connect(place)) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        lines = [f"PRAGMA application_id={application};", *connection.iterdump()]
    return "\n".join(lines) + "\n"


def load(sql: str, place: Path) -> None:
    """Create the database from its SQL."""
    with closing(sqlite3.connect(place)) as connection:
        connection.executescript(sql)


def sign_headers() -> dict[str, str]:
    """Return the cookies of people and the token of a program, by player id."""
    cookies = Cookies(bytes.fromhex(SECRET))
    headers = {}
    for player in PLAYERS:
        if player.startswith("bot."):
            headers[player] = f"Bearer {cookies.token(player)}"
            continue
        response = Response()
        cookies.set(response, Claim(player), secure=False)
        headers[player] = response.headers["set-cookie"].partition(";")[0]
    return headers


def header_of(header: str) -> dict[str, str]:
    """Return the HTTP header of a cookie or token."""
    return {"authorization" if header.startswith("Bearer ") else "cookie": header}


async def answers_of(served: RunningServer, headers: Mapping[str, str]) -> dict[str, Any]:
    """Return the answers of a server to each player, as far as they hold still between moves."""
    database = served.services.database
    async with asyncio.timeout(PATIENCE):
        while await PeopleQueries(database).unrated(1):  # the server rates matches left over
            await asyncio.sleep(0.01)
    answers: dict[str, Any] = {}
    async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        for player, header in headers.items():
            answers[player] = await _answers_to(http, header_of(header))
            answers[player]["chat"] = {
                table_id: lines
                for table_id in answers[player]["tables"]
                if (lines := await _chat(served, table_id, header))
            }
        assert (await http.get("/api/lobby")).status_code == 200
    return answers


async def _answers_to(http: httpx.AsyncClient, header: dict[str, str]) -> dict[str, Any]:
    async def ask(path: str) -> Any:
        answer = await http.get(path, headers=header)
        assert answer.status_code == 200, answer.text
        return answer

    me = (await ask("/api/me")).json()
    tables = (await ask("/api/tables")).json()
    text = (await ask("/api/statistics.csv")).text
    figures = (await ask("/api/statistics")).json()
    infos = {
        table["id"]: _table(await ask(f"/api/tables/{table['id']}"), table["places"])
        for table in tables
    }
    return {
        "name": me["name"],
        "face": me["face"],
        "since": me["since"],
        "ratings": {
            one["variant"]: [one["rating"], one["matches"], one["wins"]] for one in me["ratings"]
        },
        "tables": infos,
        "records": {  # only of matches that have ended
            table_id: fingerprint((await ask(f"/api/tables/{table_id}/record")).json())
            for table_id, info in infos.items()
            if info["phase"] in ("over", "closed")
        },
        "matches": {name: figures["matches"][name] for name in _MATCHES},
        "figures": [
            " ".join(row[name] for name in _FIGURES)
            for row in csv.DictReader(io.StringIO(text))
            if row["finished"] == "true"
        ],
    }


async def _chat(served: RunningServer, table_id: str, header: str) -> list[str]:
    """Return the chat that a table sends to a person who connects."""
    if header.startswith("Bearer "):
        return []
    async with guest(served, table_id, header) as client:
        return ["{number} {at} {seat} {name}: {text}".format(**line) for line in client.said]


def _table(answer: httpx.Response, places: Any) -> dict[str, Any]:
    info = answer.json()
    names = ("rules_version", "closed", "phase", "round", "host", "rematch", "created")
    seats = [
        " ".join(
            [
                seat["name"],
                seat["level"] or "",
                *(name for name in _MARKS if seat[name]),
                seat.get("face", ""),
            ]
        ).strip()
        for seat in info["seats"]
    ]
    rules = {name: info["rules"][name] for name in ("preset", "options")}
    return {name: info[name] for name in names} | {
        "rules": rules, "seats": seats, "places": places,
    }  # fmt: skip


_MARKS: Final = ("you", "away", "invited", "program")
