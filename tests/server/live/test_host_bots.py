"""Bots that the host of the server has declared: they play, fail and recover at tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from schwimmen.bots import program
from schwimmen.cli import main
from schwimmen.rules.errors import SchwimmenError
from schwimmen.server.runtime.host_bots import HostBots
from tests.bots.test_program import word
from tests.processes import PATIENCE

from ..conftest import Client, serving
from ..guests import begin, guest, seated
from ..people.test_ratings import ratings_of, until_rated

pytestmark = pytest.mark.anyio


def events_of(guest: Client, type: str) -> list[dict[str, Any]]:
    """Return the events of a type about the bot's seat."""
    return [event for event in guest.events if event["type"] == type and event["seat"] == 1]


async def play(guest: Client, until: str, reason: str | None = None) -> dict[str, Any]:
    """Exchange and pass until an event of this type, and return it."""
    while True:
        for event in events_of(guest, until):
            if event["reason"] == reason:
                return event
        assert await guest.my_turn()
        if guest.view["legal_actions"]:
            await guest.play()
        else:
            await guest.deal()


@pytest.mark.parametrize("own", [word("last"), "tests.bots.some_bots:Last"])
async def test_a_bot_of_the_host_plays_under_its_name(tmp_path: Path, own: str) -> None:
    async with serving(tmp_path / "db", bots=[f"Last={own}"]) as served:
        setup = await served.http.get("/api/setup")
        assert setup.json()["bots"] == ["Last"]
        assert own not in setup.text
        async with seated(served, 1, seats=3, bot="Last") as (table_id, (anna,)):
            await begin([anna])
            seats = anna.table["seats"]
            assert [(seat["name"], seat.get("bot")) for seat in seats[1:]] == [
                ("Last", "Last"),
                ("Last 2", "Last"),
            ]
            await anna.play_match()
            acts = {event["acted_by"] for event in events_of(anna, "action")}
            assert acts == {"bot"}
            assert events_of(anna, "away") == []
            record = await served.http.get(f"/api/tables/{table_id}/record")
            assert record.json()["players"] == ["Anna", "Last", "Last 2"]
        await until_rated(served.services.database, table_id)
    assert await ratings_of(tmp_path / "db") == {}


async def test_a_level_plays_for_a_bot_that_fails_and_then_for_good(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    given = [f"Crash={word('crashing')}"]
    async with (
        serving(tmp_path / "db", bots=given) as served,
        seated(served, 1, seats=2, bot="Crash") as (_, (anna,)),
    ):
        await begin([anna])
        await play(anna, "away", "replaced")
        assert [event["reason"] for event in events_of(anna, "away")] == ["failed", "replaced"]
        assert events_of(anna, "back") == []
        before = len(caplog.records)
        await anna.play_match()
        assert len(caplog.records) == before
    (first, *_) = [one for one in caplog.records if one.getMessage().startswith("a bot of the")]
    assert "bot=Crash" in first.getMessage()
    assert "ZeroDivisionError: in its move" in first.getMessage()


async def test_bots_of_the_host_play_against_one_person(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", bots=[f"Last={word('last')}"]) as served:
        own = {"level": "greedy", "bot": "Last"}
        table_id = await served.open_table(
            opponents=[own, own | {"name": "Karl"}, {"level": "random", "name": "Last 2"}, own]
        )
        async with served.seat(table_id) as anna:
            assert [
                (seat["name"], seat["level"], seat.get("bot")) for seat in anna.table["seats"][1:]
            ] == [
                ("Last", "greedy", "Last"),
                ("Karl", "greedy", "Last"),
                ("Last 2", "random", None),
                ("Last 3", "greedy", "Last"),
            ]
            await anna.play_match()
            assert events_of(anna, "away") == []
        await until_rated(served.services.database, table_id)
    assert await ratings_of(tmp_path / "db") == {}


async def test_a_level_plays_for_a_bot_that_fails_against_one_person(tmp_path: Path) -> None:
    given = [f"Fickle={word('fickle')}"]
    async with serving(tmp_path / "db", bots=given) as served:
        table_id = await served.open_table(opponents=[{"level": "greedy", "bot": "Fickle"}])
        async with served.seat(table_id) as anna:
            await play(anna, "away", "failed")
            await play(anna, "back")
            assert anna.table["seats"][1]["away"] is None
            cut = len(anna.events)
        async with served.seat(table_id) as again:
            assert again.events[:cut] == anna.events


async def test_only_a_declared_bot_can_be_chosen_against_one_person(tmp_path: Path) -> None:
    async with serving(tmp_path / "db", bots=[f"Last={word('last')}"]) as served:
        for bot in (word("last"), "Lost"):
            body = {"preset": "pagat", "opponents": [{"level": "greedy", "bot": bot}]}
            answer = await served.http.post("/api/tables", json=body)
            assert answer.status_code == 422
            assert answer.json()["error"]["code"] == "unknown_bot"


async def test_a_bot_that_answers_again_plays_again(tmp_path: Path) -> None:
    given = [f"Fickle={word('fickle')}"]
    async with (
        serving(tmp_path / "db", bots=given) as served,
        seated(served, 1, seats=2, bot="Fickle") as (_, (anna,)),
    ):
        await begin([anna])
        failed = await play(anna, "away", "failed")
        back = await play(anna, "back")
        assert back["seq"] > failed["seq"]
        assert anna.table["seats"][1]["away"] is None


async def test_a_bot_that_hangs_delays_no_other_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "MOVE_SECONDS", 10 * PATIENCE)
    given = [f"Hang={word('hanging')}", f"Last={word('last')}"]
    async with (
        serving(tmp_path / "db", bots=given) as served,
        seated(served, 1, seats=2, bot="Hang") as (_, (anna,)),
        seated(served, 1, seats=2, bot="Hang") as (_, (ben,)),
        seated(served, 1, seats=2, bot="Last") as (_, (cleo,)),
    ):
        for one in (anna, ben, cleo):
            await begin([one])
        for one in (anna, ben):
            while one.view["to_act"] == 0:
                await one.play("keep" if "keep" in one.view["legal_actions"] else "pass")
        await cleo.play_match()
        assert (anna.view["to_act"], ben.view["to_act"]) == (1, 1)


async def test_a_level_takes_the_seat_on_a_server_without_the_bot(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "db", bots=[f"Last={word('last')}"]) as served,
        seated(served, 1, seats=2, bot="Last") as (table_id, (anna,)),
    ):
        await begin([anna])
        cookie = anna.cookie
    async with serving(tmp_path / "db") as without, guest(without, table_id, cookie) as back:
        await play(back, "away", "replaced")
        await back.play_match()
        assert back.view["over"]


async def test_only_a_declared_bot_can_be_chosen_later(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "db", bots=[f"Last={word('last')}"]) as served,
        seated(served, 1, seats=2) as (_, (anna,)),
    ):
        settings = anna.table["settings"]
        answer = await anna.ask("change", settings=settings | {"bot": word("last")})
        assert answer["code"] == "unknown_bot"
        answer = await anna.ask("change", settings=settings | {"bot": "Last"})
        assert answer["type"] == "accepted"
        await begin([anna])
        assert anna.table["seats"][1]["bot"] == "Last"


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["./mine --fast", "mine:mine"], r'another "mine" at this table; write --bot NAME='),
        (["www.x.com=./mine"], "must not look like a web address"),
        ([f"{'x' * 40}=./mine"], "its name has more than 36 characters"),
        (["./not/there"], "not/there cannot be started: No such file"),
        (["Bad=nowhere_at_all:Bot"], "^bot nowhere_at_all:Bot: no module nowhere_at_all"),
        (["gredy"], "did you mean greedy"),
        ([f"Old={word('old')}"], "speaks .* but not schwimmen-engine/1"),
    ],
)
def test_a_bot_that_cannot_be_declared_or_started_is_refused(given: list[str], reason: str) -> None:
    with pytest.raises(SchwimmenError, match=reason):
        HostBots(given).start()


def test_a_server_does_not_start_without_its_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("schwimmen.server.runtime.logs.set_up_logging", lambda *_: None)
    given = ["--port", "0", "--database", str(tmp_path / "db"), "--bot", "./not/there"]
    assert main(["serve", *given]) == 2
    error = "schwimmen: bot ./not/there: ./not/there cannot be started: "
    assert capsys.readouterr().err.startswith(error)


def test_names_come_from_words_unless_they_are_given() -> None:
    given = ["mine:Prudent", "policy.npz", "./mybot --fast", "Line=python line_bot.py"]
    assert HostBots(given).names == ("Prudent", "policy", "mybot", "Line")
