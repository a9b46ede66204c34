"""Analyses in JavaScript are those of Python, to the last digit, and so is play within limits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from schwimmen.analysis import DecisionAnalysis, Limit, analyse, hint
from schwimmen.players import make_player
from schwimmen.players.level_players import BlueprintPlayer
from schwimmen.players.levels import SEARCH_BUDGETS
from schwimmen.rules import Match, Position, View
from tests.effort import count, sample
from tests.js.node import Script, program, running
from tests.js.test_package import as_json
from tests.js.test_review import camel_case
from tests.strategies import GAMES

POSITIONS = (
    "pagat ??????/AHKH7S/?????? TH9D8D 20 - turn:1 0 1 0 - 4 2/1/0",
    "pagat ??????/AHKH7S/?????? TH9D8D 20 - turn:1 0 1 0 -",
    "pagat,lives=5 ??????/TCJSJH [??????] 23 - choice:1 1 0 0 - 1 5/4",
    "app-a9 ??????/TSAHKH/- QC9DJD 15 - turn:1 0 1 0 - 4 2/0/-",
    "dutch ??????/AHKH7S TH9D8D 23 - turn:1 0 1 0 - 2 3/4",
    "choy ????????/AHKH7SAC TH9D8D2C 40 - turn:1 0 1 0 -",
)
WITHIN: dict[str, Any] = {"worlds": 400, "error": 0.02}
"""Limits of which one or the other ends a decision."""


@pytest.fixture(scope="module")
def ask(js_data: Path) -> Iterator[Script]:
    """Return a function that analyses a decision in Node."""
    with running("analyse.mjs", f"{js_data.as_uri()}/") as answer:
        yield answer


def plain(analysis: DecisionAnalysis) -> dict[str, Any]:
    """Return the fields of an analysis as JavaScript has them, without its view."""
    beliefs = {
        str(seat): [
            {"cards": [str(card) for card in one.cards], "probability": one.probability}
            for one in hands
        ]
        for seat, hands in analysis.beliefs.items()
    }
    actions = [camel_case(as_json(one)) for one in analysis.actions]
    return {
        "worlds": analysis.worlds,
        "actions": actions,
        "best": actions[0],
        "beliefs": beliefs,
    }


def check(found: dict[str, Any], view: View, worlds: int, seed: int) -> None:
    """Check what Node has found for a decision."""
    analyses = [*analyse(view, Limit(worlds=worlds), seed=seed)]
    assert found["found"] == [plain(one) for one in analyses]
    last = analyses[-1]
    reasons = [last.reasons(), last.reasons(last.actions[-1].action)]
    assert found["reasons"] == [[camel_case(as_json(one)) for one in some] for some in reasons]
    assert found["policy"] == BlueprintPlayer().action_probabilities(view)
    assert found["seen"] == as_json(view)
    if any(found["chosen"]):
        assert found["chosen"] == [
            [make_player(level, seed, **limits).choose(view) for level in SEARCH_BUDGETS]
            for limits in ({"worlds": worlds}, WITHIN)
        ]
        hinted = asdict(hint(view, "graph", seed=seed))
        assert found["hint"] == json.loads(json.dumps(camel_case(hinted)))


@pytest.mark.parametrize(("preset", "players"), sample(GAMES, 5))
def test_analyses_of_views_are_those_of_python(ask: Script, preset: str, players: int) -> None:
    for seed in range(count(8)):
        match = Match(preset, players=players, seed=seed + players)
        bots = [make_player("club", seat) for seat in range(players)]
        for number in range(count(12, least=5)):
            if match.to_act is None:
                break
            view = match.view(match.to_act)
            question = {
                "record": match.to_record(),
                "worlds": 150,
                "seed": number,
                "within": WITHIN,
            }
            check(json.loads(ask(question)), view, 150, number)
            match.play(bots[match.to_act].choose(view))


def test_analyses_after_a_shuffle_are_those_of_python(ask: Script) -> None:
    options: dict[str, Any] = {"dealer_choice": False, "talon_short": "recycle"}
    match = Match("app-a9", players=4, seed=1, **options)
    for _ in range(18):
        match.play("pass")
    assert match.round.shuffles
    assert match.to_act is not None
    seed = 2**53 - 1
    question = {"record": match.to_record(), "worlds": 200, "seed": seed, "within": WITHIN}
    check(json.loads(ask(question)), match.view(match.to_act), 200, seed)


@pytest.mark.parametrize("text", POSITIONS)
def test_analyses_of_positions_are_those_of_python(ask: Script, text: str) -> None:
    found = json.loads(ask({"position": text, "worlds": 300, "seed": 4}))
    check(found, Position.parse(text).view(), 300, 4)


def shown(code: str, data: Path) -> Any:
    """Return the JSON that a program prints, which has a match with its data and its view."""
    start = f"""
        const game = await load({{ data: {json.dumps(f"{data.as_uri()}/")} }});
        const match = game.match({{ preset: "app-a9", players: 2, seed: 3, dealer: 0 }});
        match.play("keep");
        await game.prepare(match);
        const view = match.view(match.toAct);
        const alone = "app-a9 ??????/TSAHKH QC9DJD 15 - turn:1 0 1 0 -"; // a round by itself
        const codeOf = (call) => {{
          try {{
            return call() && null;
          }} catch (error) {{
            if (!(error instanceof EngineError)) throw error;
            return [error.code, error.message];
          }}
        }};
    """
    return json.loads(program(f"{start} console.log(JSON.stringify(await ({code})()));"))


def test_an_analysis_ends_at_its_error_and_its_time_and_has_a_default(js_data: Path) -> None:
    code = """async () => {
        const worlds = (limits) => [...game.analyse(view, limits)].map((one) => one.worlds);
        return [worlds({ error: 0.5 }), worlds({ time: 1e-9 }), worlds({ worlds: 5 }), worlds()];
    }"""
    assert shown(code, js_data) == [[128], [128], [5], [128, 256, 512, 1024, 2048, 4000]]


def test_a_player_within_a_time_searches_once_at_least(js_data: Path) -> None:
    code = """async () => [{ time: 1e-9 }, { worlds: 128 }].map((limits) =>
        game.player("master", { seed: 5, ...limits }).choose(match))"""
    within_time, within_worlds = shown(code, js_data)
    assert within_time == within_worlds


def test_each_step_of_an_analysis_leaves_matches_alone(js_data: Path) -> None:
    code = """async () => {
        const before = JSON.stringify([match.toRecord(), match.view(0), match.view(1)]);
        const other = game.match({ preset: "dutch", seed: 1 });
        for (const analysis of game.analyse(view, { worlds: 300 })) {
          other.play(other.legalActions[0]);
          analysis.reasons();
        }
        return JSON.stringify([match.toRecord(), match.view(0), match.view(1)]) === before;
    }"""
    assert shown(code, js_data) is True


def test_bad_input_is_refused_at_once(js_data: Path) -> None:
    code = """async () => [
        () => game.analyse(match),
        () => game.analyse(null),
        () => game.analyse({ ...view, dealer: 7 }),
        () => game.analyse({ ...view, hand: ["AC", "1X", "KD"] }),
        () => game.analyse({ ...view, phase: "bidding" }),
        () => game.analyse({ ...view, by: 5 }),
        () => game.analyse({ ...view, history: [null] }),
        () => game.analyse({ ...view, closers: null }),
        () => game.analyse({ ...view, table: "AC KC QC" }),
        () => game.analyse({ ...view, seats: [] }),
        () => game.analyse(match.view(1 - match.toAct)),
        () => game.analyse(match.view()),
        () => game.analyse("pagat"),
        () => game.analyse("pagat ??????/9HADTD 7C8C9C 23 - turn:0 1 0 0 -"),
        () => game.analyse("app-a9 9CTCJC/KCACKD QCAD9D 15 - over 0 1 0 close:0"),
        () => game.analyse(view, { worlds: 0 }),
        () => game.analyse(view, { worlds: 100001 }),
        () => game.analyse(view, { time: 0 }),
        () => game.analyse(view, { error: "small" }),
        () => game.analyse(view, { seed: 0.5 }),
        () => game.player("club", { worlds: 5 }),
        () => game.player("blueprint").actionProbabilities(match),
        () => [...game.analyse({ ...view, leader: 1 - view.leader })],
        () => [...game.analyse(view, { worlds: 5 })][0].reasons("fold"),
        () => game.hint(view, { chosen: "fold" }),
        () => game.hint([...game.analyse(alone, { worlds: 5 })][0].view),
    ].map(codeOf)"""
    found = shown(code, js_data)
    assert [one[0] for one in found] == [
        *["wrong_type"] * 10,
        *["not_to_act"] * 2,
        *["bad_position"] * 3,
        *["out_of_range"] * 3,
        *["wrong_type"] * 2,
        "no_search",
        "wrong_type",
        "impossible_view",
        *["illegal_action"] * 2,
        "no_match",
    ]
    messages = [one[1] for one in found]
    assert messages[3] == "view: hand has an invalid value"
    assert messages[13] == "hands: seat 0 is to act, but has unknown cards"
    assert messages[14] == "turn: no seat is to act"
    assert messages[17] == "time: 0 is not a number above 0"
    assert messages[18] == 'error: "small" is not a number above 0'
    assert messages[20].startswith("club does not search, so it has no limits; those that do: exp")
