"""The ladder is frozen: its bots play as recorded, and only play changes their digests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schwimmen.arena import freeze_ladder, frozen_ladder, ladder_bots, play_digest, players_digest
from schwimmen.players import GREEDY_BASELINES, LEVELS, make_player
from schwimmen.rules import SchwimmenError, View
from tests.effort import sample


def test_the_ladder_has_every_bot_once() -> None:
    bots = ladder_bots()
    assert bots[0] == "random"
    assert set(bots) == {*LEVELS, *GREEDY_BASELINES}
    assert len(set(bots)) == len(bots)


@pytest.mark.parametrize("bot", sample(sorted(frozen_ladder().plays), least=4))
def test_bots_on_the_ladder_play_as_frozen(bot: str) -> None:
    """If the change is intended, run ``make ladder ARGS=--freeze``."""
    assert play_digest(bot) == frozen_ladder().plays[bot]


def test_no_two_bots_play_alike() -> None:
    plays = frozen_ladder().plays
    assert len(set(plays.values())) == len(plays)


class Almost:
    """Greedy player that can be kept from closing."""

    name = "almost"

    def __init__(self, closing: bool) -> None:
        self._closing = closing
        self._greedy = make_player("greedy")

    def choose(self, view: View) -> str:
        action = self._greedy.choose(view)
        return action if self._closing else action.removesuffix("!")


def replace_levels(monkeypatch: pytest.MonkeyPatch, **others: Any) -> None:
    """Replace levels by other players."""
    monkeypatch.setattr(
        "schwimmen.arena.ladder.make_player",
        lambda level, seed=None: others[level] if level in others else make_player(level, seed),
    )


def test_a_level_that_plays_differently_has_another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_levels(monkeypatch, club=Almost(True), expert=Almost(False))
    assert play_digest("club") == play_digest("greedy")
    assert play_digest("expert") != play_digest("greedy")


def test_all_levels_are_on_the_ladder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    replace_levels(monkeypatch, club=Almost(True))
    monkeypatch.setattr("schwimmen.arena.ladder.LEVELS", ("random", "club", "greedy"))
    ladder = freeze_ladder(tmp_path / "ladder.json")
    assert frozen_ladder(tmp_path / "ladder.json") == ladder
    assert tuple(ladder.plays) == ladder_bots()
    assert set(ladder.plays) == {"random", "club", "greedy", *GREEDY_BASELINES}
    assert ladder.sources == players_digest()


BROKEN = ["", "[]", "{}", json.dumps({"format": "schwimmen-arena/1", "sources": "", "plays": {}})]


@pytest.mark.parametrize("text", BROKEN)
def test_an_invalid_ladder_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "ladder.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SchwimmenError, match=r"not a ladder: .") as refused:
        frozen_ladder(path)
    assert str(refused.value).count("\n") == 0
    with pytest.raises(SchwimmenError, match="not a ladder"):
        frozen_ladder(tmp_path / "nowhere")
