"""Link previews: their language, their content, and that no name breaks the page."""

from __future__ import annotations

import asyncio
import json
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from schwimmen.rules import PRESETS
from schwimmen.server.http.link_previews import (
    PICTURE,
    PICTURE_SIZE,
    Invitation,
    LinkPreviews,
    invitation_of,
)
from schwimmen.server.routes import pages
from schwimmen.server.storage import Database, StorageError

from ..conftest import RunningServer, serving
from ..guests import guest, share
from ..test_pages import PUBLIC, pixels

FRONTEND = Path(__file__).parents[3] / "frontend"
PUBLIC_URL = "https://cards.example.org"
HOSTILE = (
    '"><script>alert(1)</script>',
    "' onload='x",
    "{variant} {host} {x}",
    "</head><!--",
    "&quot;&#34;",
    "\\g<0>\\1",
)


def texts() -> str:
    """Return the texts of all languages, as the build writes them."""
    found = {}
    for path in (FRONTEND / "src" / "i18n").glob("*.json"):
        file = json.loads(path.read_text("utf-8"))
        names = {preset: one["name"] for preset, one in file["page"]["variants"].items()}
        found[path.stem] = file["preview"] | {"variants": names}
    return json.dumps(found)


PREVIEWS = LinkPreviews(texts())
LANGUAGES = sorted(json.loads(texts()))


class Head(HTMLParser):
    """Elements of a page in their order, and the contents of its meta elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.content: dict[str, str] = {}
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        given = dict(attrs)
        if tag == "meta":
            assert given.keys() in ({"property", "content"}, {"name", "content"})
            self.content[given.get("property") or given["name"] or ""] = given["content"] or ""

    def handle_data(self, data: str) -> None:
        self.text += data.strip()

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")


hostile_texts = st.one_of(
    st.text(min_size=1), st.sampled_from(HOSTILE), st.text("<>\"'&;{}/\\-!=", min_size=1)
)


@given(
    host=hostile_texts,
    path=hostile_texts,
    language=st.sampled_from(LANGUAGES),
    origin=st.sampled_from([None, PUBLIC_URL]),
)
@example(host="{variant}", path="/", language="en", origin=None)
def test_no_name_or_path_breaks_the_page(
    host: str, path: str, language: str, origin: str | None
) -> None:
    tags = PREVIEWS.tags(language, path, origin, Invitation("pagat", host))
    head = Head(f"<head>{tags}</head>")
    assert head.elements == ["head", *["meta"] * len(head.content)]
    assert head.text == ""
    assert host in head.content["og:title"]
    assert head.content["og:title"].replace(host, "", 1).count("Schwimmen") == 1
    assert head.content.get("og:url") == (None if origin is None else origin + path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_names_every_variant(language: str) -> None:
    general = Head(PREVIEWS.tags(language, "/")).content
    assert general["og:locale"].startswith(f"{language}_")
    titles = set()
    for preset in PRESETS:
        head = Head(PREVIEWS.tags(language, "/t/x", None, Invitation(preset, "Anna"))).content
        assert "Anna" in head["og:title"]
        assert head["og:locale"] == general["og:locale"]
        assert "{" not in head["og:title"] + head["og:description"]
        titles.add(head["og:title"])
    assert general["og:title"] not in titles
    assert len(titles) > len(PRESETS) // 2


def test_the_languages_differ() -> None:
    for name in ("og:title", "og:description", "og:locale"):
        assert len({Head(PREVIEWS.tags(each, "/")).content[name] for each in LANGUAGES}) == 3


def test_a_variant_of_another_version_gets_the_general_preview() -> None:
    assert PREVIEWS.tags("en", "/t/x", None, Invitation("tarock", "Anna")) == PREVIEWS.tags(
        "en", "/t/x"
    )


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        (None, "", "en"),
        (None, "de", "de"),
        (None, "de-AT,de;q=0.9,en;q=0.8", "de"),
        (None, "fr,nl;q=0.5,de;q=0.7", "de"),
        (None, "en;q=0.1, nl", "nl"),
        (None, "de;q=0, nl;q=0.001", "nl"),
        (None, "*", "en"),
        (None, "de;q=much, nl;q=0.2", "nl"),
        (None, ";;,=,q=1,,", "en"),
        ("nl", "de", "nl"),
        ("NL", "", "nl"),
        ("fr", "de", "de"),
        ('"><script>', "de", "de"),
    ],
)
def test_the_language_is_that_of_the_link_or_else_of_the_reader(
    chosen: str | None, accepted: str, language: str
) -> None:
    assert PREVIEWS.language(chosen, accepted) == language


def test_which_tables_invite() -> None:
    alone = {"preset": "pagat", "seats": [{"name": "Anna", "level": None}], "closed": False}
    shared = alone | {"host": "Anna"}
    assert invitation_of(shared) == Invitation("pagat", "Anna")
    for other in (None, alone, shared | {"host": None}, shared | {"closed": True}):
        assert invitation_of(other) is None


def test_the_picture_has_the_announced_size_and_is_small() -> None:
    picture = PUBLIC / PICTURE
    assert pixels(picture) == "{}x{}".format(*PICTURE_SIZE)
    assert picture.stat().st_size < 100_000


@pytest.fixture(autouse=True)
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Serve a small page with the texts of all languages."""
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<head>\n    <title>x</title>\n  </head>\n<p>page</p>")
    (static / "link-previews.json").write_text(texts())
    preloads: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    (static / "preloads.json").write_text(json.dumps({"start": preloads, "table": preloads}))
    monkeypatch.setattr(pages, "STATIC", static)
    return static


async def preview(served: RunningServer, path: str, accepted: str = "") -> Head:
    """Return the head of a page as a crawler sees it, without a cookie."""
    async with httpx.AsyncClient(base_url=served.url) as http:
        answer = await http.get(path, headers={"accept-language": accepted})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert "etag" in answer.headers
    assert "accept-language" in answer.headers["vary"].lower()
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    head = Head(answer.text)
    assert head.text == "xpage"
    preloads = ["link"] if path == "/" else []
    assert head.elements == ["head", "title", *["meta"] * len(head.content), *preloads, "p"]
    return head


@pytest.mark.anyio
async def test_the_link_of_a_table_names_variant_and_host_only(served: RunningServer) -> None:
    for language, word in (("de", "lädt"), ("nl", "nodigt"), ("en", "invites")):
        table, cookie = await share(served, "Anna", seats=3, preset="choy", bots="random")
        async with guest(served, table, cookie) as anna, guest(served, table) as ben:
            gathering = await preview(served, f"/t/{table}?lang={language}", "fr")
            assert (await ben.ask("join", name="Benedikt"))["type"] == "accepted"
            assert (await anna.ask("start"))["type"] == "accepted"
            playing = await preview(served, f"/t/{table}/?lang={language}", "fr")
        assert gathering.content == playing.content  # neither seats nor the score
        assert word in playing.content["og:title"]
        assert playing.content["og:title"].count("Anna") == 1
        assert "Benedikt" not in str(playing.content)
        # Addresses of pictures and pages must be absolute, and this server has no public one.
        assert not {"og:url", "og:image"} & playing.content.keys()
        assert playing.content["twitter:card"] == "summary"


@pytest.mark.anyio
async def test_hostile_hosts_in_the_served_page(served: RunningServer) -> None:
    for name in ('"><script>x</script>', "</title></head>", "{variant}", "A & B"):
        table, _ = await share(served, name, seats=2)
        assert name in (await preview(served, f"/t/{table}")).content["og:title"]


@pytest.mark.anyio
async def test_all_other_pages_have_the_general_preview(served: RunningServer) -> None:
    general = (await preview(served, "/", "de")).content
    assert general["og:locale"] == "de_DE"
    alone = await served.open_table()
    shared, _ = await share(served, "Anna", seats=2)
    for path in (
        "/rules?variant=choy",
        "/t/unknown",
        "/t/%22%3E%3Cscript%3E",
        f"/t/{alone}",
        f"/t/{shared}/replay",
        f"/t/{shared.swapcase()}",
    ):
        assert (await preview(served, path, "de")).content == general
    assert (await preview(served, "/")).content["og:locale"] == "en_GB"


@pytest.mark.anyio
async def test_a_public_address_makes_addresses_absolute(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", public_url=f"{PUBLIC_URL}/") as served:
        table, _ = await share(served, "Anna", seats=2)
        for path, address in (
            ("/", "/"),
            ("/rules?variant=choy", "/rules"),
            (f"/t/{table}", f"/t/{table}"),
            (f"/t/{table}?lang=nl", f"/t/{table}?lang=nl"),
            (f"/t/{table}?lang=%22x", f"/t/{table}?lang=en"),
            ("/t/%22%3E%3Cscript%3E", "/t/%22%3E%3Cscript%3E"),
        ):
            found = (await preview(served, path)).content
            assert found["og:url"] == PUBLIC_URL + address
            assert found["og:image"] == f"{PUBLIC_URL}/{PICTURE}"
            assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
            assert found["twitter:card"] == "summary_large_image"


@pytest.mark.anyio
async def test_only_the_page_of_a_table_asks_the_database_and_opens_without_it(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def fails(self: Database, table_id: str) -> None:
        asked.append(table_id)
        raise StorageError("no database")

    monkeypatch.setattr(Database, "summary", fails)
    for path in pages.PAGE_PATHS:
        await preview(served, path.format(table_id="some-table", profile="some-id"))
    assert asked == ["some-table"]


@pytest.mark.anyio
async def test_a_slow_database_does_not_hold_up_the_page(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(self: Database, table_id: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Database, "summary", hangs)
    monkeypatch.setattr(pages, "PREVIEW_TIMEOUT_S", 0.01)
    head = await preview(served, "/t/some-table")
    assert head.content == (await preview(served, "/")).content
