"""Tables on the device execute commands as Python's tables for one person do."""

from __future__ import annotations

import json
from collections.abc import Iterator, MutableSequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.analysis import placings
from schwimmen.rules import Card, RuleSet, card_names
from schwimmen.server.live.table_store import summary_of
from schwimmen.server.wire.changes import change_of
from schwimmen.server.wire.encode import table_summary
from schwimmen.server.wire.state import HistoryJson, StateEncoder, TableState
from schwimmen.tables import Command, Deal, Play, Refusal, Seat, Table, create, record_of_log
from schwimmen.tables.clocks import iso_time
from tests.js.node import Script, running
from tests.strategies import BIASES, GAMES, Game, any_games, examples, games, play_match
from tests.tables.simulated_table import NAMES, NOON

ID: Final = "device.test"
MOST_ROUNDS: Final = 5
LEVELS: Final = ("casual", "greedy", "master")


@pytest.fixture(scope="module")
def device() -> Iterator[Script]:
    """Return a function that has a table on the device execute commands."""
    with running("device_table.mjs") as run:
        yield run


@pytest.mark.parametrize(("preset", "players"), GAMES)
@examples(4)
@given(data=st.data())
def test_logs_and_states_are_those_of_python(
    device: Script, preset: str, players: int, data: st.DataObject
) -> None:
    check(data.draw(games(RuleSet(preset), players)), device)


@pytest.mark.parametrize("bias", BIASES)
@examples(4)
@given(data=st.data())
def test_logs_and_states_by_any_rules(device: Script, bias: str, data: st.DataObject) -> None:
    check(data.draw(any_games(BIASES[bias])), device)


@dataclass
class GivenChance:
    """Chance of a table that draws the dealer and the orders of cards given."""

    dealer: int
    orders: list[tuple[Card, ...]] = field(default_factory=list)

    def randrange(self, start: int) -> int:
        assert self.dealer < start
        return self.dealer

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = self.orders.pop(0)


@dataclass
class BothTables:
    """Table of Python that executes a game, and the commands that repeat it on the device."""

    game: Game
    chance: Random
    commands: list[dict[str, Any]] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)

    def open(self, pack: tuple[Card, ...]) -> None:
        players = self.game.players
        self.drawn = GivenChance(self.game.dealer, [pack])
        bots = [
            Seat(
                name=NAMES[seat],
                level=self.chance.choice(LEVELS),
                character=self.chance.choice((None, "hasty")),
            )
            for seat in range(1, players)
        ]
        face = self.chance.choice((None, "face"))
        seats = (Seat(name=NAMES[0], player="device", face=face), *bots)
        rules = self.game.rules
        events = create(rules.preset, rules.changed, seats, self.at, self.drawn)
        self.opening = {
            "id": ID,
            "opening": {
                "preset": rules.preset,
                "options": dict(rules.changed),
                "seats": [seat.model_dump(exclude_defaults=True) for seat in seats],
            },
            "at": self.at,
            "given": {"dealer": self.game.dealer, "pack": card_names(pack)},
        }
        self.table = Table.replay(events)
        self.steps.append(self.shown(0))

    @property
    def at(self) -> str:
        return iso_time(NOON + 1000 * len(self.commands))

    def shown(self, known: int) -> dict[str, Any]:
        """Return the message with the events after ``known``, and what lists and records show."""
        table = self.table
        encoder = StateEncoder(TableState(ID, table), self.at, HistoryJson())
        match = table.finished_match
        places = None if match is None else placings(match)
        row = {
            "id": ID,
            "created": table.created.at,
            "seat": 0,
            "places": places,
            "summary": summary_of(table) | {"device": True},
        }
        return {
            "message": json.loads(encoder.state_for(0, known, "changes")),
            "summary": table_summary(row, table.to_act).model_dump(mode="json"),
            "open": table.open_to_all,
        }

    def execute(self, command: Command, sent: dict[str, Any]) -> None:
        known = self.table.seq
        self.commands.append(sent | {"at": self.at})
        try:
            self.table.execute(command, self.commands[-1]["at"], self.drawn)
        except Refusal as error:
            refused = {"code": error.code, "message": str(error), "reason": error.reason}
            legal = None if error.legal is None else list(error.legal)
            self.steps.append({"refused": refused | {"legal": legal}})
        else:
            self.steps.append(self.shown(known))

    def play(self, seat: int, action: str, shuffle: tuple[Card, ...] = ()) -> None:
        self.drawn.orders = [shuffle] if shuffle else []
        client_id = self.chance.choice((None, f"id-{len(self.commands)}")) if seat == 0 else None
        given_ = {"shuffle": card_names(shuffle)} if shuffle else {}
        sent: dict[str, Any] = {"command": "play", "seat": seat, "action": action, "given": given_}
        if client_id is not None:
            sent["clientId"] = client_id
        self.execute(Play(seat, action, client_id), sent)

    def deal(self, pack: tuple[Card, ...] | None) -> None:
        self.drawn.orders = [] if pack is None else [pack]
        given_ = {} if pack is None else {"pack": card_names(pack)}
        sent = {"command": "deal", "seat": 0, "clientId": "deal", "given": given_}
        self.execute(Deal(0, "deal"), sent)

    def blunder(self) -> None:
        """Send a command that is refused."""
        match self.chance.randrange(5):
            case 0:
                self.deal(None)
            case 1:
                self.play(self.chance.randrange(self.game.players), "castle")
            case 2 if self.table.to_act is not None:
                self.play((self.table.to_act + 1) % self.game.players, "pass")
            case 3 if self.table.to_act is not None:
                self.play(self.table.to_act, "2CxAS")


def check(game: Game, device: Script) -> None:
    """Play a game at both tables, with refused commands in between; compare all that they show."""
    both = BothTables(game, game.chance())
    waiting: tuple[int, str] | None = None
    for match, step in play_match(game, MOST_ROUNDS):
        if step is None:
            pack = match.round.pack
            both.open(pack) if len(match.rounds) == 1 else both.deal(pack)
        elif step.seat is None:
            assert waiting is not None
            both.play(*waiting, step.shuffle)
            waiting = None
        elif match.round.needs_shuffle:
            waiting = step.seat, step.action
        else:
            both.play(step.seat, step.action)
        if waiting is None and (not match.round.over or match.over):
            both.blunder()
    both.steps.append(both.shown(0))  # of the log, replayed
    found = json.loads(device(both.opening | {"commands": both.commands, "expected": both.steps}))
    shown, wanted = found["shown"], found["wanted"]
    assert len(shown) == len(wanted) == len(both.commands) + 2
    for number, (one, expected) in enumerate(zip(shown, wanted, strict=True)):
        assert change_of(expected, one) == {}, number
        assert one.get("refused") or one["update"]["view"], number
    assert found["log"] == [event.body() for event in both.table.log]
    assert found["over"] == both.table.over
    records = [record_of_log(both.table.log, unfinished) for unfinished in (False, True)]
    assert found["records"] == records
