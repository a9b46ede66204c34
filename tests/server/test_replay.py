"""Matches looked at again over HTTP: by anybody, but only once they are over."""

from __future__ import annotations

import httpx
import pytest

from .conftest import Serving
from .test_http import error_of

pytestmark = pytest.mark.anyio

SHORT = {"special": "none", "lives": 1}


async def test_a_match_is_shown_to_all_once_it_is_over(served: Serving) -> None:
    table_id = await served.open_table(options=SHORT)
    address = f"/api/tables/{table_id}/replay"
    async with served.seat(table_id) as anna, httpx.AsyncClient(base_url=served.url) as stranger:
        while await anna.my_turn():
            refused = await served.http.get(address)
            assert refused.status_code == 422
            assert error_of(refused)["code"] == "not_over"
            await (anna.play() if anna.view["legal_actions"] else anna.deal())
        record = (await stranger.get(f"/api/tables/{table_id}/record")).json()
        steps = []
        for number, round_ in enumerate(record["rounds"], 1):
            answer = (await stranger.get(address, params={"round": number})).json()
            assert (answer["round"], answer["rounds"]) == (number, len(record["rounds"]))
            played = [step["event"]["action"] for step in answer["steps"]]
            assert played == [None, *round_["actions"]]
            steps += answer["steps"]
        seqs = [step["event"]["seq"] for step in steps]
        told = {event["seq"]: event for event in anna.events}
        assert seqs == [seq for seq, event in told.items() if event["type"] in ("round", "action")]
        assert [step["event"] for step in steps] == [told[seq] for seq in seqs]
        assert steps[-1]["view"]["winners"] == anna.view["winners"]
        for step in steps:
            hands = [seat["shown"] for seat in step["view"]["seats"] if seat["active"]]
            assert all(len(hand) == 3 for hand in hands)
        beyond = await stranger.get(address, params={"round": len(record["rounds"]) + 1})
        assert error_of(beyond)["code"] == "no_such_round"
        for none in ("0", "x"):
            bad = await stranger.get(address, params={"round": none})
            assert error_of(bad)["code"] == "invalid"
    nowhere = await served.http.get("/api/tables/nowhere/replay")
    assert nowhere.status_code == 404
    assert error_of(nowhere)["code"] == "unknown_table"
