"""Faces: valid texts, and the events and seats that show them."""

from __future__ import annotations

from itertools import product

import pytest

from schwimmen.rules import SchwimmenError
from schwimmen.tables import (
    CLOTHS,
    GROUNDS,
    PORTRAITS,
    Join,
    Rematch,
    Settings,
    Start,
    Table,
    check_face,
    open_rematch,
    open_table,
    placeholder_name,
    read_event,
    without_player,
)

from .simulated_table import SimulatedTable

FACE = "Theo-dusk-rust"
NOW = "2026-11-22T12:00:00.000+00:00"


def faces(table: Table) -> list[str | None]:
    return [seat.face for seat in table.seats]


def with_bo() -> SimulatedTable:
    """Return a running match with Bo, who has a face, at the second of three seats."""
    simulation = SimulatedTable(Settings(seats=3, bots="greedy"), options={"lives": 1})
    simulation.execute(Join("id-1", "Bo", face=FACE))
    simulation.execute(Start("id-0"))
    return simulation


def test_every_face_fits_the_database() -> None:
    assert len(set(PORTRAITS)) == len(PORTRAITS)
    for parts in product(PORTRAITS, GROUNDS, CLOTHS):
        face = "-".join(parts)
        assert check_face(face) == face
        assert len(face) <= 32


@pytest.mark.parametrize(
    "face",
    ["", "Berta", "Berta-moss", "Berta-moss-oxblood-x", "Nobody-moss-rust", "Berta-rust-moss",
     "Berta-moss-moss", "berta-moss-rust", "Berta-moss-rust\n", "--", "x" * 200],
)  # fmt: skip
def test_other_texts_are_no_faces(face: str) -> None:
    with pytest.raises(SchwimmenError) as caught:
        check_face(face)
    assert caught.value.code == "bad_face"
    assert "\n" not in str(caught.value)


def test_a_seat_keeps_its_face_through_match_and_rematch() -> None:
    simulation = with_bo()
    assert faces(simulation.table) == [None, FACE, None]
    assert faces(Table.replay(simulation.table.log)) == [None, FACE, None]
    simulation.play_on()
    opened = open_rematch(simulation.table, "t", "id-0", simulation.at, "t2", "Rosa-clay-navy")
    simulation.execute(Rematch("id-0", "t2"))
    assert faces(Table.replay(opened))[:2] == ["Rosa-clay-navy", FACE]


def test_a_host_has_a_face() -> None:
    opened = open_table("pagat", {}, Settings(seats=2), "id-0", "Anna", NOW, None, FACE)
    assert faces(Table.replay(opened)) == [FACE]


def test_a_log_without_a_player_has_no_face_of_theirs() -> None:
    table = with_bo().table
    bodies = [event.body() for event in table.log]
    assert FACE in str(bodies)
    name = placeholder_name(1, [seat.name for seat in table.seats])
    changed = {body["seq"]: body for body in without_player(bodies, "id-1", name)}
    log = [changed.get(body["seq"], body) for body in bodies]
    assert FACE not in str(log)
    assert faces(Table.replay([read_event(body) for body in log])) == [None, None, None]
