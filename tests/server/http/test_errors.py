"""Security headers of responses, origins, cookies, and a page without inline scripts."""

import re
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.limits.buckets import Rate
from schwimmen.server.live.hub import Hub
from schwimmen.server.routes import pages

from ..conftest import RunningServer, serving
from ..guests import guest, share

pytestmark = pytest.mark.anyio

INDEX = Path(__file__).parents[3] / "frontend" / "index.html"
BROWSER = {"accept": "text/html"}


def check(answer: httpx.Response) -> None:
    """Check the security headers of a response."""
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in answer.headers
    if answer.request.url.path.startswith("/assets/"):
        assert answer.headers["content-security-policy"] == "default-src 'self' 'wasm-unsafe-eval'"
        return
    stated = answer.headers["content-security-policy"].split("; ")
    policy = dict(part.split(" ", 1) for part in stated)
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy.pop("script-src") == "'self' 'wasm-unsafe-eval'"
    assert policy["style-src"] == policy["connect-src"] == policy["worker-src"] == "'self'"
    assert not {"unsafe", "*", "http:", "https:", "blob:"} & set(re.split(r"[ '-]", str(policy)))
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    if answer.request.url.path.startswith("/api/") and answer.request.url.path.count(".") == 0:
        assert answer.headers["cache-control"] == "no-store"


async def test_every_kind_of_response_has_the_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<title>page</title>")
    (static / "favicon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (static / "assets" / "a-123.js").write_text("1")
    monkeypatch.setattr(pages, "STATIC", static)

    def fails(*_: object) -> None:
        raise RuntimeError("a bug")

    few = Limits(DEFAULT_ALLOWANCE._replace(tables=Rate(3, 60)), local=False)
    async with serving(tmp_path / "db", limits=few) as served:
        http = served.http
        await served.services.rules_loader.wait()
        table_id = await served.open_table()
        statuses = set()
        for path, headers in (
            ("/", BROWSER),
            (f"/t/{table_id}", BROWSER),
            ("/nowhere", BROWSER),
            ("/nowhere", {}),
            ("/favicon.svg", {}),
            ("/assets/a-123.js", {}),
            ("/assets/none.js", {}),
            ("/favicon.svg", {"range": "bytes=900-"}),
            ("/healthz", {}),
            ("/metrics", {}),
            ("/api/setup", {}),
            ("/api/openapi.json", {}),
            ("/api/nothing", {}),
            (f"/api/tables/{table_id}", {}),
            (f"/api/tables/{table_id}/qr.svg", {}),
            (f"/api/tables/{table_id}/record", {}),
            ("/api/statistics?players=x", {}),
            ("/", {"host": "evil.example"}),
        ):
            answer = await http.get(path, headers=headers)
            check(answer)
            statuses.add(answer.status_code)
        for body, headers in (
            (b"{}", {}),
            (b"{}", {"origin": "http://evil.example"}),
            (b" " * 70_000, {}),
            (b"{}", {}),
            (b"{}", {}),
        ):
            answer = await http.post("/api/tables", content=body, headers=headers)
            check(answer)
            statuses.add(answer.status_code)
        check(await http.delete("/api/tables"))
        monkeypatch.setattr(Hub, "info", fails)
        answer = await http.get(f"/api/tables/{table_id}")
        check(answer)
        statuses.add(answer.status_code)
    assert statuses >= {200, 400, 403, 404, 413, 416, 422, 429, 500}


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", ""])
async def test_another_origin_changes_nothing(
    method: str, origin: str, served: RunningServer
) -> None:
    paths = ["/api/tables", "/api/tables/shared", "/api/lobby/quick", "/api/me", "/api/me/recover"]
    for path in paths:
        answer = await served.http.request(method, path, headers={"origin": origin}, json={})
        assert answer.status_code == 403, path
        assert answer.json()["error"]["code"] == "wrong_origin"


async def test_requests_from_own_origins_are_accepted(served: RunningServer) -> None:
    await served.open_table()
    host = served.url.removeprefix("http://")

    async def asked(origin: str, host: str = host) -> int:
        headers = {"origin": origin, "host": host}
        return (await served.http.post("/api/me/recovery", headers=headers)).status_code

    for scheme in ("http", "https", "HTTP"):
        assert await asked(f"{scheme}://{host}") == 200
    strangers = (f"http://{host}.evil.example", f"http://evil.{host}", f"http://{host}0")
    for other in (f"{'x' * 3000}://{host}", f"ftp://{host}", f"://{host}", host, *strangers):
        assert await asked(other) == 403, other
    long = f"localhost:{'8' * 3000}"
    assert await asked(f"http://{long}", host=long) == 400


async def test_behind_a_proxy_the_origin_needs_the_public_scheme(tmp_path: Path) -> None:
    public = "https://cards.example.org"
    async with serving(tmp_path / "db", public_url=f"{public}/") as served:
        await served.open_table()
        local = served.url.removeprefix("http://")

        async def asked(origin: str, host: str) -> int:
            headers = {"origin": origin, "host": host}
            return (await served.http.post("/api/me/sign-out", headers=headers)).status_code

        assert await asked(public, "cards.example.org") == 200
        assert await asked("http://cards.example.org", "cards.example.org") == 403
        assert await asked(f"{public}:8443", "cards.example.org:8443") == 403
        assert await asked(f"http://{local}", local) == 200
        assert await asked(public, local) == 403
        address = f"{served.url.replace('http', 'ws')}/api/tables/x/ws"
        headers = {"origin": "http://cards.example.org", "host": "cards.example.org"}
        with pytest.raises(InvalidStatus):
            async with connect(address, additional_headers=headers):
                pass


@pytest.mark.parametrize("days", [0, 30])
async def test_hsts_is_sent_by_option_only(days: int, tmp_path: Path) -> None:
    public = "https://cards.example.org/"
    async with serving(tmp_path / "db", public_url=public, hsts=days) as served:
        headers = (await served.http.get("/healthz")).headers
    expected = f"max-age={days * 86400}" if days else None
    assert headers.get("strict-transport-security") == expected


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_cookie_attributes(scheme: str, tmp_path: Path) -> None:
    async with serving(tmp_path / "db", proxies="127.0.0.1") as served:
        served.http.headers["x-forwarded-proto"] = scheme
        await served.open_table()
        table_id, _ = await share(served, seats=2)
        asked = {"preset": "pagat", "players": 2, "name": "Bo"}
        answers = [
            await served.http.post("/api/lobby/quick", json=asked),
            await served.http.put("/api/me", json={"name": "Bo"}),
            await served.http.delete("/api/me"),
        ]
        async with guest(served, table_id) as new:
            assert new.socket.response is not None
            given = [new.socket.response.headers["set-cookie"]]
        given += [answer.headers["set-cookie"] for answer in answers]
        for number, cookie in enumerate(given):
            name, *attributes = cookie.lower().split("; ")
            assert re.match(r"schwimmen-[0-9a-f]{8}=", name)
            assert {"httponly", "samesite=lax", "path=/"} <= set(attributes)
            assert not any(attribute.startswith("domain") for attribute in attributes)
            # The WebSocket lacks the proxy's header; deleting a cookie needs no TLS.
            assert ("secure" in attributes) == (scheme == "https" and number in (1, 2))


def test_the_page_has_no_inline_scripts_or_styles() -> None:
    page = INDEX.read_text("utf-8")
    assert re.findall(r"<script\b[^>]*>(.*?)</script>", page, re.S) == [""]
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page, re.I)
