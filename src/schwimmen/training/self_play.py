"""Loss frequencies and win shares, measured by a level's self-play."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
from numpy.typing import NDArray

from schwimmen.engine import Array, LengthOf, entry
from schwimmen.players.equity.loss_frequencies import FORMAT, content_digest
from schwimmen.players.equity.model import copy_match
from schwimmen.players.policies import Policies, policies_of
from schwimmen.players.random_play import undealt_round
from schwimmen.players.rule_similarity import relevant_options
from schwimmen.rules.core.bits import popcount
from schwimmen.rules.core.rng import Rng, new_rng
from schwimmen.rules.core.state import (
    MATCH_DTYPE,
    MatchArray,
    RecordArray,
    RoundArray,
    RulesArray,
    WholePack,
    rules_array,
)
from schwimmen.rules.ruleset import RuleSet
from schwimmen.simulation import simulate
from schwimmen.simulation.rounds import ROW_DTYPE, RowArray, play_rows

MEASURED_RULES: Final = (
    RuleSet("pagat"),
    RuleSet("app-a7"),
    RuleSet("app-a9"),
    RuleSet("app-a5"),
    RuleSet("dutch"),
    RuleSet("pagat", pack="A2", max_players=10),
    RuleSet("pagat", pack="A9", max_players=7),
    RuleSet("dutch", pack="A2", max_players=10),
    RuleSet("choy", scoring="lives"),
    RuleSet("pagat", fire_penalty="lowest"),
    RuleSet("pagat", dealt_penalty="harsh"),
    RuleSet("pagat", closer_penalty=True),
    RuleSet("pagat", dealt_penalty="harsh", closer_penalty=True),
    RuleSet("app-a7", closer_penalty=True),
    RuleSet("dutch", closer_penalty=True),
    RuleSet("pagat", close_timing="instead"),
    RuleSet("pagat", close_effect="immediate"),
    RuleSet("pagat", close_from_turn=2),
    RuleSet("pagat", tie_trips_rank=False, tie_suit=False),
    RuleSet("pagat", special="none", fire=False, fire_penalty="lowest"),
    RuleSet("pagat", dealer_choice=False),
    RuleSet("pagat", pack="A6"),
    RuleSet("pagat", losers="all_but_best"),
    RuleSet("pagat", losers="all_but_best", closer_penalty=True),
    RuleSet("app-a7", losers="all_but_best"),
    RuleSet("dutch", losers="all_but_best"),
    RuleSet("pagat", tie_trips_rank=False, tie_suit=False, closer_tie="closer_loses"),
    RuleSet("pagat", tie_trips_rank=False, tie_suit=False, closer_tie="closer_safe"),
)
"""Rules for which losses are measured; ``gamerules`` differs from ``pagat`` in the match only."""

_RARE: Final = 20_000
"""Number of rounds in which an outcome must be expected once, or it is left out."""


def measure_frequencies(
    level: str,
    rounds: int,
    seed: int,
    families: Sequence[RuleSet] = MEASURED_RULES,
    progress: Callable[[int], object] | None = None,
) -> dict[str, Any]:
    """Return the content of a frequencies file, from ``rounds`` rounds per number of seats.

    ``level`` is a compiled level. ``progress`` is called with the number of families done. The
    package's own file was written with ``measure_frequencies("greedy", 2_000_000, 1)``.

    Raises ``SchwimmenError`` for an invalid level, number or seed.

    >>> content = measure_frequencies("random", 2000, 1, [RuleSet("pagat", max_players=2)])
    >>> sorted(content["families"][0]["counts"]["2"])
    ['01', '10', '11']
    """
    measured = []
    for number, rules in enumerate(families):
        losses = {
            str(seats): _counts(rules, seats, level, rounds, seed)
            for seats in range(2, rules.max_players + 1)
        }
        measured.append({"options": relevant_options(rules), "counts": losses})
        if progress:
            progress(number + 1)
    content: dict[str, Any] = {
        "format": FORMAT,
        "level": level,
        "rounds": rounds,
        "seed": seed,
        "families": measured,
    }
    return content | {"sha256": content_digest(content)}


def write_frequencies(content: dict[str, Any], path: Path) -> None:
    """Write measured frequencies to a file, the counts of one number of seats per line."""
    families = ",\n".join(
        f'{{"options":{_json(family["options"])},"counts":{{\n'
        + ",\n".join(f'"{seats}":{_json(counts)}' for seats, counts in family["counts"].items())
        + "}}"
        for family in content["families"]
    )
    head = "".join(
        f'"{name}":{_json(value)},\n' for name, value in content.items() if name != "families"
    )
    path.write_text(f'{{{head}"families":[\n{families}]}}\n', encoding="utf-8")


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _counts(rules: RuleSet, seats: int, level: str, rounds: int, seed: int) -> dict[str, int]:
    """Return the numbers of rounds by lives lost, one digit per position from the leader on."""
    counted: Counter[int] = Counter()
    digits = 10 ** np.arange(seats - 1, -1, -1)

    def count(rows: RecordArray) -> None:
        order = (rows["leader"][:, None] + np.arange(seats)) % seats
        codes = np.take_along_axis(rows["scores"], order, axis=1) @ digits
        for code, number in zip(*np.unique(codes, return_counts=True), strict=True):
            counted[int(code)] += int(number)

    simulate(rules, seats, level, rounds=rounds, seed=seed, each=count)
    return {
        f"{code:0{seats}}": number
        for code, number in sorted(counted.items())
        if number * _RARE >= rounds
    }


def win_shares(
    rules: RuleSet, level: str, standing: RecordArray, matches: int, seed: int
) -> NDArray[np.float64]:
    """Return the share of matches that each seat wins from a state, as an array by seat.

    ``standing`` is the state, an array of one match. All seats play by one compiled level; shared
    wins count in parts (R24).
    """
    seats = int(standing[0].seats)
    rounds = undealt_round(rules)
    won = np.zeros(seats)
    with np.errstate(over="ignore"):  # generators wrap around
        play_matches_out(
            rules_array(rules),
            policies_of(rules, [level] * seats),
            rounds[0].pack.copy(),
            standing,
            np.zeros(1, MATCH_DTYPE),
            rounds,
            np.zeros(1, ROW_DTYPE),
            matches,
            won,
            new_rng(seed),
        )
    return won / matches


@entry(long=True)
def play_matches_out(
    rules: RulesArray,
    policies: Policies,
    cards: WholePack,
    standing: MatchArray,
    matches: MatchArray,
    rounds: RoundArray,
    rows: RowArray,
    number: int,
    won: Annotated[NDArray[np.float64], Array(np.float64, LengthOf("policies.seats"))],
    rng: Rng,
) -> None:
    """Play a number of matches from ``standing[0]`` to the end, and count the shares won."""
    match = matches[0]
    for _ in range(number):
        copy_match(standing[0], match)
        while not match.over:
            play_rows(rules, policies, cards, matches, rounds, rows, 0, -1, True, rng)
        for seat in range(match.seats):
            if int(match.winners) >> seat & 1:
                won[seat] += 1.0 / popcount(match.winners)
