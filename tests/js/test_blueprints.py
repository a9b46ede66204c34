"""Blueprints in the package for JavaScript: fetched, unpacked, and used as in Python."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from schwimmen.players.blueprint.policy_table import NO_BLUEPRINT, blueprint_for
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.records import read_record
from schwimmen.rules import PRESETS, Match, RuleSet
from tests.effort import sample
from tests.js.node import output_of, program

CASES: list[tuple[str, dict[str, Any], int]] = [
    *((one, {}, n) for one in PRESETS for n in range(2, RuleSet(one).max_players + 1)),
    ("pagat", {"lives": 5, "fire": False}, 3),
    ("pagat", {"dealt_penalty": "harsh"}, 3),  # none fits
]
PLAYED = """
    const play = (match, player) => {
      while (!match.over) match.toAct === null ? match.deal() : match.play(player.choose(match));
      return match.toRecord();
    };
"""
# Site of the data whose answers a test may change; it counts the requests for each file.
SITE = """
    import { readFile } from "node:fs/promises";
    const folder = %s;
    const requests = {};
    let change = (name, bytes) => bytes;
    globalThis.fetch = async (url) => {
      const file = url.pathname.slice("/data/".length);
      const name = file.replace(/\\.[0-9a-f]{8}\\b/, ""); // without the hash of its content
      requests[name] = (requests[name] ?? 0) + 1;
      const bytes = await readFile(new URL(file, folder));
      return new Response(change(name, new Uint8Array(bytes)));
    };
    const game = await load({ data: "https://example.org/data" });
    const rules = game.rules("app-a9");
    const tried = async (given = change) => {
      change = given;
      try {
        await game.prepare({ rules, players: 2 });
        return "prepared";
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        return error.code;
      }
    };
"""


def on_site(data: Path, code: str) -> Any:
    """Return the JSON that a program prints whose game has the site."""
    return json.loads(program(SITE % json.dumps(f"{data.as_uri()}/") + code))


def test_blueprints_are_those_of_python(js_data: Path) -> None:
    chosen = sample(CASES, least=10)
    cases = [
        json.dumps({"preset": preset, "options": options, "seats": seats})
        for preset, options, seats in chosen
    ]
    script = Path(__file__).with_name("blueprints.mjs")
    printed = output_of(script, f"{js_data.as_uri()}/", stdin="\n".join(cases))
    expected = [
        hashlib.sha256(blueprint_for(RuleSet(preset, options), seats).tobytes()).hexdigest()
        for preset, options, seats in chosen
    ]
    assert printed.split() == expected


def test_a_player_may_choose_with_less_effort_until_its_data_are_there(js_data: Path) -> None:
    code = """
        const options = { seed: 9, lessEffort: true };
        const match = () => game.match({ preset: "pagat", players: 4, seed: 8 });
        const player = () => game.player("blueprint", options);
        const ready = () => [player(), game.player("club")].map((one) => one.isPrepared(match()));
        const shown = [ready(), play(match(), player())];
        await game.prepare(match());
        shown.push(ready(), play(match(), player()));
        shown.push(player().isPrepared(game.match({ preset: "pagat", players: 5 })));
        console.log(JSON.stringify(shown));
    """
    before, greedy, after, record, more = on_site(js_data, PLAYED + code)
    assert (before, after, more) == ([False, True], [True, True], False)
    assert played_by(BlueprintPlayer(9, NO_BLUEPRINT), greedy) == greedy
    assert played_by(BlueprintPlayer(9), record) == record


def played_by(player: BlueprintPlayer, record: dict[str, Any]) -> dict[str, Any]:
    """Return the record of the match with the same packs that a player plays."""
    match = Match("pagat", players=4, dealer=record["dealer"], deal=False)
    for played in read_record(record).rounds:
        match.deal(played.pack)
        while match.to_act is not None:
            match.play(player.choose(match.view(match.to_act)))
    return match.to_record()


def test_a_file_is_fetched_once_and_again_only_if_that_failed(js_data: Path) -> None:
    code = """
        const first = await Promise.all([tried(), tried()]);
        console.log(JSON.stringify([...first, await tried(), requests]));
    """
    once = {"catalogue.json": 1, "outcomes": 1, "app-a9-2.blueprint": 1}
    assert on_site(js_data, code) == ["prepared", "prepared", "prepared", once]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("app-a9-2.blueprint", "bytes.slice(1)"),
        ("app-a9-2.blueprint", "bytes.with(5000, bytes[5000] ^ 1)"),
        ("app-a9-2.blueprint", "''"),
        ("outcomes", "bytes.slice(1)"),
        ("catalogue.json", "'{'"),
        ("catalogue.json", "'null'"),
        ("catalogue.json", "new TextDecoder().decode(bytes).replace('data/2', 'data/3')"),
    ],
)
def test_damaged_data_are_refused_and_may_be_fetched_again(
    js_data: Path, name: str, change: str
) -> None:
    code = f"""
        const damage = (name, bytes) => (name === "{name}" ? {change} : bytes);
        const failed = [await tried(damage), await tried(damage)];
        const match = game.match({{ preset: "app-a9", players: 2 }});
        failed.push(game.player("blueprint").isPrepared(match));
        console.log(JSON.stringify([...failed, await tried((_, bytes) => bytes)]));
    """
    assert on_site(js_data, code) == ["damaged_data", "damaged_data", False, "prepared"]


@pytest.mark.parametrize(
    ("removed", "nearest"), [("losers", "app-a9-2.blueprint"), ("pack", "app-a5-2.blueprint")]
)
def test_the_catalogue_names_options(js_data: Path, removed: str, nearest: str) -> None:
    """Their order does not matter, and an option that is missing counts as its default."""
    code = f"""
        const named = ({{ {removed}, ...rest }}) =>
          Object.fromEntries(Object.entries(rest).reverse());
        const changed = (name, bytes) => {{
          if (name !== "catalogue.json") return bytes;
          const content = JSON.parse(new TextDecoder().decode(bytes));
          for (const file of content.files) file.options = named(file.options);
          return JSON.stringify(content);
        }};
        console.log(JSON.stringify([await tried(changed), Object.keys(requests)]));
    """
    files = ["catalogue.json", "outcomes", nearest]
    assert on_site(js_data, code) == ["prepared", files]


def test_without_hashes_of_the_browser_the_archive_finds_damage(js_data: Path) -> None:
    code = """
        Object.defineProperty(globalThis, "crypto", { value: {} });
        const damage = (name, bytes) =>
          name.endsWith("blueprint") ? bytes.with(5000, bytes[5000] ^ 1) : bytes;
        console.log(JSON.stringify([await tried(damage), await tried((_, bytes) => bytes)]));
    """
    assert on_site(js_data, code) == ["damaged_data", "prepared"]


def test_missing_data_and_memory_have_codes(js_data: Path) -> None:
    code = """
        const { grow } = WebAssembly.Memory.prototype;
        WebAssembly.Memory.prototype.grow = () => {
          throw new RangeError("no memory");
        };
        const failed = [await tried()];
        WebAssembly.Memory.prototype.grow = grow;
        const missing = await load({ data: new URL("missing", folder) });
        await missing.prepare({ rules, players: 2 }).catch(({ code }) => failed.push(code));
        console.log(JSON.stringify([...failed, await tried()]));
    """
    assert on_site(js_data, code) == ["no_memory", "unreadable", "prepared"]
