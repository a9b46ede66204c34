"""The examples run and give the results they describe."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from schwimmen.arena import compare
from schwimmen.envs import BatchEnv
from schwimmen.rules import SchwimmenError
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


def weights(learner: Any) -> list[NDArray[Any]]:
    """Return all arrays of the network of a learner."""
    return [np.asarray(array) for layer in learner.params for array in layer]


def test_a_stopped_run_of_ppo_goes_on_to_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ppo = load_example("ppo")
    for name, number in {"INTERVAL": 1, "TRIAL_ENVS": 64, "MINIBATCH": 256}.items():
        monkeypatch.setattr(ppo, name, number)
    checkpoint = tmp_path / "run.checkpoint"
    unbroken = ppo.learn(3, 2, 5, envs=64)
    printed = capsys.readouterr().out
    report = ppo.report

    def stop(learner: Any, trial: BatchEnv) -> None:
        report(learner, trial)
        if learner.updates == 2:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(ppo, "report", stop)
        with pytest.raises(KeyboardInterrupt):
            ppo.learn(3, 2, 5, checkpoint, envs=64)
    resumed = ppo.learn(3, 2, 5, checkpoint, envs=64)
    assert capsys.readouterr().out == printed
    assert resumed.decisions == unbroken.decisions
    for one, other in zip(weights(resumed), weights(unbroken), strict=True):
        np.testing.assert_array_equal(one, other)
    other_seed = ppo.learn(1, 2, 6, envs=64)
    assert not np.array_equal(weights(other_seed)[0], weights(unbroken)[0])

    with pytest.raises(SchwimmenError, match=r"of a run with updates 3, .*, not updates 4, "):
        ppo.learn(4, 2, 5, checkpoint, envs=64)
    checkpoint.write_bytes(b"weights")
    with pytest.raises(SchwimmenError, match="not a checkpoint of this program"):
        ppo.learn(3, 2, 5, checkpoint, envs=64)


def test_ppo_ends_in_the_arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ppo = load_example("ppo")
    path = tmp_path / "policy.npz"
    given = ["--updates", "0", "--deals", "8", "--against", "random", "--save", str(path)]
    monkeypatch.setattr("sys.argv", ["ppo.py", *given])
    ppo.main()
    found = compare("pagat", 2, [str(path), "random"], 8, seed=1).contests[0].contenders[0].diff
    assert found is not None
    said = f"{found.mean:+.4f} (95 %: {found.low:+.4f} to {found.high:+.4f})"
    assert said in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["ppo.py", "--against", "gredy"])
    with pytest.raises(SchwimmenError, match="did you mean greedy"):
        ppo.main()


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
