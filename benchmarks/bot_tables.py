"""How many tables of bots one server can serve.

Run it with ``make benchmark-bot_tables`` (about two minutes). At every table four bots of a level
play match after match, and pause before every move as at a table in the browser. As in the server
each thinks in a thread; where all processors are thinking already, it plays by its blueprint.
"""

import asyncio
import itertools
import statistics
import time

from benchmarks.harness import arguments, print_machine, print_table
from schwimmen.players import warm
from schwimmen.players.search.search import SEARCH_BUDGETS, Search, SearchPlayer
from schwimmen.rules import Match, View

SEATS = 4
BEAT = 0.02  # seconds between two looks at how late the event loop is


class Bot(SearchPlayer):
    """Tells whether it has thought about its last move."""

    thought = False

    def search(self, view: View) -> Search:
        """Look ahead from a view."""
        self.thought = True
        return super().search(view)


class Measured:
    """What is measured while some number of tables play."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.late: list[float] = []
        self.thoughts = 0

    async def table(self, level: str, number: int, pause: float) -> None:
        """One table, until it is cancelled."""
        await asyncio.sleep(pause * (number * 0.618 % 1))
        for seed in itertools.count(number * 1000):
            match = Match("pagat", players=SEATS, seed=seed)
            bots = [Bot(level, SEATS * seed + seat) for seat in range(SEATS)]
            while not match.over:
                if match.to_act is None:
                    match.deal()
                    continue
                bot, view = bots[match.to_act], match.view(match.to_act)
                bot.thought = False
                start = time.perf_counter()
                action = await asyncio.to_thread(bot.choose, view)
                self.times.append(time.perf_counter() - start)
                self.thoughts += bot.thought
                await asyncio.sleep(pause - self.times[-1])
                match.play(action)

    async def beat(self) -> None:
        """How late the event loop comes back to whoever waits for it."""
        while True:
            start = time.perf_counter()
            await asyncio.sleep(BEAT)
            self.late.append(time.perf_counter() - start - BEAT)


async def row(level: str, tables: int, pause: float, seconds: float) -> tuple[str, ...]:
    """So many tables at once, for so many seconds."""
    measured = Measured()
    running = [asyncio.create_task(measured.table(level, i, pause)) for i in range(tables)]
    running.append(asyncio.create_task(measured.beat()))
    await asyncio.sleep(seconds)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    times, late = sorted(measured.times), sorted(measured.late)
    return (
        str(tables),
        f"{len(times) / seconds:.0f}",
        f"{1000 * statistics.median(times):.0f}",
        f"{1000 * times[99 * len(times) // 100]:.0f}",
        f"{1 - measured.thoughts / len(times):.0%}",
        f"{1000 * late[99 * len(late) // 100]:.0f}",
    )


def main() -> None:
    """Print the table."""
    parser = arguments(__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 10, 30, 100, 300, 1000])
    parser.add_argument("--level", choices=SEARCH_BUDGETS, default="master")
    parser.add_argument("--pause", type=float, default=1.4, help="seconds before every move")
    parser.add_argument("--seconds", type=float, default=15.0, help="so long for each row")
    asked = parser.parse_args()
    warm()
    print_machine("", ("numba", "numpy"))
    print(f"{asked.level}, {SEATS} at a table, {asked.pause:g} s before a move; times in ms\n")
    print_table(
        ("tables", "moves/s", "median", "p99", "by blueprint", "event loop late, p99"),
        (
            asyncio.run(row(asked.level, tables, asked.pause, asked.seconds))
            for tables in asked.tables
        ),
    )


if __name__ == "__main__":
    main()
