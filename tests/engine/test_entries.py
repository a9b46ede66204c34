"""Every entry point of the native library refuses wrong arguments, naming them."""

from __future__ import annotations

import pytest

from builder.signatures import signatures
from schwimmen.engine import ENTRIES, library
from tests.effort import sample
from tests.engine.wrong_arguments import Arguments

SIGNATURES = signatures()


@pytest.mark.parametrize("name", sample(list(SIGNATURES), least=40))
def test_wrong_arguments_are_refused_by_name(name: str) -> None:
    entry = library.entry_point(name)
    tried = 0
    for mistake, arguments in Arguments(SIGNATURES[name]).mistakes():
        with pytest.raises(TypeError, match=rf"{name}: {mistake.path.split('.')[0]}") as refused:
            entry(*arguments)
        assert mistake.path in str(refused.value), mistake
        tried += 1
    assert tried > 0


@pytest.mark.parametrize("name", sample(list(SIGNATURES), least=40))
def test_another_number_of_arguments_is_refused(name: str) -> None:
    entry = library.entry_point(name)
    right = Arguments(SIGNATURES[name]).right()
    for arguments in (right[1:], [*right, 0], []):
        with pytest.raises(TypeError, match=f"{name} takes {len(right)} arguments"):
            entry(*arguments)


def test_tuples_of_another_length_are_refused() -> None:
    signature = SIGNATURES["step_all"]
    environments, *others = Arguments(signature).right()
    for wrong in (environments[:-1], list(environments), None):
        with pytest.raises(TypeError, match="step_all: envs must be a tuple of 12"):
            library.entry_point("step_all")(wrong, *others)


def test_the_library_has_all_entry_points() -> None:
    assert len(SIGNATURES) > 100
    assert set(SIGNATURES) == set(ENTRIES)
    loaded = library.load()
    assert all(callable(getattr(loaded, name)) for name in SIGNATURES)
