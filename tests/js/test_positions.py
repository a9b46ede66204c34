"""Positions in JavaScript: read, written, refused and played on as in Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.players import make_player
from schwimmen.players.levels import SEARCH_BUDGETS
from schwimmen.rules import Match, SchwimmenError
from tests.js.node import program, running
from tests.js.test_package import as_json
from tests.rules.test_position import FAULTS
from tests.strategies import BIASES, Game, any_games, examples, play_match

SetUp = Callable[..., dict[str, Any]]
POSITION = "pagat ??????/9HADTd:1 7C8C9C 23 - turn:0 1 0 0 - 4 3/3"


@pytest.fixture(scope="module")
def set_up() -> Iterator[SetUp]:
    """Return a function that sets up the match of a position in JavaScript."""
    with running("positions.mjs") as ask:
        yield lambda text, **more: json.loads(ask({"text": text, **more}))


any_game = st.sampled_from(list(BIASES.values())).flatmap(any_games)


@given(any_game)
@examples(60)
def test_a_position_gives_the_same_match_as_in_python(set_up: SetUp, game: Game) -> None:
    for match, _ in play_match(game, most_rounds=3):
        if match.round.needs_shuffle:
            continue
        text = match.position
        again, shown = Match.from_position(text, match.players), set_up(text)
        assert shown["position"] == text
        assert shown["seen"] == [view.position for view in views_of(match)]
        assert shown["legalActions"] == list(again.round.legal_actions)
        assert shown["match"] == {name: as_json(getattr(again, name)) for name in shown["match"]}
        assert shown["views"] == [as_json(view) for view in views_of(again)]


@given(any_game)
@examples(30)
def test_unknown_cards_are_dealt_so_that_the_seat_sees_the_same(set_up: SetUp, game: Game) -> None:
    for match, _ in play_match(game, most_rounds=2):
        seat = match.to_act
        if seat is not None:
            text = match.view(seat).position
            assert set_up(text)["seen"][seat + 1] == text


@pytest.mark.parametrize("text", FAULTS, ids=FAULTS.values())
def test_a_fault_is_named_as_in_python(set_up: SetUp, text: str) -> None:
    check_fault(set_up, text)
    check_fault(set_up, f"{text} 1 3/3")


@given(st.text(max_size=60) | st.text(alphabet='AKQcsh?/[]:-,= 01pagtover"\\\t\x85', max_size=60))
@examples(200)
def test_no_text_does_more_than_raise(set_up: SetUp, text: str) -> None:
    check_fault(set_up, text)
    for word in POSITION.split():
        check_fault(set_up, POSITION.replace(word, text, 1))


@given(any_game, st.data())
@examples(200)
def test_a_damaged_position_is_refused_as_in_python(
    set_up: SetUp, game: Game, data: st.DataObject
) -> None:
    match, _ = next(play_match(game))
    place = data.draw(st.integers(0, len(match.position) - 1))
    letter = data.draw(st.sampled_from("AKC?/[:-0123 d"))
    check_fault(set_up, match.position[:place] + letter + match.position[place + 1 :])


def check_fault(set_up: SetUp, text: str) -> None:
    """Check that JavaScript refuses a text if Python does, and says the same.

    What it says of a rule set that does not exist is its own.
    """
    shown = set_up(text)
    try:
        Match.from_position(text, seed=1)
    except SchwimmenError as error:
        expected = str(error)
        assert shown["code"] == "bad_position"
        of_rules = expected.startswith("rules: ")
        assert shown["message"].startswith("rules: ") if of_rules else shown["message"] == expected
    else:
        assert "code" not in shown


def views_of(match: Match) -> list[Any]:
    """Return the views of a spectator and of all seats."""
    return [match.view(seat) for seat in (None, *range(len(match.players)))]


@pytest.mark.parametrize("level", ["club", "blueprint", *SEARCH_BUDGETS])
def test_levels_choose_from_a_position_as_in_python(level: str, js_data: Path) -> None:
    match = Match("pagat", players=3, seed=5)
    with running("positions.mjs", js_data.as_uri()) as ask:
        for number in range(8):
            if match.to_act is None:
                break
            seat, text = match.to_act, match.position
            shown = json.loads(ask({"text": text, "level": level}))
            view = Match.from_position(text).view(seat)
            assert shown["chosen"] == make_player(level, seed=1).choose(view), number
            match.play(match.round.legal_actions[number % len(match.round.legal_actions)])


def test_a_copy_is_played_on_by_itself() -> None:
    code = """
        const match = (await load()).match({ seed: 7 });
        const before = match.copy();
        const same = () => JSON.stringify(before.toRecord()) === JSON.stringify(match.toRecord());
        const seen = [same()];
        match.play("keep");
        seen.push(same(), before.legalActions.includes("keep"));
        before.play("keep");
        seen.push(same());
        const step = (one) => one.toAct === null ? one.deal() : one.play(one.legalActions[0]);
        for (const one of [match, before]) while (one.results.length < 2) step(one);
        console.log(JSON.stringify([...seen, same()]));
    """
    assert json.loads(program(code)) == [True, False, True, True, True]


@pytest.mark.parametrize("seed", ["7", "undefined"])
def test_actions_and_deals_are_taken_back_step_by_step(seed: str) -> None:
    code = f"""
        const match = (await load()).match({{ seed: {seed} }});
        const shown = () => JSON.stringify([match.toRecord(), match.results, match.view(0)]);
        const step = () => match.toAct === null ? match.deal() : match.play(match.legalActions[0]);
        const states = [shown()];
        while (!match.over) {{
          step();
          states.push(shown());
        }}
        const copy = match.copy();
        const back = states.map((state, place) => {{
          if (place > 0) match.undo();
          return shown() === states.at(-1 - place);
        }});
        match.undo();
        const code = (() => {{
          try {{
            match.undo();
          }} catch ({{ code }}) {{
            return code;
          }}
        }})();
        const same = {seed} === undefined || (match.deal(), shown() === states[0]);
        console.log(JSON.stringify([back.every(Boolean), copy.over, code, same]));
    """
    assert json.loads(program(code)) == [True, True, "nothing_to_undo", True]


def test_a_match_of_a_record_draws_at_random_after_an_undo() -> None:
    code = """
        const game = await load();
        const options = { special: "none", fire: false }; // no deal ends the round
        const record = game.match({ options, seed: 7 }).toRecord();
        const match = game.fromRecord(record, { continues: true });
        match.undo();
        match.deal();
        console.log(match.toAct !== null);
    """
    assert program(code) == "true\n"
