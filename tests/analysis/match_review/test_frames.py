"""Reviews as data frames."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, cast

import pytest

from schwimmen.analysis import Review, review
from schwimmen.extras import MissingExtra
from schwimmen.rules import SchwimmenError

from .test_review import QUICK, random_match


@pytest.fixture(scope="module")
def reviewed() -> Review:
    return review(random_match("pagat", 3, seed=2), QUICK)


def install(monkeypatch: pytest.MonkeyPatch, library: str) -> None:
    """Install a module whose data frames are lists of rows."""
    module = cast("Any", ModuleType(library))
    module.__spec__ = ModuleSpec(library, None)
    module.DataFrame = list
    monkeypatch.setitem(sys.modules, library, module)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_rows_are_decisions_actions_or_moments(
    library: str, reviewed: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.analysis.match_review.frames.find_spec", sys.modules.get)
    install(monkeypatch, library)
    decisions = reviewed.decisions
    rows = reviewed.to_dataframe()
    assert [row["loss"] for row in rows] == [one.chosen.loss for one in decisions]
    actions = reviewed.to_dataframe("actions")
    assert len(actions) == sum(len(one.actions) for one in decisions)
    assert sum(row["chosen"] for row in actions) == len(decisions)
    assert len(reviewed.to_dataframe("moments")) == 3 * len(reviewed.moments)
    with pytest.raises(SchwimmenError, match="unknown rows"):
        reviewed.to_dataframe(cast("Any", "decision"))


def test_without_a_library_the_error_says_what_to_install(
    reviewed: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.analysis.match_review.frames.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match="pip install pandas"):
        reviewed.to_dataframe()
