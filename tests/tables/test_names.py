"""The names at a table: as asked for where they are names, and no two alike."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.rules import SchwimmenError
from schwimmen.tables import CAST, LONGEST_NAME, names_for
from schwimmen.tables.names import name_key, new_name, tidy_name

NAMES = st.sampled_from(["", "  ", "Anna", "anna", *CAST[:3]]) | st.text(max_size=LONGEST_NAME + 2)


def is_bad(name: str) -> bool:
    try:
        tidy_name(name)
    except SchwimmenError as error:
        return error.code == "bad_name"
    return False


@given(st.lists(NAMES, min_size=1, max_size=10), st.integers(0, 99))
def test_everybody_has_one_name_of_their_own(asked: list[str], seed: int) -> None:
    wanted = [" ".join(name.split()) for name in asked]
    wanted[0] = wanted[0] or "Player"
    bad = any(map(is_bad, wanted))
    keys = [name_key(name) for name in wanted if name]
    if bad or len(set(keys)) < len(keys):
        with pytest.raises(SchwimmenError) as caught:
            names_for(asked, Random(seed))
        assert caught.value.code == ("bad_name" if bad else "name_taken")
        assert caught.value.details["seat"] in range(len(asked))
        assert str(caught.value).isprintable()
        return
    names = names_for(asked, Random(seed))
    assert len({name_key(name) for name in names}) == len(asked)
    for wish, name in zip(wanted, names, strict=True):
        assert name == wish if wish else name in CAST


@given(st.text(max_size=LONGEST_NAME))
def test_a_tidy_name_is_tidy(asked: str) -> None:
    if not is_bad(asked):
        name = tidy_name(asked)
        assert tidy_name(name) == name
        assert bool(name_key(name)) == bool(name) == bool(asked.strip())
        assert not name or is_taken(name, name)


@pytest.mark.parametrize(
    "name",
    [
        "José",
        "Nguyễn Thị Ánh",
        "Nguye\u0302\u0303n",
        "مریم‌السادات",
        "שָׁלוֹם",
        "हिन्दी",
        "日本語　太郎",
        "👩‍👩‍👧",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "❤️",
        "<b>Bo</b>",
        "; DROP TABLE --",
        "31",
        "x" * LONGEST_NAME,
    ],
)
def test_any_name_that_can_be_seen_is_kept_as_it_was_typed(name: str) -> None:
    assert tidy_name(f"  {name} ") == " ".join(name.split())


@pytest.mark.parametrize(
    "name",
    [
        "x" * (LONGEST_NAME + 1),
        "line\x00",
        "bell\x07",
        "\u202egnihton",
        "is\u2066olated",
        "zero\u200bwidth",
        "soft\u00adhyphen",
        "\ufeffmark",
        "\ue000private",
        "half\ud800",
        "\u3164",
        "\u200d",
        "\u2800\u2800",
        "\u0301",
        "Z" + "\u0301\u0302\u0303\u0304\u0305" + "algo",
    ],
)
def test_what_is_not_to_be_shown_is_no_name(name: str) -> None:
    with pytest.raises(SchwimmenError, match="name: ") as caught:
        tidy_name(name)
    assert caught.value.code == "bad_name"
    assert str(caught.value).isprintable()


def is_taken(name: str, other: str) -> bool:
    try:
        new_name(name, [other])
    except SchwimmenError as error:
        return error.code == "name_taken"
    return False


@pytest.mark.parametrize(
    "other",
    ["ANNA", "an na", "Ａｎｎａ", "a\u200dnna", "Anna\u200e", "\U0001d400nna", "Anna\ufe0f"],
)
def test_names_that_look_alike_are_the_same(other: str) -> None:
    assert is_taken(other, "Anna")
    assert is_taken("Anna", other)


@pytest.mark.parametrize("other", ["Anne", "Ännä", "Anna 2", "안나"])
def test_other_names_are_free(other: str) -> None:
    assert not is_taken(other, "Anna")


@pytest.mark.parametrize("name", ["", "  "])
def test_who_comes_has_a_name(name: str) -> None:
    with pytest.raises(SchwimmenError, match="a name, please"):
        new_name(name, [])
