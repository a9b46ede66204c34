"""PostgreSQL: an unusable database is reported in one line, and a restart loses nothing."""

import asyncio
import tempfile
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import insert, select, text

from schwimmen.server.storage import (
    Database,
    NewEvent,
    NewTable,
    PostgresLocation,
    StorageError,
    TableStatus,
    WriteBatch,
    parse_location,
    schema,
)
from schwimmen.server.storage.heartbeat import Heartbeat
from schwimmen.server.storage.location import DatabaseUnreachable
from schwimmen.server.storage.postgres import hasty_connection
from schwimmen.server.storage.schema import READER_BEFORE_BASELINE
from tests.pgbouncer import pooling
from tests.postgres import Server
from tests.processes import PATIENCE

from .conftest import serving
from .faults.relay import before_postgres

pytestmark = pytest.mark.anyio


def table(name: str) -> WriteBatch:
    """Return a new table with an event."""
    return WriteBatch(
        tables=[NewTable(name, "2026-01-01", {})], events=[NewEvent(name, 1, None, {"seq": 1})]
    )


async def message_of(url: str) -> str:
    """Return the error of a database that cannot be opened."""
    with pytest.raises(StorageError) as caught:
        await Database.open(parse_location(url))
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.fixture
def url(postgres: Server) -> str:
    """Return the URL of an empty database."""
    return postgres.new_database()


def name_in(url: str) -> str:
    """Return the name of a database from its URL."""
    return url.rpartition("/")[2] if "?" not in url else url.partition("?")[0].rpartition("/")[2]


async def test_an_unreachable_server_is_one_line(tmp_path_factory: pytest.TempPathFactory) -> None:
    message = await message_of("postgresql://me:secret@127.0.0.1:1/cards")
    assert message.startswith("postgresql://me@127.0.0.1:1/cards: cannot be opened: ")
    assert "refused" in message.lower() or "111" in message
    assert "secret" not in message
    assert "cannot be opened" in await message_of("postgresql://me@no-such-host.invalid/cards")


async def test_a_missing_database_is_one_line(url: str) -> None:
    message = await message_of(url.replace(name_in(url), "nowhere"))
    assert message.endswith('cannot be opened: database "nowhere" does not exist')


async def test_an_invalid_setting_is_one_line(url: str) -> None:
    assert 'parameter "colour"' in await message_of(f"{url}&colour=red")


async def test_a_database_of_another_program_is_left_unchanged(postgres: Server, url: str) -> None:
    execute = asyncio.to_thread
    await execute(postgres.execute, "CREATE TABLE tables (wood text)", database=name_in(url))
    assert "is a database of another program" in await message_of(url)
    rows = await execute(
        postgres.execute,
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
        database=name_in(url),
    )
    assert [row[0] for row in rows] == ["tables"]


@pytest.mark.parametrize(
    ("revision", "message"),
    [
        ("9999", "newer version of schwimmen (schema 9999); update schwimmen"),
        ("0008", f"(schema 0008); the source code at commit {READER_BEFORE_BASELINE}"),
    ],
)
async def test_a_database_of_another_schema_is_left_unchanged(
    postgres: Server, url: str, revision: str, message: str
) -> None:
    await (await Database.open(parse_location(url))).close()
    update = f"UPDATE alembic_version SET version_num = '{revision}'"
    await asyncio.to_thread(postgres.execute, update, database=name_in(url))
    assert message in await message_of(url)


async def test_missing_privileges_are_one_line(postgres: Server, url: str) -> None:
    user = f"guest_of_{name_in(url)}"
    await asyncio.to_thread(postgres.execute, f"CREATE USER {user}")
    message = await message_of(url.replace("postgres@", f"{user}@"))
    assert message.endswith("cannot be opened: permission denied for schema public")


async def test_the_database_reconnects_after_a_restart(postgres: Server, url: str) -> None:
    database = await Database.open(parse_location(url))
    await database.write(table("a"))
    await asyncio.to_thread(postgres.stop)
    try:
        with pytest.raises(StorageError, match="cannot be written"):
            await database.write(table("b"))
        with pytest.raises(StorageError, match="cannot be read"):
            await database.log("a")
    finally:
        await asyncio.to_thread(postgres.start)
    await database.write(table("b"))
    assert [await database.log_length(name) for name in "ab"] == [1, 1]
    await database.close()


async def test_a_server_that_stops_in_a_transaction_holds_up_others_for_seconds(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.server.storage.postgres.IDLE_S", 1)
    stopped = await Database.open(parse_location(url), hold=True)
    other = await Database.open(parse_location(url), hold=True)
    await stopped.write(table("a"))

    async def stop_meanwhile() -> None:
        async with stopped.transaction() as connection, asyncio.timeout(PATIENCE):
            await connection.execute(select(schema.tables).with_for_update())
            await other.write(WriteBatch(statuses=[TableStatus("a", {"round": 2})]))
            await connection.execute(select(schema.tables))

    with pytest.raises(StorageError):
        await stop_meanwhile()
    assert await other.summary("a") == {"round": 2}
    await stopped.close()
    await other.close()


async def test_a_server_that_stops_in_its_work_holds_up_others_for_seconds(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.server.storage.postgres.IDLE_S", 1)
    stopped = await Database.open(parse_location(url), hold=True)
    other = await Database.open(parse_location(url), hold=True)
    done: list[str] = []

    async def stop_meanwhile() -> None:
        async with stopped.alone("work"), asyncio.timeout(PATIENCE):
            for work in ("other work", "work"):
                async with other.alone(work):
                    done.append(work)

    with pytest.raises(StorageError):
        await stop_meanwhile()
    assert done == ["other work", "work"]
    await stopped.close()
    await other.close()


async def test_a_match_survives_a_restart_of_the_database(
    postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.server.live.stored_table.RETRY_S", 0.05)
    refused = 0
    async with serving(parse_location(url)) as served:
        table_id = await served.open_table("pagat", options={"special": "none", "lives": 1})
        async with served.seat(table_id) as anna:
            await anna.my_turn()
            await asyncio.to_thread(postgres.stop)
            starting = asyncio.create_task(asyncio.to_thread(postgres.start))
            move = anna.view["legal_actions"][0]
            while (await anna.ask("play", id="the-same", action=move))["type"] == "refused":
                refused += 1
                await asyncio.sleep(0.02)
            await starting
            await anna.hello(None)
            await anna.play_match()
        bodies = await served.services.database.log(table_id)
    assert refused
    assert [body["seq"] for body in bodies] == list(range(1, len(bodies) + 1))
    assert [body.get("client_id") for body in bodies].count("the-same") == 1


async def test_play_goes_on_after_a_cut_that_no_connection_survives(
    postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.server.storage.postgres.ANSWER_S", 100 * PATIENCE)
    monkeypatch.setattr("schwimmen.server.storage.writer.SLOW_S", 0.5)
    monkeypatch.setattr("schwimmen.server.live.outages.ANSWER_S", 0.5)
    monkeypatch.setattr("schwimmen.server.storage.postgres.CONNECT_S", 2)
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        location = parse_location(url.replace(str(postgres.folder), folder))
        async with (
            before_postgres(Path(folder), postgres.folder) as cable,
            serving(location) as served,
        ):
            table_id = await served.open_table("pagat", options={"special": "none", "lives": 1})
            async with served.seat(table_id) as anna:
                await anna.my_turn()
                cable.cut()
                move = {"id": "the-same", "action": anna.view["legal_actions"][0]}
                assert (await anna.ask("play", **move))["code"] == "unavailable"
                cable.mend_for_new()
                while (await anna.ask("play", **move))["type"] == "refused":
                    await asyncio.sleep(0.02)
                await anna.play_match()
            bodies = await served.services.database.log(table_id)
    assert [body.get("client_id") for body in bodies].count("the-same") == 1


async def test_what_waits_fails_when_new_connections_fail(
    postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.server.storage.postgres.ANSWER_S", 100 * PATIENCE)
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        location = parse_location(url.replace(str(postgres.folder), folder))
        async with before_postgres(Path(folder), postgres.folder) as cable:
            database = await Database.open(location)
            await database.write(table("a"))
            cable.cut()
            writing = asyncio.create_task(database.write(table("b")))
            while "in pool: 0" not in database._engine.pool.status():
                await asyncio.sleep(0.01)
            for socket in Path(folder).iterdir():
                socket.unlink()
            assert await Heartbeat(database).fault() == "the database cannot be read"
            with pytest.raises(StorageError, match="cannot be written"):
                await writing
            await database.close()


@pytest.mark.parametrize("first", [True, False])
async def test_a_host_that_does_not_answer_does_not_hold_up_others(
    postgres: Server, url: str, first: bool
) -> None:
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        hosts = [folder, str(postgres.folder)][:: 1 if first else -1]
        location = parse_location(url.replace(str(postgres.folder), ",".join(hosts)))
        async with before_postgres(Path(folder), postgres.folder) as cable:
            cable.cut()
            database = await Database.open(location)
            await database.write(table("a"))
            assert await database.log_length("a") == 1
            await database.close()


async def test_an_unresponsive_database_does_not_delay_shutdown(
    postgres: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwimmen.server.storage.writer.CLOSE_S", 0.2)
    database, other = (
        await Database.open(parse_location(url)),
        await Database.open(parse_location(url)),
    )
    await database.write(table("a"))
    async with other._engine.begin() as connection:
        await connection.exec_driver_sql("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        writes = [asyncio.create_task(database.write(table(name))) for name in "bc"]
        await asyncio.sleep(0)
        await database.close()
        for write in writes:
            with pytest.raises(StorageError, match="did not answer in time"):
                await write
    assert await other.log_length("b") == 0
    await other.close()


async def test_servers_that_start_at_once_write_the_same_setting(url: str) -> None:
    one, other = (
        await Database.open(parse_location(url)),
        await Database.open(parse_location(url)),
    )
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    async with other._engine.begin() as connection:
        await connection.execute(insert(schema.settings), {"name": "a", "value": "1"})
        writing = asyncio.create_task(one.write(WriteBatch(settings=[("a", "2")])))
        while not (await connection.execute(waiting)).scalar():
            await asyncio.sleep(0.01)
    await writing
    assert await other.settings_with_prefix("a") == {"a": "2"}
    for database in (one, other):
        await database.close()


async def test_commits_are_synchronous(url: str) -> None:
    database = await Database.open(parse_location(f"{url}&synchronous_commit=off"))
    async with database._engine.connect() as connection:
        found = (await connection.exec_driver_sql("SHOW synchronous_commit")).scalar()
    assert found == "on"
    await database.close()


async def test_no_connection_stays_open_if_its_making_is_cancelled(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking = asyncio.get_running_loop().create_future()

    async def execute(connection: asyncpg.Connection, _: str) -> None:
        asking.set_result(connection)
        await asyncio.Event().wait()

    monkeypatch.setattr(asyncpg.Connection, "execute", execute)
    opening = asyncio.create_task(Database.open(parse_location(url)))
    connection = await asyncio.wait_for(asking, PATIENCE)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert connection.is_closed()


async def test_a_connection_lost_in_the_midst_of_a_command_is_one_line(url: str) -> None:
    location = parse_location(url)
    assert isinstance(location, PostgresLocation)
    with pytest.raises(DatabaseUnreachable, match="cannot switch to state"):
        async with hasty_connection(location):
            raise asyncpg.InternalClientError("cannot switch to state 12")


async def test_a_pooler_keeps_sessions_or_is_refused(postgres: Server, url: str) -> None:
    with pooling(postgres, "session") as folder:
        location = parse_location(f"{url.partition('?')[0]}?host={folder}")
        async with serving(location) as here, serving(location) as there:
            table_id = await here.open_table()
            async with here.seat(table_id) as anna, there.seat(table_id) as watching:
                await anna.my_turn()
                await anna.play()
                while len(watching.events) < len(anna.events):
                    await watching.receive()
    with pooling(postgres, "transaction") as folder:
        message = await message_of(f"{url.partition('?')[0]}?host={folder}")
        assert 'its pool_mode to "session" or connect to PostgreSQL' in message


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("postgresql://me:pw@one:1,two/cards", ["host=one%3A1", "host=two"]),
        (
            "postgresql://me:pw@/cards?host=/run/a,/b&port=1,2",
            ["host=%2Frun%2Fa&port=1", "host=%2Fb&port=2"],
        ),
        (
            "postgresql://me:pw@[::1]:1,two/cards?port=2",
            ["host=%5B%3A%3A1%5D%3A1", "host=two"],
        ),
    ],
)
def test_hosts_are_asked_one_by_one(text: str, hosts: list[str]) -> None:
    location = parse_location(text)
    assert isinstance(location, PostgresLocation)
    assert "pw" not in str(location)
    query = "postgresql://me:pw@/cards?target_session_attrs=read-write&"
    assert location.single_hosts == [query + host for host in hosts]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("mysql://me@host/cards", "unknown kind of database 'mysql'; expected sqlite:///"),
        ("postgresql://me@host", "the URL names no database: postgresql://user@host/name"),
        ("postgresql://me@host:many/cards", "invalid database URL"),
        ("postgresql://me@one:5432,two:many/cards", "invalid database URL"),
        ("sqlite://file.db", "an SQLite URL is sqlite:///file.db or, absolute, "),
        ("sqlite:///:memory:", "an SQLite URL is"),
        ("sqlite:///file.db?mode=ro", "an SQLite URL is"),
        ("sqlite://", "an SQLite URL is"),
        ("", "it needs the name of a file, or a URL"),
    ],
)
def test_invalid_urls(text: str, reason: str) -> None:
    with pytest.raises(StorageError) as caught:
        parse_location(text)
    assert str(caught.value).startswith(reason)


def test_paths_and_urls_of_files() -> None:
    assert str(parse_location("a b.db")) == str(parse_location("sqlite:///a%20b.db")) == "a b.db"
    assert str(parse_location("sqlite:////a/b.db")) == "/a/b.db"
