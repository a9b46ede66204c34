"""Programs that play with a token instead of a cookie."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits

from .conftest import Client, RunningServer, serving
from .guests import guest, share
from .limits.test_buckets import Clock
from .test_http import error_of

pytestmark = pytest.mark.anyio

HERE = {"x-forwarded-for": "192.0.2.1"}


async def token(http: httpx.AsyncClient, name: str = "Robo") -> dict[str, str]:
    """Return the authorization header of a new program."""
    answer = await http.post("/api/bots", json={"name": name})
    assert answer.status_code == 201
    assert "set-cookie" not in answer.headers
    return {"Authorization": f"Bearer {answer.json()['token']}"}


async def test_a_program_is_identified_by_its_token_alone(served: RunningServer) -> None:
    one, other = await token(served.http), await token(served.http)
    asked = {"preset": "pagat", "name": "Robo", "settings": {"seats": 2}}
    made = await served.http.post("/api/tables/shared", json=asked, headers=one)
    assert made.status_code == 201
    assert "set-cookie" not in made.headers
    own = [(await served.http.get("/api/tables", headers=who)).json() for who in (one, other, {})]
    assert [[table["id"] for table in tables] for tables in own] == [[made.json()["id"]], [], []]
    assert (await served.http.get("/api/me", headers=one)).json()["name"] == "Robo"
    seen = (await served.http.get(f"/api/tables/{made.json()['id']}")).json()
    assert [(seat["name"], seat["program"]) for seat in seen["seats"]] == [("Robo", True)]
    gone = await served.http.delete("/api/me", headers=one)
    assert gone.json() == {"removed": 1, "left": 0}
    assert (await served.http.get("/api/tables", headers=one)).json() == []


async def test_a_program_has_no_recovery_link(served: RunningServer) -> None:
    robo = await token(served.http)
    answer = await served.http.post("/api/me/recovery", headers=robo)
    assert answer.status_code == 422
    assert error_of(answer)["code"] == "is_program"


async def test_a_program_at_a_table_is_marked_as_one(
    served: RunningServer,
) -> None:
    table_id, cookie = await share(served, seats=3)
    address = f"{served.url.replace('http', 'ws')}/api/tables/{table_id}/ws"
    async with guest(served, table_id, cookie) as host:
        # The token takes precedence over a cookie.
        headers = await token(served.http) | {"cookie": cookie}
        async with connect(address, additional_headers=headers, close_timeout=1) as socket:
            assert socket.response is not None
            assert "set-cookie" not in socket.response.headers
            program = Client(socket)
            assert (await program.hello())["type"] == "welcome"
            assert program.seat is None
            assert (await program.ask("join", name="Robo"))["type"] == "accepted"
        while len(host.table["seats"]) < 2:
            await host.until("events")
        assert [seat["program"] for seat in host.table["seats"]] == [False, True]


@pytest.mark.parametrize("given", ["x", "bot.", "bot.abc.def", "bot.\u00e4"])
async def test_an_invalid_token_is_refused(served: RunningServer, given: str) -> None:
    table_id, _ = await share(served, seats=2)
    headers = {b"Authorization": f"Bearer {given}".encode("latin-1")}
    answer = await served.http.get("/api/tables", headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert error_of(answer)["code"] == "unauthorized"
    address = f"{served.url.replace('http', 'ws')}/api/tables/{table_id}/ws"
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, additional_headers={"Authorization": f"Bearer {given}"})
    assert refused.value.response.status_code == 403


async def test_a_cookie_is_no_token_and_a_token_no_cookie(served: RunningServer) -> None:
    _, cookie = await share(served, seats=2)
    name, _, player = cookie.partition("=")
    headers = {"Authorization": f"Bearer {player}"}
    assert (await served.http.get("/api/tables", headers=headers)).status_code == 401
    program = (await token(served.http))["Authorization"].removeprefix("Bearer ")
    headers = {"cookie": f"{name}={program}"}
    assert (await served.http.get("/api/me", headers=headers)).json()["known"] is False


async def test_a_program_needs_an_acceptable_name(served: RunningServer) -> None:
    answer = await served.http.post("/api/bots", json={"name": " "})
    assert answer.status_code == 422
    assert error_of(answer)["code"] == "bad_name"


async def test_requests_of_a_program_are_limited(tmp_path: Path) -> None:
    clock = Clock()
    limits = Limits(clock=clock)
    async with serving(tmp_path / "db", proxies="127.0.0.1", limits=limits) as served:
        http = served.http
        http.headers.update(HERE)
        one, other = await token(http), await token(http)
        for _ in range(DEFAULT_ALLOWANCE.requests_of_program.burst):
            assert (await http.get("/api/me", headers=one)).status_code == 200
        assert (await http.get("/api/me", headers=one)).status_code == 429
        assert (await http.get("/api/me", headers=other)).status_code == 200
        assert (await http.get("/api/me")).status_code == 200
        clock.now += DEFAULT_ALLOWANCE.requests_of_program.every
        assert (await http.get("/api/me", headers=one)).status_code == 200
        for _ in range(DEFAULT_ALLOWANCE.tokens.burst - 2):
            await token(http)
        answer = await http.post("/api/bots", json={"name": "Robo"})
        assert answer.status_code == 429
        assert error_of(answer)["message"].startswith("too many new tokens")
