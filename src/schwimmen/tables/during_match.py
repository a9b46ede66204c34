"""Table during its match: actions, deals, absence, and the agreement on fair shuffles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import schwimmen.rules as rules
from schwimmen.rules.cards import card_names
from schwimmen.rules.errors import IllegalAction, MissingShuffle
from schwimmen.rules.ruleset import RuleSet

from .clocks import Awaited
from .commands import (
    BotCommand,
    Change,
    Commit,
    Deal,
    PersonCommand,
    Play,
    Refusal,
    Rematch,
    Reveal,
)
from .log import (
    ActionEvent,
    AwayEvent,
    BackEvent,
    ChangedEvent,
    CommittedEvent,
    DealEvent,
    LeftOutEvent,
    LogEvent,
    ReadyEvent,
    RematchEvent,
    ResumedEvent,
    RevealedEvent,
)
from .match_seats import MatchSeats
from .names import check_no_link
from .public import ActedBy
from .settings import MUTABLE_IN_MATCH, TableTerms
from .shuffles import Chance, FairShuffles, shuffled

if TYPE_CHECKING:
    from schwimmen.records.daily import DailyDeal
    from schwimmen.rules import Match, RoundEvent, RoundResult, View


def timeout_action(view: View) -> str:
    """Return the action for a person whose time is up: keep, or pass if legal.

    If neither is legal, it is the exchange that leaves the best hand (R16) among those that reveal
    no unseen cards; exchanges that close are a last resort.

    >>> from schwimmen.rules import Match
    >>> match = Match("pagat", players=2, seed=1)
    >>> timeout_action(match.view(match.to_act))
    'keep'
    """
    from schwimmen.players.greedy import best_hand_action
    from schwimmen.rules import mask_of
    from schwimmen.rules.core.state import rules_array

    for name in ("keep", "pass"):
        if name in view.legal_actions:
            return name
    known = [choice for choice in view.choices if choice.value is not None]
    candidates = [choice for choice in known if not choice.closes] or known
    number = best_hand_action(
        rules_array(view.rules)[0],
        mask_of(choice.number for choice in candidates),
        mask_of(view.hand),
        mask_of(view.table),
    )
    return next(choice.action for choice in candidates if choice.number == number)


SHOWDOWN_MS: Final = 20_000
"""How long the showdown is shown when the table has a clock."""

SHOWDOWN_OF_BOTS_MS: Final = 5_000
"""How long the showdown is shown to spectators when only bots play on."""

SHOWDOWN_WITHOUT_CLOCK_MS: Final = 60_000
"""How long the showdown is shown when the table has no clock."""


class PlayingPhase:
    """Match of a table and the seats in it.

    ``dealer`` is the first one; without it, the first deal sets it. ``shuffles`` or ``daily``, if
    given, supply all chance. ``play`` and ``expire`` change the state at once; for other commands
    ``decide`` returns the event and ``apply`` changes the state.
    """

    def __init__(
        self,
        terms: TableTerms,
        rules: RuleSet,
        seats: MatchSeats,
        dealer: int | None = None,
        shuffles: FairShuffles | None = None,
        daily: DailyDeal | None = None,
    ) -> None:
        self.terms = terms
        self.seats = seats
        self.shuffles = shuffles
        self._daily = daily
        self.rematch: str | None = None
        """Id of the rematch's table."""
        self._rules = rules
        self._match: Match | None = None if dealer is None else self._new_match(dealer)
        self._moves = 0
        self._rounds = 0
        self._recycled = 0
        self._reported = 0
        """Events of the round's history that have been returned."""
        self._update()

    @property
    def result(self) -> RoundResult | None:
        """Result of the last finished round."""
        return None if self._match is None or not self._match.results else self._match.results[-1]

    @property
    def finished_match(self) -> Match | None:
        """Match once it is over; before that it holds secrets."""
        return self._match if self.over else None

    @property
    def awaited(self) -> Awaited | None:
        """Step that the table waits for, ``None`` after the match."""
        if self.over:
            return None
        if self._match is None:
            if self.shuffles is not None and not self.shuffles.settled:
                return self.shuffles.awaited
            return Awaited("deal", self._moves, limit_ms=0)
        seat = self.to_act
        if seat is not None:
            return Awaited("move", self._moves, seat, runs=not self.seats.played_by_bot(seat))
        return Awaited("deal", self._moves, limit_ms=self._showdown_ms)

    def _update(self) -> None:
        """Note what the match is like now, which every event needs several times."""
        match = self._match
        self.over = match is not None and match.over
        """Whether the match has been played to its end."""
        self.to_act = None if match is None else match.to_act
        """Seat whose turn it is."""
        self.lives = None if match is None else match.lives
        """Chips of each seat; ``None`` before the match and in one for points."""
        status = None if match is None else match.status
        self._active = [
            seat
            for seat in range(len(self.seats.occupants))
            if status is None or status[seat] != "out"
        ]
        """Seats that are not out of the match."""
        self.remaining = self.seats.remaining.intersection(self._active)
        """Seats of people who have neither lost the match nor left it."""

    @property
    def _showdown_ms(self) -> int:
        """How long the showdown is shown unless all players ask for the next round earlier."""
        if not self.seats.not_away.intersection(self._active):
            return SHOWDOWN_OF_BOTS_MS
        settings = self.terms.settings
        if settings is None or settings.clock is None:
            return SHOWDOWN_WITHOUT_CLOCK_MS
        return SHOWDOWN_MS

    def view(self, seat: int | None) -> View | None:
        """Return the view of a seat or a spectator, ``None`` before the first round."""
        return None if self._match is None or not self._moves else self._match.view(seat)

    def open_view(self) -> View | None:
        """Return a spectator's view with all hands open, ``None`` before the first round."""
        return None if self._match is None or not self._moves else self._match.open_view()

    def play(
        self, command: Play, seq: int, at: str, chance: Chance
    ) -> tuple[ActionEvent, tuple[RoundEvent, ...]]:
        """Play the action of a person or a bot; return the event and the public events in it.

        Raises ``Refusal``.
        """
        by: ActedBy = "bot" if command.bot else "person"
        self.seats.require_seat(command.seat)
        if self.seats.occupants[command.seat].level is not None:
            by = "bot"
        elif command.bot != self.seats.played_by_bot(command.seat):
            name = self.seats.occupants[command.seat].name
            if command.bot:
                raise Refusal("not_away", f"{name} is not away")
            raise Refusal("away", 'a bot is playing for you: send "back" first')
        match = self._match
        if match is None:
            raise Refusal("not_dealt", "the first round has not been dealt yet")
        if self.to_act is not None and self.to_act != command.seat:
            name = self.seats.occupants[self.to_act].name
            raise Refusal("not_your_turn", f"it is the turn of {name}", "not_your_turn", ())
        return self._act(match, command.action, command.client_id, by, seq, at, chance)

    def expire(self, seq: int, at: str, chance: Chance) -> tuple[LogEvent, tuple[RoundEvent, ...]]:
        """Act for the seat whose time is up, deal the next round, or go on without seeds."""
        if self.shuffles is not None and not self.shuffles.settled:
            left_out = self.shuffles.expire(seq, at, chance)
            return left_out, self.apply(left_out)
        match = self._match or self._match_with_random_dealer(chance)
        if self.to_act is None:
            event = self._deal_event(match, seq, at, chance)
            return event, self.apply(event)
        action = timeout_action(match.view(self.to_act))
        return self._act(match, action, None, "clock", seq, at, chance)

    def decide(
        self, command: PersonCommand | BotCommand | Deal, seq: int, at: str, chance: Chance
    ) -> LogEvent:
        """Return the event that a command leads to. Raises ``Refusal``."""
        match command:
            case Deal():
                return self._deal_or_ready(command, seq, at, chance)
            case Change():
                return self._change(command, seq, at)
            case Rematch():
                return self._rematch(command, seq, at)
            case Commit() | Reveal():
                seat = self.seats.require_seat_of(command.player)
                if self.shuffles is None:
                    raise Refusal("not_asked", "this match asks for no seeds")
                return self.shuffles.decide(command, seat, seq, at)
            case _:
                return self.seats.decide(command, self.over, seq, at)

    def next(self, seq: int, at: str, chance: Chance) -> LogEvent | None:
        """Return the event that follows at once from the last one: the first deal, or absence."""
        if self._match is None:
            if self.shuffles is not None and not self.shuffles.settled:
                return None
            return self._deal_event(self._match_with_random_dealer(chance), seq, at, chance)
        return None if self.over else self.seats.next(seq, at)

    def apply(self, event: LogEvent) -> tuple[RoundEvent, ...]:
        """Apply an event; return the public events of the round in it.

        Raises ``SchwimmenError`` for an event that the rules do not allow, and ``ValueError``.
        """
        history = self._apply(event)
        self._update()
        return history

    def _apply(self, event: LogEvent) -> tuple[RoundEvent, ...]:
        match event:
            case DealEvent():
                match = self._match
                if match is None:
                    match = self._match = self._new_match(event.dealer)
                _check_seat(event.dealer, match.dealer)
                match.deal(pack=event.pack)
                self._moves += 1
                self._rounds += 1
                self._recycled = self._reported = 0
                self.seats.clear_ready()
                return self._new_round_events(match)
            case ActionEvent():
                match = self._match
                if match is None:
                    raise ValueError("no round has been dealt")
                _check_seat(event.seat, self.to_act)
                match.play(event.action, shuffle=event.shuffle)
                self._note_action(event)
                return self._new_round_events(match)
            case ChangedEvent():
                self.terms = TableTerms(event.preset, event.options, event.settings)
            case RematchEvent():
                self.rematch = event.table
            case CommittedEvent() | RevealedEvent() | LeftOutEvent() if self.shuffles is not None:
                self.shuffles.apply(event)
            case ReadyEvent() | AwayEvent() | BackEvent():
                self.seats.apply(event)
            case ResumedEvent():
                pass
            case _:
                raise ValueError("the match has begun")
        return ()

    def _match_with_random_dealer(self, chance: Chance) -> Match:
        """Return a new match whose first dealer is drawn at random (R7)."""
        source = chance if self.shuffles is None else self.shuffles.chance.for_dealer()
        return self._new_match(source.randrange(len(self.seats.occupants)))

    def _new_match(self, dealer: int) -> Match:
        names = [seat.name for seat in self.seats.occupants]
        return rules.Match(self._rules, players=names, dealer=dealer, deal=False)

    def _act(
        self,
        match: Match,
        action: str,
        client_id: str | None,
        by: ActedBy,
        seq: int,
        at: str,
        chance: Chance,
    ) -> tuple[ActionEvent, tuple[RoundEvent, ...]]:
        seat, shuffle = self.to_act, None
        try:
            match.play(action)
        except IllegalAction as error:
            raise Refusal("illegal_action", str(error), error.reason, error.legal) from None
        except MissingShuffle:
            if self.shuffles is not None:
                chance = self.shuffles.chance.for_shuffle(self._rounds, self._recycled + 1)
            elif self._daily is not None:
                chance = self._daily.shuffle(self._rounds, self._recycled + 1)
            shuffle = shuffled(match.round.aside, chance)
            match.recycle(shuffle)
        assert seat is not None
        history = self._new_round_events(match)
        assert history[0].action is not None
        event = ActionEvent(
            seq=seq,
            at=at,
            seat=seat,
            action=history[0].action,
            shuffle=shuffle,
            client_id=client_id,
            acted_by=None if self.terms.settings is None else by,
        )
        self._note_action(event)
        self._update()
        return event, history

    def _note_action(self, event: ActionEvent) -> None:
        """Count an action that has been played."""
        self._moves += 1
        self._recycled += event.shuffle is not None
        self.seats.apply_action(event)

    def _new_round_events(self, match: Match) -> tuple[RoundEvent, ...]:
        """Return the events of the round since the last call."""
        events = match.round.events_since(self._reported)
        self._reported += len(events)
        return events

    def _deal_or_ready(self, deal: Deal, seq: int, at: str, chance: Chance) -> LogEvent:
        self.seats.require_seat(deal.seat)
        match = self._match
        if match is None:
            raise Refusal("not_dealt", "the first round is dealt once the seeds are settled")
        if self.over:
            raise Refusal("match_over", "the match is over")
        if self.to_act is not None:
            raise Refusal("round_running", "the round is not over yet")
        if self.terms.settings is not None and self.seats.seats_not_ready(deal, self._active):
            return ReadyEvent(seq=seq, at=at, seat=deal.seat, client_id=deal.client_id)
        return self._deal_event(match, seq, at, chance, deal)

    def _deal_event(
        self, match: Match, seq: int, at: str, chance: Chance, deal: Deal | None = None
    ) -> DealEvent:
        if self.shuffles is not None:
            chance = self.shuffles.chance.for_pack(self._rounds + 1)
        if self._daily is None:
            pack = shuffled(match.rules.cards, chance)
        else:
            pack = card_names(self._daily.pack(self._rounds + 1, match.dealer, self._active))
        return DealEvent(
            seq=seq,
            at=at,
            dealer=match.dealer,
            pack=pack,
            seat=None if deal is None else deal.seat,
            client_id=None if deal is None else deal.client_id,
        )

    def _change(self, change: Change, seq: int, at: str) -> LogEvent:
        """Return the change of settings that can change during the match."""
        seat = self.seats.require_host(change.player)
        now = self.terms.settings
        assert now is not None
        wished = change.settings or now
        allowed = {name: getattr(wished, name) for name in MUTABLE_IN_MATCH}
        if (
            change.preset is not None
            or change.options is not None
            or change.order is not None
            or wished != now.model_copy(update=allowed)
        ):
            names = ", ".join(sorted(MUTABLE_IN_MATCH))
            raise Refusal("already_started", f"during the match only these can change: {names}")
        if wished.visibility == "open" != now.visibility:
            for one in self.seats.occupants:
                check_no_link(one.name)
        return ChangedEvent(
            seq=seq,
            at=at,
            seat=seat,
            preset=self.terms.preset,
            options=dict(self.terms.options),
            settings=wished,
            client_id=change.client_id,
        )

    def _rematch(self, rematch: Rematch, seq: int, at: str) -> LogEvent:
        seat = self.seats.require_seat_of(rematch.player)
        if not self.over:
            raise Refusal("not_over", "the match is not over yet")
        if self.rematch is not None:
            raise Refusal(
                "rematch_made",
                "there is a table for the rematch already",
                details={"table": self.rematch},
            )
        return RematchEvent(
            seq=seq, at=at, seat=seat, table=rematch.table, client_id=rematch.client_id
        )


def _check_seat(logged: int, expected: int | None) -> None:
    if logged != expected:
        raise ValueError(f"the event is by seat {logged}, but seat {expected} is to act")
