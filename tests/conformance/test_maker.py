"""The maker writes logs and databases once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schwimmen.server.storage.schema import HEAD

from .databases import PLAYERS
from .maker import write_database, write_logs
from .scenarios import closed, gathering, rematches
from .states import play_log, read_log, state_of


def test_logs_are_kept_with_the_state_that_they_lead_to(tmp_path: Path) -> None:
    write_logs(tmp_path / "9.9", (gathering, rematches, closed))
    assert sorted(path.stem for path in tmp_path.glob("9.9/*")) == [
        "closed",
        "gathering",
        "rematches",
    ]
    for path in tmp_path.glob("9.9/*"):
        for line in path.read_text("utf-8").splitlines():
            kept = json.loads(line)
            assert state_of(*play_log(read_log(kept["log"]))) == kept["state"]


def test_an_existing_version_is_not_rewritten(tmp_path: Path) -> None:
    (tmp_path / "9.9").mkdir()
    with pytest.raises(FileExistsError):
        write_logs(tmp_path / "9.9", (gathering,))


def test_a_database_is_kept_with_what_a_server_answers(tmp_path: Path) -> None:
    write_database(tmp_path, "9.9")
    kept = json.loads((tmp_path / "9.9.json").read_text("utf-8"))
    assert list(kept["answers"]) == list(kept["headers"]) == list(PLAYERS)
    phases = [
        table["phase"] for player in PLAYERS for table in kept["answers"][player]["tables"].values()
    ]
    assert set(phases) == {"gathering", "playing", "over", "closed"}
    assert f"VALUES('{HEAD}')" in (tmp_path / "9.9.sql").read_text("utf-8")
