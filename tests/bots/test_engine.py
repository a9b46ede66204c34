"""The engine: it plays as the level does, keeps to its limits, and answers every line."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from schwimmen.bots.engine import Engine
from schwimmen.bots.protocol import MAX_LINE, with_history, write_events
from schwimmen.cli import main
from schwimmen.players import make_player
from schwimmen.players.budget import Limit
from schwimmen.players.search_player import SearchPlayer
from schwimmen.rules import Match, SchwimmenError, View
from schwimmen.rules.view_builder import record_of
from tests.processes import PATIENCE

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
POSITION = "pagat ??????/AHKH7S/?????? QC9D8D 20 - turn:1 0 1 0 - 4 2/1/0"


def answers(*lines: str, bot: str = "expert", limit: Limit | None = None) -> list[str]:
    """Return the lines that a new engine writes in answer to some lines."""
    written: list[str] = []
    engine = Engine(written.append, bot, seed=3, limit=limit)
    for line in lines:
        engine.handle(line)
    engine.wait()
    return written


def views_of(preset: str, players: int, bot: str = "random") -> list[View]:
    """Return the views of the seats to act in a match of bots."""
    match = Match(preset, players, seed=3)
    bots = [make_player(bot, seed) for seed in range(players)]
    views = []
    while not match.over:
        if match.to_act is None:
            match.deal()
            continue
        views.append(match.view(match.to_act))
        match.play(bots[match.to_act].choose(views[-1]))
    return views


@pytest.mark.parametrize(("preset", "players"), [("pagat", 3), ("dutch", 2), ("choy", 2)])
def test_a_position_with_its_history_is_the_view(preset: str, players: int) -> None:
    for view in views_of(preset, players):
        assert view.seat is not None
        match = Match.from_position(view.position, seed=1)
        found = with_history(match.view(view.seat), write_events(view.history).split())
        assert record_of(found).tobytes() == record_of(view).tobytes()
        assert found.history == view.history


def test_a_history_that_begins_with_a_position_is_the_view() -> None:
    match = Match.from_position(POSITION, seed=1)
    match.play("pass")
    assert match.to_act is not None
    view = match.view(match.to_act)
    words = write_events(view.history).split()
    assert with_history(view, words).history == view.history


@pytest.mark.parametrize("bot", ["expert", "club", "greedy"])
def test_the_engine_plays_as_the_level_does(bot: str) -> None:
    level = make_player(bot, 3)
    engine_lines: list[str] = []
    engine = Engine(engine_lines.append, bot, seed=3)
    for view in views_of("pagat", 3, "club")[:12]:
        engine_lines.clear()
        for line in (f"position {view.position}", f"history {write_events(view.history)}", "go"):
            engine.handle(line)
        engine.wait()
        alone = pickle.loads(pickle.dumps(view))  # as a position does not have earlier rounds
        assert engine_lines[-1] == f"best {level.choose(alone)}"


def test_a_search_within_limits_says_more_and_more() -> None:
    lines = answers(f"position {POSITION}", "go worlds 500")
    assert lines[-1].startswith("best ")
    worlds = [int(re.findall(r"^info worlds (\d+) ", line)[0]) for line in lines[:-1]]
    assert worlds == [128, 256, 500]
    errors = [float(re.findall(r" error (\S+) ", line)[0]) for line in lines[:-1]]
    assert errors[-1] < errors[0]
    assert re.sub(" time [0-9.]+", "", "\n".join(answers(f"position {POSITION}", "go worlds 500")))
    best = lines[-1].removeprefix("best ")
    assert f" best {best} actions {best}=" in lines[-2]


def test_decisions_by_worlds_are_reproducible() -> None:
    found = {answers(f"position {POSITION}", "go worlds 300")[-1] for _ in range(2)}
    assert len(found) == 1
    view = Match.from_position(POSITION, seed=1).view(1)
    player = make_player("master", 4)
    assert isinstance(player, SearchPlayer)
    values = [[one.values() for one in player.deepen(view, Limit(worlds=300))] for _ in range(2)]
    assert values[0] == values[1]
    assert len(values[0]) == 3


def test_a_search_ends_at_its_error_and_its_time() -> None:
    by_error = answers(f"position {POSITION}", "go error 0.02")
    assert len(by_error) == 2
    by_time = answers(f"position {POSITION}", limit=Limit(time=1e-9)) + answers(
        f"position {POSITION}", "go", limit=Limit(time=1e-9)
    )
    assert len(by_time) == 2


def test_stop_ends_a_search_after_its_running_step() -> None:
    lines = answers(f"position {POSITION}", "go worlds 100000", "stop", "stop")
    assert lines[-1].startswith("best ")
    assert not lines[-2].startswith("info worlds 100000")


def test_an_only_action_needs_no_search() -> None:
    position = "pagat KCQCQD/??????/?????? [??????] 20 - choice:0 0 1 0 - 1 3/3/3"
    assert answers(f"position {position}", "go")[-1] in ("best keep", "best take")


WRONG = {
    "fold": 'unknown command "fold": valid are hello, option, new, position, history, actions, go, '
    "stop, quit",
    "positon": 'unknown command "positon": did you mean position?',
    "go": "go needs a position",
    "history pass": "history needs a position before it",
    "position": "a position has 10 fields",
    "position a b c": "a position has 10 fields",
    f"position {POSITION.replace('AHKH7S', 'AHKH??')}": "hands: seat 1 is to act, but has unknown",
    "position pagat AH9HKH/QCJCTC KCTSAS 23 - over 0 1 0 close:1": "turn: no seat is to act",
    "option level gredy": 'unknown level "gredy": did you mean greedy?',
    "option level os:system": 'unknown level "os:system": valid are random, beginner',
    "option seed x": "seed: 'x' is not a whole number from 0 to",
    "option seed -1": "seed: '-1' is not a whole number from 0 to",
    f"option seed {'9' * 5000}": "seed: '999",
    "option seed": "write: option seed VALUE",
    "option": 'unknown option "": valid are level, seed',
    "go depth 3": 'unknown limit "depth": valid are worlds, time, error',
    "go worlds": "worlds lacks its number",
    "go worlds 0": "worlds: 0 is not a whole number from 1 to 100000",
    "go worlds 1e3": 'worlds: "1e3" is not a number',
    "go time nan": "time: a number too large is not a number above 0",
    "go error -1": "error: -1.0 is not a number above 0",
    "x" * (MAX_LINE + 1): f"the line has more than {MAX_LINE} characters",
}


@pytest.mark.parametrize("line", WRONG, ids=[line[:30] for line in WRONG])
def test_a_wrong_line_gets_one_error(line: str) -> None:
    (answer,) = answers(line)
    assert answer.startswith("error ")
    assert WRONG[line] in answer


@pytest.mark.parametrize(
    "word",
    [
        "pass",
        "pass|9|pass||||||R8",
        "fold|1|||||||R8",
        "pass|1|fold||||||R8",
        "pass|1|pass||||why||R8",
        "table|||X||||||R9",
        "table|||XX|||||R9",
    ],
)
def test_a_wrong_history_gets_one_error(word: str) -> None:
    (answer,) = answers(f"position {POSITION}", f"history {word}")
    assert answer.startswith("error ")


def test_a_history_of_another_round_gets_one_error() -> None:
    (answer,) = answers(f"position {POSITION}", "history pass|2|pass||||||R8", "go")
    assert answer == "error the view does not belong to any round that can be played"


def test_blank_lines_get_no_answer() -> None:
    assert answers("", "   ", "new", "actions pass close") == []


def test_the_session_of_the_documentation_is_true() -> None:
    page = PAGE.read_text(encoding="utf-8")
    session = page.split("```text\n> hello\n")[1].split("```")[0].splitlines()
    given = ["hello", *(line[2:] for line in session if line.startswith("> "))]
    shown = [line for line in session if not line.startswith("> ")]
    done = subprocess.run(
        [sys.executable, "-m", "schwimmen", "engine"],
        input="\n".join([*given, ""]),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    answered = done.stdout.splitlines()
    assert len(answered) == len(shown)
    for line, expected in zip(answered, shown, strict=True):
        pattern = re.escape(expected).replace(r"\.\.\.", ".*")
        assert re.fullmatch(re.sub(r"\d+\\\.\d+", r"\\d+\\.\\d+", pattern), line), expected


def test_every_line_of_the_protocol_is_explained() -> None:
    rows = re.findall(r"^\| `(\w+)", PAGE.read_text(encoding="utf-8"), re.M)
    assert {*Engine(print, "club", 0).commands, "quit"} <= set(rows)
    assert {"id", "rules", "option", "ready", "info", "best", "error"} <= set(rows)


def test_errors_of_the_command_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for given, reason in {
        ("--bot", "gredy"): 'unknown level "gredy": did you mean greedy?',
        ("--seed", "-1"): f"seed: -1 is not a whole number from 0 to {2**64 - 1}",
        ("--worlds", "0"): "worlds: 0 is not a whole number from 1 to 100000",
        ("--time", "0"): "time: 0.0 is not a number above 0",
    }.items():
        assert main(["engine", *given]) == 2
        assert capsys.readouterr().err == f"schwimmen: {reason}\n"


def test_limits_are_numbers() -> None:
    with pytest.raises(SchwimmenError, match="worlds: True is not a whole number"):
        Limit(worlds=True)
