"""The web page: how its files are served, and that it can be installed."""

import gzip
import json
import re
import struct
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import httpx
import pytest

from schwimmen.server.http.archive import ArchiveFiles
from schwimmen.server.routes import pages

from .conftest import RunningServer

FRONTEND = Path(__file__).parents[2] / "frontend"
PUBLIC = FRONTEND / "public"


@pytest.fixture
def documented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide an archive of a small documentation for the server."""
    place = tmp_path / "docs.zip"
    with ZipFile(place, "w") as archive:
        archive.writestr("index.html", "<title>documentation</title>")
        archive.writestr("play/index.html", "<title>play</title>")
        archive.writestr("styles/site.css", "a {}")
    monkeypatch.setattr(pages, "DOCUMENTATION", place)
    return place


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a folder with a small page for the server."""
    place = tmp_path / "static"
    place.mkdir()
    monkeypatch.setattr(pages, "STATIC", place)
    return place


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("sw.js", "text/javascript"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("icon-192.png", "image/png"),
        ("favicon.svg", "image/svg+xml"),
        ("licences.txt", "text/plain"),
        ("assets/index-abc123.css", "text/css"),
        ("assets/index-abc123.js", "text/javascript"),
        ("assets/figtree-abc123.woff2", "font/woff2"),
    ],
)
async def test_mime_types_and_cache_control(
    path: str, kind: str, built: Path, served: RunningServer
) -> None:
    file = built / path
    file.parent.mkdir(exist_ok=True)
    file.write_text("what it is made of")
    answer = await served.http.get(f"/{path}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == kind
    # Files with a hash in their name never change; all others are revalidated.
    hashed = path.startswith("assets/")
    assert ("immutable" in answer.headers["cache-control"]) == hashed
    assert (answer.headers["cache-control"] == "no-cache") != hashed
    assert "etag" in answer.headers


@pytest.mark.anyio
async def test_the_page_and_its_files(built: Path, served: RunningServer) -> None:
    (built / "assets").mkdir()
    (built / "index.html").write_text("<!doctype html><title>built</title>")
    (built / "assets" / "index-abc123.js").write_text("1")
    for path in ("/", "/t/some-table"):
        answer = await served.http.get(path)
        assert "<title>built" in answer.text
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"
    for path in ("/assets/none.js", "/../pages.py", "/assets/../../x"):
        answer = await served.http.get(path)
        assert answer.status_code == 404
        assert answer.json()["error"]["code"] == "not_found"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br", "br"),
        ("br;q=0.5, gzip", "br"),
        ("br;q=0, gzip", "gzip"),
        ("gzip", "gzip"),
        ("identity", None),
    ],
)
async def test_assets_are_sent_compressed(
    accepted: str, encoding: str | None, built: Path, served: RunningServer
) -> None:
    text = "1;" * 1000
    (built / "assets").mkdir()
    (built / "assets" / "index-abc123.js").write_text(text)
    (built / "assets" / "index-abc123.js.br").write_bytes(b"compressed")
    (built / "assets" / "small-abc123.js").write_text("1")
    headers = {"accept-encoding": accepted}
    async with served.http.stream("GET", "/assets/index-abc123.js", headers=headers) as answer:
        raw = b"".join([part async for part in answer.aiter_raw()])
    assert answer.headers.get("content-encoding") == encoding
    assert (raw == b"compressed") == (encoding == "br")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    if encoding is not None:
        assert answer.headers["vary"] == "Accept-Encoding"
    again = await served.http.get(
        "/assets/index-abc123.js", headers=headers | {"if-none-match": answer.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    small = await served.http.get("/assets/small-abc123.js", headers=headers)
    assert (small.text, "content-encoding" in small.headers) == ("1", False)


@pytest.mark.anyio
async def test_a_small_asset_is_read_once(built: Path, served: RunningServer) -> None:
    (built / "assets").mkdir()
    for size, kept in ((pages.KEPT_BYTES, True), (pages.KEPT_BYTES + 1, False)):
        file = built / "assets" / f"index-{size}.js"
        file.write_text("1" * size)
        plain = {"accept-encoding": "identity"}
        first = await served.http.get(f"/assets/{file.name}", headers=plain)
        file.unlink()
        answer = await served.http.get(f"/assets/{file.name}", headers=plain)
        assert answer.status_code == (200 if kept else 404)
        if kept:
            assert first.text == answer.text == "1" * size
            head = await served.http.head(f"/assets/{file.name}", headers=plain)
            assert (head.content, head.headers["content-length"]) == (b"", str(size))
        assert (await served.http.delete(f"/assets/{file.name}")).status_code == 405


@pytest.mark.anyio
@pytest.mark.parametrize("accepted", ["", "gzip", "gzip;q=0", "br"])
async def test_an_asset_may_be_there_only_compressed(
    accepted: str, built: Path, served: RunningServer
) -> None:
    (built / "assets").mkdir()
    (built / "assets" / "index-abc123.js.gz").write_bytes(gzip.compress(b"1;"))
    headers = {"accept-encoding": accepted}
    answer = await served.http.get("/assets/index-abc123.js", headers=headers)
    assert answer.text == "1;"
    assert answer.headers.get("content-encoding") == ("gzip" if accepted == "gzip" else None)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["vary"] == "Accept-Encoding"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("path", "language", "expected"),
    [
        ("/", "de-AT,en;q=0.5", ["/assets/de-1.js", "/api/setup"]),
        ("/", "fr", ["/assets/en-1.js", "/api/setup"]),
        ("/t/some-table", "en", ["/assets/table-1.js", "/assets/t-1.css"]),
        ("/t/some-table?lang=de", "en", ["/assets/table-2.js"]),
        ("/rules", "en", []),
    ],
)
async def test_pages_preload_what_they_need(
    path: str, language: str, expected: list[str], built: Path, served: RunningServer
) -> None:
    (built / "index.html").write_text("<!doctype html>\n  <head>\n  </head>\n")
    texts = {"locale": "", "title": "", "description": ""}
    (built / "link-previews.json").write_text(json.dumps({"en": texts, "de": texts}))
    preloads = {
        "start": {"de": ["/assets/de-1.js"], "en": ["/assets/en-1.js"]},
        "table": {"de": ["/assets/table-2.js"], "en": ["/assets/table-1.js", "/assets/t-1.css"]},
    }
    (built / "preloads.json").write_text(json.dumps(preloads))
    answer = await served.http.get(path, headers={"accept-language": language})
    tags = {
        ".js": '<link rel="modulepreload" crossorigin href="{}" />',
        ".css": '<link rel="preload" as="style" crossorigin href="{}" />',
        "": '<link rel="preload" as="fetch" crossorigin href="{}" />',
    }
    found = re.findall("<link .*", answer.text)
    assert found == [tags[Path(file).suffix].format(file) for file in expected]


@pytest.mark.anyio
async def test_the_documentation(built: Path, documented: Path, served: RunningServer) -> None:
    (built / "index.html").write_text("<title>the page</title>")
    assert (await served.http.get("/api/setup")).json()["documentation"] is True
    for path, address in (("/docs", "/docs/"), ("/docs/play", "/docs/play/")):
        answer = await served.http.get(path)
        assert answer.status_code == 307
        assert answer.headers["location"].endswith(address)
    for path, title in (("/docs/", "documentation"), ("/docs/play/", "play"), ("/", "the page")):
        answer = await served.http.get(path)
        assert answer.text == f"<title>{title}</title>"
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"
        assert "script-src 'self' 'wasm-unsafe-eval';" in answer.headers["content-security-policy"]
    style = await served.http.get("/docs/styles/site.css")
    assert (style.text, style.headers["content-type"]) == ("a {}", "text/css; charset=utf-8")
    known = {"if-none-match": style.headers["etag"]}
    assert (await served.http.get("/docs/styles/site.css", headers=known)).status_code == 304
    missing = await served.http.get("/docs/nothing/")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not_found")
    assert (await served.http.post("/docs/play/")).status_code == 405


@pytest.mark.anyio
@pytest.mark.parametrize("accepted", ["gzip", "identity"])
async def test_the_documentation_is_sent_as_its_archive_holds_it(
    accepted: str, documented: Path
) -> None:
    texts = {"long.html": f"<p>{'long ' * 50_000}</p>", "empty.html": ""}
    with ZipFile(documented, "w", ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
        sizes = {one.filename: one.compress_size for one in archive.infolist()}
    app = httpx.ASGITransport(ArchiveFiles(documented, pages.REVALIDATE))
    async with httpx.AsyncClient(transport=app, base_url="http://here") as client:
        for name, text in texts.items():
            answer = await client.get(f"/{name}", headers={"accept-encoding": accepted})
            assert answer.text == text
            assert answer.headers.get("content-encoding") == (
                "gzip" if accepted == "gzip" else None
            )
            sent = sizes[name] + 18 if accepted == "gzip" else len(text)
            assert answer.num_bytes_downloaded == sent


@pytest.mark.anyio
async def test_documentation_that_is_not_built_is_missing(
    tmp_path: Path, served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "DOCUMENTATION", tmp_path / "nothing")
    assert (await served.http.get("/api/setup")).json()["documentation"] is False


@pytest.mark.anyio
async def test_a_page_that_is_not_built_says_how_to_build_it(
    tmp_path: Path, served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path / "nothing")
    answer = await served.http.get("/")
    assert answer.status_code == 503
    assert "make play" in answer.text
    assert answer.text.count("\n") == 1


def pixels(path: Path) -> str:
    """Return the size of a PNG in the form of a manifest."""
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n")
    return "{}x{}".format(*struct.unpack(">II", head[16:24]))


def test_the_icons_of_the_manifest_exist() -> None:
    manifest = json.loads((PUBLIC / "manifest.webmanifest").read_text())
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert sizes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in manifest["icons"]:
        path = PUBLIC / icon["src"]
        assert path.is_file()
        if icon["type"] == "image/png":
            assert icon["sizes"] == pixels(path)
    addresses = [manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])]
    assert {address.removeprefix(".") for address in addresses} <= set(pages.PAGE_PATHS)


def test_the_page_can_be_installed() -> None:
    page = (FRONTEND / "index.html").read_text()
    linked = dict(re.findall(r'<link rel="([\w-]+)" href="/([\w.-]+)"', page))
    assert linked.keys() == {"icon", "apple-touch-icon", "manifest"}
    assert all((PUBLIC / name).is_file() for name in linked.values())
    assert pixels(PUBLIC / linked["apple-touch-icon"]) == "180x180"


def test_the_theme_colours_match_the_background() -> None:
    tokens = (FRONTEND / "src" / "styles" / "tokens.css").read_text()
    ((light, dark),) = re.findall(r"--ground: light-dark\((#\w+), (#\w+)\)", tokens)
    page = (FRONTEND / "index.html").read_text()
    framed = re.findall(r'theme-color"\s+content="(#\w+)"\s+media="\(prefers-.*: (\w+)\)"', page)
    assert framed == [(light, "light"), (dark, "dark")]
    manifest = json.loads((PUBLIC / "manifest.webmanifest").read_text())
    assert manifest["background_color"] == manifest["theme_color"] == light


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/nowhere", "/t/", "/t/a/b", "/t/a%2Fb", "/T/x", "/learn/more"])
async def test_unknown_paths_get_the_page(
    path: str, built: Path, served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "STATIC", built)
    (built / "index.html").write_text("<title>the page</title>")
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    answer = await served.http.get(path, headers=browser)
    assert answer.status_code == 404
    assert answer.text == "<title>the page</title>"
    # Requests for other types, or to the API, get plain errors.
    assert (await served.http.get(path)).json()["error"]["code"] == "not_found"
    for other in ("/api/nothing", "/assets/no-such-file.js"):
        refused = await served.http.get(other, headers=browser)
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "not_found")
