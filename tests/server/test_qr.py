"""QR code of a table's URL."""

import re
from pathlib import Path

import pytest
import segno

from schwimmen.server.limits.allowance import DEFAULT_ALLOWANCE, Limits
from schwimmen.server.limits.buckets import Rate

from .conftest import RunningServer, serving
from .limits.test_buckets import Clock

pytestmark = pytest.mark.anyio

XML = re.compile(r'viewBox="0 0 (\d+) \1"')


async def test_the_code_has_the_url_that_the_browser_uses(
    served: RunningServer,
) -> None:
    table = await served.open_table()
    codes = {}
    for host in ("localhost", "127.0.0.1:8000"):
        headers = {"host": host}
        answer = await served.http.get(f"/api/tables/{table}/qr.svg", headers=headers)
        assert answer.status_code == 200
        assert answer.headers["content-type"].partition(";")[0] == "image/svg+xml"
        codes[host] = answer.text
        wanted = segno.make(f"http://{host}/t/{table}", error="m", micro=False)
        assert (path := re.search(r'class="qrline"[^>]* d="([^"]+)"', answer.text))
        drawn = re.search(r' d="([^"]+)"', wanted.svg_inline(border=4))
        assert drawn
        assert path[1] == drawn[1]
        # The quiet zone of four modules on each side.
        assert (size := XML.search(answer.text))
        assert int(size[1]) == wanted.symbol_size(border=4)[0]
    assert len(set(codes.values())) == 2


async def test_the_code_is_dark_on_light(served: RunningServer) -> None:
    table = await served.open_table()
    drawn = (await served.http.get(f"/api/tables/{table}/qr.svg")).text
    assert re.findall(r'(?:fill|stroke)="(#\w+)"', drawn) == ["#fff", "#1d1b1a"]


async def test_an_unknown_table_has_no_code(served: RunningServer) -> None:
    answer = await served.http.get("/api/tables/nowhere/qr.svg")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "unknown_table"


async def test_drawing_is_charged_as_several_reads(tmp_path: Path) -> None:
    limits = Limits(DEFAULT_ALLOWANCE._replace(reads=Rate(burst=12, every=1)), Clock(), local=False)
    async with serving(tmp_path / "db", limits=limits) as served:
        table = await served.open_table()
        assert (await served.http.get(f"/api/tables/{table}/qr.svg")).is_success
        for status in (200, 200, 200, 200, 429):
            assert (await served.http.get("/api/me")).status_code == status
