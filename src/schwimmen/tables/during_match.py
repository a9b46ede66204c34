"""What is played for a seat whose time is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schwimmen.rules import View
from typing import TYPE_CHECKING, Final

import schwimmen.rules as rules
from schwimmen.rules.errors import IllegalAction, MissingShuffle
from schwimmen.rules.ruleset import RuleSet

from .clocks import Wait
from .commands import Change, Commit, Deal, PersonCommand, Play, Refusal, Rematch, Reveal
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
    from schwimmen.rules import Match, OwnView, RoundEvent, RoundResult, View


def timeout_action(view: View) -> str:
    """The action of a person who did not choose: keep, or pass, whichever is legal.

    Where neither is, the one that leaves the best hand (R16) without closing, if there is any such,
    and without turning up cards that nobody knows yet.

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
    among = [choice for choice in known if not choice.closes] or known
    number = best_hand_action(
        rules_array(view.rules)[0],
        mask_of(choice.number for choice in among),
        mask_of(view.hand),
        mask_of(view.table),
    )
    return next(choice.action for choice in among if choice.number == number)


LOOK_MS: Final = 20_000
"""How long people may look at the hands of a round before the next is dealt, where they play by a
clock."""

SHORT_LOOK_MS: Final = 5_000
"""The same where only bots play on, for those who watch."""

LONG_LOOK_MS: Final = 60_000
"""The same where there is none."""


class PlayingPhase:
    """The match and who plays in it.

    ``dealer`` is the first; without one he is known from the first round. With ``shuffles`` all
    chance is theirs. ``play`` changes it at once, all else is asked with ``decide`` and changed by
    ``apply`` alone.
    """

    def __init__(
        self,
        terms: TableTerms,
        chosen: RuleSet,
        people: MatchSeats,
        dealer: int | None = None,
        shuffles: FairShuffles | None = None,
    ) -> None:
        self.terms = terms
        self.people = people
        self.shuffles = shuffles
        self.rematch: str | None = None
        """The id of the table where the match goes on."""
        self._rules = chosen
        self._match: Match | None = None if dealer is None else self._opened(dealer)
        self._moves = 0
        self._rounds = 0
        self._recycled = 0
        self._told = 0
        """How much of the history of the running round has been returned."""

    @property
    def result(self) -> RoundResult | None:
        """That of the last round that was played to its end."""
        return None if self._match is None or not self._match.results else self._match.results[-1]

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is."""
        return None if self._match is None else self._match.to_act

    @property
    def over(self) -> bool:
        """Whether the match has been played to its end."""
        return self._match is not None and self._match.over

    @property
    def finished_match(self) -> Match | None:
        """The match when it is over: before, nobody may look at all of it."""
        return self._match if self.over else None

    @property
    def wait(self) -> Wait | None:
        """What the table waits for."""
        if self.over:
            return None
        if self._match is None:
            if self.shuffles is not None and not self.shuffles.settled:
                return self.shuffles.wait
            return Wait("deal", self._moves, limit_ms=0)
        seat = self.to_act
        if seat is not None:
            return Wait("move", self._moves, seat, runs=not self.people.played_by_bot(seat))
        return Wait("deal", self._moves, limit_ms=self._look_ms)

    @property
    def remaining(self) -> frozenset[int]:
        """The seats of people who still play: they have neither lost the match nor left it."""
        return self.people.remaining.intersection(self._in_the_match)

    @property
    def _look_ms(self) -> int:
        """How long the next round is waited for, unless all who play in it ask for it before."""
        if not self.people.here.intersection(self._in_the_match):
            return SHORT_LOOK_MS
        settings = self.terms.settings
        return LONG_LOOK_MS if settings is None or settings.clock is None else LOOK_MS

    @property
    def _in_the_match(self) -> list[int]:
        """The seats that have not lost it yet."""
        status = None if self._match is None else self._match.status
        return [
            seat
            for seat in range(len(self.people.seats))
            if status is None or status[seat] != "out"
        ]

    def view(self, seat: int | None) -> View | None:
        """What a seat or a spectator may know; nothing before the first round."""
        return None if self._match is None or not self._moves else self._match.view(seat)

    def own_view(self, seat: int) -> OwnView | None:
        """Of the view of a seat what all others may not know."""
        return None if self._match is None or not self._moves else self._match.own_view(seat)

    def play(
        self, command: Play, seq: int, at: str, chance: Chance
    ) -> tuple[ActionEvent, tuple[RoundEvent, ...]]:
        """Plays the action of a person or a bot; returns what it led to. Raises ``Refusal``."""
        by: ActedBy = "bot" if command.bot else "person"
        self.people.require_seat(command.seat)
        if self.people.seats[command.seat].level is not None:
            by = "bot"
        elif command.bot != self.people.played_by_bot(command.seat):
            name = self.people.seats[command.seat].name
            if command.bot:
                raise Refusal("not_away", f"{name} plays for themselves")
            raise Refusal("away", "a bot plays for you: come back first")
        match = self._match
        if match is None:
            raise Refusal("not_dealt", "the first round has not been dealt yet")
        if match.to_act is not None and match.to_act != command.seat:
            name = self.people.seats[match.to_act].name
            raise Refusal("not_your_turn", f"it is the turn of {name}", "not_your_turn", ())
        return self._act(match, command.action, command.client_id, by, seq, at, chance)

    def expire(self, seq: int, at: str, chance: Chance) -> tuple[LogEvent, tuple[RoundEvent, ...]]:
        """Plays for the seat whose time is up, deals the next round, or goes on without seeds."""
        if self.shuffles is not None and not self.shuffles.settled:
            left_out = self.shuffles.expire(seq, at, chance)
            return left_out, self.apply(left_out)
        match = self._match or self._begun(chance)
        seat = match.to_act
        if seat is None:
            event = self._round(match, seq, at, chance, None, None)
            return event, self.apply(event)
        action = timeout_action(match.view(seat))
        return self._act(match, action, None, "clock", seq, at, chance)

    def decide(self, command: PersonCommand | Deal, seq: int, at: str, chance: Chance) -> LogEvent:
        """The event that the command leads to. Raises ``Refusal``."""
        match command:
            case Deal():
                return self._deal(command, seq, at, chance)
            case Change():
                return self._change(command, seq, at)
            case Rematch():
                return self._rematch(command, seq, at)
            case Commit() | Reveal():
                seat = self.people.require_seat_of(command.player)
                if self.shuffles is None:
                    raise Refusal("not_asked", "nobody is asked for a seed here")
                return self.shuffles.decide(command, seat, seq, at)
            case _:
                return self.people.decide(command, self.over, seq, at)

    def next(self, seq: int, at: str, chance: Chance) -> LogEvent | None:
        """What follows at once from the last event: the first round, or that somebody is away."""
        if self._match is None:
            if self.shuffles is not None and not self.shuffles.settled:
                return None
            return self._round(self._begun(chance), seq, at, chance, None, None)
        return None if self.over else self.people.next(seq, at)

    def apply(self, event: LogEvent) -> tuple[RoundEvent, ...]:
        """Takes in an event; returns what all could see of it.

        Raises ``SchwimmenError`` for one that the rules do not allow here, and ``ValueError``.
        """
        match event:
            case DealEvent():
                match = self._match
                if match is None:
                    match = self._match = self._opened(event.dealer)
                _require_seat(event.dealer, match.dealer)
                match.deal(pack=event.pack)
                self._dealt()
                return self._news(match)
            case ActionEvent():
                match = self._match
                if match is None:
                    raise ValueError("no round has been dealt")
                _require_seat(event.seat, match.to_act)
                match.play(event.action, shuffle=event.shuffle)
                self._acted(event)
                return self._news(match)
            case ChangedEvent():
                self.terms = TableTerms(event.preset, event.options, event.settings)
            case RematchEvent():
                self.rematch = event.table
            case CommittedEvent() | RevealedEvent() | LeftOutEvent() if self.shuffles is not None:
                self.shuffles.apply(event)
            case ReadyEvent() | AwayEvent() | BackEvent():
                self.people.apply(event)
            case ResumedEvent():
                pass
            case _:
                raise ValueError("the match has begun")
        return ()

    def _begun(self, chance: Chance) -> Match:
        """A match whose first dealer comes from chance (R7)."""
        drawn = chance if self.shuffles is None else self.shuffles.chance.for_dealer()
        return self._opened(drawn.randrange(len(self.people.seats)))

    def _opened(self, dealer: int) -> Match:
        names = [seat.name for seat in self.people.seats]
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
        seat, shuffle = match.to_act, None
        try:
            match.play(action)
        except IllegalAction as error:
            raise Refusal("illegal_action", str(error), error.reason, error.legal) from None
        except MissingShuffle:
            if self.shuffles is not None:
                chance = self.shuffles.chance.for_shuffle(self._rounds, self._recycled + 1)
            shuffle = shuffled(match.round.aside, chance)
            match.recycle(shuffle)
        assert seat is not None
        event = ActionEvent(
            seq=seq,
            at=at,
            seat=seat,
            action=match.round.actions[-1],
            shuffle=shuffle,
            client_id=client_id,
            by=None if self.terms.settings is None else by,
        )
        self._acted(event)
        return event, self._news(match)

    def _news(self, match: Match) -> tuple[RoundEvent, ...]:
        """Return what has happened in the round since the last call."""
        news = match.round.events_since(self._told)
        self._told += len(news)
        return news

    def _acted(self, event: ActionEvent) -> None:
        self._moves += 1
        self._recycled += event.shuffle is not None
        self.people.acted(event)

    def _dealt(self) -> None:
        self._moves += 1
        self._rounds += 1
        self._recycled = self._told = 0
        self.people.dealt()

    def _deal(self, deal: Deal, seq: int, at: str, chance: Chance) -> LogEvent:
        self.people.require_seat(deal.seat)
        match = self._match
        if match is None:
            raise Refusal("not_dealt", "the first round is dealt when all is settled")
        if match.over:
            raise Refusal("match_over", "the match is over: there is no next round")
        if match.to_act is not None:
            raise Refusal("round_running", "the round is not over yet")
        if self.terms.settings is None:
            return self._round(match, seq, at, chance, deal.seat, deal.client_id)
        if not self.people.seats_not_ready(deal, self._in_the_match):
            return self._round(match, seq, at, chance, deal.seat, deal.client_id)
        return ReadyEvent(seq=seq, at=at, seat=deal.seat, client_id=deal.client_id)

    def _round(
        self,
        match: Match,
        seq: int,
        at: str,
        chance: Chance,
        seat: int | None,
        client_id: str | None,
    ) -> DealEvent:
        if self.shuffles is not None:
            chance = self.shuffles.chance.for_pack(self._rounds + 1)
        return DealEvent(
            seq=seq,
            at=at,
            dealer=match.dealer,
            pack=shuffled(match.rules.cards, chance),
            seat=seat,
            client_id=client_id,
        )

    def _change(self, change: Change, seq: int, at: str) -> LogEvent:
        """Some settings can be changed at any time."""
        seat = self.people.require_host(change.player)
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
            raise Refusal("already_started", f"while a match is played only these change: {names}")
        if wished.visibility == "open" != now.visibility:
            for one in self.people.seats:
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

    def _rematch(self, asked: Rematch, seq: int, at: str) -> LogEvent:
        seat = self.people.require_seat_of(asked.player)
        if not self.over:
            raise Refusal("not_over", "the match is not over yet")
        if self.rematch is not None:
            raise Refusal(
                "rematch_made",
                "there is a table for the next match already",
                details={"table": self.rematch},
            )
        return RematchEvent(seq=seq, at=at, seat=seat, table=asked.table, client_id=asked.client_id)


def _require_seat(logged: int, expected: int | None) -> None:
    if logged != expected:
        raise ValueError(f"it is by seat {logged}, but it is up to seat {expected}")
