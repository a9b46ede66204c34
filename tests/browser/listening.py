"""What somebody hears of the page: what a screen reader would read out, and in which words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

EAR = """
  window.heard = [];
  const polite = "[role=log], [role=status], [aria-live=polite]";
  const silent = (region) => region.closest("[inert], [aria-hidden=true], [hidden]") !== null
    || (document.querySelector("dialog:modal") ?? region).contains(region) === false;
  const hear = (region, text) => {
    if (text.trim() === "" || silent(region)) return;
    heard.push([region.role, text.trim().replace(/\\s+/g, " ")]);
  };
  new MutationObserver((changes) => {
    const changed = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(polite + ", [role=alert]");
      if (region?.role === "log") for (const node of addedNodes) hear(region, node.textContent);
      else if (region) changed.add(region);
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const one of [node, ...node.querySelectorAll("*")])
            if (one.role === "alert") changed.add(one);
    }
    for (const region of changed) hear(region, region.textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Notes what is added to a log, what a region says after a change, and every alert that comes; a
region that comes together with its text is as silent as screen readers are about it."""


def listen(page: Page) -> None:
    """From the next page on."""
    page.add_init_script(EAR)


def heard(page: Page, *roles: str) -> list[str]:
    """What has been read out so far, of regions of these roles."""
    lines: list[list[str]] = page.evaluate("heard")
    return [text for role, text in lines if role in roles]


@dataclass(frozen=True)
class Tongue:
    """How a language says what happens; written here once more, from the rules of the game."""

    card: Callable[[str], str]
    says: Callable[[str, bool], Mapping[str, str]]
    hand: str
    table: str
    pair: str
    turn: str
    over: str
    you: str
    lost: str
    """What a line about a loser says: a life lost, swimming, or out."""

    def cards(self, names: Sequence[str]) -> str:
        """Cards one after the other."""
        return ", ".join(self.card(name) for name in names)

    def happening(self, it: Mapping[str, Any], names: Sequence[str]) -> str | None:
        """The sentence for it; the result tells of a round's end."""
        if it["kind"] == "end":
            return None
        seat = it["seat"]
        ways = self.says("" if seat is None else names[seat], seat == 0)
        kind = it["kind"]
        if kind == "exchange":
            kind = "all" if len(it["given"]) > 1 else "one"
            kind += "!" if it["action"].endswith("!") else ""
        elif kind in ("choice", "shown", "table"):
            kind = it["action"] or it["reason"]
        elif kind == "dealt" and not it["cards"]:
            kind = "dealt blind"
        fill = {part: self.cards(it[part]) for part in ("given", "taken", "cards")}
        return ways[kind].format(**fill)


RANKS = dict(zip("789TJQKA", range(8), strict=True))


def english_card(name: str) -> str:
    ranks = ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
    suits = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
    return f"{ranks[RANKS[name[0]]]} of {suits[name[1]]}"


def german_card(name: str) -> str:
    ranks = ("Sieben", "Acht", "Neun", "Zehn", "Bube", "Dame", "König", "Ass")
    suits = {"C": "Kreuz", "S": "Pik", "H": "Herz", "D": "Karo"}
    return f"{suits[name[1]]} {ranks[RANKS[name[0]]]}"


def english(who: str, mine: bool) -> Mapping[str, str]:
    who, s = ("You", "") if mine else (who, "s")
    es = "" if mine else "es"
    their = "your hand" if mine else "the hand"
    return {
        "dealt": f"{who} deal{s}. On the table: {{cards}}.",
        "dealt blind": f"{who} deal{s}.",
        "keep": f"{who} keep{s} {their}. On the table: {{cards}}.",
        "take": f"{who} take{s} the extra hand. On the table: {{cards}}.",
        "one": f"{who} lay{s} down {{given}} and take{s} {{taken}}.",
        "one!": f"{who} lay{s} down {{given}}, take{s} {{taken}} and close{s}.",
        "all": f"{who} exchange{s} all: {{given}} for {{taken}}.",
        "all!": f"{who} exchange{s} all and close{s}: {{given}} for {{taken}}.",
        "pass": f"{who} pass{es}.",
        "close": f"{who} close{s}.",
        "all_pass": "Everybody passed. New cards on the table: {cards}.",
        "31": f"{who} show{s} 31: {{cards}}.",
        "fire": f"{who} show{s} fire: {{cards}}.",
    }


def german(who: str, mine: bool) -> Mapping[str, str]:
    who = "Du" if mine else who

    def verb(stem: str) -> str:
        return f"{who} {stem}{'st' if mine else 't'}"

    takes, lays_and_takes = ("nimmst", "nimmst") if mine else ("nimmt", "nimmt")
    keeps = "behältst deine Hand" if mine else "behält die Hand"
    gives = "gibst" if mine else "gibt"
    return {
        "dealt": f"{who} {gives}. In der Mitte: {{cards}}.",
        "dealt blind": f"{who} {gives}.",
        "keep": f"{who} {keeps}. In der Mitte: {{cards}}.",
        "take": f"{who} {takes} die zweite Hand. In der Mitte: {{cards}}.",
        "one": f"{verb('leg')} {{given}} ab und {lays_and_takes} {{taken}}.",
        "one!": f"{verb('leg')} {{given}} ab, {lays_and_takes} {{taken}} und"
        f" {'machst' if mine else 'macht'} zu.",
        "all": f"{who} {'tauschst' if mine else 'tauscht'} alle: {{given}} gegen {{taken}}.",
        "all!": f"{who} {'tauschst' if mine else 'tauscht'} alle und"
        f" {'machst' if mine else 'macht'} zu: {{given}} gegen {{taken}}.",
        "pass": f"{verb('schieb')}.",
        "close": f"{verb('mach')} zu.",
        "all_pass": "Alle haben geschoben. Neue Karten in der Mitte: {cards}.",
        "31": f"{verb('zeig')} 31: {{cards}}.",
        "fire": f"{verb('zeig')} Feuer: {{cards}}.",
    }


TONGUES = {
    "en": Tongue(
        english_card,
        english,
        "Your hand",
        "Table cards",
        "Choose one of your cards and one from the table first.",
        r"Your (last )?turn\.|Keep your hand, or take the unseen one\?",
        r"(\w+ wins|You win) the match\.|.* share the match\.",
        "You",
        r"\b(lose|loses|swim|swims|under|out)\b",
    ),
    "de": Tongue(
        german_card,
        german,
        "Deine Hand",
        "Karten in der Mitte",
        "Wähle zuerst eine deiner Karten und eine der Mitte.",
        r"Du bist dran\.|Dein letzter Zug\.|Deine Hand behalten oder die verdeckte\?",
        r"(\w+ gewinnt|Du gewinnst) die Partie\.|Geteilter Sieg: .*\.",
        "Du",
        r"\b(verlierst|verliert|verlieren|schwimmst|schwimmt|schwimmen|unter|raus)\b|Untergegangen",
    ),
}


def names_in(group: Locator) -> list[str]:
    """The names of its buttons as the accessibility tree has them, without what a card would do."""
    found: list[str] = re.findall(r'- button "((?:[^"\\]|\\.)*)"', group.aria_snapshot())
    return [name.split(",")[0] for name in found]
