"""``schwimmen doctor``: every mistake of a proxy or an option is named, with what to change."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import re
import ssl
from collections.abc import AsyncIterator, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from schwimmen.cli import main
from schwimmen.server.doctor import Finding, NotSchwimmen, Unreachable, examination, examine
from schwimmen.server.doctor.remedies import PROXIES
from schwimmen.server.doctor.visitor import Visitor
from schwimmen.server.routes import operation, pages
from schwimmen.server.runtime import metrics
from schwimmen.server.runtime.metrics import MetricsAccess

from ..conftest import RunningServer, serving
from .proxy import HOST, Headers, Proxy

pytestmark = pytest.mark.anyio

HERE = Path(__file__).parent
TOKEN = "a-token-for-the-tests"


@pytest.fixture(autouse=True)
def set_up(tmp_path: Path, cards_host: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the name of the proxy lead to this machine, and build a page."""
    monkeypatch.setattr(examination, "IDLE_S", 0.3)
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text('<script type="module" src="./assets/a-1.js"></script>')
    (static / "assets" / "a-1.js").write_text("1")
    (static / "sw.js").write_text("1")
    monkeypatch.setattr(pages, "STATIC", static)


def tls(certificate: str = "certificate.pem") -> ssl.SSLContext:
    """Return the context of a server with that certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(HERE / certificate)
    return context


@contextlib.asynccontextmanager
async def behind(
    proxy: Proxy,
    tmp_path: Path,
    public_url: str | None = "",
    proxies: str | None = "127.0.0.1",
    base_path: str = "",
) -> AsyncIterator[RunningServer]:
    """Run a server with that public URL (default: the proxy's) behind the proxy."""
    public = proxy.url if public_url == "" else public_url
    access = MetricsAccess(local=False, token=TOKEN)
    async with (
        serving(
            tmp_path / "db",
            public_url=public,
            host="127.0.0.1",
            proxies=proxies,
            metrics_access=access,
            base_path=base_path,
        ) as served,
        proxy.serving(served.url.removesuffix(base_path)),
    ):
        await served.services.rules_loader.wait()
        yield served


async def examined(url: str, quick: bool = True, **more: Any) -> dict[str, Finding]:
    """Return the findings that are not right, by their checks."""
    found = await asyncio.to_thread(lambda: list(examine(url, quick, token=TOKEN, **more)))
    assert found
    return {one.check: one for one in found if one.status != "right"}


async def only(proxy: Proxy, tmp_path: Path, check: str, **more: Any) -> Finding:
    """Return the only finding that is not right."""
    async with behind(proxy, tmp_path, **more):
        found = await examined(proxy.url)
    assert list(found) == [check], found
    assert found[check].status == "change"
    return found[check]


async def test_a_server_behind_a_right_proxy(tmp_path: Path) -> None:
    proxy = Proxy(tls=tls())
    async with behind(proxy, tmp_path):
        said: list[str] = []
        found = await asyncio.to_thread(
            lambda: list(examine(proxy.url, token=TOKEN, report=said.append))
        )
    assert [one for one in found if one.status != "right"] == []
    assert {"TLS", "origin", "WebSocket", "idle", "cookie", "disk"} <= {one.check for one in found}
    assert len(said) == 1


async def test_a_server_below_a_path(tmp_path: Path) -> None:
    proxy = Proxy(tls=tls())
    async with behind(proxy, tmp_path, base_path="/cards"):
        assert await examined(f"{proxy.url}cards") == {}
        assert "the game is at /cards/" in (await examined(proxy.url))["path"].line


async def test_a_server_without_a_proxy(served: RunningServer) -> None:
    assert await examined(served.url) == {}


def removed(*names: str) -> Any:
    """Return an edit that removes headers."""

    def edit(headers: Headers) -> None:
        for name in names:
            headers.pop(name, None)

    return edit


async def test_a_lost_upgrade(tmp_path: Path) -> None:
    found = await only(Proxy(removed("upgrade", "connection")), tmp_path, "WebSocket")
    assert found.line == "the proxy removes Upgrade or Connection"
    assert "proxy_set_header Upgrade $http_upgrade;" in found.remedies["nginx"]


async def test_a_proxy_without_a_name_gets_the_lines_of_all(tmp_path: Path) -> None:
    proxy = Proxy(removed("upgrade"), edit_answer=removed("server"))
    found = await only(proxy, tmp_path, "WebSocket")
    assert set(found.remedies) == set(PROXIES)
    async with behind(proxy := Proxy(removed("upgrade")), tmp_path):
        named = await examined(proxy.url, proxy="haproxy")
    assert set(named["WebSocket"].remedies) == {"haproxy"}


async def test_a_host_without_its_port(tmp_path: Path) -> None:
    proxy = Proxy(lambda headers: headers.update(host=HOST))
    async with behind(proxy, tmp_path):
        found = await examined(proxy.url)
    assert set(found) == {"host"}  # --public-url says which origin is right
    line = f"the proxy sends {HOST} instead of {HOST}:{proxy.port} (it loses the port)"
    assert found["host"].line == line
    assert found["host"].remedies == {"nginx": "proxy_set_header Host $http_host;"}


async def test_the_host_of_the_upstream(tmp_path: Path) -> None:
    proxy = Proxy(lambda headers: headers.update(host="127.0.0.1:8000"))
    async with behind(proxy, tmp_path, public_url=None):
        found = await examined(proxy.url)
    assert {"host", "origin", "WebSocket"} <= set(found)
    assert "sends 127.0.0.1:8000 instead of" in found["host"].line
    assert found["origin"].line.endswith("its host name is not 127.0.0.1:8000")
    assert "follows" in found["WebSocket"].line


async def test_an_unknown_host(tmp_path: Path) -> None:
    proxy = Proxy()
    found = await only(proxy, tmp_path, "host", public_url=None)
    assert found.line.endswith(f"schwimmen serve --public-url http://{HOST}:{proxy.port}")
    proxy = Proxy(lambda headers: headers.update(host="backend"))
    found = await only(proxy, tmp_path, "host")
    assert "sends backend instead of" in found.line


async def test_another_public_url(tmp_path: Path) -> None:
    async with behind(proxy := Proxy(), tmp_path, public_url=f"https://{HOST}/"):
        found = await examined(proxy.url)
    assert found["origin"].line.endswith(f"correct --public-url, which is https://{HOST}")


async def test_a_missing_scheme(tmp_path: Path) -> None:
    proxy = Proxy(removed("x-forwarded-proto"), tls=tls())
    async with behind(proxy, tmp_path):
        found = await examined(proxy.url)
    assert set(found) == {"scheme", "cookie"}
    assert found["scheme"].remedies == {"nginx": "proxy_set_header X-Forwarded-Proto $scheme;"}


async def test_an_untrusted_proxy(tmp_path: Path) -> None:
    async with behind(proxy := Proxy(tls=tls()), tmp_path, proxies=None):
        found = await examined(proxy.url)
    assert found["scheme"].line.endswith("schwimmen serve --trust-proxy 127.0.0.1")
    assert found["address"].line.endswith("schwimmen serve --trust-proxy 127.0.0.1")
    assert found["cookie"].line == "the cookie lacks secure (follows from the scheme)"


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda headers: headers.update(host="127.0.0.1"), "sees the host 127.0.0.1, but"),
        (removed("x-forwarded-for"), "X-Forwarded-For is missing, but not over HTTP"),
        (removed("x-forwarded-proto"), "X-Forwarded-Proto is missing"),
    ],
)
async def test_another_location_for_sockets(edit: Any, words: str, tmp_path: Path) -> None:
    def of_sockets(headers: Headers) -> None:
        if "upgrade" in headers:
            headers.pop("origin")
            edit(headers)

    found = await only(Proxy(of_sockets, tls=tls()), tmp_path, "WebSocket")
    assert words in found.line


async def test_a_missing_address(tmp_path: Path) -> None:
    found = await only(Proxy(removed("x-forwarded-for")), tmp_path, "address")
    assert found.remedies == {"nginx": "proxy_set_header X-Forwarded-For $remote_addr;"}


async def test_an_address_that_visitors_can_forge(tmp_path: Path) -> None:
    found = await only(Proxy(passes_address=True), tmp_path, "address")
    assert "forge" in found.line


async def test_an_idle_timeout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examination, "IDLE_S", 60)
    async with behind(proxy := Proxy(idle_s=0.2), tmp_path):
        found = await examined(proxy.url, quick=False)
    assert list(found) == ["idle"]
    assert found["idle"].line == "an idle WebSocket is closed after 0 seconds"
    assert found["idle"].remedies == {"nginx": "proxy_read_timeout 1h; proxy_send_timeout 1h;"}


@pytest.mark.parametrize(
    ("certificate", "words"), [("expired.pem", "expired"), ("certificate.pem", "self-signed")]
)
async def test_a_certificate_that_browsers_refuse(
    certificate: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted = HERE / "expired.pem"
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    found = await only(Proxy(tls=tls(certificate)), tmp_path, "TLS")
    assert words in found.line


async def test_a_certificate_near_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Visitor, "certificate_end", lambda _: 5 * 86_400.0 + 60)
    monkeypatch.setattr(examination, "time", lambda: 0.0)
    found = await only(Proxy(tls=tls()), tmp_path, "TLS")
    assert found.line == "the certificate is valid for 5 more days; renew it"


async def test_a_public_name_without_tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Visitor, "addresses", lambda _: ["8.8.8.8"])
    assert "read along" in (await only(Proxy(), tmp_path, "TLS")).line


@pytest.mark.parametrize(
    ("head", "right"),
    [
        (b"HTTP/1.1 200 OK\r\n", False),
        (f"HTTP/1.1 301 Moved\r\nLocation: https://{HOST}/\r\n".encode(), True),
        (b"HTTP/1.1 301 Moved\r\nLocation: http://other.example/\r\n", False),
    ],
)
async def test_the_redirect_to_tls(
    head: bytes, right: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Proxy(route=lambda path: head + b"Content-Length: 0\r\n\r\n")
    secure = Proxy(tls=tls())
    monkeypatch.setattr(examination, "PLAIN_PORTS", {secure.port: plain.port})
    async with behind(secure, tmp_path), plain.serving(secure.url.rstrip("/")):
        found = await examined(secure.url)
    assert list(found) == ([] if right else ["redirect"])


def is_cached(headers: Headers) -> None:
    headers["cache-control"] = "max-age=3600"


async def test_a_page_that_the_proxy_lets_browsers_cache(tmp_path: Path) -> None:
    found = await only(Proxy(edit_answer=is_cached), tmp_path, "service worker")
    assert found.line == "sw.js has Cache-Control: max-age=3600 instead of no-cache"


NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"


@pytest.mark.parametrize(
    ("path", "check"),
    [
        ("/t/doctor", "path"),
        ("/assets/a-1.js", "path"),
        ("/sw.js", "service worker"),
        ("/api/connection", "path"),
    ],
)
async def test_a_path_that_the_proxy_keeps(path: str, check: str, tmp_path: Path) -> None:
    proxy = Proxy(route=lambda asked: NOT_FOUND if asked == path else None)
    found = await only(proxy, tmp_path, check)
    assert "404" in found.line or "missing" in found.line


async def test_a_path_that_the_server_does_not_serve(tmp_path: Path) -> None:
    body = b'{"error": {"code": "not_found", "message": "the game is at /cards/", "details": {}}}'
    head = f"HTTP/1.1 404 Not Found\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    proxy = Proxy(route=lambda path: head + body if path == "/healthz" else None)
    found = await only(proxy, tmp_path, "path")
    assert found.line == "/healthz is answered with 404: the game is at /cards/"


async def test_cookies_that_do_not_arrive(tmp_path: Path) -> None:
    found = await only(Proxy(edit_answer=removed("set-cookie")), tmp_path, "cookie")
    assert found.line == "the proxy removes the cookie"


async def test_a_server_that_is_down(tmp_path: Path) -> None:
    gateway = b"HTTP/1.1 502 Bad Gateway\r\nServer: nginx\r\nContent-Length: 0\r\n\r\n"
    found = await only(Proxy(route=lambda path: gateway), tmp_path, "server")
    assert found.remedies == {"nginx": "proxy_pass http://127.0.0.1:8000;"}


async def test_a_clock_that_is_wrong(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = "schwimmen.server.routes.operation.utc_now"
    monkeypatch.setattr(path, lambda: "2020-01-01T00:00:00.000+00:00")
    assert "seconds behind" in (await examined(served.url))["clock"].line


@pytest.mark.parametrize(("free", "status"), [(5e8, "change"), (math.nan, "unknown")])
async def test_the_disk(
    free: float, status: str, served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics.DISK_FREE.set_function(lambda: free)
    assert (await examined(served.url))["disk"].status == status


async def test_metrics_that_may_not_be_read_are_not_a_mistake(tmp_path: Path) -> None:
    async with behind(proxy := Proxy(), tmp_path):
        found = await asyncio.to_thread(lambda: list(examine(proxy.url, quick=True)))
    assert [one.check for one in found if one.status == "unknown"] == ["disk"]


def answered(answer: bytes, path: str) -> bytes:
    """Return the answer for any path."""
    return answer


async def test_a_redirect_and_another_program_are_refused(tmp_path: Path) -> None:
    moved = (
        b"HTTP/1.1 301 Moved\r\nLocation: https://a.example/healthz\r\nContent-Length: 0\r\n\r\n"
    )
    answers = {
        moved: "redirects to https://a.example/; examine that address",
        NOT_FOUND: "what answers is not Schwimmen",
        b"hello\r\n\r\n": "what answers is not HTTP",
    }
    for answer, words in answers.items():
        proxy = Proxy()
        proxy.route = partial(answered, answer)
        async with proxy.serving(":1"):
            with pytest.raises((NotSchwimmen, Unreachable), match=words):
                await examined(proxy.url)


def by_table(path: str, number: int) -> int:
    """Choose a server by the table in the path, and in turn for other requests."""
    found = re.match("/api/tables/([a-zA-Z0-9]{16})", path)
    return ord(found[1][0]) if found else number


def in_turn(path: str, number: int) -> int:
    """Choose one server after the other."""
    return number


@contextlib.asynccontextmanager
async def workers(
    proxy: Proxy, tmp_path: Path, names: Sequence[str | None] = ("a:1", "b:1"), shared: bool = True
) -> AsyncIterator[None]:
    """Run servers with these names behind the proxy, which share a database or do not."""
    async with contextlib.AsyncExitStack() as stack:
        urls = []
        for number, name in enumerate(names):
            made = serving(
                tmp_path / ("db" if shared else str(number)),
                public_url=proxy.url,
                proxies="127.0.0.1",
                metrics_access=MetricsAccess(local=False, token=TOKEN),
                worker_name=name,
            )
            urls.append((await stack.enter_async_context(made)).url)
        await stack.enter_async_context(proxy.serving(*urls))
        yield


async def findings(url: str) -> dict[str, Finding]:
    """Return all findings, by their checks."""
    found = await asyncio.to_thread(lambda: list(examine(url, quick=True, token=TOKEN)))
    return {one.check: one for one in found}


async def test_several_workers(tmp_path: Path) -> None:
    async with workers(proxy := Proxy(balance=by_table), tmp_path):
        found = await findings(proxy.url)
    assert {one.status for one in found.values()} == {"right"}
    assert found["workers"].line == "2 answer: a:1, b:1"
    assert found["tables"].line == "all requests of a table reach the same worker"


async def test_one_worker(tmp_path: Path, served: RunningServer) -> None:
    async with workers(proxy := Proxy(), tmp_path, ["alone"]):
        found = await findings(proxy.url)
    assert found["workers"].line == "one answers: alone"
    assert "tables" not in found
    found = await findings(served.url)
    assert found["workers"].line == "one, or several without --worker-name"


async def test_a_proxy_that_does_not_keep_tables_together(tmp_path: Path) -> None:
    async with workers(proxy := Proxy(balance=in_turn), tmp_path):
        found = await examined(proxy.url)
    assert list(found) == ["tables"]
    assert found["tables"].line.startswith("requests of one table reach a:1, b:1")
    assert found["tables"].remedies["nginx"].startswith("hash $table consistent;")


async def test_workers_with_different_databases(tmp_path: Path) -> None:
    async with workers(proxy := Proxy(balance=by_table), tmp_path, shared=False):
        found = await examined(proxy.url)
    assert list(found) == ["workers"]
    assert found["workers"].line.endswith("different databases, correct --database: a:1; b:1")


async def test_workers_with_different_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report, versions = operation._report, cycle(["1.0", "2.0", "2.0"])
    monkeypatch.setattr(
        operation, "_report", lambda one: report(one).model_copy(update={"version": next(versions)})
    )
    async with workers(proxy := Proxy(balance=by_table), tmp_path):
        found = await examined(proxy.url)
    assert list(found) == ["workers"]
    assert "different versions, update all: 1.0 at a:1, b:1; 2.0 at a:1, b:1" in str(found)


async def test_the_command(served: RunningServer, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["doctor", served.url, "--quick"]
    assert await asyncio.to_thread(main, command) == 0
    assert capsys.readouterr().out.startswith("right    name            127.0.0.1")
    metrics.DISK_FREE.set_function(lambda: 1.0)
    assert await asyncio.to_thread(main, [*command, "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[-1] == {
        "check": "disk",
        "status": "change",
        "line": "0.0 GiB free: make room",
        "remedies": {},
    }


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:1/", "connection refused"),
        ("http://nowhere.invalid/", "host name nowhere.invalid: "),
    ],
)
def test_an_address_without_a_server_is_one_line(
    url: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", url]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
