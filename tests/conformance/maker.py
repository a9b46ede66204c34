"""Write the logs and the database of this version: ``python -m tests.conformance.maker 0.2.0``.

Files of an earlier version are never rewritten (logs/README.md).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from tests.server.conftest import serving

from .databases import DATABASES, answers_of, dump, fill, load, sign_headers
from .scenarios import SCENARIOS, Named
from .states import play_log, read_log, state_of

LOGS: Final = Path(__file__).parent / "logs"


def write_logs(folder: Path, scenarios: Iterable[Callable[[], Named]] = SCENARIOS) -> None:
    """Write one file of logs for each scenario into a new folder.

    A line holds a log, its name and the state it leads to. Raises ``FileExistsError``.
    """
    folder.mkdir(parents=True)
    for scenario in scenarios:
        lines = [_line(name, bodies) for name, bodies in scenario()]
        (folder / f"{scenario.__name__}.jsonl").write_text("".join(lines), "utf-8")


def _line(name: str, bodies: list[dict[str, Any]]) -> str:
    state = state_of(*play_log(read_log(bodies)))
    kept = {"name": name, "state": state, "log": bodies}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")) + "\n"


def write_database(folder: Path, name: str) -> None:
    """Write a database as SQL, and the answers of a server beside it.

    Raises ``FileExistsError``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sql = folder / f"{name}.sql"
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch) / "schwimmen.db"
        asyncio.run(fill(place))
        with sql.open("x", encoding="utf-8") as file:
            file.write(dump(place))
    write_answers(sql, sign_headers())


def write_answers(sql: Path, headers: dict[str, str]) -> None:
    """Write the answers of a server that uses a kept database. Raises ``FileExistsError``."""
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch) / "schwimmen.db"
        load(sql.read_text("utf-8"), place)
        answers = asyncio.run(_answers(place, headers))
    kept = {"headers": headers, "answers": answers}
    with sql.with_suffix(".json").open("x", encoding="utf-8") as file:
        file.write(json.dumps(kept, ensure_ascii=False, indent=1) + "\n")


async def _answers(place: Path, headers: dict[str, str]) -> dict[str, Any]:
    async with serving(place) as served:
        return await answers_of(served, headers)


def main(arguments: list[str] | None = None) -> None:
    """Write the logs and the database of this version under a new name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", help="the version, such as 0.2.0")
    version = parser.parse_args(arguments).version
    write_logs(LOGS / version)
    write_database(DATABASES, version)


if __name__ == "__main__":
    main()
