/** From the pack to the close: what is said of playing a round. */
import type { Section } from "./paragraphs";
import { LIVES, POINTS, DUTCH, LAST_TURNS, AT_ONCE } from "./conditions";

export const PLAYING = [
  {
    id: "aim",
    blocks: [
      {
        rule: null,
        paragraphs: [
          { id: "aimLives", when: LIVES, states: ["scoring"] },
          { id: "aimPoints", when: POINTS, states: ["scoring"] },
        ],
      },
    ],
  },
  {
    id: "pack",
    blocks: [
      {
        rule: "R1",
        paragraphs: [
          { id: "pack", states: ["pack"] },
          { id: "suitsRank", when: { tie_suit: true } },
          { id: "points" },
        ],
      },
      { rule: "R2", paragraphs: [{ id: "players", states: ["max_players"] }] },
      { rule: "R3", paragraphs: [{ id: "seats" }] },
    ],
  },
  {
    id: "deal",
    blocks: [
      { rule: "R4", paragraphs: [{ id: "deal", states: ["hand_size"] }, { id: "dealOrder" }] },
      {
        rule: "R5",
        paragraphs: [
          { id: "dealerChoice", when: { dealer_choice: true }, states: ["dealer_choice"] },
          { id: "extraIsTable", when: { dealer_choice: false }, states: ["dealer_choice"] },
        ],
      },
      {
        rule: "R6",
        paragraphs: [
          { id: "leads", when: LIVES },
          { id: "leadsPoints", when: POINTS },
        ],
      },
      {
        rule: "R7",
        paragraphs: [{ id: "dealPasses" }, { id: "dealPassesOut", when: LIVES }],
      },
      { rule: "R33", paragraphs: [{ id: "faceDown" }, { id: "known" }] },
    ],
  },
  {
    id: "turn",
    blocks: [
      {
        rule: "R8",
        paragraphs: [
          { id: "turn" },
          { id: "exchangeOne", item: true },
          {
            id: "exchangeAll",
            item: true,
            when: { exchange_all: true },
            states: ["exchange_all"],
          },
          { id: "pass", item: true, when: { pass: true }, states: ["pass"] },
          { id: "renewItem", item: true, when: { renew: true }, states: ["renew"] },
          { id: "closeItem", item: true },
          { id: "neverTwo" },
          { id: "noExchangeAll", when: { exchange_all: false }, states: ["exchange_all"] },
          { id: "noPass", when: { pass: false, ...LAST_TURNS }, states: ["pass"] },
          { id: "noPassAtAll", when: { pass: false, ...AT_ONCE }, states: ["pass"] },
          { id: "open" },
        ],
      },
      { rule: "R25", paragraphs: [{ id: "dutchTurn", when: DUTCH, states: ["pass"] }] },
      {
        rule: "R9",
        paragraphs: [
          { id: "allPass", when: { pass: true } },
          { id: "closeIsNoPass", when: { pass: true, ...LAST_TURNS } },
          {
            id: "talonShowdown",
            when: { pass: true, talon_short: "showdown" },
            states: ["talon_short"],
          },
          { id: "talonKeep", when: { pass: true, talon_short: "keep" }, states: ["talon_short"] },
          {
            id: "talonRecycle",
            when: { pass: true, talon_short: "recycle" },
            states: ["talon_short"],
          },
        ],
      },
      { rule: "R30", paragraphs: [{ id: "renew", when: { renew: true }, states: ["renew"] }] },
      {
        rule: "R32",
        paragraphs: [
          {
            id: "recycle",
            when: [
              { talon_short: "recycle", pass: true },
              { talon_short: "recycle", renew: true },
            ],
            states: ["talon_short", "recycle"],
          },
          {
            id: "recycleShort",
            when: [
              { talon_short: "recycle", pass: true },
              { talon_short: "recycle", renew: true },
            ],
          },
        ],
      },
      {
        rule: "R34",
        paragraphs: [
          { id: "sevenEightNine", when: { replace_789: true }, states: ["replace_789"] },
        ],
      },
    ],
  },
  {
    id: "closing",
    blocks: [
      {
        rule: "R10",
        paragraphs: [
          { id: "closeWith", when: { close_timing: "end_of_turn" }, states: ["close_timing"] },
          { id: "closeInstead", when: { close_timing: "instead" }, states: ["close_timing"] },
          { id: "closeFrom", when: { close_from_turn: { above: 1 } }, states: ["close_from_turn"] },
          { id: "closeAnyTime", when: { close_from_turn: 1 }, states: ["close_from_turn"] },
        ],
      },
      {
        rule: "R11",
        paragraphs: [
          { id: "oneTurnEach", when: LAST_TURNS, states: ["close_effect"] },
          { id: "endsAtOnce", when: AT_ONCE, states: ["close_effect"] },
          { id: "forYourself", when: DUTCH, states: ["close_effect"] },
        ],
      },
      {
        rule: "R26",
        paragraphs: [
          { id: "closedForRound", when: DUTCH },
          { id: "noNewCards", when: { ...DUTCH, replace_789: false } },
        ],
      },
      {
        rule: "R27",
        paragraphs: [
          { id: "lastOpen", when: DUTCH },
          { id: "lastOpenTurn", when: DUTCH },
        ],
      },
      { rule: "R13", paragraphs: [{ id: "cap", states: ["turn_cap"] }, { id: "endOrder" }] },
    ],
  },
] as const satisfies readonly Section[];
