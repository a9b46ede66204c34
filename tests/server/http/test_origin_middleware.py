"""Mistakes in a proxy's configuration, in the log and as pages for people."""

import json
import logging
from pathlib import Path

import httpx
import pytest

from schwimmen.server.http import error_page
from schwimmen.server.runtime.logs import HourlyWarnings

from ..conftest import RunningServer, serving

pytestmark = pytest.mark.anyio

PUBLIC = "https://cards.example.org"
OF_PUBLIC = {"host": "cards.example.org", "origin": PUBLIC, "x-forwarded-proto": "https"}
HANDSHAKE = {"sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "sec-websocket-version": "13"}


def test_a_mistake_is_logged_once_an_hour(caplog: pytest.LogCaptureFixture) -> None:
    time = 0.0
    warnings = HourlyWarnings(logging.getLogger("schwimmen.test"), lambda: time)
    for time in (0.0, 10.0, 3599.0, 3600.0, 7000.0):
        warnings.warn("a mistake", at=str(time))
        warnings.warn("another one")
    assert [record.getMessage() for record in caplog.records] == [
        "a mistake (at=0.0)",
        "another one",
        "a mistake (at=3600.0)",
        "another one",
    ]


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({"host": "backend"}, "unknown host name refused: give it as --public-url"),
        ({"host": "a b"}, "(host=(malformed))"),
        (
            {"origin": f"{PUBLIC}:8443"},
            f"origin={PUBLIC}:8443, host=cards.example.org, public_",
        ),
        ({"x-forwarded-proto": "http"}, "X-Forwarded-Proto is missing: the proxy must send it"),
    ],
)
async def test_what_a_proxy_does_to_requests_is_logged(
    headers: dict[str, str], words: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path / "db", public_url=f"{PUBLIC}/", proxies="127.0.0.1") as served:
        for _ in range(2):
            await served.http.post("/api/connection", headers=OF_PUBLIC)
        assert not caplog.records
        for _ in range(2):
            await served.http.post("/api/connection", headers=OF_PUBLIC | headers)
    (record,) = caplog.records
    assert words in record.getMessage()


async def test_a_proxy_that_is_not_trusted_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path / "db", public_url=f"{PUBLIC}/") as served:
        await served.http.get("/api/setup", headers=OF_PUBLIC)
        assert not caplog.records
        await served.http.post("/api/connection", headers=OF_PUBLIC)
    (record,) = caplog.records
    assert "name the proxy in --trust-proxy" in record.getMessage()


async def test_a_handshake_without_upgrade(
    served: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await served.http.get("/api/tables/x/ws", headers=HANDSHAKE)
    assert answer.status_code == 426
    assert answer.headers["upgrade"] == "websocket"
    assert answer.json()["error"]["code"] == "upgrade_required"
    (record,) = caplog.records
    assert "lost its Upgrade or Connection header" in record.getMessage()
    assert (await served.http.get("/api/tables/x/ws")).status_code == 404


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide the texts of error pages, as the build of the page has them."""
    texts = {"title": "No page", "wrong_host": "Not at {host}.", "other": "Not that."}
    german = {"title": "Keine Seite", "wrong_host": "Nicht unter {host}.", "other": "Das nicht."}
    path = tmp_path / "error-pages.json"
    path.write_text(json.dumps({"en": texts, "de": german}))
    monkeypatch.setattr(error_page, "TEXTS", path)
    return path


async def visit(served: RunningServer, **headers: str) -> httpx.Response:
    """Return the answer to a browser that navigates to the start page."""
    return await served.http.get("/", headers={"accept": "text/html,*/*;q=0.8"} | headers)


async def test_a_browser_gets_a_page_in_place_of_json(served: RunningServer, built: Path) -> None:
    answer = await visit(served, host="evil.example:80", **{"accept-language": "fr, de-AT;q=0.8"})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert '<html lang="de">' in answer.text
    assert "<p>Nicht unter evil.example:80.</p>" in answer.text
    assert "wrong_host: this server answers only to 127.0.0.1" in answer.text
    assert "style-src 'sha256-" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"
    missing = await served.http.get("/%00", headers={"accept": "text/html"})
    assert (missing.status_code, "<p>Not that.</p>" in missing.text) == (404, True)
    built.unlink()
    assert (await visit(served, host="evil.example")).json()["error"]["code"] == "wrong_host"


async def test_a_page_quotes_a_host_as_text(served: RunningServer, built: Path) -> None:
    answer = await visit(served, host="<script>alert(1)</script>{title}")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{title}." in answer.text
    assert "<script" not in answer.text


async def test_programs_get_json(served: RunningServer, built: Path) -> None:
    answer = await served.http.get("/", headers={"host": "evil.example"})
    assert answer.json()["error"]["details"] == {"host": "evil.example"}
