"""Matches that are over, to be looked at again by whoever has the link."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query

from schwimmen.tables import replay_round

from ..kept import read_log
from ..services import Here
from ..wire import encode
from ..wire.replay import Replay, ReplayStep

router = APIRouter(prefix="/api/tables")


@router.get("/{table_id}/replay")
async def replay(
    table_id: str, here: Here, round: Annotated[int, Query(ge=1, le=100_000)] = 1
) -> Replay:
    """A round with all hands open. While the match is played there is none of it."""
    await here.kernel.wait()
    events = await read_log(here.database, table_id)
    played = await asyncio.to_thread(replay_round, events, round)
    return Replay(
        round=played.number,
        rounds=played.rounds,
        steps=[
            ReplayStep.model_validate(
                {"event": encode.event(step.event), "view": encode.view(step.view)}
            )
            for step in played.steps
        ],
    )
