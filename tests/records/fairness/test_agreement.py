"""Agreement on seeds: the protocol and attempts to cheat."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from schwimmen.records import read_record
from schwimmen.records.fairness import (
    Agreement,
    FairnessRefusal,
    Terms,
    player_commitment,
    verify,
)
from schwimmen.rules.errors import SchwimmenError
from tests.strategies import examples

from .vectors import seed

NAMES = ("North", "East", "South", "West")
TERMS = Terms("k3v9", "pagat", {"lives": 2}, NAMES)


def agreement(*seats: int, server: str = "server") -> Agreement:
    return Agreement(TERMS, seats, seed(server))


def commit(agreed: Agreement, seat: int, to: str) -> None:
    agreed.commit(seat, agreed.commitment, commitment_of(agreed, seat, to))


def commitment_of(agreed: Agreement, seat: int, to: str) -> str:
    return player_commitment(agreed.commitment, len(agreed.attempts), seat, seed(to))


def settled(*, server: str = "server", **seeds: str) -> Agreement:
    """Return a settled agreement of the seats 0, 1, ... with these seeds."""
    agreed = agreement(*range(len(seeds)), server=server)
    for seat, own in enumerate(seeds.values()):
        commit(agreed, seat, own)
    for seat, own in enumerate(seeds.values()):
        agreed.reveal(seat, seed(own))
    return agreed


def pack(agreed: Agreement) -> list[int]:
    cards = list(range(32))
    agreed.chance.for_pack(1).shuffle(cards)
    return cards


def record(agreed: Agreement, published: bool = True) -> dict[str, object]:
    """Return the record of a match without rounds but with its agreement."""
    return {
        "format": "schwimmen-match/1",
        "rules": {"preset": TERMS.preset, "options": dict(TERMS.options)},
        "players": list(TERMS.players),
        "dealer": agreed.chance.for_dealer().randrange(len(NAMES)),
        "rounds": [],
        "fairness": agreed.fairness(published),
    }


def refused(code: str) -> pytest.RaisesExc[FairnessRefusal]:
    return pytest.RaisesExc(FairnessRefusal, check=lambda error: error.code == code)


def test_server_then_all_commit_then_all_reveal() -> None:
    agreed = agreement(2, 0)
    assert (agreed.phase, agreed.waiting_for) == ("committing", (0, 2))
    commit(agreed, 2, "b")
    assert (agreed.phase, agreed.waiting_for) == ("committing", (0,))
    commit(agreed, 0, "a")
    assert (agreed.phase, agreed.waiting_for) == ("revealing", (0, 2))
    assert agreed.commitments.keys() == {0, 2}
    agreed.reveal(2, seed("b"))
    agreed.reveal(0, seed("a"))
    assert (agreed.phase, agreed.waiting_for) == ("settled", ())
    assert verify(read_record(record(agreed))).seats == (0, 2)


def test_without_people_the_server_is_still_bound() -> None:
    agreed = agreement()
    assert agreed.phase == "settled"
    assert verify(read_record(record(agreed))).seats == ()


@pytest.mark.parametrize("change", ["server", "first", "second"])
def test_every_seed_changes_every_deal(change: str) -> None:
    seeds = {"server": "s", "first": "a", "second": "b"}
    other = seeds | {change: "another"}
    assert pack(settled(**seeds)) == pack(settled(**seeds))
    assert pack(settled(**seeds)) != pack(settled(**other))


def test_the_order_of_messages_makes_no_difference() -> None:
    agreed = agreement(0, 1)
    for step in (commit, lambda agreed, seat, to: agreed.reveal(seat, seed(to))):
        step(agreed, 1, "b")
        step(agreed, 0, "a")
    assert pack(agreed) == pack(settled(first="a", second="b"))


def test_draws_and_seal_are_not_known_too_early() -> None:
    agreed = agreement(0)
    with pytest.raises(SchwimmenError, match="seal is not known"):
        _ = agreed.seal
    commit(agreed, 0, "a")
    assert len(agreed.seal) == 64
    with pytest.raises(SchwimmenError, match="not known until"):
        _ = agreed.chance


def test_a_seed_revealed_before_all_have_committed_is_refused() -> None:
    agreed = agreement(0, 1)
    commit(agreed, 0, "a")
    with refused("too_early"):
        agreed.reveal(0, seed("a"))


def test_a_player_cannot_change_seed_after_seeing_commitments() -> None:
    agreed = agreement(0, 1)
    commit(agreed, 0, "a")
    with refused("already"):
        commit(agreed, 0, "other")
    commit(agreed, 1, "b")
    with refused("already"):
        commit(agreed, 0, "other")
    agreed.reveal(1, seed("b"))
    with refused("does_not_fit"):
        agreed.reveal(0, seed("other"))
    agreed.reveal(0, seed("a"))
    with refused("does_not_fit"):
        agreed.reveal(0, seed("other"))
    assert pack(agreed) == pack(settled(first="a", second="b"))


def test_a_commitment_after_the_list_is_closed_is_too_late() -> None:
    agreed = agreement(0, 1)
    commit(agreed, 0, "a")
    agreed.expire(seed("unused"))
    assert (agreed.phase, agreed.waiting_for) == ("revealing", (0,))
    with refused("not_asked"):
        commit(agreed, 1, "b")
    with refused("not_asked"):
        agreed.reveal(1, seed("b"))


def test_another_seats_commitment_is_invalid() -> None:
    agreed = agreement(0, 1)
    commit(agreed, 0, "a")
    agreed.commit(1, agreed.commitment, agreed.commitments[0])
    agreed.reveal(0, seed("a"))
    with refused("does_not_fit"):
        agreed.reveal(1, seed("a"))


@pytest.mark.parametrize("wrong", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "٣" * 64])
def test_an_invalid_hash_is_refused(wrong: str) -> None:
    agreed = agreement(0)
    with refused("not_hex"):
        agreed.commit(0, agreed.commitment, wrong)
    commit(agreed, 0, "a")
    with refused("not_hex"):
        agreed.reveal(0, wrong)
    with refused("not_hex"):
        Agreement(TERMS, (), wrong)


def test_a_player_who_does_not_reveal_is_excluded_and_others_commit_again() -> None:
    agreed = agreement(0, 1, 2)
    for seat, own in enumerate("abc"):
        commit(agreed, seat, own)
    first = agreed.commitment
    promised = agreed.commitments
    agreed.reveal(0, seed("a"))
    agreed.reveal(2, seed("c"))
    agreed.expire(seed("second"))
    assert (agreed.phase, agreed.waiting_for) == ("committing", (0, 2))
    assert agreed.commitment != first
    with refused("not_asked"):
        commit(agreed, 1, "b")
    with refused("other_attempt"):  # under the commitment of the first attempt
        agreed.commit(2, first, promised[2])
    agreed.commit(2, agreed.commitment, promised[2])  # repeating it does not reopen the list
    commit(agreed, 0, "a")
    with refused("does_not_fit"):
        agreed.reveal(2, seed("c"))
    agreed.reveal(0, seed("a"))
    agreed.expire(seed("third"))
    commit(agreed, 0, "aa")
    agreed.reveal(0, seed("aa"))
    verification = verify(read_record(record(agreed)))
    assert (verification.seats, verification.attempts) == ((0,), 3)


def test_an_attempt_cannot_be_kept_quiet() -> None:
    agreed = agreement(0)
    second = player_commitment(agreed.commitment, 2, 0, seed("a"))
    agreed.commit(0, agreed.commitment, second)
    with refused("does_not_fit"):  # shown to the browser as second, but first in the record
        agreed.reveal(0, seed("a"))


def test_without_revealed_seeds_only_the_server_is_bound() -> None:
    agreed = agreement(0)
    commit(agreed, 0, "a")
    agreed.expire(seed("second"))
    assert agreed.phase == "settled"
    verification = verify(read_record(record(agreed)))
    assert (verification.seats, verification.attempts) == ((), 2)


def test_the_same_seeds_at_another_table_are_another_deal() -> None:
    terms = [
        TERMS,
        Terms("other", TERMS.preset, TERMS.options, NAMES),
        Terms(TERMS.table, "dutch", TERMS.options, NAMES),
        Terms(TERMS.table, TERMS.preset, {}, NAMES),
        Terms(TERMS.table, TERMS.preset, TERMS.options, NAMES[::-1]),
        Terms(TERMS.table, TERMS.preset, TERMS.options, ("North,East", "South", "West", "")),
    ]
    agreed = [Agreement(one, (), seed("server")) for one in terms]
    assert len({one.commitment for one in agreed}) == len(terms)
    assert len({tuple(pack(one)) for one in agreed}) == len(terms)


def test_the_servers_seed_is_a_secret_until_it_is_published() -> None:
    agreed = agreement(0)
    commit(agreed, 0, "a")
    agreed.expire(seed("second"))
    before, after = str(agreed.fairness(False)), str(agreed.fairness(True))
    assert seed("second") not in before
    assert seed("second") in after
    assert seed("server") in before  # of the abandoned attempt


class AgreementMachine(RuleBasedStateMachine):
    """Server with a deadline, and browsers that follow the protocol or break it."""

    @initialize(seats=st.sets(st.sampled_from(range(4))))
    def begin(self, seats: set[int]) -> None:
        self.agreed = Agreement(TERMS, seats, seed(("server", 1)))
        self.asked = set(seats)
        self.sealed: dict[int, dict[int, str]] = {}

    @property
    def attempt(self) -> int:
        return len(self.agreed.attempts)

    @rule(seat=st.integers(0, 4), own=st.integers(0, 1))
    def commits(self, seat: int, own: int) -> None:
        phase, known = self.agreed.phase, self.agreed.commitments
        try:
            commit(self.agreed, seat, f"{self.attempt} {seat} {own}")
        except FairnessRefusal:
            assert self.agreed.commitments == known
        else:
            assert seat in self.asked
            assert phase == "committing" or self.agreed.commitments == known

    @rule(seat=st.integers(0, 4), own=st.integers(0, 1), back=st.integers(0, 1))
    def reveals(self, seat: int, own: int, back: int) -> None:
        attempt = self.attempt - back
        shown = seed(f"{attempt} {seat} {own}")
        committed = player_commitment(self.agreed.commitment, self.attempt, seat, shown)
        fits = self.agreed.phase != "committing" and self.agreed.commitments.get(seat) == committed
        if fits:
            self.agreed.reveal(seat, shown)
        else:
            with pytest.raises(FairnessRefusal):
                self.agreed.reveal(seat, shown)

    @precondition(lambda self: self.agreed.phase != "settled")
    @rule()
    def time_is_over(self) -> None:
        missing, phase = set(self.agreed.waiting_for), self.agreed.phase
        attempt = self.attempt
        self.agreed.expire(seed(("server", attempt + 1)))
        self.asked -= missing
        assert self.attempt == attempt + (phase == "revealing")

    @invariant()
    def waiting_seats_are_asked_and_have_not_answered(self) -> None:
        waiting = set(self.agreed.waiting_for)
        answered = {
            "committing": set(self.agreed.commitments),
            "revealing": set(self.agreed.attempts[-1].seeds),
            "settled": self.asked,
        }[self.agreed.phase]
        assert waiting == self.asked - answered
        assert (self.agreed.phase == "settled") >= (not waiting)

    @invariant()
    def the_closed_list_stays_unchanged(self) -> None:
        if self.agreed.phase != "committing":
            sealed = self.sealed.setdefault(self.attempt, self.agreed.commitments)
            assert self.agreed.commitments == sealed
            assert sealed.keys() == self.asked

    @invariant()
    def a_settled_agreement_verifies(self) -> None:
        if self.agreed.phase == "settled":
            verification = verify(read_record(record(self.agreed)))
            assert verification.seats == tuple(sorted(self.asked))
            assert verification.seal == self.agreed.seal
            assert verification.attempts == self.attempt


TestAgreementMachine = AgreementMachine.TestCase
TestAgreementMachine.settings = examples(60)


@given(st.data())
def test_every_step_can_be_taken_twice(data: st.DataObject) -> None:
    agreed = agreement(0, 1)
    steps: list[Callable[[], None]] = [
        lambda: commit(agreed, 0, "a"),
        lambda: commit(agreed, 1, "b"),
        lambda: agreed.reveal(0, seed("a")),
        lambda: agreed.reveal(1, seed("b")),
        lambda: agreed.expire(seed("unused")),
    ]
    for number, step in enumerate(steps):
        step()
        data.draw(st.sampled_from(steps[: number + 1]))()
    assert pack(agreed) == pack(settled(first="a", second="b"))
