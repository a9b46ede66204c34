"""Programs as bots: they see views, are ended when they hang, and lose by a rule."""

from __future__ import annotations

import json
import logging
import os
import shlex
import sys
from pathlib import Path
from random import Random

import pytest

from schwimmen.arena import compare
from schwimmen.bots import BotFailure, Forfeit, make_bot, program
from schwimmen.cli import main
from schwimmen.players import make_player, play_match
from schwimmen.rules import Match, RuleSet, SchwimmenError
from schwimmen.simulation import simulate
from schwimmen.simulation.rounds import play_player_rows
from tests.bots import programs

ROOT = Path(__file__).parents[2]
PYTHON = shlex.quote(sys.executable)
EXAMPLE = f"{PYTHON} {ROOT}/examples/line_bot.py"


def word(kind: str) -> str:
    """Return the command line of a program that behaves in a way."""
    return f"{PYTHON} {shlex.quote(programs.__file__)} {kind}"


@pytest.fixture(autouse=True)
def no_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count the failures of programs from 0 in each test."""
    monkeypatch.setattr(program, "_failures", type(program._failures)())


def test_the_example_plays_about_as_well_as_the_baseline() -> None:
    found = compare("pagat", 2, [EXAMPLE, "random"], deals=30, seed=1, workers=1)
    (contest,) = found.contests
    assert contest.forfeits == {}
    assert contest.contenders[0].score is not None
    assert contest.contenders[0].others is not None
    assert contest.contenders[0].score < contest.contenders[0].others


def test_a_level_by_the_protocol_is_the_level() -> None:
    paths = f"PYTHONPATH={ROOT / 'src'}"
    line = f"env {paths} {PYTHON} -m schwimmen engine --bot casual"
    (contest,) = compare("pagat", 2, [line, "casual"], deals=10, seed=1, workers=1).contests
    assert contest.contenders[0].diff is not None
    assert (contest.contenders[0].diff.mean, contest.contenders[0].diff.error) == (0, 0)


def test_one_process_plays_for_many_players() -> None:
    first = make_bot(word("last"), 1)
    view = Match(players=2, seed=2, dealer=0).view(0)
    assert first.choose(view) == view.legal_actions[-1]
    started = len(program._running)
    del first
    assert make_bot(word("last"), 2).choose(view) == view.legal_actions[-1]
    assert len(program._running) == started


def test_a_program_gets_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHWIMMEN_SECRET", "31")
    with pytest.raises(Forfeit, match=r'answered "error .*PATH.*" to go') as raised:
        make_bot(word("environment")).choose(Match(players=2, seed=2, dealer=0).view(0))
    assert "SECRET" not in str(raised.value)


FAILING = {
    "nonsense": 'answered "fold", but keep, take are legal',
    "refusing": 'answered "error what?" to go',
    "chatting": 'answered "hello?" to go',
    "crashing": "ended with status 1",
}


@pytest.mark.parametrize("kind", FAILING)
def test_a_program_that_fails_loses(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    bot, view = make_bot(word(kind)), Match(players=2, seed=2, dealer=0).view(0)
    for _ in range(2):  # and is started again
        with pytest.raises(Forfeit) as raised:
            bot.choose(view)
        assert str(raised.value) == f"bot {word(kind)} {FAILING[kind]}"
        assert raised.value.__notes__[0] == f"position: {view.position}"
    assert f"{raised.value}, and has lost" in caplog.text
    if kind == "crashing":
        assert "ZeroDivisionError: in its move" in caplog.text
        assert raised.value.__notes__[-1].endswith("ZeroDivisionError: in its move")


def test_a_program_that_hangs_is_ended_with_its_children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MOVE_SECONDS", 0.3)
    bot = make_bot(word("hanging"))
    (process,) = [one for one in program._running if one.word == word("hanging")]
    with pytest.raises(Forfeit, match="did not answer within"):
        bot.choose(Match(players=2, seed=2, dealer=0).view(0))
    assert not process._errors.is_alive()  # its child has the same standard error


def test_a_program_that_fails_again_and_again_ends_the_run() -> None:
    with pytest.raises(BotFailure, match="its failure number 3 in succession"):
        simulate("pagat", 2, [word("nonsense"), "random"], rounds=50, seed=1, workers=1)


def test_a_forfeit_costs_a_life_and_the_match() -> None:
    lost: list[int] = []
    bots = [make_player("greedy"), make_bot(word("nonsense")), make_player("greedy")]
    rows = play_player_rows(RuleSet("pagat"), bots, 0, False, Random(1), lost)
    assert (lost, rows["scores"][0, :3].tolist()) == ([1], [0, 1, 0])
    rows = play_player_rows(RuleSet("pagat"), bots, 0, True, Random(1), [])
    assert (len(rows), int(rows["winners"][0])) == (1, 0b101)


def test_a_forfeit_costs_the_points_of_the_best_hand() -> None:
    bots = [make_player("greedy"), make_bot(word("nonsense")), make_player("greedy")]
    rows = play_player_rows(RuleSet("choy"), bots, 0, False, Random(1), [])
    assert rows["scores"][0, :3].tolist() == [41, -82, 41]
    with pytest.raises(Forfeit):
        play_player_rows(RuleSet("pagat"), bots, 0, False, Random(1))


def test_the_arena_counts_forfeits(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = [word("nonsense"), "greedy"]
    with caplog.at_level(logging.WARNING):
        (contest,) = compare("pagat", 2, bots, deals=1, seed=1, workers=1).contests
    assert contest.forfeits == {word("nonsense"): 2}
    assert contest.contenders[0].score == 1
    assert len(caplog.records) == 2
    assert all(record.message.endswith("and has lost") for record in caplog.records)
    given = ["--deals", "1", "--seed", "1", "--workers", "1"]
    assert main(["arena", "greedy", "--bot", bots[0], *given]) == 0
    report = " ".join(capsys.readouterr().out.split())
    assert f"{bots[0]} has forfeited 2 of these rounds or matches" in report
    assert main(["arena", "greedy", "--bot", bots[0], *given, "--format", "json"]) == 0
    (contest_data,) = json.loads(capsys.readouterr().out)["contests"]
    assert contest_data["forfeits"] == {bots[0]: 2}
    assert main(["arena", "--bot", bots[0], "greedy", "--aivat", *given]) == 2


def test_programs_that_do_not_start_or_speak_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "START_SECONDS", 0.3)
    for line, reason in {
        "./nothing_here --fast": "./nothing_here cannot be started: No such file or directory",
        "./nothing 'here": "no closing quotation in the command line",
        word("mute"): "did not answer within 0.3 s",
    }.items():
        with pytest.raises(SchwimmenError) as raised:
            make_bot(line)
        assert str(raised.value) in (f"bot {line}: {reason}", f"bot {line} {reason}")


def test_programs_of_other_protocols_and_rules_are_refused() -> None:
    with pytest.raises(BotFailure, match='speaks "schwimmen-engine/0", but not schwimmen-engine/1'):
        make_bot(word("old"))
    with pytest.raises(BotFailure, match='answered "hello" to hello, not as schwimmen-engine/1'):
        make_bot("cat -")
    bot = make_bot(word("dutch"))
    with pytest.raises(SchwimmenError, match="plays dutch, but not pagat"):
        play_match(Match(players=2, seed=1), [bot, bot])


def test_all_programs_are_ended() -> None:
    make_bot(word("last"))
    pids = [process._popen.pid for process in program._running]
    program._end_all()
    assert not program._running
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_shared_program_chooses_for_many_players_in_one_process() -> None:
    bot = program.SharedProgram(word("fickle"))
    bot.start()
    view = Match(players=2, seed=2, dealer=0).view(0)
    assert bot.choose(view, 1) == view.legal_actions[-1]
    with pytest.raises(BotFailure, match='answered "fold", but keep, take are legal'):
        bot.choose(view, 2)
    assert bot.choose(view, 3) == view.legal_actions[-1]  # by another process
    bot.end()
    assert bot.choose(view, 4) == view.legal_actions[-1]
    bot.end()


def test_a_class_chooses_in_a_process_of_its_own(capfd: pytest.CaptureFixture[str]) -> None:
    bot = program.SharedProgram("tests.bots.some_bots:Failing")
    bot.start()
    view = Match(players=2, seed=2, dealer=0).view(0)
    with pytest.raises(BotFailure, match="Failing failed: ZeroDivisionError"):
        bot.choose(view, 1)
    bot.end()
    assert capfd.readouterr() == ("", "")
