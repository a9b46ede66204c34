"""``schwimmen backup``: a consistent copy while the database is written."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from schwimmen.cli import main
from schwimmen.server.storage import (
    Contents,
    Database,
    DatabaseLocation,
    NewEvent,
    NewSeat,
    NewTable,
    StorageError,
    TableStatus,
    WriteBatch,
    back_up,
)

pytestmark = pytest.mark.anyio


ONE_TABLE = Contents(tables=1, running=1, finished=0, people=0, events=1, newest=None)


def table(name: str) -> WriteBatch:
    """Return a new table with a seat and an event."""
    return WriteBatch(
        tables=[NewTable(name, "2026-01-01", {"round": 1})],
        seats=[NewSeat(name, 0, "anna")],
        events=[NewEvent(name, 1, None, {"seq": 1, "name": "Zoë"})],
    )


async def test_a_copy_is_a_complete_database(location: DatabaseLocation, tmp_path: Path) -> None:
    database = await Database.open(location)
    await database.write(table("t"))
    await database.write(WriteBatch(events=[NewEvent("t", 2, "0/c", {"seq": 2})]))
    target = tmp_path / "copy"
    assert await back_up(location, target) == replace(ONE_TABLE, events=2)
    assert sorted(file.name for file in tmp_path.glob("copy*")) == ["copy"]
    assert target.stat().st_mode & 0o077 == 0
    await database.write(table("later"))
    copy = await Database.open(target)
    assert await copy.log("t") == await database.log("t")
    assert await copy.tables_of("anna") == [
        {
            "id": "t",
            "created": "2026-01-01",
            "summary": {"round": 1},
            "seat": 0,
            "to_act": None,
            "places": None,
        }
    ]
    assert copy.secret == database.secret
    await copy.close()
    await database.close()


async def test_a_copy_is_consistent_while_others_write(
    location: DatabaseLocation, tmp_path: Path
) -> None:
    database = await Database.open(location)
    await database.write(table("t"))

    async def play() -> None:
        for seq in range(2, 200):
            summary = TableStatus("t", {"round": seq})
            event = NewEvent("t", seq, None, {"seq": seq})
            await database.write(WriteBatch(events=[event], statuses=[summary]))

    playing = asyncio.create_task(play())
    for number in range(3):
        await asyncio.sleep(0.02)
        made = await back_up(location, tmp_path / f"copy{number}")
        copy = await Database.open(tmp_path / f"copy{number}")
        last = len(await copy.log("t"))
        assert last == made.events
        assert (await copy.tables_of("anna"))[0]["summary"] == {"round": last}
        await copy.close()
    await playing
    await database.close()


async def test_nothing_is_overwritten(location: DatabaseLocation, tmp_path: Path) -> None:
    await (await Database.open(location)).close()
    (tmp_path / "diary").write_text("dear diary")
    with pytest.raises(StorageError, match=r"diary: is there already; name a new file"):
        await back_up(location, tmp_path / "diary")
    assert (tmp_path / "diary").read_text() == "dear diary"
    (tmp_path / "other-wal").write_text("a journal")
    with pytest.raises(StorageError, match=r"other-wal: is left from another database"):
        await back_up(location, tmp_path / "other")
    (tmp_path / "copy.part").write_text("half a copy")
    with pytest.raises(StorageError, match=r"copy.part: another backup is writing it"):
        await back_up(location, tmp_path / "copy")
    assert (tmp_path / "copy.part").read_text() == "half a copy"


async def test_a_failed_backup_leaves_nothing_behind(
    empty_location: DatabaseLocation, tmp_path: Path
) -> None:
    with pytest.raises(StorageError, match=r"is not a database|has no tables of this version"):
        await back_up(empty_location, tmp_path / "copy")
    assert not list(tmp_path.glob("copy*"))
    with pytest.raises(StorageError, match=r"copy: cannot be written: no such file"):
        await back_up(empty_location, tmp_path / "nowhere" / "copy")


async def test_a_disk_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    await _filled(tmp_path / "db")
    monkeypatch.setattr("os.link", refuse)
    assert await back_up(tmp_path / "db", tmp_path / "copy") == ONE_TABLE
    assert sorted(file.name for file in tmp_path.glob("copy*")) == ["copy"]
    await (await Database.open(tmp_path / "copy")).close()


async def test_a_damaged_log_is_reported(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "db")
    await database.write(table("t"))
    await database.close()
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        connection.execute("UPDATE events SET seq = 3")
        connection.commit()
    with pytest.raises(StorageError, match=r"the copy is damaged \(a log has gaps\)"):
        await back_up(tmp_path / "db", tmp_path / "copy")
    assert not list(tmp_path.glob("copy*"))


def test_the_command_reports_what_it_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(_filled(tmp_path / "db"))
    command = ["backup", "--database", str(tmp_path / "db"), str(tmp_path / "copy")]
    assert main(command) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'copy'}: {ONE_TABLE}\n"
    assert main(command) == 2
    assert "is there already" in capsys.readouterr().err


async def _filled(path: Path) -> None:
    database = await Database.open(path)
    await database.write(table("t"))
    await database.close()
