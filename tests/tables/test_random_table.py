"""Invariants of a table under random commands of seated people and strangers."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from schwimmen.records import load, replay
from schwimmen.records.fairness import verify
from schwimmen.rules.options import PRESETS
from schwimmen.tables import (
    Away,
    Back,
    BotCommand,
    BotFailed,
    BotRecovered,
    Change,
    Clock,
    Command,
    Commit,
    Deal,
    Expire,
    Join,
    Leave,
    LeftOutEvent,
    Play,
    PublicSeat,
    Refusal,
    Rematch,
    Reveal,
    ServerResumed,
    Settings,
    Start,
    StartedEvent,
    Table,
    record_of_log,
)
from schwimmen.tables.clocks import milliseconds
from schwimmen.tables.names import name_key
from tests.strategies import examples

from .simulated_table import NAMES, SimulatedTable, assert_same, replayed

# The last seldom has a seat.
PLAYERS = st.sampled_from(["id-0", "id-0", "id-1", "id-1", "id-2", "id-3"])
SEATS = st.integers(-1, 3)
WAITS = st.sampled_from([0, 0.1, 1, 1, 1, 8, 30, 90, 4000, -50])
SETTINGS = st.builds(
    Settings,
    seats=st.sampled_from([1, 2, 3, 3, 4, 4, 5]),
    bots=st.sampled_from(["random", "greedy"]),
    bot=st.sampled_from([None, None, "Prudent"]),
    fill=st.booleans(),
    visibility=st.sampled_from(["link", "open"]),
    chat=st.booleans(),
    clock=st.none() | st.builds(Clock, move=st.integers(5, 20), reserve=st.integers(0, 20)),
    patience=st.none() | st.integers(0, 30),
)


def agreeing(table: Table) -> bool:
    """Return whether the table waits for commitments or seeds."""
    return table.seeds is not None and bool(table.seeds.waiting_for)


def server_seeds(table: Table) -> list[str]:
    """Return the server's seeds of this match."""
    return [
        event.seed
        for event in table.log
        if isinstance(event, StartedEvent | LeftOutEvent) and event.seed is not None
    ]


def absent(seat: PublicSeat) -> bool:
    """Return whether a bot plays for the person of a seat."""
    return seat.away is not None and seat.level is None


class RandomTable(RuleBasedStateMachine):
    """Random commands of seated players, former players and strangers at random times."""

    @initialize(
        bot=st.sampled_from([None, "Prudent"]),
        seats=st.integers(2, 4),
        people=st.integers(1, 3),
        begun=st.booleans(),
        clock=st.none() | st.just(Clock(move=10, reserve=10)),
        preset=st.sampled_from(sorted(PRESETS)),
        seed=st.integers(0, 2**32),
        fair=st.booleans(),
    )
    def opens(
        self,
        bot: str | None,
        seats: int,
        people: int,
        begun: bool,
        clock: Clock | None,
        preset: str,
        seed: int,
        fair: bool,
    ) -> None:
        settings = Settings(seats=seats, bots="random", bot=bot, clock=clock)
        self.simulation = SimulatedTable(settings, preset, {}, seed, fair)
        self.number = 0
        for number in range(1, min(people, seats)):
            self.ask(Join(f"id-{number}", NAMES[number]), 1)
        if begun:
            self.begins()

    @property
    def begun(self) -> bool:
        return self.simulation.table.phase != "gathering"

    def ask(self, command: Command, after: float) -> None:
        """Execute a command, and check that a repeat would be recognized."""
        table = self.simulation.table
        if not isinstance(command, BotCommand | Expire | ServerResumed):
            self.number += 1
            command = replace(command, client_id=f"c{self.number}")
        before = len(table.log)
        refused = None
        try:
            self.simulation.execute(command, after)
        except Refusal as refusal:
            refused = refusal
        if refused is not None:
            assert str(refused).isprintable()
            assert refused.code.islower()
            assert len(table.log) == before
            assert table.seq_of(command) is None
        elif not isinstance(command, BotCommand | Expire | ServerResumed):
            assert table.seq_of(command) == before + 1

    @rule(player=PLAYERS, name=st.sampled_from(["Ann", "ann", "Bo", "C ", "", "D"]), seat=SEATS)
    def joins(self, player: str, name: str, seat: int) -> None:
        self.ask(Join(player, name, None if seat < 0 else seat), 1)

    @rule(player=PLAYERS, after=WAITS)
    def leaves(self, player: str, after: float) -> None:
        self.ask(Leave(player), after)

    @rule(player=PLAYERS)
    def comes_back(self, player: str) -> None:
        self.ask(Back(player), 1)

    @rule(seat=SEATS, final=st.booleans())
    def a_bot_fails(self, seat: int, final: bool) -> None:
        self.ask(BotFailed(seat, final), 1)

    @rule(seat=SEATS)
    def a_bot_recovers(self, seat: int) -> None:
        self.ask(BotRecovered(seat), 1)

    @precondition(lambda self: any(map(absent, self.simulation.table.seats)))
    @rule()
    def an_absent_player_comes_back(self) -> None:
        table = self.simulation.table
        seat = next(seat.seat for seat in table.seats if absent(seat))
        self.ask(Back(table.player_at(seat) or ""), 1)
        assert table.seats[seat].away is None or table.over

    @rule(player=PLAYERS, seat=SEATS, present=st.booleans())
    def marks_away(self, player: str, seat: int, present: bool) -> None:
        self.ask(Away(player, seat, present), 1)

    @rule(
        player=PLAYERS,
        preset=st.none() | st.sampled_from(sorted(PRESETS)),
        settings=st.none() | SETTINGS,
        order=st.none() | st.permutations([0, 1, 2, None]).map(tuple),
    )
    def changes(
        self,
        player: str,
        preset: str | None,
        settings: Settings | None,
        order: tuple[int | None, ...] | None,
    ) -> None:
        self.ask(Change(player, preset, None, settings, order), 1)

    @precondition(lambda self: self.simulation.table.host is not None)
    @rule(settings=SETTINGS)
    def the_host_changes(self, settings: Settings) -> None:
        table = self.simulation.table
        now, host = table.settings, table.host
        assert now is not None
        assert host is not None
        if self.begun:
            settings = now.model_copy(update={"chat": settings.chat})
        self.ask(Change(table.player_at(host) or "", settings=settings), 1)

    @precondition(lambda self: self.simulation.table.host is not None)
    @rule()
    def begins(self) -> None:
        host = self.simulation.table.host
        assert host is not None
        self.ask(Start(self.simulation.table.player_at(host) or ""), 1)

    @rule(player=PLAYERS)
    def tries_to_begin(self, player: str) -> None:
        self.ask(Start(player), 1)

    @precondition(lambda self: agreeing(self.simulation.table))
    @rule(data=st.data())
    def a_seat_that_is_waited_for_agrees(self, data: st.DataObject) -> None:
        seeds = self.simulation.table.seeds
        assert seeds is not None
        with suppress(Refusal):  # they may have committed to something else
            self.simulation.agree(data.draw(st.sampled_from(seeds.waiting_for)))

    @rule(player=PLAYERS, commitment=st.sampled_from(["", "11" * 32]))
    def commits_to_anything(self, player: str, commitment: str) -> None:
        seeds = self.simulation.table.seeds
        server = "" if seeds is None else seeds.commitment
        self.ask(Commit(player, server, commitment), 1)

    @rule(player=PLAYERS, seed=st.sampled_from(["", "01" * 32, "22" * 32]))
    def reveals_anything(self, player: str, seed: str) -> None:
        self.ask(Reveal(player, seed), 1)

    @rule(
        seat=SEATS, action=st.sampled_from(["pass", "keep", "close", "nonsense"]), bot=st.booleans()
    )
    def plays_anything(self, seat: int, action: str, bot: bool) -> None:
        self.ask(Play(seat, action, bot=bot), 1)

    @precondition(lambda self: self.simulation.table.to_act is not None)
    @rule(after=WAITS)
    def the_seat_to_act_plays(self, after: float) -> None:
        self.simulation.act(after)

    @precondition(lambda self: self.simulation.table.to_act is not None)
    @rule()
    def play_the_round(self) -> None:
        self.simulation.play_round()

    @precondition(lambda self: self.begun and self.simulation.table.to_act is None)
    @rule(seat=SEATS, present=st.none() | st.frozensets(SEATS))
    def deals_in_between(self, seat: int, present: frozenset[int] | None) -> None:
        self.ask(Deal(seat, present=present), 1)

    @rule(seat=SEATS, present=st.none() | st.frozensets(SEATS))
    def deals(self, seat: int, present: frozenset[int] | None) -> None:
        self.ask(Deal(seat, present=present), 1)

    @rule(after=WAITS)
    def time_passes(self, after: float) -> None:
        self.ask(Expire(), after)

    @precondition(lambda self: self.simulation.table.due is not None)
    @rule()
    def the_due_event_happens(self) -> None:
        table, before = self.simulation.table, len(self.simulation.table.log)
        seat = table.to_act
        view = table.view(seat)
        event, *_ = self.simulation.expire()
        assert len(table.log) > before
        if seat is None:
            assert event.type in ("round", "started", "left_out")
        else:
            assert event.type == "action"
            assert view is not None
            assert table.events[before].action in view.legal_actions
            assert table.events[before].acted_by == "clock"

    @rule(after=WAITS, away=st.integers(0, 5000))
    def the_server_was_down(self, after: float, away: int) -> None:
        alive = self.simulation.at
        self.simulation.now += away
        self.ask(ServerResumed(alive), after)

    @rule(player=PLAYERS)
    def asks_for_a_rematch(self, player: str) -> None:
        self.ask(Rematch(player, "next"), 1)

    @invariant()
    def it_follows_from_its_log(self) -> None:
        table = self.simulation.table
        again = replayed(table)
        assert_same(again, table)
        assert repr(again.events) == repr(table.events)
        assert [event.seq for event in table.events] == list(range(1, table.seq + 1))

    @invariant()
    def seats_and_names_are_unique(self) -> None:
        table = self.simulation.table
        assert table.settings is not None
        numbers = [seat.seat for seat in table.seats]
        players = [player for seat in numbers if (player := table.player_at(seat)) is not None]
        assert len(set(numbers)) == len(numbers) <= table.settings.seats
        assert set(numbers) <= set(range(table.settings.seats))
        assert len(set(players)) == len(players)
        assert len({name_key(seat.name) for seat in table.seats}) == len(numbers)
        for player in players:
            assert table.player_at(table.seat_of(player) or 0) == player
        assert (table.host is None) == (not players)
        if table.host is not None:
            assert table.player_at(table.host) is not None
            away = {seat.seat for seat in table.seats if seat.away}
            assert table.host not in away or len(away) == len(players)

    @invariant()
    def public_state_has_no_secrets(self) -> None:
        table = self.simulation.table
        public = repr((table.events, table.seeds))
        assert "id-" not in public
        assert not any(seed in public for seed in server_seeds(table))
        assert str(table.times).count("id-") == str(table.seats).count("id-") == 0
        view = table.view(None)
        if table.to_act is not None and view is not None:
            # All cards in the public events of this round.
            last = max(n for n, event in enumerate(table.events) if event.type == "round")
            public_cards = {
                card
                for event in table.events[last:]
                for one in event.history
                for card in (*one.cards, *one.given, *one.taken)
            }
            for seat in range(len(table.seats)):
                own = table.view(seat)
                assert own is not None
                hidden = set(own.hand) - set(view.seats[seat].known)
                assert not hidden & public_cards or view.seats[seat].shown is not None

    @invariant()
    def clocks_are_never_negative(self) -> None:
        times = self.simulation.table.times
        assert times is not None
        assert all(left is None or left >= 0 for left in times.reserves)
        assert all(used >= 0 for used in self.simulation.table.used.values())
        if times.due is not None:
            last = milliseconds(self.simulation.table.log[-1].at)
            assert milliseconds(times.due) >= last

    @invariant()
    def the_record_plays(self) -> None:
        table = self.simulation.table
        if self.begun and table.round:
            record = record_of_log(table.log, table.open_to_all, published=table.over)
            played = replay(load(json.dumps(record)))
            assert played["complete"] == table.over
            if table.over and "fairness" in record:
                verify(load(json.dumps(record)))

    def teardown(self) -> None:
        """Check that the match can be played to its end."""
        if hasattr(self, "simulation") and self.begun:
            table = self.simulation.table
            for _ in range(20_000):
                if table.over:
                    break
                self.simulation.go_on()
            assert table.over
            assert_same(replayed(table), table)


TestRandomTable = RandomTable.TestCase
TestRandomTable.settings = examples(20, stateful_step_count=30)
