"""The library as its user meets it: types of a script outside the checkout, and completion."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import schwimmen
from schwimmen import Card, Match, Round, RuleSet, View

ROOT = Path(__file__).parent.parent

SCRIPT = '''
"""Use of the library, by type."""

from random import Random

import schwimmen
from schwimmen import Card, Choice, IllegalAction, Match, Round, RoundEvent, RuleSet, View
from schwimmen.players import make_player, play_match
from schwimmen.records import Record, dumps, load


def best(view: View) -> Choice:
    return max(view.choices, key=lambda choice: choice.value or 0)


class Mine:
    name = "mine"

    def choose(self, view: View) -> str:
        return best(view).action


rules: RuleSet = RuleSet("pagat", lives=5, pass_=False)
match = Match(rules, players=["Ann", "Ben"], seed=7)
match.play("keep")
view = match.view(match.to_act)
hand: tuple[Card, ...] = view.hand
names: list[str] = [card.symbol for card in hand]
try:
    match.play(best(view))
except IllegalAction as error:
    legal: tuple[str, ...] = error.legal
other: Match = match.copy()
same: bool = other == match
events: tuple[RoundEvent, ...] = match.round.history
trial: Round = match.round.copy()
seen: set[View] = {view}
play_match(match, [make_player("greedy"), Mine()])
record: Record = load(dumps(match.to_record(event="Stammtisch")))
again: Match = Match.from_record(record)
ace: Card = Card("AC")
round_ = Round(rules, 2, Random(1).sample(rules.cards, 32), dealer=1)
points, suit = schwimmen.hand_value(rules, schwimmen.parse_cards("AC KC QC"))
version: str = schwimmen.__version__
'''


def test_a_script_of_a_user_passes_strict_type_checks(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    cache = ROOT / ".mypy_cache" / "script"  # of the library, which rarely changes
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache, script.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_a_script_of_a_user_runs() -> None:
    found: dict[str, object] = {"__name__": "script"}
    exec(compile(SCRIPT, "script.py", "exec"), found)
    assert found["again"] == found["match"]
    assert found["same"] is True


def test_completion_finds_the_names() -> None:
    names = {"Match", "Round", "View", "RuleSet", "Card", "PRESETS", "hand_value", "__version__"}
    assert names <= set(dir(schwimmen)) == set(schwimmen.__all__)
    assert [name for name in schwimmen.__all__ if not hasattr(schwimmen, name)] == []
    assert {"copy", "from_record", "to_record", "view", "play", "_repr_svg_"} <= set(dir(Match))
    assert {"copy", "legal_actions", "view", "play", "_repr_svg_"} <= set(dir(Round))
    assert {"hand", "table", "choices", "legal_actions", "_repr_svg_"} <= set(dir(View))
    assert {"lives", "changed", "study", "_repr_html_"} <= set(dir(RuleSet("pagat")))
    assert {"rank", "suit", "symbol"} <= set(dir(Card))


def test_every_method_and_property_has_a_docstring() -> None:
    for kind in (Card, Match, Round, RuleSet, View):
        for name, member in vars(kind).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                assert member.__doc__, f"{kind.__name__}.{name}"
