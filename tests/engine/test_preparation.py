"""The progress of the engine's build, as other processes read it, and its lock."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from schwimmen.engine.preparation import (
    INTERRUPTED,
    LONGEST,
    Preparation,
    clear_preparation,
    exclusive,
    read_preparation,
    write_failure,
    write_preparation,
)

NOW = 1_000_000.0


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the file, at a time that stands still."""
    monkeypatch.setattr(time, "time", lambda: NOW)
    return tmp_path / "preparing.json"


def later(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let time pass."""
    monkeypatch.setattr(time, "time", lambda: NOW + seconds)


def test_nothing_is_being_prepared(file: Path) -> None:
    assert read_preparation(file) is None
    clear_preparation(file)


def test_a_build_counts_down(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_preparation(60, file=file)
    assert json.loads(file.read_text()) == {"started": NOW, "seconds": 60, "process": os.getpid()}
    assert read_preparation(file) == Preparation(60, None)
    later(20.5, monkeypatch)
    assert read_preparation(file) == Preparation(40, None)
    later(61, monkeypatch)  # longer than estimated
    assert read_preparation(file) == Preparation(1, None)
    later(-3600, monkeypatch)  # the system clock was set back
    assert read_preparation(file) == Preparation(60, None)
    clear_preparation(file)
    assert read_preparation(file) is None
    assert list(file.parent.iterdir()) == []


def test_a_failure_is_one_line(file: Path) -> None:
    write_preparation(60, file=file)
    write_failure("no C compiler:\n install one, then: make engine\n", file)
    assert read_preparation(file) == Preparation(
        None, "no C compiler: install one, then: make engine"
    )


def test_a_build_whose_process_is_gone_was_interrupted(file: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    # A zombie until it is waited for.
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
    write_preparation(60, ended.pid, file)
    if Path("/proc/self/stat").exists():
        assert read_preparation(file) == Preparation(None, INTERRUPTED)
    ended.wait()
    assert read_preparation(file) == Preparation(None, INTERRUPTED)


def test_a_build_does_not_last_forever(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_preparation(60, file=file)
    later(60 * LONGEST + 1, monkeypatch)
    assert read_preparation(file) == Preparation(None, INTERRUPTED)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '"failed"',
        '{"started": "now", "seconds": 1, "process": 1}',
        '{"started": NaN, "seconds": 1, "process": 1}',
        '{"started": 1, "seconds": 1e400, "process": 1}',
        '{"started": 1000000, "seconds": 1, "process": 1e99}',
    ],
)
def test_a_damaged_file_is_an_interrupted_build(file: Path, content: str) -> None:
    file.write_text(content)
    assert read_preparation(file) == Preparation(None, INTERRUPTED)


def test_work_on_a_folder_waits_for_other_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entered: list[str] = []

    def work() -> None:
        with exclusive(tmp_path, "build"):
            entered.append("second")

    second = Thread(target=work)
    with exclusive(tmp_path, "build"):
        second.start()
        while not (line := capsys.readouterr().out):
            time.sleep(0.01)
        entered.append("first")
    second.join()
    assert line == "waiting for another build ...\n"
    assert entered == ["first", "second"]
