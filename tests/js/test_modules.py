"""The small module plays as the large one does, and lacks only searches, reviews and reasons."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from schwimmen.players import LEVELS
from schwimmen.players.levels import LEVELS_WITH_DATA
from schwimmen.rules import PRESETS
from tests.effort import sample
from tests.js.node import JS, program, running

MODULES = ("play.wasm", "rules.wasm")
SMALL_LEVELS = [level for level in LEVELS if level not in LEVELS_WITH_DATA]
MOST_BYTES = 75_000
"""Bytes of the small module, packed by gzip, before a first match."""
SMALL = f'new URL("{(JS / "play.wasm").as_uri()}")'


def functions_of(name: str) -> set[str]:
    """Return the functions of a module that JavaScript can call."""
    path = json.dumps(str(JS / name))
    code = f"""
        import {{ readFileSync }} from "node:fs";
        const {{ instance }} = await WebAssembly.instantiate(readFileSync({path}));
        const {{ exports }} = instance;
        const names = Object.keys(exports).filter((name) => exports[name] instanceof Function);
        console.log(JSON.stringify(names));
    """
    return set(json.loads(program(code)))


def test_search_is_what_the_small_module_lacks() -> None:
    small, large = functions_of("play.wasm"), functions_of("rules.wasm")
    assert {"choose", "deal_round", "play", "play_record", "seat_facts", "view"} <= small < large
    assert {"estimate", "explain", "look_ahead", "solve_equity", "value_seats"} <= large - small


def test_the_small_module_is_small() -> None:
    packed = {name: len(gzip.compress((JS / name).read_bytes(), 9)) for name in MODULES}
    assert packed["play.wasm"] <= MOST_BYTES < packed["rules.wasm"]


@pytest.mark.parametrize("preset", sample([*PRESETS], 3))
def test_both_modules_play_alike(preset: str) -> None:
    played = []
    for module in MODULES:
        with running("modules.mjs", module) as ask:
            played.append(ask({"preset": preset, "levels": SMALL_LEVELS[-3:], "seed": 31}))
    assert played[0] == played[1] != ""


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ('game.player("expert").choose(match)', "no_data"),
        ("await game.prepare(match)", "no_records"),
        ('game.player("expert", { lessEffort: true }).choose(match)', "no_records"),
    ],
)
def test_the_small_module_says_what_it_lacks(call: str, code: str, js_data: Path) -> None:
    data = f"new URL({json.dumps(js_data.as_uri() + '/')})"
    loaded = f"const game = await load({{ module: {SMALL}, data: {data} }});"
    match = "const match = game.match({ preset: 'dutch', seed: 1 });"
    wanted = f"{match} try {{ {call}; }} catch (error) {{ console.log(error.code); }}"
    assert program(f"{loaded} {wanted}").strip() == code
