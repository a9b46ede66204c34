"""Changes between views as JSON text; tests/server/wire/test_state.py applies those of matches."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from schwimmen.rules import ACTION_KINDS, RuleSet
from schwimmen.rules.view_changes import aside_changed, has_hand, own_changes, public_changes
from tests.stacked_deals import play, stacked_round

PAGAT = RuleSet("pagat")


def test_an_exchange_changes_a_card_of_the_table_and_of_the_hand() -> None:
    round = stacked_round(PAGAT, {0: "9C 9D 8H", 2: "TC QC QS"}, "TH 8D 7S")
    play(round, "keep")
    public, own = round.view(), round.view(0)
    play(round, "8HxTH")
    changes = json.loads(f"{{{public_changes(public, round.view())}}}")
    assert changes["table"] == {"1": "8H"}  # 8D stays first
    assert changes["seats"]["0"] == {"known": [["TH"]], "turns": 1, "last_action": "8HxTH"}
    assert (changes["to_act"], changes["turns"]) == (1, 1)
    changes = json.loads(f"{{{own_changes(own, round.view(0), ACTION_KINDS)}}}")
    assert (changes["choices"], changes["refused"]) == ([], [])
    assert "TH" in changes["hand"].values()


def test_the_same_view_has_no_changes() -> None:
    round = stacked_round(PAGAT, {2: "TC QC QS"}, "TH 8D 7S")
    assert public_changes(round.view(), round.view()) == ""
    assert own_changes(round.view(2), round.view(2), ACTION_KINDS) == ""
    assert not aside_changed(round.view(), round.view())
    assert has_hand(round.view(2))
    assert not has_hand(round.view())


def test_a_copy_of_a_view_is_refused() -> None:
    view = stacked_round(PAGAT, {2: "TC QC QS"}, "TH 8D 7S").view()
    with pytest.raises(TypeError, match="a copy of a view has no numbers"):
        public_changes(replace(view), view)
