"""Move time of the levels that search, by preset and number of players.

Run it with ``make benchmark-moves`` (about ten minutes). Every seat plays the level, match after
match, one move at a time; only moves with a choice are counted.
"""

import statistics
import time
from collections.abc import Iterator

from benchmarks.harness import arguments, print_machine, print_table
from schwimmen.players import make_player
from schwimmen.players.levels import SEARCH_BUDGETS
from schwimmen.rules import PRESETS, Match, RuleSet
from schwimmen.rules.options import PRESET_ALIASES

SOME = (2, 3, 4, 6, 8, 10)


def moves(level: str, preset: str, players: int) -> Iterator[float]:
    """Yield the seconds of one move after another, without end."""
    seed = 0
    while True:
        match = Match(preset, players=players, seed=seed)
        table = [make_player(level, 100 * seed + seat) for seat in range(players)]
        seed += 1
        while not match.over:
            if match.to_act is None:
                match.deal()
                continue
            view = match.view(match.to_act)
            start = time.perf_counter()
            action = table[match.to_act].choose(view)
            taken = time.perf_counter() - start
            match.play(action)
            if len(view.choices) > 1:
                yield taken


def row(level: str, preset: str, players: int, number: int) -> tuple[str, ...]:
    """Return the row: median, 99th percentile and maximum in milliseconds."""
    running = moves(level, preset, players)
    next(running)  # computes the equity tables
    times = sorted(1000 * next(running) for _ in range(number))
    last = times[min(number - 1, 99 * number // 100)]
    figures = (statistics.median(times), last, times[-1])
    return (level, preset, str(players), *(f"{figure:.0f}" for figure in figures))


def main() -> None:
    """Time all rows and print the table."""
    parser = arguments(__doc__)
    parser.add_argument("--moves", type=int, default=300, help="for each row")
    parser.add_argument("--preset", nargs="*", help="only these")
    parser.add_argument("--level", nargs="*", default=SEARCH_BUDGETS, help="only these")
    options = parser.parse_args()
    print_machine(", one used", ("numpy",))
    print(f"{options.moves} moves each, in milliseconds\n")
    presets = options.preset or [preset for preset in PRESETS if preset not in PRESET_ALIASES]
    print_table(
        ("level", "preset", "players", "median", "p99", "maximum"),
        (
            row(level, preset, players, options.moves)
            for level in options.level
            for preset in presets
            for players in SOME
            if players <= RuleSet(preset).max_players
        ),
    )


if __name__ == "__main__":
    main()
