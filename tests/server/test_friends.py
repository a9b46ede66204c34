"""Friends and invitations over HTTP: two people meet, befriend, invite, block and are deleted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from schwimmen.server.limits.allowance import Limits
from schwimmen.server.limits.buckets import Rate
from schwimmen.server.operation.maintenance import KEEP_FOREVER, clean_up
from schwimmen.server.storage import DatabaseLocation

from .conftest import TEST_ALLOWANCE, RunningServer, serving
from .guests import Guest, begin, guest, seated, share
from .test_http import error_of
from .test_storage import engine_of

pytestmark = pytest.mark.anyio

LATE = "2026-11-23T22:59:59.000+00:00"
TOMORROW = "2026-11-23T23:00:00.000+00:00"
DAY_AFTER = "2026-11-24T23:00:00.000+00:00"


class Browser:
    """HTTP client of a guest."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def send(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request that succeeds and return the JSON of the answer."""
        answer = await self.http.request(method, f"/api/{path}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Send a request that fails and return the status and the code."""
        answer = await self.http.request(method, f"/api/{path}", json=body)
        return answer.status_code, str(error_of(answer)["code"])

    async def names(self) -> dict[str, list[str]]:
        """Return the names in all lists that are not empty."""
        lists = await self.send("GET", "friends")
        return {key: [one["name"] for one in people] for key, people in lists.items() if people}


@asynccontextmanager
async def browser(served: RunningServer, cookie: str = "") -> AsyncIterator[Browser]:
    headers = {"cookie": cookie} if cookie else {}
    async with httpx.AsyncClient(base_url=served.url, headers=headers) as http:
        yield Browser(http)


@asynccontextmanager
async def at_a_table(
    served: RunningServer, people: int = 2, **settings: Any
) -> AsyncIterator[tuple[str, list[Guest], list[Browser]]]:
    """Provide a table with seated guests, and the browser of each."""
    async with seated(served, people, **settings) as (table_id, guests), AsyncExitStack() as stack:
        browsers = [
            await stack.enter_async_context(browser(served, guest.cookie)) for guest in guests
        ]
        yield table_id, guests, browsers


async def befriend(table_id: str, anna: Browser, bo: Browser) -> None:
    """Let Anna at the first seat and Bo at the second ask each other."""
    await anna.send("POST", "friends", {"table": table_id, "seat": 1})
    await bo.send("POST", "friends", {"table": table_id, "seat": 0})


async def test_two_people_become_friends_and_end_it(location: DatabaseLocation) -> None:
    async with (
        serving(location) as served,
        at_a_table(served) as (table_id, guests, (anna, bo)),
    ):
        assert await anna.names() == {}  # they have not played yet
        await begin(guests)
        assert await anna.names() == {"recent": ["Bo"]}
        await anna.send("POST", "friends", {"table": table_id, "seat": 1})
        assert await anna.names() == {"asked": ["Bo"]}
        assert await bo.names() == {"asking": ["Anna"]}
        assert (await bo.send("GET", "invitations"))["asking"] == 1
        (asking,) = (await bo.send("GET", "friends"))["asking"]
        relation = {"seat": 0, "id": asking["id"], "relation": "asking"}
        assert await bo.send("GET", f"friends/at/{table_id}") == [relation]
        lists = await bo.send("PUT", f"friends/{asking['id']}")
        assert [one["name"] for one in lists["friends"]] == ["Anna"]
        assert await anna.names() == {"friends": ["Bo"]}
        (friend,) = (await anna.send("GET", "friends"))["friends"]
        assert friend["id"] != asking["id"]
        assert await anna.refused("PUT", f"friends/{asking['id']}") == (422, "unknown_person")
        await anna.send("DELETE", f"friends/{friend['id']}")
        assert await bo.names() == {"recent": ["Anna"]}


async def test_no_answer_shows_a_player_id(location: DatabaseLocation) -> None:
    async with (
        serving(location) as served,
        at_a_table(served) as (table_id, guests, (anna, bo)),
    ):
        await begin(guests)
        await befriend(table_id, anna, bo)
        secrets = (await served.services.database.seats_of(table_id)).values()
        for path in ("friends", f"friends/at/{table_id}", "invitations"):
            shown = (await anna.http.get(f"/api/{path}")).text
            assert not [one for one in secrets if one in shown]


async def test_bad_requests(location: DatabaseLocation) -> None:
    async with (
        serving(location) as served,
        browser(served) as stranger,
        at_a_table(served, seats=3) as (table_id, _, (anna, _)),
    ):
        for body, code in (
            ({"table": table_id, "seat": 0}, "is_yourself"),
            ({"table": table_id, "seat": 2}, "unknown_person"),
            ({"table": "nowhere", "seat": 1}, "not_seated"),
            ({"table": table_id, "seat": -1}, "invalid"),
            ({"table": table_id, "seat": "x"}, "invalid"),
            ({"table": "x" * 33, "seat": 1}, "invalid"),
            ({"table": table_id}, "invalid"),
        ):
            assert await anna.refused("POST", "friends", body) == (422, code)
            assert await anna.refused("POST", "blocked", body) == (422, code)
        for method, path in (
            ("PUT", "friends"),
            ("DELETE", "friends"),
            ("PUT", "blocked"),
            ("DELETE", "blocked"),
        ):
            unknown = f"{path}/{'x' * 16}"
            for caller in (anna, stranger):
                assert await caller.refused(method, unknown) == (422, "unknown_person")
            assert await anna.refused(method, f"{path}/x") == (422, "invalid")
        there = {"table": table_id, "seat": 1}
        assert await stranger.refused("POST", "friends", there) == (422, "not_seated")
        assert await stranger.names() == {}
        assert await stranger.send("GET", f"friends/at/{table_id}") == []
        assert (await stranger.send("GET", f"invitations/{table_id}"))["friends"] == []
        invitation = {"table": table_id, "friend": "x" * 16}
        assert await stranger.refused("POST", "invitations", invitation) == (422, "not_seated")
        assert await anna.refused("POST", "invitations", invitation) == (422, "unknown_person")
        assert not stranger.http.cookies


async def test_all_requests_are_declined(location: DatabaseLocation) -> None:
    async with (
        serving(location) as served,
        at_a_table(served, people=3) as (table_id, _, (anna, bo, cleo)),
    ):
        for one in (bo, cleo):
            await one.send("POST", "friends", {"table": table_id, "seat": 0})
        assert await anna.names() == {"asking": ["Bo", "Cleo"]}
        lists = await anna.send("DELETE", "friends/asking")
        assert lists["asking"] == []
        assert (await anna.names(), await bo.names()) == ({}, {})


async def test_a_blocked_player_cannot_tell(location: DatabaseLocation) -> None:
    async with (
        serving(location) as served,
        at_a_table(served) as (table_id, _, (anna, bo)),
    ):
        await befriend(table_id, anna, bo)
        (friend,) = (await anna.send("GET", "friends"))["friends"]
        await anna.send("PUT", f"blocked/{friend['id']}")
        assert await anna.names() == {"blocked": ["Bo"]}
        assert await bo.names() == {}
        (relation,) = await bo.send("GET", f"friends/at/{table_id}")
        assert relation["relation"] == "none"
        there = {"table": table_id, "seat": 1}
        assert await anna.refused("POST", "friends", there) == (422, "is_blocked")
        await bo.send("POST", "friends", {"table": table_id, "seat": 0})
        assert await bo.names() == {"asked": ["Anna"]}
        assert await anna.names() == {"blocked": ["Bo"]}
        assert (await anna.send("GET", "invitations"))["asking"] == 0
        await anna.send("DELETE", f"blocked/{friend['id']}")
        assert await anna.names() == {"asking": ["Bo"]}


async def test_quick_match_seats_no_one_beside_a_blocked_player(
    location: DatabaseLocation,
) -> None:
    wanted = {"preset": "pagat", "players": 3}
    async with (
        serving(location) as served,
        at_a_table(served, 3) as (table_id, _, (anna, bo, cleo)),
    ):
        await anna.send("POST", "blocked", {"table": table_id, "seat": 1})
        at = [
            (await one.send("POST", "lobby/quick", wanted | {"name": name}))["id"]
            for one, name in ((anna, "Anna"), (bo, "Bo"), (cleo, "Cleo"))
        ]
        assert at[0] != at[1]
        assert at[2] in at[:2]


async def test_a_friend_is_invited_and_sits_down(location: DatabaseLocation) -> None:
    async with (
        serving(location) as served,
        at_a_table(served) as (met, _, (anna, bo)),
    ):
        await befriend(met, anna, bo)
        table_id, _ = await share(served, name="Dora", seats=2)
        async with guest(served, table_id, anna.http.headers["cookie"]) as host:
            assert (await host.ask("join", name="Anna"))["type"] == "accepted"
            (friend,) = (await anna.send("GET", f"invitations/{table_id}"))["friends"]
            assert friend["state"] == "free"
            new = {"table": table_id, "friend": friend["id"]}
            assert await anna.refused("POST", "invitations", new) == (422, "table_full")
            assert (await host.ask("leave"))["type"] == "accepted"
            assert await anna.refused("POST", "invitations", new) == (422, "not_seated")

        table_id, cookie = await share(served, name="Dora", seats=3)
        async with guest(served, table_id, anna.http.headers["cookie"]) as host:
            assert (await host.ask("join", name="Anna"))["type"] == "accepted"
            new = {"table": table_id, "friend": friend["id"]}
            for _ in range(2):  # the second one is the same
                choices = await anna.send("POST", "invitations", new)
                assert choices["left"] == 9
                assert [one["state"] for one in choices["friends"]] == ["invited"]
            found = await bo.send("GET", "invitations")
            invitation = {
                "table": table_id,
                "name": "Anna",
                "face": None,
                "preset": "pagat",
                "free": 1,
            }
            assert found == {"invitations": [invitation], "friends": 1, "asking": 0}

            async with guest(served, table_id, bo.http.headers["cookie"]) as visitor:
                assert (await visitor.ask("join", name="Bo"))["type"] == "accepted"
                assert (await bo.send("GET", "invitations"))["invitations"] == []
                choices = await anna.send("POST", "invitations", new)
                assert [one["state"] for one in choices["friends"]] == ["seated"]
                assert (await visitor.ask("leave"))["type"] == "accepted"
                assert (await bo.send("GET", "invitations"))["invitations"] == [invitation]
            found = await bo.send("DELETE", f"invitations/{table_id}")
            assert found["invitations"] == []
            choices = await anna.send("POST", "invitations", new)
            assert [one["state"] for one in choices["friends"]] == ["invited"]
            assert (await bo.send("GET", "invitations"))["invitations"] == []

            async with guest(served, table_id, cookie) as dora:
                assert (await dora.ask("start"))["type"] == "accepted"
            assert await anna.refused("POST", "invitations", new) == (422, "already_started")
        nowhere = {"table": "nowhere", "friend": friend["id"]}
        assert await anna.refused("POST", "invitations", nowhere) == (404, "unknown_table")
        alone = (
            await anna.http.post(
                "/api/tables",
                json={"preset": "pagat", "name": "Anna", "opponents": [{"level": "random"}]},
            )
        ).json()["id"]
        new = {"table": alone, "friend": friend["id"]}
        assert await anna.refused("POST", "invitations", new) == (422, "one_person")


async def test_an_invitation_ends_with_the_friendship_or_when_the_friend_leaves(
    location: DatabaseLocation,
) -> None:
    async with (
        serving(location) as served,
        at_a_table(served, 2, seats=3) as (met, (host, visitor), (anna, bo)),
    ):
        await befriend(met, anna, bo)
        (friend,) = (await anna.send("GET", "friends"))["friends"]
        assert (await visitor.ask("leave"))["type"] == "accepted"
        await anna.send("POST", "invitations", {"table": met, "friend": friend["id"]})
        assert len((await bo.send("GET", "invitations"))["invitations"]) == 1
        assert (await host.ask("leave"))["type"] == "accepted"
        assert (await bo.send("GET", "invitations"))["invitations"] == []
        assert (await host.ask("join", name="Anna"))["type"] == "accepted"
        assert len((await bo.send("GET", "invitations"))["invitations"]) == 1
        await anna.send("PUT", f"blocked/{friend['id']}")
        assert (await bo.send("GET", "invitations"))["invitations"] == []


async def test_ten_invitations_a_day(location: DatabaseLocation) -> None:
    async with serving(location) as served:
        clock = served.services.hub.server_clock
        clock.wall = lambda: LATE
        async with at_a_table(served) as (met, _, (anna, bo)):
            await befriend(met, anna, bo)
            (friend,) = (await anna.send("GET", "friends"))["friends"]
            body = {"preset": "pagat", "name": "Anna", "settings": {"seats": 2}}
            for left in (*range(9, -1, -1), None):
                table_id = (await anna.http.post("/api/tables/shared", json=body)).json()["id"]
                new = {"table": table_id, "friend": friend["id"]}
                if left is not None:
                    assert (await anna.send("POST", "invitations", new))["left"] == left
                    continue
                answer = await anna.http.post("/api/invitations", json=new)
                assert (answer.status_code, error_of(answer)["code"]) == (
                    429,
                    "too_many_invitations",
                )
                assert error_of(answer)["details"] == {"most": 10}
            assert len((await bo.send("GET", "invitations"))["invitations"]) == 10
            clock.wall = lambda: TOMORROW  # midnight in Berlin
            assert (await anna.send("POST", "invitations", new))["left"] == 9
            assert len((await bo.send("GET", "invitations"))["invitations"]) == 11
            clock.wall = lambda: DAY_AFTER  # only the last one is still valid
            assert len((await bo.send("GET", "invitations"))["invitations"]) == 1
            for day, left in ((24, 11), (26, 1), (27, 0)):
                now = datetime(2026, 11, day, tzinfo=UTC)
                await clean_up(served.services.hub, served.services.database, KEEP_FOREVER, now)
                assert await count(location, "invitations") == left


async def test_all_is_gone_with_the_data_of_either_player(location: DatabaseLocation) -> None:
    async with (
        serving(location) as served,
        at_a_table(served, 3) as (met, _, (anna, bo, cleo)),
    ):
        await befriend(met, anna, bo)
        await cleo.send("POST", "blocked", {"table": met, "seat": 0})
        await cleo.send("POST", "friends", {"table": met, "seat": 1})
        body = {"preset": "pagat", "name": "Anna", "settings": {"seats": 2}}
        table_id = (await anna.http.post("/api/tables/shared", json=body)).json()["id"]
        (friend,) = (await anna.send("GET", "friends"))["friends"]
        await anna.send("POST", "invitations", {"table": table_id, "friend": friend["id"]})
        seats = await served.services.database.seats_of(met)
        before = await everything(location)
        assert all(player in before for player in seats.values())
        await bo.send("DELETE", "me")
        left = await everything(location)
        assert seats[1] not in left
        assert seats[0] in left  # Cleo has blocked Anna
        assert await anna.names() == {}
        await anna.send("DELETE", "me")
        left = await everything(location)
        assert not [player for player in seats.values() if player in left]
        assert await cleo.names() == {}


async def count(location: DatabaseLocation, name: str) -> int:
    """Return the number of rows of a table of the database."""
    engine = engine_of(location)
    async with engine.connect() as connection:
        rows = (await connection.execute(text(f"SELECT * FROM {name}"))).all()
    await engine.dispose()
    return len(rows)


async def everything(location: DatabaseLocation) -> str:
    """Return all rows about friends as text."""
    engine = engine_of(location)
    rows: list[Any] = []
    async with engine.connect() as connection:
        for name in ("friend_requests", "blocks", "invitations"):
            rows += (await connection.execute(text(f"SELECT * FROM {name}"))).all()
    await engine.dispose()
    return str(rows)


async def test_changes_are_limited_for_each_player(tmp_path: Path) -> None:
    allowed = TEST_ALLOWANCE._replace(friends_of_player=Rate(burst=2, every=60))
    limits = Limits(allowed, local=False)
    async with (
        serving(tmp_path / "db", limits=limits) as served,
        at_a_table(served) as (table_id, _, (anna, bo)),
    ):
        body = {"table": table_id, "seat": 1}
        await anna.send("POST", "friends", body)
        await anna.send("POST", "friends", body)
        assert await anna.refused("POST", "friends", body) == (429, "too_many")
        assert await anna.refused("POST", "invitations", {}) == (429, "too_many")
        assert await anna.names() == {"asked": ["Bo"]}
        await bo.send("POST", "friends", {"table": table_id, "seat": 0})
