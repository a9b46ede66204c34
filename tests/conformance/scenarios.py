"""Table logs of every kind, played from fixed seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, Final, TypeAlias

from schwimmen.records import read_record
from schwimmen.rules import OPTIONS, OptionValue, RuleSet, RuleSetError
from schwimmen.rules.options import PRESETS
from schwimmen.tables import (
    BOT_NAMES,
    Away,
    Back,
    BotCommand,
    Change,
    Clock,
    Command,
    Deal,
    Expire,
    Join,
    Leave,
    LogEvent,
    Play,
    Refusal,
    Rematch,
    Seat,
    ServerResumed,
    Settings,
    Start,
    Table,
    close,
    create,
    open_rematch,
    placeholder_name,
    read_event,
    record_of_log,
    table_of_record,
    without_player,
)
from tests.tables.simulated_table import NAMES, SLOW, SimulatedTable

Bodies: TypeAlias = list[dict[str, Any]]
Named: TypeAlias = Iterator[tuple[str, Bodies]]

CLOSED_AT: Final = "2026-11-23T08:00:00.000+00:00"
LONGEST: Final = 60
"""Events of a log at most, if more of them would show nothing new."""


class Evening(SimulatedTable):
    """Table whose players prefer the kinds of action in ``liked``."""

    def __init__(
        self,
        settings: Settings | None = None,
        preset: str = "pagat",
        options: Mapping[str, OptionValue] | None = None,
        seed: int = 0,
        fair: bool = False,
        liked: Sequence[str] = (),
    ) -> None:
        self.liked = liked
        self.commands = 0
        super().__init__(settings or Settings(seats=3, bots="greedy"), preset, options, seed, fair)

    def execute(self, command: Command, after: float = 1) -> tuple[LogEvent, ...]:
        """Take a command; every other command of a person has a client id."""
        self.commands += 1
        bot = isinstance(command, Play) and self.table.bot_to_act is not None
        if self.commands % 2 and not (
            bot or isinstance(command, BotCommand | Expire | ServerResumed)
        ):
            command = replace(command, client_id=f"c{self.commands}")
        return super().execute(command, after)

    def legal(self) -> str:
        """Draw a legal action, its kind first: most legal actions are exchanges."""
        view = self.table.view(self.table.to_act)
        assert view is not None
        kinds: dict[str, list[str]] = {}
        for action in view.legal_actions:
            kinds.setdefault("exchange" if "x" in action else action, []).append(action)
        if "best" in self.liked:
            valued = [choice for choice in view.choices if choice.value is not None]
            return max(valued, key=lambda choice: choice.value or 0).action
        liked = [kind for kind in self.liked if kind in kinds]
        if liked and self.chance.random() < 0.95:
            return self.chance.choice(kinds[liked[0]])
        return self.chance.choice(kinds[self.chance.choice(sorted(kinds))])

    def go_on(self) -> None:
        """Play, deal the next round, or execute what is due."""
        if self.table.settings is None and self.table.to_act is None:
            self.execute(Deal(0))
        elif self.table.to_act is not None:
            self.act()
        else:
            super().go_on()

    def go_on_for(self, events: int) -> None:
        """Play until the match is over or the log has that many events."""
        while not self.table.over and len(self.table.log) < events:
            self.go_on()

    def agree_all(self) -> None:
        """Let all commit and reveal, so that the first round is dealt."""
        while (seeds := self.table.seeds) is not None and seeds.waiting_for:
            self.agree(seeds.waiting_for[0])

    def ask_for_next(self, seats: Iterable[int]) -> None:
        """Let these seats ask for the next round, one after the other."""
        for seat in seats:
            self.execute(Deal(seat))

    @property
    def bodies(self) -> Bodies:
        """Log as the database keeps it."""
        return [event.body() for event in self.table.log]


def alone(
    preset: str,
    players: int,
    options: Mapping[str, OptionValue] | None = None,
    seed: int = 0,
    liked: Sequence[str] = (),
) -> Evening:
    """Open a table of one person with bots of every level."""
    evening = Evening(seed=seed, liked=liked)
    levels = ("greedy", "beginner", "casual", "club", "expert", "master", "random")
    seats = [Seat(name=NAMES[seed % len(NAMES)], player="id-0")]
    for number in range(1, players):
        seats.append(Seat(name=BOT_NAMES[number], level=levels[(seed + number) % len(levels)]))
    opened = create(preset, options or {}, tuple(seats), evening.at, evening.chance)
    evening.table = Table.replay(opened)
    return evening


def _short_match(preset: str) -> dict[str, OptionValue]:
    """Return options for a match of few rounds."""
    return {"rounds": 2} if PRESETS[preset]["scoring"] == "points" else {"lives": 1}


def presets() -> Named:
    """Yield ended and running matches of every preset with few and with many players."""
    for preset in PRESETS:
        most = RuleSet(preset).max_players
        for players in dict.fromkeys((2, 3, most)):
            evening = alone(preset, players, _short_match(preset), seed=players)
            evening.go_on_for(LONGEST if players < most else LONGEST // 2)
            yield f"{preset}, {players} players", evening.bodies
        evening = alone(preset, 4, seed=11)
        evening.go_on_for(23)
        yield f"{preset}, all as it comes", evening.bodies


def devices() -> Named:
    """Yield matches that a device has played and handed over."""
    for seed, preset in enumerate(("pagat", "dutch", "choy", "app-a5")):
        yield f"{preset}, by a device", device(preset, seed).bodies


def device(preset: str, seed: int) -> Evening:
    """Return a match that a device has handed over."""
    evening = alone(preset, 3, {"rounds": 2} if preset == "choy" else {"lives": 1}, seed)
    started = evening.at
    while not evening.table.over:
        evening.go_on()
    record = read_record(record_of_log(evening.table.log, unfinished=True))
    evening.table = table_of_record(record, evening.table.created.seats, started, evening.at)
    return evening


def house_rules() -> Named:
    """Yield a log for every value of every option."""
    for name, spec in OPTIONS.items():
        allowed = spec.allowed
        values = allowed.get("allowed") or {
            "max_players": (4,), "close_from_turn": (2, 3), "lives": (2,), "rounds": (1, 3),
            "target": (40,), "turn_cap": (1, 7),
        }[name]  # fmt: skip
        assert isinstance(values, list | tuple)
        for value in values:
            found = _with(name, value)
            if found is None:
                continue
            preset, options = found
            evening = alone(preset, 3, options, seed=len(name))
            evening.go_on_for(26)
            yield f"{name}={value}", evening.bodies


def _with(name: str, value: OptionValue) -> tuple[str, dict[str, OptionValue]] | None:
    """Return a preset and options with which this value is new and matters."""
    tried: tuple[tuple[str, dict[str, OptionValue]], ...] = (
        ("pagat", {}),
        ("pagat", {"renew": True, "talon_short": "recycle"}),
        ("dutch", {}),
        ("choy", {}),
        ("pagat", {"max_players": 4}),
    )
    for preset, helping in tried:
        options: dict[str, OptionValue] = {**helping, name: value}
        if PRESETS[preset][name] == value:
            continue
        with suppress(RuleSetError):
            rules = RuleSet(preset, options)
            if rules.applies(name):
                return preset, options
    return None


def renewals() -> Named:
    """Yield logs with a short talon: recycled by shuffling or in order, kept, or the showdown."""
    recycling: dict[str, OptionValue] = {"renew": True, "talon_short": "recycle", "pack": "A9"}
    ways: tuple[tuple[str, str, int, dict[str, OptionValue], tuple[str, ...]], ...] = (
        ("by choice", "choy", 6, {"turn_cap": 30}, ("renew",)),
        ("by choice in order", "choy", 5, {"recycle": "in_order"}, ("renew",)),
        ("house rule", "pagat", 4, recycling | {"max_players": 5}, ("renew", "pass")),
        ("all pass", "pagat", 5, {"talon_short": "recycle"}, ("pass",)),
        ("all pass, kept", "pagat", 6, {"talon_short": "keep"}, ("pass",)),
        ("all pass, the end", "pagat", 6, {"talon_short": "showdown"}, ("pass",)),
        ("seven eight nine", "pagat", 4, {"replace_789": True, "special": "none"}, ("all",)),
    )
    for name, preset, players, options, liked in ways:
        for seed in (1, 2):
            evening = alone(preset, players, options, seed, liked)
            evening.go_on_for(45)
            yield f"{name}, {seed}", evening.bodies
    evening = Evening(
        Settings(seats=3), "choy", {"rounds": 1, "turn_cap": 60}, 5, fair=True, liked=("renew",)
    )
    evening.begin(3)
    evening.agree_all()
    evening.go_on_for(70)
    yield "fair", evening.bodies


def rarities() -> Named:
    """Yield logs with rare events: special hands, the turn cap, a round that does not count."""
    small: dict[str, OptionValue] = {"pack": "A9", "max_players": 6}
    ways: tuple[_Rarity, ...] = (
        ("fire", "pagat", small, ("best",), lambda one: _reasons(one) >= {"fire"}),
        ("31", "app-a9", {}, ("best",), lambda one: _reasons(one) >= {"31"}),
        ("31 in the middle of grace", "dutch", small, ("best",), lambda one: _shown(one) == {"31"}),
        ("31 dealt", "app-a9", {}, (), lambda one: _dealt(one) == {"31"}),
        ("31 dealt, harsh", "app-a9", {"dealt_penalty": "harsh"}, (), lambda one: _dealt(one)),
        ("fire dealt", "pagat", small, (), lambda one: _dealt(one) == {"fire"}),
        ("seven eight nine", "pagat", {"replace_789": True}, ("all", "pass"),
            lambda one: _reasons(one) >= {"seven_eight_nine"}),
        ("cap", "app-a5", {"turn_cap": 3}, ("exchange",), lambda one: _reasons(one) >= {"cap"}),
        ("talon", "app-a9", {}, ("pass",), lambda one: _reasons(one) >= {"talon"}),
        ("closer", "app-a7", {"closer_penalty": True}, ("close",), lambda one: one.round > 3),
        ("closer spared", "pagat", {"tie_suit": False, "closer_tie": "closer_safe"}, ("close",),
            lambda one: _explained(one) >= {"spared"}),
        ("all out together", "gamerules", small | {"lives": 1, "tie_suit": False}, ("close",),
            lambda one: getattr(one.view(None), "replayed", False)),
    )  # fmt: skip
    for name, preset, options, liked, seen in ways:
        for players in (2, 4, 5):
            evening = _search(preset, players, options, liked, seen)
            if evening is not None:
                yield f"{name}, {players} players", evening.bodies


_Rarity: TypeAlias = tuple[
    str, str, dict[str, OptionValue], tuple[str, ...], Callable[[Table], Any]
]


def _search(
    preset: str,
    players: int,
    options: Mapping[str, OptionValue],
    liked: Sequence[str],
    seen: Callable[[Table], Any],
) -> Evening | None:
    """Return the first table with the event, cut some events later."""
    for seed in range(60):
        evening = alone(preset, players, options, seed, liked)
        while not evening.table.over and len(evening.table.log) < 40:
            if seen(evening.table):
                evening.go_on_for(len(evening.table.log) + 3)
                return evening
            evening.go_on()
        if seen(evening.table):
            return evening
    return None


def _reasons(table: Table) -> set[str | None]:
    return {one.reason for one in table.events[-1].history}


def _shown(table: Table) -> set[str | None]:
    return {one.reason for one in table.events[-1].history if one.kind == "shown"}


def _dealt(table: Table) -> set[str | None]:
    """Return the special hands of the latest deal."""
    return _shown(table) if table.events[-1].type == "round" else set()


def _explained(table: Table) -> set[str]:
    """Return the reasons of the losses of the round that is over, if any."""
    return {loss.reason for loss in getattr(table.view(None), "losses", ())}


def gathering() -> Named:
    """Yield tables before their match: joins, leaves, changes, and starts by patience."""
    wide = Settings(seats=5, bots="casual", visibility="open")
    evening = Evening(wide, "dutch", seed=1, fair=True)
    yield "opened", evening.bodies
    for number in (1, 2):
        evening.execute(Join(f"id-{number}", NAMES[number], 5 - number))
    yield "some have come", evening.bodies
    evening.execute(Change("id-0", preset="app-a7"))
    evening.execute(Change("id-0", options={"lives": 2, "tie_high_card": False}))
    yield "other rules", evening.bodies
    evening.execute(Change("id-0", settings=wide.model_copy(update={"clock": SLOW, "fill": False})))
    evening.execute(Change("id-0", order=(3, None, 0, 4, None)))
    yield "another order", evening.bodies
    evening.execute(Change("id-0", settings=Settings(seats=3, chat=False, spectators=False)))
    yield "they close up", evening.bodies
    evening.execute(Leave("id-0"))
    yield "another host", evening.bodies
    evening.execute(Join("id-0", "Anna again"))
    evening.execute(Away("id-1", evening.table.seat_of("id-2") or 0, present=False))
    yield "one is sent away", evening.bodies
    evening.execute(Leave("id-0"))
    evening.execute(Leave("id-1"))
    yield "all have left", evening.bodies
    evening.execute(Join("id-3", "Ümit 👑"))
    evening.execute(Start("id-3"))
    yield "begun by another", evening.bodies

    for seats, people, fill in ((3, 1, True), (4, 2, False), (2, 2, True)):
        settings = Settings(seats=seats, fill=fill, patience=20, clock=SLOW, visibility="open")
        evening = Evening(settings, seed=seats)
        for number in range(1, people):
            evening.execute(Join(f"id-{number}", NAMES[number]))
        yield f"{people} of {seats} wait", evening.bodies
        evening.now += 5000
        evening.execute(ServerResumed(evening.at), after=3600)
        yield f"{people} of {seats} wait, the server was away", evening.bodies
        evening.expire()
        evening.go_on_for(18)
        yield f"{people} of {seats}, begun by itself", evening.bodies


def company() -> Named:
    """Yield tables of several people without a clock: running, between rounds, ended."""
    for seed, (preset, seats, people) in enumerate(
        (
            ("pagat", 2, 2), ("pagat", 4, 2), ("app-a9", 3, 3), ("app-a5", 4, 3),
            ("gamerules", 5, 2), ("dutch", 4, 4), ("choy", 3, 2), ("app-a7", 6, 5),
        )
    ):  # fmt: skip
        options = _short_match(preset)
        evening = Evening(Settings(seats=seats, bots="club"), preset, options, seed)
        evening.begin(people)
        evening.go_on_for(people + 6)
        yield f"{preset}, {people} of {seats}, in a round", evening.bodies
        evening.play_round()
        if not evening.table.over:
            here = range(people) if evening.table.round == 1 else ()
            with suppress(Refusal):  # seats that are out need not be asked
                evening.ask_for_next(here[:-1])
            yield f"{preset}, {people} of {seats}, some are ready", evening.bodies
            with suppress(Refusal):
                evening.ask_for_next(here[-1:])
        evening.execute(Change("id-0", settings=_quiet(evening)))
        evening.go_on_for(LONGEST)
        yield f"{preset}, {people} of {seats}, later", evening.bodies


def _quiet(evening: Evening) -> Settings:
    """Return the settings with a new value for all that may change during a match."""
    now = evening.table.settings
    assert now is not None
    other = {"visibility": "open", "spectators": False, "chat": False}
    return now.model_copy(update=other)


def fair() -> Named:
    """Yield fair shuffles: in every phase, settled, and with seats left out."""
    for seed, people in enumerate((1, 2, 3)):
        settings = Settings(seats=4, bots="greedy", clock=SLOW if seed == 1 else None)
        evening = Evening(settings, "pagat", {"lives": 1}, seed, fair=True)
        evening.begin(people)
        yield f"{people} people, nobody has committed", evening.bodies
        for seat in range(people):
            evening.agree(seat)
        yield f"{people} people, all have committed", evening.bodies
        for seat in range(people - 1):
            evening.agree(seat)
        yield f"{people} people, one has to reveal", evening.bodies
        evening.agree(people - 1)
        evening.go_on_for(people + 14)
        yield f"{people} people, in a round", evening.bodies
        evening.go_on_for(LONGEST)
        yield f"{people} people, later", evening.bodies
    for name, agreeing in (
        ("nobody commits", []), ("one does not commit", [0, 1]),
        ("one does not reveal", [0, 1, 2, 0, 1]), ("nobody reveals", [0, 1, 2]),
    ):  # fmt: skip
        evening = Evening(Settings(seats=3), "app-a7", {"lives": 1}, len(name), fair=True)
        evening.begin(3)
        for seat in agreeing:
            evening.agree(seat)
        evening.expire()
        yield f"{name}, left out", evening.bodies
        if name == "one does not commit":
            evening.agree(0)
            evening.expire()
            yield f"{name}, another does not reveal", evening.bodies
        evening.now += 2000
        evening.agree_all()
        evening.go_on_for(34)
        yield f"{name}, they play", evening.bodies
    evening = Evening(Settings(seats=3), fair=True)
    evening.begin(2)
    evening.agree(1)
    evening.execute(ServerResumed(evening.at), after=900)
    yield "the server was away", evening.bodies
    evening.execute(Leave("id-1"))
    yield "one leaves while they agree", evening.bodies


def clocks() -> Named:
    """Yield moves in time, in the reserve and too late; stopped servers and changed clocks."""
    for seed, clock in enumerate((Clock(move=5), Clock(move=10, reserve=15), SLOW)):
        evening = Evening(
            Settings(seats=3, clock=clock), "pagat", {"lives": 2}, seed, liked=("all",)
        )
        evening.begin(2)
        name = f"{clock.move}+{clock.reserve}"
        evening.act(after=3)
        evening.act(after=clock.move + clock.reserve / 2)
        yield f"{name}, the reserve is used", evening.bodies
        while not any(event.type == "away" for event in evening.table.log):
            if evening.table.due is None:
                evening.act()
            else:
                evening.expire()
        yield f"{name}, too late too often", evening.bodies
        evening.go_on_for(len(evening.table.log) + 5)
        away = next(seat.seat for seat in evening.table.seats if seat.away)
        evening.execute(Back(f"id-{away}"))
        evening.go_on_for(LONGEST)
        yield f"{name}, back again", evening.bodies
    evening = Evening(Settings(seats=2, clock=SLOW), "dutch", {"lives": 1}, 4)
    evening.begin(2)
    evening.act(after=12)
    alive = evening.at
    evening.execute(ServerResumed(alive), after=7200)
    yield "the server was away", evening.bodies
    evening.act(after=25)
    evening.now += 30_000_000
    evening.execute(Expire(), after=0)
    yield "the server slept", evening.bodies
    evening.act(after=-90)
    yield "the clock was set back", evening.bodies
    evening.act(after=40_000)
    yield "the clock was set ahead", evening.bodies
    evening.play_round()
    evening.execute(ServerResumed(evening.at), after=60)
    yield "away between rounds", evening.bodies
    evening.play_on()
    yield "to the end", evening.bodies


def attendance() -> Named:
    """Yield tables whose people leave, are put away by the host, and come back."""
    for seed in range(3):
        clock = SLOW if seed else None
        settings = Settings(seats=4, bots="casual", clock=clock, visibility="open")
        evening = Evening(settings, "pagat", {"lives": 2}, 20 + seed, fair=seed == 2)
        evening.begin(3)
        evening.agree_all()
        evening.act(after=4)
        evening.execute(Leave(f"id-{seed}"))
        yield f"{seed}, one leaves", evening.bodies
        evening.act()
        evening.act()
        evening.execute(Back(f"id-{seed}"))
        yield f"{seed}, back", evening.bodies
        host = evening.table.host or 0
        evening.execute(Away(f"id-{host}", (host + 1) % 3, present=False))
        yield f"{seed}, put away by the host", evening.bodies
        evening.execute(Away(f"id-{(host + 2) % 3}", host, present=False))
        evening.execute(Change(f"id-{(host + 2) % 3}", settings=_quiet(evening)))
        yield f"{seed}, the host is put away", evening.bodies
        evening.execute(Leave(f"id-{(host + 2) % 3}"))
        yield f"{seed}, only bots play", evening.bodies
        evening.go_on_for(30)
        evening.execute(Back(f"id-{host}"))
        evening.go_on_for(LONGEST)
        yield f"{seed}, one is back", evening.bodies


def rematches() -> Named:
    """Yield ended matches with a rematch, and the rematch with its kept seats."""
    for seed, people in enumerate((1, 2, 3)):
        settings = Settings(seats=3, bots="beginner", clock=SLOW)
        evening = Evening(settings, "app-a7", {"lives": 1}, 30 + seed, fair=True)
        evening.begin(people)
        evening.agree_all()
        evening.play_on()
        asking = f"id-{people - 1}"
        opened = open_rematch(evening.table, "t", asking, evening.at, "t2" if seed else None)
        evening.execute(Rematch(asking, "t2"))
        yield f"{people} people, asked for", evening.bodies
        evening.table = Table.replay(opened)
        yield f"{people} people, seats are kept", evening.bodies
        if people > 1:
            evening.execute(Join("id-0", ""))
            yield f"{people} people, one has come", evening.bodies
        if people > 2:
            kept = next(seat.seat for seat in evening.table.seats if seat.invited)
            evening.execute(Away(asking, kept, present=True))
            evening.execute(Join("id-9", "Zoë", kept))
            yield f"{people} people, one has not come", evening.bodies
        evening.execute(Start(asking))
        evening.agree_all()
        evening.go_on_for(16)
        yield f"{people} people, they play again", evening.bodies


def forgotten() -> Named:
    """Yield logs from which a player was erased before, during and after the match."""
    for seed, shuffles in enumerate((False, True)):
        kind = "fair" if shuffles else "plain"
        settings = Settings(seats=4, bots="greedy", clock=SLOW if shuffles else None)
        evening = Evening(settings, "pagat", {"lives": 1}, 40 + seed, fair=shuffles)
        for number in (1, 2):
            evening.execute(Join(f"id-{number}", NAMES[number]))
        evening.execute(Leave("id-2"))
        evening.execute(Join("id-3", NAMES[3]))
        _forget(evening, "id-2")
        yield f"{kind}, came and went", evening.bodies
        _forget(evening, "id-3")
        yield f"{kind}, while they gather", evening.bodies
        evening.execute(Join("id-4", NAMES[4]))
        evening.execute(Start("id-0"))
        evening.agree_all()
        evening.go_on_for(len(evening.table.log) + 4)
        _forget(evening, "id-1")
        yield f"{kind}, in a round", evening.bodies
        evening.go_on_for(LONGEST)
        yield f"{kind}, later", evening.bodies
        evening.play_on()
        opened = open_rematch(evening.table, "t", "id-0", evening.at)
        evening.execute(Rematch("id-0", "t2"))
        _forget(evening, "id-0")
        yield f"{kind}, after the match", evening.bodies
        evening.table = Table.replay(opened)
        _forget(evening, "id-4")
        yield f"{kind}, expected at a rematch", evening.bodies
    evening = alone("dutch", 3, seed=4)
    evening.go_on_for(12)
    _forget(evening, "id-0")
    yield "alone", evening.bodies


def _forget(evening: Evening, player: str) -> None:
    """Erase a player from the log, as the server does it."""
    with suppress(Refusal):  # away already, or never there
        evening.execute(Leave(player))
    name = placeholder_name(
        evening.table.seat_of(player) or 0, [seat.name for seat in evening.table.seats]
    )
    changed = {body["seq"]: body for body in without_player(evening.bodies, player, name)}
    log = [changed.get(body["seq"], body) for body in evening.bodies]
    evening.table = Table.replay(map(read_event, log))


def closed() -> Named:
    """Yield logs of other rules and damaged logs, closed and not yet closed."""
    running = alone("pagat", 3, seed=50)
    running.go_on_for(14)
    shared = Evening(Settings(seats=3, clock=SLOW), "choy", {"rounds": 1}, 51, fair=True)
    shared.begin(2)
    shared.agree_all()
    shared.go_on_for(16)
    meeting = Evening(Settings(seats=4), seed=52)
    meeting.execute(Join("id-1", NAMES[1]))
    for name, evening in (("alone", running), ("shared", shared), ("gathering", meeting)):
        bodies = evening.bodies
        yield f"{name}, other rules that play alike", _by_other_rules(bodies)
        unknown = _by_other_rules(bodies)
        unknown[0]["preset" if name == "gathering" else "rules_version"] = "of 2031"
        unknown[-1]["seat"] = 0 if name == "gathering" else 7
        yield f"{name}, other rules", unknown
        yield f"{name}, closed for other rules", _closed(unknown)
        damaged = [*bodies[:-1], bodies[-1] | {"seat": 0 if name == "gathering" else 7}]
        yield f"{name}, damaged", damaged
        yield f"{name}, closed as damaged", _closed(damaged[:-1])
    old = _closed(_by_other_rules(running.bodies))
    old[-1]["notice"] = "this table was played by other rules and cannot go on; its record is kept"
    yield "closed by the first server", old


def _by_other_rules(bodies: Bodies) -> Bodies:
    return [bodies[0] | {"rules_version": "0"}, *(dict(body) for body in bodies[1:])]


def _closed(bodies: Bodies) -> Bodies:
    return [*bodies, close([read_event(body) for body in bodies], CLOSED_AT).body()]


def anything() -> Named:
    """Yield logs of commands in random order by players and strangers."""
    for seed in range(24):
        chance = Random(seed)
        settings = Settings(
            seats=chance.randint(2, 4),
            bots="random",
            clock=chance.choice((None, Clock(move=10, reserve=10))),
            patience=chance.choice((None, None, 20)),
        )
        preset = chance.choice(sorted(PRESETS))
        evening = Evening(settings, preset, {}, seed, fair=chance.random() < 0.5)
        length = chance.randint(12, 50)
        for _ in range(400):
            if len(evening.table.log) >= length:
                break
            with suppress(Refusal):
                _do_anything(evening, chance)
        yield f"seed {seed}", evening.bodies


def _do_anything(evening: Evening, chance: Random) -> None:
    table = evening.table
    player, seat = f"id-{chance.randrange(4)}", chance.randrange(4)
    host = f"id-{table.host or 0}" if table.host is None else table.player_at(table.host) or ""
    commands: list[Command] = [
        Join(player, chance.choice(("Ann", "Bo", "Cleo", "D"))),
        Leave(player),
        Back(player),
        Away(player, seat, present=False),
        Start(host),
        Change(host, preset=chance.choice(sorted(PRESETS))),
        Change(host, order=tuple(chance.sample([0, 1, 2, None], 4))),
        Rematch(player, "next"),
        Deal(seat, present=frozenset(chance.sample(range(4), 2))),
    ]
    if table.phase == "gathering" or chance.random() < 0.2:
        evening.execute(chance.choice(commands), chance.choice((0.1, 1, 8, 30)))
    elif chance.random() < 0.1:
        evening.execute(ServerResumed(evening.at), after=chance.choice((1, 600)))
    elif table.seeds is not None and table.seeds.waiting_for and chance.random() < 0.8:
        evening.agree(chance.choice(table.seeds.waiting_for))
    elif table.due is not None and chance.random() < 0.25:
        evening.expire()
    elif table.to_act is not None:
        evening.act(after=chance.choice((0.2, 1, 5, 14, -3)))
    else:
        evening.execute(Deal(seat))


SCENARIOS: Final[tuple[Callable[[], Named], ...]] = (
    presets,
    house_rules,
    renewals,
    rarities,
    gathering,
    company,
    fair,
    clocks,
    attendance,
    rematches,
    forgotten,
    closed,
    devices,
    anything,
)
