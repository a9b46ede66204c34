"""Renderings of a table, as text and as images, and their use by libraries."""

from __future__ import annotations

import sys
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordVideo, RenderCollection
from numpy.typing import NDArray

from schwimmen.envs import pettingzoo as schwimmen_v0
from schwimmen.envs.gymnasium import ID, SchwimmenEnv
from schwimmen.envs.picture import BACK, GOLD, PAPER, RED
from schwimmen.rules import SchwimmenError


def share(picture: NDArray[np.uint8], colour: tuple[int, int, int]) -> float:
    """Return the share of an image that has a colour."""
    return float((picture == colour).all(axis=2).mean())


def assert_is_picture(picture: Any) -> None:
    assert isinstance(picture, np.ndarray)
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3


def picture_of(env: Any) -> NDArray[np.uint8]:
    """Return the image that an environment renders."""
    picture: NDArray[np.uint8] = env.render()
    assert_is_picture(picture)
    return picture


@pytest.mark.parametrize(("preset", "players"), [("pagat", 2), ("dutch", 8), ("choy", 10)])
def test_an_image_shows_cards_and_the_seat_to_act(preset: str, players: int) -> None:
    env = schwimmen_v0.env(preset=preset, players=players, render_mode="rgb_array")
    env.reset(seed=7)
    picture = picture_of(env)
    assert share(picture, GOLD) > 0.001
    hands = share(picture, PAPER)
    assert hands > 0.05
    before = picture.copy()
    for _ in range(3):
        if env.terminations[env.agent_selection]:
            break
        env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[0]))
    after = picture_of(env)
    assert after.shape == before.shape
    assert (after != before).any()
    assert (picture == before).all()  # every image is a new array


def test_hidden_hands_are_face_down_until_the_showdown() -> None:
    env = SchwimmenEnv("pagat", 3, render_mode="rgb_array")
    env.reset(seed=7)
    hidden = env.render()
    while not env.step(int(np.flatnonzero(env.action_masks())[-1]))[2]:
        pass
    shown = env.render()
    assert hidden.shape == shown.shape
    assert share(hidden, BACK) > 2 * share(shown, BACK)
    assert share(shown, RED) > 0


def test_a_long_name_is_cut_to_its_panel() -> None:
    class Named:
        name = "somebody with a very long name, longer than any panel is wide"

        def choose(self, view: Any) -> str:
            return str(view.legal_actions[0])

    env = SchwimmenEnv("pagat", 2, opponents=Named(), render_mode="rgb_array")
    env.reset(seed=1)
    assert_is_picture(env.render())


def test_gymnasiums_suite_accepts_the_images() -> None:
    env = gymnasium.make(ID, render_mode="rgb_array")
    check_env(env.unwrapped, skip_render_check=False)
    listed = gymnasium.make(ID, render_mode="rgb_array_list")
    listed.reset(seed=1)
    for picture in cast(list[Any], listed.render()):
        assert_is_picture(picture)
    assert isinstance(listed, RenderCollection)


def test_videos_have_one_image_for_each_step(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frames are checked without moviepy, which would write the file."""
    monkeypatch.setitem(sys.modules, "moviepy", sys)
    env = RecordVideo(
        gymnasium.make(ID, render_mode="rgb_array"), str(tmp_path / "videos"), lambda _: True
    )
    monkeypatch.setattr(env, "stop_recording", lambda: None)
    _, info = env.reset(seed=3)
    over, steps = False, 0
    while not over:
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        steps += 1
    assert len(env.recorded_frames) == steps + 1
    for frame in env.recorded_frames:
        assert_is_picture(frame)
    env.recorded_frames = []


@pytest.mark.parametrize(
    "make",
    [SchwimmenEnv, schwimmen_v0.env, schwimmen_v0.raw_env, schwimmen_v0.parallel_env],
)
def test_an_unknown_mode_raises_the_errors_that_libraries_expect(make: Any) -> None:
    for error in (SchwimmenError, ValueError, gymnasium.error.UnsupportedMode):
        with pytest.raises(error, match=r'^render_mode: "depth_array" is'):
            make(render_mode="depth_array")


@pytest.mark.parametrize("make", [SchwimmenEnv, schwimmen_v0.parallel_env])
def test_the_error_without_pillow_names_the_extra(
    make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "schwimmen.envs.picture", raising=False)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ModuleNotFoundError, match=r'pip install "schwimmen\[pictures\]"$'):
        make(render_mode="rgb_array")
    make(render_mode="ansi")
