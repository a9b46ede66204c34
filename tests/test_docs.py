"""The documentation is true and complete: examples run, links lead somewhere, names are listed."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import schwimmen
from schwimmen import Match
from schwimmen.analysis import RATING_FAMILIES
from schwimmen.analysis.statistics.ratings import BASE_POINTS, SCALE
from schwimmen.rules import OPTIONS, PRESETS
from schwimmen.server.operation.app import create_app
from schwimmen.server.people.match_csv import CSV_COLUMNS
from schwimmen.server.people.ratings import MIN_RANKED_MATCHES
from schwimmen.server.wire.messages import ClientMessage, ServerMessage

ROOT = Path(__file__).parent.parent
MODULES = ["schwimmen"] + [
    module.name
    for module in pkgutil.walk_packages(schwimmen.__path__, "schwimmen.")
    if "migrations" not in module.name and not module.name.endswith("__main__")
]


PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "tests" / "README.md"]
)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", text_of("README.md"), re.S))
def test_examples_in_the_readme(example: str) -> None:
    exec(compile(example, "README.md", "exec"), {})


def test_the_readme_shows_the_view_of_its_first_example() -> None:
    found: dict[str, Any] = {}
    readme = text_of("README.md")
    exec(compile(readme.split("```python\n")[1].split("```")[0], "README.md", "exec"), found)
    view = found["view"]
    assert f"```\n{view}\n```" in readme
    assert f"view.hand, view.value, view.table  # {(view.hand, view.value, view.table)}" in readme


@pytest.mark.parametrize(
    ("page", "example"),
    [
        (page, example)
        for page in ("opponents", "positions", "review")
        for example in re.findall(r"```python\n(.*?)```", text_of(f"docs/{page}.md"), re.S)
    ],
)
def test_examples_of_a_page(page: str, example: str) -> None:
    exec(compile(example, page, "exec"), {})


def test_the_positions_page_is_true() -> None:
    text = text_of("docs/positions.md")
    match = Match("pagat", players=["Ann", "Ben", "Cem"], seed=7, dealer=0)
    match.play("keep")
    beginning, _, end = re.findall(r"# '(pagat .*)'", text)[0].partition("...")
    assert match.position.startswith(beginning)
    assert match.position.endswith(end)
    assert f"# '{match.view(1).position}'" in text


def test_examples_of_the_first_steps() -> None:
    examples = re.findall(r"```pycon\n(.*?)```", text_of("docs/first-steps.md"), re.S)
    page = doctest.DocTestParser().get_doctest("\n".join(examples), {}, "first-steps", None, None)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(page)
    assert results.attempted > len(examples)
    assert results.failed == 0


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub derives them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_existing_files_and_headings(name: str) -> None:
    page = ROOT / name
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(name)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or target.suffix != ".md" or anchor in anchors(target), link


def test_the_pages_show_every_picture_in_the_repository() -> None:
    folder = ROOT / "docs" / "screenshots"
    picture = re.compile(r"screenshots/(\S+?\.jpg)")
    shown = {found for name in PAGES for found in picture.findall(text_of(name))}
    assert shown == {path.name for path in folder.iterdir()}


def test_the_map_names_existing_files() -> None:
    names = re.findall(r"`([\w.-]+/[\w./-]*)`", text_of("CONTRIBUTING.md"))
    assert names
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_the_map_names_every_package() -> None:
    packages = [path.parent.name for path in (ROOT / "src" / "schwimmen").glob("*/__init__.py")]
    assert packages
    assert [name for name in packages if f"  {name}/ " not in text_of("CONTRIBUTING.md")] == []


def test_the_readme_names_every_preset() -> None:
    missing = [name for name in PRESETS if f"`{name}`" not in text_of("README.md")]
    assert missing == ["app"]  # an alias of app-a7


def test_the_rules_name_every_option() -> None:
    rules = text_of("docs/spec/RULES.md")
    assert [name for name in OPTIONS if f"`{name}`" not in rules] == []


def test_the_wire_page_names_every_message_and_every_address() -> None:
    wire = text_of("docs/wire.md")
    for messages in (ClientMessage, ServerMessage):
        types = messages.model_json_schema()["discriminator"]["mapping"]
        assert [name for name in types if f"`{name}`" not in wire] == []
    for path, methods in create_app().openapi()["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {re.sub('{.*?}', '{id}', path)}`" in wire


def test_every_column_of_the_csv_files_is_explained() -> None:
    text = text_of("docs/statistics.md")
    headers = {header for names in CSV_COLUMNS.values() for header in names}
    assert [header for header in headers if f"`{header}`" not in text] == []


def test_the_ratings_page_has_the_formula_and_the_families() -> None:
    text = text_of("docs/ratings.md")
    assert f"rating = {BASE_POINTS} + {SCALE} · (μ − 3σ)" in text
    assert f"lists players with {MIN_RANKED_MATCHES} or more" in text
    rows = re.findall(r"^\| `([a-z]+)` \| (.*) \|$", text, re.M)
    assert [family for family, _ in rows] == list(RATING_FAMILIES)
    for (_, listed), variants in zip(rows[:-1], list(RATING_FAMILIES.values())[:-1], strict=True):
        assert [name for name in re.findall(r"`(\S+)`", listed) if name != "app"] == list(variants)
