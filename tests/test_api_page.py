"""The examples of docs/api.md are valid, complete and as the server reads and sends them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from schwimmen.records.daily import DailySecret, next_date
from schwimmen.server.operation.app import create_app
from schwimmen.server.wire import base, daily, people, tables
from schwimmen.server.wire.changes import merge
from schwimmen.server.wire.messages import ClientMessage, ServerMessage, read_message

ROOT = Path(__file__).parent.parent
KINDS = ("server changes", "server full", "server")
"""Kinds of blocks with messages from the server."""

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def examples(kind: str) -> Iterator[Any]:
    """Yield the JSON values of all blocks of that kind."""
    decoder = json.JSONDecoder()
    for block in re.findall(rf"```json {kind}\n(.*?)```", PAGE, re.S):
        text = block.strip()
        while text:
            value, end = decoder.raw_decode(text)
            yield value
            text = text[end:].strip()


def types_of(messages: type[ClientMessage | ServerMessage]) -> list[str]:
    return sorted(messages.model_json_schema()["discriminator"]["mapping"])


def test_every_message_from_a_client_is_shown() -> None:
    shown = [read_message(json.dumps(message)) for message in examples("client")]
    assert sorted({message.type for message in shown}) == types_of(ClientMessage)


def test_every_message_from_the_server_is_shown_as_it_is_sent() -> None:
    shown = [one for kind in KINDS for one in examples(kind)]
    assert sorted({message["type"] for message in shown}) == types_of(ServerMessage)
    for message in shown:
        model = ServerMessage.model_validate(message)
        assert model.model_dump(mode="json", exclude_unset=True) == message


def test_the_changes_lead_to_the_state_of_the_full_view() -> None:
    welcome, *events = examples("server changes")
    state, seq = welcome["state"], welcome["seq"]
    for message in events:
        assert message["since"] == seq
        state, seq = merge(state, message["changes"]), message["seq"]
    (full,) = examples("server full")
    assert (full["seq"], full["events"]) == (seq, events[-1]["events"])
    full["state"]["view"].pop("history")
    assert full["state"].pop("own") != state.pop("own")
    assert full["state"] == state


def test_the_answers_over_http_are_shown() -> None:
    (token,) = examples("answer BotToken")
    assert people.BotToken.model_validate(token).token.startswith("bot.")
    for table in examples("answer TableCreated"):
        assert tables.TableCreated.model_validate(table)


def test_the_deal_of_the_day_is_shown_as_it_is_sent() -> None:
    """The samples are those of a server whose secret is known, so every hash in them is checked."""
    secret = DailySecret(b"docs sample")
    (today,) = map(daily.Daily.model_validate, examples("answer Daily"))
    (deal,) = today.deals
    assert deal.commitment == secret.deal(today.date, deal.variant).commitment
    assert deal.next_commitment == secret.deal(next_date(today.date), deal.variant).commitment
    (day,) = map(daily.DailyDay.model_validate, examples("answer DailyDay"))
    (past,) = day.deals
    opened = secret.deal(day.date, past.variant)
    assert (past.seed, past.commitment) == (opened.seed, opened.commitment)
    assert past.distribution is not None
    assert past.results is not None
    assert sum(past.distribution) == sum(one.count for one in past.results)
    (entry,) = map(daily.DailyCalendarDay.model_validate, examples("answer DailyCalendarDay"))
    assert entry.result == past.result
    assert past.result is not None
    (shared,) = map(daily.DailyShared.model_validate, examples("answer DailyShared"))
    assert asdict(secret.read_share_line(past.result.line)) == shared.model_dump()
    for sent in (today, day, entry, shared):
        (shown,) = examples(f"answer {type(sent).__name__}")
        assert sent.model_dump(mode="json") == shown


def test_the_requests_sent_by_curl_are_valid() -> None:
    models: dict[str, type[base.WireModel]] = {
        "/api/bots": people.NewName,
        "/api/tables/shared": people.NewSharedTable,
        "/api/daily": daily.NewDailyTable,
    }
    sent = re.findall(r"curl -s https://[^/]+(/\S+)(.*?)```", PAGE, re.S)
    assert [address for address, _ in sent] == list(models)
    for address, rest in sent:
        assert "post" in create_app().openapi()["paths"][address]
        (body,) = re.findall(r"-d '(.*?)'", rest)
        assert models[address].model_validate_json(body)


def test_openapi_describes_the_tokens() -> None:
    described = create_app().openapi()
    assert described["security"] == [{}, {"token": []}]
    assert described["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
