"""The package for JavaScript shows matches as the Python package does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import to_json

from schwimmen.analysis import facts_of
from schwimmen.rules import OPTIONS, Card, Choice, Match, RuleSet, View
from schwimmen.rules.core.rng import new_rng, randbelow, shuffle
from schwimmen.server.wire import encode
from schwimmen.server.wire.declared import encoder_of
from tests.effort import count, sample
from tests.js.node import program, running
from tests.strategies import BIASES, GAMES, Game, any_games, examples, games, play_match

MOST_ROUNDS = count(6, least=3)

Play = Callable[[dict[str, Any]], dict[str, Any]]


@pytest.fixture(scope="module")
def play_in_package() -> Iterator[Play]:
    """Return a function that plays a record through the package and returns its objects."""
    with running("package.mjs") as play:
        yield lambda record: json.loads(play(record))


@pytest.mark.parametrize("bias", BIASES)
@examples(10)
@given(data=st.data())
def test_views_by_any_rules(play_in_package: Play, bias: str, data: st.DataObject) -> None:
    check(data.draw(any_games(BIASES[bias])), play_in_package)


@pytest.mark.parametrize(("preset", "players"), sample(GAMES, 4))
@examples(10)
@given(data=st.data())
def test_views_are_those_of_python(
    play_in_package: Play, preset: str, players: int, data: st.DataObject
) -> None:
    check(data.draw(games(RuleSet(preset), players)), play_in_package)


def check(game: Game, play_in_package: Play) -> None:
    """Check that the package shows a match as Python does."""
    steps = []
    for match, _ in play_match(game, MOST_ROUNDS):
        if not match.round.needs_shuffle:
            views = [match.view(seat) for seat in (None, *range(game.players))]
            steps.append([*views, match.open_view()])
    shown = play_in_package(match.to_record())
    assert shown["views"] == [[as_json(view) for view in step] for step in steps]
    assert shown["messages"] == [[as_message(view) for view in step] for step in steps]
    assert shown["records"] == [match.to_record()] * 2
    facts = [facts_of(match, seat) for seat in range(game.players)]
    assert shown["facts"] == [[as_json(one), json.loads(to_json(one))] for one in facts]
    names = ["over", "winners", "results", "lives", "status", "totals"]
    names += ["dealer", "leader", "to_act"]
    legal = [] if match.to_act is None else match.view(match.to_act).legal_actions
    assert shown["end"] == {
        **{camel_case(name): as_json(getattr(match, name)) for name in names},
        "legalActions": list(legal),
    }


def as_json(value: Any) -> Any:
    """Return an object of the Python package as that of the package for JavaScript."""
    if isinstance(value, RuleSet):
        names = ("preset", "changed", "options", "actions")
        applying = [name for name in OPTIONS if value.applies(name)]
        return {name: as_json(getattr(value, name)) for name in names} | {"applying": applying}
    if is_dataclass(value):
        return {camel_case(one.name): as_json(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {key: as_json(one) for key, one in value.items()}
    if isinstance(value, tuple):
        return [as_json(one) for one in value]
    return str(value) if isinstance(value, Card) else value


def as_message(view: View) -> Any:
    """Return the fields of a view that the server's messages have."""
    choices = [*map(encoder_of(Choice), view.choices)]
    refused = {kind: why for kind, why in view.refused.items() if kind in view.rules.actions}
    history = [*map(encode.round_event, view.history)]
    own = encode.own_fields(view, choices, refused)
    return json.loads(to_json(encode.public_view(view) | own | {"history": history}))


def camel_case(name: str) -> str:
    return re.sub("_(.)", lambda found: found[1].upper(), name)


@pytest.mark.parametrize(("preset", "rounds"), [("pagat", 5), ("dutch", 4), ("choy", 3)])
def test_a_round_can_be_set_up_without_the_ones_before(preset: str, rounds: int) -> None:
    match = Match(preset, players=3, seed=1)
    while match.to_act is None or len(match.rounds) <= rounds:
        if match.to_act is None:
            match.deal()
        else:
            match.play(match.round.legal_actions[0])
    scores = match.totals if match.lives is None else match.lives
    set_up = {
        "preset": preset,
        "players": match.players,
        "dealer": match.dealer,
        "leader": match.leader,
        "scores": scores,
        "pack": " ".join(map(str, match.round.pack)),
    }
    assert scores != Match(preset).lives
    code = f"""
        const match = (await load()).match({json.dumps(set_up)});
        console.log(JSON.stringify([0, 1, 2].map((seat) => match.view(seat))));
    """
    views = [as_json(match.view(seat)) | {"number": 1} for seat in range(3)]
    assert json.loads(program(code)) == views


def test_a_seed_gives_the_random_numbers_of_compiled_code() -> None:
    code = """
        const match = (await load()).match({ preset: "choy", players: 4, seed: -5 });
        console.log(JSON.stringify(match.toRecord()));
    """
    record = json.loads(program(code))
    rng = new_rng(-5)
    cards = np.array(RuleSet("choy").cards, np.int8)
    assert record["dealer"] == randbelow(rng, 4)
    shuffle(rng, cards, len(cards))
    assert record["rounds"][0]["pack"] == " ".join(str(Card(card)) for card in cards.tolist())
    assert Match.from_record(record).to_record() == record


def test_a_match_of_a_record_continues_at_random() -> None:
    code = """
        const game = await load();
        const record = game.match({ players: 2, seed: 4 }).toRecord();
        const match = game.fromRecord(record, { continues: true });
        const player = game.player("random", { seed: 1 });
        while (!match.over) match.toAct === null ? match.deal() : match.play(player.choose(match));
        console.log(JSON.stringify([record, match.toRecord()]));
    """
    before, after = json.loads(program(code))
    assert len(after["rounds"]) > len(before["rounds"])
    assert Match.from_record(after).over


def test_matches_without_a_seed_differ() -> None:
    code = """
        const game = await load();
        const pack = () => game.match().toRecord().rounds[0].pack;
        console.log(pack() === pack());
    """
    assert program(code) == "false\n"


def test_changing_a_view_changes_no_other() -> None:
    code = """
        const match = (await load()).match({ players: 3, seed: 7 });
        const before = JSON.stringify(match.view());
        const view = match.view();
        view.history.pop();
        view.seats.pop();
        view.table.pop();
        const [event] = match.view().history;
        for (const part of [event, event.cards, event.given, event.taken])
          if (!Object.isFrozen(part)) throw new Error("an event can be changed");
        console.log(JSON.stringify(match.view()) === before);
    """
    assert program(code) == "true\n"
