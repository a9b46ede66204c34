"""Secrecy (R33): in whole matches of every preset, no client learns what it may not know.

Everything sent on a socket or in an answer is compared with the log, from which follows what the
client could know at that moment.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from schwimmen.records.fairness.algorithm import match_key
from schwimmen.rules import PACKS, PRESETS
from schwimmen.server.limits.allowance import Limits
from schwimmen.tables import (
    CreatedEvent,
    DealEvent,
    JoinedEvent,
    LeftOutEvent,
    LogEvent,
    RevealedEvent,
    StartedEvent,
    Table,
    read_event,
)
from tests.effort import sample
from tests.strategies import VARIANTS

from .card_knowledge import Round, cards_in, rounds_by_event
from .client_state import ClientState
from .conftest import RunningServer, serving
from .guests import NAMES, Guest
from .recorded_match import PATIENT, ROUNDS, Answer, RecordedMatch, paths_of, record_match

pytestmark = pytest.mark.anyio


@dataclass(frozen=True, slots=True)
class Truth:
    """Facts of a finished match, from its log."""

    log: list[LogEvent]
    rounds: dict[int, Round]
    """Running round after every event."""
    starts: list[int]
    """Numbers of the events that dealt rounds."""
    seeds: list[str]
    """Texts that only the server may know until the match is over."""
    ids: set[str]
    """Player ids, which are never disclosed."""

    @property
    def end(self) -> int:
        """Number of the event that ended the match."""
        return next(event.seq for event in reversed(self.log) if event.type in ("action", "round"))


def truth_of(log: list[LogEvent], recorded: RecordedMatch, preset: str) -> Truth:
    """Return the facts of a log; the seats dealt in are those of the sent messages, if any."""
    starts = [event.seq for event in log if isinstance(event, DealEvent)]
    active: dict[int, list[int]] = {}
    for one in recorded.sockets:
        state = ClientState()
        for message in map(json.loads, one.raw):
            if message["type"] not in ("welcome", "events"):
                continue
            state.receive(message)
            if state.view:
                start = starts[state.view["number"] - 1]
                seats = state.view["seats"]
                active[start] = [seat["seat"] for seat in seats if seat["active"]]
    for start in set(starts) - active.keys():  # while no client was connected
        view = Table.replay(log[:start]).view(None)
        assert view is not None
        active[start] = [seat.seat for seat in view.seats if seat.active]
    created = log[0]
    assert isinstance(created, CreatedEvent)
    joined = [event.player for event in log if isinstance(event, JoinedEvent)]
    server = [event.seed for event in log if isinstance(event, StartedEvent | LeftOutEvent)]
    revealed = {event.seat: event.seed for event in log if isinstance(event, RevealedEvent)}
    seals = {one.seal for one in recorded.sockets if isinstance(one, Guest) and one.seal}
    keys = [match_key(seal, seed, revealed) for seal in seals for seed in server if seed]
    return Truth(
        log,
        rounds_by_event(log, active, PRESETS[preset]),
        starts,
        seeds=[*filter(None, server), *keys],
        ids={*joined, *(seat.player for seat in created.seats if seat.player)},
    )


@dataclass
class Received:
    """Last event and round that a client has received."""

    last: int = 0
    seat: int | None = None


def check_message(text: str, received: Received, truth: Truth, actions: Sequence[str] = ()) -> None:
    """Check that a message names no card that its recipient may not know.

    A refusal may quote the ``actions`` that the recipient has asked for.
    """
    message = json.loads(text)
    if message["type"] in ("welcome", "events"):
        received.seat = message.get("seat")
    last, seat = received.last, received.seat
    for event in message.pop("events", []):
        last = max(last, event["seq"])
        now = truth.rounds.get(event["seq"])
        assert cards_in(json.dumps(event)) <= (now.open if now else set()), event
    last = max(last, message.get("seq") or 0)
    now = truth.rounds.get(last)
    known = now.may_know(seat) if now else set()
    for name in ("view", "state", "changes"):
        state = message.pop(name, None) or {}
        assert cards_in(json.dumps(state)) <= known, (seat, last)
        own = {"view": state, "state": state.get("own", {})}.get(name, {})
        hand = set(now.hands.get(-1 if seat is None else seat, ())) if now else set()
        assert set(own.get("hand", ())) <= hand
        assert name == "view" or seat is not None or "own" not in state
    if message["type"] == "refused":
        asked = {card for action in actions for card in cards_in(action)}
        assert cards_in(json.dumps(message.pop("legal"))) <= known
        assert cards_in(json.dumps(message)) <= known | asked
    else:
        assert not cards_in(json.dumps(message)), message
    received.last = last


def check_secrets(text: str, truth: Truth, over: bool) -> None:
    """Check that a text contains no secret of the log."""
    assert not any(player in text for player in truth.ids)
    assert over or not any(seed in text for seed in truth.seeds)


def check_answer(answer: Answer, truth: Truth) -> None:
    """Check that a response names only cards of finished rounds, in a record."""
    check_secrets(answer.text, truth, over=answer.after >= truth.end)
    for event in truth.log:
        if isinstance(event, RevealedEvent) and event.seq > answer.after:
            assert event.seed not in answer.text
    over = [now for seq, now in truth.rounds.items() if seq <= answer.after and now.is_over]
    exposed = {card for now in over for hand in now.hands.values() for card in hand}
    rounds = len({now.number for now in over})
    if answer.path.endswith("/record") and answer.text.startswith('{"format"'):
        record, _ = json.JSONDecoder().raw_decode(answer.text)
        assert len(record.pop("rounds")) <= rounds
        assert not cards_in(json.dumps(record))
    elif "/replay" in answer.path and answer.after >= truth.end:
        assert answer.before < truth.end or cards_in(answer.text)  # all cards are open
    elif answer.path.startswith("/api/statistics"):
        assert cards_in(answer.text) <= exposed
        assert answer.path != ROUNDS or answer.text.count("\r\n") <= 1 + rounds
    else:
        assert not cards_in(answer.text), answer.path


def check(recorded: RecordedMatch, truth: Truth) -> None:
    """Check that nothing sent by the server discloses a secret."""
    for one in recorded.sockets:
        received = Received()
        for text in one.raw:
            check_message(text, received, truth, one.actions)
            check_secrets(text, truth, over=False)
    for answer in recorded.answers:
        check_answer(answer, truth)
    for line in recorded.logged:
        check_secrets(line, truth, over=False)
        assert recorded.table_id not in line
        assert not cards_in(line)
        assert not any(name in line for name in NAMES[:3])


async def log_of(served: RunningServer, table_id: str) -> list[LogEvent]:
    """Return the log of a table."""
    return [read_event(body) for body in await served.services.database.log(table_id)]


EVERY_PRESET = pytest.mark.parametrize("preset", sample(VARIANTS, least=2))


@EVERY_PRESET
async def test_at_a_table_of_several_people(preset: str, tmp_path: Path) -> None:
    async with serving(tmp_path / "db", limits=Limits(PATIENT)) as served:
        recorded = await record_match(served, preset, seed=7)
        truth = truth_of(await log_of(served, recorded.table_id), recorded, preset)
    check(recorded, truth)
    assert len(recorded.sockets) >= 7
    assert {answer.path for answer in recorded.answers} == set(paths_of(recorded.table_id))
    assert len(truth.seeds) >= 2
    assert recorded.logged


@EVERY_PRESET
async def test_at_a_table_of_one_person(preset: str, served: RunningServer) -> None:
    short = {"rounds": 2} if preset == "choy" else {"lives": 1}
    table_id = await served.open_table(preset, options=short)
    recorded = RecordedMatch(table_id)
    async with served.seat(table_id) as anna, served.socket(table_id, cookie=False) as watcher:
        await watcher.hello()
        await anna.play_match(hurry=False)
        while watcher.events[-1]["seq"] < anna.events[-1]["seq"]:
            await watcher.until("events")
        recorded.sockets += [anna, watcher]
        record = (await served.http.get(f"/api/tables/{table_id}/record")).text
    assert len(cards_in(record)) == len(
        PACKS[str(PRESETS[preset]["pack"])]
    )  # the check finds cards
    truth = truth_of(await log_of(served, table_id), recorded, preset)
    check(recorded, truth)
    # The check is sensitive: during a round, one more card in any message would fail it.
    tried = 0
    for text in watcher.raw:
        message = json.loads(text)
        if message["type"] == "events" and "result" not in message["events"][-1]:
            now = truth.rounds[message["seq"]]
            hands = now.hands.values()
            secret = next((card for hand in hands for card in hand if card not in now.open), None)
            if secret is None:
                continue  # all cards of all hands are known
            message["changes"].setdefault("view", {})["aside"] = [[secret]]
            with pytest.raises(AssertionError):
                check_message(json.dumps(message), Received(), truth)
            tried += 1
    assert tried
