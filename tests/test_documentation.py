"""The documentation site: it is complete, and its pages load nothing from elsewhere."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import griffe
import pytest
from markdown_it import MarkdownIt

import schwimmen

ROOT = Path(__file__).parent.parent
INTERNAL = ("schwimmen.tables", "schwimmen.server")
"""Packages that are no part of the Python API."""

LOADED = {
    ("img", "src"),
    ("img", "srcset"),
    ("script", "src"),
    ("source", "src"),
    ("source", "srcset"),
    ("video", "src"),
    ("audio", "src"),
    ("iframe", "src"),
    ("embed", "src"),
    ("object", "data"),
    ("form", "action"),
    ("use", "href"),
    ("image", "href"),
}
"""Attributes whose addresses a browser loads; links to other pages are not among them."""

NAVIGATION = {"next", "prev"}
"""Relations of ``link`` elements that load nothing."""


class PageParser(HTMLParser):
    """Parser that collects the files that a page loads, and parts that its security policy
    forbids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.inline: list[str] = []
        self.lazy: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the attributes of an element."""
        values = {name: value or "" for name, value in attrs}
        self.loaded += [value for name, value in values.items() if (tag, name) in LOADED]
        if tag == "link" and values["rel"] not in NAVIGATION:
            self.loaded.append(values["href"])
        if tag == "script" and "src" not in values and values.get("type") != "application/json":
            self.inline.append("script")
        self.inline += [name for name in values if name == "style" or name.startswith("on")]
        if tag == "style":
            self.inline.append(tag)
        # The theme's script would load these from elsewhere.
        if "mermaid" in values.get("class", "").split():
            self.lazy.append("mermaid")
        if values.get("data-md-component") == "source":
            self.lazy.append("repository")


def addresses_in_css(text: str) -> Iterator[str]:
    """Yield the addresses that a style sheet loads, without data in the sheet itself."""
    for quoted, bare in re.findall(r"url\((?:[\"'](.*?)[\"']|([^\"')]*))\)|@import", text):
        address = quoted or bare
        if not address.startswith("data:"):
            yield address


def is_local(address: str, file: Path, site: Path) -> bool:
    """Return whether an address in a file is relative and leads to a file of the site."""
    parts = urlsplit(address)
    if parts.scheme == "data":
        return True
    target = (file.parent / unquote(parts.path)).resolve()
    return not (parts.scheme or parts.netloc) and target.is_relative_to(site) and target.is_file()


def test_pages_load_nothing_from_elsewhere(documentation: Path) -> None:
    pages = list(documentation.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        parsed = PageParser(page.read_text(encoding="utf-8"))
        assert parsed.loaded, page
        assert [it for it in parsed.loaded if not is_local(it, page, documentation)] == [], page
        assert (parsed.inline, parsed.lazy) == ([], []), page


def test_style_sheets_and_drawings_load_nothing_from_elsewhere(documentation: Path) -> None:
    found = [*documentation.rglob("*.css"), *documentation.rglob("*.svg")]
    sheets = [path for path in found if path.is_file()]
    assert {sheet.suffix for sheet in sheets} == {".css", ".svg"}
    for sheet in sheets:
        text = sheet.read_text(encoding="utf-8")
        addresses = list(addresses_in_css(text))
        if sheet.suffix == ".svg":
            addresses += re.findall(r"href=\"(.*?)\"", text)
            addresses = [address for address in addresses if not address.startswith("#")]
        assert [it for it in addresses if not is_local(it, sheet, documentation)] == [], sheet


def public_packages() -> list[str]:
    """Return the names of all packages of the Python API."""
    found = ["schwimmen"]
    for module in pkgutil.walk_packages(schwimmen.__path__, "schwimmen."):
        if module.ispkg and not module.name.startswith(INTERNAL):
            package = importlib.import_module(module.name)
            if getattr(package, "__all__", None):
                found.append(module.name)
    return found


@cache
def reference(site: Path) -> dict[str, list[str]]:
    """Return the paths of all objects in the reference, by their names."""
    found: dict[str, list[str]] = {}
    for page in (site / "reference").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for path in re.findall(r"<h\d id=\"(schwimmen[\w.]*)\" class=\"doc ", text):
            found.setdefault(path.rpartition(".")[2], []).append(path)
    return found


@pytest.mark.parametrize("package", public_packages())
def test_every_public_name_is_in_the_reference(package: str, documentation: Path) -> None:
    module = importlib.import_module(package)
    missing = [
        name
        for name in module.__all__
        if not any(
            pkgutil.resolve_name(path) is getattr(module, name)
            for path in reference(documentation).get(name, [])
        )
    ]
    assert missing == []


@cache
def sources() -> griffe.Object | griffe.Alias:
    """Return the objects that Griffe reads from the sources, as the reference shows them."""
    return griffe.load("schwimmen", search_paths=[ROOT / "src"], allow_inspection=False)


def summary(path: str) -> str:
    """Return the first paragraph of a docstring."""
    found = sources()
    for name in path.split(".")[1:]:
        found = found.members[name]
        if isinstance(found, griffe.Alias):
            found = found.final_target
    return found.docstring.value.partition("\n\n")[0] if found.docstring else ""


def test_every_summary_stands_alone(documentation: Path) -> None:
    paths = [path for found in reference(documentation).values() for path in found]
    summaries = {path: summary(path) for path in paths}
    assert len(summaries) > 250
    dependent = re.compile(r"(The same|Also|Of those|Likewise|Ditto|As above|See above)\b")
    assert [path for path, text in summaries.items() if not re.match(r"[A-Z0-9`]", text)] == []
    assert [path for path, text in summaries.items() if not text.endswith((".", ":"))] == []
    assert [path for path, text in summaries.items() if dependent.match(text)] == []


def test_examples_in_docstrings_are_shown_as_code(documentation: Path) -> None:
    page = (documentation / "reference" / "match" / "index.html").read_text(encoding="utf-8")
    assert page.count('<span class="gp">&gt;&gt;&gt; </span>') > 10
    assert "<blockquote>" not in page


def test_readme_sections_are_included_with_their_links(documentation: Path) -> None:
    home = (documentation / "index.html").read_text(encoding="utf-8")
    assert "make play" in home
    assert 'src="screenshots/' in home
    study = (documentation / "study" / "index.html").read_text(encoding="utf-8")
    assert 'href="../opponents/"' in study
    assert 'href="../benchmarks/"' in study
    assert "make play" not in study


def test_linked_source_files_are_pages(documentation: Path) -> None:
    page = documentation / "source" / "docs" / "example_bot.py" / "index.html"
    assert "BOT_TOKEN" in page.read_text(encoding="utf-8")
    links = (documentation / "api" / "index.html").read_text(encoding="utf-8")
    assert 'href="../source/docs/example_bot.py/"' in links


@pytest.mark.parametrize(
    "path",
    sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "reference"),
)
def test_pages_look_as_on_github(path: Path, documentation: Path) -> None:
    source = path.read_text(encoding="utf-8")
    if '"include"' in source:
        return
    place = path.relative_to(ROOT / "docs").with_suffix("") / "index.html"
    page = (documentation / place).read_text(encoding="utf-8")
    (article,) = re.findall(r"<article.*</article>", page, re.S)
    there = MarkdownIt("gfm-like", {"linkify": False}).render(source)
    for tag in ("li", "pre", "table", "td", "blockquote", "img", "h2", "h3"):
        element = re.compile(rf"<{tag}[ >]")
        assert len(element.findall(article)) == len(element.findall(there)), tag
