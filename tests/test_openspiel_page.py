"""Examples and tables of ``docs/openspiel.md``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schwimmen.analysis.solving.exact import solve
from schwimmen.analysis.solving.round_tree import RoundTree
from schwimmen.envs.openspiel import REDUCED_GAMES
from schwimmen.envs.openspiel.config import DEFAULTS, game_config
from schwimmen.rules import RuleSet

TEXT = (Path(__file__).parents[1] / "docs" / "openspiel.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if line.startswith("|") and not line.startswith("|---")
]
GAMES = [row for row in ROWS if len(row) == 8 and row[0] != "game"]


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", TEXT, re.S))
def test_the_examples_run(example: str) -> None:
    exec(compile(example, "openspiel.md", "exec"), {})


def test_all_parameters_are_documented_with_their_defaults() -> None:
    documented = {row[0].strip("`"): row[1].strip("`") for row in ROWS if len(row) == 3}
    del documented["parameter"]
    assert documented == {name: str(default) for name, default in DEFAULTS.items()}


@pytest.mark.parametrize("row", GAMES, ids=" ".join)
def test_counts_and_values_are_correct(row: list[str]) -> None:
    name, pack, hand, turns, deals, states, ends, value = row
    whole = pack.startswith("the same")
    rules = RuleSet.study(
        "AC KC 9C 8C KS 9S 8S" if whole else pack,
        hand_size=int(hand),
        max_players=2,
        turn_cap=int(turns),
        dealer_choice=whole,
        exchange_all=whole,
        three_of_a_kind=hand == "3",
        fire=hand == "3",
    )
    if name:
        assert game_config(REDUCED_GAMES[name.strip("`")]).rules == rules
    tree = RoundTree(rules)
    assert tree.deals == int(deals)
    assert " + ".join(map(str, tree.information_states)) == states
    assert len(tree.ends) == int(ends)
    if len(tree.ends) < 200_000:
        assert f"{solve(rules).value:.4f}" == value
