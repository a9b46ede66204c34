"""HTTP API: setup, tables, cookies, and errors as one line of JSON."""

import json
from typing import Any

import httpx
import pytest

from schwimmen.players import LEVELS
from schwimmen.records import load, replay
from schwimmen.rules.options import PRESETS
from schwimmen.tables import BOT_NAMES

from .conftest import TWO_BOTS, RunningServer

pytestmark = pytest.mark.anyio


def error_of(answer: httpx.Response) -> dict[str, Any]:
    """Return the error of a response, which must be one line."""
    body: dict[str, dict[str, Any]] = answer.json()
    assert body.keys() == {"error"}
    assert body["error"].keys() == {"code", "message", "details"}
    assert body["error"]["message"]
    assert "\n" not in body["error"]["message"]
    return body["error"]


async def test_setup_lists_all_choices(served: RunningServer) -> None:
    setup = (await served.http.get("/api/setup")).json()
    assert [preset["name"] for preset in setup["presets"]] == [
        name for name in PRESETS if name != "app"
    ]
    assert setup["presets"][0]["options"] == PRESETS["pagat"]
    target = next(option for option in setup["options"] if option["name"] == "target")
    assert target == {
        "name": "target",
        "kind": "int",
        "choices": None,
        "low": 1,
        "high": 100_000,
        "nullable": True,
        "when": [{"scoring": ["points"]}],
    }
    assert [level["name"] for level in setup["levels"]] == list(LEVELS)
    assert all(level["line"] for level in setup["levels"])
    assert len(set(setup["cast"])) == len(setup["cast"]) == 16


async def test_rules_can_be_checked_before_opening_a_table(served: RunningServer) -> None:
    answer = await served.http.post(
        "/api/rules", json={"preset": "pagat", "options": {"lives": 5, "pass": False}}
    )
    assert answer.status_code == 200
    rules = {**PRESETS["pagat"], "lives": 5, "pass": False}
    assert answer.json() == {"preset": "pagat", "rules": rules}


async def test_rules_have_the_listed_preset_name(served: RunningServer) -> None:
    answer = await served.http.post("/api/rules", json={"preset": "app"})
    assert answer.json() == {"preset": "app-a7", "rules": PRESETS["app"]}


BAD_RULES = [
    ({"preset": "pagatt"}, "did you mean pagat?"),
    ({"preset": "pagat", "options": {"live": 5}}, "did you mean lives?"),
    ({"preset": "pagat", "options": {"lives": 0}}, "whole number from 1 to 1000"),
    ({"preset": "pagat", "options": {"lives": True}}, "whole number from 1 to 1000"),
    (
        {"preset": "pagat", "options": {"lives": 1.5}},
        "options.lives: a value is true, false, a whole",
    ),
    (
        {"preset": "pagat", "options": {"lives": [3]}},
        "options.lives: a value is true, false, a whole",
    ),
    ({"preset": "pagat", "options": {"special": "grace"}}, "contradicts close_effect"),
    ({"preset": 7}, "preset"),
    ({}, "preset: Field required"),
    ({"preset": "pagat", "option": {}}, "option: Extra"),
]


@pytest.mark.parametrize(("asked", "reason"), BAD_RULES)
async def test_invalid_rules(served: RunningServer, asked: Any, reason: str) -> None:
    tables = {"opponents": TWO_BOTS}
    for path, body in (("/api/rules", asked), ("/api/tables", asked | tables)):
        answer = await served.http.post(path, json=body)
        assert answer.status_code == 422
        assert reason in error_of(answer)["message"]
    assert (await served.http.get("/api/tables")).json() == []


async def refusal_of(served: RunningServer, path: str, body: Any) -> tuple[str, dict[str, Any]]:
    """Return the code and the details of a refused request."""
    answer = await served.http.post(path, json=body)
    assert answer.status_code == 422
    error = error_of(answer)
    return error["code"], error["details"]


async def test_invalid_rules_have_error_codes(served: RunningServer) -> None:
    async def rules(**options: Any) -> tuple[str, dict[str, Any]]:
        return await refusal_of(served, "/api/rules", {"preset": "pagat", "options": options})

    assert await refusal_of(served, "/api/rules", {"preset": "pagatt"}) == (
        "unknown_preset",
        {"preset": "pagatt", "presets": list(PRESETS)},
    )
    assert await rules(live=5) == ("unknown_option", {"option": "live"})
    assert await rules(pack="A8") == (
        "bad_option",
        {"option": "pack", "value": "A8", "allowed": ["A2", "A5", "A6", "A7", "A9"]},
    )
    assert await rules(fire=None) == (
        "bad_option",
        {"option": "fire", "value": None, "allowed": [False, True]},
    )
    assert await rules(lives=0) == (
        "bad_option",
        {"option": "lives", "value": 0, "low": 1, "high": 1000, "nullable": False},
    )
    assert await rules(lives=1.5) == ("invalid", {"field": "options.lives"})


async def test_all_contradictions_are_reported_at_once(served: RunningServer) -> None:
    changes = {"special": "grace", "pack": "A9", "lives": 5}
    for path, more in (("/api/rules", {}), ("/api/tables", {"opponents": TWO_BOTS})):
        asked = {"preset": "pagat", "options": changes, **more}
        code, details = await refusal_of(served, path, asked)
        assert code == "contradiction"
        assert details == {
            "options": ["special", "close_effect"],
            "pairs": [["special", "close_effect"], ["special", "fire"], ["pack", "max_players"]],
            "rules": {**PRESETS["pagat"], **changes},
        }


async def test_invalid_tables_have_error_codes(served: RunningServer) -> None:
    async def table(**change: Any) -> tuple[str, dict[str, Any]]:
        asked = {"preset": "pagat", "name": "Anna", "opponents": TWO_BOTS} | change
        return await refusal_of(served, "/api/tables", asked)

    def named(*names: str) -> list[dict[str, str]]:
        return [{"level": "greedy", "name": name} for name in names]

    assert await table(opponents=[]) == ("too_few_players", {"players": 1, "max": 8})
    assert await table(opponents=[{"level": "greedy"}] * 20) == (
        "too_many_players",
        {"players": 21, "max": 8},
    )
    code, details = await table(opponents=[*TWO_BOTS, {"level": "gredy"}])
    assert (code, details["level"], details["seat"]) == ("unknown_level", "gredy", 3)
    assert "greedy" in details["levels"]
    assert await table(name="x" * 41) == ("bad_name", {"seat": 0, "longest": 40})
    assert await table(opponents=named("An\x07na")) == ("bad_name", {"seat": 1, "longest": 40})
    assert await table(opponents=named("Otto", " anna ")) == (
        "name_taken",
        {"name": "anna", "seat": 2},
    )
    assert await table(opponents=[{"level": "greedy", "name": None}]) == (
        "invalid",
        {"field": "opponents.0.name"},
    )


BAD_TABLES = [
    ({"opponents": []}, "players: 1, but this game is for 2 to 8"),
    ({"opponents": [{"level": "greedy"}] * 8}, "players: 9, but this game is for 2 to 8"),
    ({"opponents": [{"level": "greedy"}] * 21}, "opponents: List should have at most 20 items"),
    ({"opponents": [{"level": "gredy"}]}, "did you mean greedy?"),
    ({"opponents": [{"level": "blueprint"}]}, 'there is no level "blueprint" to play against'),
    ({"opponents": [{"level": "Master"}]}, "did you mean master?"),
    ({"opponents": [{}]}, "opponents.0.level: Field required"),
    ({"name": "x" * 41}, "name: it has 40 characters at most"),
    ({"name": "An\x07na"}, "visible"),
    ({"name": "\u202eannA"}, "visible"),
    ({"name": None}, "name"),
]


@pytest.mark.parametrize(("change", "reason"), BAD_TABLES)
async def test_invalid_tables(served: RunningServer, change: Any, reason: str) -> None:
    asked = {"preset": "pagat", "name": "Anna", "opponents": TWO_BOTS} | change
    answer = await served.http.post("/api/tables", json=asked)
    assert answer.status_code == 422
    assert reason in error_of(answer)["message"]


async def test_invalid_requests(served: RunningServer) -> None:
    async def status(body: bytes, kind: str = "application/json") -> int:
        answer = await served.http.post("/api/tables", content=body, headers={"content-type": kind})
        error_of(answer)
        return answer.status_code

    assert await status(b"") == 422
    assert await status(b"{") == 422
    assert await status(b"[" * 50_000) in (400, 422)
    assert await status(b'{"preset": "\\ud800"}') == 422
    assert await status(b"\xff\xfe") in (400, 422)
    assert await status(b'{"preset": ' + b"1" * 5000 + b"}") in (400, 422)
    assert await status(b"{}", "text/plain") == 422
    assert await status(b" " * 70_000) == 413
    for method, path, expected in (
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/nowhere", 404),
        ("GET", "/api/tables/nowhere/record", 404),
        ("DELETE", "/api/tables", 405),
    ):
        answer = await served.http.request(method, path)
        assert answer.status_code == expected
        error_of(answer)


async def test_a_new_table_and_its_cookie(served: RunningServer) -> None:
    asked = {"preset": "dutch", "options": {"lives": 2}, "name": " Anna  B ", "opponents": TWO_BOTS}
    answer = await served.http.post("/api/tables", json=asked)
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"]
    for attribute in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age="):
        assert attribute in cookie
    table_id = answer.json()["id"]
    info = (await served.http.get(f"/api/tables/{table_id}")).json()
    assert info["rules"]["preset"] == "dutch"
    assert info["rules"]["options"] == {"lives": 2}
    assert info["rules"]["all"] == {**PRESETS["dutch"], "lives": 2}
    berta, karl = (seat["name"] for seat in info["seats"][1:])
    here = {"away": None, "invited": False, "program": False}
    assert info["seats"] == [
        here | {"seat": 0, "name": "Anna B", "level": None, "you": True},
        here | {"seat": 1, "name": berta, "level": "greedy", "you": False},
        here | {"seat": 2, "name": karl, "level": "random", "you": False},
    ]
    assert info["closed"] is None
    assert info["rules_version"]

    (listed,) = (await served.http.get("/api/tables")).json()
    assert listed["id"] == table_id
    assert listed["started"] == info["created"]
    assert (listed["preset"], listed["options"]) == ("dutch", {"lives": 2})
    assert (listed["over"], listed["closed"], listed["round"]) == (False, False, 1)
    assert [seat["name"] for seat in listed["seats"]] == ["Anna B", berta, karl]


async def names_at(served: RunningServer, **asked: Any) -> list[str]:
    """Return the names at a new table."""
    table_id = await served.open_table(**asked)
    seats = (await served.http.get(f"/api/tables/{table_id}")).json()["seats"]
    return [seat["name"] for seat in seats]


async def test_bots_have_the_given_names_or_default_ones(served: RunningServer) -> None:
    bots = [{"level": "greedy"}, {"level": "greedy", "name": " Miss  Marple "}, *TWO_BOTS]
    names = await names_at(served, name="berta", opponents=bots)
    assert (names[0], names[2]) == ("berta", "Miss Marple")
    assert {names[1], *names[3:]} < {*BOT_NAMES} - {"Berta"}
    assert len(set(names)) == 5
    assert (await names_at(served, name=" "))[0] == "Player"
    assert len({tuple(await names_at(served)) for _ in range(10)}) > 5


async def test_a_cookie_is_recognized_and_a_forged_one_is_not(served: RunningServer) -> None:
    first = await served.open_table()
    assert await served.open_table() != first
    assert len((await served.http.get("/api/tables")).json()) == 2
    ((name, value),) = served.http.cookies.items()
    player, _, signature = value.rpartition(".")
    for forged in ("", "x", f"{player}x.{signature}", f"{player}.{signature[:-2]}", player, "ü"):
        headers = {b"cookie": f"{name}={forged}".encode()}
        async with httpx.AsyncClient(base_url=served.url, headers=headers) as stranger:
            assert (await stranger.get("/api/tables")).json() == []
            info = (await stranger.get(f"/api/tables/{first}")).json()
            assert not any(seat["you"] for seat in info["seats"])


async def test_the_list_follows_the_match(served: RunningServer) -> None:
    table_id = await served.open_table(options={"special": "none", "lives": 1})
    async with served.seat(table_id) as anna:
        await anna.play_match()
        rounds = anna.view["number"]
    (listed,) = (await served.http.get("/api/tables")).json()
    assert (listed["over"], listed["round"]) == (True, rounds)


async def test_the_record_is_a_file_that_replays(served: RunningServer) -> None:
    table_id = await served.open_table()
    path = f"/api/tables/{table_id}/record"
    assert (await served.http.get(path)).json()["rounds"] == []
    async with served.seat(table_id) as anna:
        await anna.play_round()
        assert len((await served.http.get(path)).json()["rounds"]) == 1
        await anna.play_match()
        winners = anna.view["winners"]
    answer = await served.http.get(path)
    name = f"pagat-{answer.json()['date']}-{table_id}.schwimmen.json"
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
    result = replay(load(answer.text))
    assert (result["complete"], result["winners"]) == (True, winners)


async def test_every_response_has_the_security_headers(served: RunningServer) -> None:
    for path in ("/", "/healthz", "/api/setup", "/api/nothing", "/t/x"):
        headers = (await served.http.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert policy.count("unsafe") == policy.count("'wasm-unsafe-eval'") == 1
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "server" not in headers
    assert (await served.http.get("/api/setup")).headers["cache-control"] == "no-store"


async def test_other_origins_are_refused(served: RunningServer) -> None:
    answer = await served.http.post("/api/tables", json={}, headers={"origin": "http://evil"})
    assert answer.status_code == 403
    assert error_of(answer)["code"] == "wrong_origin"
    assert "content-security-policy" in answer.headers
    own = await served.http.post("/api/tables", json={}, headers={"origin": served.url})
    assert own.status_code == 422
    # A foreign host name that resolves to this server (DNS rebinding).
    for host in ("evil", "evil:80", "[::2]:80", "", "127.0.0.1.evil"):
        answer = await served.http.get("/api/setup", headers={"host": host})
        assert (answer.status_code, error_of(answer)["code"]) == (400, "wrong_host")
    for host in ("localhost:80", "[::1]:80", "[::1]", "127.0.0.1"):
        assert (await served.http.get("/api/setup", headers={"host": host})).status_code == 200


async def test_health_and_metrics_have_any_host_name(served: RunningServer) -> None:
    for host in ("evil", "10.0.0.11:8001", "[::2]:80"):
        answer = await served.http.get("/healthz", headers={"host": host})
        assert (answer.status_code, answer.json()["status"]) == (200, "ok")
        # Only by its own name may this machine read them without the token.
        answer = await served.http.get("/metrics", headers={"host": host})
        assert (answer.status_code, error_of(answer)["code"]) == (403, "forbidden")


async def test_an_internal_error_is_one_line(
    served: RunningServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(served.services.hub, "info", fail)
    answer = await served.http.get("/api/tables/x")
    assert answer.status_code == 500
    assert error_of(answer)["code"] == "internal"
    assert "a bug" in caplog.text


async def test_the_api_has_a_schema(served: RunningServer) -> None:
    described = (await served.http.get("/api/openapi.json")).json()
    assert json.loads(json.dumps(described))["paths"].keys() >= {"/api/setup", "/api/tables"}


@pytest.mark.parametrize("path", ["/", "/api/openapi.json", "/api/setup"])
async def test_long_responses_are_compressed(path: str, served: RunningServer) -> None:
    packed = await served.http.get(path, headers={"accept-encoding": "gzip"})
    plain = await served.http.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < 0.7 * len(plain.content)


@pytest.mark.parametrize("word", ["os:system", "policy.npz", "pagat-2.blueprint", "./bot --fast"])
async def test_requests_name_levels_and_no_other_bots(served: RunningServer, word: str) -> None:
    asked = {"preset": "pagat", "name": "Anna"}
    alone = asked | {"opponents": [{"level": word}]}
    shared = asked | {"settings": {"seats": 3, "bots": word}}
    for path, body in (("/api/tables", alone), ("/api/tables/shared", shared)):
        code, details = await refusal_of(served, path, body)
        assert (code, details["level"]) == ("unknown_level", word)
    named = asked | {"settings": {"seats": 3, "bot": word}}
    code, details = await refusal_of(served, "/api/tables/shared", named)
    assert (code, details["bot"], details["bots"]) == ("unknown_bot", word, [])
