"""Networks in files: they see what environments show, and only such files are read."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from schwimmen.bots import NetworkPlayer, make_bot, read_network, write_network
from schwimmen.bots.network import observation_of
from schwimmen.envs import ObservationLayout
from schwimmen.envs.observation import observe
from schwimmen.players import make_player, play_match
from schwimmen.rules import Match, SchwimmenError, View
from tests.test_examples import load_example


class Watching:
    """Player that compares what networks see with what environments show."""

    name = "watching"

    def __init__(self, match: Match, seed: int) -> None:
        self._match = match
        self._bot = make_player("random", seed)
        self.moves = 0

    def choose(self, view: View) -> str:
        shown = np.zeros(ObservationLayout(view.rules, len(view.seats)).size, np.int8)
        assert view.seat is not None
        observe(*self._match.arrays, 0, view.seat, shown)
        assert observation_of(view).tolist() == shown.tolist()
        self.moves += 1
        return self._bot.choose(view)


@pytest.mark.parametrize(("preset", "players"), [("pagat", 4), ("dutch", 3), ("choy", 2)])
def test_a_network_sees_what_environments_show(preset: str, players: int) -> None:
    match = Match(preset, players, seed=5)
    watching = [Watching(match, seed) for seed in range(players)]
    play_match(match, watching)
    assert all(one.moves for one in watching)


def layers_for(preset: str, players: int, seed: int = 1) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return random layers of a network for a game."""
    layout, rng = ObservationLayout(preset, players), np.random.default_rng(seed)
    sizes = (layout.size, 8, layout.actions + 1)
    return [
        (rng.normal(size=(wide, narrow)), rng.normal(size=narrow))
        for wide, narrow in pairwise(sizes)
    ]


def test_a_network_plays_its_best_legal_action(tmp_path: Path) -> None:
    path = tmp_path / "policy.npz"
    write_network(path, layers_for("pagat", 2))
    players = [make_bot(str(path)), make_bot("random", 1)]
    assert play_match(Match(players=2, seed=1), players).over
    view = Match(players=2, seed=2, dealer=0).view(0)
    (first, _), (last, biases) = read_network(path)
    assert first.dtype == np.float32
    biases = biases.copy()
    for choice in view.choices:
        biases[:] = 0
        biases[choice.number] = 1e6
        write_network(path, [(first, np.zeros(8)), (last, biases)])
        player = NetworkPlayer(read_network(path))
        assert player.choose(view) == choice.action
        assert player.action_probabilities(view) == {choice.action: 1.0}


def test_the_example_saves_a_network_that_plays_as_it_learned(tmp_path: Path) -> None:
    ppo = load_example("ppo")
    learner = ppo.Learner(envs=4)
    path = tmp_path / "policy.npz"
    write_network(path, learner.params)
    view = Match(players=2, seed=2, dealer=0).view(0)
    row = np.zeros(learner.env.layout.size, np.int8)
    observe(*Match(players=2, seed=2, dealer=0).arrays, 0, 0, row)
    mask = np.zeros(learner.env.layout.actions, bool)
    mask[[choice.number for choice in view.choices]] = True
    best = int(ppo.most_probable(learner.params, row[None], mask[None])[0])
    chosen = make_bot(str(path)).choose(view)
    assert {one.action: one.number for one in view.choices}[chosen] == best


def test_a_network_for_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy.npz"
    write_network(path, layers_for("pagat", 3))
    view = Match(players=2, seed=2, dealer=0).view(0)
    with pytest.raises(SchwimmenError, match="takes 348 numbers and knows 26 actions, but an obs"):
        make_bot(str(path)).choose(view)


def test_files_that_are_no_networks_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy.npz"
    whole: dict[str, Any] = {
        "format": np.array("schwimmen-network/1"),
        "weights_0": np.ones((2, 3), np.float32),
        "biases_0": np.ones(3, np.float32),
    }
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"format": np.array("x")}, "its format is not schwimmen-network/1"),
        ({"weights_0": np.ones(3)}, "layer 0 lacks weights or biases that fit"),
        ({"weights_0": np.ones((2, 3), complex)}, "layer 0 has other numbers than floats"),
        ({"weights_0": np.array([[object()] * 3], object)}, "not an archive of plain arrays"),
        ({"weights_1": np.ones((2, 1)), "biases_1": np.ones(1)}, "layer 1 does not fit the one"),
    ]
    for change, reason in wrong:
        np.savez(path, **(whole | change))
        with pytest.raises(SchwimmenError, match=reason):
            read_network(path)
    np.savez(path, format=whole["format"])
    with pytest.raises(SchwimmenError, match="it has no layers"):
        read_network(path)
    for content in (b"", b"PK\x03\x04", b"\x93NUMPY", b"cos\nsystem\n(S'true'\ntR."):
        path.write_bytes(content)
        with pytest.raises(SchwimmenError, match=r"policy.npz: not a policy as write_network"):
            read_network(path)
    with pytest.raises(SchwimmenError, match="cannot be written"):
        write_network(tmp_path / "no" / "policy.npz", layers_for("pagat", 2))
