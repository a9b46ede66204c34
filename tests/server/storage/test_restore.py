"""``schwimmen restore`` and ``copy-database``, and servers that hold their database."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from schwimmen.cli import main
from schwimmen.server.storage import (
    Contents,
    Database,
    DatabaseLocation,
    NewTable,
    PostgresLocation,
    StorageError,
    WriteBatch,
    copy_database,
    parse_location,
    restore_backup,
    schema,
)
from schwimmen.server.storage import restore as restore_module
from schwimmen.server.storage.postgres import postgres_engine
from schwimmen.server.storage.sqlite import sqlite_engine
from tests.conformance.databases import DATABASES, load
from tests.postgres import Server
from tests.processes import Start

pytestmark = pytest.mark.anyio

Said = pytest.CaptureFixture[str]

PLAYED: Final = Contents(
    tables=12,
    running=5,
    finished=6,
    people=4,
    events=214,
    newest="2026-11-22T12:10:08.000+00:00",
)
"""What is in the backup ``played``."""


FILE_OPERATIONS: Final = (
    (Path, "replace"),
    (Path, "unlink"),
    (os, "link"),
    (os, "fsync"),
    (sqlite3, "connect"),
)
"""Operations between which a process can be killed."""


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Return a backup with rows in most tables."""
    load((DATABASES / "0.1.0.sql").read_text("utf-8"), tmp_path / "played")

    async def migrate() -> None:
        await (await Database.open(tmp_path / "played")).close()

    asyncio.run(migrate())
    return tmp_path / "played"


def engine_of(location: DatabaseLocation) -> AsyncEngine:
    """Return an engine that bypasses ``Database``."""
    return sqlite_engine(location) if isinstance(location, Path) else postgres_engine(location)


def url_of(location: DatabaseLocation) -> str:
    """Return the database as the command line names it."""
    return location.url if isinstance(location, PostgresLocation) else str(location)


async def rows_of(location: DatabaseLocation, place: str | None = None) -> dict[str, list[Any]]:
    """Return all rows of all tables, in a schema of PostgreSQL if one is named."""
    engine = engine_of(location).execution_options(schema_translate_map={None: place})
    rows = {}
    async with engine.connect() as connection:
        for one in schema.metadata.sorted_tables:
            query = select(one).order_by(*one.primary_key)
            rows[one.name] = [tuple(row) for row in await connection.execute(query)]
    await engine.dispose()
    return rows


async def rows_kept(location: DatabaseLocation, kept: str) -> dict[str, list[Any]]:
    """Return all rows of the former database, from its place in the output."""
    if isinstance(location, Path):
        return await rows_of(Path(kept))
    return await rows_of(location, kept.removeprefix("schema "))


async def fill(location: DatabaseLocation) -> dict[str, list[Any]]:
    """Write a table, and return all rows."""
    database = await Database.open(location)
    await database.write(WriteBatch(tables=[NewTable("t", "2026-01-01", {"round": 1})]))
    await database.close()
    return await rows_of(location)


def open_tables(url: str, number: int) -> None:
    """Open tables at a server."""
    with httpx.Client(base_url=url) as http:
        for _ in range(number):
            asked = {"preset": "pagat", "opponents": [{"level": "greedy"}]}
            assert http.post("/api/tables", json=asked).status_code == 201


def refused(command: list[str], capsys: Said) -> str:
    """Run a command that is refused, and return the line that it prints."""
    assert main(command) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err


def test_a_restore_after_a_crash(
    location: DatabaseLocation, tmp_path: Path, start: Start, capsys: Said
) -> None:
    database, backup = url_of(location), tmp_path / "backup"
    first = start(database)
    url = first.url()
    open_tables(url, 2)
    assert main(["backup", str(backup), "--database", database]) == 0
    assert "tables: 2 (matches running: 2, finished: 0), people: " in capsys.readouterr().out
    open_tables(url, 3)

    in_use = f"schwimmen: {location}: is in use by another process of schwimmen; stop it or "
    for command in (["restore", str(backup), "--database", database], ["copy-database", database]):
        target = [] if command[0] == "restore" else [str(tmp_path / "copy")]
        assert refused([*command, *target], capsys).startswith(in_use)
    second = start(database)
    if isinstance(location, Path):
        status, out, errors = second.wait()
        assert (status, out, errors.count("\n")) == (2, "", 1)
        assert errors.startswith(in_use)
    else:
        second.url()
        assert second.end(signal.SIGTERM) == (0, "")

    assert first.end(signal.SIGKILL) == (-signal.SIGKILL, "")
    if isinstance(location, Path):
        assert location.with_name("db-wal").stat().st_size
    assert main(["restore", str(backup), "--database", database]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"{location}: tables: 2 (matches running: 2, finished: 0), people: ")
    expected = asyncio.run(rows_of(backup))
    if isinstance(location, Path):
        assert not [*tmp_path.glob("db-[wsj]*"), *tmp_path.glob("*.restoring*")]
    assert asyncio.run(rows_of(location)) == expected
    kept = said[1].removeprefix("the former database is kept: ")
    assert len(asyncio.run(rows_kept(location, kept))["tables"]) == 5
    third = start(database)
    open_tables(third.url(), 1)
    assert third.end(signal.SIGTERM) == (0, "")


async def test_a_restored_database_is_the_backup(location: DatabaseLocation, played: Path) -> None:
    former = await fill(location)
    restored = await restore_backup(played, location)
    assert restored.contents == PLAYED
    assert await rows_of(location) == await rows_of(played)
    assert restored.kept is not None
    assert await rows_kept(location, restored.kept) == former
    again = await restore_backup(played, location)
    assert again.kept not in (None, restored.kept)


async def test_a_database_of_a_newer_version_is_kept(
    location: DatabaseLocation, played: Path
) -> None:
    former = await fill(location)
    engine = engine_of(location)
    async with engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    await engine.dispose()
    restored = await restore_backup(played, location)
    assert await rows_of(location) == await rows_of(played)
    assert await rows_kept(location, str(restored.kept)) == former


async def test_a_restore_where_nothing_is(empty_location: DatabaseLocation, played: Path) -> None:
    restored = await restore_backup(played, empty_location)
    assert (restored.contents, restored.kept) == (PLAYED, None)
    if isinstance(empty_location, Path):
        assert empty_location.stat().st_mode & 0o077 == 0
    assert await rows_of(empty_location) == await rows_of(played)


class Killed(BaseException):
    """End of the process."""


async def left_by_a_kill(path: Path) -> None:
    """Create a database whose row is only in its journal."""
    database = await Database.open(path.with_name("open"))
    await database.write(WriteBatch(tables=[NewTable("t", "2026-01-01", {})]))
    for ending in ("", "-wal"):
        shutil.copy(path.with_name(f"open{ending}"), path.with_name(path.name + ending))
    await database.close()


async def test_a_backup_with_a_journal_is_complete(tmp_path: Path) -> None:
    await left_by_a_kill(tmp_path / "copy")
    assert (await restore_backup(tmp_path / "copy", tmp_path / "new")).contents.tables == 1


async def test_a_restore_killed_at_any_step(tmp_path: Path, played: Path) -> None:
    await left_by_a_kill(tmp_path / "former")
    backup, found = await rows_of(played), []
    for step in count():
        for ending in ("", "-wal"):
            shutil.copy(tmp_path / f"former{ending}", tmp_path / f"db{step}{ending}")
        left = iter(range(step))

        def killed_after(function: Callable[..., Any], left: Iterator[int] = left) -> Any:
            def call(*given: Any, **more: Any) -> Any:
                if next(left, None) is None:
                    raise Killed
                return function(*given, **more)

            return call

        with pytest.MonkeyPatch.context() as patched:
            for owner, name in FILE_OPERATIONS:
                patched.setattr(owner, name, killed_after(getattr(owner, name)))
            try:
                await restore_backup(played, tmp_path / f"db{step}")
                break
            except Killed:
                pass
        found.append(await rows_of(tmp_path / f"db{step}"))
    former = await rows_of(tmp_path / "former")
    assert [rows for rows in found if rows not in (former, backup)] == []
    assert found[0] == former
    assert found[-1] == backup
    for step in range(len(found)):
        assert (await restore_backup(played, tmp_path / f"db{step}")).contents == PLAYED


async def test_a_restore_killed_in_a_transaction(
    postgres: Server, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    location = parse_location(await asyncio.to_thread(postgres.new_database))
    former = await fill(location)

    def killed(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(restore_module, "contents_of", killed)
    with pytest.raises(Killed):
        await restore_backup(played, location)
    assert await rows_of(location) == former


async def test_a_damaged_database_is_kept_with_its_journal(tmp_path: Path, played: Path) -> None:
    damaged = {"db": b"x" * 8192, "db-wal": b"y" * 100, "db-journal": b"z" * 100}
    for name, content in damaged.items():
        (tmp_path / name).write_bytes(content)
    restored = await restore_backup(played, tmp_path / "db")
    assert await rows_of(tmp_path / "db") == await rows_of(played)
    for name, content in damaged.items():
        kept = f"{restored.kept}{name.removeprefix('db')}"
        assert Path(kept).read_bytes() == content


async def test_a_disk_without_hard_links(
    tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    former = await fill(tmp_path / "db")
    monkeypatch.setattr("os.link", refuse)
    restored = await restore_backup(played, tmp_path / "db")
    assert await rows_kept(tmp_path / "db", str(restored.kept)) == former


async def test_a_link_to_the_database_remains_one(tmp_path: Path, played: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "db").symlink_to(tmp_path / "disk" / "real")
    await fill(tmp_path / "db")
    await restore_backup(played, tmp_path / "db")
    assert (tmp_path / "db").is_symlink()
    assert await rows_of(tmp_path / "disk" / "real") == await rows_of(played)


async def test_the_server_can_write_what_others_restore(tmp_path: Path, played: Path) -> None:
    await fill(tmp_path / "db")
    (tmp_path / "db").chmod(0o660)
    is_root = os.geteuid() == 0  # only root can give files away
    owner = (12345, 12345) if is_root else (os.geteuid(), os.getegid())
    os.chown(tmp_path / "db", *owner)
    await restore_backup(played, tmp_path / "db")
    for name in ("db", "db-lock"):
        found = (tmp_path / name).stat()
        assert (found.st_mode & 0o777, found.st_uid, found.st_gid) == (0o660, *owner)


def missing(path: Path) -> None:
    path.unlink()


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def text(path: Path) -> None:
    path.write_text("dear diary\n" * 1000)


def without_tables(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")


def changed_by(statement: str) -> Callable[[Path], None]:
    """Return a function that executes a statement in a backup."""

    def spoil(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
            connection.commit()

    return spoil


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def with_a_rollback_journal(path: Path) -> None:
    path.with_name(f"{path.name}-journal").write_bytes(b"x")


FAULTS: Final = {
    missing: "is missing",
    folder: "is not a file",
    text: "is not a database; choose another backup",
    without_tables: "has no tables; choose another backup",
    truncated: "is damaged (",
    with_a_rollback_journal: "has an unfinished change in played-journal; choose another backup",
    changed_by("UPDATE alembic_version SET version_num = '9999'"): (
        "was written by a newer version of schwimmen (schema 9999); update schwimmen or choose"
    ),
    changed_by("UPDATE alembic_version SET version_num = '0008'"): "(schema 0008); the source code",
    changed_by("PRAGMA application_id = 7"): "is a database of another program; choose another",
    changed_by("DELETE FROM events WHERE seq = 1"): "is damaged (a log has gaps); choose another",
    changed_by("UPDATE events SET body = '{'"): "is damaged (events has a row without JSON)",
}
"""Faults of backups, and what the line of their refusal says."""


@pytest.mark.parametrize(("spoil", "reason"), FAULTS.items())
def test_a_faulty_backup_is_refused(
    spoil: Callable[[Path], None], reason: str, tmp_path: Path, played: Path, capsys: Said
) -> None:
    database = tmp_path / "db"
    asyncio.run(fill(database))
    before = database.read_bytes()
    spoil(played)
    line = refused(["restore", str(played), "--database", str(database)], capsys)
    assert reason in line
    assert str(played) in line
    assert database.read_bytes() == before
    assert {file.name for file in tmp_path.glob("db*")} <= {"db", "db-lock"}


def test_an_unsuitable_target_is_refused(tmp_path: Path, played: Path, capsys: Said) -> None:
    with closing(sqlite3.connect(tmp_path / "recipes")) as connection:
        connection.execute("CREATE TABLE recipes (name)")
        connection.commit()
    targets = {
        str(tmp_path / "recipes"): "is a database of another program",
        str(tmp_path): "is a folder",
        str(played): "is the database itself",
        "postgresql://me@127.0.0.1:1/cards": "cannot be restored: ",
        "mysql://me@host/cards": "--database: unknown kind of database",
    }
    for target, reason in targets.items():
        assert reason in refused(["restore", str(played), "--database", target], capsys)


async def test_a_file_that_another_program_reads_is_left_alone(
    tmp_path: Path, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    former = await fill(tmp_path / "db")
    with closing(sqlite3.connect(tmp_path / "db")) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM tables").fetchone()
        monkeypatch.setattr("schwimmen.server.storage.restore.DATABASE_TIMEOUT_S", 0)
        with pytest.raises(StorageError, match="db: cannot be restored: database is locked"):
            await restore_backup(played, tmp_path / "db")
    assert await rows_of(tmp_path / "db") == former


async def test_a_foreign_database_of_postgres_is_left_alone(postgres: Server, played: Path) -> None:
    url = await asyncio.to_thread(postgres.new_database)
    location = parse_location(url)
    name = str(re.search(r"/(\w+)\?", url + "?")[1])  # type: ignore[index]
    await asyncio.to_thread(postgres.execute, "CREATE TABLE recipes (name text)", database=name)
    with pytest.raises(StorageError, match="is a database of another program"):
        await restore_backup(played, location)
    with pytest.raises(StorageError, match="is not empty; a copy needs an empty database"):
        await copy_database(played, location)


async def test_a_database_goes_to_postgres_and_back(
    postgres: Server, played: Path, tmp_path: Path
) -> None:
    there = parse_location(await asyncio.to_thread(postgres.new_database))
    assert await copy_database(played, there) == PLAYED
    assert await copy_database(there, tmp_path / "back") == PLAYED
    rows = await rows_of(played)
    assert await rows_of(there) == await rows_of(tmp_path / "back") == rows
    assert sum(map(bool, rows.values())) >= 10
    with pytest.raises(StorageError, match="is not empty; a copy needs an empty database"):
        await copy_database(played, there)


def test_a_copy_needs_a_source_and_an_empty_target(
    tmp_path: Path, played: Path, capsys: Said
) -> None:
    (tmp_path / "left-wal").write_bytes(b"x")
    for target in (played, tmp_path / "left"):
        line = refused(["copy-database", str(played), str(target)], capsys)
        assert line == f"schwimmen: {target}: is not empty; a copy needs an empty database\n"
    new = str(tmp_path / "new")
    assert "nowhere: is missing" in refused(["copy-database", "nowhere", new], capsys)
    assert "SOURCE: unknown kind" in refused(["copy-database", "mysql://a/b", new], capsys)
    assert main(["copy-database", str(played), new]) == 0
    assert capsys.readouterr().out == f"{new}: {PLAYED}\n"
