"""Round records from views have all public information and no hidden one."""

from __future__ import annotations

from hypothesis import given

from schwimmen.players.from_view import round_from_view
from schwimmen.rules.core.state import KEYED_ROUND_DTYPE, SHUFFLE
from tests.strategies import Deal, any_games, deals, examples, play_round

PUBLIC = (
    "known", "table", "active", "playing", "open", "shown", "seats", "dealer", "leader", "to_act",
    "phase", "last_turns", "turns", "passes", "turns_of", "aside_count",
)  # fmt: skip


@given(deals(any_games()))
@examples(60)
def test_public_fields_equal_the_round_and_hidden_ones_are_empty(deal: Deal) -> None:
    round_ = deal.round()
    for _ in play_round(round_, deal.game, deal.game.chance()):
        state = round_.arrays[1].view(KEYED_ROUND_DTYPE)[0]
        if state["phase"] >= SHUFFLE:
            continue
        for seat in deal.active:
            seen = round_from_view(round_.view(seat)).view(KEYED_ROUND_DTYPE)[0]
            for name in PUBLIC:
                assert (seen[name] == state[name]).all(), name
            there = state["aside_count"]
            assert (seen["aside"][:there] == state["aside"][:there]).all()
            assert seen["talon_end"] == state["talon_end"] - state["talon_top"]
            assert not seen["pack"].any()
            assert seen["extra"] == 0
            for other, hand in enumerate(seen["hands"]):
                open_to_it = other == seat or state["shown"] >> other & 1
                assert hand == (state["hands"][other] if open_to_it else 0)
