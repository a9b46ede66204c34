from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from schwimmen.display import render_svg, scene_of
from schwimmen.display.svg import card_svg
from schwimmen.rules import PACKS, PRESETS, Card, Match, Round, RuleSet, View
from tests.effort import sample

MAX_BYTES = 20_000


def played(match: Match, actions: int, seed: int = 1) -> Match:
    """Play random actions, without closing as long as possible."""
    chance = Random(seed)
    for _ in range(actions):
        if match.over:
            break
        if match.round.over:
            match.deal()
            continue
        legal = match.round.legal_actions
        match.play(chance.choice([name for name in legal if name[-1] not in "e!"] or legal))
    return match


def faces(svg: str) -> set[Card]:
    """Return the cards that lie face up in a picture."""
    drawings = {body_of(card_svg(card)): card for card in PACKS["A2"]}
    cards = [body_of(part) for part in svg.split("<g transform=")[1:]]
    return {drawings[body] for body in cards if body in drawings}


def body_of(group: str) -> str:
    return group[group.index(">") + 1 :].partition("</g></g>")[0]


def visible(view: View) -> set[Card]:
    """Return the cards that the viewer of a running round sees in hands and as table cards."""
    shown = [card for seat in view.seats for card in (seat.shown or seat.known)]
    return {*view.hand, *view.table, *shown}


def named(text: str) -> set[Card]:
    return set(map(Card, re.findall("[2-9TJQKA][CSHD]", text)))


def last_actions(view: View) -> list[str]:
    return [seat.last_action or "" for seat in view.seats]


@pytest.mark.parametrize("preset", sample(list(PRESETS)))
def test_a_view_draws_the_cards_that_its_seat_may_know_and_no_other(preset: str) -> None:
    match = played(Match(preset, players=4, seed=5), 9)
    hidden = 0
    for seat in (0, 1, 2, 3, None):
        view = match.view(seat)
        svg = view._repr_svg_()
        assert faces(svg) == visible(view)
        for text in (repr(view), str(view), re.sub(' d="[^"]*"', "", svg)):
            assert named(text) <= visible(view) | named(" ".join(last_actions(view)))
        hidden += svg.count(body_of(card_svg(None)))
    assert hidden


def test_a_match_and_a_round_draw_all_hands() -> None:
    match = played(Match("pagat", players=3, seed=5), 4)
    hands = [card for seat in range(3) for card in match.view(seat).hand]
    assert faces(match._repr_svg_()) == {*hands, *match.view().table}
    round_ = Round("choy", 4, seed=1)
    assert len(faces(round_._repr_svg_())) == 5 * 4


def test_all_cards_look_different_and_are_small() -> None:
    drawings = [card_svg(card) for card in (None, *PACKS["A2"])]
    assert len(set(drawings)) == 53
    assert max(len(drawing.encode()) for drawing in drawings) < 1_000


@pytest.mark.parametrize("players", range(2, 11))
def test_a_picture_is_valid_small_and_self_contained_with_any_number_of_players(
    players: int,
) -> None:
    names = ['"&<' * 6, *["W" * 100] * (players - 1)]
    match = played(Match("choy", names, seed=3), 3 * players)
    svg = match._repr_svg_()
    assert len(svg.encode()) < MAX_BYTES
    assert not re.search(r"href|url\(|<style|<script|<image|\bid=|@import|\son\w+=", svg)
    root = ElementTree.fromstring(svg)
    assert root.attrib["role"] == "img"
    title = root.find("{http://www.w3.org/2000/svg}title")
    description = root.find("{http://www.w3.org/2000/svg}desc")
    assert title is not None
    assert description is not None
    assert title.text == str(match).splitlines()[0]
    assert description.text == str(match)


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", "]]>", "a\nb", "\0", "\ud800", "\u202eevil", "", "e\u0301" * 99],
)
def test_no_name_breaks_a_picture_or_a_text(name: str) -> None:
    match = Match("pagat", players=[name, "Ben"], seed=7)
    svg = match._repr_svg_()
    ElementTree.fromstring(svg.encode())
    assert "<script" not in svg
    assert len(str(match).splitlines()) == 4
    assert "\n" not in repr(match)
    assert len(repr(match)) < 200


def test_the_seats_are_drawn_clockwise_from_the_viewer() -> None:
    match = Match("pagat", players=list("ABCDEFGH"), seed=3)
    svg = render_svg(scene_of(match.view(2), match.players))
    assert re.findall('font-weight="bold">([A-H])</text>', svg) == list("EFGHADBC")


def test_a_match_before_its_first_deal_and_a_study_round_have_pictures() -> None:
    undealt = Match("pagat", players=3, dealer=0, deal=False)
    assert "no round has been dealt yet" in undealt._repr_svg_()
    rules = RuleSet.study("AC KC QC AS KS QS AH KH QH", max_players=2)
    assert len(faces(Round(rules, 2, seed=1)._repr_svg_())) == 2 * 3
