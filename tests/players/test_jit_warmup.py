"""After warming up, players at a table compile nothing."""

from __future__ import annotations

import os
import subprocess
import sys

CHECK = """
import schwimmen.players
from schwimmen.players import from_view, greedy, kernel
from schwimmen.players.blueprint import policy as blueprint_policy
from schwimmen.players.heuristic import policy
from schwimmen.players.equity import builder, match_equity, model
from schwimmen.players.search import belief, best_reply, lookahead, redeal, rollouts
from schwimmen.players.search import sequential_halving, situation
import schwimmen.rules
schwimmen.rules.warm()
schwimmen.players.warm()
functions = {
    f"{module.__name__}.{name}": function
    for module in (
        from_view, greedy, kernel, blueprint_policy, policy, builder, match_equity, model, belief,
        best_reply, lookahead, redeal, rollouts, sequential_halving, situation
    )
    for name, function in vars(module).items()
    if hasattr(function, "signatures")
}
warmed = {name: list(function.signatures) for name, function in functions.items()}
for preset, players in (("pagat", 2), ("pagat", 5), ("dutch", 3), ("choy", 4)):
    levels = ("expert", "blueprint", "master")
    table = [schwimmen.players.make_player(level, seed=1) for level in levels]
    match = schwimmen.rules.Match(preset, players=players, seed=1)
    while not match.over and len(match.rounds) < 3:
        if match.to_act is None:
            match.deal()
        else:
            chosen = [player.choose(match.view(match.to_act)) for player in table]
            match.play(chosen[match.to_act % 3])
print(len(functions) > 20, *(n for n, f in functions.items() if f.signatures != warmed[n]))
"""


def test_after_warming_up_a_bot_compiles_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "0"},
    )
    assert done.stdout.strip() == "True", done.stderr
