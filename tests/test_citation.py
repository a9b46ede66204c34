"""CITATION.cff is valid CFF 1.2.0 and cites this version of the package."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from mkdocs.utils.yaml import yaml_load

from schwimmen import __version__

ROOT = Path(__file__).parent.parent
CITATION: dict[str, Any] = yaml_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# Keys of the Citation File Format 1.2.0 with values of text, as far as this file may use them.
_TEXTS = {
    "abstract", "cff-version", "date-released", "doi", "license", "message", "repository-code",
    "title", "type", "url", "version",
}  # fmt: skip
_LISTS = {"authors", "keywords"}


def test_it_is_valid() -> None:
    assert {"cff-version", "message", "title", "authors"} <= CITATION.keys() <= _TEXTS | _LISTS
    assert CITATION["cff-version"] == "1.2.0"
    assert CITATION["type"] in ("software", "dataset")
    assert all(isinstance(CITATION[key], str) for key in CITATION.keys() & _TEXTS)
    assert CITATION["authors"]
    for author in CITATION["authors"]:
        assert author.keys() in ({"name"}, {"family-names", "given-names"})
    assert all(isinstance(word, str) for word in CITATION["keywords"])


def test_it_is_about_this_package() -> None:
    assert CITATION["version"] == __version__ == PROJECT["version"]
    assert CITATION["license"] == PROJECT["license"]
    assert CITATION["authors"] == PROJECT["authors"]
    assert set(CITATION["keywords"]) <= set(PROJECT["keywords"])
