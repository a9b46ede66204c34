"""Events of rounds and the numbers of their rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import Round, RoundEvent, RuleSet, card_names, cards_of
from schwimmen.rules.actions import name_from_masks
from schwimmen.rules.core.state import NO_ACTION, NO_SEAT
from schwimmen.rules.history import event_records
from schwimmen.rules.view import EVENT_KINDS, EVENT_REASONS
from tests.stacked_deals import play, stacked_match, stacked_round
from tests.strategies import BIASES, any_games, deals, examples, play_round

PAGAT = RuleSet("pagat")
DUTCH = RuleSet("dutch")


def rules_of(round: Round, since: int = 0) -> list[str]:
    """Return the kinds of events with their rules."""
    return [f"{event.kind} {event.rule}" for event in round.history[since:]]


def test_the_deal_and_a_turn_of_each_kind() -> None:
    round = stacked_round(PAGAT, {0: "AS 8C 7D", 1: "9C 9S JD"}, "QS 8H 7S")
    play(round, "keep", "7DxQS", "all!", "pass", "pass")
    assert rules_of(round)[:4] == ["dealt R4", "choice R5", "exchange R8", "exchange R10"]
    assert rules_of(round)[4:] == ["pass R8", "pass R8", "end R11"]


def test_closing_by_itself() -> None:
    round = stacked_round(PAGAT, {}, "QS 8H 7S")
    play(round, "keep", "close", "pass", "pass")
    assert rules_of(round, 2) == ["close R10", "pass R8", "pass R8", "end R11"]


def test_closing_in_the_dutch_game() -> None:
    round = stacked_round(DUTCH, {0: "AS 8C 7D"}, "QH 8H 7S")
    play(round, "keep", "7DxQH", "all", "close", "close")
    assert rules_of(round, 2) == [
        "exchange R8",
        "exchange R26",
        "close R26",
        "close R27",
        "end R27",
    ]


def test_31_with_grace_and_without() -> None:
    hands = {0: "AS KS 7D"}
    round = stacked_round(PAGAT, hands, "QS 8H 7S")
    play(round, "keep", "7DxQS!")
    assert rules_of(round, 2) == ["exchange R8", "shown R12", "end R12"]
    round = stacked_round(DUTCH, hands, "QS 8H 7S")
    play(round, "keep", "7DxQS", "close", "close")
    assert rules_of(round, 2) == ["exchange R8", "shown R28", "close R27", "close R27", "end R28"]


def test_fire() -> None:
    match = stacked_match(PAGAT, {0: "AS AC AD"}, "QS 8H 7S")
    assert rules_of(match.round) == ["dealt R4", "shown R12", "end R12"]


def test_the_table_after_all_have_passed() -> None:
    round = stacked_round(PAGAT, {}, "QS 8H 7S")
    play(round, "keep", *["pass"] * 3)
    assert rules_of(round, 5) == ["table R9"]
    for talon_short, then in (("keep", "stays R9"), ("showdown", "end R9")):
        rules = RuleSet("app-a9", talon_short=talon_short)
        round = stacked_round(rules, {}, "TH 9D AS", players=6)
        play(round, "keep", *["pass"] * 12)
        assert rules_of(round, 15) == [then]


def test_recycling_and_when_there_is_nothing_to_recycle() -> None:
    rules = RuleSet("app-a9", talon_short="recycle", max_players=7)
    round = stacked_round(rules, {}, "TH 9D AS", players=6)
    play(round, "keep", *["pass"] * 12)
    round.recycle("9D TH AS")
    assert rules_of(round, 15) == ["recycled R32", "table R9"]
    round = stacked_round(rules, {}, "TH 9D AS", players=7)
    play(round, "keep", *["pass"] * 7)
    assert rules_of(round, 9) == ["stays R32"]


def test_seven_eight_nine() -> None:
    rules = RuleSet("pagat", replace_789=True, dealer_choice=False)
    round = stacked_round(rules, {}, "7H 8D 9S", talon="KC KS 7D")
    assert rules_of(round) == ["dealt R4", "table R34"]


def test_a_renewal() -> None:
    round = stacked_round(RuleSet("choy"), {0: "AC KC QC 9C"}, "3C 4D 5H 6S", talon="2C 2D 2H JC")
    play(round, "renew", "9CxJC")
    assert rules_of(round, 1) == ["renew R30", "table R30", "exchange R8"]
    play(round, "close")
    assert rules_of(round, 4) == ["close R10", "end R11"]


def test_the_turn_cap() -> None:
    round = stacked_round(RuleSet("pagat", turn_cap=1), {}, "QS 8H 7S")
    play(round, "keep", *["all"] * 3)
    assert rules_of(round, 5) == ["end R13"]


REPLACING = RuleSet("pagat", replace_789=True)


def events_of(round: Round, since: int = 0) -> list[str]:
    """Return events as text: kind, seat, action, cards given, taken or shown, and reason."""
    return [_as_text(event) for event in round.view(None).history[since:]]


def _as_text(event: RoundEvent) -> str:
    groups = (event.given, event.taken, event.cards)
    parts = (
        event.kind,
        "" if event.seat is None else str(event.seat),
        event.action or "",
        " > ".join(card_names(group) for group in groups if group),
        event.reason or "",
    )
    return " ".join(part for part in parts if part)


def test_a_dealers_choice_turns_up_the_other_hand() -> None:
    kept = stacked_round(PAGAT, {2: "7C 8D 9H"}, "TH 8H 7S")
    play(kept, "keep")
    assert events_of(kept) == ["dealt 2", "choice 2 keep 7S TH 8H"]
    taken = stacked_round(PAGAT, {2: "7C 8D 9H"}, "TH 8H 7S")
    play(taken, "take")
    assert events_of(taken) == ["dealt 2", "choice 2 take 7C 9H 8D"]


def test_hands_dealt_special_are_shown_and_the_extra_hand_is_not() -> None:
    round = stacked_round(PAGAT, {0: "AS KS QS", 1: "AC AD AH"}, "TH 8H 7S")
    assert events_of(round) == [
        "dealt 2",
        "shown 0 AS KS QS 31",
        "shown 1 AC AH AD fire",
        "end 1 fire",
    ]
    assert round.view(2).table == ()


def test_a_special_hand_that_the_dealer_takes() -> None:
    round = stacked_round(PAGAT, {2: "7C 8D 9H"}, "AC KC QC")
    play(round, "take")
    assert events_of(round, 1) == ["choice 2 take 7C 9H 8D", "shown 2 AC KC QC 31", "end 2 31"]


def test_the_mark_is_omitted_for_a_special_hand() -> None:
    round = stacked_round(PAGAT, {0: "AS KS 7D"}, "QS 8H 7S")
    play(round, "keep", "7DxQS!")
    assert events_of(round, 2) == ["exchange 0 7DxQS 7D > QS", "shown 0 AS KS QS 31", "end 0 31"]
    assert round.view(None).seats[0].last_action == "7DxQS"


def test_the_mark_is_omitted_for_a_special_hand_taken_whole() -> None:
    round = stacked_round(PAGAT, {}, "QS AS KS")
    play(round, "keep", "all!")
    assert round.actions == ("keep", "all")
    assert events_of(round, 3) == ["shown 0 AS KS QS 31", "end 0 31"]


def test_exchanges_and_what_closes() -> None:
    round = stacked_round(PAGAT, {0: "AS 8C 7D", 1: "9C 9S JD"}, "QS 8H 7S")
    play(round, "keep", "7DxQS", "all!", "pass", "pass")
    assert events_of(round, 2) == [
        "exchange 0 7DxQS 7D > QS",
        "exchange 1 all! 9C 9S JD > 7S 8H 7D",
        "pass 2 pass",
        "pass 0 pass",
        "end 1 close",
    ]


def closing(round: Round) -> list[str]:
    """Return the events that closed a seat, as text."""
    return [_as_text(event) for event in round.view(None).history if event.closes]


def test_events_that_close_a_seat_are_marked() -> None:
    pagat = stacked_round(PAGAT, {0: "AS 8C 7D"}, "QS 8H 7S")
    play(pagat, "keep", "7DxQS!", "all", "pass")
    assert closing(pagat) == ["exchange 0 7DxQS! 7D > QS"]
    dutch = stacked_round(DUTCH, {0: "AS 8C 7D"}, "QH 8H 7S")
    play(dutch, "keep", "7DxQH", "all", "close", "close")
    assert [closed.split(" ")[:3] for closed in closing(dutch)] == [
        ["exchange", "1", "all"],
        ["close", "2", "close"],
    ]


def test_grace_shows_the_hand_before_the_end() -> None:
    round = stacked_round(DUTCH, {0: "AS KS 7D"}, "QS 8H 7S")
    play(round, "keep", "7DxQS")
    assert events_of(round, 2) == ["exchange 0 7DxQS 7D > QS", "shown 0 AS KS QS 31"]
    play(round, "close", "close")
    assert events_of(round, 4) == ["close 1 close", "close 2 close", "end 0 31"]


def test_seven_eight_nine_at_once_after_the_deal() -> None:
    rules = RuleSet("pagat", replace_789=True, dealer_choice=False)
    round = stacked_round(rules, {}, "7H 8D 9S", talon="7C 8C 9C KC KS 7D")
    assert events_of(round) == [
        "dealt 2 9S 7H 8D",
        "table 9S 7H 8D > 9C 8C 7C seven_eight_nine",
        "table 9C 8C 7C > KC KS 7D seven_eight_nine",
    ]


def test_seven_eight_nine_that_the_dealer_lays_down() -> None:
    round = stacked_round(REPLACING, {2: "7H 8D 9S"}, "TH 8H 7S", talon="KC KS 7D")
    play(round, "take")
    assert events_of(round, 1) == [
        "choice 2 take 9S 7H 8D",
        "table 9S 7H 8D > KC KS 7D seven_eight_nine",
    ]


def test_seven_eight_nine_that_an_exchange_leaves() -> None:
    round = stacked_round(REPLACING, {0: "7C KC QH"}, "8D 9S KH", talon="JC JS JD")
    play(round, "keep", "7CxKH")
    assert events_of(round, 2) == [
        "exchange 0 7CxKH 7C > KH",
        "table 7C 9S 8D > JC JS JD seven_eight_nine",
    ]


def test_all_pass_and_the_new_table_is_seven_eight_nine() -> None:
    round = stacked_round(REPLACING, {}, "TH 8H 7S", talon="7H 8D 9S KC KS 7D")
    play(round, "keep", *["pass"] * 3)
    assert events_of(round, 4) == [
        "pass 2 pass",
        "table 7S TH 8H > 9S 7H 8D all_pass",
        "table 9S 7H 8D > KC KS 7D seven_eight_nine",
    ]


def test_a_talon_too_short() -> None:
    for talon_short, then in (("keep", ["stays"]), ("showdown", ["end talon"])):
        rules = RuleSet("app-a9", talon_short=talon_short)
        round = stacked_round(rules, {}, "TH 9D AS", players=6)
        play(round, "keep", *["pass"] * 12)
        assert events_of(round, 2 + 6 + 1 + 6) == then


def test_the_table_that_stays_and_the_cap_in_one_turn() -> None:
    rules = RuleSet("app-a9", talon_short="keep", turn_cap=2)
    round = stacked_round(rules, {}, "TH 9D AS", players=6)
    play(round, "keep", *["pass"] * 12)
    assert events_of(round)[-3:] == ["pass 5 pass", "stays", "end cap"]


class TestRecycling:
    CARDS = "AC KC QC JC AS KS QS JS AH KH QH JH AD KD QD JD TD"

    def renewed_once(self, recycle: str) -> Round:
        rules = RuleSet.study(self.CARDS, "choy", max_players=2, recycle=recycle)
        round = Round(rules, 2, self.CARDS, dealer=1)
        play(round, "renew", "ACxAD")
        assert events_of(round, 1) == [
            "renew 0 renew",
            "table AH KH QH JH > AD KD QD JD renew",
            "exchange 0 ACxAD AC > AD",
        ]
        return round

    def test_in_order(self) -> None:
        round = self.renewed_once("in_order")
        play(round, "renew")
        assert events_of(round, 4) == [
            "renew 1 renew",
            "recycled",
            "table AC KD QD JD > AH KH QH TD renew",
        ]

    def test_by_shuffle(self) -> None:
        round = self.renewed_once("shuffle")
        play(round, "renew")
        assert events_of(round, 4) == ["renew 1 renew"]
        assert round.view(None).table_names == "TD"  # those left are turned up first
        round.recycle("JH QH KH AH")
        assert events_of(round, 5) == ["recycled", "table AC KD QD JD > KH QH JH TD renew"]
        assert round.actions == ("renew", "ACxAD", "renew")

    def test_when_all_pass(self) -> None:
        rules = RuleSet("app-a9", talon_short="recycle")
        round = stacked_round(rules, {}, "TH 9D AS", players=6)
        play(round, "keep", *["pass"] * 12)
        round.recycle("9D TH AS")
        second = round.aside
        assert events_of(round, 2 + 6 + 1 + 6) == [
            "recycled",
            f"table {card_names(second)} > AS TH 9D all_pass",
        ]


@examples(100)
@given(data=st.data(), bias=st.sampled_from(sorted(BIASES)))
def test_events_are_the_same_from_their_records(data: st.DataObject, bias: str) -> None:
    deal = data.draw(deals(any_games(BIASES[bias])))
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        pass
    size = round_.rules.hand_size
    records = event_records(round_.history, size)
    for event, record in zip(round_.history, records.tolist(), strict=True):
        kind, seat, action, cards, given_, taken, reason, closes, rule = record
        assert event == RoundEvent(
            EVENT_KINDS[kind],
            None if seat == NO_SEAT else seat,
            None if action == NO_ACTION else name_from_masks(action, size, given_, taken),
            cards_of(cards),
            cards_of(given_),
            cards_of(taken),
            EVENT_REASONS[reason],
            bool(closes),
            rule=f"R{rule}",
        )
