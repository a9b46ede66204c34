"""Whole matches of every preset, with everybody there: nobody is told what they may not know (R33).

What was sent on every socket and in every answer is held against what the log alone says that each
of them could know at that moment.
"""

from __future__ import annotations

import json
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
    read_event,
)
from tests.effort import sample
from tests.strategies import VARIANTS

from .card_knowledge import Round, books, cards_in
from .conftest import RunningServer, serving
from .guests import NAMES, Guest
from .recorded_match import PATIENT, ROUNDS, WRONG, Answer, Evening, paths_of, spend_evening

pytestmark = pytest.mark.anyio


@dataclass(frozen=True, slots=True)
class Truth:
    """What the log says of a match that is over."""

    log: list[LogEvent]
    rounds: dict[int, Round]
    """The running round as of every event."""
    starts: list[int]
    """The events by which rounds were dealt."""
    seeds: list[str]
    """What the server alone may know until the match is over."""
    ids: set[str]
    """Who sits there: nobody is ever told."""

    @property
    def end(self) -> int:
        """The event by which the match was over."""
        return next(event.seq for event in reversed(self.log) if event.type in ("action", "round"))


def truth_of(log: list[LogEvent], evening: Evening, preset: str) -> Truth:
    """From the log; of what was sent it takes only who was dealt in."""
    starts = [event.seq for event in log if isinstance(event, DealEvent)]
    active: dict[int, list[int]] = {}
    for one in evening.sockets:
        for message in map(json.loads, one.raw):
            if message["type"] in ("welcome", "events") and message["view"] is not None:
                seats = message["view"]["seats"]
                start = starts[message["view"]["number"] - 1]
                active[start] = [seat["seat"] for seat in seats if seat["active"]]
    created = log[0]
    assert isinstance(created, CreatedEvent)
    joined = [event.player for event in log if isinstance(event, JoinedEvent)]
    server = [event.seed for event in log if isinstance(event, StartedEvent | LeftOutEvent)]
    revealed = {event.seat: event.seed for event in log if isinstance(event, RevealedEvent)}
    seals = {one.seal for one in evening.sockets if isinstance(one, Guest) and one.seal}
    keys = [match_key(seal, seed, revealed) for seal in seals for seed in server if seed]
    return Truth(
        log,
        books(log, active, PRESETS[preset]),
        starts,
        seeds=[*filter(None, server), *keys],
        ids={*joined, *(seat.player for seat in created.seats if seat.player)},
    )


@dataclass
class Told:
    """How much somebody has been told."""

    last: int = 0
    seat: int | None = None


def check_message(text: str, told: Told, truth: Truth) -> None:
    """A message names no card that who gets it cannot know."""
    message = json.loads(text)
    if message["type"] in ("welcome", "events"):
        told.seat = message["seat"]
    last, seat = told.last, told.seat
    for event in message.pop("events", []):
        last = max(last, event["seq"])
        now = truth.rounds.get(event["seq"])
        assert cards_in(json.dumps(event)) <= (now.open if now else set()), event
    last = max(last, message.get("seq") or 0)
    now = truth.rounds.get(last)
    known = now.may_know(seat) if now else set()
    view = message.pop("view", None)
    if view is not None:
        assert now is not None
        assert view["seat"] == seat
        assert cards_in(json.dumps(view)) <= known, (seat, last)
        assert set(view["hand"]) <= set(now.hands.get(-1 if seat is None else seat, ()))
    if message["type"] == "refused":
        asked = {card for action in WRONG for card in cards_in(action)}
        assert cards_in(json.dumps(message.pop("legal"))) <= known
        assert cards_in(json.dumps(message)) <= known | asked
    else:
        assert not cards_in(json.dumps(message)), message
    told.last = last


def check_secrets(text: str, truth: Truth, over: bool) -> None:
    """What stands in the log and is for nobody, or not yet."""
    assert not any(player in text for player in truth.ids)
    assert over or not any(seed in text for seed in truth.seeds)


def check_answer(answer: Answer, truth: Truth) -> None:
    """An answer tells of rounds that are over, in a record, and of no card otherwise."""
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
        assert answer.before < truth.end or cards_in(answer.text)  # all is open now
    elif answer.path.startswith("/api/statistics"):
        assert cards_in(answer.text) <= exposed
        assert answer.path != ROUNDS or answer.text.count("\r\n") <= 1 + rounds
    else:
        assert not cards_in(answer.text), answer.path


def check(evening: Evening, truth: Truth) -> None:
    """Nothing that left the server gives anything away."""
    for one in evening.sockets:
        told = Told()
        for text in one.raw:
            check_message(text, told, truth)
            check_secrets(text, truth, over=False)
    for answer in evening.answers:
        check_answer(answer, truth)
    for line in evening.logged:
        check_secrets(line, truth, over=False)
        assert evening.table_id not in line
        assert not cards_in(line)
        assert not any(name in line for name in NAMES[:3])


async def log_of(served: RunningServer, table_id: str) -> list[LogEvent]:
    """The log of a table."""
    return [read_event(body) for body in await served.services.database.log(table_id)]


EVERY_PRESET = pytest.mark.parametrize("preset", sample(VARIANTS, least=2))


@EVERY_PRESET
async def test_at_a_table_of_several_people(preset: str, tmp_path: Path) -> None:
    async with serving(tmp_path / "db", limits=Limits(PATIENT)) as served:
        evening = await spend_evening(served, preset, seed=7)
        truth = truth_of(await log_of(served, evening.table_id), evening, preset)
    check(evening, truth)
    assert len(evening.sockets) >= 7
    assert {answer.path for answer in evening.answers} == set(paths_of(evening.table_id))
    assert len(truth.seeds) >= 2
    assert evening.logged


@EVERY_PRESET
async def test_at_a_table_of_one_person(preset: str, served: RunningServer) -> None:
    short = {"rounds": 2} if preset == "choy" else {"lives": 1}
    table_id = await served.open_table(preset, options=short)
    evening = Evening(table_id)
    async with served.seat(table_id) as anna, served.socket(table_id, cookie=False) as watcher:
        await watcher.hello()
        await anna.play_match()
        while watcher.events[-1]["seq"] < anna.events[-1]["seq"]:
            await watcher.until("events")
        evening.sockets += [anna, watcher]
        record = (await served.http.get(f"/api/tables/{table_id}/record")).text
    assert len(cards_in(record)) == len(PACKS[str(PRESETS[preset]["pack"])])  # it does find cards
    truth = truth_of(await log_of(served, table_id), evening, preset)
    check(evening, truth)
    # Nor is it blind: of every message while a round runs, one more card would be too many.
    tried = 0
    for text in watcher.raw:
        message = json.loads(text)
        if message["type"] == "events" and message["view"]["result"] is None:
            now = truth.rounds[message["events"][-1]["seq"]]
            hands = now.hands.values()
            secret = next((card for hand in hands for card in hand if card not in now.open), None)
            if secret is None:
                continue  # all cards of all hands have been seen
            message["view"]["aside"].append(secret)
            with pytest.raises(AssertionError):
                check_message(json.dumps(message), Told(), truth)
            tried += 1
    assert tried
