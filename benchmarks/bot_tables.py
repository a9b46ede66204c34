"""Capacity of one server for tables of bots.

Run it with ``make benchmark-bot_tables`` (about two minutes). At every table four bots of a level
play match after match, with the pauses before moves of a table in the browser. As on the server,
each searches in a thread and plays by its blueprint while all processors are busy with searches.
"""

import asyncio
import itertools
import statistics
import time

from benchmarks.harness import arguments, print_machine, print_table
from schwimmen.players.levels import SEARCH_BUDGETS
from schwimmen.players.search_player import Search, SearchPlayer
from schwimmen.rules import Match, View

SEATS = 4
BEAT = 0.02  # seconds between two measurements of the event loop's delay


class Bot(SearchPlayer):
    """Bot that records whether it searched for its last move."""

    searched = False

    def search(self, view: View) -> Search:
        """Look ahead from a view."""
        self.searched = True
        return super().search(view)


class Measurement:
    """Move times and event loop delays while tables play."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.delays: list[float] = []
        self.searches = 0

    async def table(self, level: str, number: int, pause: float) -> None:
        """Play at one table until cancelled."""
        await asyncio.sleep(pause * (number * 0.618 % 1))
        for seed in itertools.count(number * 1000):
            match = Match("pagat", players=SEATS, seed=seed)
            bots = [Bot(level, SEATS * seed + seat) for seat in range(SEATS)]
            while not match.over:
                if match.to_act is None:
                    match.deal()
                    continue
                bot, view = bots[match.to_act], match.view(match.to_act)
                bot.searched = False
                start = time.perf_counter()
                action = await asyncio.to_thread(bot.choose, view)
                self.times.append(time.perf_counter() - start)
                self.searches += bot.searched
                await asyncio.sleep(pause - self.times[-1])
                match.play(action)

    async def beat(self) -> None:
        """Record the delay of the event loop until cancelled."""
        while True:
            start = time.perf_counter()
            await asyncio.sleep(BEAT)
            self.delays.append(time.perf_counter() - start - BEAT)


async def row(level: str, tables: int, pause: float, seconds: float) -> tuple[str, ...]:
    """Return the row for a number of tables that play at once."""
    measurement = Measurement()
    running = [asyncio.create_task(measurement.table(level, i, pause)) for i in range(tables)]
    running.append(asyncio.create_task(measurement.beat()))
    await asyncio.sleep(seconds)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    times, delays = sorted(measurement.times), sorted(measurement.delays)
    return (
        str(tables),
        f"{len(times) / seconds:.0f}",
        f"{1000 * statistics.median(times):.0f}",
        f"{1000 * times[99 * len(times) // 100]:.0f}",
        f"{1 - measurement.searches / len(times):.0%}",
        f"{1000 * delays[99 * len(delays) // 100]:.0f}",
    )


def main() -> None:
    """Run all rows and print the table."""
    parser = arguments(__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 10, 30, 100, 300, 1000])
    parser.add_argument("--level", choices=SEARCH_BUDGETS, default="master")
    parser.add_argument("--pause", type=float, default=1.4, help="seconds before every move")
    parser.add_argument("--seconds", type=float, default=15.0, help="for each row")
    options = parser.parse_args()
    print_machine("", ("numpy",))
    print(f"{options.level}, {SEATS} at a table, {options.pause:g} s before a move; times in ms\n")
    print_table(
        ("tables", "moves/s", "median", "p99", "played by the blueprint", "event loop delay, p99"),
        (
            asyncio.run(row(options.level, tables, options.pause, options.seconds))
            for tables in options.tables
        ),
    )


if __name__ == "__main__":
    main()
