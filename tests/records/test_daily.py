"""Deal of the day: seeds, packs, the check of a match, signs and shared lines."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen import Match
from schwimmen.players import LEVELS
from schwimmen.records.daily import (
    KEPT,
    LOST,
    OUT,
    SWIMS,
    VARIANTS,
    DailyDeal,
    DailyError,
    DailyResult,
    DailySecret,
    check_daily_match,
    distribution,
    signs_of,
    streak,
)

SECRET = DailySecret(b"a secret of thirty-two bytes ...")
DATE = "2026-11-25"
variants = pytest.mark.parametrize("variant", VARIANTS)
seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)


def played(deal: DailyDeal, chance: Random) -> Match:
    """Return a match of the deal whose seats all play at random."""
    names = [f"Seat {seat}" for seat in range(VARIANTS[deal.variant].players)]
    match = Match(deal.rules, players=names, dealer=deal.dealer, deal=False)
    while not match.over:
        status = match.status or ["in"] * len(names)
        active = [seat for seat, one in enumerate(status) if one != "out"]
        match.deal(deal.pack(len(match.rounds) + 1, match.dealer, active))
        while match.to_act is not None:
            match.play(chance.choice(match.view(match.to_act).legal_actions))
    return match


@variants
def test_rules_and_levels_are_those_of_the_deal_of_the_day(variant: str) -> None:
    rules = SECRET.deal(DATE, variant).rules
    rules.check_players(VARIANTS[variant].players)
    assert rules.preset == variant
    assert rules.rounds == 5 if variant == "choy" else rules.lives == 3
    weak = LEVELS[: LEVELS.index("club") + 1]
    assert set(VARIANTS[variant].levels) <= set(weak)


def test_a_deal_follows_from_secret_date_and_variant_alone() -> None:
    again = DailySecret(b"a secret of thirty-two bytes ...")
    assert SECRET.deal(DATE, "pagat") == again.deal(DATE, "pagat")
    others = {
        SECRET.deal("2026-11-26", "pagat").seed,
        SECRET.deal(DATE, "dutch").seed,
        DailySecret(b"another secret").deal(DATE, "pagat").seed,
    }
    assert len(others | {SECRET.deal(DATE, "pagat").seed}) == 4


def test_a_commitment_binds_the_seed_and_hides_it() -> None:
    deal = SECRET.deal(DATE, "pagat")
    assert deal.commitment == DailyDeal(DATE, "pagat", deal.seed).commitment
    others = [
        replace(deal, date="2026-11-26"),
        replace(deal, variant="dutch"),
        replace(deal, seed="00" * 32),
    ]
    assert deal.commitment not in {one.commitment for one in others}
    assert deal.seed not in deal.commitment


@variants
@given(seed=seeds, round=st.integers(1, 40), data=st.data())
def test_seats_meet_the_same_cards_when_others_are_out(
    variant: str, seed: str, round: int, data: st.DataObject
) -> None:
    deal, players = DailyDeal(DATE, variant, seed), VARIANTS[variant].players
    cards, size = deal.cards(round), deal.rules.hand_size
    active = data.draw(st.sets(st.integers(0, players - 1), min_size=2))
    dealer = data.draw(st.sampled_from(sorted(active)))
    pack = deal.pack(round, dealer, active)
    assert sorted(pack) == sorted(deal.rules.cards)
    turns = [(dealer + step) % players for step in range(1, players + 1)]
    dealt = [seat for seat in turns if seat in active]
    for place, seat in enumerate(dealt):
        assert pack[place * size : (place + 1) * size] == cards.hands[seat]
    rest = pack[len(dealt) * size :]
    assert rest[:size] == cards.extra
    assert rest[size : size + len(cards.talon)] == cards.talon
    under = {card for seat in range(players) if seat not in active for card in cards.hands[seat]}
    assert set(rest[size + len(cards.talon) :]) == under


def test_rounds_and_choices_have_chance_of_their_own() -> None:
    deal = SECRET.deal(DATE, "pagat")
    assert deal.cards(1) != deal.cards(2)
    numbers = {deal.bot_seed(*one) for one in ((1, 1, 0), (1, 1, 1), (1, 2, 0), (2, 1, 0))}
    assert len(numbers) == 4
    assert deal.bot_seed(3, 2, 1) == replace(deal).bot_seed(3, 2, 1)


@variants
def test_two_courses_of_play_meet_the_same_cards(variant: str) -> None:
    deal = SECRET.deal(DATE, variant)
    one, other = played(deal, Random(1)), played(deal, Random(2))
    assert [round_.actions for round_ in one.rounds] != [round_.actions for round_ in other.rounds]
    for match in (one, other):
        check_daily_match(match, deal)
        for number, round_ in enumerate(match.rounds, 1):
            cards, size = deal.cards(number), deal.rules.hand_size
            hands = {
                round_.pack[start : start + size]
                for start in range(0, size * len(match.players), size)
            }
            status = match.results[number - 2].status if number > 1 else None
            for seat, hand in enumerate(cards.hands):
                if status is None or status[seat] not in (None, "out"):
                    assert hand in hands


def test_a_match_of_another_deal_is_found() -> None:
    deal = SECRET.deal(DATE, "pagat")
    match = played(deal, Random(1))
    other = next(
        one
        for day in range(1, 30)
        if (one := SECRET.deal(f"2026-10-{day:02}", "pagat")).dealer == deal.dealer
    )
    with pytest.raises(DailyError, match="the pack of round 1"):
        check_daily_match(match, other)
    with pytest.raises(DailyError, match="other rules or seats"):
        check_daily_match(match, SECRET.deal(DATE, "dutch"))
    dealt_by_another = Match(deal.rules, players=4, seed=1, dealer=(deal.dealer + 1) % 4)
    with pytest.raises(DailyError, match="first dealer"):
        check_daily_match(dealt_by_another, deal)


def test_signs_tell_what_a_round_cost_and_no_card() -> None:
    for seed in range(20):
        match = played(SECRET.deal(DATE, "pagat"), Random(seed))
        for seat in range(4):
            signs = signs_of(match.results, seat)
            assert set(signs) <= {KEPT, LOST, SWIMS, OUT}
            assert len(signs) == sum(one.hands[seat] is not None for one in match.results)
            assert (OUT in signs) == (match.status is not None and match.status[seat] == "out")
            assert OUT not in signs[:-1]
            assert signs.count(SWIMS) <= 1
    points = played(SECRET.deal(DATE, "choy"), Random(1))
    assert len(signs_of(points.results, 0)) == 5


def test_a_shared_line_is_read_back() -> None:
    result = DailyResult(DATE, "pagat", 2, 4, KEPT + LOST + SWIMS + OUT)
    line = SECRET.share_line(result)
    assert line.startswith("Schwimmen 2026-11-25 pagat 2/4 🟩🟥🌊⬛ ")
    assert SECRET.read_share_line(f" {line}\n") == result


@pytest.mark.parametrize(
    "change",
    [
        ("2/4", "1/4"),
        ("pagat", "dutch"),
        ("11-25", "11-26"),
        (LOST, KEPT),
        (OUT, ""),
        ("Schwimmen", "schwimmen"),
        (" 2/4", "  2/4"),
        ("🟩", "🟩" * 400),
    ],
)
def test_a_changed_line_is_refused(change: tuple[str, str]) -> None:
    line = SECRET.share_line(DailyResult(DATE, "pagat", 2, 4, KEPT + LOST + SWIMS + OUT))
    with pytest.raises(DailyError) as refused:
        SECRET.read_share_line(line.replace(*change, 1))
    assert refused.value.code == "daily_bad_line"


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(DailyError):
        SECRET.read_share_line(text)


def test_a_line_of_another_server_is_refused() -> None:
    line = DailySecret(b"another secret").share_line(DailyResult(DATE, "pagat", 1, 4, KEPT))
    with pytest.raises(DailyError):
        SECRET.read_share_line(line)


@pytest.mark.parametrize("date", ["", "today", "2026-02-30", "20261125", "2026-W48-3", "2026-1-1"])
def test_a_bad_date_is_refused(date: str) -> None:
    with pytest.raises(DailyError, match="is not a date such as"):
        SECRET.deal(date, "pagat")


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(DailyError, match="did you mean pagat"):
        SECRET.deal(DATE, "pagatt")


def test_a_streak_ends_with_a_missed_day() -> None:
    assert streak(set(), DATE) == 0
    assert streak({"2026-11-23"}, DATE) == 0
    assert streak({"2026-11-24", "2026-11-23"}, DATE) == 2
    assert streak({"2026-11-25", "2026-11-24", "2026-11-22"}, DATE) == 2


def test_a_distribution_counts_places() -> None:
    assert distribution([], 3) == [0, 0, 0]
    assert distribution([2, 2, 3], 3) == [0, 2, 1]
