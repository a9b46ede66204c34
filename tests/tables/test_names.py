"""Names at a table: valid ones stay as typed, and no two are confusable."""

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from precis_i18n import get_profile

from schwimmen.players import CHARACTERS
from schwimmen.rules import SchwimmenError
from schwimmen.tables import BOT_NAMES, MAX_NAME_LENGTH, assign_names, character_of
from schwimmen.tables.names import (
    confusable,
    free_bot_names,
    name_key,
    normalize_name,
    validate_name,
)

NAMES = st.sampled_from(["", "  ", "Anna", "anna", *BOT_NAMES[:3]]) | st.text(
    max_size=MAX_NAME_LENGTH + 2
)


def is_bad(name: str) -> bool:
    try:
        normalize_name(name)
    except SchwimmenError as error:
        return error.code == "bad_name"
    return False


@given(st.lists(NAMES, min_size=1, max_size=10), st.integers(0, 99))
def test_all_seats_have_different_names(asked: list[str], seed: int) -> None:
    wanted = [" ".join(name.split()) for name in asked]
    wanted[0] = wanted[0] or "Player"
    bad = any(map(is_bad, wanted))
    pairs = list(combinations([name for name in wanted if name], 2))
    same = any(name_key(one) == name_key(other) for one, other in pairs)
    if bad or same or any(confusable(*pair) for pair in pairs):
        with pytest.raises(SchwimmenError) as caught:
            assign_names(asked, Random(seed))
        expected = {"bad_name"} if bad else {"name_taken", "name_alike"}
        assert caught.value.code in expected
        assert caught.value.details["seat"] in range(len(asked))
        assert str(caught.value).isprintable()
        return
    names = assign_names(asked, Random(seed))
    assert len({name_key(name) for name in names}) == len(asked)
    for wish, name in zip(wanted, names, strict=True):
        assert name == wish if wish else name in BOT_NAMES


@given(st.text(max_size=MAX_NAME_LENGTH))
def test_normalizing_a_name_again_changes_nothing(asked: str) -> None:
    if not is_bad(asked):
        name = normalize_name(asked)
        assert normalize_name(name) == name
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
        "x" * MAX_NAME_LENGTH,
    ],
)
def test_visible_names_stay_as_typed(name: str) -> None:
    assert normalize_name(f"  {name} ") == " ".join(name.split())


@pytest.mark.parametrize(
    "name",
    [
        "x" * (MAX_NAME_LENGTH + 1),
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
def test_invisible_and_misleading_names_are_refused(name: str) -> None:
    with pytest.raises(SchwimmenError, match="name: ") as caught:
        normalize_name(name)
    assert caught.value.code == "bad_name"
    assert str(caught.value).isprintable()


def is_taken(name: str, other: str) -> bool:
    try:
        validate_name(name, [other])
    except SchwimmenError as error:
        return error.code == "name_taken"
    return False


@pytest.mark.parametrize(
    "other",
    ["ANNA", "an na", "Ａｎｎａ", "a\u200dnna", "Anna\u200e", "\U0001d400nna", "Anna\ufe0f"],
)
def test_names_that_differ_invisibly_are_equal(other: str) -> None:
    assert is_taken(other, "Anna")
    assert is_taken("Anna", other)


@pytest.mark.parametrize("other", ["Anne", "Ännä", "Anna 2", "안나"])
def test_different_names_are_accepted(other: str) -> None:
    assert validate_name(other, ["Anna"]) == other


LOOK_ALIKES = [
    ("Anna", "\N{CYRILLIC CAPITAL LETTER A}nna"),
    ("Anna", "Ann\N{GREEK SMALL LETTER ALPHA}"),
    ("bob", "\N{CYRILLIC CAPITAL LETTER VE}ob"),
    ("Paul", "PauI"),
    ("Paul", "Pau1"),
    ("Paul", "pauI"),
    ("Otto", "0tto"),
    ("otto", "0tto"),
    ("Ivo", "lvo"),
    ("Сара", "Capa"),
    ("علی", "علي"),
    ("João", "João".replace("o", "\N{GREEK SMALL LETTER OMICRON}")),
]


@pytest.mark.parametrize(("name", "other"), LOOK_ALIKES)
def test_confusable_names_are_refused_at_one_table(name: str, other: str) -> None:
    for first, second in ((name, other), (other, name)):
        with pytest.raises(SchwimmenError, match=" looks like ") as caught:
            validate_name(second, ["Zoë", first])
        assert caught.value.code == "name_alike"
        assert caught.value.details == {"name": second, "other": first}


@pytest.mark.parametrize("unseen", ["\u034f", "\u17b4", "\u180b", "\ufe0f", "\u200d", "\U000e0100"])
def test_invisible_characters_make_no_new_name(unseen: str) -> None:
    assert is_taken(f"An{unseen}na", "Anna")


def test_bot_names_are_not_confusable_with_names_at_the_table() -> None:
    assert "Karl" not in free_bot_names(["К\N{CYRILLIC SMALL LETTER A}rl"], Random(1))
    assert len(free_bot_names(["Karla"], Random(1))) == len(BOT_NAMES)


GENUINE = [
    *BOT_NAMES,
    # Names that differ by one letter, or by letters that look like others.
    *("Erna", "Ema", "Arno", "Ilse", "Lise", "Iara", "Lara", "Ian", "Lan", "Iana", "Lana", "Lea"),
    *("Anja", "Anna", "Anne", "Änne", "Jörg", "Jorg", "Björn", "Søren", "Soren", "Zoë", "Zoé"),
    *("Łukasz", "Lukasz", "Đorđe", "Şule", "Sule", "Gül", "Ayşe", "İpek", "Işıl", "Çağla", "Oğuz"),
    *("Νίκος", "Άννα", "Ελένη", "Γιώργος", "Μαρία", "Ιωάννα", "Ζωή", "Κώστας"),
    *("Иван", "Инна", "Анна", "Ания", "Ольга", "Олег", "Саша", "Даша", "Рома", "Тома", "Іван"),
    *("محمد", "أحمد", "محمود", "فاطمة", "عائشة", "سارة", "علی", "مریم‌السادات", "حسن", "حسين"),
    *("עידו", "עידן", "ליאו", "ליאן", "שרה", "דן", "דנה"),
    *(
        "王伟",
        "王芳",
        "李伟",
        "李娜",
        "张敏",
        "陈杰",
        "迪丽热巴·迪力木拉提",
        "古力娜扎尔·拜合提亚尔",
    ),
    *("花子", "太郎", "ゆり", "ユカ", "지우", "지유", "हिन्दी", "พิมพ์สุตา", "พิมพ์สุดา", "31", "13"),
    *("👩‍👩‍👧", "❤️", "🐟", "Anna 🐟", "Anna 1", "Anna 2", "Anna II"),
]


@given(st.lists(st.sampled_from(GENUINE), min_size=2, max_size=10, unique=True))
def test_genuine_names_are_accepted_at_one_table(names: list[str]) -> None:
    seated: list[str] = []
    for name in names:
        seated.append(validate_name(name, seated))
    assert seated == names
    assert len(free_bot_names(names, Random(1))) >= len(BOT_NAMES) - len(names)


def test_genuine_names_are_never_confusable() -> None:
    assert [pair for pair in combinations(GENUINE, 2) if confusable(*pair)] == []


LETTERS = st.characters(categories=["L", "N", "M"], max_codepoint=0xFFFF)


@given(st.text(LETTERS, min_size=1, max_size=12))
def test_names_that_precis_considers_equal_are_equal(name: str) -> None:
    try:
        compared = get_profile("NicknameCaseMapped").enforce(name)
    except UnicodeEncodeError:
        assume(False)
    assert name_key(compared) == name_key(name)
    assert confusable(compared, name)


@pytest.mark.parametrize("name", ["", "  "])
def test_an_empty_name_is_refused(name: str) -> None:
    with pytest.raises(SchwimmenError, match="a name, please"):
        validate_name(name, [])


def test_the_cast_has_known_characters_at_levels_that_have_them() -> None:
    assert {character_of(name, "casual") for name in BOT_NAMES} == {*CHARACTERS, None}
    assert character_of("Fritz", "casual") == "hasty"
    assert character_of("Fritz", "master") is None
    assert character_of("Nobody", "casual") is None


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_page_tells_a_habit_of_each_member_of_the_cast_with_a_character(language: str) -> None:
    path = Path(__file__).parents[2] / "frontend" / "src" / "i18n" / f"{language}.json"
    cast = json.loads(path.read_text(encoding="utf-8"))["page"]["cast"]
    assert {name for name, texts in cast.items() if "habit" in texts} == {
        name for name in BOT_NAMES if character_of(name, "casual")
    }
