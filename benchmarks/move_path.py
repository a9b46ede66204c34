"""Path of one online move through the server's files, from its message to all answers.

Run it with ``make benchmark-move_path``. A person plays a move at a table against two bots, each
call of a function in ``schwimmen`` is traced, and each call from another file than the last one is
a change of file. What the bots do afterwards is left out.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, Final

import schwimmen
from benchmarks.harness import print_machine, print_table
from tests.server.conftest import Client, RunningServer, serving

SOURCES: Final = f"{Path(schwimmen.__file__).parent}/"
MOVES: Final = 25
PAUSE_S: Final = 0.3
"""Pause of the bots, within which all answers to a move are sent."""


@contextmanager
def traced(files: list[str]) -> Iterator[None]:
    """Add the file of each call of the event loop's thread, without those of bots."""

    def note(frame: FrameType, event: str, _: Any) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(SOURCES):
            task = asyncio.current_task()
            if task is None or task.get_name() != "bots":
                files.append(name.removeprefix(SOURCES))

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


async def own_turn(client: Client) -> bool:
    """Wait until the person is to act; return false if the match is over."""
    while await client.my_turn():
        if client.view["legal_actions"]:
            return True
        await client.deal()
    return False


async def moves(server: RunningServer) -> list[list[str]]:
    """Return the files of the calls of each move; moves that end a round are left out."""
    paths: list[list[str]] = []
    while len(paths) < MOVES:
        async with server.seat(await server.open_table()) as client:
            while len(paths) < MOVES and await own_turn(client):
                files: list[str] = []
                legal = client.view["legal_actions"]
                with traced(files):
                    await client.play(next(one for one in legal if one not in ("close", "take")))
                if client.view["phase"] != "over":
                    paths.append(files)
    return paths


async def main() -> None:
    """Print what a move's path is like, and its most frequent changes of file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=12, help="changes of file to list")
    steps = parser.parse_args().steps
    print_machine("; one used", [])
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder) / "db", pace=PAUSE_S) as server:
            paths = await moves(server)
    changes = [[pair for pair in pairwise(files) if pair[0] != pair[1]] for files in paths]
    numbers = {
        "files": [len(set(files)) for files in paths],
        "calls": [len(files) for files in paths],
        "changes of file": [len(one) for one in changes],
    }
    rows = [[name, f"{statistics.median(all_of):g}"] for name, all_of in numbers.items()]
    print_table(["a move", "median"], rows)
    frequent = Counter(pair for one in changes for pair in one).most_common(steps)
    print_table(
        ["from", "to", "a move"],
        [[here, there, f"{times / len(paths):.1f}"] for (here, there), times in frequent],
    )


if __name__ == "__main__":
    asyncio.run(main())
