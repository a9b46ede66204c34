"""The rule behind everything that happens, by number."""

from __future__ import annotations

from schwimmen.rules import Round, RuleSet
from tests.dealing import play, stacked_match, stacked_round

PAGAT = RuleSet("pagat")
DUTCH = RuleSet("dutch")


def cited(round: Round, since: int = 0) -> list[str]:
    """What happened, and by which rule."""
    return [f"{told.kind} {told.rule}" for told in round.history[since:]]


def test_the_deal_and_a_turn_of_each_kind() -> None:
    round = stacked_round(PAGAT, {0: "AS 8C 7D", 1: "9C 9S JD"}, "QS 8H 7S")
    play(round, "keep", "7DxQS", "all!", "pass", "pass")
    assert cited(round)[:4] == ["dealt R4", "choice R5", "exchange R8", "exchange R10"]
    assert cited(round)[4:] == ["pass R8", "pass R8", "end R11"]


def test_closing_by_itself() -> None:
    round = stacked_round(PAGAT, {}, "QS 8H 7S")
    play(round, "keep", "close", "pass", "pass")
    assert cited(round, 2) == ["close R10", "pass R8", "pass R8", "end R11"]


def test_closing_in_the_dutch_game() -> None:
    round = stacked_round(DUTCH, {0: "AS 8C 7D"}, "QH 8H 7S")
    play(round, "keep", "7DxQH", "all", "close", "close")
    assert cited(round, 2) == ["exchange R8", "exchange R26", "close R26", "close R27", "end R27"]


def test_31_with_grace_and_without() -> None:
    hands = {0: "AS KS 7D"}
    round = stacked_round(PAGAT, hands, "QS 8H 7S")
    play(round, "keep", "7DxQS!")
    assert cited(round, 2) == ["exchange R8", "shown R12", "end R12"]
    round = stacked_round(DUTCH, hands, "QS 8H 7S")
    play(round, "keep", "7DxQS", "close", "close")
    assert cited(round, 2) == ["exchange R8", "shown R28", "close R27", "close R27", "end R28"]


def test_fire() -> None:
    match = stacked_match(PAGAT, {0: "AS AC AD"}, "QS 8H 7S")
    assert cited(match.round) == ["dealt R4", "shown R12", "end R12"]


def test_the_table_after_all_have_passed() -> None:
    round = stacked_round(PAGAT, {}, "QS 8H 7S")
    play(round, "keep", *["pass"] * 3)
    assert cited(round, 5) == ["table R9"]
    for talon_short, then in (("keep", "stays R9"), ("showdown", "end R9")):
        rules = RuleSet("app-a9", talon_short=talon_short)
        round = stacked_round(rules, {}, "TH 9D AS", players=6)
        play(round, "keep", *["pass"] * 12)
        assert cited(round, 15) == [then]


def test_recycling_and_when_there_is_nothing_to_recycle() -> None:
    rules = RuleSet("app-a9", talon_short="recycle", max_players=7)
    round = stacked_round(rules, {}, "TH 9D AS", players=6)
    play(round, "keep", *["pass"] * 12)
    round.recycle("9D TH AS")
    assert cited(round, 15) == ["recycled R32", "table R9"]
    round = stacked_round(rules, {}, "TH 9D AS", players=7)
    play(round, "keep", *["pass"] * 7)
    assert cited(round, 9) == ["stays R32"]


def test_seven_eight_nine() -> None:
    rules = RuleSet("pagat", replace_789=True, dealer_choice=False)
    round = stacked_round(rules, {}, "7H 8D 9S", talon="KC KS 7D")
    assert cited(round) == ["dealt R4", "table R34"]


def test_a_renewal() -> None:
    round = stacked_round(RuleSet("choy"), {0: "AC KC QC 9C"}, "3C 4D 5H 6S", talon="2C 2D 2H JC")
    play(round, "renew", "9CxJC")
    assert cited(round, 1) == ["renew R30", "table R30", "exchange R8"]
    play(round, "close")
    assert cited(round, 4) == ["close R10", "end R11"]


def test_the_turn_cap() -> None:
    round = stacked_round(RuleSet("pagat", turn_cap=1), {}, "QS 8H 7S")
    play(round, "keep", *["all"] * 3)
    assert cited(round, 5) == ["end R13"]
