"""Layers: imports run one way, from the server down to the rules."""

from __future__ import annotations

import pytest

from tests.layers import BELOW, LATE, SOURCES, imported


@pytest.mark.parametrize("part", BELOW)
def test_imports_run_one_way(part: str) -> None:
    found = {
        (path.relative_to(SOURCES).as_posix(), other.split(".")[1], late)
        for path in (SOURCES / part).rglob("*.py*")
        if path.suffix in (".py", ".pyi")
        for other, late in imported(path)
        if other.startswith("schwimmen.")
    }
    assert found, "a part imports at least itself"
    upward = {one for one in found if one[1] not in BELOW[part] | {part}}
    assert upward == {(name, other, True) for name, other in LATE if name.startswith(f"{part}/")}


def test_every_part_is_in_a_layer() -> None:
    assert {path.name for path in SOURCES.iterdir() if (path / "__init__.py").is_file()} == set(
        BELOW
    )
