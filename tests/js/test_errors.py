"""Bad input to the package for JavaScript: a code, and nothing half done."""

from __future__ import annotations

import json
import re

import pytest

from schwimmen.rules import RuleSet, card_names
from tests.js.node import JS, program

RECORD = {
    "format": "schwimmen-match/1",
    "rules": {"preset": "pagat"},
    "players": ["North", "East"],
    "dealer": 0,
    "rounds": [],
}
CARDS = RuleSet("pagat").cards
PACK = card_names([CARDS[11 * place % len(CARDS)] for place in range(len(CARDS))])
MISUSES = {
    "load({ module: new Uint8Array(8) })": "no_module",
    'load({ module: "rules.wasm" })': "no_module",
    "load({ module: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) })": "no_module",
    'game.match({ preset: "poker" })': "unknown_preset",
    'game.match({ preset: "constructor" })': "unknown_preset",
    "game.match({ preset: 3 })": "unknown_preset",
    "game.rules()": "unknown_preset",
    "game.match({ players: 1 })": "out_of_range",
    "game.match({ players: 9 })": "out_of_range",
    "game.match({ players: 2.5 })": "wrong_type",
    'game.match({ players: "North" })': "wrong_type",
    "game.match({ players: [1, 2] })": "wrong_type",
    'game.match({ players: ["North"] })': "out_of_range",
    "game.match({ dealer: 3 })": "out_of_range",
    "game.match({ dealer: null })": "wrong_type",
    'game.match({ seed: "7" })': "wrong_type",
    "game.match({ seed: 2 ** 53 })": "wrong_type",
    "match.deal()": "round_running",
    'game.player("grandmaster")': "unknown_level",
    "game.player()": "unknown_level",
    'game.player("club", { character: "lucky" })': "unknown_character",
    'game.player("greedy", { character: "hasty" })': "unknown_character",
    'game.player("club", { seed: "7" })': "wrong_type",
    'game.player("club").choose(over)': "not_to_act",
    'game.player("club").choose({})': "wrong_type",
    'game.player("club").choose()': "wrong_type",
    'game.player("blueprint").isPrepared({})': "wrong_type",
    'game.player("blueprint").choose(match)': "no_data",
    'game.player("expert").choose(match)': "no_data",
    'game.player("master").choose(match)': "no_data",
    "game.fromPosition()": "wrong_type",
    'game.fromPosition("pagat")': "bad_position",
    'game.fromPosition(match.position, { players: ["North"] })': "out_of_range",
    'game.fromPosition(match.position, { players: ["North", "East"] })': "out_of_range",
    'game.fromPosition(match.position, { seed: "7" })': "wrong_type",
    "game.fromPosition(match.position).toRecord()": "no_record",
    "game.fromPosition(match.position).undo()": "nothing_to_undo",
    "game.fromRecord(record).undo()": "nothing_to_undo",
    "match.positionOf(3)": "out_of_range",
    "game.fromRecord(record).position": "no_round",
    "game.review()": "wrong_type",
    "game.review({})": "wrong_type",
    "game.review(match)": "no_data",
    'game.review(match, { effort: "decision" })': "unknown_effort",
    'game.review(match, { effort: "toString" })': "unknown_effort",
    'game.review(match, { seed: "7" })': "wrong_type",
    "game.numberOfMoments({})": "wrong_type",
    "game.dealLuck({}, 0)": "wrong_type",
    "game.dealLuck(match, 3)": "out_of_range",
    "game.dealLuck(match, 0, { seed: 0.5 })": "wrong_type",
    "game.hint({})": "wrong_type",
    "game.hint(match)": "no_data",
    "game.hint(match, { effort: 3 })": "unknown_effort",
    "game.hint(match, { seed: 0.5 })": "wrong_type",
    "game.hint(over)": "not_to_act",
    "game.puzzlesIn({})": "wrong_type",
    "game.puzzlesIn(match)": "no_data",
    "game.puzzlesIn(match, { seat: 3 })": "out_of_range",
    'game.puzzlesIn(match, { seat: "0" })': "wrong_type",
    'game.puzzlesIn(match, { seed: "7" })': "wrong_type",
    'game.prepare({ rules: { preset: "poker" }, players: 3 })': "unknown_preset",
    "game.prepare({ rules: match.rules, players: 9 })": "out_of_range",
    "game.prepare({ rules: match.rules })": "wrong_type",
    "game.prepare()": "unknown_preset",
    'load({ data: "https://" })': "wrong_type",
    "load({ data: null })": "wrong_type",
    "match.view(3)": "out_of_range",
    'match.view("0")': "wrong_type",
    "match.facts(3)": "out_of_range",
    "match.facts()": "wrong_type",
    'match.play("pass")': "illegal_action dealers_choice",
    'match.play("fold")': "illegal_action unknown_action",
    'match.play("exchange")': "illegal_action unknown_action",
    'match.play("ACxKC")': "illegal_action dealers_choice",
    "match.play(0)": "illegal_action dealers_choice",
    "match.play(25)": "illegal_action unknown_action",
    "match.play(-1)": "illegal_action unknown_action",
    "match.play(2 ** 40)": "illegal_action unknown_action",
    "match.play()": "wrong_type",
    "match.play(null)": "wrong_type",
    "match.play({})": "wrong_type",
    'match.play("keep", "AC")': "unneeded_shuffle",
    "match.toRecord({ players: 3 })": "reserved_key",
    "game.fromRecord(null)": "wrong_type",
    'game.fromRecord("{}")': "missing_key",
    'game.fromRecord("{")': "bad_json",
    'game.fromRecord(`{ "format": 1, "format": 1 }`)': "double_key",
    "game.fromRecord({})": "missing_key",
    'game.fromRecord({ ...record, format: "chess/1" })': "foreign_record",
    'game.fromRecord({ ...record, format: "schwimmen-match/2" })': "newer_record",
    "game.fromRecord({ ...record, format: 1 })": "wrong_type",
    "game.fromRecord({ ...record, dealer: 2 })": "out_of_range",
    "game.fromRecord({ ...record, dealer: true })": "wrong_type",
    "game.fromRecord({ ...record, players: [] })": "out_of_range",
    'game.fromRecord({ ...record, rules: { preset: "poker" } })': "unknown_preset",
    'game.fromRecord({ ...record, rules: { preset: "pagat", options: { lives: 5 } } })': ("passed"),
    'game.rules("pagat", null)': "wrong_type",
    'game.rules("pagat", { chips: 5 })': "unknown_option",
    'game.rules("pagat", { lives: 0 })': "bad_option",
    'game.match({ options: { special: "grace" } })': "contradiction",
    'game.fromRecord({ ...record, rules: { preset: "pagat", options: { fire: 1 } } })': (
        "bad_option"
    ),
    "game.fromRecord({ ...record, rounds: [3] })": "wrong_type round 1",
    "game.fromRecord({ ...record, rounds: [{ pack }] })": "missing_key round 1",
    'game.fromRecord({ ...record, rounds: [{ pack: "AC", actions: [] }] })': "wrong_cards round 1",
    'played("keep", 3)': "wrong_type round 1 action 2",
    'played("keep", "7DxAC")': "illegal_action card_not_in_hand round 1 action 2",
    'played("keep", "take")': "illegal_action no_choice round 1 action 2",
    "game.fromRecord({ ...record, rounds: [{ pack, actions: [] }, { pack, actions: [] }] })": (
        "unfinished round 1"
    ),
    'game.fromRecord({ ...record, rounds: [{ pack, shuffles: ["AC"], actions: [] }] })': (
        "left_over round 1"
    ),
    "game.fromRecord(record).view()": "no_round",
    'game.fromRecord(record).play("keep")': "no_round",
    "game.fromRecord(record).deal()": "no_chance",
    "game.fromRecord(record).deal(7)": "wrong_type",
    'game.fromRecord(record).deal(pack.replace("7D", "2D"))': "wrong_cards",
    'game.fromRecord(record).deal(pack.replace("7D", "AC"))': "wrong_cards",
    'game.fromRecord(record).deal(pack.replace(" ", "  "))': "wrong_cards",
    "game.match({ scores: [3] })": "wrong_type",
    "game.match({ players: 2, scores: [3, -1] })": "out_of_range",
    "game.match({ players: 2, leader: 2 })": "out_of_range",
    "game.match({ players: 2, leader: 0 }).toRecord()": "no_record",
    "over.deal()": "match_over",
    'over.play("pass")': "illegal_action round_over",
}


@pytest.fixture(scope="module")
def answers() -> dict[str, str]:
    """Return the error of each misuse: its code with the reason and the place."""
    misuses = "\n".join(f"[{json.dumps(one)}]: () => {one}," for one in MISUSES)
    code = f"""
        const record = {json.dumps(RECORD)};
        const pack = "{PACK}";
        const game = await load();
        const match = game.match({{ seed: 7 }});
        const over = game.match({{ seed: 7 }});
        while (!over.over) over.toAct === null ? over.deal() : over.play(over.legalActions[0]);
        const played = (...actions) =>
          game.fromRecord({{ ...record, rounds: [{{ pack, actions }}] }});
        const states = () =>
          JSON.stringify([match, over].map((one) => [one.toRecord(), one.view(0)]));
        const before = states();
        const answers = {{}};
        for (const [name, misuse] of Object.entries({{ {misuses} }})) {{
          try {{
            await misuse();
            answers[name] = "passed";
          }} catch (error) {{
            if (!(error instanceof EngineError)) throw error;
            const {{ reason, round, action }} = error.details;
            const place = round && ` round ${{round}}` + (action ? ` action ${{action}}` : "");
            answers[name] = `${{error.code}}${{reason ? ` ${{reason}}` : ""}}${{place ?? ""}}`;
            if (error.message === "" || error.message.includes("\\n")) answers[name] += " message";
          }}
        }}
        answers.same = String(states() === before);
        console.log(JSON.stringify(answers));
    """
    found: dict[str, str] = json.loads(program(code))
    return found


def test_bad_input_has_codes_and_changes_nothing(answers: dict[str, str]) -> None:
    assert answers == MISUSES | {"same": "true"}


def test_all_codes_are_documented_and_typed() -> None:
    thrown = set()
    for source in JS.glob("*.js"):
        text = source.read_text()
        thrown |= set(re.findall(r'(?:EngineError|fault)\(\s*(?:isNewer \? )?"(\w+)"', text))
        thrown |= set(re.findall(r'isNewer \? "newer_record" : "(\w+)"', text))
    layout = json.loads((JS / "layout.json").read_text())
    thrown |= {*layout["codes"]["ruleSetFaults"][1:]}
    inner = {"failed", "no_field", "no_function", "no_records"}  # of a module with another layout
    [types] = re.findall(r"type ErrorCode =([^;]*);", (JS / "types/errors.d.ts").read_text())
    typed = set(re.findall(r'"(\w+)"', types))
    [_, readme] = re.split(r"\| `code` +\|", (JS / "README.md").read_text())
    assert thrown - inner == typed == set(re.findall(r"`(\w+)`", readme))
