"""The odds that the page shows: every preset and number of players, from strong self-play.

python scripts/odds.py     rewrite odds.generated.json (make odds; several minutes)
python scripts/odds.py --cluster tcp://10.0.0.1:8786
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from schwimmen.arena.confidence import Interval
from schwimmen.arena.odds import Limit, Odds, ValueOdds, deals_by_value, odds_of
from schwimmen.players.greedy import keep_threshold
from schwimmen.players.rule_similarity import relevant_options
from schwimmen.rules import RuleSet
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.options import PRESET_ALIASES, PRESETS
from schwimmen.rules.schema import points_of
from schwimmen.simulation import Workers, threads
from schwimmen.simulation.cli_arguments import add_worker_options
from schwimmen.simulation.console import open_workers

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "frontend" / "src" / "odds" / "odds.generated.json"

ROUNDS: Final = 500_000
"""Rounds for each preset and number of players."""
SEED: Final = 31

MIN_SAMPLES: Final = 400
"""Samples of a value that the page shows, at least; rarer hands have wide intervals."""

UNIT: Final = 1_000
"""Estimates are rounded to whole parts of a round, life or point."""


def games() -> dict[str, RuleSet | str]:
    """Return the rules of each preset, or the earlier preset whose rounds are the same."""
    found: dict[str, RuleSet | str] = {}
    for name in PRESETS:
        if name in PRESET_ALIASES:
            continue
        rules = RuleSet(name)
        same = (
            other
            for other, its in found.items()
            if isinstance(its, RuleSet) and relevant_options(its) == relevant_options(rules)
        )
        found[name] = next(same, rules)
    return found


def game_data(rules: RuleSet, by_players: dict[int, Odds]) -> dict[str, Any]:
    """Return the odds of a game as the page reads them (``frontend/src/odds/odds.ts``)."""
    return {
        "points": rules.scoring == "points",
        "exchange": rules.close_timing == "end_of_turn",
        "average": points_of(keep_threshold(rules)),
        "deals": list(deals_by_value(rules).items()),
        "players": {str(players): odds_data(odds) for players, odds in by_players.items()},
    }


def odds_data(odds: Odds) -> dict[str, Any]:
    """Return the odds for one number of players as the page reads them."""
    return {
        "lost": [
            [one.value, _part(one.estimate.mean), _part(one.estimate.low), _part(one.estimate.high)]
            for one in odds.lost
            if one.samples >= MIN_SAMPLES
        ],
        "closings": [
            {
                "limit": _limit(turn.limit),
                "weak": _limit(turn.weak),
                "strong": _limit(turn.strong),
                "gains": _gains(turn.gains),
            }
            for turn in odds.closings
        ],
        "keep": _limit(odds.keep),
        "choices": _gains(odds.choices),
        "places": [[_part(place.mean), _half(place)] for place in odds.places],
    }


def _gains(gains: Sequence[ValueOdds]) -> list[list[float]]:
    return [
        [gain.value, _part(gain.estimate.mean), _half(gain.estimate)]
        for gain in gains
        if gain.samples >= MIN_SAMPLES
    ]


def _limit(limit: Limit | None) -> list[float] | None:
    return None if limit is None else [limit.value, limit.low, limit.high]


def _part(estimate: float | None) -> int:
    assert estimate is not None, "there are at least two samples"
    return round(estimate * UNIT)


def _half(interval: Interval) -> int:
    return _part(interval.high) - _part(interval.mean)


def write(workers: Workers) -> None:
    """Compute all odds and write them, one line for each game and number of players."""
    data = {}
    for name, rules in games().items():
        if isinstance(rules, str):
            data[name] = json.dumps(rules)
            continue
        by_players = {}
        for players in range(2, rules.max_players + 1):
            by_players[players] = odds_of(rules, players, ROUNDS, seed=SEED, workers=workers)
            print(name, players, flush=True)
        fields = game_data(rules, by_players)
        lines = ",\n".join(
            f'   "{players}": {_compact(odds)}' for players, odds in fields.pop("players").items()
        )
        data[name] = f'{_compact(fields)[:-1]},"players": {{\n{lines}\n  }}}}'
    texts = ",\n".join(f'  "{name}": {text}' for name, text in data.items())
    TARGET.write_text(
        f'{{\n "rounds": {ROUNDS},\n "games": {{\n{texts}\n }}\n}}\n', encoding="utf-8"
    )


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the odds and return the exit status."""
    parser = argparse.ArgumentParser(description="Compute the odds that the page shows.")
    add_worker_options(parser)
    options = parser.parse_args(arguments)
    try:
        with open_workers(options, threads) as workers:
            write(workers)
    except SchwimmenError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
