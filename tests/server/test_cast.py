"""The names at a table: as asked for where they are names, never the same twice."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import SchwimmenError
from schwimmen.server.cast import CAST, LONGEST_NAME, names_for

NAMES = st.sampled_from(["", "  ", "Anna", "anna", *CAST[:3]]) | st.text(max_size=LONGEST_NAME + 2)


@given(st.lists(NAMES, min_size=1, max_size=10), st.integers(0, 99))
def test_everybody_has_one_name_of_their_own(asked: list[str], seed: int) -> None:
    wanted = [" ".join(name.split()) for name in asked]
    wanted[0] = wanted[0] or "Player"
    named = [name.casefold() for name in wanted if name]
    bad = any(len(name) > LONGEST_NAME or not name.isprintable() for name in wanted)
    if bad or len(set(named)) < len(named):
        with pytest.raises(SchwimmenError) as caught:
            names_for(asked, Random(seed))
        assert caught.value.code == ("bad_name" if bad else "name_taken")
        assert str(caught.value).isprintable()
        return
    names = names_for(asked, Random(seed))
    assert len({name.casefold() for name in names}) == len(asked)
    for wish, name in zip(wanted, names, strict=True):
        assert name == wish if wish else name in CAST
