"""The puzzles of the page, from matches between bots of mixed levels.

python scripts/puzzles.py           rewrite frontend/src/device/puzzles/data/ (an hour)
python scripts/puzzles.py --found   write the puzzles found so far
python scripts/puzzles.py --cluster tcp://10.0.0.1:8786

Matches that have been searched are kept in .cache/puzzles/, so that a run goes on where the last
one stopped. Delete that folder after a change of the rules, the players or the maker. Equal sources
give equal puzzles, whatever the workers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from schwimmen.analysis import Puzzle, Scale, find_puzzles, pattern_of
from schwimmen.analysis.puzzles.kernel import LIMIT, STANDARD_ERRORS
from schwimmen.analysis.puzzles.maker import BUDGETS
from schwimmen.players.value_function import ValueFunction
from schwimmen.rules import RuleSet
from schwimmen.rules.errors import SchwimmenError
from schwimmen.simulation.cli_arguments import add_worker_options
from schwimmen.simulation.console import open_workers
from schwimmen.simulation.workers import Workers, run_chunks

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "frontend" / "src" / "device" / "puzzles" / "data"
STATE = ROOT / ".cache" / "puzzles"

SIZES: Final = {
    "pagat": 2000,
    "app-a7": 500,
    "app-a9": 500,
    "app-a5": 500,
    "dutch": 500,
    "choy": 500,
}
"""Number of puzzles of each preset."""
SHARED: Final = {"pagat": "gamerules"}
"""Presets whose puzzles are those of a second preset, too, by whose rules they hold as well."""
PLAYERS: Final = {2: 0.3, 3: 0.25, 4: 0.2, 5: 0.15, 6: 0.1}
"""Shares of the puzzles for each number of players."""
SEED: Final = 31
MATCHES: Final = 4
"""Matches in a chunk."""

STAGES: Final = (10, 4, 2, 1)
"""Parts of the puzzles that are made first, so that an early stop leaves some of each kind."""

MOST_OF_A_THEME: Final = 0.5
"""Share of the puzzles for a number of players that may have the same first theme."""
MOST_OF_A_GRADE: Final = 0.6
"""Share of the puzzles that may have ratings in the same band."""
BAND: Final = 100


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some matches of a preset, by their place among all for a number of players."""

    preset: str
    players: int
    number: int


def search_chunk(chunk: Chunk) -> list[str]:
    """Return the puzzles of a chunk as lines."""
    seed = SEED + (chunk.number << 16)
    found = find_puzzles(chunk.preset, chunk.players, MATCHES, seed=seed)
    second = SHARED.get(chunk.preset)
    return [one.to_line() for one in found if second is None or holds(one, second)]


def holds(puzzle: Puzzle, preset: str) -> bool:
    """Return whether a puzzle has the same single answer by the rules of another preset."""
    match = replace(puzzle, rules=RuleSet(preset)).match()
    scale = Scale.of(match.rules)
    limit = scale.limit(LIMIT) / (scale.points * scale.value)
    values = ValueFunction(BUDGETS[-1], earlier=False)
    best, *others = values.of_actions(match.view(match.to_act), SEED)
    return best.action == puzzle.best and all(
        one.least_loss >= limit and one.loss > STANDARD_ERRORS * one.loss_error for one in others
    )


class Selection:
    """Puzzles of a preset, without near duplicates and with a mix of themes and grades."""

    def __init__(self, size: int) -> None:
        self._sizes = {players: round(share * size) for players, share in PLAYERS.items()}
        self._patterns: set[str] = set()
        self._counts: Counter[tuple[int, str]] = Counter()
        self.puzzles: list[Puzzle] = []

    def offer(self, puzzle: Puzzle) -> bool:
        """Take a puzzle if it fits, and return whether all for its number of players are found."""
        players = puzzle.players
        size = self._sizes[players]
        theme, grade = puzzle.themes[0], f"{puzzle.rating // BAND}"
        pattern = pattern_of(puzzle)
        if (
            not self.complete(players)
            and pattern not in self._patterns
            and self._counts[players, theme] < MOST_OF_A_THEME * size
            and self._counts[players, grade] < MOST_OF_A_GRADE * size
        ):
            self._patterns.add(pattern)
            self._counts.update([(players, theme), (players, grade), (players, "")])
            self.puzzles.append(puzzle)
        return self.complete(players)

    def complete(self, players: int) -> bool:
        """Return whether all puzzles for a number of players are found."""
        return self._counts[players, ""] >= self._sizes[players]


def searched(
    preset: str, players: int, workers: Workers | None
) -> Generator[list[str], None, None]:
    """Yield the lines of all chunks in order: those kept, then those of workers, to be kept."""
    path = STATE / f"{preset}-{players}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    yield from map(json.loads, kept)
    if workers is None:
        return
    chunks = (Chunk(preset, players, number) for number in range(len(kept), 1 << 20))
    with (
        path.open("a", encoding="utf-8") as file,
        closing(run_chunks(search_chunk, chunks, workers)) as results,
    ):
        for lines in results:
            file.write(json.dumps(lines) + "\n")
            file.flush()
            yield lines


def make(preset: str, size: int, workers: Workers | None) -> list[Puzzle]:
    """Return the puzzles of a preset, the easiest first."""
    selection = Selection(size)
    for players in PLAYERS:
        with closing(searched(preset, players, workers)) as chunks:
            for number, lines in enumerate(chunks):
                done = [selection.offer(Puzzle.from_line(preset, line)) for line in lines]
                if number % 10 == 0:
                    print(preset, players, number, len(selection.puzzles), flush=True)
                if any(done):
                    break
    return sorted(selection.puzzles, key=lambda puzzle: (puzzle.rating, puzzle.to_line()))


def write(preset: str, puzzles: Iterable[Puzzle]) -> None:
    """Write the data that the page reads, one line for each puzzle."""
    TARGET.mkdir(parents=True, exist_ok=True)
    lines = [f"{puzzle.to_line()}\n" for puzzle in puzzles]
    (TARGET / f"{preset}.txt").write_text("".join(lines), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the puzzles in stages and return the exit status."""
    parser = argparse.ArgumentParser(description="Make the puzzles of the page.")
    parser.add_argument("presets", nargs="*", metavar="PRESET", help=", ".join(SIZES))
    parser.add_argument("--found", action="store_true", help="write the puzzles found so far")
    add_worker_options(parser)
    options = parser.parse_args(arguments)
    for name in options.presets:
        if name not in SIZES:
            parser.error(f"{name!r} has no puzzles: valid are {', '.join(SIZES)}")
    try:
        with nullcontext() if options.found else open_workers(options) as workers:
            for stage in STAGES:
                for name in options.presets or SIZES:
                    write(name, make(name, SIZES[name] // stage, workers))
    except SchwimmenError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
