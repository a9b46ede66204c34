"""The types of the package for JavaScript fit its objects, and find mistakes of programs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.js.node import JS, NODE, program

TYPESCRIPT = JS.parent / "frontend" / "node_modules" / "typescript" / "bin" / "tsc"
OPTIONS = ("--noEmit", "--strict", "--module", "nodenext", "--target", "esnext")

PROGRAM = """
    import { load, EngineError, type Card, type Choice, type Match, type View } from "schwimmen";

    function best(view: View): Choice | undefined {
      return view.choices.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))[0];
    }
    const game = await load();
    const match: Match = game.match({ preset: "dutch", players: ["North", "East"], seed: 7n });
    while (!match.over) {
      if (match.toAct === null) match.deal();
      else match.play(best(match.view(match.toAct)) ?? match.legalActions[0]!);
    }
    const totals: number[] | null = match.totals;
    const ends: string[] = match.results.map((result) => result.end);
    const again: Match = game.fromRecord(match.toRecord({ event: "Stammtisch" }));
    const trial: Match = game.fromPosition(match.position, { players: ["A", "B"], seed: 1 }).copy();
    const seen: string = trial.positionOf(0) + trial.positionOf();
    game.player("master", { lessEffort: true }).choose(trial);
    await game.prepare(match);
    await game.prepare({ rules: game.rules("pagat"), players: 3 });
    const isPrepared: boolean = game.player("blueprint").isPrepared(again);
    const moments = game.review(match, { effort: "graph", seed: 1n });
    let step = moments.next();
    for (; !step.done; step = moments.next()) step.value.chances satisfies { value: number }[];
    const rates: (number | null)[] = step.value.players.map((player) => player.errorRate);
    const advice: string | undefined = game.hint(match, { chosen: "pass" }).actions[0]?.action;
    const isOnly: boolean = game.hint(match.view(0)).onlyMove;
    for (const analysis of game.analyse(match.view(0), { worlds: 500, time: 1.5, seed: 7n })) {
      const chances: number[] = analysis.actions.map((one) => one.value - one.loss * one.policy);
      const hands: Card[][] | undefined = analysis.beliefs[1]?.map((one) => one.cards);
      analysis.reasons(analysis.best.action) satisfies { share: number }[];
    }
    await game.prepare("pagat 7C8C9C/AHKHQH 7S8S9S 23 - turn:0 1 0 0 -");
    game.player("expert", { error: 0.01, lessEffort: true }).choose(match);
    const likely: Record<string, number> = game
      .player("blueprint")
      .actionProbabilities(match.view(0));
    for (const puzzle of game.puzzlesIn(match, { seat: 0 })) puzzle.themes satisfies string[];
    try {
      again.play("pass");
    } catch (error) {
      if (error instanceof EngineError && error.code === "illegal_action") error.details.legal;
    }
"""
MISTAKES = (
    'load().match({ preset: "pagat" })',
    '(await load()).match({ preset: "pagat", player: 3 })',
    '(await load()).match({ seed: "7" })',
    '(await load()).match({ preset: "pagatt" })',
    "(await load()).match({ options: { live: 3 } })",
    '(await load()).match({ options: { close_effect: "imediate" } })',
    '(await load()).player("experd")',
    '(await load()).player("club", { character: "hastey" })',
    '(await load()).hint((await load()).match()).reasons[0]?.code === "out"',
    "(await load()).match().play()",
    "(await load()).match().over = true",
    "(await load()).match().view(0).choises",
    '(await load()).match().view(0).phase === "bidding"',
    "(await load()).match().view(0).value + 1",
    "(await load()).fromRecord(3)",
    "(await load()).fromPosition((await load()).match())",
    '(await load()).match().positionOf("0")',
    '(await load()).review((await load()).match(), { effort: "decision" })',
    '(await load()).review((await load()).match(), { chosen: "pass" })',
    "(await load()).hint((await load()).match()).grade",
    "(await load()).analyse((await load()).match())",
    '(await load()).analyse("pagat", { world: 5 })',
    '[...(await load()).analyse("pagat")][0]?.best.losses',
    '(await load()).player("club").actionProbabilities((await load()).match().view())',
    '(await load()).player("master", { worlds: "5" })',
    'new EngineError("no_memory", "")',
)
VALUES = """
    const game = await load({ data });
    const values = [];
    for (const preset of ["pagat", "choy"]) {
      const match = game.match({ preset, players: 3, seed: 3 });
      values.push(["View", match.view(match.toAct)]);
      while (!match.over) match.toAct === null ? match.deal() : match.play(match.legalActions[0]);
      values.push(["View", match.view()], ["RoundResult", match.results[0]]);
      values.push(["MatchFacts", match.facts(0)]);
      values.push(["MatchRecord", match.toRecord()], ["Rules", match.rules]);
    }
    const match = game.match({ preset: "app-a9", players: 2, seed: 3 });
    match.play(match.legalActions[0]);
    await game.prepare(match);
    const moments = game.review(match);
    let step = moments.next();
    while (!step.done) step = moments.next();
    values.push(["Review", step.value], ["Hint", game.hint(match)]);
    const [{ best, beliefs }] = game.analyse(match.view(match.toAct), { worlds: 50 });
    values.push(["AnalysedAction", best], ["PossibleHand", beliefs[1 - match.toAct][0]]);
    for (const [type, value] of values) console.log(`${JSON.stringify(value)} satisfies ${type};`);
"""


def test_a_program_and_what_the_package_returns_have_the_types(
    tmp_path: Path, js_data: Path
) -> None:
    names = "View, RoundResult, MatchFacts, MatchRecord, Rules, Review, Hint, AnalysedAction, "
    names += "PossibleHand"
    data = f'const data = "{js_data.as_uri()}";'
    values = f'import type {{ {names} }} from "schwimmen";\n' + program(
        data
        + VALUES.replace("console.log(`", "console.log(`void (").replace(
            "} satisfies ${type};", "} satisfies ${type});"
        )
    )
    assert errors(tmp_path, {"program.mts": PROGRAM, "values.mts": values}) == []


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the files in which the compiler finds an error, for a file for each mistake."""
    start = 'import { load, EngineError } from "schwimmen";\nvoid EngineError;\n'
    files = {f"mistake{number}.mts": start + one for number, one in enumerate(MISTAKES)}
    return errors(tmp_path_factory.mktemp("mistakes"), files)


@pytest.mark.parametrize("number", range(len(MISTAKES)))
def test_a_mistake_is_found(found: list[str], number: int) -> None:
    assert f"mistake{number}.mts" in "\n".join(found)


def errors(folder: Path, files: dict[str, str]) -> list[str]:
    """Return the errors that TypeScript finds in programs that use the package."""
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / "schwimmen").symlink_to(JS)
    for name, text in files.items():
        (folder / name).write_text(text)
    command = [str(NODE), str(TYPESCRIPT), *OPTIONS, "--lib", "esnext,dom", *files]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    found = [line for line in done.stdout.splitlines() if "error TS" in line]
    assert done.returncode == (2 if found else 0), done.stderr
    return found
