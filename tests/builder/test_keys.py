"""Keys of compiled functions change with their code and with nothing else."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.keys import Keys, text_of
from tests.builder.checkout import ROOT, Checkout, json_of

BOT = '''
import numpy as np
from schwimmen.engine import jit, jit_noinline

TABLE = np.array([1, 2, 3])
LIMIT = 7
NAMES = ("a", "b")


@jit
def helper(number: int) -> int:
    """Return a number."""
    return number + LIMIT


@jit
def bot(number: int) -> int:
    """Choose."""
    return helper(number) * TABLE[0]


@jit
def other(number: int) -> int:
    return number if NAMES else 0


@jit
def shadow(TABLE: int) -> int:
    return TABLE
'''
FUNCTIONS = ("helper", "bot", "other", "shadow")


@pytest.fixture
def keys_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], dict[str, str]]:
    """Return a function that writes a module and returns the keys of its functions."""
    versions = iter(range(100))

    def keys(source: str) -> dict[str, str]:
        path = tmp_path / f"version{next(versions)}.py"
        path.write_text(source)
        namespace: dict[str, Any] = {"__name__": "module"}
        exec(compile(source, str(path), "exec"), namespace)
        found = Keys()
        return {name: found.of(namespace[name]) for name in FUNCTIONS}

    return keys


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ('"""Return a number."""', '"""Return another number."""', set()),
        ('    """Choose."""\n', "    # Choose.\n", set()),
        ("def other(number: int) -> int:", "def other(number: Any) -> Any:", set()),
        ("def helper", "\n\n\ndef helper", set()),
        ("number + LIMIT", "number - LIMIT", {"helper", "bot"}),
        ("LIMIT = 7", "LIMIT = 8", {"helper", "bot"}),
        ("[1, 2, 3]", "[1, 2, 4]", {"bot"}),
        ("[1, 2, 3]", "[1.0, 2, 3]", {"bot"}),
        ('("a", "b")', '("a", "c")', {"other"}),
        ("@jit\ndef helper", "@jit_noinline\ndef helper", {"helper", "bot"}),
    ],
)
def test_what_a_change_reaches(
    keys_of: Callable[[str], dict[str, str]], before: str, after: str, changed: set[str]
) -> None:
    assert before in BOT
    old, new = keys_of(BOT), keys_of(BOT.replace(before, after, 1))
    assert {name for name in FUNCTIONS if old[name] != new[name]} == changed


def test_what_cannot_be_compared_is_refused(keys_of: Callable[[str], dict[str, str]]) -> None:
    with pytest.raises(TypeError, match=r"module\.LIMIT is captured by a compiled function"):
        keys_of(BOT.replace("LIMIT = 7", "LIMIT = object()"))


def entry_keys(folder: Path) -> dict[str, str]:
    code = "import json; from builder.plan import Plan; print(json.dumps(Plan().keys))"
    return dict(json_of(folder, code))


@pytest.fixture(scope="module")
def before() -> dict[str, str]:
    """Keys of the entry points as they are here."""
    return entry_keys(ROOT)


def test_a_change_of_a_bot_reaches_its_callers_alone(
    sources: Checkout, before: dict[str, str]
) -> None:
    sources.change("players/greedy.py", "2 * strength(rules, after)", "3 * strength(rules, after)")
    reached = {name for name, key in entry_keys(sources.folder).items() if key != before[name]}
    assert {"last_action", "look_ahead", "play_rows", "learn_regrets"} <= reached
    rules = ("play", "legal", "view", "settle_round", "play_random_rounds", "equity_before_round")
    assert not reached & set(rules)


def test_overloads_belong_to_the_functions_that_they_replace(
    sources: Checkout, before: dict[str, str]
) -> None:
    sources.change("envs/bitmask_instructions.py", "if count < 16:", "if count < 17:")
    reached = {name for name, key in entry_keys(sources.folder).items() if key != before[name]}
    assert {"write_mask", "observe", "step_all"} <= reached
    assert "view" not in reached


def test_texts_change_no_key(sources: Checkout, before: dict[str, str]) -> None:
    sources.change("rules/core/turn.py", '"""', '"""Another summary. ')
    sources.change("rules/core/turn.py", "@jit\n", "# A comment.\n@jit\n")
    assert entry_keys(sources.folder) == before


def test_keys_do_not_depend_on_the_version_of_python() -> None:
    """Its syntax trees are printed by ourselves; this is one that versions print differently."""
    assert text_of(ast.parse("f(x)[0] or []")) == (
        "Module(body=[Expr(value=BoolOp(op=Or(),values=[Subscript(value=Call(func=Name(id='f'),"
        "args=[Name(id='x')]),slice=Constant(value=0)),List()]))])"
    )
