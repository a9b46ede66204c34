"""Size of ``events`` messages, and the time to encode an update for a whole table.

Run it with ``make benchmark-messages``. Four people play matches by ``pagat`` with fair shuffles,
and one spectator watches; moves are chosen as in ``benchmarks.load``. Messages are not compressed.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Final

from benchmarks.harness import percentile, print_machine, print_table
from benchmarks.load_script import chosen
from schwimmen.server.wire.state import HistoryJson, StateEncoder, TableState
from schwimmen.tables import Deal, Play, Settings, Table
from tests.tables.simulated_table import SimulatedTable

PEOPLE: Final = 4
VIEWERS: Final = (*range(PEOPLE), None)

Encoder = Callable[[Table, int, str], list[str]]
"""Function that returns the messages to ``VIEWERS`` with the events after a number."""


def full() -> Encoder:
    """Return the encoder of full views for one table."""
    history = HistoryJson()
    before: TableState | None = None

    def encode(table: Table, known: int, at: str) -> list[str]:
        nonlocal before
        before = TableState("t", table, before)
        encoder = StateEncoder(before, at, history)
        return [encoder.state_for(seat, known, "full") for seat in VIEWERS]

    return encode


def changes() -> Encoder:
    """Return the encoder of changes for one table."""
    history = HistoryJson()
    before: TableState | None = None

    def encode(table: Table, known: int, at: str) -> list[str]:
        nonlocal before
        last, before = before, TableState("t", table, before)
        encoder = StateEncoder(before, at, history)
        if last is None:
            return [encoder.state_for(seat, known, "changes") for seat in VIEWERS]
        return [encoder.changes_for(seat, known, last) for seat in VIEWERS]

    return encode


ENCODERS: Final[dict[str, Callable[[], Encoder]]] = {
    "full": full,
    "changes": changes,
}


def updates(seed: int) -> Iterator[tuple[Table, int, str]]:
    """Play a match; yield the table after each update, the events before it and the time."""
    rng = random.Random(seed)
    one = SimulatedTable(Settings(seats=PEOPLE, fill=False), seed=seed, fair=True)
    one.begin(PEOPLE)
    table = one.table
    while table.seeds is not None and table.seeds.waiting_for:
        one.agree(table.seeds.waiting_for[0])
    known = table.seq
    yield table, known, one.at
    while not table.over:
        if (seat := table.to_act) is not None:
            view = table.view(seat)
            assert view is not None
            one.execute(Play(seat, chosen(view, rng)))
        else:
            one.execute(Deal(min(table.remaining - table.ready)))
        yield table, known, one.at
        known = table.seq


def measure(matches: int) -> None:
    """Play matches, and print sizes and times."""
    sizes: dict[tuple[str, str], list[int]] = {}
    seconds: dict[str, list[float]] = {name: [] for name in ENCODERS}
    for seed in range(matches):
        encoders = {name: make() for name, make in ENCODERS.items()}
        for number, (table, known, at) in enumerate(updates(seed)):
            table.view(None)  # it is built once for all
            for name, encode in encoders.items():
                start = time.thread_time()
                texts = encode(table, known, at)
                seconds[name].append(time.thread_time() - start)
                if number:
                    *seats, spectator = (len(text.encode()) for text in texts)
                    sizes.setdefault((name, "seat"), []).extend(seats)
                    sizes.setdefault((name, "spectator"), []).append(spectator)
    rows = [
        [
            name,
            client,
            f"{statistics.mean(found):,.0f}",
            f"{statistics.median(found):,.0f}",
            f"{percentile(found, 99):,}",
            f"{max(found):,}",
            f"{1e6 * statistics.median(seconds[name]):.0f}" if client == "seat" else "",
        ]
        for (name, client), found in sizes.items()
    ]
    columns = ["bytes, mean", "median", "p99", "largest", "microseconds an update"]
    print_table(["messages", "client", *columns], rows)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=40, help="matches to play (40)")
    given = parser.parse_args()
    print_machine(", one used", ["pydantic"])
    measure(given.matches)


if __name__ == "__main__":
    main()
