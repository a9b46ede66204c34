"""Unusable databases: reported in one line with their path, and left unchanged."""

import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from schwimmen.server.storage import Database, StorageError, default_location
from schwimmen.server.storage.schema import READER_BEFORE_BASELINE
from tests.processes import Start

pytestmark = pytest.mark.anyio


async def database(path: Path) -> None:
    """Create an intact database with a table."""
    opened = await Database.open(path)
    await opened.close()


async def another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
        connection.commit()


async def text(path: Path) -> None:
    path.write_text("my diary\n" * 1000)


async def short_text(path: Path) -> None:
    path.write_text("x")


async def truncated(path: Path) -> None:
    await database(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])


async def header_only(path: Path) -> None:
    await database(path)
    path.write_bytes(path.read_bytes()[:100])


async def scribbled_on(path: Path) -> None:
    await database(path)
    content = bytearray(path.read_bytes())
    content[4096:12288] = os.urandom(8192)
    path.write_bytes(content)


async def emptied(path: Path) -> None:
    path.touch()
    path.with_name(path.name + "-wal").write_bytes(b"x")


async def newer(path: Path) -> None:
    await database(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


async def before_the_baseline(path: Path) -> None:
    await database(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0008'")
        connection.commit()


async def read_only(path: Path) -> None:
    await database(path)
    path.chmod(0o444)


async def folder(path: Path) -> None:
    path.mkdir()


async def in_a_read_only_folder(path: Path) -> None:
    path.parent.chmod(0o555)


async def in_a_file(path: Path) -> None:
    path.parent.rmdir()
    path.parent.write_text("not a folder")


async def pipe(path: Path) -> None:
    os.mkfifo(path)


BAD = [
    (another_program, "is a database of another program"),
    (text, "is not a database"),
    (short_text, "is not a database"),
    (truncated, "is damaged"),
    (header_only, "is damaged"),
    (scribbled_on, "is damaged"),
    (emptied, "is damaged: the file is empty, but its journal is not"),
    (newer, "was written by a newer version of schwimmen (schema 9999); update schwimmen"),
    (before_the_baseline, f"(schema 0008); the source code at commit {READER_BEFORE_BASELINE}"),
    (read_only, "is read-only"),
    (folder, "is a folder"),
    (in_a_read_only_folder, "its folder cannot be written"),
    (in_a_file, "its folder is a file; name another with --database"),
    (pipe, "is a device or a pipe; --database needs the name of a file"),
]


@pytest.fixture
def location(tmp_path: Path) -> Path:
    """Return a path in an otherwise empty folder."""
    (tmp_path / "place").mkdir()
    return tmp_path / "place" / "schwimmen.db"


def contents(path: Path) -> dict[str, bytes]:
    """Return the contents of all files in a folder."""
    if not path.is_dir():
        return {path.name: path.read_bytes()}
    return {file.name: file.read_bytes() for file in path.iterdir() if file.is_file()}


@pytest.mark.parametrize(("spoil", "reason"), BAD, ids=[spoil.__name__ for spoil, _ in BAD])
async def test_an_unusable_database_is_named_and_left_unchanged(
    spoil: Callable[[Path], Awaitable[None]], reason: str, location: Path
) -> None:
    await spoil(location)
    before = contents(location.parent)
    with pytest.raises(StorageError) as caught:
        await Database.open(location)
    message = str(caught.value)
    assert message.startswith(f"{location}: ")
    assert reason in message
    assert "\n" not in message
    assert contents(location.parent) == before


@pytest.mark.parametrize("spoil", [text, truncated, read_only, newer])
async def test_the_command_reports_it_in_one_line(
    spoil: Callable[[Path], Awaitable[None]], location: Path, start: Start
) -> None:
    await spoil(location)
    before = contents(location.parent)
    process = start(location)
    status, out, errors = process.wait()
    assert (status, out) == (2, "")
    assert errors.count("\n") == 1
    assert errors.startswith(f"schwimmen: {location}: ")
    assert contents(location.parent) == before


async def test_an_empty_file_is_a_new_database(location: Path) -> None:
    location.touch()
    await database(location)


async def test_the_journal_of_a_killed_server_is_no_damage(location: Path) -> None:
    opened = await Database.open(location)
    journal = location.with_name(location.name + "-wal")
    left = {path: path.read_bytes() for path in (location, journal)}
    await opened.close()
    for path, content in left.items():
        path.write_bytes(content)
    assert journal.stat().st_size
    await database(location)


def test_the_database_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", os.sep + "somewhere")
    assert default_location().name == "schwimmen.db"
    assert default_location().parent.name == "schwimmen"
