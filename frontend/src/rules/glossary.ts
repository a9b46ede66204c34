/** Terms of the game in three languages (RULES.md, Words), as used on the page. */
import type { Language } from "../i18n";
import { LIVES, type When } from "../game/conditions";

export interface Term extends Record<Language, string> {
  when?: When;
}

export const TERMS: readonly Term[] = [
  { en: "life, chip", de: "Leben", nl: "punt", when: LIVES },
  {
    en: "swimming, on the bus",
    de: "schwimmt",
    nl: "zwemt",
    when: [
      { ...LIVES, last_chance: ["all", "first"], close_effect: "one_turn_each" },
      { ...LIVES, last_chance: ["all", "first"], close_effect: "immediate" },
    ],
  },
  {
    en: "the chicken",
    de: "das Huhn",
    nl: "de kip",
    when: { ...LIVES, last_chance: ["all", "first"], close_effect: "until_one_open" },
  },
  { en: "close, knock", de: "zumachen, klopfen", nl: "passen" },
  { en: "pass, stand", de: "schieben", nl: "overslaan", when: { pass: true } },
  { en: "renew", de: "erneuern", nl: "vernieuwen", when: { renew: true } },
  { en: "table", de: "Mitte", nl: "pot" },
  { en: "talon", de: "Talon, Stapel", nl: "stapel" },
  { en: "dealer", de: "Geber", nl: "deler" },
  { en: "31", de: "31, Schnauz", nl: "31", when: { hand_size: 3 } },
  { en: "fire", de: "Feuer", nl: "vuur", when: { fire: true } },
  {
    en: "three of a kind",
    de: "Drilling",
    nl: "drie gelijke",
    when: { three_of_a_kind: true },
  },
];
