"""Turns in which bots close, by level and number of players, and the gain or cost of a character.

``python -m benchmarks.closings`` plays rounds between equal bots, prints the table and writes it
into ``docs/opponents.md`` and, for the page, ``frontend/src/setup/closings.json``. With
``--preset`` it only prints. ``--characters`` prints how each character closes among plain bots
of its level, and how far it shifts the level.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.harness import print_table
from schwimmen.arena.duplicate_deals import empty_rngs, play_rotations
from schwimmen.players import CHARACTERS, LEVELS_WITH_CHARACTERS
from schwimmen.players.policies import Policies, policies_of, policy_for
from schwimmen.players.random_play import undealt_round
from schwimmen.rules import RuleSet
from schwimmen.rules.core.rng import new_rng
from schwimmen.rules.core.state import CAP, MATCH_DTYPE, rules_array
from schwimmen.simulation import simulate
from schwimmen.simulation.rounds import ROW_DTYPE, play_rows

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs/opponents.md"
PAGE_DATA = ROOT / "frontend/src/setup/closings.json"
BEGIN, END = "<!-- closings: begin -->\n", "<!-- closings: end -->"
LEVELS = ("random", "beginner", "casual", "greedy", "club")
ROUNDS = 2_000
DEALS = 100_000
PLAYERS = (2, 3, 4, 5)
TURNS = 4  # columns; the last one also counts later turns
SEED = 1
CHARACTER_HEAD = [
    "level", "character", "2 players: closes", "in turn", "loses more",
    "4 players: closes", "in turn", "loses more",
]  # fmt: skip
HEAD = [
    "level", "players", "own turns", "rounds closed", "closer's turns",
    "first", "second", "third", "later", "hands closed with",
]  # fmt: skip


@dataclass(frozen=True)
class Closings:
    """Closings in rounds between equal bots.

    ``own_turns`` is the mean over all seats, ``closer_turns`` that over closers up to the closing,
    which is included. ``by_turn`` are shares of the closed rounds, ``hands`` the 5 %, 50 % and 95 %
    quantiles of the closing hands, ``capped`` the number of rounds that the turn cap ended.
    """

    level: str
    players: int
    own_turns: float
    closed: float
    closer_turns: float
    by_turn: tuple[float, ...]
    hands: tuple[float, ...]
    lowest_first: float | None
    capped: int

    def cells(self) -> list[str]:
        """Return the cells of a row of the table."""
        low, median, high = self.hands
        return [
            f"`{self.level}`", str(self.players), f"{self.own_turns:.2f}", f"{self.closed:.0%}",
            f"{self.closer_turns:.2f}", *(f"{share:.1%}" for share in self.by_turn),
            f"{median:g} ({low:g} to {high:g})",
        ]  # fmt: skip


def closings(level: str, players: int, preset: str, rounds: int, seed: int = SEED) -> Closings:
    """Play rounds between equal bots and return their closings."""
    played = simulate(preset, players, level, rounds=rounds, seed=seed, rows=True, workers=1)
    rows = played.rows
    assert rows is not None
    closed = rows["closed"] != 0
    closers = np.array([int(mask & -mask).bit_length() - 1 for mask in rows["closed"][closed]])
    places = np.arange(len(closers))
    turns = rows["turns_of"][closed][places, closers]
    hands = rows["values"][closed][places, closers] / 2
    shares = [float((turns == turn).mean()) for turn in range(1, TURNS)]
    first = hands[turns == 1]
    return Closings(
        level, players, float(rows["turns_of"].mean()), float(closed.mean()), float(turns.mean()),
        (*shares, 1 - sum(shares)), tuple(np.quantile(hands, (0.05, 0.5, 0.95)).tolist()),
        float(first.min()) if len(first) else None, int((rows["end"] == CAP).sum()),
    )  # fmt: skip


def with_character(level: str, character: str | None, players: int, rules: RuleSet) -> Policies:
    """Return the policies of a bot with a character and of plain bots on all other seats."""
    policies = policies_of(rules, [level] * players)
    policies.seats[0] = policy_for(rules, level, character)[0]
    return policies


def character_shift(level: str, character: str, players: int, deals: int) -> tuple[float, float]:
    """Return the lives a round that a character loses more than plain bots, and the half width.

    The deals are duplicate, each played once from every seat; the half width is that of a 95 %
    confidence interval.
    """
    rules = RuleSet("pagat")
    rounds = undealt_round(rules)
    values = np.zeros((deals, players, players), np.int64)
    with np.errstate(over="ignore"):  # the generators wrap around
        play_rotations(
            rules_array(rules), with_character(level, character, players, rules),
            rounds[0].pack.copy(), np.zeros(1, MATCH_DTYPE), rounds, new_rng(SEED), empty_rngs(1),
            empty_rngs(players), 0, False, values, np.zeros(2, np.int64),
        )  # fmt: skip
    own = np.trace(values, axis1=1, axis2=2) / players
    others = (values.sum(axis=(1, 2)) / players - own) / (players - 1)
    shift = own - others
    return float(shift.mean()), float(1.96 * shift.std() / deals**0.5)


def character_closings(
    level: str, character: str | None, players: int, rounds: int
) -> tuple[float, float]:
    """Return the share of rounds that a bot closes among plain bots, and its mean turn in these."""
    rules = RuleSet("pagat")
    state = undealt_round(rules)
    match = np.zeros(1, MATCH_DTYPE)
    match["over"] = 1
    rows = np.zeros(rounds, ROW_DTYPE)
    with np.errstate(over="ignore"):  # the generator wraps around
        play_rows(
            rules_array(rules), with_character(level, character, players, rules),
            state[0].pack.copy(), match, state, rows, 0, rounds, False, new_rng(SEED),
        )  # fmt: skip
    closed = rows["closed"] & 1 != 0
    return float(closed.mean()), float(rows["turns_of"][closed, 0].mean())


def character_rows(deals: int) -> Iterator[Sequence[str]]:
    """Yield a row for each level and character, with two and with four players."""
    for level in LEVELS_WITH_CHARACTERS:
        for character in (None, *CHARACTERS):
            row = [f"`{level}`", f"`{character}`" if character else "none"]
            for players in (2, 4):
                closed, turn = character_closings(level, character, players, deals)
                row += [f"{closed:.1%}", f"{turn:.2f}"]
                if character:
                    shift, half = character_shift(level, character, players, deals)
                    row.append(f"{shift:+.4f} ± {half:.4f}".replace("-", "−"))
                else:
                    row.append("")
            yield row


def write(found: Sequence[Closings], rounds: int) -> None:
    """Write the table into the document, and the mean turns of closers for the page."""
    lines = ["| " + " | ".join(HEAD) + " |", "|---" + "|--:" * (len(HEAD) - 1) + "|"]
    lines += ["| " + " | ".join(one.cells()) + " |" for one in found]
    text = DOCUMENT.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    block = f"{rounds:,} rounds of `pagat` for each row:\n\n" + "\n".join(lines) + "\n\n"
    DOCUMENT.write_text(before + BEGIN + block + END + after, encoding="utf-8")
    data: dict[str, dict[str, float]] = {}
    for one in found:
        data.setdefault(one.level, {})[str(one.players)] = round(one.closer_turns, 1)
    PAGE_DATA.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    """Play, print, and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--preset", help="print the table of this preset and write nothing")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--characters", action="store_true")
    parser.add_argument("--deals", type=int, default=DEALS, help="for --characters")
    options = parser.parse_args()
    if options.characters:
        print_table(CHARACTER_HEAD, character_rows(options.deals))
        return 0
    preset = options.preset or "pagat"
    found = [
        closings(level, players, preset, options.rounds) for level in LEVELS for players in PLAYERS
    ]
    print_table([*HEAD, "turn cap"], ([*one.cells(), str(one.capped)] for one in found))
    if options.preset is None:
        write(found, options.rounds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
