"""Courses of play by one engine, as lines that are equal if every byte of them is.

Run as a program, ``python -m tests.conformance.courses PART FIRST LAST`` prints a course for every
seed from FIRST to LAST - 1, played by the engine that ``SCHWIMMEN_ENGINE`` names.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np

from schwimmen.analysis import review
from schwimmen.analysis.statistics.facts import facts_of
from schwimmen.arena import compare
from schwimmen.envs import BatchEnv
from schwimmen.players import make_player, play_match
from schwimmen.players.equity import equity
from schwimmen.records import dumps, record_of
from schwimmen.rules import OPTIONS, PRESETS, Match, RuleSet, RuleSetError
from schwimmen.rules.view_builder import record_of as view_record_of
from schwimmen.simulation import simulate
from tests.effort import count

LIVELY: Final = {"turn_cap": 6, "lives": 2, "rounds": 3}
"""Options that keep matches short, unless they contradict others."""
ACTIONS: Final = count(600, least=60)
"""Actions after which a match by random actions ends, if it is not over."""
STEPS: Final = count(60, least=20)
"""Rounds of a simulation, and steps of a batch."""


def rules_of(seed: int) -> RuleSet:
    """Return rules by a number: first every preset, then presets with random options."""
    presets = [*PRESETS]
    if seed < len(presets):
        return RuleSet(presets[seed])
    chance = Random(seed)
    while True:
        changes: dict[str, Any] = {}
        for name in chance.sample([*OPTIONS], chance.randint(1, 5)):
            allowed = OPTIONS[name].allowed
            values: Any = allowed.get("allowed")
            low: Any = allowed.get("low")
            changes[name] = chance.choice(values) if values else chance.randint(low, low + 9)
        preset = chance.choice(presets)
        for given in ({**LIVELY, **changes}, changes):
            try:
                return RuleSet(preset, **given)
            except RuleSetError:
                continue


def players_of(rules: RuleSet, seed: int) -> int:
    """Return a number of players that the rules allow."""
    return 2 + seed % (min(rules.max_players, 5) - 1)


def course_of_rules(seed: int) -> str:
    """Return a match by random actions, with all that every seat and a spectator saw of it."""
    rules, chance = rules_of(seed), Random(seed)
    match = Match(rules, players=players_of(rules, seed), seed=seed)
    seen = hashlib.sha256()
    for _ in range(ACTIONS):
        if match.over:
            break
        for seat in (None, *range(len(match.players))):
            view = match.view(seat)
            seen.update(view_record_of(view).tobytes())
            seen.update(repr((view.legal_actions, view.history[-3:], view.result)).encode())
        if match.to_act is None:
            match.deal()
            continue
        actions = match.view(match.to_act).legal_actions
        weights = [1 if "!" in action or action == "close" else 4 for action in actions]
        match.play(chance.choices(actions, weights)[0])
    seen.update(repr([facts_of(match, seat) for seat in range(len(match.players))]).encode())
    return f"{dumps(record_of(match))} {seen.hexdigest()}"


def course_of_players(seed: int) -> str:
    """Return a match between players that do not search."""
    rules = rules_of(seed)
    names = ("beginner", "casual", "club", "greedy", "random", "blueprint")
    players = players_of(rules, seed)
    match = Match(rules, players=players, seed=seed)
    bots = [make_player(names[(seed + seat) % len(names)], seed=seat) for seat in range(players)]
    play_match(match, bots)
    return dumps(record_of(match))


def course_of_many(seed: int) -> str:
    """Return many rounds of simulation, of a batch and of an arena."""
    rules = rules_of(seed)
    players = players_of(rules, seed)
    levels: list[Any] = ["greedy", "club", "blueprint", "random", "casual"][:players]
    found = hashlib.sha256()
    simulation = simulate(rules, players, levels, rounds=STEPS, seed=seed, rows=True, workers=1)
    assert simulation.rows is not None
    found.update(simulation.rows.tobytes())
    batch = BatchEnv(rules, players=players, envs=count(24, least=8), episode="match", threads=1)
    batch.reset(seed=seed)
    found.update(repr(batch.run(tuple(levels), steps=STEPS)).encode())
    for array in (batch.observations, batch.masks, batch.rewards, batch.to_act):
        found.update(np.ascontiguousarray(array).tobytes())
    duel = compare(rules, players, levels[:2], deals=count(6, least=2), seed=seed, workers=1)
    found.update(repr(duel).encode())
    return found.hexdigest()


def course_of_search(seed: int) -> str:
    """Return the values of ``expert`` for the first moves of a round, equities, and a review."""
    rules = rules_of(seed)
    players = players_of(rules, seed)
    match = Match(rules, players=players, seed=seed)
    thought = []
    for turn in range(4):
        if match.to_act is None:
            break
        bot: Any = make_player("expert", seed=turn)
        view = match.view(match.to_act)
        thought.append({name: value.hex() for name, value in bot.action_values(view).items()})
        match.play(bot.choose(match.view(match.to_act)))
    play_match(match, [make_player("club", seed=seat) for seat in range(players)])
    odds = () if rules.scoring == "points" else equity(rules, [1] * players, 0)
    reviewed = review(match, effort="graph", seed=seed, workers=1)
    return f"{dumps(record_of(match))} {thought!r} {odds!r} {reviewed.to_dict()!r}"


COURSES: Final[dict[str, Callable[[int], str]]] = {
    "rules": course_of_rules,
    "players": course_of_players,
    "many": course_of_many,
    "search": course_of_search,
}


def main(part: str, first: str, last: str) -> None:
    """Print the courses of a part, one a line."""
    np.seterr(over="ignore")  # uncompiled generators wrap around
    for seed in range(int(first), int(last)):
        print(COURSES[part](seed), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
