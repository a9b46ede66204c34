"""Words that name bots: levels, classes of others and files, and one line for each mistake."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import gymnasium
import pytest

import schwimmen.envs.gymnasium
import schwimmen.players
from schwimmen.arena import compare
from schwimmen.bots import BotFailure, make_bot
from schwimmen.cli import main
from schwimmen.players import PolicyPlayer, make_player, play_match
from schwimmen.rules import Match, SchwimmenError
from schwimmen.simulation import simulate

HERE = "tests.bots.some_bots"
DATA = Path(schwimmen.players.__file__).parent / "data"


def test_a_class_plays_wherever_a_level_does() -> None:
    found = simulate("pagat", 2, [f"{HERE}:First", "random"], rounds=6, seed=1, workers=1)
    assert [one.bot for one in found.by_bot] == [f"{HERE}:First", "random"]
    contest = compare("pagat", 2, [f"{HERE}:Last", "greedy"], deals=4, seed=1, workers=1)
    assert contest.bots == (f"{HERE}:Last", "greedy")
    env = gymnasium.make(schwimmen.envs.gymnasium.ID, opponents=f"{HERE}:First")
    env.reset(seed=1)


def test_a_class_plays_in_other_processes_of_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = ["--deals", "2", "--seed", "1", "--format", "json", "--workers", "1"]
    assert main(["arena", "greedy", "--bot", f"{HERE}:First", *given]) == 0
    assert json.loads(capsys.readouterr().out)["bots"] == ["greedy", f"{HERE}:First"]


def test_a_module_in_the_current_folder_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine_alone.py").write_text("from tests.bots.some_bots import Last as Mine\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    players = [make_bot("mine_alone:Mine"), make_bot("greedy")]
    assert play_match(Match(players=2, seed=1), players).over


def test_a_blueprint_plays_as_the_level_with_it(tmp_path: Path) -> None:
    path = shutil.copy(DATA / "pagat-2.blueprint", tmp_path / "mine.blueprint")
    view = Match(players=2, seed=2, dealer=0).view(0)
    assert make_bot(str(path), 7).choose(view) == make_player("blueprint", 7).choose(view)


@pytest.mark.parametrize("name", ["First", "best", "named", "Last"])
def test_a_class_gets_the_seed_if_it_takes_one(name: str) -> None:
    view = Match(players=2, seed=2, dealer=0).view(0)
    assert make_bot(f"{HERE}:{name}", 7).choose(view) in view.legal_actions


@pytest.mark.parametrize("word", [f"{HERE}:Open", "greedy", "greedy-30", "random", "blueprint"])
def test_a_player_with_a_policy_chooses_by_it(word: str) -> None:
    player = make_bot(word, 7)
    assert isinstance(player, PolicyPlayer)
    view = Match(players=2, seed=2, dealer=0).view(0)
    probabilities = player.action_probabilities(view)
    assert sum(probabilities.values()) == pytest.approx(1)
    assert probabilities[player.choose(view)] > 0


def test_a_class_without_a_policy_has_none() -> None:
    assert not isinstance(make_bot(f"{HERE}:Last"), PolicyPlayer)


WRONG = {
    "gredy": 'unknown level "gredy": did you mean greedy?',
    "nowhere_at_all:Bot": "bot nowhere_at_all:Bot: no module nowhere_at_all: it must be installed "
    "or in this folder",
    f"{HERE}.more:Bot": f"bot {HERE}.more:Bot: no module {HERE}.more: it must be installed or in "
    "this folder",
    f"{HERE}:Frist": f"bot {HERE}:Frist: {HERE} has no Frist: did you mean First?",
    f"{HERE}:Zzz": f"bot {HERE}:Zzz: {HERE} has no Zzz: write package.module:Class",
    f"{HERE}:NUMBER": f"bot {HERE}:NUMBER: {HERE}.NUMBER is not a class or function that makes "
    "players with choose(view)",
    f"{HERE}:Unfinished": f"bot {HERE}:Unfinished: Unfinished is not a player: it has no "
    "choose(view)",
    f"{HERE}:Unmade": f"bot {HERE}:Unmade could not be made: RuntimeError",
    "none.npz": "none.npz: cannot be read: No such file or directory",
    "none.blueprint": "none.blueprint: the blueprint cannot be read: No such file or directory",
}


@pytest.mark.parametrize("word", WRONG)
def test_errors_of_words_are_one_line(word: str) -> None:
    with pytest.raises(SchwimmenError) as raised:
        make_bot(word)
    assert str(raised.value) == WRONG[word]


def test_a_module_that_fails_names_the_bot_and_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_one.py").write_text("import nothing_of_that_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BotFailure, match="its module could not be imported: ModuleNotFound") as one:
        make_bot("broken_one:Bot")
    assert any("import nothing_of_that_name" in line for line in one.value.__notes__)


def test_a_bot_that_fails_in_its_move_is_named_with_its_last_lines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    word = f"{HERE}:Failing"
    assert main(["simulate", "--bot", word, "--rounds", "1", "--seed", "1", "--workers", "1"]) == 2
    first, *lines = capsys.readouterr().err.splitlines()
    assert first == (rf"schwimmen: bot {word} failed: ZeroDivisionError: a bot\ndivides by zero")
    assert any("some_bots.py" in line and "in choose" in line for line in lines)
    assert any("raise ZeroDivisionError" in line for line in lines)


def test_a_bot_that_answers_nonsense_is_named_by_its_word() -> None:
    word = f"{HERE}:Lying"
    with pytest.raises(SchwimmenError, match=rf"{word} \(seat \d\) answered .fold., which is not"):
        simulate("pagat", 2, word, rounds=1, seed=1, workers=1)
