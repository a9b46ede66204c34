"""Luck and skill, compiled: changes of the chances from moment to moment, and their sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwimmen.engine import jit, jit_noinline
from schwimmen.rules.core.events import CHOSE, END, NEW_TABLE, RECYCLED, SHOWN
from schwimmen.rules.core.rows import Records
from schwimmen.rules.core.state import (
    NO_SEAT,
    OUT,
    SCORING_POINTS,
    MatchRecord,
    RecordArray,
    RulesRecord,
)

from .grades import units_of
from .numbers import ChangeRecord, SwingRecord
from .records import SWINGS, AccountRecord, MomentRecord

if TYPE_CHECKING:
    from schwimmen.players.equity.model import EquityRecord
    from schwimmen.players.search.situation import SearchRecord


@jit_noinline
def start_moment(rules: RulesRecord, match: MatchRecord, seat: int, moment: MomentRecord) -> None:
    """Start the record of a moment, all zero, after an action of a seat, or of ``NO_SEAT``."""
    moment.seats = match.seats
    moment.seat = seat
    moment.decider = NO_SEAT
    for other in range(match.seats):
        moment.dealt_in += int(match.status[other] != OUT)
    if rules.scoring == SCORING_POINTS:
        for other in range(match.seats):
            moment.bases[other] = _lead(match, other)


@jit
def _lead(match: MatchRecord, seat: int) -> float:
    """Return how far a seat is ahead of the mean of its opponents, in points."""
    total = 0.0
    for other in range(match.seats):
        total += match.totals[other] / 2.0
    own = match.totals[seat] / 2.0
    return own - (total - own) / (match.seats - 1)


@jit
def is_surprise(events: RecordArray) -> bool:
    """Return whether an action's events show cards, hands or the dealer's choice of them."""
    for place in range(len(events)):
        if events[place].kind in (CHOSE, RECYCLED, NEW_TABLE, SHOWN, END):
            return True
    return False


@jit
def write_exact_chances(
    rules: RulesRecord, match: MatchRecord, equity: EquityRecord, moment: MomentRecord
) -> None:
    """Write the chances between two rounds: match equity, or the leads in a game for points."""
    moment.over = 1
    for seat in range(moment.seats):
        if rules.scoring == SCORING_POINTS:
            moment.chances[seat].value = _lead(match, seat)
        else:
            moment.chances[seat].value = equity.seats[seat]


@jit
def write_chances(
    rules: RulesRecord, search: SearchRecord, announced: int, moment: MomentRecord
) -> None:
    """Write the chances of all seats, or the announced ones, from the values estimated."""
    unit, _, _ = units_of(rules)
    found = moment.chances
    if announced:
        moment.surprised = 1
        found = moment.announced
    for seat in range(moment.seats):
        found[seat].value = moment.bases[seat] + unit * search.seats[seat].value
        found[seat].error = unit * search.seats[seat].error


@jit_noinline
def write_changes(before: MomentRecord, moment: MomentRecord) -> None:
    """Write the changes of the chances of all seats since the moment before."""
    for seat in range(moment.seats):
        _write_change(before, moment, seat, moment.changes[seat])


@jit
def _write_change(
    before: MomentRecord, moment: MomentRecord, seat: int, change: ChangeRecord
) -> None:
    chance, earlier = moment.chances[seat].value, before.chances[seat].value
    if moment.seat == NO_SEAT:
        change.luck = chance - earlier
    elif moment.seat == seat:
        if before.count:
            change.error = before.actions[before.chosen].value - before.actions[0].value
        change.luck = chance - earlier - change.error
    elif moment.surprised:
        change.luck = chance - moment.announced[seat].value
        change.others = moment.announced[seat].value - earlier
    else:
        change.others = chance - earlier


@jit_noinline
def add_moment(moment: MomentRecord, number: int, seat: int, account: AccountRecord) -> None:
    """Add the moment ``number`` to the account of a seat."""
    account.result = moment.chances[seat].value
    if number == 0:
        account.before = account.result
    change = moment.changes[seat]
    account.luck += change.luck
    account.errors += change.error
    account.others += change.others
    swing = _swing(moment, seat, account)
    if swing > 0:
        place = SWINGS
        while place > 0 and swing >= account.luckiest[place - 1].change:
            place -= 1
        _insert(account.luckiest, place, number, swing)
        account.lucky = min(account.lucky + 1, SWINGS)
    elif swing < 0:
        place = SWINGS
        while place > 0 and swing < account.unluckiest[place - 1].change:
            place -= 1
        _insert(account.unluckiest, place, number, swing)
        account.unlucky = min(account.unlucky + 1, SWINGS)
    if moment.decider == seat:
        account.decisions += 1
        loss = moment.actions[moment.chosen].loss
        account.loss += loss
        account.squares += loss * loss
        account.error_rate = 100.0 * account.loss / account.decisions
        account.grades[moment.grade] += 1


@jit
def _swing(moment: MomentRecord, seat: int, account: AccountRecord) -> float:
    """Return the luck of a seat at a moment without what its own action shows of its hand.

    A poor hand that closes looks like a good one until it is shown, so that counts at the end of
    the round.
    """
    swing: float = moment.changes[seat].luck
    if moment.seat == seat:
        turned_up = 0.0
        if moment.surprised:
            turned_up = moment.chances[seat].value - moment.announced[seat].value
        account.shown += swing - turned_up
        swing = turned_up
    if moment.over:
        swing += account.shown
        account.shown = 0.0
    return swing


@jit
def _insert(swings: Records[SwingRecord], place: int, moment: int, change: float) -> None:
    """Insert a swing at a place, after which the last one is dropped."""
    for later in range(SWINGS - 1, place, -1):
        swings[later].moment = swings[later - 1].moment
        swings[later].change = swings[later - 1].change
    if place < SWINGS:
        swings[place].moment = moment
        swings[place].change = change
