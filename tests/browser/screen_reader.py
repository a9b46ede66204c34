"""Recording of a screen reader's announcements, and the sentences to expect."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

RECORDER = """
  window.announced = [];
  const polite = "[role=log], [role=status], [aria-live=polite]";
  const silent = (region) => region.closest("[inert], [aria-hidden=true], [hidden]") !== null
    || (document.querySelector("dialog:modal") ?? region).contains(region) === false;
  const announce = (region, text) => {
    if (text.trim() === "" || silent(region)) return;
    announced.push([region.role, text.trim().replace(/\\s+/g, " ")]);
  };
  new MutationObserver((changes) => {
    const changed = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(polite + ", [role=alert]");
      if (region?.role === "log") for (const node of addedNodes) announce(region, node.textContent);
      else if (region) changed.add(region);
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const element of [node, ...node.querySelectorAll("*")])
            if (element.role === "alert") changed.add(element);
    }
    for (const region of changed) announce(region, region.textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Records additions to logs, changes of live regions, and new alerts.

A live region that is inserted together with its text is not recorded, since screen readers do not
announce it."""


def record_announcements(page: Page) -> None:
    """Record announcements from the next page load on."""
    page.add_init_script(RECORDER)


def announcements(page: Page, *roles: str) -> list[str]:
    """Return the announcements so far of live regions with these roles."""
    lines: list[list[str]] = page.evaluate("announced")
    return [text for role, text in lines if role in roles]


@dataclass(frozen=True)
class Phrases:
    """Announcements in one language, written independently of the page's texts."""

    card: Callable[[str], str]
    sentences: Callable[[str, bool], Mapping[str, str]]
    hand: str
    table: str
    pair: str
    turn: str
    over: str
    you: str
    lost: str
    """Pattern of a line about a loser: a life lost, swimming, or out."""

    def cards(self, names: Sequence[str]) -> str:
        """Join the names of cards."""
        return ", ".join(self.card(name) for name in names)

    def sentence(self, event: Mapping[str, Any], names: Sequence[str]) -> str | None:
        """Return the sentence for a round event; the end of a round has none."""
        if event["kind"] == "end":
            return None
        seat = event["seat"]
        sentences = self.sentences("" if seat is None else names[seat], seat == 0)
        kind = event["kind"]
        if kind == "exchange":
            kind = "all" if len(event["given"]) > 1 else "one"
            kind += "!" if event["action"].endswith("!") else ""
        elif kind in ("choice", "shown", "table"):
            kind = event["action"] or event["reason"]
        elif kind == "dealt" and not event["cards"]:
            kind = "dealt blind"
        fill = {part: self.cards(event[part]) for part in ("given", "taken", "cards")}
        return sentences[kind].format(**fill)


RANKS = dict(zip("789TJQKA", range(8), strict=True))


def english_card(name: str) -> str:
    ranks = ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
    suits = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
    return f"{ranks[RANKS[name[0]]]} of {suits[name[1]]}"


def german_card(name: str) -> str:
    ranks = ("Sieben", "Acht", "Neun", "Zehn", "Bube", "Dame", "König", "Ass")
    suits = {"C": "Kreuz", "S": "Pik", "H": "Herz", "D": "Karo"}
    return f"{suits[name[1]]} {ranks[RANKS[name[0]]]}"


def english(player: str, mine: bool) -> Mapping[str, str]:
    subject, s = ("You", "") if mine else (player, "s")
    es = "" if mine else "es"
    their = "your hand" if mine else "the hand"
    return {
        "dealt": f"{subject} deal{s}. On the table: {{cards}}.",
        "dealt blind": f"{subject} deal{s}.",
        "keep": f"{subject} keep{s} {their}. On the table: {{cards}}.",
        "take": f"{subject} take{s} the extra hand. On the table: {{cards}}.",
        "one": f"{subject} discard{s} {{given}} and take{s} {{taken}}.",
        "one!": f"{subject} discard{s} {{given}}, take{s} {{taken}} and close{s}.",
        "all": f"{subject} exchange{s} all: {{given}} for {{taken}}.",
        "all!": f"{subject} exchange{s} all and close{s}: {{given}} for {{taken}}.",
        "pass": f"{subject} pass{es}.",
        "close": f"{subject} close{s}.",
        "all_pass": "Everyone passed. New cards on the table: {cards}.",
        "31": f"{subject} show{s} 31: {{cards}}.",
        "fire": f"{subject} show{s} fire: {{cards}}.",
    }


def german(player: str, mine: bool) -> Mapping[str, str]:
    subject = "Du" if mine else player

    def verb(stem: str) -> str:
        return f"{subject} {stem}{'st' if mine else 't'}"

    takes, lays_and_takes = ("nimmst", "nimmst") if mine else ("nimmt", "nimmt")
    keeps = "behältst deine Hand" if mine else "behält die Hand"
    gives = "gibst" if mine else "gibt"
    return {
        "dealt": f"{subject} {gives}. In der Mitte: {{cards}}.",
        "dealt blind": f"{subject} {gives}.",
        "keep": f"{subject} {keeps}. In der Mitte: {{cards}}.",
        "take": f"{subject} {takes} die zweite Hand. In der Mitte: {{cards}}.",
        "one": f"{verb('leg')} {{given}} ab und {lays_and_takes} {{taken}}.",
        "one!": f"{verb('leg')} {{given}} ab, {lays_and_takes} {{taken}} und"
        f" {'machst' if mine else 'macht'} zu.",
        "all": f"{subject} {'tauschst' if mine else 'tauscht'} alle: {{given}} gegen {{taken}}.",
        "all!": f"{subject} {'tauschst' if mine else 'tauscht'} alle und"
        f" {'machst' if mine else 'macht'} zu: {{given}} gegen {{taken}}.",
        "pass": f"{verb('schieb')}.",
        "close": f"{verb('mach')} zu.",
        "all_pass": "Alle haben geschoben. Neue Karten in der Mitte: {cards}.",
        "31": f"{verb('zeig')} 31: {{cards}}.",
        "fire": f"{verb('zeig')} Feuer: {{cards}}.",
    }


PHRASES = {
    "en": Phrases(
        english_card,
        english,
        "Your hand",
        "Table cards",
        "Choose one of your cards and one from the table first.",
        r"Your (last )?turn\.|Keep your hand, or take the extra one\?",
        r"(\w+ wins|You win) the match\.|.* share the match\.",
        "You",
        r"\b(lose|loses|swim|swims|under|out)\b",
    ),
    "de": Phrases(
        german_card,
        german,
        "Deine Hand",
        "Karten in der Mitte",
        "Wähle zuerst eine deiner Karten und eine der Mitte.",
        r"Du bist dran\.|Dein letzter Zug\.|Deine Hand behalten oder die zweite\?",
        r"(\w+ gewinnt|Du gewinnst) die Partie\.|Geteilter Sieg: .*\.",
        "Du",
        r"\b(verlierst|verliert|verlieren|schwimmst|schwimmt|schwimmen|unter|raus)\b|Untergegangen",
    ),
}


def card_names_in(group: Locator) -> list[str]:
    """Return the accessible names of the buttons in a group, up to the first comma."""
    found: list[str] = re.findall(r'- button "((?:[^"\\]|\\.)*)"', group.aria_snapshot())
    return [name.split(",")[0] for name in found]
