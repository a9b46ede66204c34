"""What the documentation says is true: its examples run, and it names what there is."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import schwimmen
from schwimmen.analysis import RATING_FAMILIES
from schwimmen.analysis.statistics.ratings import BASE_POINTS, SCALE
from schwimmen.rules import OPTIONS, PRESETS
from schwimmen.server.http.app import create_app
from schwimmen.server.people.match_history import CSV_COLUMNS
from schwimmen.server.people.ratings import MIN_RANKED_MATCHES
from schwimmen.server.wire.messages import ClientMessage, ServerMessage

ROOT = Path(__file__).parent.parent
MODULES = ["schwimmen"] + [
    module.name
    for module in pkgutil.walk_packages(schwimmen.__path__, "schwimmen.")
    if "migrations" not in module.name and not module.name.endswith("__main__")
]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", text_of("README.md"), re.S))
def test_examples_in_the_readme(example: str) -> None:
    exec(compile(example, "README.md", "exec"), {})


@pytest.mark.parametrize(
    "example", re.findall(r"```python\n(.*?)```", text_of("docs/opponents.md"), re.S)
)
def test_examples_of_opponents(example: str) -> None:
    exec(compile(example, "opponents.md", "exec"), {})


def test_what_the_readme_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", text_of("README.md"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_readme_names_every_preset() -> None:
    missing = [name for name in PRESETS if f"`{name}`" not in text_of("README.md")]
    assert missing == ["app"]  # another name of app-a7


def test_the_rules_name_every_option() -> None:
    rules = text_of("docs/spec/RULES.md")
    assert [name for name in OPTIONS if f"`{name}`" not in rules] == []


def test_the_wire_names_every_message_and_every_address() -> None:
    wire = text_of("docs/wire.md")
    for messages in (ClientMessage, ServerMessage):
        types = messages.model_json_schema()["discriminator"]["mapping"]
        assert [name for name in types if f"`{name}`" not in wire] == []
    for path, methods in create_app().openapi()["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {re.sub('{.*?}', '{id}', path)}`" in wire


def test_every_column_of_the_files_is_explained() -> None:
    text = text_of("docs/statistics.md")
    headers = {header for names in CSV_COLUMNS.values() for header in names}
    assert [header for header in headers if f"`{header}`" not in text] == []


def test_ratings_are_as_their_page_says() -> None:
    text = text_of("docs/ratings.md")
    assert f"rating = {BASE_POINTS} + {SCALE} · (μ − 3σ)" in text
    assert f"lists players with {MIN_RANKED_MATCHES} or more" in text
    rows = re.findall(r"^\| `([a-z]+)` \| (.*) \|$", text, re.M)
    assert [family for family, _ in rows] == list(RATING_FAMILIES)
    for (_, told), variants in zip(rows[:-1], list(RATING_FAMILIES.values())[:-1], strict=True):
        assert [name for name in re.findall(r"`(\S+)`", told) if name != "app"] == list(variants)
