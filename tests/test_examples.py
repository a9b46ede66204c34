"""The examples run and give the results they describe."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from schwimmen.envs import BatchEnv
from tests.effort import count

EXAMPLES = Path(__file__).parent.parent / "examples"


def load_example(name: str) -> ModuleType:
    """Return an example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_ppo_learns() -> None:
    ppo = load_example("ppo")
    learner = ppo.Learner(envs=256)
    trial = BatchEnv("pagat", 2, 1024)

    def gains() -> float:
        trial.reset(seed=1)
        return float(ppo.against_greedy(learner.params, trial, 40).rewards[0])

    before = gains()
    steps = count(12, sampled=5)
    for _ in range(steps):
        learner.train(left=1.0)
    assert gains() > before + 0.1
    assert learner.decisions > 4_000 * steps


def run_notebook(name: str) -> int:
    """Run the code of a notebook; return the number of plots in its last figure."""
    import matplotlib.pyplot as plt  # slow, and only for notebooks

    plt.switch_backend("Agg")
    notebook = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    plots = len(plt.gcf().axes)
    plt.close("all")
    return plots


def test_a_million_rounds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("matplotlib.pyplot.show", lambda: None)
    assert run_notebook("million_rounds.ipynb") == 2
    output = capsys.readouterr().out
    assert output.startswith("1,000,000 rounds")
    shares = [float(share) for share in re.findall(r": +([\d.]+)%", output)]
    assert sum(shares) == pytest.approx(100, abs=0.05)


def test_a_match_is_reviewed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("matplotlib.pyplot.show", lambda: None)
    assert run_notebook("review_a_match.ipynb") == 2
    output = capsys.readouterr().out
    before_change_and_result = re.findall(r": (\d+)% ([+-]\d+)% = (\d+)%", output)
    assert len(before_change_and_result) == 3
    for before, change, result in before_change_and_result:
        assert int(before) + int(change) == pytest.approx(int(result), abs=1)
    assert output.count("was better.") == 3
