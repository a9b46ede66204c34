"""Fuzzing of the HTTP API: nothing breaks, and all responses match the schema."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck
from hypothesis.stateful import run_state_machine_as_test
from schemathesis.generation.meta import TestPhase
from schemathesis.specs.openapi.checks import allow_header_conformance, positive_data_acceptance

from schwimmen.players import LEVELS
from schwimmen.rules.options import PRESETS
from tests.effort import EFFORT
from tests.processes import PATIENCE
from tests.strategies import examples

from .conftest import TWO_BOTS, serving

# It is current (http/test_app.py), and making it again would delay every test process.
KEPT = Path(__file__).parents[2] / "frontend" / "openapi.json"
DESCRIPTION = json.loads(KEPT.read_text("utf-8"))
PATHS = DESCRIPTION["paths"]
for opened in (
    PATHS["/api/tables"]["post"]["responses"]["201"],
    PATHS["/api/tables/shared"]["post"]["responses"]["201"],
    PATHS["/api/lobby/quick"]["post"]["responses"]["200"],
):
    opened["links"] = {
        "record": {
            "operationId": PATHS["/api/tables/{table_id}/record"]["get"]["operationId"],
            "parameters": {"table_id": "$response.body#/id"},
        }
    }

schema = schemathesis.openapi.from_dict(DESCRIPTION)
sensible = schemathesis.openapi.from_dict(DESCRIPTION)
sensible.config.generation.update(modes=[schemathesis.GenerationMode.POSITIVE])

NOT_SAID: list[schemathesis.CheckFunction] = [positive_data_acceptance]
"""Checks excluded because the schema does not list valid presets, levels, options and names."""

ANYHOW = examples(50, least=6, suppress_health_check=list(HealthCheck))

BOUNDARY_STEP = 1 if EFFORT >= 1 else 3
"""Requests at the boundaries of the schema of which one is sent."""

found: Counter[str] = Counter()
"""Requests at the boundaries by operation."""


@sensible.hook
def map_body(_: object, body: Any) -> Any:
    """Fill in existing rules and levels, since refused requests test little."""
    return _existing(body) if isinstance(body, dict) else body


def _existing(body: dict[str, Any]) -> dict[str, Any]:
    named = {name: _chosen(name, value) for name, value in body.items()}
    if "opponents" in named:
        named["opponents"] = named["opponents"] or [{"level": LEVELS[0]}]
    return named


def _chosen(name: str, value: Any) -> Any:
    match name, value:
        case "preset", str():
            return list(PRESETS)[len(value) % len(PRESETS)]
        case "level" | "bots", str():
            return LEVELS[len(value) % len(LEVELS)]
        case "options", dict():
            return {}
        case "seats" | "players", int():
            return 2 + value % 3
        case "move" | "reserve" | "patience", int():
            return 5 + value % 50
        case "name", str() if not value.isalnum():
            return f"N{len(value)}"
        case "opponents", list():
            return [_existing(one) | {"name": ""} for one in value[:4]]
        case "settings" | "clock", dict():
            return _existing(value)
    return value


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Provide the URL of a server in its own thread."""
    started: list[str] = []
    stops: list[Callable[[], object]] = []
    ready = threading.Event()

    async def serve(place: Path) -> None:
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        stops.append(partial(loop.call_soon_threadsafe, stop.set))
        async with serving(place) as served:
            await served.services.rules_loader.wait()
            started.append(served.url)
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve(folder / "db")))
    thread.start()
    assert ready.wait(PATIENCE)
    yield started[0]
    stops[0]()
    thread.join()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Provide the URL of a server for all requests that are not linked."""
    with served(tmp_path_factory.mktemp("fuzz")) as found:
        yield found


@pytest.fixture
def new_url(tmp_path: Path) -> Iterator[str]:
    """Provide the URL of a new server, whose limits other requests have not used."""
    with served(tmp_path) as found:
        yield found


@schema.parametrize()
@ANYHOW
def test_every_response_matches_the_schema(case: schemathesis.Case[Any], url: str) -> None:
    excluded = [*NOT_SAID]
    if case.operation.path in ("/api/tables/shared", "/api/tables/device"):
        excluded.append(allow_header_conformance)  # any path may be a table's id
    if case.meta and case.meta.phase.name is TestPhase.COVERAGE:
        found[case.operation.label] += 1
        if (found[case.operation.label] - 1) % BOUNDARY_STEP:
            return
    with requests.Session() as session:
        session.trust_env = False  # to read all of the environment takes longer than the answer
        case.call_and_validate(base_url=url, session=session, excluded_checks=excluded)


def test_linked_requests_match_the_schema(new_url: str) -> None:
    done: set[tuple[str, int]] = set()

    def checked(
        _: object, response: schemathesis.Response, case: schemathesis.Case[Any], **__: object
    ) -> None:
        case.validate_response(response, excluded_checks=NOT_SAID)
        done.add((case.operation.label, response.status_code))

    journeys = type(
        "Journeys",
        (sensible.as_state_machine(),),
        {"get_call_kwargs": lambda *_: {"base_url": new_url}, "validate_response": checked},
    )
    run_state_machine_as_test(
        journeys,
        settings=examples(
            90, least=72, stateful_step_count=12, suppress_health_check=list(HealthCheck)
        ),
    )
    assert {
        ("POST /api/tables", 201),
        ("POST /api/tables/shared", 201),
        ("POST /api/lobby/quick", 200),
        ("GET /api/tables/{table_id}", 200),
    } <= done
    # By chance few links, or none, lead to a match that has begun.
    asked: dict[str, Any] = {"preset": "pagat", "options": {}, "name": "Anna"}
    opened = requests.post(f"{new_url}/api/tables", json=asked | {"opponents": TWO_BOTS})
    record = sensible["/api/tables/{table_id}/record"]["GET"]
    case = record.Case(path_parameters={"table_id": opened.json()["id"]})
    response = case.call(base_url=new_url)
    case.validate_response(response, excluded_checks=NOT_SAID)
    assert response.status_code == 200
