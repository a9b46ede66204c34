"""Charts and pages of comparisons: true, complete, accessible and without other files."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from schwimmen.arena import Comparison, SprtBounds, compare
from schwimmen.arena.charts import comparison_svg, measures_of
from schwimmen.arena.html_report import comparison_html
from schwimmen.players import make_player
from schwimmen.rules import View

SVG = "{http://www.w3.org/2000/svg}"


class Hostile:
    """Player whose name is markup."""

    name = '<script>alert("&")</script>'

    def __init__(self, seed: int) -> None:
        self._player = make_player("greedy", seed)

    def choose(self, view: View) -> str:
        return self._player.choose(view)


@cache
def compared(kind: str) -> Comparison:
    """Return a comparison of some kind."""
    match kind:
        case "tested":
            test = SprtBounds(-0.02, 0.0)
            bots = ["greedy", "greedy-20", "random"]
            return compare("pagat", 2, bots, 3_000, matches=40, test=test, seed=1)
        case "aivat":
            return compare("pagat", 3, ["club", "casual"], 20, aivat=True, seed=1, lives=5)
        case "together":
            bots = ["greedy", "club", "random"]
            return compare("choy", 3, bots, 30, matches=5, together=True, seed=1)
        case "single":
            return compare("pagat", 2, ["greedy", "random"], 1, matches=1, seed=1)
        case _:
            return compare("pagat", 2, [Hostile, "greedy"], 4, matches=2, seed=1, workers=1)


KINDS = ("tested", "aivat", "together", "single", "hostile")


@pytest.mark.parametrize("kind", KINDS)
def test_the_picture_is_one_element_without_other_files(kind: str) -> None:
    text = comparison_svg(compared(kind))
    picture = ElementTree.fromstring(text)
    assert picture.tag == f"{SVG}svg"
    assert picture.get("role") == "img"
    assert [child.tag for child in picture][:2] == [f"{SVG}title", f"{SVG}desc"]
    tags = {element.tag.removeprefix(SVG) for element in picture.iter()}
    assert tags <= {"svg", "title", "desc", "style", "text", "path", "circle"}
    assert not re.search(r"url\(|href|@import", text)
    assert "prefers-color-scheme:dark" in text


@pytest.mark.parametrize("kind", KINDS)
def test_the_description_has_every_value(kind: str) -> None:
    picture = ElementTree.fromstring(comparison_svg(compared(kind)))
    described = picture.findtext(f"{SVG}desc") or ""
    measures = measures_of(compared(kind))
    assert measures
    for measure in measures:
        for name, interval in measure.rows:
            assert f"{measure.title}: {name} {measure.text(interval)}" in described
    for contest in compared(kind).contests:
        if contest.test:
            assert f"Sequential test of {contest.bots[0]} against {contest.bots[1]}" in described


@pytest.mark.parametrize("kind", KINDS)
def test_marks_stand_where_the_values_are(kind: str) -> None:
    picture = ElementTree.fromstring(comparison_svg(compared(kind)))
    marks = list(picture.iter(f"{SVG}circle"))
    values = [one for measure in measures_of(compared(kind)) for _, one in measure.rows]
    assert len(marks) == len(values)
    where = dict(zip(map(id, values), marks, strict=True))
    for measure in measures_of(compared(kind)):
        places = sorted((one.mean, float(where[id(one)].get("cx", ""))) for _, one in measure.rows)
        assert [place for _, place in places] == sorted(place for _, place in places)
        for _, one in measure.rows:
            sure = "sure" in where[id(one)].get("class", "")
            assert sure == (one.p is not None and one.p < 0.05)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_lies_outside_the_picture(kind: str) -> None:
    picture = ElementTree.fromstring(comparison_svg(compared(kind)))
    width, height = float(picture.get("width", "")), float(picture.get("height", ""))
    places = [
        (float(element.get(x, "")), float(element.get(y, "")))
        for tag, x, y in (("text", "x", "y"), ("circle", "cx", "cy"))
        for element in picture.iter(SVG + tag)
    ]
    for path in picture.iter(f"{SVG}path"):
        places += [
            (float(x), float(y)) for x, y in re.findall(r"([\d.-]+) ([\d.-]+)", path.get("d", ""))
        ]
    assert places
    assert all(0 <= x <= width and 0 <= y <= height for x, y in places)


def test_the_course_of_a_test_ends_beyond_the_accepted_bound() -> None:
    comparison = compared("tested")
    for contest in comparison.contests:
        test = contest.test
        assert test is not None
        assert test.accepted is not None
        deals, ratio = contest.course[-1]
        assert (deals, ratio) == (contest.deals, test.ratio)
        limits = test.bounds.lower_limit, test.bounds.upper_limit
        assert ratio <= limits[0] if test.accepted == "low" else ratio >= limits[1]
        assert all(limits[0] < earlier < limits[1] for _, earlier in contest.course[:-1])


def test_a_long_course_is_thinned_and_keeps_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwimmen.arena.comparison._MOST_POINTS", 6)
    monkeypatch.setattr("schwimmen.arena.comparison._COMPILED_CHUNK", (5, 50))
    test = SprtBounds(-10.0, 10.0)
    (contest,) = compare("pagat", 2, ["greedy", "greedy-20"], 99, test=test, seed=1).contests
    deals = [number for number, _ in contest.course]
    assert 3 <= len(deals) <= 7
    assert deals == sorted(set(deals))
    assert deals[-1] == 99


class Page(HTMLParser):
    """Page whose tags must be closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "path", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("path", "circle"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_is_complete_and_needs_no_other_file(kind: str) -> None:
    comparison = compared(kind)
    page = Page(comparison_html(comparison))
    assert page.open == []
    assert ("html", {"lang": "en"}) in page.tags
    tags = [tag for tag, _ in page.tags]
    assert tags.count("svg") == tags.count("h1") == tags.count("main") == 1
    assert not {"script", "link", "img", "iframe"} & set(tags)
    assert all(attributes.get("scope") for tag, attributes in page.tags if tag == "th")
    shown = page.text
    for measure in measures_of(comparison):
        for name, interval in measure.rows:
            assert name in shown
            value = f"{interval.mean:.2%}" if measure.is_share else f"{interval.mean:.4f}"
            assert value.replace("-", "\N{MINUS SIGN}") in shown
    assert str(comparison.seed) in shown
    for contest in comparison.contests:
        if contest.corrected:
            assert ", ".join(contest.corrected) in shown
