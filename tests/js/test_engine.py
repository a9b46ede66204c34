"""The rules and levels as a WebAssembly module play as they do natively, byte for byte."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players import CHARACTERS, LEVELS_WITH_CHARACTERS
from schwimmen.players.blueprint.policy_table import blueprint_for
from schwimmen.players.kernel import choose
from schwimmen.players.policies import COMPILED_LEVELS, policy_for
from schwimmen.players.random_play import random_rounds
from schwimmen.rules import ACTION_KINDS, OPTIONS, PRESETS, RuleSet, RuleSetError, mask_of
from schwimmen.rules.actions import kind_and_masks
from schwimmen.rules.core import kernel, state
from schwimmen.rules.core.completion import (
    MAX_CONTRADICTIONS,
    OPTION_NUMBERS,
    PRESET_NUMBERS,
    VALID,
)
from schwimmen.rules.core.events import MAX_EVENTS
from schwimmen.rules.core.result import MAX_LOSSES
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import RecordArray
from tests.effort import EFFORT
from tests.js.node import JS, Script, output_of, running
from tests.strategies import BIASES, GAMES, Game, any_games, examples, games, play_match, values

MOST_ROUNDS = 30
KINDS = range(-1, len(ACTION_KINDS) + 1)
"""Kinds of action, and one beyond each end."""
PLAYERS = [
    (level, character)
    for level in COMPILED_LEVELS
    for character in (None, *(CHARACTERS if level in LEVELS_WITH_CHARACTERS else ()))
]
CHOOSING = len(PLAYERS) if EFFORT >= 1 else 6
"""How many players choose in each match, other ones in every match of the sample."""


def test_the_module_is_built_from_these_sources() -> None:
    layout = json.loads((JS / "layout.json").read_text())
    done = subprocess.run(
        [sys.executable, "-m", "builder", "key"], capture_output=True, text=True, check=True
    )
    assert layout["sources"] == done.stdout.strip(), "run make wasm"


def test_misuse_of_the_engine_has_codes() -> None:
    script = Path(__file__).with_name("errors.mjs")
    assert output_of(script).splitlines() == [
        "foreign no_module",
        "records no_records",
        "function no_function",
        "field no_field",
        "place no_field",
        "record no_field",
        "preset unknown_preset paget",
        "option unknown_option Lives",
        "value bad_option lives",
        "contradiction contradiction special close_effect",
        "memory no_memory",
        "5000 3",
    ]


@pytest.fixture(scope="module")
def play_in_module(js_data: Path) -> Iterator[Script]:
    """Return a function that plays a match through the module and returns its digest."""
    with running("replay.mjs", f"{js_data.as_uri()}/") as play:
        yield play


@pytest.fixture(scope="module")
def complete_in_module() -> Iterator[Script]:
    """Return a function that completes a rule set through the module."""
    with running("rule_sets.mjs") as complete:
        yield complete


WRONG: st.SearchStrategy[Any] = st.sampled_from(
    (None, True, 0, 1, 1001, -1, -2, 2.5, "yes", "A8", [], 10**20)
)
CHANGES = st.fixed_dictionaries({}, optional={name: values(name) for name in OPTIONS})


@examples(1000)
@given(st.sampled_from(sorted(PRESETS)), CHANGES)
def test_options_are_completed_and_checked_alike(
    complete_in_module: Script, preset: str, options: dict[str, Any]
) -> None:
    check_rule_set(complete_in_module, preset, options)


@examples(300)
@given(st.sampled_from([*PRESETS, "paget"]), CHANGES, st.sampled_from([*OPTIONS, "Lives"]), WRONG)
def test_wrong_values_are_refused_alike(
    complete_in_module: Script, preset: str, options: dict[str, Any], name: str, wrong: Any
) -> None:
    check_rule_set(complete_in_module, preset, options | {name: wrong})


def check_rule_set(complete_in_module: Script, preset: str, options: dict[str, Any]) -> None:
    """Check that a rule set is the same in the module, or has the same fault, and compiled."""
    try:
        rules = RuleSet(preset, options)
        expected = state.encode_rules(rules).tobytes().hex()
    except RuleSetError as error:
        expected = " ".join((error.code, *error.names))
    else:
        number = PRESET_NUMBERS[preset]
        changed = [(OPTION_NUMBERS[name], OPTIONS[name].encode(options[name])) for name in options]
        settings = np.array(changed or [(0, 0)], state.SETTING_DTYPE)
        compiled = np.zeros(1, state.RULES_DTYPE)
        pairs = np.zeros(MAX_CONTRADICTIONS, state.CONTRADICTION_DTYPE)
        fault = kernel.complete_rules(number, settings, len(changed), compiled, pairs)
        assert (fault, compiled.tobytes().hex()) == ((VALID, 0), expected)
    assert complete_in_module({"preset": preset, "options": options}) == expected


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(16, sampled=1)  # 10,000 rounds in the long run, as by any rules
@given(data=st.data())
def test_matches_of_presets(
    play_in_module: Script, preset: str, players: int, data: st.DataObject
) -> None:
    check(data.draw(games(RuleSet(preset), players)), play_in_module)


@pytest.mark.parametrize("bias", BIASES)
@examples(225, sampled=4)
@given(data=st.data())
def test_matches_by_any_rules(play_in_module: Script, bias: str, data: st.DataObject) -> None:
    check(data.draw(any_games(BIASES[bias])), play_in_module)


def check(game: Game, play_in_module: Script) -> None:
    """Check that all records of a match are the same in the module."""
    rounds = list(rounds_of(game))
    match = {
        "rules": state.rules_array(game.rules).tobytes().hex(),
        "cards": str(mask_of(game.rules.cards)),
        "seats": game.players,
        "dealer": game.dealer,
        "rounds": rounds,
        "policies": game.chance().sample(range(len(PLAYERS)), CHOOSING),
        "records": [[one.tobytes().hex() for one in arrays] for arrays in records_of(game, rounds)],
    }
    assert play_in_module(match) == play_natively(game, match)


def rounds_of(game: Game) -> Iterator[dict[str, Any]]:
    """Yield the pack of each round of a match, with the numbers of actions and the shuffles."""
    log: list[Any] = []
    names: list[str] = []
    numbers: dict[str, int] = {}
    for match, step in play_match(game, MOST_ROUNDS):
        round_ = match.round
        if step is None:
            log, names = [], []
        elif step.seat is None:
            log.append(list(step.shuffle))
        else:
            log.append(numbers[step.action])
            names.append(step.action)
        numbers = dict(zip(round_.legal_actions, round_.legal_numbers, strict=True))
        if round_.over:
            yield {"pack": list(round_.pack), "log": log, "names": names}


def records_of(game: Game, rounds: list[dict[str, Any]]) -> Iterator[list[RecordArray]]:
    """Yield the arrays of a match record, then those of records with some fields exchanged."""
    names = [name for round_ in rounds for name in round_["names"]]
    orders = [[one for one in round_["log"] if isinstance(one, list)] for round_ in rounds]
    shuffles = [order for ones in orders for order in ones]
    cards = [
        card
        for round_, ones in zip(rounds, orders, strict=True)
        for order in (round_["pack"], *ones)
        for card in order
    ]
    arrays: list[RecordArray] = [
        np.array(
            [
                (len(round_["pack"]), len(round_["names"]), len(ones))
                for round_, ones in zip(rounds, orders, strict=True)
            ],
            state.RECORDED_ROUND_DTYPE,
        ),
        np.array([(*kind_and_masks(name), -1) for name in names], state.RECORDED_ACTION_DTYPE),
        np.array([(len(order), -1) for order in shuffles], state.RECORDED_SHUFFLE_DTYPE),
        np.array(cards, np.int8),
    ]
    yield arrays
    chance = game.chance()
    for _ in range(5):
        broken = [one.copy() for one in arrays]
        for one in chance.choices([one for one in broken if len(one)], k=2):
            column = one[chance.choice(one.dtype.names)] if one.dtype.names else one
            first, second = (chance.randrange(len(one)) for _ in range(2))
            column[[first, second]] = column[[second, first]]
        yield broken


def play_natively(game: Game, match: dict[str, Any]) -> str:
    """Return the digest of all records of a match, made as ``replay.mjs`` makes it."""
    digest = hashlib.sha256()
    rules = state.rules_array(game.rules)
    rounds, history = np.zeros(1, state.ROUND_DTYPE), np.zeros(2, state.ROUND_DTYPE)
    matches = np.zeros(1, state.MATCH_DTYPE)
    views, choices = np.zeros(1, state.VIEW_DTYPE), np.zeros(64, state.CHOICE_DTYPE)
    events = np.zeros(MAX_EVENTS, state.EVENT_DTYPE)
    results, losses = np.zeros(1, state.RESULT_DTYPE), np.zeros(MAX_LOSSES, state.LOSS_DTYPE)
    kernel.start_match(rules, matches, 0, game.players, game.dealer)
    finished, states = [], [matches.copy()]
    policies = [policy_for(game.rules, *PLAYERS[place]) for place in match["policies"]]
    digest.update(b"".join(policy.tobytes() for policy in policies))
    rng, space = new_rng(0), np.zeros(1, state.ROUND_DTYPE)

    def note_named() -> None:
        cards = [int(hand) & -int(hand) for hand in rounds["hands"][0, : game.players]]
        table = int(rounds["table"][0])
        codes: list[int] = []
        for kind, *exchanged in product(KINDS, cards, (table & -table, cards[0])):
            codes += kernel.named_action(rules, rounds, 0, kind, *exchanged)
        digest.update(bytes(code & 255 for code in codes))

    def note(count: int) -> None:
        blueprint = blueprint_for(game.rules, int(rounds[0].active).bit_count())
        note_named()
        digest.update(events[:count].tobytes())
        digest.update(rounds.tobytes())
        for seat in range(-1, game.players):
            views[:] = np.zeros(1, state.VIEW_DTYPE)
            kernel.view(rules, rounds, 0, matches, seat, 1, views, choices)
            digest.update(views.tobytes())
            views[:] = np.zeros(1, state.VIEW_DTYPE)
            legal = kernel.view(rules, rounds, 0, matches, seat, 0, views, choices)
            digest.update(views.tobytes())
            digest.update(choices[:legal].tobytes())
            if not legal:
                continue
            rng[:] = new_rng(0x0101010101010101)
            chosen = (choose(rules, views, seat, one, blueprint, rng, space) for one in policies)
            digest.update(bytes(chosen) + rng.tobytes())

    for played in match["rounds"]:
        rounds[:] = state.new_round(played["pack"])
        active = kernel.active(matches, 0)
        dealer, leader = int(matches[0].dealer), int(matches[0].leader)
        kernel.deal_round(rules, rounds, 0, game.players, active, dealer, leader)
        history[0] = rounds[0]
        note(kernel.deal_events(rules, history, 0, events))
        for entry in played["log"]:
            if isinstance(entry, list):
                rounds["aside"][0, : len(entry)] = history["aside"][0, : len(entry)] = entry
                kernel.recycle(rules, rounds, 0)
                note(kernel.recycle_events(rules, history, 0, events)[-1])
            else:
                kernel.play(rules, rounds, 0, entry)
                note(kernel.play_events(rules, history, 0, entry, events)[-1])
        lost = kernel.losses(rules, rounds, 0, losses)
        kernel.settle_round(rules, matches, rounds, 0)
        kernel.result(rules, rounds, 0, matches, results)
        digest.update(losses[:lost].tobytes() + results.tobytes() + matches.tobytes())
        finished.append(rounds.copy())
        states.append(matches.copy())
    facts = np.zeros(len(finished), state.FACTS_DTYPE)
    match_facts = np.zeros(1, state.MATCH_FACTS_DTYPE)
    for seat in range(game.players):
        course = np.concatenate(finished), np.concatenate(states)
        count = kernel.seat_facts(rules, *course, seat, facts, match_facts)
        digest.update(bytes([count]) + facts.tobytes() + match_facts.tobytes())
    cards = mask_of(game.rules.cards)
    for arrays in list(records_of(game, match["rounds"])):
        count = len(arrays[0])
        after = np.zeros(count, state.ROUND_DTYPE), np.zeros(count + 1, state.MATCH_DTYPE)
        passed: Any = rules, game.players, game.dealer, cards, *arrays, *after
        digest.update(json.dumps(kernel.play_record(*passed), separators=(",", ":")).encode())
        digest.update(b"".join(one.tobytes() for one in (*arrays, *after)))
    return digest.hexdigest()


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_random_rounds_are_those_of_python(preset: str, players: int) -> None:
    benchmark = JS.parent / "benchmarks" / "wasm.mjs"
    printed = output_of(benchmark, preset, players, stdin="[200, 7]\n")
    assert json.loads(printed) == [*random_rounds(RuleSet(preset), players, 200, seed=7)]
